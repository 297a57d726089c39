//! The board in words.

use crate::rules::{Player, Ur};

/// Where each player's pieces are, and what happens next.
pub(super) fn tell(ur: &Ur) -> String {
    let side = |player: Player| {
        let side = ur.state().placing.side(player);
        let squares: Vec<String> = side
            .squares
            .iter()
            .map(|square| {
                let rosette = if square.is_rosette() {
                    ", a rosette"
                } else {
                    ""
                };
                format!("on {}{rosette}", square.number())
            })
            .collect();
        let squares = match squares.is_empty() {
            true => "none on the board".to_owned(),
            false => squares.join("; "),
        };
        format!(
            "{}: {} at the start; {squares}; {} home.",
            player.title(),
            side.start,
            side.home
        )
    };
    let [red, green] = Player::ALL.map(side);
    format!("{red}\n{green}\n{}", super::status(ur))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    #[test]
    fn where_the_pieces_are() {
        let ur = Ur::read_position("3/4,8,12/1 7/-/0 green 3").expect("a position");
        let expected = [
            "Red: 3 at the start; on 4, a rosette; on 8, a rosette; on 12; 1 home.",
            "Green: 7 at the start; none on the board; 0 home.",
            "Green has rolled 3.",
        ];
        assert_eq!(tell(&ur), expected.join("\n"));
    }
}
