//! The pictures of the gallery are what its commands make.
//!
//! `docs/gallery.md` shows every picture with its command. This test runs the commands and compares
//! the results with the files in `docs/pictures`. After an intended change, `BLESS=1 cargo test -p
//! parlour --test gallery` makes the files again: look at them.
#![cfg(feature = "pictures")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the files are, as the commands have it.
const FOLDER: &str = "docs/pictures/";

/// The commands of the gallery: lines that begin with `parlour` in blocks of code.
fn commands(page: &str) -> Vec<Vec<String>> {
    let mut is_code = false;
    let mut commands = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if let (true, Some(arguments)) = (is_code, line.strip_prefix("parlour ")) {
            commands.push(words(arguments));
        }
    }
    commands
}

/// The words of a command, some of them in single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        match index % 2 {
            1 => words.push(part.to_owned()),
            _ => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
}

#[test]
fn the_gallery_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/gallery.md")).expect("the gallery");
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    fs::create_dir_all(&made).expect("a folder for pictures");
    let bless = std::env::var_os("BLESS").is_some();
    let mut known = Vec::new();
    for arguments in commands(&page) {
        let place = arguments.iter().position(|word| word.starts_with(FOLDER));
        let place = place.unwrap_or_else(|| panic!("{arguments:?} writes into {FOLDER}"));
        let kept = root.join(&arguments[place]);
        let file: PathBuf = made.join(&arguments[place][FOLDER.len()..]);
        let mut moved = arguments.clone();
        moved[place] = file.display().to_string();
        let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(&moved)
            .current_dir(&root)
            .env("PARLOUR_DATA", made.join("nowhere"))
            .output()
            .expect("the program starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {complaint}");
        if bless {
            fs::copy(&file, &kept).expect("a file of the gallery");
        }
        let same = fs::read(&file).ok() == fs::read(&kept).ok();
        assert!(
            same,
            "{} is not what `parlour {}` makes; if the change is meant, run this test with \
             BLESS=1 and look at the picture",
            arguments[place],
            arguments.join(" ")
        );
        known.push(arguments[place].clone());
    }
    assert!(known.len() >= 10, "a gallery has pictures");
    // No file is left over, and every one is shown.
    for entry in fs::read_dir(root.join(FOLDER)).expect("the pictures") {
        let name = entry.expect("a file").file_name();
        let path = format!("{FOLDER}{}", name.to_string_lossy());
        assert!(known.contains(&path), "no command makes {path}");
        let shown = page.contains(&format!("](pictures/{}", name.to_string_lossy()))
            || page.contains(&format!("\"pictures/{}", name.to_string_lossy()));
        assert!(shown, "the gallery does not show {path}");
    }
}
