//! One writer thread, and as many readers as needed.

use std::io::{self, BufRead};
use std::path::Path;
use std::pin::Pin;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::database::{Archived, Database, StoreError, Write, Written};
use crate::memory::Memory;
#[cfg(feature = "postgres")]
use crate::postgresql::Postgres;
use crate::sqlite::Sqlite;

/// What one transaction may hold. More would keep the first ones waiting.
const MOST_IN_GROUP: usize = 1000;

type Opener = Box<dyn Fn() -> Result<Box<dyn Database>, StoreError> + Send + Sync>;
type Answered = Result<Written, StoreError>;
type Job = (Write, oneshot::Sender<Answered>);

/// The longest line of a backup that is read: a match has far less.
const MOST_LINE: u64 = 64 << 20;

/// Connections that read at the same time. Later readers wait: a database allows only so many,
/// and other processes need theirs.
const MOST_READERS: usize = 16;

/// How long a store that is closed waits for its writer: a database may not answer any more.
const LAST_WRITE: Duration = Duration::from_secs(1);

/// The thread that writes.
struct Writer {
    thread: JoinHandle<()>,
    /// Hangs up when everything is written.
    done: Receiver<()>,
}

/// A place where matches are kept.
///
/// # Examples
///
/// ```
/// use parlour_store::{Document, Store, Write, Written};
///
/// let store = Store::memory();
/// let name = Document {
///     kind: "name".to_owned(),
///     id: "1".to_owned(),
///     owner: "1".to_owned(),
///     seq: 1,
///     body: "Amy".to_owned(),
///     due: None,
/// };
/// assert_eq!(store.write(Write::Put(name)).wait()?, Written::Done);
/// let found = store.read(|database| database.get("name", "1"))?;
/// assert_eq!(found.expect("it was just written").body, "Amy");
/// # Ok::<(), parlour_store::StoreError>(())
/// ```
pub struct Store {
    jobs: Sender<Job>,
    writer: Mutex<Option<Writer>>,
    readers: Mutex<Readers>,
    /// Tells those who wait that a connection is free.
    freed: Condvar,
    open: Opener,
}

/// Connections to read with.
#[derive(Default)]
struct Readers {
    spare: Vec<Box<dyn Database>>,
    busy: usize,
}

/// A place among the readers, as long as it lives.
struct Turn<'a>(&'a Store);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.readers().busy -= 1;
        self.0.freed.notify_one();
    }
}

impl Store {
    /// Keeps everything as long as the program runs.
    #[must_use]
    pub fn memory() -> Self {
        let memory = Memory::default();
        let first = Box::new(memory.clone());
        let open = move || Ok(Box::new(memory.clone()) as Box<dyn Database>);
        Store::new(first, Box::new(open)).expect("a thread to write with")
    }

    /// Keeps everything in a file.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, is not a database of ours, or is of a newer version.
    pub fn sqlite(path: &Path) -> Result<Self, StoreError> {
        let first = Box::new(Sqlite::open(path)?);
        let path = path.to_owned();
        Store::new(
            first,
            Box::new(move || Ok(Box::new(Sqlite::connect(&path)?))),
        )
    }

    /// Keeps everything in a database that others may use at the same time.
    ///
    /// # Errors
    ///
    /// The database cannot be reached, or is of a newer version.
    #[cfg(feature = "postgres")]
    pub fn postgres(address: &str) -> Result<Self, StoreError> {
        let first = Box::new(Postgres::open(address)?);
        let address = address.to_owned();
        Store::new(
            first,
            Box::new(move || Ok(Box::new(Postgres::connect(&address)?))),
        )
    }

    fn new(mut database: Box<dyn Database>, open: Opener) -> Result<Self, StoreError> {
        let (jobs, asked) = mpsc::channel();
        let (writing, done) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || {
                write_all(&mut *database, &asked);
                // Closing a connection may take long, too.
                drop(database);
                drop(writing);
            })
            .map_err(|error| StoreError(format!("no thread to write with: {error}")))?;
        Ok(Store {
            jobs,
            writer: Mutex::new(Some(Writer { thread, done })),
            readers: Mutex::default(),
            freed: Condvar::new(),
            open,
        })
    }

    /// Writes something, soon: the answer comes when it is on the disk.
    #[must_use]
    pub fn write(&self, write: Write) -> Pending {
        let (answer, answered) = oneshot::channel();
        // Without a writer the answer never comes, and the receiver reports that.
        let _ = self.jobs.send((write, answer));
        Pending(answered)
    }

    /// Reads something. It waits for the disk, so it is not for threads that serve others.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    pub fn read<T>(
        &self,
        look: impl FnOnce(&mut dyn Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut readers = self.readers();
        while readers.busy >= MOST_READERS {
            let woken = self.freed.wait(readers);
            readers = woken.unwrap_or_else(PoisonError::into_inner);
        }
        readers.busy += 1;
        let spare = readers.spare.pop();
        drop(readers);
        // A connection that fails makes room, too, and so does a panic.
        let _turn = Turn(self);
        let mut database = spare.map_or_else(|| (self.open)(), Ok)?;
        let found = look(&mut *database);
        // A connection that has failed may be broken.
        if found.is_ok() {
            self.readers().spare.push(database);
        }
        found
    }

    fn readers(&self) -> MutexGuard<'_, Readers> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A separate connection, to wait on.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    pub fn connect(&self) -> Result<Box<dyn Database>, StoreError> {
        (self.open)()
    }

    /// Writes everything out, one match or document per line.
    ///
    /// # Errors
    ///
    /// The database does not answer, or the copy cannot be written.
    pub fn back_up(&self, to: &mut dyn io::Write) -> Result<u64, StoreError> {
        let mut count = 0;
        self.read(|database| {
            database.archive(&mut |archived| {
                serde_json::to_writer(&mut *to, &archived)?;
                count += 1;
                to.write_all(b"\n")
            })
        })?;
        Ok(count)
    }

    /// Reads what [`Store::back_up`] wrote. What is there already stays as it is.
    ///
    /// # Errors
    ///
    /// The copy cannot be read, or the database does not answer.
    pub fn restore(&self, from: impl BufRead) -> Result<u64, StoreError> {
        let mut pending = Vec::new();
        let (mut restored, mut waiting) = (0, 0);
        let mut settle = |pending: &mut Vec<Pending>| -> Result<(), StoreError> {
            for written in pending.drain(..) {
                restored += u64::from(written.wait()? == Written::Done);
            }
            Ok(())
        };
        for (number, line) in parlour_files::lines(from, MOST_LINE).enumerate() {
            let at = |error: &dyn std::fmt::Display| {
                StoreError(format!("line {} of the backup: {error}", number + 1))
            };
            let line = line.map_err(|error| at(&error))?;
            let archived: Archived = serde_json::from_str(&line).map_err(|error| at(&error))?;
            pending.push(self.write(Write::Restore(archived)));
            waiting += line.len() as u64;
            if pending.len() == MOST_IN_GROUP || waiting > MOST_LINE {
                settle(&mut pending)?;
                waiting = 0;
            }
        }
        settle(&mut pending)?;
        Ok(restored)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // Some connections have a runtime inside, which must not end inside another one.
        let readers = std::mem::take(&mut self.readers().spare);
        let _ = thread::spawn(move || drop(readers)).join();
        // The writer ends when nothing can ask it any more.
        self.jobs = mpsc::channel().0;
        let writer = self
            .writer
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(Writer { thread, done }) = writer.take()
            && done.recv_timeout(LAST_WRITE) == Err(RecvTimeoutError::Disconnected)
        {
            let _ = thread.join();
        }
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Store")
    }
}

/// Writes until all senders are gone.
fn write_all(database: &mut dyn Database, asked: &Receiver<Job>) {
    while let Ok((write, answer)) = asked.recv() {
        let (mut group, mut answers) = (vec![write], vec![answer]);
        while group.len() < MOST_IN_GROUP
            && let Ok((write, answer)) = asked.try_recv()
        {
            group.push(write);
            answers.push(answer);
        }
        let written = database.write(&group);
        for (number, answer) in answers.into_iter().enumerate() {
            let written = match &written {
                Ok(written) => Ok(written[number]),
                Err(error) => Err(error.clone()),
            };
            // The caller may have gone.
            let _ = answer.send(written);
        }
    }
}

/// Something that is being written.
#[derive(Debug)]
pub struct Pending(oneshot::Receiver<Answered>);

fn gone() -> StoreError {
    StoreError("the writer has stopped".to_owned())
}

impl Pending {
    /// Waits for it.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    pub fn wait(self) -> Answered {
        self.0.blocking_recv().unwrap_or_else(|_| Err(gone()))
    }
}

impl Future for Pending {
    type Output = Answered;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answered> {
        let answer = Pin::new(&mut self.0).poll(context);
        answer.map(|answer| answer.unwrap_or_else(|_| Err(gone())))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn only_so_many_read_at_the_same_time() {
        let opened = std::sync::Arc::new(AtomicUsize::new(0));
        let memory = Memory::default();
        let first = Box::new(memory.clone());
        let count = std::sync::Arc::clone(&opened);
        let open = move || {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(Box::new(memory.clone()) as Box<dyn Database>)
        };
        let store = Store::new(first, Box::new(open)).expect("a store");
        let (reading, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for number in 0..3 * MOST_READERS {
                let (store, reading, most) = (&store, &reading, &most);
                scope.spawn(move || {
                    let read = store.read(|_| {
                        let now = reading.fetch_add(1, Ordering::SeqCst) + 1;
                        most.fetch_max(now, Ordering::SeqCst);
                        thread::sleep(std::time::Duration::from_millis(20));
                        reading.fetch_sub(1, Ordering::SeqCst);
                        match number % 2 {
                            0 => Ok(()),
                            _ => Err(StoreError("broken".to_owned())),
                        }
                    });
                    assert_eq!(read.is_ok(), number % 2 == 0);
                });
            }
        });
        let most = most.into_inner();
        assert!((2..=MOST_READERS).contains(&most), "{most}");
        // A connection that has failed is opened again; the others are reused.
        assert!(opened.load(Ordering::Relaxed) < 3 * MOST_READERS);
    }
}
