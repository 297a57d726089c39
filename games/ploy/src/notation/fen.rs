//! The text of a board: nine rows of nine fields, from a9 to i1.

use std::fmt::Write as _;

use parlour_core::{Diagnostic, quoted};

use crate::rules::{Board, Cell, Piece, Player, Ploy, Pos, SIDE};

/// The board at the start.
pub const START: &str = ",w84,w41,w56,w170,w56,w41,w84,/,,w24,w40,w17,w40,w48,,/,,,w16,w16,w16,,,/\
                         ,,,,,,,,/,,,,,,,,/,,,,,,,,/\
                         ,,,b1,b1,b1,,,/,,b3,b130,b17,b130,b129,,/,b69,b146,b131,b170,b131,b146,b69,";

const ROWS_HELP: &str = "nine rows of nine fields: rows are separated by `/`, fields by `,`";

/// Why a field is neither empty nor a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadField {
    /// A blank, before, in or after it.
    Blank,
    /// It does not begin with a colour.
    Colour,
    /// A colour and nothing else.
    NoNumber,
    /// Something other than digits after the colour.
    NotANumber,
    /// A number that begins with 0.
    LeadingZero,
    /// A number that is not 1 to 255.
    Range,
}

impl BadField {
    /// The finding about a field that begins at `start`.
    pub(super) fn finding(self, field: &str, start: usize) -> Diagnostic {
        let (message, help) = match self {
            BadField::Blank => (
                "holds a blank",
                "remove it; an empty square is an empty field",
            ),
            BadField::Colour => (
                "does not begin with `b` or `w`",
                "a piece is its colour, a small `b` or `w`, and its lines as a number: `b146`",
            ),
            BadField::NoNumber => (
                "has no number",
                "write the lines of the piece after its colour: `b146`",
            ),
            BadField::NotANumber => (
                "has something other than digits after its colour",
                "a piece is its colour and one number of digits only: `b146`",
            ),
            BadField::LeadingZero => (
                "has a number that begins with 0",
                "write the number without zeros in front; a piece has at least one line",
            ),
            BadField::Range => (
                "has a number above 255",
                "the lines of a piece are a number from 1 to 255, a bit for each direction",
            ),
        };
        let span = start..start + field.len();
        Diagnostic::error("bad-piece", span, format!("{} {message}", quoted(field))).help(help)
    }
}

/// Reads one field.
pub(super) fn field(text: &str) -> Result<Cell, BadField> {
    let mut letters = text.chars();
    let Some(first) = letters.next() else {
        return Ok(None);
    };
    if text.contains(char::is_whitespace) {
        return Err(BadField::Blank);
    }
    let player = Player::from_letter(first).ok_or(BadField::Colour)?;
    let digits = letters.as_str();
    if digits.is_empty() {
        return Err(BadField::NoNumber);
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(BadField::NotANumber);
    }
    if digits.starts_with('0') {
        return Err(BadField::LeadingZero);
    }
    let lines = digits.parse().map_err(|_| BadField::Range)?;
    Ok(Piece::new(player, lines))
}

/// Whether a text describes a board. Whether the board makes sense as a game
/// does not matter.
///
/// ```
/// use parlour_ploy::{START, validate_fen};
/// assert!(validate_fen(START));
/// assert!(!validate_fen("w84"));
/// ```
#[must_use]
pub fn validate_fen(text: &str) -> bool {
    build_board(text).is_ok()
}

/// The board that a text describes, or the first thing wrong with it, with its
/// row and field.
///
/// # Errors
///
/// The text is not a board; the finding points at the field.
///
/// # Examples
///
/// ```
/// use parlour_ploy::{Pos, START, build_board};
/// let board = build_board(START).expect("a board");
/// let a9 = Pos::named("a9").expect("a square");
/// assert_eq!(board.cell(a9), None);
/// assert!(build_board(&START.replace("w24", "w256")).is_err());
/// ```
pub fn build_board(text: &str) -> Result<Board, Diagnostic> {
    let mut board = Board::EMPTY;
    let mut at = 0;
    let mut rows = text.split('/');
    for count in 0..SIDE {
        let Some(row) = rows.next() else {
            let message = match count {
                1 => "the board has 1 row, not 9".to_owned(),
                _ => format!("the board has {count} rows, not 9"),
            };
            let end = text.len();
            return Err(Diagnostic::error("wrong-rows", end..end, message).help(ROWS_HELP));
        };
        read_row(&mut board, count, row).map_err(|finding| finding.shifted(at))?;
        at += row.len() + 1;
    }
    if rows.next().is_some() {
        let message = format!(
            "the board has {} rows, not 9",
            1 + usize::from(SIDE) + rows.count()
        );
        // From the slash after the ninth row.
        let span = at - 1..text.len();
        return Err(Diagnostic::error("wrong-rows", span, message)
            .label("the board should end here")
            .help(ROWS_HELP));
    }
    Ok(board)
}

/// Reads a row, counted from 0 at the top; spans count from its start.
fn read_row(board: &mut Board, count: u8, row: &str) -> Result<(), Diagnostic> {
    let board_row = SIDE - 1 - count;
    let mut at = 0;
    let mut column = 0;
    for text in row.split(',') {
        let Some(pos) = Pos::new(column, board_row) else {
            let fields = row.split(',').count();
            return Err(wrong_fields(count, fields, at - 1..row.len()));
        };
        let cell = field(text).map_err(|bad| {
            let mut finding = bad.finding(text, at);
            finding.message = format!(
                "row {}, field {} (square {pos}): {}",
                count + 1,
                column + 1,
                finding.message
            );
            finding
        })?;
        board.set(pos, cell);
        at += text.len() + 1;
        column += 1;
    }
    if column < SIDE {
        return Err(wrong_fields(count, column.into(), 0..row.len()));
    }
    Ok(())
}

fn wrong_fields(count: u8, fields: usize, span: std::ops::Range<usize>) -> Diagnostic {
    let plural = if fields == 1 { "" } else { "s" };
    let message = format!("row {} has {fields} field{plural}, not 9", count + 1);
    Diagnostic::error("wrong-fields", span, message).help(ROWS_HELP)
}

/// Writes a board.
pub(crate) fn write_board(board: &Board) -> String {
    let mut text = String::new();
    for (count, row) in board.rows().enumerate() {
        if count > 0 {
            text.push('/');
        }
        for (column, (_, cell)) in row.iter().enumerate() {
            if column > 0 {
                text.push(',');
            }
            if let Some(piece) = cell {
                // Writing to a string cannot fail.
                let _ = write!(text, "{piece}");
            }
        }
    }
    text
}

/// Reads a board and, after a space, the player to move: Black if not given.
pub(super) fn read_position(text: &str) -> Result<Ploy, Diagnostic> {
    let lead = text.len() - text.trim_start().len();
    let trimmed = text.trim();
    let last_word = trimmed.rsplit_once(' ');
    let (board, mover) = match last_word {
        // A last word with commas in it is a field with a blank.
        Some((board, word)) if !word.contains([',', '/']) => {
            let mut letters = word.chars();
            let player = letters.next().and_then(Player::from_letter);
            match player.filter(|_| letters.as_str().is_empty()) {
                Some(player) => (board.trim_end(), player),
                None => {
                    let start = text.trim_end().len() - word.len();
                    let message = format!("{} is not a player", quoted(word));
                    return Err(Diagnostic::error(
                        "bad-player",
                        start..start + word.len(),
                        message,
                    )
                    .help("after the board and a space, write who is to move: `b` or `w`"));
                }
            }
        }
        _ => (trimmed, Player::Black),
    };
    let board = build_board(board).map_err(|finding| finding.shifted(lead))?;
    Ok(Ploy::at(board, mover))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    fn finding(text: &str) -> (&'static str, std::ops::Range<usize>, String) {
        let finding = Ploy::read_position(text).expect_err(text);
        (finding.code, finding.at.span, finding.message)
    }

    #[test]
    fn errors_name_the_row_and_the_field() {
        let start = START.find("w24").expect("it is there");
        for (field, code, message) in [
            ("w256", "bad-piece", "`w256` has a number above 255"),
            (
                "w99999999999999999999",
                "bad-piece",
                "`w99999999999999999999` has a number above 255",
            ),
            ("w0", "bad-piece", "`w0` has a number that begins with 0"),
            ("w", "bad-piece", "`w` has no number"),
            ("24", "bad-piece", "`24` does not begin with `b` or `w`"),
            ("ü1", "bad-piece", "`ü1` does not begin with `b` or `w`"),
            (
                "w+1",
                "bad-piece",
                "`w+1` has something other than digits after its colour",
            ),
            ("w 1", "bad-piece", "`w 1` holds a blank"),
        ] {
            let text = START.replacen("w24", field, 1);
            let message = format!("row 2, field 3 (square c8): {message}");
            assert_eq!(finding(&text), (code, start..start + field.len(), message));
        }
    }

    #[test]
    fn errors_count_rows_and_fields() {
        let row = ",,,,,,,,";
        let rows = |count: usize| vec![row; count].join("/");
        for (text, code, span, message) in [
            (
                String::new(),
                "wrong-fields",
                0..0,
                "row 1 has 1 field, not 9",
            ),
            (rows(8), "wrong-rows", 71..71, "the board has 8 rows, not 9"),
            (
                rows(10),
                "wrong-rows",
                80..89,
                "the board has 10 rows, not 9",
            ),
            (
                rows(9) + "/",
                "wrong-rows",
                80..81,
                "the board has 10 rows, not 9",
            ),
            (
                rows(9) + ",",
                "wrong-fields",
                80..81,
                "row 9 has 10 fields, not 9",
            ),
            (
                row[1..].to_owned() + "/" + &rows(8),
                "wrong-fields",
                0..7,
                "row 1 has 8 fields, not 9",
            ),
        ] {
            assert_eq!(finding(&text), (code, span, message.to_owned()), "{text}");
        }
    }

    #[test]
    fn the_side_to_move_may_be_left_out() {
        let read = |text: &str| Ploy::read_position(text).expect(text).mover();
        assert_eq!(read(START), Player::Black);
        assert_eq!(read(&format!("{START} b")), Player::Black);
        assert_eq!(read(&format!(" {START} w\n")), Player::White);
        let (code, span, _) = finding(&format!("{START} x"));
        assert_eq!(
            (code, span),
            ("bad-player", START.len() + 1..START.len() + 2)
        );
    }

    #[test]
    fn ten_megabytes_are_refused_at_once() {
        for text in [
            ",".repeat(10_000_000),
            "/".repeat(10_000_000),
            "w".repeat(10_000_000),
            "ß".repeat(5_000_000),
            format!("{START}{}", "/,,,,,,,,".repeat(1_000_000)),
            format!("{START} {}", "w".repeat(10_000_000)),
        ] {
            let finding = Ploy::read_position(&text).expect_err("far too long");
            assert!(finding.message.chars().count() < 150);
        }
    }
}
