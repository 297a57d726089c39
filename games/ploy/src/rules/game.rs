//! A board and whose turn it is.

use parlour_core::{Game, Illegal, Never, Outcome, Turn, Viewer};

use super::{Board, Kind, Move, Player, Refusal, game_finished, list_moves};

/// A position: the board, and the player to move.
///
/// # Examples
///
/// ```
/// use parlour_core::Game;
/// use parlour_ploy::{Player, Ploy, START};
///
/// let mut game: Ploy = START.parse().expect("the start");
/// game.play(&"d3-d4-0".parse().expect("a move")).expect("a legal move");
/// assert_eq!(game.mover(), Player::White);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Position", into = "crate::json::Position"),
    schemars(description = "A position: the pieces, and the player to move.")
)]
pub struct Ploy {
    board: Board,
    mover: Player,
}

impl Ploy {
    /// The position with this board and mover.
    #[must_use]
    pub const fn at(board: Board, mover: Player) -> Ploy {
        Ploy { board, mover }
    }

    /// The pieces.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The player to move; in a finished game, the player who would be.
    #[must_use]
    pub const fn mover(&self) -> Player {
        self.mover
    }
}

impl Game for Ploy {
    type Move = Move;
    type Chance = Never;
    type View = Ploy;

    const PROGRESS: &'static str = "capture";

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        if game_finished(&self.board) {
            // The player who made the last move wins.
            Turn::Over(Outcome::Win(self.mover.opponent().seat()))
        } else {
            Turn::Seat(self.mover.seat())
        }
    }

    fn moves(&self) -> Vec<Move> {
        list_moves(&self.board, self.mover)
    }

    fn play(&mut self, chosen: &Move) -> Result<(), Illegal> {
        if game_finished(&self.board) {
            return Err(Illegal::new(
                "game-already-over",
                "the game is over: nothing can move any more",
            ));
        }
        let piece = self.board.cell(chosen.from());
        if piece.is_some_and(|piece| piece.player() != self.mover) {
            return Err(Illegal::new(
                "not-your-piece",
                format!(
                    "the piece on {} is {}'s",
                    chosen.from(),
                    self.mover.opponent()
                ),
            )
            .help(format!("it is {}'s turn", self.mover)));
        }
        if let Some(refusal) = self.board.refusal(*chosen) {
            return Err(illegal(&self.board, *chosen, refusal));
        }
        self.board.make(*chosen);
        self.mover = self.mover.opponent();
        Ok(())
    }

    fn view(&self, _: Viewer) -> Ploy {
        *self
    }

    /// Only a capture is irreversible.
    fn progress(&self) -> Option<u32> {
        Some(self.board.pieces().count() as u32)
    }
}

/// A refusal in words for a player.
fn illegal(board: &Board, chosen: Move, refusal: Refusal) -> Illegal {
    let (from, to) = (chosen.from(), chosen.to());
    let piece = board.cell(from);
    let name = || match piece.and_then(|piece| piece.kind()) {
        Some(kind) => format!("the {kind} on {from}"),
        None => format!("the piece on {from}"),
    };
    match refusal {
        Refusal::NoPiece => Illegal::new("no-piece", format!("there is no piece on {from}")),
        Refusal::NeverMoves => Illegal::new(
            "never-moves",
            format!("{} has five lines or more and never moves", name()),
        ),
        Refusal::NoChange => Illegal::new("no-change", format!("{} would stay as it is", name()))
            .help("a move must change the board: move, or turn to other directions"),
        Refusal::MovesAndTurns(kind) => Illegal::new(
            "moves-and-turns",
            format!("a {kind} moves or turns, not both"),
        )
        .help(format!(
            "write `{from}-{to}-0` to move, or `{from}-{from}-{}` to turn; only a Shield does both",
            chosen.turn()
        )),
        Refusal::NoLine => Illegal::new("no-line", format!("no line of {} leads to {to}", name()))
            .help(match piece {
                Some(piece) => {
                    let names: Vec<_> = piece.directions().map(super::Direction::name).collect();
                    format!("its lines point to {}", names.join(", "))
                }
                None => String::new(),
            }),
        Refusal::TooFar(kind) => Illegal::new("too-far", format!("{to} is too far for {}", name()))
            .help(match kind {
                Kind::Shield | Kind::Commander => format!("a {kind} moves one square"),
                _ => format!("a {kind} moves up to {} squares", kind.reach()),
            }),
        Refusal::Blocked(pos) => Illegal::new(
            "blocked",
            format!("{} cannot pass {pos}: a piece stands there", name()),
        )
        .help("pieces never jump"),
        Refusal::OwnPiece => Illegal::new(
            "own-piece",
            format!("{to} holds a piece of the same player"),
        )
        .help("move to an empty square, or take a piece of the other player"),
    }
}
