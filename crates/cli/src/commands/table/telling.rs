//! What players are told when they ask: the board, the moves, what a bot thinks.

use anyhow::Result;
use parlour_core::{Advice, AnyStep, DrawOptions, Limits, Turn};

use super::Table;
use crate::bots;
use crate::output;

/// Moves listed at once when a player asks for them: so many, and on lines of
/// their own only if they are few.
const MOST_LISTED: usize = 200;
const MOST_BELOW_EACH_OTHER: usize = 20;

impl Table {
    /// The board in words, for a player who does not see it.
    pub(super) fn describe_board(&mut self) -> Result<()> {
        let told = self.played.position().in_words(self.viewer());
        let told = told.unwrap_or_else(|too_large| format!("({too_large})"));
        self.console.say(&told)?;
        Ok(())
    }

    pub(super) fn show_board(&mut self, map: bool) -> Result<()> {
        let position = self.played.position();
        let who = self.viewer();
        let options = DrawOptions {
            coordinates: true,
            picks: false,
            map,
        };
        let shown = match position.draw(who, options) {
            Ok(drawing) if self.ascii => drawing.in_ascii().render(self.colour),
            Ok(drawing) => drawing.render(self.colour),
            Err(too_large) => format!("({too_large})"),
        };
        self.console.say(&shown)?;
        self.shown = true;
        Ok(())
    }

    pub(super) fn list_moves(&mut self) -> Result<()> {
        let moves = self.played.position().moves();
        let width = 2 + moves
            .iter()
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0);
        let on_a_line = match moves.len() {
            ..=MOST_BELOW_EACH_OTHER => 1,
            _ => (output::width() / width).max(1),
        };
        for line in moves[..moves.len().min(MOST_LISTED)].chunks(on_a_line) {
            let line: String = line
                .iter()
                .map(|text| format!("  {text:<0$}", width - 2))
                .collect();
            self.console.say(line.trim_end())?;
        }
        if moves.len() > MOST_LISTED {
            let rest = moves.len() - MOST_LISTED;
            self.console.say(&format!("  and {rest} more"))?;
        }
        Ok(())
    }

    /// What the strongest bot thinks, and the nim-value if it knows that.
    fn advice(&mut self) -> Result<Option<(Advice<AnyStep>, Option<u16>)>> {
        let strongest = bots::strongest(self.game, self.played.position());
        let mut adviser = bots::bot(self.game, strongest, self.seed)?;
        let limits = Limits::time(self.time);
        let thinking = self.console.while_waiting("thinking...")?;
        let advice = self.played.ask(&mut *adviser, &limits);
        let nim = adviser.nim(self.played.position(), &limits);
        drop(thinking);
        Ok(advice.ok().map(|advice| (advice, nim)))
    }

    pub(super) fn hint(&mut self) -> Result<()> {
        let said = match self.advice()? {
            None => "There is nothing to advise.".to_owned(),
            Some((advice, _)) => match advice.reason {
                Some(reason) => {
                    let best = self.played.position().write(&advice.best);
                    format!("{best}: {reason}.")
                }
                None => "No hint: there is too much to look at yet.".to_owned(),
            },
        };
        self.console.say(&said)?;
        Ok(())
    }

    pub(super) fn value(&mut self) -> Result<()> {
        let Turn::Seat(seat) = self.played.turn() else {
            self.console.say("Nobody is to move.")?;
            return Ok(());
        };
        let said = match self.advice()? {
            None => "There is nothing to value.".to_owned(),
            Some((advice, nim)) => {
                let name = &self.played.names()[seat.index()];
                let worth = self.game.worth(seat, name, &advice, nim);
                format!("{worth}.")
            }
        };
        self.console.say(&said)?;
        Ok(())
    }
}
