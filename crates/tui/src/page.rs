//! What the program is made of: pages that lie on each other like sheets.

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

/// What a page needs to know and to have done.
pub(crate) struct Context<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) shop: &'a Workshop,
    pub(crate) now: Instant,
    /// Forms that were left, game by game, to be found again as they were.
    pub(crate) drafts: &'a mut HashMap<&'static str, Draft>,
    /// Set to have the screen wiped, and what scrolled off it, before it is
    /// drawn again.
    pub(crate) wipe: &'a mut bool,
}

/// What becomes of a page after an input.
pub(crate) enum Next {
    Stay,
    /// Another page is laid on it.
    Open(Box<dyn Page>),
    /// Another page takes its place.
    Become(Box<dyn Page>),
    /// It is taken away.
    Close,
    /// The program ends.
    Quit,
}

/// A sheet that fills the screen.
pub(crate) trait Page {
    /// Something was done.
    fn input(&mut self, input: Input, cx: &mut Context<'_>) -> Next;

    /// A worker tells something; what is not meant for this page is given back.
    fn work(&mut self, _ticket: Ticket, work: Work, _cx: &mut Context<'_>) -> Option<Work> {
        Some(work)
    }

    /// The page is on top again.
    fn uncovered(&mut self, _cx: &mut Context<'_>) {}

    /// When it wants to be given [`Input::Tick`].
    fn wake(&self) -> Option<Instant> {
        None
    }

    /// Letters are text at the moment, not commands.
    fn is_typing(&self) -> bool {
        false
    }

    /// The keys that work now, the most useful first.
    fn keys(&self) -> Vec<Key>;

    fn draw(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits);
}
