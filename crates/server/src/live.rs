//! Live events: to pages over a WebSocket, to programs line by line.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, Response};
use axum::response::IntoResponse;
use futures_util::{StreamExt, future, stream};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::app::{App, Sender, Shared, has_own_origin, other_site};
use crate::audience::{Sent, Shape};
use crate::lobby::Lobby;
use crate::people::Caller;
use crate::problem::Problem;
use crate::registry::Place;
use crate::table::Table;
use crate::tournaments;

/// After this long without events a blank message is sent, so that proxies keep the connection open.
pub(crate) const SILENCE: Duration = Duration::from_secs(20);

/// What one socket can watch.
const MOST_TOPICS: usize = 20;

/// A match that is watched, from a number on.
struct Watched {
    place: Arc<Place>,
    seq: u64,
    news: watch::Receiver<u64>,
}

impl Watched {
    async fn new(app: &App, caller: &Caller, id: &str, seq: u64) -> Result<Self, Problem> {
        // Whether there is such a match, and whether it can be watched, is said at once.
        let check = async |table: &mut Table| table.check_watcher(Some(&caller.player));
        app.registry.with(id, true, check).await?;
        let place = app.registry.place(id);
        Ok(Watched {
            news: place.news(),
            place,
            seq,
        })
    }

    /// What is new, and whether there is more to come.
    async fn events(&mut self, app: &App, player: &str, shape: Shape) -> Result<Sent, Problem> {
        self.news.borrow_and_update();
        let sent = self
            .place
            .sent(&app.registry, player, self.seq, shape)
            .await?;
        self.seq = sent.seq.max(self.seq);
        Ok(sent)
    }

    /// Waits for something new.
    async fn wait(&mut self) {
        let known = self.seq;
        // The sender lives as long as the place.
        let _ = self.news.wait_for(|seq| *seq > known).await;
    }
}

/// A tournament that is watched, from a change on.
struct Wall {
    id: String,
    seq: u64,
    news: watch::Receiver<u64>,
    base: String,
}

impl Wall {
    async fn new(app: &App, id: &str, seq: u64, base: &str) -> Result<Self, Problem> {
        let id = tournaments::exists(&app.registry, id).await?;
        Ok(Wall {
            news: app.registry.watch_document(tournaments::KIND, &id),
            id,
            seq,
            base: base.to_owned(),
        })
    }

    /// The tournament, if it has changed.
    async fn message(&mut self, app: &App, caller: &Caller) -> Result<Option<String>, Problem> {
        self.news.borrow_and_update();
        let view = tournaments::seen(&app.registry, &self.id, &self.base, caller).await?;
        if view.seq <= self.seq {
            return Ok(None);
        }
        self.seq = view.seq;
        let message = json!({ "tournament": self.id, "seq": view.seq, "view": view });
        Ok(Some(message.to_string()))
    }

    async fn wait(&mut self) {
        let known = self.seq;
        // The sender lives as long as somebody listens.
        let _ = self.news.wait_for(|seq| *seq > known).await;
    }
}

/// What a page watches.
enum Topic {
    Match(Watched),
    Tournament(Wall),
    Lobby(Lobby),
}

impl Topic {
    /// What is new, as a message; none if nothing is.
    async fn message(&mut self, app: &App, caller: &Caller) -> Result<Option<Utf8Bytes>, Problem> {
        match self {
            Topic::Match(watched) => {
                let sent = watched.events(app, &caller.player, Shape::Message).await?;
                let text = Utf8Bytes::try_from(sent.text).unwrap_or_default();
                Ok(Some(text).filter(|text| !text.is_empty()))
            }
            Topic::Tournament(wall) => Ok(wall.message(app, caller).await?.map(Utf8Bytes::from)),
            Topic::Lobby(lobby) => {
                let message = lobby.message(&app.registry, &caller.player).await?;
                Ok(message.map(Utf8Bytes::from))
            }
        }
    }

    async fn wait(&mut self) {
        match self {
            Topic::Match(watched) => watched.wait().await,
            Topic::Tournament(wall) => wall.wait().await,
            Topic::Lobby(lobby) => lobby.wait().await,
        }
    }
}

/// Counts a stream as long as it lives.
pub(crate) struct Counted {
    app: Arc<App>,
    player: String,
    address: Option<IpAddr>,
}

impl Counted {
    pub(crate) fn new(
        app: &Arc<App>,
        player: &str,
        Sender(address): Sender,
    ) -> Result<Self, Problem> {
        app.limits.open_stream(player, address)?;
        app.registry
            .counters
            .streams
            .fetch_add(1, Ordering::Relaxed);
        Ok(Counted {
            app: Arc::clone(app),
            player: player.to_owned(),
            address,
        })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.app.limits.close_stream(&self.player, self.address);
        let streams = &self.app.registry.counters.streams;
        streams.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The events of a match as lines of JSON, or as server-sent events, until it is over.
pub(crate) async fn stream(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Extension(sender): Extension<Sender>,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_sse = text(ACCEPT.as_str()).is_some_and(|accept| accept.contains("text/event-stream"));
    // A browser that connects again does so at the same address, and says in the header how far it is.
    let since = text("last-event-id").or_else(|| query.get("since").map(String::as_str));
    let since = since.unwrap_or("0");
    let since: u64 = since.parse().map_err(|_| {
        Problem::invalid(
            "since",
            "since is the number of the last event that you know",
        )
    })?;
    let watched = Watched::new(&app, &caller, &id, since).await?;
    let counted = Counted::new(&app, &caller.player, sender)?;
    let shape = if is_sse { Shape::Sse } else { Shape::Lines };
    let state = (app, caller.player, watched, counted, true);
    let lines = stream::unfold(Some(state), move |state| async move {
        let (app, player, mut watched, counted, mut goes_on) = state?;
        if !goes_on {
            return None;
        }
        let lines = loop {
            let sent = watched.events(&app, &player, shape).await.ok()?;
            goes_on = sent.goes_on;
            if !sent.text.is_empty() || !goes_on {
                break sent.text;
            }
            let drained = app.registry.drained();
            tokio::select! {
                waited = timeout(SILENCE, watched.wait()) => if waited.is_err() {
                    break Bytes::from_static(if is_sse { b":\n\n" } else { b"\n" });
                },
                () = drained => return None,
            }
        };
        let next = (app, player, watched, counted, goes_on);
        Some((Ok::<_, Infallible>(lines), Some(next)))
    });
    let kind = if is_sse {
        "text/event-stream"
    } else {
        "application/x-ndjson"
    };
    Ok(([(CONTENT_TYPE, kind)], Body::from_stream(lines)).into_response())
}

/// What a page watches: `m:ID@SEQ` for a match, `t:CODE@SEQ` for a tournament, `lobby` for all lists
/// of matches, separated by commas.
async fn topics(app: &App, caller: &Caller, text: &str, base: &str) -> Result<Vec<Topic>, Problem> {
    let bad = || {
        let message = "write m:ID@SEQ for a match, t:CODE@SEQ for a tournament, and lobby for the \
                       lists of matches, at most twenty, separated by commas";
        Problem::invalid("topics", message)
    };
    let mut topics = Vec::new();
    for topic in text.split(',') {
        if topics.len() == MOST_TOPICS {
            return Err(bad());
        }
        if topic == "lobby" {
            let lobby = Lobby::new(&app.registry, &caller.player);
            topics.push(Topic::Lobby(lobby));
            continue;
        }
        let (kind, rest) = topic.split_once(':').ok_or_else(bad)?;
        let (id, seq) = rest.split_once('@').ok_or_else(bad)?;
        let seq = seq.parse().map_err(|_| bad())?;
        topics.push(match kind {
            "m" => Topic::Match(Watched::new(app, caller, id, seq).await?),
            "t" => Topic::Tournament(Wall::new(app, id, seq, base).await?),
            _ => return Err(bad()),
        });
    }
    Ok(topics)
}

/// A socket that tells a page what happens. Nothing is heard from the page.
pub(crate) async fn socket(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Extension(sender): Extension<Sender>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response<Body>, Problem> {
    // A page of another site can open a socket here, and the cookie comes with it.
    if caller.scopes.is_none() && !has_own_origin(&app, &headers) {
        return Err(other_site());
    }
    let base = app.base(&headers);
    let text = query.get("topics").map_or("", String::as_str);
    let topics = topics(&app, &caller, text, &base).await?;
    let upgrade = upgrade.map_err(|why| {
        Problem::new(why.status(), "socket", why.body_text())
            .help("programs without WebSockets read /api/matches/ID/stream")
    })?;
    let counted = Counted::new(&app, &caller.player, sender)?;
    // With the usual buffers an idle socket would take 139 kB.
    let upgrade = upgrade
        .read_buffer_size(2048)
        .write_buffer_size(0)
        .max_message_size(4096)
        .max_frame_size(4096);
    Ok(upgrade.on_upgrade(move |socket| tell(socket, app, caller, topics, counted)))
}

async fn tell(
    socket: WebSocket,
    app: Arc<App>,
    caller: Caller,
    mut topics: Vec<Topic>,
    _counted: Counted,
) {
    use futures_util::SinkExt;
    let (mut sink, mut heard) = socket.split();
    loop {
        for topic in &mut topics {
            let Ok(message) = topic.message(&app, &caller).await else {
                return;
            };
            if let Some(message) = message
                && sink.send(Message::Text(message)).await.is_err()
            {
                return;
            }
        }
        let waits = topics.iter_mut().map(|topic| Box::pin(topic.wait()));
        tokio::select! {
            _ = future::select_all(waits) => {}
            () = tokio::time::sleep(SILENCE) => {
                if sink.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
            }
            message = heard.next() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            () = app.registry.drained() => {
                let _ = sink.send(Message::Close(None)).await;
                return;
            }
        }
    }
}
