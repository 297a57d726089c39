//! The table's file: what is written can be read again, and nothing else can.

use std::fs;
use std::path::{Path, PathBuf};

use parlour_core::{Bots, Notation, Tables};
use parlour_ur::{
    GameState, Placing, Player, Side, Solution, Squares, TableFault, Ur, WinTable, numbering,
};
use tempfile::TempDir;

fn solution(exact_home: bool) -> Solution {
    Solution::solve(2, exact_home, &|_| ()).expect("a game with two pieces")
}

/// A folder with the file of a table for two pieces.
struct Written {
    folder: TempDir,
    content: Vec<u8>,
}

impl Written {
    fn new() -> Written {
        let written = Written {
            folder: tempfile::tempdir().expect("a folder"),
            content: WinTable::of(&solution(false)).file().to_vec(),
        };
        written.replace(&written.content);
        written
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("ur-2.table")
    }

    fn replace(&self, content: &[u8]) {
        fs::write(self.path(), content).expect("a file");
    }

    /// Why a file with this content is refused.
    fn refused(&self, content: &[u8]) -> TableFault {
        self.replace(content);
        match WinTable::open(&self.path(), 2, false) {
            Ok(_) => panic!("accepted"),
            Err(error) => {
                let said = error.to_string();
                let path = self.path().display().to_string();
                assert!(said.starts_with(&path), "{said}");
                error.fault
            }
        }
    }
}

#[test]
fn every_value_is_kept_to_the_precision_of_the_file() {
    for exact_home in [false, true] {
        let solution = solution(exact_home);
        let table = WinTable::of(&solution);
        for block in numbering::blocks(2) {
            for board in block.boards() {
                let state = board.state(2, exact_home).expect("a position");
                for state in [state, state.exchanged()] {
                    let kept = table.value(&state).expect("a value");
                    let exact = solution.value(&state).expect("a value");
                    assert!((kept - exact).abs() <= 0.5 / 65535.0 + 1e-12, "{board:?}");
                }
            }
        }
    }
}

#[test]
fn a_file_is_opened_with_the_same_values() {
    let written = Written::new();
    let opened = WinTable::open(&written.path(), 2, false).expect("a sound file");
    assert_eq!(opened.file(), written.content);
    let start = |pieces| GameState::new(Placing::start(pieces).expect("a start"), Player::Red);
    let value = opened.value(&start(2)).expect("a value");
    assert!((value - 0.520_265_854).abs() < 1e-5, "{value}");
    // The game with one piece is contained in it, the one with three is not.
    let value = opened.value(&start(1)).expect("a value");
    assert!((value - 0.552_653_561).abs() < 1e-5, "{value}");
    assert_eq!(opened.value(&start(3)), None);
    let exact = GameState {
        exact_home: true,
        ..start(2)
    };
    assert_eq!(opened.value(&exact), None);
}

#[test]
fn a_finished_game_has_its_result() {
    let table = WinTable::of(&solution(false));
    let side = |start, home| Side {
        start,
        squares: Squares::default(),
        home,
    };
    let placing = Placing::new(side(0, 2), side(2, 0)).expect("red has won");
    let done = GameState::new(placing, Player::Green);
    assert_eq!(table.value(&done), Some(0.0));
    assert_eq!(table.value(&done.passed()), Some(1.0));
}

#[test]
fn what_is_cut_off_or_goes_on_is_refused() {
    let written = Written::new();
    let content = &written.content;
    for length in [0, 1, 7, 8, 31, 32, 33, content.len() / 2, content.len() - 1] {
        let fault = written.refused(&content[..length]);
        assert!(
            matches!(fault, TableFault::Size { found, .. } if found == length as u64),
            "{length}: {fault}"
        );
    }
    let longer = [content.as_slice(), &[0]].concat();
    assert!(matches!(written.refused(&longer), TableFault::Size { .. }));
}

#[test]
fn a_single_wrong_bit_anywhere_is_refused() {
    let written = Written::new();
    let ends = [0, 8, 12, 13, 14, 16, 24, 31, 32, written.content.len() - 1];
    let elsewhere = (33..written.content.len()).step_by(977);
    for place in ends.into_iter().chain(elsewhere) {
        let mut damaged = written.content.clone();
        damaged[place] ^= 1 << (place % 8);
        let fault = written.refused(&damaged);
        let expected = match place {
            0..8 => matches!(fault, TableFault::Foreign),
            8..12 => matches!(fault, TableFault::Version(_)),
            12 | 13 => matches!(fault, TableFault::OtherGame { .. }),
            _ => matches!(fault, TableFault::Checksum),
        };
        assert!(expected, "{place}: {fault}");
    }
}

#[test]
fn what_is_no_table_is_refused() {
    let written = Written::new();
    let text = b"UR\nPlayers: Amy, Bill.\nRed 4 start.\n".repeat(100);
    assert!(matches!(written.refused(&text), TableFault::Foreign));
    let open = |path: &Path, pieces, exact_home| match WinTable::open(path, pieces, exact_home) {
        Ok(_) => panic!("accepted"),
        Err(error) => error.fault,
    };
    let nowhere = written.folder.path().join("nothing");
    assert!(matches!(open(&nowhere, 2, false), TableFault::Missing));
    let folder = written.folder.path();
    assert!(matches!(open(folder, 2, false), TableFault::Unreadable(_)));
    written.replace(&written.content);
    for (pieces, exact_home) in [(1, false), (3, false), (2, true)] {
        let fault = open(&written.path(), pieces, exact_home);
        let is_two = matches!(
            fault,
            TableFault::OtherGame {
                pieces: 2,
                exact_home: false
            }
        );
        assert!(is_two, "{fault}");
    }
}

#[test]
fn a_table_that_is_replaced_stays_readable() {
    let written = Written::new();
    let opened = WinTable::open(&written.path(), 2, false).expect("a sound file");
    let other = written.folder.path().join("new");
    fs::write(&other, b"something else").expect("a file");
    fs::rename(&other, written.path()).expect("it takes the other's place");
    assert_eq!(opened.file(), written.content);
}

#[test]
fn a_table_that_is_cut_short_while_it_is_used_does_no_harm() {
    let written = Written::new();
    let opened = WinTable::open(&written.path(), 2, false).expect("a sound file");
    let file = fs::File::options().write(true).open(written.path());
    file.and_then(|file| file.set_len(0)).expect("cut short");
    assert_eq!(opened.file(), written.content);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_table_is_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ur-2.table");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.is_ok_and(|status| status.success()));
    match WinTable::open(&path, 2, false) {
        Ok(_) => panic!("accepted"),
        Err(error) => assert!(matches!(error.fault, TableFault::Unreadable(_))),
    }
}

#[test]
fn a_table_is_found_where_it_was_handed_in_and_nowhere_else() {
    let written = Written::new();
    let folder = Tables::in_folder(written.folder.path());
    let bytes = Tables::none();
    bytes.hold("ur-2.table", written.content.clone());
    for tables in [&folder, &bytes] {
        let found = WinTable::find(tables, 2, false).map(WinTable::into_file);
        assert_eq!(found.expect("a sound table"), written.content);
        // It serves games with fewer pieces, but not other rules.
        assert!(WinTable::find(tables, 1, false).is_ok());
        assert!(WinTable::find(tables, 3, false).is_err());
        assert!(WinTable::find(tables, 2, true).is_err());
    }
    let refused = |tables: &Tables| match WinTable::find(tables, 2, false) {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    };
    let said = refused(&Tables::none());
    assert!(
        said.starts_with("ur-2.table: there is no such table"),
        "{said}"
    );
    // What is held in memory takes precedence over the file.
    folder.hold("ur-2.table", *b"UR-TABLE");
    let said = refused(&folder);
    assert!(said.starts_with("ur-2.table: it is damaged"), "{said}");
}

#[test]
fn what_a_bot_lacks_depends_on_what_it_is_handed() {
    let ur = Ur::read_position("3/4,8,12/1 4/7,9/1 red 1").expect("a position");
    let tables = Tables::none();
    let missing = ur
        .missing_file("perfect", &tables)
        .expect("there is no table");
    assert_eq!(missing.file, "ur-7.table");
    assert_eq!(missing.command, "parlour solve ur");
    assert!(
        missing.reason.contains("there is no such table"),
        "{}",
        missing.reason
    );
    assert!(ur.missing_file("greedy", &tables).is_none());
    tables.hold("ur-7.table", *b"something else");
    let missing = ur
        .missing_file("perfect", &tables)
        .expect("this is not a table");
    assert!(
        missing.reason.contains("it is not a table"),
        "{}",
        missing.reason
    );
}
