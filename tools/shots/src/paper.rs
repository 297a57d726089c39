//! A screen as pixels: characters with a font, and those that must touch each other as shapes.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{Context, Result};
use parlour_film::Image;
use parlour_tui::{Pixels, Shown};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use vt100::{Cell, Color, Screen};

/// The size of a character.
const WIDTH: f32 = 10.0;
const HEIGHT: f32 = 20.0;
const FONT: &str = "DejaVu Sans Mono";
/// The size at which a letter is as wide as a character.
const FONT_SIZE: f32 = 16.6;
/// Where letters stand.
const BASELINE: f32 = 15.4;
/// Around the screen.
const MARGIN: f32 = 10.0;

/// The same, for pictures.
pub(crate) const CELL: parlour_tui::Cell = parlour_tui::Cell {
    width: WIDTH as u16,
    height: HEIGHT as u16,
};

/// A screen with a picture on it.
pub(crate) fn with_picture(screen: Image, shown: &Shown) -> Image {
    let paint = |svg: &str, width: u32| {
        let image = parlour_film::rasterise(svg, width).ok()?;
        Some(Pixels {
            width: image.width(),
            height: image.height(),
            bytes: image.into_bytes(),
        })
    };
    let Some(picture) = shown.pixels(CELL, paint) else {
        return screen;
    };
    let (width, height) = (screen.width(), screen.height());
    let mut bytes = screen.into_bytes();
    let (left, top) = (
        MARGIN as usize + usize::from(shown.area.x) * WIDTH as usize,
        MARGIN as usize + usize::from(shown.area.y) * HEIGHT as usize,
    );
    let rows = picture.bytes.chunks_exact(4 * picture.width as usize);
    for (row, y) in rows.zip(top..) {
        for (pixel, x) in row.chunks_exact(4).zip(left..) {
            let at = 4 * (y * width as usize + x);
            let opacity = u32::from(pixel[3]);
            for (below, part) in bytes[at..at + 3].iter_mut().zip(pixel) {
                let mixed = u32::from(*part) * opacity + u32::from(*below) * (255 - opacity);
                *below = (mixed / 255) as u8;
            }
        }
    }
    Image::new(width, height, bytes).expect("as many pixels as before")
}

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paper {
    Dark,
    Light,
}

type Rgb = (u8, u8, u8);

const SIXTEEN: [Rgb; 16] = [
    (0, 0, 0),
    (205, 49, 49),
    (13, 155, 90),
    (200, 160, 16),
    (48, 100, 200),
    (178, 60, 178),
    (17, 148, 178),
    (210, 210, 210),
    (110, 110, 110),
    (241, 90, 90),
    (60, 205, 130),
    (240, 220, 80),
    (90, 145, 240),
    (220, 120, 220),
    (70, 200, 225),
    (255, 255, 255),
];

impl Paper {
    fn ground(self) -> Rgb {
        match self {
            Paper::Dark => (22, 24, 28),
            Paper::Light => (255, 255, 255),
        }
    }

    fn letters(self) -> Rgb {
        match self {
            Paper::Dark => (216, 218, 222),
            Paper::Light => (34, 36, 40),
        }
    }

    fn colour(self, colour: Color, default: Rgb) -> Rgb {
        match colour {
            Color::Default => default,
            Color::Rgb(red, green, blue) => (red, green, blue),
            Color::Idx(index @ 0..=15) => SIXTEEN[usize::from(index)],
            Color::Idx(index @ 16..=231) => {
                let level = |part: u8| match part {
                    0 => 0,
                    part => 55 + 40 * part,
                };
                let cube = index - 16;
                (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
            }
            Color::Idx(index) => {
                let grey = 8 + 10 * (index - 232);
                (grey, grey, grey)
            }
        }
    }

    /// The colours of the letter and of the ground of a cell.
    fn colours(self, cell: &Cell) -> (Rgb, Rgb) {
        let mut letter = self.colour(cell.fgcolor(), self.letters());
        let mut ground = self.colour(cell.bgcolor(), self.ground());
        if cell.dim() {
            let between = |a: u8, b: u8| ((u16::from(a) * 3 + u16::from(b) * 2) / 5) as u8;
            letter = (
                between(letter.0, ground.0),
                between(letter.1, ground.1),
                between(letter.2, ground.2),
            );
        }
        if cell.inverse() {
            std::mem::swap(&mut letter, &mut ground);
        }
        (letter, ground)
    }
}

/// Draws screens.
pub(crate) struct Studio {
    fonts: Arc<Database>,
}

impl Studio {
    pub(crate) fn new() -> Result<Studio> {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        let has_font = fonts
            .faces()
            .any(|face| face.families.iter().any(|(name, _)| name == FONT));
        anyhow::ensure!(
            has_font,
            "the font {FONT} is missing; Debian has it in fonts-dejavu-core"
        );
        Ok(Studio {
            fonts: Arc::new(fonts),
        })
    }

    /// The screen as pixels.
    pub(crate) fn photograph(&self, screen: &Screen, paper: Paper) -> Result<Image> {
        let (rows, columns) = screen.size();
        let (rows, columns) = (rows.get(), columns.get());
        let (width, height) = (
            f32::from(columns) * WIDTH + 2.0 * MARGIN,
            f32::from(rows) * HEIGHT + 2.0 * MARGIN,
        );
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            hex(paper.ground())
        );
        let mut letters = String::new();
        for row in 0..rows {
            for column in 0..columns {
                let Some(cell) = screen.cell(row, column) else {
                    continue;
                };
                let (x, y) = (
                    MARGIN + f32::from(column) * WIDTH,
                    MARGIN + f32::from(row) * HEIGHT,
                );
                let (letter, ground) = paper.colours(cell);
                if ground != paper.ground() {
                    rectangle(&mut svg, (x, y, WIDTH, HEIGHT), &hex(ground), 1.0);
                }
                put(&mut letters, cell, (x, y), &hex(letter));
            }
        }
        svg.push_str("<g shape-rendering=\"geometricPrecision\">");
        svg.push_str(&letters);
        svg.push_str("</g></svg>");
        let options = Options {
            fontdb: Arc::clone(&self.fonts),
            font_family: FONT.to_owned(),
            ..Options::default()
        };
        let tree = Tree::from_str(&svg, &options)?;
        let mut pixmap = Pixmap::new(width as u32, height as u32).context("a window has pixels")?;
        resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        Ok(Image::from(pixmap))
    }
}

fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn rectangle(
    svg: &mut String,
    (x, y, width, height): (f32, f32, f32, f32),
    fill: &str,
    opacity: f32,
) {
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" \
         fill-opacity=\"{opacity}\" shape-rendering=\"crispEdges\"/>"
    );
}

/// Draws what is in a cell.
fn put(svg: &mut String, cell: &Cell, (x, y): (f32, f32), fill: &str) {
    let text = cell.contents();
    let Some(letter) = text.chars().next().filter(|letter| *letter != ' ') else {
        if cell.underline() {
            rectangle(svg, (x, y + 18.0, WIDTH, 1.0), fill, 1.0);
        }
        return;
    };
    if cell.underline() {
        rectangle(svg, (x, y + 18.0, WIDTH, 1.0), fill, 1.0);
    }
    let (half_width, half_height) = (WIDTH / 2.0, HEIGHT / 2.0);
    let mut part = |left: f32, top: f32, width: f32, height: f32| {
        rectangle(svg, (x + left, y + top, width, height), fill, 1.0);
    };
    match letter {
        '█' => part(0.0, 0.0, WIDTH, HEIGHT),
        '▀' => part(0.0, 0.0, WIDTH, half_height),
        '▄' => part(0.0, half_height, WIDTH, half_height),
        '▌' => part(0.0, 0.0, half_width, HEIGHT),
        '▐' => part(half_width, 0.0, half_width, HEIGHT),
        '\u{2581}'..='\u{2587}' => {
            let eighths = (u32::from(letter) - 0x2580) as f32;
            let high = HEIGHT * eighths / 8.0;
            part(0.0, HEIGHT - high, WIDTH, high);
        }
        '\u{2589}'..='\u{258f}' => {
            let eighths = (0x2590 - u32::from(letter)) as f32;
            part(0.0, 0.0, WIDTH * eighths / 8.0, HEIGHT);
        }
        '░' => rectangle(svg, (x, y, WIDTH, HEIGHT), fill, 0.25),
        '▒' => rectangle(svg, (x, y, WIDTH, HEIGHT), fill, 0.5),
        '▓' => rectangle(svg, (x, y, WIDTH, HEIGHT), fill, 0.75),
        '\u{2596}'..='\u{259f}' => {
            // Upper left, upper right, lower left, lower right.
            const QUARTERS: [u8; 10] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14];
            let quarters = QUARTERS[(u32::from(letter) - 0x2596) as usize];
            for (bit, left, top) in [
                (1, 0.0, 0.0),
                (2, half_width, 0.0),
                (4, 0.0, half_height),
                (8, half_width, half_height),
            ] {
                if quarters & bit != 0 {
                    part(left, top, half_width, half_height);
                }
            }
        }
        '\u{2800}'..='\u{28ff}' => {
            let bits = u32::from(letter) - 0x2800;
            for (index, (column, row)) in [
                (0, 0),
                (0, 1),
                (0, 2),
                (1, 0),
                (1, 1),
                (1, 2),
                (0, 3),
                (1, 3),
            ]
            .into_iter()
            .enumerate()
            {
                if bits & (1 << index) != 0 {
                    let (cx, cy) = (
                        x + (column as f32 + 0.5) * half_width,
                        y + (row as f32 + 0.5) * HEIGHT / 4.0,
                    );
                    let _ = write!(
                        svg,
                        "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"1.9\" fill=\"{fill}\"/>"
                    );
                }
            }
        }
        _ => {
            let weight = if cell.bold() { "bold" } else { "normal" };
            let slant = if cell.italic() { "italic" } else { "normal" };
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            let _ = write!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-family=\"{FONT}\" font-size=\"{FONT_SIZE}\" \
                 font-weight=\"{weight}\" font-style=\"{slant}\" fill=\"{fill}\">{text}</text>",
                y + BASELINE
            );
        }
    }
}
