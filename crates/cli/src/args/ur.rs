//! Arguments of the commands that only the Royal Game of Ur has.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Json, Seed, SolveGridlock};

#[derive(Debug, Subcommand)]
pub(crate) enum Solve {
    /// The chance to win from every position, with perfect play
    #[command(after_help = "\
Every position is solved; what is printed is the chance of the player who
begins. With five pieces or more the values of all positions are kept in a file,
which the bot perfect plays by: in PARLOUR_DATA if that names a folder, else
among your data. Seven pieces take about half a minute of processor time, 2.5
gigabytes of memory and a file of 276 MB.

Examples:
  parlour solve ur
  parlour solve ur --pieces 3
  parlour solve ur --pieces 2 --exact-home --verify --json")]
    Ur(SolveUr),
    /// The nim-value of an empty board, and who wins
    #[command(after_help = "\
The nim-value is 0 where the second player wins. Boards that a strategy settles
need no search, whatever their size; others can have up to 128 cells. With
--upto, a table of tab-separated values; Ctrl-C ends it with what is known.

Examples:
  parlour solve gridlock --size 3x21 --colours 1
  parlour solve gridlock --size 3x8 --colours red,green,blue --winner-only --json
  parlour solve gridlock --upto 5x10 --colours 1 --time 10s")]
    Gridlock(SolveGridlock),
}

#[derive(Debug, Args)]
pub(crate) struct SolveUr {
    #[command(flatten)]
    pub(crate) setup: UrSetup,
    /// Compute every value again from its neighbours by the plain rules, and
    /// print the largest difference
    #[arg(long)]
    pub(crate) verify: bool,
    /// Keep the values of a game with fewer than five pieces, too
    #[arg(long)]
    pub(crate) table: bool,
    /// Keep no values
    #[arg(long, conflicts_with = "table")]
    pub(crate) no_table: bool,
    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Ur {
    /// Tell who wins a list of turns
    #[command(after_help = "\
A line is a roll and where the piece comes from: 2 start, 4 8, 0 pass. Red
begins, with seven pieces. What follows a win is ignored.

Example:
  printf '2 start\\n0 pass\\n' | parlour ur winner")]
    Winner {
        /// The list; standard input if none is given
        #[arg(default_value = "-")]
        file: PathBuf,
    },
    /// Play many games between two bots and count
    #[command(after_help = "\
They begin in turns, the first one first. Equal seeds play equal games.

Examples:
  parlour ur match perfect greedy --games 100000 --seed 1
  parlour ur match random greedy --pieces 4 --json")]
    Match(UrMatch),
    /// Play perfect games and tell what the rosettes were worth in them
    #[command(after_help = "\
throw: how much the other throw after landing there adds to the chance to win,
compared with the other player throwing. place: how much more a piece there is
worth than one a square behind, before the other player's throw.

Example:
  parlour ur rosettes --games 10000 --seed 1")]
    Rosettes {
        #[command(flatten)]
        setup: UrSetup,
        /// How many games
        #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,
        #[command(flatten)]
        seed: Seed,
        #[command(flatten)]
        json: Json,
    },
}

#[derive(Debug, Args)]
pub(crate) struct UrSetup {
    /// Pieces of each player, 1 to 7
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub(crate) pieces: u8,
    /// Play by the sister rule: a piece goes home with the exact roll only
    #[arg(long)]
    pub(crate) exact_home: bool,
}

#[derive(Debug, Args)]
pub(crate) struct UrMatch {
    /// A bot
    pub(crate) first: String,
    /// The bot it plays against
    pub(crate) second: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) setup: UrSetup,
    #[command(flatten)]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) json: Json,
}
