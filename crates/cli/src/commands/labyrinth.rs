//! What only Labyrinth has.

use std::process::ExitCode;

use anyhow::{Context, Result};
use parlour_labyrinth::{Dialect, read_save, write_save};

use crate::args::Import;
use crate::files;
use crate::output::{Invalid, print};

/// Prints a game of another dialect in canonical writing.
pub(crate) fn import(import: &Import) -> Result<ExitCode> {
    let name = files::shown_name(&import.file);
    let bytes = files::read(&import.file).with_context(|| format!("cannot read {name}"))?;
    let dialect = Dialect {
        zero_based: import.zero_based,
        closed_side: import.closed_side,
    };
    match read_save(&bytes, dialect) {
        (Some(labyrinth), _) => print(write_save(&labyrinth).as_bytes()),
        (None, findings) => Err(Invalid {
            name,
            text: bytes,
            findings,
        }
        .into()),
    }
}
