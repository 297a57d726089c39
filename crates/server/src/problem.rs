//! Why a request is refused, as JSON: the diagnostics of the command line.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use parlour_core::Diagnostic;
use parlour_core::json::Finding;
use parlour_store::StoreError;
use serde::Serialize;

use crate::log;
use crate::table::Told;

/// Why a request is refused.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Problem {
    #[serde(skip)]
    pub(crate) status: StatusCode,
    /// What kind of problem, as a word that programs can rely on.
    pub(crate) code: Box<str>,
    /// What is wrong.
    pub(crate) message: Box<str>,
    /// What to do about it.
    pub(crate) help: Option<Box<str>>,
    /// The line in the text of a step or a record, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    /// The column, counted from 1.
    pub(crate) column: Option<u32>,
    /// The number of the last event, where the request was too late.
    pub(crate) seq: Option<u64>,
    /// The events that the request did not know of.
    pub(crate) steps: Option<Vec<Told>>,
    /// Seconds to wait before the next try.
    pub(crate) wait: Option<u32>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<Box<str>>) -> Self {
        Problem {
            status,
            code: code.into(),
            message: message.into(),
            help: None,
            line: None,
            column: None,
            seq: None,
            steps: None,
            wait: None,
        }
    }

    pub(crate) fn help(mut self, help: impl Into<Box<str>>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The request says something that makes no sense.
    pub(crate) fn invalid(code: &str, message: impl Into<Box<str>>) -> Self {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// The request comes at the wrong moment.
    pub(crate) fn untimely(code: &str, message: impl Into<Box<str>>) -> Self {
        Problem::new(StatusCode::CONFLICT, code, message)
    }

    pub(crate) fn forbidden(code: &str, message: impl Into<Box<str>>) -> Self {
        Problem::new(StatusCode::FORBIDDEN, code, message)
    }

    pub(crate) fn missing(message: impl Into<Box<str>>) -> Self {
        Problem::new(StatusCode::NOT_FOUND, "not-found", message)
    }

    /// Something is wrong with the server. The log has the reason, the answer has not.
    pub(crate) fn internal(why: impl Into<String>) -> Self {
        log::problem(&why.into());
        let message = "internal server error; the reason is in the server's log";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// Too many requests.
    pub(crate) fn too_many(message: impl Into<Box<str>>, wait: u32) -> Self {
        let mut problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message);
        problem.wait = Some(wait);
        let seconds = if wait == 1 { "second" } else { "seconds" };
        problem.help(format!("try again in {wait} {seconds}"))
    }

    /// A step that cannot be read or taken.
    pub(crate) fn illegal(finding: &Diagnostic, text: &str) -> Self {
        let Finding {
            code,
            message,
            help,
            line,
            column,
            ..
        } = Finding::of(finding, text.as_bytes());
        Problem {
            help: help.map(Into::into),
            line: Some(line as u32),
            column: Some(column as u32),
            ..Problem::invalid(&code, message)
        }
    }

    /// The request does not continue the match, whose last event has the number `seq`: it was made
    /// before something happened.
    pub(crate) fn late(at: u64, seq: u64, steps: Vec<Told>) -> Self {
        let message = match at > seq {
            true => format!("event {at} has not happened; the last one is {seq}"),
            false => "something has happened since; look at the new events".to_owned(),
        };
        Problem {
            seq: Some(seq),
            steps: Some(steps),
            ..Problem::untimely("late", message)
        }
    }

    /// Whether the request was made before something happened.
    pub(crate) fn is_late(&self) -> bool {
        self.steps.is_some()
    }
}

impl From<StoreError> for Problem {
    fn from(StoreError(why): StoreError) -> Self {
        Problem {
            message: "the server cannot reach its data; nothing was changed".into(),
            status: StatusCode::SERVICE_UNAVAILABLE,
            ..Problem::internal(why)
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response<Body> {
        let text = serde_json::to_string(&self).unwrap_or_default();
        let mut answer = Response::new(Body::from(text));
        *answer.status_mut() = self.status;
        let headers = answer.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(wait) = self.wait {
            headers.insert(RETRY_AFTER, HeaderValue::from(wait));
        }
        answer
    }
}
