//! Arguments of the commands that only Ploy has.

use clap::Subcommand;

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
}
