//! Opponents.

use std::sync::OnceLock;

use parlour_core::{Advice, Bot, BotInfo, Bots, Limits, Seat};
use parlour_search::Random;

use crate::rules::{Move, Position, Ur, make_move};
use crate::solve::Solution;

impl Bots for Ur {
    const BOTS: &'static [BotInfo] = &[
        BotInfo {
            name: "random",
            summary: "plays any legal move",
        },
        BotInfo {
            name: "greedy",
            summary: "captures if it can, then takes a rosette, then runs with its leader",
        },
        BotInfo {
            name: "exact",
            summary: "perfect with up to three pieces, greedy with more",
        },
    ];

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(seed))),
            "greedy" => Some(Box::new(Greedy)),
            "exact" => Some(Box::new(Exact)),
            _ => None,
        }
    }
}

/// Looks at where each piece would land, and no further.
struct Greedy;

/// What a greedy player likes about a move, most of all first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Charm {
    captures: bool,
    takes_rosette: bool,
    /// The steps that the piece has behind it.
    progress: u8,
}

impl Charm {
    fn of(ur: &Ur, chosen: Move) -> Charm {
        let landing = ur.landing(chosen);
        Charm {
            captures: landing.is_some_and(|to| ur.captures_on(to)),
            takes_rosette: landing.is_some_and(Position::is_rosette),
            progress: match chosen {
                Move::From(from) => from.steps(),
                Move::Pass => 0,
            },
        }
    }

    fn reason(self, chosen: Move) -> &'static str {
        match chosen {
            Move::Pass => "no piece can move",
            Move::From(_) if self.captures => "it captures",
            Move::From(_) if self.takes_rosette => "it takes a rosette",
            Move::From(_) => "it is the most advanced piece that can move",
        }
    }
}

impl Bot<Ur> for Greedy {
    fn advise(&mut self, _: Seat, ur: &Ur, moves: &[Move], _: &Limits) -> Advice<Move> {
        // No two pieces are equally advanced, so there is always one best.
        let best = moves
            .iter()
            .copied()
            .max_by_key(|chosen| Charm::of(ur, *chosen))
            .expect("a bot is asked when it can move");
        Advice {
            reason: Some(Charm::of(ur, best).reason(best).to_owned()),
            ..Advice::unexplained(best)
        }
    }
}

/// Knows the chance to win from every position of a small game.
struct Exact;

/// Games with more pieces take too long to be solved while a player waits.
const MOST_SOLVED: usize = 3;

/// The solution of a small game, made when it is first asked for.
fn solution(pieces: u8, exact_home: bool) -> Option<&'static Solution> {
    static SOLUTIONS: [[OnceLock<Option<Solution>>; 2]; MOST_SOLVED] =
        [const { [const { OnceLock::new() }; 2] }; MOST_SOLVED];
    let known = SOLUTIONS.get(usize::from(pieces).checked_sub(1)?)?;
    known[usize::from(exact_home)]
        .get_or_init(|| Solution::solve(pieces, exact_home, &|_| ()))
        .as_ref()
}

impl Exact {
    /// The moves with the chance to win after each of them, best first; `None`
    /// where the game is too large.
    fn values(ur: &Ur, moves: &[Move]) -> Option<Vec<(Move, f64)>> {
        let state = ur.state();
        let solution = solution(state.placing.pieces(), state.exact_home)?;
        let roll = i64::from(ur.roll()?.number());
        let value = |chosen: &Move| {
            let from = match chosen {
                Move::From(from) => *from,
                // Where nothing can move, any position passes.
                Move::Pass => Position::Home,
            };
            let after = make_move(state, (roll, from)).ok()?;
            let value = solution.value(&after)?;
            Some(if after.next == state.next {
                value
            } else {
                1.0 - value
            })
        };
        let mut values = moves
            .iter()
            .map(|chosen| Some((*chosen, value(chosen)?)))
            .collect::<Option<Vec<_>>>()?;
        values.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        Some(values)
    }
}

impl Bot<Ur> for Exact {
    fn advise(&mut self, seat: Seat, ur: &Ur, moves: &[Move], limits: &Limits) -> Advice<Move> {
        let Some(considered) = Exact::values(ur, moves) else {
            return Greedy.advise(seat, ur, moves, limits);
        };
        let (best, value) = considered[0];
        let reason = match considered.get(1) {
            None => format!("it is the only move; it wins {:.1} %", 100.0 * value),
            Some((_, next)) => format!(
                "it wins {:.1} %, the next best {:.1} %",
                100.0 * value,
                100.0 * next
            ),
        };
        Advice {
            best,
            value: Some(value),
            reason: Some(reason),
            considered,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Game, Notation};

    #[test]
    fn captures_then_rosettes_then_the_leader() {
        for (position, best) in [
            // 3 captures on 5, 6 lands on the rosette 8, 12 on 14.
            ("4/3,6,12/0 6/5/0 red 2", "3"),
            ("4/3,6,12/0 7/-/0 red 2", "12"),
            ("4/3,6,13/0 7/-/0 red 2", "6"),
            ("5/3,9/0 7/-/0 red 3", "9"),
            // Two captures: the more advanced piece makes it.
            ("5/3,9/0 5/5,11/0 red 2", "9"),
            // A green piece on red's path, but on green's own square.
            ("5/1,9/0 6/3/0 red 2", "9"),
            ("7/-/0 7/-/0 red 0", "pass"),
        ] {
            let ur = Ur::read_position(position).expect(position);
            let mut bot = Ur::bot("greedy", 1).expect("it is listed");
            let advice = bot.advise(Seat(0), &ur, &ur.moves(), &Limits::nodes(1));
            assert_eq!(ur.write_move(&advice.best), best, "{position}");
        }
    }

    #[test]
    fn exact_advice_has_values_in_small_games_only() {
        let advise = |position: &str| {
            let ur = Ur::read_position(position).expect(position);
            Exact.advise(Seat(0), &ur, &ur.moves(), &Limits::nodes(1))
        };
        // Home at once, or a step towards it.
        let advice = advise("0/11,14/0 2/-/0 red 2");
        assert_eq!(advice.considered.len(), 2);
        assert_eq!(advice.value, Some(advice.considered[0].1));
        assert!(advice.considered[0].1 > advice.considered[1].1);
        let last = advise("0/14/0 1/-/0 red 1");
        assert_eq!(last.value, Some(1.0));
        assert_eq!(advise("5/3,9/0 7/-/0 red 3").value, None);
    }
}
