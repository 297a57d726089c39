//! One picture of a whole scene: the board, what belongs beside it, names and caption.

use super::painter::Unit;
use super::{Look, Painter, Panel, Picture, Scene, common};
use crate::game::Seat;
use crate::names::shortened;

/// What stands around a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// A line above the board: the game's title.
    pub title: String,
    /// The names of the players in the order of the seats; none are written where there are
    /// none.
    pub names: Vec<String>,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// What stands below the board.
    pub caption: Caption,
    /// The whole is at least so wide and high: pictures that follow each other are of one
    /// size, though what stands beside the board grows.
    pub least: (f32, f32),
}

/// What stands below a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Caption {
    /// Nothing.
    None,
    /// Whose turn it is, or who has won.
    #[default]
    Status,
    /// The same, and something more: the last move in words.
    With(String),
    /// Only these words, in one line: what happens in a film.
    Only(String),
}

/// Around everything, and between two parts.
const MARGIN: f32 = 20.0;
const GAP: f32 = 16.0;

impl Scene {
    /// The scene as one picture on paper. Panels stand below a board that is much wider than
    /// high, and to the right of any other; but a panel about as wide as the board is always
    /// below.
    #[must_use]
    pub fn framed<'a>(&'a self, look: &Look<'_>, frame: &Frame) -> Picture {
        let board = &self.board;
        // Text is as large beside a large board as beside a small one.
        let text = (board.width.max(board.height) / 36.0).clamp(14.0, 160.0);
        let (margin, gap) = (MARGIN * text / 16.0, GAP * text / 16.0);
        // Room is below a wide board, and to the right of any other; a strip lies below.
        let is_wide = board.width > 1.6 * board.height;
        let is_below = |panel: &Panel| is_wide || panel.picture.width > 0.6 * board.width;
        let header = if frame.title.is_empty() && frame.names.is_empty() {
            0.0
        } else {
            text * 1.9
        };
        let heading = |title: &str| if title.is_empty() { 0.0 } else { text * 1.6 };

        // Where everything goes.
        let mut placed = vec![(margin, margin + header, board)];
        let mut headings = Vec::new();
        let (mut right, mut bottom) = (margin + board.width, margin + header + board.height);
        let mut place = |panel: &'a Panel, x: f32, y: f32| {
            if !panel.title.is_empty() {
                headings.push((x, y + text, &panel.title));
            }
            placed.push((x, y + heading(&panel.title), &panel.picture));
            let size = &panel.picture;
            (x + size.width, y + heading(&panel.title) + size.height)
        };
        let (x, mut y) = (right + gap, margin + header);
        for panel in self.panels.iter().filter(|panel| !is_below(panel)) {
            let (end, foot) = place(panel, x, y);
            (right, bottom) = (right.max(end), bottom.max(foot));
            y = foot + gap;
        }
        let (mut x, mut y, widest) = (margin, bottom + gap, right);
        for panel in self.panels.iter().filter(|panel| is_below(panel)) {
            if x > margin && x + panel.picture.width > widest {
                (x, y) = (margin, bottom + gap);
            }
            let (end, foot) = place(panel, x, y);
            (right, bottom) = (right.max(end), bottom.max(foot));
            x = end + gap;
        }
        let room = (right - margin) / text;
        let footer = match &frame.caption {
            Caption::None => 0.0,
            Caption::With(words) if !self.fits_a_line(words, room) => text * 3.6,
            Caption::Status | Caption::With(_) | Caption::Only(_) => text * 2.2,
        };
        right = right.max(frame.least.0 - margin);
        bottom = bottom.max(frame.least.1 - margin - footer);
        let size = (right + margin, bottom + footer + margin);

        // The paper, the words, and the parts on it.
        let plain = Look {
            paints: look.paints,
            ..Look::default()
        };
        let mut painter = Painter::new(&plain, "", size, board.title.clone());
        let paper = painter.common(&common::PAPER);
        painter.element(format_args!(
            "rect width=\"{}\" height=\"{}\" fill=\"{paper}\"",
            Unit(size.0),
            Unit(size.1)
        ));
        self.write_header(&mut painter, frame, text, margin, right);
        let faint = painter.common(&common::FAINT);
        for (x, y, title) in headings {
            let at = format!("x=\"{}\" y=\"{}\"", Unit(x), Unit(y));
            painter.text(
                format_args!("{at} font-size=\"{}\" fill=\"{faint}\"", Unit(text * 0.9)),
                title,
            );
        }
        self.write_footer(&mut painter, frame, text, margin, (right, bottom));
        let mut whole = painter.finish();
        for (x, y, part) in placed {
            whole.add(part, x, y);
        }
        whole
    }

    fn write_header(
        &self,
        painter: &mut Painter<'_>,
        frame: &Frame,
        text: f32,
        margin: f32,
        right: f32,
    ) {
        let ink = painter.common(&common::INK);
        let faint = painter.common(&common::FAINT);
        let y = margin + text;
        let room = ((right - margin) / (text * LETTER)) as usize;
        let most = (room / frame.names.len().max(1)).saturating_sub(4).max(4);
        let mut x = margin;
        for (seat, name) in frame.names.iter().enumerate() {
            let name = shortened(name, most);
            let moves = frame.turn.is_some_and(|turn| turn.index() == seat);
            if moves {
                // In the margin or the gap before the name, which stays where it is.
                let (left, middle, half) = (x - text * 0.72, y - text * 0.36, text * 0.34);
                let paint = painter.common(&common::CAN);
                painter.element(format_args!(
                    "path d=\"M{} {}l{} {h}l-{} {h}z\" fill=\"{paint}\"",
                    Unit(left),
                    Unit(middle - half),
                    Unit(half * 1.5),
                    Unit(half * 1.5),
                    h = Unit(half),
                ));
            }
            painter.text(
                format_args!(
                    "x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{ink}\"",
                    Unit(x),
                    Unit(y),
                    Unit(text)
                ),
                &name,
            );
            x += text * (0.64 * name.chars().count() as f32 + 1.4);
        }
        if !frame.title.is_empty() {
            let (x, anchor, fill) = match frame.names.is_empty() {
                true => (margin, "start", ink),
                false => (right, "end", faint),
            };
            painter.text(
                format_args!(
                    "x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{fill}\"",
                    Unit(x),
                    Unit(y),
                    Unit(text)
                ),
                &frame.title,
            );
        }
    }

    fn write_footer(
        &self,
        painter: &mut Painter<'_>,
        frame: &Frame,
        text: f32,
        margin: f32,
        (right, bottom): (f32, f32),
    ) {
        let (ink, faint) = (painter.common(&common::INK), painter.common(&common::FAINT));
        let y = bottom + text * 1.9;
        let (ink_words, words) = match &frame.caption {
            Caption::None => return,
            Caption::Status => (&self.status, ""),
            Caption::With(words) => (&self.status, &**words),
            Caption::Only(words) => (&shortened(words, most_letters(right - margin, text)), ""),
        };
        let weight = match frame.caption {
            Caption::Only(_) => "",
            _ => " font-weight=\"bold\"",
        };
        painter.text(
            format_args!(
                "x=\"{}\" y=\"{}\" font-size=\"{}\"{weight} fill=\"{ink}\"",
                Unit(margin),
                Unit(y),
                Unit(text)
            ),
            ink_words,
        );
        if !words.is_empty() {
            let (x, y) = match self.fits_a_line(words, (right - margin) / text) {
                true => (margin + text * (width_of(&self.status) + 1.2), y),
                false => (margin, y + text * 1.4),
            };
            painter.text(
                format_args!(
                    "x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{faint}\"",
                    Unit(x),
                    Unit(y),
                    Unit(text)
                ),
                shortened(words, most_letters(right - x, text)),
            );
        }
    }

    /// Whether these words fit behind the status, in a line of so many letter heights.
    fn fits_a_line(&self, words: &str, room: f32) -> bool {
        width_of(&self.status) + 1.2 + width_of(words) <= room
    }
}

/// An average letter is a little more than half as wide as high.
const LETTER: f32 = 0.6;

/// How many letters of a height surely fit.
fn most_letters(room: f32, height: f32) -> usize {
    ((room / height / LETTER) as usize).max(8)
}

/// About how wide some words are, in letter heights. Bold letters are wider.
fn width_of(words: &str) -> f32 {
    1.1 * LETTER * words.chars().count() as f32
}

impl Picture {
    /// Puts another picture onto this one.
    pub fn add(&mut self, part: &Picture, x: f32, y: f32) {
        let at = format!("<g transform=\"translate({} {})\">", Unit(x), Unit(y));
        // The parts of one game may need the same definitions.
        if !self.defs.contains(&part.defs) {
            self.defs.push_str(&part.defs);
        }
        for (whole, layer) in [(&mut self.ground, &part.ground), (&mut self.top, &part.top)] {
            if !layer.is_empty() {
                whole.push_str(&at);
                whole.push_str(layer);
                whole.push_str("</g>");
            }
        }
        let things = part.things.iter().cloned();
        self.things.extend(things.map(|mut thing| {
            thing.x += x;
            thing.y += y;
            thing
        }));
        let spots = part.spots.iter().cloned();
        self.spots.extend(spots.map(|mut spot| {
            spot.x += x;
            spot.y += y;
            spot
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Place;

    /// A picture with a place in its middle.
    fn picture(name: &str, width: f32, height: f32) -> Picture {
        let look = Look::default();
        let mut painter = Painter::new(&look, "", (width, height), name);
        let spot = (width / 2.0, height / 2.0, 1.0);
        painter.place(Place::new(name), None, "", spot, |_| {});
        painter.finish()
    }

    #[test]
    fn a_strip_lies_below_and_anything_else_beside_a_square_board() {
        let panel = |name: &'static str, width, height| Panel {
            name,
            title: String::new(),
            seat: None,
            picture: picture(name, width, height),
        };
        let scene = Scene {
            board: picture("board", 500.0, 500.0),
            panels: vec![
                panel("strip", 480.0, 40.0),
                panel("list", 100.0, 700.0),
                panel("other strip", 480.0, 40.0),
            ],
            status: String::new(),
        };
        let whole = scene.framed(&Look::default(), &Frame::default());
        let at = |name: &str| {
            let spot = whole.spot(&Place::new(name)).expect(name);
            (spot.x, spot.y)
        };
        let (board, strip, list, other) = (at("board"), at("strip"), at("list"), at("other strip"));
        assert!(list.0 > board.0 + 300.0 && list.1 > board.1);
        assert!(strip.1 > list.1 + 350.0 && strip.0 < board.0);
        assert!(other.1 > strip.1 + 40.0 && other.0 == strip.0);
        assert!(whole.height > other.1 + 20.0);
    }
}
