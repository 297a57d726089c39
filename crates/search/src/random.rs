//! Random legal moves.

use parlour_core::{Advice, Bot, Game, Limits, Seat, below, luck};

/// Plays a random legal move, each with the same probability.
#[derive(Debug)]
pub struct Random {
    luck: luck::Luck,
}

impl Random {
    /// A random player; equal seeds give equal moves.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random {
            luck: luck::seeded(seed),
        }
    }

    /// A random element.
    pub(crate) fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let index = below(&mut self.luck, from.len() as u64)?;
        from.get(index as usize)
    }
}

impl<G: Game> Bot<G> for Random {
    fn advise(&mut self, _: Seat, _: &G::View, moves: &[G::Move], _: &Limits) -> Advice<G::Move> {
        let chosen = self.choose(moves).expect("a bot is asked when it can move");
        Advice::unexplained(chosen.clone())
    }

    fn recalls(&self) -> bool {
        false
    }
}
