//! Whatever fails, and wherever a writer is stopped: the old file or the new one.
#![forbid(unsafe_code)]

use std::fs;
use std::io;
use std::path::Path;

use parlour_files::faults::{Fault, strike};
use parlour_files::{Log, append, sweep, write};

const OLD: &[u8] = b"what was there before";
const NEW: &[u8] = b"what is to be there now, and is longer";

/// Has the work fail at every step in every way, each time in a fresh folder, and
/// looks at what is there afterwards.
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
            // Nothing else is left once somebody cleans up.
            sweep(folder.path());
            let names: Vec<_> = fs::read_dir(folder.path())
                .expect("a folder")
                .flatten()
                .map(|entry| entry.file_name())
                .filter(|name| name != "file")
                .collect();
            assert!(names.is_empty(), "{case}: {names:?}");
            if !is_struck {
                assert!(after > 2, "{case}: that cannot be all");
                assert!(done.is_ok(), "{case}");
                break;
            }
        }
    }
}

#[test]
fn a_file_is_the_old_one_or_the_new_one() {
    everywhere(
        |path| fs::write(path, OLD).expect("written"),
        |path| write(path, NEW),
        |path, is_done, case| {
            let found = fs::read(path).expect("it is there");
            let is_new = found == NEW;
            assert!(is_new || found == OLD, "{case}: {found:?}");
            assert!(is_new || !is_done, "{case}: it says that it is written");
        },
    );
}

#[test]
fn a_new_file_is_whole_or_not_there() {
    everywhere(
        |_| {},
        |path| write(path, NEW),
        |path, is_done, case| match fs::read(path) {
            Ok(found) => assert_eq!(found, NEW, "{case}"),
            Err(_) => assert!(!is_done, "{case}"),
        },
    );
}

/// What is there begins with what was there, and goes on with what was added, or
/// with the beginning of it after an end that nobody could mend.
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
        // Between the two lines it may stop.
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
    for fault in [Fault::Full, Fault::Short, Fault::Refused, Fault::Killed] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, OLD).expect("written");
        let (done, _) = strike(fault, 0, || append(&path, NEW));
        grown(&path, done.is_ok(), &format!("{fault:?}"));
    }
}
