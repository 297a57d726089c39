//! A hidden placement and questions about it: the shape of Ships.
//!
//! Seat 0 hides a treasure, seat 1 guesses cells, seat 0 answers truthfully.
//! Seat 1 wins if it guesses the cell in time, seat 0 otherwise.

mod text;

use parlour_core::{
    Configure, Game, Illegal, Imagine, Never, Odds, Outcome, Seat, SetupError, SetupOption,
    SetupValues, Symmetric, Turn, Viewer, below,
};
use rand::Rng;

use super::reading::number;

const HIDER: Seat = Seat(0);
const GUESSER: Seat = Seat(1);
const LONGEST_SIDE: u8 = 9;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    x: u8,
    y: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Answer {
    Here,
    Near,
    Far,
}

impl Answer {
    const ALL: [Answer; 3] = [Answer::Here, Answer::Near, Answer::Far];

    fn word(self) -> &'static str {
        ["here", "near", "far"][self as usize]
    }

    fn of(treasure: Cell, guess: Cell) -> Answer {
        match treasure
            .x
            .abs_diff(guess.x)
            .max(treasure.y.abs_diff(guess.y))
        {
            0 => Answer::Here,
            1 => Answer::Near,
            _ => Answer::Far,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    Hide(Cell),
    Guess(Cell),
    Answer(Answer),
}

/// The treasure, as far as a viewer knows about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Treasure {
    NotHidden,
    Somewhere,
    At(Cell),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Setup {
    side: u8,
    guesses: u8,
}

/// The game as a viewer sees it; the game itself is what sees everything.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Hide {
    setup: Setup,
    treasure: Treasure,
    /// Only the last guess can lack its answer.
    guesses: Vec<(Cell, Option<Answer>)>,
}

impl Hide {
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.setup.side;
        (0..side).flat_map(move |y| (0..side).map(move |x| Cell { x, y }))
    }

    /// The answer that the hider owes.
    fn owed(&self) -> Option<Answer> {
        match (self.treasure, self.guesses.last()) {
            (Treasure::At(treasure), Some(&(guess, None))) => Some(Answer::of(treasure, guess)),
            _ => None,
        }
    }

    fn fits(&self, treasure: Cell) -> bool {
        self.guesses
            .iter()
            .all(|&(guess, answer)| answer.is_none_or(|said| said == Answer::of(treasure, guess)))
    }
}

impl Hide {
    fn new(setup: &Setup) -> Result<Self, SetupError> {
        Ok(Hide {
            setup: *setup,
            treasure: Treasure::NotHidden,
            guesses: Vec::new(),
        })
    }
}

impl Game for Hide {
    type Move = Move;
    type Chance = Never;
    type View = Hide;

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        match self.guesses.last() {
            None if self.treasure == Treasure::NotHidden => Turn::Seat(HIDER),
            Some((_, None)) => Turn::Seat(HIDER),
            Some((_, Some(Answer::Here))) => Turn::Over(Outcome::Win(GUESSER)),
            _ if self.guesses.len() == usize::from(self.setup.guesses) => {
                Turn::Over(Outcome::Win(HIDER))
            }
            _ => Turn::Seat(GUESSER),
        }
    }

    fn moves(&self) -> Vec<Move> {
        match self.turn() {
            Turn::Seat(GUESSER) => self
                .cells()
                .filter(|cell| self.guesses.iter().all(|(guess, _)| guess != cell))
                .map(Move::Guess)
                .collect(),
            Turn::Seat(_) if self.treasure == Treasure::NotHidden => {
                self.cells().map(Move::Hide).collect()
            }
            _ => self.owed().map(Move::Answer).into_iter().collect(),
        }
    }

    fn play(&mut self, chosen: &Move) -> Result<(), Illegal> {
        if !self.moves().contains(chosen) {
            return Err(Illegal::new("not-now", "this cannot be done now"));
        }
        match *chosen {
            Move::Hide(cell) => self.treasure = Treasure::At(cell),
            Move::Guess(cell) => self.guesses.push((cell, None)),
            Move::Answer(said) => {
                if let Some((_, answer)) = self.guesses.last_mut() {
                    *answer = Some(said);
                }
            }
        }
        Ok(())
    }

    fn odds(&self) -> Odds<Never> {
        Odds::none()
    }

    fn resolve(&mut self, outcome: &Never) -> Result<(), Illegal> {
        match *outcome {}
    }

    fn view(&self, who: Viewer) -> Hide {
        let mut view = self.clone();
        if let (Viewer::Seat(GUESSER) | Viewer::Public, Treasure::At(_)) = (who, self.treasure) {
            view.treasure = Treasure::Somewhere;
        }
        view
    }
}

impl Imagine for Hide {
    fn imagine(view: &Hide, _: Viewer, luck: &mut dyn Rng) -> Self {
        let mut state = view.clone();
        if view.treasure == Treasure::Somewhere {
            let places: Vec<_> = view.cells().filter(|cell| view.fits(*cell)).collect();
            let index = below(luck, places.len() as u64).expect("true answers leave a place");
            state.treasure = Treasure::At(places[index as usize]);
        }
        state
    }
}

impl Configure for Hide {
    const OPTIONS: &'static [SetupOption] = &[
        SetupOption {
            name: "side",
            value: "CELLS",
            default: "5",
            help: "how long a side of the board is",
            examples: &["1", "2", "9"],
        },
        SetupOption {
            name: "guesses",
            value: "NUMBER",
            default: "6",
            help: "how many guesses there are",
            examples: &["1", "30"],
        },
    ];

    fn start(values: &SetupValues, _: &mut dyn Rng) -> Result<Self, SetupError> {
        Hide::new(&Setup {
            side: number(values, &Self::OPTIONS[0], 1..=LONGEST_SIDE)?,
            guesses: number(values, &Self::OPTIONS[1], 1..=u8::MAX)?,
        })
    }
}

/// These generate all eight symmetries of a square.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flip {
    LeftRight,
    Diagonal,
}

impl Hide {
    fn map_cell(&self, flip: Flip, cell: Cell) -> Cell {
        match flip {
            Flip::LeftRight => Cell {
                x: self.setup.side - 1 - cell.x,
                y: cell.y,
            },
            Flip::Diagonal => Cell {
                x: cell.y,
                y: cell.x,
            },
        }
    }
}

impl Symmetric for Hide {
    type Symmetry = Flip;

    fn symmetries(&self) -> Vec<Flip> {
        vec![Flip::LeftRight, Flip::Diagonal]
    }

    fn map(&self, &flip: &Flip) -> Self {
        let mut mapped = self.clone();
        if let Treasure::At(cell) = &mut mapped.treasure {
            *cell = self.map_cell(flip, *cell);
        }
        for (guess, _) in &mut mapped.guesses {
            *guess = self.map_cell(flip, *guess);
        }
        mapped
    }

    fn map_move(&self, &flip: &Flip, chosen: &Move) -> Move {
        match *chosen {
            Move::Hide(cell) => Move::Hide(self.map_cell(flip, cell)),
            Move::Guess(cell) => Move::Guess(self.map_cell(flip, cell)),
            Move::Answer(answer) => Move::Answer(answer),
        }
    }

    fn map_chance(&self, _: &Flip, outcome: &Never) -> Never {
        *outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Notation, luck};

    fn read(text: &str) -> Hide {
        Hide::read_position(text).expect(text)
    }

    #[test]
    fn other_seats_see_no_difference_in_the_secret() {
        let one = read("5 6 c3 a1-far,b2-near");
        let other = read("5 6 b3 a1-far,b2-near");
        assert_ne!(one, other);
        for who in [Viewer::Seat(GUESSER), Viewer::Public] {
            assert_eq!(one.view(who), other.view(who));
            assert_eq!(one.view(who).treasure, Treasure::Somewhere);
        }
        for who in [Viewer::Seat(HIDER), Viewer::All] {
            assert_ne!(one.view(who), other.view(who));
        }
    }

    #[test]
    fn every_secret_that_fits_the_answers_is_imagined_and_no_other() {
        let view = read("5 6 c3 b2-near,d4-near").view(Viewer::Seat(GUESSER));
        let mut luck = luck::seeded(1);
        let mut seen: Vec<_> = (0..100)
            .map(|_| Hide::imagine(&view, Viewer::Seat(GUESSER), &mut luck).write_position())
            .collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen, ["5 6 c3 b2-near,d4-near"]);

        let view = read("2 6 a1 b2-near").view(Viewer::Public);
        let mut seen: Vec<_> = (0..100)
            .map(|_| Hide::imagine(&view, Viewer::Public, &mut luck).treasure)
            .map(|treasure| format!("{treasure:?}"))
            .collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 3, "{seen:?}");
    }

    #[test]
    fn only_the_truth_can_be_said() {
        assert_eq!(read("5 6 c3 b2-?").moves(), [Move::Answer(Answer::Near)]);
        let lie = Hide::read_position("5 6 c3 b2-far").expect_err("c3 is next to b2");
        assert_eq!(lie.at.span, 7..13);
    }
}
