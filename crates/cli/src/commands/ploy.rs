//! `parlour ploy`: what the game's document names and no common command covers,
//! and the lab of its engine.

mod lab;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use parlour_core::{Bots, Diagnostic, Game, Limits, quoted};
use parlour_ploy::{Move, Player, Ploy, Pos, build_board, possible_moves, read_cell};

use crate::args::Ploy as Command;
use crate::commands::verbs::fresh_seed;
use crate::data;
use crate::output::{Invalid, stdout};

/// How long the bot thinks about its one move.
const TIME: Duration = Duration::from_secs(2);

pub(crate) fn run(command: &Command) -> Result<ExitCode> {
    match command {
        Command::Line { start, end } => line(start, end),
        Command::Reach { square, piece } => reach(square, piece),
        Command::Bot { fen, player, all } => {
            // A caller that wants nothing may still pass its third word.
            let wants_all = all.as_deref().is_some_and(|word| !word.is_empty());
            bot(fen, player, wants_all)
        }
        Command::Tune(tune) => lab::tune(tune),
        Command::Survey(survey) => lab::survey(survey),
        Command::Tactics { count, seed } => lab::tactics(*count, *seed),
    }
}

fn line(start: &str, end: &str) -> Result<ExitCode> {
    let squares = parlour_ploy::line(pos(start)?, pos(end)?)?;
    print_joined(&squares, "", " ", "")
}

fn reach(square: &str, piece: &str) -> Result<ExitCode> {
    let pos = pos(square)?;
    let cell = read_cell(piece).map_err(|finding| Invalid::one("piece", piece, finding))?;
    let mut out = stdout();
    for chosen in possible_moves(pos, cell) {
        writeln!(out, "{chosen}")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn bot(fen: &str, player: &str, all: bool) -> Result<ExitCode> {
    let board = build_board(fen).map_err(|finding| Invalid::one("board", fen, finding))?;
    let mover = if player == "w" {
        Player::White
    } else {
        Player::Black
    };
    let ploy = Ploy::at(board, mover);
    let moves = ploy.moves();
    if all {
        return print_joined(&moves, "[", ",", "]");
    }
    let strongest = Ploy::BOTS.last().map_or("random", |bot| bot.name);
    let Some(mut bot) =
        Ploy::bot(strongest, fresh_seed(), data::tables()).filter(|_| !moves.is_empty())
    else {
        bail!("the game is over: there is no move to make");
    };
    let advice = bot.advise(mover.seat(), &ploy, &moves, &Limits::time(TIME));
    print_joined(&[advice.best] as &[Move], "", "", "")
}

/// The square of that name.
fn pos(name: &str) -> Result<Pos> {
    Pos::named(name).ok_or_else(|| {
        let message = format!("{} is not a square", quoted(name));
        let finding = Diagnostic::error("bad-square", 0..name.len(), message)
            .help("squares are a1 to i9, column first");
        Invalid::one("square", name, finding).into()
    })
}

fn print_joined(
    things: &[impl ToString],
    open: &str,
    between: &str,
    close: &str,
) -> Result<ExitCode> {
    let texts: Vec<String> = things.iter().map(ToString::to_string).collect();
    let mut out = stdout();
    writeln!(out, "{open}{}{close}", texts.join(between))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
