//! The grid as blocks of colour or of letters, as large as there is room for.

use anstyle::{RgbColor, Style};
use parlour_core::canvas::{Area, Canvas, Shades, Strokes, ink_on, largest_fitting};
use parlour_core::{Draw, DrawOptions, Drawing, Panel, Room, Run};

use super::{background, digits, letter};
use crate::notation::cell_pick;
use crate::rules::{Cell, Colour, Grid, Size};

/// The smallest sizes of a cell with the gap after it.
const SIZES: [(usize, usize); 2] = [(3, 1), (4, 2)];

/// The smallest size of a cell with the line before it.
const LINED: [(usize, usize); 1] = [(4, 2)];

/// The board that fills a room; `None` if only one character is left for a cell.
pub(super) fn draw(grid: &Grid, room: Room, options: DrawOptions<'_>) -> Option<Drawing> {
    let size = grid.size();
    if size.cells() == 0 || size.width > 1 << 10 || size.height > 1 << 10 {
        return None;
    }
    let has_lines = !options.signs.are_blocks();
    let layout = |cell| Layout {
        size,
        cell,
        has_lines,
    };
    let sizes = if has_lines { &LINED[..] } else { &SIZES };
    let chosen = largest_fitting(sizes, room, |cell| layout(cell).whole());
    let layout = layout(chosen);
    let (columns, lines) = layout.whole();
    let fits = columns <= room.columns && lines <= room.lines;
    // The numbers of columns stand side by side.
    (fits && digits(size.width) < chosen.0).then(|| match has_lines {
        true => layout.draw_lines(grid, options),
        false => layout.draw(grid, options),
    })
}

/// A letter and its ground.
pub(super) fn tile(colour: Colour, shades: Shades) -> (RgbColor, RgbColor) {
    let word = colour.word();
    (shades.get(&format!("{word}-letter")), shades.get(word))
}

/// The colours of the game, as samples.
pub(super) fn panel(grid: &Grid, options: DrawOptions<'_>) -> Panel {
    let shades = Shades::new(Grid::SWATCHES, options.theme);
    let samples = grid.palette().iter().map(|colour| {
        let (written, ground) = tile(colour, shades);
        let style = ink_on(written, ground).bold();
        vec![
            Run::styled(format!(" {} ", letter(colour)), style),
            Run::plain(format!(" {:<8}", colour.word())),
        ]
    });
    let samples: Vec<Vec<Run>> = samples.collect();
    Panel {
        heading: "Colours".into(),
        lines: samples
            .chunks(samples.len().div_ceil(3).max(1))
            .map(<[_]>::concat)
            .collect(),
    }
}

#[derive(Clone, Copy)]
struct Layout {
    size: Size,
    cell: (usize, usize),
    /// Lines between the cells, instead of colours.
    has_lines: bool,
}

impl Layout {
    /// Room for the numbers of the rows.
    fn margin(self) -> usize {
        digits(self.size.height) + 1
    }

    /// Whether there are gaps between the cells, and a rim.
    fn is_roomy(self) -> bool {
        self.cell.1 > 1
    }

    fn whole(self) -> (usize, usize) {
        let (columns, lines) = self.cell;
        let (width, height) = (self.size.width as usize, self.size.height as usize);
        if self.has_lines {
            return (self.margin() + width * columns + 1, 2 + height * lines);
        }
        let rim = usize::from(self.is_roomy());
        (
            self.margin() + width * columns + 2 * rim,
            1 + rim + height * lines,
        )
    }

    /// The place of a cell, without the gap.
    fn area(self, cell: Cell) -> Area {
        let (columns, lines) = self.cell;
        if self.has_lines {
            return Area {
                x: self.margin() + 1 + cell.x as usize * columns,
                y: 2 + cell.y as usize * lines,
                columns: columns - 1,
                lines: lines - 1,
            };
        }
        let rim = usize::from(self.is_roomy());
        Area {
            x: self.margin() + 2 * rim + cell.x as usize * columns,
            y: 1 + rim + cell.y as usize * lines,
            columns: columns - rim,
            lines,
        }
    }

    fn draw(self, grid: &Grid, options: DrawOptions<'_>) -> Drawing {
        let shades = Shades::new(Grid::SWATCHES, options.theme);
        let (columns, lines) = self.whole();
        let mut canvas = Canvas::new(columns, lines);
        let (tray, faint) = (shades.get("tray"), shades.beside());
        let margin = self.margin();
        if self.is_roomy() {
            canvas.fill(Area::new(margin, 2, columns - margin, lines - 2), tray);
            for x in margin..columns {
                canvas.pixel(x, 3, tray);
            }
        }
        self.put_numbers(&mut canvas, faint);
        for cell in grid.cells() {
            let area = self.area(cell);
            let is_last = !options.last.is_empty() && options.last.contains(&cell_pick(cell));
            let painted = grid.colour(cell).map(|colour| {
                let sign = match is_last {
                    true => format!("‹{}›", letter(colour)),
                    false => letter(colour).to_owned(),
                };
                (sign, tile(colour, shades))
            });
            let ground = match &painted {
                Some((_, (_, ground))) => *ground,
                None => shades.get("well"),
            };
            canvas.fill(area, ground);
            if self.is_roomy() {
                for x in area.x..area.x + area.columns {
                    canvas.pixel(x, 2 * (area.y + area.lines) - 1, tray);
                }
            }
            if let Some((sign, (written, ground))) = painted {
                canvas.label(area, &sign, ink_on(written, ground).bold());
            } else if !self.is_roomy() {
                canvas.label(area, "·", Style::new().fg_color(Some(tray.into())));
            }
            if options.picks {
                canvas.pick(area, cell_pick(cell));
            }
        }
        canvas.drawing()
    }

    /// The numbers of the columns and of the rows.
    fn put_numbers(self, canvas: &mut Canvas, style: Style) {
        for x in 0..self.size.width {
            let head = Area {
                y: 0,
                lines: 1,
                ..self.area(Cell { x, y: 0 })
            };
            canvas.label(head, &x.to_string(), style);
        }
        for y in 0..self.size.height {
            let area = self.area(Cell { x: 0, y });
            let number = format!("{y:>0$}", self.margin() - 1);
            canvas.write(0, area.y + (area.lines - 1) / 2, &number, style);
        }
    }

    /// The grid without colours: lines, and painted cells filled with their letter.
    fn draw_lines(self, grid: &Grid, options: DrawOptions<'_>) -> Drawing {
        let (columns, lines) = self.whole();
        let mut canvas = Canvas::new(columns, lines);
        let count = (self.size.width as usize, self.size.height as usize);
        let mut strokes = Strokes::new(columns - self.margin(), lines - 1);
        strokes.grid(0, 0, count, self.cell);
        canvas.draw(self.margin(), 1, &strokes, Style::new());
        self.put_numbers(&mut canvas, Style::new());
        for cell in grid.cells() {
            let area = self.area(cell);
            if let Some(colour) = grid.colour(cell) {
                let is_last = !options.last.is_empty() && options.last.contains(&cell_pick(cell));
                // A small letter marks the last move.
                let sign = match is_last {
                    true => letter(colour).to_ascii_lowercase(),
                    false => letter(colour).to_owned(),
                };
                let style = background(colour);
                match area.lines {
                    1 => canvas.label(area, &sign, style),
                    // Marks take the columns at both sides.
                    lines => (area.y..area.y + lines).for_each(|y| {
                        canvas.write(area.x + 1, y, &sign.repeat(area.columns - 2), style);
                    }),
                }
            }
            if options.picks {
                canvas.pick(area, cell_pick(cell));
            }
        }
        canvas.drawing()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    fn drawn(text: &str, columns: usize, lines: usize) -> Option<String> {
        let grid = Grid::read_position(text).expect(text);
        let options = DrawOptions::default();
        draw(&grid, Room { columns, lines }, options).map(|drawing| drawing.to_plain())
    }

    #[test]
    fn a_grid_takes_the_room_there_is() {
        let small = drawn("3x3 rg r.r/.g./r.r", 12, 5).expect("room enough");
        assert_eq!(
            small, "   0  1  2 \n0  R  ·  R \n1  ·  G  · \n2  R  ·  R ",
            "{small}"
        );
        let large = drawn("3x3 rg r.r/.g./r.r", 80, 20).expect("room enough");
        assert_eq!(large.lines().count(), 20);
        let window = drawn("3x3 rg r.r/.g./r.r", 155, 55).expect("room enough");
        assert_eq!(window.lines().count(), 53);
        let wide = format!("30x30 rg {}", vec![".".repeat(30); 30].join("/"));
        assert_eq!(drawn(&wide, 20, 20), None);
    }

    #[test]
    fn a_grid_without_colours() {
        let grid = Grid::read_position("2x2 rg r./.g").expect("sound");
        let last = [cell_pick(Cell { x: 1, y: 1 })];
        let options = DrawOptions {
            signs: parlour_core::Signs::Ascii,
            last: &last,
            ..DrawOptions::default()
        };
        let drawn = |columns, lines| {
            let drawing = draw(&grid, Room { columns, lines }, options).expect("room enough");
            drawing.in_ascii().to_plain()
        };
        let small = [
            "    0   1  ",
            "  +---+---+",
            "0 | R |   |",
            "  +---+---+",
            "1 |   | g |",
            "  +---+---+",
        ];
        assert_eq!(drawn(11, 6), small.join("\n"));
        let large = [
            "     0     1   ",
            "  +-----+-----+",
            "0 | RRR |     |",
            "  | RRR |     |",
            "  +-----+-----+",
            "1 |     | ggg |",
            "  |     | ggg |",
            "  +-----+-----+",
        ];
        assert_eq!(drawn(15, 8), large.join("\n"));
    }
}
