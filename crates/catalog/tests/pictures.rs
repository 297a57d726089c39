//! What a web page and a phone need of every game's pictures.

use std::collections::BTreeSet;

use parlour_catalog::games;
use parlour_core::laws::pictures::sent_bytes;
use parlour_core::luck::seeded;
use parlour_core::picture::{Caption, Frame, Look, Paints, Theme};
use parlour_core::{GameEntry, Pick, Position, SetupValues, Turn, Viewer, below};

/// The width of a phone, in points.
const PHONE: f32 = 390.0;
/// The size of a fingertip, in points.
const FINGER: f32 = 44.0;
/// A board of nine squares side by side, of which 390 points leave at most 43 for each, and what
/// they have in a frame with their names.
const NARROW: [(&str, f32); 1] = [("ploy", 41.0)];
/// The most bytes of a picture of the usual size, compressed.
const MOST_BYTES: usize = 3_000;

/// Positions of a random game in its usual setup, from its start on.
fn positions(game: &dyn GameEntry) -> Vec<Box<dyn Position>> {
    positions_of(game, &SetupValues::default())
}

fn positions_of(game: &dyn GameEntry, setup: &SetupValues) -> Vec<Box<dyn Position>> {
    let mut luck = seeded(11);
    let start = game.start(setup, &mut luck);
    let mut position = start.expect("the usual setup");
    let mut positions = vec![position.clone()];
    for _ in 0..100 {
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

/// The usual setup, for every number of players.
fn usual_setups(game: &dyn GameEntry) -> Vec<SetupValues> {
    let options = game.options().iter();
    let players = options.filter(|option| option.name == "players");
    let counts = players.flat_map(|option| option.examples).map(|count| {
        let mut setup = SetupValues::default();
        setup.set("players", *count);
        setup
    });
    counts.chain([SetupValues::default()]).collect()
}

/// Whole pictures, as `parlour draw --last` writes them.
#[test]
fn files_are_light() {
    for game in games() {
        let id = game.info().id;
        for setup in usual_setups(*game) {
            for pair in positions_of(*game, &setup).windows(2) {
                let (before, after) = (&*pair[0], &*pair[1]);
                for who in [Viewer::All, after.turn().viewer()] {
                    for theme in Theme::ALL {
                        let motions = before.motions(after, who);
                        let look = Look {
                            paints: Paints::Fixed(theme),
                            last: &motions,
                            ..Look::default()
                        };
                        let names = ["Amy", "Bill", "Cleo", "Dan"].map(str::to_owned);
                        let names = &names[..usize::from(after.seats())];
                        let frame = Frame {
                            caption: Caption::With("Amy has done something worth telling.".into()),
                            ..Frame::of(after, game.info().title, names)
                        };
                        let scene = after.paint(who, &look).expect("a small board");
                        let bytes = sent_bytes(&scene.framed(&look, &frame));
                        let text = after.text();
                        assert!(bytes < MOST_BYTES, "{id}, {who:?}: {bytes} bytes, {text}");
                    }
                }
            }
        }
    }
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
            }
            for (picked, can) in choices(&*position) {
                let look = Look {
                    paints: Paints::Variables,
                    picked: &picked,
                    can: &can,
                    ..Look::default()
                };
                let scene = position.paint(position.turn().viewer(), &look);
                let scene = scene.expect("a small board");
                // A page draws panels to the scale of the board.
                let points = PHONE / scene.board.width;
                for spot in scene.spots().filter(|spot| spot.pick.is_some()) {
                    let narrow = NARROW.iter().find(|(narrow, _)| *narrow == id);
                    let narrow = narrow.filter(|_| scene.board.spot(&spot.place).is_some());
                    let finger = narrow.map_or(FINGER, |(_, size)| *size);
                    let size = 2.0 * spot.reach * points;
                    assert!(
                        size > finger - 0.01,
                        "{id}: {size} points at {}",
                        spot.label
                    );
                }
            }
        }
    }
}

/// What has been picked and what can be picked next, on the way to a move.
fn choices(position: &dyn Position) -> Vec<(Vec<Pick>, Vec<Pick>)> {
    let paths = position.picks();
    let Some(path) = paths.get(paths.len() / 2) else {
        return Vec::new();
    };
    let choices = (0..path.len()).map(|taken| {
        let picked = &path[..taken];
        let open = paths.iter().filter(|path| path.starts_with(picked));
        let can: BTreeSet<&Pick> = open.filter_map(|path| path.get(taken)).collect();
        (picked.to_vec(), can.into_iter().cloned().collect())
    });
    choices.collect()
}

/// The last move is marked on the board of every game.
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
