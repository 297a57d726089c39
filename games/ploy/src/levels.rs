//! The engine for players: levels from beginner to full strength.
//!
//! A level searches a limited number of positions per move, with errors in its
//! evaluation: it misjudges as people do, instead of playing well and throwing
//! in a bad move now and then.

use std::num::NonZeroUsize;

use parlour_core::BotInfo;

use crate::engine::Options;

/// A level of the engine.
pub(crate) struct Level {
    pub(crate) info: BotInfo,
    /// Positions it searches per move.
    nodes: u64,
    /// The standard deviation of its evaluation errors, in hundredths of a
    /// Shield.
    noise: i32,
}

const fn level(name: &'static str, summary: &'static str, nodes: u64, noise: i32) -> Level {
    Level {
        info: BotInfo { name, summary },
        nodes,
        noise,
    }
}

/// From the weakest to the strongest below full strength.
pub(crate) const LEVELS: [Level; 6] = [
    level(
        "beginner",
        "sees what it can take, and often misjudges",
        150,
        250,
    ),
    level(
        "novice",
        "sees your replies, and misjudges by a Shield or more",
        300,
        120,
    ),
    level(
        "casual",
        "looks a little ahead, and misjudges by half a Shield",
        700,
        60,
    ),
    level("club", "looks ahead, and judges quite well", 2_000, 25),
    level("strong", "looks far ahead", 8_000, 0),
    level("expert", "looks further than people do", 40_000, 0),
];

/// The options of the level of that name.
pub(crate) fn options(name: &str) -> Option<Options> {
    let level = LEVELS.iter().find(|level| level.info.name == name)?;
    Some(Options {
        nodes: Some(level.nodes),
        noise: level.noise,
        // It is to play endings as it plays everything else.
        endings: false,
        // Equal questions get equal answers.
        threads: Some(NonZeroUsize::MIN),
        // More would never be filled.
        memory: 2,
        ..Options::FULL
    })
}
