//! What is needed before a game can be played: who sits where, where luck comes
//! from, and what the world outside offers.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use parlour_core::{
    AnyBot, Budget, Fault, GameEntry, Match, Position, Seat, SetupValues, Tables, USUAL_OPPONENT,
    shown_name,
};

/// The kind of a seat that no bot plays.
pub const HUMAN: &str = "human";

/// Makes a bot of some kind for a seat: one of the game's own, or one that lives
/// elsewhere. The number is its seed.
pub type Recruiter = Arc<
    dyn Fn(&'static dyn GameEntry, &str, u64, &Tables) -> Result<Box<dyn AnyBot>, Fault>
        + Send
        + Sync,
>;

/// What a host is given from outside.
#[derive(Clone)]
pub struct World {
    /// Where computed tables are.
    pub tables: Tables,
    /// Where bots come from.
    pub recruiter: Recruiter,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("World")
    }
}

impl World {
    /// A world with the games' own bots and nothing else.
    #[must_use]
    pub fn own(tables: Tables) -> Self {
        World {
            tables,
            recruiter: own_bots(),
        }
    }
}

/// A recruiter that knows the games' own bots only.
#[must_use]
pub fn own_bots() -> Recruiter {
    Arc::new(|game, kind, seed, tables| {
        game.bot(kind, seed, tables)
            .ok_or_else(|| Fault(format!("{} has no bot {kind}", game.info().title)))
    })
}

/// Where the outcomes of luck come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dice {
    /// The program's generator.
    Thrown,
    /// The players, who throw real dice.
    Asked,
    /// A list; the players are asked when it is at its end.
    Listed(VecDeque<String>),
}

/// A game and who sits where.
pub struct Seating {
    /// The game.
    pub game: &'static dyn GameEntry,
    /// How far it was played.
    pub played: Match,
    /// What it was set up with, if it can be set up again.
    pub setup: Option<SetupValues>,
    /// `human`, the name of a bot, or `exec:` and a command, one a seat; seats
    /// beyond the list are human.
    pub kinds: Vec<String>,
    /// How long bots may think about a move.
    pub budget: Budget,
    /// Where luck comes from.
    pub dice: Dice,
    /// What all luck comes from.
    pub seed: u64,
}

/// The strongest bot that lacks nothing to play on from a position.
#[must_use]
pub fn strongest(
    game: &dyn GameEntry,
    position: &dyn Position,
    tables: &Tables,
) -> Option<&'static str> {
    let mut names = game.bots().iter().rev().map(|bot| bot.name);
    names.find(|name| game.lacks(name, position, tables).is_none())
}

/// The values of a setup, with what these players would rather choose at the
/// table. Seats beyond the list are human.
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

/// Who sits where as long as nobody says more: who sat there last, of whom there
/// may be none, else one person and the usual opponents.
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

/// What the players are called when nobody has named them: what the game calls
/// the seat, and the bot that sits there.
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
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
