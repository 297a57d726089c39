//! How a search reports what it found.

use parlour_core::{Game, Limits, Measure, Thought};

/// What a search needs to know about a game to describe its findings.
pub(crate) struct Reporter<G: Game> {
    /// What values mean.
    pub(crate) measure: Measure,
    /// The text of a move.
    pub(crate) text: fn(&G, &G::Move) -> String,
}

impl<G: Game> Reporter<G> {
    /// A line of moves as texts, as far as it is legal.
    fn texts(&self, state: &G, line: &[G::Move]) -> Vec<String> {
        let mut state = state.clone();
        let mut texts = Vec::with_capacity(line.len());
        for chosen in line {
            texts.push((self.text)(&state, chosen));
            if state.play(chosen).is_err() {
                break;
            }
        }
        texts
    }

    /// Tells the listener what was found so far.
    pub(crate) fn tell(
        &self,
        limits: &Limits,
        state: &G,
        (depth, nodes): (u32, u64),
        chance: f64,
        line: &[G::Move],
    ) {
        if let (Some(_), Some(value)) = (&limits.listener, self.measure.value(chance)) {
            limits.tell(&Thought {
                depth,
                nodes,
                value,
                line: self.texts(state, line),
            });
        }
    }

    /// Moves with their chances, as values of the game.
    pub(crate) fn values(
        &self,
        moves: impl Iterator<Item = (G::Move, f64)>,
    ) -> Vec<(G::Move, f64)> {
        moves
            .filter_map(|(chosen, chance)| Some((chosen, self.measure.value(chance)?)))
            .collect()
    }
}
