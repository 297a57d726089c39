//! Work that takes longer than a request may: the best move of a position, the review of a match.

mod queue;
mod task;

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use futures_util::stream;
use parlour_core::{Severity, Turn};
use parlour_host::strongest;
use parlour_store::StoreError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::MOST_WITH_RECORD;
use crate::app::{App, Sender, Shared, form};
use crate::live::Counted;
use crate::making::{check_bot, game_of};
use crate::people::{Caller, now, random_word};
use crate::problem::Problem;
use crate::registry::Registry;
pub(crate) use queue::Workers;
use queue::{Job, Jobs, State as Progress};
use task::{Kind, Task};

/// How many positions a bot may look at by default: for one position, and for each one of a record.
const USUAL_NODES: [u64; 2] = [200_000, 20_000];

/// Jobs of a player that wait or run.
const MOST_OPEN: usize = 10;

/// The most bytes of all such jobs: they are written again whenever one of them makes progress.
const MOST_TEXT: usize = 2 * MOST_WITH_RECORD;

/// Jobs of a player that are remembered.
const MOST_KEPT: usize = 50;

/// A new job.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum JobForm {
    /// The best move of a position, and what it is worth: as `parlour best --json` prints it.
    Best {
        /// The game: `GET /api/games` lists them.
        game: String,
        /// The position, in the notation of the game.
        position: String,
        /// The bot to ask; the strongest one if it is left out.
        #[serde(default)]
        bot: Option<String>,
        /// How many positions it may look at.
        #[serde(default)]
        #[schemars(range(min = 1, max = 1_000_000))]
        nodes: Option<u64>,
    },
    /// The luck and the mistakes of a match that is over, or of a record: as `parlour review
    /// --json` prints it.
    Review {
        /// The match.
        #[serde(default, rename = "match")]
        id: Option<String>,
        /// A record instead, with its game.
        #[serde(default)]
        record: Option<String>,
        /// The game of the record.
        #[serde(default)]
        game: Option<String>,
        /// The bot to ask; the strongest one if it is left out.
        #[serde(default)]
        bot: Option<String>,
        /// How many positions it may look at for each position of the match.
        #[serde(default)]
        #[schemars(range(min = 1, max = 1_000_000))]
        nodes: Option<u64>,
    },
}

/// A job and its progress.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct JobView {
    /// Its id.
    id: String,
    /// What to find out.
    kind: Kind,
    /// The game.
    game: String,
    /// Whether it is waiting, running, done or failed.
    state: Progress,
    /// How many steps were looked at.
    done: usize,
    /// How many steps there are.
    of: usize,
    /// When it was requested, in milliseconds since 1970.
    created: i64,
    /// Why there is no result.
    problem: Option<String>,
    /// The result.
    result: Option<Value>,
}

impl JobView {
    fn of(job: &Job, result: Option<Value>) -> JobView {
        JobView {
            id: job.id.clone(),
            kind: job.task.kind,
            game: job.task.game.clone(),
            state: job.state,
            done: job.done,
            of: job.of,
            created: job.created,
            problem: job.why.clone(),
            result,
        }
    }
}

/// Does what waits for the disk elsewhere.
async fn elsewhere<T: Send + 'static>(
    registry: &Arc<Registry>,
    act: impl FnOnce(&Registry) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Problem> {
    let registry = Arc::clone(registry);
    match tokio::task::spawn_blocking(move || act(&registry)).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(Problem::internal("a reader has broken down")),
    }
}

/// Reads what is asked for, so that what makes no sense is refused at once.
async fn task_of(app: &App, wanted: JobForm) -> Result<Task, Problem> {
    match wanted {
        JobForm::Best {
            game,
            position,
            bot,
            nodes,
        } => {
            let mut task = Task {
                kind: Kind::Best,
                game,
                text: position,
                bot,
                nodes: nodes.unwrap_or(USUAL_NODES[0]),
            };
            let game = game_of(&task.game)?;
            let position = game.read_position(&task.text);
            let position = position.map_err(|finding| Problem::illegal(&finding, &task.text))?;
            // Named now: once a table is there, a stronger bot is asked, and what was found out
            // without it is not the answer any more.
            let strongest = strongest(game, &*position, &app.registry.tables).map(str::to_owned);
            task.bot = task.bot.or(strongest);
            if !matches!(position.turn(), Turn::Seat(_)) {
                let message = "nobody is to move in this position";
                return Err(Problem::invalid("position", message));
            }
            let bot = task.bot.as_deref();
            check_asked(app, game, &*position, bot, task.nodes)?;
            Ok(task)
        }
        JobForm::Review {
            id,
            record,
            game,
            bot,
            nodes,
        } => {
            let (game, text) = match (id, record, game) {
                (Some(id), None, None) => record_of(app, &id).await?,
                (None, Some(record), Some(game)) => (game, record),
                _ => {
                    let message = "give either a match, or a record and its game";
                    return Err(Problem::invalid("review", message));
                }
            };
            let task = Task {
                kind: Kind::Review,
                game,
                text,
                bot,
                nodes: nodes.unwrap_or(USUAL_NODES[1]),
            };
            let game = game_of(&task.game)?;
            let reading = game.read_record(task.text.as_bytes());
            let mut findings = reading.diagnostics.iter();
            if let Some(finding) = findings.find(|finding| finding.severity == Severity::Error) {
                return Err(Problem::illegal(finding, &task.text));
            }
            let Some(record) = reading.record else {
                return Err(Problem::invalid("record", "the record cannot be read"));
            };
            let bot = task.bot.as_deref();
            check_asked(app, game, &*record.start, bot, task.nodes)?;
            Ok(task)
        }
    }
}

fn check_asked(
    app: &App,
    game: &dyn parlour_core::GameEntry,
    position: &dyn parlour_core::Position,
    bot: Option<&str>,
    nodes: u64,
) -> Result<(), Problem> {
    let bot = bot.unwrap_or(parlour_core::USUAL_OPPONENT);
    check_bot(&app.registry, game, position, bot, Some(nodes))
}

/// The record of a match that is over.
async fn record_of(app: &App, id: &str) -> Result<(String, String), Problem> {
    app.registry
        .with(id, true, async |table| {
            // Analysis of a match in progress would help one player against the other.
            match table.record(false).filter(|_| table.is_over()) {
                Some(record) => Ok((table.game.info().id.to_owned(), record)),
                None => Err(Problem::untimely("not-over", "the match is not over yet")
                    .help("it can be reviewed when it is over")),
            }
        })
        .await
}

pub(crate) async fn create(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    body: Bytes,
) -> Result<(StatusCode, Json<JobView>), Problem> {
    let mut task = task_of(&app, form(&body)?).await?;
    let registry = &app.registry;
    let key = task.key();
    let wanted = key.clone();
    let known = elsewhere(registry, move |registry| queue::finding(registry, &wanted)).await?;
    if known.is_some() {
        // Nobody will look at it again.
        task.text.clear();
    }
    let job = Job {
        id: random_word(12),
        task,
        finding: key,
        state: match known {
            Some(_) => Progress::Done,
            None => Progress::Waiting,
        },
        created: now(),
        done: usize::from(known.is_some()),
        of: 1,
        tries: 0,
        why: None,
    };
    let (owner, new) = (caller.player, job.clone());
    let is_taken = elsewhere(registry, move |registry| {
        queue::change(registry, &owner, false, |jobs| add(jobs, &new))
    })
    .await?;
    if !is_taken {
        let message = format!(
            "your unfinished jobs are too many, or too long: at most {MOST_OPEN} with {MOST_TEXT} \
             bytes together"
        );
        return Err(Problem::too_many(message, 10));
    }
    registry.workers.wake();
    Ok((StatusCode::CREATED, Json(JobView::of(&job, known))))
}

/// Adds a job, unless there are too many.
fn add(jobs: &mut Jobs, job: &Job) -> bool {
    let is_open = |job: &Job| matches!(job.state, Progress::Waiting | Progress::Running);
    let open = jobs.all.iter().filter(|job| is_open(job));
    let text: usize = open.clone().map(|job| job.task.text.len()).sum();
    if open.count() >= MOST_OPEN || text + job.task.text.len() > MOST_TEXT {
        return false;
    }
    while jobs.all.len() >= MOST_KEPT {
        let Some(old) = jobs.all.iter().position(|job| !is_open(job)) else {
            break;
        };
        jobs.all.remove(old);
    }
    jobs.all.push(job.clone());
    true
}

pub(crate) async fn list(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Vec<JobView>>, Problem> {
    let jobs = elsewhere(&app.registry, move |registry| {
        queue::load(registry, &caller.player)
    })
    .await?;
    let views = jobs.all.iter().rev().map(|job| JobView::of(job, None));
    Ok(Json(views.collect()))
}

fn missing() -> Problem {
    Problem::missing("you have no such job")
}

/// A job of a player, with what was found out, and the number of the last change.
async fn view(registry: &Arc<Registry>, player: &str, id: &str) -> Result<(JobView, u64), Problem> {
    let (owner, id) = (player.to_owned(), id.to_owned());
    let found = elsewhere(registry, move |registry| {
        let mut jobs = queue::load(registry, &owner)?;
        let seq = jobs.seq;
        let Some(job) = jobs.find(&id) else {
            return Ok(None);
        };
        let result = match job.state {
            Progress::Done => queue::finding(registry, &job.finding)?,
            _ => None,
        };
        Ok(Some((JobView::of(job, result), seq)))
    });
    found.await?.ok_or_else(missing)
}

pub(crate) async fn show(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<JobView>, Problem> {
    let (view, _) = view(&app.registry, &caller.player, &id).await?;
    Ok(Json(view))
}

pub(crate) async fn delete(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let (owner, wanted) = (caller.player, id.clone());
    let found = elsewhere(&app.registry, move |registry| {
        queue::change(registry, &owner, false, |jobs| {
            let before = jobs.all.len();
            jobs.all.retain(|job| job.id != wanted);
            jobs.all.len() < before
        })
    });
    if !found.await? {
        return Err(missing());
    }
    app.registry.workers.stop(&id);
    Ok(StatusCode::NO_CONTENT)
}

/// A job as lines of JSON, one whenever it goes on, until it is done.
pub(crate) async fn follow(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Extension(sender): Extension<Sender>,
    Path(id): Path<String>,
) -> Result<Response<Body>, Problem> {
    let news = app.registry.watch_document(queue::KIND, &caller.player);
    view(&app.registry, &caller.player, &id).await?;
    let counted = Counted::new(&app, &caller.player, sender)?;
    let state = (app, caller.player, id, news, counted, None);
    let lines = stream::unfold(Some(state), |state| async move {
        let (app, player, id, mut news, counted, known) = state?;
        if let Some(known) = known {
            tokio::select! {
                _ = news.wait_for(|seq| *seq > known) => {}
                () = app.registry.drained() => return None,
            }
        }
        let (shown, seq) = view(&app.registry, &player, &id).await.ok()?;
        let line = format!("{}\n", serde_json::to_string(&shown).unwrap_or_default());
        let goes_on = matches!(shown.state, Progress::Waiting | Progress::Running);
        let next = (app, player, id, news, counted, Some(seq));
        Some((
            Ok::<_, Infallible>(Bytes::from(line)),
            goes_on.then_some(next),
        ))
    });
    Ok((
        [(CONTENT_TYPE, "application/x-ndjson")],
        Body::from_stream(lines),
    )
        .into_response())
}
