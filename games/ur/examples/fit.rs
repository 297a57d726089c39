//! Fits the evaluation of `expectimax` to the values of perfect play.
//!
//! Run `parlour solve ur` first, which says where the table is, then `cargo run
//! --release -p parlour-ur --example fit FOLDER`.
//!
//! The logit of the winning chance is modelled as the sum of the values of the
//! thrower's pieces where they are, less the other player's, plus a bonus for
//! the throw. It is a least-squares fit over positions from games in which one
//! move in ten is random; an error is weighted by its effect on the chance.
//!
//! The last line is how far the values of bots without the table are off in such positions, after
//! a throw: the mean absolute error.

use std::error::Error;

use parlour_core::{Bot, Bots, Game, Limits, Tables, below, luck};
use parlour_ur::{Roll, ThrowerBoard, Ur, WinTable};
use rand::Rng;

const GAMES: u64 = 20_000;
/// One position in this many is searched without the table.
const SEARCHED: usize = 50;
/// The start, squares 1 to 14, and the throw.
const UNKNOWNS: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os()
        .nth(1)
        .ok_or("which folder has the table?")?;
    let tables = Tables::in_folder(folder);
    let table = WinTable::find(&tables, 7, false)?;
    let mut bots = [("perfect", &tables), ("expectimax-4", &Tables::none())]
        .map(|(name, tables)| Ur::bot(name, 1, tables).expect("it is listed"));
    let luck = &mut luck::seeded(1);
    let mut sums = [[0.0; UNKNOWNS + 1]; UNKNOWNS];
    let mut positions = Vec::new();
    let mut estimates = Vec::new();
    for _ in 0..GAMES {
        play(&table, luck, |board, chance| {
            if positions.len() % SEARCHED == 0 {
                estimates.extend(apart(&mut bots, board, positions.len() / SEARCHED));
            }
            // A chance that was rounded to 0 or 1 has no logit.
            let chance = chance.clamp(1e-5, 1.0 - 1e-5);
            let features = features(board);
            let slope = chance * (1.0 - chance);
            let logit = (chance / (1.0 - chance)).ln();
            for (sums, own) in sums.iter_mut().zip(features) {
                for (sum, other) in sums.iter_mut().zip(features.into_iter().chain([logit])) {
                    *sum += slope * slope * own * other;
                }
            }
            positions.push((features, chance));
        });
    }
    let solved = solve(sums);
    let error: f64 = positions
        .iter()
        .map(|(features, chance)| {
            let logit: f64 = features.iter().zip(solved).map(|(a, b)| a * b).sum();
            (1.0 / (1.0 + (-logit).exp()) - chance).powi(2)
        })
        .sum();
    println!("positions  {}", positions.len());
    println!("error      {:.4}", (error / positions.len() as f64).sqrt());
    println!("weights    {:.3?}", &solved[..15]);
    println!("tempo      {:.3}", solved[15]);
    let searched = estimates.len();
    let error = estimates.iter().sum::<f64>() / searched as f64;
    println!("estimates  {searched}, off by {error:.4}");
    Ok(())
}

/// How far the two values of a position are apart, after one throw or another.
fn apart(bots: &mut [Box<dyn Bot<Ur>>; 2], board: &ThrowerBoard, number: usize) -> Option<f64> {
    let roll = Roll::new(1 + (number % 4) as i64)?;
    let ur = Ur::at(board.state(7, false)?, Some(roll))?;
    let [exact, estimate] = bots.each_mut().map(|bot| {
        let advice = bot.advise(ur.state().next.seat(), &ur, &ur.moves(), &Limits::default());
        advice.value
    });
    Some((exact? - estimate?).abs())
}

/// Plays a game and visits every position before a throw.
fn play(table: &WinTable, luck: &mut impl Rng, mut see: impl FnMut(&ThrowerBoard, f64)) {
    let chance = |board: &ThrowerBoard| {
        let state = board.state(7, false)?;
        table.value(&state)
    };
    let mut board = ThrowerBoard::start(7);
    while let Some(value) = chance(&board).filter(|_| board.other_left > 0) {
        see(&board, value);
        let roll = (luck.next_u32() & 0xf).count_ones() as u8;
        let movable = if roll == 0 {
            0
        } else {
            board.movable(roll, false)
        };
        let mut moves: Vec<_> = (0..15)
            .filter(|from| movable >> from & 1 == 1)
            .map(|from| board.moved(from, roll))
            .collect();
        moves.sort_by_key(|moved| {
            let value = chance(&moved.next()).unwrap_or_default();
            let own = if moved.again { value } else { 1.0 - value };
            (own * -65535.0) as i64
        });
        let careless = below(luck, 10) == Some(0);
        let chosen = below(luck, moves.len() as u64)
            .filter(|_| careless)
            .unwrap_or(0);
        board = match moves.get(chosen as usize) {
            Some(moved) => moved.next(),
            None => board.turned(),
        };
    }
}

/// How many more pieces the thrower has at each place than the other player,
/// and one throw.
fn features(board: &ThrowerBoard) -> [f64; UNKNOWNS] {
    let mut features = [0.0; UNKNOWNS];
    for (squares, left, sign) in [
        (board.own, board.own_left, 1.0),
        (board.other, board.other_left, -1.0),
    ] {
        features[0] += sign * (f64::from(left) - f64::from(squares.count_ones()));
        for (square, feature) in features.iter_mut().enumerate().take(15).skip(1) {
            *feature += sign * f64::from(squares >> square & 1);
        }
    }
    features[15] = 1.0;
    features
}

/// Solves linear equations, each with its right side at the end, by Gaussian
/// elimination.
fn solve(mut sums: [[f64; UNKNOWNS + 1]; UNKNOWNS]) -> [f64; UNKNOWNS] {
    for pivot in 0..UNKNOWNS {
        let row = sums[pivot].map(|sum| sum / sums[pivot][pivot]);
        for (place, other) in sums.iter_mut().enumerate() {
            if place != pivot {
                let share = other[pivot];
                for (sum, own) in other.iter_mut().zip(row) {
                    *sum -= share * own;
                }
            }
        }
        sums[pivot] = row;
    }
    sums.map(|row| row[UNKNOWNS])
}
