//! `parlour games`

use std::io::Write;
use std::ops::RangeInclusive;
use std::process::ExitCode;

use anyhow::Result;
use parlour_core::Offer;
use serde::Serialize;

use crate::output::{print_json, stdout};

#[derive(Serialize)]
struct GameLine {
    id: &'static str,
    title: &'static str,
    seats: Seats,
    extension: &'static str,
    summary: &'static str,
    /// From the weakest to the strongest.
    bots: Vec<&'static str>,
    opponents: Vec<Opponent>,
}

/// An opponent that every game offers, and the bot that it stands for.
#[derive(Serialize)]
struct Opponent {
    name: &'static str,
    bot: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
struct Seats {
    min: u8,
    max: u8,
}

pub(crate) fn run(json: bool) -> Result<ExitCode> {
    let mut out = stdout();
    for game in parlour_catalog::games() {
        let info = game.info();
        if json {
            let line = GameLine {
                id: info.id,
                title: info.title,
                seats: Seats {
                    min: *info.seats.start(),
                    max: *info.seats.end(),
                },
                extension: info.extension,
                summary: info.summary,
                bots: game.bots().iter().map(|bot| bot.name).collect(),
                opponents: game.offers().into_iter().map(opponent).collect(),
            };
            print_json(&mut out, &line)?;
        } else {
            writeln!(
                out,
                "{:<10} {:<22} {:>3} players  .{:<10} {}",
                info.id,
                info.title,
                count(&info.seats),
                info.extension,
                info.summary
            )?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn opponent(Offer { name, bot }: Offer) -> Opponent {
    Opponent {
        name,
        bot: bot.name,
        summary: bot.summary,
    }
}

/// `2`, or `1-4`.
fn count(seats: &RangeInclusive<u8>) -> String {
    match (seats.start(), seats.end()) {
        (min, max) if min == max => min.to_string(),
        (min, max) => format!("{min}-{max}"),
    }
}
