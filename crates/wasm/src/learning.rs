//! A guided first game, and puzzles.

use std::time::Duration;

use parlour_core::{AnyStep, Limits, Tables, Viewer};
use parlour_host::{Guide, Heard, Judged, PuzzleSession};
use serde_json::Value;

use crate::text::written;
use parlour_wire::{Board, Complaint, Request, json};

/// How long a page waits for a puzzle, in milliseconds, unless it says otherwise.
const USUAL_TIME: u64 = 30_000;

/// A guided first game at a page.
pub(crate) struct Lesson {
    guide: Guide,
    board: Board,
    /// What to say about the last move, if it was not what was asked for.
    heard: Option<String>,
    /// The move that was hinted at, for those who do not see it marked.
    hint: Option<String>,
}

impl Lesson {
    pub(crate) fn new(request: &Request) -> Result<Lesson, Complaint> {
        let guide = Guide::new(request.game()?);
        let none = || Complaint::new("This game has no guided first game.");
        let mut lesson = Lesson {
            guide: guide.ok_or_else(none)??,
            board: Board::default(),
            heard: None,
            hint: None,
        };
        lesson.arrive();
        Ok(lesson)
    }

    fn arrive(&mut self) {
        self.hint = None;
        let who = self.guide.viewer();
        self.board.look_back(self.guide.played(), who);
        let is_asked = self.guide.is_asked();
        self.board.arrive(self.guide.position(), is_asked);
    }

    fn take(&mut self, step: AnyStep) -> Result<(), Complaint> {
        let before = self.guide.position().boxed_clone();
        self.heard = None;
        match self.guide.take(step)? {
            Heard::Right => {
                self.arrive();
                self.board
                    .moved(&*before, self.guide.position(), self.guide.viewer());
            }
            Heard::Other(text) => {
                self.heard = Some(text);
                self.board.arrive(self.guide.position(), true);
            }
        }
        Ok(())
    }

    pub(crate) fn answer(&mut self, request: &Request) -> Result<Value, Complaint> {
        let who = self.guide.viewer();
        match request.text("do")? {
            "state" => {}
            "pick" => {
                let pick = request.text("pick")?;
                if let Some(step) = self.board.pick(self.guide.position(), pick)? {
                    self.take(step)?;
                }
            }
            "back" => self.board.back(),
            "type" => {
                let step = self.guide.position().read(request.text("text")?.trim())?;
                self.take(step)?;
            }
            "next" => {
                self.heard = None;
                if self.guide.go_on() {
                    self.arrive();
                }
            }
            "previous" => {
                self.heard = None;
                if self.guide.back() {
                    self.arrive();
                }
            }
            "hint" => {
                let hint = self.guide.hint();
                self.hint = hint.map(|step| self.guide.position().write(&step));
                let look = Request(json!({ "hint": self.hint }));
                self.board.look(&look, self.guide.position());
            }
            "look" => self.board.look(request, self.guide.position()),
            "preview" => {
                let pick = request.text("pick")?;
                return Ok(self.board.preview(self.guide.position(), pick, who));
            }
            other => return Err(Complaint::new(format!("there is no request `{other}`"))),
        }
        Ok(self.state())
    }

    /// All that the page shows.
    pub(crate) fn state(&mut self) -> Value {
        let guide = &self.guide;
        let (step, of) = guide.progress();
        let news = guide.news().into_iter();
        json!({
            "game": guide.game().info().id,
            "step": step,
            "of": of,
            "says": guide.says(),
            "heard": self.heard,
            "hint": self.hint,
            "news": news.map(|said| said.text.to_string()).collect::<Vec<_>>(),
            "is_asked": guide.is_asked(),
            "is_over": guide.is_over(),
            "seat": guide.seat().0,
            "names": guide.played().names(),
            "shown": self.board.show(guide.position(), guide.viewer()),
        })
    }
}

/// A puzzle at a page.
pub(crate) struct Puzzle {
    session: PuzzleSession,
    board: Board,
    tables: Tables,
    /// What the solver said to the last answer, and whether that was right.
    said: Option<(bool, String)>,
    why: Option<String>,
    /// The move that was hinted at, for those who do not see it marked.
    hint: Option<String>,
}

/// Makes the puzzle of a number.
pub(crate) fn make(
    request: &Request,
    tables: &Tables,
    tell: &dyn Fn(&str),
) -> Result<Value, Complaint> {
    let game = request.game()?;
    let none = || Complaint::new("This game has no puzzles.");
    let puzzles = game.puzzles().ok_or_else(none)?;
    let time = Duration::from_millis(request.number("time").unwrap_or(USUAL_TIME));
    let seed = request.number("seed").unwrap_or(0);
    let told = &mut |tried| tell(&written(&json!({ "tried": tried })));
    let puzzle = puzzles.make(seed, tables, &Limits::time(time), told);
    let late = || Complaint::new("No puzzle was found in that time. Try another number.");
    let puzzle = puzzle.ok_or_else(late)?;
    Ok(json!({
        "game": game.info().id,
        "seed": puzzle.seed.to_string(),
        "task": puzzles.task(),
        "position": puzzle.position.text(),
        "right": puzzle.right,
    }))
}

impl Puzzle {
    pub(crate) fn new(request: &Request, tables: &Tables) -> Result<Puzzle, Complaint> {
        let game = request.game()?;
        let position = game.read_position(request.text("position")?)?;
        let none = || Complaint::new("This game has no puzzles.");
        let mut puzzle = Puzzle {
            session: PuzzleSession::new(game, position).ok_or_else(none)?,
            board: Board::default(),
            tables: tables.clone(),
            said: None,
            why: None,
            hint: None,
        };
        puzzle.arrive();
        Ok(puzzle)
    }

    fn arrive(&mut self) {
        self.hint = None;
        let is_open = !self.session.is_solved();
        self.board.arrive(self.session.position(), is_open);
    }

    fn judge(&mut self) -> Result<(), Complaint> {
        match self.session.judge(&self.tables, &Limits::default()) {
            true => Ok(()),
            false => Err(Complaint::new("The solver cannot judge this position.")),
        }
    }

    fn take(&mut self, step: AnyStep) -> Result<(), Complaint> {
        self.judge()?;
        let before = self.session.position().boxed_clone();
        let why = self.session.why();
        self.said = Some(match self.session.take(step)? {
            Judged::Right(text) => (true, text),
            Judged::Solved(text) => {
                self.why = why;
                (true, text)
            }
            Judged::Wrong(text) => (false, text),
        });
        self.arrive();
        let after = self.session.position();
        self.board.moved(&*before, after, self.session.viewer());
        Ok(())
    }

    pub(crate) fn answer(&mut self, request: &Request) -> Result<Value, Complaint> {
        let who = self.session.viewer();
        match request.text("do")? {
            "state" => {}
            "pick" => {
                let pick = request.text("pick")?;
                if let Some(step) = self.board.pick(self.session.position(), pick)? {
                    self.take(step)?;
                }
            }
            "back" => self.board.back(),
            "type" => {
                let step = self.session.position().read(request.text("text")?.trim())?;
                self.take(step)?;
            }
            "hint" => {
                self.judge()?;
                let hint = self.session.hint();
                self.hint = hint.map(|step| self.session.position().write(step));
                let look = Request(json!({ "hint": self.hint }));
                self.board.look(&look, self.session.position());
            }
            "why" => {
                self.judge()?;
                self.why = self.session.why();
            }
            "look" => self.board.look(request, self.session.position()),
            "preview" => {
                let pick = request.text("pick")?;
                return Ok(self.board.preview(self.session.position(), pick, who));
            }
            other => return Err(Complaint::new(format!("there is no request `{other}`"))),
        }
        Ok(self.state())
    }

    /// All that the page shows.
    pub(crate) fn state(&mut self) -> Value {
        let session = &self.session;
        let said = self.said.as_ref();
        let who = match session.viewer() {
            Viewer::Seat(seat) => Some(seat.0),
            Viewer::Public | Viewer::All => None,
        };
        json!({
            "game": session.game().info().id,
            "task": session.task(),
            "seat": who,
            "names": session.played().names(),
            "is_solved": session.is_solved(),
            "mistakes": session.mistakes(),
            "said": said.map(|(is_right, text)| json!({ "right": is_right, "text": text })),
            "why": self.why,
            "hint": self.hint,
            "steps": session.played().steps(),
            "position": session.position().text(),
            "shown": self.board.show(session.position(), session.viewer()),
        })
    }
}
