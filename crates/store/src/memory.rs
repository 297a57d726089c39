//! Matches in memory: for tests, and for a server that should forget everything.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::database::{
    Append, Archived, Database, Document, Event, MatchRow, NewMatch, StoreError, Write, Written,
};

#[derive(Default)]
struct Tables {
    matches: BTreeMap<String, (MatchRow, Vec<Event>)>,
    documents: BTreeMap<(String, String), Document>,
}

/// All connections share the same tables.
#[derive(Clone, Default)]
pub(crate) struct Memory(Arc<Mutex<Tables>>);

impl Memory {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tables {
    fn write(&mut self, write: &Write) -> Written {
        match write {
            Write::Create(new) => self.create(new, None),
            Write::Append(append) => self.append(append),
            Write::Put(document) => self.put(document),
            Write::Restore(Archived::Match { row, ended }) => self.create(row, *ended),
            Write::Restore(Archived::Document(document)) => {
                let key = (document.kind.clone(), document.id.clone());
                if self.documents.contains_key(&key) {
                    return Written::Conflict;
                }
                self.documents.insert(key, document.clone());
                Written::Done
            }
        }
    }

    fn create(&mut self, new: &NewMatch, ended: Option<i64>) -> Written {
        if self.matches.contains_key(&new.id) {
            return Written::Conflict;
        }
        let row = MatchRow {
            id: new.id.clone(),
            game: new.game.clone(),
            head: new.head.clone(),
            public: new.public,
            created: new.created,
            seq: new.events.last().map_or(0, |event| event.seq),
            ended,
            due: new.due,
            seats: new.seats.clone(),
        };
        self.matches
            .insert(new.id.clone(), (row, new.events.clone()));
        Written::Done
    }

    fn append(&mut self, append: &Append) -> Written {
        let Some((row, events)) = self.matches.get_mut(&append.id) else {
            return Written::Conflict;
        };
        if row.seq != append.after {
            return Written::Conflict;
        }
        if let Some((seat, player)) = &append.taken {
            match row.seats.get_mut(usize::from(*seat)) {
                Some(seat) if seat.player.is_none() => seat.player = Some(player.clone()),
                _ => return Written::Conflict,
            }
        }
        row.seq += append.events.len() as u64;
        row.due = append.due;
        row.ended = append.ended.or(row.ended);
        events.extend_from_slice(&append.events);
        Written::Done
    }

    fn put(&mut self, document: &Document) -> Written {
        let key = (document.kind.clone(), document.id.clone());
        let before = self.documents.get(&key).map_or(0, |before| before.seq);
        if document.seq != before + 1 {
            return Written::Conflict;
        }
        self.documents.insert(key, document.clone());
        Written::Done
    }

    /// Matches that go on and have something in common, the newest first.
    fn newest(&self, most: u32, wanted: impl Fn(&MatchRow) -> bool) -> Vec<MatchRow> {
        let rows = self.matches.values().map(|(row, _)| row);
        let mut rows: Vec<&MatchRow> = rows.filter(|row| wanted(row)).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.created));
        rows.truncate(most as usize);
        rows.into_iter().cloned().collect()
    }
}

fn is_open(row: &MatchRow) -> bool {
    let mut seats = row.seats.iter();
    seats.any(|seat| seat.player.is_none() && seat.bot.is_none())
}

impl Database for Memory {
    fn write(&mut self, group: &[Write]) -> Result<Vec<Written>, StoreError> {
        let mut tables = self.tables();
        Ok(group.iter().map(|write| tables.write(write)).collect())
    }

    fn find(&mut self, id: &str) -> Result<Option<MatchRow>, StoreError> {
        Ok(self.tables().matches.get(id).map(|(row, _)| row.clone()))
    }

    fn events(&mut self, id: &str, since: u64) -> Result<Vec<Event>, StoreError> {
        let tables = self.tables();
        let events = tables.matches.get(id).map(|(_, events)| events);
        let events = events.into_iter().flatten();
        Ok(events.filter(|event| event.seq > since).cloned().collect())
    }

    fn seqs(&mut self, ids: &[String]) -> Result<Vec<(String, u64)>, StoreError> {
        let tables = self.tables();
        let found = ids
            .iter()
            .filter_map(|id| Some((id.clone(), tables.matches.get(id)?.0.seq)));
        Ok(found.collect())
    }

    fn due(&mut self, before: i64, most: u32) -> Result<Vec<String>, StoreError> {
        let tables = self.tables();
        let rows = tables.matches.values().map(|(row, _)| row);
        let mut due: Vec<_> = rows
            .filter_map(|row| Some((row.due.filter(|due| *due < before)?, &row.id)))
            .collect();
        due.sort();
        due.truncate(most as usize);
        Ok(due.into_iter().map(|(_, id)| id.clone()).collect())
    }

    fn of_player(&mut self, player: &str, most: u32) -> Result<Vec<MatchRow>, StoreError> {
        let sits = |row: &MatchRow| {
            let mut seats = row.seats.iter();
            seats.any(|seat| seat.player.as_deref() == Some(player))
        };
        Ok(self.tables().newest(most, sits))
    }

    fn public(&mut self, open: bool, most: u32) -> Result<Vec<MatchRow>, StoreError> {
        let wanted = |row: &MatchRow| row.public && row.ended.is_none() && is_open(row) == open;
        Ok(self.tables().newest(most, wanted))
    }

    fn unfinished(&mut self, player: &str) -> Result<u64, StoreError> {
        let mine = self.of_player(player, u32::MAX)?;
        Ok(mine.iter().filter(|row| row.ended.is_none()).count() as u64)
    }

    fn get(&mut self, kind: &str, id: &str) -> Result<Option<Document>, StoreError> {
        let key = (kind.to_owned(), id.to_owned());
        Ok(self.tables().documents.get(&key).cloned())
    }

    fn owned(&mut self, kind: &str, owner: &str) -> Result<Vec<Document>, StoreError> {
        let tables = self.tables();
        let documents = tables.documents.values();
        let owned = documents.filter(|document| document.kind == kind && document.owner == owner);
        Ok(owned.cloned().collect())
    }

    fn due_documents(
        &mut self,
        kind: &str,
        before: i64,
        most: u32,
    ) -> Result<Vec<Document>, StoreError> {
        let tables = self.tables();
        let documents = tables.documents.values();
        let is_due = |document: &&Document| {
            document.kind == kind && document.due.is_some_and(|due| due < before)
        };
        let mut due: Vec<Document> = documents.filter(is_due).cloned().collect();
        due.sort_by_key(|document| document.due);
        due.truncate(most as usize);
        Ok(due)
    }

    fn wait(&mut self, patience: Duration) -> Result<bool, StoreError> {
        // There is no other process.
        thread::sleep(patience);
        Ok(false)
    }

    fn archive(
        &mut self,
        take: &mut dyn FnMut(Archived) -> std::io::Result<()>,
    ) -> Result<(), StoreError> {
        let tables = self.tables();
        let matches = tables.matches.values().map(|(row, events)| {
            let (row, ended) = row.clone().archived(events.clone());
            Archived::Match { row, ended }
        });
        let documents = tables.documents.values().cloned().map(Archived::Document);
        for archived in matches.chain(documents) {
            take(archived).map_err(|error| StoreError(error.to_string()))?;
        }
        Ok(())
    }
}
