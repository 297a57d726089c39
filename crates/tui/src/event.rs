//! Events: what players do, and what workers report.

use std::path::PathBuf;

use parlour_core::review::Account;
use parlour_core::{Pick, Thought};
use parlour_host::Answer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;

use crate::graphics::Shown;

/// Everything that the main loop receives.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was moved or clicked.
    Mouse(MouseEvent),
    /// The window was resized, or must be redrawn.
    Redraw,
    /// A moment that a page was waiting for has come.
    Tick,
    /// A worker reports something.
    Work(Ticket, Work),
    /// The program should suspend, as with Ctrl-Z.
    Suspend,
    /// The program should end, or its terminal is gone.
    Stop,
}

/// The number of a job, by which its results find the page that wants them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket(pub(crate) u64);

/// What a worker reports.
#[derive(Debug)]
pub enum Work {
    /// A bot reports a thought.
    Thought(Thought),
    /// A bot has answered.
    Answer(Answer),
    /// How much of a long task is done, from 0 to 1.
    Progress(f64),
    /// This many steps of a record were reviewed.
    Reviewed(usize, Account),
    /// A record was reviewed, or why it could not be.
    Review(Result<Account, String>),
    /// The content of a file was computed.
    Made(Vec<u8>),
    /// A summary of a file.
    Summary(PathBuf, String),
    /// The worker broke down.
    Failed(String),
}

/// An input for a page.
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

/// Something on the screen that the mouse can point at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Hit {
    /// Acts like a key.
    Key(KeyEvent),
    /// A place on a board.
    Pick(Pick),
    /// A choice in the strip below the board.
    Choice(usize),
    /// A line of a list.
    Row(usize),
}

/// What a page puts on the screen besides characters.
#[derive(Debug, Default)]
pub(crate) struct Hits {
    /// Everything that the mouse can point at, topmost last.
    all: Vec<(Rect, Hit)>,
    /// A picture, whose place is left blank.
    pub(crate) picture: Option<Shown>,
}

impl Hits {
    pub(crate) fn push(&mut self, area: Rect, hit: Hit) {
        self.all.push((area, hit));
    }

    pub(crate) fn at(&self, column: u16, row: u16) -> Option<&Hit> {
        let mut hits = self.all.iter().rev();
        hits.find(|(area, _)| area.contains((column, row).into()))
            .map(|(_, hit)| hit)
    }
}

/// A key without modifiers.
pub(crate) fn plain(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}
