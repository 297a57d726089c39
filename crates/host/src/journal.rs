//! A game in progress as lines that only grow: what is kept while it is played.
//!
//! Above the line `start` are the game, the players and the setup; below it one
//! step per line, in the game's text. A step costs one line however long the
//! game is, and what was taken back is cut off again. A last line without a
//! line end was cut short when the program was killed, and does not count.

use parlour_core::{GameEntry, Match, SetupValues, quoted};
use thiserror::Error;

use crate::seating::{Dice, Seating};

/// How the first line begins, and the whole of it, with the version of the format.
const TITLE: &str = "PARLOUR GAME ";
const HEAD: &str = "PARLOUR GAME 1";

/// Whether a file that begins like this is a kept game.
#[must_use]
pub fn is_journal(head: &[u8]) -> bool {
    head.starts_with(TITLE.as_bytes())
}

/// The id of the game of a kept file, by how it begins.
#[must_use]
pub fn kept_game(head: &[u8]) -> Option<&str> {
    let mut lines = head
        .strip_prefix(TITLE.as_bytes())?
        .split(|byte| *byte == b'\n');
    let id = lines.nth(1)?.strip_prefix(b"game ")?;
    str::from_utf8(id).ok()
}

/// Where a game is kept while it is played. The players are told of an error;
/// the game goes on.
///
/// # Examples
///
/// A game that is kept in memory.
///
/// ```
/// use parlour_host::Keeper;
///
/// #[derive(Default)]
/// struct Memory(String);
///
/// impl Keeper for Memory {
///     fn begin(&mut self, text: &str) -> Result<(), String> {
///         self.0 = text.to_owned();
///         Ok(())
///     }
///
///     fn append(&mut self, text: &str) -> Result<(), String> {
///         self.0.push_str(text);
///         Ok(())
///     }
///
///     fn cut(&mut self, length: usize) -> Result<(), String> {
///         self.0.truncate(length);
///         Ok(())
///     }
///
///     fn finish(&mut self, record: Option<&str>) -> Result<(), String> {
///         self.0 = record.unwrap_or_default().to_owned();
///         Ok(())
///     }
/// }
///
/// let mut kept = Memory::default();
/// kept.begin("parlour game 1\n")?;
/// kept.append("red 0,0\n")?;
/// assert_eq!(kept.0.lines().count(), 2);
/// # Ok::<(), String>(())
/// ```
pub trait Keeper: Send {
    /// Starts over: this is everything that is kept.
    ///
    /// # Errors
    ///
    /// Why nothing could be kept, in words.
    fn begin(&mut self, text: &str) -> Result<(), String>;

    /// Adds to the end.
    ///
    /// # Errors
    ///
    /// Why nothing could be kept, in words.
    fn append(&mut self, text: &str) -> Result<(), String>;

    /// Truncates to the first bytes.
    ///
    /// # Errors
    ///
    /// Why nothing could be kept, in words.
    fn cut(&mut self, length: usize) -> Result<(), String>;

    /// The game is over. The record, if there is one, replaces what was kept.
    ///
    /// # Errors
    ///
    /// Why nothing could be kept, in words.
    fn finish(&mut self, record: Option<&str>) -> Result<(), String>;
}

/// The text of a journal, and where each of its steps ends.
pub(crate) struct Journal {
    text: Option<String>,
    heading: usize,
    ends: Vec<usize>,
}

impl Journal {
    /// The whole of a game so far.
    pub(crate) fn new(seating: &Heading<'_>, played: &Match) -> Self {
        let mut text = seating.written(played);
        let heading = text.len();
        let mut ends = Vec::with_capacity(played.len());
        for step in played.steps() {
            text.push_str(&line(step));
            ends.push(text.len());
        }
        Journal {
            text: Some(text),
            heading,
            ends,
        }
    }

    pub(crate) fn into_text(self) -> String {
        self.text.unwrap_or_default()
    }

    fn length(&self) -> usize {
        self.ends.last().copied().unwrap_or(self.heading)
    }

    /// Makes what is kept the line that led here, which begins with the first
    /// `unchanged` steps kept before.
    pub(crate) fn keep(
        &mut self,
        keeper: &mut dyn Keeper,
        unchanged: usize,
        added: Option<&str>,
    ) -> Result<(), String> {
        // The first time, and after an error, everything is written.
        let whole = self.text.take();
        if let Some(whole) = &whole {
            keeper.begin(whole)?;
        }
        if unchanged < self.ends.len() {
            self.ends.truncate(unchanged);
            keeper.cut(self.length())?;
        }
        if let Some(step) = added {
            let line = line(step);
            keeper.append(&line)?;
            self.ends.push(self.length() + line.len());
        }
        Ok(())
    }
}

/// A match without seats, in the form of a kept game: an exploration, for a bot that runs
/// elsewhere.
#[must_use]
pub fn kept_match(game: &'static dyn GameEntry, played: &Match) -> String {
    let heading = Heading {
        game,
        setup: None,
        kinds: &[],
        asks_for_dice: false,
        seed: None,
    };
    Journal::new(&heading, played).into_text()
}

/// What comes before the steps.
pub(crate) struct Heading<'a> {
    pub(crate) game: &'static dyn GameEntry,
    pub(crate) setup: Option<&'a SetupValues>,
    pub(crate) kinds: &'a [String],
    pub(crate) asks_for_dice: bool,
    /// Lets bots and dice continue as if nobody had left.
    pub(crate) seed: Option<u64>,
}

impl Heading<'_> {
    fn written(&self, played: &Match) -> String {
        let mut text = format!("{HEAD}\n");
        let mut add = |name: &str, value: &str| text.push_str(&line(&format!("{name} {value}")));
        add("game", self.game.info().id);
        if let Some(setup) = self.setup {
            add("setup", "known");
            for name in setup.names() {
                add(
                    "set",
                    &format!("{name} {}", setup.get(name).unwrap_or_default()),
                );
            }
        }
        if self.asks_for_dice {
            add("dice", "ask");
        }
        if let Some(seed) = self.seed {
            add("seed", &seed.to_string());
        }
        for kind in self.kinds {
            add("seat", kind);
        }
        for name in played.names() {
            add("name", name);
        }
        add("start", &played.start().text());
        text
    }
}

/// A text escaped into one line.
fn line(text: &str) -> String {
    let mut line = text.replace('\\', "\\\\").replace('\n', "\\n");
    line.push('\n');
    line
}

/// The text of an escaped line.
fn unlined(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.push(match letters.next() {
                Some('n') => '\n',
                Some(other) => other,
                None => break,
            }),
            letter => text.push(letter),
        }
    }
    text
}

/// Why a kept game cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct BadJournal {
    /// The line at fault, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// A game that was kept.
#[derive(Debug)]
pub struct Kept {
    /// Its game.
    pub game: &'static dyn GameEntry,
    /// As far as it was played.
    pub played: Match,
    /// What it was set up with.
    pub setup: Option<SetupValues>,
    /// The kinds of the players.
    pub kinds: Vec<String>,
    /// Where the outcomes of chance events come from.
    pub dice: Dice,
    /// The seed of all luck; games kept by earlier versions do not have it.
    pub seed: Option<u64>,
}

impl Kept {
    /// Reads a kept game; `find` knows the games by their ids.
    ///
    /// # Errors
    ///
    /// The text is not a kept game; the error has its line.
    pub fn read(
        text: &str,
        find: impl Fn(&str) -> Option<&'static dyn GameEntry>,
    ) -> Result<Kept, BadJournal> {
        // What follows the last line end was not written completely.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut lines = whole.split('\n').enumerate();
        let bad = |line: usize, message: &str| BadJournal {
            line: line + 1,
            message: message.to_owned(),
        };
        match lines.next() {
            Some((_, HEAD)) => {}
            Some((_, head)) if head.starts_with(TITLE) => {
                return Err(bad(0, "it was kept by a newer version of this program"));
            }
            _ => return Err(bad(0, "this is not a kept game")),
        }
        let (mut game, mut setup, mut dice) = (None, None, Dice::Thrown);
        let (mut kinds, mut names) = (Vec::new(), Vec::new());
        let (mut seed, mut start) = (None, None);
        for (number, line) in lines.by_ref() {
            let line = unlined(line);
            let (word, value) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "game" => {
                    game = Some(find(value).ok_or_else(|| bad(number, "there is no such game"))?);
                }
                "setup" => setup = Some(SetupValues::new()),
                "set" => {
                    let (name, value) = value.split_once(' ').unwrap_or((value, ""));
                    setup.get_or_insert_with(SetupValues::new).set(name, value);
                }
                "dice" => dice = Dice::Asked,
                "seed" => {
                    seed = Some(
                        value
                            .parse()
                            .map_err(|_| bad(number, "this is not a seed"))?,
                    );
                }
                "seat" => kinds.push(value.to_owned()),
                "name" => names.push(value.to_owned()),
                "start" => {
                    let game = game.ok_or_else(|| bad(number, "the game is not named"))?;
                    let position = game
                        .read_position(value)
                        .map_err(|finding| bad(number, &finding.message))?;
                    start = Some((game, position));
                    break;
                }
                _ => return Err(bad(number, "this line has no meaning")),
            }
        }
        let Some((game, start)) = start else {
            return Err(bad(0, "it ends before the start of the game"));
        };
        if let Some(name) = names.iter().find(|name| game.check_name(name).is_err()) {
            let message = format!("{} is not the name of a player", quoted(name));
            return Err(bad(0, &message));
        }
        if names.len() != usize::from(start.seats()) || kinds.len() > names.len() {
            return Err(bad(0, "it does not name one player for each seat"));
        }
        let mut played = Match::new(start, names);
        for (number, line) in lines {
            played
                .play(&unlined(line))
                .map_err(|finding| bad(number, &finding.message))?;
        }
        // A kept game becomes a record when it is over.
        let record = game.write_record(&played.record());
        let reading = game.read_record(record.as_bytes());
        if !reading.is_valid() && !reading.unfinished {
            return Err(bad(0, "no record can hold this game"));
        }
        Ok(Kept {
            game,
            played,
            setup,
            kinds,
            dice,
            seed,
        })
    }

    /// The game, ready to be resumed; with a fresh seed if none was kept.
    #[must_use]
    pub fn seating(self, budget: parlour_core::Budget, fresh: u64) -> Seating {
        Seating {
            game: self.game,
            played: self.played,
            setup: self.setup,
            kinds: self.kinds,
            budget,
            dice: self.dice,
            seed: self.seed.unwrap_or(fresh),
        }
    }
}
