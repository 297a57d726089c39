//! Files that take long to compute, such as tables of perfect play, for the
//! bots that need them.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where computed files are: nowhere, in a folder, or in memory by name. Games
/// look for them here and nowhere else. Clones share their content.
///
/// ```
/// use parlour_core::{TableSource, Tables};
/// let tables = Tables::none();
/// assert!(tables.source("ur-7.table").is_none());
/// tables.hold("ur-7.table", [1, 2, 3]);
/// let source = tables.source("ur-7.table");
/// assert!(matches!(source, Some(TableSource::Bytes(bytes)) if *bytes == [1, 2, 3]));
/// ```
#[derive(Clone, Default)]
pub struct Tables(Arc<Inner>);

#[derive(Default)]
struct Inner {
    folder: Option<PathBuf>,
    held: Mutex<HashMap<String, Arc<[u8]>>>,
    /// The parsed files, shared by all bots, so that a table is checked once and not at every
    /// move.
    opened: Mutex<HashMap<(TypeId, String), Opened>>,
}

type Opened = Arc<dyn Any + Send + Sync>;

/// Where to get a file.
#[derive(Clone, Debug)]
pub enum TableSource {
    /// Its content.
    Bytes(Arc<[u8]>),
    /// Where it belongs; it need not exist.
    File(PathBuf),
}

impl Tables {
    /// No files at all.
    #[must_use]
    pub fn none() -> Self {
        Tables::default()
    }

    /// The files of a folder, which need not exist.
    #[must_use]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Tables(Arc::new(Inner {
            folder: Some(folder.into()),
            ..Inner::default()
        }))
    }

    /// Holds the content of a file in memory, in place of any other of that
    /// name.
    pub fn hold(&self, name: &str, content: impl Into<Arc<[u8]>>) {
        locked(&self.0.held).insert(name.to_owned(), content.into());
        locked(&self.0.opened).retain(|(_, opened), _| opened != name);
    }

    /// The file of that name.
    #[must_use]
    pub fn source(&self, name: &str) -> Option<TableSource> {
        let held = locked(&self.0.held).get(name).cloned();
        let held = held.map(TableSource::Bytes);
        held.or_else(|| self.path(name).map(TableSource::File))
    }

    /// Where a file of that name belongs, if there is a folder.
    #[must_use]
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.0.folder.as_ref()?.join(name))
    }

    /// What `open` makes of the file of that name. The result is cached; an error is not, because
    /// the file may be created later.
    ///
    /// # Errors
    ///
    /// What `open` returns.
    pub fn open<T: Any + Send + Sync, E>(
        &self,
        name: &str,
        open: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let key = (TypeId::of::<T>(), name.to_owned());
        let known = locked(&self.0.opened).get(&key).cloned();
        if let Some(Ok(known)) = known.map(Arc::downcast) {
            return Ok(known);
        }
        // Not locked meanwhile, since `open` may use several threads that want other files.
        let opened = Arc::new(open()?);
        locked(&self.0.opened).insert(key, opened.clone());
        Ok(opened)
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = locked(&self.0.held).keys().cloned().collect();
        f.debug_struct("Tables")
            .field("folder", &self.0.folder)
            .field("held", &names)
            .finish()
    }
}

/// A panic elsewhere leaves the maps intact.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_comes_before_the_folder() {
        let tables = Tables::in_folder("somewhere");
        let file = PathBuf::from("somewhere").join("a");
        assert!(matches!(tables.source("a"), Some(TableSource::File(path)) if path == file));
        tables.clone().hold("a", *b"content");
        assert!(matches!(tables.source("a"), Some(TableSource::Bytes(_))));
        assert_eq!(tables.path("a"), Some(file));
        assert_eq!(Tables::none().path("a"), None);
    }

    #[test]
    fn a_file_is_opened_once_and_failures_are_tried_again() {
        let tables = Tables::none();
        assert_eq!(tables.open("a", || Err::<u8, _>("missing")), Err("missing"));
        assert_eq!(tables.open("a", || Ok::<u8, ()>(1)), Ok(Arc::new(1)));
        assert_eq!(tables.clone().open("a", || Err(())), Ok(Arc::new(1_u8)));
        // Another type, another file and other tables do not get mixed up.
        assert_eq!(tables.open("a", || Ok::<u16, ()>(2)), Ok(Arc::new(2)));
        assert_eq!(tables.open("b", || Ok::<u8, ()>(3)), Ok(Arc::new(3)));
        assert_eq!(Tables::none().open("a", || Err::<u8, _>(())), Err(()));
        // What is held from now on replaces what was opened.
        tables.hold("a", []);
        assert_eq!(tables.open("a", || Ok::<u8, ()>(4)), Ok(Arc::new(4)));
    }
}
