//! The record format of a game without one of its own: the game's id in capitals, the version of
//! the format, the players, the start position, one step per line in the game's texts, and the
//! result.
//!
//! ```text
//! RACE
//! Version: 1.
//! Players: Amy, Bill.
//! Start: 1-1 __ 0-0 a ?.
//! roll 1
//! move 0
//! roll 2
//! move 1
//! Amy wins!
//! ```

use std::fmt::Write as _;
use std::marker::PhantomData;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, did_you_mean, quoted};
use crate::game::{Odds, Outcome, Turn};
use crate::playable::Playable;
use crate::position::{read_step, write_step};
use crate::record::Record;
use crate::stall::Stall;

use super::body::key;
use super::{
    Body, Ending, EndingHelp, Format, Header, Heading, Lines, Standing, Words, because, odd_space,
    seated_names,
};

/// What to say about a wrong ending.
const HELP: EndingHelp = EndingHelp {
    not_over: "leave this line out to continue later",
    not_drawn: "leave this line out to continue later",
    wins: "is the winner",
};

/// The version of the format, which a file may leave out.
const VERSION: u32 = 1;

const VERSION_LINE: usize = 1;
const PLAYERS: usize = 2;
const START: usize = 3;

/// The first line of a file.
pub(crate) fn title<G: Playable>() -> String {
    G::INFO.id.to_ascii_uppercase()
}

/// Writes a record. One that stops early is written without an ending.
pub(crate) fn write<G: Playable>(record: &Record<G>) -> String {
    let mut text = format!(
        "{}\nVersion: {VERSION}.\nPlayers: {}.\nStart: {}.\n",
        title::<G>(),
        record.names.join(", "),
        record.start.write_position()
    );
    let mut state = record.start.clone();
    let mut stall = Stall::new();
    let mut see = |state: &G| stall.see(state.progress()?, state.clone());
    let mut stalled = see(&state);
    for step in &record.steps {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", write_step(&state, step));
        // What follows an illegal step was never played.
        if step.take(&mut state).is_err() {
            break;
        }
        stalled = see(&state);
    }
    match state.turn() {
        Turn::Over(Outcome::Win(winner)) => {
            let _ = writeln!(text, "{} wins!", record.names[winner.index()]);
        }
        Turn::Over(Outcome::Draw) => text.push_str("Draw.\n"),
        _ if stalled.is_some() => text.push_str("Draw.\n"),
        Turn::Seat(_) | Turn::Chance => {}
    }
    text
}

/// The format.
pub(crate) struct Plain<G>(PhantomData<G>);

/// A line after the headers.
pub(crate) enum Line<'t> {
    /// Anything else is meant to be a step.
    Step(&'t str),
    Ending(Ending<'t>),
}

impl<G: Playable> Format for Plain<G> {
    type Game = G;
    type Line<'t> = Line<'t>;

    const HEADERS: &'static [Header<'static>] = &[
        // The title depends on the game.
        Header::title("", "missing-title"),
        Header::VERSION,
        Header::PLAYERS,
        Header::needed("Start", "missing-start", "Start: POSITION."),
    ];

    const WORDS: Words = Words {
        steps: "steps",
        record: "a record",
        step: "a step is written as it is typed, one on a line",
        ending: "a record ends with `Amy wins!` or `Draw.`",
        last: "the ending",
    };

    fn begin(lines: &mut Lines<'_>) -> Option<(Self, Heading<G>)> {
        let title = title::<G>();
        let mut headers = Self::HEADERS.to_vec();
        headers[0] = Header::title(&title, "missing-title");
        let mut names = Vec::new();
        let mut start: Option<G> = None;
        let mut places = lines.headers(
            &headers,
            |text| Ending::of(text).is_some(),
            |header, value| {
                match header {
                    VERSION_LINE => value.version(VERSION)?,
                    PLAYERS => names = value.players(G::INFO.seats, G::NOT_IN_NAMES)?,
                    START => start = Some(value.position()?),
                    _ => {}
                }
                Ok(())
            },
        )?;
        let players_line = places[PLAYERS].take();
        let names = seated_names(lines, names, &start, &players_line, &places[START]);
        let heading = Heading {
            names,
            players_line,
            certain: start.is_some(),
            start,
        };
        Some((Plain(PhantomData), heading))
    }

    fn shape<'t>(&self, body: &Body<'_, G>, text: &'t str) -> Option<Line<'t>> {
        if let Some(ending) = Ending::of(text) {
            return Some(Line::Ending(ending));
        }
        let is_step = match (body.standing(), body.sure()) {
            (Standing::Playing, Some(state)) => read_step(state, text).is_ok(),
            // In doubt and after the end, steps cannot be parsed.
            _ => odd_space(text).is_none() && key(text).is_none() && Ending::slip(text).is_none(),
        };
        is_step.then_some(Line::Step(text))
    }

    fn judge(&mut self, body: &mut Body<'_, G>, line: &Range<usize>, _: &str, said: Line<'_>) {
        match said {
            Line::Ending(ending) => body.judge_ending(line, ending, &HELP),
            Line::Step(text) => {
                if self.admit(body, line, None).is_some()
                    && let Some(state) = body.sure()
                    && let Ok(step) = read_step(state, text)
                {
                    body.take(step, line.clone());
                }
            }
        }
    }

    fn slip(&self, body: &Body<'_, G>, text: &str) -> Option<Diagnostic> {
        Ending::slip(text).or_else(|| {
            let state = body.sure().filter(|_| key(text).is_none())?;
            let mut finding = read_step(state, text).err()?;
            if let Some(meant) = meant(state, text) {
                finding.help = Some(format!("did you mean `{meant}`?").into());
            } else if finding.help.is_none() {
                finding.help = example(body, state).map(Into::into);
            }
            Some(finding)
        })
    }

    fn salvage(&mut self, body: &mut Body<'_, G>, line: &Range<usize>, text: &str) -> bool {
        let step = body.sure().and_then(|state| {
            let text = meant(state, text)?;
            read_step(state, &text).ok()
        });
        match step {
            Some(step) => {
                body.take(step, line.clone());
                true
            }
            None => false,
        }
    }

    fn after_the_end(&mut self, body: &Body<'_, G>, step: &Range<usize>) -> Diagnostic {
        let help = match body.standing() {
            Standing::Won(winner) => {
                format!(
                    "the line {} should be here",
                    body.winners_line(winner.index())
                )
            }
            Standing::Drawn(why) => because::<G>(why, "the line `Draw.` should be here"),
            Standing::Doubt | Standing::Playing => Self::WORDS.ending.to_owned(),
        };
        let message = "a step after the end of the game";
        Diagnostic::error("game-already-over", step.clone(), message)
            .also_where(&body.last, "the game ended with this step")
            .help(help)
    }

    fn unsaid(&self, body: &Body<'_, G>, standing: Standing) -> (String, String) {
        body.missing_result(standing)
    }
}

/// The texts of all possible steps, if they can be listed.
fn steps<G: Playable>(state: &G) -> Vec<String> {
    match (state.turn(), state.odds()) {
        (Turn::Seat(_), _) => {
            let moves = state.moves();
            moves
                .iter()
                .map(|chosen| state.write_move(chosen))
                .collect()
        }
        (Turn::Chance, Odds::Listed(outcomes)) => outcomes
            .iter()
            .map(|(outcome, _)| state.write_chance(outcome))
            .collect(),
        _ => Vec::new(),
    }
}

/// The legal step that a text was probably meant to be.
fn meant<G: Playable>(state: &G, text: &str) -> Option<String> {
    let steps = steps(state);
    did_you_mean(text, steps.iter().map(String::as_str)).map(str::to_owned)
}

/// A sentence saying whose turn it is, with an example of a step.
fn example<G: Playable>(body: &Body<'_, G>, state: &G) -> Option<String> {
    let step = steps(state).into_iter().next()?;
    Some(match state.turn() {
        Turn::Seat(seat) => {
            let name = body.names.get(seat.index()).cloned();
            let name = name.unwrap_or_else(|| state.seat_name(seat).into_owned());
            format!("{} is to move, for example `{step}`", quoted(&name))
        }
        _ => format!("a throw or deal comes next, for example `{step}`"),
    })
}
