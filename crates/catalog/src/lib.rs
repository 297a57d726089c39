//! The one list of games. A sixth game is a folder under `games/` and one line
//! in the catalogue below.
//!
//! ```
//! let ids: Vec<&str> = parlour_catalog::games().iter().map(|game| game.info().id).collect();
//! assert_eq!(ids, ["gridlock", "ur", "ships", "labyrinth", "ploy"]);
//!
//! let ur = parlour_catalog::game("ur").expect("it is in the list");
//! let position = ur.read_position("7/-/0 7/-/0 red 4")?;
//! assert_eq!(position.moves().len(), 1);
//!
//! let game = parlour_catalog::game_of_file(None, b"PLOY\nPlayers: Amy, Bill.\n");
//! assert_eq!(game.map(|game| game.info().title), Some("Ploy"));
//! # Ok::<(), parlour_core::Diagnostic>(())
//! ```
#![forbid(unsafe_code)]

use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use parlour_core::{Encoder, Entry, GameEntry, GameInfo, Playable, did_you_mean};
use parlour_search::common;

/// Something to do with every game and its types.
///
/// # Examples
///
/// ```
/// use parlour_catalog::{Visitor, each};
/// use parlour_core::Playable;
///
/// struct Titles(Vec<&'static str>);
///
/// impl Visitor for Titles {
///     fn game<G: Playable>(&mut self) {
///         self.0.push(G::INFO.title);
///     }
/// }
///
/// let mut titles = Titles(Vec::new());
/// each(&mut titles);
/// assert_eq!(titles.0.len(), 5);
/// ```
pub trait Visitor {
    /// Does it with `G`.
    fn game<G: Playable>(&mut self);
}

/// Generates everything from the one list.
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

/// Games that a program adds to the list.
static ADDED: Mutex<Vec<&'static dyn GameEntry>> = Mutex::new(Vec::new());

/// Adds a game, before the catalogue is first used: a program with its own
/// games begins with this.
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

/// The encoder of the game of that id, one of the list.
#[must_use]
pub fn encoder(id: &str) -> Option<&'static dyn Encoder> {
    struct Find<'a>(&'a str, Option<&'static dyn Encoder>);
    impl Visitor for Find<'_> {
        fn game<G: Playable>(&mut self) {
            if G::INFO.id == self.0 {
                self.1 = G::ENCODER;
            }
        }
    }
    let mut find = Find(id, None);
    each(&mut find);
    find.1
}

/// The id that was probably meant.
#[must_use]
pub fn nearest_id(id: &str) -> Option<&'static str> {
    did_you_mean(id, games().iter().map(|game| game.info().id))
}

/// The game that a file belongs to: by the extension of its name if that is
/// known, else by how it begins.
#[must_use]
pub fn game_of_file(extension: Option<&str>, head: &[u8]) -> Option<&'static dyn GameEntry> {
    let mut games = games().iter().copied();
    let by_name = games
        .clone()
        .find(|game| extension == Some(game.info().extension));
    by_name.or_else(|| games.find(|game| game.recognises(head)))
}

/// The other game whose files have this extension.
#[must_use]
pub fn other_owner(path: &Path, game: &dyn GameEntry) -> Option<GameInfo> {
    let extension = path.extension()?.to_str()?;
    let mut infos = games().iter().map(|game| game.info());
    infos.find(|info| info.extension == extension && info.id != game.info().id)
}
