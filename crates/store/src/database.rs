//! What every database can do.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Something that happened in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its number in the match, from 1.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// What it is.
    pub kind: String,
    /// The seat that did it.
    pub seat: Option<u8>,
    /// The rest.
    pub body: String,
}

/// A seat of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRow {
    /// The player who has taken it.
    pub player: Option<String>,
    /// The bot that plays it.
    pub bot: Option<String>,
    /// The hash of the secret that lets a player take it.
    pub join: Option<String>,
}

/// A match that begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewMatch {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// Everything about it that never changes.
    pub head: String,
    /// Whether it is public.
    pub public: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// What has happened already.
    pub events: Vec<Event>,
    /// When it is next due for attention: see [`Append::due`].
    pub due: Option<i64>,
}

/// A match as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// Everything about it that never changes.
    pub head: String,
    /// Whether it is public.
    pub public: bool,
    /// When it was made.
    pub created: i64,
    /// The number of its last event.
    pub seq: u64,
    /// When it ended.
    pub ended: Option<i64>,
    /// When it is next due for attention.
    pub due: Option<i64>,
    /// Its seats.
    pub seats: Vec<SeatRow>,
}

impl MatchRow {
    /// The match as a backup holds it, and when it ended.
    pub(crate) fn archived(self, events: Vec<Event>) -> (NewMatch, Option<i64>) {
        let row = NewMatch {
            id: self.id,
            game: self.game,
            head: self.head,
            public: self.public,
            created: self.created,
            seats: self.seats,
            events,
            due: self.due,
        };
        (row, self.ended)
    }
}

/// Events to add to a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The match.
    pub id: String,
    /// The number of its last event, as far as the writer knows.
    pub after: u64,
    /// What happened: numbered on from there.
    pub events: Vec<Event>,
    /// When the match is next due for attention, because a clock runs out or a bot should
    /// have moved.
    pub due: Option<i64>,
    /// When the match ended, if it did.
    pub ended: Option<i64>,
    /// A seat that a player takes with this.
    pub taken: Option<(u8, String)>,
}

/// A text of any other kind: a token, a name, a tournament, work to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// What it is.
    pub kind: String,
    /// Its id, unique within its kind.
    pub id: String,
    /// Whose it is.
    pub owner: String,
    /// How often it was changed, from 1.
    pub seq: u64,
    /// Its text; an empty one was deleted.
    pub body: String,
    /// When it is next due for attention, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<i64>,
}

/// A match or a document, whole: what a backup consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Archived {
    /// A match with its events.
    Match {
        /// The match.
        row: NewMatch,
        /// When it ended.
        ended: Option<i64>,
    },
    /// A document.
    Document(Document),
}

/// Something to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// A new match.
    Create(NewMatch),
    /// Events of a match.
    Append(Append),
    /// A document, whose number must be one more than before.
    Put(Document),
    /// Something from a backup.
    Restore(Archived),
}

/// The result of a [`Write`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is on the disk.
    Done,
    /// Another process wrote there first, or there is nothing to write to.
    Conflict,
}

/// Why a database does not answer.
#[derive(Clone, Debug, Error)]
#[error("{0}")]
pub struct StoreError(pub String);

/// A connection to a database.
///
/// [`Store`](crate::Store) opens these and has an example.
pub trait Database: Send {
    /// Writes all of these in one transaction, in order. A conflict leaves the others alone.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn write(&mut self, group: &[Write]) -> Result<Vec<Written>, StoreError>;

    /// A match.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn find(&mut self, id: &str) -> Result<Option<MatchRow>, StoreError>;

    /// The events of a match after a number, in order.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn events(&mut self, id: &str, since: u64) -> Result<Vec<Event>, StoreError>;

    /// The last event of each of these matches, for those that are there.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn seqs(&mut self, ids: &[String]) -> Result<Vec<(String, u64)>, StoreError>;

    /// Matches that are due for attention, the most urgent first.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn due(&mut self, before: i64, most: u32) -> Result<Vec<String>, StoreError>;

    /// The matches of a player, the newest first.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn of_player(&mut self, player: &str, most: u32) -> Result<Vec<MatchRow>, StoreError>;

    /// Public matches that go on, the newest first; only those in which somebody can still
    /// take a seat, or only those in which nobody can.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn public(&mut self, open: bool, most: u32) -> Result<Vec<MatchRow>, StoreError>;

    /// How many matches of a player go on.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn unfinished(&mut self, player: &str) -> Result<u64, StoreError>;

    /// A document.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn get(&mut self, kind: &str, id: &str) -> Result<Option<Document>, StoreError>;

    /// The documents of a kind that somebody owns, by their names.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn owned(&mut self, kind: &str, owner: &str) -> Result<Vec<Document>, StoreError>;

    /// The documents of a kind that are due for attention, the most urgent first.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn due_documents(
        &mut self,
        kind: &str,
        before: i64,
        most: u32,
    ) -> Result<Vec<Document>, StoreError>;

    /// Waits until another process may have written something. False if none has.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn wait(&mut self, patience: Duration) -> Result<bool, StoreError>;

    /// Everything, as it is at one moment.
    ///
    /// # Errors
    ///
    /// The database does not answer.
    fn archive(
        &mut self,
        take: &mut dyn FnMut(Archived) -> std::io::Result<()>,
    ) -> Result<(), StoreError>;
}
