//! Whose eyes are on the screen, and what they may see and hear.

use parlour_core::{Seat, Turn, Viewer};

use crate::host::{Host, Next};
use crate::told::Said;

impl Host {
    /// The person in this seat has come to the screen, and nobody else is
    /// looking.
    pub fn arrive(&mut self, seat: Seat) {
        self.looking = Some(seat);
    }

    /// The viewer at a screen that all people share. A single person sees their
    /// own view; several people with secrets look one after the other; after
    /// the end nothing is hidden.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        if matches!(self.next(), Next::Over(_)) {
            return Viewer::All;
        }
        let mut humans = self.humans();
        match (self.played.turn(), humans.next(), humans.next()) {
            (_, Some(only), None) => Viewer::Seat(only),
            (Turn::Seat(seat), ..) if self.secretive && self.looking == Some(seat) => {
                Viewer::Seat(seat)
            }
            _ => Viewer::Public,
        }
    }

    /// What a viewer is told of the steps after the first `from`, oldest first.
    /// If players have secrets, nobody who plays against bots is told what the
    /// bots did.
    pub fn said(&self, who: Viewer, from: usize) -> impl DoubleEndedIterator<Item = Said> {
        let hides_bots = self.game.is_private()
            && self.humans().next().is_some()
            && !matches!(self.next(), Next::Over(_));
        self.told
            .heard(who, from, move |seat| hides_bots && !self.is_human(seat))
    }

    /// Notes whether a person at this screen sees what another one must not.
    pub(crate) fn watch_for_secrets(&mut self) {
        if self.secretive || self.game.is_open() || self.humans().count() < 2 {
            return;
        }
        let is_secret = |seat| self.position().has_secrets(seat);
        self.secretive = self.game.is_private() || self.humans().any(is_secret);
    }
}
