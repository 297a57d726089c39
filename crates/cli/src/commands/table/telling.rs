//! What players are told when they ask: the board, the moves, what a bot
//! thinks.

use anyhow::Result;
use parlour_core::DrawOptions;
use parlour_host::Next;

use super::PlainTable;
use crate::output;

/// How many moves are listed when a player asks for them; only a few get their
/// own lines.
const MOST_LISTED: usize = 200;
const MOST_BELOW_EACH_OTHER: usize = 20;

impl PlainTable {
    /// The board in words, for a player who does not see it.
    pub(super) fn describe_board(&mut self) -> Result<()> {
        let told = self.host.position().in_words(self.host.viewer());
        let told = told.unwrap_or_else(|too_large| format!("({too_large})"));
        self.console.say(&told)?;
        Ok(())
    }

    pub(super) fn show_board(&mut self, map: bool) -> Result<()> {
        let position = self.host.position();
        let who = self.host.viewer();
        let options = DrawOptions {
            coordinates: true,
            picks: false,
            map,
            last: &self.host.played().trace(),
            ..DrawOptions::default()
        };
        let shown = match position.draw(who, options) {
            Ok(drawing) if self.ascii => drawing.in_ascii().render(self.colour),
            Ok(drawing) => drawing.render(self.colour),
            Err(too_large) => format!("({too_large})"),
        };
        self.console.show(&shown)?;
        self.shown = true;
        Ok(())
    }

    pub(super) fn list_moves(&mut self) -> Result<()> {
        let moves = self.host.position().moves();
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

    /// Tells what happened since players were last told, and what they should
    /// know.
    pub(super) fn tell_news(&mut self) -> Result<()> {
        // If players have secrets, what bots do is not told, not even at the end.
        let is_told = |seat| self.host.is_human(seat) || !self.host.game().is_private();
        let news: Vec<_> = self
            .host
            .said(self.host.viewer(), self.told)
            .filter(|said| said.seat.is_none_or(is_told))
            .collect();
        for said in news {
            self.console.say(&said.text)?;
        }
        if self.told != self.host.played().len() {
            self.told = self.host.played().len();
            self.unsaved = true;
            self.shown = false;
        }
        if !matches!(self.host.next(), Next::Stuck(_)) {
            for notice in self.host.take_notices() {
                self.console.say(&notice)?;
            }
        }
        Ok(())
    }

    /// Finds out what the strongest bot thinks.
    fn think(&mut self) -> Result<()> {
        match self.host.advise() {
            Some(task) => self.run(task, "Thinking..."),
            None => Ok(()),
        }
    }

    pub(super) fn hint(&mut self) -> Result<()> {
        self.think()?;
        let said = match self.host.adviser().found() {
            None => "There is no advice to give here.".to_owned(),
            Some(found) => format!("{}.", found.hint(self.host.game(), self.host.position())),
        };
        self.console.say(&said)?;
        Ok(())
    }

    pub(super) fn value(&mut self) -> Result<()> {
        self.think()?;
        let said = match self.host.adviser().found() {
            None => "There is nothing to evaluate here.".to_owned(),
            Some(found) => {
                let worth = found.worth(self.host.played().names(), self.host.game());
                format!("{worth}.")
            }
        };
        self.console.say(&said)?;
        Ok(())
    }
}
