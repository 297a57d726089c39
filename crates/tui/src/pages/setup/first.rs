//! Whether a guided first game is still to be offered: once for each game.

use std::path::{Path, PathBuf};

use parlour_core::GameEntry;

use crate::choices::last_kinds;
use crate::page::Context;
use crate::store::{kept_choices, replace};

/// The games whose lesson was offered, one per line, in the data folder.
const FILE: &str = "lessons";

fn path(data: &Path) -> PathBuf {
    data.join(FILE)
}

/// Whether the lesson of a game is still to be offered; it is not offered again.
pub(super) fn is_first(game: &dyn GameEntry, cx: &Context<'_>) -> bool {
    let has_played = || !last_kinds(&cx.settings.data, game).is_empty();
    if !cx.settings.offer_lessons || game.lesson().is_none() || has_played() {
        return false;
    }
    let path = path(&cx.settings.data);
    let mut known = kept_choices(&path);
    let id = game.info().id;
    if known.lines().any(|line| line == id) {
        return false;
    }
    known.push_str(id);
    known.push('\n');
    // If that fails, the lesson is offered again.
    let _ = replace(&path, &known);
    true
}
