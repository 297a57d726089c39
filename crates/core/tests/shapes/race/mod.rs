//! A race with dice and an extra turn: the shape of the Royal Game of Ur.
//!
//! Both seats run over the same squares. Landing on the other's piece sends it
//! back; landing on the star, where a piece is safe, gives another roll. The
//! first seat with all its pieces home wins.

mod bots;
mod text;

use parlour_core::{
    Configure, Game, GameInfo, Illegal, Imagine, Measure, Odds, Outcome, Playable, Records, Seat,
    SetupError, SetupOption, SetupValues, Symmetric, Turn, Viewer,
};
use rand::Rng;

use super::reading::number;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Race {
    /// Pieces that have not started, one number per seat.
    waiting: [u8; 2],
    /// The seat on each square; squares are counted from 1.
    track: Vec<Option<Seat>>,
    home: [u8; 2],
    /// The seat that rolls, or has rolled.
    pub(crate) seat: Seat,
    pub(crate) roll: Option<u8>,
}

pub(crate) struct Setup {
    track: u8,
    pieces: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    /// The piece on this square goes as far as the roll says; 0 is where
    /// pieces wait.
    From(u8),
    /// Only when no piece can move.
    Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Roll(pub(crate) u8);

const LONGEST_TRACK: u8 = 20;
const MOST_PIECES: u8 = 5;

impl Race {
    fn owner(&self, square: u8) -> Option<Seat> {
        let index = usize::from(square).checked_sub(1)?;
        *self.track.get(index)?
    }

    /// The square that is safe and gives another roll.
    fn star(&self) -> u8 {
        (self.track.len() as u8).div_ceil(2)
    }

    fn winner(&self) -> Option<Seat> {
        Seat::all(2)
            .find(|&seat| self.waiting[seat.index()] == 0 && !self.track.contains(&Some(seat)))
    }

    /// Where the piece from this square would land; home is one beyond the
    /// last square.
    fn target(&self, from: u8) -> Result<u8, Illegal> {
        let roll = self
            .roll
            .ok_or_else(|| Illegal::new("no-roll", "the dice come first"))?;
        let is_mine = match from {
            0 => self.waiting[self.seat.index()] > 0,
            _ => self.owner(from) == Some(self.seat),
        };
        if !is_mine {
            return Err(Illegal::new("no-piece", format!("no piece on {from}")));
        }
        let to = from + roll;
        if roll == 0 || usize::from(to) > self.track.len() + 1 {
            return Err(Illegal::new("too-far", format!("a {roll} does not fit")));
        }
        match self.owner(to) {
            Some(owner) if owner == self.seat || to == self.star() => {
                Err(Illegal::new("blocked", format!("{to} is taken")))
            }
            _ => Ok(to),
        }
    }

    fn advance(&mut self, from: u8, to: u8) {
        let seat = self.seat.index();
        match from {
            0 => self.waiting[seat] -= 1,
            _ => self.track[usize::from(from) - 1] = None,
        }
        match self.track.get_mut(usize::from(to) - 1) {
            Some(square) => {
                if let Some(sent_back) = square.replace(self.seat) {
                    self.waiting[sent_back.index()] += 1;
                }
            }
            None => self.home[seat] += 1,
        }
    }
}

impl Race {
    fn new(setup: &Setup) -> Result<Self, SetupError> {
        Ok(Race {
            waiting: [setup.pieces; 2],
            track: vec![None; usize::from(setup.track)],
            home: [0; 2],
            seat: Seat(0),
            roll: None,
        })
    }
}

impl Game for Race {
    type Move = Move;
    type Chance = Roll;
    type View = Race;

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        match (self.winner(), self.roll) {
            (Some(winner), _) => Turn::Over(Outcome::Win(winner)),
            (None, None) => Turn::Chance,
            (None, Some(_)) => Turn::Seat(self.seat),
        }
    }

    fn moves(&self) -> Vec<Move> {
        let Turn::Seat(_) = self.turn() else {
            return Vec::new();
        };
        let pieces = (0..=self.track.len() as u8).filter(|&from| self.target(from).is_ok());
        let moves: Vec<_> = pieces.map(Move::From).collect();
        if moves.is_empty() {
            vec![Move::Pass]
        } else {
            moves
        }
    }

    fn play(&mut self, chosen: &Move) -> Result<(), Illegal> {
        let again = match *chosen {
            Move::From(from) => {
                let to = self.target(from)?;
                self.advance(from, to);
                to == self.star()
            }
            Move::Pass if self.moves() == [Move::Pass] => false,
            Move::Pass => return Err(Illegal::new("must-move", "a piece can move")),
        };
        self.roll = None;
        if !again && self.winner().is_none() {
            self.seat = Seat(1 - self.seat.0);
        }
        Ok(())
    }

    /// The heads of two coins.
    fn odds(&self) -> Odds<Roll> {
        match self.turn() {
            Turn::Chance => Odds::Listed(vec![(Roll(0), 1), (Roll(1), 2), (Roll(2), 1)]),
            _ => Odds::none(),
        }
    }

    fn resolve(&mut self, outcome: &Roll) -> Result<(), Illegal> {
        if self.turn() != Turn::Chance {
            return Err(Illegal::new("no-dice", "it is not the dice's turn"));
        }
        if outcome.0 > 2 {
            return Err(Illegal::new("no-such-roll", "two coins show 0, 1 or 2"));
        }
        self.roll = Some(outcome.0);
        Ok(())
    }

    fn view(&self, _: Viewer) -> Race {
        self.clone()
    }
}

impl Configure for Race {
    const OPTIONS: &'static [SetupOption] = &[
        SetupOption {
            name: "track",
            value: "SQUARES",
            default: "6",
            help: "how many squares to run over",
            examples: &["1", "3", "20"],
        },
        SetupOption {
            name: "pieces",
            value: "NUMBER",
            default: "2",
            help: "how many pieces a seat has",
            examples: &["1", "3"],
        },
    ];

    fn start(values: &SetupValues, _: &mut dyn Rng) -> Result<Self, SetupError> {
        Race::new(&Setup {
            track: number(values, &Self::OPTIONS[0], 1..=LONGEST_TRACK)?,
            pieces: number(values, &Self::OPTIONS[1], 1..=MOST_PIECES)?,
        })
    }
}

/// The seats change sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swap;

impl Symmetric for Race {
    type Symmetry = Swap;

    fn symmetries(&self) -> Vec<Swap> {
        vec![Swap]
    }

    fn map(&self, _: &Swap) -> Self {
        let other = |seat: Seat| Seat(1 - seat.0);
        Race {
            waiting: [self.waiting[1], self.waiting[0]],
            track: self.track.iter().map(|square| square.map(other)).collect(),
            home: [self.home[1], self.home[0]],
            seat: other(self.seat),
            roll: self.roll,
        }
    }

    fn map_move(&self, _: &Swap, chosen: &Move) -> Move {
        *chosen
    }

    fn map_chance(&self, _: &Swap, outcome: &Roll) -> Roll {
        *outcome
    }
}

impl Imagine for Race {
    fn imagine(view: &Race, _: Viewer, _: &mut dyn Rng) -> Self {
        view.clone()
    }
}

impl Records for Race {}

impl Playable for Race {
    const INFO: GameInfo = GameInfo {
        id: "race",
        title: "Race",
        summary: "Run home with the coins.",
        seats: 2..=2,
        extension: "race",
        measure: Measure::Count,
        rules: "Bring all your pieces home first.",
    };
}
