//! The one list of games. A sixth game is a folder under `games/` and one line
//! in the catalogue below.
#![forbid(unsafe_code)]

use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use parlour_core::{Entry, GameEntry, GameInfo, Playable, did_you_mean};
use parlour_search::common;

/// Something to do with every game and its types.
pub trait Visitor {
    /// Does it with `G`.
    fn game<G: Playable>(&mut self);
}

/// Makes everything of the one list.
macro_rules! catalogue {
    ($($game:ty),* $(,)?) => {
        static GAMES: &[&dyn GameEntry] = &[$(&Entry::<$game>::with(common())),*];

        /// Shows every game to a visitor.
        pub fn each(visitor: &mut impl Visitor) {
            $(visitor.game::<$game>();)*
        }
    };
}

catalogue![
    parlour_gridlock::Grid,
    parlour_ur::Ur,
    parlour_ships::Ships,
    parlour_labyrinth::Labyrinth,
    parlour_ploy::Ploy,
];

/// Games that a program has besides those of the list.
static ADDED: Mutex<Vec<&'static dyn GameEntry>> = Mutex::new(Vec::new());

/// Adds a game, before the catalogue is first looked at: a program of its own
/// begins with this.
pub fn add(game: &'static dyn GameEntry) {
    ADDED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(game);
}

/// All games.
#[must_use]
pub fn games() -> &'static [&'static dyn GameEntry] {
    static ALL: OnceLock<Vec<&'static dyn GameEntry>> = OnceLock::new();
    ALL.get_or_init(|| {
        let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
        GAMES.iter().chain(added.iter()).copied().collect()
    })
}

/// The game of that id.
#[must_use]
pub fn game(id: &str) -> Option<&'static dyn GameEntry> {
    games().iter().copied().find(|game| game.info().id == id)
}

/// The id that was probably meant.
#[must_use]
pub fn nearest_id(id: &str) -> Option<&'static str> {
    did_you_mean(id, games().iter().map(|game| game.info().id))
}

/// The game that a file belongs to: by the ending of its name if that is
/// known, else by how it begins.
#[must_use]
pub fn game_of_file(extension: Option<&str>, head: &[u8]) -> Option<&'static dyn GameEntry> {
    let mut games = games().iter().copied();
    let by_name = games
        .clone()
        .find(|game| extension == Some(game.info().extension));
    by_name.or_else(|| games.find(|game| game.recognises(head)))
}

/// The other game whose files end like this one.
#[must_use]
pub fn other_owner(path: &Path, game: &dyn GameEntry) -> Option<GameInfo> {
    let extension = path.extension()?.to_str()?;
    let mut infos = games().iter().map(|game| game.info());
    infos.find(|info| info.extension == extension && info.id != game.info().id)
}
