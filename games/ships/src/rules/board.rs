//! The board: its size, and how many ships are on it.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use parlour_core::Sorting;
use thiserror::Error;

use super::feedback::{Code, Feedback};
use super::fleet::{BadFleet, Fleet, MOST_SHIPS, SHIPS};
use super::location::{COLUMNS, Location, ROWS};

/// A board: its size, and the number of ships on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Size", into = "crate::json::Size")
)]
pub struct Board {
    columns: u8,
    rows: u8,
    ships: u8,
}

/// Why there is no such board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadBoard {
    /// Too narrow or too wide, too low or too high.
    #[error("a board has 1 to {most} columns and 1 to {most} rows", most = Board::MOST_SIDE)]
    Size,
    /// None, or too many.
    #[error("there are 1 to {most} ships", most = Board::MOST_SHIPS)]
    Ships,
    /// More ships than locations.
    #[error("{ships} ships do not fit on {locations} locations")]
    TooSmall {
        /// How many ships there should be.
        ships: u8,
        /// How many locations the board has.
        locations: usize,
    },
    /// More targets than a searcher can look through.
    #[error("there would be {0} targets, more than {most}", most = Board::MOST_TARGETS)]
    TooLarge(u64),
}

/// Symmetries of a board; these generate all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flip {
    /// Left and right exchanged.
    Columns,
    /// Top and bottom exchanged.
    Rows,
    /// Columns and rows exchanged, on square boards.
    Diagonal,
}

impl Board {
    /// Eight columns, four rows, three ships.
    pub const STANDARD: Board = Board {
        columns: COLUMNS,
        rows: ROWS,
        ships: SHIPS as u8,
    };

    /// The most columns, and the most rows.
    pub const MOST_SIDE: u8 = 16;

    /// The most ships.
    pub const MOST_SHIPS: u8 = MOST_SHIPS as u8;

    /// The most targets: with these a searcher needs some 30 megabytes and less
    /// than a second per guess.
    pub const MOST_TARGETS: u64 = 250_000;

    /// The board of that size with this many ships.
    ///
    /// # Errors
    ///
    /// A side or the number of ships is out of range, or there are too many targets.
    ///
    /// # Examples
    ///
    /// ```
    /// use parlour_ships::{BadBoard, Board};
    /// assert_eq!(Board::new(10, 10, 3).map(|board| board.targets()), Ok(161_700));
    /// assert_eq!(Board::new(16, 16, 3), Err(BadBoard::TooLarge(2_763_520)));
    /// assert_eq!(Board::new(8, 0, 3), Err(BadBoard::Size));
    /// ```
    pub fn new(columns: u8, rows: u8, ships: u8) -> Result<Board, BadBoard> {
        let side = 1..=Board::MOST_SIDE;
        if !side.contains(&columns) || !side.contains(&rows) {
            return Err(BadBoard::Size);
        }
        if !(1..=Board::MOST_SHIPS).contains(&ships) {
            return Err(BadBoard::Ships);
        }
        let board = Board {
            columns,
            rows,
            ships,
        };
        let locations = board.cells();
        if locations < usize::from(ships) {
            return Err(BadBoard::TooSmall { ships, locations });
        }
        match choose(locations as u64, ships.into()) {
            targets if targets > Board::MOST_TARGETS => Err(BadBoard::TooLarge(targets)),
            _ => Ok(board),
        }
    }

    /// The board of all locations that any board has, for guesses and answers that are read without
    /// a game. It cannot be played on.
    pub(crate) const fn anywhere(ships: u8) -> Board {
        Board {
            columns: Board::MOST_SIDE,
            rows: Board::MOST_SIDE,
            ships,
        }
    }

    /// How many columns it has.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// How many rows it has.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// How many ships are on it.
    #[must_use]
    pub const fn ships(self) -> u8 {
        self.ships
    }

    /// How many locations it has.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// How many targets there are, and so how many guesses.
    #[must_use]
    pub fn targets(self) -> usize {
        choose(self.cells() as u64, self.ships.into()) as usize
    }

    /// The location in that column and row, both counted from 0.
    #[must_use]
    pub const fn location(self, column: u8, row: u8) -> Option<Location> {
        if column < self.columns && row < self.rows {
            Some(Location::at(column, row))
        } else {
            None
        }
    }

    /// The location of that name, an upper-case letter and a number.
    #[must_use]
    pub(crate) fn named(self, name: &str) -> Option<Location> {
        let (column, row) = name.split_at_checked(1)?;
        let column = column.as_bytes()[0].checked_sub(b'A')?;
        // There is only one way to write a number.
        let row = (1..=self.rows).find(|number| number.to_string() == row)?;
        self.location(column, row - 1)
    }

    /// All locations in board order: by column, then by row.
    pub fn locations(self) -> impl DoubleEndedIterator<Item = Location> + Clone {
        (0..self.cells()).map(move |place| self.nth(place))
    }

    /// The location at that index in board order.
    fn nth(self, place: usize) -> Location {
        let rows = usize::from(self.rows);
        Location::at((place / rows) as u8, (place % rows) as u8)
    }

    /// The index of one of its locations in board order, from 0.
    #[must_use]
    pub const fn place(self, location: Location) -> usize {
        location.column() as usize * self.rows as usize + location.row() as usize
    }

    /// Whether this location is on the board.
    #[must_use]
    pub const fn has(self, location: Location) -> bool {
        location.column() < self.columns && location.row() < self.rows
    }

    /// The fleet at these locations, given in any order.
    ///
    /// # Errors
    ///
    /// There are too few or too many locations, one twice, or one off the board.
    pub fn fleet(self, locations: &[Location]) -> Result<Fleet, BadFleet> {
        if locations.len() != usize::from(self.ships) {
            return Err(BadFleet::Count {
                ships: self.ships,
                given: locations.len(),
            });
        }
        if let Some(outside) = locations.iter().find(|location| !self.has(**location)) {
            return Err(BadFleet::Outside(*outside));
        }
        let mut sorted = locations.to_vec();
        sorted.order();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(BadFleet::Repeated(pair[0])),
            None => Ok(Fleet::of_sorted(&sorted)),
        }
    }

    /// Whether this fleet can be hidden and guessed here.
    #[must_use]
    pub fn takes(self, fleet: Fleet) -> bool {
        fleet.ships() == self.ships && fleet.locations().all(|location| self.has(location))
    }

    /// All fleets, in board order.
    pub fn fleets(self) -> impl Iterator<Item = Fleet> + Clone {
        self.fleets_from(self.first_fleet())
    }

    /// The same in reading order, row by row.
    pub(crate) fn fleets_to_read(self) -> Cow<'static, [Fleet]> {
        static STANDARD: OnceLock<Vec<Fleet>> = OnceLock::new();
        let sorted = || {
            let mut fleets: Vec<Fleet> = self.fleets().collect();
            fleets.order_by_key(|fleet| fleet.read());
            fleets
        };
        match self {
            Board::STANDARD => Cow::Borrowed(STANDARD.get_or_init(sorted)),
            _ => Cow::Owned(sorted()),
        }
    }

    /// The first fleet in board order.
    pub(crate) fn first_fleet(self) -> Fleet {
        let first: Vec<Location> = self.locations().take(self.ships.into()).collect();
        Fleet::of_sorted(&first)
    }

    /// This fleet and all after it, in board order.
    pub(crate) fn fleets_from(self, first: Fleet) -> impl Iterator<Item = Fleet> + Clone {
        std::iter::successors(Some(first), move |fleet| self.fleet_after(*fleet))
    }

    /// The next fleet in board order: the last ship that can move on does, and
    /// those behind it follow.
    fn fleet_after(self, fleet: Fleet) -> Option<Fleet> {
        let mut ships = [Location::at(0, 0); MOST_SHIPS];
        let ships = &mut ships[..usize::from(self.ships)];
        ships.copy_from_slice(fleet.as_slice());
        for ship in (0..ships.len()).rev() {
            let place = self.place(ships[ship]) + 1;
            let behind = ships.len() - ship;
            if place + behind <= self.cells() {
                for (place, ship) in (place..).zip(&mut ships[ship..]) {
                    *ship = self.nth(place);
                }
                return Some(Fleet::of_sorted(ships));
            }
        }
        None
    }

    /// The fleet at that index in board order, from 0 (combinatorial
    /// unranking).
    pub(crate) fn nth_fleet(self, index: u64) -> Fleet {
        let mut rest = index;
        let mut ships = Vec::with_capacity(MOST_SHIPS);
        let mut place = 0;
        for missing in (0..u64::from(self.ships)).rev() {
            // Fleets whose next ship is here come before all others.
            while choose((self.cells() - 1 - place) as u64, missing) <= rest {
                rest -= choose((self.cells() - 1 - place) as u64, missing);
                place += 1;
            }
            ships.push(self.nth(place));
            place += 1;
        }
        Fleet::of_sorted(&ships)
    }

    /// The index of one of its fleets in board order, from 0 (combinatorial ranking).
    pub(crate) fn fleet_index(self, fleet: Fleet) -> usize {
        let cells = self.cells() as u64;
        let mut before = 0;
        let mut next = 0;
        for (missing, location) in (0..u64::from(self.ships)).rev().zip(fleet.locations()) {
            let place = self.place(location) as u64;
            // Fleets whose next ship is at an earlier place come first.
            before += (next..place)
                .map(|place| choose(cells - 1 - place, missing))
                .sum::<u64>();
            next = place + 1;
        }
        before as usize
    }

    /// The answer with these counts; `None` if their sum exceeds the number of
    /// ships.
    #[must_use]
    pub fn answer(self, exact: u8, one_away: u8, two_away: u8) -> Option<Feedback> {
        let counts = [exact, one_away, two_away];
        let sum = counts.into_iter().try_fold(0u8, u8::checked_add)?;
        (sum <= self.ships).then_some(Feedback::of_counts(exact, one_away, two_away))
    }

    /// The answer that ends the game.
    #[must_use]
    pub const fn found(self) -> Feedback {
        Feedback::of_counts(self.ships, 0, 0)
    }

    /// An example of how a guess is written.
    pub(crate) fn example(self) -> String {
        match self {
            Board::STANDARD => "B3,C3,H3".to_owned(),
            _ => self.first_fleet().to_string(),
        }
    }

    /// How answers are encoded as bytes here.
    pub(crate) const fn code(self) -> Code {
        Code::new(self.ships)
    }

    /// Its symmetries; these generate all of them.
    #[must_use]
    pub fn flips(self) -> Vec<Flip> {
        let mut flips = vec![Flip::Columns, Flip::Rows];
        if self.columns == self.rows {
            flips.push(Flip::Diagonal);
        }
        flips
    }

    /// A fleet after one of the board's own flips.
    #[must_use]
    pub fn flipped(self, flip: Flip, fleet: Fleet) -> Fleet {
        fleet.mapped(|location| {
            let (column, row) = (location.column(), location.row());
            match flip {
                Flip::Columns => Location::at(self.columns - 1 - column, row),
                Flip::Rows => Location::at(column, self.rows - 1 - row),
                Flip::Diagonal => location.turned(),
            }
        })
    }
}

impl Default for Board {
    fn default() -> Self {
        Board::STANDARD
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// The binomial coefficient.
fn choose(all: u64, some: u64) -> u64 {
    // Every step is a whole number: the ways to choose one more.
    (0..some).fold(1, |ways, chosen| {
        ways * all.saturating_sub(chosen) / (chosen + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fleets_are_all_there_and_in_order() {
        for (columns, rows, ships) in [(8, 4, 3), (3, 3, 1), (5, 2, 4), (1, 5, 5), (16, 2, 2)] {
            let board = Board::new(columns, rows, ships).expect("a board");
            let fleets: Vec<Fleet> = board.fleets().collect();
            assert_eq!(fleets.len(), board.targets());
            assert!(fleets.is_sorted_by(|a, b| a < b));
            for (index, fleet) in (0..).zip(&fleets) {
                assert!(board.takes(*fleet));
                assert_eq!(board.nth_fleet(index), *fleet);
                let locations: Vec<Location> = fleet.locations().collect();
                assert_eq!(board.fleet(&locations), Ok(*fleet));
            }
        }
        let standard: Vec<Fleet> = Board::STANDARD.fleets().collect();
        assert_eq!(standard, Fleet::all());
    }

    #[test]
    fn locations_have_one_name() {
        let board = Board::new(10, 12, 2).expect("a board");
        for location in board.locations() {
            assert_eq!(board.named(&location.to_string()), Some(location));
        }
        for name in [
            "", "A", "A0", "A13", "A01", "K1", "a1", "1A", "A1 ", "Ä1", "A+1",
        ] {
            assert_eq!(board.named(name), None, "{name}");
        }
    }

    #[test]
    fn codes_of_answers_are_different_and_in_order() {
        for ships in 1..=Board::MOST_SHIPS {
            let board = Board::new(4, 4, ships).expect("a board");
            let code = board.code();
            let counts = (0..=ships).flat_map(|exact| {
                (0..=ships).flat_map(move |one| (0..=ships).map(move |two| (exact, one, two)))
            });
            let answers = counts.filter_map(|(exact, one, two)| board.answer(exact, one, two));
            let answers: Vec<Feedback> = answers.collect();
            assert!(answers.is_sorted());
            assert_eq!(answers.last(), Some(&board.found()));
            assert_eq!(code.bytes(), usize::from(code.of(board.found())) + 1);
            for answer in answers {
                assert_eq!(code.answer(code.of(answer)), answer);
            }
        }
    }

    #[test]
    fn what_is_no_board_is_said() {
        for (columns, rows, ships, bad) in [
            (0, 4, 3, BadBoard::Size),
            (17, 4, 3, BadBoard::Size),
            (4, 255, 3, BadBoard::Size),
            (8, 4, 0, BadBoard::Ships),
            (8, 4, 6, BadBoard::Ships),
            (
                1,
                2,
                3,
                BadBoard::TooSmall {
                    ships: 3,
                    locations: 2,
                },
            ),
            (16, 16, 5, BadBoard::TooLarge(8_809_549_056)),
        ] {
            assert_eq!(Board::new(columns, rows, ships), Err(bad));
        }
    }
}
