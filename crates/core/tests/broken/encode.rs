//! Faults in move numbers and observations.

use std::cell::Cell;

use parlour_core::{Encode, Game, Seat, laws};

use super::{Answers, Broken, fails, give};
use crate::shapes::race::{Move, Race};

/// What is wrong with the numbers of a race.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    SharedNumber,
    NoNumber,
    NumberTooLarge,
    AnotherMove,
    MaskOfAllMoves,
    ManyNumbers,
    SizesChange,
    Peeks,
    OtherThanItsView,
}

thread_local! {
    static GIVEN: Cell<Fault> = const { Cell::new(Fault::None) };
}

/// Squares are 0 to 20.
const PASS: usize = 21;

fn is(fault: Fault) -> bool {
    GIVEN.get() == fault
}

impl Encode for Broken<Race> {
    const VERSION: u32 = 1;

    fn actions(&self) -> usize {
        PASS + 1
            + if is(Fault::SizesChange) {
                self.played as usize
            } else {
                0
            }
    }

    fn number(&self, chosen: &Move) -> Option<usize> {
        match chosen {
            // Only for legal moves, which are checked first.
            Move::From(0) if is(Fault::NoNumber) => None,
            Move::From(0) if is(Fault::NumberTooLarge) => Some(PASS + 1),
            Move::From(2) if is(Fault::SharedNumber) => Some(0),
            Move::From(square) => Some(usize::from(*square)),
            Move::Pass => Some(PASS),
        }
    }

    fn numbered(&self, number: usize) -> Option<Move> {
        match number {
            0 if is(Fault::AnotherMove) => Some(Move::Pass),
            PASS => Some(Move::Pass),
            _ if is(Fault::ManyNumbers) && number > PASS => Some(Move::Pass),
            0..PASS => Some(Move::From(number as u8)),
            _ => None,
        }
    }

    fn shape(&self) -> Vec<usize> {
        vec![2]
    }

    fn observe(view: &Race, seat: Seat, out: &mut [i8]) {
        out[0] = i8::from(view.seat == seat);
        out[1] = view.roll.map_or(-1, |roll| roll as i8);
    }

    fn observe_from(&self, seat: Seat, out: &mut [i8]) {
        Self::observe(&self.game, seat, out);
        if is(Fault::Peeks) {
            // The number of moves made is in no view.
            out[1] += self.played as i8;
        }
        if is(Fault::OtherThanItsView) {
            out[1] += 1;
        }
    }

    fn mask(&self, out: &mut [i8]) {
        for number in self.moves().iter().filter_map(|chosen| self.number(chosen)) {
            out[number.min(PASS)] = 1;
        }
        if is(Fault::MaskOfAllMoves) {
            out.fill(1);
        }
    }
}

/// With this fault a law fails with these words.
#[track_caller]
fn breaks(words: &str, fault: Fault) {
    give(Answers::<Race>::sound());
    GIVEN.set(fault);
    fails(laws::of_encoding::<Broken<Race>>, words);
}

#[test]
fn without_a_fault_the_laws_hold() {
    give(Answers::<Race>::sound());
    laws::of_encoding::<Broken<Race>>();
}

#[test]
fn numbers_are_unique_and_lead_back() {
    breaks("is another move", Fault::SharedNumber);
    breaks("has no number", Fault::NoNumber);
    breaks("has the number 22", Fault::NumberTooLarge);
    breaks("is another move", Fault::AnotherMove);
    breaks("is beyond all actions", Fault::ManyNumbers);
}

#[test]
fn masks_have_the_legal_moves() {
    breaks("the mask is wrong about", Fault::MaskOfAllMoves);
}

#[test]
fn sizes_stay_the_same() {
    breaks("sizes change", Fault::SizesChange);
}

#[test]
fn observations_tell_what_views_tell() {
    breaks("observes what it does not see", Fault::Peeks);
    breaks("sees otherwise by its view", Fault::OtherThanItsView);
}
