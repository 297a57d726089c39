//! Private cards, one to four seats and a turn of two steps: the shape of
//! Labyrinth.
//!
//! Stalls with letters stand in a row, and one is spare. In a turn, a seat
//! pushes the spare stall in at one end and then walks at most two stalls.
//! Every seat holds cards with letters, hands in the one it stands at, and wins
//! when it has none left.

mod text;

use parlour_core::{
    Configure, Game, Illegal, Imagine, Odds, Outcome, Seat, SetupError, SetupOption, SetupValues,
    Symmetric, Turn, Viewer, below,
};
use rand::Rng;

use super::reading::number;

const LETTERS: u8 = 12;
const FARTHEST: u8 = 2;
const MOST_SEATS: u8 = 4;
const MOST_CARDS: u8 = LETTERS / MOST_SEATS;

/// A set of letters, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Letters(u16);

impl Letters {
    const ALL: Letters = Letters((1 << LETTERS) - 1);

    fn contains(self, letter: u8) -> bool {
        self.0 >> letter & 1 != 0
    }

    pub(crate) fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    fn iter(self) -> impl Iterator<Item = u8> {
        (0..LETTERS).filter(move |letter| self.contains(*letter))
    }

    /// Takes `count` of them out, drawn at random.
    fn draw(&mut self, count: u8, luck: &mut dyn Rng) -> Letters {
        let mut drawn = Letters::default();
        while drawn.len() < count {
            let index = below(luck, u64::from(self.len())).expect("there are enough cards");
            let letter = self.iter().nth(index as usize).expect("one of them");
            drawn.0 |= 1 << letter;
            self.0 &= !(1 << letter);
        }
        drawn
    }
}

/// What the table shows to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PublicState {
    row: Vec<u8>,
    spare: u8,
    pawns: Vec<u8>,
    /// Cards that each seat is dealt.
    cards: u8,
    handed_in: Letters,
    seat: Seat,
    /// The spare stall is in, and the pawn is to walk.
    pushed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fair {
    table: PublicState,
    /// One per seat; empty before the deal.
    pub(crate) hands: Vec<Letters>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Hand {
    Seen(Letters),
    Hidden { count: u8 },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sight {
    table: PublicState,
    hands: Vec<Hand>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum End {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    Push(End),
    Walk(u8),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deal(pub(crate) Vec<Letters>);

pub(crate) struct Setup {
    seats: u8,
    cards: u8,
}

impl Fair {
    fn are_dealt(&self, hands: &[Letters]) -> bool {
        let all = hands.iter().fold(0, |all, hand| all | hand.0);
        hands.len() == self.table.pawns.len()
            && hands.iter().all(|hand| hand.len() == self.table.cards)
            // No two seats hold the same card.
            && all.count_ones() == u32::from(self.table.cards) * hands.len() as u32
    }

    /// The stall that falls off becomes the spare one; a pawn on it re-enters.
    fn push(&mut self, end: End) {
        let PublicState {
            row, spare, pawns, ..
        } = &mut self.table;
        let length = row.len() as u8;
        let shift = match end {
            End::Left => {
                row.insert(0, *spare);
                *spare = row.remove(usize::from(length));
                1
            }
            End::Right => {
                row.push(*spare);
                *spare = row.remove(0);
                length - 1
            }
        };
        for pawn in pawns {
            *pawn = (*pawn + shift) % length;
        }
        self.table.pushed = true;
    }

    fn walk(&mut self, to: u8) {
        let seat = self.table.seat.index();
        let bit = 1 << self.table.row[usize::from(to)];
        self.table.pawns[seat] = to;
        self.table.handed_in.0 |= self.hands[seat].0 & bit;
        self.hands[seat].0 &= !bit;
        self.table.pushed = false;
        if self.hands[seat].len() > 0 {
            self.table.seat = Seat((self.table.seat.0 + 1) % self.seats());
        }
    }
}

impl Fair {
    fn new(setup: &Setup) -> Result<Self, SetupError> {
        Ok(Fair {
            table: PublicState {
                row: (0..LETTERS - 1).collect(),
                spare: LETTERS - 1,
                pawns: (0..setup.seats).map(|seat| 3 * seat).collect(),
                cards: setup.cards,
                handed_in: Letters::default(),
                seat: Seat(0),
                pushed: false,
            },
            hands: Vec::new(),
        })
    }
}

impl Game for Fair {
    type Move = Move;
    type Chance = Deal;
    type View = Sight;

    fn seats(&self) -> u8 {
        self.table.pawns.len() as u8
    }

    fn turn(&self) -> Turn {
        match self.hands.get(self.table.seat.index()) {
            None => Turn::Chance,
            Some(hand) if hand.len() == 0 => Turn::Over(Outcome::Win(self.table.seat)),
            Some(_) => Turn::Seat(self.table.seat),
        }
    }

    fn moves(&self) -> Vec<Move> {
        let Turn::Seat(seat) = self.turn() else {
            return Vec::new();
        };
        if !self.table.pushed {
            return vec![Move::Push(End::Left), Move::Push(End::Right)];
        }
        let here = self.table.pawns[seat.index()];
        (0..self.table.row.len() as u8)
            .filter(|to| to.abs_diff(here) <= FARTHEST)
            .map(Move::Walk)
            .collect()
    }

    fn play(&mut self, chosen: &Move) -> Result<(), Illegal> {
        if !self.moves().contains(chosen) {
            return Err(Illegal::new("not-now", "this cannot be done now"));
        }
        match *chosen {
            Move::Push(end) => self.push(end),
            Move::Walk(to) => self.walk(to),
        }
        Ok(())
    }

    /// Four hands of three cards can be dealt in 369 600 ways.
    fn odds(&self) -> Odds<Deal> {
        if self.turn() != Turn::Chance {
            return Odds::none();
        }
        let (seats, cards) = (self.seats(), self.table.cards);
        Odds::Sampled(Box::new(move |luck| {
            let mut pack = Letters::ALL;
            Deal(Seat::all(seats).map(|_| pack.draw(cards, luck)).collect())
        }))
    }

    fn resolve(&mut self, Deal(hands): &Deal) -> Result<(), Illegal> {
        if self.turn() != Turn::Chance || !self.are_dealt(hands) {
            return Err(Illegal::new(
                "no-such-deal",
                "cards are not dealt like this",
            ));
        }
        self.hands.clone_from(hands);
        Ok(())
    }

    fn view(&self, who: Viewer) -> Sight {
        let show = |(hand, seat): (&Letters, Seat)| {
            if who == Viewer::All || who == Viewer::Seat(seat) {
                Hand::Seen(*hand)
            } else {
                Hand::Hidden { count: hand.len() }
            }
        };
        Sight {
            table: self.table.clone(),
            hands: self.hands.iter().zip(Seat::all(4)).map(show).collect(),
        }
    }
}

impl Imagine for Fair {
    /// Deals again the cards that nobody has shown.
    fn imagine(view: &Sight, _: Viewer, luck: &mut dyn Rng) -> Self {
        let seen = view
            .hands
            .iter()
            .fold(view.table.handed_in.0, |seen, hand| match hand {
                Hand::Seen(letters) => seen | letters.0,
                Hand::Hidden { .. } => seen,
            });
        let mut unseen = Letters(Letters::ALL.0 & !seen);
        let hands = view.hands.iter().map(|hand| match hand {
            Hand::Seen(letters) => *letters,
            Hand::Hidden { count } => unseen.draw(*count, luck),
        });
        Fair {
            hands: hands.collect(),
            table: view.table.clone(),
        }
    }
}

impl Configure for Fair {
    const OPTIONS: &'static [SetupOption] = &[
        SetupOption {
            name: "seats",
            value: "NUMBER",
            default: "2",
            help: "how many play",
            examples: &["1", "3", "4"],
        },
        SetupOption {
            name: "cards",
            value: "NUMBER",
            default: "3",
            help: "how many cards a seat is dealt",
            examples: &["1", "2"],
        },
    ];

    fn start(values: &SetupValues, _: &mut dyn Rng) -> Result<Self, SetupError> {
        Fair::new(&Setup {
            seats: number(values, &Self::OPTIONS[0], 1..=MOST_SEATS)?,
            cards: number(values, &Self::OPTIONS[1], 1..=MOST_CARDS)?,
        })
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    /// The row is seen from behind.
    Mirror,
    /// The alphabet is written backwards.
    Rename,
}

fn renamed(letters: Letters) -> Letters {
    Letters(letters.0.reverse_bits() >> (16 - LETTERS))
}

impl Symmetric for Fair {
    type Symmetry = Change;

    fn symmetries(&self) -> Vec<Change> {
        vec![Change::Mirror, Change::Rename]
    }

    fn map(&self, change: &Change) -> Self {
        let mut mapped = self.clone();
        let table = &mut mapped.table;
        match change {
            Change::Mirror => {
                table.row.reverse();
                for pawn in &mut table.pawns {
                    *pawn = LETTERS - 2 - *pawn;
                }
            }
            Change::Rename => {
                for stall in table.row.iter_mut().chain([&mut table.spare]) {
                    *stall = LETTERS - 1 - *stall;
                }
                for hand in mapped.hands.iter_mut().chain([&mut table.handed_in]) {
                    *hand = renamed(*hand);
                }
            }
        }
        mapped
    }

    fn map_move(&self, change: &Change, chosen: &Move) -> Move {
        match (change, *chosen) {
            (Change::Rename, chosen) => chosen,
            (_, Move::Push(End::Left)) => Move::Push(End::Right),
            (_, Move::Push(End::Right)) => Move::Push(End::Left),
            (_, Move::Walk(to)) => Move::Walk(LETTERS - 2 - to),
        }
    }

    fn map_chance(&self, change: &Change, outcome: &Deal) -> Deal {
        match change {
            Change::Mirror => outcome.clone(),
            Change::Rename => Deal(outcome.0.iter().copied().map(renamed).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::text::spelt;
    use super::*;
    use parlour_core::{Notation, luck};

    fn read(text: &str) -> Fair {
        Fair::read_position(text).expect(text)
    }

    #[test]
    fn a_turn_is_a_push_and_a_walk_of_the_same_seat() {
        let mut fair = read("abcdefghijk l 0,3 2 bc/de - 0 push");
        assert_eq!(
            fair.play(&Move::Walk(1)).map_err(|e| e.code),
            Err("not-now")
        );
        fair.play(&Move::Push(End::Left)).expect("a legal push");
        assert_eq!(fair.turn(), Turn::Seat(Seat(0)));
        assert_eq!(fair.write_position(), "labcdefghij k 1,4 2 bc/de - 0 walk");
        fair.play(&Move::Walk(2)).expect("a legal walk");
        assert_eq!(fair.turn(), Turn::Seat(Seat(1)));
        assert_eq!(fair.write_position(), "labcdefghij k 2,4 2 c/de b 1 push");
    }

    #[test]
    fn others_see_only_how_many_cards_a_seat_holds() {
        let one = read("abcdefghijk l 0,3,6 2 bc/de/fg - 0 push");
        let other = read("abcdefghijk l 0,3,6 2 bc/hi/kl - 0 push");
        for who in [Viewer::Seat(Seat(0)), Viewer::Public] {
            assert_eq!(one.view(who), other.view(who));
        }
        assert_ne!(
            one.view(Viewer::Seat(Seat(1))),
            other.view(Viewer::Seat(Seat(1)))
        );
        assert_ne!(one.view(Viewer::All), other.view(Viewer::All));
        let hidden = Hand::Hidden { count: 2 };
        let own = Hand::Seen(one.hands[0]);
        let sight = one.view(Viewer::Seat(Seat(0)));
        assert_eq!(sight.hands, [own, hidden.clone(), hidden]);
    }

    #[test]
    fn imagined_hands_are_dealt_from_the_cards_not_seen() {
        let fair = read("abcdefghijk l 0,3 3 bc/def a 0 push");
        let who = Viewer::Seat(Seat(0));
        let mut luck = luck::seeded(3);
        let mut seen = Letters::default();
        for _ in 0..200 {
            let imagined = Fair::imagine(&fair.view(who), who, &mut luck);
            assert!(imagined.is_sound(), "{imagined:?}");
            seen.0 |= imagined.hands[1].0;
        }
        assert_eq!(spelt(seen.iter()), "defghijkl");
    }
}
