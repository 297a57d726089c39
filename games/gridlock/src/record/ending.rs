//! The ending of a record: `Bill cannot move.`, `Amy wins!`, and nothing more.

use std::ops::Range;

use parlour_core::lines::{Body, Format, Who};
use parlour_core::{Diagnostic, quoted};

use crate::rules::{Colour, Grid};

use super::format::{Painting, name_span};
use super::line::{Action, read_line};

/// How much of the ending has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// None of it.
    Moves,
    /// `A cannot move.`, and who must therefore win, if that is certain.
    Stuck { winner: Option<usize> },
    /// All of it.
    Over,
    /// The winner's line came first; the other may still follow.
    Swapped,
}

impl Painting {
    /// `Bill cannot move.`
    pub(super) fn stuck(&mut self, body: &mut Body<'_, Grid>, line: &Range<usize>, who: Who<'_>) {
        match self.stage {
            Stage::Swapped => return self.over(body),
            Stage::Moves => {}
            Stage::Stuck { .. } | Stage::Over => {
                let message = "the record says twice that a player cannot move";
                return body.report(
                    Diagnostic::error("syntax", line.clone(), message)
                        .also_where(&self.stuck_line, "said here first")
                        .help("name the winner here: `Amy wins!`"),
                );
            }
        }
        let mut winner = match who {
            Who::Player(stuck) => Some(1 - stuck.index()),
            Who::Stranger(_) => None,
        };
        let open = body
            .sure()
            .and_then(|grid| Some((grid.first_open()?, grid)));
        if let Who::Stranger(name) = who
            && !body.names.is_empty()
        {
            self.stranger(body, line, name);
        } else if let Some((cell, grid)) = open {
            let colour = grid.allowed(cell).iter().next().map_or("", Colour::word);
            let message = "the game is not over: a move is still possible";
            body.report(
                Diagnostic::error("move-still-possible", line.clone(), message)
                    .help(format!("for example {colour} at {cell}")),
            );
        } else if let (Who::Player(stuck), Some(next)) = (who, self.next)
            && stuck.index() != next
        {
            let name = &body.names[stuck.index()];
            let message = format!("it is not {}'s turn", quoted(name));
            let help = format!("{} is the one who cannot move", quoted(&body.names[next]));
            body.report(
                Diagnostic::error("wrong-player-cannot-move", name_span(line, name), message)
                    .also_where(&body.last, "the last move")
                    .help(help),
            );
            // The winner's line is probably wrong in the same way.
            winner = None;
        }
        self.stage = Stage::Stuck { winner };
        self.stuck_line = Some(line.clone());
    }

    /// `Amy wins!`
    pub(super) fn winner(&mut self, body: &mut Body<'_, Grid>, line: &Range<usize>, who: Who<'_>) {
        let Stage::Stuck { winner } = self.stage else {
            // A line that could not be read may have been the missing one.
            if !body.after_unreadable {
                let finding = self.not_stuck(body, line);
                body.report(finding);
            }
            self.stage = Stage::Swapped;
            return;
        };
        match (who, winner) {
            (Who::Stranger(name), _) if !body.names.is_empty() => self.stranger(body, line, name),
            (Who::Player(named), Some(winner)) if named.index() != winner => {
                let name = &body.names[named.index()];
                let message = format!("{} did not win", quoted(name));
                body.report(
                    Diagnostic::error("wrong-winner", name_span(line, name), message)
                        .also_where(&self.stuck_line, "a player who cannot move loses")
                        .help(format!("{} is the winner", quoted(&body.names[winner]))),
                );
            }
            _ => {}
        }
        self.over(body);
    }

    fn over(&mut self, body: &mut Body<'_, Grid>) {
        self.stage = Stage::Over;
        body.has_ended = true;
    }

    /// The finding about a winner before anybody is said to be stuck.
    fn not_stuck(&self, body: &mut Body<'_, Grid>, line: &Range<usize>) -> Diagnostic {
        let finding = |message| Diagnostic::error("missing-cannot-move", line.clone(), message);
        match stuck_line_ahead(body) {
            Some(stuck) => finding("the two lines of the ending are the wrong way round")
                .also(stuck, "this line comes first")
                .help("first write who cannot move, then who wins"),
            None => finding("the record names a winner, but not who cannot move")
                .label("expected `... cannot move.` before this")
                .help(self.ending_help(body)),
        }
    }

    /// How this record should end, with its players' names if it is certain who
    /// is stuck.
    pub(super) fn ending_help(&self, body: &Body<'_, Grid>) -> String {
        match self.next.filter(|_| body.certain) {
            Some(stuck) => format!(
                "the record ends with `{} cannot move.` and `{} wins!`",
                short(&body.names[stuck]),
                short(&body.names[1 - stuck])
            ),
            None => Self::WORDS.ending.to_owned(),
        }
    }

    /// Reports the missing lines at the end of the file. True if only the whole
    /// ending is missing.
    pub(super) fn missing_lines(&self, body: &mut Body<'_, Grid>) -> bool {
        match self.stage {
            // A last line that could not be read may have been the ending.
            _ if body.after_unreadable => {}
            Stage::Moves => {
                let good = body.lines.findings.is_empty();
                self.missing_ending(body);
                return good;
            }
            Stage::Stuck { winner } => {
                let help = match winner {
                    Some(winner) => {
                        format!("add the line `{} wins!`", short(&body.names[winner]))
                    }
                    None => "add the winner's line".to_owned(),
                };
                let message = "the winner's line is missing";
                let end = body.lines.end();
                body.report(Diagnostic::error("missing-winner", end, message).help(help));
            }
            Stage::Over | Stage::Swapped => {}
        }
        false
    }
}

/// The next line, if it says who cannot move.
fn stuck_line_ahead(body: &mut Body<'_, Grid>) -> Option<Range<usize>> {
    let line = body.lines.peek_line()?;
    let text = body.lines.text(&line).ok()?;
    let read = read_line(text, &body.names)?;
    (read.action == Action::CannotMove).then_some(line)
}

/// A name for a line that the user should write, if it is not too long to show.
fn short(name: &str) -> &str {
    if name.len() > 60 { "..." } else { name }
}
