//! The full-screen terminal program: choose a game, play it, explore records.
//!
//! It is written against the catalogue, and knows no game by name: boards are
//! drawings whose runs stand for picks, moves are paths of picks, forms are
//! lists of setup options.
//!
//! The state of the program is an [`App`]. Events change it, and it is drawn;
//! neither needs a terminal, so tests need none. [`run`] connects it to one.
#![forbid(unsafe_code)]

mod app;
mod board;
mod branches;
mod choices;
mod entry;
mod event;
mod fault;
mod graphics;
mod list;
mod look;
mod oklab;
mod page;
mod pages;
mod picture;
mod preferences;
mod sample;
mod screen;
mod stage;
mod store;
mod summary;
mod terminal;
mod theme;
mod work;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use parlour_core::{Budget, GameEntry};
use parlour_host::World;

pub use app::{App, Wanted};
pub use choices::{last_kinds, remember_kinds};
pub use event::{Event, Ticket, Work};
pub use graphics::{Cell, Paint, Pixels, Rasteriser, Shown};
pub use look::{Colours, Look};
pub use pages::table::Sitting;
pub use screen::wrapped;
pub use store::{Autosave, Unfinished, game_of, keep_seal, left, sealed_seed};
pub use summary::of_file as summary_of;
pub use terminal::run;
pub use theme::{Theme, is_light_terminal};

/// What to begin with.
#[derive(Debug)]
pub enum Start {
    /// The menu.
    Menu,
    /// A game at the table.
    Play(Box<Sitting>),
    /// The form of a game, unless an unfinished one is to be continued.
    Ask(&'static dyn GameEntry),
    /// The guided first game of a game.
    Learn(&'static dyn GameEntry),
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

/// Writes a file atomically, or says why it could not.
pub type Writer = fn(&Path, &[u8]) -> Result<(), String>;

/// The settings at the start of the program.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What the terminal can show.
    pub look: Look,
    /// How long bots think about a move.
    pub time: Duration,
    /// How long a bot looks at each position of a record for mistakes; `None`
    /// to skip that.
    pub look_at_records: Option<Duration>,
    /// Makes luck repeatable.
    pub seed: Option<u64>,
    /// Where unfinished games and records are kept.
    pub data: PathBuf,
    /// Where bots and their computed files come from.
    pub world: World,
    /// The current folder.
    pub folder: PathBuf,
    /// How saves are written.
    pub write: Writer,
    /// Pieces move visibly from square to square.
    pub motion: bool,
    /// Offer a guided first game when a game is chosen for the first time.
    pub offer_lessons: bool,
    /// Makes pixels of boards, for terminals that show pictures.
    pub rasteriser: Option<Rasteriser>,
    /// The time zone for displayed times.
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

    /// A seed for a new game: the given one, or a secret one.
    pub(crate) fn fresh_seed(&self, now: Instant) -> u64 {
        use std::hash::{BuildHasher, RandomState};
        self.seed
            .unwrap_or_else(|| RandomState::new().hash_one(now))
    }
}
