//! The engine for players: levels from beginner to full strength.
//!
//! A level looks at so many positions for a move, and its estimates are wrong
//! by so much: it misjudges as people do, instead of playing well and throwing
//! in a bad move now and then.

use parlour_core::BotInfo;

use crate::engine::Options;

/// A level of the engine.
pub(crate) struct Level {
    pub(crate) info: BotInfo,
    /// Positions it looks at for a move.
    nodes: u64,
    /// How far its estimates are wrong, in hundredths of a Shield.
    noise: i32,
}

const fn level(name: &'static str, summary: &'static str, nodes: u64, noise: i32) -> Level {
    Level {
        info: BotInfo { name, summary },
        nodes,
        noise,
    }
}

/// From the weakest to the strongest that is not full strength.
pub(crate) const LEVELS: [Level; 6] = [
    level(
        "beginner",
        "sees what it can take, and often misjudges",
        150,
        250,
    ),
    level(
        "novice",
        "sees your answers, and misjudges by a Shield or more",
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
        // Nothing more would ever be filled.
        memory: 2,
        ..Options::FULL
    })
}
