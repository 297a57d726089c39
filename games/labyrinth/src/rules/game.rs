//! The game as every front end plays it: insert a tile, then walk.

use std::hash::{Hash, Hasher};

use parlour_core::{Game, Illegal, Imagine, Never, Outcome, Seat, Turn, Viewer};
use rand::Rng;

use super::maze::{Maze, Squares};
use super::player::{Colour, Pawn};
use super::setup::shuffle;
use super::square::{Place, SQUARES, Square};
use super::tile::{Direction, Extra, Shape, Tile, Treasure, Word};
use super::variant::Official;

/// The half of a turn that is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Phase {
    /// The mover inserts the extra tile.
    Insert,
    /// The mover's pawn walks.
    Walk,
}

/// What everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tabletop {
    /// One per seat, in turn order, beginning with the colour that the game's
    /// document names first. So a seat keeps its number no matter who is to move,
    /// and a saved game needs no word for it.
    pub pawns: Vec<Pawn>,
    /// Whose turn it is.
    pub mover: Seat,
    /// What the mover does next.
    pub phase: Phase,
    /// The tile beside the board.
    pub extra: Extra,
    /// The tiles of the board, row by row.
    pub tiles: [Tile; SQUARES],
    /// Present if the published rules are played.
    pub official: Option<Official>,
}

impl Tabletop {
    /// The squares that the mover's pawn can walk to now.
    #[must_use]
    pub fn reachable(&self) -> Squares {
        Maze::of(&self.tiles).reach(Squares::of(self.pawns[self.mover.index()].square))
    }

    /// Why no tile may be inserted at a place, if so.
    #[must_use]
    pub fn blocked(&self, place: Place) -> Option<Blocked> {
        match self.official {
            Some(official) => (official.last.map(Place::opposite) == Some(place))
                .then_some(Blocked::UndoesLast(place.opposite())),
            None => {
                let mut pawns = self.pawns.iter();
                let falling = pawns.find(|pawn| pawn.square == place.exit());
                falling.map(|pawn| Blocked::PawnFalls(pawn.colour))
            }
        }
    }

    /// The places where a tile may be inserted.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        Place::all().filter(|place| self.blocked(*place).is_none())
    }

    /// The table after the extra tile is inserted, whether that is legal or not.
    #[must_use]
    pub fn after(&self, place: Place, shape: Shape) -> Tabletop {
        let mut after = self.clone();
        after.insert(place, shape);
        after
    }

    /// The cards of the mover's hand that are revealed if a tile was just
    /// inserted: those whose treasures can be reached.
    #[must_use]
    pub fn in_reach(&self, hand: &[Treasure]) -> Vec<Treasure> {
        let reachable = self.reachable();
        let in_reach = |card: &Treasure| {
            let mut squares = reachable.iter();
            squares.any(|square| self.tiles[square.index()].treasure == Some(*card))
        };
        let hunted = match self.official {
            Some(_) => &hand[..hand.len().min(1)],
            None => hand,
        };
        hunted.iter().copied().filter(in_reach).collect()
    }

    /// Shifts the tiles of a line and the pawns on them. The tile that falls off becomes the extra
    /// tile; a pawn on it, if the rules let it fall, re-enters at the other end.
    fn insert(&mut self, place: Place, shape: Shape) {
        let line = place.squares();
        let mut entering = Tile {
            shape,
            treasure: self.extra.treasure,
        };
        for square in line {
            std::mem::swap(&mut entering, &mut self.tiles[square.index()]);
        }
        self.extra = Extra {
            kind: entering.shape.kind,
            treasure: entering.treasure,
        };
        for pawn in &mut self.pawns {
            if let Some(step) = line.iter().position(|square| *square == pawn.square) {
                pawn.square = line[(step + 1) % line.len()];
            }
        }
        if let Some(official) = &mut self.official {
            official.last = Some(place);
        }
        self.phase = Phase::Walk;
    }
}

/// Why a tile may not be inserted somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// This pawn would fall off the board.
    PawnFalls(Colour),
    /// The last tile was inserted here, at the other end of the line.
    UndoesLast(Place),
}

/// A position.
///
/// # Examples
///
/// ```
/// use parlour_core::{Game, Seat, luck};
/// use parlour_labyrinth::deal;
///
/// let game = deal(2, 2, false, &mut luck::seeded(7));
/// assert_eq!(game.hand(Seat(0)).len(), 12);
/// // Twelve places, and the directions of the extra tile that make a difference.
/// assert!(game.moves().len() >= 12 * 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Position", into = "crate::json::Position"),
    schemars(description = "A position: the maze, the extra tile, the players and their cards.")
)]
pub struct Labyrinth {
    pub(crate) table: Tabletop,
    /// The cards of each seat, in order.
    pub(crate) hands: Vec<Vec<Treasure>>,
}

/// What a viewer may know of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Hand {
    /// All its cards.
    Seen(Vec<Treasure>),
    /// How many cards it has.
    Hidden(usize),
}

impl Hand {
    /// How many cards it has.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Hand::Seen(cards) => cards.len(),
            Hand::Hidden(count) => *count,
        }
    }
}

/// What one viewer may know: the table, their own cards, and how many the
/// others have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::View", into = "crate::json::View")
)]
pub struct View {
    /// What everybody sees.
    pub table: Tabletop,
    /// One per seat.
    pub hands: Vec<Hand>,
}

impl View {
    /// The winner, if the game is over.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        winner(&self.table, |seat| self.hands[seat].count() == 0)
    }
}

/// The seat that has no cards left and ended its turn at home. Pawns come home
/// only by walking, so nobody else can have done it; in a made-up position the
/// next in turn is the one that did it first.
fn winner(table: &Tabletop, is_empty: impl Fn(usize) -> bool) -> Option<Seat> {
    let seats = table.pawns.len();
    let mut order = (0..seats).map(|step| (table.mover.index() + step) % seats);
    let won = |seat: usize| {
        let pawn = table.pawns[seat];
        let turn_ended = table.phase == Phase::Insert || seat != table.mover.index();
        turn_ended && is_empty(seat) && pawn.square == pawn.colour.home()
    };
    order.find(|seat| won(*seat)).map(|seat| Seat(seat as u8))
}

/// Half a turn.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Move {
    /// Inserts the extra tile.
    Insert {
        /// Where.
        place: Place,
        /// The extra tile in its direction.
        shape: Shape,
    },
    /// Walks to a square, or stays.
    Walk(Square),
}

/// Moves are equal if they do the same: a line facing south is the same as one
/// facing north. The name is kept, because it is written down.
impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        match (self, other) {
            (
                Move::Insert { place, shape },
                Move::Insert {
                    place: other_place,
                    shape: other_shape,
                },
            ) => place == other_place && shape.sides() == other_shape.sides(),
            (Move::Walk(to), Move::Walk(other)) => to == other,
            _ => false,
        }
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        match self {
            Move::Insert { place, shape } => (place, shape.sides()).hash(hasher),
            Move::Walk(to) => to.hash(hasher),
        }
    }
}

impl Labyrinth {
    /// What everybody sees.
    #[must_use]
    pub fn table(&self) -> &Tabletop {
        &self.table
    }

    /// The cards of a seat.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> &[Treasure] {
        &self.hands[seat.index()]
    }

    fn insert(&mut self, place: Place, shape: Shape) -> Result<(), Illegal> {
        let table = &mut self.table;
        if table.phase == Phase::Walk {
            return Err(
                Illegal::new("not-now", "the tile has already been inserted")
                    .help("walk to a square: row, then column, such as `3 5`"),
            );
        }
        if shape.kind != table.extra.kind {
            return Err(Illegal::new(
                "another-tile",
                format!("the extra tile is not a {}", shape.kind.word()),
            ));
        }
        match table.blocked(place) {
            None => {}
            Some(Blocked::PawnFalls(colour)) => {
                return Err(Illegal::new(
                    "pawn-falls",
                    format!(
                        "a tile inserted at {place} would push the {} pawn off the board",
                        colour.word()
                    ),
                ));
            }
            Some(Blocked::UndoesLast(last)) => {
                return Err(Illegal::new(
                    "undoes-last",
                    format!("a tile inserted at {place} would undo the last one, at {last}"),
                ));
            }
        }
        table.insert(place, shape);
        let hand = &mut self.hands[table.mover.index()];
        let gathered = table.in_reach(hand);
        hand.retain(|card| !gathered.contains(card));
        Ok(())
    }

    fn walk(&mut self, to: Square) -> Result<(), Illegal> {
        let table = &mut self.table;
        if table.phase == Phase::Insert {
            return Err(
                Illegal::new("not-now", "the extra tile must be inserted first")
                    .help("name a place and the tile's direction, such as `N2 east`"),
            );
        }
        if !table.reachable().contains(to) {
            return Err(Illegal::new(
                "not-reachable",
                format!("there is no path to {to}"),
            ));
        }
        table.pawns[table.mover.index()].square = to;
        table.phase = Phase::Insert;
        // The winner stays the mover.
        if self.won().is_none() {
            let next = (self.table.mover.0 + 1) % self.seats();
            self.table.mover = Seat(next);
        }
        Ok(())
    }

    fn won(&self) -> Option<Seat> {
        winner(&self.table, |seat| self.hands[seat].is_empty())
    }
}

impl Game for Labyrinth {
    type Move = Move;
    type Chance = Never;
    type View = View;

    fn seats(&self) -> u8 {
        self.table.pawns.len() as u8
    }

    fn turn(&self) -> Turn {
        match self.won() {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            None => Turn::Seat(self.table.mover),
        }
    }

    fn moves(&self) -> Vec<Move> {
        if self.won().is_some() {
            return Vec::new();
        }
        match self.table.phase {
            Phase::Walk => self.table.reachable().iter().map(Move::Walk).collect(),
            Phase::Insert => {
                let kind = self.table.extra.kind;
                let turned = |place| {
                    let insert = move |&direction: &Direction| Move::Insert {
                        place,
                        shape: Shape { kind, direction },
                    };
                    kind.directions().iter().map(insert)
                };
                self.table.places().flat_map(turned).collect()
            }
        }
    }

    fn play(&mut self, chosen: &Move) -> Result<(), Illegal> {
        if let Some(winner) = self.won() {
            let colour = self.table.pawns[winner.index()].colour.word();
            return Err(Illegal::new(
                "game-already-over",
                format!("the game is over: {colour} came home"),
            ));
        }
        match *chosen {
            Move::Insert { place, shape } => self.insert(place, shape),
            Move::Walk(to) => self.walk(to),
        }
    }

    fn view(&self, who: Viewer) -> View {
        let show = |(seat, hand): (usize, &Vec<Treasure>)| {
            if who == Viewer::All || who == Viewer::Seat(Seat(seat as u8)) {
                Hand::Seen(hand.clone())
            } else {
                Hand::Hidden(hand.len())
            }
        };
        View {
            table: self.table.clone(),
            hands: self.hands.iter().enumerate().map(show).collect(),
        }
    }
}

impl Imagine for Labyrinth {
    /// Deals again the treasures of the board that the viewer does not hold.
    fn imagine(view: &View, _: Viewer, luck: &mut dyn Rng) -> Self {
        let extra = view.table.extra.treasure;
        let tiles = view.table.tiles.iter();
        let mut unseen: Vec<Treasure> = tiles
            .filter_map(|tile| tile.treasure)
            .chain(extra)
            .collect();
        for hand in &view.hands {
            if let Hand::Seen(cards) = hand {
                unseen.retain(|card| !cards.contains(card));
            }
        }
        shuffle(&mut unseen, luck);
        let hands = view.hands.iter().map(|hand| match hand {
            Hand::Seen(cards) => cards.clone(),
            Hand::Hidden(count) => unseen.split_off(unseen.len() - count),
        });
        Labyrinth {
            hands: hands.collect(),
            table: view.table.clone(),
        }
    }
}
