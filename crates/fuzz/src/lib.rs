//! What no input may break: one target for every format and every text that comes
//! from outside, each with the laws that hold for whatever it is given. A law that
//! does not hold is a panic.
//!
//! `fuzz/` has cargo-fuzz look for inputs that break one; the program of this crate
//! does so without it, on the stable toolchain: see `fuzz/README.md`.
#![forbid(unsafe_code)]

mod mutate;
mod play;
mod texts;

use std::io;
use std::path::{Path, PathBuf};

pub use mutate::Mutator;

/// Something that takes any bytes.
#[derive(Clone, Copy)]
pub struct Target {
    /// What it is called, and the folder of its seeds.
    pub name: &'static str,
    /// Tries an input, and panics where a law does not hold.
    pub run: fn(&[u8]),
}

/// All of them. Those for positions, moves, views and JSON take the id of a game on
/// the first line.
pub const TARGETS: [Target; 13] = [
    target("record_gridlock", |bytes| texts::record("gridlock", bytes)),
    target("record_ur", |bytes| texts::record("ur", bytes)),
    target("record_ships", |bytes| texts::record("ships", bytes)),
    target("record_labyrinth", |bytes| {
        texts::record("labyrinth", bytes)
    }),
    target("record_ploy", |bytes| texts::record("ploy", bytes)),
    target("kept", texts::kept),
    target("results", texts::results),
    target("position", texts::position),
    target("move", texts::step),
    target("view", texts::view),
    target("json", texts::json),
    target("protocol", texts::protocol),
    target("host", play::host),
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
    pub fn seeds(&self) -> io::Result<Vec<Vec<u8>>> {
        let entries: Result<Vec<_>, _> = std::fs::read_dir(self.folder())?.collect();
        let mut paths: Vec<PathBuf> = entries?.iter().map(std::fs::DirEntry::path).collect();
        paths.sort();
        paths.iter().map(std::fs::read).collect()
    }
}
