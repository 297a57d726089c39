//! A game being studied: every move of everybody can be tried, and nothing is forgotten.

use parlour_core::{GameEntry, Match, SetupValues, Turn, Viewer, luck};
use parlour_host::{default_names, kept_match, told};
use serde_json::{Value, json};

use crate::board::{self, Board};
use crate::files;
use crate::request::{Complaint, Request};
use crate::session::null_or;
use crate::table::Table;

/// Whoever studies sees everything.
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
        // A record is read from its beginning; a game that was just played is looked back on.
        if !request.is_set("table") && !request.is_set("end") {
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
            // To the position after so many steps of the line, or its end.
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
                return Ok(json!({
                    "text": self.game.write_record(&self.played.record()),
                    "position": self.played.position().text(),
                    "extension": self.game.info().extension,
                }));
            }
            "picture" => {
                let theme = board::theme(request);
                return self.board.file(self.played.position(), WHO, theme);
            }
            other => return Err(Complaint::new(format!("there is no request `{other}`"))),
        }
        self.arrive();
        self.board.moved(&*before, self.played.position(), WHO);
        Ok(self.state())
    }

    /// All that the page shows.
    pub(crate) fn state(&mut self) -> Value {
        let shown = self.board.show(self.played.position(), WHO);
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
            "result": null_or(played.result()),
            "has_map": !self.game.is_open(),
        })
    }
}
