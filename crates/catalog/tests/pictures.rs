//! What a page and a phone need of every game's pictures.

use parlour_catalog::games;
use parlour_core::laws::pictures::sent_bytes;
use parlour_core::luck::seeded;
use parlour_core::picture::{Look, Paints, Theme};
use parlour_core::{Position, SetupValues, Turn, Viewer, below};

/// A phone is so many points wide.
const PHONE: f32 = 390.0;
/// A fingertip needs so many points. Ploy has nine columns and a frame, which leave it 41.
const FINGER: f32 = 41.0;
/// A picture of the usual size has at most so many bytes when it is sent.
const MOST_BYTES: usize = 3_000;

/// Positions of a random game in its usual setup, from its start on.
fn positions(game: &dyn parlour_core::GameEntry) -> Vec<Box<dyn Position>> {
    let mut luck = seeded(11);
    let start = game.start(&SetupValues::default(), &mut luck);
    let mut position = start.expect("the usual setup");
    let mut positions = vec![position.clone()];
    for _ in 0..40 {
        let step = match position.turn() {
            Turn::Over(_) => break,
            Turn::Chance => position.draw_lot(&mut luck),
            Turn::Seat(_) => {
                let count = position.picks().len() as u64;
                below(&mut luck, count).and_then(|index| position.move_at(index as usize))
            }
        };
        position.take(&step.expect("a step")).expect("a legal one");
        positions.push(position.clone());
    }
    positions
}

#[test]
fn pictures_are_light_and_what_can_be_picked_is_large_enough_for_a_finger() {
    for game in games() {
        let id = game.info().id;
        for position in positions(*game) {
            for paints in [Paints::Fixed(Theme::Dark), Paints::Variables] {
                let look = Look {
                    paints,
                    ..Look::default()
                };
                let who = position.turn().viewer();
                let scene = position.paint(who, &look).expect("a small board");
                let bytes = sent_bytes(&scene.board);
                assert!(
                    bytes <= MOST_BYTES,
                    "{id}: {bytes} bytes, {}",
                    position.text()
                );
                let points = PHONE / scene.board.width;
                for spot in scene.board.spots.iter().filter(|spot| spot.pick.is_some()) {
                    let size = 2.0 * spot.reach * points;
                    assert!(size >= FINGER, "{id}: {size} points at {}", spot.label);
                }
            }
        }
    }
}

/// What moved last is marked on the board of every game.
#[test]
fn the_last_move_is_marked() {
    for game in games() {
        let id = game.info().id;
        let positions = positions(*game);
        let mut marked = 0;
        for pair in positions.windows(2) {
            let motions = pair[0].motions(&*pair[1], Viewer::All);
            let plain = pair[1].paint(Viewer::All, &Look::default());
            let look = Look {
                last: &motions,
                ..Look::default()
            };
            let with = pair[1].paint(Viewer::All, &look).expect("a small board");
            if with.board != plain.expect("a small board").board {
                marked += 1;
            }
        }
        // A throw of dice moves nothing on the board.
        assert!(2 * marked >= positions.len() - 1, "{id}: {marked}");
    }
}
