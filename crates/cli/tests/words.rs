//! Texts that users read are plain English: phrases that were odd once do not come back.
//!
//! The list is short on purpose. It is not about style, but about mistakes that were made.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Phrases that no text for users may contain, in lower case. Blanks are single.
const ODD: [&str; 59] = [
    "the own ",
    "whether who ",
    "for who ",
    "who moves wins",
    "who moves loses",
    "who need only",
    "luck decides",
    "luck is to decide",
    "luck has no say",
    "what does luck say",
    ", and tells ",
    ", as said",
    "for want of",
    "of what there is",
    "; who cannot move loses",
    ": who moves loses",
    "is told how near",
    "has won with perfect play",
    "has lost against perfect play",
    ", by commas",
    ", by semicolons",
    "it is roll ",
    "tells {",
    "tells the standing",
    "tell the board",
    "sit at the board",
    "cannot stand in a",
    "one a seat",
    "tell the luck",
    "the oftener",
    "without a look",
    "in how many a ship",
    "one object a line",
    "above nothing",
    "stages in sight",
    "times as rarely",
    "who says more",
    "wins 0.0 %",
    "nothing to advise",
    "of so many",
    "after so many",
    "with so many",
    "at most so many",
    "up to so many",
    "than so many",
    "the text is no ",
    "one a line",
    "whoever has",
    "whoever asks",
    "at least so many",
    "must be so many",
    "for so long",
    "nobody says otherwise",
    "nobody says more",
    "where nothing is said",
    "what it is known by",
    "what came of it",
    "by a look ",
    "through what may come",
];

/// Sentences do not begin with a bare "who" as their subject, as in "Who moves last wins."
/// Questions may.
fn bare_who(text: &str) -> Option<String> {
    let mut sentences = text.split_inclusive(['.', '?', '!']);
    sentences.find_map(|sentence| {
        let sentence = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
        let is_bare = sentence.starts_with("Who ") || sentence.starts_with("Whoever ");
        // "Who plays whom" may head a list; a sentence ends with a full stop.
        (is_bare && sentence.ends_with('.')).then(|| sentence.to_owned())
    })
}

/// The odd phrases in a text. Line ends do not hide them, nor the marks of comments.
fn phrases(text: &str) -> Vec<String> {
    let marks = ["///", "//!", "//", "#", "*"];
    let words = text.split_whitespace().filter(|word| !marks.contains(word));
    let lower = words.collect::<Vec<_>>().join(" ").to_lowercase();
    let found = ODD.iter().filter(|odd| lower.contains(*odd));
    found.map(|odd| (*odd).to_owned()).collect()
}

/// What is odd in a text that users read.
fn oddities(text: &str) -> Vec<String> {
    let mut found = phrases(text);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    found.extend(bare_who(&text));
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Fails with everything that is odd in these texts, given with their names.
fn assert_none(
    look: impl Fn(&str) -> Vec<String>,
    texts: impl IntoIterator<Item = (String, String)>,
) {
    let found: Vec<String> = texts
        .into_iter()
        .flat_map(|(name, text)| {
            let found = look(&text).into_iter();
            found.map(move |odd| format!("{name}: `{odd}`"))
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn assert_plain(texts: impl IntoIterator<Item = (String, String)>) {
    assert_none(oddities, texts);
}

/// Files with their names.
fn read(paths: impl IntoIterator<Item = PathBuf>) -> impl Iterator<Item = (String, String)> {
    paths.into_iter().map(|path| {
        let text = fs::read_to_string(&path).expect("a text");
        (path.display().to_string(), text)
    })
}

/// The help of a command.
fn help(words: &[&str]) -> String {
    let mut parlour = Command::new(env!("CARGO_BIN_EXE_parlour"));
    let help = parlour.args(words).arg("--help").output().expect("help");
    assert!(help.status.success(), "{words:?}");
    String::from_utf8(help.stdout).expect("text")
}

/// The names of the commands that a help text lists.
fn commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .filter(|name| name != "help")
        .collect()
}

#[test]
fn the_help_of_every_command_is_plain() {
    let whole = help(&[]);
    let mut texts = vec![("parlour".to_owned(), whole.clone())];
    for name in commands(&whole) {
        let text = help(&[&name]);
        for below in commands(&text) {
            texts.push((format!("parlour {name} {below}"), help(&[&name, &below])));
        }
        texts.push((format!("parlour {name}"), text));
    }
    assert!(texts.len() > 30, "only {} helps were found", texts.len());
    assert_plain(texts);
}

/// All descriptions in a JSON Schema.
fn descriptions(schema: &serde_json::Value, found: &mut Vec<String>) {
    match schema {
        serde_json::Value::Object(fields) => {
            if let Some(text) = fields.get("description").and_then(|text| text.as_str()) {
                found.push(text.to_owned());
            }
            fields.values().for_each(|value| descriptions(value, found));
        }
        serde_json::Value::Array(values) => {
            values.iter().for_each(|value| descriptions(value, found));
        }
        _ => {}
    }
}

/// What schemas say about fields is for their users: no code, and no links of the reference.
#[test]
fn schemas_are_plain() {
    const FORMS: [&str; 7] = [
        "position",
        "view",
        "move",
        "chance",
        "record",
        "advice",
        "diagnostic",
    ];
    for game in parlour_catalog::games().iter().map(|game| game.info().id) {
        for form in FORMS {
            let mut parlour = Command::new(env!("CARGO_BIN_EXE_parlour"));
            let schema = parlour.args(["schema", game, form]).output();
            let schema = schema.expect("the program starts").stdout;
            let schema = serde_json::from_slice(&schema).expect("a schema");
            let mut found = Vec::new();
            descriptions(&schema, &mut found);
            for text in &found {
                let is_code = ["```", "# ", "::", "[`"]
                    .iter()
                    .any(|part| text.contains(part));
                assert!(!is_code, "{game} {form}: {text}");
            }
            assert_plain(
                found
                    .into_iter()
                    .map(|text| (format!("{game} {form}"), text)),
            );
        }
    }
}

#[test]
fn rules_summaries_and_options_are_plain() {
    assert_plain(parlour_catalog::games().iter().flat_map(|game| {
        let info = game.info();
        let bots = game
            .all_bots()
            .into_iter()
            .map(|bot| bot.summary.to_owned());
        let options = game.options().iter().map(|option| option.help.to_owned());
        let texts = [info.rules.to_owned(), info.summary.to_owned()];
        texts
            .into_iter()
            .chain(bots)
            .chain(options)
            .map(move |text| (info.id.to_owned(), text))
    }));
}

/// All files with this extension below a folder, without those that were built.
fn files(folder: &Path, extension: &str, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str());
        if path.is_dir() {
            if !matches!(name, Some("target" | "node_modules" | "tests")) {
                files(&path, extension, all);
            }
        } else if path.extension().is_some_and(|found| found == extension) {
            all.push(path);
        }
    }
}

/// Rules and lessons.
#[test]
fn what_players_learn_from_is_plain() {
    let mut texts = Vec::new();
    files(&root().join("games"), "txt", &mut texts);
    assert!(texts.len() >= 10, "only {} texts were found", texts.len());
    assert_plain(read(texts));
}

#[test]
fn documents_are_plain() {
    let root = root();
    let mut pages = Vec::new();
    for folder in [
        "docs",
        "crates",
        "games",
        "examples",
        "fuzz",
        "instructions",
        "python",
        "tools",
        ".github",
    ] {
        files(&root.join(folder), "md", &mut pages);
    }
    assert!(pages.len() > 50, "only {} pages were found", pages.len());
    pages.extend(
        [
            "README.md",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "SECURITY.md",
        ]
        .map(|name| root.join(name)),
    );
    assert_plain(read(pages));
}

/// The page and the package for Python: their texts are among code, so a word such as "who" may
/// be anything, but a phrase is a phrase.
#[test]
fn the_page_and_the_package_for_python_are_plain() {
    let root = root();
    let mut sources = Vec::new();
    for (folder, extension) in [
        ("web", "html"),
        ("web", "js"),
        ("python", "py"),
        ("python", "pyi"),
    ] {
        let before = sources.len();
        files(&root.join(folder), extension, &mut sources);
        assert!(
            sources.len() > before,
            "nothing in {folder} ends with .{extension}"
        );
    }
    assert_none(phrases, read(sources));
}

/// The comments of Rust source, without code: lines that follow each other are one.
fn comments(source: &str) -> Vec<String> {
    let mut comments = vec![String::new()];
    for line in source.lines().map(str::trim_start) {
        let words = line
            .strip_prefix("//")
            .map(|line| line.trim_start_matches(['/', '!']));
        match (words.map(str::trim), comments.last_mut()) {
            (Some(words), Some(comment)) if !words.is_empty() => {
                comment.push_str(words);
                comment.push('\n');
            }
            _ => comments.push(String::new()),
        }
    }
    comments.retain(|comment| !comment.is_empty());
    comments
}

/// Comments are read, too: by the next person who works here.
#[test]
fn comments_are_plain() {
    let root = root();
    let mut sources = Vec::new();
    for folder in [
        "crates",
        "games",
        "examples",
        "tools",
        "python/src",
        "fuzz",
        "instructions",
    ] {
        files(&root.join(folder), "rs", &mut sources);
    }
    let comments: Vec<(String, String)> = read(sources)
        .flat_map(|(name, source)| {
            let comments = comments(&source).into_iter();
            comments.map(move |comment| (name.clone(), comment))
        })
        .collect();
    assert!(
        comments.len() > 7000,
        "only {} comments were found",
        comments.len()
    );
    assert_plain(comments);
}

/// The string literals of Rust source, without comments and tests. It need not be exact: a
/// literal that is missed is not checked.
fn literals(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    // A backslash at the end of a line goes on with the first word of the next.
    let mut parts = source.split("\\\n");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|part| whole.push_str(part.trim_start()));
    let mut found = Vec::new();
    for line in whole.lines() {
        let line = line.trim_start();
        if line.starts_with("//") {
            continue;
        }
        let parts = line.replace("\\\"", "'");
        found.extend(parts.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    found
}

#[test]
fn messages_are_plain() {
    let root = root();
    let mut sources = Vec::new();
    for folder in ["crates", "games"] {
        files(&root.join(folder), "rs", &mut sources);
    }
    let texts: Vec<(String, String)> = read(sources)
        .flat_map(|(name, source)| {
            let texts = literals(&source).into_iter();
            texts.map(move |text| (name.clone(), text))
        })
        .collect();
    assert!(texts.len() > 3000, "only {} texts were found", texts.len());
    assert_plain(texts);
}

#[test]
fn odd_texts_are_found() {
    assert_eq!(oddities("on the own  starting\ncorner"), ["the own "]);
    assert_eq!(
        phrases("/// Found on the\n    /// own corner."),
        ["the own "]
    );
    assert_eq!(oddities("Over. Who draws wins."), ["Who draws wins."]);
    assert_eq!(
        comments("/// Lost.\nx(); // no\n    // Who wins\n    // wins."),
        ["Lost.\n", "Who wins\nwins.\n"]
    );
    assert_eq!(oddities("Who plays whom?"), Vec::<String>::new());
    assert_eq!(
        oddities("The player who moves last wins."),
        Vec::<String>::new()
    );
    assert_eq!(
        literals("say(\"a \\\"b\\\" \\\n    c\", \"d\");\n// \"e\""),
        ["a 'b' c", "d"]
    );
    assert_eq!(
        commands("Commands:\n  play  Play\n        more\n\nOptions:"),
        ["play"]
    );
}
