//! The game as every front end plays it: the throw, then the move.

use parlour_core::{Game, Illegal, Odds, Outcome, SetupError, Symmetric, Turn, Viewer};

use super::{
    GameState, IllegalMove, MOST_PIECES, Placing, Player, Position, Refusal, Roll, game_over,
    possible_moves,
};

/// A position of the game: a state and, between the throw and the move, the
/// roll.
///
/// # Examples
///
/// ```
/// use parlour_core::Game;
/// use parlour_ur::Ur;
///
/// let mut game: Ur = "7/-/0 7/-/0 red".parse().expect("a position");
/// game.resolve(&"roll 4".parse().expect("a throw")).expect("four coins can show 4");
/// game.play(&"start".parse().expect("a move")).expect("a legal move");
/// // A rosette: Red throws again.
/// assert_eq!(game.to_string(), "6/4/0 7/-/0 red");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Position", into = "crate::json::Position"),
    schemars(description = "A position, and between a throw and its move the roll.")
)]
pub struct Ur {
    state: GameState,
    roll: Option<Roll>,
}

impl Ur {
    /// The position before a throw or, with a roll, after it. `None` for a roll
    /// after the end of the game.
    #[must_use]
    pub fn at(state: GameState, roll: Option<Roll>) -> Option<Ur> {
        let is_possible = roll.is_none() || game_over(&state).is_none();
        is_possible.then_some(Ur { state, roll })
    }

    /// Where the pieces are, and whose turn it is.
    #[must_use]
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The roll that has not been moved yet.
    #[must_use]
    pub fn roll(&self) -> Option<Roll> {
        self.roll
    }

    /// Where the piece of a legal move lands; `None` for a pass and before the
    /// throw.
    #[must_use]
    pub fn landing(&self, chosen: Move) -> Option<Position> {
        match chosen {
            Move::From(from) => self.state.target(self.roll?, from).ok(),
            Move::Pass => None,
        }
    }

    /// Whether the player to move would capture on this position: the piece
    /// there is the opponent's.
    #[must_use]
    pub fn captures_on(&self, to: Position) -> bool {
        let other = super::opponent(self.state.next);
        matches!(to, Position::OnBoard(square) if square.is_shared())
            && super::placing(&self.state.placing, to, other) > 0
    }
}

/// What a player does with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Move {
    /// Moves the piece that is there.
    From(Position),
    /// Lets the turn pass, which is only allowed if no piece can move.
    Pass,
}

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Pieces of each player, 1 to 7.
    pub pieces: u8,
    /// Whether a piece must go home with the exact roll.
    pub exact_home: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            pieces: MOST_PIECES,
            exact_home: false,
        }
    }
}

impl Ur {
    /// The position at the start.
    ///
    /// # Errors
    ///
    /// There is no game with this many pieces.
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        let placing = Placing::start(setup.pieces).ok_or_else(|| {
            SetupError::new(
                "pieces",
                format!(
                    "a player has 1 to {MOST_PIECES} pieces, not {}",
                    setup.pieces
                ),
            )
        })?;
        Ok(Ur {
            state: GameState {
                exact_home: setup.exact_home,
                ..GameState::new(placing, Player::Red)
            },
            roll: None,
        })
    }
}

impl Game for Ur {
    type Move = Move;
    type Chance = Roll;
    type View = Ur;

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        match (game_over(&self.state), self.roll) {
            (Some(winner), _) => Turn::Over(Outcome::Win(winner.seat())),
            (None, None) => Turn::Chance,
            (None, Some(_)) => Turn::Seat(self.state.next.seat()),
        }
    }

    fn moves(&self) -> Vec<Move> {
        let Some(roll) = self.roll else {
            return Vec::new();
        };
        let origins = possible_moves(&self.state, i64::from(roll.number()));
        if origins.is_empty() {
            vec![Move::Pass]
        } else {
            origins.into_iter().map(Move::From).collect()
        }
    }

    fn play(&mut self, chosen: &Move) -> Result<(), Illegal> {
        let Some(roll) = self.roll else {
            return Err(match game_over(&self.state) {
                Some(winner) => over(winner),
                None => Illegal::new("no-roll", "the dice come first")
                    .help("throw them: `roll 0` to `roll 4`"),
            });
        };
        self.state = match *chosen {
            Move::Pass if self.moves() == [Move::Pass] => self.state.passed(),
            Move::Pass => {
                return Err(Illegal::new(
                    "pass-with-moves",
                    format!("{} can move, so passing is not allowed", self.state.next),
                )
                .help(can_move(self)));
            }
            Move::From(from) => match self.state.target(roll, from) {
                Ok(to) => self.state.moved(from, to),
                Err(refusal) => return Err(illegal(self, roll, from, refusal)),
            },
        };
        self.roll = None;
        Ok(())
    }

    fn odds(&self) -> Odds<Roll> {
        match self.turn() {
            Turn::Chance => Odds::Listed(Roll::all().map(|roll| (roll, roll.weight())).collect()),
            _ => Odds::none(),
        }
    }

    fn resolve(&mut self, outcome: &Roll) -> Result<(), Illegal> {
        if let Some(winner) = game_over(&self.state) {
            return Err(over(winner));
        }
        if let Some(roll) = self.roll {
            return Err(Illegal::new(
                "already-rolled",
                format!("{} has already rolled {roll}", self.state.next),
            )
            .help(can_move(self)));
        }
        self.roll = Some(*outcome);
        Ok(())
    }

    fn view(&self, _: Viewer) -> Ur {
        *self
    }
}

fn over(winner: Player) -> Illegal {
    Illegal::new(
        "game-already-over",
        format!("the game is over: {winner} has won"),
    )
}

fn illegal(position: &Ur, roll: Roll, from: Position, refusal: Refusal) -> Illegal {
    let illegal = IllegalMove {
        player: position.state.next,
        roll,
        from,
        refusal,
    };
    Illegal::new("illegal-move", illegal.to_string()).help(can_move(position))
}

/// What the player to move can do, in words.
pub(crate) fn can_move(position: &Ur) -> String {
    let roll = position.roll.map_or(0, Roll::number);
    let origins: Vec<String> = possible_moves(&position.state, i64::from(roll))
        .iter()
        .map(|from| format!("`{from}`"))
        .collect();
    match origins.split_last() {
        None => format!("no piece can move with a {roll}: `pass`"),
        Some((only, [])) => format!("only {only} can move with a {roll}"),
        Some((last, others)) => {
            format!("{} and {last} can move with a {roll}", others.join(", "))
        }
    }
}

/// Red and green exchanged: the only symmetry of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange;

impl Symmetric for Ur {
    type Symmetry = Exchange;

    fn symmetries(&self) -> Vec<Exchange> {
        vec![Exchange]
    }

    fn map(&self, _: &Exchange) -> Self {
        Ur {
            state: self.state.exchanged(),
            roll: self.roll,
        }
    }

    fn map_move(&self, _: &Exchange, chosen: &Move) -> Move {
        *chosen
    }

    fn map_chance(&self, _: &Exchange, outcome: &Roll) -> Roll {
        *outcome
    }
}
