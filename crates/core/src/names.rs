//! Names of players, as records can hold them.

use thiserror::Error;

use crate::diagnostic::quoted;
use crate::harmless::{first_harmful, harmless};

/// Why a name cannot be written in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadName {
    /// No characters at all.
    #[error("a name may not be empty")]
    Empty,
    /// A space at either end.
    #[error("a name may not begin or end with a space")]
    OuterSpace,
    /// A character that would end the name in a record of this game.
    #[error("a name may not contain {}", called(*.0))]
    Barred(char),
    /// A line end, a tab, an escape.
    #[error("a name may not contain control characters")]
    Control,
    /// An invisible character: two names could look alike.
    #[error("a name may not contain {}, which cannot be seen", harmless(&.0.to_string()))]
    Unseen(char),
}

/// A character in words, if a reader might overlook it.
fn called(c: char) -> String {
    match c {
        ',' => "a comma".to_owned(),
        '.' => "a full stop".to_owned(),
        c => quoted(&c.to_string()),
    }
}

/// Whether `name` can be written in a record: not empty, no outer spaces, no control or other
/// invisible characters, and none that the format bars, see
/// [`Records::NOT_IN_NAMES`](crate::Records::NOT_IN_NAMES).
///
/// # Errors
///
/// What is wrong with the name.
///
/// # Examples
///
/// ```
/// use parlour_core::{BadName, check_name};
/// assert_eq!(check_name("J. Smith", &[',']), Ok(()));
/// assert_eq!(check_name("J. Smith", &[',', '.']), Err(BadName::Barred('.')));
/// assert_eq!(check_name("", &[]), Err(BadName::Empty));
/// assert_eq!(check_name("B\u{200b}ill", &[]), Err(BadName::Unseen('\u{200b}')));
/// ```
pub fn check_name(name: &str, barred: &[char]) -> Result<(), BadName> {
    if name.is_empty() {
        return Err(BadName::Empty);
    }
    if name.contains(char::is_control) {
        return Err(BadName::Control);
    }
    if name.starts_with(char::is_whitespace) || name.ends_with(char::is_whitespace) {
        return Err(BadName::OuterSpace);
    }
    if let Some(c) = first_harmful(name) {
        return Err(BadName::Unseen(c));
    }
    match name.chars().find(|c| barred.contains(c)) {
        Some(c) => Err(BadName::Barred(c)),
        None => Ok(()),
    }
}

/// A name cut to at most `most` characters.
///
/// ```
/// use parlour_core::shortened;
/// assert_eq!(shortened("Amy", 10), "Amy");
/// assert_eq!(shortened("Bartholomew", 10), "Bartholom~");
/// ```
#[must_use]
pub fn shortened(name: &str, most: usize) -> String {
    match name.char_indices().nth(most) {
        None => name.to_owned(),
        Some(_) => {
            let kept = name.chars().take(most.saturating_sub(1));
            kept.chain(['~']).collect()
        }
    }
}

/// Some words on one line of at most this many letters, or on two if they need them; what a third
/// line would hold is cut.
///
/// ```
/// use parlour_core::in_two_lines;
/// assert_eq!(in_two_lines("a b", 3), ["a b"]);
/// assert_eq!(in_two_lines("one two three four", 9), ["one two", "three fo~"]);
/// ```
#[must_use]
pub fn in_two_lines(words: &str, most: usize) -> Vec<String> {
    let Some((room, next)) = words.char_indices().nth(most) else {
        return vec![words.to_owned()];
    };
    let space = match next {
        ' ' => Some(room),
        _ => words[..room].rfind(' '),
    };
    match space {
        Some(space) => vec![
            words[..space].to_owned(),
            shortened(&words[space + 1..], most),
        ],
        None => vec![shortened(words, most)],
    }
}

/// What a player is called: a bot's name, or the name of its program.
///
/// ```
/// use parlour_core::shown_name;
/// assert_eq!(shown_name("perfect"), "perfect");
/// assert_eq!(shown_name("exec:python3 bots/random_bot.py"), "random_bot");
/// assert_eq!(shown_name("exec:target/debug/examples/mybot --fast"), "mybot");
/// ```
#[must_use]
pub fn shown_name(spec: &str) -> String {
    let Some(command) = spec.strip_prefix("exec:") else {
        return spec.to_owned();
    };
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    // The script says more than its interpreter.
    let script = words.find(|word| word.contains('.') && !word.starts_with('-'));
    let path = std::path::Path::new(script.unwrap_or(program));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name: String = stem
        .chars()
        .map(|letter| match letter {
            // Some games' records cannot hold these.
            ',' | '.' => '-',
            letter if letter.is_control() => '-',
            letter => letter,
        })
        .collect();
    match check_name(name.trim(), &[]) {
        Ok(()) => name.trim().to_owned(),
        Err(_) => "program".to_owned(),
    }
}
