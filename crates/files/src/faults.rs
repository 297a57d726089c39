//! Failing disks, for tests: any step of a writer can be made to fail, and the
//! program or the machine can be stopped before any of them.
//!
//! Everything that one thread writes while [`strike`] runs is affected. Nothing real is killed:
//! from then on no step does anything, as if the program were gone.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::place::folder_of;

/// How a step fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The disk is full: nothing is written.
    Full,
    /// The disk becomes full: the first half is written.
    Short,
    /// The step fails in some other way.
    Refused,
    /// The program is killed before the step; in the middle of it, if it writes.
    Killed,
    /// The machine fails there, or after the last step. Content that was not synced is lost;
    /// changes of folders that were not synced may or may not be lost.
    PowerCut {
        /// Whether the latest state of folders survives.
        folders_kept: bool,
    },
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 6] = [
        Fault::Full,
        Fault::Short,
        Fault::Refused,
        Fault::Killed,
        Fault::PowerCut { folders_kept: true },
        Fault::PowerCut {
            folders_kept: false,
        },
    ];

    fn is_the_end(self) -> bool {
        matches!(self, Fault::Killed | Fault::PowerCut { .. })
    }

    fn error(self) -> io::Error {
        match self {
            Fault::Full | Fault::Short => io::ErrorKind::StorageFull.into(),
            Fault::Refused => io::Error::other("the disk does not answer"),
            Fault::Killed | Fault::PowerCut { .. } => io::Error::other("this program is gone"),
        }
    }
}

/// A step of a writer.
pub(crate) enum Step<'a> {
    Create(&'a Path),
    Write(&'a Path),
    Adopt,
    Sync(&'a Path),
    Rename(&'a Path, &'a Path),
    Cut,
    Remove(&'a Path),
    CreateFolder(&'a Path),
    SyncFolder(&'a Path),
}

struct Plan {
    fault: Fault,
    /// How many steps come before the one that fails.
    left: usize,
    is_struck: bool,
    losses: Vec<Loss>,
}

/// What a failing machine would lose.
enum Loss {
    /// Everything but the first bytes of a file.
    Content(PathBuf, u64),
    /// A file in a folder, with its content before, if it existed.
    Entry(PathBuf, Option<Vec<u8>>),
    /// A folder that was created, with everything in it.
    Folder(PathBuf),
}

thread_local! {
    static PLAN: RefCell<Option<Plan>> = const { RefCell::new(None) };
}

/// Does something while the step after this many others fails. Returns whether
/// there were as many.
pub fn strike<T>(fault: Fault, after: usize, work: impl FnOnce() -> T) -> (T, bool) {
    let plan = Plan {
        fault,
        left: after,
        is_struck: false,
        losses: Vec::new(),
    };
    PLAN.set(Some(plan));
    let done = work();
    let plan = PLAN.take();
    if let (Some(plan), Fault::PowerCut { folders_kept }) = (&plan, fault) {
        for loss in plan.losses.iter().rev() {
            lose(loss, folders_kept);
        }
    }
    (done, plan.is_some_and(|plan| plan.is_struck))
}

fn lose(loss: &Loss, folders_kept: bool) {
    // What was never there cannot be lost.
    let _ = match loss {
        Loss::Content(path, length) => File::options()
            .write(true)
            .open(path)
            .and_then(|file| file.set_len(*length)),
        Loss::Entry(..) | Loss::Folder(_) if folders_kept => Ok(()),
        Loss::Folder(path) => fs::remove_dir_all(path),
        Loss::Entry(path, None) => fs::remove_file(path),
        Loss::Entry(path, Some(old)) => fs::write(path, old),
    };
}

/// Passes a step; the error is how it fails.
pub(crate) fn reach(step: Step<'_>) -> io::Result<()> {
    PLAN.with_borrow_mut(|plan| plan.as_mut().map_or(Ok(()), |plan| plan.reach(&step)))
}

/// Passes the writing of this many bytes; the error is how many are written and how it fails.
pub(crate) fn reach_write(path: &Path, length: usize) -> Result<(), (usize, io::Error)> {
    PLAN.with_borrow_mut(|plan| {
        let Some(plan) = plan else { return Ok(()) };
        let was_struck = plan.is_struck;
        plan.reach(&Step::Write(path)).map_err(|error| {
            let written = match plan.fault {
                Fault::Full | Fault::Refused => 0,
                // A process that has ended writes nothing more.
                _ if was_struck => 0,
                _ => length / 2,
            };
            (written, error)
        })
    })
}

impl Plan {
    fn reach(&mut self, step: &Step<'_>) -> io::Result<()> {
        if self.is_struck {
            return match self.fault.is_the_end() {
                true => Err(self.fault.error()),
                false => Ok(()),
            };
        }
        self.note(step);
        if self.left == 0 {
            self.is_struck = true;
            return Err(self.fault.error());
        }
        self.left -= 1;
        Ok(())
    }

    /// Notes what would be lost from here on.
    fn note(&mut self, step: &Step<'_>) {
        let in_folder = |path: &Path, folder: &Path| folder_of(path) == folder;
        match *step {
            Step::Create(path) => self.losses.push(Loss::Entry(path.to_owned(), None)),
            Step::Write(path) => {
                let is_noted =
                    |loss: &Loss| matches!(loss, Loss::Content(noted, _) if noted == path);
                if !self.losses.iter().any(is_noted) {
                    let length = path.metadata().map_or(0, |metadata| metadata.len());
                    self.losses.push(Loss::Content(path.to_owned(), length));
                }
            }
            // Whether it works is decided one step later.
            _ if self.left == 0 => {}
            Step::Sync(path) => self
                .losses
                .retain(|loss| !matches!(loss, Loss::Content(noted, _) if noted == path)),
            Step::Rename(from, to) => {
                for loss in &mut self.losses {
                    if let Loss::Content(noted, _) = loss
                        && noted == from
                    {
                        *noted = to.to_owned();
                    }
                }
                let old = fs::read(to).ok();
                self.losses.push(Loss::Entry(to.to_owned(), old));
            }
            Step::SyncFolder(folder) => self.losses.retain(|loss| match loss {
                Loss::Entry(path, _) | Loss::Folder(path) => !in_folder(path, folder),
                Loss::Content(..) => true,
            }),
            Step::Remove(path) => {
                let old = fs::read(path).ok();
                self.losses.push(Loss::Entry(path.to_owned(), old));
            }
            Step::CreateFolder(path) => self.losses.push(Loss::Folder(path.to_owned())),
            Step::Adopt | Step::Cut => {}
        }
    }
}
