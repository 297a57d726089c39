//! Positions and moves as numbers, for machine learning.

use std::marker::PhantomData;

use crate::batch::{Batch, Games};
use crate::error::SetupError;
use crate::game::{Game, Seat, Step, Viewer};
use crate::playable::Playable;
use crate::position::{Position, Typed};
use crate::setup::SetupValues;
use crate::step::AnyStep;

/// A game whose moves have numbers, and whose views are arrays of small numbers. All sizes are
/// fixed by the setup: they are the same in every position of a game.
///
/// # Examples
///
/// ```
/// use parlour_core::{Encode, Seat};
/// use parlour_gridlock::Grid;
///
/// let grid: Grid = "2x1 rg r.".parse()?;
/// let mut mask = vec![0; grid.actions()];
/// grid.mask(&mut mask);
/// // A number is a cell times the number of colours, plus a colour: only green 1,0 is legal.
/// assert_eq!(mask, [0, 0, 0, 1]);
///
/// let mut observation = vec![0; grid.shape().iter().product()];
/// Grid::observe(&grid, Seat(1), &mut observation);
/// assert_eq!(observation[..2], [1, 0], "red is on the first cell alone");
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
pub trait Encode: Game {
    /// Changes when a number means another move, or an array another view.
    const VERSION: u32;

    /// The size of the action space: all move numbers are below this.
    fn actions(&self) -> usize;

    /// The number of a move. No two moves that are legal in the same position share one. `None` for
    /// a move that is legal in no position of this setup.
    fn number(&self, chosen: &Self::Move) -> Option<usize>;

    /// The move of a number. It may be illegal here; `None` if the number means no move.
    fn numbered(&self, number: usize) -> Option<Self::Move>;

    /// The shape of an observation, outermost first.
    fn shape(&self) -> Vec<usize>;

    /// Writes what a seat sees into an array of zeros of that shape. It is made from the view, so
    /// it cannot reveal more.
    fn observe(view: &Self::View, seat: Seat, out: &mut [i8]);

    /// The same from the state itself: a game in which nothing is hidden need not make a view for
    /// it.
    fn observe_from(&self, seat: Seat, out: &mut [i8]) {
        Self::observe(&self.view(Viewer::Seat(seat)), seat, out);
    }

    /// Writes a 1 for every legal move into an array of zeros with one element
    /// per action.
    fn mask(&self, out: &mut [i8]) {
        for number in self.moves().iter().filter_map(|chosen| self.number(chosen)) {
            out[number] = 1;
        }
    }
}

/// [`Encode`] without the types of its game.
///
/// # Examples
///
/// ```
/// use parlour_core::{Entry, GameEntry, encoder};
/// use parlour_gridlock::Grid;
///
/// let (game, encoder) = (Entry::<Grid>::new(), encoder::<Grid>());
/// let position = game.read_position("2x1 rg r.")?;
/// let step = position.read("green 1,0")?;
/// let number = encoder.number(&*position, &step).expect("a move");
/// assert_eq!((number, encoder.actions(&*position)), (3, 4));
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
pub trait Encoder: Send + Sync {
    /// See [`Encode::VERSION`].
    fn version(&self) -> u32;

    /// See [`Encode::actions`].
    fn actions(&self, position: &dyn Position) -> usize;

    /// See [`Encode::number`]; `None` for a chance event.
    fn number(&self, position: &dyn Position, step: &AnyStep) -> Option<usize>;

    /// See [`Encode::numbered`].
    fn numbered(&self, position: &dyn Position, number: usize) -> Option<AnyStep>;

    /// See [`Encode::shape`].
    fn shape(&self, position: &dyn Position) -> Vec<usize>;

    /// See [`Encode::observe`].
    fn observe(&self, position: &dyn Position, seat: Seat, out: &mut [i8]);

    /// The same by way of the view, which [`Encode::observe_from`] may do without.
    fn observe_view(&self, position: &dyn Position, seat: Seat, out: &mut [i8]);

    /// See [`Encode::mask`].
    fn mask(&self, position: &dyn Position, out: &mut [i8]);

    /// Many games from one setup, see [`Batch`]. The first of them draws its luck from stream
    /// `first` of the seed, the others from those after it.
    ///
    /// # Errors
    ///
    /// The setup is wrong.
    fn batch(
        &self,
        values: &SetupValues,
        seed: u64,
        first: u64,
        count: usize,
    ) -> Result<Box<dyn Batch>, SetupError>;
}

/// The [`Encoder`] of a game.
struct Encoded<G>(PhantomData<fn() -> G>);

/// The encoder of a game that implements [`Encode`], for [`Playable::ENCODER`].
#[must_use]
pub const fn encoder<G: Playable + Encode>() -> &'static dyn Encoder {
    &Encoded::<G>(PhantomData)
}

impl<G: Playable + Encode> Encoder for Encoded<G> {
    fn version(&self) -> u32 {
        G::VERSION
    }

    fn actions(&self, position: &dyn Position) -> usize {
        Typed::<G>::of(position).actions()
    }

    fn number(&self, position: &dyn Position, step: &AnyStep) -> Option<usize> {
        match step.of::<G>() {
            Step::Move(chosen) => Typed::<G>::of(position).number(chosen),
            Step::Chance(_) => None,
        }
    }

    fn numbered(&self, position: &dyn Position, number: usize) -> Option<AnyStep> {
        let chosen = Typed::<G>::of(position).numbered(number)?;
        Some(AnyStep::new::<G>(Step::Move(chosen)))
    }

    fn shape(&self, position: &dyn Position) -> Vec<usize> {
        Typed::<G>::of(position).shape()
    }

    fn observe(&self, position: &dyn Position, seat: Seat, out: &mut [i8]) {
        out.fill(0);
        Typed::<G>::of(position).observe_from(seat, out);
    }

    fn observe_view(&self, position: &dyn Position, seat: Seat, out: &mut [i8]) {
        out.fill(0);
        let view = Typed::<G>::of(position).view(Viewer::Seat(seat));
        G::observe(&view, seat, out);
    }

    fn mask(&self, position: &dyn Position, out: &mut [i8]) {
        out.fill(0);
        Typed::<G>::of(position).mask(out);
    }

    fn batch(
        &self,
        values: &SetupValues,
        seed: u64,
        first: u64,
        count: usize,
    ) -> Result<Box<dyn Batch>, SetupError> {
        Ok(Box::new(Games::<G>::new(values, seed, first, count)?))
    }
}
