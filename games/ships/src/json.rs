//! JSON forms: locations by their names, answers by their counts.

use parlour_core::Game;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{Board, Exchange, Feedback, Fleet, Location, Move, Setup, Ships};

/// A position of Ships. The hider moves if a guess waits for its answer, else
/// the searcher.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    /// The board, and how many ships are on it.
    board: Board,
    /// Where the ships are; null if the game does not know, or the viewer may
    /// not.
    target: Option<Fleet>,
    /// The guesses and answers so far, in order.
    exchanges: Vec<Exchange>,
    /// The guess that waits for its answer.
    asked: Option<Fleet>,
    /// The hider is to pick the target, and moves first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    hiding: bool,
}

impl From<Ships> for Position {
    fn from(ships: Ships) -> Self {
        Position {
            board: ships.board(),
            target: ships.target(),
            exchanges: ships.exchanges().to_vec(),
            asked: ships.asked(),
            hiding: ships.is_hiding(),
        }
    }
}

impl TryFrom<Position> for Ships {
    type Error = String;

    /// Plays what happened, so that only legal positions are read.
    fn try_from(position: Position) -> Result<Self, String> {
        let Position { board, target, .. } = position;
        let mut ships = Ships::new(&Setup { board, target }).map_err(|bad| bad.message)?;
        if position.hiding {
            if target.is_some() {
                return Err("there is a target, so the ships are already hidden".to_owned());
            }
            ships = Ships::hiding(board);
        }
        let exchanges = position.exchanges.iter();
        let said = exchanges
            .flat_map(|exchange| [Move::Guess(exchange.guess), Move::Answer(exchange.answer)]);
        for chosen in said.chain(position.asked.map(Move::Guess)) {
            ships.play(&chosen).map_err(|illegal| illegal.message)?;
        }
        Ok(ships)
    }
}

/// A board with a number of ships, and at most 250000 ways to hide them.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Size {
    /// Columns, from A on.
    #[schemars(range(min = 1, max = 16))]
    columns: u8,
    /// Rows, from 1 on.
    #[schemars(range(min = 1, max = 16))]
    rows: u8,
    /// How many ships there are.
    #[schemars(range(min = 1, max = 5))]
    ships: u8,
}

impl From<Board> for Size {
    fn from(board: Board) -> Self {
        Size {
            columns: board.columns(),
            rows: board.rows(),
            ships: board.ships(),
        }
    }
}

impl TryFrom<Size> for Board {
    type Error = crate::BadBoard;

    fn try_from(size: Size) -> Result<Self, Self::Error> {
        Board::new(size.columns, size.rows, size.ships)
    }
}

/// Different locations, one per ship: a column's letter and a row's number
/// each.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Locations(
    #[schemars(
        length(min = 1, max = 5),
        inner(regex(pattern = "^[A-P]([1-9]|1[0-6])$"))
    )]
    Vec<String>,
);

impl From<Fleet> for Locations {
    fn from(fleet: Fleet) -> Self {
        Locations(fleet.locations().map(|at| at.to_string()).collect())
    }
}

impl TryFrom<Locations> for Fleet {
    type Error = String;

    /// Whether they are on the board is for the rules to say.
    fn try_from(Locations(names): Locations) -> Result<Self, String> {
        let ships = u8::try_from(names.len()).unwrap_or(u8::MAX);
        if !(1..=Board::MOST_SHIPS).contains(&ships) {
            return Err("one to five locations are needed".to_owned());
        }
        let board = Board::anywhere(ships);
        let named = |name: &String| {
            let location = board.named(name);
            location.ok_or_else(|| format!("{} is not a location", parlour_core::quoted(name)))
        };
        let locations: Vec<Location> = names.iter().map(named).collect::<Result<_, _>>()?;
        board.fleet(&locations).map_err(|bad| bad.to_string())
    }
}

/// An answer: how near the guessed locations are to a ship. Locations more than
/// two steps away are not counted.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counts {
    /// How many hold a ship.
    #[schemars(range(max = 5))]
    exact: u8,
    /// How many are one step from the nearest ship.
    #[schemars(range(max = 5))]
    one_away: u8,
    /// How many are two steps from it.
    #[schemars(range(max = 5))]
    two_away: u8,
}

impl From<Feedback> for Counts {
    fn from(answer: Feedback) -> Self {
        let (exact, one_away, two_away) = answer.counts();
        Counts {
            exact,
            one_away,
            two_away,
        }
    }
}

impl TryFrom<Counts> for Feedback {
    type Error = &'static str;

    /// Whether it is true is for the rules to say.
    fn try_from(counts: Counts) -> Result<Self, Self::Error> {
        Board::anywhere(Board::MOST_SHIPS)
            .answer(counts.exact, counts.one_away, counts.two_away)
            .ok_or("at most five locations are guessed, but more are counted")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Notation, Playable, Viewer};

    const POSITION: &str = r#"{"board":{"columns":8,"rows":4,"ships":3},"target":["B2","D3","H1"],"exchanges":[{"guess":["B3","C3","H3"],"answer":{"exact":0,"one_away":2,"two_away":1}}],"asked":["A1","B1","C1"]}"#;

    #[test]
    fn the_target_is_for_those_who_may_see_it() {
        let text = "target=B2,D3,H1;B3,C3,H3=0,2,1;A1,B1,C1";
        let ships = Ships::read_position(text).expect(text);
        assert_eq!((Ships::JSON.write_position)(&ships).get(), POSITION);
        let hidden = POSITION.replace(r#"["B2","D3","H1"]"#, "null");
        for (who, json) in [
            (Viewer::All, POSITION),
            (Viewer::Seat(crate::HIDER), POSITION),
            (Viewer::Seat(crate::SEARCHER), &hidden),
            (Viewer::Public, &hidden),
        ] {
            assert_eq!((Ships::JSON.write_view)(&ships.view(who)).get(), json);
        }
    }

    #[test]
    fn bad_positions_are_refused_with_a_reason() {
        for (from, to, reason) in [
            (r#""rows":4"#, r#""rows":17"#, "1 to 16 rows"),
            (r#""rows":4"#, r#""rows":16"#, "more than 250000"),
            (
                r#""ships":3"#,
                r#""ships":2"#,
                "is not a target on this board",
            ),
            (r#""H1"]"#, r#""H5"]"#, "is not a target on this board"),
            (r#""H1"]"#, r#""H0"]"#, "`H0` is not a location"),
            (r#""H1"]"#, r#""B2"]"#, "B2 is named twice"),
            (r#"["B2","D3","H1"]"#, "[]", "one to five locations"),
            (
                r#""one_away":2"#,
                r#""one_away":1"#,
                "the answer to B3,C3,H3 is 0,2,1",
            ),
            (r#""one_away":2"#, r#""one_away":255"#, "more are counted"),
            (
                r#""asked":["A1","B1","C1"]"#,
                r#""asked":["A1"]"#,
                "cannot be guessed",
            ),
            (r#"]}"#, r#"],"hiding":true}"#, "already hidden"),
        ] {
            let json = POSITION.replace(from, to);
            let finding = (Ships::JSON.read_position)(&json).expect_err(to);
            assert!(finding.message.contains(reason), "{finding}");
        }
    }
}
