//! What the program keeps between its runs: games that are not finished, and
//! records of those that are.
//!
//! A game that is being played has one file that grows with every step. Its
//! name tells who plays: `20260131-181500-042.human.greedy.ur.kept`.
//!
//! Whoever plays a game holds a lock on a file beside it, so that no two programs
//! write the same file. The system takes the lock away from a program that ends,
//! however it ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use parlour_core::{GameEntry, Match, Severity, Tables};
use parlour_files::MOST_READ;
use parlour_host::{Dice, HUMAN, Keeper, Kept, is_journal, kept_game};

const UNFINISHED: &str = "unfinished";
const RECORDS: &str = "records";

/// Where finished games are kept.
pub(crate) fn records(data: &Path) -> PathBuf {
    data.join(RECORDS)
}

/// The ending of the files of games that are being played, after that of the
/// game's own.
const KEPT: &str = "kept";

/// The file of a game that is being played.
#[derive(Debug)]
pub struct Autosave {
    data: PathBuf,
    /// The name that the record will have.
    name: String,
    /// Held as long as the game is played, where locks can be had.
    lock: Option<File>,
    /// A file in the game's own format that the game was continued from: it goes
    /// when the game is kept anew.
    replaces: Option<PathBuf>,
}

impl Autosave {
    /// A new file for a game between players of these kinds. It is there once
    /// something is kept.
    #[must_use]
    pub fn new(data: &Path, kinds: &[String], extension: &str) -> Self {
        let mut players = String::new();
        for kind in kinds {
            let is_safe = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            players.push('.');
            // A command can be long, and a name of a file cannot.
            let kind = kind.chars().take(24);
            players.extend(kind.map(|c| if is_safe(c) { c } else { '_' }));
        }
        Autosave {
            data: data.to_owned(),
            name: format!("{players}.{extension}"),
            lock: None,
            replaces: None,
        }
    }

    /// The file that a game is continued from; `None` where another program
    /// plays that game.
    #[must_use]
    pub fn at(data: &Path, path: &Path) -> Option<Self> {
        let lock = locked(path).ok()?;
        let is_kept = path.extension().is_some_and(|ending| ending == KEPT);
        let name = match is_kept {
            true => path.file_stem(),
            false => path.file_name(),
        };
        Some(Autosave {
            data: data.to_owned(),
            name: name?.to_str()?.to_owned(),
            lock,
            replaces: (!is_kept).then(|| path.to_owned()),
        })
    }

    fn path(&self) -> PathBuf {
        let name = format!("{}.{KEPT}", self.name);
        self.data.join(UNFINISHED).join(name)
    }

    /// Takes a name that no other game has, and locks it.
    fn name_it(&mut self) {
        if !self.name.starts_with('.') {
            return;
        }
        let players = self.name.clone();
        let mut time = SystemTime::now();
        loop {
            self.name = format!("{}{players}", stamp(time));
            let path = self.path();
            match locked(&path) {
                Ok(lock) if !path.exists() => {
                    self.lock = lock;
                    return;
                }
                // Another program began one in the same moment.
                _ => time += Duration::from_millis(1),
            }
        }
    }
}

impl Keeper for Autosave {
    fn begin(&mut self, text: &str) -> Result<(), String> {
        self.name_it();
        replace(&self.path(), text).map_err(told)?;
        if let Some(old) = self.replaces.take() {
            remove(&old);
        }
        Ok(())
    }

    fn append(&mut self, text: &str) -> Result<(), String> {
        parlour_files::append(&self.path(), text.as_bytes()).map_err(told)
    }

    fn cut(&mut self, length: usize) -> Result<(), String> {
        parlour_files::cut(&self.path(), length as u64).map_err(told)
    }

    fn finish(&mut self, record: Option<&str>) -> Result<(), String> {
        self.name_it();
        if let Some(record) = record {
            replace(&records(&self.data).join(&self.name), record).map_err(told)?;
        }
        remove(&self.path());
        if let Some(old) = self.replaces.take() {
            remove(&old);
        }
        Ok(())
    }
}

fn told(error: io::Error) -> String {
    error.to_string()
}

/// Removes a game and its lock. A file that is not there need not go.
fn remove(game: &Path) {
    let _ = fs::remove_file(game);
    let _ = fs::remove_file(lock_of(game));
}

/// Locks a game; the error is that another program plays it. Some file systems
/// have no locks.
fn locked(game: &Path) -> Result<Option<File>, ()> {
    // Where there can be no file, that is told when the game is to be kept.
    let _ = game.parent().map(fs::create_dir_all);
    let mut options = OpenOptions::new();
    let lock = options.create(true).truncate(false).write(true);
    let lock = lock.open(lock_of(game)).ok();
    match lock.as_ref().map(File::try_lock) {
        Some(Err(TryLockError::WouldBlock)) => Err(()),
        _ => Ok(lock),
    }
}

/// The file beside a game that is locked while it is played.
fn lock_of(game: &Path) -> PathBuf {
    let name = game.file_name().unwrap_or_default().to_string_lossy();
    game.with_file_name(format!(".{name}.lock"))
}

/// Whether some program plays the game in this file.
pub(crate) fn is_played(game: &Path) -> bool {
    let lock = File::open(lock_of(game));
    lock.is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
}

pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    parlour_files::write(path, text.as_bytes())
}

/// A game that can be continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Its file.
    pub path: PathBuf,
    /// The ending of its game's own files.
    extension: String,
    /// The kinds of its players, as far as its name tells.
    kinds: Vec<String>,
}

impl Unfinished {
    /// A file that this program left, by its name.
    pub(crate) fn of(path: PathBuf) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let name = name
            .strip_suffix(KEPT)
            .map_or(name, |name| name.strip_suffix('.').unwrap_or(name));
        let parts: Vec<&str> = name.split('.').collect();
        let [stamp, kinds @ .., extension] = &parts[..] else {
            return None;
        };
        let is_ours = !stamp.is_empty()
            && stamp.chars().all(|c| c.is_ascii_digit() || c == '-')
            && parlour_catalog::games()
                .iter()
                .any(|game| game.info().extension == *extension);
        let extension = (*extension).to_owned();
        let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        is_ours.then_some(Unfinished {
            path,
            extension,
            kinds,
        })
    }

    /// The game in the file. Earlier versions kept games in their own formats,
    /// and the players in the names of the files.
    pub fn read(&self) -> Result<Kept, String> {
        let bytes = parlour_files::read_ordinary(&self.path, MOST_READ).map_err(told)?;
        if is_journal(&bytes) {
            return Kept::read(&String::from_utf8_lossy(&bytes), parlour_catalog::game)
                .map_err(|bad| bad.to_string());
        }
        let game = parlour_catalog::game_of_file(Some(&self.extension), &bytes)
            .ok_or("it is of no known game")?;
        let reading = game.read_record(&bytes);
        if !reading.is_valid() && !reading.unfinished {
            let mut errors = reading.diagnostics.iter();
            let error = errors.find(|finding| finding.severity == Severity::Error);
            return Err(error.map_or(String::new(), |error| error.message.clone()));
        }
        let record = reading.record.ok_or("the board is too large")?;
        Ok(Kept {
            game,
            played: Match::resume(record).map_err(|illegal| illegal.message)?,
            setup: None,
            kinds: self.kinds.iter().map(|kind| known(game, kind)).collect(),
            dice: Dice::Thrown,
            seed: None,
        })
    }

    /// The unfinished game that a path leads to, in whatever way it is given.
    pub(crate) fn at(data: &Path, path: &Path) -> Option<Self> {
        let path = path.canonicalize().ok()?;
        let folder = data.join(UNFINISHED).canonicalize().ok()?;
        if path.parent() != Some(&folder) {
            return None;
        }
        Unfinished::of(path)
    }
}

/// A kind of player that the name of a file tells. A command is not what it was
/// there, so a person plays on for it.
fn known(game: &dyn GameEntry, kind: &str) -> String {
    let is_bot = game.bot(kind, 0, &Tables::none()).is_some();
    if is_bot { kind } else { HUMAN }.to_owned()
}

/// The game that a file belongs to, by its name or by how it begins; a kept game
/// says so itself.
#[must_use]
pub fn game_of(path: &Path, bytes: &[u8]) -> Option<&'static dyn GameEntry> {
    if let Some(id) = kept_game(bytes) {
        return parlour_catalog::game(id);
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    parlour_catalog::game_of_file(extension, bytes)
}

/// The games that can be continued, the one that was played last first.
pub(crate) fn unfinished(data: &Path) -> Vec<Unfinished> {
    let mut found: Vec<(SystemTime, Unfinished)> = fs::read_dir(data.join(UNFINISHED))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let modified = entry.metadata().and_then(|data| data.modified()).ok()?;
            Some((modified, Unfinished::of(entry.path())?))
        })
        .collect();
    found.sort_by(|(a, left), (b, right)| (b, &right.path).cmp(&(a, &left.path)));
    found.into_iter().map(|(_, game)| game).collect()
}

/// Those of them that nobody plays at the moment, of one game if it is named by
/// the ending of its files.
#[must_use]
pub fn left(data: &Path, extension: Option<&str>) -> Vec<Unfinished> {
    let mut games = unfinished(data);
    games.retain(|game| {
        extension.is_none_or(|wanted| game.extension == wanted) && !is_played(&game.path)
    });
    games
}

/// A time as a name that sorts: `20260131-181500-042`, in UTC.
fn stamp(time: SystemTime) -> String {
    let time = Timestamp::try_from(time).unwrap_or_default();
    time.strftime("%Y%m%d-%H%M%S-%3f").to_string()
}

/// The time in the name of a file, by the player's clock: `2026-01-31 18:15`.
pub(crate) fn date(name: &str, zone: &TimeZone) -> String {
    let time = name.get(..15).unwrap_or_default();
    match DateTime::strptime("%Y%m%d-%H%M%S", time).and_then(|time| time.to_zoned(TimeZone::UTC)) {
        Ok(time) => {
            let local = time.with_time_zone(zone.clone());
            local.strftime("%Y-%m-%d %H:%M").to_string()
        }
        Err(_) => name.to_owned(),
    }
}

/// Whether a file is one that the program keeps, and so may throw away: a game that is not
/// finished, or the record of one that is.
pub(crate) fn is_ours(data: &Path, path: &Path) -> bool {
    let folders = [data.join(UNFINISHED), records(data)];
    folders.iter().any(|folder| path.parent() == Some(folder))
}

/// Throws away a game that the program keeps.
pub(crate) fn delete(path: &Path) -> io::Result<()> {
    if is_played(path) {
        return Err(io::Error::other("another Parlour plays this game"));
    }
    fs::remove_file(path)?;
    remove(path);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_dates() {
        let at = |seconds| stamp(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "19700101-000000-000");
        assert_eq!(at(951_782_399), "20000228-235959-000");
        assert_eq!(at(951_782_400), "20000229-000000-000");
        assert_eq!(at(1_709_251_200), "20240301-000000-000");
        let name = "20240301-231500-007.human.ur";
        assert_eq!(date(name, &TimeZone::UTC), "2024-03-01 23:15");
        let east = TimeZone::fixed(jiff::tz::offset(5));
        assert_eq!(date(name, &east), "2024-03-02 04:15");
        assert_eq!(date("é", &east), "é");
    }

    #[test]
    fn a_game_has_one_file_that_grows_until_it_is_a_record() {
        let folder = tempfile::tempdir().expect("a folder");
        let kinds = ["human".to_owned(), "exec:./bot --fast".to_owned()];
        let mut save = Autosave::new(folder.path(), &kinds, "ur");
        assert_eq!(unfinished(folder.path()), []);
        save.begin("one\n").expect("written");
        save.append("two\n").expect("added");
        save.append("three\n").expect("added");
        save.cut("one\ntwo\n".len()).expect("cut");
        let [found] = &unfinished(folder.path())[..] else {
            panic!("one game")
        };
        assert_eq!(found.extension, "ur");
        assert_eq!(fs::read_to_string(&found.path).expect("text"), "one\ntwo\n");
        save.finish(Some("UR\nend\n")).expect("kept");
        assert_eq!(unfinished(folder.path()), []);
        let left = |name| {
            fs::read_dir(folder.path().join(name))
                .expect("there")
                .count()
        };
        assert_eq!((left(UNFINISHED), left(RECORDS)), (0, 1));
        // What was over goes on after an undo.
        save.begin("one\n").expect("written again");
        assert_eq!(unfinished(folder.path()).len(), 1);
        assert_eq!(Unfinished::of(PathBuf::from("notes.ur")), None);
        assert_eq!(Unfinished::of(PathBuf::from("1.human.txt")), None);
    }

    #[test]
    fn a_game_that_was_kept_in_its_own_format_is_continued() {
        let folder = tempfile::tempdir().expect("a folder");
        let old = folder
            .path()
            .join(UNFINISHED)
            .join("20260131-181500-042.human.perfect.gridlock");
        let begun = "GRIDLOCK\nPlayers: A, B.\nGrid: 3x3.\nColours: red.\nA plays red at (0,0).\n";
        replace(&old, begun).expect("written");
        let [found] = &unfinished(folder.path())[..] else {
            panic!("one game")
        };
        let kept = found.read().expect("a game");
        assert_eq!(kept.kinds, ["human", "perfect"]);
        assert_eq!(kept.played.steps(), ["red 0,0"]);
        // The command of a program is lost in the name.
        let other = old.with_file_name("20260131-181500-043.exec_python3_bot_py.human.gridlock");
        replace(&other, begun).expect("written");
        let program = Unfinished::of(other.clone()).expect("a game that was left");
        assert_eq!(program.read().expect("a game").kinds, ["human", "human"]);
        remove(&other);
        let mut save = Autosave::at(folder.path(), &old).expect("nobody plays it");
        save.begin("kept\n").expect("written");
        assert!(!old.exists());
        assert_eq!(unfinished(folder.path()).len(), 1);
    }

    fn begun(folder: &Path) -> Autosave {
        let mut save = Autosave::new(folder, &["human".to_owned()], "ur");
        save.begin("UR\n").expect("written");
        save
    }

    #[test]
    fn a_game_is_known_by_any_path_that_leads_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path();
        drop(begun(data));
        let known = unfinished(data);
        let name = known[0].path.file_name().expect("a name");
        let roundabout = data.join(UNFINISHED).join("..").join(UNFINISHED);
        let found = Unfinished::at(data, &roundabout.join(name)).expect("known");
        assert_eq!(found.path, known[0].path.canonicalize().expect("there"));
        let copy = data.join(name);
        fs::copy(&found.path, &copy).expect("copied");
        assert_eq!(Unfinished::at(data, &copy), None);
    }

    #[test]
    fn a_game_is_played_by_one_program_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = begun(folder.path());
        let path = unfinished(folder.path())[0].path.clone();
        assert!(is_played(&path));
        assert!(Autosave::at(folder.path(), &path).is_none());
        drop(first);
        // The lock file is still there, as after a program that was killed.
        assert!(lock_of(&path).exists());
        assert!(!is_played(&path));
        assert!(Autosave::at(folder.path(), &path).is_some());
    }

    #[test]
    fn games_that_begin_in_the_same_moment_have_files_of_their_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let games: Vec<Autosave> = (0..5).map(|_| begun(folder.path())).collect();
        assert_eq!(unfinished(folder.path()).len(), games.len());
    }

    /// Wherever the disk fails or the program is killed, the game that was kept is
    /// there, as it was before or after the step that failed, or with a torn last
    /// line, which readers drop.
    #[test]
    fn a_kept_game_survives_whatever_happens_to_its_writer() {
        use parlour_files::faults::{Fault, strike};
        for fault in [Fault::Full, Fault::Short, Fault::Refused, Fault::Killed] {
            for after in 0.. {
                let folder = tempfile::tempdir().expect("a folder");
                let data = folder.path();
                let mut kept = "";
                let mut finished = false;
                let work = || -> Result<(), String> {
                    let mut save = Autosave::new(data, &["human".to_owned()], "ur");
                    save.begin("one\n")?;
                    kept = "one\n";
                    save.append("two\n")?;
                    kept = "one\ntwo\n";
                    save.finish(Some("UR\nend\n"))?;
                    finished = true;
                    Ok(())
                };
                let (done, is_struck) = strike(fault, after, work);
                let case = format!("{fault:?} after {after} steps, {done:?}");
                let records: Vec<PathBuf> = fs::read_dir(records(data))
                    .into_iter()
                    .flatten()
                    .flatten()
                    .map(|entry| entry.path())
                    .filter(|path| path.extension().is_some_and(|ending| ending == "ur"))
                    .collect();
                for record in &records {
                    let text = fs::read_to_string(record).expect("text");
                    assert_eq!(text, "UR\nend\n", "{case}");
                }
                match &unfinished(data)[..] {
                    [] => assert!(finished || kept.is_empty() || !records.is_empty(), "{case}"),
                    [game] => {
                        let text = fs::read_to_string(&game.path).expect("text");
                        assert!(text.starts_with(kept), "{case}: {text:?}");
                        assert!("one\ntwo\n".starts_with(&text), "{case}: {text:?}");
                    }
                    more => panic!("{case}: {more:?}"),
                }
                if !is_struck {
                    assert!(finished);
                    break;
                }
            }
        }
    }
}
