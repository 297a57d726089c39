//! All jobs of a player are one document of the store, so that one of them runs at a time,
//! whichever process runs it. A process that takes a job has a lease, which it renews while it
//! tells how far it is; what a killed process has left is taken up when the lease is over. The
//! document that has waited longest comes next, so that the players take turns.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use parlour_store::{Document, StoreError, Write, Written};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::task::{Stopped, Task};
use crate::log;
use crate::people::now;
use crate::registry::Registry;

pub(crate) const KIND: &str = "jobs";
pub(crate) const FINDING: &str = "finding";

/// Another process may take a job over after this many milliseconds without a sign of life. One
/// position takes at most twenty seconds.
const LEASE: i64 = 30_000;

/// How often progress is written down.
const PROGRESS: Duration = Duration::from_secs(1);

/// How many processes may crash on a job before it counts as failed.
const MOST_TRIES: u32 = 3;

/// How long a worker waits before it looks for work of other processes.
const LOOK: Duration = Duration::from_secs(1);

/// Attempts to write what another process may be writing.
const TRIES: usize = 20;

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// It waits for its turn.
    Waiting,
    /// A worker is at it.
    Running,
    /// Its result is there.
    Done,
    /// There is no result, and will be none.
    Failed,
}

/// Something that a player wants to know.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) task: Task,
    /// What its result is kept under.
    pub(crate) finding: String,
    pub(crate) state: State,
    pub(crate) created: i64,
    pub(crate) done: usize,
    pub(crate) of: usize,
    pub(crate) tries: u32,
    /// Why it failed.
    pub(crate) why: Option<String>,
}

/// The jobs of a player, the oldest first.
pub(crate) struct Jobs {
    pub(crate) seq: u64,
    pub(crate) all: Vec<Job>,
    due: Option<i64>,
}

impl Jobs {
    fn read(document: Option<Document>) -> Result<Jobs, StoreError> {
        let Some(document) = document else {
            return Ok(Jobs {
                seq: 0,
                all: Vec::new(),
                due: None,
            });
        };
        let all = serde_json::from_str(&document.body)
            .map_err(|error| StoreError(format!("the jobs of {}: {error}", document.id)))?;
        Ok(Jobs {
            seq: document.seq,
            all,
            due: document.due,
        })
    }

    pub(crate) fn find(&mut self, id: &str) -> Option<&mut Job> {
        self.all.iter_mut().find(|job| job.id == id)
    }

    fn has(&self, state: State) -> bool {
        self.all.iter().any(|job| job.state == state)
    }
}

/// Reads the jobs of a player. It waits for the disk.
pub(crate) fn load(registry: &Registry, owner: &str) -> Result<Jobs, StoreError> {
    let found = registry.store.read(|database| database.get(KIND, owner))?;
    Jobs::read(found)
}

/// What was found out about a question, by anybody. It waits for the disk.
pub(crate) fn finding(registry: &Registry, key: &str) -> Result<Option<Value>, StoreError> {
    let found = registry.store.read(|database| database.get(FINDING, key))?;
    Ok(found.and_then(|found| serde_json::from_str(&found.body).ok()))
}

/// Writes the next version; false if another process was faster.
fn write(registry: &Registry, owner: &str, jobs: &Jobs, leased: bool) -> Result<bool, StoreError> {
    let due = match (jobs.has(State::Running), jobs.has(State::Waiting)) {
        (true, _) if leased => Some(now() + LEASE),
        (true, _) => jobs.due,
        (false, true) => Some(now()),
        (false, false) => None,
    };
    let document = Document {
        kind: KIND.to_owned(),
        id: owner.to_owned(),
        owner: owner.to_owned(),
        seq: jobs.seq + 1,
        body: serde_json::to_string(&jobs.all).unwrap_or_default(),
        due,
    };
    let written = registry.store.write(Write::Put(document)).wait()?;
    if written == Written::Done {
        registry.changed(KIND, owner, jobs.seq + 1);
    }
    Ok(written == Written::Done)
}

/// Changes a player's jobs, even if another process is changing them; `leased` if the caller runs one of them.
pub(crate) fn change<T>(
    registry: &Registry,
    owner: &str,
    leased: bool,
    mut act: impl FnMut(&mut Jobs) -> T,
) -> Result<T, StoreError> {
    for _ in 0..TRIES {
        let mut jobs = load(registry, owner)?;
        let done = act(&mut jobs);
        if write(registry, owner, &jobs, leased)? {
            return Ok(done);
        }
    }
    Err(StoreError(
        "too many requests are changing these jobs; try again".to_owned(),
    ))
}

/// The threads that do the work.
#[derive(Default)]
pub(crate) struct Workers {
    /// How to stop what runs here.
    running: Mutex<HashMap<String, Arc<AtomicBool>>>,
    wake: Condvar,
}

impl Workers {
    /// Starts the threads: as many as think for bots, and behind them.
    pub(crate) fn start(registry: &Arc<Registry>) {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        for _ in 0..cores.saturating_sub(1).max(1) {
            let registry = Arc::downgrade(registry);
            thread::spawn(move || {
                #[cfg(unix)]
                {
                    // On Linux this is the priority of the thread alone: whatever else wants the
                    // processor has it first.
                    let _ = rustix::process::setpriority_process(None, 19);
                }
                work(&registry);
            });
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// There is something to do.
    pub(crate) fn wake(&self) {
        self.wake.notify_one();
    }

    /// Nobody wants the result of this job any more.
    pub(crate) fn stop(&self, id: &str) {
        if let Some(stop) = self.running().get(id) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn stop_all(&self) {
        for stop in self.running().values() {
            stop.store(true, Ordering::Relaxed);
        }
        self.wake.notify_all();
    }
}

fn work(registry: &Weak<Registry>) {
    loop {
        let Some(registry) = registry
            .upgrade()
            .filter(|registry| !registry.is_draining())
        else {
            return;
        };
        match take(&registry) {
            Ok(Some((owner, job))) => {
                if let Err(error) = run(&registry, &owner, &job) {
                    log::problem(&format!("the job {}: {error}", job.id));
                }
            }
            Ok(None) => {
                let running = registry.workers.running();
                // It does not matter why it wakes.
                drop(registry.workers.wake.wait_timeout(running, LOOK));
            }
            Err(error) => {
                log::problem(&error.to_string());
                thread::sleep(LOOK);
            }
        }
    }
}

/// Takes the next job of the player who has waited longest.
fn take(registry: &Registry) -> Result<Option<(String, Job)>, StoreError> {
    let due = registry
        .store
        .read(|database| database.due_documents(KIND, now() + 1, 20))?;
    for document in due {
        let owner = document.id.clone();
        let mut jobs = Jobs::read(Some(document))?;
        // A running job whose lease has expired was left by a process that died.
        for job in jobs
            .all
            .iter_mut()
            .filter(|job| job.state == State::Running)
        {
            job.tries += 1;
            job.state = State::Waiting;
            if job.tries >= MOST_TRIES {
                fail(job, "the server crashed while working on it".to_owned());
            }
        }
        let mut waiting = jobs.all.iter_mut();
        let next = waiting.find(|job| job.state == State::Waiting);
        let next = next.map(|job| {
            job.state = State::Running;
            job.clone()
        });
        // Another process may have been faster.
        if write(registry, &owner, &jobs, true)?
            && let Some(job) = next
        {
            return Ok(Some((owner, job)));
        }
    }
    Ok(None)
}

fn fail(job: &mut Job, why: String) {
    job.state = State::Failed;
    job.why = Some(why);
    job.task.text.clear();
}

fn run(registry: &Registry, owner: &str, job: &Job) -> Result<(), StoreError> {
    let stop = Arc::new(AtomicBool::new(registry.is_draining()));
    let workers = &registry.workers;
    workers.running().insert(job.id.clone(), Arc::clone(&stop));
    let mut told = Instant::now();
    let mut tell = |done: usize, of: usize| {
        if done > 0 && told.elapsed() < PROGRESS {
            return;
        }
        told = Instant::now();
        let is_wanted = change(registry, owner, true, |jobs| {
            let Some(job) = jobs.find(&job.id) else {
                return false;
            };
            (job.done, job.of) = (done, of);
            true
        });
        // Deleted by a request to another process. If the disk does not answer now, it may later.
        if matches!(is_wanted, Ok(false)) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let found = match finding(registry, &job.finding)? {
        // The same was asked twice.
        Some(_) => Ok(Ok(None)),
        None => catch_unwind(AssertUnwindSafe(|| {
            let found = job.task.run(&registry.tables, &stop, &mut tell);
            found.map(Some)
        })),
    };
    workers.running().remove(&job.id);
    let outcome = match found {
        Ok(Ok(found)) => {
            if let Some(found) = found {
                // Another process may have found the same.
                let _ = registry.store.write(Write::Put(kept(job, &found))).wait()?;
            }
            Some(Ok(()))
        }
        Ok(Err(why)) => Some(Err(why)),
        Err(why) if why.is::<Stopped>() => None,
        Err(_) => Some(Err("the bot crashed".to_owned())),
    };
    change(registry, owner, true, |jobs| {
        let Some(job) = jobs.find(&job.id) else {
            return;
        };
        match &outcome {
            Some(Ok(())) => {
                job.state = State::Done;
                job.done = job.of;
                job.task.text.clear();
            }
            Some(Err(why)) => fail(job, why.clone()),
            // The server ends: another process goes on at once.
            None => job.state = State::Waiting,
        }
    })
}

fn kept(job: &Job, found: &Value) -> Document {
    Document {
        kind: FINDING.to_owned(),
        id: job.finding.clone(),
        owner: String::new(),
        seq: 1,
        body: found.to_string(),
        due: None,
    }
}
