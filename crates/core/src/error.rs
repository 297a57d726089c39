//! Why a move or a setup was refused.

use std::ops::Range;

use thiserror::Error;

use crate::diagnostic::Diagnostic;

/// A move that the rules forbid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Illegal {
    /// Which rule, as a word that programs can rely on.
    pub code: &'static str,
    /// Why, in words for a player.
    pub message: String,
    /// What to do instead, if there is something to say.
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

    /// The refusal as a finding at a place in a text.
    #[must_use]
    pub fn at(self, span: Range<usize>) -> Diagnostic {
        let finding = Diagnostic::error(self.code, span, self.message);
        match self.help {
            Some(help) => finding.help(help),
            None => finding,
        }
    }
}

/// A setup that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{option}: {message}")]
pub struct SetupError {
    /// The option at fault.
    pub option: &'static str,
    /// What is wrong with its value, and what would be right.
    pub message: String,
}

impl SetupError {
    /// An error about the value of one option.
    pub fn new(option: &'static str, message: impl Into<String>) -> Self {
        SetupError {
            option,
            message: message.into(),
        }
    }
}

/// A picture that would be too large to be useful.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct TooLarge(pub String);
