//! The whole command line: put together with the setup options of every game, and read.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use parlour_core::{GameEntry, OFFERED};

use super::Cli;
use super::setup::{self, Shown};
use crate::files;
use crate::output::Usage;

/// The commands that set up a game.
const WITH_SETUP: [&str; 11] = [
    "play",
    "new",
    "moves",
    "apply",
    "status",
    "draw",
    "best",
    "json",
    "perft",
    "arena",
    "check-bot",
];

/// The whole command line, with the setup options of every game.
pub(crate) fn command() -> clap::Command {
    command_showing(Shown::All)
}

fn command_showing(shown: Shown) -> clap::Command {
    let mut command = Cli::command();
    command = command.mut_subcommand("play", |play| {
        play.mut_arg("seats", |seat| seat.help(seat_help(shown)))
    });
    for name in WITH_SETUP {
        command = command.mut_subcommand(name, |subcommand| {
            let told = subcommand.get_after_help().map(ToString::to_string);
            let subcommand = subcommand.args(setup::args(shown));
            match shown {
                Shown::None => subcommand.after_help(format!(
                    "Each game has its own setup options: parlour {name} GAME --help shows them.\n\n{}",
                    told.unwrap_or_default()
                )),
                Shown::All | Shown::Of(_) => subcommand,
            }
        });
    }
    command
}

/// The players that can sit in a seat.
fn seat_help(shown: Shown) -> String {
    let named: &[&dyn GameEntry] = match &shown {
        Shown::All => parlour_catalog::games(),
        Shown::Of(game) => std::slice::from_ref(game),
        Shown::None => &[],
    };
    let offered = OFFERED.join(", ");
    let mut help = format!("Who plays each seat: human, {offered}, exec:COMMAND for a program");
    match named {
        [] => help.push_str(", or a bot of the game: parlour play GAME --help lists them"),
        _ => help.push_str(", or a bot of the game"),
    }
    for game in named {
        let bots: Vec<_> = game.all_bots().iter().map(|bot| bot.name).collect();
        help.push_str(&format!("; in {}: {}", game.info().id, bots.join(", ")));
    }
    help
}

/// The whole program as one command, or one of its commands, for a manual page.
pub(crate) fn documented(name: Option<&str>) -> Result<clap::Command, Usage> {
    let mut command = command();
    // Fills in what commands inherit, such as global options.
    command.build();
    let Some(name) = name else {
        return Ok(command);
    };
    let found = command
        .find_subcommand(name)
        .ok_or_else(|| Usage(format!("there is no command {name}")))?;
    let title = format!("parlour-{name}");
    Ok(found.clone().display_name(title.clone()).name(title))
}

/// Reads the command line. A file's name without a command means: replay it, or resume it where it
/// holds a position.
pub(crate) fn parse() -> Result<(Cli, ArgMatches), clap::Error> {
    let mut args: Vec<OsString> = std::env::args_os().collect();
    let named = args
        .iter()
        .skip(2)
        .find_map(|arg| parlour_catalog::game(arg.to_str()?));
    let mut command = command_showing(named.map_or(Shown::None, Shown::Of));
    if let Some(place) = first_word(&args) {
        let word = &args[place];
        let is_command = command
            .get_subcommands()
            .any(|subcommand| word == subcommand.get_name());
        let path = PathBuf::from(word);
        let looks_like_a_record = path.extension().is_some_and(|extension| {
            parlour_catalog::games()
                .iter()
                .any(|game| extension == game.info().extension)
        });
        if !is_command && (looks_like_a_record || path.exists()) {
            // The options of the program are options of that command, too, and belong behind it.
            let options: Vec<OsString> = args.drain(1..place).collect();
            let opening = files::opening(&path);
            let behind = 1 + opening.len() + 1;
            args.splice(1..1, opening.into_iter().map(OsString::from));
            args.splice(behind..behind, options);
        }
    }
    let matches = command.try_get_matches_from_mut(args)?;
    if let Some((name, option)) = misplaced(&matches) {
        let subcommand = command.find_subcommand(name);
        let takes_it = subcommand
            .is_some_and(|known| known.get_arguments().any(|known| known.get_id() == option));
        let (kind, message) = match takes_it {
            true => (
                ErrorKind::ArgumentConflict,
                format!("--{option} goes after the command: parlour {name} --{option}"),
            ),
            false => (
                ErrorKind::UnknownArgument,
                format!("parlour {name} has no option --{option}"),
            ),
        };
        return Err(command.error(kind, message));
    }
    Ok((Cli::from_arg_matches(&matches)?, matches))
}

/// Where the first argument is that is neither an option of the program nor the value of one: a
/// command or a file. `None` after any other option.
fn first_word(args: &[OsString]) -> Option<usize> {
    let mut place = 1;
    loop {
        let arg = args.get(place)?;
        place += match arg.to_str() {
            Some("--ascii" | "--still" | "--plain") => 1,
            Some("--color") => 2,
            Some(option) if option.starts_with("--color=") => 1,
            _ if arg.as_encoded_bytes().starts_with(b"-") => return None,
            _ => return Some(place),
        };
    }
}

/// A command, and an option before it that is for the program without a command.
fn misplaced(matches: &ArgMatches) -> Option<(&str, &'static str)> {
    let name = matches.subcommand_name()?;
    let option = ["ascii", "still", "plain"]
        .into_iter()
        .find(|option| matches.get_flag(option))?;
    Some((name, option))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_sound() {
        super::command().debug_assert();
    }
}
