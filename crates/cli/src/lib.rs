//! `parlour`, the program: a thin layer between the command line and the
//! catalogue of games.
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod bots;
mod commands;
mod console;
mod data;
mod files;
mod output;
mod report;
mod screen;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::ArgMatches;
use parlour_core::first_harmful;

use args::{Cli, Command};
use output::{Colour, Invalid, Usage};

/// Runs the program: reads the command line, and does what it says.
#[must_use]
pub fn main() -> ExitCode {
    parlour_arena::guard_bots();
    let (cli, matches) = match args::parse() {
        Ok(parsed) => parsed,
        Err(error) => return say_usage(&error),
    };
    match run(&cli, &matches) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If even standard error is closed, nobody can be told.
            let _ = explain(&error, cli.color);
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

fn run(cli: &Cli, matches: &ArgMatches) -> Result<ExitCode> {
    let colour = cli.color;
    let options = matches.subcommand().map_or(matches, |(_, options)| options);
    match &cli.command {
        None if screen::is_there() && cli.plain => commands::menu::run(cli.ascii, colour),
        None if screen::is_there() => screen::menu(screen::Showing {
            ascii: cli.ascii,
            still: cli.still,
            colour,
        }),
        None => {
            let help = args::command().render_help().to_string();
            output::print(help.as_bytes())
        }
        Some(Command::Games { json }) => commands::games::run(json.json),
        Some(Command::Play(play)) => commands::play::run(play, options, colour),
        Some(Command::Replay(replay)) => commands::replay::run(replay, colour),
        Some(Command::Review(review)) => commands::review::run(review, colour),
        Some(Command::Check(check)) => commands::check::run(check, colour),
        Some(Command::New { game, seed }) => commands::verbs::new(game, seed, options),
        Some(Command::Moves {
            game,
            position,
            json,
        }) => commands::verbs::moves(game, position, json.json, options),
        Some(Command::Apply {
            game,
            position,
            moves,
        }) => commands::verbs::apply(game, position, moves, options),
        Some(Command::Status {
            game,
            position,
            json,
        }) => commands::verbs::status(game, position, json.json, options),
        Some(Command::Rules(rules)) => commands::learning::rules(rules, colour),
        Some(Command::Learn(learn)) => commands::learning::learn(learn, colour),
        Some(Command::Puzzle(puzzle)) => commands::puzzle::run(puzzle, colour),
        Some(Command::Draw(draw)) => commands::draw::run(draw, options, colour),
        #[cfg(feature = "pictures")]
        Some(Command::Film(film)) => commands::film::run(film),
        #[cfg(feature = "serve")]
        Some(Command::Serve(serve)) => commands::serve::serve(serve),
        #[cfg(feature = "serve")]
        Some(Command::Join(join)) => commands::join::run(join),
        #[cfg(feature = "page")]
        Some(Command::Page(page)) => commands::page::write(page),
        Some(Command::Best(best)) => commands::best::run(best, options),
        Some(Command::Json(json)) => commands::json::run(json, options),
        Some(Command::Schema(schema)) => commands::json::schema(schema),
        Some(Command::Perft {
            game,
            depth,
            position,
            json,
        }) => commands::verbs::perft(game, *depth, position, json.json, options),
        Some(Command::Arena(arena)) => commands::arena::run(arena, options),
        Some(Command::Bench { json }) => commands::bench::run(json.json),
        Some(Command::Engine(engine)) => commands::engine::run(engine),
        Some(Command::CheckBot(check)) => commands::check_bot::run(check, options),
        Some(Command::Solve { game }) => match game {
            args::Solve::Ur(solve) => commands::solve::ur(solve),
            args::Solve::Gridlock(solve) => commands::gridlock::solve(solve),
            args::Solve::Ships(solve) => commands::solve::ships(solve),
            args::Solve::Labyrinth(solve) => commands::labyrinth::solve(solve),
            args::Solve::Ploy(solve) => commands::solve::endings(solve),
        },
        Some(Command::Ur { command }) => match command {
            args::Ur::Winner { file } => commands::ur::winner(file, colour),
            args::Ur::Rosettes {
                setup,
                games,
                seed,
                json,
            } => commands::ur::rosettes(setup, *games, seed, json.json),
        },
        Some(Command::Labyrinth { command }) => match command {
            args::Labyrinth::Import(import) => commands::labyrinth::import(import, colour),
            args::Labyrinth::Puzzle(puzzle) => commands::labyrinth::puzzle(puzzle),
            args::Labyrinth::Turns(turns) => commands::labyrinth::turns(turns),
        },
        Some(Command::Ships { command }) => commands::ships::run(command),
        Some(Command::Ploy { command }) => commands::ploy::run(command),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut args::command(), "parlour", &mut script);
            output::print(&script)
        }
        Some(Command::Man { command }) => {
            let command = args::documented(command.as_deref())?;
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            output::print(&page)
        }
    }
}

/// Prints the help, or what is wrong with the command line.
fn say_usage(said: &clap::Error) -> ExitCode {
    // Arguments may be file names that somebody else has chosen.
    let mut args = std::env::args_os();
    let is_tame = args.all(|arg| first_harmful(&arg.to_string_lossy()).is_none());
    let text = said.render();
    let text = |colour: bool| match colour && is_tame {
        true => text.ansi().to_string(),
        false => text.to_string(),
    };
    let is_error = said.use_stderr();
    let printed = match is_error {
        true => output::stderr().styled(&text(Colour::Auto.on_stderr())),
        false => {
            let mut out = output::stdout();
            let printed = out.styled(&text(Colour::Auto.on_stdout()));
            printed.and_then(|()| out.flush())
        }
    };
    match printed {
        Err(error) if !is_error && error.kind() != io::ErrorKind::BrokenPipe => {
            // If even standard error is closed, nobody can be told.
            let _ = explain(&error.into(), Colour::Auto);
            ExitCode::FAILURE
        }
        _ => ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(1)),
    }
}

/// Reports an error on standard error.
fn explain(error: &anyhow::Error, colour: Colour) -> io::Result<()> {
    let mut stderr = output::stderr();
    let colour = colour.on_stderr();
    match error.downcast_ref::<Invalid>() {
        Some(invalid) => stderr.styled(&format!("{}\n", invalid.render(colour)))?,
        None => {
            stderr.styled(if colour {
                "\x1b[1;31merror\x1b[0m"
            } else {
                "error"
            })?;
            writeln!(stderr, ": {error:#}")?;
        }
    }
    if error.is::<Usage>() {
        writeln!(stderr, "\nFor more information, try '--help'.")?;
    }
    Ok(())
}

/// Whether the reader of our output went away, which is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = cause
            .downcast_ref::<io::Error>()
            .map(io::Error::kind)
            .or_else(|| {
                cause
                    .downcast_ref::<serde_json::Error>()
                    .and_then(serde_json::Error::io_error_kind)
            });
        kind == Some(io::ErrorKind::BrokenPipe)
    })
}
