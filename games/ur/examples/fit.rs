//! Fits the guess of `expectimax` to the values of perfect play.
//!
//! `parlour solve ur` first, which says where the table is, then
//! `cargo run --release -p parlour-ur --example fit FOLDER`.
//!
//! The logit of the winning chance is to be the sum of what the thrower's pieces
//! are worth where they are, less that of the other's, and something for the
//! throw. Least squares over positions from games in which one move of ten is
//! any move; an error counts by what it does to the chance.

use std::error::Error;

use parlour_core::{Tables, below, luck};
use parlour_ur::{ThrowerBoard, WinTable};
use rand::Rng;

const GAMES: u64 = 20_000;
/// The start, squares 1 to 14, and the throw.
const UNKNOWNS: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os()
        .nth(1)
        .ok_or("which folder has the table?")?;
    let table = WinTable::find(&Tables::in_folder(folder), 7, false)?;
    let luck = &mut luck::seeded(1);
    let mut sums = [[0.0; UNKNOWNS + 1]; UNKNOWNS];
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        play(&table, luck, |board, chance| {
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
    Ok(())
}

/// Plays a game and shows every position before a throw.
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

/// How many more pieces the thrower has at each place than the other, and one
/// throw.
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

/// Solves linear equations, each with its right side at the end, by elimination.
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
