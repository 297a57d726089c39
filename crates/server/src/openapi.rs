//! The OpenAPI document: what can be asked, made from the types that answer it.

use std::sync::OnceLock;

use axum::body::Body;
use axum::http::Response;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::forms::{
    AtForm, HappenedForm, ListedView, MadeForm, MatchView, MeView, NameForm, NewForm, NextView,
    StepForm, TokenForm, TokenView,
};
use crate::jobs::{JobForm, JobView};
use crate::mine::NewsView;
use crate::problem::Problem;
use crate::tournaments::{EntryForm, StatisticsView, TournamentForm, TournamentView};
use crate::verbs::{VERBS, VerbForm, VerbView};

/// Makes the document.
struct Writer {
    schemas: SchemaGenerator,
    paths: Map<String, Value>,
}

/// What an operation takes and gives.
#[derive(Default)]
struct Operation {
    summary: &'static str,
    body: Option<Value>,
    /// The status and the content of the usual answer.
    answer: Option<(u16, Value)>,
    query: &'static [(&'static str, &'static str)],
    needs_body: bool,
}

impl Writer {
    /// The form of a type, as JSON that is sent or received.
    fn json<T: JsonSchema>(&mut self) -> Value {
        let schema = self.schemas.subschema_for::<T>();
        json!({ "application/json": { "schema": schema } })
    }

    fn add(&mut self, method: &str, path: &str, operation: Operation) {
        let problem = self.json::<Problem>();
        let Operation {
            summary,
            body,
            answer,
            query,
            needs_body,
        } = operation;
        let in_path = path.split('{').skip(1).map(|part| {
            let name = part.split('}').next().unwrap_or(part);
            json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })
        });
        let in_query = query.iter().map(|(name, about)| {
            let schema = match *name {
                "since" | "from" | "to" => {
                    json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX })
                }
                #[cfg(feature = "pictures")]
                "width" => json!({
                    "type": "integer",
                    "minimum": crate::pictures::WIDTHS.start(),
                    "maximum": crate::pictures::WIDTHS.end(),
                }),
                _ => json!({ "type": "string" }),
            };
            json!({
                "name": name, "in": "query", "required": false, "description": about,
                "schema": schema,
            })
        });
        let parameters: Vec<Value> = in_path.chain(in_query).collect();
        let mut answers = Map::new();
        if let Some((status, content)) = answer {
            let mut usual = json!({ "description": "The answer" });
            if !content.is_null() {
                usual["content"] = content;
            }
            answers.insert(status.to_string(), usual);
        }
        let refused = "Well formed, but refused: by a limit, or by the rules of a game";
        answers.insert(
            "422".to_owned(),
            json!({ "description": refused, "content": problem }),
        );
        answers.insert(
            "4XX".to_owned(),
            json!({ "description": "Why it is refused", "content": problem }),
        );
        let mut written = json!({
            "summary": summary,
            "operationId": format!("{method}{}", path.replace(['/', '{', '}', '.'], "_")),
            "parameters": parameters,
            "responses": answers,
            "security": [{}, { "cookie": [] }, { "token": [] }],
        });
        if let Some(content) = body {
            // Where every field can be left out, the body can, too.
            written["requestBody"] = json!({ "required": needs_body, "content": content });
        }
        let path = self.paths.entry(path).or_insert_with(|| json!({}));
        path[method] = written;
    }
}

fn written() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let settings = settings.with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut writer = Writer {
        schemas: settings.into_generator(),
        paths: Map::new(),
    };
    let made = writer.json::<MadeForm>();
    let shown = writer.json::<MatchView>();
    let happened = writer.json::<HappenedForm>();
    let listed = writer.json::<Vec<ListedView>>();
    let tokens = writer.json::<Vec<TokenView>>();
    let token = writer.json::<TokenView>();
    let me = writer.json::<MeView>();
    let next = writer.json::<NextView>();
    let any = || json!({ "application/json": { "schema": {} } });
    let text = |kind: &str| json!({ kind: { "schema": { "type": "string" } } });
    let get = |summary, content: &Value| Operation {
        summary,
        answer: Some((200, content.clone())),
        ..Operation::default()
    };
    let new = writer.json::<NewForm>();
    let step = writer.json::<StepForm>();
    let at = writer.json::<AtForm>();
    let post = |summary, body: &Value, status: u16, content: &Value| Operation {
        summary,
        body: Some(body.clone()),
        needs_body: true,
        answer: Some((status, content.clone())),
        ..Operation::default()
    };
    writer.add(
        "get",
        "/api/games",
        get("The games, their setup options and bots", &any()),
    );
    writer.add(
        "get",
        "/api/matches",
        get("Your matches, the newest first", &listed),
    );
    writer.add(
        "post",
        "/api/matches",
        post("Make a match", &new, 201, &made),
    );
    let mut lobby = get("Public matches with a free seat", &listed);
    lobby.query = &[("watch", "any value: public matches to watch instead")];
    writer.add("get", "/api/lobby", lobby);
    let one = "/api/matches/{id}";
    writer.add("get", one, get("A match, as you see it", &shown));
    writer.add(
        "post",
        &format!("{one}/moves"),
        post(
            "Make a step; a repeated request gets the same answer",
            &step,
            200,
            &happened,
        ),
    );
    let mut narrowed = get(
        "What can be picked, step by step, on the way to a move",
        &next,
    );
    narrowed.query = &[("picks", "what was picked, separated by semicolons")];
    writer.add("get", &format!("{one}/next"), narrowed);
    for (action, summary) in [
        ("resign", "Give up"),
        ("draw", "Offer a draw, or accept one"),
        (
            "takeback",
            "Ask to take a move back, or allow it; bots always do",
        ),
        ("decline", "Decline or withdraw an offer"),
        ("abort", "Cancel one of your matches that has not begun"),
        ("rematch", "Play again"),
    ] {
        let path = format!("{one}/{action}");
        let mut action = post(summary, &at, 200, &happened);
        action.needs_body = false;
        writer.add("post", &path, action);
    }
    let mut sit = get("Take a free seat of a public match", &shown);
    sit.body = None;
    writer.add("post", &format!("{one}/sit"), sit);
    writer.add(
        "get",
        &format!("{one}/record"),
        get(
            "The game's own file; in games with secrets, only after the end",
            &text("text/plain"),
        ),
    );
    let mut stream = get(
        "Events as they happen, one per line",
        &text("application/x-ndjson"),
    );
    stream.query = &[("since", "the number of the last event that you know")];
    writer.add("get", &format!("{one}/stream"), stream);
    let mut picture = get("The board as strangers see it", &text("image/svg+xml"));
    picture.query = &[("theme", "light, dark or contrast")];
    writer.add("get", &format!("{one}/board.svg"), picture);
    writer.add(
        "get",
        "/m/{id}/join/{secret}",
        get("The same for programs; browsers get the page", &shown),
    );
    writer.add(
        "post",
        "/m/{id}/join/{secret}",
        get("Take the seat that a link offers", &shown),
    );
    writer.add("get", "/api/me", get("Who you are", &me));
    // For its form alone: a line of the stream.
    writer.json::<NewsView>();
    let lines = text("application/x-ndjson");
    let news = get(
        "Your unfinished matches and everything that happens in them, one per line",
        &lines,
    );
    writer.add("get", "/api/me/stream", news);
    let name = writer.json::<NameForm>();
    writer.add("put", "/api/me", post("Choose a name", &name, 200, &me));
    writer.add("get", "/api/tokens", get("Your tokens", &tokens));
    let wanted = writer.json::<TokenForm>();
    let mut make = post("Make a token for a program", &wanted, 201, &token);
    make.needs_body = false;
    writer.add("post", "/api/tokens", make);
    let mut delete = get("Delete a token", &Value::Null);
    delete.answer = Some((204, Value::Null));
    writer.add("delete", "/api/tokens/{id}", delete);
    #[cfg(feature = "pictures")]
    describe_pictures(&mut writer);
    describe_tournaments(&mut writer);
    describe_jobs(&mut writer);
    describe_verbs(&mut writer);
    let mut schemas = writer.schemas.take_definitions(true);
    let games = parlour_catalog::games().iter().map(|game| game.info().id);
    let games: Value = games.collect();
    for form in ["NewForm", "TournamentForm"] {
        if let Some(form) = schemas.get_mut(form) {
            form["properties"]["game"]["enum"] = games.clone();
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Parlour",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Matches between people and bots. Fields are added, never renamed.",
        },
        "paths": writer.paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "cookie": { "type": "apiKey", "in": "cookie", "name": crate::people::COOKIE_NAME },
                "token": { "type": "http", "scheme": "bearer" },
            },
        },
    })
}

#[cfg(feature = "pictures")]
fn describe_pictures(writer: &mut Writer) {
    let one = "/api/matches/{id}";
    let bytes =
        |kind: &str| json!({ kind: { "schema": { "type": "string", "format": "binary" } } });
    const QUERY: &[(&str, &str)] = &[
        ("theme", "light, dark or contrast"),
        ("width", "in pixels"),
        ("from", "the first step of a film"),
        ("to", "the last step of a film"),
    ];
    for (path, summary, kind, query) in [
        (
            "board.png",
            "The board as strangers see it",
            "image/png",
            &QUERY[..2],
        ),
        (
            "film.gif",
            "The match as a film; in games with secrets, only after the end",
            "image/gif",
            QUERY,
        ),
        (
            "film.svg",
            "The same as an animated SVG",
            "image/svg+xml",
            QUERY,
        ),
    ] {
        let operation = Operation {
            summary,
            answer: Some((200, bytes(kind))),
            query,
            ..Operation::default()
        };
        writer.add("get", &format!("{one}/{path}"), operation);
    }
}

fn describe_tournaments(writer: &mut Writer) {
    let shown = writer.json::<TournamentView>();
    let wanted = writer.json::<TournamentForm>();
    let entry = writer.json::<EntryForm>();
    let one = "/api/tournaments/{id}";
    let operation =
        |summary, body: Option<&Value>, needs_body, status, content: &Value| Operation {
            summary,
            body: body.cloned(),
            needs_body,
            answer: Some((status, content.clone())),
            ..Operation::default()
        };
    let create = operation("Make a tournament", Some(&wanted), true, 201, &shown);
    writer.add("post", "/api/tournaments", create);
    let summary = "A tournament: players, pairings and results";
    writer.add("get", one, operation(summary, None, false, 200, &shown));
    for (what, summary) in [
        ("join", "Take part"),
        ("leave", "Leave a tournament"),
        ("start", "Begin your tournament"),
        (
            "end",
            "End your tournament; unfinished matches do not count",
        ),
    ] {
        let act = operation(summary, Some(&entry), false, 200, &shown);
        writer.add("post", &format!("{one}/{what}"), act);
    }
    let found = writer.json::<StatisticsView>();
    let summary = "Ratings with their intervals, as `parlour arena` computes them";
    let statistics = operation(summary, None, false, 200, &found);
    writer.add("get", &format!("{one}/statistics"), statistics);
    let csv = json!({ "text/csv": { "schema": { "type": "string" } } });
    let results = operation("The results as a table", None, false, 200, &csv);
    writer.add("get", &format!("{one}/results.csv"), results);
}

fn describe_jobs(writer: &mut Writer) {
    let wanted = writer.json::<JobForm>();
    let shown = writer.json::<JobView>();
    let listed = writer.json::<Vec<JobView>>();
    let one = "/api/jobs/{id}";
    let operation = |summary, status, content: &Value| Operation {
        summary,
        answer: Some((status, content.clone())),
        ..Operation::default()
    };
    let summary = "Start an analysis; players take turns";
    let create = Operation {
        body: Some(wanted),
        needs_body: true,
        ..operation(summary, 201, &shown)
    };
    writer.add("post", "/api/jobs", create);
    let list = operation("Your jobs, the newest first, without results", 200, &listed);
    writer.add("get", "/api/jobs", list);
    let show = operation("One of your jobs: its progress and its result", 200, &shown);
    writer.add("get", one, show);
    writer.add(
        "delete",
        one,
        operation("Stop and forget a job", 204, &Value::Null),
    );
    let lines = json!({ "application/x-ndjson": { "schema": { "type": "string" } } });
    let follow = operation(
        "Its progress as it happens, one event per line",
        200,
        &lines,
    );
    writer.add("get", &format!("{one}/stream"), follow);
}

fn describe_verbs(writer: &mut Writer) {
    let wanted = writer.json::<VerbForm>();
    let shown = writer.json::<VerbView>();
    for game in parlour_catalog::games() {
        for (verb, summary) in VERBS {
            let operation = Operation {
                summary,
                body: Some(wanted.clone()),
                answer: Some((200, shown.clone())),
                ..Operation::default()
            };
            writer.add(
                "post",
                &format!("/api/{}/{verb}", game.info().id),
                operation,
            );
        }
    }
}

pub(crate) async fn document() -> Response<Body> {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    let document = DOCUMENT.get_or_init(|| written().to_string());
    ([(CONTENT_TYPE, "application/json")], document.as_str()).into_response()
}
