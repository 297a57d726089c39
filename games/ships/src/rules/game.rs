//! The game as every front end plays it: the guess, then the answer.

use parlour_core::{
    Game, Illegal, Imagine, Never, Outcome, Seat, SetupError, Sorting, Symmetric, Turn, Viewer,
};
use rand::Rng;

use super::board::{Board, Flip};
use super::feedback::{Feedback, feedback};
use super::fleet::{Fleet, locations};

/// The player who hides, before anything else happens.
pub const HIDER: Seat = Seat(0);

/// The player who searches.
pub const SEARCHER: Seat = Seat(1);

/// A guess and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(deny_unknown_fields)
)]
pub struct Exchange {
    /// What was guessed.
    pub guess: Fleet,
    /// What was answered.
    pub answer: Feedback,
}

impl Exchange {
    /// Whether ships at `target` would have this answer.
    #[must_use]
    pub fn fits(&self, target: Fleet) -> bool {
        feedback(target, self.guess) == self.answer
    }
}

/// A position: the guesses and answers so far, and the target if the game knows
/// it. A game may begin with the hider's choice of the target.
///
/// A game without a target is what the searcher sees, and what is played if the
/// hider keeps the target in mind, or fixes none: every answer is legal that
/// fits some target.
///
/// # Examples
///
/// ```
/// use parlour_core::Game;
/// use parlour_ships::Ships;
///
/// let mut game: Ships = "start".parse().expect("a position");
/// game.play(&"B3,C3,H3".parse().expect("a guess")).expect("a legal guess");
/// game.play(&"0,2,1".parse().expect("an answer")).expect("a possible answer");
/// assert_eq!(game.possible().count(), 996);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Position", into = "crate::json::Position"),
    schemars(description = "The guesses and answers so far, and the target if the game knows it.")
)]
pub struct Ships {
    board: Board,
    target: Option<Fleet>,
    /// The hider is to pick the target.
    is_hiding: bool,
    exchanges: Vec<Exchange>,
    /// The guess that waits for its answer.
    asked: Option<Fleet>,
    /// The first fleet that fits all answers: the proof that there is one.
    first_possible: Fleet,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Move {
    /// The hider picks the target.
    Hide(Fleet),
    /// The searcher guesses.
    Guess(Fleet),
    /// The hider answers.
    Answer(Feedback),
}

/// How a game begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The board, and how many ships are on it.
    pub board: Board,
    /// Where the ships are; `None` if only the hider knows, or not even the
    /// hider.
    pub target: Option<Fleet>,
}

impl Ships {
    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Where the ships are, if the game knows it and the viewer may.
    #[must_use]
    pub fn target(&self) -> Option<Fleet> {
        self.target
    }

    /// Whether the hider is to pick the target, before the first guess.
    #[must_use]
    pub fn is_hiding(&self) -> bool {
        self.is_hiding
    }

    /// The guesses and answers so far, in order.
    #[must_use]
    pub fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// The guess that waits for its answer.
    #[must_use]
    pub fn asked(&self) -> Option<Fleet> {
        self.asked
    }

    /// Where the ships were found.
    #[must_use]
    pub fn found(&self) -> Option<Fleet> {
        let last = self.exchanges.last()?;
        (last.answer == self.board.found()).then_some(last.guess)
    }

    /// Whether ships at `target` have all these answers.
    #[must_use]
    pub fn fits(&self, target: Fleet) -> bool {
        self.exchanges.iter().all(|exchange| exchange.fits(target))
    }

    /// The targets that fit all answers, in board order. The game's own target,
    /// if it has one, is among them and is treated like the others.
    pub fn possible(&self) -> impl Iterator<Item = Fleet> {
        self.board
            .fleets_from(self.first_possible)
            .filter(|target| self.fits(*target))
    }

    /// The possible answers, in order.
    fn answers(&self) -> Vec<Feedback> {
        let Some(guess) = self.asked else {
            return Vec::new();
        };
        if let Some(target) = self.target {
            return vec![feedback(target, guess)];
        }
        let targets = self.possible();
        let mut answers: Vec<Feedback> = targets.map(|target| feedback(target, guess)).collect();
        answers.order();
        answers.dedup();
        answers
    }

    fn answer(&mut self, answer: Feedback) -> Result<(), Illegal> {
        let Some(guess) = self.asked else {
            return Err(Illegal::new(
                "not-your-turn",
                "there is nothing to answer: the searcher guesses next",
            )
            .help(format!(
                "a guess is {}: `{}`",
                locations(self.board.ships()),
                self.board.example()
            )));
        };
        let exchange = Exchange { guess, answer };
        if let Some(target) = self.target
            && !exchange.fits(target)
        {
            let right = feedback(target, guess);
            return Err(Illegal::new(
                "wrong-answer",
                format!("the answer to {guess} is {right}, not {answer}"),
            ));
        }
        // Fleets before the first possible one fit no better now, and it need
        // not be checked against all the other answers again.
        let first = std::iter::once(self.first_possible)
            .chain(self.possible())
            .find(|target| exchange.fits(*target))
            .ok_or_else(|| self.contradiction(exchange))?;
        self.first_possible = first;
        self.exchanges.push(exchange);
        self.asked = None;
        Ok(())
    }

    /// Earlier answers without which this one would be possible. If only one
    /// answer is wrong, it is one of them, or this one.
    pub(crate) fn in_the_way(&self, exchange: Exchange) -> Vec<usize> {
        let mut alone = vec![false; self.exchanges.len()];
        let targets = self.board.fleets();
        for target in targets.filter(|target| exchange.fits(*target)) {
            let mut misfits = (0..self.exchanges.len())
                .filter(|index| !self.exchanges[*index].fits(target))
                .take(2);
            if let (Some(only), None) = (misfits.next(), misfits.next()) {
                alone[only] = true;
            }
        }
        (0..alone.len()).filter(|index| alone[*index]).collect()
    }

    fn contradiction(&self, exchange: Exchange) -> Illegal {
        let Exchange { guess, answer } = exchange;
        let number = self.exchanges.len() + 1;
        if !self.board.fleets().any(|target| exchange.fits(target)) {
            return Illegal::new(
                "contradiction",
                format!("no ships anywhere give the answer {answer} to guess {number}, {guess}"),
            )
            .help(self.possible_answers());
        }
        let blamed: Vec<String> = self
            .in_the_way(exchange)
            .into_iter()
            .map(|index| format!("{} to guess {}", self.exchanges[index].answer, index + 1))
            .collect();
        let suspects = match blamed.as_slice() {
            [] => String::new(),
            [one] => format!(" or {one}"),
            [others @ .., last] => format!(", {} or {last}", others.join(", ")),
        };
        Illegal::new(
            "contradiction",
            format!("no ships fit the answer {answer} to guess {number}, {guess}, and the answers before it"),
        )
        .help(format!(
            "{}; if only one answer is wrong, it is this one{suspects}",
            self.possible_answers()
        ))
    }

    /// The possible answers, in words.
    fn possible_answers(&self) -> String {
        const MOST_LISTED: usize = 8;
        let answers = self.answers();
        let quoted = |answer: &Feedback| format!("`{answer}`");
        match answers.as_slice() {
            [only] => format!("only {} is possible", quoted(only)),
            [others @ .., last] if answers.len() <= MOST_LISTED => {
                let others: Vec<String> = others.iter().map(quoted).collect();
                format!(
                    "the possible answers are {} and {}",
                    others.join(", "),
                    quoted(last)
                )
            }
            many => format!("{} other answers are possible", many.len()),
        }
    }
}

impl Ships {
    /// The position at the start.
    ///
    /// # Errors
    ///
    /// The target does not fit the board.
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        let Setup { board, target } = *setup;
        if let Some(target) = target
            && !board.takes(target)
        {
            let message = format!("{target} is not a target on this board");
            return Err(SetupError::new("target", message));
        }
        Ok(Ships {
            board,
            target,
            is_hiding: false,
            exchanges: Vec::new(),
            asked: None,
            first_possible: board.first_fleet(),
        })
    }

    /// The position in which the hider picks the target.
    #[must_use]
    pub fn hiding(board: Board) -> Self {
        Ships {
            board,
            target: None,
            is_hiding: true,
            exchanges: Vec::new(),
            asked: None,
            first_possible: board.first_fleet(),
        }
    }

    fn hide(&mut self, target: Fleet) -> Result<(), Illegal> {
        if !self.is_hiding {
            return Err(Illegal::new(
                "not-your-turn",
                "the ships are already hidden",
            ));
        }
        if !self.board.takes(target) {
            let message = format!("{target} is not a target on this board");
            return Err(Illegal::new("wrong-board", message));
        }
        self.is_hiding = false;
        self.target = Some(target);
        Ok(())
    }
}

impl Game for Ships {
    type Move = Move;
    type Chance = Never;
    type View = Ships;

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        match (self.found(), self.asked) {
            (Some(_), _) => Turn::Over(Outcome::Win(SEARCHER)),
            (None, Some(_)) => Turn::Seat(HIDER),
            (None, None) if self.is_hiding => Turn::Seat(HIDER),
            (None, None) => Turn::Seat(SEARCHER),
        }
    }

    fn moves(&self) -> Vec<Move> {
        match self.turn() {
            Turn::Seat(SEARCHER) => self.board.fleets().map(Move::Guess).collect(),
            Turn::Seat(_) if self.is_hiding => self.board.fleets().map(Move::Hide).collect(),
            Turn::Seat(_) => self.answers().into_iter().map(Move::Answer).collect(),
            Turn::Chance | Turn::Over(_) => Vec::new(),
        }
    }

    fn play(&mut self, chosen: &Move) -> Result<(), Illegal> {
        if let Some(found) = self.found() {
            return Err(Illegal::new(
                "game-already-over",
                format!("the game is over: the ships were found at {found}"),
            ));
        }
        match (*chosen, self.asked) {
            (Move::Hide(target), _) => self.hide(target),
            (Move::Guess(_) | Move::Answer(_), _) if self.is_hiding => Err(Illegal::new(
                "not-your-turn",
                "the hider must first pick a place for the ships",
            )),
            (Move::Guess(_), Some(asked)) => Err(Illegal::new(
                "not-your-turn",
                format!("the guess {asked} has no answer yet"),
            )
            .help("an answer is three numbers, exact, one away, two away: `0,2,1`")),
            (Move::Guess(guess), None) if !self.board.takes(guess) => Err(Illegal::new(
                "wrong-board",
                format!("{guess} cannot be guessed on this board"),
            )),
            (Move::Guess(guess), None) => {
                self.asked = Some(guess);
                Ok(())
            }
            (Move::Answer(answer), _) => self.answer(answer),
        }
    }

    fn view(&self, who: Viewer) -> Ships {
        let mut view = self.clone();
        if matches!(who, Viewer::Seat(SEARCHER) | Viewer::Public) {
            view.target = None;
        }
        view
    }
}

impl Imagine for Ships {
    /// A viewer who does not see the target sees a game without one, and can
    /// continue with that: it allows every answer that could come.
    fn imagine(view: &Ships, _: Viewer, _: &mut dyn Rng) -> Self {
        view.clone()
    }
}

impl Symmetric for Ships {
    type Symmetry = Flip;

    fn symmetries(&self) -> Vec<Flip> {
        self.board.flips()
    }

    fn map(&self, flip: &Flip) -> Self {
        let flipped = |fleet| self.board.flipped(*flip, fleet);
        let mut mapped = Ships {
            board: self.board,
            target: self.target.map(flipped),
            is_hiding: self.is_hiding,
            exchanges: self.exchanges.clone(),
            asked: self.asked.map(flipped),
            first_possible: self.board.first_fleet(),
        };
        for exchange in &mut mapped.exchanges {
            exchange.guess = flipped(exchange.guess);
        }
        let first = mapped.possible().next();
        mapped.first_possible = first.expect("what fits is flipped too");
        mapped
    }

    fn map_move(&self, flip: &Flip, chosen: &Move) -> Move {
        match *chosen {
            Move::Hide(target) => Move::Hide(self.board.flipped(*flip, target)),
            Move::Guess(guess) => Move::Guess(self.board.flipped(*flip, guess)),
            Move::Answer(answer) => Move::Answer(answer),
        }
    }

    fn map_chance(&self, _: &Flip, outcome: &Never) -> Never {
        *outcome
    }
}
