//! The table on the screen.

use parlour_core::{Throw, shown_name};
use parlour_host::{HUMAN, Next, Said};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{TUMBLE, TablePage, Typing};
use crate::event::Hits;
use crate::look::{FAINT, GOOD, Look, PLAIN, STRONG};
use crate::page::Page;
use crate::screen::{Foot, Strip, draw_box, draw_foot, draw_keys, draw_words, last_line, wrapped};

impl TablePage {
    pub(super) fn draw_page(&self, area: Rect, screen: &mut Buffer, _: Look, hits: &mut Hits) {
        if let Some(seat) = self.curtain() {
            return self.draw_curtain(area, screen, seat.index(), hits);
        }
        let title = self.host.game().info().title;
        let (places, _) = self
            .stage
            .draw_board(title, &self.who_plays(), area, screen, hits);
        if let Some(side) = places.side {
            self.draw_side(side, screen, hits, places.foot.height == 1);
        }
        let strip = self.strip();
        let foot = Foot {
            message: self.message(places.side.is_none()),
            news: self.news(),
            told: places.side.is_some(),
            prompt: self.prompt(),
            strip,
            keys: &self.keys(),
        };
        draw_foot(places.foot, screen, hits, foot);
        self.draw_throw(places.board, screen);
    }

    /// Nothing is seen of the game until the right player has come.
    fn draw_curtain(&self, area: Rect, screen: &mut Buffer, seat: usize, hits: &mut Hits) {
        let name = &self.host.played().names()[seat];
        draw_box(
            area,
            screen,
            &[
                Line::styled(format!("Pass to {name}."), STRONG),
                Line::default(),
                Line::raw("Only you should look at the screen now."),
                Line::raw(format!("{name} presses Enter.")),
            ],
        );
        hits.push(area, crate::event::Hit::Key(self.keys()[0].event));
    }

    fn who_plays(&self) -> String {
        let kinds = self.host.kinds();
        let names = self.host.played().names().iter().zip(&kinds);
        let players: Vec<String> = names
            .map(|(name, kind)| {
                let kind = &shown_name(kind);
                let told = name.to_lowercase().contains(&kind.to_lowercase());
                match kind == HUMAN || told {
                    true => name.clone(),
                    false => format!("{name} ({kind})"),
                }
            })
            .collect();
        players.join(" - ")
    }

    /// What must be read now: what went wrong, how it ended.
    fn message(&self, with_hint: bool) -> Option<Line<'static>> {
        if let Some(message) = self.stage.message_line() {
            return Some(message);
        }
        if self.stage.hinting && with_hint {
            return Some(Line::styled(self.scene().hint(), GOOD));
        }
        let result = self.host.result()?;
        let last = self.last_said();
        let last = last.as_ref().map_or("", |said| &*said.text);
        Some(Line::from(vec![
            Span::styled(result, GOOD),
            Span::raw(format!(" {last}")),
        ]))
    }

    pub(super) fn last_said(&self) -> Option<Said> {
        self.host.said(self.viewer(), 0).next_back()
    }

    /// What happened since a person moved last.
    fn news(&self) -> Line<'static> {
        let said = self.host.said(self.viewer(), self.seen);
        // The last ones are what matters, if there is no room for all.
        let mut news: Vec<Said> = said.rev().take(3).collect();
        if news.is_empty() {
            news.extend(self.last_said());
        }
        let news: Vec<&str> = news.iter().rev().map(|said| &*said.text).collect();
        Line::styled(news.join(" "), STRONG)
    }

    /// What players with dice of their own are asked.
    fn question(&self) -> Option<String> {
        let (name, Throw { least, most, .. }) = self.host.asked_throw()?;
        Some(format!("{name} rolls: {least} to {most}"))
    }

    fn prompt(&self) -> Line<'static> {
        let seat = match self.host.next() {
            Next::Move(seat) => seat,
            Next::Roll => {
                let question = self.question();
                return Line::raw(question.unwrap_or_else(|| "What does luck say?".to_owned()));
            }
            _ => return Line::default(),
        };
        if self.stage.board.strip().is_some() {
            return Line::raw(self.stage.board.words().unwrap_or_default());
        }
        let name = &self.host.played().names()[seat.index()];
        let mut spans = vec![Span::styled(format!("{name} to move"), STRONG)];
        let taken: Vec<&str> = self
            .stage
            .board
            .taken()
            .iter()
            .map(|pick| pick.as_str())
            .collect();
        if !taken.is_empty() {
            spans.push(Span::raw(format!(": picked {}", taken.join(", "))));
        }
        if let Some(words) = self.stage.board.words() {
            spans.push(Span::styled(format!("  {words}"), FAINT));
        }
        let places = self.stage.keyed_places();
        spans.push(Span::styled(format!("  {places}"), FAINT));
        Line::from(spans)
    }

    fn strip(&self) -> Strip<'_> {
        if let Some((typing, entry)) = &self.typing {
            let (prompt, help) = match typing {
                Typing::Move => ("Move: ", "Tab completes, Enter plays, Esc leaves"),
                Typing::Save { .. } => ("Save as: ", "Enter saves, Esc leaves"),
            };
            return Strip::Entry {
                prompt,
                entry,
                help,
            };
        }
        if let Some(choices) = self.stage.choices(self.question()) {
            return choices;
        }
        match &self.thinking {
            None => Strip::Nothing,
            Some(thinking) => {
                let spent = self.now.saturating_duration_since(thinking.since);
                let name = &self.host.played().names()[thinking.seat.index()];
                let mut text = format!("{name} is thinking, {:.1} s", spent.as_secs_f64());
                if let Some(thought) = &thinking.thought {
                    text.push_str(&format!(
                        ", depth {}, {} positions",
                        thought.depth, thought.nodes
                    ));
                    // A line would tell what the bot sees and others do not.
                    if !self.host.position().has_secrets(thinking.seat) {
                        text.push_str(&format!(", {}", thought.line.join(" ")));
                    }
                }
                Strip::Progress {
                    share: self.host.budget().time.map_or(0.0, |time| {
                        spent.as_secs_f64() / time.as_secs_f64().max(0.001)
                    }),
                    text,
                }
            }
        }
    }

    /// The value, the hint and the moves.
    fn draw_side(&self, area: Rect, screen: &mut Buffer, hits: &mut Hits, is_foot_low: bool) {
        let mut area = area;
        // A low foot has no room for keys, nor for what a choice does.
        if is_foot_low {
            let keys = self.keys();
            let help = keys.iter().find(|key| key.name == "?").cloned();
            draw_keys(last_line(area), screen, hits, help.as_slice());
            area.height -= 1;
        }
        if let Some(words) = self.stage.board.words()
            && is_foot_low
            && self.stage.board.strip().is_some()
        {
            area = draw_words(area, screen, &words, PLAIN);
        }
        area = self.stage.draw_advice(self.scene(), area, screen);
        let width = usize::from(area.width);
        // The last lines that have room, from the last one up.
        let mut lines: Vec<(String, bool)> = Vec::new();
        for said in self.host.said(self.viewer(), 0).rev() {
            if lines.len() >= usize::from(area.height) {
                break;
            }
            let is_news = said.step > self.seen;
            let wrapped = wrapped(&said.text, width.saturating_sub(2));
            for (index, line) in wrapped.into_iter().enumerate().rev() {
                let mark = match (index, said.seat) {
                    (0, Some(_)) => "• ",
                    _ => "  ",
                };
                lines.push((format!("{mark}{line}"), is_news));
            }
        }
        lines.truncate(usize::from(area.height));
        for ((line, is_news), y) in lines.iter().rev().zip(area.y..) {
            let style = if *is_news { STRONG } else { PLAIN };
            screen.set_stringn(area.x, y, line, width, style);
        }
    }

    /// Dice in the air change until they lie.
    fn draw_throw(&self, area: Rect, screen: &mut Buffer) {
        let Some(throw) = &self.throw else { return };
        let now = self.now;
        let lies = now >= throw.lies;
        let turns = now.saturating_duration_since(throw.begun).as_millis() / TUMBLE.as_millis();
        let face = match lies || throw.faces.is_empty() {
            true => &throw.outcome,
            // Any order that does not look like one.
            false => &throw.faces[(turns as usize * 7 + turns as usize / 3) % throw.faces.len()],
        };
        let widest = throw.faces.iter().map(String::len).max().unwrap_or(0);
        let style = if lies { GOOD } else { PLAIN };
        let head = if lies { "It is" } else { "Throwing..." };
        draw_box(
            area,
            screen,
            &[
                Line::styled(format!("{head:^0$}", widest.max(11)), FAINT),
                Line::styled(format!("{face:^0$}", widest.max(11)), style),
            ],
        );
    }
}
