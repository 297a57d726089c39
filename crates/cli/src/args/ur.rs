//! Arguments of the commands that only the Royal Game of Ur has.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Json, Seed};

#[derive(Debug, Args)]
pub(crate) struct SolveUr {
    #[command(flatten)]
    pub(crate) setup: UrSetup,
    /// Recompute every value from its neighbours by the plain rules, and print
    /// the largest difference
    #[arg(long)]
    pub(crate) verify: bool,
    /// Keep the table even for fewer than five pieces
    #[arg(long)]
    pub(crate) table: bool,
    /// Keep no table
    #[arg(long, conflicts_with = "table")]
    pub(crate) no_table: bool,
    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Ur {
    /// Print the winner of a list of turns
    #[command(after_help = "\
A line is a roll and where the piece comes from: 2 start, 4 8, 0 pass, or as the
game's document writes it: (4, OnBoard Sq_8). Red begins, with seven pieces. An
illegal pair is skipped and reported on standard error; anything after a win is
ignored.

Examples:
  printf '2 start\\n0 pass\\n' | parlour ur winner
  echo '[(2,Start),(0,Start),(2,OnBoard Sq_2)]' | parlour ur winner")]
    Winner {
        /// The list; standard input if none is given
        #[arg(default_value = "-")]
        file: PathBuf,
    },
    /// Play perfect games and print what the rosettes were worth
    #[command(after_help = "\
throw: how much the extra throw after landing there adds to the chance to win,
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
    /// Play the stricter variant: a piece must go home with the exact roll
    #[arg(long)]
    pub(crate) exact_home: bool,
}
