//! What happens in all matches of a player, told while it happens: what a bot listens to.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, Response};
use axum::response::IntoResponse;
use futures_util::stream;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::app::{App, Sender, Shared};
use crate::live::{Counted, SILENCE};
use crate::people::Caller;
use crate::problem::Problem;
use crate::table::Status;

/// The newest matches of a player, which are looked at.
const MOST_LISTED: u32 = 500;

/// What happens within this time is told at once: throws, and moves without alternative.
const TOGETHER: Duration = Duration::from_millis(20);

/// How long what another process writes may take to be told: most of it is for others, and it wakes
/// everybody.
const ELSEWHERE: Duration = Duration::from_millis(200);

/// A match of the caller that has begun, or in which something has happened.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct NewsView {
    /// The id of the match.
    #[serde(rename = "match")]
    id: String,
    /// Its game.
    game: String,
    /// The number of its last event.
    seq: u64,
    /// Whether it waits for players, is being played, or is over.
    status: Status,
    /// Whether the caller is to move.
    your_turn: bool,
}

/// The matches of a player, and how far they were when that was last told.
struct Own {
    app: Arc<App>,
    player: String,
    known: Option<HashMap<String, u64>>,
    news: [watch::Receiver<u64>; 2],
}

impl Own {
    /// Those in which something has happened since; at first, those that go on.
    async fn news(&mut self) -> Result<Vec<NewsView>, Problem> {
        for news in &mut self.news {
            news.borrow_and_update();
        }
        let player = self.player.clone();
        let rows = self
            .app
            .registry
            .read(move |database| database.of_player(&player, MOST_LISTED))
            .await?;
        let before = self.known.take();
        let mut told = Vec::new();
        for row in &rows {
            let is_new = match &before {
                Some(before) => before.get(&row.id) != Some(&row.seq),
                None => row.ended.is_none(),
            };
            if is_new {
                told.push(self.told(&row.id).await?);
            }
        }
        self.known = Some(rows.into_iter().map(|row| (row.id, row.seq)).collect());
        Ok(told)
    }

    async fn told(&self, id: &str) -> Result<NewsView, Problem> {
        self.app
            .registry
            .with(id, true, async |table| {
                let status = table.status();
                let seat = table.seat_of(&self.player);
                Ok(NewsView {
                    id: table.id.clone(),
                    game: table.game.info().id.to_owned(),
                    seq: table.seq(),
                    status,
                    your_turn: status == Status::Playing
                        && seat.is_some()
                        && table.to_move() == seat,
                })
            })
            .await
    }

    async fn wait(&mut self) {
        let [here, elsewhere] = &mut self.news;
        // The senders live as long as somebody listens.
        tokio::select! {
            _ = here.changed() => {}
            _ = elsewhere.changed() => {
                let _ = timeout(ELSEWHERE, here.changed()).await;
            }
        }
        tokio::time::sleep(TOGETHER).await;
    }
}

fn written(news: &[NewsView], is_sse: bool) -> Bytes {
    let lines = news.iter().map(|news| {
        let json = serde_json::to_string(news).unwrap_or_default();
        match is_sse {
            true => format!("data: {json}\n\n"),
            false => format!("{json}\n"),
        }
    });
    Bytes::from(lines.collect::<String>())
}

/// The caller's matches that go on, and then each one whenever something happens in it.
pub(crate) async fn stream(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Extension(sender): Extension<Sender>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let accepted = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    let is_sse = accepted.is_some_and(|accepted| accepted.contains("text/event-stream"));
    let counted = Counted::new(&app, &caller.player, sender)?;
    let own = Own {
        news: app.registry.watch_player(&caller.player),
        app,
        player: caller.player,
        known: None,
    };
    let lines = stream::unfold((own, counted), move |(mut own, counted)| async move {
        let lines = loop {
            let news = own.news().await.ok()?;
            if !news.is_empty() {
                break written(&news, is_sse);
            }
            let registry = Arc::clone(&own.app.registry);
            tokio::select! {
                waited = timeout(SILENCE, own.wait()) => if waited.is_err() {
                    break Bytes::from_static(if is_sse { b":\n\n" } else { b"\n" });
                },
                () = registry.drained() => return None,
            }
        };
        Some((Ok::<_, Infallible>(lines), (own, counted)))
    });
    let kind = match is_sse {
        true => "text/event-stream",
        false => "application/x-ndjson",
    };
    Ok(([(CONTENT_TYPE, kind)], Body::from_stream(lines)).into_response())
}
