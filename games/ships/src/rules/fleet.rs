//! Three ships: what is hidden, and what is guessed.

use std::fmt;

use thiserror::Error;

use super::location::Location;

/// How many ships there are.
pub const SHIPS: usize = 3;

/// Three different locations, in board order: a target, or a guess at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fleet([Location; SHIPS]);

/// Why some locations are no fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadFleet {
    /// Too few or too many.
    #[error("three locations are needed, not {0}")]
    NotThree(usize),
    /// One of them comes twice.
    #[error("{0} is named twice; the three locations must be different")]
    Repeated(Location),
}

impl Fleet {
    /// How many there are.
    pub const COUNT: usize =
        Location::COUNT * (Location::COUNT - 1) * (Location::COUNT - 2) / (3 * 2);

    /// The fleet at these locations, given in any order.
    ///
    /// ```
    /// use parlour_ships::{BadFleet, Fleet, to_location};
    /// let [h1, b2, d3] = ["H1", "B2", "D3"].map(|name| to_location(name).expect("on the board"));
    /// assert_eq!(Fleet::new(&[h1, b2, d3]).map(|fleet| fleet.to_string()), Ok("B2,D3,H1".into()));
    /// assert_eq!(Fleet::new(&[h1, b2]), Err(BadFleet::NotThree(2)));
    /// assert_eq!(Fleet::new(&[h1, b2, h1]), Err(BadFleet::Repeated(h1)));
    /// ```
    pub fn new(locations: &[Location]) -> Result<Fleet, BadFleet> {
        let mut sorted: [Location; SHIPS] = locations
            .try_into()
            .map_err(|_| BadFleet::NotThree(locations.len()))?;
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(BadFleet::Repeated(pair[0])),
            None => Ok(Fleet(sorted)),
        }
    }

    /// All fleets, in board order.
    #[must_use]
    pub fn all() -> &'static [Fleet; Fleet::COUNT] {
        static ALL: [Fleet; Fleet::COUNT] = all();
        &ALL
    }

    /// Its place among all fleets, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        Fleet::all().partition_point(|other| *other < self)
    }

    /// Where its ships are, in board order.
    #[must_use]
    pub const fn locations(self) -> [Location; SHIPS] {
        self.0
    }

    /// Whether one of its ships is there.
    #[must_use]
    pub fn contains(self, location: Location) -> bool {
        self.0.contains(&location)
    }

    /// The fleet with every ship moved by `map`, which must keep locations
    /// apart.
    #[must_use]
    pub(crate) fn mapped(self, map: impl Fn(Location) -> Location) -> Fleet {
        let mut locations = self.0.map(map);
        locations.sort_unstable();
        Fleet(locations)
    }
}

const fn all() -> [Fleet; Fleet::COUNT] {
    let mut fleets = [Fleet([Location::nth(0); SHIPS]); Fleet::COUNT];
    let mut next = 0;
    let mut a = 0;
    while a < Location::COUNT {
        let mut b = a + 1;
        while b < Location::COUNT {
            let mut c = b + 1;
            while c < Location::COUNT {
                fleets[next] = Fleet([Location::nth(a), Location::nth(b), Location::nth(c)]);
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
        let [a, b, c] = self.0;
        write!(f, "{a},{b},{c}")
    }
}
