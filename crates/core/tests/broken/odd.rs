//! Faults that only odd texts find.

use parlour_core::{Configure, Game, Notation};

use super::Answers;
use super::playing::{breaks, sound};
use crate::shapes::race::{Move, Race, Roll};

#[test]
fn readers_do_not_panic() {
    breaks::<Race>(
        "an option is a number",
        Answers {
            start: |values, luck| {
                if let Some(track) = values.get("track") {
                    let _: u8 = track.parse().expect("an option is a number");
                }
                Race::start(values, luck)
            },
            ..sound()
        },
    );
    breaks::<Race>(
        "a position has a dash",
        Answers {
            read_position: |text| {
                text.find('-').expect("a position has a dash");
                Race::read_position(text)
            },
            ..sound()
        },
    );
}

#[test]
fn findings_point_into_their_text() {
    breaks::<Race>(
        "points outside of",
        Answers {
            read_position: |text| Race::read_position(text).map_err(|found| found.shifted(1)),
            ..sound()
        },
    );
    breaks::<Race>(
        "points outside of",
        Answers {
            read_move: |race, text| race.read_move(text).map_err(|found| found.shifted(1)),
            ..sound()
        },
    );
    breaks::<Race>(
        "points outside of",
        Answers {
            read_chance: |race, text| race.read_chance(text).map_err(|found| found.shifted(1)),
            ..sound()
        },
    );
}

#[test]
fn what_is_read_can_be_written() {
    breaks::<Race>(
        "is read as a position without a text",
        Answers {
            read_position: |text| match text {
                "" => {
                    let mut race = Race::read_position("1-1 _ 0-0 a ?")?;
                    race.roll = Some(9);
                    Ok(race)
                }
                _ => Race::read_position(text),
            },
            ..sound()
        },
    );
}

#[test]
fn no_text_opens_a_back_door() {
    breaks::<Race>(
        "is accepted, but not listed",
        Answers {
            read_move: |race, text| race.read_move(text).or(Ok(Move::From(u8::MAX))),
            play: |race, chosen| match chosen {
                Move::From(u8::MAX) => Ok(()),
                _ => race.play(chosen),
            },
            ..sound()
        },
    );
    breaks::<Race>(
        "a refused move changed the state",
        Answers {
            read_move: |race, text| race.read_move(text).or(Ok(Move::From(u8::MAX))),
            play: |race, chosen| {
                if *chosen == Move::From(u8::MAX) {
                    race.roll = None;
                }
                race.play(chosen)
            },
            ..sound()
        },
    );
    breaks::<Race>(
        "happens when no chance event is due",
        Answers {
            read_chance: |race, text| race.read_chance(text).or(Ok(Roll(u8::MAX))),
            resolve: |race, roll| match roll {
                Roll(u8::MAX) => Ok(()),
                _ => race.resolve(roll),
            },
            ..sound()
        },
    );
}
