//! A piece that goes along its line, and lines that turn.

use crate::rules::{Board, Piece, Player, Ploy, Pos, line};

/// The positions on the way of the piece that moved or turned.
pub(super) fn between(before: &Ploy, after: &Ploy) -> Vec<Ploy> {
    let mover = before.mover();
    let own = |board: &Board, pos: Pos| board.cell(pos).filter(|piece| piece.player() == mover);
    let changed: Vec<Pos> = Pos::all()
        .filter(|pos| before.board().cell(*pos) != after.board().cell(*pos))
        .collect();
    let from = changed
        .iter()
        .copied()
        .find(|pos| own(before.board(), *pos).is_some());
    let to = changed
        .iter()
        .copied()
        .find(|pos| own(after.board(), *pos).is_some());
    let (Some(from), Some(to)) = (from, to) else {
        return Vec::new();
    };
    let (Some(piece), Some(turned)) = (own(before.board(), from), own(after.board(), to)) else {
        return Vec::new();
    };
    let mut empty = *before.board();
    empty.set(from, None);
    let at = |pos: Pos, piece: Piece| {
        let mut board = empty;
        board.set(pos, Some(piece));
        Ploy::at(board, mover)
    };
    let way = line(from, to).unwrap_or_default();
    let between = way.iter().copied().filter(|pos| *pos != from && *pos != to);
    let mut all: Vec<Ploy> = between.map(|pos| at(pos, piece)).collect();
    let mut turns = turns(piece, turned, mover);
    if from != to && piece != turned {
        turns.insert(0, piece);
    }
    all.extend(turns.into_iter().map(|piece| at(to, piece)));
    all
}

/// A piece between two orientations, the shorter way round.
fn turns(from: Piece, to: Piece, player: Player) -> Vec<Piece> {
    let turned = |by: u32| from.lines().rotate_left(by);
    let Some(by) = (0..8).find(|by| turned(*by) == to.lines()) else {
        return Vec::new();
    };
    let all: Vec<u32> = match by {
        0..=4 => (1..by).collect(),
        _ => (by + 1..8).rev().collect(),
    };
    let pieces = all.into_iter().map(|by| Piece::new(player, turned(by)));
    pieces.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Game, Notation};

    #[test]
    fn pieces_walk_and_turn() {
        let start = Ploy::read_position(crate::START).expect("the start");
        let after = |text: &str| {
            let mut ploy = start;
            ploy.play(&ploy.read_move(text).expect(text)).expect(text);
            between(&start, &ploy)
        };
        // One step, then two eighths between nothing and three.
        assert_eq!(after("d3-d4-3").len(), 3);
        // Seven eighths to the right are one to the left.
        assert_eq!(after("d3-d3-7").len(), 0);
        assert_eq!(after("d3-d4-0").len(), 0);
        let frames = after("d3-d4-3");
        assert!(
            frames
                .iter()
                .all(|ploy| ploy.board().pieces().count() == 30)
        );
    }
}
