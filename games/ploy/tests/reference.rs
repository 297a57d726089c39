//! The bitboards compared with the plain rules.

use parlour_core::{Game, Notation, Playable, Turn, below, luck};
use parlour_ploy::{Bits, Move, Ploy, START};

/// The plainest perft: the rules make every move except the last.
fn plain_perft(ploy: &Ploy, depth: u32) -> u128 {
    let moves = ploy.moves();
    if depth == 1 {
        return moves.len() as u128;
    }
    let after = |chosen| {
        let mut next = *ploy;
        next.play(chosen).expect("it is listed");
        plain_perft(&next, depth - 1)
    };
    moves.iter().map(after).sum()
}

fn perft(ploy: &Ploy, depth: u32) -> u128 {
    ploy.perft(depth, &mut |_| ()).expect("there is no luck")
}

fn position(text: &str) -> Ploy {
    Ploy::read_position(text).expect(text)
}

fn moves_in_bits(bits: &Bits) -> Vec<Move> {
    let mut moves = Vec::new();
    bits.for_each_move(|chosen| moves.push(chosen));
    moves.sort_unstable();
    moves
}

/// Positions of random games from the start to the end, or far enough.
fn positions_of_play(games: u64) -> Vec<Ploy> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut luck = luck::seeded(seed);
        let mut ploy = position(START);
        for _ in 0..400 {
            positions.push(ploy);
            let moves = ploy.moves();
            // Capture every other time if possible, so that games end.
            let captures: Vec<&Move> = moves
                .iter()
                .filter(|chosen| chosen.from() != chosen.to())
                .filter(|chosen| ploy.board().cell(chosen.to()).is_some())
                .collect();
            let chosen = match below(&mut luck, 2 * captures.len() as u64) {
                Some(index) if (index as usize) < captures.len() => *captures[index as usize],
                _ => match below(&mut luck, moves.len() as u64) {
                    Some(index) => moves[index as usize],
                    None => break,
                },
            };
            ploy.play(&chosen).expect("it is listed");
        }
    }
    positions
}

#[test]
fn bits_have_the_moves_of_the_rules() {
    let positions = positions_of_play(40);
    let finished = |ploy: &&Ploy| matches!(ploy.turn(), Turn::Over(_));
    assert!(positions.iter().filter(finished).count() > 20);
    for ploy in &positions {
        let mut bits = Bits::new(ploy);
        let moves = ploy.moves();
        assert_eq!(moves_in_bits(&bits), moves, "{}", ploy.write_position());
        assert_eq!(bits.count() as usize, moves.len());
        assert_eq!(bits.ploy(), *ploy);
        for chosen in moves.iter().step_by(7) {
            let before = bits.clone();
            let undo = bits.make(*chosen);
            let mut next = *ploy;
            next.play(chosen).expect("it is listed");
            assert_eq!(
                bits,
                Bits::new(&next),
                "{chosen} in {}",
                ploy.write_position()
            );
            bits.unmake(*chosen, undo);
            assert_eq!(bits, before, "{chosen} in {}", ploy.write_position());
        }
    }
}

#[test]
fn perft_from_the_start() {
    let start = position(START);
    for (depth, expected) in [
        (0, 1),
        (1, 145),
        (2, 21_025),
        (3, 3_032_381),
        (4, 437_350_639),
    ] {
        assert_eq!(perft(&start, depth), expected, "depth {depth}");
    }
    // With a transposition table.
    assert_eq!(perft(&start, 5), 62_748_434_353);
}

#[test]
fn perft_from_the_middle_of_games() {
    let rows: Vec<&str> = include_str!("cases/perft.tsv").lines().skip(1).collect();
    assert!(rows.len() >= 5);
    for row in rows {
        let [_, fen, side, counts @ ..] = &row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a short row: {row}");
        };
        let ploy = position(&format!("{fen} {side}"));
        for (depth, expected) in (1..).zip(counts) {
            assert_eq!(perft(&ploy, depth).to_string(), **expected, "{row}");
        }
    }
}

/// Captures, ends of games and pieces of no kind, where the last two moves are
/// counted together and where the transposition table is used.
#[test]
fn perft_of_small_positions_is_that_of_the_rules() {
    let small = "w85,w1,,,,,,,/b1,b85,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/\
                 ,,,,,,,,/,,,,,,,, b";
    let ploy = position(small);
    for depth in 1..=5 {
        assert_eq!(
            perft(&ploy, depth),
            plain_perft(&ploy, depth),
            "depth {depth}"
        );
    }
    for option in <Ploy as parlour_core::Configure>::OPTIONS[0].examples {
        if let Ok(ploy) = Ploy::read_position(option) {
            for depth in 1..=3 {
                assert_eq!(perft(&ploy, depth), plain_perft(&ploy, depth), "{option}");
            }
        }
    }
    for ploy in positions_of_play(4).iter().step_by(23) {
        assert_eq!(
            perft(ploy, 2),
            plain_perft(ploy, 2),
            "{}",
            ploy.write_position()
        );
    }
}

#[test]
fn random_moves_are_the_legal_ones_each_as_often() {
    let start = position(START);
    let bits = Bits::new(&start);
    let moves = start.moves();
    let mut counts = vec![0_u32; moves.len()];
    let mut luck = luck::seeded(1);
    for _ in 0..moves.len() * 1000 {
        let chosen = bits.random_move(&mut luck).expect("there are moves");
        let index = moves.binary_search(&chosen).expect("it is legal");
        counts[index] += 1;
    }
    assert!(
        counts.iter().all(|count| count.abs_diff(1000) < 150),
        "{counts:?}"
    );
    for ploy in positions_of_play(10) {
        let drawn = Bits::new(&ploy).random_move(&mut luck);
        assert_eq!(drawn.is_some(), !ploy.moves().is_empty());
        assert!(drawn.is_none_or(|chosen| ploy.moves().contains(&chosen)));
    }
}
