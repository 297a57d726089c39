//! Laws about move numbers, observations and batches.

use std::collections::HashMap;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::batch::Arrays;
use crate::encode::Encoder;
use crate::game::{Seat, Step, Viewer};
use crate::luck::seeded;
use crate::playable::Playable;
use crate::position::{Position, Typed};
use crate::setup::SetupValues;
use crate::step::AnyStep;

use super::{Past, pick};

type Law = Result<(), TestCaseError>;

/// Games of a batch, and steps made in it.
const TABLES: usize = 5;
const STEPS: usize = 40;

pub(super) fn numbers_are_moves<G: Playable>(
    past: &Past<'_, G>,
    encoder: &dyn Encoder,
    seed: u64,
) -> Law {
    let state = past.state();
    let position = Typed(state.clone());
    let actions = encoder.actions(&position);
    let mut mask = vec![7; actions];
    encoder.mask(&position, &mut mask);
    let mut numbers = HashMap::new();
    for chosen in state.moves() {
        let step = AnyStep::new::<G>(Step::Move(chosen.clone()));
        let Some(number) = encoder.number(&position, &step) else {
            return Err(TestCaseError::fail(format!(
                "{chosen:?} is legal and has no number"
            )));
        };
        prop_assert!(number < actions, "{:?} has the number {}", chosen, number);
        prop_assert_eq!(
            encoder.numbered(&position, number),
            Some(step),
            "number {} is another move",
            number
        );
        let other = numbers.insert(number, chosen);
        prop_assert!(other.is_none(), "{:?} shares the number {}", other, number);
    }
    for (number, legal) in mask.iter().enumerate() {
        let listed = i8::from(numbers.contains_key(&number));
        prop_assert_eq!(*legal, listed, "the mask is wrong about {}", number);
    }
    // Any other number is not a move, or an illegal one that leads back to it.
    let number = pick(seed, actions.max(1));
    if let Some(step) = encoder.numbered(&position, number) {
        let again = encoder.number(&position, &step);
        prop_assert_eq!(again, Some(number), "a move is called by two numbers");
        let taken = position.boxed_clone().take(&step);
        prop_assert_eq!(
            taken.is_ok(),
            mask[number] == 1,
            "{} is legal or not",
            number
        );
    }
    for beyond in [actions, usize::MAX] {
        let meant = encoder.numbered(&position, beyond);
        prop_assert!(meant.is_none(), "{:?} is beyond all actions", meant);
    }
    Ok(())
}

pub(super) fn looks_decide_observations<G: Playable>(
    state: &G,
    encoder: &dyn Encoder,
    seed: u64,
) -> Law {
    let position = Typed(state.clone());
    let places = encoder.shape(&position).iter().product();
    for seat in Seat::all(state.seats()) {
        let who = Viewer::Seat(seat);
        let imagined = Typed(G::imagine(&state.view(who), who, &mut seeded(seed)));
        let mut seen = vec![7; places];
        let mut other = vec![-7; places];
        encoder.observe(&position, seat, &mut seen);
        encoder.observe(&imagined, seat, &mut other);
        prop_assert_eq!(
            &seen,
            &other,
            "seat {} observes what it does not see",
            seat.0
        );
        encoder.observe_view(&position, seat, &mut other);
        prop_assert_eq!(&seen, &other, "seat {} sees otherwise by its view", seat.0);
    }
    Ok(())
}

pub(super) fn sizes_stay<G: Playable>(
    state: &G,
    encoder: &dyn Encoder,
    sizes: &mut Option<(usize, Vec<usize>)>,
) -> Law {
    let position = Typed(state.clone());
    let now = (encoder.actions(&position), encoder.shape(&position));
    prop_assert_eq!(
        sizes.get_or_insert_with(|| now.clone()),
        &now,
        "sizes change"
    );
    Ok(())
}

/// Buffers of the right size for some games.
struct Buffers {
    observations: Vec<i8>,
    masks: Vec<i8>,
    seats: Vec<i8>,
    rewards: Vec<f32>,
    ended: Vec<bool>,
}

impl Buffers {
    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            seats: &mut self.seats,
            rewards: &mut self.rewards,
            ended: &mut self.ended,
        }
    }
}

/// A game in a batch is the same however many there are beside it, and its arrays are those of its
/// position.
pub(super) fn a_batch_plays_by_the_rules(encoder: &dyn Encoder, seed: u64) -> Law {
    let values = SetupValues::new();
    let batch = |first, count| encoder.batch(&values, seed, first, count);
    let (Ok(mut many), Ok(mut alone)) = (batch(0, TABLES), batch(2, 1)) else {
        return Err(TestCaseError::fail("the usual setup cannot be played"));
    };
    let (actions, places) = (many.actions(), many.shape().iter().product::<usize>());
    let buffers = |count: usize| Buffers {
        observations: vec![7; count * places],
        masks: vec![7; count * actions],
        seats: vec![7; count],
        rewards: vec![7.0; count * usize::from(many.seats())],
        ended: vec![false; count],
    };
    let (mut out, mut lone) = (buffers(TABLES), buffers(1));
    let mut chosen = [0; TABLES];
    let mut choice = [0];
    for _ in 0..STEPS {
        many.sample(&mut chosen);
        alone.sample(&mut choice);
        prop_assert_eq!(choice[0], chosen[2], "a game depends on those beside it");
        prop_assert!(many.step(&chosen, &mut out.arrays()).is_ok());
        prop_assert!(alone.step(&choice, &mut lone.arrays()).is_ok());
        for table in 0..TABLES {
            let position = many.position(table).expect("there are that many");
            let seat = Seat(out.seats[table] as u8);
            prop_assert_eq!(position.turn(), crate::game::Turn::Seat(seat));
            let mut mask = vec![0; actions];
            encoder.mask(&*position, &mut mask);
            prop_assert_eq!(&mask, &out.masks[table * actions..][..actions]);
            let mut seen = vec![0; places];
            encoder.observe(&*position, seat, &mut seen);
            prop_assert_eq!(&seen, &out.observations[table * places..][..places]);
        }
        prop_assert_eq!(&lone.masks, &out.masks[2 * actions..][..actions]);
    }
    // An illegal number changes nothing.
    let before = many.position(0).expect("there are games").text();
    many.sample(&mut chosen);
    chosen[TABLES - 1] = actions as i64;
    let refused = many.step(&chosen, &mut out.arrays());
    prop_assert_eq!(refused.err().map(|bad| bad.table), Some(TABLES - 1));
    prop_assert_eq!(
        many.position(0).map(|position| position.text()),
        Some(before)
    );
    Ok(())
}
