//! The format of `.ploy` records, for the common reader.

use std::ops::Range;

use parlour_core::lines::{
    Body, Ending, EndingHelp, Format, Header, Heading, Lines, Standing, Words, because, odd_space,
};
use parlour_core::{Diagnostic, Records, Step};

use crate::notation::{read_move, start};
use crate::rules::Ploy;

const PLAYERS: usize = 1;
const BOARD: usize = 2;

/// What to say about a wrong ending.
const HELP: EndingHelp = EndingHelp {
    not_over: "it ends when a player has no Commander left, or nothing but the Commander; \
               leave this line out to continue later",
    not_drawn: "a game is drawn when a position comes up for the third time, \
                or after 200 moves without a capture",
    wins: "made the last move and wins",
};

/// A line of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    /// Something like moves, separated by single spaces; they may not be legal
    /// moves.
    Moves(&'t str),
    Ending(Ending<'t>),
}

impl<'t> Line<'t> {
    /// The shape of a line, if it has one.
    fn of(text: &'t str) -> Option<Line<'t>> {
        if let Some(ending) = Ending::of(text) {
            return Some(Line::Ending(ending));
        }
        // A move begins with a square and a dash. The rest is not checked here,
        // so that a slip in it is reported where it is.
        let is_move_like = match *text.as_bytes() {
            [column, row, ..] if column.is_ascii_alphabetic() && row.is_ascii_digit() => {
                text.contains('-')
            }
            _ => false,
        };
        (is_move_like && odd_space(text).is_none()).then_some(Line::Moves(text))
    }
}

/// The format of `.ploy` files.
pub(super) struct Moves;

impl Format for Moves {
    type Game = Ploy;
    type Line<'t> = Line<'t>;

    const HEADERS: &'static [Header<'static>] = &[
        Header::title("PLOY", "missing-ploy"),
        Header::PLAYERS,
        Header::optional("Board", "Board: w85,w1,,,,,,,/... w."),
    ];

    const WORDS: Words = Words {
        steps: "moves",
        record: "a record of Ploy",
        step: "moves are written like `d3-d4-0`, one or several on a line",
        ending: "a record ends with `Amy wins!` or `Draw.`",
        last: "the ending",
    };

    /// Every line stands on its own.
    const LINES_BREAK: bool = false;

    fn begin(lines: &mut Lines<'_>) -> Option<(Self, Heading<Ploy>)> {
        let mut names = Vec::new();
        let mut begins = Some(start());
        let mut places = lines.headers(
            Self::HEADERS,
            |text| Line::of(text).is_some(),
            |header, value| {
                match header {
                    PLAYERS => names = value.players(2..=2, Ploy::NOT_IN_NAMES)?,
                    BOARD => {
                        begins = None;
                        begins = Some(value.position()?);
                    }
                    _ => {}
                }
                Ok(())
            },
        )?;
        let heading = Heading {
            names,
            players_line: places[PLAYERS].take(),
            start: begins,
            certain: begins.is_some(),
        };
        Some((Moves, heading))
    }

    fn shape<'t>(&self, _: &Body<'_, Ploy>, text: &'t str) -> Option<Line<'t>> {
        Line::of(text)
    }

    fn judge(&mut self, body: &mut Body<'_, Ploy>, line: &Range<usize>, _: &str, said: Line<'_>) {
        match said {
            Line::Moves(words) => self.play(body, words, line.start),
            Line::Ending(ending) => body.judge_ending(line, ending, &HELP),
        }
    }

    fn slip(&self, _: &Body<'_, Ploy>, text: &str) -> Option<Diagnostic> {
        Ending::slip(text)
    }

    fn after_the_end(&mut self, body: &Body<'_, Ploy>, step: &Range<usize>) -> Diagnostic {
        let help = match body.standing() {
            Standing::Drawn(why) => because::<Ploy>(why, "the line `Draw.` should be here"),
            _ => "one side has no Commander, or nothing but it: the ending should be here".into(),
        };
        let message = "a move after the end of the game";
        Diagnostic::error("game-already-over", step.clone(), message)
            .also_where(&body.last, "the game ended with this move")
            .help(help)
    }

    fn unsaid(&self, body: &Body<'_, Ploy>, standing: Standing) -> (String, String) {
        body.missing_result(standing)
    }
}

impl Moves {
    /// Makes the moves of a line.
    fn play(&mut self, body: &mut Body<'_, Ploy>, words: &str, start: usize) {
        let mut at = start;
        for word in words.split(' ') {
            if body.lines.is_full() {
                return;
            }
            let span = at..at + word.len();
            match read_move(word) {
                Ok(chosen) => {
                    if self.admit(body, &span, None).is_some() {
                        body.take(Step::Move(chosen), span);
                    }
                }
                Err(finding) => {
                    body.report(finding.shifted(at));
                    body.certain = false;
                }
            }
            at += word.len() + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart_by_their_shape() {
        for (text, line) in [
            ("d3-d4-0", Some(Line::Moves("d3-d4-0"))),
            ("d3-d4-0 d7-d6-0", Some(Line::Moves("d3-d4-0 d7-d6-0"))),
            ("z9-d4-0 oops", Some(Line::Moves("z9-d4-0 oops"))),
            ("Amy wins!", Some(Line::Ending(Ending::Wins("Amy")))),
            ("d3-d4-0 wins!", Some(Line::Ending(Ending::Wins("d3-d4-0")))),
            ("Draw wins!", Some(Line::Ending(Ending::Wins("Draw")))),
            ("Draw.", Some(Line::Ending(Ending::Draw))),
            ("Draw", None),
            (" wins!", None),
            ("d3-d4-0  d7-d6-0", None),
            ("d3-d4-0 ", None),
            ("d3 d4 0", None),
            ("Board: x.", None),
            ("", None),
        ] {
            assert_eq!(Line::of(text), line, "{text:?}");
        }
    }
}
