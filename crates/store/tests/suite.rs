//! What every store must do, whatever is behind it.

#[cfg(feature = "postgres")]
mod address;

use std::collections::BTreeSet;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use parlour_store::{Append, Document, Event, NewMatch, SeatRow, Store, Write, Written};

/// Opens the same data once more, as another process would.
type Open<'a> = &'a dyn Fn() -> Store;

fn event(seq: u64, body: &str) -> Event {
    Event {
        seq,
        at: 1_700_000_000_000 + seq as i64,
        kind: "step".to_owned(),
        seat: (seq % 2 == 1).then_some(1),
        body: body.to_owned(),
    }
}

fn seat(player: &str) -> SeatRow {
    SeatRow {
        player: Some(player.to_owned()),
        ..SeatRow::default()
    }
}

fn new_match(id: &str) -> NewMatch {
    NewMatch {
        id: id.to_owned(),
        game: "a-game".to_owned(),
        head: "{\"key\":\"x\"}".to_owned(),
        public: false,
        created: 1,
        seats: vec![
            seat("amy"),
            SeatRow {
                join: Some("hash".to_owned()),
                ..SeatRow::default()
            },
        ],
        events: Vec::new(),
        due: None,
    }
}

fn append(id: &str, after: u64, bodies: &[&str]) -> Append {
    let events = (after + 1..)
        .zip(bodies)
        .map(|(seq, body)| event(seq, body));
    Append {
        id: id.to_owned(),
        after,
        events: events.collect(),
        due: None,
        ended: None,
        taken: None,
    }
}

fn write(store: &Store, write: Write) -> Written {
    store.write(write).wait().expect("a database")
}

fn bodies(store: &Store, id: &str, since: u64) -> Vec<String> {
    let events = store.read(|database| database.events(id, since));
    let events = events.expect("a database");
    events.into_iter().map(|event| event.body).collect()
}

fn a_match_is_its_log(store: &Store) {
    let mut new = new_match("log");
    new.events = vec![event(1, "begin")];
    assert_eq!(write(store, Write::Create(new.clone())), Written::Done);
    assert_eq!(write(store, Write::Create(new.clone())), Written::Conflict);
    let done = write(store, Write::Append(append("log", 1, &["a", "b ü \n"])));
    assert_eq!(done, Written::Done);
    // Somebody who has not heard of those two.
    let late = write(store, Write::Append(append("log", 1, &["c"])));
    assert_eq!(late, Written::Conflict);
    // Somebody who knows too much.
    let early = write(store, Write::Append(append("log", 9, &["c"])));
    assert_eq!(early, Written::Conflict);
    let nowhere = write(store, Write::Append(append("nowhere", 0, &["c"])));
    assert_eq!(nowhere, Written::Conflict);
    assert_eq!(bodies(store, "log", 0), ["begin", "a", "b ü \n"]);
    assert_eq!(bodies(store, "log", 2), ["b ü \n"]);
    let events = store.read(|database| database.events("log", 0));
    assert_eq!(events.expect("events")[0], event(1, "begin"));
    let row = store.read(|database| database.find("log"));
    let row = row.expect("a database").expect("a match");
    assert_eq!((row.seq, row.ended, row.seats), (3, None, new.seats));
    let none = store.read(|database| database.find("nowhere"));
    assert_eq!(none.expect("a database"), None);
}

fn a_seat_is_taken_once(store: &Store) {
    write(store, Write::Create(new_match("seats")));
    let take = |after, player: &str| {
        let mut append = append("seats", after, &["join"]);
        append.taken = Some((1, player.to_owned()));
        write(store, Write::Append(append))
    };
    assert_eq!(take(0, "bill"), Written::Done);
    assert_eq!(take(1, "eve"), Written::Conflict);
    assert_eq!(
        bodies(store, "seats", 0),
        ["join"],
        "nothing of it was written"
    );
    let rows = store.read(|database| database.of_player("bill", 10));
    let rows = rows.expect("a database");
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].seats[1].player.as_deref(), Some("bill"));
}

fn matches_are_found(store: &Store) {
    for (number, id) in ["p1", "p2", "p3"].into_iter().enumerate() {
        let mut new = new_match(id);
        new.public = true;
        new.created = number as i64;
        new.due = Some(100 - number as i64);
        write(store, Write::Create(new));
    }
    let ids = |open| {
        let rows = store.read(|database| database.public(open, 10));
        let rows = rows.expect("a database");
        rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(true), ["p3", "p2", "p1"]);
    let mut taken = append("p2", 0, &["join"]);
    taken.taken = Some((1, "carl".to_owned()));
    write(store, Write::Append(taken));
    assert_eq!(
        (ids(true), ids(false)),
        (vec!["p3".into(), "p1".into()], vec!["p2".into()])
    );
    let due = |before| {
        let due = store.read(|database| database.due(before, 10));
        due.expect("a database")
    };
    assert_eq!(
        due(1000),
        ["p3", "p1"],
        "the append left p2 with nothing due"
    );
    assert_eq!(due(99), ["p3"]);
    let unfinished = || {
        let count = store.read(|database| database.unfinished("carl"));
        count.expect("a database")
    };
    assert_eq!(unfinished(), 1);
    let mut end = append("p2", 1, &["end"]);
    end.ended = Some(5);
    write(store, Write::Append(end));
    assert_eq!((ids(false), unfinished()), (vec![], 0));
    let asked = ["p2", "nowhere", "p1"].map(str::to_owned);
    let seqs = store.read(|database| database.seqs(&asked));
    let seqs: BTreeSet<_> = seqs.expect("a database").into_iter().collect();
    assert_eq!(seqs, BTreeSet::from([("p1".into(), 0), ("p2".into(), 2)]));
}

fn documents_are_put_in_order(store: &Store) {
    let document = |seq, body: &str| Document {
        kind: "token".to_owned(),
        id: "abc".to_owned(),
        owner: "amy".to_owned(),
        seq,
        body: body.to_owned(),
        due: (seq > 1).then_some(seq as i64),
    };
    let put = |seq, body: &str| write(store, Write::Put(document(seq, body)));
    assert_eq!(put(2, "early"), Written::Conflict);
    assert_eq!(put(1, "one"), Written::Done);
    assert_eq!(put(1, "again"), Written::Conflict);
    assert_eq!(put(2, "two"), Written::Done);
    assert_eq!(put(2, "late"), Written::Conflict);
    let found = store.read(|database| database.get("token", "abc"));
    assert_eq!(found.expect("a database"), Some(document(2, "two")));
    let owned = store.read(|database| database.owned("token", "amy"));
    assert_eq!(owned.expect("a database"), [document(2, "two")]);
    let other = store.read(|database| database.owned("token", "bill"));
    assert_eq!(other.expect("a database"), []);
    let due = |kind: &str, before| {
        let due = store.read(|database| database.due_documents(kind, before, 10));
        due.expect("a database").len()
    };
    assert_eq!(
        [due("token", 3), due("token", 2), due("name", 3)],
        [1, 0, 0]
    );
}

/// Two processes and many threads append to the same few matches. Every number is written
/// once, by the one who was told so.
fn no_event_is_lost_or_doubled(open: Open<'_>) {
    const THREADS: usize = 8;
    const EACH: usize = 60;
    let stores = [Arc::new(open()), Arc::new(open())];
    let matches = ["r1", "r2", "r3"];
    for id in matches {
        write(&stores[0], Write::Create(new_match(id)));
    }
    let barrier = Arc::new(Barrier::new(THREADS));
    let threads = (0..THREADS).map(|number| {
        let (store, barrier) = (Arc::clone(&stores[number % 2]), Arc::clone(&barrier));
        thread::spawn(move || {
            barrier.wait();
            let mut acknowledged = Vec::new();
            let mut after = [0; 3];
            for turn in 0.. {
                let which = (number + turn) % matches.len();
                let (id, body) = (matches[which], format!("{number}-{turn}"));
                match write(
                    &store,
                    Write::Append(append(id, after[which], &[&body, "+"])),
                ) {
                    Written::Done => {
                        after[which] += 2;
                        acknowledged.push((which, after[which], body));
                    }
                    Written::Conflict => {
                        let row = store.read(|database| database.find(id));
                        after[which] = row.expect("a database").expect("a match").seq;
                    }
                }
                if acknowledged.len() == EACH {
                    break;
                }
            }
            acknowledged
        })
    });
    let threads: Vec<_> = threads.collect();
    let mut acknowledged = Vec::new();
    for thread in threads {
        acknowledged.extend(thread.join().expect("a thread"));
    }
    assert_eq!(acknowledged.len(), THREADS * EACH);
    let mut written = 0;
    for (which, id) in matches.into_iter().enumerate() {
        let bodies = bodies(&stores[1], id, 0);
        written += bodies.len();
        for (_, seq, body) in acknowledged.iter().filter(|(match_, ..)| *match_ == which) {
            assert_eq!(bodies[*seq as usize - 2], *body);
        }
    }
    assert_eq!(written, 2 * acknowledged.len());
}

fn another_process_is_heard(open: Open<'_>) {
    let (here, there) = (open(), open());
    write(&here, Write::Create(new_match("news")));
    let mut waiting = there.connect().expect("a database");
    // The first look may tell of what was there before.
    while waiting.wait(Duration::from_millis(50)).expect("a database") {}
    write(&here, Write::Append(append("news", 0, &["a"])));
    assert!(waiting.wait(Duration::from_secs(5)).expect("a database"));
}

/// A backup of one kind of store can be restored into another.
fn what_is_backed_up_can_be_restored(store: &Store) {
    let mut backup = Vec::new();
    let count = store.back_up(&mut backup).expect("a backup");
    assert!(count > 5);
    let other = Store::memory();
    assert_eq!(other.restore(&*backup).expect("a backup"), count);
    assert_eq!(
        other.restore(&*backup).expect("a backup"),
        0,
        "all is there"
    );
    let mut again = Vec::new();
    other.back_up(&mut again).expect("a backup");
    let lines = |text: Vec<u8>| {
        let text = String::from_utf8(text).expect("text");
        text.lines().map(str::to_owned).collect::<BTreeSet<_>>()
    };
    assert_eq!(lines(backup), lines(again));
    let broken = other
        .restore(&b"{\"match\":1}\n"[..])
        .expect_err("no backup");
    assert!(broken.0.starts_with("line 1 of the backup"), "{broken}");
}

fn suite(open: Open<'_>) {
    let store = open();
    a_match_is_its_log(&store);
    a_seat_is_taken_once(&store);
    matches_are_found(&store);
    documents_are_put_in_order(&store);
    what_is_backed_up_can_be_restored(&store);
}

#[test]
fn memory() {
    suite(&Store::memory);
}

#[test]
fn sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("parlour.db");
    let open = || Store::sqlite(&path).expect("a file");
    suite(&open);
    no_event_is_lost_or_doubled(&open);
    another_process_is_heard(&open);
    // All of it is there after the program has ended.
    assert_eq!(bodies(&open(), "log", 0).len(), 3);
    // The keys of matches that go on are for nobody else on this machine.
    #[cfg(unix)]
    for file in std::fs::read_dir(folder.path()).expect("a folder") {
        use std::os::unix::fs::PermissionsExt;
        let file = file.expect("a file");
        let mode = file.metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", file.path().display());
    }
}

#[test]
fn sqlite_refuses_what_it_does_not_know() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("parlour.db");
    std::fs::write(&path, "this is a text, and no database of SQLite at all").expect("a file");
    let refused = Store::sqlite(&path).expect_err("no database");
    assert!(refused.0.contains("not a database"), "{refused}");
    let missing = folder.path().join("nowhere/parlour.db");
    let refused = Store::sqlite(&missing).expect_err("no folder");
    assert!(refused.0.starts_with("cannot open"), "{refused}");
}

#[cfg(feature = "postgres")]
#[test]
fn postgresql() {
    let Some(address) = address::of_postgres() else {
        return;
    };
    let schema = format!("suite_{}", std::process::id());
    let mut client = postgres::Client::connect(&address, postgres::NoTls).expect("PostgreSQL");
    client
        .batch_execute(&format!("CREATE SCHEMA {schema}"))
        .expect("a schema");
    let separator = if address.contains('?') { '&' } else { '?' };
    let inside = format!("{address}{separator}options=-csearch_path%3D{schema}");
    let open = || Store::postgres(&inside).expect("PostgreSQL");
    suite(&open);
    no_event_is_lost_or_doubled(&open);
    another_process_is_heard(&open);
    client
        .batch_execute(&format!("DROP SCHEMA {schema} CASCADE"))
        .expect("no schema");
}
