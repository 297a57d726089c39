//! The players.

use super::square::Square;
use super::tile::Word;

/// Seats at the table.
pub const MOST_PLAYERS: usize = 4;

/// The colour of a pawn, which determines where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Colour {
    /// Starts top left.
    Yellow,
    /// Starts top right.
    Red,
    /// Starts bottom right.
    Blue,
    /// Starts bottom left.
    Green,
}

impl Colour {
    /// Where the pawn starts and must return to.
    #[must_use]
    pub fn home(self) -> Square {
        let (row, column) = match self {
            Colour::Yellow => (1, 1),
            Colour::Red => (1, 7),
            Colour::Blue => (7, 7),
            Colour::Green => (7, 1),
        };
        Square::new(row, column).expect("corners are on the board")
    }

    /// The colour that starts here.
    #[must_use]
    pub fn at_home_on(square: Square) -> Option<Colour> {
        let mut colours = Colour::ALL.iter().copied();
        colours.find(|colour| colour.home() == square)
    }
}

impl Word for Colour {
    const ALL: &'static [Colour] = &[Colour::Yellow, Colour::Red, Colour::Blue, Colour::Green];

    fn word(self) -> &'static str {
        match self {
            Colour::Yellow => "yellow",
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Green => "green",
        }
    }
}

/// The kind of player that moves a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Control {
    /// A person.
    Human,
    /// The program.
    Ai,
}

impl Word for Control {
    const ALL: &'static [Control] = &[Control::Human, Control::Ai];

    fn word(self) -> &'static str {
        match self {
            Control::Human => "human",
            Control::Ai => "ai",
        }
    }
}

/// What everybody sees of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pawn {
    /// Its colour.
    pub colour: Colour,
    /// Whether a person or the program moves it.
    pub control: Control,
    /// Where it stands.
    pub square: Square,
}
