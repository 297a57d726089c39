//! Whether a solo game can be won in a number of turns: exhaustive depth-first
//! search, pruned by a relaxation.
//!
//! A board is visited once for all the areas in which the pawn may be on it, with what is still
//! wanted in each. The relaxation is the same game with a better tile: one that is open on all four
//! sides, so that its direction makes no difference. What cannot be won with that tile cannot be
//! won at all, and there are four times fewer turns to try, at every turn.

use parlour_core::Limits;

use super::step::{Areas, State, Step};
use crate::board::{MazeBits, Pushed, carry, joined, places, ride};
use crate::rules::{Place, Sides};

/// Open on all sides; no tile of the game is.
const CROSSING: Sides = Sides(0b1111);

/// Where the pawn may be, and what is then still wanted.
#[derive(Clone, Copy)]
struct Candidate {
    area: u64,
    wanted: u64,
}

/// The search was stopped.
#[derive(Debug)]
pub(crate) struct Stopped;

/// A search for a plan.
#[doc(alias = "iterative deepening")]
#[doc(alias = "admissible bound")]
#[doc(alias = "relaxation")]
pub(crate) struct Prover<'a> {
    home: u64,
    limits: &'a Limits,
    /// Receives the progress.
    progress: &'a dyn Fn(f64),
    /// Hopes of all boards from the root to the present one, in one stack.
    candidates: Vec<Candidate>,
    nodes: u64,
}

/// Progress is reported in steps no smaller than this.
const SMALLEST_SHARE: f64 = 1e-4;

/// Boards between two looks at the clock.
const PATIENCE: u64 = 1 << 10;

impl<'a> Prover<'a> {
    pub(crate) fn new(home: u64, limits: &'a Limits, progress: &'a dyn Fn(f64)) -> Self {
        Prover {
            home,
            limits,
            progress,
            candidates: Vec::new(),
            nodes: 0,
        }
    }

    /// A plan of at most this many turns, at least one; `None` is the proof that
    /// there is none.
    pub(crate) fn plan(&mut self, start: &State, turns: u32) -> Result<Option<Vec<Step>>, Stopped> {
        self.candidates.clear();
        self.candidates.push(Candidate {
            area: start.area,
            wanted: start.wanted,
        });
        let mut line = Vec::new();
        let found = self.search(&start.board, 0, turns, &mut line, 0.0, 1.0)?;
        Ok(found.then(|| {
            line.reverse();
            areas_of(start, &line, self.home)
        }))
    }

    /// Searches for a win from the candidates from `from` on. The insertions of a
    /// win are left in `line`, the last one first.
    fn search(
        &mut self,
        board: &MazeBits,
        from: usize,
        turns: u32,
        line: &mut Vec<(Place, Sides)>,
        done: f64,
        share: f64,
    ) -> Result<bool, Stopped> {
        self.look_up()?;
        let to = self.candidates.len();
        let mut done = done;
        for &place in places() {
            let pushed = board.push(place);
            if self.wins_at(&pushed, place, from, to) {
                for &(_, sides) in board.lies() {
                    if self.wins_by(&pushed, place, sides, from, to) {
                        line.push((place, sides));
                        return Ok(true);
                    }
                }
            }
            let share = share / places().len() as f64;
            if turns > 1 {
                let riders = self.riders(place, from, to);
                let areas = Areas::of(&pushed, riders);
                let open = turns == 2 || {
                    self.advance(&areas, place, CROSSING, from, to);
                    let open = self.may_win(&pushed.lay(CROSSING), to, turns - 1)?;
                    self.candidates.truncate(to);
                    open
                };
                if open {
                    let lies = board.lies();
                    let share = share / lies.len() as f64;
                    for (index, &(_, sides)) in lies.iter().enumerate() {
                        self.advance(&areas, place, sides, from, to);
                        let begun = done + share * index as f64;
                        let won =
                            self.search(&pushed.lay(sides), to, turns - 1, line, begun, share)?;
                        self.candidates.truncate(to);
                        if won {
                            line.push((place, sides));
                            return Ok(true);
                        }
                    }
                }
            }
            done += share;
            if share > SMALLEST_SHARE {
                (self.progress)(done);
            }
        }
        Ok(false)
    }

    /// The relaxation: whether a win is possible if only crossings are inserted
    /// from now on.
    fn may_win(&mut self, board: &MazeBits, from: usize, turns: u32) -> Result<bool, Stopped> {
        self.look_up()?;
        let to = self.candidates.len();
        for &place in places() {
            let pushed = board.push(place);
            if self.wins_at(&pushed, place, from, to) {
                return Ok(true);
            }
            if turns > 1 {
                let riders = self.riders(place, from, to);
                let areas = Areas::of(&pushed, riders);
                self.advance(&areas, place, CROSSING, from, to);
                let open = self.may_win(&pushed.lay(CROSSING), to, turns - 1)?;
                self.candidates.truncate(to);
                if open {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Counts a board, and checks the clock from time to time.
    fn look_up(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && self.limits.reached(self.nodes) {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Where pawns can be after an insertion.
    fn riders(&self, place: Place, from: usize, to: usize) -> u64 {
        let squares = self.candidates[from..to]
            .iter()
            .fold(0, |set, candidate| set | candidate.area);
        ride(squares, place)
    }

    /// Whether the game can be won at once with a crossing.
    fn wins_at(&self, pushed: &Pushed, place: Place, from: usize, to: usize) -> bool {
        let near_home = pushed.flood(self.home);
        let doors = pushed.doors();
        let joins = doors.iter().any(|door| door & near_home != 0);
        let reached = if joins {
            pushed.entry() | near_home | joined(&pushed.regions(doors, near_home), CROSSING)
        } else {
            near_home
        };
        self.covers(reached, place, from, to)
    }

    /// Whether the game can be won at once with a tile in this direction.
    fn wins_by(&self, pushed: &Pushed, place: Place, sides: Sides, from: usize, to: usize) -> bool {
        let reached = pushed.lay(sides).ways().flood(self.home);
        self.covers(reached, place, from, to)
    }

    fn covers(&self, reached: u64, place: Place, from: usize, to: usize) -> bool {
        self.candidates[from..to].iter().any(|candidate| {
            carry(candidate.wanted, place) & !reached == 0
                && ride(candidate.area, place) & reached != 0
        })
    }

    /// Appends the candidates after an insertion: for every area those that want the least.
    fn advance(&mut self, areas: &Areas, place: Place, sides: Sides, from: usize, to: usize) {
        let candidates = &mut self.candidates;
        areas.with(sides, |area| {
            let first = candidates.len();
            for index in from..to {
                let candidate = candidates[index];
                if ride(candidate.area, place) & area == 0 {
                    continue;
                }
                let wanted = carry(candidate.wanted, place) & !area;
                let known = candidates[first..]
                    .iter()
                    .any(|other| other.wanted & !wanted == 0);
                if known {
                    continue;
                }
                let mut at = first;
                while at < candidates.len() {
                    if wanted & !candidates[at].wanted == 0 {
                        candidates.swap_remove(at);
                    } else {
                        at += 1;
                    }
                }
                candidates.push(Candidate { area, wanted });
            }
        });
    }
}

/// The turns of a plan from its insertions: which areas the pawn goes through,
/// so that everything is found and it ends at home.
fn areas_of(start: &State, line: &[(Place, Sides)], home: u64) -> Vec<Step> {
    fn follow(state: &State, line: &[(Place, Sides)], home: u64, plan: &mut Vec<Step>) -> bool {
        let Some(((place, sides), rest)) = line.split_first() else {
            return state.won(home);
        };
        let pushed = state.board.push(*place);
        let mut steps = Vec::new();
        Areas::of(&pushed, ride(state.area, *place)).with(*sides, |area| {
            steps.push(Step {
                place: *place,
                sides: *sides,
                area,
                wanted: carry(state.wanted, *place) & !area,
            });
        });
        for step in steps {
            plan.push(step);
            if follow(&state.after(&step), rest, home, plan) {
                return true;
            }
            plan.pop();
        }
        false
    }
    let mut plan = Vec::new();
    let found = follow(start, line, home, &mut plan);
    debug_assert!(found, "the insertions were found to win");
    plan
}
