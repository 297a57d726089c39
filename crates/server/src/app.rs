//! State shared by all requests, and the middleware that each passes through.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse;
use axum::serve::IncomingStream;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::limits::Limits;
use crate::people::{self, COOKIE_NAME, Caller};
use crate::problem::Problem;
use crate::registry::Registry;
use crate::tls::TlsListener;
use crate::tokens;
use crate::{MOST_BYTES, MOST_WITH_RECORD};

pub(crate) struct App {
    pub(crate) registry: Arc<Registry>,
    pub(crate) limits: Limits,
    /// Connections are encrypted by this program.
    pub(crate) is_encrypted: bool,
    /// A proxy in front tells who is asking, and how.
    pub(crate) behind_proxy: bool,
    /// Held while ratings are computed.
    pub(crate) rating: tokio::sync::Mutex<()>,
    /// Held while a picture is drawn.
    #[cfg(feature = "pictures")]
    pub(crate) drawing: tokio::sync::Mutex<()>,
}

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

impl Connected<IncomingStream<'_, TcpListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, TcpListener>) -> Self {
        Peer(*stream.remote_addr())
    }
}

impl Connected<IncomingStream<'_, TlsListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, TlsListener>) -> Self {
        Peer(*stream.remote_addr())
    }
}

/// The address that a request comes from, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sender(pub(crate) Option<IpAddr>);

pub(crate) type Shared = State<Arc<App>>;

/// A year, in seconds: how long a browser remembers a player.
const REMEMBERED: u32 = 365 * 24 * 60 * 60;

impl App {
    /// Where the caller reaches this server: `http://example.org`.
    pub(crate) fn base(&self, headers: &HeaderMap) -> String {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let scheme = match text("x-forwarded-proto").filter(|_| self.behind_proxy) {
            Some("https") => "https",
            _ if self.is_encrypted => "https",
            _ => "http",
        };
        let forwarded = text("x-forwarded-host").filter(|_| self.behind_proxy);
        let host = forwarded.or_else(|| text(HOST.as_str()));
        // The sender chooses this text, and it becomes a part of pages.
        let host = host.filter(|host| host.bytes().all(is_of_hosts));
        format!("{scheme}://{}", host.unwrap_or("localhost"))
    }

    fn address(&self, headers: &HeaderMap, peer: Option<SocketAddr>) -> Option<IpAddr> {
        if self.behind_proxy {
            // The last entry is the one that our own proxy has made.
            let last = headers.get_all("x-forwarded-for").iter().next_back();
            let last = last.and_then(|header| header.to_str().ok());
            let last = last.and_then(|list| list.rsplit(',').next());
            if let Some(address) = last.and_then(|last| last.trim().parse().ok()) {
                return Some(address);
            }
        }
        peer.map(|peer| peer.ip())
    }

    async fn caller(&self, headers: &HeaderMap) -> Result<Caller, Problem> {
        if let Some(token) = people::bearer(headers) {
            return tokens::owner(&self.registry, token).await;
        }
        if let Some(secret) = people::cookie(headers) {
            return Ok(Caller {
                player: people::hashed(secret),
                fresh: None,
                scopes: None,
            });
        }
        let secret = people::random_word(32);
        Ok(Caller {
            player: people::hashed(&secret),
            fresh: Some(secret),
            scopes: None,
        })
    }
}

/// Whether a name or an address with its port can have this letter.
fn is_of_hosts(letter: u8) -> bool {
    letter.is_ascii_alphanumeric() || b".-_:[]".contains(&letter)
}

/// Finds out who is asking and whether they may, and lets a new player be known again.
pub(crate) async fn known(State(app): Shared, mut request: Request, next: Next) -> Response<Body> {
    let counters = &app.registry.counters;
    counters.requests.fetch_add(1, Ordering::Relaxed);
    let peer = request.extensions().get::<ConnectInfo<Peer>>();
    let peer = peer.map(|ConnectInfo(Peer(peer))| *peer);
    let (headers, method) = (request.headers().clone(), request.method().clone());
    let caller = match admitted(&app, &headers, &method, peer).await {
        Ok(caller) => caller,
        Err(problem) => {
            counters.refused.fetch_add(1, Ordering::Relaxed);
            return problem.into_response();
        }
    };
    let fresh = caller.fresh.clone();
    let is_secure = app.base(&headers).starts_with("https:");
    let address = app.address(&headers, peer);
    request.extensions_mut().insert(caller);
    request.extensions_mut().insert(Sender(address));
    let mut answer = in_json(next.run(request).await);
    let headers = answer.headers_mut();
    if let Some(secret) = fresh
        && let Ok(cookie) = HeaderValue::from_str(&cookie_of(&secret, is_secure))
    {
        headers.append(SET_COOKIE, cookie);
    }
    // What one player sees is not for the next one.
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    answer
}

/// The cookie by which a browser is the player with this secret.
pub(crate) fn cookie_of(secret: &str, is_secure: bool) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    format!("{COOKIE_NAME}={secret}; Path=/; Max-Age={REMEMBERED}; HttpOnly; SameSite=Lax{secure}")
}

/// Refusals of the libraries below, in the form of our own.
fn in_json(answer: Response<Body>) -> Response<Body> {
    let status = answer.status();
    let kind = answer.headers().get(CONTENT_TYPE);
    if !status.is_client_error() || kind.is_some_and(|kind| kind == "application/json") {
        return answer;
    }
    let problem = match status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!(
                "the body of a request has at most {MOST_BYTES} bytes, or {MOST_WITH_RECORD} where \
                 it may hold a record"
            );
            Problem::new(status, "too-large", message)
        }
        StatusCode::METHOD_NOT_ALLOWED => {
            let message = "this address does not accept requests of this kind";
            Problem::new(status, "method", message)
        }
        StatusCode::NOT_FOUND => Problem::missing("there is nothing at this address"),
        _ => Problem::new(status, "request", "the request cannot be understood"),
    };
    let mut told = problem.help("see /api/openapi.json").into_response();
    // What is allowed instead, and the like.
    for (name, value) in answer.headers() {
        if !matches!(name, &CONTENT_TYPE | &CONTENT_LENGTH) {
            told.headers_mut().insert(name.clone(), value.clone());
        }
    }
    told
}

async fn admitted(
    app: &App,
    headers: &HeaderMap,
    method: &Method,
    peer: Option<SocketAddr>,
) -> Result<Caller, Problem> {
    // Before anything is looked up: guessing at tokens is limited, too.
    app.limits.check_address(app.address(headers, peer))?;
    let caller = app.caller(headers).await?;
    if caller.fresh.is_none() {
        app.limits.check_player(&caller.player)?;
    }
    let is_safe = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    if !is_safe {
        // A token is sent on purpose, a cookie by every page that the player visits.
        if caller.scopes.is_none() && !is_from_here(app, headers) {
            return Err(other_site());
        }
        caller.check_may_play()?;
    }
    Ok(caller)
}

pub(crate) fn other_site() -> Problem {
    let message = "this request comes from a page of another site";
    Problem::forbidden("other-site", message)
}

/// Whether a request comes from a page of this server, or from no page at all.
pub(crate) fn is_from_here(app: &App, headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    has_own_origin(app, headers)
}

/// The same by the page's origin alone: sockets come without the other header.
pub(crate) fn has_own_origin(app: &App, headers: &HeaderMap) -> bool {
    let base = app.base(headers);
    let host = base.split_once("://").map(|(_, host)| host);
    headers.get(ORIGIN).is_none_or(|origin| {
        let origin = origin
            .to_str()
            .ok()
            .and_then(|origin| origin.split_once("://"));
        origin.map(|(_, host)| host) == host
    })
}

/// The body of a request. No body is an empty object.
pub(crate) fn form<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let body = if body.is_empty() { b"{}" } else { body };
    let first = body.iter().find(|byte| !byte.is_ascii_whitespace());
    if matches!(
        first,
        Some(b'[' | b'"' | b'0'..=b'9' | b'-' | b'f' | b'n' | b't')
    ) {
        let message = "the body of the request is not an object of JSON";
        return Err(Problem::invalid("body", message).help("see /api/openapi.json"));
    }
    serde_json::from_slice(body).or_else(|error| {
        // To JSON, 5.0 is a whole number as well as 5.
        let whole = serde_json::from_slice(body).ok().map(with_whole_numbers);
        let read = whole.and_then(|whole| serde_json::from_value(whole).ok());
        read.ok_or_else(|| {
            let status = match error.is_data() {
                true => StatusCode::UNPROCESSABLE_ENTITY,
                false => StatusCode::BAD_REQUEST,
            };
            let message = format!("the body of the request: {error}");
            Problem::new(status, "body", message).help("see /api/openapi.json")
        })
    })
}

/// A value in which numbers without a fraction are whole numbers.
fn with_whole_numbers(value: Value) -> Value {
    /// Beyond this, not every whole number has a float.
    const MOST: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if float.fract() == 0.0 && (0.0..=MOST).contains(&float) => {
                Value::from(float as u64)
            }
            _ => Value::Number(number),
        },
        Value::Array(values) => values.into_iter().map(with_whole_numbers).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            fields
                .map(|(name, value)| (name, with_whole_numbers(value)))
                .collect()
        }
        other => other,
    }
}
