//! Long work, in separate threads: the screen stays responsive.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use parlour_core::review::{Account, ReviewError, review};
use parlour_core::{AnyBot, AnyRecord, Computation, GameEntry, Limits, Listener, Tables};
use parlour_host::{Answer, Handle, Task};

use crate::event::{Event, Ticket, Work};
use crate::summary;

/// Reviewing bots always choose the same among equals.
const REVIEWING_SEED: u64 = 0;

/// The name of the threads, by which their panics are recognised.
pub(crate) const WORKER: &str = "worker";

/// Hands out work and sends the results to the main loop.
pub(crate) struct Workshop {
    results: Sender<Event>,
    tickets: AtomicU64,
    /// One reference per worker, and one more.
    workers: Arc<()>,
}

/// Work in progress. It is told to stop when this is dropped.
pub(crate) struct Job {
    pub(crate) ticket: Ticket,
    stop: Arc<AtomicBool>,
    /// The handle of a bot's task.
    handle: Option<Handle>,
}

impl Job {
    /// Asks for an answer at once.
    fn hurry(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The answer of a bot's task that broke down.
    pub(crate) fn broken(&self, why: String) -> Option<Answer> {
        let handle = self.handle.clone()?;
        Some(Answer::broken(handle, why))
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.hurry();
    }
}

/// What a worker reports with.
struct Reporter {
    ticket: Ticket,
    results: Sender<Event>,
    stop: Arc<AtomicBool>,
}

impl Reporter {
    fn report(&self, work: Work) {
        // If nobody listens any more, the program is ending.
        let _ = self.results.send(Event::Work(self.ticket, work));
    }

    fn limits(&self, time: Duration) -> Limits {
        Limits {
            stop: Arc::clone(&self.stop),
            ..Limits::time(time)
        }
    }
}

impl Workshop {
    pub(crate) fn new(results: Sender<Event>) -> Self {
        Workshop {
            results,
            tickets: AtomicU64::new(0),
            workers: Arc::new(()),
        }
    }

    /// Whether anything is still being worked on.
    pub(crate) fn is_busy(&self) -> bool {
        Arc::strong_count(&self.workers) > 1
    }

    fn start(&self, work: impl FnOnce(&Reporter) + Send + 'static) -> Job {
        let ticket = Ticket(self.tickets.fetch_add(1, Ordering::Relaxed));
        let stop = Arc::new(AtomicBool::new(false));
        let reporter = Reporter {
            ticket,
            results: self.results.clone(),
            stop: Arc::clone(&stop),
        };
        let worker = thread::Builder::new().name(WORKER.to_owned());
        let counted = Arc::clone(&self.workers);
        let spawned = worker.spawn(move || {
            let _counted = counted;
            if catch_unwind(AssertUnwindSafe(|| work(&reporter))).is_err() {
                reporter.report(Work::Failed("a worker broke down".to_owned()));
            }
        });
        if let Err(error) = spawned {
            let failed = Work::Failed(error.to_string());
            let _ = self.results.send(Event::Work(ticket, failed));
        }
        Job {
            ticket,
            stop,
            handle: None,
        }
    }

    /// Lets a bot think.
    pub(crate) fn think(&self, task: Task) -> Job {
        let handle = task.handle();
        let mut job = self.start(move |reporter| {
            let results = reporter.results.clone();
            let ticket = reporter.ticket;
            let listener = Listener::new(move |thought| {
                let _ = results.send(Event::Work(ticket, Work::Thought(thought.clone())));
            });
            reporter.report(Work::Answer(task.run(Some(listener))));
        });
        job.handle = Some(handle);
        job
    }

    /// Reviews a record in the unit of its game, with the bot of that name if
    /// one is needed.
    pub(crate) fn review(
        &self,
        game: &'static dyn GameEntry,
        bot: &'static str,
        record: AnyRecord,
        time: Duration,
        tables: Tables,
    ) -> Job {
        self.start(move |reporter| {
            let Some(mut bot) = game.bot(bot, REVIEWING_SEED, &tables) else {
                return;
            };
            let reviewed = reviewed(game, &mut *bot, &record, time, reporter);
            reporter.report(Work::Review(reviewed.map_err(|why| why.to_string())));
        })
    }

    /// Computes the content of a file.
    pub(crate) fn compute(&self, compute: Computation) -> Job {
        self.start(move |reporter| {
            let results = std::sync::Mutex::new(reporter.results.clone());
            let ticket = reporter.ticket;
            let content = compute(&move |share| {
                if let Ok(results) = results.lock() {
                    let _ = results.send(Event::Work(ticket, Work::Progress(share)));
                }
            });
            reporter.report(Work::Made(content));
        })
    }

    /// Tells what each of these files is about.
    pub(crate) fn summarise(&self, files: Vec<PathBuf>) -> Job {
        self.start(move |reporter| {
            for path in files {
                if reporter.stop.load(Ordering::Relaxed) {
                    return;
                }
                let summary = summary::of_file(&path);
                reporter.report(Work::Summary(path, summary));
            }
        })
    }
}

/// The review of a record in the unit of its game.
fn reviewed(
    game: &dyn GameEntry,
    bot: &mut dyn AnyBot,
    record: &AnyRecord,
    time: Duration,
    reporter: &Reporter,
) -> Result<Account, ReviewError> {
    let ledger = game.ledger(record, &mut |done, known| {
        reporter.report(Work::Reviewed(done, Account::Ledger(known.clone())));
    });
    if let Some(ledger) = ledger {
        return Ok(Account::Ledger(ledger));
    }
    let limits = || reporter.limits(time);
    let review = review(game, record, bot, &limits, &mut |done, known| {
        reporter.report(Work::Reviewed(done, Account::Chances(known.clone())));
    });
    review.map(Account::Chances)
}
