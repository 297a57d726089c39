//! What only Labyrinth has on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::BoolishValueParser;
use clap::{Args, Subcommand};
use parlour_labyrinth::{Habit, PUZZLE_TURNS, TREASURES};

use super::{Json, Position, Seed, Shards, duration};

#[derive(Debug, Subcommand)]
pub(crate) enum Labyrinth {
    /// Translate a game that another program saved
    #[command(after_help = "\
Prints the game as Parlour writes it. Without switches every combination of them
is tried. Standard error says what was assumed. If a file can be read as
different games, the readings are listed and the exit status is 1.
--zero-based=no says that the file does not do this; likewise for the other
switches.

Examples:
  parlour labyrinth import theirs.txt > ours.labyrinth
  parlour labyrinth import theirs.txt --column-first --zero-based=no | parlour check -")]
    Import(Import),
    /// Make a game for one player whose fewest turns are known
    #[command(after_help = "\
Deals games until one provably needs exactly that many turns. Prints the
position, to be played or solved.

Examples:
  parlour labyrinth puzzle --turns 3 > puzzle.labyrinth && parlour puzzle.labyrinth
  parlour labyrinth puzzle --turns 5 --seed 1 --json")]
    Puzzle(Puzzle),
    /// Count the fewest turns of many games for one player
    #[command(after_help = "\
Deals games for one player, solves each with proof, and prints how many games
need how many turns. Game n is the one that parlour new labyrinth --players 1
deals with the seed S + n, so the numbers are the same on every machine.

Examples:
  parlour labyrinth turns --games 100
  parlour labyrinth turns --games 1000 --only 0..500 --journal first.jsonl
  parlour labyrinth turns --games 1000 --merge first.jsonl second.jsonl --json")]
    Turns(Turns),
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The saved game; - is standard input
    pub(crate) file: PathBuf,
    /// It counts rows and columns from 0
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes", value_parser = BoolishValueParser::new())]
    pub(crate) zero_based: Option<bool>,
    /// It counts treasures and cards from 0; otherwise treasure 0 means none
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes", value_parser = BoolishValueParser::new())]
    pub(crate) treasures_from_0: Option<bool>,
    /// It writes the column of a pawn before the row
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes", value_parser = BoolishValueParser::new())]
    pub(crate) column_first: Option<bool>,
    /// It names a fork after its closed side
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes", value_parser = BoolishValueParser::new())]
    pub(crate) closed_side: Option<bool>,
}

impl Import {
    /// What the user knows about the file.
    pub(crate) fn known(&self) -> Vec<(Habit, bool)> {
        let switches = [
            (Habit::ZeroBased, self.zero_based),
            (Habit::TreasuresFrom0, self.treasures_from_0),
            (Habit::ColumnFirst, self.column_first),
            (Habit::ClosedSide, self.closed_side),
        ];
        let known = switches.into_iter();
        known
            .filter_map(|(habit, has)| Some((habit, has?)))
            .collect()
    }
}

#[derive(Debug, Args)]
pub(crate) struct SolveLabyrinth {
    #[command(flatten)]
    pub(crate) position: Position,
    /// Search until no shorter plan can exist
    #[arg(long)]
    pub(crate) prove: bool,
    /// How long to search: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, default_value = "10m", value_name = "TIME")]
    pub(crate) time: Duration,
    /// With the position start, the game that is dealt
    #[command(flatten)]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Puzzle {
    /// The fewest turns, 1 to 7
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = turns())]
    pub(crate) turns: u32,
    /// Number of cards, 1 to 24 [default: a number that makes such games
    /// likely]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(TREASURES)))]
    pub(crate) cards: Option<u8>,
    /// How long to search: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, default_value = "10m", value_name = "TIME")]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Turns {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// The seed of game 0
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How long to search for the plan of a game: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, default_value = "10m", value_name = "TIME")]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) shards: Shards,
    #[command(flatten)]
    pub(crate) json: Json,
}

fn turns() -> clap::builder::RangedI64ValueParser<u32> {
    let (fewest, most) = (*PUZZLE_TURNS.start(), *PUZZLE_TURNS.end());
    clap::value_parser!(u32).range(i64::from(fewest)..=i64::from(most))
}
