//! Files that are not records of a game.

use std::path::PathBuf;
use std::{fs, process, thread};

use parlour_core::Tables;
use parlour_files::{Heading, Journal, Results};
use parlour_labyrinth::Habit;
use parlour_ploy::Ending;
use parlour_store::Store;
use parlour_ur::WinTable;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

/// A saved game of another program is read or refused, in every dialect. What is read can be saved
/// and read again.
pub(crate) fn import_labyrinth(bytes: &[u8]) {
    let known = Habit::ALL.map(|habit| (habit, false));
    for known in [&known[..], &[]] {
        let Ok(import) = parlour_labyrinth::import(bytes, known) else {
            continue;
        };
        for read in &import.readings {
            let written = parlour_labyrinth::write_save(&read.game);
            let (again, _) = parlour_labyrinth::read_save(written.as_bytes());
            assert_eq!(again.as_ref(), Some(&read.game), "{written}");
        }
    }
}

/// A table of Ur is read or refused; then its game is refused because it lacks one, or has values.
pub(crate) fn table_ur(bytes: &[u8]) {
    let [game, content @ ..] = bytes else {
        return;
    };
    let (pieces, exact_home) = (game & 7, game & 8 != 0);
    match WinTable::read(content, pieces, exact_home) {
        Ok(table) => assert_eq!(table.file(), content),
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
    let _ = WinTable::find(&Tables::none(), pieces, exact_home).is_err();
}

/// The table of one of Ploy's endings is read or refused, also if its length and its checksum are
/// right.
pub(crate) fn table_ploy(bytes: &[u8]) {
    const HEADER: usize = 32;
    let [number, content @ ..] = bytes else {
        return;
    };
    let endings: Vec<_> = parlour_ploy::endings().collect();
    let ending = endings[usize::from(*number) % endings.len()];
    let mut content = content.to_vec();
    for is_sealed in [false, true] {
        if is_sealed && content.len() >= HEADER {
            let following = (content.len() - HEADER) as u64;
            content[24..HEADER].copy_from_slice(&following.to_le_bytes());
            let checksum = xxh3_64(&content[24..]);
            content[16..24].copy_from_slice(&checksum.to_le_bytes());
        }
        match Ending::read(&content[..], ending) {
            Ok(table) => assert_eq!(table.shapes(), ending),
            Err(fault) => assert!(!fault.to_string().is_empty()),
        }
    }
}

/// The heading of the seeds.
#[derive(Serialize)]
struct ProofHeading {
    proof: u32,
    program: &'static str,
    fingerprint: &'static str,
    game: &'static str,
    sum: u32,
}

/// A proof's journal is continued or refused, and a file that is refused stays as it is.
pub(crate) fn journal(bytes: &[u8]) {
    let heading = ProofHeading {
        proof: 2,
        program: "1.0",
        fingerprint: "00",
        game: "ships",
        sum: 9,
    };
    let heading = Heading::new("proof", &heading);
    let path = scratch("journal");
    fs::write(&path, bytes).expect("a folder for temporary files");
    let open = || {
        let check = |number: u64, (_, bound): &(String, u32)| match number > 9 || *bound > 9 {
            true => Err("too much".to_owned()),
            false => Ok(()),
        };
        let mut known = Results::<(String, u32)>::new(Box::new(check));
        let opened = Journal::open(&path, &heading, &mut known);
        opened.map(|_| known.known().clone())
    };
    let found = open();
    let left = fs::read(&path).expect("it is there");
    match found {
        Err(_) => assert_eq!(left, bytes, "a file that was refused has changed"),
        Ok(known) => {
            let kept = bytes.starts_with(&left) || bytes.is_empty();
            let is_begun = heading.to_string().as_bytes().starts_with(bytes);
            assert!(kept || is_begun, "whole lines were lost");
            assert_eq!(open().expect("it was opened before"), known);
        }
    }
    let _ = fs::remove_file(&path);
}

/// A file of this thread alone.
fn scratch(name: &str) -> PathBuf {
    let thread = thread::current().id();
    std::env::temp_dir().join(format!("parlour-fuzz-{name}-{}-{thread:?}", process::id()))
}

/// A backup of the server's matches is restored or refused. What is restored can be backed up and
/// restored again.
pub(crate) fn backup(bytes: &[u8]) {
    let store = Store::memory();
    if store.restore(bytes).is_err() {
        return;
    }
    let backed_up = |store: &Store| {
        let mut copy = Vec::new();
        store.back_up(&mut copy).expect("it was restored");
        copy
    };
    let copy = backed_up(&store);
    let again = Store::memory();
    again.restore(&copy[..]).expect("what was backed up");
    assert_eq!(backed_up(&again), copy);
}
