//! A number of ships: what is hidden, and what is guessed.

use std::fmt;
use std::sync::LazyLock;

use parlour_core::Sorting;
use thiserror::Error;

use super::board::Board;
use super::location::Location;

/// How many ships there are on the standard board.
pub const SHIPS: usize = 3;

/// The most ships: with these an answer still fits into a byte.
pub(super) const MOST_SHIPS: usize = 5;

/// Different locations, in board order: a target, or a guess at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Locations", into = "crate::json::Locations")
)]
pub struct Fleet {
    /// The locations, padded with the board's first one.
    locations: [Location; MOST_SHIPS],
    ships: u8,
}

/// Why some locations are not a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadFleet {
    /// Too few or too many.
    #[error("{} needed, not {given}", needed(*.ships))]
    Count {
        /// How many ships there are.
        ships: u8,
        /// How many locations were given.
        given: usize,
    },
    /// One of them is repeated.
    #[error("{0} is named twice; the locations must be different")]
    Repeated(Location),
    /// One of them is not on the board.
    #[error("{0} is not on the board")]
    Outside(Location),
}

fn needed(ships: u8) -> String {
    let verb = if ships == 1 { "is" } else { "are" };
    format!("{} {verb}", locations(ships))
}

/// This many locations, in words.
pub(crate) fn locations(ships: u8) -> String {
    let ending = if ships == 1 { "" } else { "s" };
    format!("{} location{ending}", in_words(ships))
}

/// A number of ships in words.
pub(crate) fn in_words(ships: u8) -> &'static str {
    match ships {
        0 => "no",
        1 => "one",
        2 => "two",
        3 => "three",
        4 => "four",
        _ => "five",
    }
}

impl Fleet {
    /// How many there are on the standard board.
    pub const COUNT: usize =
        Location::COUNT * (Location::COUNT - 1) * (Location::COUNT - 2) / (3 * 2);

    /// The fleet of the standard board at these locations, given in any order.
    ///
    /// # Errors
    ///
    /// There are not three locations, or one is given twice.
    ///
    /// # Examples
    ///
    /// ```
    /// use parlour_ships::{BadFleet, Fleet, to_location};
    /// let [h1, b2, d3] = ["H1", "B2", "D3"].map(|name| to_location(name).expect("on the board"));
    /// assert_eq!(Fleet::new(&[h1, b2, d3]).map(|fleet| fleet.to_string()), Ok("B2,D3,H1".into()));
    /// assert_eq!(Fleet::new(&[h1, b2]), Err(BadFleet::Count { ships: 3, given: 2 }));
    /// assert_eq!(Fleet::new(&[h1, b2, h1]), Err(BadFleet::Repeated(h1)));
    /// ```
    pub fn new(locations: &[Location]) -> Result<Fleet, BadFleet> {
        Board::STANDARD.fleet(locations)
    }

    /// Locations that are different, in board order and at most five.
    pub(super) const fn of_sorted(sorted: &[Location]) -> Fleet {
        let mut locations = [Location::at(0, 0); MOST_SHIPS];
        let mut ship = 0;
        while ship < sorted.len() {
            locations[ship] = sorted[ship];
            ship += 1;
        }
        Fleet {
            locations,
            ships: sorted.len() as u8,
        }
    }

    /// All fleets of the standard board, in board order.
    #[must_use]
    pub fn all() -> &'static [Fleet; Fleet::COUNT] {
        // Made when it is needed: what is stored in the program, a page has to load.
        static ALL: LazyLock<[Fleet; Fleet::COUNT]> = LazyLock::new(all);
        &ALL
    }

    /// Its index among all fleets of the standard board, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        Fleet::all().partition_point(|other| *other < self)
    }

    /// How many ships it has.
    #[must_use]
    pub const fn ships(self) -> u8 {
        self.ships
    }

    /// Where its ships are, in board order.
    pub fn locations(self) -> impl ExactSizeIterator<Item = Location> + Clone {
        self.locations.into_iter().take(self.ships.into())
    }

    /// The same as a slice.
    pub(crate) fn as_slice(&self) -> &[Location] {
        &self.locations[..usize::from(self.ships)]
    }

    /// Whether one of its ships is there.
    #[must_use]
    pub fn contains(self, location: Location) -> bool {
        self.as_slice().contains(&location)
    }

    /// The distance from a location to its nearest ship.
    #[must_use]
    pub fn distance(self, from: Location) -> u8 {
        self.as_slice()
            .iter()
            .fold(u8::MAX, |nearest, ship| nearest.min(ship.distance(from)))
    }

    /// A key that sorts fleets in reading order, row by row: with columns and
    /// rows swapped, board order is just that.
    pub(crate) fn read(self) -> Fleet {
        self.mapped(Location::turned)
    }

    /// The fleet with every ship moved by `map`, which must keep locations
    /// distinct.
    #[must_use]
    pub(crate) fn mapped(self, map: impl Fn(Location) -> Location) -> Fleet {
        let mut mapped = self;
        let ships = &mut mapped.locations[..usize::from(self.ships)];
        ships.iter_mut().for_each(|ship| *ship = map(*ship));
        ships.order();
        mapped
    }
}

const fn all() -> [Fleet; Fleet::COUNT] {
    let mut fleets = [Fleet::of_sorted(&[]); Fleet::COUNT];
    let mut next = 0;
    let mut a = 0;
    while a < Location::COUNT {
        let mut b = a + 1;
        while b < Location::COUNT {
            let mut c = b + 1;
            while c < Location::COUNT {
                fleets[next] =
                    Fleet::of_sorted(&[Location::nth(a), Location::nth(b), Location::nth(c)]);
                next += 1;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    fleets
}

impl fmt::Display for Fleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, location) in self.as_slice().iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{location}")?;
        }
        Ok(())
    }
}
