//! Drawing the table.

use parlour_core::{DrawOptions, Panel, Run, Seat, Throw, Turn, shown_name};
use parlour_host::{HUMAN, Next, Said};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{TUMBLE, TablePage, Typing};
use crate::event::Hits;
use crate::look::{FAINT, GOOD, HINTING, Look, PLAIN, STRONG, TITLE, style};
use crate::page::Page;
use crate::screen::{
    Foot, Panels, Row, Section, Strip, Wants, bar, draw_box, draw_column, draw_foot, draw_sections,
    words_of,
};

/// The most moves that are listed beside a board, and in one line of the list.
const MOST_MOVES: usize = 400;
const MOST_COLUMNS: usize = 8;

/// More moves than these need not stand in pairs, nor far apart.
const FEW_MOVES: usize = 24;

/// The shortest bar that says something.
const LEAST_BAR: usize = 3;

/// What the end of a game and the list beside it need below a board.
const END_WIDTH: u16 = 60;
const LIST_WIDTH: u16 = 40;
const LEAST_LIST: u16 = 20;

impl TablePage {
    pub(super) fn draw_page(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        if let Some(seat) = self.curtain() {
            return self.draw_curtain(area, screen, seat.index(), hits);
        }
        let title = self.host.game().info().title;
        let heading = match self.ending.is_some() {
            true => format!("the end: {}", self.who_plays()),
            false => self.who_plays(),
        };
        let wants = self.wants();
        let places = self
            .stage
            .draw_board((title, &heading), wants, area, screen, look, hits);
        let told = places.panels != Panels::Nowhere;
        if let Panels::Beside(_) | Panels::Nowhere = places.panels {
            let sections = self.sections(look, told);
            draw_sections(places.panels, &sections, &self.stage.board, screen, hits);
        } else {
            self.draw_below(places.panels, screen, look, hits);
        }
        if !told && self.ending.is_some() {
            self.draw_end_box(area, screen);
        }
        let foot = Foot {
            first: places.first,
            // Panels below the board may have no room for the hint.
            message: self.message(!matches!(places.panels, Panels::Beside(_)), told),
            // A hint may cover panels, but not the board.
            is_whole: self.stage.message.is_some() || matches!(places.panels, Panels::Below(_)),
            news: self.news(),
            told,
            prompt: self.prompt(),
            strip: self.strip(told),
            keys: &self.keys(),
        };
        draw_foot(places.foot, screen, hits, foot);
        if !told {
            self.draw_throw(places.board, screen);
        }
    }

    /// The panels that this page needs.
    fn wants(&self) -> Wants {
        let panels = !self.host.game().is_open();
        match self.ending {
            Some(_) => self.end_wants(),
            None => Wants {
                panels,
                long: self.host.played().len() > FEW_MOVES,
                ..Wants::default()
            },
        }
    }

    /// What is beside the board.
    fn sections(&self, look: Look, with_hint: bool) -> Vec<Section<'_>> {
        let players = Section {
            in_short: Some(Box::new(move |width| self.players_in_short(width, look))),
            ..Section::new("Players", move |width| self.player_rows(width, look))
        };
        let mut sections = match self.end_section() {
            // The end says who has won.
            Some(end) => vec![end, players.giving_way()],
            None => vec![players],
        };
        let panels = self
            .tumbling(look)
            .unwrap_or_else(|| self.stage.board.panels(look));
        let scene = self.scene();
        sections.extend(self.stage.sections(scene, panels, with_hint, look));
        sections.push(Section::new("Moves", |width| self.move_rows(width)).growing());
        sections
    }

    /// What is below the board.
    fn draw_below(&self, panels: Panels, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        let board = &self.stage.board;
        let (Panels::Below(area), Some(end)) = (panels, self.end_section()) else {
            // There the hint is in the foot.
            let sections = self.sections(look, false);
            draw_sections(panels, &sections, board, screen, hits);
            return;
        };
        // The end takes all the room, but for a list of moves at its side.
        let moves = Section::new("Moves", |width| self.move_rows(width)).growing();
        let list = area.width.saturating_sub(END_WIDTH).min(LIST_WIDTH);
        let list = if list < LEAST_LIST { 0 } else { list };
        let place = Rect {
            width: area.width - list - u16::from(list > 0),
            ..area
        };
        draw_column(place, &[&end], board, screen, hits);
        let place = Rect {
            x: area.right() - list,
            width: list,
            ..area
        };
        if list > 0 {
            draw_column(place, &[&moves], board, screen, hits);
        }
        board.is_drawn();
    }

    /// A player's badge, with a mark for the one to move, and the name.
    fn player(&self, seat: Seat, name: &str, look: Look) -> Vec<Span<'static>> {
        let badge = self.host.position().badge(seat, look.of_boards());
        // After a resignation the position still has a player to move.
        let is_next = !self.is_over() && self.host.played().turn() == Turn::Seat(seat);
        let style = if is_next { STRONG } else { PLAIN };
        vec![
            Span::styled(if is_next { "▸" } else { " " }, TITLE),
            Span::styled(format!(" {} ", badge.text), badge_style(&badge)),
            Span::styled(format!(" {name}"), style),
        ]
    }

    /// The players, with the one to move, and a bar for a bot that thinks.
    fn player_rows(&self, width: usize, look: Look) -> Vec<Row<'static>> {
        let players = self.players();
        let seats = Seat::all(players.len() as u8).zip(players);
        let rows = seats.map(|(seat, name)| {
            let mut line = Line::from(self.player(seat, &name, look));
            let thinking = self.thinking.as_ref().filter(|bot| bot.seat == seat);
            let room = width.saturating_sub(line.width() + 1);
            if let Some(thinking) = thinking.filter(|_| room >= LEAST_BAR) {
                line.spans.push(Span::raw(" "));
                line.spans.extend(bar(self.share(thinking), room).spans);
            }
            Row::Line(line)
        });
        rows.collect()
    }

    /// The same in one line, if it is long enough.
    fn players_in_short(&self, width: usize, look: Look) -> Option<Line<'static>> {
        let names = self.host.played().names();
        let seats = Seat::all(names.len() as u8).zip(names);
        let mut spans = Vec::new();
        for (seat, name) in seats {
            if !spans.is_empty() {
                spans.push(Span::raw(" "));
            }
            spans.extend(self.player(seat, name, look));
        }
        let line = Line::from(spans);
        (line.width() <= width).then_some(line)
    }

    /// The share of its time that a bot has used.
    fn share(&self, thinking: &super::Thinking) -> f64 {
        let spent = self.now.saturating_duration_since(thinking.since);
        self.host.budget().time.map_or(0.0, |time| {
            spent.as_secs_f64() / time.as_secs_f64().max(0.001)
        })
    }

    /// The moves in columns with numbers.
    fn move_rows(&self, width: usize) -> Vec<Row<'static>> {
        let from = self.host.played().len().saturating_sub(MOST_MOVES);
        let is_open = self.host.game().is_open();
        let steps = self.host.played().steps();
        let mut thrown = "";
        let mut moves: Vec<(String, bool)> = Vec::new();
        for said in self.host.said(self.viewer(), from) {
            let text = steps.get(said.step - 1).copied().unwrap_or_default();
            if said.seat.is_none() {
                // What luck did belongs to the move that follows.
                thrown = text.rsplit(' ').next().unwrap_or_default();
                continue;
            }
            let text = match is_open || tells(&said.text, text) {
                true => text,
                false => UNTOLD,
            };
            let gap = if thrown.is_empty() { "" } else { " " };
            moves.push((format!("{thrown}{gap}{text}"), said.step > self.seen));
            thrown = "";
        }
        if !thrown.is_empty() && is_open {
            moves.push((thrown.to_owned(), true));
        }
        let first = steps.len().saturating_sub(MOST_MOVES) + 1;
        in_columns(&moves, first, width)
    }

    /// The panels of the game while dice are in the air: as if they had fallen in some way.
    fn tumbling(&self, look: Look) -> Option<Vec<Panel>> {
        let throw = self.throw.as_ref()?;
        let mut position = self.host.position().boxed_clone();
        let step = position.read(self.face(throw)).ok()?;
        position.take(&step).ok()?;
        let options = DrawOptions {
            theme: look.of_boards(),
            signs: look.signs(),
            ..DrawOptions::default()
        };
        let mut panels = position.panels(self.viewer(), options);
        // Nothing is told before they lie.
        if self.now < throw.lies {
            let mut told = panels.iter_mut().flat_map(|panel| &mut panel.lines);
            let words = told.by_ref().filter(|line| words_of(line).is_some());
            words.for_each(|line| *line = vec![Run::plain("...")]);
        }
        Some(panels)
    }

    /// What dice in the air show.
    fn face<'a>(&self, throw: &'a super::Throw) -> &'a str {
        let turns =
            self.now.saturating_duration_since(throw.begun).as_millis() / TUMBLE.as_millis();
        let turns = turns as usize;
        match self.now >= throw.lies || throw.faces.is_empty() {
            true => &throw.outcome,
            // Any order that looks random.
            false => &throw.faces[(turns * 7 + turns / 3) % throw.faces.len()],
        }
    }

    /// Hides the game until the right player has come.
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

    /// The names of the players, with the kinds of bots that their names do not tell.
    fn players(&self) -> Vec<String> {
        let kinds = self.host.kinds();
        let names = self.host.played().names().iter().zip(&kinds);
        names
            .map(|(name, kind)| {
                let kind = &shown_name(kind);
                let told = name.to_lowercase().contains(&kind.to_lowercase());
                match kind == HUMAN || told {
                    true => name.clone(),
                    false => format!("{name} ({kind})"),
                }
            })
            .collect()
    }

    fn who_plays(&self) -> String {
        self.players().join(" - ")
    }

    /// What must be read now: an error, the result.
    fn message(&self, with_hint: bool, told: bool) -> Option<Line<'static>> {
        if let Some(message) = self.stage.message_line() {
            return Some(message);
        }
        if let Some(throw) = &self.throw {
            return Some(match self.now >= throw.lies {
                true => Line::styled(format!("It is {}.", throw.outcome), GOOD),
                false => Line::styled("Throwing...", FAINT),
            });
        }
        if self.stage.hinting && with_hint {
            return Some(Line::styled(self.scene().hint(), HINTING));
        }
        let result = self.host.result()?;
        if told {
            return None;
        }
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

    /// What happened since a person last moved.
    fn news(&self) -> Line<'static> {
        let said = self.host.said(self.viewer(), self.seen);
        // If there is no room for all, the last ones matter most.
        let mut news: Vec<Said> = said.rev().take(3).collect();
        if news.is_empty() {
            news.extend(self.last_said());
        }
        let news = news.into_iter().rev().enumerate();
        let sentences = news.map(|(number, said)| match number {
            0 => said.text.to_string(),
            _ => format!(" {}", said.text),
        });
        // The foot leaves out the first ones where there is no room for all.
        Line::from_iter(sentences.map(|text| Span::styled(text, STRONG)))
    }

    /// The question for players with real dice.
    fn question(&self) -> Option<String> {
        let (name, Throw { least, most, .. }) = self.host.asked_throw()?;
        Some(format!("{name} rolls: {least} to {most}"))
    }

    fn prompt(&self) -> Line<'static> {
        let seat = match self.host.next() {
            Next::Move(seat) => seat,
            Next::Roll => {
                let question = self.question();
                return Line::raw(question.unwrap_or_else(|| "What was the result?".to_owned()));
            }
            Next::Over(_) => return self.after_end(),
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

    /// What can be done at the end.
    fn after_end(&self) -> Line<'static> {
        let text = match self.worst().len() {
            0 => "n: another game.",
            1 => "1: look at the worst move.  n: another game.",
            _ => "1, 2: look at the worst moves.  n: another game.",
        };
        Line::styled(text, FAINT)
    }

    fn strip(&self, told: bool) -> Strip<'_> {
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
                    // The expected line would reveal what only the bot sees.
                    if !self.host.position().has_secrets(thinking.seat) {
                        text.push_str(&format!(", {}", thought.line.join(" ")));
                    }
                }
                Strip::Progress {
                    share: (!told).then(|| self.share(thinking)),
                    text,
                }
            }
        }
    }

    /// Dice in the air change until they lie.
    fn draw_throw(&self, area: Rect, screen: &mut Buffer) {
        let Some(throw) = &self.throw else { return };
        let lies = self.now >= throw.lies;
        let face = self.face(throw);
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

/// A move that this player must not know.
const UNTOLD: &str = "…";

/// Whether words tell all of a move's text, so that everyone who may hear them may read it.
fn tells(words: &str, text: &str) -> bool {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '.' | ':' | ',' | ';');
    let heard: Vec<&str> = words.split(is_end).collect();
    text.split(is_end).all(|part| heard.contains(&part))
}

/// The style of a badge; one without colours is told apart all the same.
fn badge_style(badge: &Run) -> Style {
    match badge.style.is_plain() {
        true => STRONG,
        false => style(badge.style),
    }
}

/// Moves in as many columns as fit, with a number at the beginning of every line.
fn in_columns(moves: &[(String, bool)], first: usize, width: usize) -> Vec<Row<'static>> {
    let last = first + moves.len();
    let digits = last.to_string().len().max(2);
    let widest = moves.iter().map(|(text, _)| text.chars().count()).max();
    let widest = widest.unwrap_or(0);
    // Moves of several words need more room between them.
    let has_words = moves.iter().any(|(text, _)| text.contains(' '));
    let gap = match has_words && moves.len() <= FEW_MOVES {
        true if width > digits + 2 * (widest + 2) => 2,
        _ => 1,
    };
    let column = widest + gap;
    let columns = (width.saturating_sub(digits) / column).max(1);
    let columns = match columns.min(MOST_COLUMNS) {
        // Room matters more than both players side by side.
        columns if moves.len() > FEW_MOVES => columns,
        columns @ 2.. => columns / 2 * 2,
        _ => 1,
    };
    moves
        .chunks(columns)
        .enumerate()
        .map(|(line, chunk)| {
            let number = first + line * columns;
            let mut spans = vec![Span::styled(format!("{number:>digits$}"), FAINT)];
            for (text, is_new) in chunk {
                let style = if *is_new { STRONG } else { PLAIN };
                spans.push(Span::styled(format!("{:gap$}{text:<widest$}", ""), style));
            }
            Row::Line(Line::from(spans))
        })
        .collect()
}
