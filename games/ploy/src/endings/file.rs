//! The file of an ending: written, and read with every promise checked.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0 to 7 | `PLOY-END` |
//! | 8 to 11 | the version of the format, 1 |
//! | 12, 13 | the shapes of the two pieces, 0 to 6 |
//! | 14, 15 | 0 |
//! | 16 to 23 | the checksum: XXH3 (64 bits) of all that follows |
//! | 24 to 31 | how many bytes follow |
//!
//! Then, for each side to move (for one, if both pieces have the same shape): how many positions
//! are won, lost and drawn; the probabilities of the coder; the lengths of the blocks; and the
//! blocks. All numbers are little-endian.

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use parlour_core::together;

use super::block::{self, CONTEXTS, Counter, LEVELS, Levels, POSITIONS};
use super::board::{EndingBoard, Side};
use super::coder::Chance;
use super::count::Counts;
use super::solve::{Found, Solved};

const MAGIC: [u8; 8] = *b"PLOY-END";
const VERSION: u32 = 1;
const HEADER: usize = 32;

/// Every so many blocks one is counted for the probabilities: that is enough.
const SAMPLE: usize = 16;

/// What is wrong with a file.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndingFault {
    /// It is not there.
    #[error("there is no such table yet")]
    Missing,
    /// It cannot be read.
    #[error("it cannot be read ({0})")]
    Unreadable(std::io::ErrorKind),
    /// It is not a table.
    #[error("it is not a table of an ending of Ploy")]
    Foreign,
    /// It was written by another version of the program.
    #[error("it has version {0} of the format, and this program reads version {VERSION}")]
    Version(u32),
    /// It is the table of another ending than its name says.
    #[error("it is the table of another ending")]
    OtherEnding,
    /// It is too short or too long, or its content does not match its checksum.
    #[error("it is damaged")]
    Damaged,
}

/// One side to move.
pub(crate) struct Table {
    pub(crate) counts: Counts,
    pub(crate) chances: Vec<Chance>,
    /// Where each block begins in the file, and where the last one ends.
    pub(crate) starts: Vec<u32>,
}

/// The levels of solved positions, block by block in order.
struct Blocks<'a> {
    lost: &'a [Found],
    /// How far each level was read.
    read: Vec<usize>,
    squares: usize,
}

impl<'a> Blocks<'a> {
    fn new(lost: &'a [Found], squares: usize) -> Blocks<'a> {
        Blocks {
            lost,
            read: vec![0; lost.len()],
            squares,
        }
    }

    /// The levels of the next block.
    fn fill(&mut self, block: usize, levels: &mut Levels) {
        levels.fill([0; POSITIONS]);
        let first = block * self.squares;
        for ((level, found), read) in (1..).zip(self.lost).zip(&mut self.read) {
            while let Some((word, lost)) = found.get(*read) {
                let Some(word) = levels.get_mut(*word as usize - first) else {
                    break;
                };
                block::for_each(*lost, |bit| word[bit] = level);
                *read += 1;
            }
        }
    }
}

/// The file of a solved ending. `show` is told the share that is done.
pub(crate) fn write(
    board: &EndingBoard,
    solved: &Solved,
    show: &(dyn Fn(f64) + Sync),
) -> Option<Vec<u8>> {
    let sides: &[Side] = match board.shapes {
        [first, second] if first == second => &[0],
        _ => &[0, 1],
    };
    let tables = together(sides.iter().copied(), |_, side| {
        let show = |share: f64| {
            if side == 0 {
                show(share);
            }
        };
        table(board, solved, side, &show)
    });
    if tables.len() < sides.len() {
        return None;
    }
    let mut content = vec![0; HEADER];
    for table in tables {
        content.extend(table);
    }
    let [first, second] = board.shapes;
    content[..8].copy_from_slice(&MAGIC);
    content[8..12].copy_from_slice(&VERSION.to_le_bytes());
    content[12..16].copy_from_slice(&[first as u8, second as u8, 0, 0]);
    let following = (content.len() - HEADER) as u64;
    content[24..HEADER].copy_from_slice(&following.to_le_bytes());
    let checksum = xxh3_64(&content[24..]).to_le_bytes();
    content[16..24].copy_from_slice(&checksum);
    Some(content)
}

/// The part of a side to move.
fn table(board: &EndingBoard, solved: &Solved, side: Side, show: &dyn Fn(f64)) -> Vec<u8> {
    let squares = board.geometry.squares;
    let count = board.words() / squares;
    let mut levels = vec![[0; POSITIONS]; squares];
    let mut counter = Counter::new();
    let mut blocks = Blocks::new(&solved.lost[side], squares);
    for number in 0..count {
        blocks.fill(number, &mut levels);
        if number % SAMPLE == 0 && levels.iter().flatten().any(|level| *level > 1) {
            block::walk(board, side, number, &mut levels, &mut counter);
        }
    }
    let chances = counter.chances();
    let mut blocks = Blocks::new(&solved.lost[side], squares);
    let mut lengths = Vec::with_capacity(2 * count);
    let mut data = Vec::new();
    for number in 0..count {
        blocks.fill(number, &mut levels);
        let bytes = block::write(board, side, number, &mut levels, &chances);
        let length = u16::try_from(bytes.len()).expect("a block has 5184 positions of a few bits");
        lengths.extend(length.to_le_bytes());
        data.extend(bytes);
        if number % 1024 == 0 {
            show(number as f64 / count as f64);
        }
    }
    let mut part = Vec::new();
    write_counts(&solved.counts[side], &mut part);
    part.extend(chances.iter().flat_map(|chance| chance.to_le_bytes()));
    part.extend(lengths);
    part.extend(data);
    part
}

fn write_counts(counts: &Counts, out: &mut Vec<u8>) {
    let mut put = |number: u64| out.extend(number.to_le_bytes());
    put(counts.positions);
    put(counts.only_move);
    let (word, bit) = counts.longest.unwrap_or((0, 0));
    put(word as u64);
    put(bit as u64);
    for levels in [&counts.won, &counts.lost] {
        put(levels.len() as u64);
        levels.iter().for_each(|count| put(*count));
    }
}

/// The content of a file, from the front.
struct Reading<'a> {
    content: &'a [u8],
    at: usize,
}

impl Reading<'_> {
    fn take<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], EndingFault> {
        let rest = self.content.get(self.at..).unwrap_or_default();
        let taken = rest.first_chunk().ok_or(EndingFault::Damaged)?;
        self.at += COUNT;
        Ok(*taken)
    }

    fn number(&mut self) -> Result<u64, EndingFault> {
        self.take().map(u64::from_le_bytes)
    }

    fn short(&mut self) -> Result<u16, EndingFault> {
        self.take().map(u16::from_le_bytes)
    }

    fn levels(&mut self) -> Result<Vec<u64>, EndingFault> {
        let count = self.number()?;
        if count > LEVELS as u64 + 1 {
            return Err(EndingFault::Damaged);
        }
        (0..count).map(|_| self.number()).collect()
    }

    fn counts(&mut self, board: &EndingBoard) -> Result<Counts, EndingFault> {
        let positions = self.number()?;
        let only_move = self.number()?;
        let (word, bit) = (self.number()?, self.number()?);
        if word >= board.words() as u64 || bit >= POSITIONS as u64 {
            return Err(EndingFault::Damaged);
        }
        let (won, lost) = (self.levels()?, self.levels()?);
        // Without a later win there is none to show.
        let is_later = won.iter().skip(1).any(|count| *count > 0);
        Ok(Counts {
            positions,
            only_move,
            won,
            lost,
            longest: is_later.then_some((word as usize, bit as usize)),
        })
    }
}

/// The tables of a file, for the first side to move and, unless it is the same, for the second.
pub(crate) fn read(content: &[u8], board: &EndingBoard) -> Result<Vec<Table>, EndingFault> {
    let start = &content[..content.len().min(MAGIC.len())];
    if start.is_empty() || !MAGIC.starts_with(start) {
        return Err(EndingFault::Foreign);
    }
    let header = content
        .first_chunk::<HEADER>()
        .ok_or(EndingFault::Damaged)?;
    let mut reading = Reading { content, at: 8 };
    let version = u32::from_le_bytes(reading.take()?);
    if version != VERSION {
        return Err(EndingFault::Version(version));
    }
    let [first, second] = board.shapes;
    if header[12..14] != [first as u8, second as u8] {
        return Err(EndingFault::OtherEnding);
    }
    reading.at = 16;
    let (checksum, following) = (reading.number()?, reading.number()?);
    let found = (content.len() - HEADER) as u64;
    if following != found || header[14..16] != [0, 0] || checksum != xxh3_64(&content[24..]) {
        return Err(EndingFault::Damaged);
    }
    let count = board.words() / board.geometry.squares;
    let mut tables = Vec::new();
    for _ in 0..1 + usize::from(first != second) {
        let counts = reading.counts(board)?;
        let chances: Result<Vec<Chance>, _> = (0..CONTEXTS).map(|_| reading.short()).collect();
        let lengths: Result<Vec<u16>, _> = (0..count).map(|_| reading.short()).collect();
        let mut starts = Vec::with_capacity(count + 1);
        starts.push(reading.at as u32);
        for length in lengths? {
            reading.at += usize::from(length);
            starts.push(reading.at as u32);
        }
        let chances = chances?;
        if reading.at > content.len() || chances.contains(&0) {
            return Err(EndingFault::Damaged);
        }
        tables.push(Table {
            counts,
            chances,
            starts,
        });
    }
    match reading.at == content.len() {
        true => Ok(tables),
        false => Err(EndingFault::Damaged),
    }
}
