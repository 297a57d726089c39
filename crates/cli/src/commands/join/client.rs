//! Requests to a server, and who we are there.

use std::io::{BufRead, BufReader};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::RequestBuilder;
use ureq::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE};
use ureq::http::{HeaderMap, StatusCode};

use super::LOOK;

/// How long a server may be away before the bot gives up.
const AWAY: Duration = Duration::from_secs(120);

/// The time for one answer.
const ANSWER: Duration = Duration::from_secs(30);

/// A stream that has been silent for this long is opened again.
pub(super) const SILENCE: Duration = Duration::from_secs(60);

/// How the cookie begins that makes us a player.
const PLAYER: &str = "parlour_player=";

/// A server, and who we are there.
#[derive(Clone)]
pub(super) struct Client {
    agent: ureq::Agent,
    base: String,
    token: Option<String>,
    /// What makes us the same player in every request, without a token: the cookie of the first
    /// answer.
    cookie: Arc<OnceLock<String>>,
}

/// The part of a refusal that is shown.
#[derive(Default, Deserialize)]
struct Refusal {
    #[serde(default)]
    message: String,
    #[serde(default)]
    help: Option<String>,
}

/// An answer: its status, and its text.
type Answer = (StatusCode, String);

impl Client {
    pub(super) fn new(base: String, token: Option<&str>) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(ANSWER));
        Client {
            agent: config.build().into(),
            base,
            token: token.map(|token| format!("Bearer {token}")),
            cookie: Arc::default(),
        }
    }

    /// Sends a request until it is answered. A server that restarts, or asks to wait, is
    /// waited for; sending a step twice makes it once.
    pub(super) fn send(&self, path: &str, body: Option<&Value>) -> Result<Answer> {
        let url = format!("{}{path}", self.base);
        let begun = Instant::now();
        let mut pause = Duration::from_millis(100);
        loop {
            let sent = match body {
                Some(body) => {
                    let request = self.agent.post(&url).content_type("application/json");
                    self.signed(request).send(&body.to_string())
                }
                None => {
                    let request = self.agent.get(&url).header("accept", "application/json");
                    self.signed(request).call()
                }
            };
            let problem = match sent.and_then(|mut answer| {
                self.remember(answer.headers());
                let text = answer.body_mut().read_to_string()?;
                Ok((answer.status(), text))
            }) {
                Ok((status, text))
                    if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS =>
                {
                    anyhow!("{}", refused(&text))
                }
                Ok(answer) => return Ok(answer),
                Err(error) => anyhow!("{error}"),
            };
            if begun.elapsed() > AWAY {
                return Err(problem.context(format!("no answer from {}", self.base)));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_secs(5));
        }
    }

    /// Says who asks.
    fn signed<B>(&self, mut request: RequestBuilder<B>) -> RequestBuilder<B> {
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, token);
        }
        if let Some(cookie) = self.cookie.get() {
            request = request.header(COOKIE, cookie);
        }
        request
    }

    /// Keeps the cookie of the first answer. A proxy may set others.
    fn remember(&self, headers: &HeaderMap) {
        let set = headers.get_all(SET_COOKIE).into_iter();
        let mut cookies = set.filter_map(|set| set.to_str().ok()?.split(';').next());
        if let Some(cookie) = cookies.find(|cookie| cookie.starts_with(PLAYER)) {
            // Later answers set none.
            let _ = self.cookie.set(cookie.to_owned());
        }
    }

    pub(super) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        understood(self.send(path, None)?)
    }

    pub(super) fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T> {
        understood(self.send(path, Some(body))?)
    }

    /// Waits until something happens after the event with this number, or for a while.
    pub(super) fn wait(&self, id: &str, seq: u64) {
        self.hear(&format!("/api/matches/{id}/stream?since={seq}"), || true);
    }

    /// Reads the lines of a stream until one is enough, or for a while.
    fn hear(&self, path: &str, mut is_enough: impl FnMut() -> bool) {
        let request = self.signed(self.agent.get(format!("{}{path}", self.base)));
        let request = request.config().timeout_global(Some(SILENCE)).build();
        let heard = request.call().ok().and_then(|mut answer| {
            let lines = BufReader::new(answer.body_mut().as_reader()).lines();
            // Empty lines only keep the connection alive.
            let mut told = lines.map_while(Result::ok).filter(|line| !line.is_empty());
            told.find(|_| is_enough())
        });
        if heard.is_none() {
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// Hears whenever something happens in a match of the player, in a thread of its own.
    pub(super) fn news(&self) -> Receiver<()> {
        let (tell, news) = mpsc::channel();
        let client = self.clone();
        thread::spawn(move || {
            // While the server is away, that is a reason to look as well.
            while tell.send(()).is_ok() {
                client.hear("/api/me/stream", || tell.send(()).is_err());
                thread::sleep(LOOK);
            }
        });
        news
    }
}

fn refused(text: &str) -> String {
    let Refusal { message, help } = serde_json::from_str(text).unwrap_or_default();
    match (message.is_empty(), help) {
        (true, _) => "this does not look like a Parlour server".to_owned(),
        (false, Some(help)) => format!("the server says: {message} ({help})"),
        (false, None) => format!("the server says: {message}"),
    }
}

pub(super) fn understood<T: DeserializeOwned>((status, text): Answer) -> Result<T> {
    if !status.is_success() {
        bail!(refused(&text));
    }
    serde_json::from_str(&text).context("this does not look like a Parlour server")
}

#[cfg(test)]
mod tests {
    use ureq::http::HeaderValue;

    use super::*;

    #[test]
    fn the_first_cookie_of_the_server_is_kept() {
        let client = Client::new("http://a".to_owned(), None);
        let mut headers = HeaderMap::new();
        client.remember(&headers);
        assert_eq!(client.cookie.get(), None);
        for cookie in ["of_a_proxy=1", "parlour_player=abc; Path=/; HttpOnly"] {
            headers.append(SET_COOKIE, HeaderValue::from_static(cookie));
        }
        client.remember(&headers);
        headers.clear();
        let other = HeaderValue::from_static("parlour_player=other");
        headers.insert(SET_COOKIE, other);
        client.remember(&headers);
        let cookie = client.cookie.get().map(String::as_str);
        assert_eq!(cookie, Some("parlour_player=abc"));
    }
}
