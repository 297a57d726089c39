//! What is wrong with a line that has no shape.

use parlour_core::lines::{Walk, found, odd_space};
use parlour_core::{Diagnostic, quoted};

use super::heading::keys;

pub(super) const GUESS: &str = "a guess and its answer are written like `B3, C3, H3: 0, 2, 1.`";
pub(super) const ENDING: &str = "a record ends with a line like `Bill found B2, D3, H1 in 5 \
                                 guesses!`";

/// Explains a line without a shape. Spans count from the start of the line;
/// the line has no control characters.
pub(super) fn explain(line: &str) -> Diagnostic {
    if let Some(finding) = odd_space(line) {
        return finding;
    }
    let key = line.split_once(':').map(|(key, _)| key);
    if let Some(key) = key
        && keys().any(|known| known == key)
    {
        return Diagnostic::error(
            "syntax",
            0..line.len(),
            format!("a second `{key}:` line; the headers come once, before the guesses"),
        )
        .help("remove this line");
    }
    let words = || line.split(' ').skip(1);
    if line.ends_with('!') || words().any(|word| word == "found" || word.starts_with("guess")) {
        return ending(line).unwrap_or_else(|finding| finding);
    }
    let looks_like_a_guess = line.bytes().any(|byte| byte.is_ascii_digit())
        && line.starts_with(|c: char| c.is_ascii_alphanumeric());
    if looks_like_a_guess {
        return guess(line).unwrap_or_else(|finding| finding);
    }
    match key {
        Some(key) if !key.contains(' ') => Diagnostic::error(
            "syntax",
            0..line.len(),
            format!("a record has no {} line", quoted(&format!("{key}:"))),
        )
        .help("remove this line"),
        _ => no_line(line),
    }
}

fn no_line(line: &str) -> Diagnostic {
    Diagnostic::error(
        "syntax",
        0..line.len(),
        "this is no line of a record of Ships",
    )
    .help(format!("{GUESS}; {ENDING}"))
}

/// A line that was meant to be a guess. Either way the answer is a finding:
/// the first thing that is not as expected.
fn guess(line: &str) -> Result<Diagnostic, Diagnostic> {
    let mut walk = Walk {
        line,
        at: 0,
        help: GUESS,
    };
    elements(&mut walk, "a location", |c| c.is_ascii_alphanumeric())?;
    if walk.rest().starts_with(':') {
        walk.expect(": ", "a space after the colon")?;
        elements(&mut walk, "a number", |c| c.is_ascii_digit())?;
    } else if !walk.rest().starts_with('.') && !walk.rest().is_empty() {
        walk.expect(": ", "a comma, a colon or a full stop")?;
    }
    walk.full_stop()?;
    Ok(no_line(line))
}

/// Steps over elements with commas between.
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

/// A line that was meant to be the ending.
fn ending(line: &str) -> Result<Diagnostic, Diagnostic> {
    let syntax = |span, message: String| Diagnostic::error("syntax", span, message).help(ENDING);
    let Some(at) = line.rfind(" found ") else {
        return Err(syntax(
            0..line.len(),
            "this ending does not say who found what".to_owned(),
        ));
    };
    let mut walk = Walk {
        line,
        at: at + " found ".len(),
        help: ENDING,
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
    walk.end()?;
    Ok(no_line(line))
}
