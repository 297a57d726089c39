//! Text from outside, made safe to display.
//!
//! A terminal obeys some characters instead of showing them, and others are invisible: escape
//! sequences can hide what was printed before, direction overrides turn a line around, and
//! `B\u{200b}ill` looks like `Bill`. All of them are escaped here as a programmer would write them:
//! `\u{1b}`, `\u{200b}`.

use std::borrow::Cow;

/// A line made safe for a terminal: invisible and control characters are escaped.
///
/// ```
/// use parlour_core::harmless;
/// assert_eq!(harmless("Zoë"), "Zoë");
/// assert_eq!(harmless("B\u{200b}ill\u{1b}[2J"), "B\\u{200b}ill\\u{1b}[2J");
/// assert_eq!(harmless("two\nlines"), "two\\nlines");
/// ```
#[must_use]
pub fn harmless(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

/// The same for a text of several lines, which may have tabs.
#[must_use]
pub fn harmless_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| matches!(c, '\n' | '\t'))
}

/// A value of a CSV file: quoted if need be, and no formula for a spreadsheet.
///
/// ```
/// use parlour_core::csv_field;
/// assert_eq!(csv_field("Amy, Bill"), "\"Amy, Bill\"");
/// assert_eq!(csv_field("=1+1"), "'=1+1");
/// ```
#[must_use]
pub fn csv_field(value: &str) -> String {
    let is_formula = value.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let value = format!("{}{}", if is_formula { "'" } else { "" }, harmless(value));
    match value.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value,
    }
}

/// The first character of a text that is invisible, or that a terminal would
/// obey.
#[must_use]
pub fn first_harmful(text: &str) -> Option<char> {
    harmful(text).map(|(_, c)| c).next()
}

fn escaped(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Nearly all texts are plain.
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') || is_kept(char::from(*byte));
    if text.as_bytes().iter().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut written = String::new();
    let mut from = 0;
    for (at, c) in harmful(text).filter(|(_, c)| !is_kept(*c)) {
        written.push_str(&text[from..at]);
        written.extend(c.escape_default());
        from = at + c.len_utf8();
    }
    match written.is_empty() {
        true => Cow::Borrowed(text),
        false => Cow::Owned(written + &text[from..]),
    }
}

/// The characters that must not be shown as they are, and where they are.
fn harmful(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut before = None;
    text.char_indices().filter(move |&(at, c)| {
        let after = || text[at + c.len_utf8()..].chars().next();
        let is_harmful = match c {
            // Joining scripts, and emoji of several people, need them.
            '\u{200c}' | '\u{200d}' => !(is_sign(before) && is_sign(after())),
            // Variation selectors choose between two forms of the character
            // before them.
            '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => !is_sign(before),
            c => c.is_control() || is_unseen(c),
        };
        before = match c {
            '\u{fe00}'..='\u{fe0f}' if !is_harmful => before,
            c => Some(c),
        };
        is_harmful
    })
}

/// Whether a joiner or a selector may stand beside a character: not beside
/// letters of scripts that do not use them, such as Latin.
fn is_sign(c: Option<char>) -> bool {
    c.is_some_and(|c| {
        let is_joiner = matches!(c, '\u{200c}' | '\u{200d}' | '\u{e0100}'..='\u{e01ef}');
        c >= '\u{600}' && !is_joiner && !is_unseen(c)
    })
}

/// Whether a character is invisible, or changes the direction of others:
/// Unicode's default ignorables, and the controls of direction, lines and
/// annotations.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_the_world_is_left_as_it_is() {
        for text in [
            "",
            "Amy",
            "Zoë, Łukasz, Ελένη, Дмитрий, שרה, 王小明, ひろし",
            // A Persian name, and Hindi, with their joiners.
            "علی\u{200c}رضا",
            "क\u{94d}\u{200d}ष",
            // A heart on fire, a family, and a thumb with a skin tone.
            "❤\u{fe0f}\u{200d}🔥 👨\u{200d}👩\u{200d}👧 👍🏽",
            "e\u{301}",
        ] {
            assert_eq!(harmless(text), text);
            assert_eq!(first_harmful(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_obeyed_or_not_seen_is_written_out() {
        for (text, shown) in [
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("a\r\u{8}\u{7f}b", "a\\r\\u{8}\\u{7f}b"),
            ("\u{202e}llib", "\\u{202e}llib"),
            ("\u{2066}a\u{2069}", "\\u{2066}a\\u{2069}"),
            ("B\u{200b}ill", "B\\u{200b}ill"),
            ("B\u{200d}ill", "B\\u{200d}ill"),
            ("Б\u{200c}илл", "Б\\u{200c}илл"),
            ("Bill\u{fe0f}", "Bill\\u{fe0f}"),
            ("王\u{200d}", "王\\u{200d}"),
            ("王\u{200d}\u{200d}王", "王\\u{200d}\\u{200d}王"),
            ("\u{feff}Bill\u{e0042}", "\\u{feff}Bill\\u{e0042}"),
            ("Bi\u{ad}ll\u{3164}", "Bi\\u{ad}ll\\u{3164}"),
        ] {
            assert_eq!(harmless(text), shown);
            assert_eq!(harmless_lines(text), shown);
            assert!(first_harmful(text).is_some());
        }
        assert_eq!(harmless("a\n\tb"), "a\\n\\tb");
        assert_eq!(harmless_lines("a\n\tb\u{7}"), "a\n\tb\\u{7}");
    }
}
