//! Boards in pages of other sites: frames, oEmbed, and what a messenger shows of a link.
//!
//! Everything here is what strangers see.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response};
use axum::response::IntoResponse;
use parlour_core::{Position, Viewer, learn};
use parlour_wire::{Board, Request};
use serde_json::{Value, json};

use crate::app::{App, Shared};
use crate::problem::Problem;
use crate::table::{Status, Table};

/// The default size of a frame.
const WIDTH: u32 = 480;
/// Room below the board for the line about it.
const FOOT: u32 = 48;

/// Text in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// What a frame may be in: any page. The rest is as strict as elsewhere.
fn framed(html: String) -> Response<Body> {
    let mut answer = ([(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response();
    let policy =
        parlour_site::SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *");
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        answer.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    answer.headers_mut().insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    answer
}

/// What is known of a match without looking at the board.
struct About {
    title: String,
    line: String,
    words: String,
    over: bool,
    seq: u64,
    /// Height by width of the board.
    shape: f64,
}

impl About {
    fn of(table: &Table) -> About {
        let names = table.names(false).join(" – ");
        let line = match (table.result(false), table.status()) {
            (Some((_, text)), _) => text,
            (None, Status::Waiting) => "Waiting for players".to_owned(),
            (None, _) => match table.to_move() {
                Some(seat) => format!("{} to move", table.names(false)[seat.index()]),
                None => String::new(),
            },
        };
        let who = table.sight_of_strangers().who;
        let can_watch = table.check_watcher(None).is_ok();
        About {
            title: format!("{}: {names}", table.game.info().title),
            line,
            words: match can_watch {
                true => table.position().in_words(who).unwrap_or_default(),
                false => String::new(),
            },
            over: table.is_over(),
            seq: table.seq(),
            shape: shape(table.position(), who),
        }
    }
}

fn shape(position: &dyn Position, who: Viewer) -> f64 {
    let picture = Board::default().file(position, who, Default::default());
    let picture = picture.unwrap_or_default();
    match (picture["width"].as_f64(), picture["height"].as_f64()) {
        (Some(width), Some(height)) if width > 0.0 => height / width,
        _ => 1.0,
    }
}

async fn about(app: &Arc<App>, id: &str) -> Result<About, Problem> {
    app.registry
        .with(id, true, async |table| Ok(About::of(table)))
        .await
}

fn theme(query: &HashMap<String, String>) -> &'static str {
    match query.get("theme").map(String::as_str) {
        Some("dark") => "dark",
        Some("contrast") => "contrast",
        _ => "light",
    }
}

/// A match in a frame. It follows the match until its end.
pub(crate) async fn a_match(
    State(app): Shared,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Response<Body>, Problem> {
    let about = about(&app, &id).await?;
    let theme = theme(&query);
    let picture = format!(
        "/api/matches/{id}/board.svg?theme={theme}&seq={}",
        about.seq
    );
    let live = match about.over {
        true => String::new(),
        false => format!(" data-match=\"{id}\""),
    };
    let title = escaped(&about.title);
    Ok(framed(page(
        &title,
        theme,
        &format!(
            "<a href=\"/m/{id}\" target=\"_blank\" rel=\"noopener\"{live}>\
             <img src=\"{picture}\" alt=\"{}\"></a>\n<p><b>{title}</b> <span>{}</span></p>",
            escaped(&about.words),
            escaped(&about.line)
        ),
        "",
    )))
}

/// A position that is shown as it is.
struct Still {
    position: Box<dyn Position>,
    title: String,
    line: &'static str,
    /// The page that it leads to.
    link: String,
}

impl Still {
    /// `game` and `p`, the text of a position. The link opens it for analysis.
    fn position(query: &HashMap<String, String>) -> Result<Still, Problem> {
        let text = text_of(query, "p");
        let (game, position) = read_position(text_of(query, "game"), text)?;
        Ok(Still {
            position,
            title: game.info().title.to_owned(),
            line: "Open it to play on",
            link: format!("/#/position/{}/{}", game.info().id, url_part(text)),
        })
    }

    /// `game` and `n`, the number of a puzzle that comes with it, from 1. The link leads to where
    /// it can be solved.
    fn puzzle(query: &HashMap<String, String>) -> Result<Still, Problem> {
        let game = crate::making::game_of(text_of(query, "game"))?;
        let id = game.info().id;
        let none = || Problem::missing(format!("{} has no puzzles", game.info().title));
        let puzzles = game.puzzles().ok_or_else(none)?;
        let shipped: Vec<_> = learn::shipped(puzzles.shipped()).collect();
        let number = text_of(query, "n")
            .parse()
            .ok()
            .and_then(|n: usize| n.checked_sub(1));
        let puzzle = number.and_then(|number| Some((number, shipped.get(number)?)));
        let (number, puzzle) = puzzle.ok_or_else(|| {
            let message = format!("n is the number of a puzzle, from 1 to {}", shipped.len());
            Problem::missing(message)
        })?;
        let position = puzzle
            .position(game)
            .map_err(|finding| Problem::internal(finding.message))?;
        Ok(Still {
            position,
            title: format!("{}, puzzle {}", game.info().title, number + 1),
            line: puzzles.task(),
            link: format!("/#/puzzles/{id}/{}", number + 1),
        })
    }

    fn framed(&self, query: &HashMap<String, String>) -> Result<Response<Body>, Problem> {
        let theme = theme(query);
        let request = Request(json!({ "theme": theme }));
        let who = Viewer::Public;
        let picture = Board::default().file(&*self.position, who, parlour_wire::theme(&request))?;
        let svg = picture["svg"].as_str().unwrap_or_default();
        let words = self.position.in_words(who).unwrap_or_default();
        let title = escaped(&self.title);
        Ok(framed(page(
            &title,
            theme,
            &format!(
                "<a href=\"{}\" target=\"_blank\" rel=\"noopener\" aria-label=\"{}\">{svg}</a>\n\
                 <p><b>{title}</b> <span>{}</span></p>",
                self.link,
                escaped(&words),
                escaped(self.line)
            ),
            "",
        )))
    }
}

fn text_of<'a>(query: &'a HashMap<String, String>, name: &str) -> &'a str {
    query.get(name).map_or("", String::as_str)
}

/// A position in a frame.
pub(crate) async fn position(
    Query(query): Query<HashMap<String, String>>,
) -> Result<Response<Body>, Problem> {
    Still::position(&query)?.framed(&query)
}

/// A puzzle in a frame.
pub(crate) async fn puzzle(
    Query(query): Query<HashMap<String, String>>,
) -> Result<Response<Body>, Problem> {
    Still::puzzle(&query)?.framed(&query)
}

fn read_position(
    game: &str,
    text: &str,
) -> Result<
    (
        &'static dyn parlour_core::GameEntry,
        Box<dyn parlour_core::Position>,
    ),
    Problem,
> {
    let game = crate::making::game_of(game)?;
    let position = game.read_position(text);
    let position = position.map_err(|finding| Problem::illegal(&finding, text))?;
    Ok((game, position))
}

/// A text as a part of an address.
fn url_part(text: &str) -> String {
    let mut part = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                part.push(char::from(byte));
            }
            _ => part.push_str(&format!("%{byte:02X}")),
        }
    }
    part
}

fn page(title: &str, theme: &str, body: &str, head: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\" data-theme=\"{theme}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"stylesheet\" href=\"/embed.css\">\n\
         <script type=\"module\" src=\"/js/embed.js\"></script>\n{head}<body>\n{body}\n"
    )
}

/// The page of a match, for those who look what is behind the link: messengers and sites that
/// show a preview. Browsers go on to the page itself.
pub(crate) async fn preview(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let about = about(&app, &id).await?;
    let base = escaped(&app.base(&headers));
    let title = escaped(&about.title);
    let line = escaped(&about.line);
    let link = url_part(&format!("{base}/m/{id}"));
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url=/#/m/{id}\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{line}\">\n\
         <meta property=\"og:image\" content=\"{base}/api/matches/{id}/board.png?seq={}\">\n\
         <meta property=\"og:url\" content=\"{base}/m/{id}\">\n\
         <link rel=\"alternate\" type=\"application/json+oembed\" title=\"{title}\" \
         href=\"{base}/oembed?url={link}\">\n\
         <body><p><a href=\"/#/m/{id}\">{title}</a></p>\n",
        about.seq
    );
    Ok(([(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response())
}

/// How other sites put a match into their pages: <https://oembed.com>.
pub(crate) async fn oembed(
    State(app): Shared,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Json<Value>, Problem> {
    if query.get("format").is_some_and(|format| format != "json") {
        let status = axum::http::StatusCode::NOT_IMPLEMENTED;
        return Err(Problem::new(status, "format", "answers are JSON"));
    }
    let base = app.base(&headers);
    let unknown = || {
        Problem::missing(format!(
            "there is nothing to embed at this address of {base}"
        ))
        .help(
            "url is /m/ID for a match, /embed/p?game=…&p=… for a position, or \
             /embed/puzzle?game=…&n=… for a puzzle, behind the address of this server",
        )
    };
    let path = text_of(&query, "url")
        .strip_prefix(&base)
        .ok_or_else(unknown)?;
    let path = path.strip_prefix("/#").unwrap_or(path);
    let parameters = || {
        let uri = path.parse().map_err(|_| unknown())?;
        let read = Query::<HashMap<String, String>>::try_from_uri(&uri).map_err(|_| unknown())?;
        Ok::<_, Problem>(read.0)
    };
    let still = |still: Still| Shown {
        shape: shape(&*still.position, Viewer::Public),
        title: still.title,
        frame: format!("{base}{path}"),
        thumbnail: None,
    };
    let shown = match path.split('?').next().unwrap_or_default() {
        "/embed/p" => still(Still::position(&parameters()?)?),
        "/embed/puzzle" => still(Still::puzzle(&parameters()?)?),
        path => {
            let id = path.strip_prefix("/m/").ok_or_else(unknown)?;
            let about = about(&app, id).await?;
            Shown {
                shape: about.shape,
                title: about.title,
                frame: format!("{base}/embed/m/{id}"),
                thumbnail: Some(format!("{base}/api/matches/{id}/board.png?width=480")),
            }
        }
    };
    Ok(Json(shown.answer(&base, &query)))
}

/// What another site can put into a page of its own.
struct Shown {
    title: String,
    frame: String,
    thumbnail: Option<String>,
    /// Height by width of the board.
    shape: f64,
}

impl Shown {
    fn answer(&self, base: &str, query: &HashMap<String, String>) -> Value {
        let limit = |name: &str| query.get(name).and_then(|most| most.parse::<u32>().ok());
        let mut width = WIDTH.min(limit("maxwidth").unwrap_or(WIDTH)).max(1);
        if let Some(most) = limit("maxheight") {
            let fits = f64::from(most.saturating_sub(FOOT)) / self.shape;
            width = width.min(fits as u32).max(1);
        }
        let height = (f64::from(width) * self.shape).ceil() as u32 + FOOT;
        let (title, frame) = (escaped(&self.title), escaped(&self.frame));
        let mut answer = json!({
            "version": "1.0",
            "type": "rich",
            "provider_name": "Parlour",
            "provider_url": base,
            "title": self.title,
            "width": width,
            "height": height,
            "html": format!(
                "<iframe src=\"{frame}\" width=\"{width}\" height=\"{height}\" \
                 title=\"{title}\" style=\"border:0\" loading=\"lazy\"></iframe>"
            ),
        });
        if let Some(thumbnail) = &self.thumbnail {
            answer["thumbnail_url"] = json!(thumbnail);
            answer["thumbnail_width"] = json!(480);
            answer["thumbnail_height"] = json!((480.0 * self.shape).ceil() as u32);
        }
        answer
    }
}
