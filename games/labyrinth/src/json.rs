//! JSON forms: the tiles row by row, the players with their cards or the number
//! of cards.

use parlour_core::{Notation, Seat, Views};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{
    Colour, Control, Direction, Extra, Hand, Kind, Labyrinth, Official, Pawn, Phase, SIDE, Shape,
    TREASURES, Tabletop, Tile,
};

const SIDE_LENGTH: usize = SIDE as usize;

/// A position of Labyrinth.
pub(crate) type Position = Shown<Vec<crate::Treasure>>;

/// What one viewer sees of a position of Labyrinth.
pub(crate) type View = Shown<Cards>;

/// A table with what is known about the cards.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Table")]
pub(crate) struct Shown<C> {
    /// The players in the order of turns.
    #[schemars(length(min = 1, max = 4))]
    players: Vec<Player<C>>,
    /// Whose turn it is.
    turn: Colour,
    /// What that player does next.
    phase: Phase,
    /// The tile beside the board.
    extra: Extra,
    /// The rows of the board from the top, each with its tiles from the left.
    tiles: [[Laid; SIDE_LENGTH]; SIDE_LENGTH],
    /// Present if the published rules are played.
    official: Option<Official>,
}

/// A player.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Player")]
struct Player<C> {
    /// The colour of the pawn.
    colour: Colour,
    /// Whether a person or the program moves the pawn.
    control: Control,
    /// Where the pawn is.
    square: crate::Square,
    /// The remaining cards, in order.
    cards: C,
}

/// What a viewer may know of a hand: its cards, or how many there are.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "cards are a list of treasures, or their number")]
pub(crate) enum Cards {
    /// The cards, in order.
    Seen(Vec<crate::Treasure>),
    /// How many there are.
    Hidden(#[schemars(range(max = 24))] u8),
}

/// A tile on the board.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Tile")]
struct Laid {
    /// Corner, fork or line.
    kind: Kind,
    /// Its direction.
    direction: Direction,
    /// What is printed on it, collected or not.
    treasure: Option<crate::Treasure>,
}

impl<C> Shown<C> {
    fn new(table: &Tabletop, cards: impl IntoIterator<Item = C>) -> Self {
        let tile = |row: usize, column: usize| {
            let tile = table.tiles[row * SIDE_LENGTH + column];
            Laid {
                kind: tile.shape.kind,
                direction: tile.shape.direction,
                treasure: tile.treasure,
            }
        };
        let players = table.pawns.iter().zip(cards);
        Shown {
            players: players
                .map(|(pawn, cards)| Player {
                    colour: pawn.colour,
                    control: pawn.control,
                    square: pawn.square,
                    cards,
                })
                .collect(),
            turn: table.pawns[table.mover.index()].colour,
            phase: table.phase,
            extra: table.extra,
            tiles: std::array::from_fn(|row| std::array::from_fn(|column| tile(row, column))),
            official: table.official,
        }
    }

    /// The table and the cards, which may not make sense together.
    fn taken_apart(self) -> Result<(Tabletop, Vec<C>), String> {
        let mut players = self.players.iter();
        let mover = players.position(|player| player.colour == self.turn);
        let mover = mover.ok_or("it is the turn of a colour that does not play")?;
        let mut tiles = self.tiles.into_iter().flatten();
        let (pawns, cards) = self
            .players
            .into_iter()
            .map(|player| {
                let pawn = Pawn {
                    colour: player.colour,
                    control: player.control,
                    square: player.square,
                };
                (pawn, player.cards)
            })
            .unzip();
        let table = Tabletop {
            pawns,
            mover: Seat(u8::try_from(mover).map_err(|_| "too many players")?),
            phase: self.phase,
            extra: self.extra,
            tiles: std::array::from_fn(|_| {
                let laid = tiles.next().expect("seven rows of seven");
                Tile {
                    shape: Shape {
                        kind: laid.kind,
                        direction: laid.direction,
                    },
                    treasure: laid.treasure,
                }
            }),
            official: self.official,
        };
        Ok((table, cards))
    }
}

impl From<Labyrinth> for Position {
    fn from(labyrinth: Labyrinth) -> Self {
        Shown::new(&labyrinth.table, labyrinth.hands)
    }
}

impl TryFrom<Position> for Labyrinth {
    type Error = String;

    /// Whether it can be played is for the reader of saved games to say.
    fn try_from(position: Position) -> Result<Self, String> {
        let (table, hands) = position.taken_apart()?;
        let text = Labyrinth { table, hands }.write_position();
        Labyrinth::read_position(&text).map_err(|finding| finding.message)
    }
}

impl From<crate::View> for View {
    fn from(view: crate::View) -> Self {
        let cards = view.hands.into_iter().map(|hand| match hand {
            Hand::Seen(cards) => Cards::Seen(cards),
            Hand::Hidden(count) => Cards::Hidden(u8::try_from(count).unwrap_or(TREASURES)),
        });
        Shown::new(&view.table, cards)
    }
}

impl TryFrom<View> for crate::View {
    type Error = String;

    fn try_from(view: View) -> Result<Self, String> {
        let (table, cards) = view.taken_apart()?;
        let hands = cards.into_iter().map(|cards| match cards {
            Cards::Seen(cards) => Hand::Seen(cards),
            Cards::Hidden(count) => Hand::Hidden(count.into()),
        });
        let text = Labyrinth::write_view(&crate::View {
            table,
            hands: hands.collect(),
        });
        Labyrinth::read_view(&text).map_err(|finding| finding.message)
    }
}

/// A square of the board.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Square {
    /// Its row, from the top.
    #[schemars(range(min = 1, max = 7))]
    row: u8,
    /// Its column, from the left.
    #[schemars(range(min = 1, max = 7))]
    column: u8,
}

impl From<crate::Square> for Square {
    fn from(square: crate::Square) -> Self {
        Square {
            row: square.row(),
            column: square.column(),
        }
    }
}

impl TryFrom<Square> for crate::Square {
    type Error = &'static str;

    fn try_from(Square { row, column }: Square) -> Result<Self, Self::Error> {
        crate::Square::new(row, column).ok_or("rows and columns are 1 to 7")
    }
}

/// A place where a tile can be inserted.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    /// The side of the board.
    side: Direction,
    /// The column from the north or south, the row from the east or west: 2, 4 or
    /// 6.
    #[schemars(range(min = 2, max = 6))]
    line: u8,
}

impl From<crate::Place> for Place {
    fn from(place: crate::Place) -> Self {
        Place {
            side: place.side(),
            line: place.line(),
        }
    }
}

impl TryFrom<Place> for crate::Place {
    type Error = &'static str;

    fn try_from(Place { side, line }: Place) -> Result<Self, Self::Error> {
        crate::Place::new(side, line).ok_or("tiles are inserted at 2, 4 and 6 only")
    }
}

/// A treasure, and the card with its number.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Treasure(#[schemars(range(min = 1, max = 24))] u8);

impl From<crate::Treasure> for Treasure {
    fn from(treasure: crate::Treasure) -> Self {
        Treasure(treasure.number())
    }
}

impl TryFrom<Treasure> for crate::Treasure {
    type Error = &'static str;

    fn try_from(Treasure(number): Treasure) -> Result<Self, Self::Error> {
        crate::Treasure::new(number).ok_or("treasures and their cards are numbered 1 to 24")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Game, Playable, Viewer, luck};

    fn position() -> (Labyrinth, String) {
        let game = crate::deal(2, 1, false, &mut luck::seeded(7));
        let json = (Labyrinth::JSON.write_position)(&game);
        (game, json.get().to_owned())
    }

    #[test]
    fn hands_are_lists_for_those_who_may_see_them() {
        let (game, json) = position();
        let view = |who| {
            let json = (Labyrinth::JSON.write_view)(&game.view(who));
            serde_json::from_str::<serde_json::Value>(json.get()).expect("JSON")
        };
        assert_eq!(view(Viewer::All).to_string().len(), json.len());
        let cards = |who| {
            let players = view(who)["players"].clone();
            [0, 1].map(|seat| players[seat]["cards"].is_array())
        };
        assert_eq!(cards(Viewer::All), [true, true]);
        assert_eq!(cards(Viewer::Seat(Seat(1))), [false, true]);
        assert_eq!(cards(Viewer::Public), [false, false]);
        assert_eq!(view(Viewer::Public)["players"][0]["cards"], 12);
    }

    #[test]
    fn bad_positions_are_refused_with_a_reason() {
        let (game, json) = position();
        let card = game.hand(Seat(0))[0];
        for (from, to, reason) in [
            (r#""row":1"#, r#""row":8"#, "rows and columns are 1 to 7"),
            (
                r#""colour":"red""#,
                r#""colour":"yellow""#,
                "two players are yellow",
            ),
            (
                r#""turn":"yellow""#,
                r#""turn":"green""#,
                "a colour that does not play",
            ),
            (
                &format!(r#""cards":[{card},"#),
                r#""cards":[25,"#,
                "numbered 1 to 24",
            ),
            (
                &format!(r#""cards":[{card},"#),
                &format!(r#""cards":[{card},{card},"#),
                "is dealt twice",
            ),
            (
                r#"{"kind":"corner","direction":"east","treasure":null},"#,
                "",
                "invalid length 6",
            ),
            (
                r#"{"kind":"corner","direction":"east","treasure":null},"#,
                r#"{"kind":"line","direction":"east","treasure":null},"#,
                "never moves",
            ),
            (
                r#""phase":"insert""#,
                r#""phase":"wait""#,
                "unknown variant",
            ),
        ] {
            let bad = json.replacen(from, to, 1);
            assert_ne!(bad, json, "{from}");
            let finding = (Labyrinth::JSON.read_position)(&bad).expect_err(to);
            assert!(finding.message.contains(reason), "{finding}");
        }
    }
}
