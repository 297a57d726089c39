//! Matches in a file of SQLite.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::database::{
    Append, Archived, Database, Document, Event, MatchRow, NewMatch, SeatRow, StoreError, Write,
    Written,
};
use crate::disk;

/// The migrations from each version of the schema to the next. A migration only adds, so that a
/// process that started earlier can keep running.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE match (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        head TEXT NOT NULL,
        public INTEGER NOT NULL,
        created INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        ended INTEGER,
        due INTEGER
    ) STRICT;
    CREATE INDEX match_due ON match (due) WHERE due IS NOT NULL;
    CREATE INDEX match_public ON match (created) WHERE public = 1 AND ended IS NULL;
    CREATE TABLE seat (
        match TEXT NOT NULL,
        seat INTEGER NOT NULL,
        player TEXT,
        bot TEXT,
        secret TEXT,
        PRIMARY KEY (match, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seat_player ON seat (player) WHERE player IS NOT NULL;
    CREATE TABLE event (
        match TEXT NOT NULL,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER,
        body TEXT NOT NULL,
        PRIMARY KEY (match, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE document (
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        owner TEXT NOT NULL,
        seq INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX document_owner ON document (kind, owner);
",
    "
    ALTER TABLE document ADD COLUMN due INTEGER;
    CREATE INDEX document_due ON document (kind, due) WHERE due IS NOT NULL;
",
];

const DOCUMENT: &str = "SELECT kind, id, owner, seq, body, due FROM document";

const MATCH: &str = "SELECT id, game, head, public, created, seq, ended, due FROM match";

/// How often a file is looked at for what other processes have written.
const LOOK: Duration = Duration::from_millis(20);

/// Another process may hold the file for this long.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Sqlite {
    connection: Connection,
    /// Changes when another connection has written.
    version: i64,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        StoreError(error.to_string())
    }
}

impl Sqlite {
    /// The first connection of a program: it brings the tables up to date.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        disk::refuse_networks(path)?;
        disk::create_private(path);
        let mut opened = Sqlite::connect(path)?;
        opened
            .connection
            .pragma_update(None, "journal_mode", "WAL")?;
        migrate(&mut opened.connection, path)?;
        Ok(opened)
    }

    /// A later one. A newer program may have added to the tables meanwhile.
    pub(crate) fn connect(path: &Path) -> Result<Self, StoreError> {
        let connection = Connection::open(path)
            .map_err(|error| StoreError(format!("cannot open {}: {error}", path.display())))?;
        connection.busy_timeout(PATIENCE)?;
        connection.set_prepared_statement_cache_capacity(32);
        connection.pragma_update(None, "synchronous", "FULL")?;
        Ok(Sqlite {
            connection,
            version: 0,
        })
    }

    fn version(&self) -> Result<i64, StoreError> {
        Ok(self
            .connection
            .pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    fn rows(
        &self,
        condition: &str,
        values: impl rusqlite::Params,
    ) -> Result<Vec<MatchRow>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached(&format!("{MATCH} {condition}"))?;
        let rows = query.query_map(values, match_row)?;
        let mut rows = rows.collect::<Result<Vec<_>, _>>()?;
        let mut query = self
            .connection
            .prepare_cached("SELECT player, bot, secret FROM seat WHERE match = ? ORDER BY seat")?;
        for row in &mut rows {
            let seats = query.query_map([&row.id], |seat| {
                Ok(SeatRow {
                    player: seat.get(0)?,
                    bot: seat.get(1)?,
                    join: seat.get(2)?,
                })
            })?;
            row.seats = seats.collect::<Result<_, _>>()?;
        }
        Ok(rows)
    }
}

/// Brings the tables of an older version up to date.
fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let version: usize =
        transaction.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))? as usize;
    if version > MIGRATIONS.len() {
        let path = path.display();
        return Err(StoreError(format!(
            "{path} was written by a newer version of this program"
        )));
    }
    for migration in &MIGRATIONS[version..] {
        transaction.execute_batch(migration)?;
    }
    if version < MIGRATIONS.len() {
        transaction.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
    }
    Ok(transaction.commit()?)
}

fn match_row(row: &Row<'_>) -> rusqlite::Result<MatchRow> {
    Ok(MatchRow {
        id: row.get(0)?,
        game: row.get(1)?,
        head: row.get(2)?,
        public: row.get(3)?,
        created: row.get(4)?,
        seq: row.get::<_, i64>(5)? as u64,
        ended: row.get(6)?,
        due: row.get(7)?,
        seats: Vec::new(),
    })
}

fn document(row: &Row<'_>) -> rusqlite::Result<Document> {
    Ok(Document {
        kind: row.get(0)?,
        id: row.get(1)?,
        owner: row.get(2)?,
        seq: row.get::<_, i64>(3)? as u64,
        body: row.get(4)?,
        due: row.get(5)?,
    })
}

fn write(transaction: &Transaction<'_>, write: &Write) -> Result<Written, StoreError> {
    match write {
        Write::Create(new) => create(transaction, new, None),
        Write::Append(append) => self::append(transaction, append),
        Write::Put(document) => put(transaction, document, document.seq.wrapping_sub(1)),
        Write::Restore(Archived::Match { row, ended }) => create(transaction, row, *ended),
        Write::Restore(Archived::Document(document)) => put(transaction, document, 0),
    }
}

fn create(
    transaction: &Transaction<'_>,
    new: &NewMatch,
    ended: Option<i64>,
) -> Result<Written, StoreError> {
    let seq = new.events.last().map_or(0, |event| event.seq);
    let made = transaction
        .prepare_cached(
            "INSERT INTO match (id, game, head, public, created, seq, ended, due)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            new.id,
            new.game,
            new.head,
            new.public,
            new.created,
            seq as i64,
            ended,
            new.due
        ])?;
    if made == 0 {
        return Ok(Written::Conflict);
    }
    for (number, seat) in new.seats.iter().enumerate() {
        transaction
            .prepare_cached(
                "INSERT INTO seat (match, seat, player, bot, secret) VALUES (?, ?, ?, ?, ?)",
            )?
            .execute(params![
                new.id,
                number as i64,
                seat.player,
                seat.bot,
                seat.join
            ])?;
    }
    insert_events(transaction, &new.id, &new.events)?;
    Ok(Written::Done)
}

fn append(transaction: &Transaction<'_>, append: &Append) -> Result<Written, StoreError> {
    if let Some((seat, _)) = &append.taken {
        let is_free: Option<bool> = transaction
            .prepare_cached("SELECT player IS NULL FROM seat WHERE match = ? AND seat = ?")?
            .query_row(params![append.id, seat], |row| row.get(0))
            .optional()?;
        if is_free != Some(true) {
            return Ok(Written::Conflict);
        }
    }
    let moved = transaction
        .prepare_cached(
            "UPDATE match SET seq = ?3, due = ?4, ended = coalesce(?5, ended)
             WHERE id = ?1 AND seq = ?2",
        )?
        .execute(params![
            append.id,
            append.after as i64,
            (append.after + append.events.len() as u64) as i64,
            append.due,
            append.ended
        ])?;
    if moved == 0 {
        return Ok(Written::Conflict);
    }
    if let Some((seat, player)) = &append.taken {
        transaction
            .prepare_cached("UPDATE seat SET player = ? WHERE match = ? AND seat = ?")?
            .execute(params![player, append.id, seat])?;
    }
    insert_events(transaction, &append.id, &append.events)?;
    Ok(Written::Done)
}

fn insert_events(
    transaction: &Transaction<'_>,
    id: &str,
    events: &[Event],
) -> Result<(), StoreError> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO event (match, seq, at, kind, seat, body) VALUES (?, ?, ?, ?, ?, ?)",
    )?;
    for event in events {
        insert.execute(params![
            id,
            event.seq as i64,
            event.at,
            event.kind,
            event.seat,
            event.body
        ])?;
    }
    Ok(())
}

fn put(
    transaction: &Transaction<'_>,
    document: &Document,
    before: u64,
) -> Result<Written, StoreError> {
    let values = params![
        document.kind,
        document.id,
        document.owner,
        document.seq as i64,
        document.body,
        document.due,
        before as i64
    ];
    let sql = match before {
        0 => {
            "INSERT INTO document (kind, id, owner, seq, body, due)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ?7 = 0 ON CONFLICT DO NOTHING"
        }
        _ => {
            "UPDATE document SET owner = ?3, seq = ?4, body = ?5, due = ?6
             WHERE kind = ?1 AND id = ?2 AND seq = ?7"
        }
    };
    match transaction.prepare_cached(sql)?.execute(values)? {
        0 => Ok(Written::Conflict),
        _ => Ok(Written::Done),
    }
}

impl Database for Sqlite {
    fn write(&mut self, group: &[Write]) -> Result<Vec<Written>, StoreError> {
        // A transaction that begins by reading could find that another has written meanwhile.
        let transaction = self
            .connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let written = group.iter().map(|one| write(&transaction, one));
        let written = written.collect::<Result<_, _>>()?;
        transaction.commit()?;
        Ok(written)
    }

    fn find(&mut self, id: &str) -> Result<Option<MatchRow>, StoreError> {
        Ok(self.rows("WHERE id = ?", [id])?.pop())
    }

    fn events(&mut self, id: &str, since: u64) -> Result<Vec<Event>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT seq, at, kind, seat, body FROM event WHERE match = ? AND seq > ? ORDER BY seq",
        )?;
        let events = query.query_map(params![id, since as i64], |row| {
            Ok(Event {
                seq: row.get::<_, i64>(0)? as u64,
                at: row.get(1)?,
                kind: row.get(2)?,
                seat: row.get(3)?,
                body: row.get(4)?,
            })
        })?;
        Ok(events.collect::<Result<_, _>>()?)
    }

    fn seqs(&mut self, ids: &[String]) -> Result<Vec<(String, u64)>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT seq FROM match WHERE id = ?")?;
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            let seq: Option<i64> = query.query_row([id], |row| row.get(0)).optional()?;
            found.extend(seq.map(|seq| (id.clone(), seq as u64)));
        }
        Ok(found)
    }

    fn due(&mut self, before: i64, most: u32) -> Result<Vec<String>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT id FROM match WHERE due < ? ORDER BY due LIMIT ?")?;
        let due = query.query_map(params![before, most], |row| row.get(0))?;
        Ok(due.collect::<Result<_, _>>()?)
    }

    fn of_player(&mut self, player: &str, most: u32) -> Result<Vec<MatchRow>, StoreError> {
        self.rows(
            "WHERE id IN (SELECT match FROM seat WHERE player = ?) ORDER BY created DESC LIMIT ?",
            params![player, most],
        )
    }

    fn public(&mut self, open: bool, most: u32) -> Result<Vec<MatchRow>, StoreError> {
        self.rows(
            "WHERE public = 1 AND ended IS NULL AND ? = EXISTS (SELECT 1 FROM seat
             WHERE match = id AND player IS NULL AND bot IS NULL) ORDER BY created DESC LIMIT ?",
            params![open, most],
        )
    }

    fn unfinished(&mut self, player: &str) -> Result<u64, StoreError> {
        let count: i64 = self
            .connection
            .prepare_cached(
                "SELECT count(DISTINCT id) FROM seat JOIN match ON match.id = seat.match
                 WHERE player = ? AND ended IS NULL",
            )?
            .query_row([player], |row| row.get(0))?;
        Ok(count as u64)
    }

    fn get(&mut self, kind: &str, id: &str) -> Result<Option<Document>, StoreError> {
        Ok(self
            .connection
            .prepare_cached(&format!("{DOCUMENT} WHERE kind = ? AND id = ?"))?
            .query_row([kind, id], document)
            .optional()?)
    }

    fn owned(&mut self, kind: &str, owner: &str) -> Result<Vec<Document>, StoreError> {
        let mut query = self.connection.prepare_cached(&format!(
            "{DOCUMENT} WHERE kind = ? AND owner = ? ORDER BY id"
        ))?;
        let documents = query.query_map([kind, owner], document)?;
        Ok(documents.collect::<Result<_, _>>()?)
    }

    fn due_documents(
        &mut self,
        kind: &str,
        before: i64,
        most: u32,
    ) -> Result<Vec<Document>, StoreError> {
        let mut query = self.connection.prepare_cached(&format!(
            "{DOCUMENT} WHERE kind = ? AND due < ? ORDER BY due LIMIT ?"
        ))?;
        let documents = query.query_map(params![kind, before, most], document)?;
        Ok(documents.collect::<Result<_, _>>()?)
    }

    fn wait(&mut self, patience: Duration) -> Result<bool, StoreError> {
        let until = Instant::now() + patience;
        loop {
            let version = self.version()?;
            if std::mem::replace(&mut self.version, version) != version {
                return Ok(true);
            }
            if Instant::now() >= until {
                return Ok(false);
            }
            thread::sleep(LOOK);
        }
    }

    fn archive(
        &mut self,
        take: &mut dyn FnMut(Archived) -> std::io::Result<()>,
    ) -> Result<(), StoreError> {
        let mut take = |archived| take(archived).map_err(|error| StoreError(error.to_string()));
        // Everything read in one transaction is from one moment.
        self.connection.execute_batch("BEGIN")?;
        let read = (|| {
            let mut last = String::new();
            loop {
                let rows = self.rows("WHERE id > ? ORDER BY id LIMIT 1000", [&last])?;
                let Some(end) = rows.last() else { break };
                last.clone_from(&end.id);
                for row in rows {
                    let events = self.events(&row.id, 0)?;
                    let (row, ended) = row.archived(events);
                    take(Archived::Match { row, ended })?;
                }
            }
            let mut query = self.connection.prepare(DOCUMENT)?;
            for found in query.query_map([], document)? {
                take(Archived::Document(found?))?;
            }
            Ok(())
        })();
        self.connection.execute_batch("COMMIT")?;
        read
    }
}
