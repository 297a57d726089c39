//! Tiles: their shapes, their directions, and what is on them.

use std::fmt;

/// Something that is written as one word.
///
/// # Examples
///
/// ```
/// use parlour_labyrinth::{Kind, Word};
///
/// assert_eq!(Kind::of_word("tshape"), Some(Kind::Tshape));
/// assert_eq!(Kind::Corner.word(), "corner");
/// ```
pub trait Word: Copy + 'static {
    /// All of them, in the order of the game's document.
    const ALL: &'static [Self];

    /// The word.
    fn word(self) -> &'static str;

    /// The value that a word stands for.
    #[must_use]
    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|each| each.word() == word)
    }
}

/// The shape of a tile's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Kind {
    /// A bend between two neighbouring sides.
    Corner,
    /// A fork with three open sides.
    Tshape,
    /// A straight path between opposite sides.
    Line,
}

impl Kind {
    /// How many tiles of this kind a game has, including the extra tile.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Kind::Corner => 20,
            Kind::Tshape => 18,
            Kind::Line => 12,
        }
    }

    /// The open sides of the tile facing north.
    fn open_to_north(self) -> Sides {
        Sides(match self {
            Kind::Corner => 0b0011,
            Kind::Tshape => 0b1011,
            Kind::Line => 0b0101,
        })
    }

    /// The distinct directions of the tile, each once.
    #[must_use]
    pub fn directions(self) -> &'static [Direction] {
        match self {
            Kind::Corner | Kind::Tshape => Direction::ALL,
            Kind::Line => &Direction::ALL[..2],
        }
    }
}

impl Word for Kind {
    const ALL: &'static [Kind] = &[Kind::Corner, Kind::Tshape, Kind::Line];

    fn word(self) -> &'static str {
        match self {
            Kind::Corner => "corner",
            Kind::Tshape => "tshape",
            Kind::Line => "line",
        }
    }
}

/// A side of a tile or of the board, and the direction of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Direction {
    /// Up.
    North,
    /// To the right.
    East,
    /// Down.
    South,
    /// To the left.
    West,
}

impl Direction {
    /// The direction after `quarters` quarter turns clockwise.
    #[must_use]
    pub fn turned(self, quarters: usize) -> Direction {
        Direction::ALL[(self as usize + quarters) % 4]
    }

    /// The other way.
    #[must_use]
    pub fn opposite(self) -> Direction {
        self.turned(2)
    }
}

impl Word for Direction {
    const ALL: &'static [Direction] = &[
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
    ];

    fn word(self) -> &'static str {
        match self {
            Direction::North => "north",
            Direction::East => "east",
            Direction::South => "south",
            Direction::West => "west",
        }
    }
}

/// The open sides of a tile: a bit for each, north first, then clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides(pub(crate) u8);

impl Sides {
    /// Whether this side is open.
    #[must_use]
    pub fn contains(self, side: Direction) -> bool {
        self.0 >> side as u8 & 1 != 0
    }

    /// The kind of tile with these open sides.
    pub(crate) fn kind(self) -> Kind {
        match self.0 {
            0b0101 | 0b1010 => Kind::Line,
            sides if sides.count_ones() == 2 => Kind::Corner,
            _ => Kind::Tshape,
        }
    }
}

/// A tile's kind and direction. A line facing north and one facing south open
/// the same sides, but keep their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(deny_unknown_fields)
)]
pub struct Shape {
    /// Corner, fork or line.
    pub kind: Kind,
    /// An open side; the others follow clockwise as in the document's pictures.
    pub direction: Direction,
}

impl Shape {
    /// The open sides.
    ///
    /// ```
    /// use parlour_labyrinth::{Direction, Kind, Shape};
    /// let fork = Shape { kind: Kind::Tshape, direction: Direction::North };
    /// assert!(!fork.sides().contains(Direction::South));
    /// ```
    #[must_use]
    pub fn sides(self) -> Sides {
        let north = self.kind.open_to_north().0;
        let quarters = self.direction as u8;
        Sides((north << quarters | north >> (4 - quarters)) & 0b1111)
    }
}

/// How many treasures there are.
pub const TREASURES: u8 = 24;

/// A treasure, and the card with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Treasure", into = "crate::json::Treasure")
)]
pub struct Treasure(u8);

impl Treasure {
    /// The treasure of that number, from 1 to 24.
    #[must_use]
    pub fn new(number: u8) -> Option<Treasure> {
        (1..=TREASURES)
            .contains(&number)
            .then_some(Treasure(number))
    }

    /// All treasures in order.
    pub fn all() -> impl Iterator<Item = Treasure> {
        (1..=TREASURES).map(Treasure)
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Treasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A tile on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Its path.
    pub shape: Shape,
    /// What is printed on it, collected or not.
    pub treasure: Option<Treasure>,
}

/// The tile beside the board, which has no direction yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(deny_unknown_fields)
)]
pub struct Extra {
    /// Corner, fork or line.
    pub kind: Kind,
    /// What is printed on it.
    pub treasure: Option<Treasure>,
}
