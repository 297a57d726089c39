//! What a game leaves behind while it is played.

use parlour_core::{Holds, Turn};

use crate::host::Host;
use crate::journal::{Heading, Journal, Keeper};
use crate::seating::Dice;

impl Host {
    /// Whether something is kept that can be continued.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.journal.is_some()
    }

    /// Keeps the game from now on, once a step was taken.
    pub fn keep_with(&mut self, keeper: Box<dyn Keeper>) {
        self.keeper = Some(keeper);
        self.journal = None;
    }

    /// Keeps what has changed, so that nothing is lost if the program is killed.
    pub(crate) fn keep(&mut self, unchanged: usize) -> Result<(), String> {
        let Some(keeper) = &mut self.keeper else {
            return Ok(());
        };
        if matches!(self.played.turn(), Turn::Over(_)) {
            self.journal = None;
            // A file that holds a position tells nothing of a game that is over.
            let record = match self.game.holds() {
                Holds::Game => Some(self.game.write_record(&self.played.record())),
                Holds::Position => None,
            };
            return keeper.finish(record.as_deref());
        }
        let added = (self.played.len() > unchanged).then(|| self.played.last_step());
        let kept = match &mut self.journal {
            Some(journal) => journal.keep(&mut **keeper, unchanged, added.flatten()),
            None => {
                let kinds: Vec<String> = self
                    .players
                    .iter()
                    .map(|player| player.kind.clone())
                    .collect();
                let heading = Heading {
                    game: self.game,
                    setup: self.setup.as_ref(),
                    kinds: &kinds,
                    asks_for_dice: self.dice == Dice::Asked,
                };
                let mut journal = Journal::new(&heading, &self.played);
                let kept = journal.keep(&mut **keeper, self.played.len(), None);
                self.journal = Some(journal);
                kept
            }
        };
        if kept.is_err() {
            // What is there is not certain: next time all of it is written.
            self.journal = None;
        }
        kept
    }
}
