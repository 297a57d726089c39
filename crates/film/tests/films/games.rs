//! Games to make films of.

use parlour_catalog::games;
use parlour_core::{AnyRecord, GameEntry, Match, SetupValues, Turn, below, luck};

/// A game of random moves, as long as it takes or as many steps as are wanted.
pub(crate) fn random_game(entry: &dyn GameEntry, seed: u64, most: usize) -> AnyRecord {
    let mut luck = luck::seeded(seed);
    let start = entry
        .start(&SetupValues::new(), &mut luck)
        .expect("the usual setup");
    let names = ["Amélie", "Βασίλης", "Łukasz", "Юрий"];
    let names = names.iter().take(start.seats().into());
    let mut played = Match::new(start, names.map(|name| (*name).to_owned()).collect());
    for _ in 0..most {
        let position = played.position();
        let step = match position.turn() {
            Turn::Over(_) => break,
            Turn::Chance => position.draw_lot(&mut luck),
            Turn::Seat(_) => {
                let count = position.moves().len() as u64;
                let index = below(&mut luck, count).expect("a move");
                position.move_at(index as usize)
            }
        };
        let step = step.expect("a step");
        played.take(step).expect("a legal step");
        if played.result().is_some() {
            break;
        }
    }
    played.record()
}

/// Something for every game.
pub(crate) fn each(mut test: impl FnMut(&'static dyn GameEntry)) {
    for entry in games() {
        test(*entry);
    }
}
