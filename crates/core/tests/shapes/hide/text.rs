//! Positions and moves of the treasure hunt as text.

use std::borrow::Cow;
use std::fmt;

use parlour_core::{
    Configure, Diagnostic, Game, Notation, Pick, Picks, Seat, SetupValues, Viewer, luck,
};

use super::super::reading::{Excerpt, ReadsSmall, split, words};
use super::{Answer, Cell, HIDER, Hide, Move, Setup, Treasure};

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x), self.y + 1)
    }
}

fn cell(part: Excerpt<'_>) -> Result<Cell, Diagnostic> {
    match *part.text.as_bytes() {
        [column @ b'a'..=b'i', row @ b'1'..=b'9'] => Ok(Cell {
            x: column - b'a',
            y: row - b'1',
        }),
        _ => Err(part.wrong("expected a cell like `c3`")),
    }
}

fn answer(part: Excerpt<'_>) -> Result<Answer, Diagnostic> {
    Answer::ALL
        .into_iter()
        .find(|answer| answer.word() == part.text)
        .ok_or_else(|| part.wrong("expected `here`, `near` or `far`"))
}

impl Notation for Hide {
    /// `5 6 c3 a1-far,b2-?`: side, guesses, treasure, what was said.
    fn write_position(&self) -> String {
        let treasure = match self.treasure {
            Treasure::At(cell) => cell.to_string(),
            _ => "-".to_owned(),
        };
        let said = self
            .guesses
            .iter()
            .map(|(guess, answer)| format!("{guess}-{}", answer.map_or("?", Answer::word)));
        let Setup { side, guesses } = self.setup;
        let said = match said.collect::<Vec<_>>().join(",") {
            nothing if nothing.is_empty() => "-".to_owned(),
            said => said,
        };
        format!("{side} {guesses} {treasure} {said}")
    }

    /// Plays what the text says, so that only legal positions are read.
    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        let [side, guesses, treasure, said] = words(text)?;
        let mut values = SetupValues::new();
        values.set("side", side.text);
        values.set("guesses", guesses.text);
        let mut state = Hide::start(&values, &mut luck::seeded(0)).map_err(|error| {
            Diagnostic::error("setup", 0..guesses.span().end, error.to_string())
        })?;
        let mut play = |part: Excerpt<'_>, chosen| {
            let played = state.play(&chosen);
            played.map_err(|refusal| part.wrong(refusal.message))
        };
        if treasure.text != "-" {
            play(treasure, Move::Hide(cell(treasure)?))?;
        }
        for pair in split(said.text, ',').filter(|_| said.text != "-") {
            let pair = Excerpt {
                start: said.start + pair.start,
                ..pair
            };
            let halves: Vec<_> = split(pair.text, '-').collect();
            let [guess, reply] = halves[..] else {
                return Err(pair.wrong("expected a guess and an answer"));
            };
            let inside = |finding: Diagnostic| finding.shifted(pair.start);
            play(pair, Move::Guess(cell(guess).map_err(inside)?))?;
            if reply.text != "?" {
                play(pair, Move::Answer(answer(reply).map_err(inside)?))?;
            }
        }
        Ok(state)
    }

    fn write_move(&self, chosen: &Move) -> String {
        match chosen {
            Move::Hide(cell) => format!("hide {cell}"),
            Move::Guess(cell) => format!("guess {cell}"),
            Move::Answer(answer) => format!("say {}", answer.word()),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, Diagnostic> {
        let [verb, object] = words(text)?;
        match verb.text {
            "hide" => Ok(Move::Hide(cell(object)?)),
            "guess" => Ok(Move::Guess(cell(object)?)),
            "say" => Ok(Move::Answer(answer(object)?)),
            _ => Err(verb.wrong("expected `hide`, `guess` or `say`")),
        }
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        if seat == HIDER { "hider" } else { "guesser" }.into()
    }

    fn describe_move(&self, chosen: &Move, who: Viewer) -> String {
        match chosen {
            Move::Hide(cell) if matches!(who, Viewer::All | Viewer::Seat(HIDER)) => {
                format!("hides the treasure at {cell}")
            }
            Move::Hide(_) => "hides the treasure".to_owned(),
            Move::Guess(cell) => format!("guesses {cell}"),
            Move::Answer(answer) => format!("says {}", answer.word()),
        }
    }
}

impl Picks for Hide {
    fn picks(&self, chosen: &Move) -> Vec<Pick> {
        vec![match chosen {
            Move::Hide(cell) | Move::Guess(cell) => Pick::new(cell.to_string()),
            Move::Answer(answer) => Pick::new(answer.word()),
        }]
    }
}
