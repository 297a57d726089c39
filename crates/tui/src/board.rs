//! A board on the screen: a cursor that moves over it, picks that narrow the
//! moves, and a look at what a move would do.

mod draw;

use std::cell::OnceCell;

use parlour_core::{AnyStep, DrawOptions, Drawing, Pick, Position, TooLarge, Turn, Viewer};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::event::Hit;
use crate::picture::{Picture, Pictures, Spots, Way};
use parlour_host::{Picking, Taken, digits};

/// How a board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Showing {
    pub(crate) who: Viewer,
    /// Somebody may pick a move.
    pub(crate) pickable: bool,
    /// Where hidden things can be.
    pub(crate) map: bool,
}

/// What came of a key or a click.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// It means nothing to a board.
    Nothing,
    /// Something on the board has changed.
    Changed,
    /// A move was picked.
    Play(AnyStep),
    /// Why not.
    Refused(String),
}

fn drawn(position: &dyn Position, showing: Showing, last: &[Pick]) -> Result<Pictures, TooLarge> {
    let options = DrawOptions {
        coordinates: true,
        picks: true,
        map: showing.map,
        last,
    };
    position.draw(showing.who, options).map(Pictures::of)
}

/// A position on the screen.
pub(crate) struct BoardView {
    position: Box<dyn Position>,
    showing: Showing,
    pictures: Result<Pictures, TooLarge>,
    /// The places of the board, before any preview; none where it cannot be
    /// drawn, or has too many.
    spots: Spots,
    picking: Option<Picking>,
    /// Where the cursor is on the board.
    cursor: Option<Pick>,
    /// Where it is in the strip of choices.
    choice: usize,
    /// What the move under the cursor would do.
    preview: Option<Pictures>,
    /// What the hint names.
    pub(crate) hint: Vec<Pick>,
    has_map: OnceCell<bool>,
}

impl BoardView {
    /// A board that nothing was shown on yet.
    pub(crate) fn blank(position: &dyn Position) -> Self {
        BoardView {
            position: position.boxed_clone(),
            showing: Showing {
                who: Viewer::Public,
                pickable: false,
                map: false,
            },
            pictures: Ok(Pictures::of(Drawing::default())),
            spots: Spots::default(),
            picking: None,
            cursor: None,
            choice: 0,
            preview: None,
            hint: Vec::new(),
            has_map: OnceCell::new(),
        }
    }

    fn new(position: &dyn Position, showing: Showing, last: &[Pick]) -> Self {
        let pictures = drawn(position, showing, last);
        let spots = pictures.as_ref().ok().and_then(Pictures::spots);
        let can_pick = showing.pickable && spots.is_some();
        let picking = can_pick.then(|| Picking::new(position));
        let mut board = BoardView {
            position: position.boxed_clone(),
            showing,
            pictures,
            spots: spots.unwrap_or_default(),
            picking,
            cursor: None,
            choice: 0,
            preview: None,
            hint: Vec::new(),
            has_map: OnceCell::new(),
        };
        board.cursor = board.first_place();
        board.look_ahead();
        board
    }

    /// Shows another position, and what the last moves changed; the cursor stays
    /// where it is, if it can.
    pub(crate) fn show(&mut self, position: &dyn Position, showing: Showing, last: &[Pick]) {
        let cursor = self.cursor.take();
        *self = BoardView::new(position, showing, last);
        if let Some(cursor) = cursor
            && self.spots.get(&cursor).is_some()
            && self
                .picking
                .as_ref()
                .is_none_or(|picking| picking.can_take(&cursor) || self.first_place().is_none())
        {
            self.cursor = Some(cursor);
        }
    }

    pub(crate) fn showing(&self) -> Showing {
        self.showing
    }

    /// Whether a map would show more than the board. Found out when somebody
    /// asks, and once.
    pub(crate) fn has_map(&self) -> bool {
        *self.has_map.get_or_init(|| {
            let drawn = |map| {
                let options = DrawOptions {
                    map,
                    ..DrawOptions::default()
                };
                self.position.draw(self.showing.who, options).ok()
            };
            drawn(true) != drawn(false)
        })
    }

    /// The first place that can be picked, else the first of all.
    fn first_place(&self) -> Option<Pick> {
        let can_take = |pick: &&Pick| match &self.picking {
            Some(picking) => picking.can_take(pick),
            None => true,
        };
        let mut places = self.spots.all().iter().map(|spot| &spot.pick);
        let first = places.clone().next();
        places.find(can_take).or(first).cloned()
    }

    /// What is to be chosen in a strip below the board, if anything.
    pub(crate) fn strip(&self) -> Option<(&[Pick], usize)> {
        let picking = self.picking.as_ref()?;
        let on_board = |pick: &Pick| self.spots.get(pick).is_some();
        let next = picking.next();
        let is_strip = picking.is_strip() || !next.is_empty() && !next.iter().any(on_board);
        is_strip.then_some((next, self.choice.min(next.len().saturating_sub(1))))
    }

    /// What a digit picks, where there are few choices, in their order.
    pub(crate) fn by_digits(&self) -> Vec<(char, &Pick)> {
        let next = self.picking.as_ref().map_or(&[][..], Picking::next);
        let digits = digits(next).unwrap_or_default();
        digits.into_iter().zip(next).collect()
    }

    /// What was picked so far.
    pub(crate) fn taken(&self) -> &[Pick] {
        self.picking.as_ref().map_or(&[], Picking::taken)
    }

    /// What the cursor is on, if that can be picked.
    fn under_cursor(&self) -> Option<&Pick> {
        match self.strip() {
            Some((choices, at)) => choices.get(at),
            None => self.cursor.as_ref(),
        }
    }

    /// What a player should know of what the cursor is on.
    pub(crate) fn words(&self) -> Option<String> {
        let picking = self.picking.as_ref()?;
        let pick = self.under_cursor()?;
        if !picking.can_take(pick) {
            return None;
        }
        let who = self.showing.who;
        match picking.completed_by(pick) {
            Some(index) => {
                let step = self.position.move_at(index)?;
                let deed = self.position.describe(&step, who);
                Some(format!("{}: {deed}", self.position.write(&step)))
            }
            None => Some(match picking.count_with(pick) {
                1 => format!("{pick}: one move"),
                count => format!("{pick}: {count} moves"),
            }),
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Deed {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return Deed::Nothing;
        }
        if key.code == KeyCode::Esc {
            return self.take_back();
        }
        if self.picking.is_none() && key.code != KeyCode::Tab {
            // Looking around is all that is left to do.
            return match way(key.code) {
                Some(way) => self.go(way),
                None => Deed::Nothing,
            };
        }
        if let KeyCode::Char(digit) = key.code {
            let by_digits = self.by_digits();
            let picked = by_digits.iter().find(|(own, _)| *own == digit);
            if let Some(pick) = picked.map(|(_, pick)| (*pick).clone()) {
                return self.pick(&pick);
            }
        }
        if self.strip().is_some() {
            return self.key_in_strip(key.code);
        }
        match key.code {
            KeyCode::Tab => self.next_place(true),
            KeyCode::BackTab => self.next_place(false),
            KeyCode::Enter | KeyCode::Char(' ') => match self.cursor.clone() {
                Some(pick) => self.pick(&pick),
                None => Deed::Nothing,
            },
            code => match way(code) {
                Some(way) => self.go(way),
                None => Deed::Nothing,
            },
        }
    }

    fn key_in_strip(&mut self, code: KeyCode) -> Deed {
        let Some((choices, at)) = self.strip() else {
            return Deed::Nothing;
        };
        let count = choices.len();
        let chosen = choices.get(at).cloned();
        match code {
            KeyCode::Left | KeyCode::Up | KeyCode::BackTab => {
                self.choice = (at + count - 1) % count;
            }
            KeyCode::Right | KeyCode::Down | KeyCode::Tab => self.choice = (at + 1) % count,
            KeyCode::Home => self.choice = 0,
            KeyCode::End => self.choice = count - 1,
            KeyCode::Enter | KeyCode::Char(' ') => {
                return chosen.map_or(Deed::Nothing, |pick| self.pick(&pick));
            }
            _ => return Deed::Nothing,
        }
        self.look_ahead();
        Deed::Changed
    }

    /// The mouse is on a place or a choice.
    pub(crate) fn point(&mut self, hit: &Hit, click: bool) -> Deed {
        let pick = match hit {
            Hit::Pick(pick) if self.strip().is_none() => {
                self.cursor = Some(pick.clone());
                pick.clone()
            }
            Hit::Choice(index) => match self.strip() {
                Some((choices, _)) if *index < choices.len() => {
                    let pick = choices[*index].clone();
                    self.choice = *index;
                    pick
                }
                _ => return Deed::Nothing,
            },
            _ => return Deed::Nothing,
        };
        self.look_ahead();
        match click {
            true => self.pick(&pick),
            false => Deed::Changed,
        }
    }

    fn go(&mut self, way: Way) -> Deed {
        let Some(cursor) = &self.cursor else {
            return Deed::Nothing;
        };
        if let Some(spot) = self.spots.beside(cursor, way) {
            self.cursor = Some(spot.pick.clone());
        }
        Deed::Changed
    }

    /// The next place that can be picked, in reading order.
    fn next_place(&mut self, forward: bool) -> Deed {
        let Some(picking) = &self.picking else {
            return Deed::Nothing;
        };
        let places: Vec<&Pick> = self
            .spots
            .all()
            .iter()
            .map(|spot| &spot.pick)
            .filter(|pick| picking.can_take(pick) || self.cursor.as_ref() == Some(pick))
            .collect();
        let count = places.len();
        if count == 0 {
            return Deed::Nothing;
        }
        let at = places
            .iter()
            .position(|pick| Some(*pick) == self.cursor.as_ref())
            .unwrap_or(0);
        let step = if forward { 1 } else { count - 1 };
        self.cursor = Some(places[(at + step) % count].clone());
        Deed::Changed
    }

    fn pick(&mut self, pick: &Pick) -> Deed {
        let Some(picking) = &mut self.picking else {
            return Deed::Nothing;
        };
        match picking.take(pick) {
            Taken::No => Deed::Refused(format!("{pick} cannot be picked now")),
            // The board is shown anew after the move.
            Taken::Move(index) => match self.position.move_at(index) {
                Some(step) => Deed::Play(step),
                None => Deed::Nothing,
            },
            Taken::More => {
                self.choice = 0;
                self.settle();
                Deed::Changed
            }
        }
    }

    /// After a pick the cursor stays if it is on something to be picked next.
    fn settle(&mut self) {
        let stays = match (&self.picking, &self.cursor) {
            (Some(picking), Some(cursor)) => picking.can_take(cursor),
            _ => false,
        };
        // Most locations of a guess are next to each other.
        if !stays && self.strip().is_none() {
            let near = self.cursor.as_ref().and_then(|cursor| {
                let ways = [Way::Right, Way::Down, Way::Left, Way::Up];
                let beside = ways
                    .iter()
                    .filter_map(|way| self.spots.beside(cursor, *way));
                let picking = self.picking.as_ref()?;
                let mut picks = beside.map(|spot| &spot.pick);
                picks.find(|pick| picking.can_take(pick)).cloned()
            });
            self.cursor = near.or_else(|| self.first_place());
        }
        self.look_ahead();
    }

    /// Takes the last pick back.
    pub(crate) fn take_back(&mut self) -> Deed {
        let Some(picking) = &mut self.picking else {
            return Deed::Nothing;
        };
        let last = picking.taken().first().cloned();
        if !picking.back() {
            return Deed::Nothing;
        }
        if let Some(last) = last
            && picking.taken().is_empty()
            && self.spots.get(&last).is_some()
        {
            self.cursor = Some(last);
        }
        self.choice = 0;
        self.look_ahead();
        Deed::Changed
    }

    /// Draws what the choice under the cursor would do.
    fn look_ahead(&mut self) {
        self.preview = self.strip().and_then(|(choices, at)| {
            if self.position.turn() == Turn::Chance {
                return None;
            }
            let picking = self.picking.as_ref()?;
            let completed = picking.completed_by(choices.get(at)?)?;
            let text = self.position.move_at(completed)?;
            let next = self.position.foresee(&text, self.showing.who)?;
            drawn(&*next, self.showing, &[]).ok()
        });
    }

    /// The picture that fits best into so many characters a line.
    pub(crate) fn picture(&self, width: usize) -> Result<&Picture, &TooLarge> {
        let pictures = match &self.preview {
            Some(preview) => preview,
            None => self.pictures.as_ref()?,
        };
        Ok(pictures.fitting(width))
    }
}

fn way(code: KeyCode) -> Option<Way> {
    match code {
        KeyCode::Left => Some(Way::Left),
        KeyCode::Right => Some(Way::Right),
        KeyCode::Up => Some(Way::Up),
        KeyCode::Down => Some(Way::Down),
        _ => None,
    }
}
