//! Lists of pairs for [`winner`](crate::winner), as people and the game's
//! document write them: `2 start` and `(2, OnBoard Sq_4)`.

use std::ops::Range;

use parlour_core::{Diagnostic, Excerpt, quoted};

use crate::notation::{bad_roll, read_action, read_number};
use crate::rules::{Move, Position};

/// A pair of a list, and where it is in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The roll, and where the piece comes from.
    pub turn: (i32, Position),
    /// Its bytes in the text.
    pub span: Range<usize>,
}

/// Reads a list of pairs, one per line: `2 start`, `4 8`, `0 pass`, `4 OnBoard
/// Sq_8`. In parentheses there may be several on a line, and square brackets
/// around the whole list: `[(2,Start),(4,OnBoard Sq_8)]`. Empty lines are
/// skipped.
///
/// # Errors
///
/// The text is not a list of pairs.
///
/// # Examples
///
/// ```
/// use parlour_ur::{Position, read_pairs};
/// let pairs = read_pairs("2 start\n(4, OnBoard Sq_8)\n").expect("two pairs");
/// assert_eq!(pairs[0].turn, (2, Position::Start));
/// assert_eq!(pairs[1].span, 8..25);
/// ```
pub fn read_pairs(text: &str) -> Result<Vec<Pair>, Diagnostic> {
    let mut pairs = Vec::new();
    for line in Excerpt::whole(text).split(|c| c == '\n') {
        let mut rest = without(line, &['[', ','], &[',', ']']);
        while !rest.text.is_empty() {
            let pair = first_of(rest)?;
            let (_, after) = split_at(rest, pair.text.len());
            rest = without(after, &[','], &[]);
            pairs.push(Pair {
                turn: read_pair(pair)?,
                span: pair.span(),
            });
        }
    }
    Ok(pairs)
}

/// The first pair of a line: up to its closing parenthesis, or all of it.
fn first_of(line: Excerpt<'_>) -> Result<Excerpt<'_>, Diagnostic> {
    if !line.text.starts_with('(') {
        return Ok(line);
    }
    let mut depth = 0;
    for (place, c) in line.text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            return Ok(split_at(line, place + 1).0);
        }
    }
    let finding = line.error("syntax", "the parenthesis is not closed");
    Err(finding.help(HELP))
}

const HELP: &str = "write a roll and where the piece comes from: `2 start`, `4 8`, `0 pass`, or \
                    `(4, OnBoard Sq_8)`";

fn read_pair(pair: Excerpt<'_>) -> Result<(i32, Position), Diagnostic> {
    let inner = unwrapped(pair);
    let is_blank = |c: char| c == ',' || c.is_whitespace();
    let Some(end) = inner.text.find(is_blank) else {
        let message = format!("{} is not a roll and a move", quoted(pair.text));
        return Err(pair.error("syntax", message).help(HELP));
    };
    let (roll, rest) = split_at(inner, end);
    let number = read_integer(roll.text).ok_or_else(|| bad_roll(roll.span(), roll.text))?;
    let mut place = unwrapped(without(rest, &[','], &[]));
    // The document's constructor around a square.
    if let Some((word, square)) = place.text.split_once(char::is_whitespace)
        && word.eq_ignore_ascii_case("onboard")
    {
        place = split_at(place, place.text.len() - square.len()).1;
    }
    let action = read_action(place.text).map_err(|finding| finding.shifted(place.start))?;
    let from = match action {
        Move::From(position) => position,
        // No piece leaves home, so this is illegal unless the turn passes.
        Move::Pass => Position::Home,
    };
    Ok((number, from))
}

/// An integer; one too large to represent is clamped.
fn read_integer(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    Some(sign * i32::try_from(read_number(digits)?).unwrap_or(i32::MAX))
}

/// The same without blanks and these characters around it.
fn without<'a>(part: Excerpt<'a>, before: &[char], after: &[char]) -> Excerpt<'a> {
    let is_blank = |c: char| c.is_whitespace();
    let text = part
        .text
        .trim_start_matches(|c| is_blank(c) || before.contains(&c));
    let start = part.start + part.text.len() - text.len();
    let text = text.trim_end_matches(|c| is_blank(c) || after.contains(&c));
    Excerpt { text, start }
}

/// The same without parentheses around it.
fn unwrapped(part: Excerpt<'_>) -> Excerpt<'_> {
    match part.text.strip_prefix('(') {
        Some(text) if text.ends_with(')') => Excerpt {
            text: &text[..text.len() - 1],
            start: part.start + 1,
        }
        .trim(),
        _ => part,
    }
}

fn split_at(part: Excerpt<'_>, at: usize) -> (Excerpt<'_>, Excerpt<'_>) {
    let (before, after) = part.text.split_at(at);
    let cut = |text, start| Excerpt { text, start };
    (cut(before, part.start), cut(after, part.start + at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(text: &str) -> Vec<(i32, Position)> {
        let pairs = read_pairs(text).unwrap_or_else(|bad| panic!("{text}: {bad:?}"));
        pairs.into_iter().map(|pair| pair.turn).collect()
    }

    #[test]
    fn every_notation_of_a_pair() {
        let eight = Position::on(8).expect("a square");
        for text in [
            "4 8",
            " 4  8\r",
            "4 Sq_8",
            "4 OnBoard Sq_8",
            "(4, OnBoard Sq_8)",
            "(4,OnBoard Sq_8)",
            "( 4 , OnBoard 8 ),",
            "(4,(OnBoard Sq_8))",
            "4, onboard sq8",
            "[(4,OnBoard Sq_8)]",
        ] {
            assert_eq!(turns(text), [(4, eight)], "{text}");
        }
        for text in ["4 start", "(4,Start)", "(4, Start)", "4 Start"] {
            assert_eq!(turns(text), [(4, Position::Start)], "{text}");
        }
        assert_eq!(turns("(2, OnBoard Sq13)"), turns("2 13"));
        assert_eq!(turns("-1 pass"), [(-1, Position::Home)]);
        assert_eq!(
            turns("99999999999999999999 home"),
            [(i32::MAX, Position::Home)]
        );
    }

    #[test]
    fn lists_of_one_line_and_of_many() {
        let list = [
            (2, Position::Start),
            (4, Position::on(8).expect("a square")),
        ];
        for text in [
            "2 start\n\n4 8\n",
            "[(2,Start),(4,OnBoard Sq_8)]",
            "[ (2, Start)\n, (4, OnBoard Sq_8)\n]\n",
            "(2,Start) (4,OnBoard Sq_8)",
        ] {
            assert_eq!(turns(text), list, "{text}");
        }
        assert_eq!(turns(""), []);
        assert_eq!(turns("[]"), []);
    }

    #[test]
    fn what_is_no_pair_is_pointed_at() {
        for (text, code, span) in [
            ("2 start\n2", "syntax", 8..9),
            ("2 start\ntwo 8", "bad-roll", 8..11),
            ("(4, OnBoard Sq_15)", "bad-square", 12..17),
            ("(4, OnBoard Sq_8", "syntax", 0..16),
            ("4 strat", "syntax", 2..7),
            ("4 OnBoard Start 8", "syntax", 10..17),
            ("4 OnBoard", "syntax", 2..9),
            ("()", "syntax", 0..2),
            ("(4,)", "syntax", 3..3),
        ] {
            let bad = read_pairs(text).expect_err(text);
            assert_eq!((bad.code, bad.at.span), (code, span), "{text}");
        }
    }
}
