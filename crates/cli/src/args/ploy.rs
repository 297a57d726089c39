//! Arguments of the commands that only Ploy has.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use parlour_ploy::{Shape, ending_named};

use super::Json;
use super::arena::Concurrency;

#[derive(Debug, Subcommand)]
pub(crate) enum Ploy {
    /// Print the squares from one square to another
    #[command(after_help = "\
Example:
  parlour ploy line a1 d4")]
    Line {
        /// Where the line begins, a1 to i9
        start: String,
        /// Where it ends
        end: String,
    },
    /// List what a piece could do alone on the board
    #[command(after_help = "\
Example:
  parlour ploy reach e5 b146")]
    Reach {
        /// The square of the piece, a1 to i9
        square: String,
        /// The piece as in a board's text: b146
        piece: String,
    },
    /// Print a good move of a player, or all moves
    #[command(after_help = "\
Examples:
  parlour ploy bot \"$FEN\" w
  parlour ploy bot \"$FEN\" b -all")]
    Bot {
        /// The board, without the player to move
        fen: String,
        /// The player to move: w or b
        #[arg(value_parser = ["w", "b"])]
        player: String,
        /// Print the whole list, in square brackets; an empty word is ignored
        #[arg(value_name = "-all", allow_hyphen_values = true, value_parser = ["-all", "--all", ""], hide_possible_values = true)]
        all: Option<String>,
    },
    /// Tune the engine's weights by self-play
    #[command(after_help = "\
Example:
  parlour ploy tune --games 100 --nodes 500 --out weights.txt")]
    Tune(Tune),
    /// Let a bot play against itself, and count what happens
    #[command(after_help = "\
Examples:
  parlour ploy survey random --games 1000 --from-start
  parlour ploy survey full --nodes 2000 --games 200")]
    Survey(Survey),
    /// Find positions in which one move wins something
    #[command(after_help = "\
Each line is the move, its margin over any other in hundredths of a Shield, and
the position. Each was verified by a deeper search and by a different one.

Example:
  parlour ploy tactics --count 10")]
    Tactics {
        /// How many to find
        #[arg(long, default_value_t = 10, value_name = "N")]
        count: usize,
        /// The seed of the openings
        #[arg(long, default_value_t = 1, value_name = "N")]
        seed: u64,
    },
}

#[derive(Debug, Args)]
pub(crate) struct SolvePloy {
    /// Solve these endings, each written as its two pieces: shield-lance45
    #[arg(long, required = true, num_args = 0.., value_name = "CLASS", value_parser = class)]
    pub(crate) endings: Vec<[Shape; 2]>,
    /// Only print what the tables say, without solving anything
    #[arg(long)]
    pub(crate) statistics: bool,
    /// Compare this many random positions of each class with all positions a
    /// move later, by the plain rules
    #[arg(long, value_name = "N")]
    pub(crate) verify: Option<u32>,
    #[command(flatten)]
    pub(crate) json: Json,
}

fn class(text: &str) -> Result<[Shape; 2], String> {
    ending_named(text).ok_or_else(|| {
        let names = Shape::ALL.map(Shape::name).join(", ");
        format!("an ending is two of {names}, with a hyphen between them")
    })
}

#[derive(Debug, Args)]
pub(crate) struct Survey {
    /// The bot that plays both sides
    pub(crate) bot: String,
    /// Positions it may search per move
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub(crate) nodes: u64,
    /// Games to play
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// The seed of openings and luck
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Begin from the start position, not after a few random moves
    #[arg(long)]
    pub(crate) from_start: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Tune {
    /// Games to play in every round
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u32).range(20..))]
    pub(crate) games: u32,
    /// Positions searched per move
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub(crate) nodes: u64,
    /// Rounds, each with the weights of the one before
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// The seed of the openings
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Write the weights to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) concurrency: Concurrency,
}
