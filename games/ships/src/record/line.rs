//! The possible lines of a record after its headers.

use parlour_core::{Excerpt, Records, check_name};

use crate::rules::Ships;

/// A line of a well-formed record. Places count from the start of the line. The
/// board may not have these locations.
pub(super) enum Line<'a> {
    /// A guess and, unless the record stops between the two, its answer.
    Guess {
        guess: List<'a>,
        answer: Option<List<'a>>,
    },
    /// The ending.
    Found {
        name: &'a str,
        fleet: List<'a>,
        guesses: Excerpt<'a>,
    },
}

/// A list and its elements.
pub(super) struct List<'a> {
    pub(super) elements: Vec<Excerpt<'a>>,
    pub(super) whole: Excerpt<'a>,
}

const FOUND: &str = " found ";

/// Reads a line that has a well-formed shape.
pub(super) fn read_line(line: &str) -> Option<Line<'_>> {
    if let Some(found) = read_found(line) {
        return Some(found);
    }
    let inner = line.strip_suffix('.')?;
    let (guess, answer) = match inner.split_once(": ") {
        Some((guess, answer)) => (guess, Some((answer, guess.len() + 2))),
        None => (inner, None),
    };
    let answer = match answer {
        Some((text, at)) => Some(list(text, at, is_number)?),
        None => None,
    };
    Some(Line::Guess {
        guess: list(guess, 0, is_place)?,
        answer,
    })
}

/// `Bill found B2, D3, H1 in 5 guesses!`
fn read_found(line: &str) -> Option<Line<'_>> {
    let inner = line
        .strip_suffix(" guesses!")
        .or_else(|| line.strip_suffix(" guess!"))?;
    let (before, guesses) = inner.rsplit_once(" in ")?;
    // A name may contain this word too, but a list does not.
    let (name, fleet) = before.rsplit_once(FOUND)?;
    if check_name(name, Ships::NOT_IN_NAMES).is_err()
        || !guesses.bytes().all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    Some(Line::Found {
        name,
        fleet: list(fleet, name.len() + FOUND.len(), is_place)?,
        guesses: Excerpt {
            text: guesses,
            start: inner.len() - guesses.len(),
        },
    })
}

/// The elements of a list that begins at `start`, with one optional space after
/// each comma.
fn list(text: &str, start: usize, is_element: fn(&str) -> bool) -> Option<List<'_>> {
    let mut elements = Vec::new();
    let mut at = start;
    for (index, part) in text.split(',').enumerate() {
        let element = match part.strip_prefix(' ') {
            Some(element) if index > 0 => element,
            _ => part,
        };
        if !is_element(element) {
            return None;
        }
        elements.push(Excerpt {
            text: element,
            start: at + part.len() - element.len(),
        });
        at += part.len() + 1;
    }
    let whole = Excerpt { text, start };
    Some(List { elements, whole })
}

/// Whether this looks like a location, on the board or not.
fn is_place(text: &str) -> bool {
    (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether this is a whole number, of an answer or not.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The words of a malformed line with a guess of this many locations and its
/// answer, whose commas and spaces went astray.
pub(super) fn salvage(line: &str, locations: usize) -> Option<Vec<&str>> {
    if line.contains(['-', '!']) {
        // Perhaps a negative number or an ending: the meaning is unknown.
        return None;
    }
    let words = line.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    let words: Vec<&str> = words.take(locations + 4).collect();
    // An answer has three.
    (words.len() == locations + 3).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_and_endings_have_a_shape() {
        for (line, elements) in [
            (
                "B3, C3, H3: 0, 2, 1.",
                &["B3", "C3", "H3", "0", "2", "1"][..],
            ),
            ("B3,C3,H3: 0,2,1.", &["B3", "C3", "H3", "0", "2", "1"]),
            ("B3, C3, H3.", &["B3", "C3", "H3"]),
            ("Z99, b3: -1, 12345.", &["Z99", "b3", "-1", "12345"]),
            (
                "Bill found B2, D3 in 5 guesses!",
                &["Bill", "B2", "D3", "5"],
            ),
            (
                "Who found me found B2 in 1 guess!",
                &["Who found me", "B2", "1"],
            ),
        ] {
            let texts = |list: &List<'_>| -> Vec<String> {
                let same = |part: &Excerpt<'_>| line[part.start..].starts_with(part.text);
                assert!(list.elements.iter().all(same), "{line}");
                list.elements
                    .iter()
                    .map(|part| part.text.to_owned())
                    .collect()
            };
            let found = match read_line(line).expect(line) {
                Line::Guess { guess, answer } => {
                    let answer = answer.iter().flat_map(texts).collect::<Vec<_>>();
                    [texts(&guess), answer].concat()
                }
                Line::Found {
                    name,
                    fleet,
                    guesses,
                } => [
                    vec![name.to_owned()],
                    texts(&fleet),
                    vec![guesses.text.to_owned()],
                ]
                .concat(),
            };
            assert_eq!(found, elements, "{line}");
        }
    }

    #[test]
    fn other_lines_have_no_shape() {
        for line in [
            "",
            "B3, C3, H3: 0, 2, 1",
            "B3, C3, H3:0, 2, 1.",
            "B3,  C3, H3: 0, 2, 1.",
            "B3 , C3, H3: 0, 2, 1.",
            " B3, C3, H3: 0, 2, 1.",
            "B3 C3 H3: 0 2 1.",
            "B3, C3, H3: two, 0, 1.",
            "B3, C3, H3: .",
            "Hello.. .",
            "Bill found B2, D3, H1 in five guesses!",
            "Bill found B2, D3, H1 in 5 guesses.",
            "Bill found B2, D3, H1!",
            " found B2, D3, H1 in 5 guesses!",
            "Amy wins!",
        ] {
            assert!(read_line(line).is_none(), "{line}");
        }
    }
}
