//! The rules of a game, with diagrams that the game draws itself.

use std::cell::{Cell, RefCell};

use parlour_core::learn::{self, Block, Diagram};
use parlour_core::{DrawOptions, GameEntry, Room};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::event::{Hits, Input};
use crate::look::{FAINT, Look, PLAIN, TITLE, style};
use crate::page::{Context, Next, Page};
use crate::pages::lesson::Lesson;
use crate::screen::{
    Key, body, draw_keys_and_place, draw_pane, draw_title, in_the_middle, wrapped,
};

/// Longer lines are hard to read.
const WIDEST: usize = 80;

/// The room that a diagram may take: large enough for every game, and no more than half of a large
/// screen.
const LOWEST: usize = 11;
const HIGHEST: usize = 19;

/// How far diagrams are indented.
const INDENT: usize = 2;

pub(crate) struct Rules {
    game: &'static dyn GameEntry,
    blocks: Vec<Block>,
    /// The first visible line.
    top: usize,
    /// The last value of `top` that shows a whole page, and the height of a page: known once it
    /// was drawn.
    last: Cell<usize>,
    room: Cell<usize>,
    /// The lines for a size and look of the screen.
    laid_out: RefCell<Option<(Rect, Look, Vec<Line<'static>>)>>,
}

impl Rules {
    pub(crate) fn new(game: &'static dyn GameEntry) -> Self {
        Rules {
            game,
            blocks: learn::rules(game),
            top: 0,
            last: Cell::new(usize::MAX),
            room: Cell::new(1),
            laid_out: RefCell::default(),
        }
    }

    fn lines(&self, area: Rect, look: Look) -> Vec<Line<'static>> {
        let width = usize::from(area.width).min(WIDEST);
        let mut lines: Vec<Line<'static>> = Vec::new();
        let words = |lines: &mut Vec<Line<'static>>, text: &str, style| {
            let wrapped = wrapped(text, width).into_iter();
            lines.extend(wrapped.map(|line| Line::styled(line, style)));
        };
        for block in &self.blocks {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            match block {
                Block::Heading(text) => words(&mut lines, text, TITLE),
                Block::Paragraph(text) | Block::Lines(text) => words(&mut lines, text, PLAIN),
                Block::Board(diagram) => {
                    lines.extend(drawn(diagram, area, look));
                    words(&mut lines, &diagram.caption, FAINT);
                }
            }
        }
        lines
    }
}

/// A diagram in the largest size that suits the screen; nothing if it is too wide.
fn drawn(diagram: &Diagram, area: Rect, look: Look) -> Vec<Line<'static>> {
    let columns = usize::from(area.width).saturating_sub(INDENT);
    let room = Room {
        columns: columns.min(WIDEST),
        lines: usize::from(area.height / 2).clamp(LOWEST, HIGHEST),
    };
    let options = DrawOptions {
        coordinates: true,
        room: Some(room),
        signs: look.signs(),
        theme: look.of_boards(),
        ..DrawOptions::default()
    };
    let Ok(drawing) = diagram.draw(options) else {
        return Vec::new();
    };
    let drawing = match look.ascii {
        true => drawing.in_ascii(),
        false => drawing,
    };
    let widths = drawing
        .lines
        .iter()
        .map(|runs| -> usize { runs.iter().map(|run| run.text.chars().count()).sum() });
    let widest = widths.max().unwrap_or(0);
    // Where there is just room for it, it is not indented.
    let Some(spare) = usize::from(area.width).checked_sub(widest) else {
        return Vec::new();
    };
    let lines = drawing.lines.into_iter().map(|runs| {
        let indent = Span::raw(" ".repeat(spare.min(INDENT)));
        let spans = runs
            .into_iter()
            .map(|run| Span::styled(run.text, style(run.style)));
        Line::from_iter(std::iter::once(indent).chain(spans))
    });
    lines.collect()
}

impl Page for Rules {
    fn input(&mut self, input: Input, _: &mut Context<'_>) -> Next {
        let (last, room) = (self.last.get(), self.room.get());
        let top = self.top.min(last);
        let code = match input {
            Input::Key(key) => key.code,
            Input::Scroll(true) => KeyCode::Down,
            Input::Scroll(false) => KeyCode::Up,
            Input::Point { .. } | Input::Tick => return Next::Stay,
        };
        self.top = match code {
            KeyCode::Down => top.saturating_add(1),
            KeyCode::Up => top.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => top.saturating_add(room),
            KeyCode::PageUp => top.saturating_sub(room),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Char('l') => match Lesson::new(self.game) {
                Some(lesson) => return Next::Become(Box::new(lesson)),
                None => top,
            },
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return Next::Close,
            _ => top,
        }
        .min(last);
        Next::Stay
    }

    fn keys(&self) -> Vec<Key> {
        let key = Key::plain;
        vec![
            key(KeyCode::Esc, "Esc", "back"),
            key(KeyCode::Down, "Down", "scroll"),
            key(KeyCode::Up, "Up", "scroll back"),
            key(KeyCode::PageDown, "PgDn", "next page"),
            key(KeyCode::Char('l'), "l", "learn").at_length("a guided first game"),
            key(KeyCode::Char('?'), "?", "keys"),
        ]
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        let title = format!("{}: the rules", self.game.info().title);
        draw_title(area, screen, &title, "");
        let inner = draw_pane(body(area), screen, "");
        let mut kept = self.laid_out.borrow_mut();
        let is_known = |(place, known, _): &(Rect, Look, _)| (*place, *known) == (inner, look);
        if !kept.as_ref().is_some_and(is_known) {
            *kept = Some((inner, look, self.lines(inner, look)));
        }
        let lines = kept.as_ref().map_or(&[][..], |(_, _, lines)| lines);
        let room = usize::from(inner.height).max(1);
        let last = lines.len().saturating_sub(room);
        self.last.set(last);
        self.room.set(room);
        let top = self.top.min(last);
        let column = in_the_middle(inner, WIDEST);
        for (line, y) in lines.iter().skip(top).take(room).zip(column.y..) {
            screen.set_line(column.x, y, line, column.width);
        }
        let place = (last > 0).then(|| (top + room, lines.len()));
        draw_keys_and_place(area, screen, hits, &self.keys(), place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Colours;
    use crate::theme::Theme;

    #[test]
    fn no_diagram_is_left_out_of_a_usual_window() {
        let looks = [
            (Colours::Many, false),
            (Colours::Sixteen, false),
            (Colours::None, false),
            (Colours::None, true),
        ];
        for (colours, ascii) in looks {
            let look = Look {
                colours,
                ascii,
                theme: Theme::Dark,
                on_light: false,
                cell: None,
            };
            // What is inside the border of a page of 60 by 20, and so on.
            for (width, height) in [(56, 16), (76, 20), (116, 36), (196, 56)] {
                for &game in parlour_catalog::games() {
                    for block in learn::rules(game) {
                        let Block::Board(diagram) = block else {
                            continue;
                        };
                        let area = Rect::new(0, 0, width, height);
                        let lines = drawn(&diagram, area, look);
                        let id = game.info().id;
                        assert!(lines.len() > 2, "{id} in {width}: {}", diagram.caption);
                        let widest = lines.iter().map(Line::width).max();
                        assert!(widest <= Some(width.into()), "{id} in {width}");
                    }
                }
            }
        }
    }
}
