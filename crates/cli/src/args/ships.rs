//! Arguments of the commands that only Ships has.

use clap::Subcommand;

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
}
