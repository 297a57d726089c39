//! What the program keeps between runs: unfinished games, and records of
//! finished ones.
//!
//! A game in progress has one file that grows with every step. Its name says
//! who plays: `20260131-181500-042.human.greedy.ur.kept`.
//!
//! The program that plays a game holds a lock on a file beside it, so that no two programs write to
//! the same file. The system releases the lock of a program that ends, however it ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use parlour_core::{GameEntry, Match, Seed, Severity, Tables};
use parlour_files::MOST_READ;
use parlour_host::{Dice, HUMAN, Host, Keeper, Kept, is_journal, kept_game};

const UNFINISHED: &str = "unfinished";
const RECORDS: &str = "records";

/// Where finished games are kept.
pub(crate) fn records(data: &Path) -> PathBuf {
    data.join(RECORDS)
}

/// The extension of the files of games in progress, after the game's own.
const KEPT: &str = "kept";

/// A lock that is held this many times in a row is not held for a moment alone: by a program that
/// looks whether the game is being played, or by one that another is just starting.
const PEEKS: usize = 10;
const PEEK: Duration = Duration::from_millis(10);

/// The file of a game in progress.
#[derive(Debug)]
pub struct Autosave {
    data: PathBuf,
    /// The name of the future record.
    name: String,
    /// Held while the game is played, if locks are available.
    lock: Option<File>,
    /// A file in the game's own format that the game was continued from: it is
    /// removed once the game is kept anew.
    replaces: Option<PathBuf>,
}

impl Autosave {
    /// A new file for a game between players of these kinds. It is created once
    /// something is kept.
    #[must_use]
    pub fn new(data: &Path, kinds: &[String], extension: &str) -> Self {
        let mut players = String::new();
        for kind in kinds {
            let is_safe = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            players.push('.');
            // A command can be long, and a file name cannot.
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

    /// The file that a game is continued from; `None` if another program plays
    /// that game.
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

    /// Takes an unused name, and locks it.
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
                // Another program began one at the same moment.
                _ => time += Duration::from_millis(1),
            }
        }
    }
}

impl Keeper for Autosave {
    fn begin(&mut self, text: &str) -> Result<(), String> {
        self.name_it();
        replace_secret(&self.path(), text).map_err(told)?;
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

/// Removes a game and its lock, if they exist.
fn remove(game: &Path) {
    let _ = parlour_files::remove(game);
    let _ = parlour_files::remove(&lock_of(game));
}

/// Locks a game; the error means that another program plays it. Some file
/// systems have no locks.
fn locked(game: &Path) -> Result<Option<File>, ()> {
    // If no file can be created, that is reported when the game is to be kept.
    let _ = game.parent().map(parlour_files::private_folder);
    let mut options = OpenOptions::new();
    let lock = options.create(true).truncate(false).write(true);
    let lock = lock.open(lock_of(game)).ok();
    for _ in 0..PEEKS {
        match lock.as_ref().map(File::try_lock) {
            Some(Err(TryLockError::WouldBlock)) => thread::sleep(PEEK),
            _ => return Ok(lock),
        }
    }
    Err(())
}

/// The lock file of a game.
fn lock_of(game: &Path) -> PathBuf {
    let name = game.file_name().unwrap_or_default().to_string_lossy();
    game.with_file_name(format!(".{name}.lock"))
}

/// Whether some program plays the game in this file.
pub(crate) fn is_played(game: &Path) -> bool {
    let lock = File::open(lock_of(game));
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Keeps the seed of a game that is saved with a seal, for this user alone: the file can then be
/// resumed with what its bots have hidden.
///
/// # Errors
///
/// Why it could not be kept.
pub fn keep_seal(data: &Path, host: &Host) -> io::Result<()> {
    match host.seal() {
        Some(seal) if seal.key.is_none() => {
            let path = seals(data).join(seal.commitment);
            replace_secret(&path, &format!("{}\n", host.seed()))
        }
        _ => Ok(()),
    }
}

/// The seed of a game that was saved with a seal, if it was saved here.
#[must_use]
pub fn sealed_seed(data: &Path, seal: Option<&str>) -> Option<u64> {
    let seal = seal.filter(|seal| Seed::is_commitment(seal))?;
    let kept = parlour_files::read_ordinary(&seals(data).join(seal), MOST_READ).ok()?;
    let seed = str::from_utf8(&kept).ok()?.trim().parse().ok()?;
    (Seed::new(seed).commitment() == seal).then_some(seed)
}

fn seals(data: &Path) -> PathBuf {
    data.join("seals")
}

/// Writes a file that only this user can read.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    parlour_files::folder(path.parent().unwrap_or(Path::new(".")))?;
    parlour_files::write_private(path, text.as_bytes())
}

/// The same in a folder that only this user can look into: the seeds of kept games tell what is
/// hidden.
fn replace_secret(path: &Path, text: &str) -> io::Result<()> {
    parlour_files::private_folder(path.parent().unwrap_or(Path::new(".")))?;
    replace(path, text)
}

/// The most that is read of a file with choices: far more than anybody has made.
const MOST_CHOICES: u64 = 1 << 16;

/// What was kept of a player's choices; nothing if it cannot be read.
pub(crate) fn kept_choices(path: &Path) -> String {
    let kept = parlour_files::read_ordinary(path, MOST_CHOICES);
    kept.ok()
        .and_then(|kept| String::from_utf8(kept).ok())
        .unwrap_or_default()
}

/// A game that can be continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Its file.
    pub path: PathBuf,
    /// The extension of its game's own files.
    extension: String,
    /// The kinds of its players, as far as its name says.
    kinds: Vec<String>,
}

impl Unfinished {
    /// A file that this program left, recognised by its name.
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
    ///
    /// # Errors
    ///
    /// The file cannot be read, or holds no game that can be continued.
    pub fn read(&self) -> Result<Kept, String> {
        let bytes = parlour_files::read_ordinary(&self.path, MOST_READ).map_err(told)?;
        if is_journal(&bytes) {
            return Kept::read(&String::from_utf8_lossy(&bytes), parlour_catalog::game)
                .map_err(|bad| bad.to_string());
        }
        let game = parlour_catalog::game_of_file(Some(&self.extension), &bytes)
            .ok_or("it belongs to no known game")?;
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

    /// The unfinished game that a path leads to, however it is written.
    pub(crate) fn at(data: &Path, path: &Path) -> Option<Self> {
        let path = path.canonicalize().ok()?;
        let folder = data.join(UNFINISHED).canonicalize().ok()?;
        if path.parent() != Some(&folder) {
            return None;
        }
        Unfinished::of(path)
    }
}

/// A kind of player from the name of a file. A command cannot be recovered from
/// it, so a person takes over.
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

/// The games that can be continued, the most recent first.
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

/// Those of them that nobody is playing, of one game if its extension is given.
#[must_use]
pub fn left(data: &Path, extension: Option<&str>) -> Vec<Unfinished> {
    let mut games = unfinished(data);
    games.retain(|game| {
        extension.is_none_or(|wanted| game.extension == wanted) && !is_played(&game.path)
    });
    games
}

/// A time as a sortable name: `20260131-181500-042`, in UTC.
fn stamp(time: SystemTime) -> String {
    let time = Timestamp::try_from(time).unwrap_or_default();
    time.strftime("%Y%m%d-%H%M%S-%3f").to_string()
}

/// The time in a file name, in the player's time zone: `2026-01-31 18:15`.
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

/// Whether the program itself keeps a file, and so may delete it: an unfinished game, or the record
/// of a finished one.
pub(crate) fn is_ours(data: &Path, path: &Path) -> bool {
    let folders = [data.join(UNFINISHED), records(data)];
    folders.iter().any(|folder| path.parent() == Some(folder))
}

/// Throws away a game that the program keeps.
pub(crate) fn delete(path: &Path) -> io::Result<()> {
    if is_played(path) {
        return Err(io::Error::other("another Parlour is playing this game"));
    }
    parlour_files::remove(path)?;
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
        // A finished game continues after an undo.
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
        // The command of a program cannot be recovered from the name.
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

    /// What tells a secret is for one user alone, wherever it is.
    #[cfg(unix)]
    #[test]
    fn what_is_kept_is_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path();
        let mode = |path: &Path| {
            let mode = path.metadata().expect("there").permissions().mode();
            mode & 0o777
        };
        // Made by somebody else, for everybody to see.
        for name in [UNFINISHED, "seals"] {
            let open = data.join(name);
            fs::create_dir(&open).expect("created");
            fs::set_permissions(&open, fs::Permissions::from_mode(0o755)).expect("open");
        }
        let mut save = begun(data);
        let game = unfinished(data)[0].path.clone();
        assert_eq!(mode(&data.join(UNFINISHED)), 0o700);
        assert_eq!(mode(&game), 0o600);
        fs::set_permissions(&game, fs::Permissions::from_mode(0o644)).expect("open");
        save.begin("UR\n").expect("written again");
        assert_eq!(mode(&game), 0o600);
        let seal = seals(data).join("0");
        replace_secret(&seal, "7\n").expect("kept");
        assert_eq!((mode(&seals(data)), mode(&seal)), (0o700, 0o600));
    }

    /// A pipe in the place of a file with choices is no reason to wait.
    #[cfg(unix)]
    #[test]
    fn choices_are_read_from_files_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("preferences");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        assert_eq!(kept_choices(&pipe), "");
        let _ = crate::preferences::Preferences::load(folder.path());
    }

    /// Wherever the disk fails or the program is killed, the kept game is there, as it was before
    /// or after the step that failed, or with a torn last line, which readers drop.
    #[test]
    fn a_kept_game_survives_whatever_happens_to_its_writer() {
        use parlour_files::faults::{Fault, strike};
        for fault in Fault::ALL {
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
