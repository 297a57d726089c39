//! Lines of box-drawing characters.

use super::Area;

const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

/// Lines from the middle of one character to that of another; where they meet, they join.
#[derive(Debug)]
pub struct Strokes {
    columns: usize,
    /// The sides to which there is a line from the middle of each character.
    sides: Vec<u8>,
}

impl Strokes {
    /// No lines yet, in this many characters.
    #[must_use]
    pub fn new(columns: usize, lines: usize) -> Self {
        Strokes {
            columns,
            sides: vec![0; columns * lines],
        }
    }

    fn add(&mut self, x: usize, y: usize, side: u8) {
        if x < self.columns
            && let Some(sides) = self.sides.get_mut(y * self.columns + x)
        {
            *sides |= side;
        }
    }

    /// The characters that are not blank, with their columns and lines.
    pub(super) fn letters(&self) -> impl Iterator<Item = (usize, usize, char)> {
        let columns = self.columns.max(1);
        let all = self.sides.iter().enumerate();
        all.filter_map(move |(index, sides)| {
            let letter = box_drawing(*sides)?;
            Some((index % columns, index / columns, letter))
        })
    }

    /// A line to the right, this many characters long.
    pub fn across(&mut self, x: usize, y: usize, length: usize) {
        for x in x..x + length {
            self.add(x, y, EAST);
            self.add(x + 1, y, WEST);
        }
    }

    /// A line downwards, this many characters long.
    pub fn down(&mut self, x: usize, y: usize, length: usize) {
        for y in y..y + length {
            self.add(x, y, SOUTH);
            self.add(x, y + 1, NORTH);
        }
    }

    /// The four sides of a rectangle, whose edge is its first and last lines and columns.
    pub fn around(&mut self, area: Area) {
        let (right, below) = (area.columns.max(1) - 1, area.lines.max(1) - 1);
        self.across(area.x, area.y, right);
        self.across(area.x, area.y + below, right);
        self.down(area.x, area.y, below);
        self.down(area.x + right, area.y, below);
    }

    /// A grid of this many columns and lines of places, each of a size that includes one edge.
    pub fn grid(&mut self, x: usize, y: usize, count: (usize, usize), size: (usize, usize)) {
        let (width, height) = (count.0 * size.0, count.1 * size.1);
        for line in 0..=count.1 {
            self.across(x, y + line * size.1, width);
        }
        for column in 0..=count.0 {
            self.down(x + column * size.0, y, height);
        }
    }
}

/// The character with lines to these sides.
fn box_drawing(sides: u8) -> Option<char> {
    const LETTERS: [char; 16] = [
        ' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼',
    ];
    debug_assert_eq!(LETTERS[usize::from(NORTH | SOUTH)], '│');
    debug_assert_eq!(LETTERS[usize::from(EAST | WEST)], '─');
    (sides > 0).then(|| LETTERS[usize::from(sides & 0xf)])
}

#[cfg(test)]
mod tests {
    use anstyle::Style;

    use super::super::Canvas;
    use super::*;

    #[test]
    fn lines_join_where_they_meet() {
        let mut strokes = Strokes::new(7, 3);
        strokes.grid(0, 0, (2, 1), (2, 2));
        strokes.across(4, 1, 2);
        let mut canvas = Canvas::new(7, 3);
        canvas.draw(0, 0, &strokes, Style::new());
        let drawing = canvas.drawing();
        assert_eq!(drawing.to_plain(), "┌─┬─┐  \n│ │ ├──\n└─┴─┘  ");
        let ascii = drawing.in_ascii().to_plain();
        assert_eq!(ascii, "+-+-+  \n| | +--\n+-+-+  ");
    }
}
