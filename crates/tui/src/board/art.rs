//! A board as the game's own picture, for terminals that can show one.

use parlour_core::picture::{Look as Marks, Motion, Paints, Spot};
use parlour_core::{Drawing, Pick, Room, Run};
use ratatui::layout::Rect;
use rustc_hash::FxHashSet;

use super::BoardView;
use crate::event::{Hit, Hits};
use crate::graphics::{Cell, Shown};
use crate::look::Look;
use crate::picture::Sight;

/// Boards with more places are drawn as text.
const MOST_PLACES: usize = 1000;

/// A board as a picture, of any size.
pub(crate) struct Art {
    svg: String,
    size: (f32, f32),
    /// The places with a pick.
    spots: Vec<(Pick, Spot)>,
    cursor: Option<(f32, f32, f32)>,
    cell: Cell,
}

impl BoardView {
    /// The board as a picture, if there are to be pictures and the game has one on which
    /// everything can be pointed at that can be picked.
    pub(crate) fn art(&self, look: Look) -> Option<Art> {
        self.seen.replace(None);
        let cell = look.cell.filter(|_| look.has_blocks())?;
        if self.spots.all().len() > MOST_PLACES {
            return None;
        }
        let who = self.showing.who;
        let position = self.preview.as_ref().unwrap_or(&self.position);
        let plain = Marks {
            paints: Paints::Fixed(look.of_boards()),
            map: self.showing.map,
            ..Marks::default()
        };
        let spots = position.paint(who, &plain).ok()?.board.spots;
        let in_strip = self.strip().is_some();
        let next = self.picking.as_ref().filter(|_| !in_strip);
        let next = next.map_or(&[][..], |picking| picking.next());
        let panels = self.panels(look);
        let runs = panels.iter().flat_map(|panel| panel.lines.iter().flatten());
        let beside = runs.filter_map(|run| run.pick.clone());
        let on_board = spots.iter().filter_map(|spot| spot.pick.clone());
        let placed: FxHashSet<Pick> = on_board.chain(beside).collect();
        if !next.iter().all(|pick| placed.contains(pick)) {
            return None;
        }
        self.seen.replace(Some(placed));
        let at = |picks: &[Pick]| -> Vec<Motion> {
            let places = picks.iter().filter_map(|pick| place(&spots, pick));
            places
                .map(|spot| Motion::appear(spot.place.clone()))
                .collect()
        };
        let preview = match &self.preview {
            Some(after) => self.position.motions(&**after, who),
            None => Vec::new(),
        };
        let marks = Marks {
            picked: self.taken(),
            can: next,
            last: &at(&self.last),
            hint: &self.hinted().unwrap_or_else(|| at(&self.hint)),
            preview: &preview,
            ..plain
        };
        let board = position.paint(who, &marks).ok()?.board;
        let cursor = self.cursor.as_ref();
        let cursor = cursor.filter(|_| !in_strip && self.showing.pickable);
        let cursor = cursor.and_then(|pick| place(&board.spots, pick));
        Some(Art {
            svg: board.document(),
            size: (board.width, board.height),
            cursor: cursor.map(|spot| (spot.x, spot.y, spot.reach)),
            spots: board
                .spots
                .iter()
                .filter_map(|spot| Some((spot.pick.clone()?, spot.clone())))
                .collect(),
            cell,
        })
    }

    /// What the hint would move; `None` if that is not known, or is a secret.
    fn hinted(&self) -> Option<Vec<Motion>> {
        if self.hint.is_empty() {
            return None;
        }
        let paths = self.position.picks();
        let index = paths.iter().position(|path| *path == self.hint)?;
        let step = self.position.move_at(index)?;
        let after = self.position.foresee(&step, self.showing.who)?;
        let motions = self.position.motions(&*after, self.showing.who);
        (!motions.is_empty()).then_some(motions)
    }
}

fn place<'a>(spots: &'a [Spot], pick: &Pick) -> Option<&'a Spot> {
    spots.iter().find(|spot| spot.pick.as_ref() == Some(pick))
}

impl Art {
    /// Pixels for every unit in a room.
    fn scale(&self, room: Room) -> f32 {
        let side = |count: usize, pixels: u16| count as f32 * f32::from(pixels);
        let width = side(room.columns, self.cell.width) / self.size.0;
        let height = side(room.lines, self.cell.height) / self.size.1;
        width.min(height)
    }

    /// Whether its places are large enough to be recognised and pointed at.
    pub(crate) fn is_legible(&self, room: Room) -> bool {
        let reaches = self.spots.iter().map(|(_, spot)| spot.reach);
        let least = reaches.fold(f32::INFINITY, f32::min);
        2.0 * least * self.scale(room) >= f32::from(self.cell.height)
    }

    /// The blank place for it in a room.
    pub(crate) fn sight(&self, room: Room) -> Sight {
        let scale = self.scale(room);
        let count = |units: f32, pixels: u16| (units * scale / f32::from(pixels)).ceil() as usize;
        let columns = count(self.size.0, self.cell.width).min(room.columns);
        let lines = count(self.size.1, self.cell.height).min(room.lines);
        let line = vec![Run::plain(" ".repeat(columns))];
        let blank = Drawing {
            lines: vec![line; lines],
        };
        Sight::of(blank, 0)
    }

    /// Has it shown, and its places pointed at.
    pub(crate) fn draw(self, area: Rect, hits: &mut Hits) {
        let room = Room {
            columns: area.width.into(),
            lines: area.height.into(),
        };
        let scale = self.scale(room);
        let across = f32::from(area.width) - self.size.0 * scale / f32::from(self.cell.width);
        let down = f32::from(area.height) - self.size.1 * scale / f32::from(self.cell.height);
        for (pick, spot) in &self.spots {
            let column = |x: f32| x * scale / f32::from(self.cell.width) + across / 2.0;
            let line = |y: f32| y * scale / f32::from(self.cell.height) + down / 2.0;
            let (left, right) = (column(spot.x - spot.reach), column(spot.x + spot.reach));
            let (top, bottom) = (line(spot.y - spot.reach), line(spot.y + spot.reach));
            let (left, top) = (left.round() as u16, top.round() as u16);
            let place = Rect {
                x: area.x + left,
                y: area.y + top,
                width: (right.round() as u16).saturating_sub(left).max(1),
                height: (bottom.round() as u16).saturating_sub(top).max(1),
            };
            hits.push(place.intersection(area), Hit::Pick(pick.clone()));
        }
        hits.picture = Some(Shown {
            area,
            svg: self.svg,
            size: self.size,
            cursor: self.cursor,
        });
    }
}
