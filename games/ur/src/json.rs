//! JSON forms: the pieces of both sides, whose turn it is, and the throw.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{GameState, Placing, Player, Position as Place, Roll, Side, Square, Ur};

/// A position of the Royal Game of Ur.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    /// Red's pieces.
    red: Pieces,
    /// Green's pieces, as many as red's.
    green: Pieces,
    /// Whose turn it is; in a finished game, whose it would be.
    turn: Player,
    /// The roll that has not been moved yet; null if the throw is next.
    #[schemars(range(max = 4))]
    roll: Option<u8>,
    /// Whether a piece must go home with the exact roll.
    exact_home: bool,
}

/// The pieces of a player, 1 to 7 together.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Pieces {
    /// How many wait at the start.
    #[schemars(range(max = 7))]
    start: u8,
    /// The squares with a piece, numbered along the player's path.
    #[schemars(inner(range(min = 1, max = 14)))]
    squares: Vec<u8>,
    /// How many are home.
    #[schemars(range(max = 7))]
    home: u8,
}

impl From<Side> for Pieces {
    fn from(side: Side) -> Self {
        Pieces {
            start: side.start,
            squares: side.squares.iter().map(Square::number).collect(),
            home: side.home,
        }
    }
}

impl TryFrom<Pieces> for Side {
    type Error = String;

    fn try_from(pieces: Pieces) -> Result<Self, String> {
        let squares = pieces.squares.iter();
        let squares: Option<Vec<Square>> = squares.map(|number| Square::new(*number)).collect();
        let squares = squares.ok_or("the squares of a path are 1 to 14")?;
        let side = Side {
            start: pieces.start,
            squares: squares.iter().copied().collect(),
            home: pieces.home,
        };
        if usize::from(side.squares.count()) < squares.len() {
            return Err("a square holds one piece".to_owned());
        }
        Ok(side)
    }
}

impl From<Ur> for Position {
    fn from(ur: Ur) -> Self {
        let state = ur.state();
        Position {
            red: state.placing.side(Player::Red).into(),
            green: state.placing.side(Player::Green).into(),
            turn: state.next,
            roll: ur.roll().map(Roll::number),
            exact_home: state.exact_home,
        }
    }
}

impl TryFrom<Position> for Ur {
    type Error = String;

    fn try_from(position: Position) -> Result<Self, String> {
        let roll = position.roll.map(roll).transpose()?;
        let placing = Placing::new(position.red.try_into()?, position.green.try_into()?);
        let state = GameState {
            exact_home: position.exact_home,
            ..GameState::new(placing.map_err(|bad| bad.to_string())?, position.turn)
        };
        Ur::at(state, roll).ok_or_else(|| "the game is over, so nobody has rolled".to_owned())
    }
}

/// Where a piece is.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a piece is on a square, 1 to 14, or at \"start\" or \"home\""
)]
pub(crate) enum Spot {
    /// A square of the player's path.
    Square(#[schemars(range(min = 1, max = 14))] u8),
    /// Off the board.
    Off(Off),
}

/// Off the board.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Off {
    /// Where pieces wait to enter.
    Start,
    /// Their goal, which no piece leaves.
    Home,
}

impl From<Place> for Spot {
    fn from(place: Place) -> Self {
        match place {
            Place::Start => Spot::Off(Off::Start),
            Place::OnBoard(square) => Spot::Square(square.number()),
            Place::Home => Spot::Off(Off::Home),
        }
    }
}

impl TryFrom<Spot> for Place {
    type Error = String;

    fn try_from(spot: Spot) -> Result<Self, String> {
        match spot {
            Spot::Off(Off::Start) => Ok(Place::Start),
            Spot::Off(Off::Home) => Ok(Place::Home),
            Spot::Square(number) => Place::on(number)
                .ok_or_else(|| format!("there is no square {number}; they are 1 to 14")),
        }
    }
}

/// A throw of the dice: the heads of four coins.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Throw {
    /// How many heads.
    #[schemars(range(max = 4))]
    roll: u8,
}

impl From<Roll> for Throw {
    fn from(roll: Roll) -> Self {
        Throw {
            roll: roll.number(),
        }
    }
}

impl TryFrom<Throw> for Roll {
    type Error = String;

    fn try_from(throw: Throw) -> Result<Self, String> {
        roll(throw.roll)
    }
}

fn roll(number: u8) -> Result<Roll, String> {
    let roll = Roll::new(number.into());
    roll.ok_or_else(|| format!("four coins show 0 to 4 heads, not {number}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Move;
    use parlour_core::{Notation, Playable};

    const POSITION: &str = r#"{"red":{"start":3,"squares":[4,8,12],"home":1},"green":{"start":4,"squares":[7,9],"home":1},"turn":"green","roll":3,"exact_home":false}"#;

    #[test]
    fn a_position_is_written_by_its_pieces() {
        let ur = Ur::read_position("3/4,8,12/1 4/7,9/1 green 3").expect("a position");
        assert_eq!((Ur::JSON.write_position)(&ur).get(), POSITION);
    }

    #[test]
    fn moves_and_throws_are_told_apart() {
        let ur = Ur::read_position("7/-/0 7/-/0 red").expect("a position");
        for (json, chosen) in [
            (r#"{"from":"start"}"#, Move::From(Place::Start)),
            (r#"{"from":4}"#, Move::From(Place::on(4).expect("a square"))),
            (r#""pass""#, Move::Pass),
        ] {
            assert_eq!((Ur::JSON.write_move)(&ur, &chosen).get(), json);
            assert_eq!((Ur::JSON.read_move)(&ur, json), Ok(chosen));
        }
        for (json, reason) in [
            (r#"{"from":"here"}"#, "a piece is on a square"),
            (r#"{"from":15}"#, "there is no square 15"),
            (r#"{"roll":1}"#, "unknown variant"),
        ] {
            let finding = (Ur::JSON.read_move)(&ur, json).expect_err(json);
            assert!(finding.message.contains(reason), "{finding}");
        }
        let finding = (Ur::JSON.read_chance)(&ur, r#"{"roll":5}"#).expect_err("too many");
        assert_eq!(finding.message, "four coins show 0 to 4 heads, not 5");
    }

    #[test]
    fn bad_positions_are_refused_with_a_reason() {
        for (from, to, reason) in [
            ("[4,8,12]", "[4,8,15]", "the squares of a path are 1 to 14"),
            ("[4,8,12]", "[4,8,8]", "a square holds one piece"),
            ("[4,8,12]", "[4,8,9]", "which they share"),
            (r#""start":3"#, r#""start":4"#, "8 pieces"),
            (r#""start":3"#, r#""start":2"#, "the same number"),
            (r#""start":3"#, r#""start":300"#, "invalid value"),
            (r#""roll":3"#, r#""roll":7"#, "four coins"),
            (r#""green","roll""#, r#""blue","roll""#, "unknown variant"),
            (r#""roll":3"#, r#""dice":3"#, "unknown field"),
        ] {
            let json = POSITION.replace(from, to);
            let finding = (Ur::JSON.read_position)(&json).expect_err(to);
            assert!(finding.message.contains(reason), "{finding}");
        }
        let won = r#"{"red":{"start":0,"squares":[],"home":1},"green":{"start":1,"squares":[],"home":0},"turn":"green","roll":3,"exact_home":false}"#;
        let finding = (Ur::JSON.read_position)(won).expect_err("over");
        assert_eq!(finding.message, "the game is over, so nobody has rolled");
    }
}
