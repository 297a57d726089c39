//! A state of play without its type, with texts at its edge.

use std::any::Any;
use std::borrow::Cow;

use rand::Rng;

use crate::bot::Advice;
use crate::diagnostic::Diagnostic;
use crate::drawing::{DrawOptions, Drawing, Overlay};
use crate::entry::Playable;
use crate::error::{Illegal, TooLarge};
use crate::game::{Game, Odds, Seat, Step, Turn, Viewer};
use crate::luck;
use crate::notation::{Pick, Throw};
use crate::picture::{Look, Motion, Scene};
use crate::record::Save;
use crate::step::AnyStep;

/// A position of some game.
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

    /// Where a match could go on for ever, a number that changes with every
    /// step that cannot be undone.
    fn progress(&self) -> Option<u32>;

    /// What the game calls such a step.
    fn progress_word(&self) -> &'static str;

    /// The legal moves; at a chance turn what luck may do, where that can be
    /// listed.
    fn moves(&self) -> Vec<String>;

    /// At a chance turn, what luck may do with the weight of each outcome,
    /// where that can be listed.
    fn odds(&self) -> Vec<(String, u32)>;

    /// The one legal move, where there is no other.
    fn only_move(&self) -> Option<AnyStep>;

    /// The throw that is next, for players with dice of their own.
    fn throw(&self) -> Option<Throw>;

    /// Reads a step: a move, or at a chance turn what luck does. Whether it is
    /// legal is for [`Position::take`] to say.
    fn read(&self, text: &str) -> Result<AnyStep, Diagnostic>;

    /// The text of a step that can be taken here.
    fn write(&self, step: &AnyStep) -> String;

    /// Takes a step. After an error nothing has changed.
    fn take(&mut self, step: &AnyStep) -> Result<(), Illegal>;

    /// Reads a step, takes it, and gives it back. After an error nothing has
    /// changed.
    fn apply(&mut self, text: &str) -> Result<AnyStep, Diagnostic> {
        let step = self.read(text)?;
        match self.take(&step) {
            Ok(()) => Ok(step),
            Err(illegal) => Err(illegal.at(0..text.len())),
        }
    }

    /// What luck does, drawn at random; `None` when it is not luck's turn.
    fn draw_lot(&self, luck: &mut dyn Rng) -> Option<AnyStep>;

    /// A step in this position as a sentence without its subject, as `who` may
    /// be told of it.
    fn describe(&self, step: &AnyStep, who: Viewer) -> String;

    /// What a bot thinks of this position, in texts.
    fn write_advice(&self, advice: &Advice<AnyStep>) -> Advice<String>;

    /// One of the moves, or at a chance turn of the outcomes, by its place
    /// among [`Position::moves`].
    fn move_at(&self, index: usize) -> Option<AnyStep>;

    /// The path of picks of every legal move, in the order of the moves.
    fn picks(&self) -> Vec<Vec<Pick>>;

    /// The path of picks of a move; none for what luck does.
    fn picks_of(&self, step: &AnyStep) -> Vec<Pick>;

    /// What to mark on the board after a move; nothing for what luck does.
    fn trace_of(&self, step: &AnyStep) -> Vec<Pick>;

    /// Whether the picks of a move can be made in any order.
    fn picks_in_any_order(&self) -> bool;

    /// The position after a step, if all that `who` would see there follows
    /// from what `who` sees here: what can be shown before the step is taken.
    fn foresee(&self, step: &AnyStep, who: Viewer) -> Option<Box<dyn Position>>;

    /// Whether a seat sees what others do not, or is about to do what they must
    /// not see.
    fn has_secrets(&self, seat: Seat) -> bool;

    /// The board in words, as `who` may be told of it.
    fn in_words(&self, who: Viewer) -> Result<String, TooLarge>;

    /// The board as text, as `who` may see it.
    fn draw(&self, who: Viewer, options: DrawOptions<'_>) -> Result<Drawing, TooLarge>;

    /// The board as pictures, as `who` may see it.
    fn paint(&self, who: Viewer, look: &Look<'_>) -> Result<Scene, TooLarge>;

    /// What `who` sees move between this position and a later one of the same game.
    fn motions(&self, after: &dyn Position, who: Viewer) -> Vec<Motion>;

    /// What can be shown on the board besides what lies there.
    fn overlays(&self) -> &'static [Overlay];

    /// The board as text with one of these on it.
    fn draw_over(
        &self,
        who: Viewer,
        overlay: &Overlay,
        options: DrawOptions<'_>,
    ) -> Result<Drawing, TooLarge>;

    /// The number of ways in which `depth` moves can follow; `None` where
    /// luck has a say on the way. `progress` is told how much is done, from 0
    /// to 1.
    fn perft(&self, depth: u32, progress: &mut dyn FnMut(f64)) -> Option<u128>;

    /// The position as a file, in games that are saved without the way to it.
    fn save(&self) -> Option<Save>;

    /// Which seats bots play, in games whose files say so.
    fn bots_seated(&self) -> Option<Vec<bool>>;

    /// Says which seats bots play, for the files of such games.
    fn seat_bots(&mut self, bots: &[bool]);

    /// Whether another position of the same game is the same.
    fn same_as(&self, other: &dyn Position) -> bool;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// For the wrapper of the same game to get its state back.
    fn as_any(&self) -> &dyn Any;
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
    /// The state inside a position of this very game.
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
        // Where the same step leads from another state that looks the same, it
        // must look the same, else looking ahead would tell a secret.
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

    fn draw(&self, who: Viewer, options: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        G::draw(&self.0.view(who), options)
    }

    fn paint(&self, who: Viewer, look: &Look<'_>) -> Result<Scene, TooLarge> {
        let mut scene = G::paint(&self.0.view(who), look)?;
        scene.offer_the_rest(look);
        Ok(scene)
    }

    fn motions(&self, after: &dyn Position, who: Viewer) -> Vec<Motion> {
        G::motions(&self.0.view(who), &Typed::<G>::of(after).view(who))
    }

    fn overlays(&self) -> &'static [Overlay] {
        G::OVERLAYS
    }

    fn draw_over(
        &self,
        who: Viewer,
        overlay: &Overlay,
        options: DrawOptions<'_>,
    ) -> Result<Drawing, TooLarge> {
        G::draw_over(&self.0.view(who), overlay, options)
    }

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

/// The number of ways in which `depth` moves can follow, one by one.
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

/// Whether others cannot tell apart what a seat may do now, and the seat can.
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

/// Moves that follow each other, as far as the rules and luck let them.
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
