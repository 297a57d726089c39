//! The board as pictures: walnut with brass, ivory discs and ebony squares.

mod lost;
mod motions;
mod piece;
mod wheel;

use parlour_core::picture::{Look, Painter, Paints, Place, Scene, Swatch, Unit};

use super::{capitalised, status_words};
use crate::notation::{kind_name, line_names, square_pick};
use crate::rules::{Direction, Piece, Player, Ploy, Pos, SIDE};

pub(super) use motions::motions;
pub(super) use piece::Coat;

/// The side of a square.
const SQUARE: f32 = 60.0;

/// The frame: as thin as possible, so that the squares are as large as they can be on a phone;
/// without names it can be thinner.
const FRAME: f32 = 14.0;
const BARE_FRAME: f32 = 6.0;

const WALNUT: Swatch = Swatch::new("walnut", ["#6b4226", "#3a2617", "#000000"]);
const WALNUT_LIT: Swatch = Swatch::new("walnut-lit", ["#8d5e38", "#553924", "#000000"]);
const BRASS: Swatch = Swatch::new("brass", ["#e0b65c", "#b08a3e", "#ffffff"]);
const NAME: Swatch = Swatch::new("name", ["#f3e2bf", "#d6bd92", "#ffffff"]);
const MAPLE: Swatch = Swatch::new("maple", ["#d3b585", "#7a6242", "#c8c8c8"]);
const OAK: Swatch = Swatch::new("oak", ["#c19c66", "#6a5438", "#a9a9a9"]);
const GRAIN: Swatch = Swatch::new("grain", ["#7a4f22", "#2a1c0e", "#808080"]);

pub(super) const SWATCHES: &[Swatch] = &[
    WALNUT,
    WALNUT_LIT,
    BRASS,
    NAME,
    MAPLE,
    OAK,
    GRAIN,
    piece::SHADOW,
    Coat::WHITE.lit,
    Coat::WHITE.body,
    Coat::WHITE.rim,
    Coat::WHITE.ray,
    Coat::BLACK.lit,
    Coat::BLACK.body,
    Coat::BLACK.rim,
    Coat::BLACK.ray,
    wheel::DIAL,
    wheel::KNOB,
    lost::TRAY,
    lost::WELL,
];

/// The players' pieces, lit and in the shade, on all that they lie on, with their rays.
pub(super) const APART: &[&[Swatch]] = &[
    &[Coat::WHITE.lit, Coat::BLACK.lit, MAPLE],
    &[Coat::WHITE.lit, Coat::BLACK.lit, OAK],
    &[Coat::WHITE.lit, Coat::BLACK.lit, wheel::KNOB],
    &[Coat::WHITE.body, Coat::BLACK.body, MAPLE],
    &[Coat::WHITE.body, Coat::BLACK.body, OAK],
    &[Coat::WHITE.body, Coat::BLACK.body, wheel::KNOB],
    &[Coat::WHITE.lit, Coat::WHITE.ray],
    &[Coat::WHITE.body, Coat::WHITE.ray],
    &[Coat::BLACK.lit, Coat::BLACK.ray],
    &[Coat::BLACK.body, Coat::BLACK.ray],
    &[Coat::WHITE.ray, Coat::BLACK.ray],
    &[wheel::DIAL, wheel::KNOB],
    &[WALNUT_LIT, NAME],
    &[lost::WELL, Coat::WHITE.lit, Coat::BLACK.lit],
    &[lost::WELL, Coat::WHITE.body, Coat::BLACK.body],
    &[lost::WELL, lost::TRAY],
];

/// Where everything is, from the viewer's side.
#[derive(Clone, Copy)]
struct Layout {
    frame: f32,
    /// White is at the bottom.
    turned: bool,
}

impl Layout {
    fn of(look: &Look<'_>) -> Layout {
        Layout {
            frame: if look.bare { BARE_FRAME } else { FRAME },
            turned: look.below == Some(Player::White.seat()),
        }
    }

    /// The side of the whole board.
    fn side(self) -> f32 {
        f32::from(SIDE) * SQUARE + 2.0 * self.frame
    }

    /// The middle of a square.
    fn middle(self, pos: Pos) -> (f32, f32) {
        let (column, row) = (pos.column(), pos.row());
        let last = SIDE - 1;
        let (across, down) = match self.turned {
            false => (column, last - row),
            true => (last - column, row),
        };
        let at = |count: u8| self.frame + (f32::from(count) + 0.5) * SQUARE;
        (at(across), at(down))
    }

    /// A piece as the viewer sees it.
    fn seen(self, piece: Piece) -> Piece {
        piece.turned(if self.turned { 4 } else { 0 })
    }

    /// Where a direction points, in eighths clockwise from the top.
    fn eighths(self, direction: Direction) -> u8 {
        (direction.index() as u8 + if self.turned { 4 } else { 0 }) % 8
    }
}

/// The place of a square.
fn square(pos: Pos) -> Place {
    Place::from(&square_pick(pos))
}

pub(super) fn scene(ploy: &Ploy, look: &Look<'_>) -> Scene {
    let layout = Layout::of(look);
    let side = layout.side();
    let title = format!("Ploy, {}", status_words(ploy));
    let mut painter = Painter::new(look, "ploy", (side, side), title);
    piece::define(&mut painter);
    paint_frame(&mut painter, layout);
    // Without soft edges there is no seam between neighbours.
    painter.group("shape-rendering=\"crispEdges\"", |painter| {
        for column in 0..SIDE {
            paint_column(painter, layout, ploy, column);
        }
    });
    paint_grain(&mut painter, layout);
    if !look.bare {
        paint_names(&mut painter, layout);
    }
    for (pos, piece) in ploy.board().pieces() {
        painter.thing(square(pos), layout.middle(pos), |painter| {
            piece::paint(painter, layout.seen(piece));
        });
    }
    wheel::offer(&mut painter, layout, ploy);
    Scene {
        board: painter.finish(),
        panels: lost::panels(ploy, look, layout),
        status: status_words(ploy),
    }
}

/// The label of a square for screen readers.
fn label(ploy: &Ploy, pos: Pos) -> String {
    match ploy.board().cell(pos) {
        Some(piece) => {
            let (kind, lines) = (kind_name(piece), line_names(piece));
            format!("{pos}, {} {kind}: {lines}", piece.player())
        }
        None => pos.to_string(),
    }
}

/// Walnut with a line of brass.
fn paint_frame(painter: &mut Painter<'_>, layout: Layout) {
    let (lit, dark) = (painter.paint(&WALNUT_LIT), painter.paint(&WALNUT));
    let id = painter.id("walnut");
    painter.define(format_args!(
        "<linearGradient id=\"{id}\" x2=\"1\" y2=\"1\"><stop stop-color=\"{lit}\"/>\
         <stop offset=\"1\" stop-color=\"{dark}\"/></linearGradient>"
    ));
    // Only a line: the squares cover the inside.
    painter.element(format_args!(
        "rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\" rx=\"{2}\" fill=\"none\" \
         stroke=\"url(#{id})\" stroke-width=\"{3}\"",
        Unit(layout.frame * 0.5),
        Unit(layout.side() - layout.frame),
        Unit(layout.frame * 0.1 + 2.0),
        Unit(layout.frame)
    ));
    let brass = painter.paint(&BRASS);
    let (at, length) = (layout.frame - 0.9, layout.side() - 2.0 * layout.frame + 1.8);
    painter.element(format_args!(
        "rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\" fill=\"none\" \
         stroke=\"{brass}\" stroke-width=\"1.8\"",
        Unit(at),
        Unit(length)
    ));
}

/// The squares of a column. What they share is written once.
fn paint_column(painter: &mut Painter<'_>, layout: Layout, ploy: &Ploy, column: u8) {
    let squares = (0..SIDE).filter_map(|row| Pos::new(column, row));
    let left = Pos::new(column, 0).map_or(0.0, |pos| layout.middle(pos).0 - SQUARE / 2.0);
    let at = format!("transform=\"translate({})\"", Unit(left));
    painter.group(at, |painter| {
        for pos in squares {
            paint_square(painter, layout, ploy, pos);
        }
    });
}

fn paint_square(painter: &mut Painter<'_>, layout: Layout, ploy: &Ploy, pos: Pos) {
    let (x, y) = layout.middle(pos);
    let wood = match (pos.column() + pos.row()) % 2 {
        0 => &OAK,
        _ => &MAPLE,
    };
    let (pick, label, half) = (square_pick(pos), label(ploy, pos), SQUARE / 2.0);
    painter.place(square(pos), Some(pick), label, (x, y, half), |painter| {
        let fill = painter.paint(wood);
        painter.element(format_args!(
            "path d=\"M0 {}h60v60h-60z\" fill=\"{fill}\"",
            Unit(y - half)
        ));
        if painter.look().paints != Paints::Variables {
            return;
        }
        // On a phone nine squares are a little narrower than nine fingertips: what answers to a tap
        // on a page overlaps a little.
        let rim = ((wheel::finger(layout) - SQUARE) * 5.0).ceil() / 10.0;
        painter.element(format_args!(
            "path d=\"M-{0} {1}h{2}v{2}h-{2}z\" fill-opacity=\"0\"",
            Unit(rim),
            Unit(y - half - rim),
            Unit(SQUARE + 2.0 * rim)
        ));
    });
}

/// A few long curves over all squares, for the grain of the wood.
fn paint_grain(painter: &mut Painter<'_>, layout: Layout) {
    let grain = painter.paint(&GRAIN);
    let left = Unit(layout.frame);
    let curves: String = (0..SIDE)
        .map(|row| {
            let [a, b, c] = [11.0, 28.0, 46.0]
                .map(|down| Unit(layout.frame + f32::from(row) * SQUARE + down));
            format!(
                "M{left} {a}q45-7 90 0t90 0 90 0 90 0 90 0 90 0M{left} {b}q40 9 90 1t90-1 90 1 90-1 90 1 90-1\
                 M{left} {c}q50-6 90 0t90 0 90 0 90 0 90 0 90 0"
            )
        })
        .collect();
    painter.element(format_args!(
        "path d=\"{curves}\" fill=\"none\" stroke=\"{grain}\" stroke-width=\"1.2\" \
         stroke-opacity=\".13\" pointer-events=\"none\""
    ));
}

/// Letters below and numbers on the left, in the frame.
fn paint_names(painter: &mut Painter<'_>, layout: Layout) {
    let fill = painter.paint(&NAME);
    let group =
        format!("font-size=\"11\" text-anchor=\"middle\" fill=\"{fill}\" pointer-events=\"none\"");
    painter.group(group, |painter| {
        for (count, letter) in (0..SIDE).zip('a'..) {
            let Some(pos) = Pos::new(count, count) else {
                continue;
            };
            let (x, y) = layout.middle(pos);
            let below = layout.side() - 4.0;
            painter.text(format_args!("x=\"{}\" y=\"{below}\"", Unit(x)), letter);
            painter.text(format_args!("x=\"6.5\" y=\"{}\"", Unit(y + 4.0)), count + 1);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::laws::pictures::sent_bytes;
    use parlour_core::picture::{Picture, Theme};
    use parlour_core::{Game, Notation, Pick, Picks};

    /// After a few moves, with pieces lost on both sides.
    const MIDDLE: &str = ",w84,w41,w56,w170,,w41,,/,,w24,w40,w17,w40,w48,,/,,,,w8,w16,,,/,,,w84,,,,,/\
                          ,,,,b1,,,,/,,b146,,,,,,/,,,b1,,b2,,,/,,b3,b130,b17,b130,b129,,/,b69,,b131,b170,b131,,b69, b";

    fn at(text: &str) -> Ploy {
        Ploy::read_position(text).expect(text)
    }

    /// The possible picks after these.
    fn open(ploy: &Ploy, picked: &[Pick]) -> Vec<Pick> {
        let paths = ploy.moves().into_iter().map(|chosen| ploy.picks(&chosen));
        let next = paths.filter(|path| path.starts_with(picked));
        next.filter_map(|path| path.get(picked.len()).cloned())
            .collect()
    }

    fn on_a_phone(picture: &Picture, length: f32) -> f32 {
        length * 390.0 / picture.width
    }

    #[test]
    fn a_picture_is_soon_there() {
        for theme in Theme::ALL
            .map(Paints::Fixed)
            .into_iter()
            .chain([Paints::Variables])
        {
            let look = Look {
                paints: theme,
                ..Look::default()
            };
            for position in [crate::START, MIDDLE] {
                let bytes = sent_bytes(&scene(&at(position), &look).board);
                assert!(bytes <= 3000, "{bytes} bytes for {theme:?}");
            }
        }
    }

    #[test]
    fn every_square_says_what_it_is() {
        let board = scene(&at(crate::START), &Look::default()).board;
        assert_eq!(board.spots.len(), 81);
        assert_eq!(board.things.len(), 30);
        let svg = board.document();
        assert_eq!(svg.matches("data-pick=").count(), 81);
        assert_eq!(svg.matches("aria-label=\"e3, black Shield: N\"").count(), 1);
        assert!(svg.contains("aria-label=\"b9, white Lance: E, S and W\""));
        assert!(svg.contains(">i</text>"));
    }

    #[test]
    fn white_below_turns_the_board() {
        let start = at(crate::START);
        let look = Look {
            below: Some(Player::White.seat()),
            bare: true,
            ..Look::default()
        };
        let [usual, turned] = [Look::default(), look].map(|look| scene(&start, &look).board);
        let (a1, i9) = (
            square(Pos::named("a1").expect("a1")),
            square(Pos::named("i9").expect("i9")),
        );
        assert!(usual.spot(&a1).expect("a1").y > usual.spot(&i9).expect("i9").y);
        assert!(turned.spot(&a1).expect("a1").y < turned.spot(&i9).expect("i9").y);
        assert!(turned.spot(&a1).expect("a1").x > turned.spot(&i9).expect("i9").x);
        // A Shield that points up points down.
        let shield = |board: &Picture| {
            let d3 = square(Pos::named("d3").expect("d3"));
            let found = board.things.iter().find(|thing| thing.place == d3);
            found.expect("a Shield").svg.clone()
        };
        assert!(shield(&usual).contains("M0 0L0 -13"), "{}", shield(&usual));
        assert!(shield(&turned).contains("M0 0L0 13"));
        assert!(!turned.document().contains("<text"));
    }

    #[test]
    fn a_square_is_as_large_as_a_fingertip() {
        for bare in [false, true] {
            let look = Look {
                paints: Paints::Variables,
                bare,
                ..Look::default()
            };
            let board = scene(&at(crate::START), &look).board;
            let svg = board.document();
            let targets: Vec<f32> = svg
                .split("\" fill-opacity=\"0\"")
                .filter_map(|before| before.rsplit_once("h-")?.1.strip_suffix('z')?.parse().ok())
                .collect();
            assert_eq!(targets.len(), 81);
            for target in targets {
                let target = on_a_phone(&board, target);
                assert!((44.0..44.2).contains(&target), "{target}");
            }
        }
    }

    #[test]
    fn turns_are_chosen_by_a_wheel() {
        let corners = "b3,,,,w170,,,,b3/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,b1,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,w1,/b3,,,,b85,,,,b3 b";
        let ploy = at(corners);
        for name in ["a1", "i1", "a9", "i9", "e5"] {
            let picked = [Pick::new(name), Pick::new(name)];
            let can = open(&ploy, &picked);
            assert_eq!(can.len(), 7);
            for below in [None, Some(Player::White.seat())] {
                let look = Look {
                    picked: &picked,
                    can: &can,
                    below,
                    ..Look::default()
                };
                let board = scene(&ploy, &look).board;
                let knobs = &board.spots[81..];
                assert_eq!(knobs.len(), 7);
                for (count, knob) in knobs.iter().enumerate() {
                    assert!(on_a_phone(&board, 2.0 * knob.reach) > 43.99);
                    for at in [knob.x, knob.y] {
                        assert!(at > knob.reach && at < board.width - knob.reach);
                    }
                    for other in &knobs[..count] {
                        let gap = (knob.x - other.x).hypot(knob.y - other.y);
                        assert!(gap > knob.reach + other.reach, "knobs lie on each other");
                    }
                }
            }
        }
        // A Shield's knob is where it will point.
        let picked = [Pick::new("e5"), Pick::new("e5")];
        let can = open(&ploy, &picked);
        let look = Look {
            picked: &picked,
            can: &can,
            ..Look::default()
        };
        let board = scene(&ploy, &look).board;
        let spot = |name: &str| board.spot(&Place::new(name)).expect(name);
        assert_eq!(spot("2").label, "2 of 8 clockwise: E");
        assert!(spot("2").x > spot("e5").x && (spot("2").y - spot("e5").y).abs() < 1.0);
    }

    #[test]
    fn what_is_lost_lies_in_trays() {
        let titles = |text: &str| -> Vec<String> {
            let panels = scene(&at(text), &Look::default()).panels;
            panels
                .into_iter()
                .map(|panel| panel.picture.title)
                .collect()
        };
        assert!(titles(crate::START).is_empty());
        assert_eq!(
            titles(MIDDLE),
            ["Black has lost: Lance", "White has lost: Lance, Shield"]
        );
        // Nobody knows the full set of an unusual army.
        assert!(titles("w85,w1,,,,,,,/b1,b15,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,, b").is_empty());
    }
}
