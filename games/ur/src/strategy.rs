//! Ways to choose a move, by the names of the bots.

use std::sync::{Arc, OnceLock};

use parlour_core::{BotInfo, Tables};
use rand::Rng;

use crate::board::{Moved, ROSETTES, SHARED, ThrowerBoard};
use crate::expectimax::Expectimax;
use crate::numbering::number;
use crate::rules::MOST_PIECES;
use crate::solve::Solution;
use crate::table::{TableError, WinTable, table_name};

/// Games with up to this many pieces are solved when they are first played; the
/// others need a table.
pub(crate) const SOLVED_AT_ONCE: u8 = 4;

/// How well `level-1` to `level-9` tell moves apart. A level chooses at random, by softmax: a move
/// whose chance of winning is lower by d is exp(d × coolness) times less likely. The numbers were
/// tuned until `level-n` won 5 n of 100 games with seven pieces against perfect play.
#[doc(alias = "softmax")]
#[doc(alias = "inverse temperature")]
const COOLNESS: [f64; 9] = [27.0, 39.0, 50.0, 64.0, 79.0, 100.0, 128.0, 177.0, 265.0];

/// The bots, from the weakest to the strongest.
pub(crate) const BOTS: &[BotInfo] = &[
    bot("random", "plays random legal moves"),
    bot(
        "greedy",
        "captures if it can, else takes a rosette, else moves its leader",
    ),
    bot("level-1", "wins 5 of 100 games against perfect"),
    bot("level-2", "wins 10 of 100 games against perfect"),
    bot("level-3", "wins 15 of 100 games against perfect"),
    bot("level-4", "wins 20 of 100 games against perfect"),
    bot("expectimax-1", "takes the move that looks best"),
    bot("level-5", "wins 25 of 100 games against perfect"),
    bot("expectimax-2", "also looks at your replies"),
    bot("level-6", "wins 30 of 100 games against perfect"),
    bot("expectimax-3", "looks three moves ahead"),
    bot("level-7", "wins 35 of 100 games against perfect"),
    bot("expectimax-4", "looks four moves ahead"),
    bot("level-8", "wins 40 of 100 games against perfect"),
    bot("level-9", "wins 45 of 100 games against perfect"),
    bot("perfect", "knows the value of every position"),
];

const fn bot(name: &'static str, summary: &'static str) -> BotInfo {
    BotInfo { name, summary }
}

/// A way to choose a move.
#[derive(Clone)]
pub(crate) enum Strategy {
    Random,
    Greedy,
    Expectimax(Expectimax),
    Informed(Informed),
}

/// Knows the value of every move, and makes mistakes.
#[derive(Clone)]
pub(crate) struct Informed {
    pub(crate) known: Arc<Known>,
    /// Infinite for none; see [`COOLNESS`].
    coolness: f64,
}

impl Strategy {
    /// The strategy of the bot of that name, for a game with this many pieces;
    /// `None` if no bot has the name.
    pub(crate) fn named(
        name: &str,
        pieces: u8,
        exact_home: bool,
        tables: &Tables,
    ) -> Option<Result<Strategy, TableError>> {
        BOTS.iter().find(|bot| bot.name == name)?;
        let informed = |coolness| {
            let known = known(pieces, exact_home, tables)?;
            Ok(Strategy::Informed(Informed { known, coolness }))
        };
        Some(match name.split_once('-') {
            Some(("expectimax", depth)) => Ok(Strategy::Expectimax(Expectimax {
                depth: depth.parse().ok()?,
                exact_home,
            })),
            Some(("level", level)) => {
                let level: usize = level.parse().ok()?;
                informed(*COOLNESS.get(level.checked_sub(1)?)?)
            }
            _ => match name {
                "random" => Ok(Strategy::Random),
                "greedy" => Ok(Strategy::Greedy),
                _ => informed(f64::INFINITY),
            },
        })
    }
}

/// What is known about a game.
pub(crate) struct Known {
    pub(crate) table: WinTable,
    /// The same values in full precision, by number, if the game was just
    /// solved.
    exact: Option<Vec<f64>>,
}

/// The table of a game and more: computed if that is quick, else opened. It
/// stays open as long as the tables exist.
pub(crate) fn known(
    pieces: u8,
    exact_home: bool,
    tables: &Tables,
) -> Result<Arc<Known>, TableError> {
    if !(1..=MOST_PIECES).contains(&pieces) {
        return Err(TableError::no_game(pieces, exact_home));
    }
    if pieces <= SOLVED_AT_ONCE {
        return Ok(solved(pieces, exact_home));
    }
    tables.open(&table_name(pieces, exact_home), || {
        let table = WinTable::find(tables, pieces, exact_home)?;
        Ok(Known { table, exact: None })
    })
}

/// A small game, solved once: the result depends only on the rules.
fn solved(pieces: u8, exact_home: bool) -> Arc<Known> {
    static GAMES: [[OnceLock<Arc<Known>>; 2]; SOLVED_AT_ONCE as usize] =
        [const { [const { OnceLock::new() }; 2] }; SOLVED_AT_ONCE as usize];
    let known = &GAMES[usize::from(pieces) - 1][usize::from(exact_home)];
    Arc::clone(known.get_or_init(|| {
        let solution = Solution::solve(pieces, exact_home, &|_| ());
        let solution = solution.expect("a game has 1 to 7 pieces");
        Arc::new(Known {
            table: WinTable::of(&solution),
            exact: Some(solution.values()),
        })
    }))
}

impl Informed {
    /// The chance of the player who has just moved.
    pub(crate) fn value(&self, moved: &Moved) -> f64 {
        if moved.board.own_left == 0 {
            return 1.0;
        }
        self.value_at(number(&moved.next()), moved.again)
    }

    /// The same by the number of the position after the move, and whether the same player throws
    /// there.
    #[inline]
    pub(crate) fn value_at(&self, number: usize, again: bool) -> f64 {
        let chance = match &self.known.exact {
            Some(values) => values[number],
            None => self.known.table.chance(number),
        };
        if again { chance } else { 1.0 - chance }
    }

    /// Whether it makes mistakes, for which it draws a number for every move.
    pub(crate) fn errs(&self) -> bool {
        self.coolness < f64::INFINITY
    }

    /// Chooses among moves with their values.
    pub(crate) fn choose<M>(
        &self,
        moves: impl IntoIterator<Item = (M, f64)>,
        luck: &mut impl Rng,
    ) -> Option<M> {
        // The Gumbel-max trick: the largest value with such noise added is a
        // sample from the softmax.
        let noise = |luck: &mut _| {
            if self.errs() {
                f64::from(gumbel(luck)) / self.coolness
            } else {
                0.0
            }
        };
        let mut best = None;
        for (chosen, value) in moves {
            let value = value + noise(luck);
            if best.as_ref().is_none_or(|(_, least)| value > *least) {
                best = Some((chosen, value));
            }
        }
        best.map(|(chosen, _)| chosen)
    }
}

/// A number from the standard Gumbel distribution.
fn gumbel(luck: &mut impl Rng) -> f32 {
    let uniform = (luck.next_u32() as f32 + 0.5) / (u32::MAX as f32 + 1.0);
    -(-uniform.ln()).ln()
}

/// The rejection thresholds of [`parlour_core::below`] by its bound: a player has at most seven
/// moves, and a division would take longer than the rest of the choice.
const SLIVERS: [u64; MOST_PIECES as usize + 1] = {
    let mut slivers = [0; MOST_PIECES as usize + 1];
    let mut bound = 1;
    while bound < slivers.len() {
        slivers[bound] = (u64::MAX - bound as u64 + 1) % bound as u64;
        bound += 1;
    }
    slivers
};

/// A random move, each with the same probability, using the same number as [`parlour_core::below`].
pub(crate) fn any(movable: u16, luck: &mut impl Rng) -> u8 {
    let count = movable.count_ones();
    let skipped = loop {
        let wide = u128::from(luck.next_u64()) * u128::from(count);
        if wide as u64 >= SLIVERS[count as usize] {
            break (wide >> 64) as u64;
        }
    };
    // Branchless, because the outcome is unpredictable.
    let mut rest = movable;
    for place in 0..u64::from(MOST_PIECES) - 1 {
        let without_first = rest & rest.wrapping_sub(1);
        rest = if place < skipped { without_first } else { rest };
    }
    rest.trailing_zeros() as u8
}

/// The move that captures, else takes a rosette, else moves the most advanced
/// piece; of several the one with the most advanced piece.
pub(crate) fn greedy(board: &ThrowerBoard, roll: u8, movable: u16) -> u8 {
    let targets = u32::from(movable) << roll;
    let captures = targets & u32::from(board.other) & SHARED;
    let rosettes = targets & ROSETTES;
    let liked = [captures, rosettes, targets]
        .into_iter()
        .find(|set| *set != 0);
    (liked.unwrap_or(1).ilog2() as u8).saturating_sub(roll)
}
