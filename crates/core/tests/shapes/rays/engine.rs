//! An engine for the rays: its own board with a border, on which moves are made
//! and unmade, and nothing of the generic layer until it answers.

use parlour_core::{Advice, Bot, Limits, Seat};

use super::{CELLS, Cell, Move, Piece, Rays, SIDE};

/// A row of the board with a border on either side.
const WIDTH: usize = SIDE as usize + 2;
const DIRECTIONS: [isize; 8] = {
    let up = WIDTH as isize;
    [up, up + 1, 1, 1 - up, -up, -1 - up, -1, up - 1]
};

/// A square: the rays in the low byte, then these bits.
const FIRST: u16 = 1 << 8;
const SECOND: u16 = 1 << 9;
const KING: u16 = 1 << 10;
/// Both colours at once: nothing can enter it.
const BORDER: u16 = FIRST | SECOND;

/// From a square (high byte) to a square, or a turn by eighths (low byte).
/// No square of the board has so low a number as a turn.
type Packed = u16;

/// At most twelve pieces with nine slides and seven turns.
struct List {
    moves: [Packed; 192],
    length: usize,
}

impl List {
    fn push(&mut self, from: usize, what: usize) {
        self.moves[self.length] = (from << 8 | what) as Packed;
        self.length += 1;
    }
}

pub(crate) struct EngineBoard {
    squares: [u16; WIDTH * WIDTH],
    mover: u16,
    left: u8,
    /// A king was taken.
    is_won: bool,
}

/// What is needed to unmake a move.
struct Undo {
    from: u16,
    target: u16,
}

fn square(cell: Cell) -> usize {
    (usize::from(cell / SIDE) + 1) * WIDTH + usize::from(cell % SIDE) + 1
}

fn cell(square: usize) -> Cell {
    (square / WIDTH - 1) as Cell * SIDE + (square % WIDTH - 1) as Cell
}

impl EngineBoard {
    pub(crate) fn new(rays: &Rays) -> Self {
        let colour = |seat: Seat| if seat == Seat(0) { FIRST } else { SECOND };
        let mut squares = [BORDER; WIDTH * WIDTH];
        for index in 0..CELLS as Cell {
            squares[square(index)] = match rays.piece(index) {
                None => 0,
                Some(Piece {
                    owner,
                    is_king,
                    rays,
                }) => u16::from(rays) | colour(owner) | if is_king { KING } else { 0 },
            };
        }
        EngineBoard {
            squares,
            mover: colour(rays.seat),
            left: rays.left,
            is_won: !rays.has_king(rays.seat),
        }
    }

    fn list(&self) -> List {
        let mut list = List {
            moves: [0; 192],
            length: 0,
        };
        if self.is_won || self.left == 0 {
            return list;
        }
        for from in WIDTH + 1..WIDTH * (WIDTH - 1) - 1 {
            let piece = self.squares[from];
            if piece & BORDER != self.mover {
                continue;
            }
            let rays = piece as u8;
            let reach = if piece & KING != 0 {
                1
            } else {
                rays.count_ones()
            };
            for (direction, step) in DIRECTIONS.iter().enumerate() {
                if rays >> direction & 1 == 0 {
                    continue;
                }
                let mut to = from;
                for _ in 0..reach {
                    to = to.wrapping_add_signed(*step);
                    if self.squares[to] & self.mover != 0 {
                        break;
                    }
                    list.push(from, to);
                    if self.squares[to] != 0 {
                        break;
                    }
                }
            }
            let mut turned = rays.rotate_left(1);
            let mut by = 1;
            while turned != rays {
                list.push(from, by);
                turned = turned.rotate_left(1);
                by += 1;
            }
        }
        list
    }

    fn make(&mut self, packed: Packed) -> Undo {
        let (from, what) = (usize::from(packed >> 8), usize::from(packed & 0xff));
        let undo = Undo {
            from: self.squares[from],
            target: self.squares[what],
        };
        if what < 8 {
            let rays = (undo.from as u8).rotate_left(what as u32);
            self.squares[from] = undo.from & !0xff | u16::from(rays);
        } else {
            self.squares[from] = 0;
            self.squares[what] = undo.from;
            self.is_won = undo.target & KING != 0;
        }
        self.mover ^= BORDER;
        self.left -= 1;
        undo
    }

    fn unmake(&mut self, packed: Packed, undo: &Undo) {
        self.squares[usize::from(packed & 0xff)] = undo.target;
        self.squares[usize::from(packed >> 8)] = undo.from;
        self.mover ^= BORDER;
        self.left += 1;
        self.is_won = false;
    }

    /// Perft: the number of sequences of `depth` moves.
    pub(crate) fn perft(&mut self, depth: u32) -> u64 {
        let list = self.list();
        if depth <= 1 {
            return list.length as u64;
        }
        let mut nodes = 0;
        for &packed in &list.moves[..list.length] {
            let undo = self.make(packed);
            nodes += self.perft(depth - 1);
            self.unmake(packed, &undo);
        }
        nodes
    }

    /// The number of rays, the mover's less the opponent's.
    fn material(&self) -> i32 {
        self.squares
            .iter()
            .filter(|&&square| square & BORDER != BORDER)
            .map(|&square| {
                let rays = (square as u8).count_ones() as i32;
                if square & self.mover != 0 {
                    rays
                } else {
                    -rays
                }
            })
            .sum()
    }

    fn search(&mut self, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if self.is_won {
            return -WON;
        }
        if self.left == 0 {
            return 0;
        }
        if depth == 0 {
            return self.material();
        }
        let list = self.list();
        for &packed in &list.moves[..list.length] {
            let undo = self.make(packed);
            let value = -self.search(depth - 1, -beta, -alpha);
            self.unmake(packed, &undo);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

const WON: i32 = 1000;

fn unpacked(packed: Packed) -> Move {
    let (from, what) = (cell(usize::from(packed >> 8)), packed & 0xff);
    if what < 8 {
        Move::Turn {
            at: from,
            by: what as u8,
        }
    } else {
        Move::Slide {
            from,
            to: cell(usize::from(what)),
        }
    }
}

/// Looks at its move and the reply to it.
pub(crate) struct Engine;

impl Bot<Rays> for Engine {
    fn advise(&mut self, _: Seat, view: &Rays, moves: &[Move], limits: &Limits) -> Advice<Move> {
        let mut board = EngineBoard::new(view);
        let list = board.list();
        let mut considered = Vec::with_capacity(moves.len());
        let mut alpha = -WON;
        for (&packed, nodes) in list.moves[..list.length].iter().zip(0..) {
            if limits.reached(nodes) {
                break;
            }
            let undo = board.make(packed);
            let value = -board.search(1, -WON, -alpha);
            board.unmake(packed, &undo);
            alpha = alpha.max(value);
            considered.push((unpacked(packed), f64::from(value)));
        }
        // The sort is stable: of equal moves the first is best.
        considered.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        match considered.first() {
            None => Advice::unexplained(moves[0]),
            Some(&(best, value)) => Advice {
                value: Some(value),
                reason: None,
                considered,
                ..Advice::unexplained(best)
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Game, Notation, Outcome, Turn};

    fn perft(rays: &Rays, depth: u32) -> u64 {
        let moves = rays.moves();
        if depth <= 1 {
            return moves.len() as u64;
        }
        let after = |chosen| {
            let mut next = rays.clone();
            next.play(chosen).expect("it is listed");
            perft(&next, depth - 1)
        };
        moves.iter().map(after).sum()
    }

    /// Checks that three moves from here, and after every first move, are
    /// counted alike.
    fn agree(rays: &Rays) {
        let mut board = EngineBoard::new(rays);
        assert_eq!(board.perft(3), perft(rays, 3));
        let list = board.list();
        let mut unpacked_moves = Vec::new();
        for &packed in &list.moves[..list.length] {
            let chosen = unpacked(packed);
            let mut next = rays.clone();
            next.play(&chosen).expect("the engine's moves are legal");
            let undo = board.make(packed);
            assert_eq!(board.perft(1), perft(&next, 1), "after {chosen:?}");
            board.unmake(packed, &undo);
            unpacked_moves.push(chosen);
        }
        let by_text = |moves: Vec<Move>| {
            let mut texts: Vec<_> = moves.iter().map(|chosen| rays.write_move(chosen)).collect();
            texts.sort();
            texts
        };
        assert_eq!(by_text(unpacked_moves), by_text(rays.moves()));
    }

    #[test]
    fn the_engine_and_the_rules_count_the_same_moves() {
        let start = Rays::new(&200).expect("any number of moves can be left");
        assert!(
            (80..120).contains(&start.moves().len()),
            "{}",
            start.moves().len()
        );
        agree(&start);
        // Kings that can be taken at once, and the end of the moves in sight.
        for open in [
            "0 9 e1K55 e3P11 c3P83 d4p82 e5k55 f4p01",
            "1 2 e1K55 e2kaa a9p83 i9P28",
            "0 3 a1Kaa b2k55 i9P01",
        ] {
            agree(&Rays::read_position(open).expect(open));
        }
    }

    #[test]
    fn the_engine_takes_a_king_and_saves_its_own() {
        let mut rays = Rays::read_position("0 9 e1K55 e3P11 e4k55 a9p01").expect("sound");
        let advice = Engine.advise(Seat(0), &rays, &rays.moves(), &Limits::nodes(1000));
        assert_eq!(rays.write_move(&advice.best), "e3 e4");
        assert_eq!(advice.value, Some(f64::from(WON)));
        rays.play(&advice.best).expect("legal");
        assert_eq!(rays.turn(), Turn::Over(Outcome::Win(Seat(0))));

        let rays = Rays::read_position("0 9 e1K55 e3p10 e9k55").expect("sound");
        let advice = Engine.advise(Seat(0), &rays, &rays.moves(), &Limits::nodes(1000));
        let mut next = rays.clone();
        next.play(&advice.best).expect("legal");
        let replies = next.moves();
        for reply in &replies {
            let mut after = next.clone();
            after.play(reply).expect("it is listed");
            assert!(!matches!(after.turn(), Turn::Over(_)), "{reply:?}");
        }
    }

    #[test]
    fn the_engine_answers_when_its_time_is_up() {
        let start = Rays::new(&200).expect("any number of moves can be left");
        let advice = Engine.advise(Seat(0), &start, &start.moves(), &Limits::nodes(0));
        assert!(start.moves().contains(&advice.best));
    }
}
