//! The state of one worker of a page: a game being played or studied, and bots that think.

use std::fmt;

use parlour_core::Tables;
use parlour_host::World;
use serde_json::Value;

use crate::files;
use crate::learning::{self, Lesson, Puzzle};
use crate::study::Study;
use crate::table::Table;
use crate::text;
use crate::thinking::Thinker;
use parlour_wire::{Complaint, Request};

/// Everything that requests can be about.
pub struct Session {
    world: World,
    table: Option<Table>,
    study: Option<Study>,
    lesson: Option<Lesson>,
    puzzle: Option<Puzzle>,
    thinker: Thinker,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// Nothing is played yet.
    #[must_use]
    pub fn new() -> Self {
        let world = World {
            // A page has no other place for the seed: it keeps games with theirs.
            seals: false,
            ..World::own(Tables::none())
        };
        Session {
            table: None,
            study: None,
            lesson: None,
            puzzle: None,
            thinker: Thinker::new(world.tables.clone()),
            world,
        }
    }

    /// Answers a request, an object whose field `do` says what is wanted, with an object. One with
    /// the field `error` says in words what went wrong. `tell` receives the progress of long work,
    /// as JSON too.
    pub fn ask(&mut self, request: &str, tell: &dyn Fn(&str)) -> String {
        let answer = match text::read(request) {
            Some(request) => self.answer(&Request(request), tell),
            None => Err(Complaint::new("the request is not JSON")),
        };
        text::written(&answer.unwrap_or_else(|complaint| complaint.json()))
    }

    fn answer(&mut self, request: &Request, tell: &dyn Fn(&str)) -> Result<Value, Complaint> {
        match request.text("do")? {
            "think" => self.thinker.think(request, tell),
            "advise" => self.thinker.advise(request, tell),
            "prepare" => self.thinker.prepare(request, tell),
            "review" => self.thinker.review(request, tell),
            "puzzle" => learning::make(request, &self.world.tables, tell),
            // The module with threads has nothing else, and is the smaller for it.
            _ if cfg!(target_os = "wasi") => Err(Complaint::new("this module only thinks")),
            "games" => Ok(parlour_wire::games()),
            "new" => {
                let table = Table::new(request, &self.world)?;
                Ok(self.table.insert(table).state())
            }
            "continue" => {
                let table = Table::kept(request, &self.world)?;
                Ok(self.table.insert(table).state())
            }
            "again" => {
                let world = self.world.clone();
                let table = self.table()?.again(request, &world);
                Ok(self.table.insert(table).state())
            }
            "study" => {
                let study = Study::new(request, self.table.as_ref())?;
                Ok(self.study.insert(study).state())
            }
            "rules" => Ok(parlour_wire::rules(request.game()?)),
            "lesson" => {
                let lesson = Lesson::new(request)?;
                Ok(self.lesson.insert(lesson).state())
            }
            "solve" => {
                let puzzle = Puzzle::new(request, &self.world.tables)?;
                Ok(self.puzzle.insert(puzzle).state())
            }
            "check" => files::check(request),
            "position" => files::position(request),
            _ if request.is_set("lesson") => match &mut self.lesson {
                Some(lesson) => lesson.answer(request),
                None => Err(Complaint::new("no lesson has begun")),
            },
            _ if request.is_set("puzzle") => match &mut self.puzzle {
                Some(puzzle) => puzzle.answer(request),
                None => Err(Complaint::new("there is no puzzle to solve")),
            },
            _ if request.is_set("study") => match &mut self.study {
                Some(study) => study.answer(request),
                None => Err(Complaint::new("nothing is being studied")),
            },
            _ => self.table()?.answer(request),
        }
    }

    fn table(&mut self) -> Result<&mut Table, Complaint> {
        let none = || Complaint::new("no game is being played");
        self.table.as_mut().ok_or_else(none)
    }
}
