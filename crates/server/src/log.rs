//! The server's log, on standard error. Request addresses hold secrets (seat and recovery links),
//! so only their routes are logged.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use axum::body::Body;
use axum::extract::{MatchedPath, Request};
use axum::http::Response;
use axum::middleware::Next;
use parlour_core::harmless;
use serde_json::{Value, json};

use crate::people::now;

/// How the server tells what happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Log {
    /// What goes wrong, in words.
    #[default]
    Text,
    /// What goes wrong and every request, as lines of JSON.
    Json,
}

/// One for the whole program, as standard error is.
static IS_JSON: AtomicBool = AtomicBool::new(false);

pub(crate) fn set(log: Log) {
    IS_JSON.store(log == Log::Json, Ordering::Relaxed);
}

fn is_json() -> bool {
    IS_JSON.load(Ordering::Relaxed)
}

/// Something went wrong.
pub(crate) fn problem(message: &str) {
    match is_json() {
        true => eprintln!("{}", line("error", &json!({ "message": message }))),
        false => eprintln!("parlour serve: {}", harmless(message)),
    }
}

/// The server begins, or is about to end.
pub(crate) fn note(message: &str) {
    if is_json() {
        eprintln!("{}", line("info", &json!({ "message": message })));
    }
}

fn line(level: &str, more: &Value) -> Value {
    let mut line = json!({ "at": now(), "level": level });
    if let (Some(line), Some(more)) = (line.as_object_mut(), more.as_object()) {
        line.extend(more.clone());
    }
    line
}

/// Logs every request, if that is wanted.
pub(crate) async fn requests(request: Request, next: Next) -> Response<Body> {
    if !is_json() {
        return next.run(request).await;
    }
    let begun = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let answer = next.run(request).await;
    let route = route.as_ref().map_or("other", MatchedPath::as_str);
    let told = json!({
        "message": "request",
        "method": method.as_str(),
        "route": route,
        "status": answer.status().as_u16(),
        "ms": begun.elapsed().as_secs_f64() * 1000.0,
    });
    eprintln!("{}", line("info", &told));
    answer
}
