//! Records of whole games: the start as a saved game, one turn per line, the
//! result.
//!
//! ```text
//! LABYRINTH
//! Version: 1.
//! Players: Amy, Bill.
//! Start:
//! yellow human 1 1 7 12
//! ...
//! Turns:
//! N2 east, 3 5
//! W4 north, 1 7
//! Amy wins!
//! ```

use std::fmt::Write as _;
use std::ops::Range;

use parlour_core::lines::{
    Body, Ending, EndingHelp, Format, Header, Heading, Lines, Standing, Words, because, odd_space,
    seated_names,
};
use parlour_core::{
    Diagnostic, Game, Notation, Outcome, Record, Records, Severity, Step, Turn as Next,
};

use crate::rules::{Labyrinth, MOST_PLAYERS, Phase};

use super::{read_save, write_save};

pub(super) const TITLE: &str = "LABYRINTH";
const TURNS: &str = "Turns:";

/// The version of the format.
const VERSION: u32 = 1;

const VERSION_LINE: usize = 1;
const PLAYERS: usize = 2;
const START: usize = 3;

/// What to say about a wrong ending.
const HELP: EndingHelp = EndingHelp {
    not_over: "a player who has no cards left and ends a turn on their start wins; \
               leave this line out to continue later",
    not_drawn: "no game of Labyrinth is drawn; leave this line out to continue later",
    wins: "came home without cards and wins",
};

/// Writes a game. One that stops early is written without an ending.
pub(super) fn write(record: &Record<Labyrinth>) -> String {
    let names = record.names.join(", ");
    let start = write_save(&record.start);
    let mut text =
        format!("{TITLE}\nVersion: {VERSION}.\nPlayers: {names}.\nStart:\n{start}{TURNS}\n");
    let mut game = record.start.clone();
    let mut turn: Vec<String> = Vec::new();
    for step in &record.steps {
        let Step::Move(chosen) = step else { break };
        turn.push(game.write_move(chosen));
        // What follows an illegal step was never played.
        if step.take(&mut game).is_err() {
            break;
        }
        if game.table().phase == Phase::Insert {
            let _ = writeln!(text, "{}", std::mem::take(&mut turn).join(", "));
        }
    }
    if !turn.is_empty() {
        let _ = writeln!(text, "{}", turn.join(", "));
    }
    if let Next::Over(Outcome::Win(winner)) = game.turn() {
        let _ = writeln!(text, "{} wins!", record.names[winner.index()]);
    }
    text
}

/// A line after the start.
pub(super) enum Line<'t> {
    /// Something like moves; they may not be legal moves.
    Turn(&'t str),
    Ending(Ending<'t>),
}

/// The format.
pub(super) struct Turns;

impl Format for Turns {
    type Game = Labyrinth;
    type Line<'t> = Line<'t>;

    const HEADERS: &'static [Header<'static>] = &[
        Header::title(TITLE, "missing-labyrinth"),
        Header::VERSION,
        Header::PLAYERS,
        Header::needed("Start", "missing-start", "Start:"),
    ];

    const WORDS: Words = Words {
        steps: "turns",
        record: "a record of Labyrinth",
        step: "a turn is written like `N2 east, 3 5`: an insertion, and where the pawn walks",
        ending: "a record ends with `Amy wins!`",
        last: "the ending",
    };

    /// Every line stands on its own.
    const LINES_BREAK: bool = false;

    fn begin(lines: &mut Lines<'_>) -> Option<(Self, Heading<Labyrinth>)> {
        let mut names = Vec::new();
        let mut places = lines.headers(
            Self::HEADERS,
            |text| text == TURNS,
            |header, value| {
                match header {
                    VERSION_LINE => value.version(VERSION)?,
                    PLAYERS => {
                        let seats = 1..=MOST_PLAYERS as u8;
                        names = value.players(seats, Labyrinth::NOT_IN_NAMES)?;
                    }
                    START if !value.text.is_empty() => {
                        let at = value.span(0, value.text.len());
                        return Err(
                            Diagnostic::error("syntax", at, "the start has its own lines")
                                .help("write `Start:` alone, and the saved game below it"),
                        );
                    }
                    _ => {}
                }
                Ok(())
            },
        )?;
        let start = start(lines)?;
        let players_line = places[PLAYERS].take();
        let names = seated_names(lines, names, &start, &players_line, &places[START]);
        let heading = Heading {
            names,
            players_line,
            certain: start.is_some(),
            start,
        };
        Some((Turns, heading))
    }

    fn shape<'t>(&self, _: &Body<'_, Labyrinth>, text: &'t str) -> Option<Line<'t>> {
        if let Some(ending) = Ending::of(text) {
            return Some(Line::Ending(ending));
        }
        // An insertion begins with a side and a line, a walk with a row. The rest is not checked
        // here, so that a slip is reported where it is.
        let is_turn_like = match *text.as_bytes() {
            [b'N' | b'E' | b'S' | b'W', line, ..] => line.is_ascii_digit(),
            [row, ..] => row.is_ascii_digit(),
            [] => false,
        };
        (is_turn_like && odd_space(text).is_none()).then_some(Line::Turn(text))
    }

    fn judge(
        &mut self,
        body: &mut Body<'_, Labyrinth>,
        line: &Range<usize>,
        _: &str,
        said: Line<'_>,
    ) {
        match said {
            Line::Turn(moves) => self.play(body, moves, line.start),
            Line::Ending(ending) => body.judge_ending(line, ending, &HELP),
        }
    }

    fn slip(&self, _: &Body<'_, Labyrinth>, text: &str) -> Option<Diagnostic> {
        Ending::slip(text)
    }

    fn after_the_end(&mut self, body: &Body<'_, Labyrinth>, step: &Range<usize>) -> Diagnostic {
        let help = match body.standing() {
            Standing::Won(winner) => {
                let line = body.winners_line(winner.index());
                format!("the line {line} should be here")
            }
            Standing::Drawn(why) => because::<Labyrinth>(why, Self::WORDS.ending),
            Standing::Doubt | Standing::Playing => Self::WORDS.ending.to_owned(),
        };
        Diagnostic::error("game-already-over", step.clone(), "a move after the end")
            .also_where(&body.last, "the game ended with this move")
            .help(help)
    }

    fn unsaid(&self, body: &Body<'_, Labyrinth>, standing: Standing) -> (String, String) {
        body.missing_result(standing)
    }
}

impl Turns {
    /// Makes the moves of a line.
    fn play(&mut self, body: &mut Body<'_, Labyrinth>, moves: &str, start: usize) {
        let mut at = start;
        for part in moves.split(',') {
            if body.lines.is_full() {
                return;
            }
            let text = part.trim_start();
            let from = at + part.len() - text.len();
            let span = from..from + text.len();
            at += part.len() + 1;
            // In doubt, moves are read with the last known position.
            match body.state.as_ref().map(|game| game.read_move(text)) {
                Some(Ok(chosen)) => {
                    if self.admit(body, &span, None).is_some() {
                        body.take(Step::Move(chosen), span);
                    }
                }
                Some(Err(finding)) => {
                    body.report(finding.shifted(from));
                    body.certain = false;
                }
                None => return,
            }
        }
    }
}

/// Reads the saved game up to the line before the turns. The inner `None` is an
/// invalid one; without that line the reader cannot go on.
fn start(lines: &mut Lines<'_>) -> Option<Option<Labyrinth>> {
    let from = lines.at;
    loop {
        let Some(line) = lines.peek_line() else {
            let message = format!("there is no line `{TURNS}` after the start");
            let finding = Diagnostic::error("missing-turns", lines.end(), message);
            lines
                .report(finding.help("the turns begin after that line, each on a line of its own"));
            return None;
        };
        lines.step_over(&line);
        if &lines.file[line.clone()] == TURNS.as_bytes() {
            let (start, findings) = read_save(&lines.file[from..line.start]);
            // Lines may end with CR and LF, as in any record.
            let is_wrong = |finding: &Diagnostic| finding.code != "carriage-return";
            let mut is_sound = true;
            for finding in findings.into_iter().filter(is_wrong) {
                is_sound = false;
                let severity = Severity::Error;
                lines.report(
                    Diagnostic {
                        severity,
                        ..finding
                    }
                    .shifted(from),
                );
            }
            return Some(start.filter(|_| is_sound));
        }
    }
}
