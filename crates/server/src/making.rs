//! Matches that begin.

mod known;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::{Extension, Json};
use parlour_core::{GameEntry, Position, Seat, Seed, USUAL_OPPONENT};
use parlour_host::{HUMAN, deal};
use parlour_store::{MatchRow, NewMatch, SeatRow, Write, Written};
use serde_json::Value;

use crate::app::{App, Sender, Shared, form};
use crate::forms::{MadeForm, NewForm, SeatForm};
use crate::names;
use crate::people::{Caller, hashed, now, random_key, random_word};
use crate::problem::Problem;
use crate::registry::{Registry, due};
use crate::table::{Head, Table};

/// How many positions a bot may look at for a move: by default, and at most.
const USUAL_NODES: u64 = 20_000;
const MOST_NODES: u64 = 1_000_000;

/// Matches that a player may have going on.
const MOST_MATCHES: u64 = 500;

/// The option of games for several numbers of players.
const PLAYERS: &str = "players";

pub(crate) async fn create(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Extension(sender): Extension<Sender>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<(StatusCode, Json<MadeForm>), Problem> {
    let wanted: NewForm = form(&body)?;
    check_address(&app, sender).await?;
    let player = caller.player.clone();
    let going_on = app
        .registry
        .read(move |database| database.unfinished(&player))
        .await?;
    if going_on >= MOST_MATCHES && app.limits.are_set() {
        let message = format!("you already have {going_on} unfinished matches");
        return Err(Problem::too_many(message, 60));
    }
    let name = names::of(&app.registry, &caller.player).await?;
    let made = Made::new(&app.registry, wanted, &caller.player, name)?;
    let base = app.base(&headers);
    let links = made.links.iter();
    let join = links
        .map(|secret| format!("{base}/m/{}/join/{secret}", made.id))
        .collect();
    let answer = MadeForm {
        url: format!("{base}/m/{}", made.id),
        id: made.id.clone(),
        join,
        seats: made.own_seats.clone(),
    };
    made.write(&app.registry).await?;
    app.limits.made(sender.0, &answer.id);
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Refuses a match too many from one address. Those that are over are forgotten first.
async fn check_address(app: &App, Sender(address): Sender) -> Result<(), Problem> {
    let Some(known) = app.limits.too_many_matches(address) else {
        return Ok(());
    };
    let going_on = app
        .registry
        .read(move |database| {
            let mut going_on = Vec::new();
            for id in known {
                if database.find(&id)?.is_some_and(|row| row.ended.is_none()) {
                    going_on.push(id);
                }
            }
            Ok(going_on)
        })
        .await?;
    app.limits.keep_matches(address, going_on)
}

/// A match that is about to be written.
pub(crate) struct Made {
    pub(crate) id: String,
    row: NewMatch,
    /// The secrets of the free seats.
    links: Vec<String>,
    own_seats: Vec<String>,
}

impl Made {
    fn new(
        registry: &Registry,
        wanted: NewForm,
        player: &str,
        name: String,
    ) -> Result<Made, Problem> {
        let game = game_of(&wanted.game)?;
        let mut setup = texts(&wanted.setup)?;
        // The seats that are described say how many play, where the setup does not.
        if game.options().iter().any(|option| option.name == PLAYERS)
            && !wanted.seats.is_empty()
            && wanted.position.is_none()
        {
            let count = wanted.seats.len().to_string();
            setup.entry(PLAYERS.to_owned()).or_insert(count);
        }
        let key = random_key();
        let seed = seed_of(&key)?;
        let kinds: Vec<String> = wanted
            .seats
            .iter()
            .map(|seat| match seat {
                SeatForm::Bot { bot, .. } => bot.clone(),
                SeatForm::Me | SeatForm::Open => HUMAN.to_owned(),
            })
            .collect();
        let start = start(game, &setup, wanted.position.as_deref(), &kinds, &seed)?;
        let seats = match wanted.seats.is_empty() {
            true => usual_seats(game, &*start),
            false => wanted.seats,
        };
        if seats.len() != usize::from(start.seats()) {
            let message = format!(
                "this match has {} seats, but {} are given",
                start.seats(),
                seats.len()
            );
            return Err(Problem::invalid("seats", message));
        }
        if let Some(clock) = wanted.clock
            && (seats.len() != 2 || !clock.is_sensible())
        {
            let message = "clocks are for two players, with 1 to 86400 seconds a game, at most \
                           3600 a move, or 1 to 60 days a move";
            return Err(Problem::invalid("clock", message));
        }
        for seat in &seats {
            if let SeatForm::Bot { bot, nodes } = seat {
                check_bot(registry, game, &*start, bot, *nodes)?;
            }
        }
        Ok(Made::seated(
            game,
            start,
            setup,
            seats,
            Seated {
                key,
                strangers: wanted.public,
                chosen: wanted.position.is_some(),
                clock: wanted.clock,
                public: wanted.public,
                player,
                name,
            },
        ))
    }

    fn seated(
        game: &'static dyn GameEntry,
        mut start: Box<dyn Position>,
        setup: BTreeMap<String, String>,
        seats: Vec<SeatForm>,
        seated: Seated<'_>,
    ) -> Made {
        let is_bot = |seat: &SeatForm| matches!(seat, SeatForm::Bot { .. });
        start.seat_bots(&seats.iter().map(is_bot).collect::<Vec<_>>());
        let mut links = Vec::new();
        let mut own_seats = Vec::new();
        let mut nodes = Vec::new();
        let rows = Seat::all(seats.len() as u8)
            .zip(&seats)
            .map(|(place, seat)| {
                let mut row = SeatRow::default();
                nodes.push(USUAL_NODES);
                match seat {
                    SeatForm::Me => {
                        row.player = Some(seated.player.to_owned());
                        own_seats.push(start.seat_name(place).into_owned());
                    }
                    SeatForm::Open => {
                        let secret = random_word(16);
                        row.join = Some(hashed(&secret));
                        links.push(secret);
                    }
                    SeatForm::Bot { bot, nodes: wanted } => {
                        row.bot = Some(bot.clone());
                        if let (Some(last), Some(wanted)) = (nodes.last_mut(), wanted) {
                            *last = *wanted;
                        }
                    }
                }
                row
            });
        let rows: Vec<SeatRow> = rows.collect();
        let head = Head {
            setup,
            start: start.text(),
            key: seated.key,
            clock: seated.clock,
            creator: seated.player.to_owned(),
            name: seated.name,
            nodes,
            names: Vec::new(),
            chosen: seated.chosen,
            tournament: None,
            twins: Vec::new(),
            strangers: seated.strangers,
        };
        let id = random_word(12);
        Made {
            row: NewMatch {
                id: id.clone(),
                game: game.info().id.to_owned(),
                head: serde_json::to_string(&head).unwrap_or_default(),
                public: seated.public,
                created: now(),
                seats: rows,
                events: Vec::new(),
                due: None,
            },
            id,
            links,
            own_seats,
        }
    }

    /// Writes the match, with all that happens before the first choice.
    pub(crate) async fn write(self, registry: &Arc<Registry>) -> Result<(), Problem> {
        match self.write_once(registry).await? {
            Written::Done => Ok(()),
            Written::Conflict => Err(Problem::internal("two matches have the same name")),
        }
    }

    /// As [`Made::write`]; a conflict means that the match is there already.
    pub(crate) async fn write_once(mut self, registry: &Arc<Registry>) -> Result<Written, Problem> {
        let mut table = Table::new(&MatchRow {
            id: self.row.id.clone(),
            game: self.row.game.clone(),
            head: self.row.head.clone(),
            public: self.row.public,
            created: self.row.created,
            seq: 0,
            ended: None,
            due: None,
            seats: self.row.seats.clone(),
        })?;
        table.go_on(&mut self.row.events, self.row.created)?;
        self.row.due = due(&table, self.row.created);
        let written = registry.store.write(Write::Create(self.row)).await?;
        registry.counters.matches.fetch_add(1, Ordering::Relaxed);
        registry.tell_players(&table);
        // A bot may be the first to move.
        if table.bot_to_move().is_some() {
            registry.with(&self.id, false, async |_| Ok(())).await?;
        }
        Ok(written)
    }
}

/// What else a match is made of.
struct Seated<'a> {
    key: String,
    /// See [`Head::strangers`].
    strangers: bool,
    chosen: bool,
    clock: Option<crate::clock::Clock>,
    public: bool,
    player: &'a str,
    name: String,
}

pub(crate) fn game_of(id: &str) -> Result<&'static dyn GameEntry, Problem> {
    parlour_catalog::game(id).ok_or_else(|| {
        let games = parlour_catalog::games().iter().map(|game| game.info().id);
        let games = games.collect::<Vec<_>>().join(", ");
        Problem::invalid("game", format!("there is no game {id}")).help(format!("one of {games}"))
    })
}

pub(crate) fn seed_of(key: &str) -> Result<Seed, Problem> {
    Seed::from_digits(key).ok_or_else(|| Problem::internal("a stored key is malformed"))
}

/// Values of options as texts.
pub(crate) fn texts(setup: &BTreeMap<String, Value>) -> Result<BTreeMap<String, String>, Problem> {
    let text = |(name, value): (&String, &Value)| {
        let text = match value {
            Value::String(text) => text.clone(),
            // To JSON, 5.0 is a whole number as well as 5.
            Value::Number(number) => match number.as_f64() {
                Some(float) if float.fract() == 0.0 && float.abs() < 1e15 => {
                    (float as i64).to_string()
                }
                _ => number.to_string(),
            },
            Value::Bool(is_set) => is_set.to_string(),
            _ => {
                let message = format!("the value of {name} must be a text or a number");
                return Err(Problem::invalid("setup", message));
            }
        };
        Ok((name.clone(), text))
    };
    setup.iter().map(text).collect()
}

pub(crate) fn start(
    game: &dyn GameEntry,
    setup: &BTreeMap<String, String>,
    position: Option<&str>,
    kinds: &[String],
    seed: &Seed,
) -> Result<Box<dyn Position>, Problem> {
    if let Some(text) = position {
        let position = game.read_position(text);
        return position.map_err(|finding| Problem::illegal(&finding, text));
    }
    for name in setup.keys() {
        if !game.options().iter().any(|option| option.name == name) {
            let known: Vec<_> = game.options().iter().map(|option| option.name).collect();
            let message = format!("{} has no option {name}", game.info().title);
            return Err(
                Problem::invalid("setup", message).help(format!("there are {}", known.join(", ")))
            );
        }
    }
    deal(game, setup, kinds, seed).map_err(|error| Problem::invalid("setup", error.to_string()))
}

/// The caller against the usual bots.
fn usual_seats(game: &dyn GameEntry, start: &dyn Position) -> Vec<SeatForm> {
    let seat = |seat| match seat == game.solo() {
        true => SeatForm::Me,
        false => SeatForm::Bot {
            bot: USUAL_OPPONENT.to_owned(),
            nodes: None,
        },
    };
    Seat::all(start.seats()).map(seat).collect()
}

/// Whether a bot may look at this many positions.
pub(crate) fn check_nodes(nodes: Option<u64>) -> Result<(), Problem> {
    match nodes.is_none_or(|nodes| (1..=MOST_NODES).contains(&nodes)) {
        true => Ok(()),
        false => {
            let message = format!("a bot looks at 1 to {MOST_NODES} positions for a move");
            Err(Problem::invalid("nodes", message))
        }
    }
}

pub(crate) fn check_bot(
    registry: &Registry,
    game: &dyn GameEntry,
    start: &dyn Position,
    bot: &str,
    nodes: Option<u64>,
) -> Result<(), Problem> {
    let bots = game.all_bots();
    if !bots.iter().any(|known| known.name == bot) {
        let names: Vec<_> = bots.iter().map(|bot| bot.name).collect();
        let message = format!("{} has no bot {bot}", game.info().title);
        return Err(Problem::invalid("bot", message).help(format!("one of {}", names.join(", "))));
    }
    check_nodes(nodes)?;
    match game
        .missing_file(bot, start, &registry.tables)
        .filter(|missing| !missing.optional)
    {
        None => Ok(()),
        Some(missing) => Err(Problem::invalid(
            "bot",
            format!("{bot} cannot play here: {}", missing.reason),
        )),
    }
}
