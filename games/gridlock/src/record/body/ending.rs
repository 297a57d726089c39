//! The ending of a record: `Bill cannot move.`, `Amy wins!`, and nothing more.

use std::ops::Range;

use parlour_core::{Diagnostic, quoted};

use crate::record::explain::ENDING;
use crate::record::line::{Deed, Who, read_line};
use crate::rules::{Colour, Grid, Paint};

use super::{Body, also, name_span};

/// How much of the ending has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// None of it.
    Moves,
    /// `A cannot move.`; who must win by it, where that is certain.
    Stuck { winner: Option<usize> },
    /// All of it.
    Over,
    /// The winner's line came where the other one should be, which may yet
    /// follow.
    Swapped,
}

impl<F: FnMut(Paint, Range<usize>)> Body<'_, '_, F> {
    /// `Bill cannot move.`
    pub(super) fn read_stuck(&mut self, line: Range<usize>, who: Who<'_>) {
        match self.stage {
            Stage::Swapped => {
                self.stage = Stage::Over;
                return;
            }
            Stage::Moves => {}
            _ => {
                let finding = Diagnostic::error(
                    "syntax",
                    line,
                    "the record says twice that a player cannot move",
                );
                let finding = also(finding, &self.stuck_line, "said here first");
                self.lines
                    .report(finding.help("name the winner here: `Amy wins!`"));
                return;
            }
        }
        let mut winner = match who {
            Who::Player(stuck) => Some(1 - stuck),
            Who::Stranger(_) => None,
        };
        let open = self
            .grid
            .as_ref()
            .filter(|_| self.certain)
            .and_then(|grid| Some((grid.first_open()?, grid)));
        if let Who::Stranger(name) = who
            && !self.players.is_empty()
        {
            self.stranger(&line, name);
        } else if let Some((cell, grid)) = open {
            let colour = grid.allowed(cell).iter().next().map_or("", Colour::word);
            let finding = Diagnostic::error(
                "move-still-possible",
                line.clone(),
                "the game is not over: a move is still possible",
            )
            .help(format!("for example {colour} at {cell}"));
            self.lines.report(finding);
        } else if let (Who::Player(stuck), Some(next)) = (who, self.next)
            && stuck != next
        {
            let name = &self.players[stuck];
            let finding = Diagnostic::error(
                "wrong-player-cannot-move",
                name_span(&line, name),
                format!("it is not {}'s turn", quoted(name)),
            );
            let finding = also(finding, &self.last_move, "the last move");
            let help = format!("{} is the one who cannot move", quoted(&self.players[next]));
            self.lines.report(finding.help(help));
            // The winner's line is probably wrong in the same way.
            winner = None;
        }
        self.stage = Stage::Stuck { winner };
        self.stuck_line = Some(line);
    }

    /// `Amy wins!`
    pub(super) fn read_winner(&mut self, line: Range<usize>, who: Who<'_>) {
        let Stage::Stuck { winner } = self.stage else {
            // A line that could not be read may have been the one missing.
            if !self.after_unreadable {
                let finding = match self.stuck_line_ahead() {
                    Some(stuck) => Diagnostic::error(
                        "missing-cannot-move",
                        line,
                        "the two lines of the ending are the wrong way round",
                    )
                    .also(stuck, "this line comes first")
                    .help("write first who cannot move, then who wins"),
                    None => Diagnostic::error(
                        "missing-cannot-move",
                        line,
                        "the record names a winner, but not who cannot move",
                    )
                    .label("expected `... cannot move.` before this")
                    .help(self.ending_help()),
                };
                self.lines.report(finding);
            }
            self.stage = Stage::Swapped;
            return;
        };
        match (who, winner) {
            (Who::Stranger(name), _) if !self.players.is_empty() => {
                self.stranger(&line, name);
            }
            (Who::Player(named), Some(winner)) if named != winner => {
                let name = &self.players[named];
                let finding = Diagnostic::error(
                    "wrong-winner",
                    name_span(&line, name),
                    format!("{} did not win", quoted(name)),
                );
                let finding = also(finding, &self.stuck_line, "who cannot move loses");
                let help = format!("{} is the winner", quoted(&self.players[winner]));
                self.lines.report(finding.help(help));
            }
            _ => {}
        }
        self.stage = Stage::Over;
    }

    /// The next line, if it says who cannot move.
    fn stuck_line_ahead(&mut self) -> Option<Range<usize>> {
        let line = self.lines.peek_line()?;
        let text = self.lines.text(&line).ok()?;
        let read = read_line(text, &self.players)?;
        (read.deed == Deed::CannotMove).then_some(line)
    }

    /// How this record should end, with the names of its players where it is
    /// certain who is stuck.
    fn ending_help(&self) -> String {
        match self.next.filter(|_| self.certain) {
            Some(stuck) => format!(
                "the record ends with `{} cannot move.` and `{} wins!`",
                short(&self.players[stuck]),
                short(&self.players[1 - stuck])
            ),
            None => ENDING.to_owned(),
        }
    }

    /// A line after the ending.
    pub(super) fn trailing_text(&mut self, line: Range<usize>) {
        let finding = Diagnostic::error(
            "trailing-text",
            line,
            "nothing may follow the winner's line",
        )
        .help("remove everything from here on; a file holds one game");
        self.lines.report(finding);
    }

    /// True if nothing is wrong but that there is no ending.
    pub(super) fn end_of_file(&mut self) -> bool {
        let end = self.lines.end();
        let good = self.lines.findings.is_empty();
        match self.stage {
            // A last line that could not be read may have been the ending.
            _ if self.after_unreadable => {}
            Stage::Moves => {
                let is_over = self
                    .certain
                    .then(|| self.grid.as_ref().is_some_and(Grid::is_over));
                let message = match is_over {
                    Some(true) => "the game is over, but the record does not say so",
                    Some(false) => "the record stops before the game is over",
                    None => "the record has no ending",
                };
                // Who will be stuck in a game that goes on, nobody knows.
                let help = match is_over {
                    Some(true) => self.ending_help(),
                    _ => ENDING.to_owned(),
                };
                self.lines
                    .report(Diagnostic::error("missing-ending", end, message).help(help));
                return good;
            }
            Stage::Stuck { winner } => {
                let help = match winner {
                    Some(winner) => {
                        format!("add the line `{} wins!`", short(&self.players[winner]))
                    }
                    None => "add the winner's line".to_owned(),
                };
                self.lines.report(
                    Diagnostic::error("missing-winner", end, "the winner's line is missing")
                        .help(help),
                );
            }
            Stage::Over | Stage::Swapped => {}
        }
        false
    }
}

/// A name for a line that a user should write, if it is not too long to show.
fn short(name: &str) -> &str {
    if name.len() > 60 { "..." } else { name }
}
