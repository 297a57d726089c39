//! Data of every released version can be opened, and nothing in it is lost.
//!
//! `versions/N.*.sql` is what version N of the tables looked like, with something in them. A new
//! migration gets a file of the version before it.

#[cfg(feature = "postgres")]
mod address;

use parlour_store::{Append, Document, Event, Store, Write, Written};

/// What each file holds is there, and goes on.
fn is_whole(store: &Store) {
    let row = store.read(|database| database.find("goeson"));
    let row = row.expect("a database").expect("a match");
    assert_eq!((row.seq, row.public, row.ended), (2, true, None));
    assert_eq!(row.seats[0].player.as_deref(), Some("amy"));
    assert_eq!(row.seats[1].join.as_deref(), Some("hash"));
    let events = store.read(|database| database.events("goeson", 0));
    let bodies: Vec<String> = events
        .expect("a database")
        .into_iter()
        .map(|event| event.body)
        .collect();
    assert_eq!(bodies, ["red 0,0", "ü"]);
    let unfinished = store.read(|database| database.unfinished("amy"));
    assert_eq!(unfinished.expect("a database"), 1);
    let due = store.read(|database| database.due(i64::MAX, 10));
    assert_eq!(due.expect("a database"), ["goeson"]);
    let document = store.read(|database| database.get("tournament", "CODE"));
    let mut document = document.expect("a database").expect("a document");
    assert_eq!((document.seq, document.due), (7, None));
    document.seq += 1;
    document.due = Some(5);
    let written = store.write(Write::Put(document.clone())).wait();
    assert_eq!(written.expect("a database"), Written::Done);
    let due = store.read(|database| database.due_documents("tournament", 6, 10));
    assert_eq!(due.expect("a database"), [document]);
    let next = Append {
        id: "goeson".to_owned(),
        after: 2,
        events: vec![Event {
            seq: 3,
            at: 1_700_000_000_003,
            kind: "step".to_owned(),
            seat: Some(1),
            body: "green 0,1".to_owned(),
        }],
        due: None,
        ended: None,
        taken: Some((1, "bill".to_owned())),
    };
    let written = store.write(Write::Append(next)).wait();
    assert_eq!(written.expect("a database"), Written::Done);
    let new = Document {
        kind: "name".to_owned(),
        id: "amy".to_owned(),
        owner: "amy".to_owned(),
        seq: 1,
        body: "Amy".to_owned(),
        due: None,
    };
    let written = store.write(Write::Put(new)).wait();
    assert_eq!(written.expect("a database"), Written::Done);
}

mod sqlite {
    use super::*;
    use rusqlite::Connection;
    use std::path::Path;

    const VERSIONS: [&str; 1] = [include_str!("versions/1.sqlite.sql")];

    /// The tables and indices of a file, by name.
    fn schema(path: &Path) -> Vec<(String, Vec<String>)> {
        let file = Connection::open(path).expect("a file");
        let mut query = file
            .prepare("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name")
            .expect("a query");
        let names = query.query_map([], |row| row.get::<_, String>(0));
        let names = names.expect("rows").map(|name| name.expect("a name"));
        let columns = |name: &str| {
            // An index has no columns here; `index_xinfo` tells those.
            let text = format!(
                "SELECT name || ' ' || type || ' ' || \"notnull\" || ' ' || pk
                 FROM pragma_table_info('{name}')
                 UNION ALL SELECT name FROM pragma_index_xinfo('{name}') WHERE key"
            );
            let mut query = file.prepare(&text).expect("a query");
            let rows = query.query_map([], |row| row.get(0)).expect("rows");
            rows.map(|row| row.expect("a column")).collect()
        };
        names.map(|name| (name.clone(), columns(&name))).collect()
    }

    #[test]
    fn files_of_every_version_go_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let new = folder.path().join("new.db");
        drop(Store::sqlite(&new).expect("a file"));
        let count: u32 = Connection::open(&new)
            .and_then(|file| file.pragma_query_value(None, "user_version", |row| row.get(0)))
            .expect("a version");
        assert_eq!(
            VERSIONS.len() as u32,
            count - 1,
            "a file for every older version"
        );
        for (number, version) in VERSIONS.into_iter().enumerate() {
            let path = folder.path().join(format!("{number}.db"));
            let old = Connection::open(&path).expect("a file");
            old.execute_batch(version).expect("the tables of then");
            drop(old);
            is_whole(&Store::sqlite(&path).expect("an old file"));
            assert_eq!(schema(&path), schema(&new), "version {}", number + 1);
        }
    }

    /// A newer program migrates while an older one runs, and the older one does not start again.
    #[test]
    fn a_newer_version_is_refused_at_the_start_and_borne_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("parlour.db");
        let running = Store::sqlite(&path).expect("a file");
        let newer = Connection::open(&path).expect("a file");
        newer
            .execute_batch(
                "ALTER TABLE document ADD COLUMN more TEXT; ALTER TABLE match ADD COLUMN more TEXT;
                 ALTER TABLE event ADD COLUMN more TEXT; PRAGMA user_version = 1000;",
            )
            .expect("a migration");
        let refused = Store::sqlite(&path).expect_err("a newer file");
        assert!(refused.0.contains("newer version"), "{refused}");
        let new = Document {
            kind: "name".to_owned(),
            id: "amy".to_owned(),
            owner: "amy".to_owned(),
            seq: 1,
            body: "Amy".to_owned(),
            due: None,
        };
        let written = running.write(Write::Put(new.clone())).wait();
        assert_eq!(written.expect("a database"), Written::Done);
        // This opens a new connection.
        let found = running.read(|database| database.get("name", "amy"));
        assert_eq!(found.expect("a database"), Some(new));
    }
}

#[cfg(feature = "postgres")]
#[test]
fn databases_of_every_version_go_on() {
    const VERSIONS: [&str; 1] = [include_str!("versions/1.postgres.sql")];
    let Some(address) = address::of_postgres() else {
        return;
    };
    let mut client = postgres::Client::connect(&address, postgres::NoTls).expect("PostgreSQL");
    let separator = if address.contains('?') { '&' } else { '?' };
    let process = std::process::id();
    for (number, version) in VERSIONS.into_iter().enumerate() {
        let schema = format!("version_{process}_{number}");
        client
            .batch_execute(&format!(
                "CREATE SCHEMA {schema}; SET search_path TO {schema}; {version}"
            ))
            .expect("the tables of then");
        let inside = format!("{address}{separator}options=-csearch_path%3D{schema}");
        is_whole(&Store::postgres(&inside).expect("an old database"));
        client
            .batch_execute(&format!("DROP SCHEMA {schema} CASCADE"))
            .expect("no schema");
    }
}
