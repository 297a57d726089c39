//! What the page of a match shows, in the form that it knows from the module in its worker.

use std::cmp::Ordering;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::Response;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use parlour_core::picture::Theme;
use parlour_core::{Seat, Turn};
use parlour_wire::{Board, Complaint, Request};
use serde_json::{Value, json};

use crate::app::{App, Shared, form};
use crate::forms::MatchView;
use crate::people::Caller;
use crate::problem::Problem;
use crate::table::{Sight, Status, Table};

/// Events that are told of a long match at once.
const MOST_SAID: usize = 400;

impl From<Complaint> for Problem {
    fn from(complaint: Complaint) -> Self {
        Problem {
            help: complaint.help.map(Into::into),
            ..Problem::invalid("pick", complaint.message)
        }
    }
}

/// The board for the caller: `picked` has what was picked, `steps` how many steps the page
/// has shown before; `preview` asks what one more pick would do.
pub(crate) async fn board(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, Problem> {
    let request = Request(form(&body)?);
    shown(&app, &caller, &id, &request).await.map(Json)
}

async fn shown(
    app: &Arc<App>,
    caller: &Caller,
    id: &str,
    request: &Request,
) -> Result<Value, Problem> {
    app.registry
        .with(id, true, async |table| {
            let seat = table.seat_of(&caller.player);
            table.check_watcher(Some(&caller.player))?;
            let sight = table.sight(&caller.player);
            let who = sight.who;
            let mut board = Board::default();
            board.look(request, table.position());
            board.look_back(table.played(), who);
            // What the page has shown last, for what moved since.
            let steps = request.number("steps").map(|steps| steps as usize);
            let before = steps
                .filter(|steps| *steps < table.played().len())
                .and_then(|steps| table.position_after(steps));
            if let Some(before) = before {
                board.show(&*before, who);
                board.moved(&*before, table.position(), who);
            }
            let is_asked =
                seat.is_some() && table.to_move() == seat && table.status() == Status::Playing;
            board.arrive(table.position(), is_asked);
            let (picks, step) = pick(&mut board, table, request)?;
            if let Ok(pick) = request.text("preview") {
                return Ok(board.preview(table.position(), pick, who));
            }
            let shown = board.show(table.position(), who);
            let mut state = state(table, caller, sight, shown);
            state["picks"] = json!(picks);
            state["picked_step"] = json!(step);
            Ok(state)
        })
        .await
}

/// Repeats what a person has picked. Gives what is left of it, for a pick can take back
/// another, and the step, once it is complete.
fn pick(
    board: &mut Board,
    table: &Table,
    request: &Request,
) -> Result<(Vec<String>, Option<String>), Problem> {
    let mut picks = Vec::new();
    let mut step = None;
    // What was picked before something happened is not meant for the board after it.
    let is_current = request.number("at").is_none_or(|at| at == table.seq());
    let wanted = request.texts("picked");
    for pick in wanted.into_iter().filter(|_| is_current) {
        let before = board.picked();
        step = board.pick(table.position(), &pick)?;
        match board.picked().cmp(&before) {
            Ordering::Greater => picks.push(pick),
            Ordering::Less if step.is_none() => {
                picks.pop();
            }
            // Something else was begun with.
            _ => picks = vec![pick],
        }
    }
    Ok((picks, step.map(|step| table.position().write(&step))))
}

fn state(table: &Table, caller: &Caller, sight: Sight, shown: Value) -> Value {
    let view = MatchView::of(table, &caller.player);
    let seat = table.seat_of(&caller.player);
    let status = table.status();
    let kind = match (status, table.to_move()) {
        (Status::Over, _) => "over",
        (Status::Waiting, _) => "wait",
        (_, Some(mover)) if Some(mover) == seat => "move",
        (_, Some(mover)) if table.seats[mover.index()].bot.is_some() => "thinking",
        _ => "wait",
    };
    let told = table.told(sight, 0);
    let said = told
        .iter()
        .filter_map(|told| Some((told, told.text.as_ref()?)));
    let said: Vec<Value> = said
        .map(|(told, text)| json!({ "step": told.seq, "seat": told.seat, "text": text }))
        .collect();
    let said = &said[said.len().saturating_sub(MOST_SAID)..];
    let number = |seat: Option<Seat>| seat.map(|seat| seat.0);
    json!({
        "game": view.game,
        "next": { "kind": kind, "seat": number(table.to_move()) },
        "turn": match table.position().turn() {
            Turn::Seat(seat) if status == Status::Playing => Some(seat.0),
            _ => None,
        },
        "viewer": number(seat),
        "names": table.names(sight.named),
        "kinds": table.seats.iter().map(|seat| seat.bot.as_deref().unwrap_or("human")).collect::<Vec<_>>(),
        "shown": shown,
        "said": said,
        "steps": table.played().len(),
        "can_resign": seat.is_some() && status == Status::Playing && table.seats.len() == 2,
        "can_advise": false,
        "result": view.result.as_ref().map(|result| &result.text),
        "winner": number(table.result(false).and_then(|(winner, _)| winner)),
        "has_map": !table.game.is_open(),
        "notices": [],
        "online": view,
    })
}

/// The board as a picture, as strangers see it.
pub(crate) async fn picture(
    State(app): Shared,
    Path(id): Path<String>,
    Query(query): Query<Value>,
) -> Result<Response<Body>, Problem> {
    let svg = seen_by_strangers(&app, &id, parlour_wire::theme(&Request(query))).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// The SVG of a board, as strangers see it.
pub(crate) async fn seen_by_strangers(
    app: &Arc<App>,
    id: &str,
    theme: Theme,
) -> Result<String, Problem> {
    let picture = app
        .registry
        .with(id, true, async |table| {
            table.check_watcher(None)?;
            let who = table.sight_of_strangers().who;
            let mut board = Board::default();
            board.look_back(table.played(), who);
            Ok(board.file(table.position(), who, theme)?)
        })
        .await?;
    Ok(picture["svg"].as_str().unwrap_or_default().to_owned())
}

/// A link as a code for cameras.
pub(crate) async fn code(
    Path((id, secret)): Path<(String, String)>,
    State(app): Shared,
    headers: axum::http::HeaderMap,
) -> Result<Response<Body>, Problem> {
    code_of(&format!("{}/m/{id}/join/{secret}", app.base(&headers)))
}

pub(crate) fn code_of(link: &str) -> Result<Response<Body>, Problem> {
    let svg = crate::qr::svg(link).ok_or_else(|| Problem::missing("this link is too long"))?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}
