//! Arguments of the commands that only Ploy has.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::{Json, duration};

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
        /// Where the piece stands, a1 to i9
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
        /// The board, without who is to move
        fen: String,
        /// Who is to move: w or b
        #[arg(value_parser = ["w", "b"])]
        player: String,
        /// Print the whole list, in square brackets
        #[arg(value_name = "-all", allow_hyphen_values = true, value_parser = ["-all", "--all"], hide_possible_values = true)]
        all: Option<String>,
    },
    /// Play a match between two bots, every opening with both colours
    #[command(after_help = "\
A bot is one of those of `parlour games`, or the engine with options: full, or
plain for none of its features, then a colon and a list of +FEATURE, -FEATURE,
upto=FEATURE (in the order table, killers, history, null, reduce, extend,
exchange, prune, aspire, tuned), threads=N, memory=MEGABYTES, nodes=N, noise=N.

Examples:
  parlour ploy match full baseline --time 100ms
  parlour ploy match full full:-null --nodes 5000 --games 2000 --sprt 0,20")]
    Match(Contest),
    /// Tune the engine's weights on games with itself
    #[command(after_help = "\
Example:
  parlour ploy tune --games 100 --nodes 500 --out weights.txt")]
    Tune(Tune),
    /// Have a bot play with itself, and count what happens
    #[command(after_help = "\
Examples:
  parlour ploy survey random --games 1000 --from-start
  parlour ploy survey full --nodes 2000 --games 200")]
    Survey(Survey),
    /// Find positions in which one move wins something
    #[command(after_help = "\
Each line is the move, its margin over any other in hundredths of a Shield, and
the position. What is found was verified by a deeper and by another search.

Example:
  parlour ploy tactics --count 10")]
    Tactics {
        /// How many to find
        #[arg(long, default_value_t = 10, value_name = "N")]
        count: usize,
        /// Where the openings come from
        #[arg(long, default_value_t = 1, value_name = "N")]
        seed: u64,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Survey {
    /// The bot that plays both sides
    pub(crate) bot: String,
    /// Positions that it may look at for a move
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub(crate) nodes: u64,
    /// Games to play
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Where openings and luck come from
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Begin with the start, not with a few random moves
    #[arg(long)]
    pub(crate) from_start: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Contest {
    /// The player whose score is shown
    pub(crate) first: String,
    /// The other
    pub(crate) second: String,
    /// Games to play at most
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) games: u32,
    /// How long each may think about a move
    #[arg(long, value_parser = duration, default_value = "100ms", value_name = "TIME")]
    pub(crate) time: Duration,
    /// How many positions each may look at for a move, instead of a time
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub(crate) nodes: Option<u64>,
    /// Where openings and luck come from
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Stop when one of two Elo differences is 19 times likelier: 0,20
    #[arg(long, value_name = "LOW,HIGH", value_parser = test, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    #[command(flatten)]
    pub(crate) work: Work,
    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Tune {
    /// Games to play in every round
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u32).range(20..))]
    pub(crate) games: u32,
    /// Positions looked at for a move
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub(crate) nodes: u64,
    /// Rounds, each with the weights of the one before
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Where the openings come from
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Write the weights to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Debug, Args)]
pub(crate) struct Work {
    /// Games to play at the same time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
}

/// Two differences, the lower one first.
fn test(text: &str) -> Result<(f64, f64), String> {
    let wanted = || "two numbers of Elo points, the lower one first: 0,20".to_owned();
    let (low, high) = text.split_once(',').ok_or_else(wanted)?;
    match (low.trim().parse(), high.trim().parse()) {
        (Ok(low), Ok(high)) if low < high => Ok((low, high)),
        _ => Err(wanted()),
    }
}
