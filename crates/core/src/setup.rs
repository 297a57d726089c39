//! Setting a game up from options that a player gives as text.

use std::collections::BTreeMap;

use rand::Rng;

use crate::error::SetupError;
use crate::game::{Game, Seat};

/// An option of a game's setup: a flag of the command line, a field of a form.
#[derive(Clone, Copy, Debug)]
pub struct SetupOption {
    /// Its name, without dashes.
    pub name: &'static str,
    /// What stands for its value in a help text.
    pub value: &'static str,
    /// The value that is meant when none is given.
    pub default: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Values worth trying, small and odd ones among them.
    pub examples: &'static [&'static str],
}

/// Values of setup options, by name. What is not given has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupValues(BTreeMap<String, String>);

impl SetupValues {
    /// Nothing given.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives an option a value.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// The value given to an option.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The names of the options given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// A game that can be set up from options.
pub trait Configure: Game {
    /// The options, in the order in which to ask for them.
    const OPTIONS: &'static [SetupOption];

    /// The start position that the values describe. Luck decides what they leave
    /// open, such as the deal; the position then holds what it decided.
    fn start(values: &SetupValues, luck: &mut dyn Rng) -> Result<Self, SetupError>;

    /// Leaves to the people who will sit in these seats what they would rather
    /// choose at the table than before, unless the values say it already.
    fn for_people(values: &mut SetupValues, people: &[Seat]) {
        let _ = (values, people);
    }
}
