//! The table on the screen.

use parlour_core::Turn;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{HUMAN, TUMBLE, Table, Typing};
use crate::event::Hits;
use crate::look::{FAINT, GOOD, Look, PLAIN, STRONG};
use crate::page::Page;
use crate::screen::{Foot, Strip, draw_box, draw_foot, draw_keys, draw_words, last_line, wrapped};

impl Table {
    pub(super) fn draw_page(&self, area: Rect, screen: &mut Buffer, _: Look, hits: &mut Hits) {
        if let Some(seat) = self.curtain {
            return self.draw_curtain(area, screen, seat.index(), hits);
        }
        let (places, _) = self.stage.draw_board(&self.who_plays(), area, screen, hits);
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
        let name = &self.stage.played.names()[seat];
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
        let names = self.stage.played.names().iter().zip(&self.kinds);
        let players: Vec<String> = names
            .map(|(name, kind)| {
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
            return Some(Line::styled(self.stage.hint(), GOOD));
        }
        let result = self.stage.played.result()?;
        let last = self.said.last().map_or("", |said| &*said.text);
        Some(Line::from(vec![
            Span::styled(result, GOOD),
            Span::raw(format!(" {last}")),
        ]))
    }

    /// What happened since a person moved last.
    fn news(&self) -> Line<'static> {
        let mut news: Vec<&str> = self
            .said
            .iter()
            .filter(|said| said.step > self.seen)
            .map(|said| &*said.text)
            .collect();
        if news.is_empty() {
            news.extend(self.said.last().map(|said| &*said.text));
        }
        // The last ones are what matters, if there is no room for all.
        let from = news.len().saturating_sub(3);
        Line::styled(news[from..].join(" "), STRONG)
    }

    fn prompt(&self) -> Line<'static> {
        let Turn::Seat(seat) = self.stage.played.turn() else {
            return match self.stage.played.turn() {
                Turn::Chance if self.is_asked() => Line::raw("What does luck say?"),
                _ => Line::default(),
            };
        };
        if !self.is_asked() {
            return Line::default();
        }
        if self.stage.board.strip().is_some() {
            return Line::raw(self.stage.board.words().unwrap_or_default());
        }
        let name = &self.stage.played.names()[seat.index()];
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
        if let Some(choices) = self.stage.choices() {
            return choices;
        }
        match &self.thinking {
            None => Strip::Nothing,
            Some(thinking) => {
                let spent = self.now.saturating_duration_since(thinking.since);
                let name = &self.stage.played.names()[thinking.seat.index()];
                let mut text = format!("{name} is thinking, {:.1} s", spent.as_secs_f64());
                if let Some(thought) = &thinking.thought {
                    text.push_str(&format!(
                        ", depth {}, {} positions",
                        thought.depth, thought.nodes
                    ));
                    // A line would tell what the bot sees and others do not.
                    if !self.stage.played.position().has_secrets(thinking.seat) {
                        text.push_str(&format!(", {}", thought.line.join(" ")));
                    }
                }
                Strip::Progress {
                    share: spent.as_secs_f64() / self.time.as_secs_f64().max(0.001),
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
        area = self.stage.draw_advice(area, screen);
        let width = usize::from(area.width);
        let mut lines: Vec<(String, bool)> = Vec::new();
        for said in &self.said {
            let is_news = said.step > self.seen;
            let wrapped = wrapped(&said.text, width.saturating_sub(2));
            for (index, line) in wrapped.into_iter().enumerate() {
                let mark = match (index, said.seat) {
                    (0, Some(_)) => "• ",
                    _ => "  ",
                };
                lines.push((format!("{mark}{line}"), is_news));
            }
        }
        let room = usize::from(area.height);
        let from = lines.len().saturating_sub(room);
        for ((line, is_news), y) in lines[from..].iter().zip(area.y..) {
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
            true => &throw.shown,
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
