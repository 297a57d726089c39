//! A plain search of the maze, tile by tile: the reference for the bits.

use parlour_labyrinth::{Direction, SQUARES, Square, Tile, Word};

/// The square beyond a side.
fn neighbour(square: Square, side: Direction) -> Option<Square> {
    let (row, column) = (square.row(), square.column());
    match side {
        Direction::North => Square::new(row - 1, column),
        Direction::East => Square::new(row, column + 1),
        Direction::South => Square::new(row + 1, column),
        Direction::West => Square::new(row, column - 1),
    }
}

/// All squares that can be reached, in order, found breadth first.
pub(crate) fn plain_reach(tiles: &[Tile; SQUARES], from: Square) -> Vec<Square> {
    let open = |square: Square, side| tiles[square.index()].shape.sides().contains(side);
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&square) = reached.get(next) {
        next += 1;
        for &side in Direction::ALL {
            let Some(beyond) = neighbour(square, side) else {
                continue;
            };
            let connected = open(square, side) && open(beyond, side.opposite());
            if connected && !reached.contains(&beyond) {
                reached.push(beyond);
            }
        }
    }
    reached.sort();
    reached
}
