//! The values of a block as few bytes: all words with the same squares and turns but for the second
//! side's square and the turns of both pieces.
//!
//! What the rules tell at once is not written: positions with a capture are won, and those in which
//! every move leaves a capture are lost in two. Of all others it is written whether they are lost,
//! and in how many moves. How likely that is depends on their neighbours in the block, which are
//! known by then; the probabilities are counted when a table is made, and kept in its file.

use super::board::{EndingBoard, Place, Side, other};
use super::coder::{Chance, Decoder, Encoder};
use super::shape::TURNS;

/// The positions of a word.
pub(crate) const POSITIONS: usize = TURNS * TURNS;

/// Half the moves until a position is lost; 0 if it is not.
pub(crate) type Level = u16;

/// All levels are below this.
pub(crate) const LEVELS: usize = 1024;

/// The levels of a block, word by word.
pub(crate) type Levels = Vec<[Level; POSITIONS]>;

/// How much is told apart in a neighbour: not lost, lost in two, lost later, or won at once.
const SORTS: usize = 4;
const WON_AT_ONCE: usize = 3;
/// How many levels of a neighbour are told apart.
const NEAR: usize = 32;

/// Whether anything is written for a word: by two neighbouring words, and by the share of positions
/// in which the other side has a threat.
const WORD_CONTEXTS: usize = 4 * 3;
/// Whether a position is lost: by the threat, four neighbours, and how the pieces are turned.
const LOST_CONTEXTS: usize = 2 * SORTS * SORTS * SORTS * SORTS * POSITIONS;
/// Whether the level is that of a neighbour.
const SAME_CONTEXTS: usize = 2 * NEAR;
/// The bits of the level, highest first.
const LEVEL_CONTEXTS: usize = NEAR * LEVELS;

/// What is counted and kept.
pub(crate) const CONTEXTS: usize = WORD_CONTEXTS + LOST_CONTEXTS + SAME_CONTEXTS + LEVEL_CONTEXTS;

/// Where the kinds of contexts begin.
const LOST: usize = WORD_CONTEXTS;
const SAME: usize = LOST + LOST_CONTEXTS;
const LEVEL: usize = SAME + SAME_CONTEXTS;

/// Takes or gives bits: a counter, an encoder or a decoder.
pub(crate) trait Bits {
    /// The bit of a context; `bit` is known unless this reads.
    fn bit(&mut self, context: usize, bit: bool) -> bool;
}

/// Counts how often each bit is one.
pub(crate) struct Counter {
    counts: Vec<[u64; 2]>,
}

impl Counter {
    pub(crate) fn new() -> Counter {
        Counter {
            counts: vec![[0; 2]; CONTEXTS],
        }
    }

    /// The probability of a one in each context.
    pub(crate) fn chances(&self) -> Vec<Chance> {
        let chance = |[zeros, ones]: &[u64; 2]| {
            // As if each had been seen half a time more.
            let share = (*ones as f64 + 0.5) / ((zeros + ones) as f64 + 1.0);
            (share * 65536.0).clamp(1.0, 65535.0) as Chance
        };
        self.counts.iter().map(chance).collect()
    }
}

impl Bits for Counter {
    #[inline]
    fn bit(&mut self, context: usize, bit: bool) -> bool {
        self.counts[context][usize::from(bit)] += 1;
        bit
    }
}

/// Writes bits by their chances.
struct Writer<'a> {
    encoder: Encoder,
    chances: &'a [Chance],
}

impl Bits for Writer<'_> {
    #[inline]
    fn bit(&mut self, context: usize, bit: bool) -> bool {
        self.encoder.put(bit, self.chances[context]);
        bit
    }
}

/// Reads them.
struct Reader<'a> {
    decoder: Decoder<'a>,
    chances: &'a [Chance],
}

impl Bits for Reader<'_> {
    #[inline]
    fn bit(&mut self, context: usize, _: bool) -> bool {
        self.decoder.get(self.chances[context])
    }
}

/// The bytes of a block; none if the rules tell all of it.
pub(crate) fn write(
    board: &EndingBoard,
    side: Side,
    block: usize,
    levels: &mut Levels,
    chances: &[Chance],
) -> Vec<u8> {
    if levels.iter().flatten().all(|level| *level < 2) {
        return Vec::new();
    }
    let mut writer = Writer {
        encoder: Encoder::new(),
        chances,
    };
    walk(board, side, block, levels, &mut writer);
    let bytes = writer.encoder.finish();
    match bytes.is_empty() {
        // No bytes would mean something else.
        true => vec![0],
        false => bytes,
    }
}

/// The levels of a block.
pub(crate) fn read(
    board: &EndingBoard,
    side: Side,
    block: usize,
    bytes: &[u8],
    chances: &[Chance],
) -> Levels {
    let squares = board.geometry.squares;
    let mut levels = vec![[0; POSITIONS]; squares];
    for (at, word) in levels.iter_mut().enumerate() {
        let place = board.place(block * squares + at);
        if EndingBoard::is_sound(&place) {
            let won = board.captures(&place, side);
            for_each(lost_in_two(board, side, &place, won), |bit| word[bit] = 1);
        }
    }
    if !bytes.is_empty() {
        let mut reader = Reader {
            decoder: Decoder::new(bytes),
            chances,
        };
        walk(board, side, block, &mut levels, &mut reader);
    }
    levels
}

/// Visits the bits of a set.
pub(crate) fn for_each(mut set: u64, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

/// The positions in which every move leaves the other side a capture, and that are not won at once.
fn lost_in_two(board: &EndingBoard, side: Side, place: &Place, won: u64) -> u64 {
    // Turning changes nothing about what the other side can take.
    let left = board.captures(place, other(side)) & !won;
    board.every_move(side, place, left, |there| {
        board.captures(there, other(side))
    })
}

/// Goes through a block, and writes, reads or counts what the rules do not tell.
pub(crate) fn walk(
    board: &EndingBoard,
    side: Side,
    block: usize,
    levels: &mut Levels,
    bits: &mut impl Bits,
) {
    let squares = board.geometry.squares;
    let nothing: [Level; POSITIONS] = [0; POSITIONS];
    let mut sorts = vec![[0; POSITIONS]; squares];
    // One of two equal ways to turn is enough.
    let periods = board.shapes.map(super::shape::Shape::period);
    for at in 0..squares {
        let place = board.place(block * squares + at);
        if !EndingBoard::is_sound(&place) {
            continue;
        }
        let won = board.captures(&place, side);
        let threats = board.captures(&place, other(side));
        let neighbours = [4, 6].map(|direction| match board.geometry.next[at][direction] {
            super::geometry::NOWHERE => None,
            next => Some(usize::from(next)),
        });
        let is_written = |word: &[Level; POSITIONS]| word.iter().any(|level| *level > 1);
        let [south, west] = neighbours.map(|next| next.map_or(nothing, |next| levels[next]));
        let near = neighbours.map(|next| next.map_or(nothing, |next| sorts[next]));
        let share = match threats {
            0 => 0,
            u64::MAX => 2,
            _ => 1,
        };
        let context = 2 * usize::from(is_written(&south)) + usize::from(is_written(&west));
        let mut own = levels[at];
        let is_some = bits.bit(3 * context + share, is_written(&own));
        for first in 0..periods[0] {
            for second in 0..periods[1] {
                let bit = TURNS * first + second;
                if !is_some || won >> bit & 1 != 0 || own[bit] == 1 {
                    continue;
                }
                let up = first.checked_sub(1).map(|_| bit - TURNS);
                let left = second.checked_sub(1).map(|_| bit - 1);
                let sort = |bit: Option<usize>| bit.map_or(0, |bit| sort_of(own[bit], won, bit));
                let threat = usize::from(threats >> bit & 1 != 0);
                let mut context = threat * SORTS + sort(up);
                context = context * SORTS + sort(left);
                context = context * SORTS + usize::from(near[0][bit]);
                context = context * SORTS + usize::from(near[1][bit]);
                let lost = bits.bit(LOST + context * POSITIONS + bit, own[bit] > 1);
                if lost {
                    let levels = [up.map(|up| own[up]), left.map(|left| own[left])];
                    let of_others = [Some(south[bit]), Some(west[bit])];
                    let mut levels = levels.into_iter().chain(of_others).flatten();
                    let expected = levels.find(|level| *level > 1).unwrap_or(0);
                    own[bit] = level(bits, expected, threat, own[bit]);
                }
            }
        }
        let mut sorted = nothing;
        for bit in 0..POSITIONS {
            own[bit] = own[TURNS * (bit / TURNS % periods[0]) + bit % TURNS % periods[1]];
            sorted[bit] = sort_of(own[bit], won, bit) as Level;
        }
        levels[at] = own;
        sorts[at] = sorted;
    }
}

fn sort_of(level: Level, won: u64, bit: usize) -> usize {
    match level {
        _ if won >> bit & 1 != 0 => WON_AT_ONCE,
        0 => 0,
        1 => 1,
        _ => 2,
    }
}

/// The level of a lost position, which is often that of a neighbour.
fn level(bits: &mut impl Bits, expected: Level, threat: usize, level: Level) -> Level {
    let near = usize::from(expected).min(NEAR - 1);
    if expected > 0 && bits.bit(SAME + 2 * near + threat, level == expected) {
        return expected;
    }
    let mut node = 1;
    for place in (0..LEVELS.trailing_zeros()).rev() {
        let bit = bits.bit(LEVEL + near * LEVELS + node, level >> place & 1 != 0);
        node = 2 * node + usize::from(bit);
    }
    (node - LEVELS) as Level
}
