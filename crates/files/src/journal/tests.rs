use super::*;

#[derive(Serialize)]
struct Fields {
    squares: u32,
    program: &'static str,
    fingerprint: &'static str,
    seed: u64,
}

const FIELDS: Fields = Fields {
    squares: 1,
    program: "1.0",
    fingerprint: "ab",
    seed: 1,
};

fn heading() -> Heading {
    Heading::new("table", &FIELDS)
}

/// Numbers with their squares, up to 9.
fn results() -> Results<u64> {
    Results::new(Box::new(|number, _| match number {
        10.. => Err(format!("{number} is too large")),
        _ => Ok(()),
    }))
}

fn open(path: &Path) -> Result<(Journal, BTreeMap<u64, u64>), JournalError> {
    let mut all = results();
    let journal = Journal::open(path, &heading(), &mut all)?;
    Ok((journal, all.known))
}

/// A file with the squares of these numbers.
fn part(path: &Path, numbers: &[u64]) -> PathBuf {
    let (mut journal, _) = open(path).expect("usable");
    for number in numbers {
        journal.add(&(number, number * number)).expect("written");
    }
    path.to_owned()
}

#[test]
fn a_journal_is_taken_up_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new/journal");
    let none: Option<serde_json::Value> = Journal::heading(&path, "table").expect("none");
    assert!(none.is_none());
    part(&path, &[3, 4]);
    let whole = std::fs::read(&path).expect("it is there");
    let text = String::from_utf8(whole.clone()).expect("text");
    assert_eq!(text, format!("{}\n[3,9]\n[4,16]\n", heading()));
    // Wherever the second line was torn, the first one is there.
    for end in whole.len() - 7..whole.len() {
        std::fs::write(&path, &whole[..end]).expect("written");
        let (mut journal, found) = open(&path).expect("usable");
        assert_eq!(found, BTreeMap::from([(3, 9)]), "{end}");
        journal.add(&(4, 16)).expect("written");
        assert_eq!(std::fs::read(&path).expect("there"), whole);
    }
    // Even the heading may be torn.
    for end in 0..heading().to_string().len() {
        std::fs::write(&path, &whole[..end]).expect("written");
        let (_, found) = open(&path).expect("begun again");
        assert!(found.is_empty());
        let begun = std::fs::read_to_string(&path).expect("there");
        assert_eq!(begun, format!("{}\n", heading()), "{end}");
    }
}

#[test]
fn a_file_of_something_else_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    part(&path, &[1]);
    for (other, why) in [
        (
            Fields { seed: 2, ..FIELDS },
            "it has the results of another table: seed was 1, and is 2 now",
        ),
        (
            Fields {
                fingerprint: "cd",
                ..FIELDS
            },
            "it was made by another program: its fingerprint was ab, and is cd now; results of \
             different programs cannot be mixed",
        ),
        (
            Fields {
                program: "2.0",
                ..FIELDS
            },
            "it was made by another program: its version was 1.0, and is 2.0 now; results of \
             different programs cannot be mixed",
        ),
    ] {
        let other = Heading::new("table", &other);
        let refused = Journal::open(&path, &other, &mut results()).expect_err("another");
        assert_eq!(refused.to_string(), why);
    }
    let other = Fields {
        program: "2.0",
        ..FIELDS
    };
    let other = Heading::new("table", &other).told(&["program"]);
    Journal::open(&path, &other, &mut results()).expect("only told");
    for text in [
        "hello\n",
        "hello",
        "[1,1]\n",
        "{\"arena\":1}\n",
        "{\"squares\":1}\n",
        "{\"squares\": 1, \"my\":\"own notes\"",
        "{\"squares\":1,\"my\":\"own notes\"",
    ] {
        std::fs::write(&path, text).expect("written");
        let refused = open(&path).expect_err("something else");
        assert_eq!(
            refused.to_string(),
            "this is not a results file of a table",
            "{text}"
        );
        assert_eq!(std::fs::read_to_string(&path).expect("there"), text);
    }
    for (lines, why) in [
        ("nonsense\n", "line 2 is not a result of this table"),
        ("[1,1]\nDear Anna", "line 3 is not a result of this table"),
        (
            "[10,100]\n",
            "line 2 is not a result of this table: 10 is too large",
        ),
    ] {
        let text = format!("{}\n{lines}", heading());
        std::fs::write(&path, &text).expect("written");
        assert_eq!(open(&path).expect_err("bad").to_string(), why);
        assert_eq!(std::fs::read_to_string(&path).expect("there"), text);
    }
}

#[test]
fn parts_are_put_together_by_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let parts = [part(&at("a"), &[4, 5, 6]), part(&at("b"), &[1, 6, 2])];
    let whole = at("whole");
    for _ in 0..2 {
        let mut all = results();
        let mut journal = Journal::open(&whole, &heading(), &mut all).expect("usable");
        let merged = Journal::merge(
            Some(&mut journal),
            Some(&whole),
            &parts,
            &heading(),
            &mut all,
        );
        merged.expect("of one work");
        assert_eq!(
            all.known().keys().copied().collect::<Vec<_>>(),
            [1, 2, 4, 5, 6]
        );
        let text = std::fs::read_to_string(&whole).expect("there");
        assert_eq!(text.lines().count(), 6, "nothing is there twice: {text}");
    }
    // Different results of the same number.
    std::fs::write(at("c"), format!("{}\n[9,81]\n[2,5]\n", heading())).expect("written");
    let parts = [parts[0].clone(), parts[1].clone(), at("c")];
    let merged = Journal::merge(None, None, &parts, &heading(), &mut results());
    let (path, why) = merged.expect_err("two results");
    assert_eq!(path, at("c"));
    let words = format!("its result 2 differs from that in {}", at("b").display());
    assert!(why.to_string().starts_with(&words), "{why}");
    // An empty file is not a part.
    std::fs::write(at("d"), "").expect("written");
    let merged = Journal::merge(None, None, &[at("d")], &heading(), &mut results());
    assert!(matches!(merged, Err((_, JournalError::NoHeading(_)))));
}

/// Wherever the disk fails or the program is killed, the results that were reported as kept are
/// there, and the file can be continued.
#[test]
fn a_journal_survives_whatever_happens_to_its_writer() {
    use crate::faults::{Fault, strike};
    for fault in Fault::ALL {
        for after in 0.. {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("journal");
            let mut kept = 0;
            let work = || -> Result<(), JournalError> {
                let (mut journal, _) = open(&path)?;
                for number in 0..3u64 {
                    journal.add(&(number, number * number))?;
                    journal.sync()?;
                    kept = number + 1;
                }
                Ok(())
            };
            let (_, is_struck) = strike(fault, after, work);
            let case = format!("{fault:?} after {after} steps");
            let (_, found) = open(&path).unwrap_or_else(|error| panic!("{case}: {error}"));
            assert!(found.len() as u64 >= kept, "{case}: {found:?}");
            assert!(
                found.keys().copied().eq(0..found.len() as u64),
                "{case}: {found:?}"
            );
            if !is_struck {
                assert_eq!(kept, 3);
                break;
            }
        }
    }
}

#[test]
fn two_programs_do_not_write_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let first = open(&path).expect("new");
    let second = open(&path).expect_err("taken").to_string();
    assert!(
        second.starts_with("another program is writing it"),
        "{second}"
    );
    drop(first);
    open(&path).expect("free");
}
