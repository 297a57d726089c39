//! Laws about rules, texts, views, picks and symmetry.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::diagnostic::Diagnostic;
use crate::game::{Game, Odds, Seat, Step, Turn, Viewer};
use crate::luck::seeded;
use crate::notation::{Notation, Picks};
use crate::setup::{Configure, SetupValues};
use crate::symmetry::{Imagine, Symmetric};

use super::{Past, damaged, hash_of, pick};

type Law = Result<(), TestCaseError>;

/// The most steps of one kind checked in one position.
const MOST: usize = 12;

/// How many earlier decisions and outcomes are tried in one position.
const RECENT: usize = 2;

pub(super) fn defaults_are_what_is_meant_without_values<G: Configure>() {
    let mut defaults = SetupValues::new();
    for option in G::OPTIONS {
        defaults.set(option.name, option.default);
    }
    let start =
        |values: &SetupValues| G::start(values, &mut seeded(1)).expect("defaults can be played");
    assert_eq!(
        start(&SetupValues::new()),
        start(&defaults),
        "the defaults said are not the defaults used"
    );
}

pub(super) fn moves_are_what_play_accepts<G: Notation>(past: &Past<'_, G>) -> Law {
    let state = past.state();
    let moves = state.moves();
    prop_assert_eq!(
        matches!(state.turn(), Turn::Seat(_)),
        !moves.is_empty(),
        "moves exist exactly when a seat is to move"
    );
    let texts: HashSet<String> = moves
        .iter()
        .map(|chosen| state.write_move(chosen))
        .collect();
    prop_assert_eq!(texts.len(), moves.len(), "a move is listed twice");
    for chosen in &moves {
        let played = state.clone().play(chosen);
        prop_assert!(played.is_ok(), "{:?} is listed, but {:?}", chosen, played);
    }
    // What was legal before is a good guess at what looks legal but is not.
    // Chance events in between had no moves.
    let mut decisions = past
        .states
        .iter()
        .filter(|earlier| matches!(earlier.turn(), Turn::Seat(_)));
    let first = decisions.next();
    for other in first.into_iter().chain(decisions.rev().take(RECENT)) {
        // Compared by their texts, for lists of moves may be long.
        for chosen in other
            .moves()
            .iter()
            .filter(|chosen| !texts.contains(&state.write_move(chosen)))
        {
            let mut unchanged = state.clone();
            prop_assert!(
                unchanged.play(chosen).is_err(),
                "{:?} is accepted, but not listed",
                chosen
            );
            prop_assert_eq!(&unchanged, state, "a refused move changed the state");
        }
    }
    Ok(())
}

pub(super) fn chances_are_sound<G: Notation>(past: &Past<'_, G>, seed: u64) -> Law {
    let state = past.state();
    let odds = state.odds();
    let drawn = odds.sample(&mut seeded(seed));
    prop_assert_eq!(
        state.turn() == Turn::Chance,
        drawn.is_some(),
        "chance events have odds, and nothing else has"
    );
    let mut outcomes: Vec<G::Chance> = drawn.into_iter().collect();
    if let Odds::Listed(listed) = odds {
        let mut texts = HashSet::new();
        for (outcome, weight) in listed {
            prop_assert!(weight > 0, "{:?} is listed, but never happens", outcome);
            prop_assert!(
                texts.insert(state.write_chance(&outcome)),
                "{:?} is listed twice",
                outcome
            );
            outcomes.push(outcome);
        }
    }
    for outcome in &outcomes {
        let resolved = state.clone().resolve(outcome);
        prop_assert!(
            resolved.is_ok(),
            "{:?} may happen, but {:?}",
            outcome,
            resolved
        );
        let text = state.write_chance(outcome);
        prop_assert_eq!(
            state.read_chance(&text).ok(),
            Some(outcome.clone()),
            "{} is read back as another outcome",
            text
        );
    }
    if state.turn() != Turn::Chance {
        let earlier = past.steps.iter().rev().filter_map(|step| match step {
            Step::Chance(outcome) => Some(outcome),
            Step::Move(_) => None,
        });
        for outcome in earlier.take(RECENT) {
            let mut unchanged = state.clone();
            prop_assert!(
                unchanged.resolve(outcome).is_err(),
                "{:?} happens when no chance event is due",
                outcome
            );
            prop_assert_eq!(&unchanged, state, "a refused outcome changed the state");
        }
    }
    Ok(())
}

pub(super) fn texts_round_trip<G: Notation>(state: &G) -> Law {
    let text = state.write_position();
    let read = match G::read_position(&text) {
        Ok(read) => read,
        Err(finding) => {
            return Err(TestCaseError::fail(format!(
                "{text} cannot be read back: {finding:?}"
            )));
        }
    };
    prop_assert_eq!(&read, state, "{} is read back as something else", text);
    prop_assert_eq!(
        hash_of(&read),
        hash_of(state),
        "equal states hash differently"
    );
    for chosen in state.moves() {
        let text = state.write_move(&chosen);
        let described = state.describe_move(&chosen, Viewer::All);
        prop_assert!(
            !described.is_empty() && !described.contains(char::is_control),
            "{} is described as {:?}",
            text,
            described
        );
        prop_assert_eq!(
            state.read_move(&text).ok(),
            Some(chosen),
            "{} is read back as another move",
            text
        );
    }
    let names: HashSet<_> = Seat::all(state.seats())
        .map(|seat| state.seat_name(seat))
        .collect();
    prop_assert_eq!(
        names.len(),
        usize::from(state.seats()),
        "seats share a name"
    );
    Ok(())
}

pub(super) fn looks_decide_moves<G: Imagine + Notation>(state: &G, seed: u64) -> Law {
    let viewers = Seat::all(state.seats())
        .map(Viewer::Seat)
        .chain([Viewer::Public, Viewer::All]);
    for who in viewers {
        let view = state.view(who);
        let imagined = G::imagine(&view, who, &mut seeded(seed));
        prop_assert_eq!(
            &imagined.view(who),
            &view,
            "an imagined state does not look like the view"
        );
        prop_assert_eq!(imagined.turn(), state.turn(), "whose turn it is, is public");
        let text = imagined.write_position();
        prop_assert!(
            G::read_position(&text).is_ok_and(|read| read == imagined),
            "{} is imagined, but no position",
            text
        );
        if state.turn() == Turn::Seat(seat_of(who)) {
            prop_assert_eq!(
                imagined.moves(),
                state.moves(),
                "the moves depend on what the mover cannot see"
            );
        }
    }
    Ok(())
}

/// Two moves that leave a viewer with the same view are described to that
/// viewer in the same words.
pub(super) fn words_tell_no_more_than_looks<G: Notation>(state: &G) -> Law {
    let viewers = Seat::all(state.seats())
        .map(Viewer::Seat)
        .chain([Viewer::Public]);
    let moves = state.moves();
    for who in viewers {
        let mut seen: Vec<(G::View, String)> = Vec::new();
        for chosen in moves.iter().take(MOST) {
            let mut after = state.clone();
            if after.play(chosen).is_err() {
                continue;
            }
            let view = after.view(who);
            let words = state.describe_move(chosen, who);
            match seen.iter().find(|(other, _)| *other == view) {
                Some((_, others)) => {
                    prop_assert_eq!(others, &words, "{:?} is told more than they see", who);
                }
                None => seen.push((view, words)),
            }
        }
    }
    Ok(())
}

/// The seat of a viewer, or a seat that no table has.
fn seat_of(who: Viewer) -> Seat {
    match who {
        Viewer::Seat(seat) => seat,
        Viewer::Public | Viewer::All => Seat(u8::MAX),
    }
}

pub(super) fn symmetry_commutes_with_play<G: Symmetric>(state: &G, seed: u64) -> Law {
    let moves = state.moves();
    for symmetry in state.symmetries() {
        let mapped = state.map(&symmetry);
        prop_assert_eq!(
            mapped.moves().len(),
            moves.len(),
            "{:?} changes how many moves there are",
            symmetry
        );
        for chosen in moves.iter().take(MOST) {
            let mut played = state.clone();
            let mut mapped_first = mapped.clone();
            let image = state.map_move(&symmetry, chosen);
            let both = (played.play(chosen), mapped_first.play(&image));
            prop_assert_eq!(
                both,
                (Ok(()), Ok(())),
                "{:?} maps {:?} to {:?}",
                symmetry,
                chosen,
                image
            );
            prop_assert_eq!(
                played.map(&symmetry),
                mapped_first,
                "{:?} does not commute with {:?}",
                symmetry,
                chosen
            );
        }
        let (odds, mapped_odds) = (state.odds(), mapped.odds());
        let outcomes: Vec<G::Chance> = match &odds {
            Odds::Listed(listed) => listed.iter().map(|(outcome, _)| outcome.clone()).collect(),
            Odds::Sampled(_) => odds.sample(&mut seeded(seed)).into_iter().collect(),
        };
        for outcome in &outcomes {
            let mut resolved = state.clone();
            let mut mapped_first = mapped.clone();
            let image = state.map_chance(&symmetry, outcome);
            let both = (resolved.resolve(outcome), mapped_first.resolve(&image));
            prop_assert_eq!(
                both,
                (Ok(()), Ok(())),
                "{:?} maps {:?} to {:?}",
                symmetry,
                outcome,
                image
            );
            prop_assert_eq!(
                resolved.map(&symmetry),
                mapped_first,
                "{:?} does not commute with {:?}",
                symmetry,
                outcome
            );
            prop_assert_eq!(
                weight(&odds, outcome),
                weight(&mapped_odds, &image),
                "{:?} makes {:?} more or less likely",
                symmetry,
                outcome
            );
        }
    }
    Ok(())
}

/// The weight of an outcome, if outcomes are listed.
fn weight<C: PartialEq>(odds: &Odds<C>, outcome: &C) -> Option<u32> {
    match odds {
        Odds::Listed(listed) => listed
            .iter()
            .find_map(|(other, weight)| (other == outcome).then_some(*weight)),
        Odds::Sampled(_) => None,
    }
}

pub(super) fn picks_tell_moves_apart<G: Picks>(state: &G) -> Law {
    let mut paths: Vec<_> = state
        .moves()
        .iter()
        .map(|chosen| state.picks(chosen))
        .collect();
    paths.sort();
    for pair in paths.windows(2) {
        prop_assert!(
            !pair[1].starts_with(&pair[0]),
            "{:?} begins like {:?}",
            pair[1],
            pair[0]
        );
    }
    prop_assert!(
        paths.iter().all(|path| !path.is_empty()),
        "a move without picks"
    );
    Ok(())
}

pub(super) fn odd_values_are_refused<G: Configure>(text: &str) -> Law {
    for option in G::OPTIONS {
        for value in [
            text,
            "",
            "99999999999999999999",
            "18446744073709551615x2",
            "-1",
        ] {
            let mut values = SetupValues::new();
            values.set(option.name, value);
            // Whether it can be played is up to the game, which must say so.
            drop(G::start(&values, &mut seeded(0)));
        }
    }
    Ok(())
}

pub(super) fn odd_texts_are_refused<G: Notation>(state: &G, text: &str, noise: &[u8]) -> Law {
    odd_position::<G>(text)?;
    odd_step(state, text)?;
    let position = damaged(state.write_position().as_bytes(), noise);
    odd_position::<G>(&String::from_utf8_lossy(&position))?;
    let moves = state.moves();
    if !moves.is_empty() {
        let chosen = &moves[pick(noise.len() as u64, moves.len())];
        let chosen = damaged(state.write_move(chosen).as_bytes(), noise);
        odd_step(state, &String::from_utf8_lossy(&chosen))?;
    }
    if let Some(outcome) = state.odds().sample(&mut seeded(noise.len() as u64)) {
        let outcome = damaged(state.write_chance(&outcome).as_bytes(), noise);
        odd_step(state, &String::from_utf8_lossy(&outcome))?;
    }
    Ok(())
}

/// Steps that are almost legal: another number, another letter.
pub(super) fn near_misses_are_refused<G: Notation>(state: &G, seed: u64) -> Law {
    let moves = state.moves();
    let chosen = moves.get(pick(seed, moves.len()));
    let chosen = chosen.map(|chosen| state.write_move(chosen));
    let outcome = state.odds().sample(&mut seeded(seed));
    let outcome = outcome.map(|outcome| state.write_chance(&outcome));
    for text in chosen.into_iter().chain(outcome) {
        for (place, byte) in text.bytes().enumerate() {
            for near in [byte.wrapping_sub(1), byte.wrapping_add(1)] {
                let mut miss = text.clone().into_bytes();
                miss[place] = near;
                odd_step(state, &String::from_utf8_lossy(&miss))?;
            }
        }
    }
    Ok(())
}

/// A text that may be a position: if it is, there is only one way to write it.
fn odd_position<G: Notation>(text: &str) -> Law {
    match G::read_position(text) {
        Err(finding) => points_into(text.as_bytes(), &finding),
        Ok(state) => {
            let written = state.write_position();
            let again = G::read_position(&written).map(|again| again.write_position());
            prop_assert_eq!(
                again.ok(),
                Some(written),
                "{} is read as a position without a text",
                text
            );
            Ok(())
        }
    }
}

/// A text that may be a step: if it is one, it is legal or refused, and only
/// listed moves are legal.
fn odd_step<G: Notation>(state: &G, text: &str) -> Law {
    match state.read_move(text) {
        Err(finding) => points_into(text.as_bytes(), &finding)?,
        Ok(chosen) => listed_or_refused(state, &chosen, text)?,
    }
    match state.read_chance(text) {
        Err(finding) => points_into(text.as_bytes(), &finding),
        Ok(outcome) => due_or_refused(state, &outcome, text),
    }
}

/// Only listed moves are legal, and a refused one changes nothing.
pub(super) fn listed_or_refused<G: Game>(state: &G, chosen: &G::Move, text: &str) -> Law {
    let listed = state.moves().contains(chosen);
    let mut after = state.clone();
    let accepted = after.play(chosen).is_ok();
    prop_assert_eq!(listed, accepted, "{} is accepted, but not listed", text);
    prop_assert!(
        accepted || after == *state,
        "a refused move changed the state: {}",
        text
    );
    Ok(())
}

/// Outcomes are accepted at chance events only, and a refused one changes nothing.
pub(super) fn due_or_refused<G: Game>(state: &G, outcome: &G::Chance, text: &str) -> Law {
    let mut after = state.clone();
    let accepted = after.resolve(outcome).is_ok();
    prop_assert!(
        !accepted || state.turn() == Turn::Chance,
        "{} happens when no chance event is due",
        text
    );
    prop_assert!(
        accepted || after == *state,
        "a refused outcome changed the state: {}",
        text
    );
    Ok(())
}

/// A finding's spans lie within its text.
pub(super) fn points_into(text: &[u8], finding: &Diagnostic) -> Law {
    for label in std::iter::once(&finding.at).chain(&finding.also) {
        let span = &label.span;
        prop_assert!(
            span.start <= span.end && span.end <= text.len(),
            "{:?} points outside of {} bytes",
            finding,
            text.len()
        );
    }
    Ok(())
}
