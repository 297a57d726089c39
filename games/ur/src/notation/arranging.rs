//! Positions that are set up by hand, one piece at a time.

use crate::rules::{GameState, Placing, Player, Roll, Side, Square, Squares, Ur, opponent};

/// What can be set up at a place of the picture, or in the whole position. Pieces come from the
/// start, or from home if none waits there, and go back to the start.
pub(super) fn choices(ur: &Ur, place: Option<&str>) -> Vec<(String, Ur)> {
    let Some(place) = place else {
        return turns(ur);
    };
    // Places are `7`, `red-3` and, with the number of pieces there, `red-start-5`.
    let (owner, rest) = match place.split_once('-') {
        Some((word, rest)) => (Player::ALL.into_iter().find(|of| of.word() == word), rest),
        None => (None, place),
    };
    let stack = rest.split('-').next().unwrap_or_default();
    if let (Some(player), "start" | "home") = (owner, stack) {
        let side = ur.state().placing.side(player);
        let moved = match stack {
            "start" => side.start.checked_sub(1).map(|start| Side {
                start,
                home: side.home + 1,
                ..side
            }),
            _ => side.home.checked_sub(1).map(|home| Side {
                start: side.start + 1,
                home,
                ..side
            }),
        };
        let name = ["piece home", "piece to the start"][usize::from(stack == "home")];
        let arranged = moved.and_then(|side| with(ur, player, side));
        return arranged
            .map(|arranged| (name.to_owned(), arranged))
            .into_iter()
            .collect();
    }
    let Some(square) = rest.parse().ok().and_then(Square::new) else {
        return Vec::new();
    };
    if owner.is_none() != square.is_shared() {
        return Vec::new();
    }
    let cleared = Player::ALL
        .into_iter()
        .filter(|player| owner.is_none_or(|owner| owner == *player))
        .try_fold(*ur, |cleared, player| without(&cleared, player, square));
    let Some(cleared) = cleared else {
        return Vec::new();
    };
    let mut choices = vec![("empty".to_owned(), cleared)];
    for player in Player::ALL {
        if owner.is_none_or(|owner| owner == player)
            && let Some(arranged) = with_piece(&cleared, player, square)
        {
            choices.push((player.word().to_owned(), arranged));
        }
    }
    choices
}

/// Whose turn it is, and what was thrown.
fn turns(ur: &Ur) -> Vec<(String, Ur)> {
    let state = ur.state();
    let turn = |next| Ur::at(GameState { next, ..*state }, ur.roll());
    let throw = |roll| Ur::at(*state, roll);
    let players = Player::ALL.map(|next| (format!("{next} to move"), turn(next)));
    let throws = Roll::all().map(|roll| (format!("roll {roll}"), throw(Some(roll))));
    players
        .into_iter()
        .chain([("not rolled".to_owned(), throw(None))])
        .chain(throws)
        .filter_map(|(name, arranged)| Some((name, arranged?)))
        .collect()
}

/// The position with other pieces of a player.
fn with(ur: &Ur, player: Player, side: Side) -> Option<Ur> {
    let other = ur.state().placing.side(opponent(player));
    let (red, green) = match player {
        Player::Red => (side, other),
        Player::Green => (other, side),
    };
    let placing = Placing::new(red, green).ok()?;
    let state = GameState {
        placing,
        ..*ur.state()
    };
    // A throw after the end of the game is forgotten.
    Ur::at(state, ur.roll()).or_else(|| Ur::at(state, None))
}

fn flipped(squares: Squares, square: Square) -> Squares {
    Squares::from_bits(squares.bits() ^ 1 << square.number()).unwrap_or_default()
}

/// The position without a player's piece on a square.
fn without(ur: &Ur, player: Player, square: Square) -> Option<Ur> {
    let side = ur.state().placing.side(player);
    if !side.squares.contains(square) {
        return Some(*ur);
    }
    let squares = flipped(side.squares, square);
    let start = side.start + 1;
    with(
        ur,
        player,
        Side {
            start,
            squares,
            ..side
        },
    )
}

/// The position with a player's piece on an empty square.
fn with_piece(ur: &Ur, player: Player, square: Square) -> Option<Ur> {
    let side = ur.state().placing.side(player);
    let squares = flipped(side.squares, square);
    let (start, home) = match (side.start, side.home) {
        (0, home) => (0, home.checked_sub(1)?),
        (start, home) => (start - 1, home),
    };
    with(
        ur,
        player,
        Side {
            start,
            squares,
            home,
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    fn after(position: &str, place: Option<&str>, name: &str) -> Option<String> {
        let ur = Ur::read_position(position).expect(position);
        let mut choices = choices(&ur, place).into_iter();
        let chosen = choices.find(|(known, _)| known == name);
        chosen.map(|(_, arranged)| arranged.write_position())
    }

    #[test]
    fn pieces_come_from_the_start_and_go_back() {
        for (position, place, name, result) in [
            ("7/-/0 7/-/0 red", Some("7"), "red", Some("6/7/0 7/-/0 red")),
            (
                "7/-/0 7/-/0 red",
                Some("green-3"),
                "green",
                Some("7/-/0 6/3/0 red"),
            ),
            ("7/-/0 7/-/0 red", Some("green-3"), "red", None),
            (
                "6/7/0 7/-/0 red",
                Some("7"),
                "green",
                Some("7/-/0 6/7/0 red"),
            ),
            (
                "6/7/0 7/-/0 red",
                Some("7"),
                "empty",
                Some("7/-/0 7/-/0 red"),
            ),
            (
                "0/7/6 7/-/0 red",
                Some("8"),
                "red",
                Some("0/7,8/5 7/-/0 red"),
            ),
            (
                "7/-/0 7/-/0 red",
                Some("red-start-7"),
                "piece home",
                Some("6/-/1 7/-/0 red"),
            ),
            (
                "6/-/1 7/-/0 red",
                Some("red-home-1"),
                "piece to the start",
                Some("7/-/0 7/-/0 red"),
            ),
            (
                "7/-/0 7/-/0 red",
                None,
                "green to move",
                Some("7/-/0 7/-/0 green"),
            ),
            ("7/-/0 7/-/0 red", None, "roll 3", Some("7/-/0 7/-/0 red 3")),
            (
                "7/-/0 7/-/0 red 3",
                None,
                "not rolled",
                Some("7/-/0 7/-/0 red"),
            ),
            ("7/-/0 7/-/0 red 3 exact", Some("1"), "red", None),
            (
                "7/-/0 7/-/0 red 3 exact",
                Some("red-1"),
                "red",
                Some("6/1/0 7/-/0 red 3 exact"),
            ),
        ] {
            let found = after(position, place, name);
            assert_eq!(found.as_deref(), result, "{position}, {place:?}, {name}");
        }
    }
}
