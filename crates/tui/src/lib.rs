//! The full-screen terminal program: choose a game, play it, explore records.
//!
//! It is written against the catalogue, and knows no game by name: boards are
//! drawings whose runs stand for picks, moves are paths of picks, forms are
//! lists of setup options.
//!
//! The state of the program is an [`App`]. Events change it, and it is drawn;
//! neither needs a terminal, so tests need none. [`run`] connects it with one.
#![forbid(unsafe_code)]

mod app;
mod board;
mod branches;
mod choices;
mod entry;
mod event;
mod fault;
mod list;
mod look;
mod page;
mod pages;
mod picture;
mod screen;
mod stage;
mod store;
mod summary;
mod terminal;
mod work;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use parlour_core::{Budget, GameEntry};
use parlour_host::World;

pub use app::{App, Wanted};
pub use choices::{last_kinds, remember_kinds};
pub use event::{Event, Ticket, Work};
pub use look::{Colours, Look};
pub use pages::table::Sitting;
pub use screen::wrapped;
pub use store::{Autosave, Unfinished, game_of, left};
pub use summary::of_file as summary_of;
pub use terminal::run;

/// What to begin with.
pub enum Start {
    /// The menu.
    Menu,
    /// A game at the table.
    Play(Box<Sitting>),
    /// The form of a game, unless one of its kind was left unfinished and is to
    /// be continued.
    Ask(&'static dyn GameEntry),
    /// The content of a file.
    File {
        /// What it is called.
        path: PathBuf,
        /// What is in it.
        bytes: Vec<u8>,
        /// The game that it is of.
        game: &'static dyn GameEntry,
    },
}

/// Writes a file all at once, and says why it could not.
pub type Writer = fn(&Path, &[u8]) -> Result<(), String>;

/// What the program is told when it starts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What the terminal can show.
    pub look: Look,
    /// How long bots think about a move.
    pub time: Duration,
    /// How long a bot looks at each position of a record for mistakes; not at
    /// all where there is no time.
    pub look_at_records: Option<Duration>,
    /// Makes luck repeatable.
    pub seed: Option<u64>,
    /// Where unfinished games and records are kept.
    pub data: PathBuf,
    /// Where bots and their computed files come from.
    pub world: World,
    /// Where the player is.
    pub folder: PathBuf,
    /// How saves are written.
    pub write: Writer,
    /// Where times are told.
    pub zone: TimeZone,
}

impl Settings {
    /// How long bots may think about a move.
    pub(crate) fn budget(&self) -> Budget {
        Budget {
            time: Some(self.time),
            ..Budget::default()
        }
    }

    /// A seed for a new game: the one that was given, or one that nobody
    /// knows.
    pub(crate) fn fresh_seed(&self, now: Instant) -> u64 {
        use std::hash::{BuildHasher, RandomState};
        self.seed
            .unwrap_or_else(|| RandomState::new().hash_one(now))
    }
}
