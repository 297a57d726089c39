//! Saves that a player names.

use std::path::{Path, PathBuf};

use parlour_core::Save;

use super::{TablePage, Typing};
use crate::page::Context;
use crate::store;

impl TablePage {
    /// The suggested name for a save.
    pub(super) fn save_name(&self, cx: &Context<'_>) -> String {
        if let Some(file) = &self.file {
            return file.display().to_string();
        }
        let info = self.host.game().info();
        let name = |number: usize| format!("{}-{number}.{}", info.id, info.extension);
        let is_free = |number: &usize| !cx.settings.folder.join(name(*number)).exists();
        name((1..1000).find(is_free).unwrap_or(1000))
    }

    /// Saves to a file that the player has named. An unrelated file is only
    /// replaced if that is confirmed.
    pub(super) fn save(&mut self, name: &str, replace: Option<PathBuf>, cx: &Context<'_>) {
        let name = name.trim();
        if name.is_empty() {
            return self.stage.say("Not saved: there is no name.", true);
        }
        let info = self.host.game().info();
        let mut path = PathBuf::from(name);
        if path.extension().is_none() {
            path.set_extension(info.extension);
        }
        if let Some(other) = parlour_catalog::other_owner(&path, self.host.game()) {
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
                format!("{} already exists: Enter replaces it.", path.display()),
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
        let Save { text, remark } = self.host.save();
        match (cx.settings.write)(full, text.as_bytes()) {
            Ok(()) => {
                // Without it, bots would only hide something else when the file is opened again,
                // and the table says so then.
                let _ = store::keep_seal(&cx.settings.data, &self.host);
                let remark = remark.map_or(String::new(), |remark| format!(" {remark}"));
                let saved = format!("Saved to {}.{remark}", path.display());
                self.stage.say(saved, false);
                self.file = Some(path.to_owned());
            }
            Err(why) => self.stage.say(format!("Not saved: {why}."), true),
        }
    }
}
