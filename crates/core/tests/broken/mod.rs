//! Games with one fault, to show that the laws notice it.

mod encode;
mod files;
mod json;
mod odd;
mod playing;

use std::any::Any;
use std::borrow::Cow;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::panic::catch_unwind;
use std::rc::Rc;

use parlour_core::{
    Configure, Diagnostic, Game, Illegal, Imagine, Notation, Odds, Pick, Picks, Seat, SetupError,
    SetupOption, SetupValues, Symmetric, Turn, Viewer,
};
use rand::Rng;

/// What the laws of play ask for.
trait Shape: Configure + Notation + Picks + Symmetric + Imagine {}

impl<G: Configure + Notation + Picks + Symmetric + Imagine> Shape for G {}

/// A game's answers as separate functions, so that one can be replaced by a
/// wrong one. A type for every fault would take minutes to compile.
struct Answers<G: Shape> {
    start: fn(&SetupValues, &mut dyn Rng) -> Result<G, SetupError>,
    moves: fn(&G) -> Vec<G::Move>,
    play: fn(&mut G, &G::Move) -> Result<(), Illegal>,
    odds: fn(&G) -> Odds<G::Chance>,
    resolve: fn(&mut G, &G::Chance) -> Result<(), Illegal>,
    view: fn(&G, Viewer) -> G::View,
    imagine: fn(&G::View, Viewer, &mut dyn Rng) -> G,
    /// Gets the number of moves played too, which equality does not count.
    hash: fn(&G, u32, &mut dyn Hasher),
    write_position: fn(&G) -> String,
    read_position: fn(&str) -> Result<G, Diagnostic>,
    write_move: fn(&G, &G::Move) -> String,
    read_move: fn(&G, &str) -> Result<G::Move, Diagnostic>,
    read_chance: fn(&G, &str) -> Result<G::Chance, Diagnostic>,
    seat_name: fn(&G, Seat) -> Cow<'static, str>,
    describe_move: fn(&G, &G::Move, Viewer) -> String,
    picks: fn(&G, &G::Move) -> Vec<Pick>,
    map: fn(&G, &G::Symmetry) -> G,
    map_move: fn(&G, &G::Symmetry, &G::Move) -> G::Move,
    map_chance: fn(&G, &G::Symmetry, &G::Chance) -> G::Chance,
}

impl<G: Shape> Answers<G> {
    /// What the game itself says.
    fn sound() -> Self {
        Answers {
            start: G::start,
            moves: G::moves,
            play: G::play,
            odds: G::odds,
            resolve: G::resolve,
            view: G::view,
            imagine: G::imagine,
            hash: |game, _, mut hasher| game.hash(&mut hasher),
            write_position: G::write_position,
            read_position: G::read_position,
            write_move: G::write_move,
            read_move: G::read_move,
            read_chance: G::read_chance,
            seat_name: G::seat_name,
            describe_move: G::describe_move,
            picks: G::picks,
            map: G::map,
            map_move: G::map_move,
            map_chance: G::map_chance,
        }
    }
}

thread_local! {
    /// The [`Answers`] of the game that this thread's test is about.
    static GIVEN: RefCell<Rc<dyn Any>> = RefCell::new(Rc::new(()));
}

fn give<G: Shape>(answers: Answers<G>) {
    GIVEN.set(Rc::new(answers));
}

fn given<G: Shape>() -> Rc<Answers<G>> {
    let answers = GIVEN.with_borrow(Rc::clone);
    answers
        .downcast()
        .expect("a test gives answers of its game")
}

/// The game `G`, with the answers that are given in this thread.
#[derive(Clone, Debug)]
struct Broken<G> {
    game: G,
    played: u32,
}

impl<G> From<G> for Broken<G> {
    fn from(game: G) -> Self {
        Broken { game, played: 0 }
    }
}

impl<G: PartialEq> PartialEq for Broken<G> {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl<G: Eq> Eq for Broken<G> {}

impl<G: Shape> Hash for Broken<G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (given::<G>().hash)(&self.game, self.played, hasher);
    }
}

impl<G: Shape> Game for Broken<G> {
    type Move = G::Move;
    type Chance = G::Chance;
    type View = G::View;

    fn seats(&self) -> u8 {
        self.game.seats()
    }
    fn turn(&self) -> Turn {
        self.game.turn()
    }
    fn moves(&self) -> Vec<G::Move> {
        (given::<G>().moves)(&self.game)
    }
    fn play(&mut self, chosen: &G::Move) -> Result<(), Illegal> {
        self.played += 1;
        (given::<G>().play)(&mut self.game, chosen)
    }
    fn odds(&self) -> Odds<G::Chance> {
        (given::<G>().odds)(&self.game)
    }
    fn resolve(&mut self, outcome: &G::Chance) -> Result<(), Illegal> {
        (given::<G>().resolve)(&mut self.game, outcome)
    }
    fn view(&self, who: Viewer) -> G::View {
        (given::<G>().view)(&self.game, who)
    }
}

impl<G: Shape> Configure for Broken<G> {
    const OPTIONS: &'static [SetupOption] = G::OPTIONS;

    fn start(values: &SetupValues, luck: &mut dyn Rng) -> Result<Self, SetupError> {
        (given::<G>().start)(values, luck).map(Self::from)
    }
}

impl<G: Shape> Notation for Broken<G> {
    fn write_position(&self) -> String {
        (given::<G>().write_position)(&self.game)
    }
    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        (given::<G>().read_position)(text).map(Self::from)
    }
    fn write_move(&self, chosen: &G::Move) -> String {
        (given::<G>().write_move)(&self.game, chosen)
    }
    fn read_move(&self, text: &str) -> Result<G::Move, Diagnostic> {
        (given::<G>().read_move)(&self.game, text)
    }
    fn write_chance(&self, outcome: &G::Chance) -> String {
        self.game.write_chance(outcome)
    }
    fn read_chance(&self, text: &str) -> Result<G::Chance, Diagnostic> {
        (given::<G>().read_chance)(&self.game, text)
    }
    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        (given::<G>().seat_name)(&self.game, seat)
    }
    fn describe_move(&self, chosen: &G::Move, who: Viewer) -> String {
        (given::<G>().describe_move)(&self.game, chosen, who)
    }
}

impl<G: Shape> Picks for Broken<G> {
    fn picks(&self, chosen: &G::Move) -> Vec<Pick> {
        (given::<G>().picks)(&self.game, chosen)
    }
}

impl<G: Shape> Symmetric for Broken<G> {
    type Symmetry = G::Symmetry;

    fn symmetries(&self) -> Vec<G::Symmetry> {
        self.game.symmetries()
    }
    fn map(&self, symmetry: &G::Symmetry) -> Self {
        (given::<G>().map)(&self.game, symmetry).into()
    }
    fn map_move(&self, symmetry: &G::Symmetry, chosen: &G::Move) -> G::Move {
        (given::<G>().map_move)(&self.game, symmetry, chosen)
    }
    fn map_chance(&self, symmetry: &G::Symmetry, outcome: &G::Chance) -> G::Chance {
        (given::<G>().map_chance)(&self.game, symmetry, outcome)
    }
}

impl<G: Shape> Imagine for Broken<G> {
    fn imagine(view: &G::View, who: Viewer, luck: &mut dyn Rng) -> Self {
        (given::<G>().imagine)(view, who, luck).into()
    }
}

/// Runs laws that must fail, and checks that they fail with these words.
#[track_caller]
fn fails(laws: fn(), words: &str) {
    let panic = catch_unwind(laws).expect_err("a law should be broken");
    let message: &String = panic.downcast_ref().expect("laws fail with a text");
    assert!(
        message.contains(words),
        "a law about something else is broken: {message}"
    );
}
