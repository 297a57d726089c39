//! What a game needs before it can be played: the players, the source of luck,
//! and what the outside world offers.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use parlour_core::{
    AnyBot, Budget, Fault, GameEntry, Match, Position, Seat, Seed, SetupError, SetupValues, Tables,
    USUAL_OPPONENT, shown_name,
};

/// The kind of a seat that no bot plays.
pub const HUMAN: &str = "human";

/// Makes a bot of some kind for a seat: one of the game's own, or one that runs
/// elsewhere. The number is its seed.
pub type BotFactory = Arc<
    dyn Fn(&'static dyn GameEntry, &str, u64, &Tables) -> Result<Box<dyn AnyBot>, Fault>
        + Send
        + Sync,
>;

/// What a host gets from outside.
#[derive(Clone)]
pub struct World {
    /// Where computed tables are.
    pub tables: Tables,
    /// Where bots come from.
    pub recruiter: BotFactory,
    /// Whether a saved game is sealed if a bot has a secret: see
    /// [`Host::seal`](crate::Host::seal). Its seed must then be kept elsewhere.
    pub seals: bool,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("World")
    }
}

impl World {
    /// A world with nothing but the games' own bots.
    #[must_use]
    pub fn own(tables: Tables) -> Self {
        World {
            tables,
            recruiter: own_bots(),
            seals: true,
        }
    }
}

/// A factory that makes the games' own bots only.
#[must_use]
pub fn own_bots() -> BotFactory {
    Arc::new(|game, kind, seed, tables| {
        game.bot(kind, seed, tables)
            .ok_or_else(|| Fault(format!("{} has no bot {kind}", game.info().title)))
    })
}

/// Where the outcomes of chance events come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dice {
    /// The program's random number generator.
    Thrown,
    /// The players, who throw real dice.
    Asked,
    /// A list; when it is used up, the players are asked.
    Listed(VecDeque<String>),
}

/// A game and its players.
#[derive(Debug)]
pub struct Seating {
    /// The game.
    pub game: &'static dyn GameEntry,
    /// How far it was played.
    pub played: Match,
    /// What it was set up with, if it can be set up again.
    pub setup: Option<SetupValues>,
    /// `human`, the name of a bot, or `exec:` and a command, one per seat;
    /// seats beyond the list are human.
    pub kinds: Vec<String>,
    /// How long bots may think about a move.
    pub budget: Budget,
    /// Where the outcomes of chance events come from.
    pub dice: Dice,
    /// The seed of all luck.
    pub seed: u64,
}

/// The strongest bot that has everything it needs to play from a position.
#[must_use]
pub fn strongest(
    game: &dyn GameEntry,
    position: &dyn Position,
    tables: &Tables,
) -> Option<&'static str> {
    let mut names = game.bots().iter().rev().map(|bot| bot.name);
    names.find(|name| game.missing_file(name, position, tables).is_none())
}

/// The values of a setup, leaving open what these players would rather choose
/// at the table. Seats beyond the list are human.
#[must_use]
pub fn values_for(game: &dyn GameEntry, values: &SetupValues, kinds: &[String]) -> SetupValues {
    let is_human = |seat: &Seat| kinds.get(seat.index()).is_none_or(|kind| kind == HUMAN);
    let people: Vec<Seat> = Seat::all(*game.info().seats.end())
        .filter(is_human)
        .collect();
    let mut values = values.clone();
    game.for_people(&mut values, &people);
    values
}

/// The start of a match whose luck comes from a key: the same for everybody who knows the setup,
/// the players and the key.
///
/// # Errors
///
/// The game cannot be set up like this.
pub fn deal<'a>(
    game: &dyn GameEntry,
    setup: impl IntoIterator<Item = (&'a String, &'a String)>,
    kinds: &[String],
    key: &Seed,
) -> Result<Box<dyn Position>, SetupError> {
    let mut values = SetupValues::new();
    for (name, value) in setup {
        values.set(name, value);
    }
    game.start(&values_for(game, &values, kinds), &mut key.deal())
}

/// The default players: those of the last game, if any, otherwise one person and the usual
/// opponents.
#[must_use]
pub fn usual_kinds(game: &dyn GameEntry, start: &dyn Position, last: &[String]) -> Vec<String> {
    let told = start.bots_seated();
    let opponent = last.iter().find(|kind| *kind != HUMAN);
    let opponent = opponent.map_or(USUAL_OPPONENT, String::as_str);
    Seat::all(start.seats())
        .map(|seat| {
            let last = last.get(seat.index());
            let is_bot = match (&told, last) {
                (Some(bots), _) => bots.get(seat.index()).copied().unwrap_or(true),
                (None, Some(kind)) => kind != HUMAN,
                (None, None) => seat != game.solo(),
            };
            match last {
                _ if !is_bot => HUMAN.to_owned(),
                Some(kind) if kind != HUMAN => kind.clone(),
                _ => opponent.to_owned(),
            }
        })
        .collect()
}

/// What the players are called if nobody has named them: the game's name for
/// the seat, and the bot in it.
#[must_use]
pub fn default_names(position: &dyn Position, kinds: &[String]) -> Vec<String> {
    Seat::all(position.seats())
        .map(|seat| {
            let name = capitalised(&position.seat_name(seat));
            match kinds.get(seat.index()) {
                Some(kind) if kind != HUMAN => format!("{name} ({})", shown_name(kind)),
                _ => name,
            }
        })
        .collect()
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    match letters.next() {
        Some(first) => std::iter::once(first.to_ascii_uppercase())
            .chain(letters)
            .collect(),
        None => String::new(),
    }
}
