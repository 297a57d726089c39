//! The state of a game and what a roll does to it: the functions of the game's
//! document.

use std::fmt;

use thiserror::Error;

use super::{MOST_PIECES, Placing, Player, Position, Roll, Square, opponent, placing};

/// A state of the game between two turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameState {
    /// Where the pieces are.
    pub placing: Placing,
    /// The player who rolls next.
    pub next: Player,
    /// The stricter variant: a piece must go home with the exact roll. Not in
    /// the game's document.
    pub exact_home: bool,
}

impl GameState {
    /// The state of a game with the document's rules.
    #[must_use]
    pub fn new(placing: Placing, next: Player) -> GameState {
        GameState {
            placing,
            next,
            exact_home: false,
        }
    }

    /// Where the next player's piece at `from` goes with this roll, or why it
    /// cannot. Does not check whether the game is over.
    ///
    /// # Errors
    ///
    /// Why the piece cannot move.
    pub fn target(&self, roll: Roll, from: Position) -> Result<Position, Refusal> {
        if from == Position::Home {
            return Err(Refusal::AtHome);
        }
        if placing(&self.placing, from, self.next) == 0 {
            return Err(Refusal::NoPiece);
        }
        if roll.number() == 0 {
            return Err(Refusal::NoStep);
        }
        let steps = from.steps() + roll.number();
        let to = Position::on(steps).unwrap_or(Position::Home);
        let Position::OnBoard(square) = to else {
            return if self.exact_home && steps > Position::Home.steps() {
                Err(Refusal::TooFar)
            } else {
                Ok(to)
            };
        };
        if placing(&self.placing, to, self.next) > 0 {
            return Err(Refusal::OwnPiece(square));
        }
        if square == Square::SHARED_ROSETTE && placing(&self.placing, to, opponent(self.next)) > 0 {
            return Err(Refusal::Safe);
        }
        Ok(to)
    }

    /// The state after the turn passes without a move.
    #[must_use]
    pub fn passed(&self) -> GameState {
        GameState {
            next: opponent(self.next),
            ..*self
        }
    }

    /// The state after the next player's piece went from `from` to `to`, which
    /// [`GameState::target`] allowed.
    pub(super) fn moved(&self, from: Position, to: Position) -> GameState {
        let mut after = *self;
        after.placing.advance(self.next, from, to);
        if !to.is_rosette() {
            after.next = opponent(self.next);
        }
        after
    }

    /// The same state with red and green swapped.
    #[must_use]
    pub fn exchanged(&self) -> GameState {
        GameState {
            placing: self.placing.exchanged(),
            next: opponent(self.next),
            ..*self
        }
    }
}

/// Why a piece cannot be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A piece that is home stays there.
    AtHome,
    /// The player has no piece at that position.
    NoPiece,
    /// A roll of 0 moves nothing.
    NoStep,
    /// The player's own piece is on the square where the move would end.
    OwnPiece(Square),
    /// The opponent's piece on the shared rosette cannot be captured.
    Safe,
    /// Home must be reached exactly, and the roll is too high.
    TooFar,
}

/// A move that the rules forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The player.
    pub player: Player,
    /// The roll.
    pub roll: Roll,
    /// Where the piece is.
    pub from: Position,
    /// Why it is forbidden.
    pub refusal: Refusal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove {
            player, roll, from, ..
        } = self;
        match (self.refusal, from) {
            (Refusal::AtHome, _) => write!(f, "a piece that is home stays there"),
            (Refusal::NoPiece, Position::Start) => {
                write!(f, "{player} has no piece waiting at the start")
            }
            (Refusal::NoPiece, _) => write!(f, "{player} has no piece on {from}"),
            (Refusal::NoStep, _) => write!(f, "a roll of 0 moves nothing"),
            (Refusal::OwnPiece(square), Position::Start) => write!(
                f,
                "a {roll} cannot enter on {square}: {player}'s own piece is there"
            ),
            (Refusal::OwnPiece(square), _) => write!(
                f,
                "the piece on {from} cannot go to {square}: {player}'s own piece is there"
            ),
            (Refusal::Safe, _) => write!(
                f,
                "the piece on {from} cannot go to {}: {}'s piece is safe on that rosette",
                Square::SHARED_ROSETTE,
                opponent(*player)
            ),
            (Refusal::TooFar, _) => write!(
                f,
                "the piece on {from} needs exactly {} to go home, not {roll}",
                Position::Home.steps() - from.steps()
            ),
        }
    }
}

impl std::error::Error for IllegalMove {}

/// The state at the start: all seven pieces of each player are waiting, and
/// Red moves first.
///
/// ```
/// use parlour_ur::{Player, init_gs};
/// assert_eq!(init_gs().next, Player::Red);
/// ```
#[must_use]
pub fn init_gs() -> GameState {
    let placing = Placing::start(MOST_PIECES).expect("seven pieces can be set up");
    GameState::new(placing, Player::Red)
}

/// The positions from which the next player can move with this roll: the start
/// first, then the squares in order. Empty for a roll that the dice do not
/// have, for 0, and after the end of the game.
///
/// ```
/// use parlour_ur::{Position, init_gs, possible_moves};
/// assert_eq!(possible_moves(&init_gs(), 3), [Position::Start]);
/// assert_eq!(possible_moves(&init_gs(), 0), []);
/// assert_eq!(possible_moves(&init_gs(), 5), []);
/// ```
#[must_use]
pub fn possible_moves(state: &GameState, roll: impl Into<i64>) -> Vec<Position> {
    let Some(roll) = Roll::new(roll.into()) else {
        return Vec::new();
    };
    if game_over(state).is_some() {
        return Vec::new();
    }
    std::iter::once(Position::Start)
        .chain(Square::all().map(Position::OnBoard))
        .filter(|from| state.target(roll, *from).is_ok())
        .collect()
}

/// The state after a turn: the piece at the given position moves by the roll.
/// If no piece can move, the turn passes, whatever the position. An illegal
/// position while a piece can move is an error.
///
/// The document calls this function `move`, which is a keyword in Rust.
///
/// # Errors
///
/// The move is illegal, or the game is over.
///
/// # Examples
///
/// ```
/// use parlour_ur::{Player, Position, init_gs, make_move};
/// let after = make_move(&init_gs(), (2, Position::Start)).expect("legal");
/// assert_eq!(after.next, Player::Green);
/// // Square 4 is a rosette.
/// let again = make_move(&init_gs(), (4, Position::Start)).expect("legal");
/// assert_eq!(again.next, Player::Red);
/// assert!(make_move(&init_gs(), (2, Position::Home)).is_err());
/// ```
pub fn make_move(
    state: &GameState,
    (roll, from): (impl Into<i64>, Position),
) -> Result<GameState, IllegalMove> {
    let roll = roll.into();
    let legal = possible_moves(state, roll);
    match Roll::new(roll) {
        Some(roll) if !legal.is_empty() => match state.target(roll, from) {
            Ok(to) => Ok(state.moved(from, to)),
            Err(refusal) => Err(IllegalMove {
                player: state.next,
                roll,
                from,
                refusal,
            }),
        },
        _ => Ok(state.passed()),
    }
}

/// The player who has all pieces home, if there is one.
///
/// ```
/// use parlour_ur::{game_over, init_gs};
/// assert_eq!(game_over(&init_gs()), None);
/// ```
#[must_use]
pub fn game_over(state: &GameState) -> Option<Player> {
    Player::ALL
        .into_iter()
        .find(|player| state.placing.side(*player).home == state.placing.pieces())
}

/// A pair of a list that did not move a piece as it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("pair {} of the list: {fault}", index + 1)]
pub struct OddPair {
    /// The index of the pair.
    pub index: usize,
    /// What is wrong with it.
    pub fault: PairFault,
}

/// What is wrong with a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PairFault {
    /// The move is illegal: the pair changes nothing.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// No throw shows this number, so nothing can move: the turn passes.
    #[error("four coins never show {0}")]
    NoSuchRoll(i32),
}

/// The winner of a game from the start, given as pairs of roll and position;
/// `None` if nobody has won yet. An illegal pair changes nothing, and whatever
/// follows a win is ignored.
///
/// ```
/// use parlour_ur::{Position, winner};
/// assert_eq!(winner(&[(2, Position::Start), (0, Position::Start)]), None);
/// assert_eq!(winner(&[(2, Position::Home), (4, Position::Home)]), None);
/// ```
#[must_use]
pub fn winner(turns: &[(i32, Position)]) -> Option<Player> {
    judged(turns).0
}

/// The [`winner`] of a list, and what is odd about its pairs up to the win.
///
/// ```
/// use parlour_ur::{Position, judged};
/// let (winner, odd) = judged(&[(2, Position::Start), (1, Position::Home)]);
/// assert_eq!((winner, odd[0].index), (None, 1));
/// ```
#[must_use]
pub fn judged(turns: &[(i32, Position)]) -> (Option<Player>, Vec<OddPair>) {
    let mut state = init_gs();
    let mut odd = Vec::new();
    for (index, (roll, from)) in turns.iter().copied().enumerate() {
        if Roll::new(roll.into()).is_none() {
            let fault = PairFault::NoSuchRoll(roll);
            odd.push(OddPair { index, fault });
        }
        match make_move(&state, (roll, from)) {
            Ok(after) => state = after,
            Err(illegal) => {
                let fault = PairFault::Illegal(illegal);
                odd.push(OddPair { index, fault });
            }
        }
        if let Some(winner) = game_over(&state) {
            return (Some(winner), odd);
        }
    }
    (None, odd)
}
