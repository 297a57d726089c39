//! All matches of this process: those in use in memory, every one in the store.

mod care;
mod news;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_core::{Seat, Tables};
use parlour_store::{Append, Event, Store, StoreError, Write, Written};
use tokio::sync::{Mutex as AsyncMutex, watch};

use crate::audience::{Audience, Sent, Shape};
use crate::bots::{Bots, Job};
use crate::jobs::Workers;
use crate::log;
use crate::people::{is_word, now};
use crate::problem::Problem;
use crate::table::{Status, Table, kind};
use crate::tournaments;

/// Matches that are kept in memory, while nobody watches them.
const MOST_CACHED: usize = 4000;

/// Another process may take over a bot's move after this many milliseconds.
const LEASE: i64 = 20_000;

/// A match in memory.
pub(crate) struct Place {
    id: String,
    /// Nothing until it was read, and while something is tried on it.
    table: AsyncMutex<Option<Box<Table>>>,
    /// The number of the last event that is known here. Those who watch wait for it.
    news: watch::Sender<u64>,
    audience: Mutex<Audience>,
}

/// What the program has told about itself.
#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) requests: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) steps: AtomicU64,
    pub(crate) conflicts: AtomicU64,
    pub(crate) matches: AtomicU64,
    pub(crate) bot_moves: AtomicU64,
    pub(crate) streams: AtomicU64,
}

/// What this process knows of the time in which it, or any other, was there.
#[derive(Default)]
struct HeartBeats {
    beaten: Option<i64>,
    away: Option<care::Away>,
}

pub(crate) struct Registry {
    pub(crate) store: Store,
    pub(crate) tables: Tables,
    places: Mutex<HashMap<String, Arc<Place>>>,
    /// Documents that somebody watches: the numbers of their last changes.
    documents: Mutex<HashMap<(&'static str, String), watch::Sender<u64>>>,
    pub(crate) bots: Bots,
    pub(crate) workers: Workers,
    pub(crate) counters: Counters,
    clock: Mutex<HeartBeats>,
    /// Players who listen for what happens in their matches: how often something did.
    players: Mutex<HashMap<String, watch::Sender<u64>>>,
    /// How often another process has written something.
    elsewhere: watch::Sender<u64>,
    /// The server is about to end: streams close, and nothing new begins.
    drain: watch::Sender<bool>,
}

impl Registry {
    pub(crate) fn new(store: Store, tables: Tables) -> Arc<Registry> {
        Arc::new(Registry {
            store,
            bots: Bots::new(tables.clone()),
            tables,
            places: Mutex::default(),
            documents: Mutex::default(),
            workers: Workers::default(),
            counters: Counters::default(),
            clock: Mutex::default(),
            players: Mutex::default(),
            elsewhere: watch::Sender::new(0),
            drain: watch::Sender::new(false),
        })
    }

    /// Begins what goes on without requests: bots, clocks, and what other processes write.
    pub(crate) fn start(self: &Arc<Self>) {
        let runtime = tokio::runtime::Handle::current();
        self.bots.start(self, runtime.clone());
        Workers::start(self);
        let registry = Arc::downgrade(self);
        std::thread::spawn(move || news::listen(&registry, &runtime));
        let registry = Arc::clone(self);
        tokio::spawn(async move { registry.look_after().await });
    }

    pub(crate) fn is_draining(&self) -> bool {
        *self.drain.borrow()
    }

    /// Ends when the server is about to.
    pub(crate) async fn drained(&self) {
        let mut drain = self.drain.subscribe();
        // The sender lives as long as the registry.
        let _ = drain.wait_for(|drain| *drain).await;
    }

    pub(crate) fn drain(&self) {
        self.drain.send_replace(true);
        self.workers.stop_all();
    }

    fn clock(&self) -> MutexGuard<'_, HeartBeats> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn places(&self) -> MutexGuard<'_, HashMap<String, Arc<Place>>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn matches_in_memory(&self) -> usize {
        self.places().len()
    }

    pub(crate) fn place(&self, id: &str) -> Arc<Place> {
        let mut places = self.places();
        if let Some(place) = places.get(id) {
            return Arc::clone(place);
        }
        if places.len() >= MOST_CACHED {
            // A match in use has owners besides this map. The others can be dropped: they are read
            // again when needed.
            places.retain(|_, place| Arc::strong_count(place) > 1 || place.is_watched());
        }
        let place = Arc::new(Place {
            id: id.to_owned(),
            table: AsyncMutex::new(None),
            news: watch::Sender::new(0),
            audience: Mutex::default(),
        });
        places.insert(id.to_owned(), Arc::clone(&place));
        place
    }

    /// Reads from the store, elsewhere.
    pub(crate) async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        look: impl FnOnce(&mut dyn parlour_store::Database) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Problem> {
        let registry = Arc::clone(self);
        let read = tokio::task::spawn_blocking(move || registry.store.read(look));
        match read.await {
            Ok(found) => Ok(found?),
            Err(_) => Err(Problem::internal("a reader thread panicked")),
        }
    }

    /// Does something with a match. With `fresh`, first checks whether another process has written
    /// to it.
    pub(crate) async fn with<T>(
        self: &Arc<Self>,
        id: &str,
        fresh: bool,
        act: impl AsyncFnOnce(&mut Table) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        if !(6..=24).contains(&id.len()) || !is_word(id) {
            return Err(no_match());
        }
        let place = self.place(id);
        self.at(&place, fresh, act).await
    }

    /// The same at a place that is known.
    pub(crate) async fn at<T>(
        self: &Arc<Self>,
        place: &Place,
        fresh: bool,
        act: impl AsyncFnOnce(&mut Table) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let mut held = place.table.lock().await;
        // Taken out of its place: a request may be given up in the middle of a write, when its
        // sender hangs up. Then the table has what may never be written, and must be read again.
        let mut table = match held.take() {
            Some(mut table) => {
                if fresh {
                    self.refresh(&mut table).await?;
                }
                table
            }
            None => match self.load(&place.id).await {
                Ok(table) => {
                    place.audience().meet(&table);
                    place.news.send_replace(table.seq());
                    Box::new(table)
                }
                Err(problem) => {
                    if !place.is_watched() {
                        self.places().remove(&place.id);
                    }
                    return Err(problem);
                }
            },
        };
        self.keep_time(&mut table).await?;
        self.unseal(&mut table).await?;
        self.tell(place, &table);
        let done = act(&mut table).await;
        if done.is_ok() {
            self.tell(place, &table);
            self.set_bot_to_work(&table);
        } else if table.seq() != *place.news.borrow() {
            // What was tried on the table may not have been written.
            return done;
        }
        *held = Some(table);
        done
    }

    /// Tells those who watch a match how far it is.
    fn tell(&self, place: &Place, table: &Table) {
        place.audience().meet(table);
        let is_new = place
            .news
            .send_if_modified(|seq| std::mem::replace(seq, table.seq()) != table.seq());
        if is_new {
            self.tell_players(table);
        }
    }

    /// A key stays secret as long as another match with the same luck is being played.
    async fn unseal(self: &Arc<Self>, table: &mut Table) -> Result<(), Problem> {
        if !table.is_sealed() || !table.is_over() {
            return Ok(());
        }
        let twins = table.head.twins.clone();
        let are_over = self
            .read(move |database| {
                for id in &twins {
                    let row = database.find(id)?;
                    if row.is_none_or(|row| row.ended.is_none()) {
                        return Ok(false);
                    }
                }
                Ok(true)
            })
            .await?;
        if are_over {
            table.unseal();
        }
        Ok(())
    }

    async fn load(self: &Arc<Self>, id: &str) -> Result<Table, Problem> {
        let wanted = id.to_owned();
        let found = self
            .read(move |database| {
                let row = database.find(&wanted)?;
                let events = match row {
                    Some(_) => database.events(&wanted, 0)?,
                    None => Vec::new(),
                };
                Ok(row.map(|row| (row, events)))
            })
            .await?;
        let (row, events) = found.ok_or_else(no_match)?;
        let mut table = Table::new(&row)?;
        table.catch_up(events)?;
        Ok(table)
    }

    /// Reads what another process has written.
    pub(crate) async fn refresh(self: &Arc<Self>, table: &mut Table) -> Result<(), Problem> {
        let (id, since) = (table.id.clone(), table.seq());
        let news = self
            .read(move |database| {
                let seqs = database.seqs(std::slice::from_ref(&id))?;
                match seqs.first() {
                    Some((_, seq)) if *seq > since => database.events(&id, since),
                    _ => Ok(Vec::new()),
                }
            })
            .await?;
        table.catch_up(news)
    }

    /// As [`Registry::commit`]; a player who was too late is told what happened since a number.
    pub(crate) async fn settled(
        self: &Arc<Self>,
        table: &mut Table,
        events: Vec<Event>,
        taken: Option<(u8, String)>,
        since: u64,
        seat: Seat,
    ) -> Result<(), Problem> {
        let done = self.commit(table, events, taken).await;
        done.map_err(|problem| match problem.is_late() {
            true => {
                let steps = table.told(table.sight_of(seat), since);
                Problem::late(since, table.seq(), steps)
            }
            false => problem,
        })
    }

    /// Writes events that were tried on a table. They are durable when this returns; where
    /// another process was first, the table is read again, and nothing has happened.
    pub(crate) async fn commit(
        self: &Arc<Self>,
        table: &mut Table,
        events: Vec<Event>,
        taken: Option<(u8, String)>,
    ) -> Result<(), Problem> {
        let Some(first) = events.first() else {
            return Ok(());
        };
        let now = events.last().map_or(0, |event| event.at);
        let after = first.seq - 1;
        let steps = events.iter().filter(|event| event.kind == kind::STEP);
        let count = steps.count() as u64;
        let append = Append {
            id: table.id.clone(),
            after,
            due: due(table, now),
            ended: table.is_over().then_some(now),
            taken,
            events,
        };
        let written = self.store.write(Write::Append(append)).await;
        let counters = &self.counters;
        match written? {
            Written::Done => {
                counters.steps.fetch_add(count, Ordering::Relaxed);
                if let Some(tournament) = table.head.tournament.clone().filter(|_| table.is_over())
                {
                    tournaments::look_after(self, tournament);
                }
                Ok(())
            }
            Written::Conflict => {
                counters.conflicts.fetch_add(1, Ordering::Relaxed);
                *table = self.load(&table.id.clone()).await?;
                Err(Problem::late(after, table.seq(), Vec::new()))
            }
        }
    }

    /// Starts the bot that is to move, if it is not thinking already.
    fn set_bot_to_work(self: &Arc<Self>, table: &Table) {
        let Some((seat, bot)) = table.bot_to_move() else {
            self.bots.stop(&table.id);
            return;
        };
        let Some(question) = table.question() else {
            return;
        };
        self.bots.ask(Job {
            id: table.id.clone(),
            seq: table.seq(),
            owner: table.head.creator.clone(),
            game: table.game,
            bot: bot.to_owned(),
            seed: table.bot_seed(seat),
            nodes: table.head.nodes[seat.index()],
            seat,
            question,
            left: table
                .clocks
                .as_ref()
                .map(|clocks| clocks.left(now())[seat.index()]),
            stop: Arc::new(AtomicBool::new(false)),
        });
    }

    /// Receives a bot's decision.
    pub(crate) async fn bot_moves(
        self: &Arc<Self>,
        id: &str,
        seq: u64,
        seat: Seat,
        decided: Result<String, String>,
    ) {
        let done = self
            .with(id, false, async |table| {
                if table.seq() != seq || table.is_over() {
                    return Ok(());
                }
                let events = match decided {
                    Ok(step) => table.happen(kind::STEP, Some(seat), step, now()),
                    Err(why) => table.happen(kind::FAULT, Some(seat), why, now()),
                };
                self.commit(table, events?, None).await?;
                self.counters.bot_moves.fetch_add(1, Ordering::Relaxed);
                Ok(())
            })
            .await;
        // Where another process was first, its move counts.
        if let Err(problem) = done
            && &*problem.code != "late"
        {
            log::problem(&format!("the bot in {id}: {}", problem.message));
        }
    }
}

impl Place {
    fn is_watched(&self) -> bool {
        self.news.receiver_count() > 0
    }

    fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A channel that sends the number of the last event whenever something happens.
    pub(crate) fn news(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// What a player is sent of the events after a number.
    pub(crate) async fn sent(
        &self,
        registry: &Arc<Registry>,
        player: &str,
        since: u64,
        shape: Shape,
    ) -> Result<Sent, Problem> {
        if let Some(sent) = self.audience().sent(player, since, shape) {
            return Ok(sent);
        }
        registry
            .at(self, false, async |table| {
                Ok(self.audience().make(table, player, since, shape))
            })
            .await
    }
}

fn no_match() -> Problem {
    Problem::missing("there is no such match")
}

/// When somebody should look after a match.
pub(crate) fn due(table: &Table, now: i64) -> Option<i64> {
    if table.status() != Status::Playing {
        return None;
    }
    let clock = table.clocks.as_ref().and_then(|clocks| clocks.end());
    let bot = table.bot_to_move().map(|_| now + LEASE);
    clock.map(|(_, end)| end).into_iter().chain(bot).min()
}
