//! The colours of paint, and sets of them.

use std::fmt;

/// A colour of paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Colour {
    /// `red`, R
    Red,
    /// `green`, G
    Green,
    /// `yellow`, Y
    Yellow,
    /// `blue`, B
    Blue,
    /// `magenta`, M
    Magenta,
    /// `cyan`, C
    Cyan,
}

impl Colour {
    /// All colours, in the order in which they are listed everywhere.
    pub const ALL: [Colour; 6] = [
        Colour::Red,
        Colour::Green,
        Colour::Yellow,
        Colour::Blue,
        Colour::Magenta,
        Colour::Cyan,
    ];

    /// Its name in records and moves.
    #[must_use]
    pub fn word(self) -> &'static str {
        ["red", "green", "yellow", "blue", "magenta", "cyan"][self as usize]
    }

    /// Its letter in positions: the initial, in lower case.
    #[must_use]
    pub fn letter(self) -> char {
        ['r', 'g', 'y', 'b', 'm', 'c'][self as usize]
    }

    /// The colour of that name.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.word() == word)
    }

    /// The colour of that letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Colour> {
        Colour::ALL
            .into_iter()
            .find(|colour| colour.letter() == letter)
    }

    /// Its bit in a [`Palette`].
    pub(super) fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Palette(u8);

impl Palette {
    /// All six colours.
    pub const ALL: Palette = Palette(0b11_1111);

    /// Whether the colour is in the set.
    #[must_use]
    pub fn contains(self, colour: Colour) -> bool {
        self.0 & colour.bit() != 0
    }

    /// Whether there is no colour in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many colours are in it.
    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether some colour is in both sets.
    pub(crate) fn meets(self, other: Palette) -> bool {
        self.0 & other.0 != 0
    }

    /// One bit per colour, see [`Colour::bit`].
    pub(super) fn bits(self) -> u8 {
        self.0
    }

    /// The set without the colours of these bits; other bits do not matter.
    pub(super) fn without(self, bits: u8) -> Palette {
        Palette(self.0 & !bits)
    }

    /// Its colours, in the usual order.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL
            .into_iter()
            .filter(move |colour| self.contains(*colour))
    }
}

impl FromIterator<Colour> for Palette {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Self {
        Palette(
            colours
                .into_iter()
                .fold(0, |set, colour| set | colour.bit()),
        )
    }
}

impl fmt::Display for Palette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = self.iter().map(Colour::word).collect();
        f.write_str(&words.join(", "))
    }
}
