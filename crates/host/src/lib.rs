//! A game being played, for every front end.
//!
//! A [`Host`] owns a game in progress: the match, the seats, luck, what each
//! viewer may see and be told, undo, advice, and keeping it. Front ends only
//! show it and pass on what a person did.
//!
//! It knows no terminal, no file system and no clock, and starts no thread.
//! [`Host::next`] says what must happen now. Long work is handed out as a
//! [`Task`] that runs anywhere, and comes back as an [`Answer`]; what is to be
//! kept goes to a [`Keeper`]; bots that run elsewhere come from a
//! [`BotFactory`].
//!
//! # Examples
//!
//! A front end in a few lines: a person, who always takes the first legal move, against a bot.
//!
//! ```
//! use parlour_core::{Budget, Match, SetupValues, Tables, luck};
//! use parlour_host::{Dice, HUMAN, Host, Next, Seating, World, default_names};
//!
//! let game = parlour_catalog::game("gridlock").expect("it is in the catalogue");
//! let setup = SetupValues::new();
//! let start = game.start(&setup, &mut luck::seeded(1)).expect("the usual setup");
//! let kinds = vec![HUMAN.to_owned(), "easy".to_owned()];
//! let names = default_names(&*start, &kinds);
//! let seating = Seating {
//!     game,
//!     played: Match::new(start, names),
//!     setup: Some(setup),
//!     kinds,
//!     budget: Budget { nodes: Some(100), ..Budget::default() },
//!     dice: Dice::Thrown,
//!     seed: 1,
//! };
//! let mut host = Host::new(seating, World::own(Tables::none()));
//! loop {
//!     match host.next() {
//!         Next::Over(_) => break,
//!         Next::Move(_) => {
//!             let first = host.position().moves().remove(0);
//!             host.play(&first).expect("a legal move");
//!         }
//!         Next::Think(_) => {
//!             let task = host.think().expect("a bot is to think");
//!             host.answer(task.run(None));
//!         }
//!         _ => host.settle(),
//!     }
//! }
//! assert!(host.played().result().is_some());
//! ```
#![forbid(unsafe_code)]

mod advice;
mod again;
mod bots;
mod guide;
mod host;
mod journal;
mod keeping;
#[cfg(feature = "serde")]
mod lines;
mod picking;
mod puzzle;
mod seating;
mod secrets;
mod task;
mod told;

pub use advice::{Adviser, Found};
pub use guide::{Guide, Heard};
pub use host::{Host, Next};
pub use journal::{BadJournal, Keeper, Kept, is_journal, kept_game, kept_match};
#[cfg(feature = "serde")]
pub use lines::{Opinion, ReviewLine, ledger_lines, review_line, review_lines};
pub use picking::{Picking, Taken, digits};
pub use puzzle::{Judged, PuzzleSession};
pub use seating::{
    BotFactory, Dice, HUMAN, Seating, World, deal, default_names, own_bots, strongest, usual_kinds,
    values_for,
};
pub use task::{Answer, Handle, Task};
pub use told::{Said, told};
