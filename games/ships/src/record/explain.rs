//! What is wrong with a malformed line.

use parlour_core::Diagnostic;
use parlour_core::lines::{Format, Walk, found, no_line, stray_header};

use super::format::Guesses;

/// What is wrong with a line that is nearly one of a record. Spans count from
/// the start of the line.
pub(super) fn slip(line: &str) -> Option<Diagnostic> {
    let key = line.split_once(':').map(|(key, _)| key);
    if let Some(key) = key
        && Guesses::HEADERS[1..]
            .iter()
            .any(|header| header.word == key)
    {
        return Some(stray_header::<Guesses>(line, key));
    }
    let words = || line.split(' ').skip(1);
    if line.ends_with('!') || words().any(|word| word == "found" || word.starts_with("guess")) {
        return Some(
            ending(line)
                .err()
                .unwrap_or_else(|| no_line::<Guesses>(line)),
        );
    }
    let looks_like_a_guess = line.bytes().any(|byte| byte.is_ascii_digit())
        && line.starts_with(|c: char| c.is_ascii_alphanumeric());
    if looks_like_a_guess {
        return Some(
            guess(line)
                .err()
                .unwrap_or_else(|| no_line::<Guesses>(line)),
        );
    }
    let key = key.filter(|key| !key.contains(' '))?;
    Some(stray_header::<Guesses>(line, key))
}

/// Walks over a line that was meant to be a guess to the first unexpected
/// thing.
fn guess(line: &str) -> Result<(), Diagnostic> {
    let mut walk = Walk {
        line,
        at: 0,
        help: Guesses::WORDS.step,
    };
    elements(&mut walk, "a location", |c| c.is_ascii_alphanumeric())?;
    if walk.rest().starts_with(':') {
        walk.expect(": ", "a space after the colon")?;
        elements(&mut walk, "a number", |c| c.is_ascii_digit())?;
    } else if !walk.rest().starts_with('.') && !walk.rest().is_empty() {
        walk.expect(": ", "a comma, a colon or a full stop")?;
    }
    walk.full_stop()
}

/// Steps over elements separated by commas.
fn elements(walk: &mut Walk<'_>, name: &str, is_part: fn(char) -> bool) -> Result<(), Diagnostic> {
    loop {
        let rest = walk.rest();
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            let next = rest.chars().next().map_or(0, char::len_utf8);
            let message = format!("expected {name}, found {}", found(rest));
            let span = walk.at..walk.at + next;
            return Err(Diagnostic::error("syntax", span, message).help(walk.help));
        }
        walk.at += length;
        if !walk.rest().starts_with(',') {
            return Ok(());
        }
        walk.at += 1;
        if walk.rest().starts_with(' ') {
            walk.at += 1;
        }
    }
}

/// The same for a line that was meant to be the ending.
fn ending(line: &str) -> Result<(), Diagnostic> {
    let syntax = |span, message: String| {
        Diagnostic::error("syntax", span, message).help(Guesses::WORDS.ending)
    };
    let Some(at) = line.rfind(" found ") else {
        return Err(syntax(
            0..line.len(),
            "this ending does not say who found what".to_owned(),
        ));
    };
    let mut walk = Walk {
        line,
        at: at + " found ".len(),
        help: Guesses::WORDS.ending,
    };
    elements(&mut walk, "a location", |c| c.is_ascii_alphanumeric())?;
    walk.expect(" in ", "`in` and the number of guesses")?;
    let word = walk.word();
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        let span = walk.at..walk.at + word.len();
        return Err(syntax(
            span,
            format!("expected a number, found {}", found(word)),
        ));
    }
    walk.at += word.len();
    walk.expect(" ", "a space")?;
    if !["guesses!", "guess!"].contains(&walk.word()) {
        return Err(walk.misspelt(["guesses!"], "`guesses!`"));
    }
    walk.at += walk.word().len();
    walk.end()
}
