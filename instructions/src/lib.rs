//! Work for `benches/hot_paths.rs`: made outside of what is counted.
#![forbid(unsafe_code)]

use parlour_core::{Configure, Playable, Record, SetupValues, Step, Turn, below, luck};

/// A random game from a setup, from start to end.
///
/// # Panics
///
/// If the setup is wrong.
#[must_use]
pub fn random_game<G: Playable + Configure>(options: &[(&str, &str)], seed: u64) -> Record<G> {
    let mut luck = luck::seeded(seed);
    let mut values = SetupValues::new();
    for (name, value) in options {
        values.set(name, *value);
    }
    let start = G::start(&values, &mut luck).expect("a sound setup");
    let mut state = start.clone();
    let mut steps = Vec::new();
    loop {
        let step: Step<G> = match state.turn() {
            Turn::Over(_) => break,
            Turn::Chance => Step::Chance(state.odds().sample(&mut luck).expect("a chance")),
            Turn::Seat(_) => {
                let mut moves = state.moves();
                let index = below(&mut luck, moves.len() as u64).expect("a move");
                Step::Move(moves.swap_remove(index as usize))
            }
        };
        step.take(&mut state).expect("a legal step");
        steps.push(step);
    }
    Record {
        names: vec!["Amy".to_owned(), "Bill".to_owned()],
        start,
        steps,
        sealed: None,
    }
}
