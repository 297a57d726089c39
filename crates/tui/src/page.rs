//! Pages: the screens of the program, kept on a stack.

use std::collections::HashMap;
use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::Settings;
use crate::event::{Hits, Input, Ticket, Work};
use crate::look::Look;
use crate::pages::setup::Draft;
use crate::screen::Key;
use crate::work::Workshop;

/// What a page needs to know, and what it can ask for.
pub(crate) struct Context<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) shop: &'a Workshop,
    pub(crate) now: Instant,
    /// Forms that were left, by game, to be found again as they were.
    pub(crate) drafts: &'a mut HashMap<&'static str, Draft>,
    /// Set to clear the screen and the scrollback before the next drawing.
    pub(crate) wipe: &'a mut bool,
}

/// What happens to a page after an input.
pub(crate) enum Next {
    Stay,
    /// Another page is opened on top of it.
    Open(Box<dyn Page>),
    /// Another page replaces it.
    Become(Box<dyn Page>),
    /// It is closed.
    Close,
    /// The program ends.
    Quit,
}

/// A page that fills the screen.
pub(crate) trait Page {
    /// Handles an input.
    fn input(&mut self, input: Input, cx: &mut Context<'_>) -> Next;

    /// Handles a worker's report; one that is not for this page is returned.
    fn work(&mut self, _ticket: Ticket, work: Work, _cx: &mut Context<'_>) -> Option<Work> {
        Some(work)
    }

    /// The page is on top again.
    fn uncovered(&mut self, _cx: &mut Context<'_>) {}

    /// When it wants an [`Input::Tick`].
    fn wake(&self) -> Option<Instant> {
        None
    }

    /// Letters are text at the moment, not commands.
    fn is_typing(&self) -> bool {
        false
    }

    /// It explains the keys itself, and the key for help closes it.
    fn is_help(&self) -> bool {
        false
    }

    /// The keys that work now, the most useful first.
    fn keys(&self) -> Vec<Key>;

    fn draw(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits);
}
