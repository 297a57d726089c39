//! Requests of a page, and why they may fail.

use parlour_core::{Diagnostic, Illegal, SetupError};
use serde_json::Value;

use crate::json;

/// Why a request has no answer, for the person at the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Complaint {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Complaint {
    /// What is wrong.
    pub fn new(message: impl Into<String>) -> Self {
        Complaint {
            message: message.into(),
            help: None,
        }
    }

    /// As JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({ "error": self.message, "help": self.help })
    }
}

impl From<Diagnostic> for Complaint {
    fn from(finding: Diagnostic) -> Self {
        Complaint {
            message: finding.message,
            help: finding.help.map(String::from),
        }
    }
}

impl From<Illegal> for Complaint {
    fn from(illegal: Illegal) -> Self {
        Complaint {
            help: illegal.help.as_deref().map(str::to_owned),
            message: illegal.message,
        }
    }
}

impl From<SetupError> for Complaint {
    fn from(error: SetupError) -> Self {
        Complaint::new(error.to_string())
    }
}

/// A request, with its fields.
#[derive(Clone, Debug)]
pub struct Request(pub Value);

impl Request {
    /// A field that holds a text.
    ///
    /// # Errors
    ///
    /// There is no such field, or it holds no text.
    pub fn text(&self, name: &str) -> Result<&str, Complaint> {
        let found = self.0[name].as_str();
        found.ok_or_else(|| Complaint::new(format!("the request lacks `{name}`")))
    }

    /// A field that holds a number.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        let value = &self.0[name];
        // JavaScript's numbers end before ours do: a seed comes as text.
        value.as_u64().or_else(|| value.as_str()?.parse().ok())
    }

    /// Whether a field is `true`.
    #[must_use]
    pub fn is_set(&self, name: &str) -> bool {
        self.0[name].as_bool().unwrap_or(false)
    }

    /// A field that holds a list of texts.
    #[must_use]
    pub fn texts(&self, name: &str) -> Vec<String> {
        let list = self.0[name].as_array().into_iter().flatten();
        list.filter_map(|text| text.as_str().map(str::to_owned))
            .collect()
    }

    /// The game that the request is about.
    ///
    /// # Errors
    ///
    /// There is no game of that id.
    pub fn game(&self) -> Result<&'static dyn parlour_core::GameEntry, Complaint> {
        let id = self.text("game")?;
        parlour_catalog::game(id).ok_or_else(|| Complaint::new(format!("there is no game {id}")))
    }
}
