//! A game being played at a page, by people in front of it and bots in other workers.

use parlour_core::{Budget, Match, Outcome, Seed, SetupValues, Turn, Viewer};
use parlour_host::{
    Answer, Dice, HUMAN, Handle, Host, Kept, Next, Seating, World, default_names, usual_kinds,
    values_for,
};
use serde_json::Value;

use parlour_wire::{Board, Complaint, Request, json};

/// How many sentences of a long game are sent at once.
const MOST_SAID: usize = 400;

/// The host of a game, and its board.
pub(crate) struct Table {
    host: Host,
    board: Board,
    /// The bot that is thinking in another worker.
    asked: Option<Handle>,
    notices: Vec<String>,
}

impl Table {
    /// A new game.
    pub(crate) fn new(request: &Request, world: &World) -> Result<Table, Complaint> {
        let game = request.game()?;
        let seed = request.number("seed").unwrap_or(0);
        let mut setup = SetupValues::new();
        for (name, value) in request.0["setup"].as_object().into_iter().flatten() {
            setup.set(name, value.as_str().unwrap_or_default());
        }
        let mut kinds = request.texts("seats");
        let mut known_setup = Some(setup.clone());
        let mut start = match request.text("position") {
            Ok(text) => {
                known_setup = None;
                game.read_position(text)?
            }
            Err(_) => {
                let values = values_for(game, &setup, &kinds);
                game.start(&values, &mut Seed::new(seed).deal())?
            }
        };
        if kinds.is_empty() {
            kinds = usual_kinds(game, &*start, &[]);
        }
        kinds.resize(usize::from(start.seats()), HUMAN.to_owned());
        start.seat_bots(&kinds.iter().map(|kind| kind != HUMAN).collect::<Vec<_>>());
        let names = default_names(&*start, &kinds);
        let seating = Seating {
            game,
            played: Match::new(start, names),
            setup: known_setup,
            kinds,
            budget: Budget::default(),
            dice: match request.is_set("own_dice") {
                true => Dice::Asked,
                false => Dice::Thrown,
            },
            seed,
        };
        Ok(Table::seated(seating, world))
    }

    /// A game that was left.
    pub(crate) fn kept(request: &Request, world: &World) -> Result<Table, Complaint> {
        let kept = Kept::read(request.text("text")?, parlour_catalog::game)
            .map_err(|bad| Complaint::new(bad.to_string()))?;
        let seed = request.number("seed").unwrap_or(0);
        Ok(Table::seated(kept.seating(Budget::default(), seed), world))
    }

    /// The same players once more.
    pub(crate) fn again(&self, request: &Request, world: &World) -> Table {
        let mut seating = self.host.again(request.is_set("exchanged"));
        seating.seed = request.number("seed").unwrap_or(seating.seed);
        Table::seated(seating, world)
    }

    fn seated(seating: Seating, world: &World) -> Table {
        let host = Host::new(seating, world.clone());
        let mut table = Table {
            board: Board::default(),
            host,
            asked: None,
            notices: Vec::new(),
        };
        table
            .board
            .look_back(table.host.played(), table.host.viewer());
        table.arrive();
        table
    }

    /// The match, if all of it may be told.
    pub(crate) fn open_match(&self) -> Option<&Match> {
        let is_over = matches!(self.host.next(), Next::Over(_));
        (is_over || self.host.game().is_open()).then(|| self.host.played())
    }

    pub(crate) fn host(&self) -> &Host {
        &self.host
    }

    pub(crate) fn answer(&mut self, request: &Request) -> Result<Value, Complaint> {
        match request.text("do")? {
            "state" => {}
            "pick" => {
                let step = self
                    .board
                    .pick(self.host.position(), request.text("pick")?)?;
                if let Some(step) = step {
                    self.step(|host| host.take(step).map_err(Complaint::from))?;
                }
            }
            "back" => self.board.back(),
            "type" => {
                let text = request.text("text")?.trim();
                self.step(|host| host.play(text).map_err(Complaint::from))?;
            }
            "arrive" => {
                if let Next::HandOver(seat) = self.host.next() {
                    self.host.arrive(seat);
                    self.board.look_back(self.host.played(), self.host.viewer());
                    self.arrive();
                }
            }
            "go" => match self.host.next() {
                Next::Throw => {
                    self.host.throw();
                    self.notices.extend(self.host.take_notices());
                }
                Next::Settle => self.step(|host| {
                    host.settle();
                    Ok(())
                })?,
                _ => {}
            },
            "undo" => {
                if !self.host.undo() {
                    return Err(Complaint::new("There is nothing to take back."));
                }
                self.asked = None;
                self.board.look_back(self.host.played(), self.host.viewer());
                self.arrive();
            }
            "resign" => {
                self.host.resign();
                self.arrive();
            }
            "look" => self.board.look(request, self.host.position()),
            "preview" => {
                let who = self.host.viewer();
                let pick = request.text("pick")?;
                return Ok(self.board.preview(self.host.position(), pick, who));
            }
            // The bot that is to think, with everything that another worker
            // needs for it.
            "ask" => {
                let task = self.host.think();
                let task = task.ok_or_else(|| Complaint::new("no bot is to move"))?;
                self.asked = Some(task.handle());
                let seat = task.seat();
                return Ok(json!({
                    "text": self.host.kept_text(),
                    "kind": self.host.kinds()[seat.index()],
                    "seed": self.host.bot_seed(seat).to_string(),
                }));
            }
            "answer" => self.hear(request)?,
            "may_advise" => return Ok(json!({ "text": self.advisable()? })),
            "kept" => {
                let is_over = matches!(self.host.next(), Next::Over(_));
                let text = (!is_over).then(|| self.host.kept_text());
                return Ok(json!({ "text": text }));
            }
            "record" => {
                let info = self.host.game().info();
                let save = self.host.save();
                return Ok(json!({
                    "text": save.text,
                    "remark": save.remark,
                    "extension": info.extension,
                }));
            }
            "picture" => {
                let theme = parlour_wire::theme(request);
                return self
                    .board
                    .file(self.host.position(), self.host.viewer(), theme);
            }
            other => return Err(Complaint::new(format!("there is no request `{other}`"))),
        }
        Ok(self.state())
    }

    /// The game as a bot in another worker needs it to advise the viewer.
    fn advisable(&self) -> Result<String, Complaint> {
        match self.host.may_advise() {
            true => Ok(self.host.kept_text()),
            false => Err(Complaint::new("There is no advice to give here.")),
        }
    }

    /// Takes the decision of a bot in another worker.
    fn hear(&mut self, request: &Request) -> Result<(), Complaint> {
        let Some(handle) = self.asked.take() else {
            return Ok(());
        };
        let step = request.text("step");
        let step = step.and_then(|step| Ok(self.host.position().read(step)?));
        self.host.answer(match step {
            Ok(step) => Answer::from_elsewhere(handle, step),
            Err(_) => {
                let why = request.text("fault").unwrap_or("it gave no move");
                Answer::broken(handle, why)
            }
        });
        self.notices.extend(self.host.take_notices());
        match self.host.next() {
            Next::Settle => self.step(|host| {
                host.settle();
                Ok(())
            }),
            _ => {
                self.arrive();
                Ok(())
            }
        }
    }

    /// Does something that may change the position.
    fn step(
        &mut self,
        change: impl FnOnce(&mut Host) -> Result<(), Complaint>,
    ) -> Result<(), Complaint> {
        let before = self.host.position().boxed_clone();
        let who = self.host.viewer();
        change(&mut self.host)?;
        self.notices.extend(self.host.take_notices());
        self.board.moved(&*before, self.host.position(), who);
        self.arrive();
        Ok(())
    }

    fn arrive(&mut self) {
        self.board
            .arrive(self.host.position(), self.host.is_asked());
    }

    /// All that the page shows.
    pub(crate) fn state(&mut self) -> Value {
        let next = self.host.next();
        let who = self.host.viewer();
        let is_hidden = matches!(next, Next::HandOver(_));
        let shown = match is_hidden {
            true => {
                self.board.hide();
                Value::Null
            }
            false => self.board.show(self.host.position(), who),
        };
        let has_map = !is_hidden
            && self
                .board
                .has_map(self.host.game(), self.host.position(), who);
        let host = &self.host;
        let played = host.played();
        let said: Vec<_> = host
            .said(who, played.len().saturating_sub(MOST_SAID))
            .collect();
        let said = said.iter().filter(|_| !is_hidden);
        let throw = host.asked_throw();
        let decided = host.decided().filter(|_| !is_hidden);
        json!({
            "game": host.game().info().id,
            "next": next_json(next),
            "turn": match played.turn() {
                Turn::Seat(seat) => Some(seat.0),
                Turn::Chance | Turn::Over(_) => None,
            },
            "viewer": match who {
                Viewer::Seat(seat) => Some(seat.0),
                Viewer::Public | Viewer::All => None,
            },
            "names": played.names(),
            "kinds": host.kinds(),
            "shown": shown,
            "said": said.map(|said| json!({
                "step": said.step,
                "seat": said.seat.map(|seat| seat.0),
                "text": &*said.text,
            })).collect::<Vec<_>>(),
            "steps": played.len(),
            "decided": decided.map(|step| host.position().write(step)),
            "is_forced": host.is_forced(),
            "forced": decided.filter(|_| host.is_forced()).map(|step| {
                host.position().describe(step, who)
            }),
            "throw": throw.map(|(name, throw)| json!({
                "name": name, "least": throw.least, "most": throw.most,
            })),
            "can_resign": host.resigner().is_some(),
            "can_advise": host.may_advise(),
            "result": host.result(),
            "winner": match next {
                Next::Over(Outcome::Win(seat)) => Some(seat.0),
                _ => None,
            },
            "has_map": has_map,
            "notices": std::mem::take(&mut self.notices),
        })
    }
}

fn next_json(next: Next) -> Value {
    let (kind, seat) = match next {
        Next::HandOver(seat) => ("handover", Some(seat)),
        Next::Move(seat) => ("move", Some(seat)),
        Next::Roll => ("roll", None),
        Next::Throw => ("throw", None),
        Next::Think(seat) => ("think", Some(seat)),
        Next::Thinking(seat) => ("thinking", Some(seat)),
        Next::Settle => ("settle", None),
        Next::Stuck(seat) => ("stuck", Some(seat)),
        Next::Over(_) => ("over", None),
    };
    json!({ "kind": kind, "seat": seat.map(|seat| seat.0) })
}
