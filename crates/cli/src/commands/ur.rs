//! `parlour ur`: what the game's document names and no common command covers.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use parlour_ur::{read_turns, winner as winner_of};

use crate::files;
use crate::output::{Invalid, stdout};

pub(crate) fn winner(file: &Path) -> Result<ExitCode> {
    let text = files::read_text(file)?;
    let name = files::shown_name(file);
    let turns = read_turns(&text).map_err(|finding| Invalid::one(name, &text, finding))?;
    let mut out = stdout();
    match winner_of(&turns)? {
        Some(player) => writeln!(out, "{player}")?,
        None => writeln!(out, "nobody yet")?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
