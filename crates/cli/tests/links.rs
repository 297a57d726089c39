//! Links between the documents lead somewhere: to a file, and to a heading in it.
//!
//! Links to other sites are not followed.
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the root of the project")
}

/// All files below a folder, except built or downloaded ones.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    const NOT_OURS: [&str; 6] = ["target", "node_modules", "book", "dist", ".git", "corpus"];
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let kind = entry.file_type().expect("a kind");
        if kind.is_dir() && !NOT_OURS.contains(&&*name) && !name.starts_with("venv") {
            files(&entry.path(), found);
        } else if kind.is_file() {
            found.push(entry.path());
        }
    }
}

/// The lines outside blocks of code, numbered from 1.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    page.lines().enumerate().filter_map(move |(index, line)| {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
            return None;
        }
        (!is_code).then_some((index + 1, line))
    })
}

/// A line without its inline code.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// What a line links to: `](target)`, and `src`, `srcset` and `href` of HTML.
fn targets(line: &str) -> Vec<String> {
    let line = without_code(line);
    let between = |opening: &str, closing: char| {
        let parts: Vec<String> = line
            .split(opening)
            .skip(1)
            .filter_map(|rest| rest.split_once(closing))
            .map(|(target, _)| target.to_owned())
            .collect();
        parts
    };
    let mut all = between("](", ')');
    for attribute in ["src=\"", "srcset=\"", "href=\""] {
        all.extend(between(attribute, '"'));
    }
    all
}

/// The anchors of a page: its headings in lower case, blanks as hyphens, without punctuation. A
/// heading that comes again gets a number.
fn anchors(page: &str) -> Vec<String> {
    let mut seen = HashMap::new();
    let headings = prose(page).filter(|(_, line)| line.starts_with('#'));
    headings
        .map(|(_, line)| {
            let text = line.trim_start_matches('#').trim().to_lowercase();
            let slug: String = text
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect();
            let times = seen.entry(slug.clone()).or_insert(0);
            *times += 1;
            match *times {
                1 => slug,
                n => format!("{slug}-{}", n - 1),
            }
        })
        .collect()
}

/// A path without `..` in it.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(tidy.pop()),
            Component::CurDir => {}
            part => tidy.push(part),
        }
    }
    tidy
}

/// What is wrong with a link on a page.
fn wrong(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = match target.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (target, None),
    };
    let path = match file {
        "" => page.to_owned(),
        file => tidy(&page.parent().expect("a folder").join(file)),
    };
    // What only the built site has; see `.ci/book`.
    if path.ends_with("docs/play/index.html") {
        return None;
    }
    if !path.exists() {
        return Some(format!("there is no {}", path.display()));
    }
    let anchor = anchor?;
    let known = anchors(&fs::read_to_string(&path).expect("a page"));
    let is_known = known.iter().any(|known| known == anchor);
    (!is_known).then(|| format!("{} has no heading `#{anchor}`", path.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let mut all = Vec::new();
    files(&root(), &mut all);
    let is_page = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let mut links = 0;
    let mut findings = String::new();
    for path in all.iter().filter(is_page) {
        let page = fs::read_to_string(path).expect("a page");
        for (number, line) in prose(&page) {
            for target in targets(line) {
                links += 1;
                if let Some(wrong) = wrong(path, &target) {
                    findings.push_str(&format!("{}:{number}: {wrong}\n", path.display()));
                }
            }
        }
    }
    assert!(findings.is_empty(), "\n{findings}");
    assert!(links > 100, "only {links} links: are they found at all?");
}

/// Code and pages name documents as `docs/...` in comments and messages.
#[test]
fn every_document_that_is_named_exists() {
    const ENDINGS: [&str; 6] = ["rs", "md", "toml", "py", "js", "sh"];
    let root = root();
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut findings = String::new();
    for path in all {
        if path.ends_with(file!()) {
            continue;
        }
        let ending = path.extension().and_then(|ending| ending.to_str());
        if !ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            for (place, _) in line.match_indices("docs/") {
                let rest = &line[place..];
                let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "/-_.".contains(c)));
                let name = rest[..end.unwrap_or(rest.len())].trim_end_matches('.');
                let is_file = name
                    .rsplit('/')
                    .next()
                    .is_some_and(|name| name.contains('.'));
                let is_ours = !line[..place].ends_with(['/', '.', '-']);
                if is_file && is_ours && !root.join(name).exists() {
                    findings.push_str(&format!(
                        "{}:{}: there is no {name}\n",
                        path.display(),
                        number + 1
                    ));
                }
            }
        }
    }
    assert!(findings.is_empty(), "\n{findings}");
}

/// The site shows the pages that its summary lists, so it lists all of them.
#[test]
fn every_page_is_on_the_site() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("a summary");
    let mut all = Vec::new();
    files(&docs, &mut all);
    for path in all {
        let name = path.strip_prefix(&docs).expect("below the folder");
        let name = name.to_string_lossy().replace('\\', "/");
        if name.ends_with(".md") && name != "SUMMARY.md" {
            let is_listed = summary.contains(&format!("]({name})"));
            assert!(is_listed, "docs/{name} is not in docs/SUMMARY.md");
        }
    }
}

/// The examples in the crates' READMEs are those of their documentation, which are run.
#[test]
fn examples_of_readmes_are_tested() {
    let root = root();
    let mut all = Vec::new();
    for folder in ["crates", "games"] {
        files(&root.join(folder), &mut all);
    }
    let readmes = all.iter().filter(|path| path.ends_with("README.md"));
    let mut examples = 0;
    for path in readmes {
        let page = fs::read_to_string(path).expect("a page");
        let crate_root = path.with_file_name("src").join("lib.rs");
        let source = fs::read_to_string(&crate_root).unwrap_or_default();
        for block in page.split("```rust\n").skip(1) {
            let (block, _) = block.split_once("```").expect("its end");
            let lines = block.lines().map(|line| format!("//! {line}"));
            let documented: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
            let is_run = source.contains(&documented.join("\n"));
            assert!(
                is_run,
                "{}: not in {}",
                path.display(),
                crate_root.display()
            );
            examples += 1;
        }
    }
    assert!(examples >= 5, "only {examples} examples");
}

#[test]
fn broken_links_are_found() {
    let page = root().join("README.md");
    assert_eq!(wrong(&page, "LICENSE"), None);
    assert_eq!(wrong(&page, "https://example.org/nothing"), None);
    assert!(wrong(&page, "docs/no-such-page.md").is_some());
    assert!(wrong(&page, "CHANGELOG.md#no-such-heading").is_some());
    assert_eq!(anchors("# A `b`, c!\n## D\n## D\n"), ["a-b-c", "d", "d-1"]);
    assert_eq!(targets("[a](b.md) `[c](d.md)`"), ["b.md"]);
}
