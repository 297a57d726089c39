//! Faults in JSON forms.

use std::cell::Cell;

use parlour_core::json::{Forms, JsonText};
use parlour_core::{Configure, Diagnostic, Game, Notation, Playable, SetupValues, laws, luck};
use serde_json::value::to_raw_value;

use super::{Answers, Broken, fails, give};
use crate::shapes::race::{Move, Race, Roll};

/// What the race says in JSON, each answer by itself.
#[derive(Clone, Copy)]
struct Said {
    write_position: fn(&Race) -> JsonText,
    read_position: fn(&str) -> Result<Race, Diagnostic>,
    write_view: fn(&Race) -> JsonText,
    read_view: fn(&str) -> Result<Race, Diagnostic>,
    read_move: fn(&Race, &str) -> Result<Move, Diagnostic>,
    read_chance: fn(&Race, &str) -> Result<Roll, Diagnostic>,
}

const SOUND: Said = Said {
    write_position: Race::JSON.write_position,
    read_position: Race::JSON.read_position,
    write_view: Race::JSON.write_view,
    read_view: Race::JSON.read_view,
    read_move: Race::JSON.read_move,
    read_chance: Race::JSON.read_chance,
};

thread_local! {
    static GIVEN: Cell<Said> = const { Cell::new(SOUND) };
    /// How often a fault was asked.
    static ASKED: Cell<u32> = const { Cell::new(0) };
}

pub(super) const FORMS: Forms<Broken<Race>> = Forms {
    write_position: |broken| (GIVEN.get().write_position)(&broken.game),
    read_position: |json| (GIVEN.get().read_position)(json).map(Broken::from),
    write_view: |view| (GIVEN.get().write_view)(view),
    read_view: |json| (GIVEN.get().read_view)(json),
    write_move: |broken, chosen| (Race::JSON.write_move)(&broken.game, chosen),
    read_move: |broken, json| (GIVEN.get().read_move)(&broken.game, json),
    write_chance: |broken, roll| (Race::JSON.write_chance)(&broken.game, roll),
    read_chance: |broken, json| (GIVEN.get().read_chance)(&broken.game, json),
    schema: Race::JSON.schema,
};

/// With these answers a law fails with these words.
#[track_caller]
fn breaks(words: &str, said: Said, answers: Answers<Race>) {
    give(answers);
    GIVEN.set(said);
    fails(laws::of_json::<Broken<Race>>, words);
}

fn sound() -> Answers<Race> {
    Answers::sound()
}

/// A text that is read like the usual one, but differs, every `nth` time.
fn odd_every(nth: u32, text: &str) -> JsonText {
    ASKED.set(ASKED.get() + 1);
    let blank = if ASKED.get().is_multiple_of(nth) {
        " "
    } else {
        ""
    };
    to_raw_value(&format!("{text}{blank}")).expect("a string")
}

fn read_trimmed(json: &str) -> Result<Race, Diagnostic> {
    (Race::JSON.read_position)(&json.replace(" \"", "\""))
}

#[test]
fn without_a_fault_the_laws_hold() {
    give(sound());
    laws::of_json::<Broken<Race>>();
}

#[test]
fn what_is_written_is_read_back() {
    breaks(
        "cannot be read back",
        Said {
            read_position: |json| match json.ends_with("?\"") {
                true => (Race::JSON.read_position)("null"),
                false => (Race::JSON.read_position)(json),
            },
            ..SOUND
        },
        sound(),
    );
    breaks(
        "is read back as something else",
        Said {
            read_view: |json| {
                (Race::JSON.read_view)(json).map(|mut race| {
                    race.roll = None;
                    race
                })
            },
            ..SOUND
        },
        sound(),
    );
    breaks(
        "is read back as something else",
        Said {
            read_move: |_, _| Ok(Move::Pass),
            ..SOUND
        },
        sound(),
    );
    breaks(
        "is read back as something else",
        Said {
            read_chance: |_, _| Ok(Roll(0)),
            ..SOUND
        },
        sound(),
    );
    breaks(
        "the same has two JSON forms",
        Said {
            write_position: |race| odd_every(2, &race.write_position()),
            read_position: read_trimmed,
            ..SOUND
        },
        sound(),
    );
}

#[test]
fn a_view_is_written_by_what_is_seen_alone() {
    // It is written twice to be read, then for the state that looks the same.
    breaks(
        "the JSON of a view reveals more than the view",
        Said {
            write_view: |race| odd_every(4, &race.write_position()),
            read_view: read_trimmed,
            ..SOUND
        },
        sound(),
    );
}

#[test]
fn readers_do_not_panic() {
    breaks(
        "a position has a dash",
        Said {
            read_position: |json| {
                json.find('-').expect("a position has a dash");
                (Race::JSON.read_position)(json)
            },
            ..SOUND
        },
        sound(),
    );
}

#[test]
fn findings_point_into_their_text() {
    breaks(
        "points outside of",
        Said {
            read_view: |json| (Race::JSON.read_view)(json).map_err(|found| found.shifted(1)),
            ..SOUND
        },
        sound(),
    );
    breaks(
        "points outside of",
        Said {
            read_chance: |race, json| {
                (Race::JSON.read_chance)(race, json).map_err(|found| found.shifted(1))
            },
            ..SOUND
        },
        sound(),
    );
}

#[test]
fn no_json_opens_a_back_door() {
    breaks(
        "cannot be read back",
        Said {
            read_position: |json| match json {
                "null" => {
                    let start = Race::start(&SetupValues::new(), &mut luck::seeded(0));
                    let mut race = start.expect("the usual");
                    race.roll = Some(9);
                    Ok(race)
                }
                _ => (Race::JSON.read_position)(json),
            },
            ..SOUND
        },
        sound(),
    );
    breaks(
        "is accepted, but not listed",
        Said {
            read_move: |race, json| (Race::JSON.read_move)(race, json).or(Ok(Move::From(u8::MAX))),
            ..SOUND
        },
        Answers {
            play: |race, chosen| match chosen {
                Move::From(u8::MAX) => Ok(()),
                _ => race.play(chosen),
            },
            ..sound()
        },
    );
    breaks(
        "happens when no chance event is due",
        Said {
            read_chance: |race, json| (Race::JSON.read_chance)(race, json).or(Ok(Roll(u8::MAX))),
            ..SOUND
        },
        Answers {
            resolve: |race, roll| match roll {
                Roll(u8::MAX) => Ok(()),
                _ => race.resolve(roll),
            },
            ..sound()
        },
    );
}
