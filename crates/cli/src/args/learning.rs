//! `parlour rules`, `parlour learn` and `parlour puzzle`.

use std::time::Duration;

use clap::Args;

use super::{Game, Json, Seed, duration};

pub(crate) const RULES_HELP: &str = "\
Example:
  parlour rules ur";

pub(crate) const LEARN_HELP: &str = "\
A first game with a guide, in six to ten steps: it says what to do and why, and
plays the other side. At a prompt, type a move, or: hint, back, board, quit.

Examples:
  parlour learn gridlock
  parlour learn ur --plain";

pub(crate) const PUZZLE_HELP: &str = "\
Puzzles are made by the solvers, which also judge the answers. A seed always
makes the same puzzle; without one, you get a random puzzle from those that come
with the program.

On a terminal, type a move, or: hint, why, next, board, quit. In a pipe, prints
the number and the text of each position; with --json, one object per puzzle,
with the moves that solve it.

Examples:
  parlour puzzle gridlock
  parlour puzzle labyrinth --seed 7
  parlour puzzle ships --seed 1 --count 20 --json";

#[derive(Debug, Args)]
pub(crate) struct Rules {
    #[command(flatten)]
    pub(crate) game: Game,
    /// Draw with plain ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,
    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Learn {
    #[command(flatten)]
    pub(crate) game: Game,
    /// Draw with plain ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Play line by line, even on a terminal
    #[arg(long)]
    pub(crate) plain: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Puzzles {
    #[command(flatten)]
    pub(crate) game: Game,
    #[command(flatten)]
    pub(crate) seed: Seed,
    /// How many puzzles to make, with consecutive numbers
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u64>,
    /// How long to look for a puzzle
    #[arg(long, value_parser = duration, default_value = "60s", value_name = "TIME")]
    pub(crate) time: Duration,
    /// Draw with plain ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,
    #[command(flatten)]
    pub(crate) json: Json,
}
