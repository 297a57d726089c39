//! What a seat sees, as text: the saved game on one line, with the number of
//! cards in place of every hidden hand: `red ai 1 7 hidden 12`.

use std::ops::Range;

use parlour_core::{Diagnostic, Notation, Views};

use crate::record::write_table;
use crate::rules::{Colour, Hand, Labyrinth, TREASURES, View, Word};

/// Comes before the number of cards of a hidden hand.
const HIDDEN: &str = "hidden";

impl Views for Labyrinth {
    const OPEN: bool = false;

    fn write_view(view: &View) -> String {
        let text = write_table(&view.table, |seat| match &view.hands[seat] {
            Hand::Seen(cards) => cards.iter().map(|card| format!(" {card}")).collect(),
            Hand::Hidden(count) => format!(" {HIDDEN} {count}"),
        });
        text.trim_end().replace('\n', " ")
    }

    fn read_view(text: &str) -> Result<View, Diagnostic> {
        let hidden = hidden_hands(text)?;
        // The rest is a saved game, with every word where it was.
        let mut rest = text.to_owned();
        for hand in &hidden {
            rest.replace_range(hand.at.clone(), &" ".repeat(hand.at.len()));
        }
        let seen = Labyrinth::read_position(&rest)?;
        let mut hands: Vec<Hand> = seen.hands.iter().cloned().map(Hand::Seen).collect();
        for hand in &hidden {
            let mut pawns = seen.table.pawns.iter();
            let seat = pawns.position(|pawn| Some(pawn.colour) == hand.of);
            match seat.map(|seat| &mut hands[seat]) {
                Some(cards) if *cards == Hand::Seen(Vec::new()) => {
                    *cards = Hand::Hidden(hand.count);
                }
                _ => return Err(hand.wrong("a hand is hidden, or its cards are listed, not both")),
            }
        }
        let view = View {
            table: seen.table.clone(),
            hands,
        };
        match hidden.iter().find(|hand| !can_be_dealt(&view, hand.count)) {
            Some(hand) => Err(hand.wrong("there are not that many unseen cards")),
            None => Ok(view),
        }
    }
}

/// A hidden hand.
struct HiddenHand {
    /// The last colour before it.
    of: Option<Colour>,
    count: usize,
    at: Range<usize>,
}

impl HiddenHand {
    fn wrong(&self, message: &str) -> Diagnostic {
        Diagnostic::error("E_HIDDEN", self.at.clone(), message)
            .help("write a player who is not seen as `red ai 1 7 hidden 12`")
    }
}

/// The hands that a text hides, in order.
fn hidden_hands(text: &str) -> Result<Vec<HiddenHand>, Diagnostic> {
    let mut found = Vec::new();
    let mut colour = None;
    let mut words = words(text).peekable();
    while let Some((at, word)) = words.next() {
        colour = Colour::of_word(word).or(colour);
        if word != HIDDEN {
            continue;
        }
        let number = words.peek().cloned();
        let end = number.as_ref().map_or(at.end, |(number, _)| number.end);
        let hand = HiddenHand {
            of: colour,
            // A number with more digits than a count of cards is too large in
            // any case.
            count: number
                .and_then(|(_, digits)| digits.parse::<u8>().ok())
                .map_or(usize::MAX, usize::from),
            at: at.start..end,
        };
        if hand.count > usize::from(TREASURES) {
            return Err(hand.wrong("expected the number of cards"));
        }
        found.push(hand);
        words.next();
    }
    Ok(found)
}

/// The words of a text with their places.
fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_ascii_whitespace().map(move |word| {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        (start..start + word.len(), word)
    })
}

/// Whether all hidden hands can be dealt: enough treasures of the board are in
/// no visible hand.
fn can_be_dealt(view: &View, count: usize) -> bool {
    let tiles = view.table.tiles.iter().map(|tile| tile.treasure);
    let printed = tiles.chain([view.table.extra.treasure]).flatten().count();
    let cards: usize = view.hands.iter().map(Hand::count).sum();
    let most = usize::from(TREASURES) / view.hands.len().max(1);
    count <= most && cards <= printed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::deal;
    use parlour_core::{Game, Seat, Viewer, luck};

    #[test]
    fn other_hands_are_numbers() {
        let game = deal(3, 0, false, &mut luck::seeded(3));
        let text = Labyrinth::write_view(&game.view(Viewer::Seat(Seat(1))));
        assert!(
            text.starts_with("yellow ai 1 1 hidden 8 red ai 1 7 "),
            "{text}"
        );
        assert!(text.contains(" blue ai 7 7 hidden 8 "), "{text}");
        let own: Vec<String> = game.hand(Seat(1)).iter().map(ToString::to_string).collect();
        assert!(
            text.contains(&format!(" red ai 1 7 {} blue", own.join(" "))),
            "{text}"
        );
    }

    #[test]
    fn what_is_wrong_with_a_view_is_said_where_it_is() {
        let game = deal(2, 0, false, &mut luck::seeded(3));
        let text = Labyrinth::write_view(&game.view(Viewer::Seat(Seat(0))));
        for (from, to, wrong) in [
            ("hidden 12", "hidden 13", "hidden 13"),
            ("hidden 12", "hidden", "hidden corner"),
            ("hidden 12", "hidden 999", "hidden 999"),
            ("hidden 12", "hidden 5 hidden 6", "hidden 6"),
            ("yellow ai 1 1", "yellow ai 1 1 hidden 3", "hidden 3"),
        ] {
            let bad = text.replacen(from, to, 1);
            let finding = Labyrinth::read_view(&bad).expect_err(to);
            assert_eq!(finding.code, "E_HIDDEN", "{to}");
            let shown = &bad[finding.at.span];
            let extra = shown.split(' ').next_back().unwrap_or_default();
            let wrong = wrong.replace("corner", extra);
            assert_eq!(shown, wrong);
        }
    }
}
