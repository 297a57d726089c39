//! A whole scene in one picture: the board, the panels beside it, names and caption.

use super::painter::Unit;
use super::{Look, Painter, Panel, Picture, Scene, common};
use crate::game::{Seat, Turn};
use crate::names::{in_two_lines, shortened};
use crate::position::Position;

/// What surrounds a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// A line above the board: the game's title.
    pub title: String,
    /// The players' names in the order of the seats; empty to write none.
    pub names: Vec<String>,
    /// The names of the seats, `red`, which are written behind those of the players if there is
    /// room.
    pub seats: Vec<String>,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// What is below the board.
    pub caption: Caption,
    /// The least width and height: see [`align`].
    pub least: (f32, f32),
    /// The least number of lines of a caption that stands alone.
    pub least_lines: usize,
}

impl Frame {
    /// The frame of a position, with its players.
    #[must_use]
    pub fn of(position: &dyn Position, title: &str, names: &[String]) -> Frame {
        let seats = Seat::all(position.seats());
        Frame {
            title: title.to_owned(),
            names: names.to_vec(),
            seats: seats
                .map(|seat| position.seat_name(seat).into_owned())
                .collect(),
            turn: match position.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over(_) => None,
            },
            ..Frame::default()
        }
    }
}

/// Gives consecutive pictures one size, although their panels grow and their captions differ in
/// length.
pub fn align<'a>(look: &Look<'_>, shots: impl IntoIterator<Item = (&'a Scene, &'a mut Frame)>) {
    let mut shots: Vec<(&Scene, &mut Frame)> = shots.into_iter().collect();
    let lines = shots.iter().map(|(scene, frame)| {
        let room = scene.board.width / scene.text();
        scene.lines_below(frame, room)
    });
    let lines = lines.max().unwrap_or(0);
    for (_, frame) in &mut shots {
        frame.least_lines = lines;
    }
    let sizes = shots.iter().map(|(scene, frame)| {
        let picture = scene.framed(look, frame);
        (picture.width, picture.height)
    });
    let size = sizes.fold((0.0_f32, 0.0_f32), |most, size| {
        (most.0.max(size.0), most.1.max(size.1))
    });
    for (_, frame) in shots {
        frame.least = size;
    }
}

/// What is below a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Caption {
    /// Nothing.
    None,
    /// Whose turn it is, or who has won.
    #[default]
    Status,
    /// The same, followed by these words: the last move or a hint, on two more lines if need be.
    With(String),
    /// Only these words, on two lines if need be: what happens in a film.
    Only(String),
}

/// Around everything, and between two parts.
const MARGIN: f32 = 20.0;
const GAP: f32 = 16.0;

impl Scene {
    /// The height of letters, which keep their proportion to the board.
    fn text(&self) -> f32 {
        (self.board.width.max(self.board.height) / 36.0).clamp(14.0, 160.0)
    }

    /// The scene as one picture on paper. Panels stand below the board, in rows as wide as it is.
    #[must_use]
    pub fn framed(&self, look: &Look<'_>, frame: &Frame) -> Picture {
        let board = &self.board;
        let text = self.text();
        // Whole numbers are shorter to write, and there are many.
        let rounded = |length: f32| (length * text / 16.0).round();
        let (margin, gap) = (rounded(MARGIN), rounded(GAP));
        let header = if frame.title.is_empty() && frame.names.is_empty() {
            0.0
        } else {
            (text * 1.9).round()
        };

        // The layout.
        let mut placed = vec![(margin, margin + header, board)];
        let mut headings = Vec::new();
        let (mut right, mut bottom) = (margin + board.width, margin + header + board.height);
        let (mut x, mut y, widest) = (margin, bottom + gap, right);
        for Panel { title, picture, .. } in &self.panels {
            if x > margin && x + picture.width > widest {
                (x, y) = (margin, bottom + gap);
            }
            let below = match title.is_empty() {
                true => y,
                false => {
                    headings.push((x, y + text, title));
                    y + (text * 1.6).round()
                }
            };
            placed.push((x, below, picture));
            right = right.max(x + picture.width);
            bottom = bottom.max(below + picture.height);
            x += picture.width + gap;
        }
        let room = (right - margin) / text;
        let footer = match self.lines_below(frame, room) {
            0 => 0.0,
            lines => text * (0.8 + 1.4 * lines as f32),
        };
        right = right.max(frame.least.0 - margin);
        bottom = bottom.max(frame.least.1 - margin - footer);
        let size = (right + margin, bottom + footer + margin);

        // The paper, the texts, and the parts.
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
        let mut x = margin;
        let names = frame.shown_names((right - margin) / text);
        for (seat, name) in names.iter().enumerate() {
            let moves = frame.turn.is_some_and(|turn| turn.index() == seat);
            if moves {
                // In the margin or gap before the name, which stays where it is.
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
                name,
            );
            x += text * header_width(name);
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
        let room = (right - margin) / text;
        let [ink, faint] = [&common::INK, &common::FAINT].map(|swatch| painter.common(swatch));
        let plain = format!("fill=\"{ink}\"");
        let mut write = |(across, line): (f32, usize), style: &str, words: &str| {
            painter.text(
                format_args!(
                    "x=\"{}\" y=\"{}\" font-size=\"{}\" {style}",
                    Unit(margin + text * across),
                    Unit(bottom + text * (1.9 + 1.4 * line as f32)),
                    Unit(text)
                ),
                words,
            );
        };
        match &frame.caption {
            Caption::None => {}
            Caption::Only(words) => {
                for (line, words) in (0..).zip(in_two_lines(words, most_letters(room))) {
                    write((0.0, line), &plain, &words);
                }
            }
            Caption::Status | Caption::With(_) => {
                let bold = format!("font-weight=\"bold\" {plain}");
                write((0.0, 0), &bold, &self.status);
            }
        }
        if let Caption::With(words) = &frame.caption {
            let faint = format!("fill=\"{faint}\"");
            match self.fits_a_line(words, room) {
                true => write((width_of(&self.status) + 1.2, 0), &faint, words),
                false => {
                    for (line, words) in (1..).zip(in_two_lines(words, most_letters(room))) {
                        write((0.0, line), &faint, &words);
                    }
                }
            }
        }
    }

    /// How many lines are below the board; `room` is in letter heights.
    fn lines_below(&self, frame: &Frame, room: f32) -> usize {
        let lines = |words: &str| in_two_lines(words, most_letters(room)).len();
        match &frame.caption {
            Caption::None => 0,
            Caption::With(words) if !self.fits_a_line(words, room) => 1 + lines(words),
            Caption::Only(words) => lines(words).max(frame.least_lines),
            Caption::Status | Caption::With(_) => 1,
        }
    }

    /// Whether these words fit behind the status on one line; `room` is in letter heights.
    fn fits_a_line(&self, words: &str, room: f32) -> bool {
        width_of(&self.status) + 1.2 + width_of(words) <= room
    }
}

/// An average letter's width relative to its height.
const LETTER: f32 = 0.6;

/// How many letters certainly fit; `room` is in letter heights.
fn most_letters(room: f32) -> usize {
    ((room / LETTER) as usize).max(8)
}

/// The room for a name in the header, with the gap after it, in letter heights.
fn header_width(name: &str) -> f32 {
    0.64 * name.chars().count() as f32 + 1.4
}

impl Frame {
    /// The players beside the title: with their seats, or cut if there is no room for that.
    fn shown_names(&self, room: f32) -> Vec<String> {
        let room = room - header_width(&self.title);
        let seated = self.names.iter().enumerate().map(|(index, name)| {
            let seat = self.seats.get(index);
            match seat.filter(|seat| !seat.eq_ignore_ascii_case(name)) {
                Some(seat) => format!("{name} ({seat})"),
                None => name.clone(),
            }
        });
        let seated: Vec<String> = seated.collect();
        if seated.iter().map(|name| header_width(name)).sum::<f32>() <= room {
            return seated;
        }
        let each = room / self.names.len().max(1) as f32;
        let most = ((each - header_width("")) / (header_width("-") - header_width(""))).max(4.0);
        let names = self.names.iter();
        names.map(|name| shortened(name, most as usize)).collect()
    }
}

/// The approximate width of some words, in letter heights. Bold letters are
/// wider.
fn width_of(words: &str) -> f32 {
    1.1 * LETTER * words.chars().count() as f32
}

impl Picture {
    /// Puts another picture onto this one.
    pub fn add(&mut self, part: &Picture, x: f32, y: f32) {
        let at = format!("<g transform=\"translate({} {})\">", Unit(x), Unit(y));
        // The parts of a game may share definitions.
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
    fn panels_stand_below_the_board_in_rows() {
        let panel = |name: &'static str, width, height| Panel {
            name,
            title: String::new(),
            seat: None,
            picture: picture(name, width, height),
        };
        let scene = Scene {
            board: picture("board", 500.0, 500.0),
            panels: vec![
                panel("left", 240.0, 40.0),
                panel("right", 240.0, 80.0),
                panel("next", 240.0, 40.0),
            ],
            status: String::new(),
        };
        let whole = scene.framed(&Look::default(), &Frame::default());
        let at = |name: &str| {
            let spot = whole.spot(&Place::new(name)).expect(name);
            (spot.x, spot.y)
        };
        let (board, left, right, next) = (at("board"), at("left"), at("right"), at("next"));
        assert!(left.0 < board.0 && board.0 < right.0);
        assert!(left.1 > board.1 + 250.0 && right.1 - left.1 == 20.0);
        assert!(next.0 == left.0 && next.1 > right.1 + 40.0);
        assert!(whole.height > next.1 + 20.0 && whole.width < 560.0);
    }

    /// A scene without panels.
    fn scene() -> Scene {
        Scene {
            board: picture("board", 500.0, 500.0),
            panels: Vec::new(),
            status: String::new(),
        }
    }

    #[test]
    fn names_tell_their_seats_as_long_as_there_is_room() {
        let header = |names: [&str; 2]| {
            let frame = Frame {
                title: "A game".to_owned(),
                names: names.map(str::to_owned).to_vec(),
                seats: ["red", "green"].map(str::to_owned).to_vec(),
                ..Frame::default()
            };
            scene().framed(&Look::default(), &frame).document()
        };
        let short = header(["Amy", "Green"]);
        assert!(
            short.contains(">Amy (red)<") && short.contains(">Green<"),
            "{short}"
        );
        let long = header(["Amy", "A name of forty letters, which is too much"]);
        assert!(long.contains(">Amy<") && long.contains("~<"), "{long}");
    }

    #[test]
    fn a_film_has_room_for_its_longest_caption() {
        let long = "49. Amy takes the Commander on e9 with the Lance from d8. Amy wins!";
        let mut frames = ["1. Amy passes.", long].map(|words| Frame {
            caption: Caption::Only(words.to_owned()),
            ..Frame::default()
        });
        let (scene, look) = (scene(), Look::default());
        align(&look, frames.iter_mut().map(|frame| (&scene, frame)));
        let [short, long] = frames.map(|frame| scene.framed(&look, &frame));
        assert_eq!((short.width, short.height), (long.width, long.height));
        let lines = |picture: Picture| -> Vec<(String, String)> {
            let document = picture.document();
            let texts = document.split("<text ").skip(1);
            let texts = texts.filter_map(|text| text.split_once("</text>")?.0.split_once('>'));
            texts
                .map(|(at, words)| (at.to_owned(), words.to_owned()))
                .collect()
        };
        let (short, long) = (lines(short), lines(long));
        assert_eq!(short[0].0, long[0].0, "the first line stays where it is");
        assert!(long[1].1.ends_with("Amy wins!"), "{long:?}");
    }
}
