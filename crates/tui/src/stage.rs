//! What every page with a board has: the board that shows a position, what is
//! wanted beside it, and what must be read now.

use parlour_core::{AnyStep, GameEntry, Match, Pick, Position, Turn, Viewer};
use parlour_host::Adviser;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::board::{BoardView, Deed, Showing};
use crate::event::Hits;
use crate::look::{ALARM, GOOD, STRONG};
use crate::pages::text::Text;
use crate::picture::Picture;
use crate::screen::{Arrangement, Strip, arrange, draw_title, draw_value, draw_words};

/// What is played on a stage, and what is known of it.
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

    /// The hint as far as it is known.
    pub(crate) fn hint(self) -> String {
        match self.adviser.found() {
            Some(found) => format!("Hint: {}", found.hint(self.game, self.position())),
            None if self.adviser.is_busy() => "Looking for the best move...".to_owned(),
            None => "There is nothing to advise.".to_owned(),
        }
    }
}

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

pub(crate) struct Stage {
    pub(crate) board: BoardView,
    /// The map is wanted.
    map: bool,
    /// The hint is wanted.
    pub(crate) hinting: bool,
    /// The value is wanted at every position.
    pub(crate) valuing: bool,
    /// What must be read now, and whether something is wrong.
    pub(crate) message: Option<(String, bool)>,
}

impl Stage {
    pub(crate) fn new(position: &dyn Position) -> Self {
        Stage {
            board: BoardView::blank(position),
            map: false,
            hinting: false,
            valuing: false,
            message: None,
        }
    }

    /// Shows a position to somebody, who may pick a move, with what the last moves
    /// changed.
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
        self.board.show(position, showing, last);
    }

    pub(crate) fn say(&mut self, text: impl Into<String>, alarm: bool) {
        self.message = Some((text.into(), alarm));
    }

    /// Says why a step was not taken.
    pub(crate) fn refuse(&mut self, message: &str, help: Option<&str>) {
        let help = help.map_or(String::new(), |help| format!(": {help}"));
        self.say(format!("{message}{help}"), true);
    }

    /// The move that was picked by a key or a click, if one was.
    pub(crate) fn picked(&mut self, deed: Deed) -> Option<AnyStep> {
        match deed {
            Deed::Nothing | Deed::Changed => None,
            Deed::Play(step) => Some(step),
            Deed::Refused(why) => {
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

    /// Whether somebody wants to know what the adviser thinks.
    pub(crate) fn wants_advice(&self) -> bool {
        self.hinting || self.valuing
    }

    /// Marks on the board what the adviser has found, once it has.
    pub(crate) fn mark_hint(&mut self, position: &dyn Position, adviser: &Adviser) {
        if self.hinting
            && let Some(found) = adviser.found()
        {
            self.board.hint = found.picks(position);
        }
    }

    /// The board in words, as the person who looks may be told of it, and what
    /// the adviser says.
    pub(crate) fn in_words(&self, scene: Scene<'_>) -> Text {
        let mut words = String::new();
        // Beside the board there may be no room for all of this.
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

    /// What was picked or is asked, and what can be chosen below the board.
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

    /// The digits that pick a place on the board, where there are few.
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

    /// Draws the board and the line above it, and tells where everything else
    /// has its place, and the line below the last one of the board.
    pub(crate) fn draw_board(
        &self,
        title: &str,
        heading: &str,
        area: Rect,
        screen: &mut Buffer,
        hits: &mut Hits,
    ) -> (Arrangement, u16) {
        let too_large;
        let picture = match self.board.picture(usize::from(area.width)) {
            Ok(picture) => picture,
            Err(why) => {
                too_large = Picture::of_text(&format!("{why}; type your moves with :"));
                &too_large
            }
        };
        let places = arrange(area, picture);
        if let Some(head) = places.head {
            let more = match places.needs {
                None => heading.to_owned(),
                Some((width, height)) => format!("{width}x{height} would show all of it"),
            };
            draw_title(head, screen, title, &more);
        }
        self.board.draw(picture, places.board, screen, hits);
        (places, places.board.y + picture.height() as u16)
    }

    /// Draws the value and the hint, if they are wanted, and gives what is left
    /// of the area.
    pub(crate) fn draw_advice(&self, scene: Scene<'_>, area: Rect, screen: &mut Buffer) -> Rect {
        let mut area = area;
        // At the end there is nothing left to value or to do.
        if matches!(scene.played.turn(), Turn::Over(_)) {
            return area;
        }
        if self.valuing {
            let found = scene.adviser.found();
            area = draw_value(area, screen, scene.played.names(), scene.game, found);
        }
        if self.hinting {
            area = draw_words(area, screen, &scene.hint(), GOOD);
        }
        area
    }
}
