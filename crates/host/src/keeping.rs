//! What a game leaves behind while it is played.

use parlour_core::Turn;

use crate::host::Host;
#[cfg(doc)]
use crate::journal::Kept;
use crate::journal::{Heading, Journal, Keeper};
use crate::seating::Dice;

impl Host {
    /// Whether something is kept that can be resumed.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.journal.is_some()
    }

    /// Keeps the game from now on, once a person has made a move.
    pub fn keep_with(&mut self, keeper: Box<dyn Keeper>) {
        self.keeper = Some(keeper);
        self.journal = None;
        let is_over = matches!(self.played.turn(), Turn::Over(_));
        if !self.played.is_empty() && !is_over {
            self.try_to_keep(self.played.len());
        }
    }

    /// The game so far, as a [`Keeper`] would have it: what [`Kept::read`] reads, for a place that
    /// can only hold a text.
    #[must_use]
    pub fn kept_text(&self) -> String {
        self.whole_journal().into_text()
    }

    fn whole_journal(&self) -> Journal {
        let heading = Heading {
            game: self.game,
            setup: self.setup.as_ref(),
            kinds: &self.kinds(),
            asks_for_dice: self.dice == Dice::Asked,
            seed: Some(self.seed),
        };
        Journal::new(&heading, &self.played)
    }

    /// Keeps what has changed; a failure is reported once.
    pub(crate) fn try_to_keep(&mut self, unchanged: usize) {
        let kept = self.keep(unchanged);
        self.tell_unkept(kept);
    }

    /// Replaces what was kept by a record.
    pub(crate) fn try_to_finish(&mut self) {
        let finished = self.finish();
        self.tell_unkept(finished);
    }

    fn finish(&mut self) -> Result<(), String> {
        self.journal = None;
        let record = self.record();
        let keeper = self.keeper.as_mut();
        keeper.map_or(Ok(()), |keeper| keeper.finish(Some(&record)))
    }

    fn tell_unkept(&mut self, kept: Result<(), String>) {
        if let Err(why) = kept
            && !std::mem::replace(&mut self.is_unkept, true)
        {
            self.notices
                .push(format!("The game cannot be kept for later: {why}."));
        }
    }

    /// Keeps what has changed, so that nothing is lost if the program is killed.
    fn keep(&mut self, unchanged: usize) -> Result<(), String> {
        if self.keeper.is_none() {
            return Ok(());
        }
        // A game in which only dice were thrown and bots moved is not worth keeping.
        if !self.is_begun {
            return Ok(());
        }
        if matches!(self.played.turn(), Turn::Over(_)) {
            return self.finish();
        }
        let whole = self.journal.is_none().then(|| self.whole_journal());
        let Some(keeper) = &mut self.keeper else {
            return Ok(());
        };
        let added = (self.played.len() > unchanged).then(|| self.played.last_step());
        let kept = match whole {
            Some(whole) => {
                let journal = self.journal.insert(whole);
                journal.keep(&mut **keeper, self.played.len(), None)
            }
            None => self.journal.as_mut().map_or(Ok(()), |journal| {
                journal.keep(&mut **keeper, unchanged, added.flatten())
            }),
        };
        if kept.is_err() {
            // What is there is uncertain: next time everything is written.
            self.journal = None;
        }
        kept
    }
}
