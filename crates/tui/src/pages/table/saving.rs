//! What a game at the table leaves behind: saves that a player names, and the
//! file that is replaced after every step.

use std::path::{Path, PathBuf};

use parlour_core::{Holds, Turn};

use super::{Table, Typing};
use crate::page::Context;
use crate::store::Autosave;

impl Table {
    /// The game as its own files have it.
    fn written(&self) -> String {
        self.stage.game.write_record(&self.stage.played.record())
    }

    /// Keeps the game, so that nothing is lost if the program is killed.
    pub(super) fn keep(&mut self, cx: &Context<'_>) {
        let is_over = matches!(self.stage.played.turn(), Turn::Over(_));
        // Nobody misses a game that was only looked at.
        let is_new = self.autosave.is_none() && self.stage.played.is_empty();
        if is_over || is_new {
            return;
        }
        let data = &cx.settings.data;
        let extension = self.stage.game.info().extension;
        let text = self.written();
        let autosave = self
            .autosave
            .get_or_insert_with(|| Autosave::new(data, &self.kinds, extension));
        if let Err(why) = autosave.write(&text)
            && !std::mem::replace(&mut self.unkept, true)
        {
            self.stage
                .say(format!("The game cannot be kept for later: {why}."), true);
        }
    }

    /// Keeps the finished game among the records. A file that holds only a
    /// position tells nothing more.
    pub(super) fn finish(&mut self, cx: &Context<'_>) {
        let Some(autosave) = self.autosave.take() else {
            return;
        };
        match (self.stage.game.holds(), self.written()) {
            (Holds::Game, text) => {
                // Whoever wants it elsewhere saves it there.
                let _ = autosave.finish(&cx.settings.data, &text);
            }
            _ => autosave.remove(),
        }
    }

    /// The name that is offered for a save.
    pub(super) fn save_name(&self, cx: &Context<'_>) -> String {
        if let Some(file) = &self.file {
            return file.display().to_string();
        }
        let info = self.stage.game.info();
        let name = |number: usize| format!("{}-{number}.{}", info.id, info.extension);
        let is_free = |number: &usize| !cx.settings.folder.join(name(*number)).exists();
        name((1..1000).find(is_free).unwrap_or(1000))
    }

    /// Saves to a file that the player has named. One that has nothing to do
    /// with this game is only replaced when that is said twice.
    pub(super) fn save(&mut self, name: &str, replace: Option<PathBuf>, cx: &Context<'_>) {
        let name = name.trim();
        if name.is_empty() {
            return self.stage.say("Not saved: there is no name.", true);
        }
        let info = self.stage.game.info();
        let mut path = PathBuf::from(name);
        if path.extension().is_none() {
            path.set_extension(info.extension);
        }
        let extension = path.extension().and_then(|extension| extension.to_str());
        let games = parlour_catalog::games();
        let mut others = games.iter().map(|game| game.info());
        if let Some(other) =
            others.find(|other| Some(other.extension) == extension && other.id != info.id)
        {
            return self.stage.say(
                format!(
                    "Not saved: files of {} end with .{}.",
                    other.title, other.extension
                ),
                true,
            );
        }
        let full = match path.is_absolute() {
            true => path.clone(),
            false => cx.settings.folder.join(&path),
        };
        let own = self.file.as_ref() == Some(&path);
        if full.exists() && !own && replace.as_ref() != Some(&path) {
            let entry = crate::entry::Entry::new(path.display().to_string());
            self.stage.say(
                format!("{} is there already: Enter replaces it.", path.display()),
                true,
            );
            let typing = Typing::Save {
                replace: Some(path),
            };
            self.typing = Some((typing, entry));
            return;
        }
        self.write(&path, &full, cx);
    }

    fn write(&mut self, path: &Path, full: &Path, cx: &Context<'_>) {
        match (cx.settings.write)(full, self.written().as_bytes()) {
            Ok(()) => {
                self.stage
                    .say(format!("Saved to {}.", path.display()), false);
                self.file = Some(path.to_owned());
            }
            Err(why) => self.stage.say(format!("Not saved: {why}."), true),
        }
    }
}
