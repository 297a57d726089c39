//! Requests of the people who run the server: health and metrics.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::Value;

use crate::app::{App, Shared};
use crate::problem::Problem;

/// The games, their options and their bots.
pub(crate) async fn games() -> Json<Value> {
    Json(parlour_wire::games())
}

/// An address of the API that leads nowhere.
pub(crate) async fn nothing() -> Problem {
    Problem::missing("there is nothing at this address").help("see /api/openapi.json")
}

/// The program runs.
pub(crate) async fn live() -> &'static str {
    "alive\n"
}

/// The program can play: its store answers, and it is not about to end.
pub(crate) async fn ready(State(app): Shared) -> Result<&'static str, Problem> {
    if app.registry.is_draining() {
        let status = axum::http::StatusCode::SERVICE_UNAVAILABLE;
        return Err(Problem::new(
            status,
            "draining",
            "the server is shutting down",
        ));
    }
    app.registry.read(|database| database.seqs(&[])).await?;
    Ok("ready\n")
}

/// Figures for Prometheus, at an address of their own.
pub(crate) fn metrics_router(app: &Arc<App>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .with_state(Arc::clone(app))
}

async fn metrics(State(app): Shared) -> impl IntoResponse {
    let counters = &app.registry.counters;
    let figures = [
        ("requests_total", "counter", "Requests", &counters.requests),
        (
            "refused_total",
            "counter",
            "Requests refused by a limit",
            &counters.refused,
        ),
        (
            "steps_total",
            "counter",
            "Steps written to the disk",
            &counters.steps,
        ),
        (
            "conflicts_total",
            "counter",
            "Writes that lost to another process",
            &counters.conflicts,
        ),
        (
            "matches_total",
            "counter",
            "Matches created",
            &counters.matches,
        ),
        (
            "bot_moves_total",
            "counter",
            "Moves made by bots",
            &counters.bot_moves,
        ),
        (
            "streams",
            "gauge",
            "Open streams and sockets",
            &counters.streams,
        ),
    ];
    let mut text = String::new();
    let mut add = |name: &str, kind: &str, help: &str, value: u64| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "# HELP parlour_{name} {help}\n# TYPE parlour_{name} {kind}\nparlour_{name} {value}"
        );
    };
    for (name, kind, help, value) in figures {
        add(name, kind, help, value.load(Ordering::Relaxed));
    }
    let cached = app.registry.matches_in_memory() as u64;
    add("matches_in_memory", "gauge", "Matches in memory", cached);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}
