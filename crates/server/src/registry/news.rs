//! What changes: told to those in this process who watch it, also where another process wrote it.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use parlour_store::{Document, Write, Written};
use tokio::sync::watch;

use super::Registry;
use crate::log;
use crate::problem::Problem;
use crate::table::Table;

/// Documents that somebody watches: the numbers of their last changes.
type Documents = HashMap<(&'static str, String), watch::Sender<u64>>;

impl Registry {
    pub(super) fn documents(&self) -> MutexGuard<'_, Documents> {
        self.documents
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// What is told whenever a document changes: the number of the change.
    pub(crate) fn watch_document(&self, kind: &'static str, id: &str) -> watch::Receiver<u64> {
        let mut documents = self.documents();
        documents.retain(|_, news| news.receiver_count() > 0);
        let news = documents.entry((kind, id.to_owned())).or_default();
        news.subscribe()
    }

    /// Tells those who watch a document that it has changed.
    pub(crate) fn changed(&self, kind: &'static str, id: &str, seq: u64) {
        if let Some(news) = self.documents().get(&(kind, id.to_owned())) {
            news.send_if_modified(|known| std::mem::replace(known, seq.max(*known)) < seq);
        }
    }

    fn players(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<u64>>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is told whenever something happens in a match of a player, and whenever another
    /// process has written something.
    pub(crate) fn watch_player(&self, player: &str) -> [watch::Receiver<u64>; 2] {
        let mut players = self.players();
        players.retain(|_, news| news.receiver_count() > 0);
        let news = players.entry(player.to_owned()).or_default();
        [news.subscribe(), self.elsewhere.subscribe()]
    }

    /// Tells the players of a match that something has happened in it.
    pub(crate) fn tell_players(&self, table: &Table) {
        let players = self.players();
        if players.is_empty() {
            return;
        }
        let seated = table.seats.iter().filter_map(|seat| seat.player.as_ref());
        for news in seated.filter_map(|player| players.get(player)) {
            news.send_modify(|count| *count += 1);
        }
    }

    /// Writes a document, whose number must be one more than before; whether that was so.
    pub(crate) async fn put(
        &self,
        kind: &'static str,
        document: Document,
    ) -> Result<bool, Problem> {
        let (id, seq) = (document.id.clone(), document.seq);
        let written = self.store.write(Write::Put(document)).await?;
        if written == Written::Done {
            self.changed(kind, &id, seq);
        }
        Ok(written == Written::Done)
    }

    /// Looks after matches in memory that another process has written to.
    pub(super) async fn hear(self: &Arc<Self>) {
        self.elsewhere.send_modify(|count| *count += 1);
        let watched: Vec<String> = {
            let places = self.places();
            let watched = places.iter().filter(|(_, place)| place.is_watched());
            watched.map(|(id, _)| id.clone()).collect()
        };
        for some in watched.chunks(500) {
            let ids = some.to_vec();
            let Ok(seqs) = self.read(move |database| database.seqs(&ids)).await else {
                return;
            };
            for (id, seq) in seqs {
                if *self.place(&id).news.borrow() < seq {
                    let _ = self.with(&id, true, async |_| Ok(())).await;
                }
            }
        }
        let watched: Vec<_> = self.documents().keys().cloned().collect();
        for (kind, id) in watched {
            let wanted = id.clone();
            let found = self.read(move |database| database.get(kind, &wanted)).await;
            if let Ok(Some(found)) = found {
                self.changed(kind, &id, found.seq);
            }
        }
    }
}

/// Hears what other processes write, with a connection of its own.
pub(super) fn listen(registry: &Weak<Registry>, runtime: &tokio::runtime::Handle) {
    let mut database = None;
    loop {
        let Some(registry) = registry
            .upgrade()
            .filter(|registry| !registry.is_draining())
        else {
            return;
        };
        let connected = match database.take() {
            Some(database) => Ok(database),
            None => registry.store.connect(),
        };
        let heard = connected.and_then(|mut connected| {
            let heard = connected.wait(Duration::from_millis(500))?;
            database = Some(connected);
            Ok(heard)
        });
        match heard {
            Ok(true) => runtime.block_on(registry.hear()),
            Ok(false) => {}
            Err(error) => {
                log::problem(&error.to_string());
                std::thread::sleep(Duration::from_secs(1));
            }
        }
    }
}
