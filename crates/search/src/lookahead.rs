//! Alpha-beta search (minimax) in games without luck, expectimax in games with
//! it, with iterative deepening. Both are the same search, with or without
//! chance nodes.

mod entry;
mod order;
mod root;
mod search;
#[cfg(test)]
mod tests;

use parlour_core::luck::{self, Luck};
use parlour_core::{Advice, Bot, Bots, Imagine, Limits, Seat, Viewer};
use rand::Rng;

use crate::key::key;
use crate::meter::{Meter, threads};
use crate::rank::Problem;
use crate::reporter::Reporter;
use crate::transposition::TranspositionTable;

use entry::Known;
use root::{Found, Root};
use search::steps_to_the_end;

/// The size of the transposition table in bytes if nobody limits it.
const USUAL_MEMORY: usize = 32 << 20;

/// Bytes of the table per position that may be searched.
const MEMORY_A_POSITION: u64 = 32;

/// The first look at the moves takes at most this fraction of all positions,
/// and no more than this many if only time is limited.
const FIRST_LOOK: (u64, u64) = (2, 100_000);

/// A bot that searches ahead in a game for one or two players with nothing
/// hidden.
#[doc(alias = "alpha-beta")]
#[doc(alias = "expectimax")]
#[doc(alias = "minimax")]
#[doc(alias = "iterative deepening")]
pub(crate) struct Lookahead<G: Bots> {
    reporter: Reporter<G>,
    luck: Luck,
    /// Positions of the match that could be repeated.
    past: Vec<u64>,
    memory: Option<Memory>,
}

/// The transposition table kept from earlier searches.
struct Memory {
    seat: Seat,
    bytes: usize,
    table: TranspositionTable<Known>,
}

impl<G: Bots + Imagine> Lookahead<G> {
    pub(crate) fn new(seed: u64, reporter: Reporter<G>) -> Self {
        Lookahead {
            reporter,
            luck: luck::seeded(seed),
            past: Vec::new(),
            memory: None,
        }
    }

    /// The memory for a search: the last one's, if it fits.
    fn memory(&mut self, seat: Seat, limits: &Limits) -> Memory {
        let wanted = Meter::new(limits).most().saturating_mul(MEMORY_A_POSITION);
        let bytes = limits.memory.unwrap_or(USUAL_MEMORY);
        let bytes = bytes.min(usize::try_from(wanted).unwrap_or(usize::MAX));
        let last = self.memory.take();
        last.filter(|last| last.seat == seat && last.bytes == bytes)
            .unwrap_or_else(|| Memory {
                seat,
                bytes,
                table: TranspositionTable::fixed(bytes),
            })
    }
}

impl<G: Bots + Imagine> Bot<G> for Lookahead<G> {
    fn advise(
        &mut self,
        seat: Seat,
        view: &G::View,
        moves: &[G::Move],
        limits: &Limits,
    ) -> Advice<G::Move> {
        let problem = Problem {
            seat,
            view,
            moves,
            is_open: true,
        };
        let mut luck = luck::seeded(self.luck.next_u64());
        let state: G = problem.imagine(&mut luck);
        let (part, most) = FIRST_LOOK;
        let whole = Meter::for_moves(limits, moves.len()).most();
        let mut first = Meter::new(limits).at_most(most.min(whole / part));
        let ranked = problem.rank(&mut first, &mut luck);
        let memory = self.memory(seat, limits);
        let mut past = self.past.clone();
        past.push(key(&state));
        let root = Root {
            state,
            seat,
            moves,
            ranked: &ranked,
            past: &past,
            table: &memory.table,
            limits,
            reporter: &self.reporter,
        };
        let found = root.search(first.nodes(), threads(limits), &mut luck);
        let advice = advice(&root, &found);
        self.memory = Some(memory);
        advice
    }

    fn recall(&mut self, past: Vec<G::View>) {
        // Nothing is hidden, so nothing is left to chance.
        let mut none = luck::seeded(0);
        let states = past
            .iter()
            .map(|view| G::imagine(view, Viewer::Public, &mut none));
        self.past = states.map(|state| key(&state)).collect();
    }
}

/// What a search found, in words and in the game's measure.
fn advice<G: Bots>(root: &Root<'_, G>, found: &Found) -> Advice<G::Move> {
    let (best, value) = found.values[0];
    let chance = root.chance(found, found.values[0]);
    let depth = found.depth;
    let reason = match steps_to_the_end(value) {
        Some(0 | 1) if value > 0.0 => "it wins at once".to_owned(),
        Some(steps) if value > 0.0 => format!("it wins by force, in {steps} steps"),
        Some(_) => "every move loses against best play".to_owned(),
        None if found.is_exact && value == 0.0 => "with best play nobody wins".to_owned(),
        None => format!(
            "it wins about {:.1} % of games, looking {depth} moves ahead",
            100.0 * chance
        ),
    };
    let considered = found.values.iter().map(|&(index, value)| {
        let chance = root.chance(found, (index, value));
        (root.moves[index].clone(), chance)
    });
    Advice {
        best: root.moves[best].clone(),
        value: root.reporter.measure.value(chance),
        reason: Some(reason),
        considered: root.reporter.values(considered),
        line: root.line(found),
        depth: Some(depth),
        nodes: Some(found.nodes),
    }
}
