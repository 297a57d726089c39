//! The evaluation weights: piece-square tables and terms.
//!
//! The weights are tuned on self-play games and kept in `weights.txt`, whose
//! first line is the command that makes it.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use super::score::Score;
use super::terms;
use crate::rules::{Kind, Pos, SIDE};

/// Two values, for the full board and for the last few pieces (tapered
/// evaluation).
pub(crate) type Pair = [i32; 2];

/// Weights are stored in this many parts of a hundredth of a Shield.
pub(crate) const PARTS: i32 = 16;

/// How many pieces a full board has beyond the last few.
pub(crate) const FULL: i32 = 24;

/// The game phase: how full a board with this many pieces is, up to [`FULL`].
pub(crate) fn fullness(pieces: u8) -> i32 {
    (i32::from(pieces) - 6).clamp(0, FULL)
}

/// The weights of an evaluation.
#[doc(alias = "piece-square table")]
#[doc(alias = "tapered evaluation")]
pub(crate) struct Weights {
    /// By player, the lines of a piece, and its square.
    squares: Vec<[Pair; Pos::SPAN]>,
    pub(crate) terms: [Pair; terms::COUNT],
}

/// The tuned weights.
static TUNED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    let weights = Weights::read(include_str!("weights.txt"));
    Arc::new(weights.expect("the tests read the same file"))
});

/// Material and mobility, set by hand.
static PLAIN: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    let mut weights = Weights::none();
    for lines in 1..=u8::MAX {
        let worth = match Kind::with_lines(lines.count_ones()) {
            Some(Kind::Shield) => 100,
            Some(Kind::Probe) => 200,
            Some(Kind::Lance) => 300,
            Some(Kind::Commander) | None => 0,
        };
        for pos in Pos::all() {
            weights.set(lines, pos, [worth * PARTS; 2]);
        }
    }
    weights.terms[..4].fill([3 * PARTS; 2]);
    Arc::new(weights)
});

/// Lines with north and south exchanged.
pub(crate) const fn flipped(lines: u8) -> u8 {
    lines.reverse_bits().rotate_left(5)
}

/// Lines with east and west exchanged.
pub(crate) const fn mirrored(lines: u8) -> u8 {
    lines.reverse_bits().rotate_left(1)
}

/// The square with east and west exchanged.
fn beside(pos: Pos) -> Pos {
    Pos::new(SIDE - 1 - pos.column(), pos.row()).expect("a column of the board")
}

/// The square seen from the other player's side.
fn opposite(pos: Pos) -> Pos {
    Pos::new(pos.column(), SIDE - 1 - pos.row()).expect("a row of the board")
}

impl Weights {
    /// The tuned weights.
    pub(crate) fn tuned() -> Arc<Weights> {
        Arc::clone(&TUNED)
    }

    /// Material and mobility.
    pub(crate) fn plain() -> Arc<Weights> {
        Arc::clone(&PLAIN)
    }

    /// All weights zero.
    pub(crate) fn none() -> Weights {
        Weights {
            squares: vec![[[0; 2]; Pos::SPAN]; 2 * 256],
            terms: [[0; 2]; terms::COUNT],
        }
    }

    /// Turns White's piece and square into Black's point of view.
    pub(crate) fn seen_from_above(lines: u8, pos: Pos) -> (u8, Pos) {
        (flipped(lines), opposite(pos))
    }

    /// The value of a piece to its player on its square.
    #[inline(always)]
    pub(crate) fn square(&self, player: usize, lines: u8, pos: Pos) -> Pair {
        self.squares[player << 8 | usize::from(lines)][pos.index()]
    }

    /// Sets the value of Black's piece on a square, and of White's on the
    /// opposite one.
    pub(crate) fn set(&mut self, lines: u8, pos: Pos, worth: Pair) {
        self.squares[usize::from(lines)][pos.index()] = worth;
        let white = 256 + usize::from(flipped(lines));
        self.squares[white][opposite(pos).index()] = worth;
    }

    /// The evaluation from terms and piece-square values that are already
    /// summed.
    #[inline(always)]
    pub(crate) fn value(&self, terms: &terms::Terms, squares: Pair, pieces: u8) -> Score {
        let [mut full, mut last] = squares;
        for (&term, weight) in terms.iter().zip(&self.terms) {
            full += i32::from(term) * weight[0];
            last += i32::from(term) * weight[1];
        }
        let fullness = fullness(pieces);
        (full * fullness + last * (FULL - fullness)) / (FULL * PARTS)
    }

    /// Reads the text of [`Weights::write`]; the error is the line that is
    /// wrong.
    pub(crate) fn read(text: &str) -> Result<Weights, String> {
        let mut weights = Weights::none();
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        while let Some(line) = lines.next() {
            let wrong = || line.to_owned();
            if let Some((name, values)) = line.split_once(':') {
                let index = terms::NAMES.iter().position(|other| *other == name);
                let values = numbers(values).ok_or_else(wrong)?;
                let pair = <[i32; 2]>::try_from(values).map_err(|_| wrong())?;
                weights.terms[index.ok_or_else(wrong)?] = pair;
                continue;
            }
            let which = match line.split_once(' ').ok_or_else(wrong)? {
                ("lines", number) => {
                    vec![number.parse::<u8>().map_err(|_| wrong())?]
                }
                ("kind", name) => (1..=u8::MAX)
                    .filter(|lines| {
                        Kind::with_lines(lines.count_ones()).is_some_and(|k| k.name() == name)
                    })
                    .collect(),
                _ => return Err(wrong()),
            };
            for row in (0..SIDE).rev() {
                let values = lines.next().and_then(numbers).ok_or_else(wrong)?;
                let has_mirror = which.iter().any(|lines| mirrored(*lines) == *lines);
                if values.len() != 2 * columns(has_mirror) {
                    return Err(wrong());
                }
                for (column, pair) in values.chunks_exact(2).enumerate() {
                    let pos = Pos::new(column as u8, row).ok_or_else(wrong)?;
                    let worth = [pair[0], pair[1]];
                    for &lines in &which {
                        weights.set(lines, pos, worth);
                        weights.set(mirrored(lines), beside(pos), worth);
                    }
                }
            }
        }
        Ok(weights)
    }

    /// The weights as text: terms by name, then for each kind, and for each
    /// number of lines in `shapes`, the board as Black sees it. All numbers are
    /// in sixteenths of a hundredth of a Shield, and come in pairs: full board,
    /// last pieces. `kinds` gives the boards of pieces of other shapes. Mirror
    /// images are left out: the right half of a board that is its own, and the
    /// second of two shapes.
    pub(crate) fn write(&self, heading: &str, kinds: &[(Kind, u8)], shapes: &[u8]) -> String {
        let mut text = format!("# {heading}\n");
        for (name, [full, last]) in terms::NAMES.iter().zip(self.terms) {
            writeln!(text, "{name}: {full} {last}").expect("a String takes all");
        }
        let kinds = kinds.iter();
        let kinds = kinds.map(|(kind, lines)| (format!("kind {kind}"), *lines, true));
        let shapes = shapes.iter().filter(|lines| **lines <= mirrored(**lines));
        let shapes = shapes.map(|lines| {
            let is_own = *lines == mirrored(*lines);
            (format!("lines {lines}"), *lines, is_own)
        });
        for (name, lines, has_mirror) in kinds.chain(shapes) {
            text.push_str(&name);
            text.push('\n');
            for row in (0..SIDE).rev() {
                let pairs: Vec<String> = (0..SIDE)
                    .take(columns(has_mirror))
                    .filter_map(|column| Pos::new(column, row))
                    .map(|pos| {
                        let [full, last] = self.square(0, lines, pos);
                        format!("{full} {last}")
                    })
                    .collect();
                text.push_str(&pairs.join("  "));
                text.push('\n');
            }
        }
        text
    }
}

/// How many columns of a board are written.
fn columns(has_mirror: bool) -> usize {
    let all = usize::from(SIDE);
    if has_mirror { all.div_ceil(2) } else { all }
}

fn numbers(line: &str) -> Option<Vec<i32>> {
    line.split_whitespace().map(|n| n.parse().ok()).collect()
}
