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

/// Reads the command line. A file's name alone means: replay it, or resume it
/// where it holds a position.
pub(crate) fn parse() -> Result<(Cli, ArgMatches), clap::Error> {
    let mut args: Vec<OsString> = std::env::args_os().collect();
    let named = args
        .iter()
        .skip(2)
        .find_map(|arg| parlour_catalog::game(arg.to_str()?));
    let mut command = command_showing(named.map_or(Shown::None, Shown::Of));
    if let Some(first) = args.get(1) {
        let is_command = command
            .get_subcommands()
            .any(|subcommand| first == subcommand.get_name());
        let is_option = first.as_encoded_bytes().starts_with(b"-");
        let path = PathBuf::from(first);
        let looks_like_a_record = path.extension().is_some_and(|extension| {
            parlour_catalog::games()
                .iter()
                .any(|game| extension == game.info().extension)
        });
        if !is_command && !is_option && (looks_like_a_record || path.exists()) {
            args.splice(1..1, files::opening(&path).into_iter().map(OsString::from));
        }
    }
    let matches = command.try_get_matches_from_mut(args)?;
    if let Some((name, option)) = misplaced(&matches) {
        let message = format!("--{option} goes after the command: parlour {name} --{option}");
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    Ok((Cli::from_arg_matches(&matches)?, matches))
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
