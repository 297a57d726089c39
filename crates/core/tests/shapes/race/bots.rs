//! Two players of the race.

use parlour_core::{Advice, Bot, BotInfo, Bots, Limits, Seat, Tables, below, luck};
use rand::Rng;

use super::{Move, Race};

struct Random(Box<dyn Rng + Send>);

impl Bot<Race> for Random {
    fn advise(&mut self, _: Seat, _: &Race, moves: &[Move], _: &Limits) -> Advice<Move> {
        let index = below(&mut *self.0, moves.len() as u64).unwrap_or(0);
        Advice::unexplained(moves[index as usize])
    }
}

/// Always runs with the piece that is nearest to home.
struct Runner;

impl Bot<Race> for Runner {
    fn advise(&mut self, _: Seat, _: &Race, moves: &[Move], _: &Limits) -> Advice<Move> {
        let square = |chosen: Move| match chosen {
            Move::From(from) => f64::from(from),
            Move::Pass => 0.0,
        };
        let considered: Vec<_> = moves.iter().rev().map(|&m| (m, square(m))).collect();
        let best = considered[0].0;
        Advice {
            value: None,
            reason: Some("the leader runs".to_owned()),
            considered,
            ..Advice::unexplained(best)
        }
    }
}

impl Bots for Race {
    const BOTS: &'static [BotInfo] = &[
        BotInfo {
            name: "random",
            summary: "plays random legal moves",
        },
        BotInfo {
            name: "runner",
            summary: "always runs with its leader",
        },
    ];

    fn bot(name: &str, seed: u64, _: &Tables) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random(Box::new(luck::seeded(seed))))),
            "runner" => Some(Box::new(Runner)),
            _ => None,
        }
    }
}
