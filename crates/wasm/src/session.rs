//! What one worker of a page has before it: a game being played, or one being studied, and
//! bots that think.

use parlour_core::Tables;
use parlour_host::World;
use serde_json::{Value, json};

use crate::request::{Complaint, Request};
use crate::study::Study;
use crate::table::Table;
use crate::thinking::Thinker;
use crate::{catalogue, files};

/// Everything that requests can be about.
pub struct Session {
    world: World,
    table: Option<Table>,
    study: Option<Study>,
    thinker: Thinker,
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
        let world = World::own(Tables::none());
        Session {
            table: None,
            study: None,
            thinker: Thinker::new(world.tables.clone()),
            world,
        }
    }

    /// Answers a request, an object whose field `do` says what is wanted, by an object. One
    /// with the field `error` says in words why there is no other answer. `tell` hears how
    /// far long work is, as JSON too.
    pub fn ask(&mut self, request: &str, tell: &dyn Fn(&str)) -> String {
        let answer = match serde_json::from_str(request) {
            Ok(request) => self.answer(&Request(request), tell),
            Err(error) => Err(Complaint::new(format!("the request is no JSON: {error}"))),
        };
        answer
            .unwrap_or_else(|complaint| complaint.json())
            .to_string()
    }

    fn answer(&mut self, request: &Request, tell: &dyn Fn(&str)) -> Result<Value, Complaint> {
        match request.text("do")? {
            "games" => Ok(catalogue::all()),
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
            "check" => files::check(request),
            "think" => self.thinker.think(request, tell),
            "advise" => self.thinker.advise(request, tell),
            "review" => self.thinker.review(request, tell),
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

/// A field that is left out where there is nothing to say.
pub(crate) fn null_or(text: Option<String>) -> Value {
    text.map_or(Value::Null, |text| json!(text))
}
