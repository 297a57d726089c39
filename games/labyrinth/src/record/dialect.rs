//! Saved games of programs that read the document differently.

use parlour_core::Diagnostic;

use crate::rules::Labyrinth;

use super::{check, lex, parse};

/// One way in which a file may differ from how Parlour reads the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Habit {
    /// Rows and columns count from 0.
    ZeroBased,
    /// Treasures and cards count from 0. Without this a 0 on a tile means that
    /// it has no treasure.
    TreasuresFrom0,
    /// The column of a pawn comes before its row.
    ColumnFirst,
    /// Forks are named after their closed side.
    ClosedSide,
}

impl Habit {
    /// All of them.
    pub const ALL: [Habit; 4] = [
        Habit::ZeroBased,
        Habit::TreasuresFrom0,
        Habit::ColumnFirst,
        Habit::ClosedSide,
    ];

    /// The name of the switch for it.
    #[must_use]
    pub const fn switch(self) -> &'static str {
        match self {
            Habit::ZeroBased => "zero-based",
            Habit::TreasuresFrom0 => "treasures-from-0",
            Habit::ColumnFirst => "column-first",
            Habit::ClosedSide => "closed-side",
        }
    }

    /// What a file with this habit is like, or one without it.
    #[must_use]
    pub const fn words(self, has: bool) -> &'static str {
        match (self, has) {
            (Habit::ZeroBased, true) => "rows and columns from 0",
            (Habit::ZeroBased, false) => "rows and columns from 1",
            (Habit::TreasuresFrom0, true) => "treasures from 0",
            (Habit::TreasuresFrom0, false) => "treasures from 1",
            (Habit::ColumnFirst, true) => "column before row",
            (Habit::ColumnFirst, false) => "row before column",
            (Habit::ClosedSide, true) => "forks by their closed side",
            (Habit::ClosedSide, false) => "forks by their middle open side",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The habits of the program that wrote a file; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect(u8);

impl Dialect {
    /// All sixteen, those with fewer habits first.
    #[must_use]
    pub fn all() -> Vec<Dialect> {
        let mut all: Vec<Dialect> = (0..1 << Habit::ALL.len()).map(Dialect).collect();
        all.sort_by_key(|dialect| dialect.0.count_ones());
        all
    }

    /// Whether it has a habit.
    #[must_use]
    pub const fn has(self, habit: Habit) -> bool {
        self.0 & habit.bit() != 0
    }
}

/// A file, read in one dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadAs {
    /// The dialect.
    pub dialect: Dialect,
    /// The game that it makes of the file.
    pub game: Labyrinth,
}

/// What a file of another program can be read as.
#[derive(Clone, Debug)]
pub struct Import {
    /// Notices about the file itself, if it can be read.
    pub notices: Vec<Diagnostic>,
    /// The valid readings that are different games, those with fewer habits
    /// first. A game that several dialects give is here once.
    pub readings: Vec<ReadAs>,
    /// The habits in which valid readings differ, same game or not.
    pub open: Vec<Habit>,
    /// The first reading is what was asked for; others are possible.
    pub is_settled: bool,
}

/// A file that is not a game in any dialect.
#[derive(Clone, Debug)]
pub struct ImportError {
    /// The dialect in which the least is wrong.
    pub dialect: Dialect,
    /// What is wrong in it.
    pub findings: Vec<Diagnostic>,
}

/// Reads a file of another program in every dialect that `known` allows. A
/// habit about which nothing is known is open: if anything is known, a file
/// without the open habits is what was asked for.
///
/// # Errors
///
/// No dialect makes the file valid, or several make different games of it.
pub fn import(file: &[u8], known: &[(Habit, bool)]) -> Result<Import, ImportError> {
    let mut tokens = lex::Tokens::new(file);
    let save = parse::parse(&mut tokens).map_err(|finding| ImportError {
        dialect: Dialect::default(),
        findings: vec![finding],
    })?;
    let mut valid: Vec<ReadAs> = Vec::new();
    let mut refused: Vec<ImportError> = Vec::new();
    let allows = |dialect: &Dialect| known.iter().all(|(habit, has)| dialect.has(*habit) == *has);
    let allowed: Vec<Dialect> = Dialect::all().into_iter().filter(allows).collect();
    for dialect in allowed.iter().copied() {
        match check::check(&save, Some(dialect)) {
            Ok(game) => valid.push(ReadAs { dialect, game }),
            Err(findings) => refused.push(ImportError { dialect, findings }),
        }
    }
    if valid.is_empty() {
        let nearest = refused.into_iter().min_by_key(|each| each.findings.len());
        return Err(nearest.unwrap_or(ImportError {
            dialect: Dialect::default(),
            findings: Vec::new(),
        }));
    }
    let is_open = |habit: &Habit| {
        let mut has = valid.iter().map(|read| read.dialect.has(*habit));
        let first = has.next();
        has.any(|has| Some(has) != first)
    };
    let open = Habit::ALL.into_iter().filter(is_open).collect();
    let asked_for = (!known.is_empty()).then(|| allowed[0]);
    let is_settled = asked_for == Some(valid[0].dialect);
    let mut readings: Vec<ReadAs> = Vec::new();
    for read in valid {
        if readings.iter().all(|other| other.game != read.game) {
            readings.push(read);
        }
    }
    Ok(Import {
        notices: tokens.notices(),
        is_settled: is_settled || readings.len() == 1,
        readings,
        open,
    })
}
