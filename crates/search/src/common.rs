//! The bots that every game gets without writing any code.

use std::any::TypeId;

use parlour_core::{Bot, BotInfo, CommonBots, Never, Playable};

use crate::greedy::Greedy;
use crate::lookahead::Lookahead;
use crate::mcts::Mcts;
use crate::random::Random;
use crate::reporter::Reporter;

const RANDOM: BotInfo = BotInfo {
    name: "random",
    summary: "plays random legal moves",
};

const GREEDY: BotInfo = BotInfo {
    name: "greedy",
    summary: "makes the move that looks best, without searching",
};

const MCTS: BotInfo = BotInfo {
    name: "mcts",
    summary: "Monte Carlo tree search: plays games out, good lines more often",
};

const ALPHA_BETA: BotInfo = BotInfo {
    name: "alpha-beta",
    summary: "searches as many moves ahead as it has time for",
};

const EXPECTIMAX: BotInfo = BotInfo {
    name: "expectimax",
    summary: "looks as many moves and throws ahead as it has time for",
};

/// Which searches a game allows.
enum Shape {
    /// For one or two players, with nothing hidden and no luck.
    Certain,
    /// For one or two players, with nothing hidden.
    Lucky,
    /// There are secrets, or more than two seats.
    Other,
}

impl Shape {
    fn of<G: Playable>() -> Shape {
        let has_luck = TypeId::of::<G::Chance>() != TypeId::of::<Never>();
        match (G::OPEN && *G::INFO.seats.end() <= 2, has_luck) {
            (true, false) => Shape::Certain,
            (true, true) => Shape::Lucky,
            (false, _) => Shape::Other,
        }
    }
}

/// The bots that can play any game, for
/// [`Entry::with`](parlour_core::Entry::with).
///
/// ```
/// use parlour_core::{Entry, GameEntry, Playable};
///
/// fn listed<G: Playable>() -> Vec<&'static str> {
///     let entry = Entry::<G>::with(parlour_search::common());
///     entry.bots().iter().map(|bot| bot.name).collect()
/// }
/// ```
#[must_use]
pub const fn common<G: Playable>() -> CommonBots<G> {
    CommonBots {
        list: list::<G>,
        bot: bot::<G>,
    }
}

fn list<G: Playable>() -> &'static [BotInfo] {
    match (Shape::of::<G>(), G::EVALUATE.is_some()) {
        // Looking ahead is worth little without an evaluation of where it
        // leads.
        (Shape::Certain, true) => &[RANDOM, GREEDY, MCTS, ALPHA_BETA],
        (Shape::Certain, false) => &[RANDOM, GREEDY, ALPHA_BETA, MCTS],
        (Shape::Lucky, true) => &[RANDOM, GREEDY, MCTS, EXPECTIMAX],
        (Shape::Lucky, false) => &[RANDOM, GREEDY, EXPECTIMAX, MCTS],
        (Shape::Other, _) => &[RANDOM, GREEDY, MCTS],
    }
}

fn bot<G: Playable>(name: &str, seed: u64) -> Option<Box<dyn Bot<G>>> {
    let info = list::<G>().iter().find(|bot| bot.name == name)?;
    let reporter = Reporter {
        measure: G::INFO.measure,
        text: G::write_move,
    };
    Some(match *info {
        RANDOM => Box::new(Random::new(seed)),
        GREEDY => Box::new(Greedy::new(seed, reporter, G::OPEN)),
        MCTS => Box::new(Mcts::new(seed, reporter, G::OPEN)),
        _ => Box::new(Lookahead::new(seed, reporter)),
    })
}
