//! The command line.

mod arena;
mod gridlock;
mod json;
mod labyrinth;
#[cfg(feature = "page")]
mod page;
mod pictures;
mod ploy;
mod records;
mod setup;
mod ships;
mod solve;
mod ur;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use parlour_core::{GameEntry, Measure, OFFERED};

use crate::files;
use crate::output::{Colour, Usage};

pub(crate) use arena::{Arena, CheckBot, Engine};
pub(crate) use gridlock::SolveGridlock;
pub(crate) use json::{InJson, Schema};
pub(crate) use labyrinth::{Import, Labyrinth, Puzzle, SolveLabyrinth};
#[cfg(feature = "page")]
pub(crate) use page::{Page, Serve};
#[cfg(feature = "pictures")]
pub(crate) use pictures::Film;
pub(crate) use pictures::{Draw, Plot};
pub(crate) use ploy::{Ploy, Survey as PloySurvey, Tune as PloyTune};
pub(crate) use records::{Check, Replay, Review};
use setup::Shown;
pub(crate) use setup::setup_values;
pub(crate) use ships::{PassRule, Ships, SolveShips};
pub(crate) use solve::Solve;
pub(crate) use ur::{SolveUr, Ur, UrSetup};

/// Plays, records, checks and explores board games.
#[derive(Debug, Parser)]
#[command(
    name = "parlour",
    version,
    about,
    after_help = "\
Examples:
  parlour                                   choose a game and play
  parlour play gridlock --size 5x5          two players at one keyboard
  parlour play gridlock --seat human --seat perfect
  parlour check games/ mygame.gridlock      which of these records are valid?
  parlour mygame.gridlock                   look at a recorded game
  parlour new gridlock | parlour moves gridlock -"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// When to use colour; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Colour,

    /// Draw with plain ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Ask line by line, without the full screen
    #[arg(long)]
    pub(crate) plain: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games
    #[command(after_help = "\
Example:
  parlour games --json")]
    Games {
        #[command(flatten)]
        json: Json,
    },
    /// Play a game
    #[command(after_help = "\
KIND is human or a bot; give --seat once for every seat, in the order of the
first turns. Seats that are not given are human, or what --humans or a saved
game says.

On a terminal the game fills the screen; ? shows the keys. With --plain, or in
a pipe, type a move at the prompt, or: moves, hint, undo, save FILE, board,
describe, rules, help, quit.

Examples:
  parlour play gridlock --size 4x3 --colours red,green,blue --names Amy,Bill
  parlour play gridlock --seat human --seat perfect
  parlour play gridlock --load evening.gridlock")]
    Play(Play),
    /// Look at a recorded game, position by position
    #[command(after_help = "\
Examples:
  parlour replay mygame.gridlock
  parlour mygame.gridlock                   the same
  parlour replay mygame.gridlock --captions
  parlour replay mygame.gridlock --plain --analyse
  parlour replay mygame.ploy --marks --time 2s")]
    Replay(Replay),
    /// Tell the luck and the skill in a recorded game
    #[command(after_help = review_help())]
    Review(Review),
    /// Check whether records are valid
    #[command(after_help = "\
Folders are searched for records; - is standard input. The exit status is 1 if
a file is invalid or cannot be read. With --json, one object a file and line.

Examples:
  parlour check mygame.gridlock
  parlour check games/ --json
  curl -s https://example.org/game | parlour check -")]
    Check(Check),
    /// Print a start position
    #[command(after_help = "\
Examples:
  parlour new gridlock --size 4x3 --colours red,green,blue
  parlour new ur --pieces 5")]
    New {
        #[command(flatten)]
        game: Game,
        #[command(flatten)]
        seed: Seed,
    },
    /// List the legal moves of a position
    #[command(after_help = position_help("moves"))]
    Moves {
        #[command(flatten)]
        game: Game,
        #[command(flatten)]
        position: Position,
        #[command(flatten)]
        json: Json,
    },
    /// Make moves and print the position they lead to
    #[command(after_help = "\
Examples:
  parlour apply gridlock '3x3 rg .../.../...' 'red 0,0' 'green 1,1'
  parlour apply gridlock start 'red 0,0' | parlour draw gridlock -")]
    Apply {
        #[command(flatten)]
        game: Game,
        #[command(flatten)]
        position: Position,
        /// Moves in order, each as one argument
        #[arg(value_name = "MOVE")]
        moves: Vec<String>,
    },
    /// Tell whose turn it is, or who won
    #[command(after_help = position_help("status"))]
    Status {
        #[command(flatten)]
        game: Game,
        #[command(flatten)]
        position: Position,
        #[command(flatten)]
        json: Json,
    },
    /// Draw a position, or the last position of a record
    #[command(after_help = pictures::DRAW_HELP)]
    Draw(Draw),
    /// Make a film of a record: an animated GIF, or an SVG that plays by itself
    #[cfg(feature = "pictures")]
    #[command(after_help = pictures::FILM_HELP)]
    Film(Film),
    /// Serve the games to browsers
    #[cfg(feature = "page")]
    #[command(after_help = page::SERVE_HELP)]
    Serve(Serve),
    /// Write the games as a site that any web server can serve
    #[cfg(feature = "page")]
    #[command(after_help = page::PAGE_HELP)]
    Page(Page),
    /// Ask a bot for the best move
    #[command(after_help = "\
Examples:
  parlour best gridlock '3x3 rg r../.../...'
  parlour best gridlock start --bot random --seed 7
  parlour best gridlock start --size 4x4 --time 10s --json")]
    Best(Best),
    /// Print a position, a view, moves or a record as JSON
    #[command(after_help = json::JSON_HELP)]
    Json(InJson),
    /// Print the JSON Schema of a game's values
    #[command(after_help = json::SCHEMA_HELP)]
    Schema(Schema),
    /// Count the positions after a number of moves
    #[command(after_help = "\
Examples:
  parlour perft gridlock 4
  parlour perft gridlock 3 '2x2 r ../..' --json
  parlour perft ploy 5")]
    Perft {
        #[command(flatten)]
        game: Game,
        /// How many moves deep
        depth: u32,
        /// Where to begin
        #[arg(default_value = "start")]
        position: String,
        #[command(flatten)]
        json: Json,
    },
    /// Let bots play against each other, with statistics
    #[command(after_help = arena::ARENA_HELP)]
    Arena(Arena),
    /// Be a bot: speak the line protocol on standard input and output
    #[command(after_help = arena::ENGINE_HELP)]
    Engine(Engine),
    /// Tell point by point what a bot does wrong
    #[command(after_help = arena::CHECK_BOT_HELP)]
    CheckBot(CheckBot),
    /// Put fixed questions to all engines, and print what came of it as one number
    #[command(after_help = "\
The signature is how many positions all engines looked at, and a checksum of
their answers. It stays the same as long as they think the same, on every
machine; the speed beside it does not.

Example:
  parlour bench --json")]
    Bench {
        #[command(flatten)]
        json: Json,
    },
    /// Compute exact results about a game
    Solve {
        #[command(subcommand)]
        game: Solve,
    },
    /// What only the Royal Game of Ur has
    Ur {
        #[command(subcommand)]
        command: Ur,
    },
    /// What only Labyrinth has
    Labyrinth {
        #[command(subcommand)]
        command: Labyrinth,
    },
    /// What only Ships has
    Ships {
        #[command(subcommand)]
        command: Ships,
    },
    /// What only Ploy has
    Ploy {
        #[command(subcommand)]
        command: Ploy,
    },
    /// Print a completion script for a shell
    #[command(after_help = "\
Example:
  parlour completions bash > ~/.local/share/bash-completion/completions/parlour")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program or of one command
    #[command(after_help = "\
Example:
  parlour man play | man -l -")]
    Man {
        /// The command
        command: Option<String>,
    },
}

/// What the signs of a review mean, game by game.
fn review_help() -> String {
    let points = |loss: f64| (100.0 * loss).round();
    let mut losses = String::new();
    for game in parlour_catalog::games() {
        let (info, tolerance) = (game.info(), game.tolerance());
        if info.measure != Measure::Count {
            losses.push_str(&format!(
                "  {:<22}{:>4}{:>4}{:>4}\n",
                info.title,
                points(tolerance.inaccuracy),
                points(tolerance.mistake),
                points(tolerance.blunder),
            ));
        }
    }
    format!(
        "\
A bot looks at every step. The list shows what each throw and each move did to
the chance to win; points are hundredths of that chance. Signs: ?! inaccuracy,
? mistake, ?? blunder, from a loss of so many points on:
                          ?!   ?  ??
{losses}A game that stops early is reviewed as far as it goes. With --json, one object a
step and line, and a summary at the end. Games in which the chance to win says
nothing are reviewed without a bot, by what every move gained, could be expected
to gain, and what the best one could.

Examples:
  parlour review mygame.ur
  parlour review mygame.gridlock --time 10s
  parlour review mygame.ur -o mygame.png --theme dark
  parlour review mygame.ur --json | jq 'select(.verdict == \"blunder\")'"
    )
}

/// What a POSITION is, with examples for a command that takes one.
fn position_help(command: &str) -> String {
    format!(
        "\
POSITION is the game's text or JSON of a position, start, - for standard input,
or @FILE. With start, the options of the setup apply.

Examples:
  parlour {command} gridlock '3x3 rg r.r/.g./...'
  parlour {command} ur '3/4,8,12/1 4/7,9/1 green 3' --json
  parlour {command} gridlock start --size 4x4"
    )
}

#[derive(Debug, Args)]
pub(crate) struct Json {
    /// Print JSON, one object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Game {
    /// The game
    #[arg(value_parser = game_ids())]
    pub(crate) game: String,
}

#[derive(Debug, Args)]
pub(crate) struct Position {
    /// A position's text or JSON, start, - for standard input, or @FILE
    pub(crate) position: String,
}

#[derive(Debug, Args)]
pub(crate) struct Seed {
    /// Make luck repeatable
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) game: Game,
    /// Who sits where: human or a bot
    #[arg(long = "seat", value_name = "KIND")]
    pub(crate) seats: Vec<String>,
    /// The players' names, separated by commas
    #[arg(long, value_name = "A,B")]
    pub(crate) names: Option<String>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) seed: Seed,
    /// How long a bot may think about a move
    #[arg(long, value_parser = duration, default_value = "2s", value_name = "TIME")]
    pub(crate) time: Duration,
    /// Where luck comes from: throw (the program throws), ask (you do), or a
    /// file with one outcome a line
    #[arg(long, default_value = "throw", value_name = "throw|ask|FILE")]
    pub(crate) dice: String,
    /// Draw with plain ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Line by line, on a terminal too
    #[arg(long)]
    pub(crate) plain: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Best {
    #[command(flatten)]
    pub(crate) game: Game,
    #[command(flatten)]
    pub(crate) position: Position,
    /// The bot; the strongest if none is given
    #[arg(long, value_name = "SPEC")]
    pub(crate) bot: Option<String>,
    /// How long it may think: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, default_value = "2s", value_name = "TIME")]
    pub(crate) time: Duration,
    /// How many threads it may think with [default: what the bot is made for]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// How much memory its tables and trees may take: 64M, 1G [default: what the
    /// bot is made for]
    #[arg(long, value_parser = gridlock::bytes, value_name = "BYTES")]
    pub(crate) memory: Option<usize>,
    #[command(flatten)]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) json: Json,
}

fn game_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(parlour_catalog::games().iter().map(|game| game.info().id))
}

/// A time such as `500ms`, `2s`, `1.5s` or `1m`.
fn duration(text: &str) -> Result<Duration, String> {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number: f64 = text[..text.len() - unit.len()]
        .parse()
        .map_err(|_| "write a number and a unit, such as 2s or 500ms".to_owned())?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("{unit} is no unit of time; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

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
                    "Each game has setup options of its own: parlour {name} GAME --help shows them.\n\n{}",
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
    let mut help = format!("Who sits where: human, {offered}, exec:COMMAND for a program");
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
    let command = command_showing(named.map_or(Shown::None, Shown::Of));
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
    let matches = command.try_get_matches_from(args)?;
    Ok((Cli::from_arg_matches(&matches)?, matches))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn times_are_read_with_their_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        for bad in ["", "s", "-1s", "1e999s", "2 s", "2d", "1.2.3s", "∞"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
