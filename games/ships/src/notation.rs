//! Positions such as `B3,C3,H3=0,2,1;A1,B3,D2`, guesses such as `B3,C3,H3`,
//! answers such as `0,2,1`, and the option of a setup.

use std::borrow::Cow;

use parlour_core::{
    Configure, Diagnostic, Game, Never, Notation, Pick, Picks, Seat, SetupError, SetupOption,
    SetupValues, Viewer, below, quoted,
};
use rand::Rng;

use crate::rules::{
    BadFleet, Exchange, Feedback, Fleet, HIDER, Location, Move, SHIPS, Setup, Ships, to_location,
};

/// The text of the position in which nothing was asked.
const START: &str = "start";
/// What stands before the target in a position.
const TARGET: &str = "target";
/// The value of the option where the game does not know the target.
const OPEN: &str = "open";
const RANDOM: &str = "random";

const FLEET_HELP: &str = "name three different locations, a column A to H and a row 1 to 4 each: \
                          `B3,C3,H3`";
const ANSWER_HELP: &str = "an answer is three numbers, together at most three: how many are \
                           exact, one away, two away, such as `0,2,1`";

/// A part of a text, and where it begins there.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl<'a> Part<'a> {
    /// A whole text without the spaces around it.
    fn trimmed(text: &'a str) -> Part<'a> {
        Part { text, start: 0 }.trim()
    }

    pub(crate) fn error(self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.start..self.start + self.text.len(), message)
    }

    fn trim(self) -> Part<'a> {
        let lead = self.text.len() - self.text.trim_start().len();
        Part {
            text: self.text.trim(),
            start: self.start + lead,
        }
    }

    /// The parts between separators, without spaces around them.
    fn split(self, separator: char) -> impl Iterator<Item = Part<'a>> {
        let mut start = self.start;
        self.text.split(separator).map(move |text| {
            let part = Part { text, start };
            start += text.len() + separator.len_utf8();
            part.trim()
        })
    }

    /// The elements of a list, between commas or, where there is none, spaces.
    fn elements(self) -> Vec<Part<'a>> {
        let separator = if self.text.contains(',') { ',' } else { ' ' };
        self.split(separator)
            .filter(|part| separator == ',' || !part.text.is_empty())
            // One more than too many is enough to say so.
            .take(SHIPS + 2)
            .collect()
    }
}

/// The location of that name.
pub(crate) fn read_location(part: Part<'_>) -> Result<Location, Diagnostic> {
    to_location(part.text).ok_or_else(|| {
        let finding = part.error(
            "bad-location",
            format!("{} is not a location", quoted(part.text)),
        );
        let turned: String = part.text.to_uppercase().chars().rev().take(3).collect();
        match [part.text.to_uppercase(), turned]
            .iter()
            .find_map(|name| to_location(name))
        {
            Some(meant) => finding.help(format!("did you mean `{meant}`?")),
            None => finding.help("a location is a column A to H and a row 1 to 4, such as `B3`"),
        }
    })
}

/// The fleet of these locations; `whole` is where all of them stand.
pub(crate) fn fleet_of(
    locations: &[(Location, Part<'_>)],
    whole: Part<'_>,
) -> Result<Fleet, Diagnostic> {
    let named: Vec<Location> = locations.iter().map(|(location, _)| *location).collect();
    Fleet::new(&named).map_err(|bad| match bad {
        BadFleet::NotThree(_) => {
            let count = match locations.len() {
                0 => "no location".to_owned(),
                1 => "one location".to_owned(),
                2 => "two locations".to_owned(),
                _ => "more than three locations".to_owned(),
            };
            whole
                .error(
                    "not-three-locations",
                    format!("{count} here, but there are three ships"),
                )
                .help(FLEET_HELP)
        }
        BadFleet::Repeated(twice) => {
            let mut places = locations.iter().filter(|(location, _)| *location == twice);
            let [first, second] =
                [places.next(), places.next()].map(|place| place.map_or(whole, |(_, part)| *part));
            second
                .error("repeated-location", format!("{twice} is named twice"))
                .also(
                    first.start..first.start + first.text.len(),
                    "the first time",
                )
                .help("the three locations must be different")
        }
    })
}

/// Reads three locations in any order, in capital or small letters.
///
/// ```
/// use parlour_ships::read_fleet;
/// let fleet = read_fleet("h1, b2, d3").expect("three locations");
/// assert_eq!(fleet.to_string(), "B2,D3,H1");
/// assert_eq!(read_fleet("H1,B2").map_err(|bad| bad.code), Err("not-three-locations"));
/// ```
pub fn read_fleet(text: &str) -> Result<Fleet, Diagnostic> {
    fleet(Part::trimmed(text))
}

fn fleet(part: Part<'_>) -> Result<Fleet, Diagnostic> {
    if part.text.is_empty() {
        return fleet_of(&[], part);
    }
    let mut locations = Vec::with_capacity(SHIPS);
    for element in part.elements() {
        let upper = element.text.to_ascii_uppercase();
        let location = to_location(&upper).map_or_else(|| read_location(element), Ok)?;
        locations.push((location, element));
    }
    fleet_of(&locations, part)
}

/// The answer with these counts; `whole` is where they stand.
pub(crate) fn answer_of(counts: &[Part<'_>], whole: Part<'_>) -> Result<Feedback, Diagnostic> {
    let number = |part: &Part<'_>| {
        let is_number = !part.text.is_empty() && part.text.bytes().all(|b| b.is_ascii_digit());
        // What is too large to be counted is too large in any case.
        is_number.then(|| part.text.parse().unwrap_or(u8::MAX))
    };
    let bad = |message: String| Err(whole.error("bad-feedback", message).help(ANSWER_HELP));
    let numbers: Option<Vec<u8>> = counts.iter().map(number).collect();
    match numbers.as_deref() {
        Some([exact, one_away, two_away]) => match Feedback::new(*exact, *one_away, *two_away) {
            Some(answer) => Ok(answer),
            None => bad("three locations were guessed, but more are counted".to_owned()),
        },
        _ => bad(format!("{} is not an answer", quoted(whole.text))),
    }
}

fn answer(part: Part<'_>) -> Result<Feedback, Diagnostic> {
    answer_of(&part.elements(), part)
}

impl Configure for Ships {
    const OPTIONS: &'static [SetupOption] = &[SetupOption {
        name: TARGET,
        value: "A1,B2,C3",
        default: OPEN,
        help: "where the ships are: three locations, random, or open if only the hider knows",
        examples: &[OPEN, RANDOM, "H1,B2,D3", "A1,A2,A3"],
    }];

    fn setup(values: &SetupValues, luck: &mut dyn Rng) -> Result<Setup, SetupError> {
        let target = match values.get(TARGET) {
            None | Some(OPEN) => None,
            Some(RANDOM) => {
                let index = below(luck, Fleet::COUNT as u64).unwrap_or(0);
                Some(Fleet::all()[index as usize])
            }
            Some(text) => Some(read_fleet(text).map_err(|finding| {
                let help = finding.help.unwrap_or_default();
                SetupError::new(TARGET, format!("{}; {help}", finding.message))
            })?),
        };
        Ok(Setup { target })
    }
}

impl Notation for Ships {
    fn write_position(&self) -> String {
        let target = self.target().map(|target| format!("{TARGET}={target}"));
        let said = self
            .exchanges()
            .iter()
            .map(|Exchange { guess, answer }| format!("{guess}={answer}"));
        let asked = self.asked().map(|guess| guess.to_string());
        let parts: Vec<String> = target.into_iter().chain(said).chain(asked).collect();
        match parts.len() {
            0 => START.to_owned(),
            _ => parts.join(";"),
        }
    }

    /// Plays what the text says, so that only what can happen is read.
    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        let whole = Part::trimmed(text);
        let mut target = None;
        let mut parts = whole.split(';').peekable();
        if whole.text == START {
            parts.next();
        } else if let Some(first) = parts.peek().copied()
            && let Some((TARGET, fleet_text)) = first.text.split_once('=')
        {
            let start = first.start + TARGET.len() + 1;
            let part = Part {
                text: fleet_text,
                start,
            };
            target = Some(fleet(part.trim())?);
            parts.next();
        }
        let mut ships = Ships::new(&Setup { target }).expect("every setup can be played");
        for part in parts {
            let halves: Vec<Part<'_>> = part.split('=').take(3).collect();
            let refused = |place: Part<'_>, chosen: Move, ships: &mut Ships| {
                ships.play(&chosen).map_err(|refused| {
                    let mut finding = place.error(refused.code, refused.message);
                    finding.help = refused.help.map(Into::into);
                    finding
                })
            };
            match halves[..] {
                [guess] => refused(part, Move::Guess(fleet(guess)?), &mut ships)?,
                [guess, reply] => {
                    refused(guess, Move::Guess(fleet(guess)?), &mut ships)?;
                    refused(reply, Move::Answer(answer(reply)?), &mut ships)?;
                }
                _ => {
                    return Err(part
                        .error("syntax", "more than one `=` in a guess and its answer")
                        .help("separate guesses by `;`: `B3,C3,H3=0,2,1;A1,B3,D2=1,1,0`"));
                }
            }
        }
        Ok(ships)
    }

    fn write_move(&self, chosen: &Move) -> String {
        match chosen {
            Move::Guess(guess) => guess.to_string(),
            Move::Answer(answer) => answer.to_string(),
        }
    }

    /// An answer begins with a number and a guess does not.
    fn read_move(&self, text: &str) -> Result<Move, Diagnostic> {
        let part = Part::trimmed(text);
        let is_answer = part.text.starts_with(|c: char| c.is_ascii_digit());
        // Where an answer is wanted, that is what was meant by anything odd.
        if is_answer || self.asked().is_some() && fleet(part).is_err() {
            answer(part).map(Move::Answer)
        } else {
            fleet(part).map(Move::Guess)
        }
    }

    fn write_chance(&self, outcome: &Never) -> String {
        match *outcome {}
    }

    fn read_chance(&self, text: &str) -> Result<Never, Diagnostic> {
        Err(Diagnostic::error(
            "no-luck",
            0..text.len(),
            "there is no luck in Ships",
        ))
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        if seat == HIDER { "hider" } else { "searcher" }.into()
    }

    fn describe_move(&self, chosen: &Move, _: Viewer) -> String {
        match *chosen {
            Move::Guess(guess) => format!("guesses {guess}"),
            Move::Answer(answer) => format!("answers {answer}: {}", in_words(answer)),
        }
    }
}

/// `1 exact, 2 two away`.
pub(crate) fn in_words(answer: Feedback) -> String {
    if answer == Feedback::FOUND {
        return "all three are found".to_owned();
    }
    let (exact, one_away, two_away) = answer.counts();
    let counts: Vec<String> = [
        (exact, "exact"),
        (one_away, "one away"),
        (two_away, "two away"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, words)| format!("{count} {words}"))
    .collect();
    match counts.len() {
        0 => "no ship is within two steps".to_owned(),
        _ => counts.join(", "),
    }
}

impl Picks for Ships {
    const ANY_ORDER: bool = true;

    fn picks(&self, chosen: &Move) -> Vec<Pick> {
        match chosen {
            Move::Guess(guess) => guess
                .locations()
                .map(|location| Pick::new(location.to_string()))
                .into(),
            Move::Answer(answer) => vec![Pick::new(answer.to_string())],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Ships {
        Ships::read_position(text).expect(text)
    }

    #[test]
    fn positions_are_read_generously_and_written_one_way() {
        for (text, written) in [
            ("start", "start"),
            (" start ", "start"),
            ("B3,C3,H3=0,2,1", "B3,C3,H3=0,2,1"),
            ("h3, c3,b3 = 0, 2, 1", "B3,C3,H3=0,2,1"),
            ("B3 C3 H3=0 2 1;A1,B1,C1", "B3,C3,H3=0,2,1;A1,B1,C1"),
            ("target=H1,B2,D3", "target=B2,D3,H1"),
            (
                "target=H1,B2,D3;B3,C3,H3=0,2,1",
                "target=B2,D3,H1;B3,C3,H3=0,2,1",
            ),
            ("A1,B1,C1=3,0,0", "A1,B1,C1=3,0,0"),
        ] {
            assert_eq!(read(text).write_position(), written, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_position_is_said_where_it_is() {
        for (text, code, wrong) in [
            ("", "not-three-locations", ""),
            ("B3,C3", "not-three-locations", "B3,C3"),
            ("B3,C3,H3,H4", "not-three-locations", "B3,C3,H3,H4"),
            ("B3,C3,I3", "bad-location", "I3"),
            ("B3,C3,", "bad-location", ""),
            ("B3,C3,B3", "repeated-location", "B3"),
            ("B3,C3,H3=0,2", "bad-feedback", "0,2"),
            ("B3,C3,H3=0,2,2", "bad-feedback", "0,2,2"),
            ("B3,C3,H3=0,2,-1", "bad-feedback", "0,2,-1"),
            (
                "B3,C3,H3=0,99999999999999999999,0",
                "bad-feedback",
                "0,99999999999999999999,0",
            ),
            ("B3,C3,H3=", "bad-feedback", ""),
            ("B3,C3,H3=0,2,1=0,2,1", "syntax", "B3,C3,H3=0,2,1=0,2,1"),
            ("B3,C3,H3;B3,C3,H3", "not-your-turn", "B3,C3,H3"),
            ("A1,B1,C1=3,0,0;A1,B1,C1", "game-already-over", "A1,B1,C1"),
            ("target=H1,B2,D3;B3,C3,H3=0,1,1", "wrong-answer", "0,1,1"),
            ("A1,A2,A3=0,0,0;A1,A2,A3=1,0,0", "contradiction", "1,0,0"),
            ("target=H1,B2", "not-three-locations", "H1,B2"),
            ("start;B3,C3,H3", "bad-location", "start"),
        ] {
            let finding = Ships::read_position(text).expect_err(text);
            assert_eq!(
                (finding.code, &text[finding.at.span]),
                (code, wrong),
                "{text}"
            );
        }
    }

    #[test]
    fn locations_that_were_nearly_right_are_suggested() {
        for (text, help) in [
            ("3B", "did you mean `B3`?"),
            ("3b", "did you mean `B3`?"),
            (
                "B9",
                "a location is a column A to H and a row 1 to 4, such as `B3`",
            ),
        ] {
            let finding = read_fleet(&format!("A1,A2,{text}")).expect_err(text);
            assert_eq!(finding.help.as_deref(), Some(help), "{text}");
        }
    }

    #[test]
    fn a_contradiction_names_the_guess_and_what_stands_in_the_way() {
        let mut ships = read("A1,B1,C1=0,0,0;F1,G1,H1=0,0,3;A3,B3,C3");
        let Err(refused) = ships.play(&Move::Answer(Feedback::new(1, 2, 0).expect("fine"))) else {
            panic!("a ship at A3 is two steps from A1");
        };
        assert_eq!(refused.code, "contradiction");
        assert!(
            refused.message.contains("1,2,0 to A3,B3,C3, guess 3"),
            "{refused}"
        );
        let help = refused.help.expect("there is something to say");
        assert!(
            help.ends_with("if only one answer is wrong, it is this one or 0,0,0 to guess 1"),
            "{help}"
        );
        // And of a guess that can never have this answer.
        let ships = Ships::read_position("A1,A2,A3=2,0,1").expect_err("A1 or A3 is next to A2");
        assert!(
            ships.message.contains("no ships anywhere"),
            "{}",
            ships.message
        );
    }

    #[test]
    fn moves_are_described() {
        let ships = read("B3,C3,H3");
        for (text, words) in [
            ("0,2,1", "answers 0,2,1: 2 one away, 1 two away"),
            ("1 0 0", "answers 1,0,0: 1 exact"),
            ("0,0,0", "answers 0,0,0: no ship is within two steps"),
            ("3,0,0", "answers 3,0,0: all three are found"),
            ("a1,b1,c1", "guesses A1,B1,C1"),
        ] {
            let chosen = ships.read_move(text).expect(text);
            assert_eq!(ships.describe_move(&chosen, Viewer::All), words);
        }
        for text in ["", "x", "0,2", "yes"] {
            assert_eq!(ships.read_move(text).expect_err(text).code, "bad-feedback");
        }
    }

    #[test]
    fn a_random_target_is_luck_s() {
        let mut values = SetupValues::new();
        values.set("target", "random");
        let target = |seed| {
            let setup = Ships::setup(&values, &mut parlour_core::luck::seeded(seed));
            setup.expect("sound").target.expect("fixed")
        };
        assert_eq!(target(1), target(1));
        assert_ne!(target(1), target(2));
    }
}
