//! The values of all positions that differ only in the first twelve squares.

use super::geometry::{BY_RANK, ENTRIES, Geometry, SHARED, Shape, entries_up_to};

/// What a player has beyond square 12, from where pieces never go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progression {
    /// Pieces that are not home.
    pub(super) left: u8,
    /// Which of squares 13 (bit 0) and 14 (bit 1) have a piece on them.
    pub(super) last: u8,
}

/// The bits of squares 13 and 14 in a progression.
pub(super) const ON_13: u8 = 1;
pub(super) const ON_14: u8 = 2;

impl Progression {
    /// `None` if there are too few pieces.
    pub(super) fn new(left: u8, last: u8) -> Option<Progression> {
        (last.count_ones() <= u32::from(left)).then_some(Progression { left, last })
    }

    /// The pieces at the start and on squares 1 to 12.
    pub(super) fn behind(self) -> u32 {
        u32::from(self.left) - self.last.count_ones()
    }

    /// All progressions with up to this many pieces, and at least one.
    pub(super) fn all(pieces: u8) -> impl Iterator<Item = Progression> {
        (1..=pieces).flat_map(|left| (0..4).filter_map(move |last| Progression::new(left, last)))
    }

    /// With one more piece on the last squares.
    pub(super) fn joined(self, square: u8) -> Progression {
        Progression {
            last: self.last | square,
            ..self
        }
    }

    /// With the piece of one of the last squares gone home.
    pub(super) fn home_from(self, square: u8) -> Progression {
        Progression {
            left: self.left - 1,
            last: self.last & !square,
        }
    }

    /// With a piece from before square 13 gone home.
    pub(super) fn home(self) -> Progression {
        Progression {
            left: self.left - 1,
            ..self
        }
    }
}

/// Which positions a stage holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) red: Progression,
    pub(super) green: Progression,
}

impl Key {
    /// The same positions with the players swapped.
    pub(super) fn exchanged(self) -> Key {
        Key {
            red: self.green,
            green: self.red,
        }
    }

    /// Of a stage and its swapped twin only one is stored: the one in which red
    /// has more. Lanes are red's, and many pieces fill them better.
    pub(super) fn is_kept(self) -> bool {
        (self.red.left, self.red.last) >= (self.green.left, self.green.last)
    }

    /// A different number below [`Key::NUMBERS`] for each key.
    pub(super) fn number(self) -> usize {
        let number = |progression: Progression| {
            usize::from(progression.left) << 2 | usize::from(progression.last)
        };
        number(self.red) << 5 | number(self.green)
    }

    pub(super) const NUMBERS: usize = 1 << 10;

    pub(super) fn shape(self, geometry: &Geometry) -> &Shape {
        geometry.shape(self.red.behind(), self.green.behind())
    }
}

/// Values by red's first squares, one lane for each set. Lanes that red does
/// not have enough pieces for hold arbitrary numbers. A row fills two cache
/// lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [f64; ENTRIES]);

impl Row {
    pub(super) const fn of(value: f64) -> Row {
        Row([value; ENTRIES])
    }
}

/// The chance that red wins, before the throw, for all positions of a stage.
#[derive(Clone)]
pub(super) struct Stage {
    pub(super) key: Key,
    /// With red to throw, and with green to throw.
    pub(super) red_throws: Vec<Row>,
    pub(super) green_throws: Vec<Row>,
}

impl Stage {
    /// A stage with the same value everywhere.
    pub(super) fn of(geometry: &Geometry, key: Key, value: f64) -> Stage {
        let rows = vec![Row::of(value); key.shape(geometry).rows];
        Stage {
            key,
            red_throws: rows.clone(),
            green_throws: rows,
        }
    }

    /// A first guess from a stage with other numbers of pieces behind square
    /// 13: the same value for the same position.
    pub(super) fn guessed(geometry: &Geometry, key: Key, from: &Stage) -> Stage {
        let mut stage = Stage::of(geometry, key, 0.5);
        let (shape, known) = (key.shape(geometry), from.key.shape(geometry));
        for shared in 0..SHARED {
            let left = |shape: &Shape| geometry.left(shape.red, shape.green, shared);
            if let (Some((_, green)), Some((_, known_green))) = (left(shape), left(known)) {
                let rows = entries_up_to(green.min(known_green));
                let to = shape.first(shared) as usize;
                let at = known.first(shared) as usize;
                stage.red_throws[to..to + rows].copy_from_slice(&from.red_throws[at..at + rows]);
                stage.green_throws[to..to + rows]
                    .copy_from_slice(&from.green_throws[at..at + rows]);
            }
        }
        stage
    }

    /// The same stage with the players swapped.
    pub(super) fn exchanged(&self, geometry: &Geometry) -> Stage {
        let key = self.key.exchanged();
        let mut other = Stage::of(geometry, key, 0.5);
        let (shape, to_shape) = (self.key.shape(geometry), key.shape(geometry));
        for shared in 0..SHARED {
            let Some((red, green)) = geometry.left(shape.red, shape.green, shared) else {
                continue;
            };
            let at = shape.first(shared) as usize;
            let to = to_shape.first(geometry.exchanged(shared)) as usize;
            for (rank, set) in BY_RANK.into_iter().enumerate().take(entries_up_to(green)) {
                let from = (
                    &self.red_throws[at + rank].0,
                    &self.green_throws[at + rank].0,
                );
                for (row, lane) in BY_RANK.into_iter().enumerate().take(entries_up_to(red)) {
                    other.red_throws[to + row].0[set] = 1.0 - from.1[lane];
                    other.green_throws[to + row].0[set] = 1.0 - from.0[lane];
                }
            }
        }
        other
    }
}
