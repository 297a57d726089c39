//! The moves and the ending of a record, judged by the rules.
//!
//! After an error the reader goes on with what is still certain. A move that
//! was refused or could not be read leaves the board in doubt: from then on
//! only that is reported which would be wrong on any board.

use std::ops::Range;

use parlour_core::lines::Lines;
use parlour_core::{
    Diagnostic, Game, Illegal, Outcome, Stall, Stalled, Turn, did_you_mean, quoted,
};

use crate::notation::read_move;
use crate::rules::{Move, Ploy};

use super::heading::Heading;
use super::line::{ENDING, Line, explain};
use super::see;

/// How the match stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It goes on.
    Playing,
    /// The player of that seat has won.
    Won(usize),
    /// It is drawn.
    Drawn(Stalled),
    /// Nobody knows.
    Doubt,
}

pub(super) struct Body<'r, 'a, F> {
    lines: &'r mut Lines<'a>,
    heading: Heading,
    on_move: F,
    /// The position; `None` where it is in doubt.
    ploy: Option<Ploy>,
    stall: Stall<Ploy>,
    stalled: Option<Stalled>,
    /// Where the last good move stands.
    last_move: Option<Range<usize>>,
    /// The ending has been read.
    has_ended: bool,
    /// It was said that the game is over already.
    said_over: bool,
}

impl<'r, 'a, F: FnMut(Move, Range<usize>)> Body<'r, 'a, F> {
    pub(super) fn new(lines: &'r mut Lines<'a>, heading: Heading, on_move: F) -> Self {
        let mut stall = Stall::new();
        Body {
            ploy: heading.start,
            stalled: heading.start.and_then(|ploy| see(&mut stall, &ploy)),
            stall,
            lines,
            heading,
            on_move,
            last_move: None,
            has_ended: false,
            said_over: false,
        }
    }

    /// Reads to the end of the file. True if the file is the good beginning of
    /// a game.
    pub(super) fn read(mut self) -> bool {
        while !self.lines.is_full() {
            let Some(line) = self.lines.peek_line() else {
                return self.end_of_file();
            };
            self.lines.step_over(&line);
            if self.has_ended {
                self.lines.report(
                    Diagnostic::error("trailing-text", line, "nothing may follow the ending")
                        .help("remove everything from here on; a file holds one game"),
                );
                break;
            }
            self.read_any_line(line);
        }
        false
    }

    fn read_any_line(&mut self, line: Range<usize>) {
        let text = match self.lines.text(&line) {
            Ok(text) => text,
            Err(finding) => return self.unreadable(finding),
        };
        match Line::of(text) {
            None => self.unreadable(explain(text).shifted(line.start)),
            Some(Line::Moves(words)) => self.read_moves(words, line.start),
            Some(Line::Wins(name)) => self.read_winner(&line, name),
            Some(Line::Draw) => self.read_draw(line),
        }
    }

    fn unreadable(&mut self, finding: Diagnostic) {
        self.lines.report(finding);
        self.ploy = None;
    }

    fn state(&self) -> State {
        match (self.ploy.map(|ploy| ploy.turn()), self.stalled) {
            (None, _) => State::Doubt,
            (Some(Turn::Over(Outcome::Win(seat))), _) => State::Won(seat.index()),
            (Some(_), Some(stalled)) => State::Drawn(stalled),
            (Some(_), None) => State::Playing,
        }
    }

    fn read_moves(&mut self, words: &str, start: usize) {
        let mut at = start;
        for word in words.split(' ') {
            if self.lines.is_full() {
                return;
            }
            let span = at..at + word.len();
            match read_move(word) {
                Ok(chosen) => self.play(chosen, span),
                Err(finding) => self.unreadable(finding.shifted(at)),
            }
            at += word.len() + 1;
        }
    }

    fn play(&mut self, chosen: Move, span: Range<usize>) {
        if matches!(self.state(), State::Won(_) | State::Drawn(_)) {
            return self.move_after_the_end(span);
        }
        let Some(ploy) = &mut self.ploy else { return };
        if let Err(Illegal {
            code,
            message,
            help,
        }) = ploy.play(&chosen)
        {
            let mut finding = Diagnostic::error(code, span, message);
            finding.help = help.map(Into::into);
            return self.unreadable(finding);
        }
        self.stalled = see(&mut self.stall, ploy);
        // With an error before it, a move is no part of a legal game.
        if self.lines.findings.is_empty() {
            (self.on_move)(chosen, span.clone());
        }
        self.last_move = Some(span);
    }

    fn move_after_the_end(&mut self, span: Range<usize>) {
        if std::mem::replace(&mut self.said_over, true) {
            return;
        }
        let finding = Diagnostic::error(
            "game-already-over",
            span,
            "a move after the end of the game",
        );
        let finding = match &self.last_move {
            Some(last) => finding.also(last.clone(), "the game ended with this move"),
            None => finding,
        };
        let help = match self.state() {
            State::Drawn(stalled) => {
                let why = stalled.explain(Ploy::PROGRESS);
                format!("{why}: the line `Draw.` should be here")
            }
            _ => "one side has no Commander, or nothing but it: the ending should be here".into(),
        };
        self.lines.report(finding.help(help));
    }

    /// `Amy wins!`
    fn read_winner(&mut self, line: &Range<usize>, name: &str) {
        self.has_ended = true;
        let span = line.start..line.start + name.len();
        let players = self.heading.players.clone();
        // Where the names are in doubt anyway, nothing is said of them.
        let names: &[String] = players.as_ref().map_or(&[], |players| players);
        let Some(named) = names.iter().position(|player| player == name) else {
            if !names.is_empty() {
                self.stranger(span, name, names);
            }
            return;
        };
        let finding = match self.state() {
            State::Doubt => return,
            State::Won(winner) if winner == named => return,
            State::Won(winner) => Diagnostic::error(
                "wrong-winner",
                span,
                format!("{} did not win", quoted(name)),
            )
            .help(format!(
                "{} made the last move and wins",
                quoted(&names[winner])
            )),
            State::Drawn(stalled) => Diagnostic::error(
                "wrong-winner",
                line.clone(),
                "nobody won: the game is drawn",
            )
            .help(format!(
                "{}: write `Draw.`",
                stalled.explain(Ploy::PROGRESS)
            )),
            State::Playing => not_over(line.clone()),
        };
        self.report_with_last_move(finding);
    }

    /// `Draw.`
    fn read_draw(&mut self, line: Range<usize>) {
        self.has_ended = true;
        let finding = match self.state() {
            State::Doubt | State::Drawn(_) => return,
            State::Won(winner) => {
                let finding = Diagnostic::error("no-draw", line, "the game is not drawn, but won");
                match &self.heading.players {
                    Some(players) => {
                        finding.help(format!("{} made the last move and wins", players[winner]))
                    }
                    None => finding,
                }
            }
            State::Playing => Diagnostic::error("no-draw", line, "the game is not drawn").help(
                "a game is drawn when a position comes up for the third time, \
                 or after 200 moves without a capture",
            ),
        };
        self.report_with_last_move(finding);
    }

    fn report_with_last_move(&mut self, finding: Diagnostic) {
        self.lines.report(match &self.last_move {
            Some(last) => finding.also(last.clone(), "the last move"),
            None => finding,
        });
    }

    fn stranger(&mut self, span: Range<usize>, name: &str, names: &[String]) {
        let help = match did_you_mean(name, names.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean {}?", quoted(meant)),
            None => format!(
                "the players are {} and {}",
                quoted(&names[0]),
                quoted(&names[1])
            ),
        };
        let message = format!("{} is not one of the players", quoted(name));
        let finding = Diagnostic::error("unknown-player", span, message).help(help);
        self.lines.report(match &self.heading.players_line {
            Some(line) => finding.also(line.clone(), "the players"),
            None => finding,
        });
    }

    /// True if nothing is wrong but that the game stops early.
    fn end_of_file(&mut self) -> bool {
        if self.has_ended {
            return false;
        }
        let is_good = self.lines.findings.is_empty();
        let state = self.state();
        let (message, help) = match state {
            State::Playing => (
                "the record stops before the game is over".to_owned(),
                "play it to its end".to_owned(),
            ),
            State::Won(winner) => {
                let names = self.heading.players.as_ref();
                let name = names.map_or("...", |names| names[winner].as_str());
                (
                    "the game is won, but the record does not say so".to_owned(),
                    format!("add the line {}", quoted(&format!("{name} wins!"))),
                )
            }
            State::Drawn(stalled) => (
                "the game is drawn, but the record does not say so".to_owned(),
                format!("{}: add the line `Draw.`", stalled.explain(Ploy::PROGRESS)),
            ),
            State::Doubt => ("the record has no ending".to_owned(), ENDING.to_owned()),
        };
        let end = self.lines.end();
        self.lines
            .report(Diagnostic::error("missing-ending", end, message).help(help));
        is_good && state == State::Playing
    }
}

/// An ending that comes too early.
fn not_over(line: Range<usize>) -> Diagnostic {
    Diagnostic::error("game-not-over", line, "the game is not over").help(
        "it ends when a player has no Commander left, or nothing but the Commander; \
         leave this line out to go on later",
    )
}
