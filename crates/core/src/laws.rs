//! The laws that every game obeys, as a property-based test kit.
//!
//! [`hold_for`] plays random games from random setups and checks every law at
//! every position; proptest shrinks a failure to a short game. A game's crate
//! runs it in one line, and the catalogue's tests run it for all games.
//!
//! * `moves` lists exactly what `play` accepts, each move once; a finished game
//!   has none; a refused step changes nothing.
//! * Chances are positive, distinct and accepted, and only at chance events.
//! * Texts of positions, moves and outcomes round-trip; hashes agree with
//!   equality.
//! * Positions that look the same to the seat to move offer it the same moves;
//!   an imagined position is a position like any other; the description of a
//!   move reveals no more than the view.
//! * A view's text is one line, and is read back as the same view.
//! * Symmetry, if a game has any, commutes with play and keeps the odds:
//!   [`of_symmetry`], for games that implement [`Symmetric`].
//! * No path of picks is a prefix of another.
//! * Pictures are sound documents in every theme, for every viewer; every pick of a move has a
//!   place that is a button with a label, and motions begin and end at such places.
//! * Colours that mean different things can be told apart with any colour vision:
//!   [`colours::hold_for`].
//! * A record replays to the same position; a saved position is read back.
//! * JSON of positions, moves, outcomes, records, advice and findings round-trips, and so does that
//!   of views for every viewer; a view's JSON reveals no more than the view; JSON that is almost right is
//!   refused, or read as something sound.
//! * Bots answer with legal moves, the same ones for the same seed; so do the
//!   bots that can play any game: [`of_bots`].
//! * Numbers of moves are unique and lead back to the moves, the mask marks the legal ones, sizes
//!   are constant throughout a game, and positions that look the same to a seat have the same
//!   observation.
//! * An evaluation is a chance of winning.
//! * Arbitrary texts, bytes and option values give an error, never a panic, and
//!   errors point into the text.

pub mod colours;
mod encode;
mod files;
#[cfg(feature = "serde")]
mod json;
pub mod pictures;
mod play;
pub mod records;

use std::collections::hash_map::DefaultHasher;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use crate::bot::CommonBots;
use crate::game::{Game, Step, Turn, below};
use crate::luck::seeded;
use crate::notation::{Notation, Picks};
use crate::playable::Playable;
use crate::setup::{Configure, SetupValues};
use crate::stall::{Stall, Stalled};
use crate::symmetry::{Imagine, Symmetric};
use crate::tables::Tables;

/// Checks all laws.
///
/// # Panics
/// If one is broken, with the shortest game that shows it.
pub fn hold_for<G: Playable>() {
    of_play::<G>();
    of_files::<G>();
    colours::hold_for::<G>();
    of_encoding::<G>();
    #[cfg(feature = "serde")]
    of_json::<G>();
}

/// Checks the laws about rules, texts, views and picks.
///
/// # Panics
/// If one is broken.
pub fn of_play<G>()
where
    G: Configure + Notation + Picks + Imagine,
{
    play::defaults_are_what_is_meant_without_values::<G>();
    run("a random game", 256, trials(), |trial| {
        walk::<G>(&trial, |past| {
            play::moves_are_what_play_accepts(past)?;
            play::chances_are_sound(past, trial.seed)?;
            play::texts_round_trip(past.state())?;
            play::looks_decide_moves(past.state(), trial.seed)?;
            play::words_tell_no_more_than_looks(past.state())?;
            play::picks_tell_moves_apart(past.state())?;
            play::near_misses_are_refused(past.state(), trial.seed)
        })
    });
    run(
        "odd texts",
        512,
        any::<(String, Vec<u8>, Trial)>(),
        |(text, noise, trial)| {
            play::odd_values_are_refused::<G>(&text)?;
            let mut states: Vec<G> = Vec::new();
            walk::<G>(&trial, |past| {
                states.push(past.state().clone());
                Ok(())
            })?;
            // Any of them will do: a walk never ends at a chance event.
            let state = &states[pick(trial.seed, states.len())];
            play::odd_texts_are_refused(state, &text, &noise)
        },
    );
}

/// Checks that a game whose board can be turned, reflected or recoloured plays
/// the same way afterwards.
///
/// # Panics
/// If it does not.
pub fn of_symmetry<G: Configure + Symmetric>() {
    run("a mirrored game", 256, trials(), |trial| {
        walk::<G>(&trial, |past| {
            play::symmetry_commutes_with_play(past.state(), trial.seed)
        })
    });
}

/// Checks the laws about records, drawings and bots.
///
/// # Panics
/// If one is broken.
pub fn of_files<G: Playable>() {
    run("a recorded game", 256, trials(), |trial| {
        let mut steps = Vec::new();
        let mut states: Vec<G> = Vec::new();
        let mut is_over = false;
        walk::<G>(&trial, |past| {
            states.push(past.state().clone());
            steps = past.steps.to_vec();
            is_over = matches!(past.state().turn(), Turn::Over(_)) || past.stalled.is_some();
            Ok(())
        })?;
        let (Some(start), Some(end)) = (states.first(), states.last()) else {
            return Ok(());
        };
        files::a_record_replays(start, end, is_over, &steps, trial.seed)?;
        files::a_save_is_read_back(end)?;
        files::views_have_texts(end, trial.seed)?;
        files::drawings_can_be_made(end)?;
        if let [.., before, after] = &states[..] {
            pictures::motions_are_in_the_pictures(before, after)?;
        }
        pictures::pictures_can_be_painted(end)?;
        pictures::picks_are_in_the_picture(end, trial.seed)?;
        files::estimates_are_chances(end)?;
        files::bots_are_legal_and_repeatable(end, trial.seed, G::BOTS, |name, seed| {
            G::bot(name, seed, &Tables::none())
        })
    });
    run(
        "odd bytes",
        512,
        any::<(Vec<u8>, Vec<u8>, Trial)>(),
        |(bytes, noise, trial)| {
            files::odd_bytes_are_refused::<G>(&bytes)?;
            let mut steps = Vec::new();
            let mut start = None;
            walk::<G>(&trial, |past| {
                start.get_or_insert_with(|| past.states[0].clone());
                steps = past.steps.to_vec();
                Ok(())
            })?;
            match start {
                Some(start) => {
                    files::odd_views_are_refused(&start, &noise, trial.seed)?;
                    files::damaged_records_are_refused(&start, &steps, &noise)
                }
                None => Ok(()),
            }
        },
    );
}

/// Checks the laws about bots on those that can play any game.
///
/// # Panics
/// If one is broken.
pub fn of_bots<G: Playable>(common: CommonBots<G>) {
    run("a question to a common bot", 48, trials(), |trial| {
        let mut end = None;
        walk::<G>(&trial, |past| {
            end = Some(past.state().clone());
            Ok(())
        })?;
        match end {
            Some(end) => {
                files::bots_are_legal_and_repeatable(&end, trial.seed, (common.list)(), common.bot)
            }
            None => Ok(()),
        }
    });
}

/// Checks the laws about numbers of moves and observations, for a game that has an
/// [`Encoder`](crate::Encoder).
///
/// # Panics
/// If one is broken.
pub fn of_encoding<G: Playable>() {
    let Some(encoder) = G::ENCODER else { return };
    run("an encoded game", 256, trials(), |trial| {
        let mut sizes = None;
        walk::<G>(&trial, |past| {
            encode::numbers_are_moves(past, encoder, trial.seed)?;
            encode::looks_decide_observations(past.state(), encoder, trial.seed)?;
            encode::sizes_stay(past.state(), encoder, &mut sizes)
        })
    });
    run("many games at once", 24, trials(), |trial| {
        encode::a_batch_plays_by_the_rules(encoder, trial.seed)
    });
}

/// Checks the laws about JSON forms.
///
/// # Panics
/// If one is broken.
#[cfg(feature = "serde")]
pub fn of_json<G: Playable>() {
    run("a game in JSON", 128, trials(), |trial| {
        let mut steps = Vec::new();
        let mut start: Option<G> = None;
        walk::<G>(&trial, |past| {
            start.get_or_insert_with(|| past.states[0].clone());
            steps = past.steps.to_vec();
            json::forms_round_trip(past.state(), trial.seed)?;
            json::advice_round_trips(past.state(), trial.seed)
        })?;
        match start {
            Some(start) => json::a_record_round_trips(&start, &steps, trial.seed),
            None => Ok(()),
        }
    });
    run(
        "odd JSON",
        512,
        any::<(String, Vec<u8>, Trial)>(),
        |(text, noise, trial)| {
            let mut states: Vec<G> = Vec::new();
            walk::<G>(&trial, |past| {
                states.push(past.state().clone());
                Ok(())
            })?;
            let state = &states[pick(trial.seed, states.len())];
            json::odd_json_is_refused(state, &text, &noise, trial.seed)
        },
    );
}

/// A random game as numbers: which example of every option, which move at every
/// turn, and a seed for chance.
#[derive(Clone, Debug)]
struct Trial {
    options: Vec<u8>,
    choices: Vec<u16>,
    seed: u64,
}

impl Arbitrary for Trial {
    type Parameters = ();
    type Strategy = BoxedStrategy<Trial>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        (
            vec(any::<u8>(), 0..8),
            vec(any::<u16>(), 0..60),
            any::<u64>(),
        )
            .prop_map(|(options, choices, seed)| Trial {
                options,
                choices,
                seed,
            })
            .boxed()
    }
}

fn trials() -> BoxedStrategy<Trial> {
    any::<Trial>()
}

/// A game up to some position.
struct Past<'a, G: Game> {
    states: &'a [G],
    steps: &'a [Step<G>],
    /// The match is drawn there, whatever the rules allow.
    stalled: Option<Stalled>,
}

impl<G: Game> Past<'_, G> {
    fn state(&self) -> &G {
        self.states.last().expect("a game has a start")
    }
}

/// Plays a trial and visits every position on the way.
fn walk<G: Configure>(
    trial: &Trial,
    mut visit: impl FnMut(&Past<'_, G>) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut luck = seeded(trial.seed);
    let mut values = SetupValues::new();
    for (option, choice) in G::OPTIONS.iter().zip(&trial.options) {
        if let Some(value) = option
            .examples
            .get(usize::from(*choice) % (option.examples.len() + 1))
        {
            values.set(option.name, *value);
        }
    }
    // Each example is valid on its own, but not all of them go together.
    let Ok(start) = G::start(&values, &mut luck) else {
        return Err(TestCaseError::reject("examples that do not go together"));
    };
    let mut states = vec![start];
    let mut steps = Vec::new();
    let mut choices = trial.choices.iter();
    let mut stall = Stall::new();
    loop {
        let state = states.last().expect("a game has a start");
        let progress = state.progress();
        let past = Past {
            states: &states,
            steps: &steps,
            stalled: progress.and_then(|progress| stall.see(progress, state.clone())),
        };
        visit(&past)?;
        let step = match state.turn() {
            Turn::Over(_) => return Ok(()),
            _ if past.stalled.is_some() => return Ok(()),
            Turn::Chance => match state.odds().sample(&mut luck) {
                Some(outcome) => Step::Chance(outcome),
                None => return Err(TestCaseError::fail("a chance turn without chances")),
            },
            Turn::Seat(_) => {
                let Some(choice) = choices.next() else {
                    return Ok(());
                };
                let moves = state.moves();
                prop_assert!(
                    !moves.is_empty(),
                    "a seat to move without a move: {state:?}"
                );
                Step::Move(moves[usize::from(*choice) % moves.len()].clone())
            }
        };
        let mut next = state.clone();
        if let Err(refusal) = step.take(&mut next) {
            return Err(TestCaseError::fail(format!(
                "{step:?} was listed and then refused: {refusal}"
            )));
        }
        states.push(next);
        steps.push(step);
    }
}

/// Runs a property over random values, in a fixed order, so that what passes
/// once always passes.
fn run<T: Debug>(
    what: &str,
    cases: u32,
    values: impl Strategy<Value = T>,
    property: impl Fn(T) -> Result<(), TestCaseError>,
) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    if let Err(failure) = runner.run(&values, property) {
        panic!("{what} breaks a law: {failure}");
    }
}

/// A text with some of its bytes changed, removed or doubled.
fn damaged(bytes: &[u8], noise: &[u8]) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    for hit in noise.chunks(3).take(4) {
        let [place, kind, value] = *hit else { break };
        if damaged.is_empty() {
            break;
        }
        // Spread the place over texts longer than 256 bytes.
        let place = usize::from(place) * damaged.len() / 256;
        match kind % 5 {
            0 => damaged[place] = value,
            1 => drop(damaged.remove(place)),
            2 => damaged.insert(place, value),
            3 => damaged.truncate(place),
            _ => damaged.insert(place, damaged[place]),
        }
    }
    damaged
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A number below a small bound, derived from the seed.
fn pick(seed: u64, bound: usize) -> usize {
    below(&mut seeded(seed), bound as u64).unwrap_or(0) as usize
}
