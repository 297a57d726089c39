//! A record on the screen.

use parlour_core::review::Glyphs;
use parlour_core::{Match, Turn};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Explore, Typing};
use crate::event::{Hit, Hits};
use crate::look::{ALARM, CURSOR, FAINT, GOOD, Look, PLAIN, STRONG, style};
use crate::page::Page;
use crate::screen::{Foot, Strip, draw_foot, window, wrapped};
use crate::summary::counted;

/// A step as it stands in the list.
pub(super) struct Listed {
    pub(super) text: String,
    /// Where a click on it leads; `None` in a branch.
    count: Option<usize>,
    /// It led to the position that is shown.
    is_here: bool,
    style: Style,
}

/// Where the words of a step begin, after its number.
const INDENT: usize = 4;

/// Heights of a bar, from nothing to full.
const HEIGHTS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

impl Explore {
    pub(super) fn draw_page(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        let (places, below) =
            self.stage
                .draw_board(self.game.info().title, &self.heading(), area, screen, hits);
        let mut free = places.board;
        free.y = below + 1;
        free.height = places.board.bottom().saturating_sub(free.y);
        if let Some(side) = places.side {
            self.draw_side(side, screen, hits);
            free.x = area.x;
            free.width = side.x.saturating_sub(area.x + 2);
        }
        self.draw_graph(free, screen, look);
        let told = places.side.is_some();
        let (mut news, mut prompt) = (self.news(), self.prompt());
        let judgement = self.judgement();
        // A low foot leaves to the list what the list tells.
        if told && places.foot.height < 3 {
            prompt.spans.splice(0..0, judgement);
        } else {
            news.spans.extend(judgement);
        }
        let foot = Foot {
            message: self.stage.message_line(),
            news,
            told,
            prompt,
            strip: self.strip(),
            keys: &self.keys(),
        };
        draw_foot(places.foot, screen, hits, foot);
    }

    fn heading(&self) -> String {
        let (at, all) = (self.at(), self.record.steps.len());
        let place = match &self.branch {
            None => format!("step {at} of {all}"),
            Some(branch) => format!("branch off step {}, {} on", branch.at, at - branch.at),
        };
        let mut known = String::new();
        if self.review.is_some() {
            known = format!("  {}", counted(self.mistakes().len(), "mistake"));
        }
        if let Some((_, done)) = &self.reviewing {
            known.push_str(&format!("  {done} of {all} looked at"));
        }
        let names = self.played.names().join(" - ");
        format!("{place}{known}  {}  {names}", self.name)
    }

    fn news(&self) -> Line<'static> {
        let last = match &self.branch {
            Some(_) => self.aside.last(),
            None => self
                .at()
                .checked_sub(1)
                .and_then(|last| self.said.get(last)),
        };
        let text = last.map_or("The beginning.", |said| &said.text);
        Line::from(Span::styled(format!("{text} "), STRONG))
    }

    /// What is to be said of the step that led here: a mistake, the end.
    fn judgement(&self) -> Vec<Span<'static>> {
        let verdict = self.verdict().filter(|_| !self.picking);
        let verdict = verdict.map(|verdict| Span::styled(format!("{verdict} "), ALARM));
        let result = self.played.result();
        let result = result.map(|result| Span::styled(format!("{result} "), GOOD));
        verdict.into_iter().chain(result).collect()
    }

    fn prompt(&self) -> Line<'static> {
        let mut spans = Vec::new();
        spans.extend(next(&self.played).map(Span::raw));
        if let Some(worth) = self.worth() {
            spans.push(Span::raw(format!("  {worth}")));
        }
        if let Some(words) = self.stage.board.words() {
            spans.push(Span::styled(format!("  {words}"), FAINT));
        }
        Line::from(spans)
    }

    fn strip(&self) -> Strip<'_> {
        if let Some((typing, entry)) = &self.typing {
            let (prompt, help) = match typing {
                Typing::Jump => ("Go to step: ", "Enter goes, Esc leaves"),
                Typing::Move => ("Move: ", "Enter plays, Esc leaves"),
                Typing::Save => ("Save this line as: ", "Enter saves, Esc leaves"),
            };
            return Strip::Entry {
                prompt,
                entry,
                help,
            };
        }
        self.stage.choices(None).unwrap_or(Strip::Nothing)
    }

    /// The steps of the record and of a branch, with their marks.
    pub(super) fn lines(&self) -> Vec<Listed> {
        let mut lines = Vec::new();
        let off = self.branch.as_ref().map(|branch| branch.at);
        for said in &self.said {
            let mut text = format!("{:>3} {}", said.step, said.text);
            let mark = self
                .review
                .as_ref()
                .and_then(|review| review.mark(said.step));
            if let Some(mark) = &mark {
                text.push_str(&format!(" {}", mark.verdict.sign()));
                if let Some(better) = mark.better {
                    text.push_str(&format!(" better: {better}"));
                }
            }
            lines.push(Listed {
                text,
                count: Some(said.step),
                is_here: off.is_none() && said.step == self.at(),
                style: match mark {
                    Some(_) => ALARM,
                    None if off.is_some_and(|off| said.step > off) => FAINT,
                    None => PLAIN,
                },
            });
            if off == Some(said.step) {
                self.list_aside(&mut lines);
            }
            self.list_tried(said.step, &mut lines);
        }
        let mut first = Vec::new();
        if off == Some(0) {
            self.list_aside(&mut first);
        }
        self.list_tried(0, &mut first);
        first.extend(lines);
        first
    }

    /// What was tried after a step, other than what is tried now.
    fn list_tried(&self, at: usize, lines: &mut Vec<Listed>) {
        let now = self.branch.as_ref().filter(|branch| branch.at == at);
        let now = now.map(|branch| self.played.record().steps.split_off(branch.at));
        let others = self.branches.tried().iter().filter(|tried| {
            let is_now = now.as_ref().is_some_and(|now| tried.steps.starts_with(now));
            tried.at == at && !is_now
        });
        for tried in others {
            let count = counted(tried.steps.len(), "step");
            lines.push(Listed {
                text: format!("  ~ a branch of {count}, tried earlier"),
                count: None,
                is_here: false,
                style: FAINT,
            });
        }
    }

    fn list_aside(&self, lines: &mut Vec<Listed>) {
        for (index, said) in self.aside.iter().enumerate() {
            lines.push(Listed {
                text: format!("  > {}", said.text),
                count: None,
                is_here: index + 1 == self.aside.len(),
                style: STRONG,
            });
        }
    }

    fn draw_side(&self, area: Rect, screen: &mut Buffer, hits: &mut Hits) {
        let area = self.stage.draw_advice(self.scene(), area, screen);
        let width = usize::from(area.width);
        let mut rows: Vec<(String, Style, Option<usize>)> = Vec::new();
        let mut chosen = 0;
        for line in self.lines() {
            if line.is_here {
                chosen = rows.len();
            }
            let style = if line.is_here {
                line.style.patch(CURSOR)
            } else {
                line.style
            };
            let parts = wrapped(&line.text, width.saturating_sub(INDENT));
            for (index, part) in parts.into_iter().enumerate() {
                let indent = if index > 0 { INDENT } else { 0 };
                rows.push((format!("{:indent$}{part}", ""), style, line.count));
            }
        }
        let seen = window(rows.len(), chosen, usize::from(area.height));
        for ((text, style, count), y) in rows[seen].iter().zip(area.y..) {
            screen.set_stringn(area.x, y, text, width, *style);
            if let Some(count) = count {
                hits.push(Rect::new(area.x, y, area.width, 1), Hit::Row(*count));
            }
        }
    }

    /// The value over the game, as large as there is room for.
    fn draw_graph(&self, area: Rect, screen: &mut Buffer, look: Look) {
        let Some(review) = &self.review else { return };
        let steps = self.record.steps.len();
        let known = self.reviewing.as_ref().map_or(steps, |(_, done)| *done);
        let heights = review.heights(known);
        let here = match &self.branch {
            None => self.at(),
            Some(branch) => branch.at,
        };
        if area.width < 12 {
            return;
        }
        if area.height >= 13 {
            let glyphs = if look.ascii {
                Glyphs::Ascii
            } else {
                Glyphs::Blocks
            };
            let drawing = review.graph(usize::from(area.width), glyphs);
            for (line, y) in drawing.lines.iter().zip(area.y + 1..area.bottom()) {
                let mut x = area.x;
                for run in line {
                    let room = usize::from(area.right().saturating_sub(x));
                    (x, _) = screen.set_stringn(x, y, &run.text, room, style(run.style));
                }
            }
        }
        if area.height < 2 {
            return;
        }
        // A line of bars, with the present step marked.
        let points = steps + 1;
        let width = usize::from(area.width).min(points);
        for column in 0..width {
            let from = column * points / width;
            let to = ((column + 1) * points / width).max(from + 1);
            let is_here = (from..to).contains(&here);
            let style = if is_here { CURSOR } else { PLAIN };
            // What was not looked at yet is as low as can be.
            let height = heights.get(to - 1).unwrap_or(&0.0);
            let height = (height * 8.0).round().clamp(0.0, 8.0) as usize;
            let y = area.bottom() - 1;
            screen.set_string(area.x + column as u16, y, HEIGHTS[height], style);
        }
    }

    /// The graph as a text.
    pub(super) fn graph(&self, width: usize) -> Option<String> {
        let review = self.review.as_ref()?;
        let graph = review.graph(width, Glyphs::Blocks).to_plain();
        let (subject, headline) = (review.subject(), review.headline());
        let more = self.reviewing.as_ref().map(|(_, done)| {
            let all = self.record.steps.len();
            format!("\n\nOnly {done} of {all} steps are looked at yet.")
        });
        let more = more.unwrap_or_default();
        Some(format!("{subject}\n\n{graph}\n\n{headline}{more}"))
    }
}

/// The player who is to do something, in words; `None` at the end.
fn next(played: &Match) -> Option<String> {
    match played.turn() {
        Turn::Seat(seat) => Some(format!("{} to move", played.names()[seat.index()])),
        Turn::Chance => Some("luck decides".to_owned()),
        Turn::Over(_) => None,
    }
}
