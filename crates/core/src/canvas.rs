//! Painting a board with characters: blocks of colour, half blocks, dots and letters, on a grid
//! that becomes a [`Drawing`].

mod strokes;

use anstyle::{Color, RgbColor, Style};

use crate::drawing::{Drawing, Room, Run};
use crate::notation::Pick;
use crate::picture::{Swatch, Theme, common};

pub use strokes::Strokes;

/// A rectangle of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its first column.
    pub x: usize,
    /// Its first line.
    pub y: usize,
    /// How many columns it has.
    pub columns: usize,
    /// How many lines it has.
    pub lines: usize,
}

impl Area {
    /// A rectangle.
    #[must_use]
    pub const fn new(x: usize, y: usize, columns: usize, lines: usize) -> Self {
        Area {
            x,
            y,
            columns,
            lines,
        }
    }

    /// The rectangle shrunk by this many columns at each side and lines at each end.
    #[must_use]
    pub fn within(self, columns: usize, lines: usize) -> Self {
        Area {
            x: self.x + columns,
            y: self.y + lines,
            columns: self.columns.saturating_sub(2 * columns),
            lines: self.lines.saturating_sub(2 * lines),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    letter: char,
    style: Style,
    /// An index into the picks, plus one.
    pick: u32,
}

const BLANK: Cell = Cell {
    letter: ' ',
    style: Style::new(),
    pick: 0,
};

/// The colours of a game in a theme, by the names of its [swatches](crate::Draw::SWATCHES).
#[derive(Clone, Copy, Debug)]
pub struct Shades {
    swatches: &'static [Swatch],
    theme: Theme,
}

impl Shades {
    /// These swatches in a theme.
    #[must_use]
    pub fn new(swatches: &'static [Swatch], theme: Theme) -> Self {
        Shades { swatches, theme }
    }

    /// The colour of that name, of the game or common to all.
    ///
    /// # Panics
    /// In debug builds, if there is none.
    #[must_use]
    pub fn get(self, name: &str) -> RgbColor {
        let mut swatches = self.swatches.iter().chain(common::ALL);
        let found = swatches.find(|swatch| swatch.name == name);
        debug_assert!(found.is_some(), "no colour is called {name}");
        found.unwrap_or(&common::INK).rgb(self.theme)
    }

    /// Letters beside the board, on the background of the page. Only a theme with high contrast is
    /// used on light and on dark pages alike.
    #[must_use]
    pub fn beside(self) -> Style {
        match self.theme {
            Theme::Contrast => Style::new().bold(),
            Theme::Light | Theme::Dark => ink(self.get("faint")),
        }
    }
}

/// Letters of a colour.
#[must_use]
pub fn ink(colour: RgbColor) -> Style {
    Style::new().fg_color(Some(colour.into()))
}

/// Letters of one colour on another.
#[must_use]
pub fn ink_on(colour: RgbColor, ground: RgbColor) -> Style {
    ink(colour).bg_color(Some(ground.into()))
}

/// The halves of a character.
const UPPER: char = '▀';
const LOWER: char = '▄';

/// A grid of characters to paint on. What lies outside it is not painted.
///
/// # Examples
///
/// ```
/// use anstyle::Style;
/// use parlour_core::canvas::Canvas;
///
/// let mut canvas = Canvas::new(5, 1);
/// canvas.write(1, 0, "a-b", Style::new());
/// assert_eq!(canvas.drawing().to_plain().trim(), "a-b");
/// ```
#[derive(Debug)]
pub struct Canvas {
    columns: usize,
    lines: usize,
    cells: Vec<Cell>,
    picks: Vec<Pick>,
}

impl Canvas {
    /// A blank canvas, on the background of the page.
    #[must_use]
    pub fn new(columns: usize, lines: usize) -> Self {
        Canvas {
            columns,
            lines,
            cells: vec![BLANK; columns * lines],
            picks: Vec::new(),
        }
    }

    fn cell(&mut self, x: usize, y: usize) -> Option<&mut Cell> {
        match x < self.columns && y < self.lines {
            true => self.cells.get_mut(y * self.columns + x),
            false => None,
        }
    }

    fn each(&mut self, area: Area, mut paint: impl FnMut(&mut Cell)) {
        for y in area.y..area.y + area.lines {
            for x in area.x..area.x + area.columns {
                if let Some(cell) = self.cell(x, y) {
                    paint(cell);
                }
            }
        }
    }

    /// Fills an area with a colour.
    pub fn fill(&mut self, area: Area, colour: RgbColor) {
        self.each(area, |cell| {
            cell.letter = ' ';
            cell.style = Style::new().bg_color(Some(colour.into()));
        });
    }

    /// Writes a text; where the style has no background, the one that is there stays.
    pub fn write(&mut self, x: usize, y: usize, text: &str, style: Style) {
        for (x, letter) in (x..).zip(text.chars()) {
            if let Some(cell) = self.cell(x, y) {
                let below = cell.style.get_bg_color();
                cell.letter = letter;
                cell.style = style.bg_color(style.get_bg_color().or(below));
            }
        }
    }

    /// Writes a text in the middle of an area.
    pub fn label(&mut self, area: Area, text: &str, style: Style) {
        let length = text.chars().count();
        let x = area.x + area.columns.saturating_sub(length) / 2;
        let y = area.y + area.lines.saturating_sub(1) / 2;
        self.write(x, y, text, style);
    }

    /// The colour behind a character, if it has one that was painted.
    #[must_use]
    pub fn ground(&self, x: usize, y: usize) -> Option<RgbColor> {
        let is_inside = x < self.columns && y < self.lines;
        let cell = self.cells.get(y * self.columns + x).filter(|_| is_inside)?;
        match cell.style.get_bg_color() {
            Some(Color::Rgb(colour)) => Some(colour),
            _ => None,
        }
    }

    /// Paints a square pixel: half a character, counted from the top by halves.
    pub fn pixel(&mut self, x: usize, half: usize, colour: RgbColor) {
        let Some(cell) = self.cell(x, half / 2) else {
            return;
        };
        let (fg, bg) = (cell.style.get_fg_color(), cell.style.get_bg_color());
        let (above, below) = match cell.letter {
            UPPER => (fg, bg),
            LOWER => (bg, fg),
            _ => (bg, bg),
        };
        let colour = Some(Color::from(colour));
        let (above, below) = match half % 2 {
            0 => (colour, below),
            _ => (above, colour),
        };
        let (letter, style) = match (above == below, below) {
            (true, _) => (' ', Style::new().bg_color(below)),
            // The page shows through, so the half that is painted must be the letter.
            (false, None) => (UPPER, Style::new().fg_color(above)),
            (false, _) if above.is_none() => (LOWER, Style::new().fg_color(below)),
            (false, _) => (UPPER, Style::new().fg_color(above).bg_color(below)),
        };
        cell.letter = letter;
        cell.style = style;
    }

    /// Paints all square pixels of an area for which there is a colour; it is asked for the place
    /// of each from -1 to 1, from left to right and from top to bottom.
    pub fn paint(&mut self, area: Area, colour: impl Fn(f32, f32) -> Option<RgbColor>) {
        let (width, height) = (area.columns, 2 * area.lines);
        for row in 0..height {
            for column in 0..width {
                let x = (2 * column + 1) as f32 / width as f32 - 1.0;
                let y = (2 * row + 1) as f32 / height as f32 - 1.0;
                if let Some(colour) = colour(x, y) {
                    self.pixel(area.x + column, 2 * area.y + row, colour);
                }
            }
        }
    }

    /// Puts dots onto the canvas, with their first character at a place.
    pub fn stamp(&mut self, x: usize, y: usize, dots: &Dots, style: Style) {
        for line in 0..dots.lines {
            for column in 0..dots.columns {
                if let Some(letter) = dots.letter(column, line) {
                    let mut bytes = [0; 4];
                    self.write(x + column, y + line, letter.encode_utf8(&mut bytes), style);
                }
            }
        }
    }

    /// Draws lines onto the canvas, with their first character at a place.
    pub fn draw(&mut self, x: usize, y: usize, strokes: &Strokes, style: Style) {
        for (column, line, letter) in strokes.letters() {
            let mut bytes = [0; 4];
            self.write(x + column, y + line, letter.encode_utf8(&mut bytes), style);
        }
    }

    /// Writes a text in the middle of an area, in a box if there is room for one; the two columns
    /// at each side stay free.
    pub fn framed(&mut self, area: Area, text: &str, style: Style) {
        let length = text.chars().count();
        // The same number of lines above and below the text.
        let lines = area.lines.saturating_sub(1) / 2 * 2 + 1;
        let columns = (2 * lines + 1).min(area.columns.saturating_sub(4));
        // The same number of columns on both sides, too.
        let columns = columns.saturating_sub((columns + length) % 2);
        if lines >= 3 && columns >= length + 2 {
            let mut strokes = Strokes::new(columns, lines);
            strokes.around(Area::new(0, 0, columns, lines));
            let x = area.x + (area.columns - columns) / 2;
            self.draw(x, area.y, &strokes, style);
            self.write(x + (columns - length) / 2, area.y + lines / 2, text, style);
        } else {
            self.label(area, text, style);
        }
    }

    /// Writes a text on what shows in one half of each character there; the ink depends on that.
    pub fn write_on_half(
        &mut self,
        (x, half): (usize, usize),
        text: &str,
        style: impl Fn(RgbColor) -> Style,
    ) {
        for (x, letter) in (x..).zip(text.chars()) {
            let Some(cell) = self.cell(x, half / 2) else {
                continue;
            };
            let ground = match (cell.letter, half % 2) {
                (UPPER, 0) | (LOWER, 1) => cell.style.get_fg_color(),
                _ => cell.style.get_bg_color(),
            };
            if let Some(Color::Rgb(ground)) = ground {
                cell.letter = letter;
                cell.style = style(ground).bg_color(Some(ground.into()));
            }
        }
    }

    /// Lets an area stand for a pick.
    pub fn pick(&mut self, area: Area, pick: Pick) {
        self.picks.push(pick);
        let number = self.picks.len() as u32;
        self.each(area, |cell| cell.pick = number);
    }

    /// The finished drawing.
    #[must_use]
    pub fn drawing(self) -> Drawing {
        let pick = |number: u32| {
            let index = (number as usize).checked_sub(1)?;
            self.picks.get(index).cloned()
        };
        let lines = self.cells.chunks(self.columns.max(1)).map(|line| {
            let mut runs: Vec<Run> = Vec::new();
            let mut last: Option<Cell> = None;
            for cell in line {
                let same =
                    last.is_some_and(|last| last.style == cell.style && last.pick == cell.pick);
                match runs.last_mut() {
                    Some(run) if same => run.text.to_mut().push(cell.letter),
                    _ => runs.push(Run {
                        text: cell.letter.to_string().into(),
                        style: cell.style,
                        pick: pick(cell.pick),
                    }),
                }
                last = Some(*cell);
            }
            runs
        });
        Drawing {
            lines: lines.collect(),
        }
    }
}

/// Fine dots, two by four in every character.
#[derive(Debug)]
pub struct Dots {
    columns: usize,
    lines: usize,
    /// The dots of each character, as Unicode counts them.
    bits: Vec<u8>,
}

impl Dots {
    /// A blank grid of dots for the given number of characters.
    #[must_use]
    pub fn new(columns: usize, lines: usize) -> Self {
        Dots {
            columns,
            lines,
            bits: vec![0; columns * lines],
        }
    }

    /// How many dots fit side by side and above each other.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (2 * self.columns, 4 * self.lines)
    }

    fn set(&mut self, x: usize, y: usize) {
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        self.bits[y / 4 * self.columns + x / 2] |= BITS[y % 4][x % 2];
    }

    /// Sets all dots whose place, counted in dots, is wanted.
    pub fn mark(&mut self, is_wanted: impl Fn(f32, f32) -> bool) {
        let (width, height) = self.size();
        for y in 0..height {
            for x in 0..width {
                if is_wanted(x as f32, y as f32) {
                    self.set(x, y);
                }
            }
        }
    }

    /// A line between two points, with a width in dots.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32) {
        let (along_x, along_y) = (to.0 - from.0, to.1 - from.1);
        let length = along_x.hypot(along_y).max(f32::EPSILON);
        self.mark(|x, y| {
            let (x, y) = (x - from.0, y - from.1);
            let along = (x * along_x + y * along_y) / length;
            let aside = (x * along_y - y * along_x) / length;
            along >= -0.01 && along <= length + 0.01 && aside.abs() <= width / 2.0
        });
    }

    fn letter(&self, column: usize, line: usize) -> Option<char> {
        match self.bits[line * self.columns + column] {
            0 => None,
            bits => char::from_u32(0x2800 + u32::from(bits)),
        }
    }
}

/// The largest size of a place, in columns and lines, with which the whole board fits into a room:
/// one of some sizes from the smallest, or any larger one that is twice as wide as high. The
/// smallest if none fits.
pub fn largest_fitting(
    sizes: &[(usize, usize)],
    room: Room,
    whole: impl Fn((usize, usize)) -> (usize, usize),
) -> (usize, usize) {
    let fits = |size: &(usize, usize)| {
        let (columns, lines) = whole(*size);
        columns <= room.columns && lines <= room.lines
    };
    let listed = sizes.last().map_or(0, |size| size.0);
    let larger = (listed + 1..=room.columns).map(|columns| (columns, columns / 2));
    let mut all = sizes.iter().copied().chain(larger).rev();
    let fitting = all.find(fits).or(sizes.first().copied());
    fitting.unwrap_or((1, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: RgbColor = RgbColor(255, 0, 0);
    const BLUE: RgbColor = RgbColor(0, 0, 255);

    #[test]
    fn equal_neighbours_are_one_run() {
        let mut canvas = Canvas::new(4, 2);
        canvas.fill(Area::new(1, 0, 2, 1), RED);
        canvas.write(0, 1, "abcdef", Style::new());
        canvas.pick(Area::new(0, 1, 2, 1), Pick::new("here"));
        let drawing = canvas.drawing();
        assert_eq!(drawing.to_plain(), "    \nabcd");
        let lengths: Vec<usize> = drawing.lines.iter().map(Vec::len).collect();
        assert_eq!(lengths, [3, 2]);
        assert_eq!(drawing.lines[1][0].pick, Some(Pick::new("here")));
    }

    #[test]
    fn pixels_are_halves_of_characters() {
        let mut canvas = Canvas::new(3, 1);
        canvas.pixel(0, 0, RED);
        canvas.pixel(1, 1, RED);
        canvas.pixel(2, 0, RED);
        canvas.pixel(2, 1, BLUE);
        let drawing = canvas.drawing();
        assert_eq!(drawing.to_plain(), "▀▄▀");
        let last = drawing.lines[0].last().expect("a run");
        assert_eq!(last.style.get_bg_color(), Some(BLUE.into()));
    }

    #[test]
    fn dots_follow_a_line() {
        let mut dots = Dots::new(2, 1);
        dots.line((0.0, 0.0), (3.0, 3.0), 1.0);
        let mut canvas = Canvas::new(2, 1);
        canvas.stamp(0, 0, &dots, Style::new());
        assert_eq!(canvas.drawing().to_plain(), "⠑⢄");
    }

    #[test]
    fn a_text_is_framed_where_there_is_room() {
        let framed = |columns, lines| {
            let mut canvas = Canvas::new(columns, lines);
            canvas.framed(Area::new(0, 0, columns, lines), "<1>", Style::new());
            canvas.drawing().to_plain()
        };
        assert_eq!(framed(3, 1), "<1>");
        assert_eq!(framed(8, 2), "  <1>   \n        ");
        assert_eq!(framed(11, 3), "  ┌─────┐  \n  │ <1> │  \n  └─────┘  ");
    }

    #[test]
    fn the_largest_size_that_fits() {
        let room = Room {
            columns: 20,
            lines: 9,
        };
        let whole = |(columns, lines)| (3 * columns, 3 * lines);
        let sizes = [(2, 1), (4, 2), (6, 3), (8, 4)];
        assert_eq!(largest_fitting(&sizes, room, whole), (6, 3));
        let none = Room {
            columns: 1,
            lines: 1,
        };
        assert_eq!(largest_fitting(&sizes, none, whole), (2, 1));
        // Beyond the listed sizes, as far as whole places go.
        let wide = Room {
            columns: 53,
            lines: 99,
        };
        assert_eq!(largest_fitting(&sizes, wide, whole), (17, 8));
    }
}
