//! A state of play without its type, with texts at its edge.

use std::any::Any;
use std::borrow::Cow;

use rand::Rng;

use crate::bot::{Bot, Limits, Survey, Surveyed};
use crate::diagnostic::Diagnostic;
use crate::drawing::{DrawOptions, Drawing, Overlay};
use crate::entry::Playable;
use crate::error::{Illegal, TooLarge};
use crate::game::{Game, Odds, Seat, Step, Turn, Viewer};
use crate::luck;
use crate::notation::Pick;

/// A position of some game.
pub trait Position: Send + Sync {
    /// Its text.
    fn text(&self) -> String;

    /// What the seat to move sees, as text; where no seat is to move, what
    /// everybody sees.
    fn view_text(&self) -> String;

    /// How many seats the table has.
    fn seats(&self) -> u8;

    /// What the game calls a seat.
    fn seat_name(&self, seat: Seat) -> Cow<'static, str>;

    /// What happens next.
    fn turn(&self) -> Turn;

    /// Where a match could go on for ever, a number that changes with every
    /// step that cannot be undone.
    fn progress(&self) -> Option<u32>;

    /// The legal moves; at a chance turn what luck may do, where that can be
    /// listed.
    fn moves(&self) -> Vec<String>;

    /// At a chance turn, what luck may do with the weight of each outcome,
    /// where that can be listed.
    fn odds(&self) -> Vec<(String, u32)>;

    /// The one legal move, where there is no other.
    fn only_move(&self) -> Option<String>;

    /// Takes a step: a move, or at a chance turn what luck does. Gives the
    /// step back as the game writes it. After an error nothing has changed.
    fn apply(&mut self, step: &str) -> Result<String, Diagnostic>;

    /// What luck does, drawn at random; `None` when it is not luck's turn.
    fn draw_lot(&self, luck: &mut dyn Rng) -> Option<String>;

    /// A step in this position as a sentence without its subject, as `who` may
    /// be told of it.
    fn describe(&self, step: &str, who: Viewer) -> Result<String, Diagnostic>;

    /// The text of one of the moves, by its place among [`Position::moves`].
    fn move_at(&self, index: usize) -> Option<String>;

    /// The path of picks of every legal move, in the order of the moves.
    fn picks(&self) -> Vec<Vec<Pick>>;

    /// The path of picks of a move by its text; none where that is no move.
    fn picks_of(&self, chosen: &str) -> Vec<Pick>;

    /// Whether the picks of a move can be made in any order.
    fn picks_in_any_order(&self) -> bool;

    /// The position after a step, if all that `who` would see there follows
    /// from what `who` sees here: what can be shown before the step is taken.
    fn foresee(&self, step: &str, who: Viewer) -> Option<Box<dyn Position>>;

    /// Whether a seat sees what others do not.
    fn has_secrets(&self, seat: Seat) -> bool;

    /// The board in words, as `who` may be told of it.
    fn in_words(&self, who: Viewer) -> Result<String, TooLarge>;

    /// The board as text, as `who` may see it.
    fn draw(&self, who: Viewer, options: DrawOptions) -> Result<Drawing, TooLarge>;

    /// The board as an SVG document.
    fn draw_svg(&self, who: Viewer) -> Result<String, TooLarge>;

    /// What can be shown on the board besides what lies there.
    fn overlays(&self) -> &'static [Overlay];

    /// The board as text with one of these on it.
    fn draw_over(
        &self,
        who: Viewer,
        overlay: &Overlay,
        options: DrawOptions,
    ) -> Result<Drawing, TooLarge>;

    /// The same as an SVG document.
    fn draw_over_svg(&self, who: Viewer, overlay: &Overlay) -> Result<String, TooLarge>;

    /// The number of ways in which `depth` moves can follow; `None` where
    /// luck has a say on the way. `progress` is told how much is done, from 0
    /// to 1.
    fn perft(&self, depth: u32, progress: &mut dyn FnMut(f64)) -> Option<u128>;

    /// Which seats bots play, in games whose files say so.
    fn bots_seated(&self) -> Option<Vec<bool>>;

    /// Says which seats bots play, for the files of such games.
    fn seat_bots(&mut self, bots: &[bool]);

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

/// What a bot thinks, in texts.
#[derive(Clone, Debug, PartialEq)]
pub struct TextAdvice {
    /// The move to make.
    pub best: String,
    /// What the position is worth to the mover.
    pub value: Option<f64>,
    /// Why.
    pub reason: Option<String>,
    /// The moves it looked at with their values, best first.
    pub considered: Vec<(String, f64)>,
    /// The line it expects, from the best move on.
    pub line: Vec<String>,
    /// How many moves deep it has looked at everything.
    pub depth: Option<u32>,
    /// How many positions it has looked at.
    pub nodes: Option<u64>,
}

/// A bot of some game.
pub trait AnyBot: Send {
    /// Thinks about a position of the game it was made for; `None` where no
    /// seat is to move. It is shown only what that seat may know.
    fn advise(&mut self, position: &dyn Position, limits: &Limits) -> Option<TextAdvice>;

    /// The positions of a match since the last step that nothing can undo,
    /// oldest first and without the present one, of which `seat` is about to be asked.
    fn recall(&mut self, _seat: Seat, _past: &[&dyn Position]) {}

    /// The match up to now: where it began, and the steps since. Told before
    /// every [`AnyBot::advise`] of a match, for bots that live elsewhere.
    fn hear(&mut self, _start: &dyn Position, _steps: &[String]) {}

    /// Why it had no answer though a seat was to move, of a bot that can fail.
    fn fault(&self) -> Option<String> {
        None
    }

    /// Several moves compared, from a bot that can tell more about them than
    /// their values.
    fn survey(&mut self, _position: &dyn Position, _limits: &Limits) -> Option<Survey<String>> {
        None
    }

    /// The nim-value of a position, from a bot that knows it.
    fn nim(&mut self, _position: &dyn Position, _limits: &Limits) -> Option<u16> {
        None
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

    fn view_text(&self) -> String {
        let who = match self.0.turn() {
            Turn::Seat(seat) => Viewer::Seat(seat),
            Turn::Chance | Turn::Over(_) => Viewer::Public,
        };
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

    fn only_move(&self) -> Option<String> {
        match &self.0.moves()[..] {
            [only] => Some(self.0.write_move(only)),
            _ => None,
        }
    }

    fn apply(&mut self, step: &str) -> Result<String, Diagnostic> {
        let taken = read_step(&self.0, step)?;
        let written = write_step(&self.0, &taken);
        taken
            .take(&mut self.0)
            .map_err(|illegal| refusal(illegal, step))?;
        Ok(written)
    }

    fn draw_lot(&self, luck: &mut dyn Rng) -> Option<String> {
        let outcome = self.0.odds().sample(luck)?;
        Some(self.0.write_chance(&outcome))
    }

    fn describe(&self, step: &str, who: Viewer) -> Result<String, Diagnostic> {
        Ok(match read_step(&self.0, step)? {
            Step::Move(chosen) => self.0.describe_move(&chosen, who),
            Step::Chance(outcome) => self.0.describe_chance(&outcome, who),
        })
    }

    fn move_at(&self, index: usize) -> Option<String> {
        if self.0.turn() == Turn::Chance {
            return Position::moves(self).into_iter().nth(index);
        }
        let moves = self.0.moves();
        moves.get(index).map(|chosen| self.0.write_move(chosen))
    }

    fn picks(&self) -> Vec<Vec<Pick>> {
        let moves = self.0.moves();
        moves.iter().map(|chosen| self.0.picks(chosen)).collect()
    }

    fn picks_of(&self, chosen: &str) -> Vec<Pick> {
        match read_step(&self.0, chosen) {
            Ok(Step::Move(chosen)) => self.0.picks(&chosen),
            _ => Vec::new(),
        }
    }

    fn picks_in_any_order(&self) -> bool {
        G::ANY_ORDER
    }

    fn foresee(&self, step: &str, who: Viewer) -> Option<Box<dyn Position>> {
        let taken = read_step(&self.0, step).ok()?;
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
    }

    fn in_words(&self, who: Viewer) -> Result<String, TooLarge> {
        G::in_words(&self.0.view(who))
    }

    fn draw(&self, who: Viewer, options: DrawOptions) -> Result<Drawing, TooLarge> {
        G::draw(&self.0.view(who), options)
    }

    fn draw_svg(&self, who: Viewer) -> Result<String, TooLarge> {
        G::draw_svg(&self.0.view(who))
    }

    fn overlays(&self) -> &'static [Overlay] {
        G::OVERLAYS
    }

    fn draw_over(
        &self,
        who: Viewer,
        overlay: &Overlay,
        options: DrawOptions,
    ) -> Result<Drawing, TooLarge> {
        G::draw_over(&self.0.view(who), overlay, options)
    }

    fn draw_over_svg(&self, who: Viewer, overlay: &Overlay) -> Result<String, TooLarge> {
        G::draw_over_svg(&self.0.view(who), overlay)
    }

    fn perft(&self, depth: u32, progress: &mut dyn FnMut(f64)) -> Option<u128> {
        self.0.perft(depth, progress)
    }

    fn bots_seated(&self) -> Option<Vec<bool>> {
        self.0.bots_seated()
    }

    fn seat_bots(&mut self, bots: &[bool]) {
        self.0.seat_bots(bots);
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

/// Reads a move or, at a chance turn, what luck does.
pub(crate) fn read_step<G: Playable>(state: &G, text: &str) -> Result<Step<G>, Diagnostic> {
    if state.turn() == Turn::Chance {
        state.read_chance(text).map(Step::Chance)
    } else {
        state.read_move(text).map(Step::Move)
    }
}

pub(crate) fn write_step<G: Playable>(state: &G, step: &Step<G>) -> String {
    match step {
        Step::Move(chosen) => state.write_move(chosen),
        Step::Chance(outcome) => state.write_chance(outcome),
    }
}

/// Moves that follow each other, as far as the rules and luck let them.
fn write_line<G: Playable>(state: &G, line: &[G::Move]) -> Vec<String> {
    let mut state = state.clone();
    let mut texts = Vec::with_capacity(line.len());
    for chosen in line {
        let text = state.write_move(chosen);
        if state.play(chosen).is_err() {
            break;
        }
        texts.push(text);
    }
    texts
}

/// An illegal step as a finding in its text.
pub(crate) fn refusal(illegal: Illegal, step: &str) -> Diagnostic {
    let mut finding = Diagnostic::error(illegal.code, 0..step.len(), illegal.message);
    finding.help = illegal.help.map(Into::into);
    finding
}

/// The [`AnyBot`] of a bot.
pub(crate) struct Seated<G>(pub(crate) Box<dyn Bot<G>>);

impl<G: Playable> AnyBot for Seated<G> {
    fn advise(&mut self, position: &dyn Position, limits: &Limits) -> Option<TextAdvice> {
        let state = Typed::<G>::of(position);
        let Turn::Seat(seat) = state.turn() else {
            return None;
        };
        let advice = self.0.advise(
            seat,
            &state.view(Viewer::Seat(seat)),
            &state.moves(),
            limits,
        );
        Some(TextAdvice {
            line: write_line(state, &advice.line),
            depth: advice.depth,
            nodes: advice.nodes,
            best: state.write_move(&advice.best),
            value: advice.value,
            reason: advice.reason,
            considered: advice
                .considered
                .iter()
                .map(|(chosen, value)| (state.write_move(chosen), *value))
                .collect(),
        })
    }

    fn recall(&mut self, seat: Seat, past: &[&dyn Position]) {
        let views = past
            .iter()
            .map(|position| Typed::<G>::of(*position).view(Viewer::Seat(seat)));
        self.0.recall(views.collect());
    }

    fn survey(&mut self, position: &dyn Position, limits: &Limits) -> Option<Survey<String>> {
        let state = Typed::<G>::of(position);
        let Turn::Seat(seat) = state.turn() else {
            return None;
        };
        let view = state.view(Viewer::Seat(seat));
        let survey = self.0.survey(seat, &view, &state.moves(), limits)?;
        let moves = survey.moves.into_iter().map(|surveyed| Surveyed {
            chosen: state.write_move(&surveyed.chosen),
            value: surveyed.value,
            figures: surveyed.figures,
        });
        Some(Survey {
            figures: survey.figures,
            moves: moves.collect(),
        })
    }

    fn nim(&mut self, position: &dyn Position, limits: &Limits) -> Option<u16> {
        let state = Typed::<G>::of(position);
        let Turn::Seat(seat) = state.turn() else {
            return None;
        };
        self.0.nim(&state.view(Viewer::Seat(seat)), limits)
    }
}
