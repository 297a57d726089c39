//! `parlour ur`: what the game's document names and no common command covers.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use parlour_core::Diagnostic;
use parlour_ur::{OddPair, Pair, PairFault, judged, read_pairs};
use serde::Serialize;

use crate::args::{Seed, UrSetup};
use crate::commands::verbs;
use crate::data;
use crate::files;
use crate::output::{self, Colour, Invalid, print_json, stderr, stdout};

/// How many odd pairs are reported one by one: nobody reads more.
const MOST_TOLD: usize = 1000;

pub(crate) fn winner(file: &Path, colour: Colour) -> Result<ExitCode> {
    let text = files::read_text(file)?;
    let name = files::shown_name(file);
    let pairs = read_pairs(&text).map_err(|bad| Invalid::one(name.clone(), &text, bad))?;
    let turns: Vec<_> = pairs.iter().map(|pair| pair.turn).collect();
    let (winner, odd) = judged(&turns);
    let told = odd.iter().take(MOST_TOLD);
    let findings = told.map(|odd| notice(odd, &pairs[odd.index])).collect();
    output::remark(name, text.as_str(), findings, colour)?;
    if odd.len() > MOST_TOLD {
        writeln!(stderr(), "... and {} more", odd.len() - MOST_TOLD)?;
    }
    let mut out = stdout();
    match winner {
        Some(player) => writeln!(out, "{player}")?,
        None => writeln!(out, "nobody yet")?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The notice about a pair that did not move a piece.
fn notice(odd: &OddPair, pair: &Pair) -> Diagnostic {
    let (code, label) = match odd.fault {
        PairFault::Illegal(_) => ("illegal-move", "skipped: it changes nothing"),
        PairFault::NoSuchRoll(_) => ("bad-roll", "nothing can move, so the turn passes"),
    };
    Diagnostic::notice(code, pair.span.clone(), odd.to_string()).label(label)
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
        .context("perfect play is not available yet")?;
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
