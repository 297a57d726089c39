//! A position without its type, with texts at the boundary.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;

use rand::Rng;

use crate::bot::Advice;
use crate::diagnostic::Diagnostic;
#[cfg(not(target_arch = "wasm32"))]
use crate::drawing::{DrawOptions, Drawing, Panel};
use crate::drawing::{Overlay, Run};
use crate::error::{Illegal, TooLarge};
use crate::game::{Game, Odds, Seat, Step, Turn, Viewer};
use crate::luck;
use crate::notation::{Pick, Throw};
use crate::picture::{Look, Motion, Scene, Theme};
use crate::playable::Playable;
use crate::record::Save;
use crate::step::AnyStep;

/// A position of any game, with the game's types erased.
///
/// # Examples
///
/// ```
/// use parlour_core::{Entry, GameEntry, Viewer};
/// use parlour_gridlock::Grid;
///
/// let mut position = Entry::<Grid>::new().read_position("2x1 rg ..")?;
/// assert_eq!(position.moves().len(), 4);
/// let step = position.read("red 0,0")?;
/// assert_eq!(position.describe(&step, Viewer::Public), "paints (0,0) red");
/// position.take(&step).expect("a legal move");
/// assert_eq!(position.text(), "2x1 rg r.");
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
pub trait Position: Send + Sync {
    /// Its text.
    fn text(&self) -> String;

    /// What a viewer sees, as text.
    fn view_text(&self, who: Viewer) -> String;

    /// How many seats the table has.
    fn seats(&self) -> u8;

    /// What the game calls a seat.
    fn seat_name(&self, seat: Seat) -> Cow<'static, str>;

    /// What happens next.
    fn turn(&self) -> Turn;

    /// If a match could go on for ever, a number that changes with every
    /// irreversible step.
    fn progress(&self) -> Option<u32>;

    /// What the game calls such a step.
    fn progress_word(&self) -> &'static str;

    /// The legal moves; at a chance event its outcomes, if they can be listed.
    fn moves(&self) -> Vec<String>;

    /// The outcomes of a chance event with their weights, if they can be
    /// listed.
    fn odds(&self) -> Vec<(String, u32)>;

    /// The only legal move, if there is exactly one.
    fn only_move(&self) -> Option<AnyStep>;

    /// The throw that comes next, for players with real dice.
    fn throw(&self) -> Option<Throw>;

    /// Reads a step: a move or, at a chance event, its outcome. Whether it is
    /// legal is for [`Position::take`] to say.
    ///
    /// # Errors
    ///
    /// The text is not a step.
    fn read(&self, text: &str) -> Result<AnyStep, Diagnostic>;

    /// The text of a step that can be taken here.
    fn write(&self, step: &AnyStep) -> String;

    /// Takes a step. After an error nothing has changed.
    ///
    /// # Errors
    ///
    /// The rules do not allow the step.
    fn take(&mut self, step: &AnyStep) -> Result<(), Illegal>;

    /// Reads a step, takes it, and returns it. After an error nothing has
    /// changed.
    ///
    /// # Errors
    ///
    /// The text is not a step, or the rules do not allow it.
    fn apply(&mut self, text: &str) -> Result<AnyStep, Diagnostic> {
        let step = self.read(text)?;
        match self.take(&step) {
            Ok(()) => Ok(step),
            Err(illegal) => Err(illegal.at(0..text.len())),
        }
    }

    /// A random outcome of the chance event; `None` if there is none.
    fn draw_lot(&self, luck: &mut dyn Rng) -> Option<AnyStep>;

    /// A step in this position as a sentence without its subject, as `who` may
    /// hear of it.
    fn describe(&self, step: &AnyStep, who: Viewer) -> String;

    /// What a bot thinks of this position, in texts.
    fn write_advice(&self, advice: &Advice<AnyStep>) -> Advice<String>;

    /// A move or, at a chance event, an outcome, by its index in
    /// [`Position::moves`].
    fn move_at(&self, index: usize) -> Option<AnyStep>;

    /// The path of picks of every legal move, in the order of the moves.
    fn picks(&self) -> Vec<Vec<Pick>>;

    /// The path of picks of a move; empty for a chance event.
    fn picks_of(&self, step: &AnyStep) -> Vec<Pick>;

    /// What to highlight on the board after a move; nothing for a chance event.
    fn trace_of(&self, step: &AnyStep) -> Vec<Pick>;

    /// Whether the picks of a move can be made in any order.
    fn picks_in_any_order(&self) -> bool;

    /// The position after a step, if everything `who` would see there follows
    /// from what `who` sees here: it can be shown before the step is taken.
    fn foresee(&self, step: &AnyStep, who: Viewer) -> Option<Box<dyn Position>>;

    /// Whether a seat sees what others do not, or is about to do something they
    /// must not see.
    fn has_secrets(&self, seat: Seat) -> bool;

    /// The board in words, as `who` may hear of it.
    ///
    /// # Errors
    ///
    /// The board is too large to be drawn.
    fn in_words(&self, who: Viewer) -> Result<String, TooLarge>;

    /// The board as text, as `who` may see it. Pages show pictures, so the module for browsers
    /// does without.
    ///
    /// # Errors
    ///
    /// The board is too large to be drawn.
    #[cfg(not(target_arch = "wasm32"))]
    fn draw(&self, who: Viewer, options: DrawOptions<'_>) -> Result<Drawing, TooLarge>;

    /// What stands beside a board that fills a room, as `who` may see it.
    #[cfg(not(target_arch = "wasm32"))]
    fn panels(&self, who: Viewer, options: DrawOptions<'_>) -> Vec<Panel>;

    /// A sign of a seat in its colour.
    fn badge(&self, seat: Seat, theme: Theme) -> Run;

    /// The board as pictures, as `who` may see it.
    ///
    /// # Errors
    ///
    /// The board is too large to be drawn.
    fn paint(&self, who: Viewer, look: &Look<'_>) -> Result<Scene, TooLarge>;

    /// What `who` sees move between this position and a later one of the same game.
    fn motions(&self, after: &dyn Position, who: Viewer) -> Vec<Motion>;

    /// The boards on the way from this position to a later one of the same game, as `who` sees
    /// them.
    #[cfg(not(target_arch = "wasm32"))]
    fn draw_between(
        &self,
        after: &dyn Position,
        who: Viewer,
        options: DrawOptions<'_>,
    ) -> Vec<Drawing>;

    /// What can be shown on the board besides its pieces.
    fn overlays(&self) -> &'static [Overlay];

    /// The board as text with one of these on it.
    ///
    /// # Errors
    ///
    /// The board is too large to be drawn.
    #[cfg(not(target_arch = "wasm32"))]
    fn draw_over(
        &self,
        who: Viewer,
        overlay: &Overlay,
        options: DrawOptions<'_>,
    ) -> Result<Drawing, TooLarge>;

    /// Perft: the number of sequences of `depth` moves from here; `None` if
    /// chance intervenes. Reports its progress from 0 to 1.
    #[cfg(not(target_arch = "wasm32"))]
    fn perft(&self, depth: u32, progress: &mut dyn FnMut(f64)) -> Option<u128>;

    /// The position as a file, in games that are saved without their history.
    fn save(&self) -> Option<Save>;

    /// Which seats are played by bots, in games whose files say so.
    fn bots_seated(&self) -> Option<Vec<bool>>;

    /// Sets which seats are played by bots, for the files of such games.
    fn seat_bots(&mut self, bots: &[bool]);

    /// What can be set up by hand at a place of the pictures, or in the whole position: names, and
    /// texts of the positions that come of it.
    fn arrangements(&self, place: Option<&str>) -> Vec<(String, String)>;

    /// Whether another position of the same game is the same.
    fn same_as(&self, other: &dyn Position) -> bool;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// Lets the wrapper of the same game get its state back.
    fn as_any(&self) -> &dyn Any;
}

impl fmt::Debug for dyn Position + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// The [`Position`] of a state.
#[derive(Clone)]
pub(crate) struct Typed<G>(pub(crate) G);

impl<G: Playable> Typed<G> {
    /// The state inside a position of this game.
    pub(crate) fn of(position: &dyn Position) -> &G {
        let typed: &Typed<G> = position
            .as_any()
            .downcast_ref()
            .expect("positions are only handed to the entry that made them");
        &typed.0
    }
}

impl<G: Playable> Position for Typed<G> {
    fn text(&self) -> String {
        self.0.write_position()
    }

    fn view_text(&self, who: Viewer) -> String {
        G::write_view(&self.0.view(who))
    }

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        self.0.seat_name(seat)
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn progress(&self) -> Option<u32> {
        self.0.progress()
    }

    fn progress_word(&self) -> &'static str {
        G::PROGRESS
    }

    fn moves(&self) -> Vec<String> {
        let outcomes = Position::odds(self).into_iter().map(|(outcome, _)| outcome);
        let moves = self.0.moves();
        outcomes
            .chain(moves.iter().map(|chosen| self.0.write_move(chosen)))
            .collect()
    }

    fn odds(&self) -> Vec<(String, u32)> {
        match self.0.odds() {
            Odds::Listed(outcomes) => outcomes
                .iter()
                .map(|(outcome, weight)| (self.0.write_chance(outcome), *weight))
                .collect(),
            Odds::Sampled(_) => Vec::new(),
        }
    }

    fn only_move(&self) -> Option<AnyStep> {
        match &self.0.moves()[..] {
            [only] => Some(AnyStep::new::<G>(Step::Move(only.clone()))),
            _ => None,
        }
    }

    fn throw(&self) -> Option<Throw> {
        self.0.throw()
    }

    fn read(&self, text: &str) -> Result<AnyStep, Diagnostic> {
        Ok(AnyStep::new::<G>(read_step(&self.0, text)?))
    }

    fn write(&self, step: &AnyStep) -> String {
        write_step(&self.0, step.of::<G>())
    }

    fn take(&mut self, step: &AnyStep) -> Result<(), Illegal> {
        step.of::<G>().take(&mut self.0)
    }

    fn draw_lot(&self, luck: &mut dyn Rng) -> Option<AnyStep> {
        let outcome = self.0.odds().sample(luck)?;
        Some(AnyStep::new::<G>(Step::Chance(outcome)))
    }

    fn describe(&self, step: &AnyStep, who: Viewer) -> String {
        match step.of::<G>() {
            Step::Move(chosen) => self.0.describe_move(chosen, who),
            Step::Chance(outcome) => self.0.describe_chance(outcome, who),
        }
    }

    fn write_advice(&self, advice: &Advice<AnyStep>) -> Advice<String> {
        let line = write_line(&self.0, &advice.line);
        Advice {
            line,
            ..Advice {
                line: Vec::new(),
                ..advice.clone()
            }
            .map(|step| self.write(&step))
        }
    }

    fn move_at(&self, index: usize) -> Option<AnyStep> {
        let step: Step<G> = match self.0.odds() {
            Odds::Listed(outcomes) if !outcomes.is_empty() => {
                Step::Chance(outcomes.get(index)?.0.clone())
            }
            _ => Step::Move(self.0.moves().get(index)?.clone()),
        };
        Some(AnyStep::new(step))
    }

    fn picks(&self) -> Vec<Vec<Pick>> {
        let moves = self.0.moves();
        moves.iter().map(|chosen| self.0.picks(chosen)).collect()
    }

    fn picks_of(&self, step: &AnyStep) -> Vec<Pick> {
        match step.of::<G>() {
            Step::Move(chosen) => self.0.picks(chosen),
            Step::Chance(_) => Vec::new(),
        }
    }

    fn trace_of(&self, step: &AnyStep) -> Vec<Pick> {
        match step.of::<G>() {
            Step::Move(chosen) => self.0.trace(chosen),
            Step::Chance(_) => Vec::new(),
        }
    }

    fn picks_in_any_order(&self) -> bool {
        G::ANY_ORDER
    }

    fn foresee(&self, step: &AnyStep, who: Viewer) -> Option<Box<dyn Position>> {
        let taken = step.of::<G>();
        let mut next = self.0.clone();
        taken.take(&mut next).ok()?;
        // If the same step from another state that looks the same led to
        // something that looks different, looking ahead would reveal a secret.
        let mut imagined = G::imagine(&self.0.view(who), who, &mut luck::seeded(0));
        taken.take(&mut imagined).ok()?;
        (imagined.view(who) == next.view(who)).then(|| Box::new(Typed(next)) as Box<dyn Position>)
    }

    fn has_secrets(&self, seat: Seat) -> bool {
        self.0.view(Viewer::Seat(seat)) != self.0.view(Viewer::Public)
            || self.0.turn() == Turn::Seat(seat) && moves_in_secret(&self.0, seat)
    }

    fn in_words(&self, who: Viewer) -> Result<String, TooLarge> {
        G::in_words(&self.0.view(who))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn draw(&self, who: Viewer, options: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        G::draw(&self.0.view(who), options)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn panels(&self, who: Viewer, options: DrawOptions<'_>) -> Vec<Panel> {
        G::panels(&self.0.view(who), options)
    }

    fn badge(&self, seat: Seat, theme: Theme) -> Run {
        G::badge(&self.0.view(Viewer::Public), seat, theme)
    }

    fn paint(&self, who: Viewer, look: &Look<'_>) -> Result<Scene, TooLarge> {
        let mut scene = G::paint(&self.0.view(who), look)?;
        scene.offer_the_rest(look);
        Ok(scene)
    }

    fn motions(&self, after: &dyn Position, who: Viewer) -> Vec<Motion> {
        G::motions(&self.0.view(who), &Typed::<G>::of(after).view(who))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn draw_between(
        &self,
        after: &dyn Position,
        who: Viewer,
        options: DrawOptions<'_>,
    ) -> Vec<Drawing> {
        let views = G::between(&self.0.view(who), &Typed::<G>::of(after).view(who));
        let drawings = views.iter().map(|view| G::draw(view, options));
        drawings.filter_map(Result::ok).collect()
    }

    fn overlays(&self) -> &'static [Overlay] {
        G::OVERLAYS
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn draw_over(
        &self,
        who: Viewer,
        overlay: &Overlay,
        options: DrawOptions<'_>,
    ) -> Result<Drawing, TooLarge> {
        G::draw_over(&self.0.view(who), overlay, options)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn perft(&self, depth: u32, progress: &mut dyn FnMut(f64)) -> Option<u128> {
        self.0.perft(depth, progress)
    }

    fn save(&self) -> Option<Save> {
        self.0.save()
    }

    fn bots_seated(&self) -> Option<Vec<bool>> {
        self.0.bots_seated()
    }

    fn seat_bots(&mut self, bots: &[bool]) {
        self.0.seat_bots(bots);
    }

    fn arrangements(&self, place: Option<&str>) -> Vec<(String, String)> {
        let choices = self.0.arrangements(place).into_iter();
        choices
            .map(|(name, set_up)| (name, set_up.write_position()))
            .collect()
    }

    fn same_as(&self, other: &dyn Position) -> bool {
        Typed::<G>::of(other) == &self.0
    }

    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Perft, move by move.
pub(crate) fn perft<G: Game>(state: &G, depth: u32, progress: &mut dyn FnMut(f64)) -> Option<u128> {
    if depth == 0 {
        return Some(1);
    }
    if state.turn() == Turn::Chance {
        return None;
    }
    let moves = state.moves();
    if depth == 1 {
        return Some(moves.len() as u128);
    }
    let mut nodes = 0;
    for (done, chosen) in moves.iter().enumerate() {
        progress(done as f64 / moves.len() as f64);
        let mut next = state.clone();
        if next.play(chosen).is_ok() {
            nodes += perft(&next, depth - 1, &mut |_| ())?;
        }
    }
    Some(nodes)
}

/// Whether the seat's next moves differ for the seat but look alike to others.
fn moves_in_secret<G: Game>(state: &G, seat: Seat) -> bool {
    let moves = state.moves();
    let after = |chosen: &G::Move| {
        let mut next = state.clone();
        next.play(chosen).ok().map(|()| next)
    };
    let ends = [moves.first(), moves.last()];
    let [Some(first), Some(last)] = ends.map(|chosen| chosen.and_then(after)) else {
        return false;
    };
    let looks_same = |who| first.view(who) == last.view(who);
    looks_same(Viewer::Public) && !looks_same(Viewer::Seat(seat))
}

pub(crate) fn read_step<G: Playable>(state: &G, text: &str) -> Result<Step<G>, Diagnostic> {
    match state.turn() {
        Turn::Chance => state.read_chance(text).map(Step::Chance),
        Turn::Seat(_) | Turn::Over(_) => state.read_move(text).map(Step::Move),
    }
}

pub(crate) fn write_step<G: Playable>(state: &G, step: &Step<G>) -> String {
    match step {
        Step::Move(chosen) => state.write_move(chosen),
        Step::Chance(outcome) => state.write_chance(outcome),
    }
}

/// Consecutive moves, as far as they are legal and chance does not intervene.
fn write_line<G: Playable>(state: &G, line: &[AnyStep]) -> Vec<String> {
    let mut state = state.clone();
    let mut texts = Vec::with_capacity(line.len());
    for step in line {
        let step = step.of::<G>();
        let text = write_step(&state, step);
        if step.take(&mut state).is_err() {
            break;
        }
        texts.push(text);
    }
    texts
}
