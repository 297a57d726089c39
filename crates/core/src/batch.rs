//! Many games of one setup, played at once by number, for machine learning.

use thiserror::Error;

use crate::encode::Encode;
use crate::error::SetupError;
use crate::game::{Outcome, Seat, Turn, below};
use crate::luck::{Luck, seeded};
use crate::playable::Playable;
use crate::position::{Position, Typed};
use crate::seed::Seed;
use crate::setup::SetupValues;
use crate::stall::Stall;

/// Many games of one setup. Each draws its luck from its own stream, so what happens in it depends
/// on the seed and its moves, not on the other games. When a game ends, the next one begins at
/// once.
///
/// # Examples
///
/// ```
/// use parlour_core::{Arrays, SetupValues, encoder};
/// use parlour_gridlock::Grid;
///
/// const GAMES: usize = 8;
/// let mut batch = encoder::<Grid>().batch(&SetupValues::new(), 1, 0, GAMES)?;
/// let size: usize = batch.shape().iter().product();
/// let mut chosen = vec![0; GAMES];
/// let (mut observations, mut masks) = (vec![0; GAMES * size], vec![0; GAMES * batch.actions()]);
/// let (mut seats, mut rewards) = (vec![0; GAMES], vec![0.0; GAMES * 2]);
/// let mut ended = vec![false; GAMES];
/// batch.sample(&mut chosen);
/// batch
///     .step(
///         &chosen,
///         &mut Arrays {
///             observations: &mut observations,
///             masks: &mut masks,
///             seats: &mut seats,
///             rewards: &mut rewards,
///             ended: &mut ended,
///         },
///     )
///     .expect("sampled moves are legal");
/// assert_eq!(seats, [1; GAMES], "the second player is to move everywhere");
/// # Ok::<(), parlour_core::SetupError>(())
/// ```
pub trait Batch: Send + Sync {
    /// The seats of every table.
    fn seats(&self) -> u8;

    /// See [`Encode::actions`].
    fn actions(&self) -> usize;

    /// See [`Encode::shape`].
    fn shape(&self) -> Vec<usize>;

    /// Makes a move in every game, resolves chance events, and writes the result. If one of the
    /// moves is illegal, none is made.
    ///
    /// # Errors
    ///
    /// A move is not legal in its game.
    fn step(&mut self, chosen: &[i64], out: &mut Arrays<'_>) -> Result<(), BadAction>;

    /// Writes the state of the games, without rewards.
    fn look(&self, out: &mut Arrays<'_>);

    /// Draws a legal move for every game, each with the same probability.
    fn sample(&mut self, out: &mut [i64]);

    /// Ends all games and starts over, as if nothing had been played.
    fn reset(&mut self);

    /// The position of one game, if there is one with that index.
    fn position(&self, table: usize) -> Option<Box<dyn Position>>;

    /// A copy, which continues like this one.
    fn boxed_clone(&self) -> Box<dyn Batch>;
}

/// Where a [`Batch`] writes: one array for all games, with each game's values
/// together.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// What the seat to move sees.
    pub observations: &'a mut [i8],
    /// Which moves are legal.
    pub masks: &'a mut [i8],
    /// The seat to move.
    pub seats: &'a mut [i8],
    /// For every seat 1 if it won a game with this step, -1 if another seat did, otherwise 0.
    pub rewards: &'a mut [f32],
    /// Whether a game ended with this step. The other arrays then belong to the next one.
    pub ended: &'a mut [bool],
}

/// A move that a [`Batch`] refuses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("table {table}: action {action} is illegal there: {reason}")]
pub struct BadAction {
    /// The index of the game in the batch.
    pub table: usize,
    /// The number that was given.
    pub action: i64,
    /// What is wrong with it.
    pub reason: String,
}

/// The [`Batch`] of a game.
#[derive(Clone)]
pub(crate) struct Games<G> {
    values: SetupValues,
    seed: u64,
    first: u64,
    /// How every game begins, if that does not depend on luck: reading the options again for every game
    /// would take longer than some games do.
    fixed: Option<(G, Stall<G>)>,
    tables: Vec<Table<G>>,
    /// The legal moves of each game, kept here because users may change their
    /// copy.
    masks: Vec<i8>,
    actions: usize,
    places: usize,
}

#[derive(Clone)]
struct Table<G> {
    state: G,
    stall: Stall<G>,
    dice: Luck,
    choices: Luck,
}

impl<G: Playable + Encode> Table<G> {
    fn new(
        values: &SetupValues,
        fixed: Option<&(G, Stall<G>)>,
        seed: &Seed,
    ) -> Result<Self, SetupError> {
        let mut dice = seed.dice();
        let (state, stall) = begin(values, fixed, &mut dice)?;
        Ok(Table {
            state,
            stall,
            dice,
            choices: seeded(seed.bot(0)),
        })
    }

    /// The seat to move; between steps there always is one.
    fn mover(&self) -> Seat {
        match self.state.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over(_) => unreachable!("a table waits for a seat"),
        }
    }

    /// Resolves chance events up to a decision or the end.
    fn settle(&mut self) -> Option<Outcome> {
        roll(&mut self.state, &mut self.dice);
        if let Turn::Over(outcome) = self.state.turn() {
            return Some(outcome);
        }
        let progress = self.state.progress()?;
        let stalled = self.stall.see(progress, self.state.clone());
        stalled.map(|_| Outcome::Draw)
    }
}

/// Places of a mask that are looked at together.
const WORD: usize = 8;

/// A mask as words of a byte for each of [`WORD`] places, the first place lowest.
fn words(mask: &[i8]) -> impl Iterator<Item = u64> {
    let (whole, rest) = mask.as_chunks::<WORD>();
    let whole = whole
        .iter()
        .map(|part| u64::from_le_bytes(part.map(i8::cast_unsigned)));
    let last = rest
        .iter()
        .rev()
        .fold(0, |word, place| word << 8 | *place as u64);
    whole.chain((!rest.is_empty()).then_some(last))
}

/// The number of legal actions in a word: the product has the sum of all bytes in its highest one.
fn legal(word: u64) -> u64 {
    word.wrapping_mul(u64::from_le_bytes([1; WORD])) >> (u64::BITS - 8)
}

/// The legal action that has `before` others before it.
fn legal_action(mask: &[i8], mut before: u64) -> Option<usize> {
    for (at, mut word) in words(mask).enumerate() {
        let here = legal(word);
        if before < here {
            for _ in 0..before {
                word &= word - 1;
            }
            return Some(at * WORD + word.trailing_zeros() as usize / 8);
        }
        before -= here;
    }
    None
}

/// A new game at its first decision.
fn begin<G: Playable>(
    values: &SetupValues,
    fixed: Option<&(G, Stall<G>)>,
    dice: &mut Luck,
) -> Result<(G, Stall<G>), SetupError> {
    if let Some(fixed) = fixed {
        return Ok(fixed.clone());
    }
    let mut state = G::start(values, dice)?;
    roll(&mut state, dice);
    if let Turn::Over(_) = state.turn() {
        let option = G::OPTIONS.first().map_or("setup", |option| option.name);
        let message = "the game would be over before the first move";
        return Err(SetupError::new(option, message));
    }
    let mut stall = Stall::new();
    if let Some(progress) = state.progress() {
        stall.see(progress, state.clone());
    }
    Ok((state, stall))
}

fn roll<G: Playable>(state: &mut G, dice: &mut Luck) {
    while state.turn() == Turn::Chance {
        let outcome = state.odds().sample(dice);
        let resolved = outcome.map(|outcome| state.resolve(&outcome));
        assert_eq!(resolved, Some(Ok(())), "luck does what it may do");
    }
}

impl<G: Playable + Encode> Games<G> {
    pub(crate) fn new(
        values: &SetupValues,
        seed: u64,
        first: u64,
        count: usize,
    ) -> Result<Self, SetupError> {
        let mut luck = seeded(0);
        let untouched = luck.clone();
        let begun = begin(values, None, &mut luck)?;
        let fixed = (luck == untouched).then_some(begun);
        let whole = Seed::new(seed);
        let streams = (0..count as u64).map(|number| whole.game(first.wrapping_add(number)));
        let tables: Vec<Table<G>> = streams
            .map(|seed| Table::new(values, fixed.as_ref(), &seed))
            .collect::<Result<_, _>>()?;
        let (actions, places) = tables.first().map_or((0, 0), |table| {
            (table.state.actions(), table.state.shape().iter().product())
        });
        let mut games = Games {
            values: values.clone(),
            seed,
            first,
            fixed,
            masks: vec![0; tables.len() * actions],
            tables,
            actions,
            places,
        };
        for (table, mask) in games
            .tables
            .iter()
            .zip(games.masks.chunks_mut(actions.max(1)))
        {
            table.state.mask(mask);
        }
        Ok(games)
    }

    /// Why an action cannot be taken, if so.
    fn refusal(&self, table: usize, action: i64) -> Option<BadAction> {
        let bad = |reason: String| BadAction {
            table,
            action,
            reason,
        };
        let number = usize::try_from(action).ok().filter(|at| *at < self.actions);
        let Some(number) = number else {
            return Some(bad(format!(
                "actions are 0 to {}",
                self.actions.saturating_sub(1)
            )));
        };
        if self.masks[table * self.actions + number] == 1 {
            return None;
        }
        let state = &self.tables[table].state;
        let played = state
            .numbered(number)
            .map(|chosen| state.clone().play(&chosen));
        Some(bad(match played {
            Some(Err(illegal)) => match &illegal.help {
                Some(help) => format!("{illegal}; {help}"),
                None => illegal.to_string(),
            },
            _ => "it is not a legal move here".to_owned(),
        }))
    }
}

impl<G: Playable + Encode> Batch for Games<G> {
    fn seats(&self) -> u8 {
        self.tables.first().map_or(0, |table| table.state.seats())
    }

    fn actions(&self) -> usize {
        self.actions
    }

    fn shape(&self) -> Vec<usize> {
        self.tables
            .first()
            .map_or(Vec::new(), |table| table.state.shape())
    }

    fn step(&mut self, chosen: &[i64], out: &mut Arrays<'_>) -> Result<(), BadAction> {
        assert_eq!(chosen.len(), self.tables.len(), "an action for every table");
        let mut pairs = chosen.iter().enumerate();
        if let Some(bad) = pairs.find_map(|(table, action)| self.refusal(table, *action)) {
            return Err(bad);
        }
        let seats = usize::from(self.seats());
        out.rewards.fill(0.0);
        for (at, (table, action)) in self.tables.iter_mut().zip(chosen).enumerate() {
            let chosen = table.state.numbered(*action as usize);
            let played = chosen.map(|chosen| table.state.play(&chosen));
            assert_eq!(played, Some(Ok(())), "what the mask allows can be played");
            let outcome = table.settle();
            out.ended[at] = outcome.is_some();
            if let Some(outcome) = outcome {
                if let Outcome::Win(winner) = outcome {
                    let rewards = &mut out.rewards[at * seats..][..seats];
                    rewards.fill(-1.0);
                    rewards[winner.index()] = 1.0;
                }
                let begun = begin(&self.values, self.fixed.as_ref(), &mut table.dice);
                (table.state, table.stall) = begun.expect("the setup could be played before");
            }
            let mask = &mut self.masks[at * self.actions..][..self.actions];
            mask.fill(0);
            table.state.mask(mask);
        }
        self.look(out);
        Ok(())
    }

    fn look(&self, out: &mut Arrays<'_>) {
        out.masks.copy_from_slice(&self.masks);
        out.observations.fill(0);
        for (at, table) in self.tables.iter().enumerate() {
            let mover = table.mover();
            out.seats[at] = mover.0 as i8;
            let seen = &mut out.observations[at * self.places..][..self.places];
            table.state.observe_from(mover, seen);
        }
    }

    fn sample(&mut self, out: &mut [i64]) {
        let masks = self.masks.chunks(self.actions.max(1));
        for ((table, mask), out) in self.tables.iter_mut().zip(masks).zip(out) {
            let legal = words(mask).map(legal).sum();
            let left = below(&mut table.choices, legal).expect("a seat to move has a move");
            let drawn = legal_action(mask, left);
            *out = drawn.expect("fewer than there are") as i64;
        }
    }

    fn reset(&mut self) {
        let count = self.tables.len();
        let begun = Games::new(&self.values, self.seed, self.first, count);
        *self = begun.expect("the setup could be played before");
    }

    fn position(&self, table: usize) -> Option<Box<dyn Position>> {
        let state = self.tables.get(table)?.state.clone();
        Some(Box::new(Typed(state)))
    }

    fn boxed_clone(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every legal action is found by the number of those before it, whatever the length.
    #[test]
    fn legal_actions_are_counted_and_found() {
        let mut luck = seeded(1);
        for length in 0..40 {
            let mask: Vec<i8> = (0..length)
                .map(|_| i8::from(below(&mut luck, 3) == Some(0)))
                .collect();
            let all: Vec<usize> = (0..length).filter(|at| mask[*at] == 1).collect();
            let counted: u64 = words(&mask).map(legal).sum();
            assert_eq!(counted, all.len() as u64);
            let found: Vec<usize> = (0..=counted)
                .filter_map(|before| legal_action(&mask, before))
                .collect();
            assert_eq!(found, all);
        }
    }
}
