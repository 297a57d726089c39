//! What can be solved.

use clap::Subcommand;

use super::{SolveGridlock, SolveLabyrinth, SolveShips, SolveUr};

#[derive(Debug, Subcommand)]
pub(crate) enum Solve {
    /// The nim-value of a board or position, and who wins
    #[command(after_help = "\
The nim-value is 0 where the second player wins. Boards that a strategy settles
need no search, whatever their size; others can have up to 256 cells. With
--upto, a table of tab-separated values; Ctrl-C ends it with what is known.

Examples:
  parlour solve gridlock --size 3x21 --colours 1
  parlour solve gridlock --size 5x14 --colours 1 --winner-only --threads 2 --line
  parlour solve gridlock --size 3x8 --colours red,green,blue --winner-only --json
  parlour solve gridlock --upto 5x10 --colours 1 --time 10s
  parlour solve gridlock --position '7x2 r ...r.../.......' --json")]
    Gridlock(SolveGridlock),
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
    /// What to guess after every answer, so that few guesses are needed
    #[command(after_help = "\
What is printed is how many guesses all 4960 targets need together, on average
and at most, and how many targets need one guess, two, and so on; and what no
strategy can be better than.

With --prove, it is shown that no strategy is better: for each of the 1240 first
guesses that are different under the symmetries of the board, that what it leaves
takes too many guesses. That takes an hour. What is refuted is written to a journal
at once, so it can be stopped at any time, and goes on where it was.

Examples:
  parlour solve ships
  parlour solve ships --prove --time 10m
  parlour solve ships --prove --most 5
  parlour solve ships --quick --verify
  parlour solve ships --first A1,C1,E4 --out my.tree")]
    Ships(SolveShips),
    /// A plan with few turns for a game alone, or with the fewest
    #[command(after_help = "\
POSITION is a saved game of one player, start, - for standard input, or @FILE. The
plan replays by parlour apply. With --prove, no plan is shorter; when the time is
up, or after Ctrl-C, what is known by then is printed.

Examples:
  parlour solve labyrinth @game.labyrinth --prove
  parlour new labyrinth --players 1 --seed 1 | parlour solve labyrinth - --prove --json")]
    Labyrinth(SolveLabyrinth),
}
