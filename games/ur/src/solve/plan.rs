//! The moves of a stage, as places to look up values.
//!
//! What a player can do depends on the shared squares and on the player's own,
//! never on the other's private ones. Moves between shared squares and beyond
//! them are the same for a whole block: each is another block to read, row by
//! row and lane by lane. Moves of pieces at the start and on the first four
//! squares differ from row to row (green's) or from lane to lane (red's) in a
//! fixed way; the plan only says what they find on squares 5 to 8.

use std::collections::HashMap;
use std::ops::Range;

use super::geometry::{ENTRIES, Geometry, SHARED, Shape};
use super::stage::{Key, ON_13, ON_14, Progression, Row};

/// The probabilities of rolls 1 to 4.
pub(super) const CHANCES: [f64; 4] = [0.25, 0.375, 0.25, 0.0625];
/// The probability of roll 0, with which nothing moves.
pub(super) const CHANCE_OF_NONE: f64 = 0.0625;

/// Where to find the value after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// In this stage, with the other player to throw.
    Other,
    /// In this stage, with the same player to throw again.
    Again,
    /// In the stage with one more piece on square 13.
    To13,
    /// In the stage with one more piece on square 14.
    To14,
    /// In a stage with one more piece at home, which came from before 13.
    Home,
    /// In the stage where the piece on 13 is on 14.
    From13To14,
    /// In a stage with one more piece at home, which came from 13.
    HomeFrom13,
    /// In a stage with one more piece at home, which came from 14.
    HomeFrom14,
    /// There is no such move.
    Never,
}

impl Source {
    pub(super) const COUNT: usize = 9;
}

/// A block to read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) first: u32,
    pub(super) source: Source,
}

/// What a player can do with given shared squares.
pub(super) struct Reach {
    /// The lookups, for rolls 1 to 4, of the moves that the whole block has.
    pub(super) rolls: [Range<u32>; 4],
    /// A piece from the first four squares lands on square 5, 6, 7 or 8.
    pub(super) landings: [Look; 4],
    /// Pieces that are at the start or on the first four squares.
    pub(super) left: u32,
    /// The index of the player's row in the plan's chances to pass.
    pub(super) passes: u16,
}

/// The moves of the positions with given shared squares.
pub(super) struct Block {
    shared: u16,
    pub(super) first: u32,
    pub(super) red: Reach,
    pub(super) green: Reach,
}

/// All moves of a stage.
pub(super) struct Plan {
    looks: Vec<Look>,
    /// By shared squares, the most advanced pieces first.
    blocks: Vec<Block>,
    /// The probability that no piece can move, by a player's first squares.
    pub(super) passes: Vec<Row>,
}

impl Plan {
    pub(super) fn of(geometry: &Geometry, key: Key, exact_home: bool) -> Plan {
        let red = Side {
            geometry,
            progression: key.red,
            others: key.green.behind(),
            exact_home,
            is_red: true,
        };
        let green = Side {
            progression: key.green,
            others: key.red.behind(),
            is_red: false,
            ..red
        };
        let mut finder = Finder::default();
        // The last shared square is the highest digit: a piece that advances
        // makes the number larger.
        let blocks = (0..SHARED)
            .rev()
            .filter_map(|shared| {
                let shape = key.shape(geometry);
                let (left_red, left_green) = geometry.left(shape.red, shape.green, shared)?;
                Some(Block {
                    shared: shared as u16,
                    first: shape.first(shared),
                    red: finder.reach(&red, shared, left_red),
                    green: finder.reach(&green, shared, left_green),
                })
            })
            .collect();
        Plan {
            looks: finder.looks,
            blocks,
            passes: finder.passes,
        }
    }

    /// Groups of blocks that agree in squares 8 to 12.
    pub(super) fn neighbourhoods(&self) -> impl Iterator<Item = &[Block]> {
        let beyond_7 = |block: &Block| block.shared / 27;
        self.blocks
            .chunk_by(move |one, other| beyond_7(one) == beyond_7(other))
    }

    /// The lookups of one roll.
    pub(super) fn looks(&self, reach: &Reach, roll: usize) -> &[Look] {
        let stretch = &reach.rolls[roll];
        &self.looks[stretch.start as usize..stretch.end as usize]
    }
}

/// Finds moves and collects what they share.
#[derive(Default)]
struct Finder {
    looks: Vec<Look>,
    passes: Vec<Row>,
    /// The index of each distinct row of chances to pass, by the sets of first
    /// squares that cannot move, for each roll.
    known_passes: HashMap<[u16; 4], u16>,
}

impl Finder {
    /// What a side can do with these shared squares and `left` other pieces.
    fn reach(&mut self, side: &Side<'_>, shared: usize, left: u32) -> Reach {
        let rolls = [1, 2, 3, 4].map(|roll| {
            let start = self.looks.len() as u32;
            side.shared_moves(shared, roll, &mut self.looks);
            side.last_moves(shared, roll, &mut self.looks);
            start..self.looks.len() as u32
        });
        let landings = [5, 6, 7, 8].map(|to| side.landing(shared, left, to));
        let stuck = [1, 2, 3, 4].map(|roll| {
            if rolls[roll - 1].is_empty() {
                !entry_movers(roll, left, &landings)
            } else {
                0
            }
        });
        Reach {
            rolls,
            landings,
            left,
            passes: self.passes(stuck),
        }
    }

    fn passes(&mut self, stuck: [u16; 4]) -> u16 {
        *self.known_passes.entry(stuck).or_insert_with(|| {
            self.passes.push(Row(std::array::from_fn(|set| {
                let stuck = (0..4).filter(|roll| stuck[*roll] >> set & 1 == 1);
                CHANCE_OF_NONE + stuck.map(|roll| CHANCES[roll]).sum::<f64>()
            })));
            (self.passes.len() - 1) as u16
        })
    }
}

/// The sets of first squares, as bits, from which a piece at the start or on
/// one of them can move.
fn entry_movers(roll: usize, left: u32, landings: &[Look; 4]) -> u16 {
    let mut movers = 0;
    for to in roll..=4 + roll {
        let with_from = match to - roll {
            0 => sets_below(left),
            from => sets_with(from),
        };
        movers |= match to {
            1..=4 => with_from & !sets_with(to),
            _ if landings[to - 5].source == Source::Never => 0,
            _ => with_from,
        };
    }
    movers
}

/// The sets, as bits, with a piece on this one of the first four squares.
fn sets_with(square: usize) -> u16 {
    [0xaaaa, 0xcccc, 0xf0f0, 0xff00][square - 1]
}

/// The sets, as bits, with fewer than this many pieces.
fn sets_below(pieces: u32) -> u16 {
    (0..ENTRIES)
        .filter(|set| set.count_ones() < pieces)
        .map(|set| 1 << set)
        .sum()
}

/// A player whose moves are to be found.
#[derive(Clone, Copy)]
struct Side<'a> {
    geometry: &'a Geometry,
    progression: Progression,
    /// The other player's pieces behind square 13.
    others: u32,
    exact_home: bool,
    is_red: bool,
}

impl Side<'_> {
    /// Moves of pieces on shared squares.
    fn shared_moves(&self, shared: usize, roll: u8, looks: &mut Vec<Look>) {
        for from in 5..=12_u8 {
            if self.own(shared) & shared_bit(from) == 0 {
                continue;
            }
            let to = from + roll;
            if to <= 12 {
                if let Some(after) = self.landed(shared, Some(from), to) {
                    looks.push(self.look(stays_in_stage(to), after, 0));
                }
                continue;
            }
            let source = match to {
                13 if self.progression.last & ON_13 == 0 => Source::To13,
                14 if self.progression.last & ON_14 == 0 => Source::To14,
                15 => Source::Home,
                16.. if !self.exact_home => Source::Home,
                _ => continue,
            };
            looks.push(self.look(source, self.without(shared, from), 1));
        }
    }

    /// Moves of pieces on squares 13 and 14.
    fn last_moves(&self, shared: usize, roll: u8, looks: &mut Vec<Look>) {
        let is_home = |needed: u8| roll == needed || roll > needed && !self.exact_home;
        if self.progression.last & ON_13 != 0 {
            if roll == 1 && self.progression.last & ON_14 == 0 {
                looks.push(self.look(Source::From13To14, shared, 0));
            }
            if is_home(2) {
                looks.push(self.look(Source::HomeFrom13, shared, 0));
            }
        }
        if self.progression.last & ON_14 != 0 && is_home(1) {
            looks.push(self.look(Source::HomeFrom14, shared, 0));
        }
    }

    /// A piece moves from the first four squares to a shared one.
    fn landing(&self, shared: usize, left: u32, to: u8) -> Look {
        match self.landed(shared, None, to) {
            Some(after) if left > 0 => self.look(stays_in_stage(to), after, 0),
            _ => Look {
                first: 0,
                source: Source::Never,
            },
        }
    }

    /// A lookup of a block in a stage with `gone` fewer pieces behind 13.
    fn look(&self, source: Source, shared: usize, gone: u32) -> Look {
        Look {
            first: self.shape(gone).first(shared),
            source,
        }
    }

    fn shape(&self, gone: u32) -> &Shape {
        let own = self.progression.behind() - gone;
        if self.is_red {
            self.geometry.shape(own, self.others)
        } else {
            self.geometry.shape(self.others, own)
        }
    }

    fn own(&self, shared: usize) -> u8 {
        if self.is_red {
            self.geometry.red[shared]
        } else {
            self.geometry.green[shared]
        }
    }

    fn others(&self, shared: usize) -> u8 {
        if self.is_red {
            self.geometry.green[shared]
        } else {
            self.geometry.red[shared]
        }
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

    /// The shared squares after a piece landed on one, perhaps with a capture;
    /// `None` if it may not land there.
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

/// Where to find the value after a piece landed on this shared square.
fn stays_in_stage(square: u8) -> Source {
    match square {
        8 => Source::Again,
        _ => Source::Other,
    }
}

fn shared_bit(square: u8) -> u8 {
    1 << (square - 5)
}
