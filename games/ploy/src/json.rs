//! JSON forms: pieces by their squares and the directions of their lines.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{Board, Direction, Kind, Move, Piece, Player, Ploy, Pos};

/// A position of Ploy.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    /// The pieces, in the order of their squares.
    #[schemars(length(max = 81))]
    pieces: Vec<Placed>,
    /// The player to move; in a finished game, the player who would be.
    turn: Player,
}

/// A piece on a square.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Placed {
    /// Its square, `a1` to `i9`: the column, then the row.
    square: Pos,
    /// Its player.
    player: Player,
    /// Its kind, by the number of its lines: one to four. A piece with more lines has no kind and
    /// never moves.
    kind: Option<Kind>,
    /// The directions of its lines, from north clockwise; north is towards row 9.
    #[schemars(length(min = 1, max = 8))]
    lines: Vec<Direction>,
}

impl From<Ploy> for Position {
    fn from(ploy: Ploy) -> Self {
        let pieces = ploy.board().pieces();
        Position {
            pieces: pieces
                .map(|(square, piece)| Placed {
                    square,
                    player: piece.player(),
                    kind: piece.kind(),
                    lines: piece.directions().collect(),
                })
                .collect(),
            turn: ploy.mover(),
        }
    }
}

impl TryFrom<Position> for Ploy {
    type Error = String;

    fn try_from(position: Position) -> Result<Self, String> {
        let mut board = Board::EMPTY;
        for placed in position.pieces {
            let square = placed.square;
            if board.cell(square).is_some() {
                return Err(format!("two pieces stand on {square}"));
            }
            board.set(square, Some(placed.try_into()?));
        }
        Ok(Ploy::at(board, position.turn))
    }
}

impl TryFrom<Placed> for Piece {
    type Error = String;

    fn try_from(placed: Placed) -> Result<Self, String> {
        let Placed {
            square,
            player,
            kind,
            lines,
        } = placed;
        let bits = lines
            .iter()
            .fold(0_u8, |bits, line| bits | 1 << line.index());
        let piece = Piece::new(player, bits)
            .ok_or_else(|| format!("the piece on {square} has no lines"))?;
        if bits.count_ones() as usize != lines.len() {
            return Err(format!("a line of the piece on {square} is listed twice"));
        }
        if piece.kind() != kind {
            let named = |kind: Option<Kind>| kind.map_or("no kind", Kind::name);
            let (count, right, wrong) = (lines.len(), named(piece.kind()), named(kind));
            return Err(format!(
                "the piece on {square} has {count} lines: {right}, not {wrong}"
            ));
        }
        Ok(piece)
    }
}

/// A square, `a1` to `i9`: the column, then the row.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Square(#[schemars(regex(pattern = "^[a-i][1-9]$"))] String);

impl From<Pos> for Square {
    fn from(pos: Pos) -> Self {
        Square(pos.to_string())
    }
}

impl TryFrom<Square> for Pos {
    type Error = String;

    fn try_from(Square(name): Square) -> Result<Self, String> {
        let square = Pos::named(&name);
        square.ok_or_else(|| format!("{} is not a square", parlour_core::quoted(&name)))
    }
}

/// A direction of a line; north is towards row 9.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub(crate) enum Compass {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

impl Compass {
    const ALL: [Compass; 8] = {
        use Compass::{E, N, NE, NW, S, SE, SW, W};
        [N, NE, E, SE, S, SW, W, NW]
    };
}

impl From<Direction> for Compass {
    fn from(direction: Direction) -> Self {
        Compass::ALL[direction.index()]
    }
}

impl From<Compass> for Direction {
    fn from(compass: Compass) -> Self {
        Direction::numbered(compass as u8).expect("there are eight of both")
    }
}

/// A move of Ploy: a piece goes to a square, which may be its own, and turns.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveForm {
    /// Where the piece comes from.
    from: Pos,
    /// Where it goes.
    to: Pos,
    /// By how many eighths it turns clockwise.
    #[schemars(range(max = 7))]
    rotation: u8,
}

impl From<Move> for MoveForm {
    fn from(chosen: Move) -> Self {
        MoveForm {
            from: chosen.from(),
            to: chosen.to(),
            rotation: chosen.turn(),
        }
    }
}

impl TryFrom<MoveForm> for Move {
    type Error = String;

    fn try_from(form: MoveForm) -> Result<Self, String> {
        let chosen = Move::new(form.from, form.to, form.rotation);
        chosen.ok_or_else(|| format!("a rotation is 0 to 7 eighths, not {}", form.rotation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Notation, Playable};

    const POSITION: &str = r#"{"pieces":[{"square":"b1","player":"black","kind":"commander","lines":["N","E","S","W"]},{"square":"c9","player":"white","kind":null,"lines":["N","NE","E","SE","S"]}],"turn":"white"}"#;

    #[test]
    fn a_position_is_written_by_its_pieces() {
        let text = ",,w31,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,b85,,,,,,, w";
        let ploy = Ploy::read_position(text).expect(text);
        assert_eq!((Ploy::JSON.write_position)(&ploy).get(), POSITION);
        assert_eq!((Ploy::JSON.read_position)(POSITION), Ok(ploy));
    }

    #[test]
    fn bad_positions_and_moves_are_refused_with_a_reason() {
        for (from, to, reason) in [
            ("c9", "j9", "`j9` is not a square"),
            ("c9", "b1", "two pieces stand on b1"),
            (r#"["N","E","S","W"]"#, "[]", "has no lines"),
            (
                r#"["N","E","S","W"]"#,
                r#"["N","E","S","S"]"#,
                "listed twice",
            ),
            (
                r#"["N","E","S","W"]"#,
                r#"["N","E","S"]"#,
                "has 3 lines: Lance, not Commander",
            ),
            ("null", r#""lance""#, "has 5 lines: no kind, not Lance"),
            (r#""turn":"white""#, r#""turn":"red""#, "unknown variant"),
        ] {
            let json = POSITION.replace(from, to);
            let finding = (Ploy::JSON.read_position)(&json).expect_err(to);
            assert!(finding.message.contains(reason), "{finding}");
        }
        let ploy = crate::notation::start();
        let json = r#"{"from":"d3","to":"d4","rotation":8}"#;
        let finding = (Ploy::JSON.read_move)(&ploy, json).expect_err("too much");
        assert_eq!(finding.message, "a rotation is 0 to 7 eighths, not 8");
    }
}
