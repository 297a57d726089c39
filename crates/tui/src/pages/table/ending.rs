//! The end of a game: who won and how, how it came about, and what to do next.

use parlour_core::review::Account;
use parlour_host::strongest;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::TablePage;
use crate::look::{ALARM, FAINT, GOOD, PLAIN, TITLE};
use crate::page::{Context, Next};
use crate::pages::explore::Explore;
use crate::screen::{Row, Section, Wants, draw_box, graph, wrapped};
use crate::work::Job;

/// How many of the worst moves are shown, each with its digit.
const MOST_WORST: usize = 2;

/// The lines of the panel below a board, and the width at which the graph stands beside the rest.
const END_HEIGHT: u16 = 7;
const TWO_COLUMNS: usize = 50;

/// The review of a finished game, as far as it has come.
#[derive(Default)]
pub(super) struct Ending {
    job: Option<Job>,
    account: Option<Account>,
    /// How many steps are reviewed.
    known: usize,
}

impl Ending {
    pub(super) fn has(&self, ticket: crate::event::Ticket) -> bool {
        self.job.as_ref().is_some_and(|job| job.ticket == ticket)
    }

    /// Takes a report of the review.
    pub(super) fn hear(&mut self, work: crate::event::Work) {
        match work {
            crate::event::Work::Reviewed(done, account) => {
                self.known = done;
                self.account = Some(account);
            }
            crate::event::Work::Review(Ok(account)) => {
                self.known = usize::MAX;
                self.account = Some(account);
                self.job = None;
            }
            _ => self.job = None,
        }
    }

    /// The steps that lost most, counted from 1, the worst first.
    fn worst(&self) -> Vec<usize> {
        let mut faults: Vec<(usize, f64)> = match &self.account {
            None => Vec::new(),
            Some(Account::Chances(review)) => (1..)
                .zip(&review.steps)
                .filter_map(|(number, step)| Some((number, step.choice.as_ref()?.loss())))
                .collect(),
            Some(Account::Ledger(ledger)) => {
                let lines = ledger.lines.iter();
                lines.map(|line| (line.step, line.loss())).collect()
            }
        };
        let is_fault = |step: usize| {
            self.account
                .as_ref()
                .is_some_and(|known| known.mark(step).is_some())
        };
        faults.retain(|(step, _)| is_fault(*step));
        faults.sort_by(|a, b| b.1.total_cmp(&a.1));
        let worst = faults.into_iter().map(|(step, _)| step);
        worst.take(MOST_WORST).collect()
    }
}

impl TablePage {
    /// Starts the review of a game that has just ended, if anybody has moved.
    pub(super) fn look_back(&mut self, cx: &Context<'_>) {
        if !self.is_over() {
            self.ending = None;
            return;
        }
        if self.ending.is_some() {
            return;
        }
        let mut ending = Ending::default();
        let game = self.host.game();
        let record = self.host.played().record();
        let tables = &cx.settings.world.tables;
        let wanted = cx.settings.look_at_records;
        if let (Some(bot), Some(time)) = (
            strongest(game, &*record.start, tables),
            wanted.filter(|_| !self.host.played().is_empty()),
        ) {
            ending.job = Some(cx.shop.review(game, bot, record, time, tables.clone()));
        }
        self.ending = Some(ending);
    }

    /// The panel about the end.
    pub(super) fn end_section(&self) -> Option<Section<'_>> {
        let ending = self.ending.as_ref()?;
        let result = self.host.result()?;
        let rows = move |width| self.end_rows(ending, &result, width).into_iter();
        Some(Section::new("The end", move |width| {
            rows(width).map(Row::Line).collect()
        }))
    }

    /// The room that the end needs.
    pub(super) fn end_wants(&self) -> Wants {
        Wants {
            panels: true,
            high: END_HEIGHT,
            long: false,
        }
    }

    /// The end on a screen without room beside or below the board.
    pub(super) fn draw_end_box(&self, area: Rect, screen: &mut Buffer) {
        let Some((ending, result)) = self.ending.as_ref().zip(self.host.result()) else {
            return;
        };
        let body = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(3),
            ..area
        };
        let width = usize::from(body.width.saturating_sub(4));
        draw_box(body, screen, &self.end_rows(ending, &result, width));
    }

    fn end_rows(&self, ending: &Ending, result: &str, width: usize) -> Vec<Line<'static>> {
        let text = |text: &str, style, width: usize| -> Vec<Line<'static>> {
            let lines = wrapped(text, width).into_iter();
            lines.map(|line| Line::styled(line, style)).collect()
        };
        // Nobody can miss it.
        let banner = GOOD.add_modifier(Modifier::REVERSED);
        let last = self.last_said();
        let how = last.as_ref().map_or("", |said| &*said.text);
        let is_wide = width >= TWO_COLUMNS;
        let half = if is_wide { width * 3 / 5 } else { width };
        let mut rows = Vec::new();
        let both = wrapped(&format!("{result} {how}"), width.saturating_sub(2));
        match both.first().and_then(|first| first.strip_prefix(result)) {
            // Together, if there is a line for them.
            Some(rest) if is_wide => {
                rows.push(Line::from(vec![
                    Span::styled(format!(" {result} "), banner),
                    Span::raw(rest.to_owned()),
                ]));
                rows.extend(both[1..].iter().map(|line| Line::raw(line.clone())));
            }
            _ => {
                rows.extend(text(&format!(" {result} "), banner, width));
                rows.extend(text(how, PLAIN, width));
            }
        }
        let steps = self.host.played().len();
        let known = ending.known.min(steps);
        let mut chart = Vec::new();
        if let Some(account) = &ending.account {
            let rest = if is_wide { width - half - 1 } else { width };
            chart.extend(text(&account.subject(), FAINT, rest));
            let heights = account.heights(known);
            chart.extend(graph(&heights, steps + 1, None, rest));
        }
        let mut worst = Vec::new();
        if ending.job.is_some() {
            worst.extend(text(
                &format!("reviewing, {known} of {steps}"),
                FAINT,
                half - 1,
            ));
        }
        for (digit, step) in (1..).zip(ending.worst()) {
            worst.extend(self.fault_rows(ending, digit, step, half - 1));
        }
        if !is_wide {
            rows.extend(chart);
            rows.extend(worst);
            return rows;
        }
        let lines = chart.len().max(worst.len());
        chart.resize(lines, Line::default());
        worst.resize(lines, Line::default());
        rows.extend(worst.into_iter().zip(chart).map(|(mut line, chart)| {
            let gap = (half + 1).saturating_sub(line.width());
            for span in &mut line.spans {
                span.style = line.style.patch(span.style);
            }
            line.style = PLAIN;
            line.spans.push(Span::raw(" ".repeat(gap)));
            line.spans.extend(chart.spans.into_iter().map(|mut span| {
                span.style = chart.style.patch(span.style);
                span
            }));
            line
        }));
        rows
    }

    /// A bad move, with the digit that leads there: who made it, and what it lost.
    fn fault_rows(
        &self,
        ending: &Ending,
        digit: usize,
        step: usize,
        width: usize,
    ) -> Vec<Line<'static>> {
        let mark = ending.account.as_ref().and_then(|known| known.mark(step));
        let said = self.host.said(self.viewer(), step - 1).next();
        let texts = self.host.played().steps();
        let (Some(mark), Some(played)) = (mark, texts.get(step - 1)) else {
            return Vec::new();
        };
        let seat = said.and_then(|said| said.seat);
        let name = seat.map_or("", |seat| &*self.host.played().names()[seat.index()]);
        let words = format!(
            "{digit} {name}, step {step}: {played} {}, {} lost",
            mark.verdict.sign(),
            mark.lost
        );
        let lines = wrapped(&words, width.saturating_sub(2)).into_iter();
        let lines = lines.enumerate().map(|(row, line)| match row {
            0 => Line::from(vec![
                Span::styled(digit.to_string(), TITLE),
                Span::styled(line[1..].to_owned(), ALARM),
            ]),
            _ => Line::styled(format!("  {line}"), ALARM),
        });
        lines.collect()
    }

    /// How many worst moves can be looked at by their digits.
    pub(super) fn worst(&self) -> Vec<usize> {
        self.ending.as_ref().map(Ending::worst).unwrap_or_default()
    }

    /// Opens the record, at a step or at its end.
    pub(super) fn explore(&self, step: Option<usize>, cx: &mut Context<'_>) -> Next {
        let record = self.host.played().record();
        let mut explore = Explore::of_match(self.host.game(), record, cx);
        if let Some(step) = step {
            explore.go(step, cx);
        }
        Next::Open(Box::new(explore))
    }
}
