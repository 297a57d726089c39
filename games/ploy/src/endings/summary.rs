//! What a table says about its ending as a whole.

use std::collections::HashMap;

use parlour_core::{Game, Sorting};

use super::{Ending, EndingValue, Shape, position_of};
use crate::bits::Bits;
use crate::rules::{Move, Ploy};

/// An ending as a whole.
#[derive(Clone, Debug)]
pub struct EndingSummary {
    /// The shapes of the two pieces.
    pub shapes: [Shape; 2],
    /// The bytes of its file.
    pub bytes: usize,
    /// By the piece of the side to move: two, or one if both pieces have the same shape.
    pub sides: Vec<SideSummary>,
}

/// All positions with one side to move.
#[derive(Clone, Debug)]
pub struct SideSummary {
    /// The piece of the side to move.
    pub mover: Shape,
    /// How many positions there are.
    pub positions: u64,
    /// How many are won in one move, in three, and so on.
    pub won: Vec<(u32, u64)>,
    /// How many are lost in two moves, in four, and so on.
    pub lost: Vec<(u32, u64)>,
    /// How many are won, not at once, and by one move only.
    pub only_move: u64,
    /// One of the longest wins.
    pub longest: Option<LongestWin>,
}

impl SideSummary {
    /// How many are won at once.
    #[must_use]
    pub fn won_at_once(&self) -> u64 {
        let first = self.won.first().filter(|(moves, _)| *moves == 1);
        first.map_or(0, |(_, count)| *count)
    }

    /// How many are won.
    #[must_use]
    pub fn all_won(&self) -> u64 {
        sum(&self.won)
    }

    /// How many are lost.
    #[must_use]
    pub fn all_lost(&self) -> u64 {
        sum(&self.lost)
    }

    /// How many are drawn.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        let decided = self.all_won().saturating_add(self.all_lost());
        self.positions.saturating_sub(decided)
    }
}

/// All of them. A file may say anything.
fn sum(counts: &[(u32, u64)]) -> u64 {
    let add = |sum: u64, (_, count): &(u32, u64)| sum.saturating_add(*count);
    counts.iter().fold(0, add)
}

/// A win that takes as long as any.
#[derive(Clone, Debug)]
pub struct LongestWin {
    /// How many moves of both players it takes.
    pub moves: u32,
    /// A position from which it takes so many.
    pub position: Ploy,
}

impl Ending {
    /// What it says about the ending as a whole.
    #[must_use]
    pub fn summary(&self) -> EndingSummary {
        let shapes = self.shapes();
        let sides = self.counts().enumerate().map(|(mover, counts)| {
            let by_moves = |levels: &[u64], first: u32| {
                let moves = (first..).step_by(2);
                let counted = moves.zip(levels.iter().copied());
                counted.filter(|(_, count)| *count > 0).collect()
            };
            let won: Vec<(u32, u64)> = by_moves(&counts.won, 1);
            let longest = counts
                .longest
                .zip(won.last())
                .and_then(|((word, bit), last)| {
                    Some(LongestWin {
                        moves: last.0,
                        position: position_of(shapes, &self.spot(word, bit, mover))?,
                    })
                });
            SideSummary {
                mover: shapes[mover],
                positions: counts.positions,
                lost: by_moves(&counts.lost, 2),
                won,
                only_move: counts.only_move,
                longest,
            }
        });
        EndingSummary {
            shapes,
            bytes: self.bytes(),
            sides: sides.collect(),
        }
    }

    /// The moves of a position with what each is worth to the player who makes it, the best first:
    /// quick wins, draws, late losses. `None` for a position of another ending.
    #[must_use]
    pub fn ranked(&self, ploy: &Ploy) -> Option<Vec<(Move, EndingValue)>> {
        self.worth(ploy)?;
        // Several moves may lead to the same position.
        let mut known: HashMap<u64, EndingValue> = HashMap::new();
        let mut ranked = Vec::new();
        for chosen in ploy.moves() {
            let mut next = *ploy;
            next.play(&chosen).ok()?;
            let bits = Bits::new(&next);
            let value = match bits.is_over() {
                true => EndingValue::Won(1),
                false => match known.get(&bits.key()) {
                    Some(value) => *value,
                    None => {
                        let value = self.worth(&next)?.a_move_before();
                        known.insert(bits.key(), value);
                        value
                    }
                },
            };
            ranked.push((chosen, value));
        }
        ranked.order_by_key(|(_, value)| std::cmp::Reverse(value.rank()));
        Some(ranked)
    }

    /// Best play by both sides, to the end of the game; only one move of a draw.
    #[must_use]
    pub fn best_line(&self, ploy: &Ploy) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = *ploy;
        let mut left = u32::MAX;
        while let Some(ranked) = self.ranked(&at) {
            let Some((best, value)) = ranked.first() else {
                break;
            };
            // Every move brings the end nearer, unless the table is wrong.
            match value {
                EndingValue::Won(moves) | EndingValue::Lost(moves) if *moves < left => {
                    left = *moves;
                }
                EndingValue::Drawn if line.is_empty() => left = 0,
                _ => break,
            }
            line.push(*best);
            if left == 0 || at.play(best).is_err() {
                break;
            }
        }
        line
    }

    /// Whether what it says about a position agrees with what it says about every position a move
    /// later, by the plain rules. If it agrees everywhere, everything is right: what is won or lost
    /// comes nearer to its end with every move, and nothing that is drawn ever gets there.
    #[must_use]
    pub fn agrees_at(&self, ploy: &Ploy) -> bool {
        let best = self.ranked(ploy).and_then(|ranked| Some(ranked.first()?.1));
        best.is_some() && best == self.worth(ploy)
    }

    /// A position of this ending by any number: equal numbers give equal positions. `None` if two
    /// things would stand on one square.
    #[must_use]
    pub fn position(&self, number: u64) -> Option<Ploy> {
        let (number, bit) = (number / 64, (number % 64) as usize);
        let (number, mover) = (number / 2, (number % 2) as usize);
        let word = (number % self.board.words() as u64) as usize;
        let spot = self.spot(word, bit, mover);
        super::board::EndingBoard::is_sound(&spot.place)
            .then(|| position_of(self.shapes(), &spot))?
    }
}

impl EndingValue {
    /// More is better for the player to move.
    fn rank(self) -> i64 {
        match self {
            EndingValue::Won(moves) => i64::from(u32::MAX) - i64::from(moves),
            EndingValue::Drawn => 0,
            EndingValue::Lost(moves) => i64::from(moves) - i64::from(u32::MAX),
        }
    }

    /// What a move to such a position is worth to the player who makes it.
    fn a_move_before(self) -> EndingValue {
        match self {
            EndingValue::Won(moves) => EndingValue::Lost(moves + 1),
            EndingValue::Drawn => EndingValue::Drawn,
            EndingValue::Lost(moves) => EndingValue::Won(moves + 1),
        }
    }
}
