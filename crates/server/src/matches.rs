//! Requests about matches.

use std::collections::HashMap;

use axum::body::{Body, Bytes};
use axum::extract::{MatchedPath, Path, Query, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE, USER_AGENT};
use axum::http::{HeaderMap, Method, Response};
use axum::response::{IntoResponse, Redirect};
use axum::{Extension, Json};
use parlour_core::Seat;
use parlour_store::SeatRow;

use crate::app::{App, Shared, form};
use crate::forms::{AtForm, HappenedForm, MatchView, NextView, StepForm};
use crate::making::Made;
use crate::names;
use crate::people::{Caller, hashed, is_word, now};
use crate::problem::Problem;
use crate::table::{Status, Table, kind};

type Answer<T> = Result<Json<T>, Problem>;

pub(crate) async fn show(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer<MatchView> {
    app.registry
        .with(&id, true, async |table| {
            table.check_watcher(Some(&caller.player))?;
            Ok(Json(MatchView::of(table, &caller.player)))
        })
        .await
}

/// The seat that the caller may act for.
pub(crate) fn own_seat(table: &Table, caller: &Caller) -> Result<Seat, Problem> {
    table
        .seat_of(&caller.player)
        .ok_or_else(|| Problem::forbidden("not-yours", "you have no seat in this match"))
}

fn going_on(table: &Table) -> Result<(), Problem> {
    match table.status() {
        Status::Playing => Ok(()),
        Status::Waiting => Err(Problem::untimely(
            "waiting",
            "the match begins when all seats are taken",
        )),
        Status::Over => Err(Problem::untimely("over", "the match is over")),
    }
}

pub(crate) async fn play(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    body: Bytes,
) -> Answer<HappenedForm> {
    let StepForm { at, step } = form(&body)?;
    app.registry
        .with(&id, false, async |table| {
            // Another process may have heard what this one has not.
            if at > table.seq() {
                app.registry.refresh(table).await?;
            }
            let seat = own_seat(table, &caller)?;
            if at != table.seq() {
                return repeated(table, &caller, seat, at, &step);
            }
            going_on(table)?;
            if table.to_move() != Some(seat) {
                return Err(Problem::untimely("not-your-turn", "it is not your turn"));
            }
            let text = table.usual_text(step.trim());
            let text = text.map_err(|finding| Problem::illegal(&finding, &step))?;
            let events = table.happen(kind::STEP, Some(seat), text, now())?;
            match app.registry.settled(table, events, None, at, seat).await {
                Ok(()) => Ok(happened(table, table.told(table.sight_of(seat), at))),
                // Another process may have answered the same request.
                Err(problem) if problem.is_late() => repeated(table, &caller, seat, at, &step),
                Err(problem) => Err(problem),
            }
        })
        .await
}

/// The answer to a step at a place that is past: the one it got before, if it was made there.
fn repeated(
    table: &Table,
    caller: &Caller,
    seat: Seat,
    at: u64,
    step: &str,
) -> Answer<HappenedForm> {
    let mut steps = table.told(table.sight_of(seat), at);
    match table.answered(&caller.player, at, step.trim()) {
        Some(seq) => {
            steps.retain(|told| told.seq <= seq);
            Ok(Json(HappenedForm { seq, steps }))
        }
        None => Err(Problem::late(at, table.seq(), steps)),
    }
}

fn happened(table: &Table, steps: Vec<crate::table::Told>) -> Json<HappenedForm> {
    Json(HappenedForm {
        seq: table.seq(),
        steps,
    })
}

pub(crate) async fn next(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Answer<NextView> {
    let picks = query.get("picks").map_or("", String::as_str);
    let picks: Vec<String> = match picks {
        "" => Vec::new(),
        picks => picks.split(';').map(str::to_owned).collect(),
    };
    app.registry
        .with(&id, true, async |table| {
            let seat = own_seat(table, &caller)?;
            going_on(table)?;
            if table.to_move() != Some(seat) {
                return Err(Problem::untimely("not-your-turn", "it is not your turn"));
            }
            Ok(Json(NextView::of(table.position(), &picks)?))
        })
        .await
}

/// Everything that a player can do besides moving.
pub(crate) const ACTIONS: [&str; 6] = [
    kind::RESIGN,
    kind::DRAW,
    kind::TAKE_BACK,
    kind::DECLINE,
    kind::ABORT,
    kind::REMATCH,
];

/// One of these; the address says which.
pub(crate) async fn act(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    matched: MatchedPath,
    body: Bytes,
) -> Answer<HappenedForm> {
    let action = matched.as_str().rsplit('/').next().unwrap_or_default();
    let AtForm { at } = form(&body)?;
    if action == kind::REMATCH {
        return rematch(&app, &caller, &id).await;
    }
    app.registry
        .with(&id, true, async |table| {
            let seat = own_seat(table, &caller)?;
            let before = table.seq();
            if let Some(at) = at.filter(|at| *at != before) {
                let steps = table.told(table.sight_of(seat), at);
                return Err(Problem::late(at, before, steps));
            }
            let (kind, body) = action_of(table, seat, action)?;
            let events = table.happen(kind, Some(seat), body, now())?;
            app.registry
                .settled(table, events, None, before, seat)
                .await?;
            Ok(happened(table, table.told(table.sight_of(seat), before)))
        })
        .await
}

/// The event by which a seat does something, if it may.
fn action_of(table: &Table, seat: Seat, action: &str) -> Result<(&'static str, String), Problem> {
    let bots = table.seats.iter().filter(|row| row.bot.is_some()).count();
    let others = table.others(seat);
    if action == kind::ABORT {
        let may = table.status() == Status::Waiting
            && table.seats[seat.index()].player.as_deref() == Some(&*table.head.creator);
        return match may {
            true => Ok((kind::ABORT, String::new())),
            false => Err(Problem::untimely(
                "too-late",
                "only its creator can cancel a match, and only before it begins",
            )),
        };
    }
    going_on(table)?;
    match action {
        kind::RESIGN if table.seats.len() > 2 => Err(Problem::invalid(
            "seats",
            "with more than two players, nobody can resign",
        )
        .help("a draw ends the match, if everybody agrees")),
        kind::RESIGN => Ok((kind::RESIGN, String::new())),
        kind::DRAW if bots > 0 => Err(Problem::invalid("bot", "bots do not accept draws")),
        kind::DRAW => Ok(agreed(table, seat, kind::DRAW, &others, String::new)),
        kind::TAKE_BACK => {
            let asker = table.asked(seat, kind::TAKE_BACK);
            let asker = asker.map_or(seat, |offer| offer.by);
            let keep = table.before_last_choice(asker);
            let keep =
                keep.ok_or_else(|| Problem::untimely("nothing", "there is nothing to take back"))?;
            let keep = || keep.to_string();
            Ok(agreed(table, seat, kind::TAKE_BACK, &others, keep))
        }
        kind::DECLINE => match &table.offer {
            Some(offer) => Ok((kind::DECLINE, offer.what.clone())),
            None => Err(Problem::untimely("nothing", "nothing is offered")),
        },
        _ => Err(Problem::missing(format!("there is no action {action}"))),
    }
}

/// What a seat wants, once all other people agree; until then its offer, or its consent.
fn agreed(
    table: &Table,
    seat: Seat,
    what: &'static str,
    others: &[Seat],
    body: impl FnOnce() -> String,
) -> (&'static str, String) {
    let player = |seat: Seat| &table.seats[seat.index()].player;
    let is_own = |other: &Seat| player(*other) == player(seat);
    match table.asked(seat, what) {
        // The last of those who were asked.
        Some(_) if table.to_agree().iter().all(is_own) => (what, body()),
        Some(_) => (kind::AGREE, what.to_owned()),
        // Bots agree to everything that they are asked, and nobody has to ask themselves.
        None if others.is_empty() => (what, body()),
        None => (kind::OFFER, what.to_owned()),
    }
}

/// The same players once more, with the seats passed on. The first to ask makes the match.
async fn rematch(app: &App, caller: &Caller, id: &str) -> Answer<HappenedForm> {
    app.registry
        .with(id, true, async |table| {
            let seat = own_seat(table, caller)?;
            let before = table.seq();
            if !table.is_over() {
                return Err(Problem::untimely("not-over", "the match goes on"));
            }
            if table.rematch.is_none() {
                // The match is there before anybody is told of it. If this process is killed in
                // between, the next request makes the same one.
                let made = Made::again(table, caller)?;
                let next = made.id.clone();
                made.write_once(&app.registry).await?;
                let events = table.happen(kind::REMATCH, Some(seat), next, now())?;
                app.registry
                    .settled(table, events, None, before, seat)
                    .await?;
            }
            Ok(happened(
                table,
                table.told(table.sight_of(seat), before.saturating_sub(1)),
            ))
        })
        .await
}

fn not_free() -> Problem {
    Problem::missing("this link is not for a free seat")
}

/// Takes the free seat that a secret belongs to.
async fn take_seat(
    app: &App,
    caller: &Caller,
    id: &str,
    secret: Option<&str>,
) -> Answer<MatchView> {
    let name = names::of(&app.registry, &caller.player).await?;
    let wanted = secret.map(hashed);
    app.registry
        .with(id, true, async |table| {
            let is_meant = |row: &SeatRow| match &wanted {
                Some(wanted) => row.join.as_ref() == Some(wanted),
                None => table.public && row.join.is_some() && row.player.is_none(),
            };
            let seat = table.seats.iter().position(is_meant);
            let seat = seat.ok_or_else(not_free)?;
            match &table.seats[seat].player {
                Some(player) if *player == caller.player => {
                    return Ok(Json(MatchView::of(table, &caller.player)));
                }
                Some(_) => return Err(Problem::untimely("taken", "this seat is already taken")),
                None if table.is_over() => {
                    return Err(Problem::untimely("over", "the match is over"));
                }
                None => {}
            }
            let taken = Some((seat as u8, caller.player.clone()));
            let seat = Seat(seat as u8);
            let body = format!("{name}\n{}", caller.player);
            let before = table.seq();
            let events = table.happen(kind::JOIN, Some(seat), body, now())?;
            app.registry
                .settled(table, events, taken, before, seat)
                .await?;
            Ok(Json(MatchView::of(table, &caller.player)))
        })
        .await
}

pub(crate) async fn join(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path((id, secret)): Path<(String, String)>,
) -> Answer<MatchView> {
    take_seat(&app, &caller, &id, Some(&secret)).await
}

/// Takes a free seat of a public match.
pub(crate) async fn sit(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer<MatchView> {
    take_seat(&app, &caller, &id, None).await
}

/// Parts of the names of programs that look what is behind a link for somebody else, in lower
/// case: messengers and search engines.
const PREVIEWS: [&str; 20] = [
    "applebot",
    "baiduspider",
    "bingbot",
    "discordbot",
    "duckduckbot",
    "embedly",
    "facebookexternalhit",
    "facebot",
    "googlebot",
    "iframely",
    "linkedinbot",
    "mastodon/",
    "pinterestbot",
    "redditbot",
    "skypeuripreview",
    "slackbot",
    "telegrambot",
    "twitterbot",
    "whatsapp/",
    "yandexbot",
];

/// Whether the program that asks only shows others what is behind a link.
fn is_preview(headers: &HeaderMap) -> bool {
    let name = headers.get(USER_AGENT).and_then(|name| name.to_str().ok());
    let name = name.unwrap_or("").to_ascii_lowercase();
    PREVIEWS.iter().any(|part| name.contains(part))
}

/// The link of a seat: people get the page, programs that open it get the seat. Programs
/// that only look what is behind a link, as messengers do, take nothing.
pub(crate) async fn follow(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path((id, secret)): Path<(String, String)>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    if is_preview(&headers) || method == Method::HEAD {
        let shown = crate::embed::preview(State(app), Path(id), headers).await?;
        return Ok(shown.into_response());
    }
    if !is_word(&id) || !is_word(&secret) {
        return Err(not_free());
    }
    let accepted = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    if accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        return Ok(Redirect::to(&format!("/#/join/{id}/{secret}")).into_response());
    }
    // A token that allows only reading cannot take a seat by reading, either.
    caller.check_may_play()?;
    let taken = take_seat(&app, &caller, &id, Some(&secret)).await?;
    Ok(taken.into_response())
}

pub(crate) async fn record(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response<Body>, Problem> {
    let record = app
        .registry
        .with(&id, true, async |table| {
            Ok(table.record(table.sight(&caller.player).named))
        })
        .await?;
    let record = record.ok_or_else(|| {
        Problem::forbidden(
            "secret",
            "the record of this game is secret until it is over",
        )
    })?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], record).into_response())
}
