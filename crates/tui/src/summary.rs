//! What a file is about, in one line.

use std::io::ErrorKind;
use std::path::Path;

use parlour_core::{AnyReading, Holds, Match, Severity, Turn};
use parlour_host::{Kept, is_journal};

/// Larger files are not read for a summary.
const MOST_READ: u64 = 1 << 20;

/// What a file is about, in a line.
#[must_use]
pub fn of_file(path: &Path) -> String {
    match parlour_files::read_ordinary(path, MOST_READ) {
        Err(error) if error.kind() == ErrorKind::FileTooLarge => "a large file".to_owned(),
        Err(error) => error.kind().to_string(),
        Ok(bytes) if is_journal(&bytes) => {
            match Kept::read(&String::from_utf8_lossy(&bytes), parlour_catalog::game) {
                Err(bad) => bad.to_string(),
                Ok(kept) => {
                    let about = of_match(&kept.played, Holds::Game);
                    format!("{}: {about}", kept.game.info().title)
                }
            }
        }
        Ok(bytes) => {
            let extension = path.extension().and_then(|extension| extension.to_str());
            match parlour_catalog::game_of_file(extension, &bytes) {
                None => "not a record".to_owned(),
                Some(game) => {
                    let title = game.info().title;
                    let about = of_reading(game.read_record(&bytes), game.holds(&bytes));
                    format!("{title}: {about}")
                }
            }
        }
    }
}

fn of_reading(reading: AnyReading, holds: Holds) -> String {
    let errors = reading
        .diagnostics
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .count();
    let valid = reading.is_valid() || reading.unfinished;
    let Some(record) = reading.record else {
        return counted(errors, "error");
    };
    if !valid {
        let names = record.names.join(", ");
        return format!("{names}; {}", counted(errors, "error"));
    }
    match Match::resume(record) {
        Err(_) => "cannot be replayed".to_owned(),
        Ok(played) => of_match(&played, holds),
    }
}

/// What to expect when nobody is to move.
pub(crate) fn luck_is_next(played: &Match) -> &'static str {
    match played.position().throw() {
        Some(_) => "the dice are next",
        None => "a chance event is next",
    }
}

fn of_match(played: &Match, holds: Holds) -> String {
    let names = played.names().join(", ");
    let state = match (played.result(), played.turn()) {
        (Some(result), _) => result,
        (None, Turn::Seat(seat)) => format!("{} to move", played.names()[seat.index()]),
        (None, _) => luck_is_next(played).to_owned(),
    };
    match holds {
        Holds::Position => format!("{names}; {state}"),
        Holds::Game => format!("{names}; {}; {state}", counted(played.len(), "step")),
    }
}

/// `1 move`, `2 moves`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_saves_and_broken_files() {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        for (file, about) in [
            (
                "amy-and-bill.gridlock",
                "Gridlock: Amy, Bill; 5 steps; Amy wins!",
            ),
            ("mistakes.gridlock", "Gridlock: Amy, Bill; 5 errors"),
            ("nothing.gridlock", "entity not found"),
        ] {
            assert_eq!(of_file(&examples.join(file)), about);
        }
        assert_eq!(
            of_file(
                Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join("Cargo.toml")
                    .as_path()
            ),
            "not a record"
        );
    }
}
