//! Matches in PostgreSQL, for servers on several machines.

use std::collections::{BTreeMap, HashSet};
use std::thread;
use std::time::Duration;

use postgres::error::SqlState;
use postgres::fallible_iterator::FallibleIterator;
use postgres::{Client, NoTls, Row, Transaction};

use crate::database::{
    Append, Archived, Database, Document, Event, MatchRow, NewMatch, SeatRow, StoreError, Write,
    Written,
};

/// The migrations from each version of the tables to the next. A migration only adds, so that a
/// process that started earlier can keep running.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE match (
        id text PRIMARY KEY,
        game text NOT NULL,
        head text NOT NULL,
        public boolean NOT NULL,
        created bigint NOT NULL,
        seq bigint NOT NULL,
        ended bigint,
        due bigint
    );
    CREATE INDEX match_due ON match (due) WHERE due IS NOT NULL;
    CREATE INDEX match_public ON match (created) WHERE public AND ended IS NULL;
    CREATE TABLE seat (
        match text NOT NULL,
        seat smallint NOT NULL,
        player text,
        bot text,
        secret text,
        PRIMARY KEY (match, seat)
    );
    CREATE INDEX seat_player ON seat (player) WHERE player IS NOT NULL;
    CREATE TABLE event (
        match text NOT NULL,
        seq bigint NOT NULL,
        at bigint NOT NULL,
        kind text NOT NULL,
        seat smallint,
        body text NOT NULL,
        PRIMARY KEY (match, seq)
    );
    CREATE TABLE document (
        kind text NOT NULL,
        id text NOT NULL,
        owner text NOT NULL,
        seq bigint NOT NULL,
        body text NOT NULL,
        PRIMARY KEY (kind, id)
    );
    CREATE INDEX document_owner ON document (kind, owner);
",
    "
    ALTER TABLE document ADD COLUMN due bigint;
    CREATE INDEX document_due ON document (kind, due) WHERE due IS NOT NULL;
",
];

const DOCUMENT: &str = "SELECT kind, id, owner, seq, body, due FROM document";

const MATCH: &str = "SELECT id, game, head, public, created, seq, ended, due FROM match";

/// The channel by which processes tell each other that something is new.
const CHANNEL: &str = "parlour";

/// The number of the lock that keeps two processes from creating the tables at the same time. Any
/// number will do.
const MIGRATION_LOCK: i64 = 0x5041_524c;

/// Attempts to write a group.
const TRIES: u32 = 5;

pub(crate) struct Postgres {
    client: Client,
    address: String,
    listens: bool,
}

impl From<postgres::Error> for StoreError {
    fn from(error: postgres::Error) -> Self {
        // The error itself prints only its kind.
        let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
        StoreError(format!("PostgreSQL: {error}{}", cause.unwrap_or_default()))
    }
}

impl Postgres {
    /// The first connection of a program: it brings the tables up to date.
    pub(crate) fn open(address: &str) -> Result<Self, StoreError> {
        let mut opened = Postgres::connect(address)?;
        migrate(&mut opened.client)?;
        Ok(opened)
    }

    /// A later one. A newer program may have added to the tables meanwhile.
    pub(crate) fn connect(address: &str) -> Result<Self, StoreError> {
        Ok(Postgres {
            client: Client::connect(address, NoTls)?,
            address: address.to_owned(),
            listens: false,
        })
    }

    fn rows(
        &mut self,
        condition: &str,
        values: &[&(dyn postgres::types::ToSql + Sync)],
    ) -> Result<Vec<MatchRow>, StoreError> {
        let rows = self.client.query(&format!("{MATCH} {condition}"), values)?;
        let mut rows: Vec<MatchRow> = rows.iter().map(match_row).collect();
        let ids: Vec<&str> = rows.iter().map(|row| &*row.id).collect();
        let seats = self.client.query(
            "SELECT match, player, bot, secret FROM seat WHERE match = ANY($1) ORDER BY match, seat",
            &[&ids],
        )?;
        let mut by_match: BTreeMap<String, Vec<SeatRow>> = BTreeMap::new();
        for seat in seats {
            by_match.entry(seat.get(0)).or_default().push(SeatRow {
                player: seat.get(1),
                bot: seat.get(2),
                join: seat.get(3),
            });
        }
        for row in &mut rows {
            row.seats = by_match.remove(&row.id).unwrap_or_default();
        }
        Ok(rows)
    }

    fn try_write(&mut self, group: &[Write]) -> Result<Vec<Written>, postgres::Error> {
        let mut transaction = self.client.transaction()?;
        lock(&mut transaction, group)?;
        let mut written = Vec::with_capacity(group.len());
        let mut rest = group;
        while let Some(first) = rest.first() {
            let appends = appends(rest);
            if appends.is_empty() {
                written.push(write(&mut transaction, first)?);
                rest = &rest[1..];
            } else {
                written.extend(append(&mut transaction, &appends)?);
                rest = &rest[appends.len()..];
            }
        }
        transaction.commit()?;
        Ok(written)
    }
}

/// Brings the tables of an older version up to date.
fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let mut transaction = client.transaction()?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK])?;
    let known: bool = transaction
        .query_one("SELECT to_regclass('parlour_version') IS NOT NULL", &[])?
        .get(0);
    if !known {
        transaction.batch_execute(
            "CREATE TABLE parlour_version (version bigint NOT NULL);
             INSERT INTO parlour_version VALUES (0)",
        )?;
    }
    let version: i64 = transaction
        .query_one("SELECT version FROM parlour_version", &[])?
        .get(0);
    let Some(missing) = MIGRATIONS.get(version as usize..) else {
        return Err(StoreError(
            "the database was written by a newer version of this program".to_owned(),
        ));
    };
    for migration in missing {
        transaction.batch_execute(migration)?;
    }
    if !missing.is_empty() {
        let now = MIGRATIONS.len() as i64;
        transaction.execute("UPDATE parlour_version SET version = $1", &[&now])?;
    }
    Ok(transaction.commit()?)
}

fn match_row(row: &Row) -> MatchRow {
    MatchRow {
        id: row.get(0),
        game: row.get(1),
        head: row.get(2),
        public: row.get(3),
        created: row.get(4),
        seq: row.get::<_, i64>(5) as u64,
        ended: row.get(6),
        due: row.get(7),
        seats: Vec::new(),
    }
}

fn document(row: &Row) -> Document {
    Document {
        kind: row.get(0),
        id: row.get(1),
        owner: row.get(2),
        seq: row.get::<_, i64>(3) as u64,
        body: row.get(4),
        due: row.get(5),
    }
}

/// Locks all that a group writes to, in the order of the names: two processes never wait for each
/// other.
fn lock(transaction: &mut Transaction<'_>, group: &[Write]) -> Result<(), postgres::Error> {
    let (mut matches, mut kinds, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    for write in group {
        match write {
            Write::Append(append) => matches.push(&*append.id),
            Write::Put(document) => {
                kinds.push(&*document.kind);
                ids.push(&*document.id);
            }
            // What is new cannot be locked.
            Write::Create(_) | Write::Restore(_) => {}
        }
    }
    // The appends of a group that is nothing else lock their matches themselves.
    if appends(group).len() < group.len() && !matches.is_empty() {
        transaction.execute(
            "SELECT 1 FROM match WHERE id = ANY($1) ORDER BY id FOR UPDATE",
            &[&matches],
        )?;
    }
    if !ids.is_empty() {
        transaction.execute(
            "SELECT 1 FROM document JOIN unnest($1::text[], $2::text[]) AS wanted (kind, id)
             USING (kind, id) ORDER BY kind, id FOR UPDATE OF document",
            &[&kinds, &ids],
        )?;
    }
    Ok(())
}

/// The appends at the beginning of a group that can be made by one statement: each of
/// another match, and none that takes a seat.
fn appends(group: &[Write]) -> Vec<&Append> {
    let mut seen = HashSet::new();
    let appends = group.iter().map_while(|write| match write {
        Write::Append(append) if append.taken.is_none() => Some(append),
        _ => None,
    });
    appends
        .take_while(|append| seen.insert(&append.id))
        .collect()
}

/// Appends to many matches at once. Matches are locked in the order of their names.
fn append(
    transaction: &mut Transaction<'_>,
    appends: &[&Append],
) -> Result<Vec<Written>, postgres::Error> {
    let ids: Vec<&str> = appends.iter().map(|append| &*append.id).collect();
    let after: Vec<i64> = appends.iter().map(|append| append.after as i64).collect();
    let added: Vec<i64> = appends
        .iter()
        .map(|append| append.events.len() as i64)
        .collect();
    let due: Vec<Option<i64>> = appends.iter().map(|append| append.due).collect();
    let ended: Vec<Option<i64>> = appends.iter().map(|append| append.ended).collect();
    let update = transaction.prepare(
        "WITH wanted AS (
             SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
             AS wanted (id, after, added, due, ended)
         ), locked AS (
             SELECT id FROM match WHERE id = ANY($1) ORDER BY id FOR UPDATE
         )
         UPDATE match SET seq = wanted.after + wanted.added, due = wanted.due,
             ended = coalesce(wanted.ended, match.ended)
         FROM wanted JOIN locked ON locked.id = wanted.id
         WHERE match.id = wanted.id AND match.seq = wanted.after
         RETURNING match.id",
    )?;
    let moved = transaction.query(&update, &[&ids, &after, &added, &due, &ended])?;
    let moved: HashSet<String> = moved.iter().map(|row| row.get(0)).collect();
    let events = appends
        .iter()
        .filter(|append| moved.contains(&append.id))
        .flat_map(|append| append.events.iter().map(|event| (&*append.id, event)));
    insert_events(transaction, events)?;
    let written = appends
        .iter()
        .map(|append| match moved.contains(&append.id) {
            true => Written::Done,
            false => Written::Conflict,
        });
    Ok(written.collect())
}

fn insert_events<'a>(
    transaction: &mut Transaction<'_>,
    events: impl Iterator<Item = (&'a str, &'a Event)>,
) -> Result<(), postgres::Error> {
    let (mut ids, mut seqs, mut times) = (Vec::new(), Vec::new(), Vec::new());
    let (mut kinds, mut seats, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    for (id, event) in events {
        ids.push(id);
        seqs.push(event.seq as i64);
        times.push(event.at);
        kinds.push(&*event.kind);
        seats.push(event.seat.map(i16::from));
        bodies.push(&*event.body);
    }
    let insert = transaction.prepare(
        "INSERT INTO event (match, seq, at, kind, seat, body) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[],
         $4::text[], $5::smallint[], $6::text[])",
    )?;
    transaction.execute(&insert, &[&ids, &seqs, &times, &kinds, &seats, &bodies])?;
    Ok(())
}

fn write(transaction: &mut Transaction<'_>, write: &Write) -> Result<Written, postgres::Error> {
    match write {
        Write::Create(new) => create(transaction, new, None),
        Write::Append(append) => take_seat(transaction, append),
        Write::Put(document) => put(transaction, document, document.seq.wrapping_sub(1)),
        Write::Restore(Archived::Match { row, ended }) => create(transaction, row, *ended),
        Write::Restore(Archived::Document(document)) => put(transaction, document, 0),
    }
}

fn create(
    transaction: &mut Transaction<'_>,
    new: &NewMatch,
    ended: Option<i64>,
) -> Result<Written, postgres::Error> {
    let seq = new.events.last().map_or(0, |event| event.seq) as i64;
    let made = transaction.execute(
        "INSERT INTO match (id, game, head, public, created, seq, ended, due)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        &[
            &new.id,
            &new.game,
            &new.head,
            &new.public,
            &new.created,
            &seq,
            &ended,
            &new.due,
        ],
    )?;
    if made == 0 {
        return Ok(Written::Conflict);
    }
    for (number, seat) in new.seats.iter().enumerate() {
        transaction.execute(
            "INSERT INTO seat (match, seat, player, bot, secret) VALUES ($1, $2, $3, $4, $5)",
            &[
                &new.id,
                &(number as i16),
                &seat.player,
                &seat.bot,
                &seat.join,
            ],
        )?;
    }
    let events = new.events.iter().map(|event| (&*new.id, event));
    insert_events(transaction, events)?;
    Ok(Written::Done)
}

/// Appends to a match, with a seat that is taken by it.
fn take_seat(
    transaction: &mut Transaction<'_>,
    append: &Append,
) -> Result<Written, postgres::Error> {
    // The lock comes first: nobody else can take the seat between the two statements.
    transaction.execute(
        "SELECT 1 FROM match WHERE id = $1 FOR UPDATE",
        &[&append.id],
    )?;
    if let Some((seat, _)) = &append.taken {
        let is_free = transaction.query_opt(
            "SELECT player IS NULL FROM seat WHERE match = $1 AND seat = $2",
            &[&append.id, &i16::from(*seat)],
        )?;
        if is_free.map(|row| row.get(0)) != Some(true) {
            return Ok(Written::Conflict);
        }
    }
    if self::append(transaction, &[append])? == [Written::Conflict] {
        return Ok(Written::Conflict);
    }
    if let Some((seat, player)) = &append.taken {
        transaction.execute(
            "UPDATE seat SET player = $1 WHERE match = $2 AND seat = $3",
            &[player, &append.id, &i16::from(*seat)],
        )?;
    }
    Ok(Written::Done)
}

fn put(
    transaction: &mut Transaction<'_>,
    document: &Document,
    before: u64,
) -> Result<Written, postgres::Error> {
    let Document {
        kind,
        id,
        owner,
        seq,
        body,
        due,
    } = document;
    let seq = *seq as i64;
    let put = match before {
        0 => transaction.execute(
            "INSERT INTO document (kind, id, owner, seq, body, due)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
            &[kind, id, owner, &seq, body, due],
        )?,
        _ => transaction.execute(
            "UPDATE document SET owner = $3, seq = $4, body = $5, due = $6
             WHERE kind = $1 AND id = $2 AND seq = $7",
            &[kind, id, owner, &seq, body, due, &(before as i64)],
        )?,
    };
    match put {
        0 => Ok(Written::Conflict),
        _ => Ok(Written::Done),
    }
}

impl Database for Postgres {
    fn write(&mut self, group: &[Write]) -> Result<Vec<Written>, StoreError> {
        // The server may have been restarted since the last time.
        if self.client.is_closed() {
            *self = Postgres::connect(&self.address)?;
        }
        let mut tries = 0;
        let written = loop {
            match self.try_write(group) {
                Ok(written) => break written,
                // Two processes that make the same things in another order. Nothing was written.
                Err(error)
                    if error.code() == Some(&SqlState::T_R_DEADLOCK_DETECTED) && tries < TRIES =>
                {
                    tries += 1;
                }
                Err(error) => return Err(error.into()),
            }
        };
        // Sent outside the transaction: inside, it would take a lock that all writers share. If
        // it is lost, the others hear of these events with the next ones.
        let news = group.iter().zip(&written).any(|(write, written)| {
            *written == Written::Done && !matches!(write, Write::Restore(_))
        });
        if news {
            let _ = self.client.batch_execute(&format!("NOTIFY {CHANNEL}"));
        }
        Ok(written)
    }

    fn find(&mut self, id: &str) -> Result<Option<MatchRow>, StoreError> {
        Ok(self.rows("WHERE id = $1", &[&id])?.pop())
    }

    fn events(&mut self, id: &str, since: u64) -> Result<Vec<Event>, StoreError> {
        let events = self.client.query(
            "SELECT seq, at, kind, seat, body FROM event WHERE match = $1 AND seq > $2 ORDER BY seq",
            &[&id, &(since as i64)],
        )?;
        let events = events.iter().map(|row| Event {
            seq: row.get::<_, i64>(0) as u64,
            at: row.get(1),
            kind: row.get(2),
            seat: row.get::<_, Option<i16>>(3).map(|seat| seat as u8),
            body: row.get(4),
        });
        Ok(events.collect())
    }

    fn seqs(&mut self, ids: &[String]) -> Result<Vec<(String, u64)>, StoreError> {
        let rows = self
            .client
            .query("SELECT id, seq FROM match WHERE id = ANY($1)", &[&ids])?;
        let rows = rows
            .iter()
            .map(|row| (row.get(0), row.get::<_, i64>(1) as u64));
        Ok(rows.collect())
    }

    fn due(&mut self, before: i64, most: u32) -> Result<Vec<String>, StoreError> {
        let rows = self.client.query(
            "SELECT id FROM match WHERE due < $1 ORDER BY due LIMIT $2",
            &[&before, &i64::from(most)],
        )?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn of_player(&mut self, player: &str, most: u32) -> Result<Vec<MatchRow>, StoreError> {
        self.rows(
            "WHERE id IN (SELECT match FROM seat WHERE player = $1) ORDER BY created DESC LIMIT $2",
            &[&player, &i64::from(most)],
        )
    }

    fn public(&mut self, open: bool, most: u32) -> Result<Vec<MatchRow>, StoreError> {
        self.rows(
            "WHERE public AND ended IS NULL AND $1 = EXISTS (SELECT 1 FROM seat
             WHERE seat.match = id AND player IS NULL AND bot IS NULL)
             ORDER BY created DESC LIMIT $2",
            &[&open, &i64::from(most)],
        )
    }

    fn unfinished(&mut self, player: &str) -> Result<u64, StoreError> {
        let count: i64 = self
            .client
            .query_one(
                "SELECT count(DISTINCT id) FROM seat JOIN match ON match.id = seat.match
                 WHERE player = $1 AND ended IS NULL",
                &[&player],
            )?
            .get(0);
        Ok(count as u64)
    }

    fn get(&mut self, kind: &str, id: &str) -> Result<Option<Document>, StoreError> {
        let row = self.client.query_opt(
            &format!("{DOCUMENT} WHERE kind = $1 AND id = $2"),
            &[&kind, &id],
        )?;
        Ok(row.as_ref().map(document))
    }

    fn owned(&mut self, kind: &str, owner: &str) -> Result<Vec<Document>, StoreError> {
        let rows = self.client.query(
            &format!("{DOCUMENT} WHERE kind = $1 AND owner = $2 ORDER BY id"),
            &[&kind, &owner],
        )?;
        Ok(rows.iter().map(document).collect())
    }

    fn due_documents(
        &mut self,
        kind: &str,
        before: i64,
        most: u32,
    ) -> Result<Vec<Document>, StoreError> {
        let rows = self.client.query(
            &format!("{DOCUMENT} WHERE kind = $1 AND due < $2 ORDER BY due LIMIT $3"),
            &[&kind, &before, &i64::from(most)],
        )?;
        Ok(rows.iter().map(document).collect())
    }

    fn wait(&mut self, patience: Duration) -> Result<bool, StoreError> {
        if self.client.is_closed() {
            // A database that is being restarted needs a moment.
            thread::sleep(patience);
            *self = Postgres::connect(&self.address)?;
        }
        if !std::mem::replace(&mut self.listens, true) {
            self.client.batch_execute(&format!("LISTEN {CHANNEL}"))?;
            return Ok(true);
        }
        let mut notifications = self.client.notifications();
        let heard = notifications.timeout_iter(patience).next()?;
        // Notices that came at the same time say the same.
        let mut more = notifications.iter();
        while more.next()?.is_some() {}
        Ok(heard.is_some())
    }

    fn archive(
        &mut self,
        take: &mut dyn FnMut(Archived) -> std::io::Result<()>,
    ) -> Result<(), StoreError> {
        let mut take = |archived| take(archived).map_err(|error| StoreError(error.to_string()));
        // Everything read in such a transaction is from one moment.
        self.client
            .batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
        let mut last = String::new();
        loop {
            let rows = self.rows("WHERE id > $1 ORDER BY id LIMIT 1000", &[&last])?;
            let Some(end) = rows.last() else { break };
            last.clone_from(&end.id);
            for row in rows {
                let events = self.events(&row.id, 0)?;
                let (row, ended) = row.archived(events);
                take(Archived::Match { row, ended })?;
            }
        }
        let documents = self.client.query(DOCUMENT, &[])?;
        for row in &documents {
            take(Archived::Document(document(row)))?;
        }
        Ok(self.client.batch_execute("COMMIT")?)
    }
}
