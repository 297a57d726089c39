//! A guided first game: says what to do, checks whether the learner did it, and plays the other side.

use parlour_core::learn::{Accepted, Lesson, LessonStep};
use parlour_core::{
    AnyStep, Diagnostic, GameEntry, Illegal, Match, Pick, Position, Seat, Turn, Viewer,
};

use crate::seating::default_names;
use crate::told::{Said, told};

/// The guide's verdict on a learner's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It was right: the guide has gone on to the next step.
    Right,
    /// It is legal, but not what the step is about. Nothing has changed; this says what to do.
    Other(String),
}

/// A guided first game being played.
///
/// # Examples
///
/// ```
/// use parlour_host::{Guide, Heard};
///
/// let game = parlour_catalog::game("gridlock").expect("it is in the catalogue");
/// let mut guide = Guide::new(game).expect("it has a lesson").expect("the script fits");
/// assert_eq!(guide.play("red 1,1").expect("a legal move"), Heard::Right);
/// assert_eq!(guide.progress().0, 2);
/// ```
#[derive(Debug)]
pub struct Guide {
    game: &'static dyn GameEntry,
    lesson: Lesson,
    seat: Seat,
    /// The number of the present step; the number of steps at the end.
    step: usize,
    played: Match,
    /// How much of the match the learner was told of in earlier steps.
    known: usize,
    /// The match and its length at each step so far, to go back to.
    past: Vec<(Match, usize)>,
}

impl Guide {
    /// The guided first game of a game; `None` if it has none.
    ///
    /// # Errors
    ///
    /// Its script does not fit the game.
    pub fn new(game: &'static dyn GameEntry) -> Option<Result<Guide, Diagnostic>> {
        Some(Guide::begin(game, game.lesson()?))
    }

    fn begin(game: &'static dyn GameEntry, script: &str) -> Result<Guide, Diagnostic> {
        let lesson = Lesson::read(script)?;
        let (played, seat) = scene(game, &lesson.steps[0], &lesson.seat)?;
        Ok(Guide {
            game,
            lesson,
            seat,
            step: 0,
            known: 0,
            played,
            past: Vec::new(),
        })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'static dyn GameEntry {
        self.game
    }

    /// The match behind it.
    #[must_use]
    pub fn played(&self) -> &Match {
        &self.played
    }

    /// The present position. Show no more of it than [`Guide::viewer`] sees.
    #[must_use]
    pub fn position(&self) -> &dyn Position {
        self.played.position()
    }

    /// The learner.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The viewer: the learner, as in a real game; nothing is hidden once the game is over.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        match self.played.turn() {
            Turn::Over(_) => Viewer::All,
            Turn::Seat(_) | Turn::Chance => Viewer::Seat(self.seat),
        }
    }

    /// The number of the present step, from 1, and how many there are. At the end the number is
    /// that of the last step.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let steps = self.lesson.steps.len();
        ((self.step + 1).min(steps), steps)
    }

    /// Whether all steps are done.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.step == self.lesson.steps.len()
    }

    fn present(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.step)
    }

    /// What the learner is told now; at the end, the last words.
    #[must_use]
    pub fn says(&self) -> &str {
        self.present().map_or(&self.lesson.end, |step| &step.says)
    }

    /// Whether a move is asked for. If not, [`Guide::go_on`] leads to the next step.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        let accepted = self.present().map(|step| &step.accepted);
        accepted.is_some_and(|accepted| *accepted != Accepted::Nothing)
    }

    /// The move that is asked for, to be pointed out; any one of them if there are several.
    #[must_use]
    pub fn hint(&self) -> Option<AnyStep> {
        match &self.present()?.accepted {
            Accepted::Nothing => None,
            Accepted::Any => self.position().move_at(0),
            Accepted::These(moves) => self.position().read(moves.first()?).ok(),
        }
    }

    /// What happened since the learner was last told, as the learner may hear of it. If players
    /// have secrets, that leaves out what the others did, as in a real game.
    #[must_use]
    pub fn news(&self) -> Vec<Said> {
        let mut said = told(&self.played.record(), Viewer::Seat(self.seat));
        said.drain(..self.known.min(said.len()));
        let is_told = |seat| !self.game.is_private() || seat == self.seat;
        said.retain(|said| said.seat.is_none_or(is_told));
        said
    }

    /// What the last moves changed on the board.
    #[must_use]
    pub fn last(&self) -> Vec<Pick> {
        self.played.trace()
    }

    /// A move that the learner has chosen.
    ///
    /// # Errors
    ///
    /// No move is asked for, or the rules do not allow this one.
    pub fn take(&mut self, chosen: AnyStep) -> Result<Heard, Illegal> {
        let Some(step) = self.present().filter(|_| self.is_asked()) else {
            return Err(Illegal::new("not-asked", "no move is asked for now"));
        };
        let position = self.position();
        position.boxed_clone().take(&chosen)?;
        let is_right = match &step.accepted {
            Accepted::Nothing => false,
            Accepted::Any => true,
            Accepted::These(moves) => {
                let mut steps = moves.iter().filter_map(|text| position.read(text).ok());
                steps.any(|right| right == chosen)
            }
        };
        if !is_right {
            return Ok(Heard::Other(step.otherwise.clone()));
        }
        let replies = step.replies.clone();
        self.remember();
        self.known = self.played.len();
        self.played.take(chosen)?;
        for reply in &replies {
            // Tests run every lesson, so a reply that does not fit is not met; the lesson would go
            // on without it.
            if self.played.play(reply).is_err() {
                break;
            }
        }
        self.next_step();
        Ok(Heard::Right)
    }

    /// A move that the learner has typed.
    ///
    /// # Errors
    ///
    /// The text is not a move, no move is asked for, or the rules do not allow this one.
    pub fn play(&mut self, text: &str) -> Result<Heard, Diagnostic> {
        let step = self.position().read(text)?;
        self.take(step).map_err(|illegal| illegal.at(0..text.len()))
    }

    /// Goes on from a step that is only read; false if a move is asked for, or at the end.
    pub fn go_on(&mut self) -> bool {
        if self.is_over() || self.is_asked() {
            return false;
        }
        self.remember();
        self.known = self.played.len();
        self.next_step();
        true
    }

    /// Goes back to the step before; false at the beginning.
    pub fn back(&mut self) -> bool {
        let Some((played, known)) = self.past.pop() else {
            return false;
        };
        self.played = played;
        self.known = known;
        self.step -= 1;
        true
    }

    fn remember(&mut self) {
        // A record holds legal steps, so it can be played again.
        if let Ok(copy) = Match::resume(self.played.record()) {
            self.past.push((copy, self.known));
        }
    }

    fn next_step(&mut self) {
        self.step += 1;
        let Some(step) = self.present() else {
            return;
        };
        if step.start.is_some()
            && let Ok((played, _)) = scene(self.game, step, &self.lesson.seat)
        {
            self.known = 0;
            self.played = played;
        }
    }
}

/// The match that a step begins with, and the learner's seat in it.
fn scene(
    game: &'static dyn GameEntry,
    step: &LessonStep,
    seat: &str,
) -> Result<(Match, Seat), Diagnostic> {
    let position = game.read_position(step.start.as_deref().unwrap_or_default())?;
    let named = |found: &Seat| position.seat_name(*found) == seat;
    let seat = Seat::all(position.seats()).find(named).ok_or_else(|| {
        let message = format!("the game has no seat that is called {seat}");
        Diagnostic::error("bad-lesson", 0..0, message)
    })?;
    let names = default_names(&*position, &[]);
    let mut played = Match::new(position, names);
    for step in &step.opening {
        played.play(step)?;
    }
    Ok((played, seat))
}
