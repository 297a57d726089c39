//! A bot without its game's types.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use crate::bot::{Advice, Bot, Limits, Remark, Survey, Surveyed};
use crate::game::{Game, Seat, Step, Turn, Viewer};
use crate::playable::Playable;
use crate::position::{Position, Typed};
use crate::step::AnyStep;

/// Why a bot failed to answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Fault(pub String);

impl Fault {
    /// The fault of a bot that is asked where no seat is to move.
    pub(crate) fn nothing_to_decide() -> Self {
        Fault("no seat is to move".to_owned())
    }
}

/// A bot of any game, with the game's types erased.
///
/// # Examples
///
/// ```
/// use parlour_core::{Entry, GameEntry, Limits, Tables};
/// use parlour_gridlock::Grid;
///
/// let game: &dyn GameEntry = &Entry::<Grid>::new();
/// let mut bot = game.bot("perfect", 1, &Tables::default()).expect("one of its bots");
/// let position = game.read_position("3x1 r ...")?;
/// let advice = bot.advise(&*position, &Limits::default()).expect("a move");
/// assert_eq!(position.write(&advice.best), "red 1,0");
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
pub trait AnyBot: Send {
    /// Thinks about a position of the game it was made for. It is shown only
    /// what the seat to move may know.
    ///
    /// # Errors
    ///
    /// The bot fails: it is a program of its own that has ended, for example, or its answer is illegal.
    fn advise(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
    ) -> Result<Advice<AnyStep>, Fault>;

    /// The positions of the match since the last irreversible step, oldest
    /// first, without the present one. Called before `seat` is asked for a
    /// move.
    fn recall(&mut self, _seat: Seat, _past: &[Arc<dyn Position>]) {}

    /// Whether it makes use of [`AnyBot::hear`].
    fn hears(&self) -> bool {
        false
    }

    /// The match so far: where it began, and the texts of the steps since.
    /// Called before every [`AnyBot::advise`] of a match, for bots that run
    /// elsewhere.
    fn hear(&mut self, _start: &dyn Position, _steps: &[String]) {}

    /// Compares several moves, if the bot knows more about them than their
    /// values.
    fn survey(&mut self, _position: &dyn Position, _limits: &Limits) -> Option<Survey<String>> {
        None
    }

    /// The bot's remark about a position besides its value, if it has one.
    fn remark(&mut self, _position: &dyn Position, _limits: &Limits) -> Option<Remark> {
        None
    }
}

impl fmt::Debug for dyn AnyBot + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyBot").finish_non_exhaustive()
    }
}

/// Everything a bot is told when it is asked for its move in a match. It owns
/// its data, so the bot can think on another thread while the match goes on.
#[derive(Debug)]
pub struct Question {
    pub(crate) seat: Seat,
    pub(crate) position: Box<dyn Position>,
    /// See [`AnyBot::recall`].
    pub(crate) past: Vec<Arc<dyn Position>>,
    /// See [`AnyBot::hear`].
    pub(crate) heard: Option<(Arc<dyn Position>, Vec<String>)>,
}

impl Question {
    /// The seat that is to move.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The position in which it is to move.
    #[must_use]
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// Asks a bot this question.
    ///
    /// # Errors
    ///
    /// The bot fails.
    pub fn put(&self, bot: &mut dyn AnyBot, limits: &Limits) -> Result<Advice<AnyStep>, Fault> {
        bot.recall(self.seat, &self.past);
        if let Some((start, steps)) = &self.heard {
            bot.hear(&**start, steps);
        }
        bot.advise(&*self.position, limits)
    }
}

/// Makes an [`AnyBot`] of a bot.
pub(crate) struct Seated<G>(pub(crate) Box<dyn Bot<G>>);

/// The seat to move, its view, and its moves.
type Asked<G> = (Seat, <G as Game>::View, Vec<<G as Game>::Move>);

fn asked<G: Playable>(state: &G) -> Option<Asked<G>> {
    match state.turn() {
        Turn::Seat(seat) => Some((seat, state.view(Viewer::Seat(seat)), state.moves())),
        Turn::Chance | Turn::Over(_) => None,
    }
}

impl<G: Playable> AnyBot for Seated<G> {
    fn advise(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
    ) -> Result<Advice<AnyStep>, Fault> {
        let (seat, view, moves) =
            asked(Typed::<G>::of(position)).ok_or_else(Fault::nothing_to_decide)?;
        let advice = self.0.advise(seat, &view, &moves, limits);
        Ok(advice.map(|chosen| AnyStep::new::<G>(Step::Move(chosen))))
    }

    fn recall(&mut self, seat: Seat, past: &[Arc<dyn Position>]) {
        if self.0.recalls() {
            let views = past
                .iter()
                .map(|position| Typed::<G>::of(&**position).view(Viewer::Seat(seat)));
            self.0.recall(views.collect());
        }
    }

    fn survey(&mut self, position: &dyn Position, limits: &Limits) -> Option<Survey<String>> {
        let state = Typed::<G>::of(position);
        let (seat, view, moves) = asked(state)?;
        let survey = self.0.survey(seat, &view, &moves, limits)?;
        let moves = survey.moves.into_iter().map(|surveyed| Surveyed {
            chosen: state.write_move(&surveyed.chosen),
            value: surveyed.value,
            figures: surveyed.figures,
        });
        Some(Survey {
            figures: survey.figures,
            moves: moves.collect(),
        })
    }

    fn remark(&mut self, position: &dyn Position, limits: &Limits) -> Option<Remark> {
        let (_, view, _) = asked(Typed::<G>::of(position))?;
        self.0.remark(&view, limits)
    }
}
