//! Positions, moves and deals of the fair as text.

use std::borrow::Cow;

use parlour_core::{Diagnostic, Notation, Pick, Picks, Seat, Viewer};

use super::super::reading::{Excerpt, ReadsSmall, split, words};
use super::{Deal, End, Fair, LETTERS, Letters, MOST_CARDS, MOST_SEATS, Move, PublicState};

pub(super) fn spelt(letters: impl IntoIterator<Item = u8>) -> String {
    letters
        .into_iter()
        .map(|letter| char::from(b'a' + letter))
        .collect()
}

/// The letters of a word, each at most once.
fn spelling(part: Excerpt<'_>) -> Result<Vec<u8>, Diagnostic> {
    let mut letters = Vec::new();
    for byte in part.text.bytes() {
        let letter = byte.wrapping_sub(b'a');
        if letter >= LETTERS || letters.contains(&letter) {
            return Err(part.wrong("expected letters from a to l, each once"));
        }
        letters.push(letter);
    }
    Ok(letters)
}

fn hand(part: Excerpt<'_>) -> Result<Letters, Diagnostic> {
    let letters = spelling(part)?;
    Ok(Letters(
        letters.iter().fold(0, |set, letter| set | 1 << letter),
    ))
}

/// Parts of a part, read one by one.
fn each<'a, T>(
    whole: Excerpt<'a>,
    separator: char,
    read: impl Fn(Excerpt<'a>) -> Result<T, Diagnostic>,
) -> Result<Vec<T>, Diagnostic> {
    split(whole.text, separator)
        .map(|part| read(part).map_err(|finding| finding.shifted(whole.start)))
        .collect()
}

impl Fair {
    /// Whether this position can arise in play.
    pub(super) fn is_sound(&self) -> bool {
        let table = &self.table;
        let stalls = table.row.iter().chain([&table.spare]);
        let is_table = stalls.fold(0, |all, stall| all | 1 << stall) == Letters::ALL.0
            && table.row.len() == usize::from(LETTERS) - 1
            && (1..=usize::from(MOST_SEATS)).contains(&table.pawns.len())
            && (1..=MOST_CARDS).contains(&table.cards)
            && table
                .pawns
                .iter()
                .all(|pawn| usize::from(*pawn) < table.row.len())
            && table.seat.index() < table.pawns.len();
        if self.hands.is_empty() {
            let is_first = table.seat == Seat(0) && !table.pushed;
            return is_table && is_first && table.handed_in == Letters::default();
        }
        let piles = || self.hands.iter().chain([&table.handed_in]);
        let cards: usize = piles().map(|pile| usize::from(pile.len())).sum();
        let all = piles().fold(0, |all, pile| all | pile.0);
        is_table
            && self.hands.len() == table.pawns.len()
            && self.hands.iter().all(|hand| hand.len() <= table.cards)
            && cards == usize::from(table.cards) * self.hands.len()
            // No card is in two places.
            && cards == all.count_ones() as usize
            // A seat that hands in its last card ends the game.
            && self.hands.iter().zip(Seat::all(4)).all(|(hand, seat)| {
                hand.len() > 0 || (seat == table.seat && !table.pushed)
            })
    }
}

impl Notation for Fair {
    /// `abcdefghijk l 0,3 3 abc/def - 0 push`: the row, the spare stall, the
    /// pawns, cards per seat, the hands, what is handed in, the seat and what
    /// it does.
    fn write_position(&self) -> String {
        let table = &self.table;
        let hands: Vec<_> = self.hands.iter().map(|hand| spelt(hand.iter())).collect();
        let pawns: Vec<_> = table.pawns.iter().map(u8::to_string).collect();
        format!(
            "{} {} {} {} {} {} {} {}",
            spelt(table.row.iter().copied()),
            spelt([table.spare]),
            pawns.join(","),
            table.cards,
            if hands.is_empty() {
                "?".to_owned()
            } else {
                hands.join("/")
            },
            match table.handed_in.len() {
                0 => "-".to_owned(),
                _ => spelt(table.handed_in.iter()),
            },
            table.seat.0,
            if table.pushed { "walk" } else { "push" },
        )
    }

    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        let [row, spare, pawns, cards, hands, handed_in, seat, phase] = words(text)?;
        let fair = Fair {
            table: PublicState {
                row: spelling(row)?,
                spare: match spelling(spare)?[..] {
                    [letter] => letter,
                    _ => return Err(spare.wrong("expected one letter")),
                },
                pawns: each(pawns, ',', ReadsSmall::number)?,
                cards: cards.number()?,
                handed_in: match handed_in.text {
                    "-" => Letters::default(),
                    _ => hand(handed_in)?,
                },
                seat: Seat(seat.number()?),
                pushed: match phase.text {
                    "push" => false,
                    "walk" => true,
                    _ => return Err(phase.wrong("expected `push` or `walk`")),
                },
            },
            hands: match hands.text {
                "?" => Vec::new(),
                _ => each(hands, '/', hand)?,
            },
        };
        if fair.is_sound() {
            Ok(fair)
        } else {
            Err(Diagnostic::error(
                "unsound",
                0..text.len(),
                "no fair looks like this",
            ))
        }
    }

    fn write_move(&self, chosen: &Move) -> String {
        match chosen {
            Move::Push(End::Left) => "push left".to_owned(),
            Move::Push(End::Right) => "push right".to_owned(),
            Move::Walk(to) => format!("walk {to}"),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, Diagnostic> {
        let [verb, object] = words(text)?;
        match (verb.text, object.text) {
            ("push", "left") => Ok(Move::Push(End::Left)),
            ("push", "right") => Ok(Move::Push(End::Right)),
            ("push", _) => Err(object.wrong("expected `left` or `right`")),
            ("walk", _) => Ok(Move::Walk(object.number()?)),
            _ => Err(verb.wrong("expected `push` or `walk`")),
        }
    }

    fn write_chance(&self, Deal(hands): &Deal) -> String {
        let hands: Vec<_> = hands.iter().map(|hand| spelt(hand.iter())).collect();
        format!("deal {}", hands.join("/"))
    }

    fn read_chance(&self, text: &str) -> Result<Deal, Diagnostic> {
        match words(text)? {
            [Excerpt { text: "deal", .. }, hands] => Ok(Deal(each(hands, '/', hand)?)),
            [verb, _] => Err(verb.wrong("expected `deal`")),
        }
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        ["red", "blue", "green", "white"][seat.index()].into()
    }

    fn describe_chance(&self, _: &Deal, _: Viewer) -> String {
        "the cards are dealt".to_owned()
    }

    fn describe_move(&self, chosen: &Move, _: Viewer) -> String {
        match chosen {
            Move::Push(_) => "pushes the spare stall in".to_owned(),
            Move::Walk(to) => format!("walks to stall {to}"),
        }
    }
}

impl Picks for Fair {
    fn picks(&self, chosen: &Move) -> Vec<Pick> {
        vec![match chosen {
            Move::Push(End::Left) => Pick::new("left"),
            Move::Push(End::Right) => Pick::new("right"),
            Move::Walk(to) => Pick::new(to.to_string()),
        }]
    }
}
