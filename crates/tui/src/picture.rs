//! A drawing with its measurements: where the places are that can be pointed
//! at.

use std::collections::hash_map::Entry;
use std::ops::Range;

use parlour_core::{Drawing, Pick, Run};
use rustc_hash::FxHashMap;

/// Boards with more places are played by typing.
const MOST_PLACES: usize = 1 << 16;

/// How wide a place of one character becomes if there is room.
const ROOMY: usize = 3;

/// Drawings are not stretched wider than this.
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

    fn has_too_many_places(&self) -> bool {
        let runs = self.lines.iter().flatten();
        let mut places = runs.filter(|run| run.pick.is_some());
        places.nth(MOST_PLACES).is_some()
    }

    pub(crate) fn height(&self) -> usize {
        self.lines.len()
    }

    /// The columns of the places, if each is only one character wide.
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

    /// Its width with wider places, if they can be stretched.
    fn stretched_width(&self) -> Option<usize> {
        let columns = self.columns_of_places()?;
        let places = columns.iter().filter(|is_place| **is_place).count();
        let width = self.width + (ROOMY - 1) * places;
        (places > 0 && width <= WIDEST).then_some(width)
    }

    /// The same with wider places, if each is only one character wide.
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

/// What is on the screen: a picture, and its places.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    pub(crate) picture: Picture,
    pub(crate) spots: Spots,
    /// There are too many places to point at.
    pub(crate) is_crowded: bool,
}

impl Sight {
    /// A drawing, with wider places if there is room for them.
    pub(crate) fn of(drawing: Drawing, columns: usize) -> Self {
        let mut picture = Picture::new(drawing);
        let is_room = picture
            .stretched_width()
            .is_some_and(|wide| wide <= columns);
        if is_room && let Some(wide) = picture.stretched() {
            picture = wide;
        }
        let is_crowded = picture.has_too_many_places();
        Sight {
            spots: match is_crowded {
                true => Spots::default(),
                false => Spots::of(&picture),
            },
            picture,
            is_crowded,
        }
    }

    /// A line of text instead of a board.
    pub(crate) fn of_text(text: &str) -> Self {
        let line = vec![Run::plain(text.to_owned())];
        Sight::of(Drawing { lines: vec![line] }, 0)
    }
}

/// The place of a pick: the bounding box of everything that stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) pick: Pick,
    pub(crate) left: usize,
    pub(crate) right: usize,
    pub(crate) top: usize,
    pub(crate) bottom: usize,
    /// There is nothing on it but ground.
    pub(crate) is_blank: bool,
}

impl Spot {
    /// Twice the middle, with lines counting double: they are that much higher
    /// than characters are wide.
    fn middle(&self) -> (i64, i64) {
        let (x, y) = (self.left + self.right, 2 * (self.top + self.bottom));
        (x as i64, y as i64)
    }
}

/// Whether a character shows nothing but the ground of a board.
fn is_ground(letter: char) -> bool {
    matches!(letter, ' ' | '▀' | '▄' | '░' | '~' | '·' | '.')
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
                    let is_blank = run.text.chars().all(is_ground);
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
                spot.is_blank &= is_blank;
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

    /// The nearest of these places in a direction, preferring straight ahead.
    pub(crate) fn beside(
        &self,
        pick: &Pick,
        way: Way,
        is_wanted: impl Fn(&Pick) -> bool,
    ) -> Option<&Spot> {
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
            // What is more to the side than ahead is not in that direction.
            (ahead > 0 && aside.abs() <= 2 * ahead).then(|| ahead + 3 * aside.abs())
        };
        let wanted = self.all.iter().filter(|spot| is_wanted(&spot.pick));
        let costs = wanted.filter_map(|spot| Some((cost(spot)?, spot)));
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
            ..DrawOptions::default()
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
            let beside = spots
                .beside(&from, way, |_| true)
                .map(|spot| spot.pick.as_str());
            assert_eq!(beside, Some(to));
        }
        assert_eq!(spots.beside(&Pick::new("a1"), Way::Left, |_| true), None);
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
                    if let Some(spot) = spots.beside(&reached[at], way, |_| true)
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
