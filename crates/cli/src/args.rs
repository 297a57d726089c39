//! The command line.

mod arena;
mod gridlock;
#[cfg(feature = "serve")]
mod join;
mod json;
mod labyrinth;
mod learning;
#[cfg(feature = "page")]
mod page;
mod pictures;
mod ploy;
mod records;
mod setup;
mod shards;
mod ships;
mod solve;
mod ur;
mod whole;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use parlour_core::Measure;

use crate::output::Colour;

pub(crate) use arena::{Arena, CheckBot, Engine};
pub(crate) use gridlock::SolveGridlock;
#[cfg(feature = "serve")]
pub(crate) use join::Join;
pub(crate) use json::{InJson, Schema};
pub(crate) use labyrinth::{Import, Labyrinth, Puzzle, SolveLabyrinth, Turns};
pub(crate) use learning::{Learn, Puzzles, Rules};
#[cfg(feature = "page")]
pub(crate) use page::Page;
#[cfg(feature = "serve")]
pub(crate) use page::{LogFormat, Serve};
#[cfg(feature = "pictures")]
pub(crate) use pictures::Film;
pub(crate) use pictures::{Draw, Plot};
pub(crate) use ploy::{Ploy, SolvePloy, Survey as PloySurvey, Tune as PloyTune};
pub(crate) use records::{Check, Replay, Review};
pub(crate) use setup::setup_values;
pub(crate) use shards::{Bounds, Shards};
pub(crate) use ships::{PassRule, Ships, SolveShips};
pub(crate) use solve::Solve;
pub(crate) use ur::{SolveUr, Ur, UrSetup};
pub(crate) use whole::{command, documented, parse};

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

    /// When to use colour; auto means on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Colour,

    /// Draw with plain ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Turn animation off
    #[arg(long)]
    pub(crate) still: bool,

    /// Play line by line instead of on the full screen
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
first turns. Seats you leave out are human, unless --humans or a saved game says
otherwise.

On a terminal the game fills the screen; ? shows the keys. With --plain, or in a
pipe, type a move at the prompt, or: moves, hint, undo, save FILE, board,
describe, rules, help, quit.

Examples:
  parlour play gridlock --size 4x3 --colours red,green,blue --names Amy,Bill
  parlour play gridlock --seat human --seat perfect
  parlour play gridlock --load evening.gridlock")]
    Play(Play),
    /// Print the rules of a game, with diagrams
    #[command(after_help = learning::RULES_HELP)]
    Rules(Rules),
    /// Play a first game with a guide
    #[command(after_help = learning::LEARN_HELP)]
    Learn(Learn),
    /// Solve puzzles, or make new ones
    #[command(after_help = learning::PUZZLE_HELP)]
    Puzzle(Puzzles),
    /// Look at a recorded game, position by position
    #[command(after_help = "\
Examples:
  parlour replay mygame.gridlock
  parlour mygame.gridlock                   the same
  parlour replay mygame.gridlock --captions
  parlour replay mygame.gridlock --plain --analyse
  parlour replay mygame.ploy --marks --time 2s")]
    Replay(Replay),
    /// Review a recorded game: luck, skill and mistakes
    #[command(after_help = review_help())]
    Review(Review),
    /// Check whether records are valid
    #[command(after_help = "\
Folders are searched for records; - is standard input. The exit status is 1 if a
file is invalid or cannot be read. With --json, one object per file.

A server commits to a key before a match and reveals it after the end. --luck
checks that the start and every throw follow from it.

Examples:
  parlour check mygame.gridlock
  parlour check games/ --json
  curl -s SERVER/api/matches/ID >match.json; parlour check match.ur --luck match.json
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
    /// Print whose turn it is, or who won
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
    #[cfg(feature = "serve")]
    #[command(after_help = page::SERVE_HELP)]
    Serve(Serve),
    /// Let a bot play on a server
    #[cfg(feature = "serve")]
    #[command(after_help = join::JOIN_HELP)]
    Join(Join),
    /// Write the games as a static web site
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
    /// Count the move sequences of a given length (perft)
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
    /// Play bots against each other and compare their strength
    #[command(after_help = arena::ARENA_HELP)]
    Arena(Arena),
    /// Act as a bot: speak the line protocol on standard input and output
    #[command(after_help = arena::ENGINE_HELP)]
    Engine(Engine),
    /// Check a bot against the protocol, point by point
    #[command(after_help = arena::CHECK_BOT_HELP)]
    CheckBot(CheckBot),
    /// Run all engines on fixed positions, and print a signature of their answers and their speed
    #[command(after_help = "\
The signature is the number of positions all engines searched, and a checksum of
their answers. It is the same on every machine until an engine changes; the
speed is not.

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
    /// Commands for the Royal Game of Ur only
    Ur {
        #[command(subcommand)]
        command: Ur,
    },
    /// Commands for Labyrinth only
    Labyrinth {
        #[command(subcommand)]
        command: Labyrinth,
    },
    /// Commands for Ships only
    Ships {
        #[command(subcommand)]
        command: Ships,
    },
    /// Commands for Ploy only
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
the chance to win; points are percentage points of that chance. Signs:
?! inaccuracy, ? mistake, ?? blunder, for a move that loses at least this many
points:
                          ?!   ?  ??
{losses}A game that stops early is reviewed as far as it goes. With --json, one object
per step, and a summary at the end. Where the chance to win says little about a
move, as in Ships and Labyrinth, there is no bot: the list shows what each move
gained, what it could expect to gain, and what the best move could.

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
or @FILE. With start, the setup options apply.

Examples:
  parlour {command} gridlock '3x3 rg r.r/.g./...'
  parlour {command} ur '3/4,8,12/1 4/7,9/1 green 3' --json
  parlour {command} gridlock start --size 4x4"
    )
}

#[derive(Debug, Args)]
pub(crate) struct Json {
    /// Print JSON, one object per line
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
    /// The random seed, for repeatable results
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) game: Game,
    /// Who plays each seat: human or a bot
    #[arg(long = "seat", value_name = "KIND")]
    pub(crate) seats: Vec<String>,
    /// The players' names, separated by commas
    #[arg(long, value_name = "A,B")]
    pub(crate) names: Option<String>,
    /// Continue a saved game
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) seed: Seed,
    /// How long a bot may think about a move
    #[arg(long, value_parser = duration, default_value = "2s", value_name = "TIME")]
    pub(crate) time: Duration,
    /// Where dice come from: throw (the program throws them), ask (you throw them), or a file
    /// with one outcome per line
    #[arg(long, default_value = "throw", value_name = "throw|ask|FILE")]
    pub(crate) dice: String,
    /// Draw with plain ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Turn animation off
    #[arg(long)]
    pub(crate) still: bool,
    /// Play line by line, even on a terminal
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
    /// How many threads it may use [default: up to the bot]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// How much memory it may use: 64M, 1G [default: up to the bot]
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
        _ => return Err(format!("{unit} is not a unit of time; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

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
