//! The trait that all games implement, and its vocabulary.

use std::fmt::{self, Debug};
use std::hash::Hash;

use rand::Rng;

use crate::error::Illegal;

/// A seat at the table, counted from 0 in the order of the first turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into a list with one element per seat.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All seats of a table with `count` of them.
    pub fn all(count: u8) -> impl Iterator<Item = Seat> {
        (0..count).map(Seat)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This seat won.
    Win(Seat),
    /// Nobody won.
    Draw,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This seat chooses a move.
    Seat(Seat),
    /// A chance event: a throw of dice, a card from a pile.
    Chance,
    /// Nothing: the game is over.
    Over(Outcome),
}

impl Turn {
    /// How the game ended, if it did.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            Turn::Seat(_) | Turn::Chance => None,
        }
    }

    /// The viewer whose turn it is: the seat to move, or else the public.
    #[must_use]
    pub fn viewer(self) -> Viewer {
        match self {
            Turn::Seat(seat) => Viewer::Seat(seat),
            Turn::Chance | Turn::Over(_) => Viewer::Public,
        }
    }
}

/// The viewer of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player, who sees what is public and what is their own.
    Seat(Seat),
    /// A bystander, who sees only what is public.
    Public,
    /// A referee, or the reader of a finished record: nothing is hidden.
    All,
}

/// A type without values: the chance events of a game without luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Never {}

/// The possible outcomes of a chance event. They can always be sampled, and are
/// listed if the list is short.
pub enum Odds<C> {
    /// Every outcome with its weight. Its probability is the weight divided by
    /// the sum of all weights, so that probabilities add up to exactly one.
    Listed(Vec<(C, u32)>),
    /// Too many outcomes to list, such as the deals of a pack of cards.
    Sampled(Sampler<C>),
}

/// Draws an outcome at random.
pub type Sampler<C> = Box<dyn Fn(&mut dyn Rng) -> C>;

impl<C: Debug> Debug for Odds<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Odds::Listed(outcomes) => f.debug_tuple("Listed").field(outcomes).finish(),
            Odds::Sampled(_) => f.debug_tuple("Sampled").finish_non_exhaustive(),
        }
    }
}

impl<C: Clone> Odds<C> {
    /// No chance event now.
    #[must_use]
    pub fn none() -> Self {
        Odds::Listed(Vec::new())
    }

    /// Draws an outcome; `None` if there is no chance event.
    pub fn sample(&self, luck: &mut dyn Rng) -> Option<C> {
        match self {
            Odds::Sampled(draw) => Some(draw(luck)),
            Odds::Listed(outcomes) => {
                let total: u64 = outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum();
                let mut left = below(luck, total)?;
                for (outcome, weight) in outcomes {
                    let weight = u64::from(*weight);
                    if left < weight {
                        return Some(outcome.clone());
                    }
                    left -= weight;
                }
                None
            }
        }
    }
}

/// A uniform random number below `bound`; `None` if `bound` is 0.
///
/// Written by hand, because what is drawn from a seed must stay the same for
/// ever, whatever a library does in its next version.
pub fn below(luck: &mut dyn Rng, bound: u64) -> Option<u64> {
    let last = bound.checked_sub(1)?;
    // Lemire's method: multiply and keep the high half; draw again in the
    // sliver that would favour some numbers.
    let sliver = (u64::MAX - last) % bound;
    loop {
        let wide = u128::from(luck.next_u64()) * u128::from(bound);
        if wide as u64 >= sliver {
            return Some((wide >> 64) as u64);
        }
    }
}

/// The rules of a game. The implementor is a position.
///
/// A position never contains a random number generator: chance events are
/// resolved from outside, and a record holds their outcomes. Nor does a
/// position contain names, a clock or a strategy.
///
/// # Examples
///
/// A whole game: two players take one to three from a heap, and the player who takes the last one
/// wins.
///
/// ```
/// use parlour_core::{Game, Illegal, Never, Outcome, Seat, Turn, Viewer};
///
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Heap {
///     left: u8,
///     next: Seat,
/// }
///
/// impl Game for Heap {
///     type Move = u8;
///     type Chance = Never;
///     type View = Self;
///
///     fn seats(&self) -> u8 {
///         2
///     }
///
///     fn turn(&self) -> Turn {
///         match self.left {
///             0 => Turn::Over(Outcome::Win(Seat(1 - self.next.0))),
///             _ => Turn::Seat(self.next),
///         }
///     }
///
///     fn moves(&self) -> Vec<u8> {
///         (1..=self.left.min(3)).collect()
///     }
///
///     fn play(&mut self, taken: &u8) -> Result<(), Illegal> {
///         if !self.moves().contains(taken) {
///             return Err(Illegal::new("bad-number", "take one to three"));
///         }
///         self.left -= taken;
///         self.next = Seat(1 - self.next.0);
///         Ok(())
///     }
///
///     fn view(&self, _: Viewer) -> Self {
///         self.clone()
///     }
/// }
///
/// let mut heap = Heap { left: 5, next: Seat(0) };
/// heap.play(&1)?;
/// assert!(heap.play(&4).is_err());
/// heap.play(&3)?;
/// heap.play(&1)?;
/// assert_eq!(heap.turn(), Turn::Over(Outcome::Win(Seat(0))));
/// # Ok::<(), Illegal>(())
/// ```
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move.
    type Move: Clone + Eq + Hash + Debug + Send + Sync;
    /// The outcome of a chance event; [`Never`] in a game without luck.
    type Chance: Clone + Eq + Debug + Send + Sync;
    /// What one viewer may know of a position; `Self` if nothing is hidden.
    type View: Clone + Eq + Hash + Debug + Send + Sync;

    /// The game's word for an irreversible step; see [`Game::progress`].
    const PROGRESS: &'static str = "progress";

    /// How many seats the table has.
    fn seats(&self) -> u8;

    /// What happens next.
    fn turn(&self) -> Turn;

    /// The legal moves of the seat to move, each once; none at a chance event
    /// or after the end.
    fn moves(&self) -> Vec<Self::Move>;

    /// Makes a move. After an error the state is as it was.
    ///
    /// # Errors
    ///
    /// The rules do not allow the move here, or the game is over.
    fn play(&mut self, chosen: &Self::Move) -> Result<(), Illegal>;

    /// The possible outcomes at a chance event; [`Odds::none`] at any other
    /// time. A game without luck need not implement it.
    fn odds(&self) -> Odds<Self::Chance> {
        Odds::none()
    }

    /// Resolves a chance event. After an error the state is as it was.
    ///
    /// # Errors
    ///
    /// No chance event is due, or it cannot have this outcome.
    fn resolve(&mut self, outcome: &Self::Chance) -> Result<(), Illegal> {
        let _ = outcome;
        Err(Illegal::new("no-luck", "there is no luck in this game"))
    }

    /// A number that changes with every irreversible step, such as the number
    /// of pieces on the board. A match without such steps is drawn eventually,
    /// see [`Stall`](crate::Stall). `None` for a game whose rules always bring
    /// it to an end.
    fn progress(&self) -> Option<u32> {
        None
    }

    /// What a viewer may know of this position (its information set). Two
    /// states that look the same to the seat to move offer it the same moves.
    #[doc(alias = "information set")]
    fn view(&self, who: Viewer) -> Self::View;
}

/// A step of a game: a move, or the outcome of a chance event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<G: Game> {
    /// A seat moved.
    Move(G::Move),
    /// A chance event had this outcome.
    Chance(G::Chance),
}

impl<G: Game> Step<G> {
    /// Takes this step in `state`.
    ///
    /// # Errors
    ///
    /// The rules do not allow it: see [`Game::play`] and [`Game::resolve`].
    pub fn take(&self, state: &mut G) -> Result<(), Illegal> {
        match self {
            Step::Move(chosen) => state.play(chosen),
            Step::Chance(outcome) => state.resolve(outcome),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::luck::seeded;

    #[test]
    fn listed_odds_are_drawn_by_their_weights() {
        let odds = Odds::Listed(vec![('a', 1), ('b', 6), ('c', 1)]);
        let mut luck = seeded(7);
        let mut counts = [0u32; 3];
        for _ in 0..8000 {
            let drawn = odds.sample(&mut luck).expect("there are outcomes");
            counts[drawn as usize - 'a' as usize] += 1;
        }
        assert!(counts[0].abs_diff(1000) < 150, "{counts:?}");
        assert!(counts[1].abs_diff(6000) < 250, "{counts:?}");
    }

    #[test]
    fn numbers_below_a_bound_are_uniform_and_in_range() {
        let mut luck = seeded(1);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[below(&mut luck, 6).expect("six is positive") as usize] += 1;
        }
        assert!(
            counts.iter().all(|count| count.abs_diff(10_000) < 500),
            "{counts:?}"
        );
        assert_eq!(below(&mut luck, 0), None);
        assert_eq!(below(&mut luck, 1), Some(0));
    }
}
