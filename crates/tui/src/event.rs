//! What happens to the program: what players do, and what workers report.

use std::path::PathBuf;

use parlour_core::review::Account;
use parlour_core::{Pick, Thought};
use parlour_host::Answer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;

/// Everything that the main loop hears of.
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was moved or clicked.
    Mouse(MouseEvent),
    /// The window has another size, or must be drawn again.
    Redraw,
    /// A moment has come that a page waited for.
    Tick,
    /// A worker has something to tell.
    Work(Ticket, Work),
    /// The program is to stop for a while, as with Ctrl-Z.
    Suspend,
    /// The program is told to end, or its terminal is gone.
    Stop,
}

/// The number of a job, by which its results find the page that wants them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket(pub(crate) u64);

/// What a worker tells.
pub enum Work {
    /// A bot thinks aloud.
    Thought(Thought),
    /// A bot has thought.
    Answer(Answer),
    /// How much of a long work is done, from 0 to 1.
    Progress(f64),
    /// So many steps of a record were reviewed.
    Reviewed(usize, Account),
    /// A record was reviewed, or why it could not be.
    Review(Result<Account, String>),
    /// The content of a file was computed.
    Made(Vec<u8>),
    /// What a file is about.
    Summary(PathBuf, String),
    /// The worker broke down.
    Failed(String),
}

/// What a page is told of a player's doing.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    Key(KeyEvent),
    /// The mouse points at something, or clicks on it.
    Point {
        hit: Hit,
        click: bool,
    },
    /// The wheel, down or up.
    Scroll(bool),
    Tick,
}

/// Something on the screen that a mouse can point at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Hit {
    /// Does what a key does.
    Key(KeyEvent),
    /// A place on a board.
    Pick(Pick),
    /// A choice in the strip below the board.
    Choice(usize),
    /// A line of a list.
    Row(usize),
}

/// Where everything is that the mouse can point at, topmost last.
#[derive(Debug, Default)]
pub(crate) struct Hits(Vec<(Rect, Hit)>);

impl Hits {
    pub(crate) fn push(&mut self, area: Rect, hit: Hit) {
        self.0.push((area, hit));
    }

    pub(crate) fn at(&self, column: u16, row: u16) -> Option<&Hit> {
        let mut hits = self.0.iter().rev();
        hits.find(|(area, _)| area.contains((column, row).into()))
            .map(|(_, hit)| hit)
    }
}

/// A key without modifiers.
pub(crate) fn plain(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}
