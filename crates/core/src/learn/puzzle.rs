//! Puzzles: positions in which few moves are right, made by the solvers that judge the answers.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use crate::bot::Limits;
use crate::diagnostic::Diagnostic;
use crate::entry::GameEntry;
use crate::game::{Game, Step, Turn, Viewer, below};
use crate::luck::Luck;
use crate::playable::Playable;
use crate::position::{Position, Typed};
use crate::seed::Seed;
use crate::setup::SetupValues;
use crate::sorting::Sorting;
use crate::step::AnyStep;
use crate::tables::Tables;

/// Positions that a bot may look at to see what is obvious.
const GLANCE: u64 = 20_000;

/// Judges the moves of a position within limits. `None` if it cannot.
pub type Judge<G> = fn(&G, &Tables, &Limits) -> Option<Judgement<<G as Game>::Move>>;

/// How a game makes puzzles and judges answers. Equal seeds make equal puzzles, so neither may
/// depend on the time; [`Limits`] only stop them.
pub struct Puzzles<G: Game> {
    /// What to find, in a sentence.
    pub task: &'static str,
    /// Whether a puzzle goes on to the end of the game; if not, one move solves it.
    pub is_whole: bool,
    /// The most moves that may be right at the beginning.
    pub most_right: usize,
    /// How much worse, in the unit of [`Judgement::gap`], every other move must be.
    pub margin: f64,
    /// A bot that finds obvious moves: only positions it gets wrong become puzzles.
    pub naive: Option<&'static str>,
    /// A position that may be a puzzle.
    pub source: fn(&mut Luck, &Tables, &Limits) -> Option<G>,
    /// Judges the moves of a position. `None` if it cannot.
    pub judge: Judge<G>,
    /// What a move of this value means, as the end of a sentence about it.
    pub words: fn(&G, value: f64) -> String,
    /// Puzzles that come with the game: see [`shipped`]. Pages load them as a file.
    #[cfg(not(target_arch = "wasm32"))]
    pub shipped: &'static str,
}

impl<G: Game> fmt::Debug for Puzzles<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Puzzles").finish_non_exhaustive()
    }
}

/// A move as the solver judges it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged<M> {
    /// The move.
    pub chosen: M,
    /// What it is worth, in a unit that [`Puzzles::words`] knows.
    pub value: f64,
    /// Whether it solves the puzzle, or keeps it solvable.
    pub is_right: bool,
}

/// The moves of a position as the solver judges them.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement<M> {
    /// The moves, best first. A move that is not listed is worse than all that are.
    pub moves: Vec<Judged<M>>,
    /// How much worse the best of the wrong moves is.
    pub gap: f64,
}

impl<M> Judgement<M> {
    /// The moves that are right.
    pub fn right(&self) -> impl Iterator<Item = &M> {
        let right = self.moves.iter().filter(|judged| judged.is_right);
        right.map(|judged| &judged.chosen)
    }
}

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The number that made it.
    pub seed: u64,
    /// The position; somebody is to move.
    pub position: Box<dyn Position>,
    /// The moves that are right, as texts.
    pub right: Vec<String>,
}

/// The puzzles of a game, without its types.
///
/// # Examples
///
/// ```
/// use parlour_core::{Entry, GameEntry, Limits, Tables};
/// use parlour_gridlock::Grid;
///
/// let game: &dyn GameEntry = &Entry::<Grid>::new();
/// let puzzles = game.puzzles().expect("Gridlock has puzzles");
/// assert_eq!(puzzles.task(), "Find the only move that wins.");
///
/// let position = game.read_position("3x1 r ...").expect("a position");
/// let judged = puzzles
///     .judge(&*position, &Tables::none(), &Limits::default())
///     .expect("nothing stops the solver");
/// let right: Vec<String> = judged.right().map(|step| position.write(step)).collect();
/// assert_eq!(right, ["red 1,0"]);
/// ```
pub trait AnyPuzzles: Send + Sync {
    /// What to find, in a sentence.
    fn task(&self) -> &'static str;

    /// Whether a puzzle goes on to the end of the game.
    fn is_whole(&self) -> bool;

    /// Makes a puzzle: the same one for the same number. Reports how many positions it has looked
    /// at. `None` if it is stopped first.
    fn make(
        &self,
        seed: u64,
        tables: &Tables,
        limits: &Limits,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Puzzle>;

    /// Judges the moves of a position; `None` if there is none, or the solver is stopped.
    fn judge(
        &self,
        position: &dyn Position,
        tables: &Tables,
        limits: &Limits,
    ) -> Option<Judgement<AnyStep>>;

    /// What a move of this value means, as the end of a sentence about it.
    fn words(&self, position: &dyn Position, value: f64) -> String;

    /// The puzzles that come with the game, as text.
    #[cfg(not(target_arch = "wasm32"))]
    fn shipped(&self) -> &'static str;
}

impl fmt::Debug for dyn AnyPuzzles + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.task())
    }
}

/// The [`AnyPuzzles`] of a game that has [`Playable::PUZZLES`].
pub(crate) struct Untyped<G>(pub(crate) PhantomData<fn() -> G>);

impl<G: Playable> Untyped<G> {
    fn puzzles() -> Puzzles<G> {
        G::PUZZLES.expect("it is handed out for games that have some")
    }

    /// Whether a position makes a good puzzle, as judged.
    fn is_good(state: &G, judgement: &Judgement<G::Move>, seed: u64, tables: &Tables) -> bool {
        let Turn::Seat(seat) = state.turn() else {
            return false;
        };
        let moves = state.moves();
        let right = judgement.right().count();
        let is_choice = (1..=Self::puzzles().most_right).contains(&right) && right < moves.len();
        if !is_choice || judgement.gap < Self::puzzles().margin {
            return false;
        }
        let Some(mut naive) = Self::puzzles()
            .naive
            .and_then(|name| G::bot(name, seed, tables))
        else {
            return true;
        };
        let view = state.view(Viewer::Seat(seat));
        let obvious = naive
            .advise(seat, &view, &moves, &Limits::nodes(GLANCE))
            .best;
        !judgement.right().any(|right| *right == obvious)
    }
}

impl<G: Playable> AnyPuzzles for Untyped<G> {
    fn task(&self) -> &'static str {
        Self::puzzles().task
    }

    fn is_whole(&self) -> bool {
        Self::puzzles().is_whole
    }

    fn make(
        &self,
        seed: u64,
        tables: &Tables,
        limits: &Limits,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Puzzle> {
        let luck = Seed::new(seed);
        for attempt in 0.. {
            if limits.reached(0) {
                break;
            }
            progress(attempt);
            let mut luck = luck.game(attempt).deal();
            let Some(state) = (Self::puzzles().source)(&mut luck, tables, limits) else {
                continue;
            };
            let judged = (Self::puzzles().judge)(&state, tables, limits);
            // A solver that was stopped may have judged only half.
            if limits.reached(0) {
                break;
            }
            let good = judged.filter(|judged| Self::is_good(&state, judged, seed, tables));
            if let Some(judgement) = good {
                let right = judgement.right();
                return Some(Puzzle {
                    seed,
                    right: right.map(|chosen| state.write_move(chosen)).collect(),
                    position: Box::new(Typed(state)),
                });
            }
        }
        None
    }

    fn judge(
        &self,
        position: &dyn Position,
        tables: &Tables,
        limits: &Limits,
    ) -> Option<Judgement<AnyStep>> {
        let state = Typed::<G>::of(position);
        if !matches!(state.turn(), Turn::Seat(_)) {
            return None;
        }
        let judged = (Self::puzzles().judge)(state, tables, limits)?;
        let untyped = |judged: Judged<G::Move>| Judged {
            chosen: AnyStep::new::<G>(Step::Move(judged.chosen)),
            value: judged.value,
            is_right: judged.is_right,
        };
        Some(Judgement {
            moves: judged.moves.into_iter().map(untyped).collect(),
            gap: judged.gap,
        })
    }

    fn words(&self, position: &dyn Position, value: f64) -> String {
        (Self::puzzles().words)(Typed::<G>::of(position), value)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn shipped(&self) -> &'static str {
        Self::puzzles().shipped
    }
}

/// A puzzle of a list that comes with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped<'a> {
    /// The number that made it.
    pub seed: u64,
    /// The text of its position.
    pub position: &'a str,
}

/// The puzzles of such a list: a line each, with the number and the text of the position,
/// separated by a tab. Lines that begin with `#` are comments.
pub fn shipped(list: &str) -> impl Iterator<Item = Shipped<'_>> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let (seed, position) = line.split_once('\t')?;
        let seed = seed.parse().ok()?;
        Some(Shipped { seed, position })
    })
}

impl Shipped<'_> {
    /// Its position.
    ///
    /// # Errors
    ///
    /// The text is not a position of the game.
    pub fn position(&self, game: &dyn GameEntry) -> Result<Box<dyn Position>, Diagnostic> {
        game.read_position(self.position)
    }
}

/// A position after some moves of a game between bots of that name: a source of puzzles.
/// `setups` has option and value pairs, of which chance chooses one; `steps` says how many moves
/// and throws to make. `None` if that does not lead to a choice.
pub fn after_bots<G: Playable>(
    luck: &mut Luck,
    tables: &Tables,
    setups: &[&[(&str, &str)]],
    bot: &str,
    nodes: u64,
    steps: RangeInclusive<u64>,
) -> Option<G> {
    let setup = below(luck, setups.len() as u64)?;
    let mut values = SetupValues::new();
    for (name, value) in setups[setup as usize] {
        values.set(name, *value);
    }
    let length = steps.start() + below(luck, steps.end() - steps.start() + 1)?;
    let mut state = G::start(&values, luck).ok()?;
    let mut bots = (0..u64::from(state.seats()))
        .map(|_| G::bot(bot, below(luck, u64::MAX)?, tables))
        .collect::<Option<Vec<_>>>()?;
    let mut made = 0;
    loop {
        match state.turn() {
            Turn::Over(_) => return None,
            Turn::Chance => {
                let outcome = state.odds().sample(luck)?;
                state.resolve(&outcome).ok()?;
            }
            Turn::Seat(_) if made >= length => break,
            Turn::Seat(seat) => {
                let view = state.view(Viewer::Seat(seat));
                let moves = state.moves();
                let bot = &mut bots[seat.index()];
                let chosen = bot.advise(seat, &view, &moves, &Limits::nodes(nodes)).best;
                state.play(&chosen).ok()?;
            }
        }
        made += 1;
    }
    (state.moves().len() > 1).then_some(state)
}

/// Judges the moves by the values of a bot of that name, as chances of winning. [`Limits::others`]
/// says how many moves besides the best it must value; a move within `equal` of the best is right
/// too. `None` if the bot knows fewer.
pub fn by_bot<G: Playable>(
    state: &G,
    tables: &Tables,
    bot: &str,
    limits: &Limits,
    equal: f64,
) -> Option<Judgement<G::Move>> {
    let Turn::Seat(seat) = state.turn() else {
        return None;
    };
    let moves = state.moves();
    let mut bot = G::bot(bot, 0, tables)?;
    let view = state.view(Viewer::Seat(seat));
    let advice = bot.advise(seat, &view, &moves, limits);
    let wanted = moves.len().min(limits.others as usize + 1);
    let mut valued: Vec<(G::Move, f64)> = Vec::with_capacity(advice.considered.len());
    for (chosen, value) in advice.considered {
        valued.push((chosen, G::INFO.measure.chance(value)?));
    }
    if valued.len() < wanted {
        return None;
    }
    valued.order_by(|(_, a), (_, b)| b.total_cmp(a));
    let best = valued.first()?.1;
    let gap = valued.iter().map(|(_, value)| best - value);
    let gap = gap.filter(|loss| *loss > equal).fold(1.0, f64::min);
    Some(Judgement {
        gap,
        moves: valued
            .into_iter()
            .map(|(chosen, value)| Judged {
                chosen,
                value,
                is_right: best - value <= equal,
            })
            .collect(),
    })
}
