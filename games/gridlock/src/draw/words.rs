//! The grid in words.

use parlour_core::TooLarge;

use crate::rules::Grid;

/// Nobody would listen to more rows.
const MOST_ROWS: u64 = 200;

/// Row by row, what is painted.
pub(super) fn tell(grid: &Grid) -> Result<String, TooLarge> {
    let size = grid.size();
    if size.height > MOST_ROWS || size.width > MOST_ROWS {
        return Err(TooLarge(format!("a {size} grid is too large to describe")));
    }
    let mut lines = vec![format!(
        "{} columns, {} rows, both counted from 0; colours: {}.",
        size.width,
        size.height,
        grid.palette()
    )];
    let mut cells = grid.cells().peekable();
    for row in 0..size.height {
        let mut painted = Vec::new();
        while let Some(cell) = cells.next_if(|cell| cell.y == row) {
            if let Some(colour) = grid.colour(cell) {
                painted.push(format!("{} {colour}", cell.x));
            }
        }
        lines.push(match painted.is_empty() {
            true => format!("Row {row}: empty."),
            false => format!("Row {row}: {}.", painted.join(", ")),
        });
    }
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    #[test]
    fn painted_cells_row_by_row() {
        let grid = Grid::read_position("3x2 rg r.g/...").expect("a position");
        let told = tell(&grid).expect("small");
        let expected = [
            "3 columns, 2 rows, both counted from 0; colours: red, green.",
            "Row 0: 0 red, 2 green.",
            "Row 1: empty.",
        ];
        assert_eq!(told, expected.join("\n"));
        let long = Grid::read_position("99999999999x0 r -").expect("a position");
        assert!(tell(&long).is_err());
    }
}
