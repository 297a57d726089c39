//! `parlour puzzle`

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use parlour_core::learn::{AnyPuzzles, Puzzle, shipped};
use parlour_core::{DrawOptions, GameEntry, Limits, Position};
use parlour_host::{Judged, PuzzleSession};
use serde::Serialize;

use crate::args::Puzzles;
use crate::commands::gridlock::stop_by_ctrl_c;
use crate::commands::learning::board;
use crate::commands::verbs;
use crate::console::{Bar, Console};
use crate::data;
use crate::files;
use crate::output::{Colour, print_json, stdout};
use crate::report;

#[derive(Serialize)]
struct PuzzleLine<'a> {
    game: &'a str,
    seed: u64,
    task: &'a str,
    position: String,
    right: &'a [String],
}

const HELP: &str = "\
Type a move, or:
  hint         a right move
  why          how the best moves compare
  next         another puzzle
  board        the board again
  quit         leave";

pub(crate) fn run(wanted: &Puzzles, colour: Colour) -> Result<ExitCode> {
    let game = files::game(&wanted.game.game)?;
    let puzzles = game.puzzles();
    let puzzles = puzzles.with_context(|| format!("{} has no puzzles", game.info().title))?;
    let console = Console::new();
    let asks = console.interactive && wanted.count.is_none() && !wanted.json.json;
    if asks {
        return Session {
            game,
            puzzles,
            wanted,
            console,
            colour,
            next: wanted.seed.seed,
        }
        .run();
    }
    let stop = stop_by_ctrl_c()?;
    let first = wanted.seed.seed.unwrap_or_else(verbs::fresh_seed);
    let mut out = stdout();
    for number in 0..wanted.count.unwrap_or(1) {
        let seed = first.wrapping_add(number);
        let puzzle = make(puzzles, seed, wanted, &stop)?;
        if wanted.json.json {
            let line = PuzzleLine {
                game: game.info().id,
                seed,
                task: puzzles.task(),
                position: in_a_line(&*puzzle.position),
                right: &puzzle.right,
            };
            print_json(&mut out, &line)?;
        } else {
            writeln!(out, "{seed}\t{}", in_a_line(&*puzzle.position))?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A position's text in one line: some have a line for every part.
fn in_a_line(position: &dyn Position) -> String {
    position.text().trim_end().replace('\n', " ")
}

fn make(
    puzzles: &dyn AnyPuzzles,
    seed: u64,
    wanted: &Puzzles,
    stop: &Arc<AtomicBool>,
) -> Result<Puzzle> {
    let limits = Limits {
        stop: Arc::clone(stop),
        ..Limits::time(wanted.time)
    };
    let bar = Bar::endless("looking for a puzzle");
    let told = &mut |tried| bar.say(format!("looking for a puzzle, {tried} positions"));
    let puzzle = puzzles.make(seed, data::tables(), &limits, told);
    drop(bar);
    match puzzle {
        Some(puzzle) => Ok(puzzle),
        None => bail!("no puzzle {seed} was found in time: try another --seed, or a longer --time"),
    }
}

/// Puzzles at the prompt, one after the other.
struct Session<'a> {
    game: &'static dyn GameEntry,
    puzzles: &'static dyn AnyPuzzles,
    wanted: &'a Puzzles,
    console: Console,
    colour: Colour,
    /// The number of the next puzzle; without one, any that comes with the program.
    next: Option<u64>,
}

enum Then {
    Next,
    Leave,
}

impl Session<'_> {
    fn run(mut self) -> Result<ExitCode> {
        loop {
            let (seed, position) = self.puzzle()?;
            let session =
                PuzzleSession::new(self.game, position).context("the game has puzzles")?;
            self.console.say(&format!("Puzzle {seed}"))?;
            match self.ask(session)? {
                Then::Next => self.next = self.next.map(|seed| seed.wrapping_add(1)),
                Then::Leave => return Ok(ExitCode::SUCCESS),
            }
        }
    }

    fn puzzle(&self) -> Result<(u64, Box<dyn Position>)> {
        if let Some(seed) = self.next {
            let stop = Arc::new(AtomicBool::new(false));
            let puzzle = make(self.puzzles, seed, self.wanted, &stop)?;
            return Ok((seed, puzzle.position));
        }
        let known: Vec<_> = shipped(self.puzzles.shipped()).collect();
        let any = verbs::fresh_seed() as usize % known.len().max(1);
        let chosen = known.get(any).context("no puzzle comes with this game")?;
        Ok((chosen.seed, chosen.position(self.game)?))
    }

    fn ask(&mut self, mut session: PuzzleSession) -> Result<Then> {
        self.show(&session)?;
        loop {
            let prompt = match session.is_solved() {
                true => "Solved. Enter for the next one, or quit > ",
                false => "Your move > ",
            };
            let Some(answer) = self.console.ask(prompt)? else {
                return Ok(Then::Leave);
            };
            match &*answer.to_lowercase() {
                "quit" | "exit" | "q" => return Ok(Then::Leave),
                "next" => return Ok(Then::Next),
                "" if session.is_solved() => return Ok(Then::Next),
                "" => {}
                "help" | "h" | "?" => self.console.say(HELP)?,
                "board" => self.show(&session)?,
                _ if session.is_solved() => self.console.say("It is solved already.")?,
                "hint" => {
                    self.judge(&mut session)?;
                    let hint = session.hint().map(|step| session.position().write(step));
                    self.console.say(&hint.unwrap_or_default())?;
                }
                "why" => {
                    self.judge(&mut session)?;
                    self.console.say(&session.why().unwrap_or_default())?;
                }
                _ => self.answer(&mut session, &answer)?,
            }
        }
    }

    fn answer(&mut self, session: &mut PuzzleSession, text: &str) -> Result<()> {
        self.judge(session)?;
        let why = session.why();
        match session.play(text) {
            Ok(Judged::Right(words)) => {
                self.console.say(&words)?;
                self.show(session)?;
            }
            Ok(Judged::Solved(words)) => {
                self.console.say(&words)?;
                self.console.say(&why.unwrap_or_default())?;
            }
            Ok(Judged::Wrong(words)) => self.console.say(&words)?,
            Err(finding) => {
                let colour = self.colour.on_stdout();
                let told = report::render("move", text.as_bytes(), &finding, colour);
                self.console.show(&told)?;
            }
        }
        Ok(())
    }

    fn judge(&self, session: &mut PuzzleSession) -> Result<()> {
        let waiting = self.console.while_waiting("judging ...")?;
        let is_judged = session.judge(data::tables(), &Limits::default());
        drop(waiting);
        match is_judged {
            true => Ok(()),
            false => bail!("the solver cannot judge this position"),
        }
    }

    fn show(&mut self, session: &PuzzleSession) -> Result<()> {
        let last = session.played().trace();
        let options = DrawOptions {
            coordinates: true,
            last: &last,
            ..DrawOptions::default()
        };
        let position = session.position();
        let picture = board(
            position,
            session.viewer(),
            options,
            self.wanted.ascii,
            self.colour,
        )?;
        self.console.show(&picture)?;
        self.console.say(session.task())?;
        Ok(())
    }
}
