//! Work that no request triggers: expired clocks, abandoned bots, tournaments.

use std::sync::Arc;
use std::time::Duration;

use parlour_store::{Document, Write};
use serde::{Deserialize, Serialize};

use super::Registry;
use crate::log;
use crate::people::now;
use crate::problem::Problem;
use crate::table::{Status, Table, kind};
use crate::tournaments;

/// The document that says when a server was last seen, and how often it is written.
const ALIVE: &str = "alive";
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Without a heartbeat for this long, nobody could play. A server that stops in order says so, and
/// then no time is lost at all.
const AWAY: i64 = 2 * HEARTBEAT.as_millis() as i64;

/// Milliseconds after which all matches know of a time without a server.
const CAUGHT_UP: i64 = 60_000;

/// How often watched tournaments are checked, so that players who have left do not keep the others
/// waiting.
const TOURNAMENTS: Duration = Duration::from_secs(2);

/// Attempts to write what another process may be writing.
const TRIES: usize = 3;

/// When a server was last seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Alive {
    seen: i64,
    /// It stopped then, in order.
    #[serde(default)]
    left: bool,
    /// When nobody could play, for processes that begin later.
    #[serde(default)]
    away: Option<Away>,
}

/// A time in which no server was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Away {
    from: i64,
    to: i64,
}

impl Alive {
    fn read(text: &str) -> Option<Alive> {
        let read: Option<Alive> = serde_json::from_str(text).ok();
        // Older versions wrote the time alone.
        let old = || {
            Some(Alive {
                seen: text.parse().ok()?,
                ..Alive::default()
            })
        };
        read.or_else(old)
    }

    /// The time without a server that ends now, if there is one. `beaten` is the last heartbeat
    /// of this process.
    fn away(self, beaten: Option<i64>, now: i64) -> Option<Away> {
        let from = self.seen.max(beaten.unwrap_or(0));
        let gone = now - from;
        let is_over = match self.left && beaten.is_none() {
            true => gone > 0,
            false => gone >= AWAY,
        };
        is_over.then_some(Away { from, to: now })
    }
}

impl Registry {
    /// Ends the games of players whose time is up, takes over the moves of bots that another
    /// process has left, and lets others know that this one is there.
    pub(super) async fn look_after(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(Duration::from_millis(500));
        let mut beaten = tokio::time::Instant::now();
        let mut paired = beaten;
        self.catch_up_clocks().await;
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.drained() => break,
            }
            if beaten.elapsed() >= HEARTBEAT {
                beaten = tokio::time::Instant::now();
                if let Ok(true) = self.beat(false).await {
                    self.catch_up_clocks().await;
                }
            }
            if paired.elapsed() >= TOURNAMENTS {
                paired = tokio::time::Instant::now();
                let watched: Vec<_> = self.documents().keys().cloned().collect();
                for (_, id) in watched
                    .into_iter()
                    .filter(|(kind, _)| *kind == tournaments::KIND)
                {
                    tournaments::look_after(&self, id);
                }
            }
            let before = now();
            let Ok(due) = self.read(move |database| database.due(before, 200)).await else {
                continue;
            };
            for id in due {
                // Looking at a match does what time has done to it.
                let _ = self.with(&id, true, async |_| Ok(())).await;
            }
        }
    }

    /// Finds out how long no server was there. Before that no request may be answered: a player
    /// would be told that time ran meanwhile.
    pub(crate) async fn arrive(self: &Arc<Self>) {
        if let Err(problem) = self.beat(false).await {
            log::problem(&problem.message);
        }
    }

    /// Says that this server stops. While another one runs, its next heartbeat says otherwise.
    pub(crate) async fn leave(self: &Arc<Self>) {
        let _ = self.beat(true).await;
    }

    /// Records that a server runs. True if none did just before.
    async fn beat(self: &Arc<Self>, leaves: bool) -> Result<bool, Problem> {
        let before = self.read(|database| database.get(ALIVE, ALIVE)).await?;
        let known = before.as_ref().and_then(|before| Alive::read(&before.body));
        let now = now();
        let beaten = self.clock().beaten;
        let away = known.and_then(|known| known.away(beaten, now));
        let alive = Alive {
            seen: now,
            left: leaves,
            away: away.or(known.and_then(|known| known.away)),
        };
        {
            let mut clock = self.clock();
            clock.beaten = Some(now);
            clock.away = alive.away;
        }
        let document = Document {
            kind: ALIVE.to_owned(),
            id: ALIVE.to_owned(),
            owner: String::new(),
            seq: before.as_ref().map_or(0, |before| before.seq) + 1,
            body: serde_json::to_string(&alive).unwrap_or_default(),
            due: None,
        };
        // Of two processes one is enough.
        self.store.write(Write::Put(document)).await?;
        Ok(away.is_some())
    }

    /// While no server was there, nobody could move: clocks stood still. Every match that is looked
    /// at finds that out; those that nobody looks at are not forgotten either.
    async fn catch_up_clocks(self: &Arc<Self>) {
        let long_ago = now() - CAUGHT_UP;
        if self.clock().away.is_none_or(|away| away.to < long_ago) {
            return;
        }
        let due = self.read(|database| database.due(i64::MAX, u32::MAX)).await;
        for id in due.unwrap_or_default() {
            if let Err(problem) = self.with(&id, true, async |_| Ok(())).await {
                log::problem(&format!("{id}: {}", problem.message));
            }
        }
    }

    /// Does to a match what time alone has done: pauses that were not written yet, and the end of
    /// a player's time. Whatever is asked of a match, this comes first.
    pub(super) async fn keep_time(self: &Arc<Self>, table: &mut Table) -> Result<(), Problem> {
        for _ in 0..TRIES {
            let now = now();
            let away = self.clock().away;
            let Some((kind, seat, body)) = done_by_time(table, away, now) else {
                return Ok(());
            };
            let events = table.happen(kind, seat, body, now)?;
            match self.commit(table, events, None).await {
                Ok(()) => {}
                // Another process was faster, and the match was read again.
                Err(problem) if problem.is_late() => {}
                Err(problem) => return Err(problem),
            }
        }
        Ok(())
    }
}

/// The event that time alone calls for.
fn done_by_time(
    table: &Table,
    away: Option<Away>,
    now: i64,
) -> Option<(&'static str, Option<parlour_core::Seat>, String)> {
    let (seat, end) = table.clocks.as_ref()?.end()?;
    if table.status() != Status::Playing {
        return None;
    }
    let last = table.last_at();
    if let Some(Away { from, to }) = away.filter(|away| last < away.to) {
        return Some((kind::PAUSE, None, (to - from.max(last)).to_string()));
    }
    (end <= now).then(|| (kind::TIMEOUT, Some(seat), String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_without_a_server_is_found_out() {
        let seen = |seen, left| Alive {
            seen,
            left,
            away: None,
        };
        let away = |from, to| Some(Away { from, to });
        // Another process may still be there: a late heartbeat is not a missing one.
        assert_eq!(seen(1000, false).away(None, 2900), None);
        assert_eq!(seen(1000, false).away(None, 3000), away(1000, 3000));
        // What stopped in order was away from then on.
        assert_eq!(seen(1000, true).away(None, 1300), away(1000, 1300));
        // Where another process stops, this one is still there.
        assert_eq!(seen(1000, true).away(Some(900), 1900), None);
        assert_eq!(seen(1000, false).away(Some(5000), 6000), None);
        assert_eq!(Alive::read("1234"), Some(seen(1234, false)));
        assert_eq!(Alive::read(""), None);
    }
}
