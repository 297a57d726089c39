//! The bots that every game has without a line of its own.

use std::any::TypeId;

use parlour_core::{Bot, BotInfo, CommonBots, Never, Playable};

use crate::greedy::Greedy;
use crate::lookahead::Lookahead;
use crate::mcts::Mcts;
use crate::random::Random;
use crate::telling::Telling;

const RANDOM: BotInfo = BotInfo {
    name: "random",
    summary: "plays any legal move",
};

const GREEDY: BotInfo = BotInfo {
    name: "greedy",
    summary: "takes what looks best at once, and looks no further",
};

const MCTS: BotInfo = BotInfo {
    name: "mcts",
    summary: "Monte Carlo tree search: tries out what may come, the better the oftener",
};

const ALPHA_BETA: BotInfo = BotInfo {
    name: "alpha-beta",
    summary: "looks as many moves ahead as it has time for",
};

const EXPECTIMAX: BotInfo = BotInfo {
    name: "expectimax",
    summary: "looks as many moves and throws ahead as it has time for",
};

/// What a game lets a search do.
enum Shape {
    /// For one or two, nothing is hidden, and luck has no say.
    Certain,
    /// For one or two, and nothing is hidden.
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

/// The bots that serve any game, for [`Entry::with`](parlour_core::Entry::with).
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
        // A look ahead is worth little if nothing tells what it leads to.
        (Shape::Certain, true) => &[RANDOM, GREEDY, MCTS, ALPHA_BETA],
        (Shape::Certain, false) => &[RANDOM, GREEDY, ALPHA_BETA, MCTS],
        (Shape::Lucky, true) => &[RANDOM, GREEDY, MCTS, EXPECTIMAX],
        (Shape::Lucky, false) => &[RANDOM, GREEDY, EXPECTIMAX, MCTS],
        (Shape::Other, _) => &[RANDOM, GREEDY, MCTS],
    }
}

fn bot<G: Playable>(name: &str, seed: u64) -> Option<Box<dyn Bot<G>>> {
    let info = list::<G>().iter().find(|bot| bot.name == name)?;
    let telling = Telling {
        measure: G::INFO.measure,
        text: G::write_move,
    };
    Some(match *info {
        RANDOM => Box::new(Random::new(seed)),
        GREEDY => Box::new(Greedy::new(seed, telling, G::OPEN)),
        MCTS => Box::new(Mcts::new(seed, telling, G::OPEN)),
        _ => Box::new(Lookahead::new(seed, telling)),
    })
}
