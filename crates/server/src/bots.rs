//! Bots that think, beside the requests and below them.
//!
//! Their budget is a number of positions, so that they play alike whatever else the machine
//! does. Each player has one bot thinking at a time, and the players take turns.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use parlour_core::{Budget, GameEntry, Question, Seat, Tables};
use tokio::runtime::Handle;

use crate::registry::Registry;

/// No bot thinks longer than this, however many positions it may look at.
const MOST_TIME: Duration = Duration::from_secs(20);

/// The share of its remaining clock time that a bot may use for one move.
const PART_OF_CLOCK: i64 = 20;

/// Where something is hidden, how long a bot thinks could tell what it knows: its answer is held
/// back until the next multiple of this.
const BEAT: Duration = Duration::from_millis(100);

/// How long an answer is held back that took this long.
fn pause(game: &dyn GameEntry, took: Duration) -> Duration {
    if game.is_open() {
        return Duration::ZERO;
    }
    let beats = took.as_millis() / BEAT.as_millis() + 1;
    BEAT * u32::try_from(beats).unwrap_or(u32::MAX) - took
}

/// A question for a bot.
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) seq: u64,
    /// The player whose turn at the bots this takes.
    pub(crate) owner: String,
    pub(crate) game: &'static dyn GameEntry,
    pub(crate) bot: String,
    pub(crate) seed: u64,
    pub(crate) nodes: u64,
    pub(crate) seat: Seat,
    pub(crate) question: Question,
    /// Milliseconds on its clock.
    pub(crate) left: Option<i64>,
    pub(crate) stop: Arc<AtomicBool>,
}

impl Job {
    fn run(&self, tables: &Tables) -> Result<String, String> {
        let missing = || format!("there is no bot {}", self.bot);
        let bot = self.game.bot(&self.bot, self.seed, tables);
        let mut bot = bot.ok_or_else(missing)?;
        let clock = self
            .left
            .map(|left| left.max(0) as u64 / PART_OF_CLOCK as u64);
        let budget = Budget {
            nodes: Some(self.nodes),
            time: Some(
                clock
                    .map_or(MOST_TIME, Duration::from_millis)
                    .min(MOST_TIME),
            ),
            depth: None,
            stop: Arc::clone(&self.stop),
        };
        let limits = parlour_core::Limits {
            threads: Some(std::num::NonZeroUsize::MIN),
            ..budget.limits()
        };
        let advice = self.question.put(&mut *bot, &limits);
        match advice {
            Ok(advice) => Ok(self.question.position().write(&advice.best)),
            Err(fault) => Err(fault.to_string()),
        }
    }
}

#[derive(Default)]
struct Queue {
    /// Waiting questions, in the order in which they will be answered.
    owners: VecDeque<String>,
    jobs: HashMap<String, VecDeque<Job>>,
    /// Owners whose bot thinks now.
    busy: HashSet<String>,
    /// What is asked for or thought about: the match, how far it was, and how to stop it.
    known: HashMap<String, (u64, Arc<AtomicBool>)>,
    ended: bool,
}

impl Queue {
    fn next(&mut self) -> Option<Job> {
        let at = self
            .owners
            .iter()
            .position(|owner| !self.busy.contains(owner))?;
        let owner = self.owners.remove(at)?;
        let jobs = self.jobs.get_mut(&owner)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&owner);
        } else {
            self.owners.push_back(owner.clone());
        }
        self.busy.insert(owner);
        job
    }
}

pub(crate) struct Bots {
    queue: Arc<(Mutex<Queue>, Condvar)>,
    tables: Tables,
}

fn locked(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bots {
    pub(crate) fn new(tables: Tables) -> Self {
        Bots {
            queue: Arc::default(),
            tables,
        }
    }

    /// Starts the threads: all cores but one, which is for the requests.
    pub(crate) fn start(&self, registry: &Arc<Registry>, runtime: Handle) {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        for _ in 0..cores.saturating_sub(1).max(1) {
            let (queue, tables) = (Arc::clone(&self.queue), self.tables.clone());
            let (registry, runtime) = (Arc::downgrade(registry), runtime.clone());
            thread::spawn(move || {
                #[cfg(unix)]
                {
                    // On Linux this is the priority of the thread alone. Where it cannot be
                    // changed, bots are as important as the rest.
                    let _ = rustix::process::setpriority_process(None, 10);
                }
                work(&queue, &tables, &registry, &runtime);
            });
        }
    }

    /// Starts a bot thinking, unless it already is.
    pub(crate) fn ask(&self, job: Job) {
        let (queue, wake) = &*self.queue;
        let mut queue = locked(queue);
        match queue.known.get(&job.id) {
            Some((seq, _)) if *seq == job.seq => return,
            Some((_, stop)) => stop.store(true, Ordering::Relaxed),
            None => {}
        }
        queue
            .known
            .insert(job.id.clone(), (job.seq, Arc::clone(&job.stop)));
        let owner = job.owner.clone();
        if !queue.jobs.contains_key(&owner) {
            queue.owners.push_back(owner.clone());
        }
        queue.jobs.entry(owner).or_default().push_back(job);
        wake.notify_one();
    }

    /// Whether a question is still open. It is not asked again.
    fn is_wanted(&self, job: &Job) -> bool {
        let mut queue = locked(&self.queue.0);
        let known = queue.known.get(&job.id);
        let is_wanted = known.is_some_and(|(seq, _)| *seq == job.seq);
        if is_wanted {
            queue.known.remove(&job.id);
        }
        is_wanted
    }

    /// Drops the questions about this match.
    pub(crate) fn stop(&self, id: &str) {
        if let Some((_, stop)) = locked(&self.queue.0).known.remove(id) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Bots {
    fn drop(&mut self) {
        let (queue, wake) = &*self.queue;
        let mut queue = locked(queue);
        queue.ended = true;
        for (_, stop) in queue.known.values() {
            stop.store(true, Ordering::Relaxed);
        }
        wake.notify_all();
    }
}

fn work(
    queue: &(Mutex<Queue>, Condvar),
    tables: &Tables,
    registry: &Weak<Registry>,
    runtime: &Handle,
) {
    loop {
        let job = {
            let (queue, wake) = queue;
            let mut queue = locked(queue);
            loop {
                if queue.ended {
                    return;
                }
                match queue.next() {
                    Some(job) => break job,
                    None => queue = wake.wait(queue).unwrap_or_else(PoisonError::into_inner),
                }
            }
        };
        let begun = Instant::now();
        // A bot that breaks down takes no other with it.
        let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job.run(tables)));
        let decided = thought.unwrap_or_else(|_| Err("it crashed".to_owned()));
        locked(&queue.0).busy.remove(&job.owner);
        queue.1.notify_one();
        let Some(registry) = registry.upgrade() else {
            return;
        };
        let pause = pause(job.game, begun.elapsed());
        if pause.is_zero() {
            runtime.block_on(deliver(&registry, job, decided));
        } else {
            runtime.spawn(async move {
                tokio::time::sleep(pause).await;
                deliver(&registry, job, decided).await;
            });
        }
    }
}

/// Makes the move that a bot has decided on, if it is still wanted.
async fn deliver(registry: &Arc<Registry>, job: Job, decided: Result<String, String>) {
    if registry.bots.is_wanted(&job) {
        registry
            .bot_moves(&job.id, job.seq, job.seat, decided)
            .await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_with_secrets_come_in_beats() {
        for game in parlour_catalog::games() {
            for (took, after) in [(0, 100), (1, 100), (99, 100), (100, 200), (1234, 1300)] {
                let took = Duration::from_millis(took);
                let told = (took + pause(*game, took)).as_millis();
                match game.is_open() {
                    true => assert_eq!(told, took.as_millis()),
                    false => assert_eq!(told, after, "{}", game.info().id),
                }
            }
        }
    }
}
