//! Small games to test the searches on.

use parlour_core::{
    Bots, Evaluation, Game, Illegal, Imagine, Limits, Measure, Never, Odds, Outcome, Seat, Turn,
    Viewer, below,
};
use rand::Rng;

use crate::key::key;
use crate::reporter::Reporter;

/// A game that is nothing but a tree made from hashes: which seat moves, how
/// many moves there are, how it ends. Many lines transpose. `JUDGED` is whether
/// there is an evaluation before the end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RandomTree<const JUDGED: bool> {
    pub(crate) tree: u64,
    place: u8,
    step: u8,
    last: u8,
    /// There are chance events.
    is_lucky: bool,
}

impl<const JUDGED: bool> RandomTree<JUDGED> {
    pub(crate) fn new(tree: u64, steps: u8) -> Self {
        RandomTree {
            tree,
            place: 0,
            step: 0,
            last: steps,
            is_lucky: false,
        }
    }

    pub(crate) fn lucky(self) -> Self {
        RandomTree {
            is_lucky: true,
            ..self
        }
    }

    fn number(&self, what: &str) -> u64 {
        key(&(self.tree, self.place, self.step, what))
    }

    fn branches(&self) -> u8 {
        1 + (self.number("moves") % 4) as u8
    }

    fn take(&mut self, branch: u8) -> Result<(), Illegal> {
        if branch >= self.branches() {
            return Err(Illegal::new("no-branch", "there is no such branch"));
        }
        self.place = (key(&(self.number("next"), branch)) % 24) as u8;
        self.step += 1;
        Ok(())
    }
}

impl<const JUDGED: bool> Game for RandomTree<JUDGED> {
    type Move = u8;
    type Chance = u8;
    type View = Self;

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        if self.step >= self.last {
            return Turn::Over(match self.number("end") % 3 {
                0 => Outcome::Win(Seat(0)),
                1 => Outcome::Win(Seat(1)),
                _ => Outcome::Draw,
            });
        }
        match self.number("turn") % 3 {
            // A seat always moves at the root.
            2 if self.is_lucky && self.step > 0 => Turn::Chance,
            seat => Turn::Seat(Seat((seat % 2) as u8)),
        }
    }

    fn moves(&self) -> Vec<u8> {
        match self.turn() {
            Turn::Seat(_) => (0..self.branches()).collect(),
            _ => Vec::new(),
        }
    }

    fn play(&mut self, chosen: &u8) -> Result<(), Illegal> {
        self.take(*chosen)
    }

    fn odds(&self) -> Odds<u8> {
        match self.turn() {
            Turn::Chance => Odds::Listed(
                (0..self.branches())
                    .map(|branch| (branch, 1 + u32::from(branch)))
                    .collect(),
            ),
            _ => Odds::none(),
        }
    }

    fn resolve(&mut self, outcome: &u8) -> Result<(), Illegal> {
        self.take(*outcome)
    }

    fn view(&self, _: Viewer) -> Self {
        self.clone()
    }
}

impl<const JUDGED: bool> Bots for RandomTree<JUDGED> {
    const EVALUATE: Option<Evaluation<Self>> = match JUDGED {
        true => Some(|state, seat| {
            let first = (10 + state.number("estimate") % 981) as f64 / 1000.0;
            Some(if seat == Seat(0) { first } else { 1.0 - first })
        }),
        false => None,
    };
}

impl<const JUDGED: bool> Imagine for RandomTree<JUDGED> {
    fn imagine(view: &Self, _: Viewer, _: &mut dyn Rng) -> Self {
        view.clone()
    }
}

/// A coin lies under a cup, and nobody has seen it. Guessing it wins; throwing
/// dice instead wins three times in four. Searches that let decisions depend on
/// what cannot be seen (strategy fusion) wrongly keep the guess for later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Coin {
    /// Seen by nobody.
    pub(crate) is_heads: bool,
    pub(crate) stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    Choice,
    Guess,
    Dice,
    Won,
    Lost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Act {
    GoOn,
    Throw,
    Heads,
    Tails,
}

impl Game for Coin {
    type Move = Act;
    type Chance = bool;
    type View = Stage;

    fn seats(&self) -> u8 {
        1
    }

    fn turn(&self) -> Turn {
        match self.stage {
            Stage::Choice | Stage::Guess => Turn::Seat(Seat(0)),
            Stage::Dice => Turn::Chance,
            Stage::Won => Turn::Over(Outcome::Win(Seat(0))),
            Stage::Lost => Turn::Over(Outcome::Win(Seat(1))),
        }
    }

    fn moves(&self) -> Vec<Act> {
        match self.stage {
            Stage::Choice => vec![Act::GoOn, Act::Throw],
            Stage::Guess => vec![Act::Heads, Act::Tails],
            _ => Vec::new(),
        }
    }

    fn play(&mut self, chosen: &Act) -> Result<(), Illegal> {
        let ended = |is_won| if is_won { Stage::Won } else { Stage::Lost };
        self.stage = match (self.stage, chosen) {
            (Stage::Choice, Act::GoOn) => Stage::Guess,
            (Stage::Choice, Act::Throw) => Stage::Dice,
            (Stage::Guess, Act::Heads) => ended(self.is_heads),
            (Stage::Guess, Act::Tails) => ended(!self.is_heads),
            _ => return Err(Illegal::new("not-now", "not now")),
        };
        Ok(())
    }

    fn odds(&self) -> Odds<bool> {
        match self.stage {
            Stage::Dice => Odds::Listed(vec![(true, 3), (false, 1)]),
            _ => Odds::none(),
        }
    }

    fn resolve(&mut self, outcome: &bool) -> Result<(), Illegal> {
        self.stage = if *outcome { Stage::Won } else { Stage::Lost };
        Ok(())
    }

    fn view(&self, _: Viewer) -> Stage {
        self.stage
    }
}

impl Bots for Coin {}

impl Imagine for Coin {
    fn imagine(view: &Stage, _: Viewer, luck: &mut dyn Rng) -> Coin {
        Coin {
            is_heads: below(luck, 2) == Some(0),
            stage: *view,
        }
    }
}

/// A piece goes round a ring of five, one step in either direction, and the
/// player who brings it to the gate may end the game and win. Nothing forces
/// anybody to do so.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ring {
    pub(crate) place: u8,
    pub(crate) mover: u8,
    pub(crate) winner: Option<u8>,
    /// There is a gate at place 0.
    pub(crate) has_gate: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Go {
    Left,
    Right,
    Out,
}

impl Game for Ring {
    type Move = Go;
    type Chance = Never;
    type View = Ring;

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        match self.winner {
            Some(winner) => Turn::Over(Outcome::Win(Seat(winner))),
            None => Turn::Seat(Seat(self.mover)),
        }
    }

    fn moves(&self) -> Vec<Go> {
        let mut moves = vec![Go::Left, Go::Right];
        if self.has_gate && self.place == 0 {
            moves.push(Go::Out);
        }
        moves
    }

    fn play(&mut self, chosen: &Go) -> Result<(), Illegal> {
        match chosen {
            Go::Left => self.place = (self.place + 4) % 5,
            Go::Right => self.place = (self.place + 1) % 5,
            Go::Out => self.winner = Some(self.mover),
        }
        self.mover = 1 - self.mover;
        Ok(())
    }

    fn view(&self, _: Viewer) -> Ring {
        self.clone()
    }

    /// There is none before the end.
    fn progress(&self) -> Option<u32> {
        Some(0)
    }
}

impl Bots for Ring {}

impl Imagine for Ring {
    fn imagine(view: &Ring, _: Viewer, _: &mut dyn Rng) -> Ring {
        view.clone()
    }
}

/// How the small games describe findings.
pub(crate) fn reporter<G: Game>() -> Reporter<G> {
    Reporter {
        measure: Measure::Chance,
        text: |_, chosen| format!("{chosen:?}"),
    }
}

/// Limits of depth alone, with little memory.
pub(crate) fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        memory: Some(1 << 16),
        ..Limits::nodes(u64::MAX)
    }
}
