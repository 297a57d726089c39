//! Laws about records, drawings and bots.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::bot::{Bot, BotInfo, Limits};
use crate::drawing::{DrawOptions, Room, Run, Signs};
use crate::game::{Seat, Step, Turn, Viewer};
use crate::luck::seeded;
use crate::names::check_name;
use crate::notation::Pick;
use crate::playable::Playable;
use crate::record::{Holds, Record, Save};

use super::damaged;
use super::play::points_into;

type Law = Result<(), TestCaseError>;

/// Names that a record must be able to hold, unless its format bars them.
const NAMES: [&str; 9] = [
    "Amy",
    "Bill",
    "J. Smith",
    "Zoë",
    "Mary Ann",
    "cannot move",
    "Smith, J",
    "wins!",
    "no: one",
];

fn record<G: Playable>(start: &G, steps: &[Step<G>], seed: u64) -> Record<G> {
    let takes = |name: &&str| check_name(name, G::NOT_IN_NAMES).is_ok();
    let names = NAMES.into_iter().filter(takes).map(str::to_owned);
    let first = seed as usize % names.clone().count();
    Record {
        names: names
            .cycle()
            .skip(first)
            .take(start.seats().into())
            .collect(),
        start: start.clone(),
        steps: steps.to_vec(),
        sealed: None,
    }
}

pub(super) fn a_record_replays<G: Playable>(
    start: &G,
    end: &G,
    is_over: bool,
    steps: &[Step<G>],
    seed: u64,
) -> Law {
    let record = record(start, steps, seed);
    let text = G::write_record(&record);
    prop_assert!(
        G::recognises(text.as_bytes()),
        "a record that is not recognised:\n{}",
        text
    );
    let reading = G::read_record(text.as_bytes());
    prop_assert_eq!(
        G::holds(text.as_bytes()),
        Holds::Game,
        "a record of a game is taken for a position:\n{}",
        text
    );
    prop_assert_eq!(
        is_over,
        reading.diagnostics.is_empty(),
        "finished records, and no others, are valid:\n{}\n{:?}",
        text,
        reading.diagnostics
    );
    prop_assert_eq!(
        !is_over,
        reading.unfinished,
        "a record that stops early is unfinished:\n{}",
        text
    );
    prop_assert_eq!(
        reading.spans.len(),
        steps.len(),
        "every step has a place:\n{}",
        text
    );
    let Some(read) = reading.record else {
        return Err(TestCaseError::fail(format!("nothing was read of\n{text}")));
    };
    prop_assert_eq!(
        &read,
        &record,
        "a record is read back as another game:\n{}",
        text
    );
    let mut state = read.start;
    for step in &read.steps {
        prop_assert_eq!(step.take(&mut state), Ok(()));
    }
    prop_assert_eq!(&state, end);
    Ok(())
}

/// A position saved on its own is read back on its own.
pub(super) fn a_save_is_read_back<G: Playable>(state: &G) -> Law {
    let Some(Save { text, .. }) = state.save() else {
        return Ok(());
    };
    let is_known = G::recognises(text.as_bytes()) && G::holds(text.as_bytes()) == Holds::Position;
    prop_assert!(is_known, "a saved position is not recognised:\n{}", text);
    let reading = G::read_record(text.as_bytes());
    prop_assert!(
        reading.diagnostics.is_empty() && !reading.unfinished,
        "a saved position is valid:\n{}\n{:?}",
        text,
        reading.diagnostics
    );
    let read = reading.record.map(|read| (read.start, read.steps));
    prop_assert_eq!(
        read,
        Some((state.clone(), Vec::new())),
        "another position is read back than was saved:\n{}",
        text
    );
    Ok(())
}

pub(super) fn views_have_texts<G: Playable>(state: &G, seed: u64) -> Law {
    let seats = Seat::all(state.seats()).map(Viewer::Seat);
    for who in seats.chain([Viewer::Public, Viewer::All]) {
        let view = state.view(who);
        let text = G::write_view(&view);
        prop_assert!(
            !text.is_empty() && !text.contains(char::is_control),
            "a view's text is not one line: {:?}",
            text
        );
        let read = match G::read_view(&text) {
            Ok(read) => read,
            Err(finding) => {
                return Err(TestCaseError::fail(format!(
                    "{text} cannot be read back: {finding:?}"
                )));
            }
        };
        prop_assert_eq!(&read, &view, "{} is read back as another view", text);
        // What looks the same is described in the same words.
        let other = G::imagine(&view, who, &mut seeded(seed));
        prop_assert_eq!(G::write_view(&other.view(who)), text);
    }
    Ok(())
}

/// A text that may be a view: if it is one, a matching state can be imagined.
pub(super) fn odd_views_are_refused<G: Playable>(state: &G, noise: &[u8], seed: u64) -> Law {
    let seats = Seat::all(state.seats()).map(Viewer::Seat);
    for who in seats.chain([Viewer::Public]) {
        let text = damaged(G::write_view(&state.view(who)).as_bytes(), noise);
        let text = String::from_utf8_lossy(&text);
        match G::read_view(&text) {
            Err(finding) => points_into(text.as_bytes(), &finding)?,
            Ok(view) => {
                let imagined = G::imagine(&view, who, &mut seeded(seed));
                let _ = imagined.moves();
            }
        }
    }
    Ok(())
}

pub(super) fn drawings_can_be_made<G: Playable>(state: &G) -> Law {
    let options = DrawOptions {
        coordinates: true,
        picks: true,
        map: true,
        ..DrawOptions::default()
    };
    let picks = |lines: &[Vec<Run>]| -> BTreeSet<Pick> {
        let runs = lines.iter().flatten();
        runs.filter_map(|run| run.pick.clone()).collect()
    };
    let seats = Seat::all(state.seats()).map(Viewer::Seat);
    for who in seats.chain([Viewer::Public, Viewer::All]) {
        let view = state.view(who);
        let sound = |run: &Run| !run.text.contains(char::is_control);
        for options in [DrawOptions::default(), options] {
            let Ok(small) = G::draw(&view, options) else {
                continue;
            };
            for run in small.lines.iter().flatten() {
                prop_assert!(sound(run), "a control character is drawn: {:?}", run);
            }
            // However large the board is, the same things can be picked.
            let rooms = [(1, 1), (37, 16), (56, 20), (90, 36), (160, 56)];
            let signs = rooms
                .into_iter()
                .zip(Signs::ALL.into_iter().cycle().skip(2));
            let blocks = rooms.into_iter().map(|room| (room, Signs::Blocks));
            for ((columns, lines), signs) in signs.chain(blocks) {
                let options = DrawOptions {
                    room: Some(Room { columns, lines }),
                    signs,
                    ..options
                };
                let Ok(large) = G::draw(&view, options) else {
                    continue;
                };
                if signs == Signs::Ascii {
                    let plain = large.clone().in_ascii().to_plain();
                    prop_assert!(!plain.contains('?'), "not in ASCII:\n{}", large.to_plain());
                }
                let panels = G::panels(&view, options);
                let beside = panels.into_iter().flat_map(|panel| panel.lines);
                let all: Vec<Vec<Run>> = large.lines.into_iter().chain(beside).collect();
                prop_assert!(all.iter().flatten().all(sound), "a control character");
                prop_assert_eq!(picks(&all), picks(&small.lines), "{}x{}", columns, lines);
            }
        }
    }
    Ok(())
}

/// The laws about bots, for bots made by name.
pub(super) fn bots_are_legal_and_repeatable<G: Playable>(
    state: &G,
    seed: u64,
    bots: &[BotInfo],
    bot: impl Fn(&str, u64) -> Option<Box<dyn Bot<G>>>,
) -> Law {
    prop_assert!(
        bot("no such bot", seed).is_none(),
        "a bot that is not listed"
    );
    let Turn::Seat(seat) = state.turn() else {
        return Ok(());
    };
    let view = state.view(Viewer::Seat(seat));
    let moves = state.moves();
    for info in bots {
        let advise = || {
            let bot = bot(info.name, seed);
            bot.map(|mut bot| bot.advise(seat, &view, &moves, &Limits::nodes(200)))
        };
        let Some(advice) = advise() else {
            return Err(TestCaseError::fail(format!("{} is not a bot", info.name)));
        };
        prop_assert!(
            moves.contains(&advice.best),
            "{} makes an illegal move: {:?}",
            info.name,
            advice
        );
        for (considered, _) in &advice.considered {
            prop_assert!(
                moves.contains(considered),
                "{} considers an illegal move: {:?}",
                info.name,
                advice
            );
        }
        prop_assert_eq!(Some(advice), advise(), "{} is not repeatable", info.name);
    }
    Ok(())
}

/// An evaluation is a probability, and those of two players add up to 1.
pub(super) fn estimates_are_chances<G: Playable>(state: &G) -> Law {
    let (Some(evaluate), None) = (G::EVALUATE, state.turn().outcome()) else {
        return Ok(());
    };
    let chances: Vec<f64> = Seat::all(state.seats())
        .filter_map(|seat| evaluate(state, seat))
        .collect();
    for chance in &chances {
        prop_assert!((0.0..=1.0).contains(chance), "{} is not a chance", chance);
    }
    prop_assert!(
        chances.is_empty() || chances.len() == usize::from(state.seats()),
        "the chances of some are known, those of others are not"
    );
    let sum: f64 = chances.iter().sum();
    prop_assert!(
        chances.len() != 2 || (sum - 1.0).abs() < 1e-6,
        "the chances of two add up to {}",
        sum
    );
    Ok(())
}

pub(super) fn odd_bytes_are_refused<G: Playable>(bytes: &[u8]) -> Law {
    let _ = G::recognises(bytes);
    let reading = G::read_record(bytes);
    prop_assert_eq!(
        &reading.diagnostics,
        &G::check_record(bytes),
        "reading and checking find different things"
    );
    for finding in &reading.diagnostics {
        points_into(bytes, finding)?;
    }
    for span in &reading.spans {
        prop_assert!(
            span.start <= span.end && span.end <= bytes.len(),
            "a step's place is outside of the file"
        );
    }
    // Whatever could be read is a legal game.
    if let Some(record) = reading.record {
        let mut state = record.start;
        for step in &record.steps {
            prop_assert_eq!(
                step.take(&mut state),
                Ok(()),
                "a step that was read is illegal: {:?}",
                step
            );
        }
    }
    Ok(())
}

pub(super) fn damaged_records_are_refused<G: Playable>(
    start: &G,
    steps: &[Step<G>],
    noise: &[u8],
) -> Law {
    let text = G::write_record(&record(start, steps, noise.len() as u64));
    odd_bytes_are_refused::<G>(&damaged(text.as_bytes(), noise))
}
