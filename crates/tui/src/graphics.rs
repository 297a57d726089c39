//! Pictures on terminals that can show them: asked for, rasterised in the background, and sent in
//! tiles, of which only those that changed are sent again.
//!
//! A library would bring its own image types, encode whole pictures for a cursor that moved by one
//! square, and guess where a terminal does not answer.

mod gallery;
mod pixels;
#[cfg(unix)]
mod probe;
mod protocol;

use ratatui::layout::Rect;

pub(crate) use gallery::Gallery;
pub use pixels::Pixels;
#[cfg(unix)]
pub(crate) use probe::{ask, is_worth_asking, listen};
pub(crate) use protocol::{DELETE_ALL, Protocol};

/// Paints an SVG document this many pixels wide.
pub type Paint = fn(&str, u32) -> Option<Pixels>;

/// Makes pixels of pictures. It comes from outside: programs without pictures need not build a
/// rasteriser.
#[derive(Clone, Copy, Debug)]
pub struct Rasteriser {
    /// Paints a board.
    pub paint: Paint,
    /// Makes a PNG file of it.
    pub png: fn(&Pixels) -> Vec<u8>,
}

/// The size of a character in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// How wide it is.
    pub width: u16,
    /// How high it is.
    pub height: u16,
}

impl Cell {
    /// Of a window of this many columns, lines and pixels. Terminals scale what they are sent, so
    /// that a usual size will do if a window does not tell its own.
    pub(crate) fn of(window: &ratatui::crossterm::terminal::WindowSize) -> Option<Cell> {
        let part = |pixels: u16, count: u16| (count > 0).then(|| pixels / count);
        let cell = Cell {
            width: part(window.width, window.columns)?,
            height: part(window.height, window.rows)?,
        };
        (cell.width > 0 && cell.height > 0).then_some(cell)
    }
}

/// A picture on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Where it is.
    pub area: Rect,
    /// The document.
    pub svg: String,
    /// Its width and height in user units.
    pub size: (f32, f32),
    /// The middle of the cursor and half of its side, in user units.
    pub cursor: Option<(f32, f32, f32)>,
}

/// What a terminal has said about itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answers {
    /// How it wants pictures, if it can show any.
    pub(crate) protocol: Option<Protocol>,
    /// The colour of its background.
    pub(crate) background: Option<[u8; 3]>,
    /// The last answer has come; if not, some may still follow.
    pub(crate) is_complete: bool,
}
