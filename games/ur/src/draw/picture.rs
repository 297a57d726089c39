//! The board as pictures: the museum's board, with a dish for each player's pieces in the notches
//! where they enter and leave, and the dice beside it.

mod art;
mod dice;
mod motions;

use parlour_core::Notation;
use parlour_core::picture::{Look, Painter, Picture, Place, Scene, Unit};

use super::{Row, Spot, status};
use crate::rules::{Player, Square, Ur, game_over, opponent};
use art::Inlay;

pub(super) use art::{APART, SWATCHES};
pub(super) use motions::motions;

/// The side of a square.
const SIDE: f32 = 64.0;
/// The margins left and right of the squares, and above and below them.
const MARGIN: (f32, f32) = (20.0, 48.0);
const SIZE: (f32, f32) = (8.0 * SIDE + 2.0 * MARGIN.0, 3.0 * SIDE + 2.0 * MARGIN.1);
/// The radius of a piece.
const PIECE: f32 = 20.0;
/// How far the upper of two pieces in a stack is shifted.
const STEP: f32 = 4.4;

pub(super) fn paint(ur: &Ur, look: &Look<'_>) -> Scene {
    Scene {
        board: board(ur, look),
        panels: match game_over(ur.state()) {
            None => vec![dice::panel(ur, look)],
            Some(_) => Vec::new(),
        },
        status: status(ur),
    }
}

/// The left edge of a column.
fn left(column: u8) -> f32 {
    MARGIN.0 + f32::from(column) * SIDE
}

/// The upper edge of a row, of three counted from the top.
fn top(row: u8) -> f32 {
    MARGIN.1 + f32::from(row) * SIDE
}

/// Where a player's pieces are that are not on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stack {
    Start,
    Home,
}

impl Stack {
    const ALL: [Stack; 2] = [Stack::Start, Stack::Home];

    fn word(self) -> &'static str {
        match self {
            Stack::Start => "start",
            Stack::Home => "home",
        }
    }

    fn count(self, ur: &Ur, player: Player) -> u8 {
        let side = ur.state().placing.side(player);
        match self {
            Stack::Start => side.start,
            Stack::Home => side.home,
        }
    }

    /// The place of the uppermost piece, which is the one that comes and goes.
    fn place(self, ur: &Ur, player: Player) -> Place {
        let count = self.count(ur, player);
        Place::new(format!("{player}-{}-{count}", self.word()))
    }
}

/// The place of a square on a player's path.
fn place(player: Player, square: Square) -> Place {
    match square.is_shared() {
        true => Place::new(square.to_string()),
        false => Place::new(format!("{player}-{square}")),
    }
}

fn board(ur: &Ur, look: &Look<'_>) -> Picture {
    let title = format!("The Royal Game of Ur: {}", ur.write_position());
    let mut painter = Painter::new(look, "ur", SIZE, title);
    art::define(&mut painter);
    let below = match look.below {
        Some(seat) if seat == Player::Red.seat() => Player::Red,
        _ => Player::Green,
    };
    let rows = [Row::Own(opponent(below)), Row::Shared, Row::Own(below)];
    for row in [0, 2] {
        art::dish(&mut painter, row);
    }
    art::body(&mut painter);
    for (index, row) in (0..).zip(rows) {
        for (column, square) in (0..).zip(row.squares()) {
            if let Some(square) = square {
                tile(&mut painter, ur, (row, index), column, square);
            }
        }
    }
    art::way(&mut painter);
    for (index, row) in (0..).zip(rows) {
        if let Row::Own(player) = row {
            for stack in Stack::ALL {
                pieces_beside(&mut painter, ur, stack, player, index);
            }
        }
    }
    painter.finish()
}

/// A square with its inlay, its number and what stands on it.
fn tile(painter: &mut Painter<'_>, ur: &Ur, (row, index): (Row, u8), column: u8, square: Square) {
    let (x, y) = (left(column) + SIDE / 2.0, top(index) + SIDE / 2.0);
    let spot = Spot::of(ur, row, square);
    let mut label = match row {
        Row::Own(player) => format!("{player}'s square {square}"),
        Row::Shared => format!("square {square}"),
    };
    if square.is_rosette() {
        label.push_str(", rosette");
    }
    if let Some(owner) = spot.owner {
        label.push_str(&format!(", {owner} piece"));
    }
    let place = match row {
        Row::Own(player) => place(player, square),
        Row::Shared => place(Player::Red, square),
    };
    let inlay = Inlay::of(square);
    let pick = spot.pick.filter(|_| spot.can_move);
    let can = pick
        .as_ref()
        .is_some_and(|pick| painter.look().can.contains(pick));
    painter.place(place.clone(), pick, label, (x, y, SIDE / 2.0), |painter| {
        inlay.paint(painter, x, y);
        if !painter.look().bare {
            art::number(painter, (x, y), square);
        }
    });
    if let Some(owner) = spot.owner {
        painter.thing(place, (x, y), |painter| art::piece(painter, owner, can));
    }
}

/// A player's pieces that wait, or those that are home, in a stack.
fn pieces_beside(painter: &mut Painter<'_>, ur: &Ur, stack: Stack, player: Player, row: u8) {
    let count = stack.count(ur, player);
    let x = match stack {
        Stack::Start => left(4) + SIDE / 2.0 + 5.0,
        Stack::Home => left(5) + SIDE / 2.0 - 5.0,
    };
    // The words are at the outer edge, and the stacks grow upwards.
    let (base, words) = match row {
        0 => (top(1) - 41.0, 20.0),
        _ => (SIZE.1 - 48.0, SIZE.1 - 12.0),
    };
    let above = STEP * f32::from(count.saturating_sub(1));
    let waiting = Spot::waiting(ur, player);
    let pick = match stack {
        Stack::Start if waiting.can_move => waiting.pick,
        _ => None,
    };
    let can = pick
        .as_ref()
        .is_some_and(|pick| painter.look().can.contains(pick));
    let pieces = if count == 1 { "piece" } else { "pieces" };
    let label = format!("{player}'s {}, {count} {pieces}", stack.word());
    let place = stack.place(ur, player);
    let upper = (x, base - above, SIDE / 2.0);
    painter.place(place.clone(), pick, label, upper, |painter| {
        art::hollow(painter, (x, base), row);
        for below in 0..count.saturating_sub(1) {
            let y = base - STEP * f32::from(below);
            art::lower_piece(painter, player, (x, y));
        }
        let cream = painter.paint(&art::CREAM);
        painter.text(
            format_args!(
                "x=\"{}\" y=\"{}\" font-size=\"11\" text-anchor=\"middle\" fill=\"{cream}\"",
                Unit(x),
                Unit(words)
            ),
            format_args!("{} {count}", stack.word()),
        );
    });
    if count > 0 {
        painter.thing(place, (x, base - above), |painter| {
            art::piece(painter, player, can);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::laws::pictures;
    use parlour_core::{Game, Picks};

    const BUSY: &str = "3/4,8,12/1 4/7,9/1 red 1";

    fn read(text: &str) -> Ur {
        Ur::read_position(text).expect(text)
    }

    fn labels(scene: &Scene) -> Vec<&str> {
        scene.spots().map(|spot| spot.label.as_str()).collect()
    }

    #[test]
    fn a_picture_is_soon_sent() {
        for text in [
            "7/-/0 7/-/0 red",
            BUSY,
            "0/3,5,7,9,11,13/1 1/4,6,8,10,12,14/0 red 3",
        ] {
            let scene = paint(&read(text), &Look::default());
            let bytes = pictures::sent_bytes(&scene.board);
            assert!(bytes <= 3000, "{text}: {bytes} bytes");
        }
    }

    #[test]
    fn every_place_says_what_is_there() {
        let ur = read(BUSY);
        let scene = paint(&ur, &Look::default());
        let labels = labels(&scene);
        for label in [
            "red's square 4, rosette, red piece",
            "green's square 4, rosette",
            "square 9, green piece",
            "square 6",
            "red's start, 3 pieces",
            "green's home, 1 piece",
            "dice: Red has rolled 1.",
        ] {
            assert!(labels.contains(&label), "{label} is not in {labels:?}");
        }
    }

    #[test]
    fn what_can_be_picked_is_large_enough_for_a_finger_on_a_phone() {
        for text in [BUSY, "7/-/0 7/-/0 green 2", "7/-/0 7/-/0 red 0"] {
            let scene = paint(&read(text), &Look::default());
            let panels = scene.panels.iter().map(|panel| &panel.picture);
            for picture in panels.chain([&scene.board]) {
                for spot in picture.spots.iter().filter(|spot| spot.pick.is_some()) {
                    // A page draws panels to the scale of the board.
                    let pixels = 2.0 * spot.reach * 390.0 / scene.board.width;
                    assert!(pixels >= 44.0, "{:?}: {pixels}", spot.place);
                }
            }
        }
    }

    #[test]
    fn what_can_move_has_a_ring_where_the_look_asks_for_it() {
        let ur = read(BUSY);
        let moves = ur.moves();
        let can: Vec<_> = moves.iter().flat_map(|chosen| ur.picks(chosen)).collect();
        let rings = |can| {
            let look = Look {
                can,
                ..Look::default()
            };
            let things = paint(&ur, &look).board.things;
            let ringed = things
                .iter()
                .filter(|thing| thing.svg.contains("light-can"));
            ringed
                .map(|thing| thing.place.as_str().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(rings(&can), ["red-4", "8", "12", "red-start-3"]);
        assert_eq!(rings(&can[..1]), ["red-start-3"]);
        assert!(rings(&[]).is_empty());
    }

    #[test]
    fn either_side_can_be_below() {
        let ur = read(BUSY);
        let height = |below: Option<Player>, name: &str| {
            let look = Look {
                below: below.map(Player::seat),
                ..Look::default()
            };
            let scene = paint(&ur, &look);
            let spot = scene.board.spot(&Place::new(name)).map(|spot| spot.y);
            spot.expect(name)
        };
        for below in [None, Some(Player::Green)] {
            assert!(height(below, "red-4") < height(below, "green-4"));
            assert!(height(below, "red-start-3") < height(below, "green-start-4"));
        }
        let red = Some(Player::Red);
        assert!(height(red, "red-4") > height(red, "green-4"));
        assert_eq!(height(red, "8"), height(None, "8"));
    }

    #[test]
    fn numbers_are_left_out_of_a_bare_picture() {
        let ur = read(BUSY);
        let look = Look {
            bare: true,
            ..Look::default()
        };
        assert!(
            paint(&ur, &Look::default())
                .board
                .ground
                .contains(">13</text>")
        );
        assert!(!paint(&ur, &look).board.ground.contains(">13</text>"));
    }
}
