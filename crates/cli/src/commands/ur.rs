//! `parlour ur`: what the game's document names and no common command covers.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use parlour_ur::{read_turns, winner as winner_of};
use serde::Serialize;

use crate::args::{Seed, UrSetup};
use crate::commands::verbs;
use crate::data;
use crate::files;
use crate::output::{Invalid, print_json, stdout};

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

#[derive(Serialize)]
struct RosetteLine {
    square: u8,
    landings: f64,
    throw: f64,
    place: f64,
}

pub(crate) fn rosettes(setup: &UrSetup, games: u32, seed: &Seed, json: bool) -> Result<ExitCode> {
    let seed = seed.seed.unwrap_or_else(verbs::fresh_seed);
    let found = parlour_ur::rosettes(setup.pieces, setup.exact_home, games, seed, data::tables())
        .context("there is no perfect play yet")?;
    let mut out = stdout();
    if !json {
        writeln!(out, "square  landings a game  throw    place")?;
    }
    for rosette in found {
        let line = RosetteLine {
            square: rosette.square.number(),
            landings: rosette.landings,
            throw: rosette.throw,
            place: rosette.place,
        };
        if json {
            print_json(&mut out, &line)?;
        } else {
            let RosetteLine {
                square,
                landings,
                throw,
                place,
            } = line;
            writeln!(
                out,
                "{square:<6}  {landings:<15.2}  {throw:+.4}  {place:+.4}"
            )?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
