//! Whom players chose last, game by game: a file a game in the data folder,
//! with a line for every seat.

use std::fs;
use std::path::{Path, PathBuf};

use parlour_core::GameEntry;
use parlour_host::HUMAN;

use crate::store::replace;

const OPPONENTS: &str = "opponents";

fn path(data: &Path, game: &dyn GameEntry) -> PathBuf {
    data.join(OPPONENTS).join(game.info().id)
}

/// The kinds of player that sat at this game last; none where nobody has played
/// it, or one of them is not known any more.
#[must_use]
pub fn last_kinds(data: &Path, game: &dyn GameEntry) -> Vec<String> {
    let text = fs::read_to_string(path(data, game)).unwrap_or_default();
    let kinds: Vec<String> = text.lines().map(str::to_owned).collect();
    let bots = game.all_bots();
    let is_known = |kind: &String| kind == HUMAN || bots.iter().any(|bot| bot.name == kind);
    match kinds.iter().all(is_known) {
        true => kinds,
        false => Vec::new(),
    }
}

/// Remembers who sits at a game. Nothing is lost but a default if that fails.
pub fn remember_kinds(data: &Path, game: &dyn GameEntry, kinds: &[String]) {
    let _ = replace(&path(data, game), &format!("{}\n", kinds.join("\n")));
}
