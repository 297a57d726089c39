//! What players are called, and the browsers they are known in.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, Response};
use axum::response::{IntoResponse, Redirect};
use axum::{Extension, Json};
use parlour_core::check_name;
use parlour_store::{Document, Write, Written};

use crate::app::{App, Shared, cookie_of, form, is_from_here, other_site};
use crate::forms::{MeView, NameForm};
use crate::people::{self, Caller, generated_name};
use crate::problem::Problem;
use crate::registry::Registry;

const KIND: &str = "name";
const LONGEST: usize = 40;

/// A text without what does not belong in a line that others read.
pub(crate) fn one_line(text: &str) -> String {
    let seen = text
        .chars()
        .filter(|letter| check_name(&letter.to_string(), &[]).is_ok() || *letter == ' ');
    seen.collect::<String>().trim().to_owned()
}

/// Refuses a name that is too long, or that the records of a game cannot hold. None at all is fine.
pub(crate) fn check(name: &str) -> Result<(), Problem> {
    if name.chars().count() > LONGEST {
        let message = format!("a name has at most {LONGEST} letters");
        return Err(Problem::invalid("name", message));
    }
    if name.is_empty() {
        return Ok(());
    }
    for game in parlour_catalog::games() {
        game.check_name(name)
            .map_err(|bad| Problem::invalid("name", bad.to_string()))?;
    }
    Ok(())
}

async fn chosen(registry: &Arc<Registry>, player: &str) -> Result<Option<Document>, Problem> {
    let id = player.to_owned();
    registry.read(move |database| database.get(KIND, &id)).await
}

/// What a player is called: as they want, or by a name that was made up.
pub(crate) async fn of(registry: &Arc<Registry>, player: &str) -> Result<String, Problem> {
    let chosen = chosen(registry, player).await?.map(|chosen| chosen.body);
    let chosen = chosen.filter(|name| !name.is_empty());
    Ok(chosen.unwrap_or_else(|| generated_name(player)))
}

pub(crate) async fn me(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<Json<MeView>, Problem> {
    let name = of(&app.registry, &caller.player).await?;
    // A program with a token must not become the player for good.
    let secret = match caller.scopes {
        None => caller.fresh.as_deref().or_else(|| people::cookie(&headers)),
        Some(_) => None,
    };
    let base = app.base(&headers);
    Ok(Json(MeView {
        public_name: generated_name(&caller.player),
        player: caller.player,
        name,
        recovery: secret.map(|secret| format!("{base}/me/{secret}")),
    }))
}

pub(crate) async fn rename(
    state: Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<MeView>, Problem> {
    let NameForm { name } = form(&body)?;
    let name = name.trim().to_owned();
    check(&name)?;
    let registry = &state.0.registry;
    let before = chosen(registry, &caller.player).await?;
    let document = Document {
        kind: KIND.to_owned(),
        id: caller.player.clone(),
        owner: caller.player.clone(),
        seq: before.map_or(0, |before| before.seq) + 1,
        body: name,
        due: None,
    };
    match registry.store.write(Write::Put(document)).await? {
        Written::Done => me(state, Extension(caller), headers).await,
        Written::Conflict => Err(Problem::untimely(
            "late",
            "your name was just changed in another window; try again",
        )),
    }
}

/// A recovery link makes a browser its player. A browser that is another player already is asked first,
/// for it would not find its own matches any more.
pub(crate) async fn recover(
    state: Shared,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    match people::cookie(&headers).filter(|own| *own != secret) {
        Some(own) if people::is_secret(&secret) => Ok(asked(own, &secret)),
        _ => adopted(&state.0, &secret, &headers),
    }
}

/// A page that asks whether this browser is to become another player.
fn asked(own: &str, secret: &str) -> Response<Body> {
    let [own, other] = [own, secret].map(|secret| generated_name(&people::hashed(secret)));
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Become {other}?</title>\n<link rel=\"stylesheet\" href=\"/colours.css\">\n\
         <link rel=\"stylesheet\" href=\"/style.css\">\n\
         <body>\n<main>\n<section class=\"online\">\n<h1>Become {other}?</h1>\n\
         <p>Strangers know this browser as {own}. This link makes it {other}, who does not have the \
         games of {own}. To come back to them, you need a link to {own}: keep the one that <i>Play \
         on another device</i> gives you.</p>\n\
         <form method=\"post\"><button>Become {other}</button> \
         <a class=\"button\" href=\"/#/online\">Stay {own}</a></form>\n\
         </section>\n</main>\n"
    );
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
}

/// The answer to that question. No page of another site can give it.
pub(crate) async fn adopt(
    State(app): Shared,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    match is_from_here(&app, &headers) {
        true => adopted(&app, &secret, &headers),
        false => Err(other_site()),
    }
}

/// Makes this browser the player with this secret.
fn adopted(app: &App, secret: &str, headers: &HeaderMap) -> Result<Response<Body>, Problem> {
    if !people::is_secret(secret) {
        return Err(Problem::missing("this recovery link is not valid"));
    }
    let is_secure = app.base(headers).starts_with("https:");
    let cookie = cookie_of(secret, is_secure);
    Ok(([(SET_COOKIE, cookie)], Redirect::to("/#/online")).into_response())
}
