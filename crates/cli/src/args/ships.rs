//! Arguments of the commands that only Ships has.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::{Json, Plot, duration};

#[derive(Debug, Args)]
pub(crate) struct SolveShips {
    /// The guess to begin with; else that of the best tree that is known
    #[arg(long, value_name = "GUESS")]
    pub(crate) first: Option<String>,
    /// Try fewer guesses: seconds instead of half a minute, and a few guesses
    /// more
    #[arg(long)]
    pub(crate) quick: bool,
    /// Find every target with at most so many guesses
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) most: Option<u8>,
    /// Prove that no strategy needs fewer guesses than the best tree: refute one
    /// first guess after the other. With --most, that so many are not enough
    #[arg(long, conflicts_with_all = ["first", "quick", "verify", "out"])]
    pub(crate) prove: bool,
    /// The file that keeps what is refuted, to go on from there; else among your
    /// data
    #[arg(long, value_name = "FILE", requires = "prove", conflicts_with = "most")]
    pub(crate) journal: Option<PathBuf>,
    /// Begin with no further first guess after this time
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "prove", conflicts_with = "most")]
    pub(crate) time: Option<Duration>,
    /// Prove so many lines of the journal again, drawn at random, instead of going
    /// on: a line that claims too much is found
    #[arg(long, value_name = "N", requires = "prove", conflicts_with_all = ["most", "time"])]
    pub(crate) sample: Option<usize>,
    /// Look for every target with the answers of the plain rules, too
    #[arg(long)]
    pub(crate) verify: bool,
    /// Write what to guess to a file
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
    /// Look for every target by a rule, and count the guesses
    #[command(after_help = "\
The tree of guesses that the rule makes is walked once for all 4960 targets of
the standard board, without any table. With --rule best the searcher that is
shipped looks for every target, with the answers of the plain rules.

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
    /// The guess that tells most, possible or not
    Entropy,
    /// The searcher that is shipped: the best tree that is known
    Best,
}
