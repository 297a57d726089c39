//! The board as bits, for tables, searches and simulations that look at
//! millions of positions.

use crate::rules::{GameState, Placing, Player, Side, Squares};

/// A position before a throw, from the thrower's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ThrowerBoard {
    /// The thrower's squares, bit n for square n.
    pub own: u16,
    /// The other player's squares.
    pub other: u16,
    /// The thrower's pieces that are not home.
    pub own_left: u8,
    /// The other player's.
    pub other_left: u8,
}

/// Squares 5 to 12.
pub(crate) const SHARED: u32 = 0b1_1111_1110_0000;
/// Squares 4, 8 and 14.
pub(crate) const ROSETTES: u32 = 1 << 4 | 1 << 8 | 1 << 14;
/// All squares.
const SQUARES: u32 = 0b111_1111_1111_1110;

impl ThrowerBoard {
    /// All pieces at the start.
    #[must_use]
    pub const fn start(pieces: u8) -> ThrowerBoard {
        ThrowerBoard {
            own: 0,
            other: 0,
            own_left: pieces,
            other_left: pieces,
        }
    }

    /// The board of a state.
    #[must_use]
    pub fn of(state: &GameState) -> ThrowerBoard {
        let own = state.placing.side(state.next);
        let other = state.placing.side(crate::opponent(state.next));
        let pieces = state.placing.pieces();
        ThrowerBoard {
            own: own.squares.bits(),
            other: other.squares.bits(),
            own_left: pieces - own.home,
            other_left: pieces - other.home,
        }
    }

    /// The state with this board and Red to throw; `None` if it is not a
    /// position of a game with this many pieces.
    #[must_use]
    pub fn state(&self, pieces: u8, exact_home: bool) -> Option<GameState> {
        let side = |squares: u16, left: u8| {
            let squares = Squares::from_bits(squares)?;
            Some(Side {
                start: left.checked_sub(squares.count())?,
                squares,
                home: pieces.checked_sub(left)?,
            })
        };
        let own = side(self.own, self.own_left)?;
        let other = side(self.other, self.other_left)?;
        Some(GameState {
            exact_home,
            ..GameState::new(Placing::new(own, other).ok()?, Player::Red)
        })
    }

    /// The same position with the other player to throw.
    #[must_use]
    pub const fn turned(self) -> ThrowerBoard {
        ThrowerBoard {
            own: self.other,
            other: self.own,
            own_left: self.other_left,
            other_left: self.own_left,
        }
    }

    /// The squares from which the thrower can move with a roll of 1 to 4: bit 0 is the start, bit n
    /// square n.
    #[inline]
    #[must_use]
    pub const fn movable(&self, roll: u8, exact_home: bool) -> u16 {
        let waiting = self.own_left as u32 > self.own.count_ones();
        let pieces = self.own as u32 | waiting as u32;
        // A piece cannot land on one of its own side, nor on the opponent's on
        // the shared rosette.
        let barred = self.own as u32 | self.other as u32 & 1 << 8;
        let near_enough = if exact_home {
            u32::MAX >> (16 + roll)
        } else {
            u32::MAX
        };
        (pieces & !(barred >> roll) & near_enough) as u16
    }

    /// Moves the thrower's piece from a square that [`ThrowerBoard::movable`] allows.
    #[inline]
    #[must_use]
    pub const fn moved(&self, from: u8, roll: u8) -> Moved {
        let to = 1_u32 << (from + roll);
        let left_square = self.own as u32 & !(1 << from);
        Moved {
            board: ThrowerBoard {
                own: (left_square | to & SQUARES) as u16,
                other: (self.other as u32 & !(to & SHARED)) as u16,
                own_left: self.own_left - (to > SQUARES) as u8,
                other_left: self.other_left,
            },
            again: to & ROSETTES != 0,
            captures: self.other as u32 & to & SHARED != 0,
        }
    }
}

/// The result of a move, still from the mover's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The position.
    pub board: ThrowerBoard,
    /// Whether the same player throws again.
    pub again: bool,
    /// Whether a piece of the other player was sent back to its start.
    pub captures: bool,
}

impl Moved {
    /// Nothing moved: the other player throws next.
    #[must_use]
    pub const fn pass(board: &ThrowerBoard) -> Moved {
        Moved {
            board: *board,
            again: false,
            captures: false,
        }
    }

    /// The position from the point of view of the player who throws next.
    #[inline]
    #[must_use]
    pub const fn next(&self) -> ThrowerBoard {
        if self.again {
            self.board
        } else {
            self.board.turned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbering::blocks;
    use crate::rules::{Position, game_over, init_gs, make_move, possible_moves};
    use parlour_core::{below, luck};
    use rand::Rng;

    /// Checks the moves and their results in every position of a game.
    fn agrees_with_the_rules(pieces: u8, exact_home: bool) {
        for board in blocks(pieces).flat_map(|block| block.boards().collect::<Vec<_>>()) {
            let state = board.state(pieces, exact_home).expect("a position");
            agrees_in(&state);
        }
    }

    /// Checks the moves and their results in a state with Red to throw.
    fn agrees_in(state: &GameState) {
        let board = ThrowerBoard::of(state);
        for roll in 1..=4_u8 {
            let origins = possible_moves(state, i64::from(roll));
            let bits = origins.iter().map(|from| 1 << from.steps()).sum::<u16>();
            let movable = board.movable(roll, state.exact_home);
            assert_eq!(movable, bits, "{board:?} {roll}");
            for from in origins {
                let after = make_move(state, (i64::from(roll), from)).expect("legal");
                let moved = board.moved(from.steps(), roll);
                assert_eq!(
                    moved.next(),
                    ThrowerBoard::of(&after),
                    "{board:?} {roll} {from}"
                );
                assert_eq!(moved.again, after.next == state.next);
                let waiting = |state: &GameState| {
                    crate::placing(&state.placing, Position::Start, Player::Green)
                };
                assert_eq!(moved.captures, waiting(&after) > waiting(state));
                assert_eq!(moved.board.own_left == 0, game_over(&after).is_some());
            }
        }
    }

    #[test]
    fn every_move_of_a_small_game_is_the_same_as_by_the_rules() {
        agrees_with_the_rules(3, false);
        agrees_with_the_rules(2, true);
    }

    #[test]
    fn random_games_of_seven_pieces_are_the_same_as_by_the_rules() {
        let luck = &mut luck::seeded(1);
        for game in 0..200 {
            let mut state = init_gs();
            state.exact_home = game % 4 == 0;
            while game_over(&state).is_none() {
                agrees_in(&state);
                let roll = i64::from((luck.next_u32() & 0xf).count_ones());
                let origins = possible_moves(&state, roll);
                let chosen = below(luck, origins.len() as u64).unwrap_or_default();
                let from = origins.get(chosen as usize).unwrap_or(&Position::Home);
                state = make_move(&state, (roll, *from)).expect("legal");
                if state.next == Player::Green {
                    state = state.exchanged();
                }
            }
        }
    }
}
