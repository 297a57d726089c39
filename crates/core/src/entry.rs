//! A game without its types: what the catalogue lists.

use std::any::TypeId;
use std::ops::RangeInclusive;

use rand::Rng;

use crate::any_bot::{AnyBot, Seated};
use crate::bot::{Advice, Bot, BotInfo, Bots, CommonBots, Lack, Measure, OFFERED, Offer, Remark};
use crate::bout::{self, Played, Series, Terms};
use crate::diagnostic::Diagnostic;
use crate::drawing::Draw;
use crate::error::SetupError;
use crate::game::{Game, Never, Seat, Turn, Viewer};
use crate::names::{BadName, check_name};
use crate::notation::{Notation, Picks};
use crate::picture::Swatch;
use crate::position::{Position, Typed, perft};
use crate::record::{AnyReading, AnyRecord, Holds, Record, Records};
use crate::review::{Ledger, Tolerance};
use crate::setup::{Configure, SetupOption, SetupValues};
use crate::step::AnyStep;
use crate::symmetry::Imagine;
use crate::tables::Tables;
use crate::views::Views;

/// What to tell about a game before anything is played.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The word that names it on the command line.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it is, in a sentence.
    pub summary: &'static str,
    /// How many can play.
    pub seats: RangeInclusive<u8>,
    /// The ending of its files, without the dot.
    pub extension: &'static str,
    /// What the values of its bots mean.
    pub measure: Measure,
    /// The rules, to be read by a player.
    pub rules: &'static str,
}

/// A game that can stand in the catalogue: it offers everything that front
/// ends, files and tests ask for.
pub trait Playable:
    Game + Configure + Notation + Picks + Draw + Records + Bots + Imagine + Views
{
    /// What to tell about it.
    const INFO: GameInfo;

    /// Players hold cards that the others do not see: at one screen they look
    /// one after the other, and are told nothing of what bots did meanwhile.
    const PRIVATE: bool = false;

    /// Setup options, with their values, that make bots comparable where the
    /// usual setup does not: luck then decides before the game what each bot
    /// would decide for itself.
    const COMPARABLE: &'static [(&'static str, &'static str)] = &[];

    /// What moves may do that is worth counting over many games, in the plural:
    /// `captures`.
    const FEAT: Option<&'static str> = None;

    /// Where somebody sits who plays against bots.
    const SOLO: Seat = Seat(0);

    /// What a move may lose of the chance to win before a review marks it.
    const TOLERANCE: Tolerance = Tolerance::USUAL;

    /// The JSON forms of its values: its texts, unless it has better ones.
    #[cfg(feature = "serde")]
    const JSON: crate::json::Forms<Self> = crate::json::Forms::texts();

    /// A value that a bot gives to the player in `seat`, in words: for games that
    /// do not measure by the chance to win.
    fn describe_value(seat: Seat, value: f64) -> String {
        let _ = seat;
        format!("{value:.2}")
    }

    /// In a game that the same seat always wins, that seat, and what it took up
    /// to now: the less the better. Bots are then compared by this. `moves` has the
    /// number of moves that each seat has made.
    fn effort(&self, moves: &[u32]) -> Option<(Seat, u32)> {
        let _ = moves;
        None
    }

    /// Whether a legal move does what [`Playable::FEAT`] names.
    fn is_feat(&self, chosen: &Self::Move) -> bool {
        let _ = chosen;
        false
    }

    /// Plays many games that begin here, faster than one by one, for bots that do
    /// not care for limits. They are the very games that [`GameEntry::bout`] would
    /// play: the same luck, the same moves. `None` where the game has no simulator, or
    /// it does not know these bots.
    fn simulate(&self, series: &Series<'_>) -> Option<Vec<Played>> {
        let _ = series;
        None
    }

    /// The number of ways in which `depth` moves can follow; `None` where luck
    /// has a say on the way. `progress` is told how much is done, from 0 to 1.
    /// A game may know a faster way than making every move.
    fn perft(&self, depth: u32, progress: &mut dyn FnMut(f64)) -> Option<u128> {
        perft(self, depth, progress)
    }

    /// The review of a record in a measure of the game's own, for games in which
    /// the chance to win says nothing. `progress` is told the number of steps
    /// that are done, and the review of them.
    fn ledger(record: &Record<Self>, progress: &mut dyn FnMut(usize, &Ledger)) -> Option<Ledger> {
        let _ = (record, progress);
        None
    }
}

/// A game of the catalogue.
pub trait GameEntry: Send + Sync {
    /// What to tell about it.
    fn info(&self) -> GameInfo;

    /// The options of its setup.
    fn options(&self) -> &'static [SetupOption];

    /// The bots, from the weakest to the strongest: the game's own, or for want
    /// of them those that serve any game.
    fn bots(&self) -> &'static [BotInfo];

    /// The opponents that every game with bots offers by the same names.
    fn offers(&self) -> Vec<Offer>;

    /// All bots that can be asked for by name: what every game offers, then the
    /// game's own, and after them those that serve any game, however strong they
    /// are in this one.
    fn all_bots(&self) -> Vec<BotInfo>;

    /// What a file of its own holds, if it begins like this.
    fn holds(&self, head: &[u8]) -> Holds;

    /// Leaves to the people in these seats what they would rather choose at the
    /// table: see [`Configure::for_people`].
    fn for_people(&self, values: &mut SetupValues, people: &[Seat]);

    /// Whether luck has a say while it is played.
    fn has_luck(&self) -> bool;

    /// Whether players look at the board one after the other.
    fn is_private(&self) -> bool;

    /// Whether nothing is hidden from anybody.
    fn is_open(&self) -> bool;

    /// Setup options, with their values, that make bots comparable.
    fn comparable(&self) -> &'static [(&'static str, &'static str)];

    /// Where somebody sits who plays against bots.
    fn solo(&self) -> Seat;

    /// What a move may lose of the chance to win before a review marks it.
    fn tolerance(&self) -> Tolerance;

    /// A count of its bots for the player in `seat`, in words.
    fn describe_value(&self, seat: Seat, value: f64) -> String;

    /// What a position is worth to the player in `seat`, who is to move, in words:
    /// by the advice of a bot and its remark, if it has one.
    fn worth(
        &self,
        seat: Seat,
        name: &str,
        advice: &Advice<AnyStep>,
        remark: Option<&Remark>,
    ) -> String {
        let remark = remark.map_or(String::new(), |remark| format!(", {}", remark.words));
        let worth = match (self.info().measure, advice.value) {
            (_, None) => return format!("not known yet{remark}"),
            (Measure::Chance, Some(1.0..)) => " has won with perfect play".to_owned(),
            (Measure::Chance, Some(..=0.0)) => " has lost against perfect play".to_owned(),
            (Measure::Chance, Some(value)) => format!(" wins {:.1} %", 100.0 * value),
            (Measure::Count | Measure::Score { .. }, Some(value)) => {
                format!(": {}", self.describe_value(seat, value))
            }
        };
        format!("{name}{worth}{remark}")
    }

    /// The start position of a setup.
    fn start(
        &self,
        values: &SetupValues,
        luck: &mut dyn Rng,
    ) -> Result<Box<dyn Position>, SetupError>;

    /// Reads a position.
    fn read_position(&self, text: &str) -> Result<Box<dyn Position>, Diagnostic>;

    /// Reads what a seat sees, and gives a position that looks like this to the
    /// seat to move.
    fn read_view(&self, text: &str, luck: &mut dyn Rng) -> Result<Box<dyn Position>, Diagnostic>;

    /// A position that looks the same to the seat to move, and may be another
    /// one; the same one where no seat is to move.
    fn lookalike(&self, position: &dyn Position, luck: &mut dyn Rng) -> Box<dyn Position>;

    /// Plays a whole game between bots from a position of this game; `None`
    /// where it was stopped, or has not one bot for every seat.
    fn bout(&self, start: &dyn Position, terms: Terms<'_>) -> Option<Played>;

    /// Plays the same games that [`GameEntry::bout`] would, many at once, by the
    /// game's own simulator; `None` where it has none that knows these bots.
    fn simulate(&self, start: &dyn Position, series: &Series<'_>) -> Option<Vec<Played>>;

    /// The colours of its pictures.
    fn swatches(&self) -> &'static [Swatch];

    /// What is worth counting over many games: `captures`.
    fn feat(&self) -> Option<&'static str>;

    /// Whether the name of a player can stand in a file of this game.
    fn check_name(&self, name: &str) -> Result<(), BadName>;

    /// Whether a file that begins like this is meant for this game.
    fn recognises(&self, head: &[u8]) -> bool;

    /// Checks a file.
    fn check_record(&self, file: &[u8]) -> Vec<Diagnostic>;

    /// Reads a file.
    fn read_record(&self, file: &[u8]) -> AnyReading;

    /// Writes a record.
    fn write_record(&self, record: &AnyRecord) -> String;

    /// The JSON forms of its values.
    #[cfg(feature = "serde")]
    fn json(&self) -> &'static dyn crate::json::AnyForms;

    /// The review of a record in a measure of the game's own, where it has one.
    fn ledger(
        &self,
        record: &AnyRecord,
        progress: &mut dyn FnMut(usize, &Ledger),
    ) -> Option<Ledger>;

    /// The bot of that name.
    fn bot(&self, name: &str, seed: u64, tables: &Tables) -> Option<Box<dyn AnyBot>>;

    /// What the bot of that name still lacks to play on from a position of this
    /// game.
    fn lacks(&self, name: &str, position: &dyn Position, tables: &Tables) -> Option<Lack>;
}

/// Makes a [`GameEntry`] of a game.
pub struct Entry<G> {
    common: Option<CommonBots<G>>,
}

impl<G: Playable> Entry<G> {
    /// The entry of `G`, with its own bots only.
    #[must_use]
    pub const fn new() -> Self {
        Entry { common: None }
    }

    /// The entry of `G`, with bots that serve any game besides its own.
    #[must_use]
    pub const fn with(common: CommonBots<G>) -> Self {
        Entry {
            common: Some(common),
        }
    }

    /// The bots that serve any game.
    fn common(&self) -> &'static [BotInfo] {
        self.common.map_or(&[], |common| (common.list)())
    }

    /// The name of the bot that is meant by a name, which may be one that every
    /// game offers.
    fn meant<'a>(&self, name: &'a str) -> &'a str {
        let mut offers = self.offers().into_iter();
        let offer = offers.find(|offer| offer.name == name);
        offer.map_or(name, |offer| offer.bot.name)
    }

    /// The bot of that name: the game's own before any other.
    fn typed_bot(&self, name: &str, seed: u64, tables: &Tables) -> Option<Box<dyn Bot<G>>> {
        let name = self.meant(name);
        G::bot(name, seed, tables).or_else(|| (self.common?.bot)(name, seed))
    }
}

impl<G: Playable> Default for Entry<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Playable> GameEntry for Entry<G> {
    fn info(&self) -> GameInfo {
        G::INFO
    }

    fn options(&self) -> &'static [SetupOption] {
        G::OPTIONS
    }

    fn bots(&self) -> &'static [BotInfo] {
        match G::BOTS {
            [] => self.common(),
            own => own,
        }
    }

    fn offers(&self) -> Vec<Offer> {
        let bots = self.bots();
        let named = |name| bots.iter().find(|bot| bot.name == name);
        let spread = |place| bots.get(place * bots.len().saturating_sub(1) / (OFFERED.len() - 1));
        let offer = |(place, name)| {
            let bot = G::OFFERS.map_or_else(|| spread(place), |offers| named(offers[place]));
            bot.map(|bot| Offer { name, bot: *bot })
        };
        OFFERED.into_iter().enumerate().filter_map(offer).collect()
    }

    fn all_bots(&self) -> Vec<BotInfo> {
        let offers = self.offers().into_iter();
        let mut bots: Vec<BotInfo> = offers
            .map(|Offer { name, bot }| BotInfo { name, ..bot })
            .collect();
        for other in self.bots().iter().chain(self.common()) {
            if bots.iter().all(|bot| bot.name != other.name) {
                bots.push(*other);
            }
        }
        bots
    }

    fn holds(&self, head: &[u8]) -> Holds {
        G::holds(head)
    }

    fn for_people(&self, values: &mut SetupValues, people: &[Seat]) {
        G::for_people(values, people);
    }

    fn has_luck(&self) -> bool {
        TypeId::of::<G::Chance>() != TypeId::of::<Never>()
    }

    fn is_private(&self) -> bool {
        G::PRIVATE
    }

    fn is_open(&self) -> bool {
        G::OPEN
    }

    fn comparable(&self) -> &'static [(&'static str, &'static str)] {
        G::COMPARABLE
    }

    fn solo(&self) -> Seat {
        G::SOLO
    }

    fn tolerance(&self) -> Tolerance {
        G::TOLERANCE
    }

    fn describe_value(&self, seat: Seat, value: f64) -> String {
        G::describe_value(seat, value)
    }

    fn start(
        &self,
        values: &SetupValues,
        luck: &mut dyn Rng,
    ) -> Result<Box<dyn Position>, SetupError> {
        Ok(Box::new(Typed(G::start(values, luck)?)))
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn Position>, Diagnostic> {
        Ok(Box::new(Typed(G::read_position(text)?)))
    }

    fn read_view(&self, text: &str, luck: &mut dyn Rng) -> Result<Box<dyn Position>, Diagnostic> {
        let view = G::read_view(text)?;
        let state = G::imagine(&view, Viewer::Public, luck);
        // Whose turn it is does not depend on who looks.
        Ok(Box::new(Typed(match state.turn() {
            Turn::Seat(seat) => G::imagine(&view, Viewer::Seat(seat), luck),
            Turn::Chance | Turn::Over(_) => state,
        })))
    }

    fn lookalike(&self, position: &dyn Position, luck: &mut dyn Rng) -> Box<dyn Position> {
        let state = Typed::<G>::of(position);
        match state.turn() {
            Turn::Seat(seat) => {
                let who = Viewer::Seat(seat);
                Box::new(Typed(G::imagine(&state.view(who), who, luck)))
            }
            Turn::Chance | Turn::Over(_) => position.boxed_clone(),
        }
    }

    fn bout(&self, start: &dyn Position, terms: Terms<'_>) -> Option<Played> {
        let tables = terms.tables;
        bout::play(Typed::<G>::of(start), terms, |name, seed| {
            self.typed_bot(name, seed, tables)
        })
    }

    fn simulate(&self, start: &dyn Position, series: &Series<'_>) -> Option<Vec<Played>> {
        let bots: Vec<&str> = series.bots.iter().map(|name| self.meant(name)).collect();
        Typed::<G>::of(start).simulate(&Series {
            bots: &bots,
            ..*series
        })
    }

    fn swatches(&self) -> &'static [Swatch] {
        G::SWATCHES
    }

    fn feat(&self) -> Option<&'static str> {
        G::FEAT
    }

    fn check_name(&self, name: &str) -> Result<(), BadName> {
        check_name(name, G::NOT_IN_NAMES)
    }

    fn recognises(&self, head: &[u8]) -> bool {
        G::recognises(head)
    }

    fn check_record(&self, file: &[u8]) -> Vec<Diagnostic> {
        G::check_record(file)
    }

    fn read_record(&self, file: &[u8]) -> AnyReading {
        let reading = G::read_record(file);
        AnyReading {
            record: reading.record.map(|record| AnyRecord {
                names: record.names,
                start: Box::new(Typed(record.start)),
                steps: record.steps.into_iter().map(AnyStep::new).collect(),
            }),
            spans: reading.spans,
            diagnostics: reading.diagnostics,
            unfinished: reading.unfinished,
        }
    }

    fn write_record(&self, record: &AnyRecord) -> String {
        G::write_record(&typed(record))
    }

    #[cfg(feature = "serde")]
    fn json(&self) -> &'static dyn crate::json::AnyForms {
        &crate::json::Untyped::<G>(std::marker::PhantomData)
    }

    fn ledger(
        &self,
        record: &AnyRecord,
        progress: &mut dyn FnMut(usize, &Ledger),
    ) -> Option<Ledger> {
        G::ledger(&typed::<G>(record), progress)
    }

    fn bot(&self, name: &str, seed: u64, tables: &Tables) -> Option<Box<dyn AnyBot>> {
        Some(Box::new(Seated::<G>(self.typed_bot(name, seed, tables)?)))
    }

    fn lacks(&self, name: &str, position: &dyn Position, tables: &Tables) -> Option<Lack> {
        let meant = self.meant(name);
        let lack = Typed::<G>::of(position).lacks(meant, tables)?;
        Some(Lack {
            optional: meant != name,
            ..lack
        })
    }
}

/// A record of this very game with its types.
fn typed<G: Playable>(record: &AnyRecord) -> Record<G> {
    Record {
        names: record.names.clone(),
        start: Typed::<G>::of(&*record.start).clone(),
        steps: record
            .steps
            .iter()
            .map(|step| step.of::<G>().clone())
            .collect(),
    }
}
