//! Files: read whole, found in folders, written so that nothing is lost.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use parlour_core::{AnyReading, Diagnostic, GameEntry, Holds, harmless};
use parlour_files::MOST_READ;
use parlour_host::{Kept, is_journal, kept_game};

use crate::output::Usage;

/// How much of a file is read to recognise its game.
const HEAD: usize = 4096;

/// The name that means standard input.
pub(crate) const STDIN: &str = "-";

/// Whether a path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}

/// What a file is called in messages.
pub(crate) fn shown_name(path: &Path) -> String {
    if is_stdin(path) {
        "<stdin>".to_owned()
    } else {
        harmless(&path.to_string_lossy()).into_owned()
    }
}

/// Reads a whole file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    if is_stdin(path) {
        return parlour_files::read_stream(io::stdin().lock(), MOST_READ);
    }
    parlour_files::read(path)
}

/// Reads a text from standard input or a file, without the newline at its end.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let name = shown_name(path);
    let bytes = read(path).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is not UTF-8 text"))?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

/// The text of a position, and its name for messages: the argument itself, or
/// the content of the file that it names by `-` or `@FILE`.
pub(crate) fn position_text(argument: &str) -> Result<(String, String)> {
    let file = match argument {
        STDIN => Some(argument),
        _ => argument.strip_prefix('@'),
    };
    Ok(match file.map(Path::new) {
        Some(path) => (shown_name(path), read_text(path)?),
        None => ("position".to_owned(), argument.to_owned()),
    })
}

/// The game of a file; `wanted` if the user said which.
pub(crate) fn game_of(
    path: &Path,
    bytes: &[u8],
    wanted: Option<&str>,
) -> Result<&'static dyn GameEntry> {
    if let Some(id) = wanted {
        return game(id);
    }
    let head = &bytes[..bytes.len().min(HEAD)];
    parlour_tui::game_of(path, head).with_context(|| {
        let name = shown_name(path);
        match kept_game(head) {
            Some(id) => format!("{name} holds a game that this program does not know: {id}"),
            None => format!("{name}: which game is this a record of? say so with --game"),
        }
    })
}

/// Reads a record, or a game that was kept while it was played.
pub(crate) fn read_record(game: &'static dyn GameEntry, bytes: &[u8]) -> AnyReading {
    if !is_journal(bytes) {
        return game.read_record(bytes);
    }
    let id = game.info().id;
    let kept = Kept::read(&String::from_utf8_lossy(bytes), |kept| {
        (kept == id).then_some(game)
    });
    let (record, finding) = match kept {
        Ok(kept) if kept.played.result().is_some() => (Some(kept.played.record()), None),
        Ok(kept) => {
            let message = "this is an unfinished game, kept to be continued";
            let finding = Diagnostic::error("not-over", line(bytes, 1), message);
            let help = format!(
                "to continue: parlour play {id} --load FILE; to read it: parlour replay FILE --captions"
            );
            (Some(kept.played.record()), Some(finding.help(help)))
        }
        Err(bad) if kept_game(bytes).is_some_and(|kept| kept != id) => {
            let message = format!("the game kept here is not {id}");
            let finding = Diagnostic::error("other-game", line(bytes, bad.line), message);
            (None, Some(finding.help("leave --game out")))
        }
        Err(bad) => {
            let finding = Diagnostic::error("damaged", line(bytes, bad.line), bad.message);
            let help = "the steps above this line are valid: delete it and everything after it to \
                        continue from there";
            (None, Some(finding.help(help)))
        }
    };
    AnyReading {
        unfinished: record.is_some() && finding.is_some(),
        record,
        spans: Vec::new(),
        diagnostics: finding.into_iter().collect(),
    }
}

/// The span of a line, counted from 1.
fn line(bytes: &[u8], number: usize) -> Range<usize> {
    let mut start = 0;
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        if index + 1 == number {
            return start..start + line.len();
        }
        start += line.len() + 1;
    }
    0..0
}

/// The command that opens a file: a position is resumed, a game replayed.
pub(crate) fn opening(path: &Path) -> Vec<&'static str> {
    let mut head = Vec::new();
    // Anything but a regular file can only be read once, and not for this.
    if path.is_file()
        && let Ok(file) = File::open(path)
    {
        // The command that opens it will report what is wrong with it.
        let _ = file.take(HEAD as u64).read_to_end(&mut head);
    }
    match game_of(path, &head, None) {
        _ if is_journal(&head) => vec!["replay"],
        Ok(game) if game.holds(&head) == Holds::Position => vec!["play", game.info().id, "--load"],
        _ => vec!["replay"],
    }
}

/// The game of that id.
pub(crate) fn game(id: &str) -> Result<&'static dyn GameEntry> {
    parlour_catalog::game(id).ok_or_else(|| {
        let ids: Vec<_> = parlour_catalog::games()
            .iter()
            .map(|game| game.info().id)
            .collect();
        let known = match parlour_catalog::nearest_id(id) {
            Some(meant) => format!("did you mean {meant}?"),
            None => format!("the games are {}", ids.join(", ")),
        };
        Usage(format!("there is no game {id}; {known}")).into()
    })
}

/// A file, or what cannot be opened and why.
pub(crate) type Found = Result<PathBuf, (PathBuf, io::Error)>;

/// The records below a folder, sorted by name. Links to folders are not
/// followed, so loops do no harm, and only regular files count: a pipe might
/// never end.
pub(crate) fn records_below(folder: &Path) -> Vec<Found> {
    let extensions: Vec<_> = parlour_catalog::games()
        .iter()
        .map(|game| game.info().extension)
        .collect();
    let is_record = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension))
            && path.metadata().map_or(true, |metadata| metadata.is_file())
    };
    let mut found: Vec<Found> = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                found.push(Err((folder, error)));
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if is_record(&path) {
                found.push(Ok(path));
            }
        }
    }
    let name = |found: &Found| match found {
        Ok(path) | Err((path, _)) => path.clone(),
    };
    found.sort_by_key(name);
    found
}

/// Writes a file atomically: whatever happens, the old file or the new one is
/// complete.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<()> {
    parlour_files::write(path, content).with_context(|| cannot_write(path))
}

/// Makes sure that a file named by the user can be written before hours are spent on its content. A
/// folder that does not exist was probably misspelt.
pub(crate) fn prepare(path: &Path) -> Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.exists()) {
        let told = format!("there is no folder {}", shown_name(folder));
        return Err(anyhow!(told).context(cannot_write(path)));
    }
    prepare_ours(path)
}

/// The same for one of the program's own files, whose folder is created.
pub(crate) fn prepare_ours(path: &Path) -> Result<()> {
    parlour_files::prepare(path).with_context(|| cannot_write(path))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", shown_name(path))
}

/// From now on, a program that is told to stop first finishes the file being
/// written, so that nothing is left lying about.
pub(crate) fn finish_writing_before_stopping() -> Result<()> {
    let stop = || {
        parlour_files::wait_for_writers();
        std::process::exit(130);
    };
    match ctrlc::set_handler(stop) {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => Err(error).context("cannot handle Ctrl-C"),
    }
}
