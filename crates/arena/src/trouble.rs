//! What can go wrong with a bot, and whose fault it is.

use std::io;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a bot did instead of making a legal move in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// It was late.
    Time,
    /// It ended, closed its output, or could not even be started.
    Crash,
    /// It made an illegal move.
    Illegal,
    /// It said something outside the protocol, or too much.
    Protocol,
}

impl Failure {
    /// All kinds, in order.
    pub const ALL: [Failure; 4] = [
        Failure::Time,
        Failure::Crash,
        Failure::Illegal,
        Failure::Protocol,
    ];

    /// Its name in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Failure::Time => "time",
            Failure::Crash => "crash",
            Failure::Illegal => "illegal",
            Failure::Protocol => "protocol",
        }
    }
}

/// Why a bot in another program has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExternalError {
    /// The bot has failed.
    #[error("{reason}")]
    Bot {
        /// In what way.
        failure: Failure,
        /// In words.
        reason: String,
    },
    /// This machine could not do its part.
    #[error(transparent)]
    Host(#[from] HostError),
}

impl ExternalError {
    pub(crate) fn bot(failure: Failure, reason: impl Into<String>) -> ExternalError {
        let reason = reason.into();
        ExternalError::Bot { failure, reason }
    }
}

/// This machine has no room for another process, thread or pipe: nobody loses a
/// game because of that.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this machine cannot run another bot now: {0}")]
pub struct HostError(pub String);

/// Whether a program was not started because the machine had no room for it.
#[cfg(unix)]
pub(crate) fn is_the_host(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let number = Errno::from_io_error(error);
    [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM]
        .into_iter()
        .any(|host| number == Some(host))
}

#[cfg(not(unix))]
pub(crate) fn is_the_host(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::OutOfMemory
}
