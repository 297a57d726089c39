//! Why a move or a setup was refused.

use thiserror::Error;

/// A move that the rules forbid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Illegal {
    /// Which rule, as a word that programs can rely on.
    pub code: &'static str,
    /// Why, in words for a player.
    pub message: String,
    /// What to do instead, where there is something to say.
    pub help: Option<String>,
}

impl Illegal {
    /// A refusal without advice.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Illegal {
            code,
            message: message.into(),
            help: None,
        }
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// A setup that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("--{option}: {message}")]
pub struct SetupError {
    /// The option at fault.
    pub option: &'static str,
    /// What is wrong with its value, and what would be right.
    pub message: String,
}

impl SetupError {
    /// A complaint about the value of one option.
    pub fn new(option: &'static str, message: impl Into<String>) -> Self {
        SetupError {
            option,
            message: message.into(),
        }
    }
}

/// A picture that would be too large to be of use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct TooLarge(pub String);
