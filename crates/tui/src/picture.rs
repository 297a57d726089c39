//! A drawing with its measures: where the places are that can be pointed at.

use std::cell::OnceCell;
use std::collections::hash_map::Entry;
use std::ops::Range;

use parlour_core::{Drawing, Pick, Run};
use rustc_hash::FxHashMap;

/// Boards with more places are played by typing.
const MOST_PLACES: usize = 1 << 16;

/// How wide a place of one character becomes where there is room.
const ROOMY: usize = 3;

/// A drawing that is not drawn wider than this when it is stretched.
const WIDEST: usize = 400;

/// A drawing and its measures.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) lines: Vec<Vec<Run>>,
    /// Of all lines.
    pub(crate) width: usize,
}

fn length(runs: &[Run]) -> usize {
    runs.iter().map(|run| run.text.chars().count()).sum()
}

impl Picture {
    pub(crate) fn new(drawing: Drawing) -> Self {
        let lines = drawing.lines;
        Picture {
            width: lines.iter().map(|line| length(line)).max().unwrap_or(0),
            lines,
        }
    }

    /// The longest stretch of lines that leave `room` characters free of
    /// `width`, of an area that is `height` lines high; and how wide it is.
    pub(crate) fn beside(&self, width: usize, height: usize, room: usize) -> (Range<usize>, usize) {
        let lines = self.lines.iter().map(|line| length(line));
        let lines = lines.chain(std::iter::repeat(0)).take(height);
        let mut longest = (0..0, 0);
        let mut current = (0..0, 0);
        for (index, line) in lines.enumerate() {
            if line + room > width {
                current = (index + 1..index + 1, 0);
                continue;
            }
            current.0.end = index + 1;
            current.1 = current.1.max(line);
            if current.0.len() > longest.0.len() {
                longest = current.clone();
            }
        }
        let (range, widest) = longest;
        let free = width.saturating_sub(widest);
        (range, free)
    }

    /// A line of text instead of a board.
    pub(crate) fn of_text(text: &str) -> Self {
        Picture::new(Drawing {
            lines: vec![vec![Run::plain(text.to_owned())]],
        })
    }

    pub(crate) fn height(&self) -> usize {
        self.lines.len()
    }

    /// The columns that places are in, where each is only one character wide.
    fn columns_of_places(&self) -> Option<Vec<bool>> {
        let mut columns = vec![false; self.width];
        for line in &self.lines {
            let mut column = 0;
            for run in line {
                let length = run.text.chars().count();
                if run.pick.is_some() {
                    if length != 1 {
                        return None;
                    }
                    columns[column] = true;
                }
                column += length;
            }
        }
        Some(columns)
    }

    /// How wide it is with wider places, if they can be.
    fn stretched_width(&self) -> Option<usize> {
        let columns = self.columns_of_places()?;
        let places = columns.iter().filter(|is_place| **is_place).count();
        let width = self.width + (ROOMY - 1) * places;
        (places > 0 && width <= WIDEST).then_some(width)
    }

    /// The same with wider places, where each is only one character wide.
    fn stretched(&self) -> Option<Picture> {
        let columns = self.columns_of_places()?;
        let lines = self.lines.iter().map(|line| {
            let mut column = 0;
            let mut wider = Vec::with_capacity(line.len());
            for run in line {
                let mut text = String::new();
                for letter in run.text.chars() {
                    match letter {
                        _ if !columns[column] => text.push(letter),
                        '-' | '─' | '═' => text.extend([letter; ROOMY]),
                        _ => text.extend([' ', letter, ' ']),
                    }
                    column += 1;
                }
                wider.push(Run {
                    text: text.into(),
                    ..run.clone()
                });
            }
            wider
        });
        Some(Picture::new(Drawing {
            lines: lines.collect(),
        }))
    }
}

/// A picture, and the same with more room, which is drawn when it is wanted:
/// large boards are not drawn twice for nothing.
#[derive(Debug)]
pub(crate) struct Pictures {
    narrow: Picture,
    wide: OnceCell<Option<Picture>>,
    wide_width: Option<usize>,
}

impl Pictures {
    pub(crate) fn of(drawing: Drawing) -> Self {
        let narrow = Picture::new(drawing);
        Pictures {
            wide_width: narrow.stretched_width(),
            wide: OnceCell::new(),
            narrow,
        }
    }

    /// The one that fits best into so many characters a line.
    pub(crate) fn fitting(&self, width: usize) -> &Picture {
        let is_room = self.wide_width.is_some_and(|wide| wide <= width);
        let wide = || self.wide.get_or_init(|| self.narrow.stretched()).as_ref();
        match is_room.then(wide) {
            Some(Some(wide)) => wide,
            _ => &self.narrow,
        }
    }

    /// The places of the narrow picture; the wide one has them in the same
    /// lines. `None` where they are too many.
    pub(crate) fn spots(&self) -> Option<Spots> {
        let runs = self.narrow.lines.iter().flatten();
        let mut places = runs.filter(|run| run.pick.is_some());
        match places.nth(MOST_PLACES) {
            Some(_) => None,
            None => Some(Spots::of(&self.narrow)),
        }
    }
}

/// The place of a pick: the rectangle around all that stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) pick: Pick,
    pub(crate) left: usize,
    pub(crate) right: usize,
    pub(crate) top: usize,
    pub(crate) bottom: usize,
    /// There is nothing to see there, in one short run.
    pub(crate) is_blank: bool,
}

impl Spot {
    /// Twice the middle, and lines count double: they are that much higher
    /// than characters are wide.
    fn middle(&self) -> (i64, i64) {
        let (x, y) = (self.left + self.right, 2 * (self.top + self.bottom));
        (x as i64, y as i64)
    }
}

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Left,
    Right,
    Up,
    Down,
}

/// All places of a picture, in reading order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spots {
    all: Vec<Spot>,
    by_pick: FxHashMap<Pick, usize>,
}

impl Spots {
    pub(crate) fn of(picture: &Picture) -> Self {
        let runs = picture.lines.iter().flatten();
        let places = runs.filter(|run| run.pick.is_some()).count();
        let mut spots = Spots {
            all: Vec::with_capacity(places),
            by_pick: FxHashMap::with_capacity_and_hasher(places, Default::default()),
        };
        for (line, runs) in picture.lines.iter().enumerate() {
            let mut column = 0;
            for run in runs {
                let end = column + run.text.chars().count();
                if let Some(pick) = &run.pick {
                    let is_blank = run.text.trim().is_empty() && end - column <= 3;
                    spots.see(pick, line, column..end, is_blank);
                }
                column = end;
            }
        }
        spots
    }

    fn see(&mut self, pick: &Pick, line: usize, columns: Range<usize>, is_blank: bool) {
        let Range {
            start: left,
            end: right,
        } = columns;
        match self.by_pick.entry(pick.clone()) {
            Entry::Occupied(known) => {
                let spot = &mut self.all[*known.get()];
                spot.left = spot.left.min(left);
                spot.right = spot.right.max(right);
                spot.bottom = line + 1;
                spot.is_blank = false;
            }
            Entry::Vacant(new) => {
                new.insert(self.all.len());
                self.all.push(Spot {
                    pick: pick.clone(),
                    left,
                    right,
                    top: line,
                    bottom: line + 1,
                    is_blank,
                });
            }
        }
    }

    pub(crate) fn all(&self) -> &[Spot] {
        &self.all
    }

    pub(crate) fn get(&self, pick: &Pick) -> Option<&Spot> {
        self.by_pick.get(pick).map(|&index| &self.all[index])
    }

    /// The nearest place that way: straight ahead before aside.
    pub(crate) fn beside(&self, pick: &Pick, way: Way) -> Option<&Spot> {
        let (x, y) = self.get(pick)?.middle();
        let cost = |spot: &Spot| {
            let (other_x, other_y) = spot.middle();
            let (right, down) = (other_x - x, other_y - y);
            let (ahead, aside) = match way {
                Way::Right => (right, down),
                Way::Left => (-right, down),
                Way::Down => (down, right),
                Way::Up => (-down, right),
            };
            // What lies more aside than ahead is not that way.
            (ahead > 0 && aside.abs() <= 2 * ahead).then(|| ahead + 3 * aside.abs())
        };
        let costs = self.all.iter().filter_map(|spot| Some((cost(spot)?, spot)));
        costs.min_by_key(|(cost, _)| *cost).map(|(_, spot)| spot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{DrawOptions, SetupValues, Viewer, luck};

    fn picture(game: &str) -> Picture {
        let game = parlour_catalog::game(game).expect("listed");
        let start = game
            .start(&SetupValues::new(), &mut luck::seeded(1))
            .expect("the usual setup");
        let options = DrawOptions {
            picks: true,
            coordinates: true,
            map: false,
            last: &[],
        };
        Picture::new(start.draw(Viewer::Public, options).expect("small"))
    }

    #[test]
    fn places_of_one_character_are_stretched() {
        let wide = picture("gridlock").stretched().expect("one character each");
        let text = Drawing {
            lines: wide.lines.clone(),
        }
        .to_plain();
        let expected = [
            "    0  1  2 ",
            "  +---------+",
            "0 |         |",
            "1 |         |",
            "2 |         |",
            "  +---------+",
        ];
        assert_eq!(text, expected.join("\n"));
        assert!(picture("ploy").stretched().is_none());
    }

    #[test]
    fn a_cursor_goes_where_the_arrow_points() {
        let picture = picture("ploy");
        let spots = Spots::of(&picture);
        assert_eq!(spots.all().len(), 81);
        let from = Pick::new("e5");
        for (way, to) in [
            (Way::Up, "e6"),
            (Way::Down, "e4"),
            (Way::Left, "d5"),
            (Way::Right, "f5"),
        ] {
            let beside = spots.beside(&from, way).map(|spot| spot.pick.as_str());
            assert_eq!(beside, Some(to));
        }
        assert_eq!(spots.beside(&Pick::new("a1"), Way::Left), None);
    }

    #[test]
    fn every_place_can_be_reached_from_every_other() {
        for game in parlour_catalog::games() {
            let spots = Spots::of(&picture(game.info().id));
            let Some(first) = spots.all().first() else {
                continue;
            };
            let mut reached = vec![first.pick.clone()];
            let mut at = 0;
            while at < reached.len() {
                for way in [Way::Left, Way::Right, Way::Up, Way::Down] {
                    if let Some(spot) = spots.beside(&reached[at], way)
                        && !reached.contains(&spot.pick)
                    {
                        reached.push(spot.pick.clone());
                    }
                }
                at += 1;
            }
            assert_eq!(reached.len(), spots.all().len(), "{}", game.info().id);
        }
    }
}
