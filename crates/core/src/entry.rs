//! A game without its types: what the catalogue lists.

use std::any::TypeId;
use std::fmt;
use std::marker::PhantomData;

use rand::Rng;

use crate::any_bot::{AnyBot, Seated};
use crate::bot::{Advice, Bot, BotInfo, CommonBots, Measure, MissingFile, OFFERED, Offer, Remark};
#[cfg(not(target_arch = "wasm32"))]
use crate::bout::{self, Terms};
use crate::bout::{Played, Series};
use crate::diagnostic::Diagnostic;
use crate::error::SetupError;
use crate::game::{Never, Seat, Turn, Viewer};
use crate::learn::{AnyPuzzles, Untyped};
use crate::names::{BadName, check_name};
use crate::picture::Swatch;
use crate::playable::{GameInfo, Playable};
use crate::position::{Position, Typed};
use crate::record::{AnyReading, AnyRecord, Holds, Record};
use crate::review::{Ledger, Tolerance};
use crate::setup::{SetupOption, SetupValues};
use crate::step::AnyStep;
use crate::tables::Tables;

/// A game of the catalogue, without its types.
///
/// # Examples
///
/// A game from start to end with any entry, here that of Gridlock. Front ends get theirs from the
/// catalogue (`parlour_catalog::games`).
///
/// ```
/// use parlour_core::{Entry, GameEntry, SetupValues, Turn, luck};
/// use parlour_gridlock::Grid;
///
/// let game: &dyn GameEntry = &Entry::<Grid>::new();
/// assert_eq!(game.info().title, "Gridlock");
///
/// let mut setup = SetupValues::new();
/// setup.set("size", "3x2");
/// let mut position = game.start(&setup, &mut luck::seeded(1))?;
/// while let Turn::Seat(_) = position.turn() {
///     let first = position.moves().remove(0);
///     position.apply(&first).expect("a legal move");
/// }
/// assert!(position.turn().outcome().is_some());
/// # Ok::<(), parlour_core::SetupError>(())
/// ```
pub trait GameEntry: Send + Sync {
    /// What to know about it.
    fn info(&self) -> GameInfo;

    /// The options of its setup.
    fn options(&self) -> &'static [SetupOption];

    /// The bots, from the weakest to the strongest: the game's own or, if it
    /// has none, those that can play any game.
    fn bots(&self) -> &'static [BotInfo];

    /// The opponents that every game with bots offers under the same names.
    fn offers(&self) -> Vec<Offer>;

    /// All bots that can be asked for by name: what every game offers, the
    /// game's own, and then those that can play any game, whatever their
    /// strength in this one.
    fn all_bots(&self) -> Vec<BotInfo>;

    /// What a file of this game holds, judging by how it begins.
    fn holds(&self, head: &[u8]) -> Holds;

    /// Leaves choices to the people in these seats that they would rather make
    /// at the table: see [`Configure::for_people`](crate::Configure::for_people).
    fn for_people(&self, values: &mut SetupValues, people: &[Seat]);

    /// Whether chance plays a part in it.
    fn has_luck(&self) -> bool;

    /// Whether players look at the board one after the other.
    fn is_private(&self) -> bool;

    /// Whether nothing is hidden from anybody.
    fn is_open(&self) -> bool;

    /// Setup options and values that make bots comparable.
    fn comparable(&self) -> &'static [(&'static str, &'static str)];

    /// The seat of a person who plays against bots.
    fn solo(&self) -> Seat;

    /// How much of the chance of winning a move may lose before a review marks
    /// it.
    fn tolerance(&self) -> Tolerance;

    /// A bot's count for the player in `seat`, in words.
    fn describe_value(&self, seat: Seat, value: f64) -> String;

    /// What a position is worth to the player in `seat`, who is to move, in words: from the advice
    /// of a bot and its remark, if it makes one.
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
            (Measure::Chance, Some(1.0..)) => " wins with best play".to_owned(),
            (Measure::Chance, Some(..=0.0)) => " loses against best play".to_owned(),
            (Measure::Chance, Some(value)) => format!("'s chance: {:.1} %", 100.0 * value),
            (Measure::Count | Measure::Score { .. }, Some(value)) => {
                format!(": {}", self.describe_value(seat, value))
            }
        };
        format!("{name}{worth}{remark}")
    }

    /// The start position for a setup.
    ///
    /// # Errors
    ///
    /// An option has a value that the game does not take.
    fn start(
        &self,
        values: &SetupValues,
        luck: &mut dyn Rng,
    ) -> Result<Box<dyn Position>, SetupError>;

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// The text is malformed, or no game can come to such a position.
    fn read_position(&self, text: &str) -> Result<Box<dyn Position>, Diagnostic>;

    /// Reads a view, and returns a position that looks like it to the seat to
    /// move.
    ///
    /// # Errors
    ///
    /// The text is not a view.
    fn read_view(&self, text: &str, luck: &mut dyn Rng) -> Result<Box<dyn Position>, Diagnostic>;

    /// A position that looks the same to the seat to move but may differ; the
    /// same one if no seat is to move.
    #[doc(alias = "determinisation")]
    fn lookalike(&self, position: &dyn Position, luck: &mut dyn Rng) -> Box<dyn Position>;

    /// Plays a whole game between bots from a position of this game; `None` if
    /// it was stopped, or if the number of bots is not the number of seats. The module for browsers
    /// has no arena and does without.
    #[cfg(not(target_arch = "wasm32"))]
    fn bout(&self, start: &dyn Position, terms: Terms<'_>) -> Option<Played>;

    /// Plays the same games that [`GameEntry::bout`] would, many at once, with
    /// the game's own simulator; `None` if it has none that knows these bots.
    #[cfg(not(target_arch = "wasm32"))]
    fn simulate(&self, start: &dyn Position, series: &Series<'_>) -> Option<Vec<Played>>;

    /// The colours of its pictures.
    fn swatches(&self) -> &'static [Swatch];

    /// What is worth counting over many games: `captures`.
    fn feat(&self) -> Option<&'static str>;

    /// Whether a player's name can be written in a file of this game.
    ///
    /// # Errors
    ///
    /// The name contains something that the format cannot hold.
    fn check_name(&self, name: &str) -> Result<(), BadName>;

    /// Whether a file that begins like this is meant for this game.
    fn recognises(&self, head: &[u8]) -> bool;

    /// The seats whose bots may choose something in secret: see [`Records::SEALED`](crate::Records::SEALED).
    fn sealed_seats(&self) -> &'static [Seat];

    /// Checks a file.
    fn check_record(&self, file: &[u8]) -> Vec<Diagnostic>;

    /// Reads a file.
    fn read_record(&self, file: &[u8]) -> AnyReading;

    /// Writes a record.
    fn write_record(&self, record: &AnyRecord) -> String;

    /// The JSON forms of its values.
    #[cfg(feature = "serde")]
    fn json(&self) -> &'static dyn crate::json::AnyForms;

    /// The script of a guided first game, if it has one.
    fn lesson(&self) -> Option<&'static str>;

    /// Its puzzles, if it has any.
    fn puzzles(&self) -> Option<&'static dyn AnyPuzzles>;

    /// The review of a record in the game's own unit, if it has one.
    fn ledger(
        &self,
        record: &AnyRecord,
        progress: &mut dyn FnMut(usize, &Ledger),
    ) -> Option<Ledger>;

    /// The bot of that name.
    fn bot(&self, name: &str, seed: u64, tables: &Tables) -> Option<Box<dyn AnyBot>>;

    /// What the bot of that name still needs to play from a position of this
    /// game.
    fn missing_file(
        &self,
        name: &str,
        position: &dyn Position,
        tables: &Tables,
    ) -> Option<MissingFile>;
}

impl fmt::Debug for dyn GameEntry + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)
    }
}

/// Makes a [`GameEntry`] of a game.
///
/// # Examples
///
/// ```
/// use parlour_core::{Entry, GameEntry};
/// use parlour_gridlock::Grid;
///
/// static GRIDLOCK: Entry<Grid> = Entry::new();
/// let position = GRIDLOCK.read_position("2x1 rg r.").expect("a position");
/// assert_eq!(position.moves(), ["green 1,0"]);
/// ```
pub struct Entry<G> {
    common: Option<CommonBots<G>>,
}

impl<G: Playable> Entry<G> {
    /// The entry of `G`, with its own bots only.
    #[must_use]
    pub const fn new() -> Self {
        Entry { common: None }
    }

    /// The entry of `G`, with bots that can play any game as well as its own.
    #[must_use]
    pub const fn with(common: CommonBots<G>) -> Self {
        Entry {
            common: Some(common),
        }
    }

    /// The bots that can play any game.
    fn common(&self) -> &'static [BotInfo] {
        self.common.map_or(&[], |common| (common.list)())
    }

    /// The bot that a name stands for: itself, or what an offered name means in
    /// this game.
    fn meant<'a>(&self, name: &'a str) -> &'a str {
        let mut offers = self.offers().into_iter();
        let offer = offers.find(|offer| offer.name == name);
        offer.map_or(name, |offer| offer.bot.name)
    }

    /// The bot of that name, the game's own first.
    fn typed_bot(&self, name: &str, seed: u64, tables: &Tables) -> Option<Box<dyn Bot<G>>> {
        let name = self.meant(name);
        G::bot(name, seed, tables).or_else(|| (self.common?.bot)(name, seed))
    }
}

impl<G: Playable> fmt::Debug for Entry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").finish_non_exhaustive()
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

    fn lesson(&self) -> Option<&'static str> {
        G::LESSON
    }

    fn puzzles(&self) -> Option<&'static dyn AnyPuzzles> {
        match G::PUZZLES {
            Some(_) => Some(&Untyped::<G>(PhantomData)),
            None => None,
        }
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
        // Whose turn it is does not depend on the viewer.
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

    #[cfg(not(target_arch = "wasm32"))]
    fn bout(&self, start: &dyn Position, terms: Terms<'_>) -> Option<Played> {
        let tables = terms.tables;
        bout::play(Typed::<G>::of(start), terms, |name, seed| {
            self.typed_bot(name, seed, tables)
        })
    }

    #[cfg(not(target_arch = "wasm32"))]
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

    fn sealed_seats(&self) -> &'static [Seat] {
        G::SEALED
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
                sealed: record.sealed,
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

    fn missing_file(
        &self,
        name: &str,
        position: &dyn Position,
        tables: &Tables,
    ) -> Option<MissingFile> {
        let meant = self.meant(name);
        let missing = Typed::<G>::of(position).missing_file(meant, tables)?;
        Some(MissingFile {
            optional: meant != name,
            ..missing
        })
    }
}

/// A record with the types of its game.
fn typed<G: Playable>(record: &AnyRecord) -> Record<G> {
    Record {
        names: record.names.clone(),
        start: Typed::<G>::of(&*record.start).clone(),
        steps: record
            .steps
            .iter()
            .map(|step| step.of::<G>().clone())
            .collect(),
        sealed: record.sealed.clone(),
    }
}
