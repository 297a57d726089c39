//! A game being studied: every move of everybody can be tried, and nothing is forgotten.

use parlour_core::{AnyRecord, GameEntry, Match, SetupValues, Turn, Viewer, luck};
use parlour_host::{default_names, kept_match, told};
use serde_json::Value;

use crate::table::Table;
use crate::{files, film, text};
use parlour_wire::{Board, Complaint, Request, json};

/// A person who studies a game sees everything.
const WHO: Viewer = Viewer::All;

/// A tree of moves, a place in it, and its board.
pub(crate) struct Study {
    game: &'static dyn GameEntry,
    played: Match,
    board: Board,
}

impl Study {
    /// The game at the table, a text of any kind, a position, or the usual start.
    pub(crate) fn new(request: &Request, table: Option<&Table>) -> Result<Study, Complaint> {
        let (game, played) = if request.is_set("table") {
            let table = table.ok_or_else(|| Complaint::new("no game is being played"))?;
            let open = table.open_match();
            let open = open.ok_or_else(|| Complaint::new("The game still has secrets."))?;
            (table.host().game(), Match::resume(open.record())?)
        } else if let Ok(text) = request.text("tree") {
            grown(&Request(text::read(text).unwrap_or_default()))?
        } else if let Ok(text) = request.text("text") {
            let (game, record) = files::record(text)?;
            (game, Match::resume(record)?)
        } else {
            let game = request.game()?;
            let start = match request.text("position") {
                Ok(text) => game.read_position(text)?,
                Err(_) => game.start(&SetupValues::new(), &mut luck::seeded(0))?,
            };
            let names = default_names(&*start, &[]);
            (game, Match::new(start, names))
        };
        let mut study = Study {
            game,
            played,
            board: Board::default(),
        };
        // A record is read from its beginning; a game that was just played is reviewed from its
        // end.
        if !["table", "tree", "end"]
            .iter()
            .any(|name| is_given(request, name))
        {
            study.played.go_to(0);
        }
        study.arrive();
        Ok(study)
    }

    fn arrive(&mut self) {
        self.board.look_back(&self.played, WHO);
        let is_over = matches!(self.played.turn(), Turn::Over(_));
        self.board.arrive(self.played.position(), !is_over);
    }

    pub(crate) fn answer(&mut self, request: &Request) -> Result<Value, Complaint> {
        let before = self.played.position().boxed_clone();
        match request.text("do")? {
            "state" => return Ok(self.state()),
            "pick" => {
                let step = self
                    .board
                    .pick(self.played.position(), request.text("pick")?)?;
                match step {
                    Some(step) => self.played.take(step)?,
                    None => return Ok(self.state()),
                }
            }
            "back" => {
                self.board.back();
                return Ok(self.state());
            }
            "type" => self.played.play(request.text("text")?.trim())?,
            "visit" => {
                let number = request.number("number").unwrap_or(0);
                self.played.visit(number as usize);
            }
            // To the position after this many steps of the line, or its end.
            "goto" => {
                let wanted = request.number("steps").unwrap_or(u64::MAX) as usize;
                if !self.played.go_to(wanted) {
                    while self.played.forward() {}
                }
            }
            "look" => {
                self.board.look(request, self.played.position());
                return Ok(self.state());
            }
            "preview" => {
                let pick = request.text("pick")?;
                return Ok(self.board.preview(self.played.position(), pick, WHO));
            }
            "kept" => return Ok(json!({ "text": kept_match(self.game, &self.played) })),
            "record" => {
                let (record, end) = self.whole_line();
                return Ok(json!({
                    "text": self.game.write_record(&record),
                    "position": self.played.position().text(),
                    "extension": self.game.info().extension,
                    "end": end,
                }));
            }
            "tree" => return Ok(json!({ "text": self.tree() })),
            "film" => {
                let (record, _) = self.whole_line();
                return film::frames(self.game, &record, parlour_wire::theme(request));
            }
            "picture" => {
                let theme = parlour_wire::theme(request);
                return self.board.file(self.played.position(), WHO, theme);
            }
            other => return Err(Complaint::new(format!("there is no request `{other}`"))),
        }
        self.arrive();
        self.board.moved(&*before, self.played.position(), WHO);
        Ok(self.state())
    }

    /// All that was tried, as a text that [`Study::new`] reads.
    fn tree(&self) -> String {
        let played = &self.played;
        let steps = played
            .tree()
            .map(|step| json!({ "after": step.after, "step": step.text }));
        text::written(&json!({
            "game": self.game.info().id,
            "names": played.names(),
            "start": played.start().text(),
            "steps": steps.collect::<Vec<_>>(),
            "place": played.place(),
        }))
    }

    /// The line that leads here and on to its end, and where that is in the tree.
    fn whole_line(&mut self) -> (AnyRecord, usize) {
        let here = self.played.place();
        while self.played.forward() {}
        let whole = (self.played.record(), self.played.place());
        self.played.visit(here);
        whole
    }

    /// All that the page shows.
    pub(crate) fn state(&mut self) -> Value {
        let shown = self.board.show(self.played.position(), WHO);
        let has_map = self.board.has_map(self.game, self.played.position(), WHO);
        let played = &self.played;
        let tree = played.tree();
        let said = told(&played.record(), WHO);
        json!({
            "game": self.game.info().id,
            "turn": match played.turn() {
                Turn::Seat(seat) => Some(seat.0),
                Turn::Chance | Turn::Over(_) => None,
            },
            "is_over": matches!(played.turn(), Turn::Over(_)),
            "names": played.names(),
            "shown": shown,
            "position": played.position().text(),
            "place": played.place(),
            "steps": played.len(),
            "tree": tree.map(|step| json!({
                "number": step.number,
                "after": step.after,
                "seat": step.seat.map(|seat| seat.0),
                "text": step.text,
            })).collect::<Vec<_>>(),
            "last": said.last().map(|said| &*said.text),
            "result": played.result(),
            "has_map": has_map,
        })
    }
}

fn is_given(request: &Request, name: &str) -> bool {
    request.is_set(name) || request.text(name).is_ok()
}

/// The match of a text that [`Study::tree`] wrote. The numbers of its steps stay the same.
fn grown(tree: &Request) -> Result<(&'static dyn GameEntry, Match), Complaint> {
    let game = tree.game()?;
    let start = game.read_position(tree.text("start")?)?;
    let names = tree.0["names"].as_array().into_iter().flatten();
    let names: Vec<String> = names.filter_map(Value::as_str).map(str::to_owned).collect();
    let names = match names.len() == usize::from(start.seats()) {
        true => names,
        false => default_names(&*start, &[]),
    };
    let mut played = Match::new(start, names);
    for step in tree.0["steps"].as_array().into_iter().flatten() {
        let after = step["after"].as_u64().unwrap_or(0) as usize;
        if played.place() != after && !played.visit(after) {
            return Err(Complaint::new("this link is damaged"));
        }
        played.play(step["step"].as_str().unwrap_or_default())?;
    }
    played.visit(tree.number("place").unwrap_or(0) as usize);
    Ok((game, played))
}
