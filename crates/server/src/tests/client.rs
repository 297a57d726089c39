//! A server without sockets, and browsers and programs that ask it.

use std::borrow::Cow;
use std::sync::Arc;
use std::task::{Context, Waker};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream, to_bytes};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{Request, Response, StatusCode};
use futures_util::StreamExt;
use parlour_core::Tables;
use parlour_store::Store;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::app::App;
use crate::limits::Limits;
use crate::registry::Registry;

/// How long a stream is listened to.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server without sockets.
pub(super) struct Server {
    pub(super) runtime: Arc<Runtime>,
    pub(super) router: Router,
    pub(super) registry: Arc<Registry>,
}

impl Server {
    pub(super) fn new(store: Store, limit: u32) -> Server {
        Server::with(store, limit, false)
    }

    /// A server behind a proxy, which tells who is asking.
    pub(super) fn behind_proxy(limit: u32) -> Server {
        Server::with(Store::memory(), limit, true)
    }

    fn with(store: Store, limit: u32, behind_proxy: bool) -> Server {
        let server = Server::idle(store, limit, behind_proxy);
        let _inside = server.runtime.enter();
        server.runtime.block_on(server.registry.arrive());
        server.registry.start();
        drop(_inside);
        server
    }

    /// A server that does nothing without a request.
    pub(super) fn idle(store: Store, limit: u32, behind_proxy: bool) -> Server {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        let registry = Registry::new(store, Tables::none());
        let app = Arc::new(App {
            registry: Arc::clone(&registry),
            limits: Limits::new(limit),
            behind_proxy,
            is_encrypted: false,
            rating: tokio::sync::Mutex::default(),
            #[cfg(feature = "pictures")]
            drawing: tokio::sync::Mutex::default(),
        });
        Server {
            router: crate::router(&app, Cow::Borrowed(b"")),
            runtime: Arc::new(runtime),
            registry,
        }
    }

    pub(super) fn memory() -> Server {
        Server::new(Store::memory(), 0)
    }

    /// Somebody with a browser of their own.
    pub(super) fn somebody(&self) -> Client<'_> {
        Client {
            server: self,
            header: None,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.registry.drain();
    }
}

pub(super) struct Client<'a> {
    pub(super) server: &'a Server,
    /// The cookie, or the token.
    pub(super) header: Option<(axum::http::HeaderName, String)>,
}

/// An answer that goes on.
pub(super) struct Stream {
    body: BodyDataStream,
    runtime: Arc<Runtime>,
}

impl Stream {
    /// What is said next, as it arrives; nothing after a while without anything.
    pub(super) fn hear(&mut self) -> String {
        let next = async { tokio::time::timeout(PATIENCE, self.body.next()).await };
        match self.runtime.block_on(next) {
            Ok(Some(bytes)) => {
                let bytes = bytes.expect("a part of a body");
                String::from_utf8(bytes.to_vec()).expect("text")
            }
            Ok(None) | Err(_) => String::new(),
        }
    }
}

pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: axum::http::HeaderMap,
    pub(super) text: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }
}

impl Client<'_> {
    fn request(
        &self,
        method: &str,
        path: &str,
        body: &str,
        more: &[(&str, &str)],
    ) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(path);
        if let Some((name, value)) = &self.header {
            request = request.header(name, value);
        }
        for (name, value) in more {
            request = request.header(*name, *value);
        }
        let body = Body::from(body.to_owned());
        request.body(body).expect("a request")
    }

    /// Sends a request and hangs up as soon as the server waits for something, which a quick disk may
    /// have given to it already.
    pub(super) fn give_up(&mut self, path: &str, body: &Value) {
        let request = self.request("POST", path, &body.to_string(), &[]);
        let router = self.server.router.clone();
        self.server.runtime.block_on(async move {
            let asked = std::pin::pin!(router.oneshot(request));
            let mut context = Context::from_waker(Waker::noop());
            let _ = asked.poll(&mut context);
        });
    }

    /// Sends a request; the answer may go on for ever.
    fn ask(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
        more: &[(&str, &str)],
    ) -> Response<Body> {
        let request = self.request(method, path, body, more);
        let router = self.server.router.clone();
        let asked = async move { router.oneshot(request).await.expect("an answer") };
        let answer = self.server.runtime.block_on(asked);
        if let Some(cookie) = answer.headers().get(SET_COOKIE) {
            let cookie = cookie.to_str().expect("text").split(';').next();
            self.header = Some((COOKIE, cookie.expect("a value").to_owned()));
        }
        answer
    }

    pub(super) fn send(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
        more: &[(&str, &str)],
    ) -> Answer {
        let (parts, body) = self.ask(method, path, body, more).into_parts();
        let bytes = self.server.runtime.block_on(to_bytes(body, 1 << 24));
        Answer {
            status: parts.status,
            headers: parts.headers,
            // A picture is not text; two that differ are still told apart.
            text: String::from_utf8(bytes.expect("a body").to_vec())
                .unwrap_or_else(|bytes| format!("{:?}", bytes.as_bytes())),
        }
    }

    /// The first lines of a stream: what it says until it has nothing more to say just now.
    pub(super) fn listen(&mut self, path: &str, more: &[(&str, &str)]) -> Stream {
        let answer = self.ask("GET", path, "", more);
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        Stream {
            body: answer.into_body().into_data_stream(),
            runtime: Arc::clone(&self.server.runtime),
        }
    }

    pub(super) fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, "", &[])
    }

    pub(super) fn post(&mut self, path: &str, body: Value) -> Answer {
        self.send("POST", path, &body.to_string(), &[])
    }

    /// Makes a match, and returns its id and the links to its free seats.
    pub(super) fn make(&mut self, wanted: Value) -> (String, Vec<String>) {
        let made = self.post("/api/matches", wanted);
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        let made = made.json();
        let links = made["join"].as_array().expect("a list").iter();
        let path = |link: &Value| {
            let link = link.as_str().expect("a link");
            link[link.find("/m/").expect("a path")..].to_owned()
        };
        (
            made["id"].as_str().expect("a name").to_owned(),
            links.map(path).collect(),
        )
    }

    pub(super) fn view(&mut self, id: &str) -> Value {
        let view = self.get(&format!("/api/matches/{id}"));
        assert_eq!(view.status, StatusCode::OK, "{}", view.text);
        view.json()
    }

    pub(super) fn play(&mut self, id: &str, at: &Value, step: &str) -> Answer {
        self.post(
            &format!("/api/matches/{id}/moves"),
            json!({ "at": at, "step": step }),
        )
    }

    /// Some legal step in a match in which this player is to move.
    pub(super) fn some_step(&mut self, id: &str, view: &Value, luck: &mut u64) -> String {
        *luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let number = (*luck >> 33) as usize;
        let moves = view["moves"].as_array().expect("a list");
        if !moves.is_empty() {
            return moves[number % moves.len()]
                .as_str()
                .expect("a move")
                .to_owned();
        }
        let mut picks: Vec<String> = Vec::new();
        for turn in 0.. {
            let path = format!("/api/matches/{id}/next?picks={}", picks.join("%3B"));
            let next = self.get(&path).json();
            if let Some(step) = next["step"].as_str() {
                return step.to_owned();
            }
            let can = next["can"].as_array().unwrap_or_else(|| panic!("{next}"));
            let pick = can[(number + 7 * turn) % can.len()]
                .as_str()
                .expect("a pick");
            picks.push(pick.to_owned());
        }
        unreachable!("picks come to an end")
    }
}
