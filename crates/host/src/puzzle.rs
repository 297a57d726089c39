//! A puzzle being solved.

use parlour_core::learn::{AnyPuzzles, Judgement};
use parlour_core::{
    AnyStep, Diagnostic, GameEntry, Illegal, Limits, Match, Position, Seat, Tables, Turn, Viewer,
};

use crate::seating::default_names;

/// What the solver says to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It is right, and the puzzle goes on.
    Right(String),
    /// It is right, and the puzzle is solved.
    Solved(String),
    /// It is wrong. Nothing has changed; another answer may be tried.
    Wrong(String),
}

/// A puzzle being solved.
///
/// # Examples
///
/// ```
/// use parlour_core::{Limits, Tables};
/// use parlour_host::{Judged, PuzzleSession};
///
/// let game = parlour_catalog::game("gridlock").expect("it is in the catalogue");
/// let position = game.read_position("3x1 r ...").expect("a position");
/// let mut session = PuzzleSession::new(game, position).expect("Gridlock has puzzles");
/// assert!(session.judge(&Tables::none(), &Limits::default()));
/// assert!(matches!(session.play("red 1,0"), Ok(Judged::Solved(_))));
/// ```
#[derive(Debug)]
pub struct PuzzleSession {
    game: &'static dyn GameEntry,
    puzzles: &'static dyn AnyPuzzles,
    played: Match,
    /// The moves of the present position, once they were judged.
    judgement: Option<Judgement<AnyStep>>,
    is_solved: bool,
    mistakes: u32,
}

impl PuzzleSession {
    /// A puzzle from a position; `None` if the game has no puzzles.
    #[must_use]
    pub fn new(game: &'static dyn GameEntry, position: Box<dyn Position>) -> Option<PuzzleSession> {
        let names = default_names(&*position, &[]);
        Some(PuzzleSession {
            game,
            puzzles: game.puzzles()?,
            played: Match::new(position, names),
            judgement: None,
            is_solved: false,
            mistakes: 0,
        })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'static dyn GameEntry {
        self.game
    }

    /// What to find.
    #[must_use]
    pub fn task(&self) -> &'static str {
        self.puzzles.task()
    }

    /// What was played so far.
    #[must_use]
    pub fn played(&self) -> &Match {
        &self.played
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &dyn Position {
        self.played.position()
    }

    /// The seat that is to move; `None` once the game is over.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        match self.played.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    /// The viewer: the seat to move, because a puzzle hides nothing that its solver needs.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.seat().map_or(Viewer::All, Viewer::Seat)
    }

    /// Whether it is solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// How many answers were wrong.
    #[must_use]
    pub fn mistakes(&self) -> u32 {
        self.mistakes
    }

    /// Judges the moves of the present position, if that was not done before. This may take a
    /// second. False if the solver was stopped.
    pub fn judge(&mut self, tables: &Tables, limits: &Limits) -> bool {
        if self.judgement.is_none() && !self.is_solved {
            self.judgement = self.puzzles.judge(self.played.position(), tables, limits);
        }
        self.judgement.is_some()
    }

    /// A right move of the present position, once it was judged.
    #[must_use]
    pub fn hint(&self) -> Option<&AnyStep> {
        self.judgement.as_ref()?.right().next()
    }

    /// The moves of the present position that are right, as texts, once it was judged.
    #[must_use]
    pub fn right(&self) -> Vec<String> {
        let judgement = self.judgement.as_ref();
        let right = judgement.into_iter().flat_map(Judgement::right);
        right.map(|step| self.position().write(step)).collect()
    }

    /// Why the right moves are right and the next best is not, in words, once they were judged.
    #[must_use]
    pub fn why(&self) -> Option<String> {
        let judgement = self.judgement.as_ref()?;
        let position = self.position();
        let say = |judged: &parlour_core::learn::Judged<AnyStep>| {
            let words = self.puzzles.words(position, judged.value);
            format!("{}: {words}", position.write(&judged.chosen))
        };
        let best = judgement.moves.iter().find(|judged| judged.is_right)?;
        let next = judgement.moves.iter().find(|judged| !judged.is_right);
        Some(match next {
            Some(next) => format!("{}. The next best, {}.", say(best), say(next)),
            None => format!("{}.", say(best)),
        })
    }

    /// An answer. The present position must have been judged.
    ///
    /// # Errors
    ///
    /// The rules do not allow the move, or there is nothing to answer.
    pub fn take(&mut self, chosen: AnyStep) -> Result<Judged, Illegal> {
        let Some(judgement) = self.judgement.as_ref().filter(|_| !self.is_solved) else {
            return Err(Illegal::new("not-asked", "no move is asked for now"));
        };
        let position = self.played.position();
        position.boxed_clone().take(&chosen)?;
        let text = position.write(&chosen);
        let judged = judgement.moves.iter().find(|known| known.chosen == chosen);
        let words = judged.map(|judged| self.puzzles.words(position, judged.value));
        if !judged.is_some_and(|judged| judged.is_right) {
            self.mistakes += 1;
            return Ok(Judged::Wrong(match words {
                Some(words) => format!("Not {text}: {words}."),
                None => format!("{text} is not it: there is a much better move."),
            }));
        }
        let words = format!("{text} is right: {}.", words.unwrap_or_default());
        self.played.take(chosen)?;
        self.judgement = None;
        self.is_solved = !self.puzzles.is_whole() || self.seat().is_none();
        Ok(match self.is_solved {
            true => Judged::Solved(words),
            false => Judged::Right(words),
        })
    }

    /// An answer that was typed.
    ///
    /// # Errors
    ///
    /// The text is not a move, the rules do not allow it, or there is nothing to answer.
    pub fn play(&mut self, text: &str) -> Result<Judged, Diagnostic> {
        let step = self.position().read(text)?;
        self.take(step).map_err(|illegal| illegal.at(0..text.len()))
    }
}
