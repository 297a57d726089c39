//! Fuzz targets: one for every format and every text that comes from outside, each with laws that
//! hold for any input. A broken law is a panic.
//!
//! In `fuzz/`, cargo-fuzz looks for inputs that break one; the program of this crate does so
//! without it, on the stable toolchain: see `fuzz/README.md`.
#![forbid(unsafe_code)]

mod files;
/// The example of a whole game, whose records have the default format. Its crate comes with the
/// whole program; here the game is enough.
#[allow(unreachable_pub, reason = "it is a crate's root elsewhere")]
#[path = "../../../examples/four-in-a-row/src/lib.rs"]
mod four_in_a_row;
mod mutate;
mod play;
mod texts;

use std::io;
use std::path::{Path, PathBuf};

pub use mutate::Mutator;

/// Something that takes any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// What it is called, and the folder of its seeds.
    pub name: &'static str,
    /// Tries an input, and panics if a law does not hold.
    pub run: fn(&[u8]),
}

/// All targets. Those for positions, moves, views and JSON take the id of a game on the first line.
pub const TARGETS: [Target; 20] = [
    target("record_gridlock", |bytes| texts::record("gridlock", bytes)),
    target("record_ur", |bytes| texts::record("ur", bytes)),
    target("record_ships", |bytes| texts::record("ships", bytes)),
    target("record_labyrinth", |bytes| {
        texts::record("labyrinth", bytes)
    }),
    target("record_ploy", |bytes| texts::record("ploy", bytes)),
    target("record_default", texts::default_record),
    target("kept", texts::kept),
    target("results", texts::results),
    target("position", texts::position),
    target("move", texts::step),
    target("view", texts::view),
    target("json", texts::json),
    target("protocol", texts::protocol),
    target("host", play::host),
    target("import_labyrinth", files::import_labyrinth),
    target("table_ur", files::table_ur),
    target("table_ploy", files::table_ploy),
    target("journal", files::journal),
    target("backup", files::backup),
    target("page", play::page),
];

const fn target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run }
}

impl Target {
    /// The target of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Target> {
        TARGETS.into_iter().find(|target| target.name == name)
    }

    /// The folder of its seeds.
    fn folder(&self) -> PathBuf {
        let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
        fuzz.join("seeds").join(self.name)
    }

    /// The inputs to begin with.
    ///
    /// # Errors
    ///
    /// The folder of seeds cannot be read.
    pub fn seeds(&self) -> io::Result<Vec<Vec<u8>>> {
        let entries: Result<Vec<_>, _> = std::fs::read_dir(self.folder())?.collect();
        let mut paths: Vec<PathBuf> = entries?.iter().map(std::fs::DirEntry::path).collect();
        paths.sort();
        paths.iter().map(std::fs::read).collect()
    }
}
