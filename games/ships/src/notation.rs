//! Positions such as `B3,C3,H3=0,2,1;A1,B3,D2`, guesses such as `B3,C3,H3`,
//! answers such as `0,2,1`, and the options of a setup.

mod parts;
mod words;

use std::borrow::Cow;
use std::iter::Peekable;

use parlour_core::{
    Configure, Diagnostic, Excerpt, Game, Notation, Pick, Picks, Seat, SetupError, SetupOption,
    SetupValues, Viewer, Views, below, quoted,
};
use rand::Rng;

use crate::rules::{
    BadBoard, Board, Exchange, Feedback, HIDER, Move, Setup, Ships, in_words as number,
};

pub use parts::read_fleet;
pub(crate) use parts::{answer_of, board_help, fleet_of, read_count, read_location, read_size};

use parts::{answer, fleet, split};

/// The text of the position before the first guess.
const START: &str = "start";
/// The key of the board's size in a position, and the option for it.
const BOARD: &str = "board";
/// The same for the number of ships.
const SHIPS: &str = "ships";
/// The same for the target.
const TARGET: &str = "target";
/// The value of the option with which a person who hides picks the target, and a bot's target is
/// unknown to the game.
const USUAL: &str = "usual";
/// The value with which the game never knows the target.
const OPEN: &str = "open";
const RANDOM: &str = "random";
/// The value with which the hider picks the target on the board.
const PICKED: &str = "hider";
/// The last part of a position in which that is still to be done.
const HIDE: &str = "hide";

impl Configure for Ships {
    const OPTIONS: &'static [SetupOption] = &[
        SetupOption {
            name: BOARD,
            value: "8x4",
            default: "8x4",
            help: "columns and rows of the board, up to 16 each, with at most 250000 targets",
            // Small ones, on which everything can be tried in a moment.
            examples: &["3x3", "4x2", "2x5", "4x4", "1x6", "12x1"],
        },
        SetupOption {
            name: SHIPS,
            value: "3",
            default: "3",
            help: "how many ships there are, 1 to 5",
            // More of them on the largest board here would have too many targets.
            examples: &["3", "1", "2"],
        },
        SetupOption {
            name: TARGET,
            value: "A1,B2,C3",
            default: USUAL,
            help: "where the ships are: usual (a person picks them on the board), random, open \
                   (only the hider knows), or three locations",
            examples: &[RANDOM, OPEN, PICKED, "H1,B2,D3", "A1,A2,A3"],
        },
    ];

    fn start(values: &SetupValues, luck: &mut dyn Rng) -> Result<Self, SetupError> {
        let standard = Board::STANDARD;
        let (columns, rows) = match values.get(BOARD) {
            None => (standard.columns(), standard.rows()),
            Some(text) => read_size(text).ok_or_else(|| {
                let message = format!("{} is not columns x rows, such as 8x4", quoted(text));
                SetupError::new(BOARD, message)
            })?,
        };
        let ships = match values.get(SHIPS) {
            None => standard.ships(),
            Some(text) => read_count(text).ok_or_else(|| {
                SetupError::new(SHIPS, format!("{} is not a number", quoted(text)))
            })?,
        };
        let board = Board::new(columns, rows, ships).map_err(|bad| {
            let option = if bad == BadBoard::Ships { SHIPS } else { BOARD };
            SetupError::new(option, format!("{bad}; {}", board_help(bad)))
        })?;
        let target = match values.get(TARGET) {
            None | Some(USUAL | OPEN) => None,
            Some(PICKED) => return Ok(Ships::hiding(board)),
            Some(RANDOM) => {
                let index = below(luck, board.targets() as u64).unwrap_or(0);
                Some(board.nth_fleet(index))
            }
            Some(text) => Some(
                fleet(board, Excerpt::whole(text).trim()).map_err(|finding| {
                    let help = finding.help.unwrap_or_default();
                    SetupError::new(TARGET, format!("{}; {help}", finding.message))
                })?,
            ),
        };
        Ships::new(&Setup { board, target })
    }

    /// A person who hides picks the target; the program then answers.
    fn for_people(values: &mut SetupValues, people: &[Seat]) {
        let is_usual = values.get(TARGET).is_none_or(|value| value == USUAL);
        if is_usual && people.contains(&HIDER) {
            values.set(TARGET, PICKED);
        }
    }
}

/// The value of the first of some parts, if it has this key: `8x8` of
/// `board=8x8`.
fn said<'a>(
    parts: &mut Peekable<impl Iterator<Item = Excerpt<'a>>>,
    word: &str,
) -> Option<Excerpt<'a>> {
    let first = parts.next_if(|first| {
        let key = first.text.split_once('=').map(|(key, _)| key.trim_end());
        key == Some(word)
    })?;
    let (_, text) = first.text.split_once('=')?;
    let start = first.start + first.text.len() - text.len();
    Some(Excerpt { text, start }.trim())
}

/// The beginning of a position that is not the standard one's:
/// `board=8x8;ships=4`.
fn setup<'a>(parts: &mut Peekable<impl Iterator<Item = Excerpt<'a>>>) -> Result<Setup, Diagnostic> {
    let standard = Board::STANDARD;
    let bad = |part: Excerpt<'_>, message: String, help: String| {
        Err(part.error("bad-board", message).help(help))
    };
    let size = said(parts, BOARD);
    let (columns, rows) = match size.map(|part| (part, read_size(part.text))) {
        None => (standard.columns(), standard.rows()),
        Some((_, Some(size))) => size,
        Some((part, None)) => {
            let message = format!("{} is not the size of a board", quoted(part.text));
            return bad(
                part,
                message,
                "write columns and rows, `board=8x8`".to_owned(),
            );
        }
    };
    let count = said(parts, SHIPS);
    let ships = match count.map(|part| (part, read_count(part.text))) {
        None => standard.ships(),
        Some((_, Some(ships))) => ships,
        Some((part, None)) => {
            let message = format!("{} is not a number of ships", quoted(part.text));
            return bad(part, message, "write a number, `ships=4`".to_owned());
        }
    };
    let board = match (Board::new(columns, rows, ships), size, count) {
        (Ok(board), ..) => board,
        (Err(why @ BadBoard::Ships), _, Some(part))
        | (Err(why), Some(part), _)
        | (Err(why), _, Some(part)) => {
            return bad(part, why.to_string(), board_help(why));
        }
        // The standard is a board.
        (Err(_), None, None) => standard,
    };
    let target = match said(parts, TARGET) {
        None => None,
        Some(part) => Some(fleet(board, part)?),
    };
    Ok(Setup { board, target })
}

impl Notation for Ships {
    fn write_position(&self) -> String {
        let (board, standard) = (self.board(), Board::STANDARD);
        let size = (board.columns(), board.rows()) != (standard.columns(), standard.rows());
        let size = size.then(|| format!("{BOARD}={board}"));
        let ships = board.ships() != standard.ships();
        let ships = ships.then(|| format!("{SHIPS}={}", board.ships()));
        let target = self.target().map(|target| format!("{TARGET}={target}"));
        let said = self
            .exchanges()
            .iter()
            .map(|Exchange { guess, answer }| format!("{guess}={answer}"));
        let asked = self.asked().map(|guess| guess.to_string());
        let hide = self.is_hiding().then(|| HIDE.to_owned());
        let head = [size, ships, target, hide].into_iter().flatten();
        let parts: Vec<String> = head.chain(said).chain(asked).collect();
        match parts.len() {
            0 => START.to_owned(),
            _ => parts.join(";"),
        }
    }

    /// Plays what the text says, so that only legal positions are read.
    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        let whole = Excerpt::whole(text).trim();
        let mut parts = split(whole, ';').peekable();
        if whole.text == START {
            parts.next();
        }
        let setup = setup(&mut parts)?;
        let board = setup.board;
        let mut ships = Ships::new(&setup).expect("the target is of this board");
        if setup.target.is_none() && parts.next_if(|part| part.text == HIDE).is_some() {
            ships = Ships::hiding(board);
        }
        for part in parts {
            let halves: Vec<Excerpt<'_>> = split(part, '=').take(3).collect();
            let refused = |place: Excerpt<'_>, chosen: Move, ships: &mut Ships| {
                ships.play(&chosen).map_err(|refused| {
                    let mut finding = place.error(refused.code, refused.message);
                    finding.help = refused.help.map(Into::into);
                    finding
                })
            };
            match halves[..] {
                [guess] => refused(part, Move::Guess(fleet(board, guess)?), &mut ships)?,
                [guess, reply] => {
                    refused(guess, Move::Guess(fleet(board, guess)?), &mut ships)?;
                    refused(reply, Move::Answer(answer(board, reply)?), &mut ships)?;
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
        chosen.to_string()
    }

    /// An answer begins with a number and a guess does not.
    fn read_move(&self, text: &str) -> Result<Move, Diagnostic> {
        let part = Excerpt::whole(text).trim();
        let board = self.board();
        let is_answer = part.text.starts_with(|c: char| c.is_ascii_digit());
        // If an answer is due, anything odd was meant as one.
        if is_answer || self.asked().is_some() && fleet(board, part).is_err() {
            answer(board, part).map(Move::Answer)
        } else {
            let picked = fleet(board, part)?;
            Ok(match self.is_hiding() {
                true => Move::Hide(picked),
                false => Move::Guess(picked),
            })
        }
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        if seat == HIDER { "hider" } else { "searcher" }.into()
    }

    fn describe_move(&self, chosen: &Move, who: Viewer) -> String {
        match *chosen {
            Move::Hide(target) => match who {
                Viewer::Seat(HIDER) | Viewer::All => format!("hides the ships at {target}"),
                Viewer::Seat(_) | Viewer::Public => "hides the ships".to_owned(),
            },
            Move::Guess(guess) => format!("guesses {guess}"),
            Move::Answer(answer) => {
                format!("answers {answer}: {}", in_words(self.board(), answer))
            }
        }
    }
}

/// `1 exact, 2 two away`.
pub(crate) fn in_words(board: Board, answer: Feedback) -> String {
    if answer == board.found() {
        return match board.ships() {
            1 => "it is found".to_owned(),
            2 => "both are found".to_owned(),
            ships => format!("all {} are found", number(ships)),
        };
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

/// A viewer who does not see the target sees a game without one, which has a text like any other.
impl Views for Ships {
    const OPEN: bool = false;

    fn write_view(view: &Ships) -> String {
        view.write_position()
    }

    fn read_view(text: &str) -> Result<Ships, Diagnostic> {
        Ships::read_position(text)
    }
}

impl Picks for Ships {
    const ANY_ORDER: bool = true;

    fn picks(&self, chosen: &Move) -> Vec<Pick> {
        match chosen {
            Move::Guess(fleet) | Move::Hide(fleet) => fleet
                .locations()
                .map(|location| Pick::new(location.to_string()))
                .collect(),
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
            ("hide", "hide"),
            ("board=4x4 ; hide", "board=4x4;hide"),
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
            ("hide;B3,C3,H3", "not-your-turn", "B3,C3,H3"),
            ("target=H1,B2,D3;hide", "bad-location", "hide"),
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
            refused.message.contains("1,2,0 to guess 3, A3,B3,C3"),
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
    fn a_person_who_hides_picks_the_target() {
        let mut values = SetupValues::new();
        Ships::for_people(&mut values, &[crate::rules::SEARCHER]);
        assert_eq!(values.get("target"), None);
        Ships::for_people(&mut values, &[HIDER]);
        let start = Ships::start(&values, &mut parlour_core::luck::seeded(1));
        let mut ships = start.expect("sound");
        assert_eq!(ships.write_position(), "hide");
        let chosen = ships.read_move("h1,b2,d3").expect("a target");
        assert_eq!(
            ships.describe_move(&chosen, Viewer::Seat(HIDER)),
            "hides the ships at B2,D3,H1"
        );
        assert_eq!(
            ships.describe_move(&chosen, Viewer::Public),
            "hides the ships"
        );
        ships.play(&chosen).expect("any target");
        assert_eq!(ships.write_position(), "target=B2,D3,H1");
        assert_eq!(ships.view(Viewer::Public).write_position(), "start");
        values.set("target", "usual");
        Ships::for_people(&mut values, &[HIDER]);
        assert_eq!(values.get("target"), Some("hider"));
        // Values that were given are left alone.
        values.set("target", "open");
        Ships::for_people(&mut values, &[HIDER]);
        assert_eq!(values.get("target"), Some("open"));
    }

    #[test]
    fn a_random_target_is_luck_s() {
        let mut values = SetupValues::new();
        values.set("target", "random");
        let target = |seed| {
            let start = Ships::start(&values, &mut parlour_core::luck::seeded(seed));
            start.expect("sound").target().expect("fixed")
        };
        assert_eq!(target(1), target(1));
        assert_ne!(target(1), target(2));
    }
}
