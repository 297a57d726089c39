//! Work that takes long, in threads of its own: the screen stays alive.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use parlour_core::review::{Account, Unreviewable, review};
use parlour_core::{AnyBot, AnyRecord, Computation, GameEntry, Limits, Listener, Tables};
use parlour_host::{Answer, Handle, Task};

use crate::event::{Event, Ticket, Work};
use crate::summary;

/// Bots that judge records always choose the same among equals.
const REVIEWING_SEED: u64 = 0;

/// The name of the threads, by which a panic there is told from others.
pub(crate) const WORKER: &str = "worker";

/// Hands out work and sends what comes of it to the main loop.
pub(crate) struct Workshop {
    results: Sender<Event>,
    tickets: AtomicU64,
    /// One for every worker, and one more.
    workers: Arc<()>,
}

/// Work that is under way. It is told to stop when this is dropped.
pub(crate) struct Job {
    pub(crate) ticket: Ticket,
    stop: Arc<AtomicBool>,
    /// What a bot's task is known by.
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

/// What a worker has to report with.
struct Desk {
    ticket: Ticket,
    results: Sender<Event>,
    stop: Arc<AtomicBool>,
}

impl Desk {
    fn report(&self, work: Work) {
        // Where nobody listens any more, the program is ending.
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

    fn start(&self, work: impl FnOnce(&Desk) + Send + 'static) -> Job {
        let ticket = Ticket(self.tickets.fetch_add(1, Ordering::Relaxed));
        let stop = Arc::new(AtomicBool::new(false));
        let desk = Desk {
            ticket,
            results: self.results.clone(),
            stop: Arc::clone(&stop),
        };
        let worker = thread::Builder::new().name(WORKER.to_owned());
        let counted = Arc::clone(&self.workers);
        let spawned = worker.spawn(move || {
            let _counted = counted;
            if catch_unwind(AssertUnwindSafe(|| work(&desk))).is_err() {
                desk.report(Work::Failed("a worker broke down".to_owned()));
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

    /// Has a bot think.
    pub(crate) fn think(&self, task: Task) -> Job {
        let handle = task.handle();
        let mut job = self.start(move |desk| {
            let results = desk.results.clone();
            let ticket = desk.ticket;
            let listener = Listener::new(move |thought| {
                let _ = results.send(Event::Work(ticket, Work::Thought(thought.clone())));
            });
            desk.report(Work::Answer(task.run(Some(listener))));
        });
        job.handle = Some(handle);
        job
    }

    /// Reviews a record in the way of its game, which may have the bot of that
    /// name look at every position.
    pub(crate) fn review(
        &self,
        game: &'static dyn GameEntry,
        bot: &'static str,
        record: AnyRecord,
        time: Duration,
        tables: Tables,
    ) -> Job {
        self.start(move |desk| {
            let Some(mut bot) = game.bot(bot, REVIEWING_SEED, &tables) else {
                return;
            };
            let reviewed = reviewed(game, &mut *bot, &record, time, desk);
            desk.report(Work::Review(reviewed.map_err(|why| why.to_string())));
        })
    }

    /// Computes the content of a file.
    pub(crate) fn compute(&self, compute: Computation) -> Job {
        self.start(move |desk| {
            let results = std::sync::Mutex::new(desk.results.clone());
            let ticket = desk.ticket;
            let content = compute(&move |share| {
                if let Ok(results) = results.lock() {
                    let _ = results.send(Event::Work(ticket, Work::Progress(share)));
                }
            });
            desk.report(Work::Made(content));
        })
    }

    /// Tells what each of these files is about.
    pub(crate) fn summarise(&self, files: Vec<PathBuf>) -> Job {
        self.start(move |desk| {
            for path in files {
                if desk.stop.load(Ordering::Relaxed) {
                    return;
                }
                let summary = summary::of_file(&path);
                desk.report(Work::Summary(path, summary));
            }
        })
    }
}

/// The review of a record in the way of its game.
fn reviewed(
    game: &dyn GameEntry,
    bot: &mut dyn AnyBot,
    record: &AnyRecord,
    time: Duration,
    desk: &Desk,
) -> Result<Account, Unreviewable> {
    let ledger = game.ledger(record, &mut |done, known| {
        desk.report(Work::Reviewed(done, Account::Ledger(known.clone())));
    });
    if let Some(ledger) = ledger {
        return Ok(Account::Ledger(ledger));
    }
    let limits = || desk.limits(time);
    let review = review(game, record, bot, &limits, &mut |done, known| {
        desk.report(Work::Reviewed(done, Account::Chances(known.clone())));
    });
    review.map(Account::Chances)
}
