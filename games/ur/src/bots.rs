//! Opponents.

use parlour_core::{Advice, Bot, BotInfo, Bots, Limits, Seat};
use parlour_search::Random;

use crate::rules::{Move, Position, Ur};

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
    ];

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(seed))),
            "greedy" => Some(Box::new(Greedy)),
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
}
