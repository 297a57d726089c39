//! The moves of a layer, as places to look values up.
//!
//! What red can do depends on the shared squares and on red's own, never on
//! green's private ones. So red's moves are found once for a whole row of
//! groups, and green's once for a column; green's moves between shared squares
//! are even the same in all columns. Moves from and to squares 13 and 14 lead
//! to other lanes: they are looked up a few lanes further on.

use std::ops::Range;

use super::geometry::{GREEN_13, Geometry, LANES, RED_13, SHARED, Shape};

/// Where the value after a move is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// In this layer, with the same player to throw again.
    Again,
    /// In this layer, with the other player to throw.
    Other,
    /// In the layer with one piece less, with the other player to throw.
    Home,
    /// Nowhere: the move wins the game.
    Win,
}

/// A value to look up for every lane of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// The group, if it is in the first row, and the distance to the next row.
    pub(super) group: u32,
    pub(super) width: u8,
    pub(super) source: Source,
    /// How many lanes further on.
    pub(super) shift: i8,
    /// Which lanes have this move.
    pub(super) lanes: Lanes,
}

/// Lanes that have a move, from the point of view of who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lanes {
    All,
    /// No piece on 13 or 14: elsewhere the last one has left the start.
    None13Or14,
    /// Not both squares: there the last two have left the start.
    NotBoth,
    Without13,
    Without14,
    With13,
    With14,
    /// A piece on 13 that can go to 14.
    Only13,
}

impl Lanes {
    pub(super) const COUNT: usize = 8;

    const ALL: [Lanes; Lanes::COUNT] = [
        Lanes::All,
        Lanes::None13Or14,
        Lanes::NotBoth,
        Lanes::Without13,
        Lanes::Without14,
        Lanes::With13,
        Lanes::With14,
        Lanes::Only13,
    ];

    const fn contains(self, on_13: bool, on_14: bool) -> bool {
        match self {
            Lanes::All => true,
            Lanes::None13Or14 => !on_13 && !on_14,
            Lanes::NotBoth => !on_13 || !on_14,
            Lanes::Without13 => !on_13,
            Lanes::Without14 => !on_14,
            Lanes::With13 => on_13,
            Lanes::With14 => on_14,
            Lanes::Only13 => on_13 && !on_14,
        }
    }

    /// For each kind of lanes, `penalty` in the lanes that are not among them.
    pub(super) const fn penalties(bit_13: usize, penalty: f64) -> [[f64; LANES]; Lanes::COUNT] {
        let mut penalties = [[0.0; LANES]; Lanes::COUNT];
        let mut kind = 0;
        while kind < Lanes::COUNT {
            let mut lane = 0;
            while lane < LANES {
                let (on_13, on_14) = (lane & bit_13 != 0, lane & (2 * bit_13) != 0);
                if !Lanes::ALL[kind].contains(on_13, on_14) {
                    penalties[kind][lane] = penalty;
                }
                lane += 1;
            }
            kind += 1;
        }
        penalties
    }
}

/// Stretches of the list of looks, for rolls 1 to 4.
pub(super) type Rolls = [Range<u32>; 4];

/// The moves with certain shared squares.
pub(super) struct SharedMoves {
    /// The first group, and the groups in a row.
    pub(super) first: u32,
    pub(super) width: u32,
    /// Red's moves, by row.
    pub(super) rows: Vec<Entry>,
    /// Green's moves that all columns have, and the others by column.
    pub(super) all_columns: Rolls,
    pub(super) columns: Vec<Entry>,
}

/// The moves with certain first squares of a player.
pub(super) struct Entry {
    pub(super) rolls: Rolls,
    /// How many of the player's pieces can be on 13 and 14.
    pub(super) last: usize,
}

/// All moves of a layer.
pub(super) struct Moves {
    pub(super) looks: Vec<Look>,
    /// By shared squares, pieces far ahead first.
    pub(super) shared: Vec<SharedMoves>,
}

impl Moves {
    /// The looks of one roll.
    pub(super) fn looks(&self, rolls: &Rolls, roll: usize) -> &[Look] {
        let stretch = &rolls[roll];
        &self.looks[stretch.start as usize..stretch.end as usize]
    }

    /// Finds the moves of a layer; `red_home` and `green_home` are the shapes
    /// of the layers with one piece less, none where the game would be over.
    pub(super) fn find(
        geometry: &Geometry,
        shape: &Shape,
        red_home: Option<&Shape>,
        green_home: Option<&Shape>,
        exact_home: bool,
    ) -> Moves {
        let mut looks = Vec::new();
        let mut all = Vec::new();
        let red = Side {
            geometry,
            shape,
            home: red_home,
            exact_home,
            is_red: true,
        };
        let green = Side {
            home: green_home,
            is_red: false,
            ..red
        };
        // The last shared square is the highest digit: a piece that moves on
        // makes the number larger.
        for shared in (0..SHARED).rev() {
            let Some((left_red, left_green)) = geometry.left(shape.red, shape.green, shared) else {
                continue;
            };
            let sets = |left: u32| {
                let entries = geometry.entries.into_iter();
                entries.take_while(move |set| set.count_ones() <= left)
            };
            all.push(SharedMoves {
                first: shape.first(shared),
                width: shape.width(shared),
                rows: sets(left_red)
                    .map(|entry| Entry {
                        rolls: red.find(shared, entry, left_red, Part::Whole, &mut looks),
                        last: (left_red - entry.count_ones()).min(2) as usize,
                    })
                    .collect(),
                all_columns: green.find(shared, 0, left_green, Part::Shared, &mut looks),
                columns: sets(left_green)
                    .map(|entry| Entry {
                        rolls: green.find(shared, entry, left_green, Part::Entry, &mut looks),
                        last: (left_green - entry.count_ones()).min(2) as usize,
                    })
                    .collect(),
            });
        }
        Moves { looks, shared: all }
    }
}

/// Which moves of a player are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Of pieces on shared squares, and on 13 and 14.
    Shared,
    /// Of pieces at the start and on the first four squares.
    Entry,
    /// All.
    Whole,
}

/// A player whose moves are to be found.
#[derive(Clone, Copy)]
struct Side<'a> {
    geometry: &'a Geometry,
    shape: &'a Shape,
    home: Option<&'a Shape>,
    exact_home: bool,
    is_red: bool,
}

impl Side<'_> {
    /// Finds moves with these shared squares and these first squares; `left`
    /// pieces are not on shared squares.
    fn find(
        &self,
        shared: usize,
        entry: u8,
        left: u32,
        part: Part,
        looks: &mut Vec<Look>,
    ) -> Rolls {
        [1, 2, 3, 4].map(|roll| {
            let start = looks.len() as u32;
            if part != Part::Shared {
                self.entry_moves(shared, entry, left - entry.count_ones(), roll, looks);
            }
            if part != Part::Entry {
                self.shared_moves(shared, entry, roll, looks);
                self.lane_moves(shared, entry, left, roll, looks);
            }
            start..looks.len() as u32
        })
    }

    /// Pieces at the start, of which there are `waiting` in a lane without
    /// pieces on 13 and 14, and pieces on the first four squares.
    fn entry_moves(&self, shared: usize, entry: u8, waiting: u32, roll: u8, looks: &mut Vec<Look>) {
        for from in 0..=4_u8 {
            if from > 0 && entry & entry_bit(from) == 0 || from == 0 && waiting == 0 {
                continue;
            }
            let rest = entry & !entry_bit(from);
            let lanes = match (from, waiting) {
                (0, 1) => Lanes::None13Or14,
                (0, 2) => Lanes::NotBoth,
                _ => Lanes::All,
            };
            let to = from + roll;
            if to <= 4 {
                if rest & entry_bit(to) == 0 {
                    let after = rest | entry_bit(to);
                    looks.push(self.look(throws_next(to), shared, after, 0, lanes));
                }
            } else if let Some(after) = self.landed(shared, None, to) {
                looks.push(self.look(throws_next(to), after, rest, 0, lanes));
            }
        }
    }

    /// Pieces on shared squares.
    fn shared_moves(&self, shared: usize, entry: u8, roll: u8, looks: &mut Vec<Look>) {
        let bit_13 = self.bit_13() as i8;
        for from in 5..=12_u8 {
            if self.own(shared) & shared_bit(from) == 0 {
                continue;
            }
            let to = from + roll;
            if to <= 12 {
                if let Some(after) = self.landed(shared, Some(from), to) {
                    looks.push(self.look(throws_next(to), after, entry, 0, Lanes::All));
                }
                continue;
            }
            let gone = self.without(shared, from);
            match to {
                13 => looks.push(self.look(Source::Other, gone, entry, bit_13, Lanes::Without13)),
                14 => {
                    looks.push(self.look(Source::Again, gone, entry, 2 * bit_13, Lanes::Without14));
                }
                _ if to == 15 || !self.exact_home => {
                    looks.push(self.look(Source::Home, gone, entry, 0, Lanes::All));
                }
                _ => {}
            }
        }
    }

    /// Pieces on squares 13 and 14.
    fn lane_moves(&self, shared: usize, entry: u8, left: u32, roll: u8, looks: &mut Vec<Look>) {
        let bit_13 = self.bit_13() as i8;
        if roll == 1 {
            looks.push(self.look(Source::Again, shared, entry, bit_13, Lanes::Only13));
        }
        // Where all pieces are elsewhere, none goes home from here. What green
        // has elsewhere differs from column to column; lanes with too many
        // pieces are looked up in groups of others, and nobody looks at them.
        if left == 0 || self.is_red && left == entry.count_ones() {
            return;
        }
        if roll == 2 || roll > 2 && !self.exact_home {
            looks.push(self.look(Source::Home, shared, entry, -bit_13, Lanes::With13));
        }
        if roll == 1 || !self.exact_home {
            looks.push(self.look(Source::Home, shared, entry, -2 * bit_13, Lanes::With14));
        }
    }

    fn look(&self, source: Source, shared: usize, entry: u8, shift: i8, lanes: Lanes) -> Look {
        let (source, shape) = match (source, self.home) {
            (Source::Home, Some(home)) => (Source::Home, home),
            (Source::Home, None) => (Source::Win, self.shape),
            (source, _) => (source, self.shape),
        };
        let rank = self.geometry.rank(entry);
        let width = shape.width(shared);
        Look {
            group: shape.first(shared) + if self.is_red { rank * width } else { rank },
            width: width as u8,
            source,
            shift,
            lanes,
        }
    }

    fn bit_13(&self) -> usize {
        if self.is_red { RED_13 } else { GREEN_13 }
    }

    fn own(&self, shared: usize) -> u8 {
        let pieces = if self.is_red {
            &self.geometry.red
        } else {
            &self.geometry.green
        };
        pieces[shared]
    }

    fn others(&self, shared: usize) -> u8 {
        Side {
            is_red: !self.is_red,
            ..*self
        }
        .own(shared)
    }

    fn number(&self, own: u8, others: u8) -> usize {
        if self.is_red {
            self.geometry.shared(own, others)
        } else {
            self.geometry.shared(others, own)
        }
    }

    /// The shared squares after a piece left one.
    fn without(&self, shared: usize, from: u8) -> usize {
        self.number(self.own(shared) & !shared_bit(from), self.others(shared))
    }

    /// The shared squares after a piece landed on one, which may capture;
    /// `None` where it may not land there.
    fn landed(&self, shared: usize, from: Option<u8>, to: u8) -> Option<usize> {
        let own = self.own(shared) & !from.map_or(0, shared_bit);
        let others = self.others(shared);
        let bit = shared_bit(to);
        let is_safe = to == 8 && others & bit != 0;
        if own & bit != 0 || is_safe {
            return None;
        }
        Some(self.number(own | bit, others & !bit))
    }
}

/// Where the value is found after a piece landed on this square.
fn throws_next(square: u8) -> Source {
    match square {
        4 | 8 | 14 => Source::Again,
        _ => Source::Other,
    }
}

/// The bit of one of the first four squares; the start has none.
fn entry_bit(square: u8) -> u8 {
    match square {
        0 => 0,
        square => 1 << (square - 1),
    }
}

fn shared_bit(square: u8) -> u8 {
    1 << (square - 5)
}
