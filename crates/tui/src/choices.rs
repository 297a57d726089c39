//! The players chosen last, game by game: one file per game in the data folder,
//! with a line for every seat.

use std::path::{Path, PathBuf};

use parlour_core::GameEntry;
use parlour_host::HUMAN;

use crate::store::{kept_choices, replace};

const OPPONENTS: &str = "opponents";

fn path(data: &Path, game: &dyn GameEntry) -> PathBuf {
    data.join(OPPONENTS).join(game.info().id)
}

/// The kinds of players that last sat at this game; empty if nobody has played
/// it, or one of them is no longer known.
#[must_use]
pub fn last_kinds(data: &Path, game: &dyn GameEntry) -> Vec<String> {
    let text = kept_choices(&path(data, game));
    let kinds: Vec<String> = text.lines().map(str::to_owned).collect();
    let bots = game.all_bots();
    let is_known = |kind: &String| kind == HUMAN || bots.iter().any(|bot| bot.name == kind);
    match kinds.iter().all(is_known) {
        true => kinds,
        false => Vec::new(),
    }
}

/// Remembers the players of a game. If that fails, only a default is lost.
pub fn remember_kinds(data: &Path, game: &dyn GameEntry, kinds: &[String]) {
    let _ = replace(&path(data, game), &format!("{}\n", kinds.join("\n")));
}
