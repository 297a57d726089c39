//! What only Labyrinth has on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum Labyrinth {
    /// Translate a game that another program saved
    #[command(after_help = "\
Prints the game as Parlour writes it.

Examples:
  parlour labyrinth import theirs.txt --zero-based > ours.labyrinth
  parlour labyrinth import theirs.txt --zero-based --closed-side | parlour check -")]
    Import(Import),
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The saved game; - is standard input
    pub(crate) file: PathBuf,
    /// It counts rows and columns from 0, and treasure 0 is none
    #[arg(long)]
    pub(crate) zero_based: bool,
    /// It names a fork after its closed side
    #[arg(long)]
    pub(crate) closed_side: bool,
}
