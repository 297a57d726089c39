//! Pictures and films of matches, for those who cannot show SVG.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::Response;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use parlour_core::AnyRecord;
use parlour_core::picture::Theme;
use parlour_film::{Film, Pace, Script};
use parlour_wire::Request;
use serde_json::json;

use crate::app::{App, Shared};
use crate::problem::Problem;

/// Widths of pictures, in pixels.
const USUAL_WIDTH: u32 = 900;
pub(crate) const WIDTHS: std::ops::RangeInclusive<u32> = 64..=2000;

/// Widths of films, which take longer.
const FILM_WIDTH: u32 = 480;
const FILM_WIDTHS: std::ops::RangeInclusive<u32> = 64..=960;

/// Steps of one film. A longer match is shown in parts.
const MOST_FILMED: usize = 150;

type Wanted = HashMap<String, String>;

fn width(
    wanted: &Wanted,
    usual: u32,
    allowed: std::ops::RangeInclusive<u32>,
) -> Result<u32, Problem> {
    let Some(text) = wanted.get("width") else {
        return Ok(usual);
    };
    let width = text.parse().ok().filter(|width| allowed.contains(width));
    width.ok_or_else(|| {
        let (from, to) = (allowed.start(), allowed.end());
        Problem::invalid("width", format!("a width is {from} to {to} pixels"))
    })
}

fn theme(wanted: &Wanted) -> Theme {
    parlour_wire::theme(&Request(json!({ "theme": wanted.get("theme") })))
}

/// Does what takes long in a thread of its own, one at a time: people who play come first.
async fn drawn<T: Send + 'static>(
    app: &Arc<App>,
    draw: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let _turn = app.drawing.lock().await;
    let drawn = tokio::task::spawn_blocking(draw).await;
    drawn.unwrap_or_else(|_| Err(Problem::internal("a picture could not be drawn")))
}

/// The board as a PNG, as strangers see it.
pub(crate) async fn png(
    State(app): Shared,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response<Body>, Problem> {
    let width = width(&wanted, USUAL_WIDTH, WIDTHS)?;
    let theme = theme(&wanted);
    let svg = crate::page::seen_by_strangers(&app, &id, theme).await?;
    let png = drawn(&app, move || {
        let image = parlour_film::rasterise(&svg, width)
            .map_err(|error| Problem::internal(error.to_string()))?;
        Ok(parlour_film::png(&image))
    })
    .await?;
    Ok(([(CONTENT_TYPE, "image/png")], png).into_response())
}

/// The match as an animated GIF, once nothing is secret.
pub(crate) async fn gif(
    State(app): Shared,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response<Body>, Problem> {
    film(&app, &id, &wanted, true).await
}

/// The match as an SVG that plays by itself.
pub(crate) async fn svg(
    State(app): Shared,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response<Body>, Problem> {
    film(&app, &id, &wanted, false).await
}

async fn film(
    app: &Arc<App>,
    id: &str,
    wanted: &Wanted,
    is_gif: bool,
) -> Result<Response<Body>, Problem> {
    let width = width(wanted, FILM_WIDTH, FILM_WIDTHS)?;
    let theme = theme(wanted);
    let number = |name: &str| match wanted.get(name).map(|text| text.parse::<u32>()) {
        None => Ok(None),
        Some(Ok(number)) => Ok(Some(number as usize)),
        Some(Err(_)) => {
            let message = format!("{name} is the number of a step");
            Err(Problem::invalid("range", message))
        }
    };
    let (from, to) = (number("from")?, number("to")?);
    let (title, record, is_over) = app
        .registry
        .with(id, true, async |table| {
            let may_know = table.is_revealed() || table.game.is_open();
            let record = may_know.then(|| table.played().record());
            Ok((table.game.info().title, record, table.is_over()))
        })
        .await?;
    let record: AnyRecord = record
        .ok_or_else(|| Problem::forbidden("secret", "this game has secrets until it is over"))?;
    let steps = record.steps.len();
    let to = to.unwrap_or(steps).min(steps);
    // Of a long match, the end is shown unless the caller chooses.
    let from = from.unwrap_or(to.saturating_sub(MOST_FILMED));
    if from >= to || to - from > MOST_FILMED {
        let message =
            format!("the match has {steps} steps, and a film shows 1 to {MOST_FILMED} of them");
        return Err(Problem::invalid("range", message).help("choose some with from and to"));
    }
    let film = drawn(app, move || {
        let script = Script {
            title,
            theme,
            who: parlour_core::Viewer::All,
            below: None,
            map: false,
            steps: from..=to,
            account: None,
            pace: Pace::default(),
        };
        let wrong = |error: &dyn std::fmt::Display| Problem::invalid("film", error.to_string());
        let film = Film::new(&record, &script).map_err(|error| wrong(&error))?;
        if !is_gif {
            return Ok(film.svg().into_bytes());
        }
        let gif = film.gif(Vec::new(), width, &|_| {});
        gif.map(|(gif, _)| gif).map_err(|error| wrong(&error))
    })
    .await?;
    let kind = if is_gif { "image/gif" } else { "image/svg+xml" };
    // What is over does not change.
    let kept = match is_over {
        true => "public, max-age=86400",
        false => "no-store",
    };
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, kept)], film).into_response())
}
