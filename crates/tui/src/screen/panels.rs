//! Panels beside or below a board: a heading, a border, lines.

use parlour_core::Run;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Widget};

use super::{Panels, cut, short, window, wrapped};
use crate::board::BoardView;
use crate::event::{Hit, Hits};
use crate::look::{EDGE, FAINT, TITLE};

/// Longer lines are hard to read.
pub(crate) const WIDEST: usize = 90;

/// The width of a column of panels below a board.
const COLUMN: u16 = 24;

/// A line of a panel.
pub(crate) enum Row<'a> {
    Line(Line<'a>),
    /// A line that a click chooses, and whether it is the present one.
    Choice(Line<'a>, Option<Hit>, bool),
    /// A part of a game's drawing.
    Runs(Vec<Run>),
}

/// What a panel shows. One that grows takes the room that is left, and shows its present line, or
/// its end.
pub(crate) struct Section<'a> {
    pub(crate) heading: String,
    pub(crate) rows: Rows<'a>,
    pub(crate) grows: bool,
    /// It gives way to what grows.
    pub(crate) gives_way: bool,
    /// The same in one line of this width, without a heading, where there is little room.
    pub(crate) in_short: Option<InShort<'a>>,
}

/// What a panel shows in a width.
type Rows<'a> = Box<dyn Fn(usize) -> Vec<Row<'a>> + 'a>;
type InShort<'a> = Box<dyn Fn(usize) -> Option<Line<'a>> + 'a>;

impl<'a> Section<'a> {
    pub(crate) fn new(
        heading: impl Into<String>,
        rows: impl Fn(usize) -> Vec<Row<'a>> + 'a,
    ) -> Self {
        Section {
            heading: heading.into(),
            rows: Box::new(rows),
            grows: false,
            gives_way: false,
            in_short: None,
        }
    }

    /// One that takes the room that is left.
    pub(crate) fn growing(self) -> Self {
        Section {
            grows: true,
            ..self
        }
    }

    /// One that is left out where a list needs its room.
    pub(crate) fn giving_way(self) -> Self {
        Section {
            gives_way: true,
            ..self
        }
    }

    /// A text that is wrapped.
    pub(crate) fn text(heading: &str, text: String, style: ratatui::style::Style) -> Self {
        Section::new(heading, move |width| {
            let lines = wrapped(&text, width.min(WIDEST)).into_iter();
            lines
                .map(|line| Row::Line(Line::styled(line, style)))
                .collect()
        })
    }

    /// What a game shows beside its board.
    pub(crate) fn of_game(panel: parlour_core::Panel) -> Self {
        let heading = panel.heading.clone().into_owned();
        Section::new(heading, move |width| {
            let rows = panel.lines.iter().flat_map(|line| match words_of(line) {
                // Words can be wrapped, and need no more than one space between them.
                Some(words) => {
                    let close = words.split_whitespace().collect::<Vec<_>>().join(" ");
                    let is_long = words.chars().count() > width;
                    let words = if is_long { &*close } else { words };
                    let lines = wrapped(words, width).into_iter();
                    lines.map(|part| Row::Line(Line::raw(part))).collect()
                }
                None => vec![Row::Runs(line.clone())],
            });
            rows.collect()
        })
    }
}

/// The text of a line of a panel that is words and nothing else.
pub(crate) fn words_of(line: &[Run]) -> Option<&str> {
    match line {
        [run] if run.pick.is_none() && run.style.is_plain() => Some(&run.text),
        _ => None,
    }
}

/// Draws a border with a heading, and returns what is inside.
pub(crate) fn draw_border(area: Rect, screen: &mut Buffer, heading: &str) -> Rect {
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(EDGE);
    let inner = block.inner(area);
    block.render(area, screen);
    if !heading.is_empty() && area.width > 6 {
        let heading = short(heading, usize::from(area.width) - 4);
        let title = Line::from(Span::styled(format!(" {heading} "), TITLE));
        let x = area.x + u16::from(title.width() + 3 < area.width.into()) + 1;
        screen.set_line(x, area.y, &title, area.width - 2);
    }
    inner
}

/// Draws all panels where there is room for them. Returns whether there was room for every list.
pub(crate) fn draw_sections(
    panels: Panels,
    sections: &[Section<'_>],
    board: &BoardView,
    screen: &mut Buffer,
    hits: &mut Hits,
) -> bool {
    let are_listed = match panels {
        Panels::Nowhere => false,
        Panels::Beside(area) => {
            let sections: Vec<&Section<'_>> = sections.iter().collect();
            draw_column(area, &sections, board, screen, hits)
        }
        Panels::Below(area) => {
            draw_columns(area, sections, board, screen, hits);
            true
        }
    };
    board.is_drawn();
    are_listed
}

/// Panels below a board: columns of them, the last one as wide as possible.
fn draw_columns(
    area: Rect,
    sections: &[Section<'_>],
    board: &BoardView,
    screen: &mut Buffer,
    hits: &mut Hits,
) {
    let stacked = |around: usize| {
        let mut columns: Vec<(Vec<&Section<'_>>, usize)> = Vec::new();
        for section in sections {
            let height = match section.grows {
                true => usize::from(area.height),
                false => (section.rows)(usize::from(COLUMN) - 2).len() + around,
            };
            match columns.last_mut() {
                Some((column, used)) if *used + height <= usize::from(area.height) => {
                    column.push(section);
                    *used += height;
                }
                _ => columns.push((vec![section], height)),
            }
        }
        columns
    };
    let most = usize::from(area.width / COLUMN).max(1);
    let boxed = stacked(2);
    // Without borders, more panels fit above each other, and more of a list beside them.
    let rest = area.width.saturating_sub(COLUMN);
    let is_cut = sections.iter().filter(|section| section.grows).any(|list| {
        let rows = (list.rows)(usize::from(rest.saturating_sub(2))).len();
        rows + 2 > usize::from(area.height)
    });
    let is_tight = is_cut || boxed.len() > most;
    let mut columns = match is_tight {
        true => stacked(1),
        false => boxed,
    };
    // If there is no room for all, the one that grows stays.
    while columns.len() > most && columns.len() > 1 {
        let last = columns.len() - 2;
        columns.remove(last.max(1).min(columns.len() - 1));
    }
    let count = columns.len() as u16;
    for (index, (column, _)) in (0..).zip(&columns) {
        let x = area.x + index * COLUMN;
        let is_last = index + 1 == count;
        let place = Rect {
            x,
            width: match (is_last, is_tight) {
                (true, _) => area.right() - x,
                (false, true) => COLUMN - 1,
                (false, false) => COLUMN,
            },
            ..area
        };
        match is_tight {
            true => draw_stack(place, column, Manner::Headed, board, screen, hits),
            false => draw_column(place, column, board, screen, hits),
        };
    }
}

/// How panels above each other are drawn, from the most comfortable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Each with a border.
    Boxed,
    /// Each with a heading.
    Headed,
    /// The same, without those that give way.
    Fewer,
    /// A list, and what must be with it in one line.
    Tight,
}

/// A list needs no more lines than these to be comfortable.
const ENOUGH: usize = 20;

impl Manner {
    const ALL: [Manner; 4] = [Manner::Boxed, Manner::Headed, Manner::Fewer, Manner::Tight];

    fn width(self, area: Rect) -> usize {
        match self {
            Manner::Boxed => area.width.saturating_sub(2).into(),
            _ => area.width.into(),
        }
    }

    /// The lines of a panel besides its content.
    fn around(self, section: &Section<'_>) -> usize {
        match self {
            Manner::Boxed => 2,
            Manner::Headed | Manner::Fewer => 1,
            Manner::Tight => usize::from(!section.grows),
        }
    }

    fn shows(self, section: &Section<'_>) -> bool {
        !section.gives_way || matches!(self, Manner::Boxed | Manner::Headed)
    }

    fn in_short<'a>(self, section: &Section<'a>, width: usize) -> Option<Line<'a>> {
        let in_short = section
            .in_short
            .as_ref()
            .filter(|_| self == Manner::Tight)?;
        in_short(width)
    }

    fn height(self, section: &Section<'_>, area: Rect) -> usize {
        let width = self.width(area);
        if self.in_short(section, width).is_some() {
            return 1;
        }
        let rows = (section.rows)(width).len();
        let rows = match section.grows {
            true => rows.clamp(1, ENOUGH),
            false => rows,
        };
        rows + self.around(section)
    }
}

/// Panels above each other. If there is no room for all of them with borders, they have headings
/// only; if that is not enough, less important ones are left out. Returns whether there was room
/// for every list.
pub(crate) fn draw_column(
    area: Rect,
    sections: &[&Section<'_>],
    board: &BoardView,
    screen: &mut Buffer,
    hits: &mut Hits,
) -> bool {
    let fits = |manner: &Manner| {
        let shown = sections.iter().filter(|section| manner.shows(section));
        let used: usize = shown.map(|section| manner.height(section, area)).sum();
        used <= usize::from(area.height)
    };
    let manner = Manner::ALL.into_iter().find(fits).unwrap_or(Manner::Tight);
    draw_stack(area, sections, manner, board, screen, hits)
}

fn draw_stack(
    area: Rect,
    sections: &[&Section<'_>],
    manner: Manner,
    board: &BoardView,
    screen: &mut Buffer,
    hits: &mut Hits,
) -> bool {
    let width = manner.width(area);
    let shown = sections.iter().filter(|section| manner.shows(section));
    let shown: Vec<&&Section<'_>> = shown.collect();
    let fixed = shown.iter().filter(|section| !section.grows);
    let fixed: usize = fixed.map(|section| manner.height(section, area)).sum();
    let growing = shown.iter().filter(|section| section.grows).count();
    let spare = usize::from(area.height).saturating_sub(fixed);
    let mut y = area.y;
    let mut are_listed = true;
    for section in shown {
        let left = usize::from(area.bottom().saturating_sub(y));
        if let Some(line) = manner.in_short(section, width).filter(|_| left > 0) {
            screen.set_line(area.x, y, &line, area.width);
            y += 1;
            continue;
        }
        let around = manner.around(section);
        let rows = (section.rows)(width);
        let wanted = match section.grows {
            true => spare / growing.max(1),
            false => rows.len() + around,
        };
        let wanted = wanted.min(left);
        if wanted <= around {
            are_listed &= !section.grows;
            continue;
        }
        let place = Rect {
            y,
            height: wanted as u16,
            ..area
        };
        y += wanted as u16;
        let inner = match around {
            0 => place,
            1 => draw_heading(place, screen, &section.heading),
            _ => draw_border(place, screen, &section.heading),
        };
        draw_rows(inner, rows, section.grows, board, screen, hits);
    }
    are_listed
}

/// Draws lines where there is room for them: the present one, or the last ones, if a list grows.
fn draw_rows(
    area: Rect,
    rows: Vec<Row<'_>>,
    grows: bool,
    board: &BoardView,
    screen: &mut Buffer,
    hits: &mut Hits,
) {
    let room = usize::from(area.height);
    let is_here = |row: &Row<'_>| matches!(row, Row::Choice(_, _, true));
    let skipped = match (grows, rows.iter().position(is_here)) {
        (true, Some(at)) => window(rows.len(), at, room).start,
        (true, None) => rows.len().saturating_sub(room),
        (false, _) => 0,
    };
    // A text that goes on shows that it does.
    let is_cut = !grows && rows.len() > room;
    let lines = rows.into_iter().skip(skipped).take(room);
    for (row, y) in lines.zip(area.y..) {
        let is_last = y + 1 == area.bottom();
        let place = Rect {
            y,
            height: 1,
            ..area
        };
        match row {
            Row::Line(mut line) => {
                if is_cut && is_last {
                    line.push_span(Span::raw(" …"));
                }
                let line = cut(line, area.width.into());
                screen.set_line(area.x, y, &line, area.width);
            }
            Row::Choice(line, hit, _) => {
                let line = cut(line, area.width.into());
                screen.set_line(area.x, y, &line, area.width);
                if let Some(hit) = hit {
                    hits.push(place, hit);
                }
            }
            Row::Runs(runs) => board.draw_runs(&runs, place, screen, hits),
        }
    }
}

/// A heading without a border; returns what is below it.
fn draw_heading(area: Rect, screen: &mut Buffer, heading: &str) -> Rect {
    let room = usize::from(area.width);
    let (x, _) = screen.set_stringn(area.x, area.y, heading, room, TITLE);
    let rest = usize::from(area.right().saturating_sub(x + 1));
    screen.set_stringn(x + 1, area.y, "─".repeat(rest), rest, FAINT);
    Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    }
}
