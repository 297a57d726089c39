//! The file in which a game at a terminal is kept after every step, so that it can
//! be continued, here or on the full screen.

use parlour_core::{Holds, Turn};
use parlour_tui::Autosave;

use super::Table;
use crate::data;

impl Table {
    /// Keeps the game. What comes through a pipe is a script's, which keeps what
    /// it wants.
    pub(super) fn keep(&mut self) {
        let is_new = self.autosave.is_none() && self.played.is_empty();
        if !self.console.interactive || is_new {
            return;
        }
        let text = self.game.write_record(&self.played.record());
        let is_over = matches!(self.played.turn(), Turn::Over(_));
        let extension = self.game.info().extension;
        let autosave = match self.autosave.take() {
            Some(autosave) => autosave,
            None => Autosave::new(&data::folder(), &self.kinds, extension),
        };
        // Nothing more can be done about a disk that is full; save tells why.
        match (is_over, self.game.holds()) {
            (false, _) => {
                if autosave.write(&text).is_ok() {
                    self.autosave = Some(autosave);
                }
            }
            (true, Holds::Game) => _ = autosave.finish(&data::folder(), &text),
            (true, Holds::Position) => autosave.remove(),
        }
    }
}
