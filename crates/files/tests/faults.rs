//! Whatever fails, and wherever a writer is stopped: the old file or the new one is there.
#![forbid(unsafe_code)]

use std::fs;
use std::io;
use std::path::Path;

use parlour_files::faults::{Fault, strike};
use parlour_files::{Log, append, sweep, write, write_private};

const OLD: &[u8] = b"what was there before";
const NEW: &[u8] = b"what is to be there now, and is longer";

/// Makes the work fail at every step in every way, each time in a fresh folder, and checks what is
/// there afterwards.
fn everywhere(
    prepare: impl Fn(&Path),
    work: impl Fn(&Path) -> io::Result<()>,
    law: impl Fn(&Path, bool, &str),
) {
    for fault in Fault::ALL {
        for after in 0.. {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("file");
            prepare(&path);
            let (done, is_struck) = strike(fault, after, || work(&path));
            let case = format!("{fault:?} after {after} steps, {done:?}");
            law(&path, done.is_ok(), &case);
            // Nothing else is left after a sweep.
            sweep(folder.path());
            let names: Vec<_> = fs::read_dir(folder.path())
                .expect("a folder")
                .flatten()
                .map(|entry| entry.file_name())
                .filter(|name| name != "file")
                .collect();
            assert!(names.is_empty(), "{case}: {names:?}");
            if !is_struck {
                assert!(after > 1, "{case}: that cannot be all");
                assert!(done.is_ok(), "{case}");
                break;
            }
        }
    }
}

/// What writes a whole file.
type Writer = fn(&Path, &[u8]) -> io::Result<()>;

const WRITERS: [Writer; 2] = [write, write_private];

#[test]
fn a_file_is_the_old_one_or_the_new_one() {
    for writer in WRITERS {
        everywhere(
            |path| fs::write(path, OLD).expect("written"),
            |path| writer(path, NEW),
            |path, is_done, case| {
                let found = fs::read(path).expect("it is there");
                let is_new = found == NEW;
                assert!(is_new || found == OLD, "{case}: {found:?}");
                assert!(is_new || !is_done, "{case}: it says that it is written");
            },
        );
    }
}

#[test]
fn a_new_file_is_whole_or_not_there() {
    for writer in WRITERS {
        everywhere(
            |_| {},
            |path| writer(path, NEW),
            |path, is_done, case| match fs::read(path) {
                Ok(found) => assert_eq!(found, NEW, "{case}"),
                Err(_) => assert!(!is_done, "{case}"),
            },
        );
    }
}

/// Nobody else can read a private file at any moment, whoever could read the one before.
#[cfg(unix)]
#[test]
fn a_private_file_is_never_open_to_others() {
    use std::os::unix::fs::PermissionsExt;
    everywhere(
        |_| {},
        |path| write_private(path, NEW),
        |path, _, case| {
            for entry in fs::read_dir(path.parent().expect("a folder")).expect("a folder") {
                let metadata = entry.and_then(|entry| entry.metadata()).expect("there");
                assert_eq!(metadata.permissions().mode() & 0o077, 0, "{case}");
            }
        },
    );
}

/// The file begins with the old content, and continues with what was added, or
/// with a prefix of it if even the repair failed.
fn grown(path: &Path, is_done: bool, case: &str) {
    let found = fs::read(path).expect("it is there");
    let added = found.strip_prefix(OLD).expect(case);
    assert!(NEW.starts_with(added), "{case}: {added:?}");
    assert!(added == NEW || !is_done, "{case}: it says that it is added");
    let is_mended = !case.starts_with("Killed") && !case.starts_with("PowerCut");
    assert!(added.is_empty() || added == NEW || !is_mended, "{case}");
}

#[test]
fn what_grows_keeps_what_it_had() {
    let old = |path: &Path| fs::write(path, OLD).expect("written");
    let log = |path: &Path| {
        let mut log = Log::open(path)?;
        log.append(&NEW[..10])?;
        log.sync()?;
        log.append(&NEW[10..])?;
        log.sync()
    };
    let law = |path: &Path, is_done: bool, case: &str| {
        // It may stop between the two lines.
        if fs::read(path).is_ok_and(|found| found == [OLD, &NEW[..10]].concat()) {
            assert!(!is_done, "{case}");
        } else {
            grown(path, is_done, case);
        }
    };
    everywhere(old, log, law);
}

#[test]
fn what_is_added_for_a_moment_is_added_whole() {
    let old = |path: &Path| fs::write(path, OLD).expect("written");
    everywhere(old, |path| append(path, NEW), grown);
}
