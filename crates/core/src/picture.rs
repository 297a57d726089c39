//! Positions as pictures, for files, films, notebooks and web pages.
//!
//! A game paints its board as a [`Picture`] in layers: the ground with the places that can be
//! pointed at, and on it the things that can move. Whatever is the same in every game is painted
//! here: the marks of the last move, of a hint and of possible picks, buttons for picks that have
//! no place on the board, and the frame with names and caption.

mod frame;
mod marks;
mod painter;

use anstyle::RgbColor;
use compact_str::CompactString;

use crate::drawing::Overlay;
use crate::game::Seat;
use crate::notation::Pick;

pub use frame::{Caption, Frame, align};
pub use painter::{Painter, Unit};

/// A colour scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// On light paper.
    #[default]
    Light,
    /// On a dark page.
    Dark,
    /// High contrast.
    Contrast,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Contrast];

    /// Its name: `light`, `dark`, `contrast`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Contrast => "contrast",
        }
    }
}

/// A named colour with a value for each theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// Its name, unique within the game: `tile-red`.
    pub name: &'static str,
    /// As `#rrggbb`, in the order of [`Theme::ALL`].
    pub colours: [&'static str; 3],
}

impl Swatch {
    /// A colour that differs by theme: light, dark, high contrast.
    #[must_use]
    pub const fn new(name: &'static str, colours: [&'static str; 3]) -> Self {
        Swatch { name, colours }
    }

    /// A colour that is the same in every theme.
    #[must_use]
    pub const fn same(name: &'static str, colour: &'static str) -> Self {
        Swatch {
            name,
            colours: [colour; 3],
        }
    }

    /// The colour in a theme, for text.
    #[must_use]
    pub fn rgb(&self, theme: Theme) -> RgbColor {
        let digits = self.colour(theme).trim_start_matches('#');
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).unwrap_or(0).to_be_bytes();
        RgbColor(red, green, blue)
    }

    /// The colour in a theme.
    #[must_use]
    pub fn colour(&self, theme: Theme) -> &'static str {
        self.colours[theme as usize]
    }
}

/// The colours that all games share.
pub mod common {
    use super::Swatch;

    /// The page around a board.
    pub const PAPER: Swatch = Swatch::new("paper", ["#f5f0e6", "#171a18", "#ffffff"]);
    /// Text on the page.
    pub const INK: Swatch = Swatch::new("ink", ["#2b241b", "#efe6d6", "#000000"]);
    /// Less important text.
    pub const FAINT: Swatch = Swatch::new("faint", ["#6f6453", "#a79f90", "#333333"]);
    /// A panel on the page.
    pub const PANEL: Swatch = Swatch::new("panel", ["#fffaf0", "#20241f", "#ffffff"]);
    /// The edge of a panel.
    pub const EDGE: Swatch = Swatch::new("edge", ["#d8cdb8", "#3c433d", "#000000"]);
    /// Possible picks.
    pub const CAN: Swatch = Swatch::new("can", ["#1d7f8c", "#5ccad6", "#005f7d"]);
    /// What has been picked.
    pub const PICKED: Swatch = Swatch::new("picked", ["#110033", "#eeff22", "#ff77ee"]);
    /// A move that is only being tried.
    pub const PREVIEW: Swatch = Swatch::new("preview", ["#99aaff", "#bb1155", "#00dd00"]);
    /// The outline of a mark, so that it shows on any background.
    pub const HALO: Swatch = Swatch::new("halo", ["#ffffff", "#101312", "#ffffff"]);
    /// The last move.
    pub const LAST: Swatch = Swatch::new("last", ["#cd7414", "#f0883a", "#b33107"]);
    /// A hint.
    pub const HINT: Swatch = Swatch::new("hint", ["#601b92", "#9b74f5", "#3a0a52"]);

    /// All of them.
    pub const ALL: &[Swatch] = &[
        PAPER, INK, FAINT, PANEL, EDGE, CAN, PICKED, PREVIEW, HALO, LAST, HINT,
    ];

    /// Those of the marks, each of which has an outline in [`HALO`].
    pub const MARKS: &[Swatch] = &[CAN, PICKED, PREVIEW, LAST, HINT];
}

/// How colours are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paints {
    /// As the colours of a theme: for files.
    Fixed(Theme),
    /// As CSS variables, which a page defines by [`stylesheet`]: the same picture works in every
    /// theme.
    Variables,
}

impl Default for Paints {
    fn default() -> Self {
        Paints::Fixed(Theme::Light)
    }
}

/// How to look at a board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look<'a> {
    /// How colours are written.
    pub paints: Paints,
    /// The seat whose side of the board is at the bottom; if none, the game's usual view.
    pub below: Option<Seat>,
    /// Leave out the names of rows and columns.
    pub bare: bool,
    /// Show where hidden things may still be, in games with secrets.
    pub map: bool,
    /// Information about the position to show on the board.
    pub overlay: Option<&'a Overlay>,
    /// The picks made so far of an unfinished move.
    pub picked: &'a [Pick],
    /// The possible next picks. Those without a place on the board are offered beside it.
    pub can: &'a [Pick],
    /// What moved last.
    pub last: &'a [Motion],
    /// What a hint would have moved.
    pub hint: &'a [Motion],
    /// What moved in a position that is only being tried.
    pub preview: &'a [Motion],
}

/// A named spot in a picture: a square, a player's home, or a pawn wherever it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(CompactString);

impl Place {
    /// A place by its name, which is short, stable and fit for an attribute.
    pub fn new(name: impl Into<CompactString>) -> Self {
        Place(name.into())
    }

    /// Its name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A pick's place has the pick's text, unless a game needs another.
impl From<&Pick> for Place {
    fn from(pick: &Pick) -> Self {
        Place::new(pick.as_str())
    }
}

/// Something that moved, appeared or vanished between two pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    /// Where it was in the earlier picture; `None` if it has appeared.
    pub from: Option<Place>,
    /// Places of the later picture on its way.
    pub via: Vec<Place>,
    /// Where it is in the later picture; `None` if it has vanished.
    pub to: Option<Place>,
    /// By how many degrees it turned, clockwise.
    pub turn: i16,
    /// It only follows another motion, like the tiles of a row, and is not marked.
    pub follows: bool,
}

impl Motion {
    fn new(from: Option<Place>, to: Option<Place>) -> Self {
        Motion {
            from,
            via: Vec::new(),
            to,
            turn: 0,
            follows: false,
        }
    }

    /// From one place to another.
    #[must_use]
    pub fn go(from: Place, to: Place) -> Self {
        Motion::new(Some(from), Some(to))
    }

    /// Something new at a place.
    #[must_use]
    pub fn appear(at: Place) -> Self {
        Motion::new(None, Some(at))
    }

    /// Something gone from a place.
    #[must_use]
    pub fn vanish(at: Place) -> Self {
        Motion::new(Some(at), None)
    }

    /// The same motion by way of these places.
    #[must_use]
    pub fn via(mut self, via: Vec<Place>) -> Self {
        self.via = via;
        self
    }

    /// The same motion with a clockwise turn, in degrees.
    #[must_use]
    pub fn turned(mut self, degrees: i16) -> Self {
        self.turn = degrees;
        self
    }

    /// The same motion, unmarked: it only follows another.
    #[must_use]
    pub fn following(mut self) -> Self {
        self.follows = true;
        self
    }
}

/// A place in a picture: where it is, how large, and what it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Its name.
    pub place: Place,
    /// What a player selects by pointing here.
    pub pick: Option<Pick>,
    /// What is there, in words: `e3, white Lance`.
    pub label: String,
    /// The x coordinate of its centre.
    pub x: f32,
    /// The y coordinate of its centre.
    pub y: f32,
    /// Half of its shorter side.
    pub reach: f32,
}

/// Something that lies on a place and can move.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// Where it lies.
    pub place: Place,
    /// Whether the picture names it, for a page that moves it.
    pub is_named: bool,
    /// The x coordinate of the point that [`Thing::svg`] is painted around.
    pub x: f32,
    /// The y coordinate of that point.
    pub y: f32,
    /// Elements around the point (0, 0).
    pub svg: String,
}

/// A picture in layers, each a series of SVG elements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The width in user units.
    pub width: f32,
    /// The height in user units.
    pub height: f32,
    /// What it shows, in a line.
    pub title: String,
    /// Gradients and patterns. Their ids begin with the game's id, and the same id means the same
    /// thing in every picture with the same [`Paints`].
    pub defs: String,
    /// What does not move, with the places.
    pub ground: String,
    /// What can move, from the bottom to the top.
    pub things: Vec<Thing>,
    /// Marks and buttons, above everything else.
    pub top: String,
    /// All places.
    pub spots: Vec<Spot>,
}

impl Picture {
    /// The place of that name.
    #[must_use]
    pub fn spot(&self, place: &Place) -> Option<&Spot> {
        self.spots.iter().find(|spot| &spot.place == place)
    }
}

/// A picture beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What it is: `dice`, `guesses`, `hand`.
    pub name: &'static str,
    /// Its heading; may be empty.
    pub title: String,
    /// The seat it belongs to.
    pub seat: Option<Seat>,
    /// What it shows.
    pub picture: Picture,
}

/// Everything there is to see of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The board alone.
    pub board: Picture,
    /// The pictures beside it.
    pub panels: Vec<Panel>,
    /// Whose turn it is, or who has won.
    pub status: String,
}

impl Scene {
    /// All places, on the board and beside it.
    pub fn spots(&self) -> impl Iterator<Item = &Spot> {
        let panels = self.panels.iter().flat_map(|panel| &panel.picture.spots);
        self.board.spots.iter().chain(panels)
    }

    /// Adds buttons beside the board for possible picks without a place.
    pub(crate) fn offer_the_rest(&mut self, look: &Look<'_>) {
        let known: std::collections::HashSet<&Pick> =
            self.spots().filter_map(|spot| spot.pick.as_ref()).collect();
        let missing: Vec<&Pick> = look
            .can
            .iter()
            .filter(|pick| !known.contains(pick))
            .collect();
        if !missing.is_empty() {
            let picture = marks::choices(look, &missing, self.board.width);
            self.panels.push(Panel {
                name: "choices",
                title: String::new(),
                seat: None,
                picture,
            });
        }
    }
}

/// The CSS that gives a page's pictures their colours: a rule for each theme, chosen by the
/// attribute `data-theme` of an enclosing element; light if there is none.
#[must_use]
pub fn stylesheet(games: &[(&str, &[Swatch])]) -> String {
    let mut css = String::new();
    for theme in Theme::ALL {
        match theme {
            Theme::Light => css.push_str(":root,[data-theme=light]{"),
            _ => {
                css.push_str("[data-theme=");
                css.push_str(theme.name());
                css.push_str("]{");
            }
        }
        let common = common::ALL.iter().chain(crate::chart::SWATCHES);
        let common = common.map(|swatch| ("", swatch));
        let own = games
            .iter()
            .flat_map(|(id, swatches)| swatches.iter().map(move |swatch| (*id, swatch)));
        for (id, swatch) in common.chain(own) {
            css.push_str(&variable(id, swatch));
            css.push(':');
            css.push_str(swatch.colour(theme));
            css.push(';');
        }
        css.push_str("}\n");
    }
    css
}

/// The CSS variable of a game's colour; with an empty id, of a shared one.
fn variable(game: &str, swatch: &Swatch) -> String {
    match game {
        "" => format!("--{}", swatch.name),
        game => format!("--{game}-{}", swatch.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stylesheet_has_every_colour_in_every_theme() {
        const RED: Swatch = Swatch::new("red", ["#a00000", "#b00000", "#ff0000"]);
        let css = stylesheet(&[("race", &[RED])]);
        let rules: Vec<&str> = css.lines().collect();
        assert_eq!(rules.len(), 3);
        assert!(rules[0].starts_with(":root,[data-theme=light]{--paper:#f5f0e6;"));
        assert!(rules[1].starts_with("[data-theme=dark]{"));
        assert!(rules[1].contains("--race-red:#b00000;"));
        assert!(rules[2].contains("--race-red:#ff0000;"));
    }
}
