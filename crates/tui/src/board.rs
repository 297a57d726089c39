//! A board on the screen: a cursor that moves over it, picks that narrow the
//! moves, and a preview of what a move would do.

mod art;
mod draw;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use parlour_core::{
    AnyStep, DrawOptions, Drawing, Panel, Pick, Position, Room, Signs, TooLarge, Turn, Viewer,
    picture,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rustc_hash::FxHashSet;

use crate::event::Hit;
use crate::look::Look;
use crate::picture::{Sight, Spots, Way};
use parlour_host::{Picking, Taken, digits};

/// How a board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Showing {
    pub(crate) who: Viewer,
    /// A move may be picked.
    pub(crate) pickable: bool,
    /// Show where hidden things may be.
    pub(crate) map: bool,
}

/// The result of a key or a click.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BoardAction {
    /// A board does not react to it.
    Nothing,
    /// Something on the board has changed.
    Changed,
    /// A move was picked.
    Play(AnyStep),
    /// Why not.
    Refused(String),
}

/// What a drawing depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    room: Room,
    signs: Signs,
    theme: picture::Theme,
    preview: bool,
    /// Of a motion.
    frame: Option<usize>,
}

/// Drawings that are kept: one for every layout that is tried.
const MOST_KEPT: usize = 12;

/// A position on the screen.
pub(crate) struct BoardView {
    position: Box<dyn Position>,
    showing: Showing,
    /// What the last moves changed.
    last: Vec<Pick>,
    /// What was drawn so far of this position.
    kept: RefCell<Vec<(Key, Rc<Sight>)>>,
    /// The places of the small drawing, over which the cursor moves, before any
    /// preview; empty if it cannot be drawn, or has too many.
    spots: Spots,
    picking: Option<Picking>,
    /// Where the cursor is on the board.
    cursor: Option<Pick>,
    /// The cursor's index in the strip of choices.
    choice: usize,
    /// The position after the move under the cursor.
    preview: Option<Box<dyn Position>>,
    /// The picks of the hint.
    pub(crate) hint: Vec<Pick>,
    has_map: OnceCell<bool>,
    /// The position that was shown before, from which something moves here.
    was: Option<Box<dyn Position>>,
    /// Which of the boards on the way is shown.
    frame: Option<usize>,
    /// The places of the picture that was shown last, which may have fewer than the text.
    seen: RefCell<Option<FxHashSet<Pick>>>,
    /// The drawing on the screen, and the picks of the panels there.
    on_screen: RefCell<Option<Rc<Sight>>>,
    beside: RefCell<FxHashSet<Pick>>,
    /// What can be picked now is nowhere on the screen.
    is_out_of_sight: Cell<bool>,
}

/// Only a list that is short can be out of sight: a large board scrolls.
const SHORT_LIST: usize = 40;

impl BoardView {
    /// A board on which nothing has been shown yet.
    pub(crate) fn blank(position: &dyn Position) -> Self {
        BoardView {
            position: position.boxed_clone(),
            showing: Showing {
                who: Viewer::Public,
                pickable: false,
                map: false,
            },
            last: Vec::new(),
            kept: RefCell::default(),
            spots: Spots::default(),
            picking: None,
            cursor: None,
            choice: 0,
            preview: None,
            hint: Vec::new(),
            has_map: OnceCell::new(),
            was: None,
            frame: None,
            seen: RefCell::default(),
            on_screen: RefCell::default(),
            beside: RefCell::default(),
            is_out_of_sight: Cell::new(false),
        }
    }

    fn new(position: &dyn Position, showing: Showing, last: &[Pick]) -> Self {
        let options = DrawOptions {
            coordinates: true,
            picks: true,
            map: showing.map,
            last,
            ..DrawOptions::default()
        };
        let small = position.draw(showing.who, options);
        let small = small.ok().map(|drawing| Sight::of(drawing, 0));
        let can_point = small.as_ref().is_some_and(|small| !small.is_crowded);
        let spots = small.map(|small| small.spots).unwrap_or_default();
        let picking = (showing.pickable && can_point).then(|| Picking::new(position));
        let mut board = BoardView {
            position: position.boxed_clone(),
            showing,
            last: last.to_vec(),
            kept: RefCell::default(),
            spots,
            picking,
            cursor: None,
            choice: 0,
            preview: None,
            hint: Vec::new(),
            has_map: OnceCell::new(),
            was: None,
            frame: None,
            seen: RefCell::default(),
            on_screen: RefCell::default(),
            beside: RefCell::default(),
            is_out_of_sight: Cell::new(false),
        };
        board.cursor = board.first_place();
        board.look_ahead();
        board
    }

    /// Shows another position, and what the last moves changed; the cursor
    /// stays where it is, if it can.
    pub(crate) fn show(&mut self, position: &dyn Position, showing: Showing, last: &[Pick]) {
        let cursor = self.cursor.take();
        let was = self.position.boxed_clone();
        *self = BoardView::new(position, showing, last);
        self.was = Some(was);
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

    /// How many boards there are on the way from the position before.
    pub(crate) fn frames(&self) -> usize {
        let frames = self
            .was
            .as_ref()
            .map(|was| was.draw_between(&*self.position, self.showing.who, DrawOptions::default()));
        frames.map_or(0, |frames| frames.len())
    }

    /// Shows a board on the way, or the position itself.
    pub(crate) fn show_frame(&mut self, frame: Option<usize>) {
        self.frame = frame;
    }

    pub(crate) fn showing(&self) -> Showing {
        self.showing
    }

    /// Whether a map would show more than the board. Computed on demand, once.
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

    /// This drawing is on the screen; panels follow.
    pub(crate) fn shows(&self, sight: &Rc<Sight>) {
        self.on_screen.replace(Some(Rc::clone(sight)));
        self.beside.borrow_mut().clear();
    }

    /// All panels are on the screen. What has no place there is chosen in a strip.
    pub(crate) fn is_drawn(&self) {
        let next = self.picking.as_ref().map_or(&[][..], Picking::next);
        let sight = self.on_screen.take();
        let beside = self.beside.borrow();
        let is_hidden = |pick: &Pick| {
            let on_board = sight
                .as_ref()
                .is_none_or(|sight| sight.spots.get(pick).is_some());
            !on_board && !beside.contains(pick)
        };
        let is_short = !next.is_empty() && next.len() <= SHORT_LIST;
        self.is_out_of_sight
            .set(is_short && next.iter().all(is_hidden));
    }

    /// The choices in a strip below the board, if there are any.
    pub(crate) fn strip(&self) -> Option<(&[Pick], usize)> {
        let picking = self.picking.as_ref()?;
        let on_board = |pick: &Pick| self.spots.get(pick).is_some();
        let next = picking.next();
        let is_strip = picking.is_strip()
            || self.is_out_of_sight.get()
            || !next.is_empty() && !next.iter().any(on_board);
        is_strip.then_some((next, self.choice.min(next.len().saturating_sub(1))))
    }

    /// What each digit picks, in order, if there are few choices.
    pub(crate) fn by_digits(&self) -> Vec<(char, &Pick)> {
        let next = self.picking.as_ref().map_or(&[][..], Picking::next);
        let digits = digits(next).unwrap_or_default();
        digits.into_iter().zip(next).collect()
    }

    /// What was picked so far.
    pub(crate) fn taken(&self) -> &[Pick] {
        self.picking.as_ref().map_or(&[], Picking::taken)
    }

    /// What is under the cursor, if that can be picked.
    fn under_cursor(&self) -> Option<&Pick> {
        match self.strip() {
            Some((choices, at)) => choices.get(at),
            None => self.cursor.as_ref(),
        }
    }

    /// A description of what is under the cursor.
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
                let action = self.position.describe(&step, who);
                Some(format!("{}: {action}", self.position.write(&step)))
            }
            None => Some(match picking.count_with(pick) {
                1 => format!("{pick}: one move"),
                count => format!("{pick}: {count} moves"),
            }),
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> BoardAction {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return BoardAction::Nothing;
        }
        if key.code == KeyCode::Esc {
            return self.take_back();
        }
        if self.picking.is_none() && key.code != KeyCode::Tab {
            // Looking around is all that is left to do.
            return match way(key.code) {
                Some(way) => self.go(way),
                None => BoardAction::Nothing,
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
                None => BoardAction::Nothing,
            },
            code => match way(code) {
                Some(way) => self.go(way),
                None => BoardAction::Nothing,
            },
        }
    }

    fn key_in_strip(&mut self, code: KeyCode) -> BoardAction {
        let Some((choices, at)) = self.strip() else {
            return BoardAction::Nothing;
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
                return chosen.map_or(BoardAction::Nothing, |pick| self.pick(&pick));
            }
            _ => return BoardAction::Nothing,
        }
        self.look_ahead();
        BoardAction::Changed
    }

    /// The mouse is on a place or a choice.
    pub(crate) fn point(&mut self, hit: &Hit, click: bool) -> BoardAction {
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
                _ => return BoardAction::Nothing,
            },
            _ => return BoardAction::Nothing,
        };
        self.look_ahead();
        match click {
            true => self.pick(&pick),
            false => BoardAction::Changed,
        }
    }

    fn go(&mut self, way: Way) -> BoardAction {
        let Some(cursor) = &self.cursor else {
            return BoardAction::Nothing;
        };
        let seen = self.seen.borrow();
        let is_seen = |pick: &Pick| seen.as_ref().is_none_or(|seen| seen.contains(pick));
        if let Some(spot) = self.spots.beside(cursor, way, is_seen) {
            self.cursor = Some(spot.pick.clone());
        }
        BoardAction::Changed
    }

    /// The next place that can be picked, in reading order.
    fn next_place(&mut self, forward: bool) -> BoardAction {
        let Some(picking) = &self.picking else {
            return BoardAction::Nothing;
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
            return BoardAction::Nothing;
        }
        let at = places
            .iter()
            .position(|pick| Some(*pick) == self.cursor.as_ref())
            .unwrap_or(0);
        let step = if forward { 1 } else { count - 1 };
        self.cursor = Some(places[(at + step) % count].clone());
        BoardAction::Changed
    }

    fn pick(&mut self, pick: &Pick) -> BoardAction {
        let Some(picking) = &mut self.picking else {
            return BoardAction::Nothing;
        };
        match picking.take(pick) {
            Taken::No => BoardAction::Refused(format!("{pick} cannot be picked now")),
            // The board is drawn again after the move.
            Taken::Move(index) => match self.position.move_at(index) {
                Some(step) => BoardAction::Play(step),
                None => BoardAction::Nothing,
            },
            Taken::More => {
                self.choice = 0;
                self.settle();
                BoardAction::Changed
            }
        }
    }

    /// After a pick the cursor stays if it is on a possible next pick.
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
                    .filter_map(|way| self.spots.beside(cursor, *way, |_| true));
                let picking = self.picking.as_ref()?;
                let mut picks = beside.map(|spot| &spot.pick);
                picks.find(|pick| picking.can_take(pick)).cloned()
            });
            self.cursor = near.or_else(|| self.first_place());
        }
        self.look_ahead();
    }

    /// Takes the last pick back.
    pub(crate) fn take_back(&mut self) -> BoardAction {
        let Some(picking) = &mut self.picking else {
            return BoardAction::Nothing;
        };
        let last = picking.taken().first().cloned();
        if !picking.back() {
            return BoardAction::Nothing;
        }
        if let Some(last) = last
            && picking.taken().is_empty()
            && self.spots.get(&last).is_some()
        {
            self.cursor = Some(last);
        }
        self.choice = 0;
        self.look_ahead();
        BoardAction::Changed
    }

    /// Draws a preview of the choice under the cursor.
    fn look_ahead(&mut self) {
        self.kept.borrow_mut().retain(|(key, _)| !key.preview);
        self.preview = self.strip().and_then(|(choices, at)| {
            if self.position.turn() == Turn::Chance {
                return None;
            }
            let picking = self.picking.as_ref()?;
            let completed = picking.completed_by(choices.get(at)?)?;
            let text = self.position.move_at(completed)?;
            self.position.foresee(&text, self.showing.who)
        });
    }

    /// What is drawn into a room: the board, or the preview of a move.
    pub(crate) fn sight(&self, room: Room, look: Look) -> Result<Rc<Sight>, TooLarge> {
        if let (Some(frame), Some(was)) = (self.frame, &self.was) {
            let key = self.what(room, look, false, Some(frame));
            if let Some(sight) = self.known(key) {
                return Ok(sight);
            }
            let options = self.options(room, look, &[]);
            let frames = was.draw_between(&*self.position, self.showing.who, options);
            if let Some(drawing) = frames.into_iter().nth(frame) {
                return Ok(self.keep(key, drawing));
            }
        }
        self.drawn(room, look, self.preview.is_some())
    }

    fn what(&self, room: Room, look: Look, preview: bool, frame: Option<usize>) -> Key {
        Key {
            room,
            signs: look.signs(),
            theme: look.of_boards(),
            preview,
            frame,
        }
    }

    fn known(&self, key: Key) -> Option<Rc<Sight>> {
        let kept = self.kept.borrow();
        // What is too wide for its room is as small as can be: the same for all that are too narrow.
        let known = kept.iter().find(|(known, sight)| {
            let is_too_wide = |key: &Key| sight.picture.width > key.room.columns;
            let room = key.room;
            *known == key
                || Key { room, ..*known } == key && is_too_wide(known) && is_too_wide(&key)
        });
        known.map(|(_, sight)| Rc::clone(sight))
    }

    fn keep(&self, key: Key, drawing: Drawing) -> Rc<Sight> {
        let sight = Rc::new(Sight::of(drawing, key.room.columns));
        let mut kept = self.kept.borrow_mut();
        if kept.len() >= MOST_KEPT {
            kept.remove(0);
        }
        kept.push((key, Rc::clone(&sight)));
        sight
    }

    fn drawn(&self, room: Room, look: Look, preview: bool) -> Result<Rc<Sight>, TooLarge> {
        let key = self.what(room, look, preview, None);
        if let Some(sight) = self.known(key) {
            return Ok(sight);
        }
        let position = match &self.preview {
            Some(next) if preview => next,
            _ => &self.position,
        };
        let drawing = position.draw(self.showing.who, self.options(room, look, &self.last))?;
        Ok(self.keep(key, drawing))
    }

    fn options<'a>(&self, room: Room, look: Look, last: &'a [Pick]) -> DrawOptions<'a> {
        DrawOptions {
            coordinates: true,
            picks: true,
            map: self.showing.map,
            last,
            room: Some(room),
            signs: look.signs(),
            // Of a preview, all that would change is marked.
            places: self.preview.is_some(),
            theme: look.of_boards(),
        }
    }

    /// The places that the move under the cursor would change.
    fn changed(&self) -> FxHashSet<Pick> {
        let Some(after) = &self.preview else {
            return FxHashSet::default();
        };
        let motions = self.position.motions(&**after, self.showing.who);
        let ends = motions
            .into_iter()
            .flat_map(|motion| [motion.from, motion.to]);
        // A place on the board has the name of its pick.
        ends.flatten()
            .map(|place| Pick::new(place.as_str()))
            .collect()
    }

    /// Whether the board shows what the move under the cursor would do.
    pub(crate) fn is_preview(&self) -> bool {
        self.preview.is_some()
    }

    /// What stands beside the board.
    pub(crate) fn panels(&self, look: Look) -> Vec<Panel> {
        let position = self.preview.as_ref().unwrap_or(&self.position);
        self.panels_in(&**position, look)
    }

    /// The panels of any position, as the same player may see them.
    pub(crate) fn panels_in(&self, position: &dyn Position, look: Look) -> Vec<Panel> {
        let room = Room {
            columns: 0,
            lines: 0,
        };
        position.panels(self.showing.who, self.options(room, look, &self.last))
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
