//! The strongest player. Alone it follows a plan to the end. Against others it
//! plays games out from every promising turn (Monte Carlo rollouts).

use std::collections::VecDeque;

use parlour_core::luck::{self, Luck};
use parlour_core::{Advice, Bot, Game, Imagine, Limits, Seat, Viewer};

use super::ahead::TwoTurns;
use super::contest::contest;
use super::memory::Memory;
use super::{steadily, words};
use crate::board::first;
use crate::rules::{Hand, Labyrinth, Move, Phase, View};
use crate::solve::{Effort, Solution, solve};

/// The strongest player.
pub(super) struct Master {
    luck: Luck,
    /// Plays the published rules.
    ahead: TwoTurns,
    /// The moves that are to follow, each with the view in which it is to be
    /// made.
    plan: VecDeque<(View, Move)>,
    /// Whether it is known that no plan is shorter.
    proved: bool,
    memory: Memory,
}

/// Positions kept per turn in the beam search for a plan, and boards that may
/// be searched for each number of turns to improve it.
const WIDTH: usize = 2000;
const BOARDS: u64 = 150_000;

impl Master {
    pub(super) fn new(seed: u64) -> Self {
        Master {
            luck: luck::seeded(seed),
            ahead: TwoTurns::new(seed),
            plan: VecDeque::new(),
            proved: false,
            memory: Memory::default(),
        }
    }

    /// Follows the plan, or makes one.
    fn alone(&mut self, seat: Seat, view: &View, limits: &Limits) -> Advice<Move> {
        if self
            .plan
            .front()
            .is_none_or(|(expected, _)| expected != view)
        {
            self.make_plan(seat, view, limits);
        }
        let turns = turns_to_next(seat, self.plan.make_contiguous());
        let line: Vec<Move> = self.plan.iter().map(|(_, chosen)| *chosen).collect();
        let Some((_, chosen)) = self.plan.pop_front() else {
            return steadily(seat, view);
        };
        let walks = line
            .iter()
            .filter(|chosen| matches!(chosen, Move::Walk(_)))
            .count();
        let whole = match (walks, self.proved) {
            (1, _) => "this turn ends the game".to_owned(),
            (walks, true) => format!("the game ends in {walks} turns, and no plan is shorter"),
            (walks, false) => format!("the game can end in {walks} turns"),
        };
        Advice {
            value: Some(turns),
            reason: Some(format!("{}; {whole}", words::reason(seat, view, &chosen))),
            considered: vec![(chosen, turns)],
            depth: Some(walks as u32),
            line,
            ..Advice::unexplained(chosen)
        }
    }

    fn make_plan(&mut self, seat: Seat, view: &View, limits: &Limits) {
        self.plan.clear();
        // A lone player sees everything.
        let mut game = Labyrinth::imagine(view, Viewer::Seat(seat), &mut self.luck);
        let nodes = limits.nodes.unwrap_or(BOARDS).min(BOARDS);
        let effort = Effort {
            width: WIDTH.min(nodes as usize),
            prove: true,
        };
        let limits = Limits {
            nodes: Some(nodes),
            ..limits.clone()
        };
        let solution = solve(&game, effort, &limits, &|_, _| ());
        let Ok(Solution {
            plan,
            turns,
            at_least,
        }) = solution
        else {
            return;
        };
        self.proved = turns == at_least;
        for chosen in plan {
            let view = game.view(Viewer::Seat(seat));
            if game.play(&chosen).is_err() {
                return;
            }
            self.plan.push_back((view, chosen));
        }
    }

    /// Plays games out, and remembers where to walk after the insertion.
    fn against_others(&mut self, seat: Seat, view: &View, limits: &Limits) -> Option<Advice<Move>> {
        if let Some((expected, chosen)) = self.plan.pop_front()
            && expected == *view
        {
            self.plan.clear();
            return Some(Advice {
                value: Some(words::outlook(seat, view, &chosen).turns()),
                reason: Some(words::reason(seat, view, &chosen)),
                ..Advice::unexplained(chosen)
            });
        }
        self.plan.clear();
        let tried = self.memory.tried(view);
        let (candidates, played) = contest(seat, view, tried, limits, &mut self.luck);
        let best = candidates.first()?;
        let walk = Move::Walk(first(best.to));
        let chosen = best.next_move(view);
        self.memory.note(view, &chosen);
        if chosen != walk {
            self.plan.push_back((inserted(seat, view, &chosen), walk));
        }
        let mut considered: Vec<(Move, f64)> = Vec::new();
        for candidate in &candidates {
            let chosen = candidate.next_move(view);
            if considered.iter().all(|(other, _)| *other != chosen) {
                considered.push((chosen, words::outlook(seat, view, &chosen).turns()));
            }
        }
        let reason = words::reason(seat, view, &chosen);
        let share = 100.0 * best.share;
        Some(Advice {
            value: considered.first().map(|(_, turns)| *turns),
            reason: Some(match played {
                0 => reason,
                _ => format!("{reason}; won {share:.0} % of the games it played out"),
            }),
            line: match chosen {
                Move::Insert { .. } => vec![chosen, walk],
                Move::Walk(_) => vec![chosen],
            },
            nodes: Some(played),
            considered,
            ..Advice::unexplained(chosen)
        })
    }
}

impl Bot<Labyrinth> for Master {
    fn advise(&mut self, seat: Seat, view: &View, moves: &[Move], limits: &Limits) -> Advice<Move> {
        if view.table.official.is_some() {
            return self.ahead.advise(seat, view, moves, limits);
        }
        if view.table.pawns.len() == 1 {
            return self.alone(seat, view, limits);
        }
        let advice = self.against_others(seat, view, limits);
        advice.unwrap_or_else(|| Advice::unexplained(moves[0]))
    }
}

/// What a seat sees after its insertion.
fn inserted(seat: Seat, view: &View, chosen: &Move) -> View {
    let mut after = view.clone();
    if let Move::Insert { place, shape } = *chosen {
        after.table = view.table.after(place, shape);
        if let Hand::Seen(cards) = &mut after.hands[seat.index()] {
            let gained = after.table.in_reach(cards);
            cards.retain(|card| !gained.contains(card));
        }
    }
    after
}

/// Turns of a plan until the next card is revealed, or to the end if there is
/// none left.
fn turns_to_next(seat: Seat, plan: &[(View, Move)]) -> f64 {
    let cards = |view: &View| view.hands[seat.index()].count();
    let Some((now, _)) = plan.first() else {
        return 0.0;
    };
    let until = plan.iter().position(|(view, _)| cards(view) < cards(now));
    let before = &plan[..until.unwrap_or(plan.len())];
    let walks = before
        .iter()
        .filter(|(view, _)| view.table.phase == Phase::Walk)
        .count();
    // Cards are revealed in the middle of a turn, the game ends at the end of one.
    (walks + usize::from(until.is_some())) as f64
}
