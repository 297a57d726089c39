//! What a player prefers, kept in one file in the data folder: a word and a value per line.

use std::path::{Path, PathBuf};

use crate::store::{kept_choices, replace};
use crate::theme::Theme;

const FILE: &str = "preferences";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Preferences {
    /// `None`: what suits the terminal.
    pub(crate) theme: Option<Theme>,
    /// Listen to the mouse.
    pub(crate) mouse: bool,
    /// Let pieces move from square to square.
    pub(crate) motion: bool,
    /// Show boards as pictures, where the terminal can.
    pub(crate) pictures: bool,
}

fn path(data: &Path) -> PathBuf {
    data.join(FILE)
}

impl Preferences {
    /// The kept ones; what is missing or not understood is as usual.
    pub(crate) fn load(data: &Path) -> Self {
        let text = kept_choices(&path(data));
        let value = |word: &str| {
            let mut pairs = text.lines().filter_map(|line| line.split_once(' '));
            pairs
                .find(|(known, _)| *known == word)
                .map(|(_, value)| value)
        };
        Preferences {
            theme: value("theme").and_then(Theme::named),
            mouse: value("mouse") != Some("off"),
            motion: value("motion") != Some("off"),
            pictures: value("pictures") != Some("off"),
        }
    }

    /// Keeps them. If that fails, only they are lost.
    pub(crate) fn save(self, data: &Path) {
        let theme = self
            .theme
            .map_or(String::new(), |theme| format!("theme {}\n", theme.name()));
        let switch = |on: bool| if on { "on" } else { "off" };
        let (mouse, motion) = (switch(self.mouse), switch(self.motion));
        let pictures = switch(self.pictures);
        let _ = replace(
            &path(data),
            &format!("{theme}mouse {mouse}\nmotion {motion}\npictures {pictures}\n"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_loaded() {
        let folder = tempfile::tempdir().expect("a folder");
        let usual = Preferences::load(folder.path());
        assert_eq!((usual.theme, usual.mouse, usual.motion), (None, true, true));
        assert!(usual.pictures);
        let chosen = Preferences {
            theme: Some(Theme::Light),
            mouse: false,
            motion: false,
            pictures: false,
        };
        chosen.save(folder.path());
        assert_eq!(Preferences::load(folder.path()), chosen);
    }
}
