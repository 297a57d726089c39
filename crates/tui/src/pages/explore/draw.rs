//! Drawing a record.

use parlour_core::review::Glyphs;
use parlour_core::{Match, Turn};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Explore, Typing};
use crate::event::{Hit, Hits};
use crate::look::{ALARM, CURSOR, FAINT, GOOD, Look, PLAIN, STRONG};
use crate::page::Page;
use crate::pages::text::Text;
use crate::screen::{Foot, Row, Section, Strip, Wants, draw_foot, draw_sections, graph, wrapped};
use crate::summary::counted;
use crate::summary::luck_is_next;

/// A step in the list.
pub(super) struct Listed {
    pub(super) text: String,
    /// Where a click on it leads; `None` in a branch.
    count: Option<usize>,
    /// It led to the position that is shown.
    is_here: bool,
    style: Style,
}

/// Where the text of a step begins, after its number.
const INDENT: usize = 4;

/// The rows of the large graph, and the blank lines around it.
const LOWEST_GRAPH: usize = 5;
const HIGHEST_GRAPH: usize = 25;
const BLANK_LINES: usize = 2;

impl Explore {
    pub(super) fn draw_page(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        let title = self.game.info().title;
        let wants = Wants::default();
        let places =
            self.stage
                .draw_board((title, &self.heading()), wants, area, screen, look, hits);
        let sections = self.sections(look);
        let told = draw_sections(places.panels, &sections, &self.stage.board, screen, hits);
        let (mut news, mut prompt) = (self.news(), self.prompt());
        let judgement = self.judgement();
        // If there is little room, the news are in the list only.
        if told && places.foot.height < 3 {
            prompt.spans.splice(0..0, judgement);
        } else {
            news.spans.extend(judgement);
        }
        let foot = Foot {
            first: places.first,
            message: self.stage.message_line(),
            is_whole: self.stage.message.is_some(),
            news,
            told,
            prompt,
            strip: self.strip(),
            keys: &self.keys(),
        };
        draw_foot(places.foot, screen, hits, foot);
    }

    /// What is beside the board.
    fn sections(&self, look: Look) -> Vec<Section<'_>> {
        let mut sections = Vec::new();
        if let Some(review) = &self.review {
            let subject = review.subject();
            sections.push(Section::new("Value", move |width| {
                self.graph_rows(&subject, width)
            }));
        }
        let panels = self.stage.board.panels(look);
        sections.extend(self.stage.sections(self.scene(), panels, true, look));
        sections.push(Section::new("Record", |width| self.step_rows(width)).growing());
        sections
    }

    fn heading(&self) -> String {
        let (at, all) = (self.at(), self.record.steps.len());
        let place = match &self.branch {
            None => format!("step {at} of {all}"),
            Some(branch) => format!("branch from step {}, {} further", branch.at, at - branch.at),
        };
        let mut known = String::new();
        if self.review.is_some() {
            known = format!("  {}", counted(self.mistakes().len(), "mistake"));
        }
        if let Some((_, done)) = &self.reviewing {
            known.push_str(&format!("  {done} of {all} reviewed"));
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

    /// What to say about the step that led here: a mistake, the end.
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
                is_here: match off {
                    None => said.step == self.at(),
                    // Where a branch begins that has no step yet.
                    Some(off) => said.step == off && self.aside.is_empty(),
                },
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

    /// What else was tried after a step.
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

    /// The steps, the present one marked.
    fn step_rows(&self, width: usize) -> Vec<Row<'static>> {
        let mut rows = Vec::new();
        let lines = self.lines();
        // Before the first step, the list begins with it.
        let mut is_before = lines.iter().all(|line| !line.is_here);
        for line in lines {
            let style = if line.is_here {
                line.style.patch(CURSOR)
            } else {
                line.style
            };
            let parts = wrapped(&line.text, width.saturating_sub(INDENT));
            for (index, part) in parts.into_iter().enumerate() {
                let indent = if index > 0 { INDENT } else { 0 };
                let text = format!("{:indent$}{part}", "");
                let hit = line.count.map(Hit::Row);
                let is_first = line.is_here && index == 0 || std::mem::take(&mut is_before);
                rows.push(Row::Choice(Line::styled(text, style), hit, is_first));
            }
        }
        rows
    }

    /// The value over the game, with the present step marked.
    fn graph_rows(&self, subject: &str, width: usize) -> Vec<Row<'static>> {
        let Some(review) = &self.review else {
            return Vec::new();
        };
        let subject = wrapped(subject, width).into_iter();
        let subject = subject.map(|line| Line::styled(line, FAINT));
        let steps = self.record.steps.len();
        let known = self.reviewing.as_ref().map_or(steps, |(_, done)| *done);
        let here = match &self.branch {
            None => self.at(),
            Some(branch) => branch.at,
        };
        let graph = graph(&review.heights(known), steps + 1, Some(here), width);
        subject.chain(graph).map(Row::Line).collect()
    }

    /// The graph with what is known, in any size.
    pub(super) fn graph(&self) -> Option<Text> {
        let review = self.review.clone()?;
        let all = self.record.steps.len();
        let more = self
            .reviewing
            .as_ref()
            .map(|(_, done)| format!("\n\nOnly {done} of {all} steps are reviewed so far."));
        let words = format!("{}{}", review.headline(), more.unwrap_or_default());
        let players = self.record.names.len();
        let text = move |width: usize, height: usize| {
            let below = wrapped(&words, width).len() + players;
            let rows = height.saturating_sub(BLANK_LINES + 1 + below);
            let rows = rows.clamp(LOWEST_GRAPH, HIGHEST_GRAPH);
            let graph = review
                .graph_of_height(width, rows, Glyphs::Blocks)
                .to_plain();
            format!("{}\n\n{graph}\n\n{words}", review.subject())
        };
        Some(Text::fitted("The value over the game", text))
    }
}

/// The seat to move and what it must do, in words; `None` at the end.
fn next(played: &Match) -> Option<String> {
    match played.turn() {
        Turn::Seat(seat) => Some(format!("{} to move", played.names()[seat.index()])),
        Turn::Chance => {
            let text = luck_is_next(played);
            Some(text[..1].to_uppercase() + &text[1..])
        }
        Turn::Over(_) => None,
    }
}
