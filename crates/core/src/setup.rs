//! Setting up a game from options that are given as text.

use rand::Rng;

use crate::error::SetupError;
use crate::game::{Game, Seat};

/// An option of a game's setup: a flag on the command line, a field of a form.
#[derive(Clone, Copy, Debug)]
pub struct SetupOption {
    /// Its name, without dashes.
    pub name: &'static str,
    /// The placeholder for its value in help texts.
    pub value: &'static str,
    /// Its value if none is given.
    pub default: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Values worth trying, including small and odd ones.
    pub examples: &'static [&'static str],
}

/// Values of setup options, by name. Options not given have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupValues(Vec<(String, String)>);

impl SetupValues {
    /// Nothing given.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives an option a value.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.place(name) {
            Ok(place) => self.0[place].1 = value,
            Err(place) => self.0.insert(place, (name.to_owned(), value)),
        }
    }

    /// The value given to an option.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let place = self.place(name).ok()?;
        Some(&self.0[place].1)
    }

    /// The names of the options given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }

    /// Where an option is, or belongs: they are sorted by name.
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0
            .binary_search_by(|(known, _)| known.as_str().cmp(name))
    }
}

/// A game that can be set up from options.
///
/// # Examples
///
/// ```
/// use parlour_core::{Configure, Notation, SetupValues, luck};
/// use parlour_gridlock::Grid;
///
/// let mut values = SetupValues::new();
/// values.set("size", "2x3");
/// let grid = Grid::start(&values, &mut luck::seeded(1))?;
/// assert_eq!(grid.write_position(), "2x3 rg ../../..");
///
/// values.set("size", "huge");
/// assert!(Grid::start(&values, &mut luck::seeded(1)).is_err());
/// # Ok::<(), parlour_core::SetupError>(())
/// ```
pub trait Configure: Game {
    /// The options, in the order in which to ask for them.
    const OPTIONS: &'static [SetupOption];

    /// The start position that the values describe. Chance decides what they
    /// leave open, such as the deal; the position then holds the result.
    ///
    /// # Errors
    ///
    /// A value is not one that its option takes, or they do not go together.
    fn start(values: &SetupValues, luck: &mut dyn Rng) -> Result<Self, SetupError>;

    /// Leaves choices to the people in these seats that they would rather make
    /// at the table, unless the values already decide them.
    fn for_people(values: &mut SetupValues, people: &[Seat]) {
        let _ = (values, people);
    }
}
