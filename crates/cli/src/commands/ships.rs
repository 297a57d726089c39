//! `parlour ships`: what the game's document names and no common command covers.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use parlour_ships::{feedback as answer, read_fleet};

use crate::output::{Invalid, stdout};

pub(crate) fn feedback(target: &str, guess: &str) -> Result<ExitCode> {
    let [target, guess] = [("target", target), ("guess", guess)]
        .map(|(name, text)| read_fleet(text).map_err(|finding| Invalid::one(name, text, finding)));
    let mut out = stdout();
    writeln!(out, "{}", answer(target?, guess?))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
