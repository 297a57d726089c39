//! The board in words.

use super::Scene;
use crate::rules::{Direction, Hand, Kind, SIDE, Shape, Sides, Square, Word};

/// Whose turn it is, who is where, what is wanted and where that is, and then
/// every tile.
pub(super) fn tell(scene: &Scene<'_>) -> String {
    let table = &scene.view.table;
    let mut lines = vec![format!("{}.", super::capital_first(&scene.status()))];
    for (pawn, hand) in table.pawns.iter().zip(&scene.view.hands) {
        let cards = match hand {
            Hand::Seen(cards) if !cards.is_empty() => {
                let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
                format!("cards {}", cards.join(", "))
            }
            hand => format!("{} cards", hand.count()),
        };
        let home = pawn.colour.home();
        lines.push(format!(
            "{} stands at {}, home is {}, {cards}.",
            super::capital(pawn.colour),
            place(pawn.square),
            place(home),
        ));
    }
    for wanted in scene.wanted {
        let mut squares = Square::all();
        let at = squares.find(|square| table.tiles[square.index()].treasure == Some(*wanted));
        lines.push(match at {
            Some(square) => format!("Treasure {wanted} is at {}.", place(square)),
            None => format!("Treasure {wanted} is on the extra tile."),
        });
    }
    let north = Shape {
        kind: table.extra.kind,
        direction: Direction::North,
    };
    lines.push(format!(
        "The extra tile is a {}; facing north it is open to {}.",
        kind_word(table.extra.kind),
        open_sides(north.sides())
    ));
    if !scene.places.is_empty() {
        let places: Vec<String> = scene.places.iter().map(ToString::to_string).collect();
        lines.push(format!("It can be inserted at {}.", places.join(", ")));
    }
    let reachable: Vec<String> = scene.reachable.iter().map(place).collect();
    if !reachable.is_empty() {
        lines.push(format!("The mover can walk to {}.", reachable.join("; ")));
    }
    for row in 1..=SIDE {
        for square in (1..=SIDE).filter_map(|column| Square::new(row, column)) {
            let tile = table.tiles[square.index()];
            let treasure = tile
                .treasure
                .map_or(String::new(), |treasure| format!(", treasure {treasure}"));
            lines.push(format!(
                "Row {row}, column {}: {}, open to {}{treasure}.",
                square.column(),
                kind_word(tile.shape.kind),
                open_sides(tile.shape.sides())
            ));
        }
    }
    lines.join("\n")
}

fn place(square: Square) -> String {
    format!("row {} column {}", square.row(), square.column())
}

fn kind_word(kind: Kind) -> &'static str {
    kind.word()
}

fn open_sides(sides: Sides) -> String {
    let open = Direction::ALL.iter().filter(|side| sides.contains(**side));
    let words: Vec<&str> = open.map(|side| side.word()).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::deal;
    use parlour_core::{Game, Seat, Viewer, luck};

    #[test]
    fn what_a_player_needs_and_nothing_secret() {
        let game = deal(2, 2, false, &mut luck::seeded(9));
        let view = game.view(Viewer::Seat(Seat(1)));
        let told = tell(&Scene::of(&view));
        assert!(told.starts_with("Yellow inserts.\n"), "{told}");
        assert!(
            told.contains("Yellow stands at row 1 column 1, home is row 1 column 1, 12 cards.")
        );
        assert!(told.contains("Red stands at row 1 column 7, home is row 1 column 7, cards "));
        assert!(told.contains("Row 1, column 1: corner, open to east, south"));
        assert!(told.contains("It can be inserted at N2, "));
    }
}
