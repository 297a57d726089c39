//! The board in words.

use super::{capitalised, status_words};
use crate::notation::{kind_name, line_names};
use crate::rules::{Player, Ploy};

/// Every piece with its square and its lines, and whose turn it is.
pub(super) fn tell(ploy: &Ploy) -> String {
    let mut lines = Vec::new();
    for player in Player::ALL {
        let mut pieces = ploy
            .board()
            .pieces()
            .filter(|(_, piece)| piece.player() == player);
        let first = pieces.next();
        if first.is_none() {
            lines.push(format!("{} has no pieces.", capitalised(player)));
        }
        for (pos, piece) in first.into_iter().chain(pieces) {
            lines.push(format!(
                "{} {} on {pos}: {}.",
                capitalised(player),
                kind_name(piece),
                line_names(piece)
            ));
        }
    }
    lines.push(status_words(ploy));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    #[test]
    fn every_piece_with_its_lines() {
        let ploy = Ploy::read_position(crate::START).expect("the start");
        let told = tell(&ploy);
        assert_eq!(told.lines().count(), 31);
        assert!(told.contains("Black Shield on d3: N.\n"), "{told}");
        assert!(told.contains("White Commander on e9: NE, SE, SW and NW.\n"));
        assert!(told.ends_with("Black to move."));
    }
}
