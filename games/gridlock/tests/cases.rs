//! Records from independent implementations, each with its expected result.

use std::fs;
use std::path::Path;

use parlour_core::{Place, Records};
use parlour_gridlock::{Grid, parse_game};

/// The last line of a file, and the line after it: an error at the end of the
/// file may be on either.
fn last_lines(file: &[u8]) -> [usize; 2] {
    let newlines = file.iter().filter(|&&byte| byte == b'\n').count();
    let last = newlines + usize::from(!file.ends_with(b"\n"));
    [last, last + 1]
}

#[test]
fn every_record_is_judged_as_its_manifest_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let manifest = fs::read_to_string(folder.join("manifest.tsv")).expect("the manifest");
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in manifest.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [name, verdict, class, line, ..] = columns[..] else {
            panic!("a short row: {row}");
        };
        let file = fs::read(folder.join(name)).expect(name);
        count += 1;
        let findings = Grid::check_record(&file);
        assert_eq!(findings, Grid::read_record(&file).diagnostics, "{name}");
        match findings.first() {
            None => {
                let record = parse_game(&file).expect(name);
                let expected = (columns[6].to_owned(), columns[8].parse().ok());
                let found = (record.size().to_string(), Some(record.moves().len()));
                if verdict != "valid" || expected != found {
                    wrong.push(format!("{name}: valid {found:?}, expected {row}"));
                }
                // A long walk; the grids of the small ones are enough.
                if record.size().cells() < 2000 {
                    assert_eq!(record.grids().count(), record.moves().len() + 1);
                }
            }
            Some(first) => {
                let place = Place::of(&file, first.at.span.start);
                let line: usize = line.parse().expect("a line number");
                let line_fits = place.line == line
                    || (last_lines(&file).contains(&line)
                        && last_lines(&file).contains(&place.line));
                if verdict != "invalid" || first.code != class || !line_fits {
                    wrong.push(format!(
                        "{name}: {}:{} {}, expected {line} {class}",
                        place.line, place.column, first.code
                    ));
                }
            }
        }
    }
    assert!(count > 200, "only {count} cases were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_fault_gives_one_finding() {
    // The cases have a single fault each, so anything reported beyond it is
    // noise. If headers are swapped, one fault shows in two lines.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/invalid");
    let mut noisy = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        let file = fs::read(&path).expect("a readable file");
        let findings = Grid::check_record(&file);
        if findings.len() != 1 {
            let codes: Vec<_> = findings
                .iter()
                .map(|finding| {
                    let line = Place::of(&file, finding.at.span.start).line;
                    format!("{line}: {}", finding.code)
                })
                .collect();
            noisy.push(format!("{}: {codes:?}", path.display()));
        }
    }
    assert!(noisy.is_empty(), "{}", noisy.join("\n"));
}
