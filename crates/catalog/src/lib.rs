//! The one list of games. A sixth game is a folder under `games/` and one line
//! in [`each`].
#![forbid(unsafe_code)]

use parlour_core::{Entry, GameEntry, Playable, did_you_mean};

/// Something to do with every game and its types.
pub trait Visitor {
    /// Does it with `G`.
    fn game<G: Playable>(&mut self);
}

/// Shows every game to a visitor.
pub fn each(visitor: &mut impl Visitor) {
    visitor.game::<parlour_gridlock::Grid>();
    visitor.game::<parlour_ur::Ur>();
    visitor.game::<parlour_ships::Ships>();
    visitor.game::<parlour_labyrinth::Labyrinth>();
    visitor.game::<parlour_ploy::Ploy>();
}

/// All games.
#[must_use]
pub fn games() -> Vec<Box<dyn GameEntry>> {
    struct Entries(Vec<Box<dyn GameEntry>>);
    impl Visitor for Entries {
        fn game<G: Playable>(&mut self) {
            self.0.push(Box::new(Entry::<G>::new()));
        }
    }
    let mut entries = Entries(Vec::new());
    each(&mut entries);
    entries.0
}

/// The game of that id.
#[must_use]
pub fn game(id: &str) -> Option<Box<dyn GameEntry>> {
    games().into_iter().find(|game| game.info().id == id)
}

/// The id that was probably meant.
#[must_use]
pub fn nearest_id(id: &str) -> Option<&'static str> {
    did_you_mean(id, games().iter().map(|game| game.info().id))
}

/// The game that a file belongs to: by the ending of its name if that is
/// known, else by how it begins.
#[must_use]
pub fn game_of_file(extension: Option<&str>, head: &[u8]) -> Option<Box<dyn GameEntry>> {
    let by_name = games()
        .into_iter()
        .find(|game| extension == Some(game.info().extension));
    by_name.or_else(|| games().into_iter().find(|game| game.recognises(head)))
}
