//! Every bot of every game in WebAssembly, behind a few C functions: `run.mjs`
//! asks them all for moves, with a time limit.
// The names of C functions are called unsafe, because others may have the same.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use parlour_core::luck::{self, Luck};
use parlour_core::{AnyBot, Limits, Match, Seat, SetupValues, Tables, Turn};

/// A game of a bot against itself.
struct Round {
    played: Match,
    bots: Vec<Box<dyn AnyBot>>,
    luck: Luck,
}

thread_local! {
    static ROUND: RefCell<Option<Round>> = const { RefCell::new(None) };
    /// What happened last, to be read by the page.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since any fixed moment.
    safe fn now() -> f64;
}

/// From now on the page's clock counts. Without this, looks at the clock are
/// counted instead.
#[cfg(target_family = "wasm")]
#[unsafe(no_mangle)]
pub extern "C" fn use_the_clock() {
    parlour_core::clock::set(|| now());
}

/// Where the text is that tells what happened last, and how long it is.
#[unsafe(no_mangle)]
pub extern "C" fn said() -> *const u8 {
    SAID.with_borrow(|said| said.as_ptr())
}

/// The length of [`said`].
#[unsafe(no_mangle)]
pub extern "C" fn said_length() -> usize {
    SAID.with_borrow(String::len)
}

fn say(said: String) {
    SAID.set(said);
}

/// Seats the bot with that number at all seats of the game with that number, and
/// says its name; 0 where there is no such bot.
#[unsafe(no_mangle)]
pub extern "C" fn begin(game: usize, bot: usize) -> u32 {
    std::panic::set_hook(Box::new(|panic| say(panic.to_string())));
    ROUND.set(round(game, bot));
    ROUND.with_borrow(|table| table.is_some().into())
}

fn round(game: usize, bot: usize) -> Option<Round> {
    let games = parlour_catalog::games();
    let game = games.get(game)?;
    let name = game.all_bots().get(bot)?.name;
    say(format!("{} {name}", game.info().id));
    let mut luck = luck::seeded(1);
    let start = game.start(&SetupValues::new(), &mut luck).ok()?;
    let seats = Seat::all(start.seats());
    let bots = seats.map(|seat| game.bot(name, u64::from(seat.0), &Tables::none()));
    let names = Seat::all(start.seats()).map(|seat| start.seat_name(seat).into_owned());
    Some(Round {
        bots: bots.collect::<Option<_>>()?,
        played: Match::new(start.clone(), names.collect()),
        luck,
    })
}

/// Has the bot make the next move within so many milliseconds, and says it; 0
/// where the game is over.
#[unsafe(no_mangle)]
pub extern "C" fn move_within(milliseconds: u32) -> u32 {
    let limits = Limits::time(Duration::from_millis(milliseconds.into()));
    ROUND.with_borrow_mut(|table| u32::from(table.as_mut().and_then(|t| t.step(&limits)).is_some()))
}

impl Round {
    fn step(&mut self, limits: &Limits) -> Option<()> {
        while self.played.turn() == Turn::Chance {
            let outcome = self.played.position().draw_lot(&mut self.luck)?;
            self.played.take(outcome).ok()?;
        }
        let Turn::Seat(seat) = self.played.turn() else {
            return None;
        };
        let advice = self.played.ask(&mut *self.bots[seat.index()], limits);
        let best = advice.expect("a bot has a move").best;
        say(self.played.position().write(&best));
        self.played.take(best).expect("a bot makes legal moves");
        Some(())
    }
}
