//! The one trait that all games implement, and the words it is written in.

use std::fmt::Debug;
use std::hash::Hash;

use rand::Rng;

use crate::error::Illegal;

/// A place at the table, counted from 0 in the order of the first turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into a list with one element a seat.
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
    /// Luck decides: a throw of dice, a card from a pile.
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

    /// The viewer whose turn it is: a seat that is to move, else the public.
    #[must_use]
    pub fn viewer(self) -> Viewer {
        match self {
            Turn::Seat(seat) => Viewer::Seat(seat),
            Turn::Chance | Turn::Over(_) => Viewer::Public,
        }
    }
}

/// Who looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player, who sees what is public and what is their own.
    Seat(Seat),
    /// A bystander, who sees only what is public.
    Public,
    /// A referee, or the reader of a finished record: nothing is hidden.
    All,
}

/// The type of what cannot happen: the chance moves of a game without luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Never {}

/// What luck may do next. It can always be sampled, and is listed where the
/// list is short.
pub enum Odds<C> {
    /// Every outcome with its weight: the chance is the weight divided by the
    /// sum of all weights, so chances always add up to one exactly.
    Listed(Vec<(C, u32)>),
    /// Too many outcomes to list, such as the deals of a pack of cards.
    Sampled(Sampler<C>),
}

/// Draws an outcome at random.
pub type Sampler<C> = Box<dyn Fn(&mut dyn Rng) -> C>;

impl<C: Clone> Odds<C> {
    /// Luck has no say now.
    #[must_use]
    pub fn none() -> Self {
        Odds::Listed(Vec::new())
    }

    /// Draws one outcome; `None` where luck has no say.
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

/// A uniform number below `bound`, `None` where there is no such number.
///
/// Written out, because what is drawn from a seed must stay the same for ever,
/// whatever a library's own mapping does in its next version.
pub fn below(luck: &mut dyn Rng, bound: u64) -> Option<u64> {
    let last = bound.checked_sub(1)?;
    // Multiply and keep the high half; draw again in the sliver that would
    // favour some numbers.
    let sliver = (u64::MAX - last) % bound;
    loop {
        let wide = u128::from(luck.next_u64()) * u128::from(bound);
        if wide as u64 >= sliver {
            return Some((wide >> 64) as u64);
        }
    }
}

/// The rules of a game. The state of play is the implementor.
///
/// There is no random generator inside a state, ever: luck is resolved from
/// outside, and a record holds what it decided. A state knows no names, no
/// clock and no strategy either.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// What a seat does.
    type Move: Clone + Eq + Hash + Debug + Send + Sync;
    /// What luck does; [`Never`] where there is none.
    type Chance: Clone + Eq + Debug + Send + Sync;
    /// What one viewer may know. `Self` where nothing is hidden.
    type View: Clone + Eq + Hash + Debug + Send + Sync;

    /// What a step is called that no later step can undo; see
    /// [`Game::progress`].
    const PROGRESS: &'static str = "progress";

    /// How many seats the table has.
    fn seats(&self) -> u8;

    /// What happens next.
    fn turn(&self) -> Turn;

    /// The legal moves of the seat to move, each once; none at a chance turn
    /// or after the end.
    fn moves(&self) -> Vec<Self::Move>;

    /// Makes a move. After an error the state is as it was.
    fn play(&mut self, chosen: &Self::Move) -> Result<(), Illegal>;

    /// What luck may do at a chance turn; [`Odds::none`] at any other. A game
    /// without luck leaves it at that.
    fn odds(&self) -> Odds<Self::Chance> {
        Odds::none()
    }

    /// Lets luck do something. After an error the state is as it was.
    fn resolve(&mut self, outcome: &Self::Chance) -> Result<(), Illegal> {
        let _ = outcome;
        Err(Illegal::new("no-luck", "luck has no say in this game"))
    }

    /// A number that changes with every step that no later step can undo, such
    /// as the pieces on the board. A match without such steps is drawn some
    /// day, see [`Stall`](crate::Stall). `None` for a game that always comes to
    /// its end by its rules.
    fn progress(&self) -> Option<u32> {
        None
    }

    /// What a viewer may know of this position. Two states that look the same
    /// to the seat to move offer it the same moves.
    fn view(&self, who: Viewer) -> Self::View;
}

/// A step of a game: a move, or what luck did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<G: Game> {
    /// A seat moved.
    Move(G::Move),
    /// Luck decided.
    Chance(G::Chance),
}

impl<G: Game> Step<G> {
    /// Takes this step in `state`.
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
