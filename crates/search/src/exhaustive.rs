//! Perfect play by looking at everything.

use std::collections::HashMap;

use parlour_core::{Advice, Bot, Game, Limits, Outcome, Seat, Turn};

use crate::random::Random;

/// Positions remembered, and moves in a position that is worth looking at:
/// they bound memory, and the time between two looks at the clock, whatever the
/// limits say. With more moves than this the end is out of sight anyway.
const MOST_REMEMBERED: usize = 1 << 20;
const MOST_MOVES: usize = 150;

/// Plays perfectly when it can look at every way the game may go on, and at
/// random when it cannot. For two players, without luck and without secrets;
/// the view must be the state itself.
///
/// It is a plain search with a memory, meant for small games and as the
/// reference for cleverer programs.
pub struct Exhaustive {
    random: Random,
}

impl Exhaustive {
    /// A perfect player; the seed decides among equally good moves.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Exhaustive {
            random: Random::new(seed),
        }
    }
}

impl<G: Game<View = G>> Bot<G> for Exhaustive {
    fn advise(&mut self, _: Seat, view: &G, moves: &[G::Move], limits: &Limits) -> Advice<G::Move> {
        let mut search = Search {
            values: HashMap::new(),
            nodes: 0,
            limits,
        };
        let values: Option<Vec<_>> = moves
            .iter()
            .take_while(|_| moves.len() <= MOST_MOVES)
            .map(|chosen| Some((chosen.clone(), search.value_of(view, chosen)?)))
            .collect();
        let Some(mut considered) = values.filter(|values| !values.is_empty()) else {
            let chosen = self.random.choose(moves);
            let chosen = chosen.expect("a bot is asked when it can move");
            return Advice::unexplained(chosen.clone());
        };
        considered.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let value = considered[0].1;
        let equal = considered
            .iter()
            .take_while(|(_, other)| *other == value)
            .count();
        let (best, _) = self
            .random
            .choose(&considered[..equal])
            .expect("the best move is as good as itself");
        let reason = match (value, equal) {
            (1.0, n) if n == moves.len() => "every move wins".to_owned(),
            (1.0, 1) => "the only winning move".to_owned(),
            (1.0, n) => format!("one of {n} winning moves out of {}", moves.len()),
            (0.0, _) => "every move loses against perfect play".to_owned(),
            _ => "no move wins, but this one does not lose".to_owned(),
        };
        Advice {
            best: best.clone(),
            value: Some(value),
            reason: Some(reason),
            considered,
        }
    }
}

struct Search<'a, G> {
    /// What positions are worth to their mover: 1 won, 0 lost, a half drawn.
    values: HashMap<G, f64>,
    nodes: u64,
    limits: &'a Limits,
}

impl<G: Game> Search<'_, G> {
    /// What a move is worth to who makes it; `None` when out of time.
    fn value_of(&mut self, state: &G, chosen: &G::Move) -> Option<f64> {
        let mover = state.turn();
        let mut next = state.clone();
        next.play(chosen).ok()?;
        let value = self.value(&next)?;
        Some(match next.turn() {
            Turn::Over(_) => flip_unless(winner_is(&next, mover), value),
            turn => flip_unless(turn == mover, value),
        })
    }

    /// What a position is worth to its mover; of a finished game, to the
    /// winner.
    fn value(&mut self, state: &G) -> Option<f64> {
        match state.turn() {
            Turn::Over(Outcome::Draw) => return Some(0.5),
            Turn::Over(Outcome::Win(_)) => return Some(1.0),
            Turn::Chance => return None,
            Turn::Seat(_) => {}
        }
        if let Some(value) = self.values.get(state) {
            return Some(*value);
        }
        self.nodes += 1;
        // Asking the clock at every node would cost more than the node.
        if self.nodes.is_multiple_of(256) && self.limits.reached(self.nodes) {
            return None;
        }
        let mut best = 0.0_f64;
        for chosen in state.moves() {
            best = best.max(self.value_of(state, &chosen)?);
            if best == 1.0 {
                break;
            }
        }
        if self.values.len() < MOST_REMEMBERED {
            self.values.insert(state.clone(), best);
        }
        Some(best)
    }
}

fn winner_is<G: Game>(state: &G, mover: Turn) -> bool {
    matches!((state.turn(), mover), (Turn::Over(Outcome::Win(winner)), Turn::Seat(seat)) if winner == seat)
}

fn flip_unless(same_side: bool, value: f64) -> f64 {
    if same_side { value } else { 1.0 - value }
}
