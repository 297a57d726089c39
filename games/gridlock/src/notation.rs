//! Positions such as `3x3 rg r.r/.g./r.r`, moves such as `red 0,2`, and the
//! options of a setup.

mod words;

use std::borrow::Cow;
use std::ops::Range;

use compact_str::ToCompactString;
use parlour_core::{
    Configure, Diagnostic, Notation, Open, Pick, Picks, Seat, SetupError, SetupOption, SetupValues,
    Viewer, did_you_mean, quoted,
};
use rand::Rng;

use crate::rules::{Cell, Colour, Grid, Paint, Palette, Refusal, Setup, Size};

/// Why a text is not a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadSize {
    /// Not two numbers with an `x` between them.
    Shape,
    /// A side beyond [`Size::LONGEST`].
    TooLarge,
}

/// Reads a size such as `3x4`: digits only, leading zeros allowed.
pub(crate) fn read_size(text: &str) -> Result<Size, BadSize> {
    let (width, height) = text.split_once('x').ok_or(BadSize::Shape)?;
    let side = |digits: &str| {
        let side = read_number(digits).ok_or(BadSize::Shape)?;
        if side > Size::LONGEST {
            return Err(BadSize::TooLarge);
        }
        Ok(side)
    };
    // A side that is not a number at all is worse than one that is too large.
    match (side(width), side(height)) {
        (Ok(width), Ok(height)) => Ok(Size { width, height }),
        (Err(BadSize::Shape), _) | (_, Err(BadSize::Shape)) => Err(BadSize::Shape),
        _ => Err(BadSize::TooLarge),
    }
}

/// A number of digits only; one too large to represent is clamped, and so never
/// on any grid.
pub(crate) fn read_number(digits: &str) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(u64::MAX))
}

/// The help for a word that should be a colour.
pub(crate) fn colour_help(word: &str, palette: Palette) -> String {
    match did_you_mean(word, palette.iter().map(Colour::word)) {
        Some(colour) => format!("did you mean `{colour}`?"),
        None => format!("the colours are {palette}"),
    }
}

/// A word where a colour of `palette` should be.
pub(crate) fn unknown_colour(span: Range<usize>, word: &str, palette: Palette) -> Diagnostic {
    let message = format!("{} is not a colour", quoted(word));
    Diagnostic::error("unknown-colour", span, message).help(colour_help(word, palette))
}

impl Configure for Grid {
    const OPTIONS: &'static [SetupOption] = &[
        SetupOption {
            name: "size",
            value: "MxN",
            default: "3x3",
            help: "columns x rows",
            examples: &["3x3", "0x0", "1x1", "4x0", "1x7", "5x2", "4x4"],
        },
        SetupOption {
            name: "colours",
            value: "LIST",
            default: "red,green",
            help: "some of red, green, yellow, blue, magenta, cyan",
            examples: &[
                "red,green",
                "red",
                "cyan,blue,yellow",
                "red,green,yellow,blue,magenta,cyan",
            ],
        },
    ];

    fn start(values: &SetupValues, _: &mut dyn Rng) -> Result<Self, SetupError> {
        Grid::new(&Setup::read(values)?)
    }
}

impl Setup {
    /// The setup that the values describe, whether its board can be played on
    /// or is too large for that.
    ///
    /// # Errors
    ///
    /// An option has a value that it does not take.
    pub fn read(values: &SetupValues) -> Result<Setup, SetupError> {
        let size = values.get("size").unwrap_or("3x3");
        let size = read_size(size).map_err(|bad| {
            SetupError::new(
                "size",
                match bad {
                    BadSize::Shape => format!(
                        "{} is not a size; write columns x rows, such as 3x3",
                        quoted(size)
                    ),
                    BadSize::TooLarge => format!("{} is too large", quoted(size)),
                },
            )
        })?;
        let palette = values
            .get("colours")
            .unwrap_or("red,green")
            .split(',')
            .map(|word| {
                let word = word.trim();
                Colour::from_word(word).ok_or_else(|| {
                    SetupError::new(
                        "colours",
                        format!(
                            "{} is not a colour; {}",
                            quoted(word),
                            colour_help(word, Palette::ALL)
                        ),
                    )
                })
            })
            .collect::<Result<Palette, _>>()?;
        Ok(Setup { size, palette })
    }
}

impl Open for Grid {}

impl Notation for Grid {
    fn write_position(&self) -> String {
        let Size { width, height } = self.size();
        let letters: String = self.palette().iter().map(Colour::letter).collect();
        let mut text = format!("{width}x{height} {letters} ");
        if self.size().cells() == 0 {
            text.push('-');
        }
        for cell in self.cells() {
            if cell.x == 0 && cell.y > 0 {
                text.push('/');
            }
            text.push(self.colour(cell).map_or('.', Colour::letter));
        }
        text
    }

    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        let fields: Vec<Range<usize>> = fields(text);
        let [size_at, palette_at, rows_at] = &fields[..] else {
            return Err(Diagnostic::error(
                "syntax",
                0..text.len(),
                format!(
                    "a position has three parts (size, colours, rows), not {}",
                    fields.len()
                ),
            )
            .help("write it like `3x3 rg r.r/.g./r.r`; `.` is an empty cell"));
        };
        let size = position_size(text, size_at)?;
        let palette = position_palette(text, palette_at)?;
        paint_rows(text, rows_at, size, palette)
    }

    fn write_move(&self, chosen: &Paint) -> String {
        chosen.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Paint, Diagnostic> {
        read_paint(text, self.palette())
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        match seat {
            Seat(0) => "first".into(),
            _ => "second".into(),
        }
    }

    fn describe_move(&self, chosen: &Paint, _: Viewer) -> String {
        format!("paints {} {}", chosen.cell, chosen.colour)
    }

    /// A cell can be empty, or have a colour that none of its neighbours has.
    fn arrangements(&self, place: Option<&str>) -> Vec<(String, Self)> {
        let is_here = |cell: &Cell| place == Some(cell_pick(*cell).as_str());
        let Some(cell) = self.cells().find(is_here) else {
            return Vec::new();
        };
        let text = self.write_position();
        let rows = text.rfind(' ').map_or(0, |blank| blank + 1);
        let at = rows + (cell.y * (self.size().width + 1) + cell.x) as usize;
        let letters = self
            .palette()
            .iter()
            .map(|colour| (colour.word(), colour.letter()));
        [("empty", '.')]
            .into_iter()
            .chain(letters)
            .filter_map(|(name, letter)| {
                let mut text = text.clone();
                text.replace_range(at..=at, letter.encode_utf8(&mut [0; 4]));
                Some((name.to_owned(), Grid::read_position(&text).ok()?))
            })
            .collect()
    }
}

/// Reads a move with a colour of `palette`.
pub(crate) fn read_paint(text: &str, palette: Palette) -> Result<Paint, Diagnostic> {
    let shape = |at: Range<usize>, message: String| {
        Diagnostic::error("syntax", at, message)
            .help("write a colour and a cell, column first: `red 0,2`")
    };
    let Some((word, rest)) = text.trim_start().split_once(' ') else {
        return Err(shape(
            0..text.len(),
            format!("{} is not a move", quoted(text)),
        ));
    };
    let start = text.len() - text.trim_start().len();
    let colour = Colour::from_word(&word.to_ascii_lowercase())
        .ok_or_else(|| unknown_colour(start..start + word.len(), word, palette))?;
    // A record's brackets around coordinates are accepted, and a space instead
    // of the comma.
    let rest = rest.trim();
    let inner = rest
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
        .unwrap_or(rest);
    let cell = inner.split_once([',', ' ']).and_then(|(x, y)| {
        Some(Cell {
            x: read_number(x)?,
            y: read_number(y.trim_start())?,
        })
    });
    match cell {
        Some(cell) => Ok(Paint { cell, colour }),
        None => Err(shape(
            start + word.len() + 1..text.len(),
            format!("{} is not a cell", quoted(rest)),
        )),
    }
}

/// The spans of a text between spaces.
fn fields(text: &str) -> Vec<Range<usize>> {
    let mut fields = Vec::new();
    let mut start = 0;
    for field in text.split(char::is_whitespace) {
        if !field.is_empty() {
            fields.push(start..start + field.len());
        }
        let space = text[start + field.len()..].chars().next();
        start += field.len() + space.map_or(0, char::len_utf8);
    }
    fields
}

fn position_size(text: &str, at: &Range<usize>) -> Result<Size, Diagnostic> {
    let word = &text[at.clone()];
    read_size(word).map_err(|bad| match bad {
        BadSize::Shape => Diagnostic::error(
            "bad-grid",
            at.clone(),
            format!("{} is not a size", quoted(word)),
        )
        .help("write columns x rows, such as `3x3`"),
        BadSize::TooLarge => Diagnostic::error(
            "grid-too-large",
            at.clone(),
            format!("a side may be at most {}", Size::LONGEST),
        ),
    })
}

fn position_palette(text: &str, at: &Range<usize>) -> Result<Palette, Diagnostic> {
    text[at.clone()]
        .char_indices()
        .map(|(i, letter)| {
            Colour::from_letter(letter).ok_or_else(|| {
                let from = at.start + i;
                Diagnostic::error(
                    "unknown-colour",
                    from..from + letter.len_utf8(),
                    format!(
                        "{} is not the letter of a colour",
                        quoted(&letter.to_string())
                    ),
                )
                .help("the letters are r g y b m c, in lower case")
            })
        })
        .collect()
}

/// Paints the rows of a position. The text has a character for every cell, so
/// the grid is never larger than the text.
fn paint_rows(
    text: &str,
    at: &Range<usize>,
    size: Size,
    palette: Palette,
) -> Result<Grid, Diagnostic> {
    let rows = &text[at.clone()];
    if size.cells() == 0 {
        return if rows == "-" {
            Ok(Grid::empty(size, palette, 0))
        } else {
            Err(Diagnostic::error(
                "bad-grid",
                at.clone(),
                format!("a {size} grid has no cells"),
            )
            .help("write `-` for its rows"))
        };
    }
    let mut from = at.start;
    let mut ranges = Vec::new();
    for row in rows.split('/') {
        ranges.push(from..from + row.len());
        from += row.len() + 1;
    }
    if ranges.len() as u64 != size.height {
        return Err(Diagnostic::error(
            "bad-grid",
            at.clone(),
            format!("{} rows here, but the size is {size}", ranges.len()),
        )
        .help("separate rows by `/`"));
    }
    for range in &ranges {
        let cells = text[range.clone()].chars().count();
        if cells as u64 != size.width {
            return Err(Diagnostic::error(
                "bad-grid",
                range.clone(),
                format!("{cells} cells in this row, but the size is {size}"),
            ));
        }
    }
    let mut grid = Grid::empty(size, palette, text.len() as u64);
    for (y, range) in ranges.iter().enumerate() {
        for (x, (i, letter)) in text[range.clone()].char_indices().enumerate() {
            if letter == '.' {
                continue;
            }
            let span = range.start + i..range.start + i + letter.len_utf8();
            let Some(colour) = Colour::from_letter(letter) else {
                return Err(Diagnostic::error(
                    "unknown-colour",
                    span,
                    format!(
                        "{} is neither a colour's letter nor `.`",
                        quoted(&letter.to_string())
                    ),
                )
                .help("the letters are r g y b m c, in lower case"));
            };
            let cell = Cell {
                x: x as u64,
                y: y as u64,
            };
            grid.paint(Paint { cell, colour })
                .map_err(|refusal| unreachable_cell(span, cell, colour, refusal))?;
        }
    }
    Ok(grid)
}

/// A cell that no game can have painted this way.
pub(crate) fn unreachable_cell(
    span: Range<usize>,
    cell: Cell,
    colour: Colour,
    refusal: Refusal,
) -> Diagnostic {
    match refusal {
        Refusal::Neighbour(neighbour) => Diagnostic::error(
            "same-as-neighbour",
            span,
            format!("{cell} and its neighbour {neighbour} are both {colour}"),
        ),
        _ => Diagnostic::error(
            "colour-not-listed",
            span,
            format!("{colour} is not among the colours of this position"),
        ),
    }
}

impl Picks for Grid {
    fn picks(&self, chosen: &Paint) -> Vec<Pick> {
        vec![cell_pick(chosen.cell), Pick::new(chosen.colour.word())]
    }
}

/// The pick that a cell stands for.
pub(crate) fn cell_pick(cell: Cell) -> Pick {
    // The standard library's formatting takes ten times as long, and a large grid has many cells.
    let mut text = cell.x.to_compact_string();
    text.push(',');
    text.push_str(&cell.y.to_compact_string());
    Pick::new(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Game;

    fn read(text: &str) -> Grid {
        Grid::read_position(text).expect(text)
    }

    fn fails(text: &str) -> (&'static str, Range<usize>) {
        let finding = Grid::read_position(text).expect_err(text);
        (finding.code, finding.at.span)
    }

    #[test]
    fn positions_round_trip() {
        for text in [
            "3x3 rg r.r/.g./r.r",
            "1x1 rgybmc .",
            "0x3 r -",
            "99999999999x0 r -",
        ] {
            assert_eq!(read(text).write_position(), text);
        }
        assert_eq!(read(" 02x1  gr rg ").write_position(), "2x1 rg rg");
    }

    #[test]
    fn bad_positions_are_shown_where_they_are_bad() {
        assert_eq!(fails(""), ("syntax", 0..0));
        assert_eq!(fails("3x3 rg"), ("syntax", 0..6));
        assert_eq!(fails("3y3 r .../.../..."), ("bad-grid", 0..3));
        assert_eq!(fails("3x3 rk .../.../..."), ("unknown-colour", 5..6));
        assert_eq!(fails("3x3 r .../..."), ("bad-grid", 6..13));
        assert_eq!(fails("3x2 r .../...."), ("bad-grid", 10..14));
        assert_eq!(fails("3x1 r .ë."), ("unknown-colour", 7..9));
        assert_eq!(fails("3x1 r .g."), ("colour-not-listed", 7..8));
        assert_eq!(fails("3x1 r .rr"), ("same-as-neighbour", 8..9));
        assert_eq!(fails("0x0 r ."), ("bad-grid", 6..7));
        assert_eq!(
            fails("99999999999999999999x1 r ."),
            ("grid-too-large", 0..22)
        );
        assert_eq!(fails("99999999999x99999999999 r ."), ("bad-grid", 26..27));
    }

    #[test]
    fn moves_are_read_generously_and_written_one_way() {
        let grid = read("3x3 rg .../.../...");
        for text in ["red 0,2", "Red 0, 2", " red (0,2) ", "red 00,02", "RED 0 2"] {
            let paint = grid.read_move(text).expect(text);
            assert_eq!(grid.write_move(&paint), "red 0,2");
        }
        for text in [
            "",
            "red",
            "red 0",
            "red 0,",
            "red 0,-1",
            "red 0,2,1",
            "red 1.5,2",
        ] {
            assert_eq!(grid.read_move(text).expect_err(text).code, "syntax");
        }
        let finding = grid.read_move("gren 0,2").expect_err("a misspelling");
        assert_eq!(finding.code, "unknown-colour");
        assert_eq!(finding.help.as_deref(), Some("did you mean `green`?"));
    }

    #[test]
    fn a_coordinate_beyond_all_numbers_is_off_the_grid() {
        let mut grid = read("3x3 rg .../.../...");
        let paint = grid
            .read_move("red 99999999999999999999999,0")
            .expect("a number");
        assert_eq!(
            grid.play(&paint).expect_err("far away").code,
            "out-of-bounds"
        );
    }
}
