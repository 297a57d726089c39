//! The lines of a record after its headers: what they may look like.

use parlour_core::lines::odd_space;
use parlour_core::{Diagnostic, did_you_mean, quoted};

use super::heading::keys;

const WINS: &str = " wins!";
const DRAW: &str = "Draw.";

const MOVES: &str = "moves are written like `d3-d4-0`, one or several on a line";
pub(super) const ENDING: &str = "a record ends with `Amy wins!` or `Draw.`";

/// A line that is meant to be one of the body's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Something like moves, separated by single spaces; whether they are
    /// moves is another question.
    Moves(&'a str),
    /// This player wins.
    Wins(&'a str),
    /// Nobody does.
    Draw,
}

impl<'a> Line<'a> {
    /// The shape of a line, if it has one.
    pub(super) fn of(text: &'a str) -> Option<Line<'a>> {
        if text == DRAW {
            return Some(Line::Draw);
        }
        if let Some(name) = text.strip_suffix(WINS) {
            return (!name.is_empty()).then_some(Line::Wins(name));
        }
        // A move begins with a square and a dash; that it goes on like one is
        // not asked, so that a slip in it is found where it is.
        let is_move_like = match *text.as_bytes() {
            [column, row, ..] if column.is_ascii_alphabetic() && row.is_ascii_digit() => {
                text.contains('-')
            }
            _ => false,
        };
        (is_move_like && odd_space(text).is_none()).then_some(Line::Moves(text))
    }
}

/// Explains a line without a shape. Spans count from its start; it has no
/// control characters.
pub(super) fn explain(line: &str) -> Diagnostic {
    if let Some(finding) = odd_space(line) {
        return finding;
    }
    let finding = |message: String| Diagnostic::error("syntax", 0..line.len(), message);
    let first_word = line.split(' ').next().unwrap_or(line);
    if let Some(key) = first_word.strip_suffix(':') {
        let message = if keys().any(|known| known == key) {
            format!("a second `{key}:` line; the headers come once, before the moves")
        } else {
            format!("a record has no {} line", quoted(first_word))
        };
        return finding(message).help("remove this line");
    }
    if did_you_mean(line, [DRAW]).is_some() {
        return finding(format!("{} is misspelt", quoted(line)))
            .help(format!("did you mean `{DRAW}`?"));
    }
    let last_word = line.rsplit(' ').next().unwrap_or(line);
    if line.len() > last_word.len() && did_you_mean(last_word, [WINS.trim_start()]).is_some() {
        let start = line.len() - last_word.len();
        let message = format!("{} is misspelt", quoted(last_word));
        return Diagnostic::error("syntax", start..line.len(), message)
            .help(format!("did you mean `{}`?", WINS.trim_start()));
    }
    finding("this is no line of a record of Ploy".to_owned()).help(format!("{MOVES}; {ENDING}"))
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
            ("Amy wins!", Some(Line::Wins("Amy"))),
            ("d3-d4-0 wins!", Some(Line::Wins("d3-d4-0"))),
            ("Draw wins!", Some(Line::Wins("Draw"))),
            ("Draw.", Some(Line::Draw)),
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
