//! What can be solved.

use clap::Subcommand;

use super::{SolveGridlock, SolveLabyrinth, SolvePloy, SolveShips, SolveUr};

#[derive(Debug, Subcommand)]
pub(crate) enum Solve {
    /// The nim-value of a board or position, and who wins
    #[command(after_help = "\
The nim-value is 0 if the second player wins. Boards that a strategy settles
need no search, whatever their size; others can have up to 256 cells. With
--upto, prints a table of tab-separated values; Ctrl-C stops early and prints
what is known.

Examples:
  parlour solve gridlock --size 3x21 --colours 1
  parlour solve gridlock --size 5x14 --colours 1 --winner-only --threads 2 --line
  parlour solve gridlock --size 3x8 --colours red,green,blue --winner-only --json
  parlour solve gridlock --upto 5x10 --colours 1 --time 10s
  parlour solve gridlock --position '7x2 r ...r.../.......' --json")]
    Gridlock(SolveGridlock),
    /// The chance to win from every position, with perfect play
    #[command(after_help = "\
Every position is solved; the first player's chance is printed. With five pieces
or more the values of all positions are kept in a file, which the bot `perfect`
uses. The file is in the folder $PARLOUR_DATA, or else in your data folder.
Seven pieces take about half a minute of processor time, 2.5 gigabytes of memory
and a file of 276 MB.

Examples:
  parlour solve ur
  parlour solve ur --pieces 3
  parlour solve ur --pieces 2 --exact-home --verify --json")]
    Ur(SolveUr),
    /// What to guess after every answer, with as few guesses as possible
    #[command(after_help = "\
Prints how many guesses all 4960 targets need in total, on average and at most,
how many targets need one guess, two, and so on, and a lower bound for any
strategy.

With --prove, proves that no strategy is better: that each of the 1240 first
guesses that differ under the symmetries of the board leaves too much to find.
That takes an hour. Each refutation is written to a journal at once, so you can
stop the proof at any time and continue it later.

Examples:
  parlour solve ships
  parlour solve ships --prove --time 10m
  parlour solve ships --prove --most 5
  parlour solve ships --quick --verify
  parlour solve ships --first A1,C1,E4 --out my.tree")]
    Ships(SolveShips),
    /// A plan with few turns for a solo game, or with the fewest
    #[command(after_help = "\
POSITION is a saved game of one player, start, - for standard input, or @FILE.
The plan can be replayed with parlour apply. With --prove, the plan is proved to
be shortest; when time runs out, or after Ctrl-C, it prints what it knows so
far.

Examples:
  parlour solve labyrinth @game.labyrinth --prove
  parlour new labyrinth --players 1 --seed 1 | parlour solve labyrinth - --prove --json")]
    Labyrinth(SolveLabyrinth),
    /// The smallest endings, exactly: a Commander and one piece each
    #[command(after_help = "\
A class is the two pieces: shield, probe45, probe90, probe180, lance45, lance90,
lance135. The number is the angle between the lines of a Probe, or between the
middle line of a Lance and the others. Without a class, all 28 are solved, one
after the other; what is already in your data folder is not solved again. A
class takes one to two minutes of processor time, one to two gigabytes of
memory, and a file of 1 to 260 MB.

The bot `full`, best and review use the tables that there are.

Examples:
  parlour solve ploy --endings shield-shield
  parlour solve ploy --endings lance45-lance90 --verify 200 --json
  parlour solve ploy --endings --statistics")]
    Ploy(SolvePloy),
}
