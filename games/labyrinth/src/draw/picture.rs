//! The board as pictures: a hedge maze in a frame with brass arrows, with the extra tile and the
//! hands beside it.

mod art;
mod motions;
mod panels;

use parlour_core::Pick;
use parlour_core::picture::{self, Look, Painter, Picture, Place, Unit};

use super::{Scene, capital, capital_first};
use crate::rules::{Colour, Direction, Pawn, Place as Slot, SIDE, Square, Word};

pub(super) use art::{APART, SWATCHES};
pub(super) use motions::{between, motions};

/// The side of a tile.
const TILE: f32 = 62.0;
/// Around the tiles, for the arrows: as thin as possible, so that a tile is large enough for a
/// finger on a phone.
const MARGIN: f32 = 57.0;
/// How deep the area is in which a tap hits an arrow. It reaches over the outermost tiles, none of
/// which can be picked as long as arrows can.
const REACH: f32 = TILE;
const SIZE: f32 = SIDE as f32 * TILE + 2.0 * MARGIN;
/// How far a pawn that shares its tile is from the middle, on either axis.
const ASIDE: f32 = 17.0;

pub(super) fn paint(scene: &Scene<'_>, look: &Look<'_>) -> picture::Scene {
    picture::Scene {
        board: board(scene, look),
        panels: panels::all(scene, look),
        status: status(scene),
    }
}

fn status(scene: &Scene<'_>) -> String {
    capital_first(&scene.status()) + "."
}

/// The middle of a row or column.
fn middle(line: u8) -> f32 {
    MARGIN + (f32::from(line) - 0.5) * TILE
}

fn place(square: Square) -> Place {
    Place::new(square.to_string())
}

fn slot_place(slot: Slot) -> Place {
    Place::new(slot.to_string())
}

/// A pawn has its own place, because a tile has that of the square.
fn pawn_place(pawn: &Pawn) -> Place {
    Place::new(format!("{} {}", pawn.colour.word(), pawn.square))
}

fn board(scene: &Scene<'_>, look: &Look<'_>) -> Picture {
    let title = format!("Labyrinth: {}", status(scene));
    let mut painter = Painter::new(look, "labyrinth", (SIZE, SIZE), title);
    art::define_tiles(&mut painter);
    art::define_hands(&mut painter, scene);
    art::define_board(&mut painter, scene);
    art::frame(&mut painter);
    for square in Square::all() {
        tile(&mut painter, scene, square);
    }
    let font = "font-size=\"12\" font-weight=\"bold\" text-anchor=\"middle\"";
    painter.group(font, |painter| {
        for side in Direction::ALL {
            for line in 1..=SIDE {
                match Slot::new(*side, line) {
                    Some(slot) => arrow(painter, scene, slot),
                    None => number(painter, *side, line),
                }
            }
        }
    });
    for pawn in &scene.view.table.pawns {
        stand(&mut painter, scene, pawn);
    }
    painter.finish()
}

/// The middle of the margin at the end of a row or column.
fn beside(side: Direction, line: u8) -> (f32, f32) {
    let (along, near, far) = (middle(line), MARGIN / 2.0, SIZE - MARGIN / 2.0);
    match side {
        Direction::North => (along, near),
        Direction::South => (along, far),
        Direction::West => (near, along),
        Direction::East => (far, along),
    }
}

/// A numbered brass arrow where a tile can be inserted; a dull one if not now.
fn arrow(painter: &mut Painter<'_>, scene: &Scene<'_>, slot: Slot) {
    let open = scene.places.contains(&slot);
    let (side, line) = (slot.side().word(), slot.line());
    let (x, y) = beside(slot.side(), line);
    let lines = match slot.side() {
        Direction::North | Direction::South => "column",
        Direction::East | Direction::West => "row",
    };
    let mut label = format!("from the {side} into {lines} {line}");
    if !open {
        label.push_str(", not now");
    }
    let pick = open.then(|| Pick::new(slot.to_string()));
    let spot = (x, y, REACH / 2.0);
    painter.place(slot_place(slot), pick, label, spot, |painter| {
        art::arrow(painter, slot, (x, y), open);
    });
}

/// The number of a fixed row or column.
fn number(painter: &mut Painter<'_>, side: Direction, line: u8) {
    let (x, y) = beside(side, line);
    art::name(painter, (x, y), &art::FAINT, line);
}

/// A tile; one in a movable line is a thing, because it moves.
fn tile(painter: &mut Painter<'_>, scene: &Scene<'_>, square: Square) {
    let (x, y) = (middle(square.column()), middle(square.row()));
    let tile = scene.view.table.tiles[square.index()];
    let face = art::Face {
        shape: tile.shape,
        treasure: tile.treasure,
        wanted: scene.is_wanted(tile.treasure),
        reached: scene.reachable.contains(square),
        home: scene.home_on(square),
        fixed: square.fixed().is_some(),
    };
    let spot = (x, y, TILE / 2.0);
    let (pick, label) = (scene.square_pick(square), label(scene, square));
    painter.place(place(square), pick, label, spot, |painter| {
        if face.fixed {
            let at = format!("transform=\"translate({} {})\"", Unit(x), Unit(y));
            painter.group(at, |painter| face.paint(painter));
        }
        art::bed(painter, (x, y));
    });
    if !face.fixed {
        painter.thing(place(square), (x, y), |painter| face.paint(painter));
    }
}

/// What is on a square, in words.
fn label(scene: &Scene<'_>, square: Square) -> String {
    let mut label = format!("row {}, column {}", square.row(), square.column());
    let treasure = scene.view.table.tiles[square.index()].treasure;
    if let Some(number) = treasure {
        let wanted = if scene.is_wanted(treasure) {
            "wanted "
        } else {
            ""
        };
        label.push_str(&format!(", {wanted}treasure {number}"));
    }
    if let Some(colour) = scene.home_on(square) {
        label.push_str(&format!(", {}'s start", colour.word()));
    }
    for pawn in scene.pawns_on(square) {
        label.push_str(&format!(", {} pawn", pawn.colour.word()));
    }
    label
}

/// A pawn stands in the middle of its tile, or in its own corner if the middle is taken.
fn stand(painter: &mut Painter<'_>, scene: &Scene<'_>, pawn: &Pawn) {
    let square = pawn.square;
    let treasure = scene.view.table.tiles[square.index()].treasure;
    let alone = scene.pawns_on(square).count() == 1;
    let (dx, dy) = match (alone && treasure.is_none(), pawn.colour) {
        (true, _) => (0.0, 0.0),
        (_, Colour::Yellow) => (-ASIDE, -ASIDE),
        (_, Colour::Red) => (ASIDE, -ASIDE),
        (_, Colour::Blue) => (ASIDE, ASIDE),
        (_, Colour::Green) => (-ASIDE, ASIDE),
    };
    let (x, y) = (middle(square.column()) + dx, middle(square.row()) + dy);
    painter.place(pawn_place(pawn), None, "", (x, y, 18.0), |_| {});
    painter.thing(pawn_place(pawn), (x, y), |painter| {
        art::pawn(painter, pawn.colour, (0.0, 0.0));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::laws::pictures;
    use parlour_core::{Game, Notation, Picks, Seat, Viewer, luck};

    use crate::rules::{Hand, Labyrinth, deal};

    fn dealt(players: u8) -> Labyrinth {
        deal(players, players, false, &mut luck::seeded(players.into()))
    }

    fn walking(players: u8) -> Labyrinth {
        let mut game = dealt(players);
        let chosen = game.read_move("N4 north").expect("a move");
        game.play(&chosen).expect("legal");
        game
    }

    fn painted(game: &Labyrinth, who: Viewer) -> picture::Scene {
        paint(&Scene::of(&game.view(who)), &Look::default())
    }

    #[test]
    fn a_picture_is_soon_sent() {
        for players in 1..=4 {
            for game in [dealt(players), walking(players)] {
                for who in [Viewer::All, Viewer::Seat(Seat(0))] {
                    let bytes = pictures::sent_bytes(&painted(&game, who).board);
                    assert!(bytes <= 3000, "{players} players: {bytes} bytes");
                }
            }
        }
    }

    #[test]
    fn what_can_be_picked_is_large_enough_for_a_finger_on_a_phone() {
        for game in [dealt(4), walking(4)] {
            let scene = painted(&game, Viewer::All);
            let panels = scene.panels.iter().map(|panel| &panel.picture);
            for picture in panels.chain([&scene.board]) {
                // A page draws panels to the scale of the board.
                let scale = 390.0 / scene.board.width;
                for spot in picture.spots.iter().filter(|spot| spot.pick.is_some()) {
                    let pixels = 2.0 * spot.reach * scale;
                    assert!(pixels >= 44.0, "{:?}: {pixels}", spot.place);
                }
            }
        }
    }

    #[test]
    fn every_place_says_what_is_there() {
        let mut game = dealt(2);
        let square = Square::all()
            .find(|square| game.table.tiles[square.index()].treasure.is_some())
            .expect("there are treasures");
        let treasure = game.table.tiles[square.index()]
            .treasure
            .expect("one is here");
        game.table.pawns[1].square = square;
        game.hands = vec![vec![treasure], Vec::new()];
        let scene = painted(&game, Viewer::All);
        let label = |place: Place| scene.board.spot(&place).map(|spot| spot.label.as_str());
        let (row, column) = (square.row(), square.column());
        let here = format!("row {row}, column {column}, wanted treasure {treasure}, red pawn");
        assert_eq!(label(place(square)), Some(here.as_str()));
        let home = Some("row 1, column 1, yellow's start, yellow pawn");
        assert_eq!(label(place(Colour::Yellow.home())), home);
        let slot = Slot::new(Direction::West, 4).expect("a slot");
        assert_eq!(label(slot_place(slot)), Some("from the west into row 4"));
    }

    #[test]
    fn a_picture_hides_what_its_viewer_does_not_know() {
        let game = dealt(3);
        let cards = |who| {
            let scene = painted(&game, who);
            let panels = scene
                .panels
                .into_iter()
                .filter(|panel| panel.name == "hand");
            let cards = |panel: picture::Panel| panel.picture.spots.len();
            panels.map(cards).collect::<Vec<_>>()
        };
        assert_eq!(cards(Viewer::All), [8, 8, 8]);
        assert_eq!(cards(Viewer::Seat(Seat(1))), [0, 8, 0]);
        assert_eq!(cards(Viewer::Public), [0, 0, 0]);
        // Two games that differ only in what is hidden look alike.
        let mut other = game.clone();
        other.hands.swap(0, 2);
        let seat = Viewer::Seat(Seat(1));
        assert_eq!(painted(&game, seat), painted(&other, seat));
        assert_ne!(painted(&game, Viewer::All), painted(&other, Viewer::All));
        let counts: Vec<usize> = game.view(seat).hands.iter().map(Hand::count).collect();
        assert_eq!(counts, [8, 8, 8]);
    }

    #[test]
    fn four_pawns_fit_on_a_tile_and_leave_its_treasure_in_sight() {
        let mut game = dealt(4);
        for pawn in &mut game.table.pawns {
            pawn.square = Square::new(4, 4).expect("on the board");
        }
        let scene = painted(&game, Viewer::Public);
        let things = scene.board.things.iter();
        let pawns: Vec<_> = things
            .filter(|thing| thing.place.as_str().len() > 3)
            .collect();
        assert_eq!(pawns.len(), 4);
        let centre = (middle(4), middle(4));
        for (index, pawn) in pawns.iter().enumerate() {
            assert!((pawn.x - centre.0).hypot(pawn.y - centre.1) > 1.8 * art::PAWN);
            assert!((pawn.x - centre.0).abs() + art::PAWN <= TILE / 2.0);
            for other in &pawns[..index] {
                assert!((pawn.x - other.x).hypot(pawn.y - other.y) > 2.0 * art::PAWN);
            }
        }
    }

    #[test]
    fn the_ways_that_can_be_walked_are_shown() {
        let game = walking(2);
        let scene = painted(&game, Viewer::Public);
        let whole = scene.board.document();
        let dotted = whole.matches("light-walk-").count();
        let kinds = 3;
        assert_eq!(dotted, game.table().reachable().len() + kinds);
        let picks = scene.spots().filter(|spot| spot.pick.is_some()).count();
        assert_eq!(picks, game.moves().len());
        let before = dealt(2);
        assert!(
            !painted(&before, Viewer::Public)
                .board
                .document()
                .contains("-walk-")
        );
    }

    #[test]
    fn each_way_in_which_the_extra_tile_can_lie_is_a_picture_to_tap() {
        let game = dealt(2);
        let scene = painted(&game, Viewer::Public);
        let panel = scene.panels.iter().find(|panel| panel.name == "extra");
        let spots = &panel.expect("the extra tile").picture.spots;
        let turned: Vec<_> = spots.iter().filter_map(|spot| spot.pick.clone()).collect();
        let mut picks: Vec<Pick> = Vec::new();
        for pick in game
            .moves()
            .iter()
            .filter_map(|chosen| game.picks(chosen).pop())
        {
            if !picks.contains(&pick) {
                picks.push(pick);
            }
        }
        assert_eq!(turned, picks);
    }
}
