//! `parlour serve` and `parlour join` as programs.
#![cfg(feature = "serve")]

#[cfg(all(unix, feature = "postgres"))]
#[path = "../../../store/tests/address/mod.rs"]
mod address;
mod bots;
mod contract;
mod killed;
mod live;
mod operations;
#[path = "../serving/mod.rs"]
mod serving;

use std::process::Output;
use std::time::Duration;

use serde_json::Value;

/// Somebody with cookies.
struct Person {
    agent: ureq::Agent,
}

impl Person {
    fn new() -> Person {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(20)));
        Person {
            agent: config.build().into(),
        }
    }

    /// The status and the value of an answer; `None` if there is none.
    fn ask(&self, url: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        let answer = match body {
            Some(body) => self.agent.post(url).send(&body.to_string()),
            None => self.agent.get(url).call(),
        };
        let mut answer = answer.ok()?;
        let text = answer.body_mut().read_to_string().ok()?;
        let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Some((answer.status().as_u16(), value))
    }

    fn get(&self, url: &str) -> Value {
        let (status, value) = self.ask(url, None).expect("an answer");
        assert_eq!(status, 200, "{value}");
        value
    }

    /// The name of a new match, and the links of its free seats.
    fn make(&self, server: &str, wanted: &Value) -> (String, Vec<String>) {
        let made = self.ask(&format!("{server}/api/matches"), Some(wanted));
        let (status, made) = made.expect("an answer");
        assert_eq!(status, 201, "{made}");
        let links = made["join"].as_array().expect("links").iter();
        let links = links.map(|link| link.as_str().expect("a link").to_owned());
        (
            made["id"].as_str().expect("a name").to_owned(),
            links.collect(),
        )
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
