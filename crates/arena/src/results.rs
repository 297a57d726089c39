//! The file of results: a heading, then a line for every game, written as soon as
//! the game is over. What was written survives whatever ends the program, and all
//! but the last second of it a failing machine; the line that was being written is
//! dropped when the file is taken up again. One program at a time writes it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use parlour_files::Log;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game_result::GameResult;

/// All that decides what is played: a file is only taken up again with the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// The version of this format.
    pub arena: u32,
    /// The game.
    pub game: String,
    /// The players.
    pub players: Vec<String>,
    /// The setup options.
    pub setup: BTreeMap<String, String>,
    /// Whether only the first player meets the others.
    pub gauntlet: bool,
    /// Whether everybody keeps to one seat.
    #[serde(default)]
    pub fixed_seats: bool,
    /// Whether it is kept how long bots think.
    #[serde(default)]
    pub times: bool,
    /// Games in all.
    pub games: u64,
    /// Where luck comes from.
    pub seed: u64,
    /// Time for a move, in milliseconds.
    pub time: Option<u64>,
    /// What an external bot may take longer, in milliseconds.
    #[serde(default)]
    pub margin: u64,
    /// Positions for a move.
    pub nodes: Option<u64>,
    /// Moves of the opening.
    pub opening: u32,
    /// Steps after which a game is drawn.
    pub most_steps: u32,
    /// The two hypotheses of the test.
    pub sprt: Option<[f64; 2]>,
    /// Where records go.
    pub out: Option<String>,
}

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin like a file of results.
    #[error("this is no file of results of an arena")]
    NoHeading,
    /// Another arena was played into it.
    #[error("it has the results of another arena: {field} was {was}, and is {is} now")]
    Another {
        /// What differs.
        field: String,
        /// In the file.
        was: String,
        /// In the command.
        is: String,
    },
    /// A line is no result.
    #[error("line {0} is no result of this arena, or one that is there twice")]
    BadLine(usize),
}

/// A line that is longer is none of ours.
const LONGEST: u64 = 1 << 20;

/// How long results may be in the system's hands only. Games that take no time
/// would else wait for the disk.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

/// A file of results, open for more.
#[derive(Debug)]
pub struct ResultsFile {
    log: Log,
    synced: Instant,
}

impl ResultsFile {
    /// The heading of a file, if it is there and has one.
    pub fn heading(path: &Path) -> Result<Option<Heading>, ResultsError> {
        // A pipe in its place would be waited for.
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Ok(metadata) if metadata.is_file() => {}
            Ok(_) => return Err(io::Error::other("it is not an ordinary file").into()),
            Err(error) => return Err(error.into()),
        }
        match WholeLines::of(File::open(path)?).next().transpose()? {
            None => Ok(None),
            Some(line) => {
                let heading = serde_json::from_slice(&line);
                heading.map(Some).map_err(|_| ResultsError::NoHeading)
            }
        }
    }

    /// Takes a file up again, or begins it: gives `each` the results that are
    /// there, which says whether it can use them. The rest of a line that was never
    /// finished is cut off.
    pub fn open(
        path: &Path,
        heading: &Heading,
        mut each: impl FnMut(GameResult) -> bool,
    ) -> Result<ResultsFile, ResultsError> {
        let mut log = Log::open(path)?;
        let mut lines = WholeLines::of(log.from_start()?);
        let mut number = 0;
        while let Some(line) = lines.next().transpose()? {
            number += 1;
            if number == 1 {
                let was = serde_json::from_slice(&line).map_err(|_| ResultsError::NoHeading)?;
                same(&was, heading)?;
                continue;
            }
            let result = serde_json::from_slice(&line).ok();
            if !result.is_some_and(&mut each) {
                return Err(ResultsError::BadLine(number));
            }
        }
        let (length, rest) = lines.end();
        // What has no line end but is no beginning of ours is somebody else's.
        if !rest.is_empty() && !rest.starts_with(if length == 0 { b"{\"arena\":" } else { b"{" }) {
            return Err(match length {
                0 => ResultsError::NoHeading,
                _ => ResultsError::BadLine(number + 1),
            });
        }
        log.cut(length)?;
        let mut results = ResultsFile {
            log,
            synced: Instant::now(),
        };
        if length == 0 {
            results.write_line(heading)?;
            results.sync()?;
        }
        Ok(results)
    }

    /// Adds a result. It is in the system's hands before this returns.
    pub fn add(&mut self, result: &GameResult) -> io::Result<()> {
        self.write_line(result)?;
        match self.synced.elapsed() >= BETWEEN_SYNCS {
            true => self.sync(),
            false => Ok(()),
        }
    }

    /// Waits until the disk has all results.
    pub fn sync(&mut self) -> io::Result<()> {
        self.log.sync()?;
        self.synced = Instant::now();
        Ok(())
    }

    fn write_line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.log.append(&line)
    }
}

/// The lines that have a line end, without it.
struct WholeLines<R> {
    reader: BufReader<R>,
    /// Bytes of the lines so far.
    length: u64,
    /// What stands after the last of them.
    rest: Vec<u8>,
}

impl<R: Read> WholeLines<R> {
    fn of(reader: R) -> Self {
        WholeLines {
            reader: BufReader::new(reader),
            length: 0,
            rest: Vec::new(),
        }
    }

    /// Bytes of all lines, and the rest of a line that was never finished.
    fn end(self) -> (u64, Vec<u8>) {
        (self.length, self.rest)
    }
}

impl<R: Read> Iterator for WholeLines<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        let mut line = Vec::new();
        let read = (&mut self.reader)
            .take(LONGEST)
            .read_until(b'\n', &mut line);
        if let Err(error) = read {
            return Some(Err(error));
        }
        if line.len() as u64 == LONGEST && !line.ends_with(b"\n") {
            let message = "it has a line of more than 1 MiB, which no result is";
            return Some(Err(io::Error::other(message)));
        }
        if line.pop_if(|byte| *byte == b'\n').is_none() {
            self.rest = line;
            return None;
        }
        self.length += line.len() as u64 + 1;
        Some(Ok(line))
    }
}

/// What differs between two headings, field by field.
fn same(was: &Heading, is: &Heading) -> Result<(), ResultsError> {
    let fields = |heading| match serde_json::to_value(heading) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (was, is) = (fields(was), fields(is));
    match was
        .iter()
        .find(|(field, value)| is.get(*field) != Some(value))
    {
        None => Ok(()),
        Some((field, value)) => Err(ResultsError::Another {
            field: field.clone(),
            was: value.to_string(),
            is: is.get(field).map(ToString::to_string).unwrap_or_default(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading() -> Heading {
        Heading {
            arena: 1,
            game: "ploy".to_owned(),
            players: vec!["random".to_owned(), "greedy".to_owned()],
            setup: BTreeMap::new(),
            gauntlet: false,
            fixed_seats: false,
            times: false,
            games: 10,
            seed: 1,
            time: None,
            margin: 0,
            nodes: Some(100),
            opening: 2,
            most_steps: 1000,
            sprt: None,
            out: None,
        }
    }

    fn result(game: u64) -> GameResult {
        GameResult::short(game, vec![0, 1], Some(1))
    }

    #[test]
    fn a_file_is_taken_up_where_it_was_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jsonl");
        assert!(ResultsFile::heading(&path).expect("none").is_none());
        let mut file = ResultsFile::open(&path, &heading(), |_| false).expect("a new file");
        file.add(&result(0)).expect("written");
        file.add(&result(1)).expect("written");
        drop(file);
        let whole = std::fs::read(&path).expect("it is there");
        // Wherever the second line was torn, the first one is there.
        let first = whole.len()
            - (whole.len() - whole.iter().position(|b| *b == b'\n').expect("lines") - 1) / 2;
        for end in first..whole.len() {
            std::fs::write(&path, &whole[..end]).expect("written");
            let mut found = Vec::new();
            let mut file = ResultsFile::open(&path, &heading(), |result| {
                found.push(result.game);
                true
            })
            .expect("it can be used");
            assert_eq!(found, [0], "{end}");
            file.add(&result(1)).expect("written");
            assert_eq!(std::fs::read(&path).expect("there"), whole);
        }
        // Even the heading may be torn.
        std::fs::write(&path, &whole[..20]).expect("written");
        ResultsFile::open(&path, &heading(), |_| false).expect("begun again");
        let read = ResultsFile::heading(&path).expect("sound");
        assert_eq!(read, Some(heading()));
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jsonl");
        drop(ResultsFile::open(&path, &heading(), |_| false).expect("new"));
        let mut other = heading();
        other.seed = 2;
        let refused = ResultsFile::open(&path, &other, |_| false).expect_err("another seed");
        assert_eq!(
            refused.to_string(),
            "it has the results of another arena: seed was 1, and is 2 now"
        );
        for text in ["hello\n", "hello", "{\"arena\":1}\n"] {
            std::fs::write(&path, text).expect("written");
            let refused = ResultsFile::open(&path, &heading(), |_| false);
            assert!(matches!(refused, Err(ResultsError::NoHeading)), "{text}");
            assert_eq!(std::fs::read_to_string(&path).expect("there"), text);
        }
        let mut lines = serde_json::to_string(&heading()).expect("json");
        lines.push_str("\nnonsense\n");
        std::fs::write(&path, lines).expect("written");
        let refused = ResultsFile::open(&path, &heading(), |_| true);
        assert!(matches!(refused, Err(ResultsError::BadLine(2))));
    }

    /// Wherever the disk fails or the program is killed, the results that were
    /// reported as kept are there, and the file can be taken up again.
    #[test]
    fn a_file_survives_whatever_happens_to_its_writer() {
        use parlour_files::faults::{Fault, strike};
        for fault in Fault::ALL {
            for after in 0.. {
                let folder = tempfile::tempdir().expect("a folder");
                let path = folder.path().join("results.jsonl");
                let mut kept = 0;
                let work = || -> Result<(), ResultsError> {
                    let mut file = ResultsFile::open(&path, &heading(), |_| false)?;
                    for game in 0..3 {
                        file.add(&result(game))?;
                        file.sync()?;
                        kept = game + 1;
                    }
                    Ok(())
                };
                let (_, is_struck) = strike(fault, after, work);
                let case = format!("{fault:?} after {after} steps");
                let mut found = Vec::new();
                let taken_up = ResultsFile::open(&path, &heading(), |result| {
                    found.push(result.game);
                    true
                });
                let is_there = taken_up.is_ok() && found.len() as u64 >= kept;
                assert!(is_there, "{case}: {taken_up:?}, {found:?}");
                assert!(found.iter().copied().eq(0..found.len() as u64), "{case}");
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
        let path = folder.path().join("results.jsonl");
        let first = ResultsFile::open(&path, &heading(), |_| false).expect("new");
        let second = ResultsFile::open(&path, &heading(), |_| false).expect_err("taken");
        assert!(
            second
                .to_string()
                .starts_with("another program is writing it")
        );
        drop(first);
        ResultsFile::open(&path, &heading(), |_| false).expect("free");
    }
}
