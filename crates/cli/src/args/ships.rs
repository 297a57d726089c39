//! Arguments of the commands that only Ships has.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::{Json, Plot, Shards, duration};

#[derive(Debug, Args)]
pub(crate) struct SolveShips {
    /// The first guess [default: that of the best known tree]
    #[arg(long, value_name = "GUESS")]
    pub(crate) first: Option<String>,
    /// Try fewer guesses: seconds instead of half a minute, for a slightly
    /// worse tree
    #[arg(long)]
    pub(crate) quick: bool,
    /// Find every target within this many guesses
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) most: Option<u8>,
    /// Prove that no strategy needs fewer guesses than the best tree, by refuting the first
    /// guesses one by one. With --most, prove that this many guesses are not enough
    #[arg(long, conflicts_with_all = ["first", "quick", "verify", "out"])]
    pub(crate) prove: bool,
    /// With --prove, which first guesses to refute, and where to keep what is refuted [default:
    /// among your data]
    #[command(flatten)]
    pub(crate) shards: Shards,
    /// Stop starting new first guesses after this time
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "prove", conflicts_with = "most")]
    pub(crate) time: Option<Duration>,
    /// Instead, re-prove this many random lines of the journal, to catch false claims
    #[arg(long, value_name = "N", requires = "prove", conflicts_with_all = ["most", "time"])]
    pub(crate) sample: Option<usize>,
    /// Also search for every target with the answers of the plain rules
    #[arg(long)]
    pub(crate) verify: bool,
    /// Write the tree to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) plot: Plot,
    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Ships {
    /// Print the answer to a guess: exact, one away, two away
    #[command(after_help = "\
TARGET and GUESS are three locations each, in any order.

Example:
  parlour ships feedback H1,B2,D3 B3,C3,H3")]
    Feedback {
        /// Where the ships are
        target: String,
        /// What was guessed
        guess: String,
    },
    /// Search for every target with a rule, and count the guesses
    #[command(after_help = "\
The tree of guesses that the rule makes is walked once for all 4960 targets of
the standard board, without any table. With --rule best the built-in searcher
searches for every target, with the answers of the plain rules.

Examples:
  parlour ships pass
  parlour ships pass --rule entropy --json
  parlour ships pass --rule best")]
    Pass {
        /// The rule that chooses the guesses
        #[arg(long, value_enum, default_value_t)]
        rule: PassRule,
        #[command(flatten)]
        json: Json,
    },
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum PassRule {
    /// The possible target that leaves the fewest on average, as the game's
    /// document suggests
    #[default]
    Expected,
    /// The guess that gives the most information, possible or not
    Entropy,
    /// The built-in searcher: the best known tree
    Best,
}
