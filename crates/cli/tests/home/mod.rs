//! A used home folder, for tests that must not care.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The home of a user who has played: a valid table of Ur, a broken one, one
/// that cannot be read or written, and unfinished games.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn used() -> Home {
        let home = Home(tempfile::tempdir().expect("a folder"));
        let data = home.data();
        fs::create_dir_all(data.join("unfinished")).expect("a folder");
        write_table_of_seven(&data.join("ur-7.table"));
        fs::write(data.join("ur-6.table"), "UR-TABLE, broken").expect("a file");
        fs::create_dir(data.join("ur-5.table")).expect("a folder");
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        for (left, content) in [
            ("20260131-181500-042.human.perfect.ur", "amy-and-bill.ur"),
            (
                "20260131-181501-042.human.human.gridlock",
                "mistakes.gridlock",
            ),
        ] {
            fs::copy(examples.join(content), data.join("unfinished").join(left)).expect("a copy");
        }
        home
    }

    fn data(&self) -> PathBuf {
        self.0.path().join(".local/share/parlour")
    }

    /// Makes this the home of a command, in every way to find it.
    pub(crate) fn give(&self, command: &mut Command) {
        command
            .env("HOME", self.0.path())
            .env("XDG_DATA_HOME", self.0.path().join(".local/share"))
            .env("PARLOUR_DATA", self.data());
    }

    /// All files with their lengths.
    fn content(&self) -> Vec<(PathBuf, u64)> {
        let mut folders = vec![self.0.path().to_owned()];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let metadata = fs::metadata(&path).expect("a file");
                match metadata.is_dir() {
                    true => folders.push(path),
                    false => files.push((path, metadata.len())),
                }
            }
        }
        files.sort();
        files
    }
}

/// Runs those tests of this program whose names contain one of `names` once more, in a used home:
/// they pass, and leave nothing there.
pub(crate) fn pass_in_any_home(names: &[&str]) {
    let home = Home::used();
    let before = home.content();
    let mut tests = Command::new(std::env::current_exe().expect("this program"));
    // The test itself shows a snapshot that differs.
    tests.env("INSTA_UPDATE", "no");
    home.give(tests.args(names).args(["--skip", "in_any_home"]));
    let output = tests.output().expect("the tests run");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains(" 0 passed"), "there are no such tests");
    assert_eq!(home.content(), before);
}

/// A file that passes every check, but in which everybody loses everywhere. The
/// zeros take no room on the disk.
fn write_table_of_seven(path: &Path) {
    const POSITIONS: u64 = 137_870_097;
    const CHUNK: u64 = 1 << 20;
    let mut header = *b"UR-TABLE\x01\0\0\0\x07\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    header[16..24].copy_from_slice(&POSITIONS.to_le_bytes());
    let zeros = vec![0; CHUNK as usize];
    let mut checksum = Xxh3::new();
    checksum.update(&header[..24]);
    for start in (0..2 * POSITIONS).step_by(CHUNK as usize) {
        let length = CHUNK.min(2 * POSITIONS - start) as usize;
        checksum.update(&xxh3_64(&zeros[..length]).to_le_bytes());
    }
    header[24..].copy_from_slice(&checksum.digest().to_le_bytes());
    let mut file = File::create(path).expect("a file");
    file.write_all(&header).expect("written");
    file.set_len(32 + 2 * POSITIONS).expect("room");
}
