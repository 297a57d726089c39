//! Chooses a turn by Monte Carlo rollouts over determinisations.

use parlour_core::{Limits, Seat, Sorting};
use rand::Rng;

use super::race::{Draw, Race};
use crate::board::{bit, each, first, places, ride, shape};
use crate::rules::{Direction, Move, Phase, Place, Sides, View};
use crate::solve::State;

/// A possible turn, or the rest of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// `None` if the tile is already inserted.
    pub(super) insertion: Option<(Place, Direction, Sides)>,
    /// Where the pawn walks.
    pub(super) to: u64,
    wins: bool,
    /// How good it looks at a glance.
    merit: u32,
    /// The share of rollouts that it won.
    pub(super) share: f64,
    plays: u32,
}

impl Candidate {
    /// Its insertion, or its walk if the tile is already inserted.
    pub(super) fn next_move(&self, view: &View) -> Move {
        match self.insertion {
            Some((place, direction, _)) => Move::Insert {
                place,
                shape: shape(view.table.extra.kind, direction),
            },
            None => Move::Walk(first(self.to)),
        }
    }
}

/// How many turns are tried at all, and how often the first ones are.
const MOST_CANDIDATES: usize = 32;
const FIRST_PLAYS: u32 = 16;

/// How many games are played out for a turn, unless a limit says otherwise.
const PLAYS: u64 = 2000;

/// Turns of all players after which the leader wins a rollout.
const MOST_TURNS: usize = 48;

/// The candidates of a turn, the best one first, and how many games were
/// played. What was `tried` before is repeated only if there is nothing else.
#[doc(alias = "Monte Carlo")]
#[doc(alias = "rollout")]
#[doc(alias = "determinisation")]
pub(super) fn contest(
    seat: Seat,
    view: &View,
    tried: &[Move],
    limits: &Limits,
    luck: &mut dyn Rng,
) -> (Vec<Candidate>, u64) {
    let race = Race::imagine(view, seat, luck);
    let mut candidates = match view.table.phase {
        Phase::Insert => turns(&race),
        Phase::Walk => {
            let reached = race.board.ways().flood(race.pawns[race.mover]);
            walks(&race, reached, None, 0)
        }
    };
    if !tried.is_empty() {
        let is_fresh = |candidate: &Candidate| !tried.contains(&candidate.next_move(view));
        let fresh: Vec<Candidate> = candidates.iter().copied().filter(is_fresh).collect();
        if !fresh.is_empty() {
            candidates = fresh;
        }
    }
    candidates.order_by_key(|candidate| std::cmp::Reverse(candidate.merit));
    if candidates.first().is_some_and(|best| best.wins) {
        candidates.truncate(1);
        candidates[0].share = 1.0;
        return (candidates, 0);
    }
    candidates.truncate(MOST_CANDIDATES);
    let most = limits.nodes.map_or(PLAYS, |nodes| nodes.min(PLAYS));
    let mut played = 0;
    let mut alive = candidates.len();
    let mut plays = FIRST_PLAYS;
    while alive > 1 {
        for _ in 0..plays {
            if played + alive as u64 > most || limits.reached(0) {
                break;
            }
            let world = Race::imagine(view, seat, luck);
            let seed = luck.next_u64();
            for candidate in &mut candidates[..alive] {
                played += 1;
                // All candidates get the same luck, which reduces the variance
                // (common random numbers).
                let won = play(world, candidate, &mut Draw(seed));
                candidate.plays += 1;
                candidate.share += (won - candidate.share) / f64::from(candidate.plays);
            }
        }
        candidates[..alive]
            .order_by(|a, b| b.share.total_cmp(&a.share).then(b.merit.cmp(&a.merit)));
        alive = alive.div_ceil(2);
        if alive == 1 {
            break;
        }
        plays *= 2;
    }
    (candidates, played)
}

/// Plays a turn and then the game to its end: what it was worth to the mover.
fn play(mut world: Race, candidate: &Candidate, draw: &mut Draw) -> f64 {
    let mover = world.mover;
    if let Some((place, _, sides)) = candidate.insertion {
        world.insert(place, sides);
    }
    if world.walk(candidate.to) {
        return 1.0;
    }
    world.play_out(MOST_TURNS, draw)[mover]
}

/// All possible turns.
fn turns(race: &Race) -> Vec<Candidate> {
    let mut found = Vec::new();
    let before = race.wanted[race.mover].count_ones();
    for &place in places() {
        if !race.allows(place) {
            continue;
        }
        for &(direction, sides) in race.board.lies() {
            let mut after = *race;
            let reached = after.insert(place, sides);
            let gained = before - after.wanted[after.mover].count_ones();
            found.extend(walks(
                &after,
                reached,
                Some((place, direction, sides)),
                gained,
            ));
        }
    }
    found
}

/// All walks after an insertion that brought this many treasures.
fn walks(
    race: &Race,
    reached: u64,
    insertion: Option<(Place, Direction, Sides)>,
    gained: u32,
) -> Vec<Candidate> {
    let home = race.homes[race.mover];
    let wanted = race.wanted[race.mover];
    let wins = wanted == 0 && reached & home != 0;
    let next = next_gains(race, reached);
    each(if wins { home } else { reached })
        .map(|to| {
            let next = next
                .iter()
                .rposition(|squares| squares & to != 0)
                .unwrap_or(0);
            Candidate {
                insertion,
                to,
                wins,
                merit: if wins {
                    u32::MAX
                } else {
                    10 * gained + 6 * next as u32
                },
                share: 0.0,
                plays: 0,
            }
        })
        .collect()
}

/// For each number of treasures the squares from which the next turn reaches
/// that many, if nobody else moves; home counts as one once all are found.
fn next_gains(race: &Race, reached: u64) -> [u64; 26] {
    let home = race.homes[race.mover];
    let wanted = race.wanted[race.mover];
    let state = State {
        board: race.board,
        area: reached,
        wanted,
    };
    let mut squares = [0; 26];
    state.steps(|step| {
        let gained = wanted.count_ones() - step.wanted.count_ones();
        let home = u32::from(step.wanted == 0 && step.area & home != 0);
        // Where the pawn must be for that: the insertion undone.
        let from = ride(
            step.area & !bit(step.place.squares()[0]),
            step.place.opposite(),
        );
        squares[(gained + home) as usize] |= from;
    });
    squares
}
