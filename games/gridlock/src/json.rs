//! JSON forms: a grid by its rows, a move by its cell and colour.

use schemars::JsonSchema;
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::notation::unreachable_cell;
use crate::rules::{Cell, Colour, Grid, Paint, Palette, Size};

/// A position of Gridlock. The first player moves if an even number of cells is painted, the second
/// if it is odd.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    /// Columns and rows.
    size: Size,
    /// The colours of this game, each once.
    #[schemars(length(min = 1, max = 6))]
    colours: Vec<Colour>,
    /// The rows from the top, each with its cells from the left: a colour, or null if the cell is
    /// not painted. A grid without cells has no rows here.
    rows: Vec<Vec<Option<Colour>>>,
}

impl From<&Grid> for Position {
    fn from(grid: &Grid) -> Self {
        let size = grid.size();
        let row = |y| {
            let cells = (0..size.width).map(|x| grid.colour(Cell { x, y }));
            cells.collect()
        };
        Position {
            size,
            colours: grid.palette().iter().collect(),
            rows: match size.width {
                0 => Vec::new(),
                _ => (0..size.height).map(row).collect(),
            },
        }
    }
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The grid of a record may be larger than memory.
        if !self.is_whole() {
            let message = format!("a {} grid is too large to be written", self.size());
            return Err(S::Error::custom(message));
        }
        Position::from(self).serialize(serializer)
    }
}

impl TryFrom<Position> for Grid {
    type Error = String;

    /// The rows have a value for every cell, so a grid is never larger than its
    /// JSON.
    fn try_from(position: Position) -> Result<Self, String> {
        let Position {
            size,
            colours,
            rows,
        } = position;
        if size.width.max(size.height) > Size::LONGEST {
            return Err(format!("a side may be at most {}", Size::LONGEST));
        }
        let palette: Palette = colours.iter().copied().collect();
        if palette.is_empty() {
            return Err("at least one colour is needed".to_owned());
        }
        if palette.iter().count() < colours.len() {
            return Err("a colour is listed twice".to_owned());
        }
        let (width, height) = match size.cells() {
            0 => (0, 0),
            _ => (size.width, size.height),
        };
        if rows.len() as u64 != height {
            let count = rows.len();
            return Err(format!("{count} rows for a {size} grid, not {height}"));
        }
        if let Some(row) = rows.iter().find(|row| row.len() as u64 != width) {
            let count = row.len();
            return Err(format!("{count} cells in a row of a {size} grid"));
        }
        let mut grid = Grid::empty(size, palette, width * height);
        for (row, y) in rows.iter().zip(0..) {
            for (cell, x) in row.iter().zip(0..) {
                if let Some(colour) = *cell {
                    let cell = Cell { x, y };
                    grid.paint(Paint { cell, colour })
                        .map_err(|refusal| unreachable_cell(0..0, cell, colour, refusal).message)?;
                }
            }
        }
        Ok(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Notation, Playable};

    fn read(json: &str) -> Result<Grid, String> {
        let read = (Grid::JSON.read_position)(json);
        read.map_err(|finding| finding.message)
    }

    #[test]
    fn grids_without_cells_have_no_rows() {
        for (text, json) in [
            (
                "99999999999x0 r -",
                r#"{"size":{"width":99999999999,"height":0},"colours":["red"],"rows":[]}"#,
            ),
            (
                "0x3 r -",
                r#"{"size":{"width":0,"height":3},"colours":["red"],"rows":[]}"#,
            ),
        ] {
            let grid = Grid::read_position(text).expect(text);
            assert_eq!((Grid::JSON.write_position)(&grid).get(), json);
            assert_eq!(read(json), Ok(grid));
        }
    }

    #[test]
    fn bad_grids_are_refused_with_a_reason() {
        let grid = |size: &str, colours: &str, rows: &str| {
            read(&format!(
                r#"{{"size":{size},"colours":{colours},"rows":{rows}}}"#
            ))
        };
        let two = r#"{"width":2,"height":1}"#;
        for (found, reason) in [
            (grid(two, "[]", "[[null,null]]"), "at least one colour"),
            (
                grid(two, r#"["red","red"]"#, "[[null,null]]"),
                "listed twice",
            ),
            (grid(two, r#"["pink"]"#, "[[null,null]]"), "unknown variant"),
            (grid(two, r#"["red"]"#, "[]"), "0 rows for a 2x1 grid"),
            (grid(two, r#"["red"]"#, "[[null]]"), "1 cells in a row"),
            (
                grid(two, r#"["red"]"#, r#"[["red","red"]]"#),
                "(1,0) and its neighbour (0,0) are both red",
            ),
            (
                grid(two, r#"["red"]"#, r#"[["blue",null]]"#),
                "blue is not among the colours",
            ),
            (
                grid(
                    r#"{"width":9223372036854775807,"height":9223372036854775807}"#,
                    r#"["red"]"#,
                    "[]",
                ),
                "0 rows",
            ),
            (
                grid(
                    r#"{"width":9223372036854775808,"height":0}"#,
                    r#"["red"]"#,
                    "[]",
                ),
                "a side may be at most",
            ),
            (
                grid(r#"{"width":-1,"height":1}"#, r#"["red"]"#, "[]"),
                "invalid value",
            ),
        ] {
            let found = found.expect_err(reason);
            assert!(found.contains(reason), "{found}");
        }
    }
}
