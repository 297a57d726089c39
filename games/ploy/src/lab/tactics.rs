//! Positions in which one move wins something, found in games and verified.

use parlour_core::{Advice, Bot, Limits};

use super::games::{opening, play};
use crate::baseline::Baseline;
use crate::bits::Bits;
use crate::engine::score::SURE;
use crate::engine::{Engine, Options};
use crate::rules::{Move, Ploy};

/// A position and the one move that wins something.
#[derive(Clone, Debug)]
pub struct Tactic {
    /// Where it is.
    pub position: Ploy,
    /// The move to play.
    pub best: Move,
    /// How much better it is than any other, in hundredths of a Shield.
    pub margin: i64,
}

/// How much better the best move must be than the second.
const MARGIN: f64 = 120.0;

/// The player of the games: good enough for plans, weak enough for mistakes.
const PLAYER: Options = Options {
    nodes: Some(400),
    noise: 40,
    memory: 1,
    ..Options::FULL
};

/// Goes through the positions of games until this many tactics are found. Three
/// searches must agree: a quick one by the engine that sees a margin, one of
/// ten times as many positions that still sees it, and the baseline, which
/// shares nothing with the engine but the board. What the engine sees at once
/// is left out.
pub fn tactics(count: usize, seed: u64, progress: &mut dyn FnMut(f64)) -> Vec<Tactic> {
    let mut found: Vec<Tactic> = Vec::new();
    for number in 0.. {
        let mut black = Engine::new(PLAYER, 2 * number);
        let mut white = Engine::new(PLAYER, 2 * number + 1);
        let start = opening(seed, number);
        let played = play(start, [&mut black, &mut white], &mut Limits::default);
        // At most one per game, for variety.
        let tactic = played.positions.iter().skip(6).step_by(3).find_map(tactic);
        found.extend(tactic);
        progress(found.len() as f64 / count as f64);
        if found.len() >= count {
            break;
        }
    }
    found
}

fn look(bot: &mut dyn Bot<Ploy>, ploy: &Ploy, nodes: u64, others: u32) -> Advice<Move> {
    let limits = Limits {
        others,
        ..Limits::nodes(nodes)
    };
    let moves = parlour_core::Game::moves(ploy);
    bot.advise(ploy.mover().seat(), ploy, &moves, &limits)
}

/// The engine's best move and its margin, if it is large.
fn engine_sees(ploy: &Ploy, nodes: u64) -> Option<(Move, f64)> {
    let options = Options {
        memory: 8,
        ..Options::FULL
    };
    let advice = look(&mut Engine::new(options, 0), ploy, nodes, 1);
    let [(best, first), (_, second)] = advice.considered[..] else {
        return None;
    };
    let margin = first - second;
    (margin >= MARGIN && first < f64::from(SURE) && second > -f64::from(SURE))
        .then_some((best, margin))
}

fn tactic(ploy: &Ploy) -> Option<Tactic> {
    if Bits::new(ploy).is_over() {
        return None;
    }
    let (best, _) = engine_sees(ploy, 5_000)?;
    let glance = look(&mut Engine::new(Options::FULL, 0), ploy, 150, 0);
    if glance.best == best {
        return None;
    }
    let (deeper, margin) = engine_sees(ploy, 80_000)?;
    if deeper != best || look(&mut Baseline::new(), ploy, 500_000, 0).best != best {
        return None;
    }
    Some(Tactic {
        position: *ploy,
        best,
        margin: margin as i64,
    })
}
