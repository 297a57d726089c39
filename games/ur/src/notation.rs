//! Positions such as `3/4,8,12/1 4/7,9/1 green 3`, moves such as `start` and
//! `4`, throws such as `roll 2`, and the options of a setup.

mod arranging;
mod position;
mod words;

use std::borrow::Cow;
use std::ops::Range;

use parlour_core::{
    Configure, Diagnostic, Excerpt, Game, Notation, Open, Pick, Picks, Seat, SetupError,
    SetupOption, SetupValues, Throw, Turn, Viewer, did_you_mean, quoted,
};
use rand::Rng;

use crate::rules::{MOST_PIECES, Move, Player, Position, Roll, Setup, Square, Ur, opponent};

/// The word at the end of a position in which home must be reached exactly.
pub(crate) const EXACT: &str = "exact";

/// A number of digits only; one too large to represent is clamped.
pub(crate) fn read_number(digits: &str) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(u64::MAX))
}

/// The square named by its number or, as in the game's document, by `Sq_4` or
/// `Sq10`. The inner `None` is a number that no square has.
fn read_square(text: &str) -> Option<Option<Square>> {
    let digits = match text.get(..2) {
        Some(prefix) if prefix.eq_ignore_ascii_case("sq") => text[2..].trim_start_matches('_'),
        _ => text,
    };
    let number = read_number(digits)?;
    Some(u8::try_from(number).ok().and_then(Square::new))
}

/// Reads what a player does: `start`, `4`, `Sq_4`, `pass`. `home` is read too,
/// so that the error can say why nothing moves from there.
pub(crate) fn read_action(text: &str) -> Result<Move, Diagnostic> {
    let part = Excerpt::whole(text).trim();
    for (word, action) in [
        ("start", Move::From(Position::Start)),
        ("home", Move::From(Position::Home)),
        ("pass", Move::Pass),
    ] {
        if part.text.eq_ignore_ascii_case(word) {
            return Ok(action);
        }
    }
    match read_square(part.text) {
        Some(Some(square)) => Ok(Move::From(Position::OnBoard(square))),
        Some(None) => Err(no_such_square(part)),
        None => {
            let finding = part.error("syntax", format!("{} is not a move", quoted(part.text)));
            Err(match did_you_mean(part.text, ["start", "pass"]) {
                Some(meant) => finding.help(format!("did you mean `{meant}`?")),
                None => {
                    finding.help("a move is `start`, the number of a square such as `4`, or `pass`")
                }
            })
        }
    }
}

fn no_such_square(part: Excerpt<'_>) -> Diagnostic {
    part.error(
        "bad-square",
        format!("there is no square {}", quoted(part.text)),
    )
    .help("the squares of a path are 1 to 14")
}

/// A roll that the dice cannot show.
pub(crate) fn bad_roll(span: Range<usize>, text: &str) -> Diagnostic {
    Diagnostic::error("bad-roll", span, format!("{} is not a roll", quoted(text)))
        .help("four coins show 0 to 4 heads")
}

/// A roll of digits; leading zeros are allowed.
pub(crate) fn read_roll(text: &str) -> Option<Roll> {
    Roll::new(i64::try_from(read_number(text)?).ok()?)
}

impl Configure for Ur {
    const OPTIONS: &'static [SetupOption] = &[
        SetupOption {
            name: "pieces",
            value: "N",
            default: "7",
            help: "pieces of each player, 1 to 7",
            examples: &["7", "1", "2", "3"],
        },
        SetupOption {
            name: "exact-home",
            value: "yes|no",
            default: "no",
            help: "whether a piece needs the exact roll to go home",
            examples: &["no", "yes"],
        },
    ];

    fn start(values: &SetupValues, _: &mut dyn Rng) -> Result<Self, SetupError> {
        let mut setup = Setup::default();
        if let Some(text) = values.get("pieces") {
            setup.pieces = read_pieces(text).ok_or_else(|| {
                SetupError::new(
                    "pieces",
                    format!(
                        "{} is not a number of pieces; a player has 1 to {MOST_PIECES}",
                        quoted(text)
                    ),
                )
            })?;
        }
        setup.exact_home = match values.get("exact-home") {
            None | Some("no") => false,
            Some("yes") => true,
            Some(other) => {
                return Err(SetupError::new(
                    "exact-home",
                    format!("{} is neither `yes` nor `no`", quoted(other)),
                ));
            }
        };
        Ur::new(&setup)
    }
}

/// A number of pieces that can be set up.
pub(crate) fn read_pieces(text: &str) -> Option<u8> {
    let number = u8::try_from(read_number(text)?).ok()?;
    (1..=MOST_PIECES).contains(&number).then_some(number)
}

impl Open for Ur {}

impl Notation for Ur {
    fn write_position(&self) -> String {
        position::write(self)
    }

    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        position::read(text)
    }

    fn write_move(&self, chosen: &Move) -> String {
        chosen.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, Diagnostic> {
        read_action(text)
    }

    fn write_chance(&self, outcome: &Roll) -> String {
        format!("roll {outcome}")
    }

    fn describe_chance(&self, outcome: &Roll, _: Viewer) -> String {
        format!("{} rolls {outcome}", self.state().next.title())
    }

    fn read_chance(&self, text: &str) -> Result<Roll, Diagnostic> {
        read_throw(text)
    }

    fn throw(&self) -> Option<Throw> {
        (self.turn() == Turn::Chance).then(|| Throw {
            seat: self.state().next.seat(),
            least: 0,
            most: Roll::WEIGHTS.len() as u32 - 1,
        })
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        match seat {
            Seat(0) => Player::Red.word().into(),
            _ => Player::Green.word().into(),
        }
    }

    fn arrangements(&self, place: Option<&str>) -> Vec<(String, Self)> {
        arranging::choices(self, place)
    }

    fn describe_move(&self, chosen: &Move, _: Viewer) -> String {
        let from = match chosen {
            Move::Pass => return "passes".to_owned(),
            Move::From(from) => from,
        };
        let Some(to) = self.landing(*chosen) else {
            return format!("moves from {from}");
        };
        let way = match (from, to) {
            (Position::Start, to) => format!("enters a piece on {to}"),
            (from, Position::Home) => format!("brings the piece on {from} home"),
            (from, to) => format!("moves from {from} to {to}"),
        };
        if self.captures_on(to) {
            format!("{way} and captures {}'s piece", opponent(self.state().next))
        } else if to.is_rosette() {
            format!("{way}, a rosette, and rolls again")
        } else {
            way
        }
    }
}

/// Reads `roll 2`; the number alone is read too.
fn read_throw(text: &str) -> Result<Roll, Diagnostic> {
    let part = Excerpt::whole(text).trim();
    let number = match part.text.split_once(' ') {
        Some(("roll", number)) => number.trim(),
        _ => part.text,
    };
    read_roll(number).ok_or_else(|| {
        if number.parse::<i64>().is_ok() || read_number(number).is_some() {
            return bad_roll(part.span(), number);
        }
        part.error("syntax", format!("{} is not a throw", quoted(part.text)))
            .help("write `roll` and a number from 0 to 4: `roll 2`")
    })
}

impl Picks for Ur {
    fn picks(&self, chosen: &Move) -> Vec<Pick> {
        vec![Pick::new(self.write_move(chosen))]
    }

    /// Where the piece came from and where it went, with its player, because both players have
    /// squares with the same numbers.
    fn trace(&self, chosen: &Move) -> Vec<Pick> {
        let player = self.state().next;
        let from = match chosen {
            Move::From(from) => Some(*from),
            Move::Pass => None,
        };
        let places = from.into_iter().chain(self.landing(*chosen));
        places.map(|place| trace_pick(player, place)).collect()
    }
}

/// The name of a player's place on the board.
pub(crate) fn trace_pick(player: Player, place: Position) -> Pick {
    Pick::new(format!("{player} {place}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Game;

    fn read(text: &str) -> Ur {
        Ur::read_position(text).expect(text)
    }

    #[test]
    fn moves_are_read_generously_and_written_one_way() {
        let ur = read("3/4,8,12/1 4/7,9/1 green 3");
        for (text, written) in [
            ("start", "start"),
            ("Start", "start"),
            (" START ", "start"),
            ("4", "4"),
            ("04", "4"),
            ("Sq_4", "4"),
            ("sq4", "4"),
            ("Sq10", "10"),
            ("pass", "pass"),
            ("Pass", "pass"),
        ] {
            let chosen = ur.read_move(text).expect(text);
            assert_eq!(ur.write_move(&chosen), written);
        }
        for (text, code) in [
            ("", "syntax"),
            ("4 4", "syntax"),
            ("-1", "syntax"),
            ("sq", "syntax"),
            ("4.", "syntax"),
            ("0", "bad-square"),
            ("15", "bad-square"),
            ("99999999999999999999999", "bad-square"),
        ] {
            assert_eq!(ur.read_move(text).expect_err(text).code, code, "{text}");
        }
        let finding = ur.read_move("strat").expect_err("a misspelling");
        assert_eq!(finding.help.as_deref(), Some("did you mean `start`?"));
    }

    #[test]
    fn rolls_are_read_and_written() {
        let ur = read("7/-/0 7/-/0 red");
        for text in ["roll 2", " roll  2 ", "2", "roll 02"] {
            let roll = ur.read_chance(text).expect(text);
            assert_eq!(ur.write_chance(&roll), "roll 2");
        }
        for (text, code) in [
            ("roll 5", "bad-roll"),
            ("roll -1", "bad-roll"),
            ("roll 99999999999999999999999", "bad-roll"),
            ("roll", "syntax"),
            ("", "syntax"),
            ("roll two", "syntax"),
            ("throw 2", "syntax"),
        ] {
            assert_eq!(ur.read_chance(text).expect_err(text).code, code, "{text}");
        }
    }

    #[test]
    fn refusals_say_what_can_be_done() {
        let mut ur = read("3/4,8,12/1 4/7,9/1 red 4");
        let refused = |ur: &mut Ur, text: &str| {
            let chosen = ur.read_move(text).expect(text);
            let illegal = ur.play(&chosen).expect_err(text);
            (illegal.code, illegal.message)
        };
        for (text, code, message) in [
            (
                "4",
                "illegal-move",
                "the piece on 4 cannot go to 8: red's own piece is there",
            ),
            (
                "start",
                "illegal-move",
                "a 4 cannot enter on 4: red's own piece is there",
            ),
            ("5", "illegal-move", "red has no piece on 5"),
            ("home", "illegal-move", "a piece that is home stays there"),
            (
                "pass",
                "pass-with-moves",
                "red can move, so passing is not allowed",
            ),
        ] {
            assert_eq!(refused(&mut ur, text), (code, message.to_owned()), "{text}");
        }
        let chosen = Move::Pass;
        let help = ur.play(&chosen).expect_err("illegal").help;
        assert_eq!(help.as_deref(), Some("only `12` can move with a 4"));
    }

    #[test]
    fn moves_are_described() {
        let ur = read("3/4,8,12/1 4/7,9/1 red 1");
        let described =
            |text: &str| ur.describe_move(&ur.read_move(text).expect(text), Viewer::All);
        assert_eq!(described("start"), "enters a piece on 1");
        assert_eq!(described("4"), "moves from 4 to 5");
        assert_eq!(
            described("8"),
            "moves from 8 to 9 and captures green's piece"
        );
        let ur = read("3/4,12,13/1 4/7,9/1 red 2");
        let described =
            |text: &str| ur.describe_move(&ur.read_move(text).expect(text), Viewer::All);
        assert_eq!(
            described("12"),
            "moves from 12 to 14, a rosette, and rolls again"
        );
        assert_eq!(described("13"), "brings the piece on 13 home");
        assert_eq!(described("pass"), "passes");
    }
}
