//! The rules: tiles, squares, the maze they form, and the game.

mod game;
mod maze;
mod player;
mod setup;
mod square;
mod symmetry;
mod tile;
mod variant;

pub use game::{Blocked, Hand, Labyrinth, Move, Phase, Tabletop, View};
pub(crate) use maze::{Line, Ways};
pub use maze::{Maze, Squares};
pub use player::{Colour, Control, MOST_PLAYERS, Pawn};
pub use setup::deal;
pub use square::{Place, SIDE, SQUARES, Square};
pub use symmetry::QuarterTurn;
pub use tile::{Direction, Extra, Kind, Shape, Sides, TREASURES, Tile, Treasure, Word};
pub use variant::Official;
