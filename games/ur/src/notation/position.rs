//! Positions such as `3/4,8,12/1 4/7,9/1 green 3`.

use parlour_core::{Diagnostic, Excerpt, did_you_mean, quoted};

use crate::rules::{
    BadPlacing, GameState, MOST_PIECES, Placing, Player, Roll, Side, Square, Squares, Ur, game_over,
};

use super::{EXACT, bad_roll, no_such_square, read_number, read_roll, read_square};

const POSITION: &str = "write it like `3/4,8,12/1 4/7,9/1 green 3`: for red and for green the \
                        pieces at the start, on squares (`-` for none) and at home, then whose \
                        turn it is and, if it was thrown, the roll";

/// The text of a position.
pub(super) fn write(ur: &Ur) -> String {
    let state = ur.state();
    let [red, green] = Player::ALL.map(|player| write_side(state.placing.side(player)));
    let mut text = format!("{red} {green} {}", state.next);
    if let Some(roll) = ur.roll() {
        text.push_str(&format!(" {roll}"));
    }
    if state.exact_home {
        text.push(' ');
        text.push_str(EXACT);
    }
    text
}

/// Reads a position.
pub(super) fn read(text: &str) -> Result<Ur, Diagnostic> {
    let whole = Excerpt::whole(text);
    let mut parts: Vec<Excerpt<'_>> = whole
        .split(char::is_whitespace)
        .filter(|part| !part.text.is_empty())
        .collect();
    let exact_home = parts
        .pop_if(|last| last.text.eq_ignore_ascii_case(EXACT))
        .is_some();
    let (red, green, next, roll) = match parts[..] {
        [red, green, next] => (red, green, next, None),
        [red, green, next, roll] => (red, green, next, Some(roll)),
        _ => {
            let message = format!(
                "a position has three or four parts (red, green, whose turn, roll), not {}",
                parts.len()
            );
            return Err(whole.error("syntax", message).help(POSITION));
        }
    };
    let sides = [read_side(red)?, read_side(green)?];
    let next = read_player(next)?;
    let thrown = roll.map(read_position_roll).transpose()?;
    let placing = Placing::new(sides[0], sides[1]).map_err(|bad| {
        let span = match bad {
            BadPlacing::Pieces(Player::Red, _) => red.span(),
            BadPlacing::Pieces(Player::Green, _) => green.span(),
            _ => red.start..green.span().end,
        };
        let (code, help) = match bad {
            BadPlacing::Pieces(..) | BadPlacing::Unequal { .. } => (
                "bad-pieces",
                "count the pieces: at the start, on squares and at home",
            ),
            BadPlacing::Shared(_) => (
                "square-taken",
                "squares 5 to 12 are shared; landing on the other player's piece captures it",
            ),
            BadPlacing::BothHome => ("bad-pieces", "one of them must have a piece left"),
        };
        Diagnostic::error(code, span, bad.to_string()).help(help)
    })?;
    let state = GameState {
        exact_home,
        ..GameState::new(placing, next)
    };
    Ur::at(state, thrown).ok_or_else(|| {
        let winner = game_over(&state).map_or("somebody", Player::word);
        roll.unwrap_or(whole)
            .error(
                "game-already-over",
                format!("{winner} has won, so nobody has rolled"),
            )
            .help("leave the roll out")
    })
}

fn write_side(side: Side) -> String {
    let squares: Vec<String> = side
        .squares
        .iter()
        .map(|square| square.to_string())
        .collect();
    let squares = if squares.is_empty() {
        "-".to_owned()
    } else {
        squares.join(",")
    };
    format!("{}/{squares}/{}", side.start, side.home)
}

/// Reads `3/4,8,12/1`.
fn read_side(part: Excerpt<'_>) -> Result<Side, Diagnostic> {
    let fields: Vec<Excerpt<'_>> = part.split(|c| c == '/').take(4).collect();
    let [start, squares, home] = fields[..] else {
        return Err(part
            .error(
                "syntax",
                format!("{} is not the pieces of a player", quoted(part.text)),
            )
            .help("write pieces at the start, their squares and pieces at home: `3/4,8,12/1`"));
    };
    Ok(Side {
        start: read_count(start)?,
        squares: read_squares(squares)?,
        home: read_count(home)?,
    })
}

fn read_count(part: Excerpt<'_>) -> Result<u8, Diagnostic> {
    match read_number(part.text) {
        Some(number) if number <= u64::from(MOST_PIECES) => Ok(number as u8),
        Some(_) => Err(part
            .error("bad-pieces", format!("{} pieces are too many", part.text))
            .help(format!("a player has 1 to {MOST_PIECES}"))),
        None => Err(part
            .error(
                "syntax",
                format!("{} is not a number of pieces", quoted(part.text)),
            )
            .help("write pieces at the start, their squares and pieces at home: `3/4,8,12/1`")),
    }
}

fn read_squares(part: Excerpt<'_>) -> Result<Squares, Diagnostic> {
    if part.text == "-" {
        return Ok(Squares::default());
    }
    let mut squares: Vec<Square> = Vec::new();
    for element in part.split(|c| c == ',') {
        let square = read_square(element.text).ok_or_else(|| {
            element
                .error(
                    "syntax",
                    format!("{} is not a square", quoted(element.text)),
                )
                .help("write the numbers of the squares, such as `4,8,12`, or `-` for none")
        })?;
        let square = square.ok_or_else(|| no_such_square(element))?;
        if squares.contains(&square) {
            return Err(element
                .error("square-taken", format!("square {square} is named twice"))
                .help("a square holds one piece"));
        }
        squares.push(square);
    }
    Ok(squares.into_iter().collect())
}

fn read_player(part: Excerpt<'_>) -> Result<Player, Diagnostic> {
    let known = Player::ALL
        .into_iter()
        .find(|player| part.text.eq_ignore_ascii_case(player.word()));
    known.ok_or_else(|| {
        let finding = part.error(
            "unknown-player",
            format!("{} is not one of the players", quoted(part.text)),
        );
        match did_you_mean(part.text, Player::ALL.map(Player::word)) {
            Some(meant) => finding.help(format!("did you mean `{meant}`?")),
            None => finding.help("write `red` or `green`, whose turn it is"),
        }
    })
}

fn read_position_roll(part: Excerpt<'_>) -> Result<Roll, Diagnostic> {
    read_roll(part.text).ok_or_else(|| bad_roll(part.span(), part.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        write(&read(text).expect(text))
    }

    fn fails(text: &str) -> (&'static str, &str) {
        let finding = read(text).expect_err(text);
        assert!(finding.help.is_some(), "{text}");
        (finding.code, &text[finding.at.span])
    }

    #[test]
    fn positions_round_trip() {
        for text in [
            "7/-/0 7/-/0 red",
            "3/4,8,12/1 4/7,9/1 green 3",
            "0/-/1 1/-/0 green",
            "0/14/6 0/14/6 red 0",
            "1/-/0 1/-/0 red exact",
            "1/-/0 1/-/0 red 2 exact",
        ] {
            assert_eq!(written(text), text);
        }
        let odd = " 03/12,Sq_4,sq8/1\t4/7,9/1  Green 03 ";
        assert_eq!(written(odd), "3/4,8,12/1 4/7,9/1 green 3");
    }

    #[test]
    fn bad_positions_are_shown_where_they_are_bad() {
        for (text, code, place) in [
            ("", "syntax", ""),
            ("7/-/0 7/-/0", "syntax", "7/-/0 7/-/0"),
            ("7/-/0 7/-/0 red 1 2", "syntax", "7/-/0 7/-/0 red 1 2"),
            ("7/0 7/-/0 red", "syntax", "7/0"),
            ("7/-/0/0 7/-/0 red", "syntax", "7/-/0/0"),
            ("7/-/x 7/-/0 red", "syntax", "x"),
            ("7//0 7/-/0 red", "syntax", ""),
            ("6/4,/0 7/-/0 red", "syntax", ""),
            ("6/a/0 7/-/0 red", "syntax", "a"),
            ("6/15/0 7/-/0 red", "bad-square", "15"),
            ("6/0/0 7/-/0 red", "bad-square", "0"),
            ("5/4,04/0 7/-/0 red", "square-taken", "04"),
            ("6/9/0 6/9/0 red", "square-taken", "6/9/0 6/9/0"),
            ("8/-/0 7/-/0 red", "bad-pieces", "8"),
            ("7/-/1 7/-/0 red", "bad-pieces", "7/-/1"),
            ("0/-/0 0/-/0 red", "bad-pieces", "0/-/0"),
            ("7/-/0 6/-/0 red", "bad-pieces", "7/-/0 6/-/0"),
            ("0/-/7 0/-/7 red", "bad-pieces", "0/-/7 0/-/7"),
            ("7/-/0 7/-/0 blue", "unknown-player", "blue"),
            ("7/-/0 7/-/0 red 5", "bad-roll", "5"),
            ("7/-/0 7/-/0 red -1", "bad-roll", "-1"),
            ("0/-/7 7/-/0 green 1", "game-already-over", "1"),
        ] {
            assert_eq!(fails(text), (code, place), "{text}");
        }
    }
}
