//! The fewest turns of a solo game, as a plan, with a proof if wanted.

mod beam;
mod plan;
mod prove;
mod puzzle;
mod step;

use parlour_core::{Game, Limits, Seat, Turn};
use thiserror::Error;

use crate::board::MazeBits;
use crate::board::{bit, tiles_with};
use crate::rules::{Labyrinth, Move, Phase};

use prove::{Prover, Stopped};
pub use puzzle::{PUZZLE_TURNS, puzzle};
pub(crate) use step::{State, Step};

/// How a solo game is won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The turns of the plan, including the present one.
    pub turns: u32,
    /// A lower bound: no plan has fewer turns.
    pub at_least: u32,
    /// All moves to the end: insertions and walks alternately.
    pub plan: Vec<Move>,
}

impl Solution {
    /// Whether no plan is shorter.
    #[must_use]
    pub fn proved(&self) -> bool {
        self.at_least == self.turns
    }
}

/// Why a position cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// Nobody can plan what others do.
    #[error("{0} players are at the table: only a solo game has a plan")]
    Players(u8),
    /// In the published game cards are hunted one by one.
    #[error("the published rules are played here: only the game of the document is solved")]
    Official,
    /// There is nothing to do.
    #[error("the game is over")]
    Over,
}

/// How hard to search for a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The beam width: positions kept per turn in the search for a good plan.
    pub width: usize,
    /// Whether to search for a better plan until none is left.
    pub prove: bool,
}

/// A plan for the only player of a position. With a proof, reports which number
/// of turns is being ruled out, and how much of that is done; when the limits
/// are reached, it returns what is known by then.
///
/// # Errors
///
/// There are several players, the published rules are played, or the game is over.
///
/// # Examples
///
/// ```
/// use parlour_core::{Game, Limits, luck};
/// use parlour_labyrinth::{Effort, deal, solve};
///
/// let mut game = deal(1, 1, false, &mut luck::seeded(8));
/// let effort = Effort { width: 1000, prove: true };
/// let solution = solve(&game, effort, &Limits::default(), &|_, _| ()).expect("a game alone");
/// assert_eq!(solution.turns, 4);
/// assert!(solution.proved());
/// for chosen in &solution.plan {
///     game.play(chosen).expect("a legal move");
/// }
/// assert!(game.moves().is_empty(), "the game is won");
/// ```
pub fn solve(
    position: &Labyrinth,
    effort: Effort,
    limits: &Limits,
    progress: &dyn Fn(u32, f64),
) -> Result<Solution, SolveError> {
    if matches!(position.turn(), Turn::Over(_)) {
        return Err(SolveError::Over);
    }
    if position.seats() > 1 {
        return Err(SolveError::Players(position.seats()));
    }
    if position.table().official.is_some() {
        return Err(SolveError::Official);
    }
    let table = position.table();
    let hand = position.hand(Seat(0));
    let home = bit(table.pawns[0].colour.home());
    let walks = table.phase == Phase::Walk;
    let start = State {
        board: MazeBits::of(table),
        area: if walks {
            table.reachable().0
        } else {
            bit(table.pawns[0].square)
        },
        wanted: tiles_with(table, hand),
    };
    let found = find(&start, walks, home, effort, limits, progress);
    let present = u32::from(walks);
    Ok(Solution {
        turns: found.steps.len() as u32 + present,
        at_least: found.at_least + present,
        plan: plan::moves(&start, walks, &found.steps, home),
    })
}

/// Insertions that win, and a lower bound for their number.
struct Found {
    steps: Vec<Step>,
    at_least: u32,
}

fn find(
    start: &State,
    walks: bool,
    home: u64,
    effort: Effort,
    limits: &Limits,
    progress: &dyn Fn(u32, f64),
) -> Found {
    // In the middle of a turn the walk home may be all that is missing.
    if walks && start.won(home) {
        return Found {
            steps: Vec::new(),
            at_least: 0,
        };
    }
    let steps = beam::plan(start, home, effort.width, limits);
    let mut steps = steps.unwrap_or_else(|| plan::steady(start, home));
    let mut at_least = 1;
    while effort.prove && (at_least as usize) < steps.len() {
        let told = |done| progress(at_least, done);
        match Prover::new(home, limits, &told).plan(start, at_least) {
            Ok(None) => at_least += 1,
            Ok(Some(shorter)) => steps = shorter,
            Err(Stopped) => break,
        }
    }
    Found { steps, at_least }
}
