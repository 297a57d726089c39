//! One to four seats, a game that may make no progress, and as little code as a
//! game can have: it has no file format of its own.
//!
//! All seats take turns to move the same pawn on a staircase, by one stair or
//! not at all. The seat that brings it to the top wins; at the bottom nobody
//! does.

use std::borrow::Cow;

use parlour_core::picture::{Look, Painter, Scene};
use parlour_core::{
    Bots, Configure, Diagnostic, Draw, DrawOptions, Drawing, Game, GameInfo, Illegal, Measure,
    Never, Notation, Open, Outcome, Pick, Picks, Playable, Records, Run, Seat, SetupError,
    SetupOption, SetupValues, TooLarge, Turn, Viewer,
};
use rand::Rng;

use super::reading::{ReadsSmall, number, words};

const TOP: u8 = 6;
const MOST_SEATS: u8 = 4;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stairs {
    seats: u8,
    stair: u8,
    mover: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Way {
    Up,
    Down,
    Nowhere,
}

const WAYS: [(Way, &str); 3] = [
    (Way::Up, "go up"),
    (Way::Down, "go down"),
    (Way::Nowhere, "stay"),
];

impl Game for Stairs {
    type Move = Way;
    type Chance = Never;
    type View = Stairs;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn turn(&self) -> Turn {
        match self.stair {
            0 => Turn::Over(Outcome::Draw),
            TOP => Turn::Over(Outcome::Win(Seat(
                (self.mover + self.seats - 1) % self.seats,
            ))),
            _ => Turn::Seat(Seat(self.mover)),
        }
    }

    fn moves(&self) -> Vec<Way> {
        match self.turn() {
            Turn::Seat(_) => WAYS.map(|(way, _)| way).to_vec(),
            _ => Vec::new(),
        }
    }

    fn play(&mut self, chosen: &Way) -> Result<(), Illegal> {
        if let Turn::Over(_) = self.turn() {
            return Err(Illegal::new("over", "the game is over"));
        }
        match chosen {
            Way::Up => self.stair += 1,
            Way::Down => self.stair -= 1,
            Way::Nowhere => {}
        }
        self.mover = (self.mover + 1) % self.seats;
        Ok(())
    }

    /// Nothing is irreversible before the end.
    fn progress(&self) -> Option<u32> {
        Some(0)
    }

    fn view(&self, _: Viewer) -> Stairs {
        self.clone()
    }
}

impl Open for Stairs {}

impl Configure for Stairs {
    const OPTIONS: &'static [SetupOption] = &[SetupOption {
        name: "seats",
        value: "NUMBER",
        default: "2",
        help: "how many play",
        examples: &["1", "3", "4"],
    }];

    fn start(values: &SetupValues, _: &mut dyn Rng) -> Result<Self, SetupError> {
        Ok(Stairs {
            seats: number(values, &Self::OPTIONS[0], 1..=MOST_SEATS)?,
            stair: TOP / 2,
            mover: 0,
        })
    }
}

impl Notation for Stairs {
    /// `2 3 0`: seats, the stair, who moves.
    fn write_position(&self) -> String {
        format!("{} {} {}", self.seats, self.stair, self.mover)
    }

    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        let [seats, stair, mover] = words(text)?;
        let stairs = Stairs {
            seats: seats.number()?,
            stair: stair.number()?,
            mover: mover.number()?,
        };
        if !(1..=MOST_SEATS).contains(&stairs.seats) || stairs.mover >= stairs.seats {
            return Err(seats.wrong("that many cannot play"));
        }
        if stairs.stair > TOP {
            return Err(stair.wrong("there is no such stair"));
        }
        Ok(stairs)
    }

    fn write_move(&self, chosen: &Way) -> String {
        let texts = WAYS.iter().find(|(way, _)| way == chosen);
        texts.map_or("", |(_, text)| text).to_owned()
    }

    fn read_move(&self, text: &str) -> Result<Way, Diagnostic> {
        let way = WAYS.iter().find(|(_, known)| *known == text);
        way.map(|(way, _)| *way)
            .ok_or_else(|| Diagnostic::error("no-way", 0..text.len(), "there is no such way"))
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        ["one", "two", "three", "four"][seat.index()].into()
    }

    fn describe_move(&self, chosen: &Way, _: Viewer) -> String {
        self.write_move(chosen)
    }
}

impl Picks for Stairs {
    fn picks(&self, chosen: &Way) -> Vec<Pick> {
        vec![Pick::new(self.write_move(chosen))]
    }
}

impl Draw for Stairs {
    fn draw(view: &Stairs, _: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        let lines = vec![vec![Run::plain(view.stair.to_string())]];
        Ok(Drawing { lines })
    }

    fn paint(_: &Stairs, look: &Look<'_>) -> Result<Scene, TooLarge> {
        Ok(Scene {
            board: Painter::new(look, "stairs", (1.0, 1.0), "Stairs").finish(),
            panels: Vec::new(),
            status: "Stairs".to_owned(),
        })
    }
}

impl Bots for Stairs {}

impl Records for Stairs {}

impl Playable for Stairs {
    const INFO: GameInfo = GameInfo {
        id: "long-stairs",
        title: "Long Stairs",
        summary: "Bring the pawn to the top.",
        seats: 1..=MOST_SEATS,
        extension: "stairs",
        measure: Measure::Chance,
        rules: "Go up.",
    };
}
