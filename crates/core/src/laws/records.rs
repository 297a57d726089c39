//! What tests of a game's records ask: which findings a file has, and what a change does to them.

use crate::diagnostic::{Diagnostic, Place};
use crate::playable::Playable;

/// Line and code of a finding.
pub type Found = (usize, &'static str);

/// Line and code of every finding in a file.
#[must_use]
pub fn findings<G: Playable>(file: impl AsRef<[u8]>) -> Vec<Found> {
    let file = file.as_ref();
    G::check_record(file)
        .iter()
        .map(|finding| (Place::of(file, finding.at.span.start).line, finding.code))
        .collect()
}

/// The findings in a file with one thing replaced by another.
///
/// # Panics
///
/// If the file does not contain it: then the test tests nothing.
#[must_use]
pub fn changed<G: Playable>(file: &str, from: &str, to: &str) -> Vec<Found> {
    assert!(file.contains(from), "{from}");
    findings::<G>(file.replacen(from, to, 1))
}

/// The first finding in a file.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn first<G: Playable>(file: &str) -> Diagnostic {
    let found = G::check_record(file.as_bytes()).into_iter().next();
    found.unwrap_or_else(|| panic!("nothing is found in:\n{file}"))
}

/// The position at the end of what can be read of a file.
///
/// # Panics
///
/// If there is no game in it.
#[must_use]
pub fn end<G: Playable>(file: &str) -> G {
    let record = G::read_record(file.as_bytes()).record.expect("a game");
    let mut state = record.start;
    for step in &record.steps {
        step.take(&mut state).expect("a record holds legal steps");
    }
    state
}

/// Files that are empty, or text in another encoding than UTF-8, are called that and nothing else.
///
/// # Panics
///
/// If they are not.
pub fn only_text_is_read<G: Playable>(valid: &str) {
    let utf16 =
        |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> { valid.encode_utf16().flat_map(bytes).collect() };
    let wide = utf16(u16::to_le_bytes);
    for (file, code) in [
        (Vec::new(), "empty-file"),
        (b"\r\n\n".to_vec(), "empty-file"),
        (format!("\u{feff}{valid}").into_bytes(), "encoding"),
        ([&[0xff, 0xfe][..], &wide].concat(), "encoding"),
        (wide, "encoding"),
        (utf16(u16::to_be_bytes), "encoding"),
        (valid.replace('\n', "\r").into_bytes(), "syntax"),
    ] {
        assert_eq!(findings::<G>(&file), [(1, code)], "{file:?}");
    }
}

/// Every fault in the line `Players: Amy, Bill.`, the second one of a valid record, has its code.
///
/// # Panics
///
/// If one has another code, or is found elsewhere.
pub fn players_are_named<G: Playable>(valid: &str) {
    for (from, to, code) in [
        ("Players: Amy, Bill.\n", "", "missing-players"),
        ("Players", "Player", "syntax"),
        ("Players: ", "Players ", "syntax"),
        ("Players: ", "players: ", "syntax"),
        ("Players: Amy", "Players:Amy", "syntax"),
        ("Amy, Bill.", "Amy, Bill", "syntax"),
        ("Amy, Bill.", "Amy, Bill. ", "syntax"),
        ("Amy, Bill.", " Amy, Bill.", "syntax"),
        ("Amy, Bill.", "Amy,  Bill.", "syntax"),
        ("Amy, Bill.", "Amy , Bill.", "syntax"),
        ("Amy, Bill.", "A\tmy, Bill.", "syntax"),
        ("Amy, Bill.", "A\u{85}my, Bill.", "syntax"),
        ("Amy, Bill.", "Amy.", "bad-players"),
        ("Amy, Bill.", "Amy, Bill, Cleo.", "bad-players"),
        ("Amy, Bill.", ".", "bad-players"),
        (" Amy, Bill.", ".", "bad-players"),
        (" Amy, Bill.", " ", "bad-players"),
        ("Amy, Bill.", "Amy, .", "bad-players"),
        ("Amy, Bill.", ", Bill.", "bad-players"),
        ("Amy, Bill.", "A. my, Bill.", "bad-players"),
        ("Amy, Bill.", "Amy, Amy.", "duplicate-player"),
    ] {
        let found = changed::<G>(valid, from, to);
        assert_eq!(found.first(), Some(&(2, code)), "{to:?}: {found:?}");
    }
}
