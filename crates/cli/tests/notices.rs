//! The third-party notices match the dependencies that are built in.
//!
//! After a dependency has changed: `NOTICES=write cargo test -p parlour --test notices`.
#![forbid(unsafe_code)]

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The output of cargo. It fetches what other systems need, if necessary.
fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(args)
        .arg("--locked")
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).expect("text")
}

/// A crate that is built in.
struct Built {
    name: String,
    version: String,
    licence: String,
    home: String,
    folder: PathBuf,
}

/// All crates of others in the program, on whatever system it is built.
fn built_in() -> Vec<Built> {
    let metadata = cargo(&["metadata", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let text = |package: &Value, field: &str| package[field].as_str().unwrap_or("").to_owned();
    let known: HashMap<(String, String), &Value> = packages
        .iter()
        .filter(|package| package["source"].is_string())
        .map(|package| ((text(package, "name"), text(package, "version")), package))
        .collect();
    let tree = cargo(&[
        "tree", "-p", "parlour", "-e", "normal", "--target", "all", "--prefix", "none",
    ]);
    let mut names: Vec<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    let built = names.into_iter().filter_map(|(name, version)| {
        let package = known.get(&(name.to_owned(), version.to_owned()))?;
        let manifest = PathBuf::from(text(package, "manifest_path"));
        Some(Built {
            name: name.to_owned(),
            version: version.to_owned(),
            licence: text(package, "license"),
            home: text(package, "repository"),
            folder: manifest.parent().expect("a folder").to_owned(),
        })
    });
    built.collect()
}

/// The licences that may be built in, the best first.
fn allowed() -> Vec<String> {
    let deny = std::fs::read_to_string(root().join("deny.toml")).expect("a file");
    let (_, list) = deny.split_once("\nallow = [").expect("a list");
    let (list, _) = list.split_once(']').expect("its end");
    let names = list
        .lines()
        .filter_map(|line| line.trim().strip_prefix('"'));
    names
        .map(|name| name.trim_end_matches([',', '"']).to_owned())
        .collect()
}

/// Whether `deny.toml` lists this version of a crate as one that a dependency still needs beside a
/// newer one.
fn is_skipped(deny: &str, built: &Built) -> bool {
    let entries = deny
        .lines()
        .filter_map(|line| line.trim().strip_prefix("{ crate = \""));
    let crates = entries.filter_map(|entry| entry.split('"').next()?.split_once('@'));
    let is_of = |version: &str| {
        let rest = built.version.strip_prefix(version);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let mut crates = crates.filter(|(name, _)| *name == built.name);
    crates.any(|(_, version)| is_of(version))
}

/// The licences under which a crate is used: those that its terms, such as `(MIT OR Apache-2.0) AND
/// Unicode-3.0`, require. `None` if they cannot be met.
fn taken(terms: &str, allowed: &[String]) -> Option<Vec<String>> {
    let terms = terms.replace('/', " OR ");
    let mut depth = 0;
    // Splits outside all parentheses.
    let mut split = |by: &str| {
        let mut parts = vec![String::new()];
        for word in terms.split_whitespace() {
            if depth == 0 && word == by {
                parts.push(String::new());
                continue;
            }
            depth += word.matches('(').count();
            depth -= word.matches(')').count();
            let part = parts.last_mut().expect("one");
            part.push_str(if part.is_empty() { "" } else { " " });
            part.push_str(word);
        }
        parts
    };
    let choices = split("OR");
    if choices.len() > 1 {
        let choices = choices.iter().filter_map(|terms| taken(terms, allowed));
        let rank = |licences: &Vec<String>| {
            let place = |licence| allowed.iter().position(|other| *other == licence);
            licences.iter().cloned().map(place).max()
        };
        return choices.min_by_key(rank);
    }
    let parts = split("AND");
    if parts.len() > 1 {
        let parts: Option<Vec<_>> = parts.iter().map(|terms| taken(terms, allowed)).collect();
        return Some(parts?.concat());
    }
    let inner = terms
        .strip_prefix('(')
        .and_then(|terms| terms.strip_suffix(')'));
    match inner {
        Some(inner) => taken(inner, allowed),
        None => allowed.contains(&terms).then(|| vec![terms]),
    }
}

/// The texts of a licence that a crate comes with.
fn texts(built: &Built, licence: &str) -> Vec<String> {
    let files = std::fs::read_dir(&built.folder).expect("its sources");
    let mut names: Vec<String> = files
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| {
            let name = name.to_uppercase();
            ["LICENSE", "LICENCE", "COPYING"]
                .iter()
                .any(|word| name.starts_with(word))
        })
        .collect();
    names.sort();
    let word = licence
        .split(['-', ' '])
        .next()
        .unwrap_or(licence)
        .to_uppercase();
    let named: Vec<&String> = names
        .iter()
        .filter(|name| name.to_uppercase().contains(&word))
        .collect();
    let general = names.iter().filter(|name| !name.contains('-'));
    let chosen: Vec<&String> = match named.is_empty() {
        false => named,
        true => general.collect(),
    };
    let read = |name: &&String| {
        let text = std::fs::read(built.folder.join(name)).expect("a text");
        let text = String::from_utf8_lossy(&text).replace("\r\n", "\n");
        let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
        lines.join("\n")
    };
    chosen.iter().map(read).collect()
}

/// The whole file.
fn notices() -> String {
    let allowed = allowed();
    let mut notices = "\
Parlour is built with the crates below, each under the licence that stands beside it.
Their notices follow. Made from Cargo.lock by crates/cli/tests/notices.rs.

"
    .to_owned();
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for built in built_in() {
        let name = format!("{} {}", built.name, built.version);
        let licences = taken(&built.licence, &allowed).unwrap_or_else(|| {
            panic!("{name}: {} is not allowed by deny.toml", built.licence);
        });
        let _ = writeln!(
            notices,
            "{name}: {} ({})",
            licences.join(" AND "),
            built.home
        );
        for licence in &licences {
            for text in texts(&built, licence) {
                let names = by_text.entry(text).or_default();
                if !names.contains(&name) {
                    names.push(name.clone());
                }
            }
        }
    }
    let mut texts: Vec<(String, Vec<String>)> = by_text.into_iter().collect();
    texts.sort_by(|(_, a), (_, b)| a.cmp(b));
    for (text, names) in texts {
        let line = "-".repeat(80);
        let _ = write!(notices, "\n{line}\n{}\n\n{text}\n", names.join(", "));
    }
    notices
}

#[test]
fn notices_are_those_of_what_is_built_in() {
    let path = root().join("THIRD-PARTY-NOTICES.txt");
    let notices = notices();
    if std::env::var("NOTICES").is_ok_and(|wish| wish == "write") {
        std::fs::write(&path, notices).expect("written");
        return;
    }
    let kept = std::fs::read_to_string(&path).expect("a file");
    let differs = notices
        .lines()
        .zip(kept.lines())
        .find(|(new, old)| new != old);
    assert!(
        kept == notices,
        "{} is out of date, for example {differs:?}; renew it with NOTICES=write",
        path.display()
    );
}

#[test]
fn terms_are_understood() {
    let allowed = ["MIT", "Apache-2.0", "Unicode-3.0"].map(str::to_owned);
    for (terms, expected) in [
        ("MIT", Some("MIT")),
        ("Apache-2.0/MIT", Some("MIT")),
        ("Apache-2.0 OR BSL-1.0", Some("Apache-2.0")),
        (
            "(Apache-2.0 OR MIT) AND Unicode-3.0",
            Some("MIT AND Unicode-3.0"),
        ),
        ("MIT AND WTFPL", None),
        ("GPL-3.0", None),
        ("", None),
    ] {
        let found = taken(terms, &allowed).map(|licences| licences.join(" AND "));
        assert_eq!(found.as_deref(), expected, "{terms}");
    }
}

/// Two versions of a crate are compiled and shipped twice, so each such pair is a decision.
#[test]
fn a_crate_that_is_built_in_twice_is_listed() {
    let deny = std::fs::read_to_string(root().join("deny.toml")).expect("a file");
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let built = built_in();
    for built in built.iter().filter(|built| !is_skipped(&deny, built)) {
        let known = versions.entry(built.name.clone()).or_default();
        known.push(built.version.clone());
    }
    versions.retain(|_, versions| versions.len() > 1);
    let hint = "list the older version in deny.toml, with the crate that still needs it";
    assert!(versions.is_empty(), "{hint}: {versions:?}");
}
