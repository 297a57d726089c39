//! Arguments of the commands that only Gridlock has.

use std::num::NonZero;
use std::time::Duration;

use clap::Args;

use super::{Json, Plot, Shards, duration};

#[derive(Debug, Args)]
pub(crate) struct SolveGridlock {
    /// The board, columns x rows
    #[arg(long, value_name = "MxN", required_unless_present_any = ["upto", "position"])]
    pub(crate) size: Option<String>,
    /// How many colours, or which
    #[arg(long, value_name = "K|LIST", default_value = "2")]
    pub(crate) colours: String,
    /// Every board up to this size, as a table
    #[arg(long, value_name = "MxN", conflicts_with_all = ["size", "json"])]
    pub(crate) upto: Option<String>,
    /// Any position instead of an empty board: its text, - for standard input, or @FILE. Also
    /// prints its parts and all winning moves
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["size", "colours", "upto"])]
    pub(crate) position: Option<String>,
    /// Find out who wins, but not the nim-value
    #[arg(long)]
    pub(crate) winner_only: bool,
    /// How long to think about a board: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, default_value = "1m", value_name = "TIME")]
    pub(crate) time: Duration,
    /// How much memory to use: 64M, 1G
    #[arg(long, value_parser = bytes, default_value = "1G", value_name = "BYTES")]
    pub(crate) memory: usize,
    /// How many threads search
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) threads: NonZero<u32>,
    /// Search even if a strategy knows the answer, and use no pairings: slower,
    /// but an independent proof
    #[arg(long)]
    pub(crate) no_strategy: bool,
    /// Compute the nim-value of every position from those of all its options:
    /// much slower, but an independent proof
    #[arg(long, conflicts_with = "threads")]
    pub(crate) full: bool,
    /// Also print how the game goes with best play
    #[arg(long, conflicts_with = "upto")]
    pub(crate) line: bool,
    /// With --upto, which boards to solve, and where to keep their values
    #[command(flatten)]
    pub(crate) shards: Shards,
    #[command(flatten)]
    pub(crate) plot: Plot,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// A number of bytes such as `64M` or `1G`.
pub(super) fn bytes(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let shift = match &text[digits.len()..] {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("write a number and a unit, such as 64M or 1G".to_owned()),
    };
    digits
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or_else(|| "write a number and a unit, such as 64M or 1G".to_owned())
}
