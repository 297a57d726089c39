//! What every page with a board has: the board, what is shown beside it, and
//! messages.

use std::rc::Rc;
use std::time::{Duration, Instant};

use parlour_core::{AnyStep, GameEntry, Match, Panel, Pick, Position, Room, Seat, Turn, Viewer};
use parlour_host::Adviser;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::board::{BoardAction, BoardView, Showing};
use crate::entry::Entry;
use crate::event::Hits;
use crate::look::{ALARM, FAINT, HINTING, Look, STRONG};
use crate::pages::text::Text;
use crate::picture::Sight;
use crate::screen::{
    Arrangement, Row, Section, Strip, Wants, arrange, bar, draw_title, words_of, wrapped,
};

/// What is played on a stage, and what is known about it.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) game: &'static dyn GameEntry,
    pub(crate) played: &'a Match,
    pub(crate) adviser: &'a Adviser,
}

impl Scene<'_> {
    fn position(&self) -> &dyn Position {
        self.played.position()
    }

    /// The hint, as far as it is known.
    pub(crate) fn hint(self) -> String {
        match self.adviser.found() {
            Some(found) => format!("Hint: {}", found.hint(self.game, self.position())),
            None if self.adviser.is_busy() => "Looking for the best move...".to_owned(),
            None => "There is no advice to give here.".to_owned(),
        }
    }

    /// Players go by their names, also where a game tells of seats.
    fn named(self, text: &str) -> Option<String> {
        let names = Seat::all(self.position().seats()).zip(self.played.names());
        names.into_iter().find_map(|(seat, name)| {
            let (first, rest) = text.split_once(' ')?;
            let is_seat = first.eq_ignore_ascii_case(&self.position().seat_name(seat));
            is_seat.then(|| format!("{name} {rest}"))
        })
    }
}

/// The lines that a page with a picture has at least besides it.
const PICTURE_FOOT: u16 = 4;

/// What is said above a board that shows what the chosen move would do.
const PREVIEW: &str = "preview";

/// A title and what is said beside it need more columns than these.
const NARROW: u16 = 40;

/// A choice with the digit that picks it, unless it is that digit.
fn label(digit: Option<char>, choice: &str) -> String {
    match digit {
        Some(digit)
            if choice
                .rsplit(' ')
                .next()
                .is_some_and(|word| *word == *digit.to_string()) =>
        {
            digit.to_string()
        }
        Some(digit) => format!("{digit} {choice}"),
        None => choice.to_owned(),
    }
}

/// The longest that something moves on the board, and the longest that it stays on its way.
pub(crate) const MOTION: Duration = Duration::from_millis(240);
const STEP: Duration = Duration::from_millis(60);

/// Something that moves on the board.
struct Moving {
    begun: Instant,
    now: Instant,
    frames: u32,
}

impl Moving {
    fn frame_time(&self) -> Duration {
        (MOTION / self.frames.max(1)).min(STEP)
    }

    /// Which of the boards on the way is shown; `None` at the end.
    fn frame(&self) -> Option<usize> {
        let spent = self.now.saturating_duration_since(self.begun);
        let frame = spent.as_millis() / self.frame_time().as_millis().max(1);
        (frame < u128::from(self.frames)).then_some(frame as usize)
    }
}

pub(crate) struct Stage {
    pub(crate) board: BoardView,
    /// The map is wanted.
    map: bool,
    /// The hint is wanted.
    pub(crate) hinting: bool,
    /// The value is wanted at every position.
    pub(crate) valuing: bool,
    /// A message, and whether it is an error.
    pub(crate) message: Option<(String, bool)>,
    moving: Option<Moving>,
}

impl Stage {
    pub(crate) fn new(position: &dyn Position) -> Self {
        Stage {
            board: BoardView::blank(position),
            map: false,
            hinting: false,
            valuing: false,
            message: None,
            moving: None,
        }
    }

    /// Shows a position, in which a move may be picked, with what the last moves changed.
    pub(crate) fn show(
        &mut self,
        position: &dyn Position,
        who: Viewer,
        pickable: bool,
        last: &[Pick],
    ) {
        let showing = Showing {
            who,
            pickable,
            map: self.map,
        };
        self.moving = None;
        self.board.show(position, showing, last);
    }

    /// Lets what changed on the board move there.
    pub(crate) fn begin_motion(&mut self, now: Instant) {
        let frames = self.board.frames() as u32;
        self.moving = (frames > 0).then_some(Moving {
            begun: now,
            now,
            frames,
        });
        self.move_on(now);
    }

    /// Shows the board of this moment.
    pub(crate) fn move_on(&mut self, now: Instant) {
        if let Some(moving) = &mut self.moving {
            moving.now = now;
        }
        let frame = self.moving.as_ref().and_then(Moving::frame);
        if frame.is_none() {
            self.moving = None;
        }
        self.board.show_frame(frame);
    }

    /// Nobody has to wait for what moves.
    pub(crate) fn stop_motion(&mut self) {
        self.moving = None;
        self.board.show_frame(None);
    }

    /// When the board changes by itself.
    pub(crate) fn wake(&self) -> Option<Instant> {
        let moving = self.moving.as_ref()?;
        Some(moving.now + moving.frame_time())
    }

    pub(crate) fn say(&mut self, text: impl Into<String>, alarm: bool) {
        self.message = Some((text.into(), alarm));
    }

    /// Says why a step was not taken.
    pub(crate) fn refuse(&mut self, message: &str, help: Option<&str>) {
        let help = help.map_or(String::new(), |help| format!(": {help}"));
        self.say(format!("{message}{help}"), true);
    }

    /// Handles a key while a move is typed; the step, once it is entered and can be read.
    pub(crate) fn typed(
        &mut self,
        typing: &mut Option<Entry>,
        position: &dyn Position,
        key: KeyEvent,
    ) -> Option<AnyStep> {
        let entry = typing.as_mut()?;
        match key.code {
            KeyCode::Esc => *typing = None,
            KeyCode::Enter => {
                let text = entry.text().trim().to_owned();
                *typing = None;
                self.message = None;
                match position.read(&text) {
                    Ok(step) => return Some(step),
                    Err(finding) => self.refuse(&finding.message, finding.help.as_deref()),
                }
            }
            _ => {
                entry.key(key);
            }
        }
        None
    }

    /// The move that a key or a click completed, if any.
    pub(crate) fn picked(&mut self, action: BoardAction) -> Option<AnyStep> {
        match action {
            BoardAction::Nothing | BoardAction::Changed => None,
            BoardAction::Play(step) => Some(step),
            BoardAction::Refused(why) => {
                self.say(why, true);
                None
            }
        }
    }

    /// Whether there is a map of what is hidden here.
    pub(crate) fn has_map(&self, game: &dyn GameEntry) -> bool {
        !game.is_open() && self.board.has_map()
    }

    /// Shows the map, or the board again.
    pub(crate) fn toggle_map(&mut self, position: &dyn Position, last: &[Pick]) {
        self.map = !self.map;
        let Showing { who, pickable, .. } = self.board.showing();
        self.show(position, who, pickable, last);
    }

    /// Whether the adviser's opinion is wanted.
    pub(crate) fn wants_advice(&self) -> bool {
        self.hinting || self.valuing
    }

    /// Marks the adviser's hint on the board, once it is known.
    pub(crate) fn mark_hint(&mut self, position: &dyn Position, adviser: &Adviser) {
        if self.hinting
            && let Some(found) = adviser.found()
        {
            self.board.hint = found.picks(position);
        }
    }

    /// The board in words, as the viewer may hear of it, and what the adviser
    /// says.
    pub(crate) fn in_words(&self, scene: Scene<'_>) -> Text {
        let mut words = String::new();
        // There may be no room for all of this beside the board.
        if let Some(found) = scene.adviser.found() {
            if self.valuing {
                let worth = found.worth(scene.played.names(), scene.game);
                words.push_str(&format!("Value: {worth}\n\n"));
            }
            if self.hinting {
                words.push_str(&format!("{}\n\n", scene.hint()));
            }
        }
        let board = scene.position().in_words(self.board.showing().who);
        words.push_str(&board.unwrap_or_else(|too_large| too_large.to_string()));
        Text::new("The board in words", words)
    }

    /// The picks so far or a question, and the choices below the board.
    pub(crate) fn choices(&self, question: Option<String>) -> Option<Strip<'_>> {
        let (choices, at) = self.board.strip()?;
        let taken = || self.board.taken().first().map(ToString::to_string);
        let keyed = self.board.by_digits();
        let labels = (0..).zip(choices).map(|(index, choice)| {
            let digit = keyed.get(index).map(|(digit, _)| *digit);
            label(digit, choice.as_str())
        });
        Some(Strip::Choices {
            labels: labels.collect(),
            at,
            // A question says it all.
            words: match question {
                Some(_) => String::new(),
                None => self.board.words().unwrap_or_default(),
            },
            of: question.or_else(taken).unwrap_or_default(),
        })
    }

    /// The digits that pick a place on the board, if there are few.
    pub(crate) fn keyed_places(&self) -> String {
        let keyed = self.board.by_digits().into_iter();
        let labels = keyed.map(|(digit, pick)| label(Some(digit), pick.as_str()));
        labels.collect::<Vec<_>>().join("  ")
    }

    pub(crate) fn message_line(&self) -> Option<Line<'static>> {
        let (message, alarm) = self.message.as_ref()?;
        let style = if *alarm { ALARM } else { STRONG };
        Some(Line::styled(message.clone(), style))
    }

    /// Draws the board and the line above it; returns the layout of everything else.
    pub(crate) fn draw_board(
        &self,
        (title, heading): (&str, &str),
        wants: Wants,
        area: Rect,
        screen: &mut Buffer,
        look: Look,
        hits: &mut Hits,
    ) -> Arrangement {
        let whole = Room {
            columns: area.width.into(),
            lines: area.height.saturating_sub(PICTURE_FOOT).into(),
        };
        let art = self.board.art(look);
        let art = art.filter(|art| art.is_legible(whole));
        let places = arrange(area, wants, &|room| match &art {
            Some(art) => Rc::new(art.sight(room)),
            None => self.board.sight(room, look).unwrap_or_else(|why| {
                let text = format!("{why}; type your moves with :");
                Rc::new(Sight::of_text(&text))
            }),
        });
        if let Some(head) = places.head {
            let more = match places.needs {
                _ if self.board.is_preview() => PREVIEW.to_owned(),
                None => heading.to_owned(),
                Some((width, height)) => format!("{width}x{height} would show all of it"),
            };
            // In a narrow column, one of them must do.
            let title = match self.board.is_preview() && head.width < NARROW {
                true => PREVIEW,
                false => title,
            };
            draw_title(head, screen, title, &more);
        }
        match art {
            Some(art) => art.draw(places.board, hits),
            None => {
                self.board
                    .draw(&places.sight, places.board, screen, look, hits);
                self.board.shows(&places.sight);
            }
        }
        places
    }

    /// These panels of the game, and those of the value and, unless it is shown elsewhere, of the
    /// hint, as far as wanted.
    pub(crate) fn sections<'a>(
        &'a self,
        scene: Scene<'a>,
        panels: Vec<Panel>,
        with_hint: bool,
        look: Look,
    ) -> Vec<Section<'a>> {
        let is_over = matches!(scene.played.turn(), Turn::Over(_));
        // What has not changed since the beginning, such as a legend, is in the rules too.
        let at_first = self.board.panels_in(scene.played.start(), look);
        let panels = panels.into_iter().map(|panel| {
            let is_legend = at_first.contains(&panel);
            let section = Section::of_game(told_by_name(panel, scene));
            match is_legend || is_over {
                true => section.giving_way(),
                false => section,
            }
        });
        let mut sections: Vec<Section<'a>> = panels.collect();
        // At the end there is nothing left to value or to do.
        if is_over {
            return sections;
        }
        if self.valuing {
            sections.push(Section::new("Value", move |width| value_rows(scene, width)));
        }
        if self.hinting && with_hint {
            sections.push(Section::text("Advice", scene.hint(), HINTING));
        }
        sections
    }
}

/// A panel in which players go by their names.
fn told_by_name(mut panel: Panel, scene: Scene<'_>) -> Panel {
    if let Some(named) = scene.named(&panel.heading) {
        panel.heading = named.into();
    }
    for line in &mut panel.lines {
        if let Some(named) = words_of(line).and_then(|words| scene.named(words)) {
            line[0].text = named.into();
        }
    }
    panel
}

/// The value of the position, with a bar if it is a chance.
fn value_rows(scene: Scene<'_>, width: usize) -> Vec<Row<'static>> {
    let Some(found) = scene.adviser.found() else {
        return vec![Row::Line(Line::styled("...", FAINT))];
    };
    let mut rows = Vec::new();
    // Both are about the player to move.
    let chance = |value| scene.game.info().measure.chance(value);
    if let Some(chance) = found.advice.value.and_then(chance) {
        rows.push(Row::Line(bar(chance, width)));
    }
    let worth = found.worth(scene.played.names(), scene.game);
    let lines = wrapped(&worth, width).into_iter();
    rows.extend(lines.map(|line| Row::Line(Line::raw(line))));
    rows
}
