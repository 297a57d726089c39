//! What the program keeps between its runs: games that are not finished, and
//! records of those that are.
//!
//! A game that is being played has one file, in the game's own format, that is
//! replaced after every step. Its name tells who plays:
//! `20260131-181500-042.human.greedy.ur`.
//!
//! Whoever plays a game holds a lock on a file beside it, so that no two programs
//! write the same file. The system takes the lock away from a program that ends,
//! however it ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const UNFINISHED: &str = "unfinished";
const RECORDS: &str = "records";

/// Where finished games are kept.
pub(crate) fn records(data: &Path) -> PathBuf {
    data.join(RECORDS)
}

/// The file of a game that is being played.
#[derive(Debug)]
pub struct Autosave {
    path: PathBuf,
    /// Held as long as the game is played, where locks can be had.
    _lock: Option<File>,
}

impl Autosave {
    /// A new file for a game between players of these kinds.
    #[must_use]
    pub fn new(data: &Path, kinds: &[String], extension: &str) -> Self {
        let mut players = String::new();
        for kind in kinds {
            let is_safe = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            players.push('.');
            players.extend(kind.chars().map(|c| if is_safe(c) { c } else { '_' }));
        }
        let folder = data.join(UNFINISHED);
        let mut time = SystemTime::now();
        loop {
            let path = folder.join(format!("{}{players}.{extension}", stamp(time)));
            match Autosave::at(path) {
                Some(new) if !new.path.exists() => return new,
                // Another program began one in the same moment.
                _ => time += Duration::from_millis(1),
            }
        }
    }

    /// The file that a game is continued from; `None` where another program
    /// plays that game.
    #[must_use]
    pub fn at(path: PathBuf) -> Option<Self> {
        // Where there can be no file, that is told when the game is to be kept.
        let _ = path.parent().map(fs::create_dir_all);
        let mut options = OpenOptions::new();
        let lock = options.create(true).truncate(false).write(true);
        let lock = lock.open(lock_of(&path)).ok();
        match lock.as_ref().map(File::try_lock) {
            Some(Err(TryLockError::WouldBlock)) => None,
            // Some file systems have no locks.
            _ => Some(Autosave { path, _lock: lock }),
        }
    }

    /// Replaces the file. Whoever is killed meanwhile leaves the old file or the
    /// new one, both whole.
    pub fn write(&self, text: &str) -> io::Result<()> {
        replace(&self.path, text)
    }

    /// Keeps a finished game among the records, in place of the file.
    pub fn finish(self, data: &Path, text: &str) -> io::Result<PathBuf> {
        let name = self.path.file_name().unwrap_or_default();
        let path = records(data).join(name);
        replace(&path, text)?;
        self.remove();
        Ok(path)
    }

    /// The game is not to be continued.
    pub fn remove(self) {
        // A file that is not there need not go.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(lock_of(&self.path));
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

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // Not flushed to the disk: that takes longer than a redraw may, and only a
    // failing machine could tell the difference, not a killed program.
    let mut temporary = tempfile::Builder::new()
        .prefix(".parlour-")
        .suffix(".tmp")
        .tempfile_in(folder)?;
    temporary.write_all(text.as_bytes())?;
    temporary.persist(path).map_err(|failed| failed.error)?;
    Ok(())
}

/// A game that can be continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Its file.
    pub path: PathBuf,
    /// The kinds of its players, as far as its name tells.
    pub kinds: Vec<String>,
}

impl Unfinished {
    /// A file that this program left, by its name.
    pub(crate) fn of(path: PathBuf) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let parts: Vec<&str> = name.split('.').collect();
        let [stamp, kinds @ .., extension] = &parts[..] else {
            return None;
        };
        let is_ours = !stamp.is_empty()
            && stamp.chars().all(|c| c.is_ascii_digit() || c == '-')
            && parlour_catalog::games()
                .iter()
                .any(|game| game.info().extension == *extension);
        let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        is_ours.then_some(Unfinished { path, kinds })
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
        let own = game.path.extension().and_then(|own| own.to_str());
        extension.is_none_or(|wanted| own == Some(wanted)) && !is_played(&game.path)
    });
    games
}

/// A time as a name that sorts: `20260131-181500-042`, in UTC.
fn stamp(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = since.as_secs();
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Days since 1 March of year 0, so that a leap day ends its year.
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!(
        "{year:04}{month:02}{day:02}-{:02}{:02}{:02}-{:03}",
        second / 3600,
        second / 60 % 60,
        second % 60,
        since.subsec_millis()
    )
}

/// The date in the name of a file: `2026-01-31 18:15`.
pub(crate) fn date(name: &str) -> String {
    match (
        name.get(0..4),
        name.get(4..6),
        name.get(6..8),
        name.get(9..11),
        name.get(11..13),
    ) {
        (Some(year), Some(month), Some(day), Some(hour), Some(minute)) => {
            format!("{year}-{month}-{day} {hour}:{minute} UTC")
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_dates() {
        let at = |seconds| stamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "19700101-000000-000");
        assert_eq!(at(951_782_399), "20000228-235959-000");
        assert_eq!(at(951_782_400), "20000229-000000-000");
        assert_eq!(at(1_709_251_200), "20240301-000000-000");
        assert_eq!(date("20240301-101500-007.human.ur"), "2024-03-01 10:15 UTC");
        assert_eq!(date("é"), "é");
    }

    #[test]
    fn the_name_of_a_file_tells_who_plays() {
        let folder = tempfile::tempdir().expect("a folder");
        let kinds = ["human".to_owned(), "level-3".to_owned()];
        let save = Autosave::new(folder.path(), &kinds, "ur");
        assert_eq!(unfinished(folder.path()), []);
        save.write("UR\n").expect("written");
        save.write("UR\nmore\n").expect("replaced");
        let [found] = &unfinished(folder.path())[..] else {
            panic!("one game")
        };
        assert_eq!(found.kinds, kinds);
        assert_eq!(fs::read_to_string(&found.path).expect("text"), "UR\nmore\n");
        let record = save.finish(folder.path(), "UR\nend\n").expect("kept");
        assert!(record.starts_with(records(folder.path())));
        assert_eq!(unfinished(folder.path()), []);
        assert_eq!(
            fs::read_dir(folder.path().join(UNFINISHED))
                .expect("there")
                .count(),
            0
        );
        assert_eq!(Unfinished::of(PathBuf::from("notes.ur")), None);
        assert_eq!(Unfinished::of(PathBuf::from("1.human.txt")), None);
    }

    #[test]
    fn a_game_is_known_by_any_path_that_leads_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path();
        Autosave::new(data, &[], "ur").write("UR\n").expect("kept");
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
        let kinds = ["human".to_owned()];
        let first = Autosave::new(folder.path(), &kinds, "ur");
        first.write("UR\n").expect("written");
        let path = unfinished(folder.path())[0].path.clone();
        assert!(is_played(&path));
        assert!(Autosave::at(path.clone()).is_none());
        drop(first);
        // The lock file is still there, as after a program that was killed.
        assert!(lock_of(&path).exists());
        assert!(!is_played(&path));
        assert!(Autosave::at(path).is_some());
    }

    #[test]
    fn games_that_begin_in_the_same_moment_have_files_of_their_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let games: Vec<Autosave> = (0..5)
            .map(|_| Autosave::new(folder.path(), &[], "ur"))
            .collect();
        for game in &games {
            game.write("UR\n").expect("written");
        }
        assert_eq!(unfinished(folder.path()).len(), 5);
    }
}
