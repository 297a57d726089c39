//! `docs/reference/errors.md` has every code with an example, and the examples are true.
//!
//! A case is a valid file with one change. This test checks each, takes the line and the message of
//! the first finding, and compares the page. After an intended change: `ERRORS=write cargo test -p
//! parlour --test errors`.
#![forbid(unsafe_code)]

mod cases;
mod elsewhere;
mod server;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use cases::{Case, Chapter};
use elsewhere::Shown;
use parlour_catalog::game;
use parlour_core::{Diagnostic, Place};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// The line that a finding points at, shortened around the place.
fn excerpt(file: &[u8], finding: &Diagnostic) -> String {
    const MOST: usize = 40;
    let place = Place::of(file, finding.at.span.start);
    let lines: Vec<&[u8]> = file.split(|byte| *byte == b'\n').collect();
    let line = lines.get(place.line - 1).copied().unwrap_or_default();
    let line: Vec<char> = String::from_utf8_lossy(line).chars().collect();
    if line.iter().all(|c| c.is_whitespace()) {
        return "(the end of the file)".to_owned();
    }
    let start = (place.column - 1).saturating_sub(MOST / 2).min(line.len());
    let start = if line.len() <= MOST { 0 } else { start };
    let shown: String = line[start..].iter().take(MOST).collect();
    let (before, after) = (start > 0, start + MOST < line.len());
    let dots = |is_cut: bool| if is_cut { "..." } else { "" };
    let shown = shown.replace('\u{feff}', "").replace('`', "'");
    format!("`{}{}{}`", dots(before), shown.trim(), dots(after))
}

/// The message and what to do about it.
fn said(message: &str, help: Option<&str>) -> String {
    let help = help.map(|help| format!("<br>*{help}*"));
    cell(message) + &cell(&help.unwrap_or_default())
}

/// The row of one code.
fn row(chapter: &Chapter, case: &Case) -> String {
    let game = game(chapter.game).expect("a game");
    let found = game.check_record(&case.file);
    let first = found
        .first()
        .unwrap_or_else(|| panic!("{}: nothing is found for {}", chapter.title, case.code));
    assert_eq!(first.code, case.code, "{}: {first:?}", chapter.title);
    format!(
        "| `{}` | {} | {} | {} |\n",
        case.code,
        case.meaning,
        cell(&excerpt(&case.file, first)),
        said(&first.message, first.help.as_deref()),
    )
}

const HEAD: &str = "| code | meaning | for example | what is said |\n| --- | --- | --- | --- |\n";

/// A section about codes that are not those of records.
fn section(title: &str, about: &str, all: &[Shown]) -> String {
    let rows = all.iter().map(|shown| {
        format!(
            "| `{}` | {} | {} | {} |\n",
            shown.code,
            shown.meaning,
            cell(&shown.example),
            said(&shown.said.message, shown.said.help.as_deref()),
        )
    });
    format!(
        "\n## {title}\n\n{about}\n\n{HEAD}{}",
        rows.collect::<String>()
    )
}

fn of_the_server() -> String {
    let mut text = String::from(
        "\n## The server\n\n\
         The [HTTP API](api.md) answers a refusal as JSON with `code`, `message` and \
         often `help`.\nA step or a position that is refused has the codes above, with the status \
         422.\n\n\
         | code | status | meaning | for example |\n| --- | --- | --- | --- |\n",
    );
    for (status, code, meaning, message) in server::REFUSALS {
        let _ = writeln!(text, "| `{code}` | {status} | {meaning} | {message} |");
    }
    text
}

fn page() -> String {
    let mut page = String::from(
        "# Errors by code\n\n\
         Every finding has a code: in brackets where it is printed, `error[not-your-turn]`, and as \
         `code` in\n`check --json`. Codes never change their meaning. The examples are a valid \
         record with one change; the\nthird column is the line that the finding points at, and \
         what to do is in italics.\n\n\
         The codes of games without a format of their own are with \
         [that format](../adding-a-game.md#the-default-record-format).\n",
    );
    for chapter in cases::chapters(&root()) {
        // Writing to a string cannot fail.
        let _ = write!(page, "\n## {}\n\n{}\n\n", chapter.title, chapter.about);
        page.push_str(HEAD);
        for case in &chapter.cases {
            page.push_str(&row(&chapter, case));
        }
    }
    let root = root();
    page.push_str(&section(
        "Other files",
        "Files that are not records, and kept games.",
        &elsewhere::of_files(&root),
    ));
    page.push_str(&section(
        "Positions and moves",
        "Their codes are those of the records above. These come up nowhere else.",
        &elsewhere::of_positions(&root),
    ));
    page.push_str(&section(
        "In programs",
        "Only programs that use the crates meet these.",
        &elsewhere::of_programs(&root),
    ));
    page.push_str(&of_the_server());
    page
}

#[test]
fn the_page_of_errors_is_true() {
    let file = root().join("docs/reference/errors.md");
    let page = page();
    if std::env::var_os("ERRORS").is_some_and(|value| value == "write") {
        fs::write(&file, &page).expect("a page to write to");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    let hint = "run this test with ERRORS=write, and look at what changes";
    for (kept, made) in kept.lines().zip(page.lines()) {
        assert_eq!(kept, made, "{hint}");
    }
    assert_eq!(kept.lines().count(), page.lines().count(), "{hint}");
}

/// The codes that the games' own tests of records expect are all on the page.
#[test]
fn no_code_is_missing() {
    let page = page();
    for id in ["gridlock", "ur", "ships", "ploy", "labyrinth"] {
        let tests = root().join("games").join(id).join("tests/records.rs");
        let tests = fs::read_to_string(tests).expect("tests");
        let literals = tests.split('"').skip(1).step_by(2);
        let is_code = |text: &&str| {
            text.contains('-')
                && text
                    .split('-')
                    .all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase()))
        };
        for code in literals.filter(is_code) {
            // A word of a list of cases.
            if code == "policy-accept" {
                continue;
            }
            assert!(page.contains(&format!("| `{code}` |")), "{id}: {code}");
        }
    }
}

/// The server's refusals have the codes and messages of the page, and no others.
#[test]
fn no_refusal_of_the_server_is_missing() {
    let source = server::source(&root());
    let codes = server::codes(&source);
    assert!(codes.len() > 30, "only {codes:?}");
    for code in &codes {
        let is_listed = server::REFUSALS
            .iter()
            .any(|(_, listed, ..)| listed == code);
        assert!(
            is_listed,
            "add `{code}` to crates/cli/tests/errors/server.rs"
        );
    }
    for (_, code, _, message) in server::REFUSALS {
        assert!(
            codes.iter().any(|found| found == code),
            "the server has no code `{code}`"
        );
        assert!(
            server::says(&source, message),
            "`{code}`: the server does not say: {message}"
        );
    }
}
