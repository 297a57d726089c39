//! Faults in rules, texts, views, picks and symmetries.

use std::hash::Hash;

use parlour_core::{
    Configure, Game, Illegal, Imagine, Notation, Odds, Pick, Seat, Turn, Viewer, laws,
};

use super::{Answers, Broken, Shape, fails, give};
use crate::shapes::cards::{Deal, Fair};
use crate::shapes::hide::Hide;
use crate::shapes::race::{Move, Race, Roll};

/// With these answers a law fails with these words.
#[track_caller]
pub(super) fn breaks<G: Shape>(words: &str, answers: Answers<G>) {
    give(answers);
    fails(laws_of_play::<G>, words);
}

fn laws_of_play<G: Shape>() {
    laws::of_play::<Broken<G>>();
    laws::of_symmetry::<Broken<G>>();
}

pub(super) fn sound<G: Shape>() -> Answers<G> {
    Answers::sound()
}

#[test]
fn without_a_fault_the_laws_hold() {
    give(sound::<Race>());
    laws_of_play::<Race>();
    give(sound::<Hide>());
    laws_of_play::<Hide>();
    give(sound::<Fair>());
    laws_of_play::<Fair>();
}

#[test]
fn defaults_are_what_is_meant_without_values() {
    breaks::<Race>(
        "the defaults said are not the defaults used",
        Answers {
            start: |values, luck| {
                let mut values = values.clone();
                if values.get("track").is_none() {
                    values.set("track", "7");
                }
                Race::start(&values, luck)
            },
            ..sound()
        },
    );
}

#[test]
fn moves_are_what_play_accepts() {
    breaks::<Race>(
        "is listed, but",
        Answers {
            play: |race, chosen| match chosen {
                Move::From(2) => Err(Illegal::new("never", "not from here")),
                _ => race.play(chosen),
            },
            ..sound()
        },
    );
    breaks::<Race>(
        "is accepted, but not listed",
        Answers {
            moves: |race| race.moves().into_iter().take(1).collect(),
            ..sound()
        },
    );
    // A seat may move at a chance event.
    breaks::<Race>(
        "is accepted, but not listed",
        Answers {
            play: |race, chosen| match race.turn() {
                Turn::Chance => Ok(()),
                _ => race.play(chosen),
            },
            ..sound()
        },
    );
    breaks::<Race>(
        "a move is listed twice",
        Answers {
            moves: |race| {
                let moves = race.moves();
                moves.iter().chain(moves.first()).copied().collect()
            },
            ..sound()
        },
    );
}

#[test]
fn moves_exist_exactly_when_a_seat_is_to_move() {
    // A finished game goes on.
    breaks::<Race>(
        "moves exist exactly when a seat is to move",
        Answers {
            moves: |race| match race.turn() {
                Turn::Over(_) => vec![Move::Pass],
                _ => race.moves(),
            },
            ..sound()
        },
    );
    // A seat is stuck.
    breaks::<Race>(
        "moves exist exactly when a seat is to move",
        Answers {
            moves: |race| {
                let mut moves = race.moves();
                moves.retain(|chosen| *chosen != Move::Pass);
                moves
            },
            ..sound()
        },
    );
}

#[test]
fn a_refused_step_changes_nothing() {
    // A seat that moves at a chance event loses the turn.
    breaks::<Race>(
        "a refused move changed the state",
        Answers {
            play: |race, chosen| {
                let played = race.play(chosen);
                if race.turn() == Turn::Chance && played.is_err() {
                    race.seat = Seat(1 - race.seat.0);
                }
                played
            },
            ..sound()
        },
    );
    // The dice fall at a seat's turn.
    breaks::<Race>(
        "a refused outcome changed the state",
        Answers {
            resolve: |race, roll| {
                let resolved = race.resolve(roll);
                if resolved.is_err() && race.roll.is_some() {
                    race.roll = Some(roll.0);
                }
                resolved
            },
            ..sound()
        },
    );
    // The dice fall off the table.
    breaks::<Race>(
        "a refused outcome changed the state",
        Answers {
            resolve: |race, roll| {
                let resolved = race.resolve(roll);
                if roll.0 > 2 {
                    race.roll = Some(2);
                }
                resolved
            },
            ..sound()
        },
    );
}

/// The odds of a race with a change, at chance events.
fn odds(race: &Race, change: fn(&mut Vec<(Roll, u32)>)) -> Odds<Roll> {
    match race.odds() {
        Odds::Listed(mut odds) if !odds.is_empty() => {
            change(&mut odds);
            Odds::Listed(odds)
        }
        odds => odds,
    }
}

#[test]
fn chances_are_sound() {
    breaks::<Race>(
        "is listed, but never happens",
        Answers {
            odds: |race| odds(race, |odds| odds[0].1 = 0),
            ..sound()
        },
    );
    breaks::<Race>(
        "is listed twice",
        Answers {
            odds: |race| odds(race, |odds| odds.push((Roll(0), 1))),
            ..sound()
        },
    );
    breaks::<Race>(
        "may happen, but",
        Answers {
            odds: |race| odds(race, |odds| odds.push((Roll(3), 1))),
            ..sound()
        },
    );
    // Not listed, but drawn: everybody holds the same cards.
    breaks::<Fair>(
        "may happen, but",
        Answers {
            odds: |fair| match fair.odds() {
                Odds::Sampled(draw) => Odds::Sampled(Box::new(move |luck| {
                    let Deal(hands) = draw(luck);
                    Deal(vec![hands[0]; hands.len()])
                })),
                none => none,
            },
            ..sound()
        },
    );
}

#[test]
fn luck_has_a_say_exactly_at_its_turn() {
    breaks::<Race>(
        "chance events have odds, and nothing else has",
        Answers {
            odds: |_| Odds::none(),
            ..sound()
        },
    );
    breaks::<Race>(
        "chance events have odds, and nothing else has",
        Answers {
            odds: |_| Odds::Listed(vec![(Roll(1), 1)]),
            ..sound()
        },
    );
    breaks::<Race>(
        "happens when no chance event is due",
        Answers {
            resolve: |race, roll| {
                race.roll = None;
                race.resolve(roll)
            },
            ..sound()
        },
    );
}

#[test]
fn texts_round_trip() {
    breaks::<Race>(
        "is read back as something else",
        Answers {
            read_position: |text| {
                let mut race = Race::read_position(text)?;
                race.roll = None;
                Ok(race)
            },
            ..sound()
        },
    );
    // The secret is missing.
    breaks::<Hide>(
        "is read back as something else",
        Answers {
            write_position: |hide| hide.view(Viewer::Public).write_position(),
            ..sound()
        },
    );
    breaks::<Race>(
        "cannot be read back",
        Answers {
            write_position: |race| format!("race {}", race.write_position()),
            ..sound()
        },
    );
    breaks::<Race>(
        "is read back as another move",
        Answers {
            read_move: |race, text| race.read_move(text).map(|_| Move::Pass),
            ..sound()
        },
    );
    breaks::<Race>(
        "is read back as another move",
        Answers {
            write_move: |_, _| "move".to_owned(),
            ..sound()
        },
    );
    breaks::<Race>(
        "is read back as another outcome",
        Answers {
            read_chance: |race, text| race.read_chance(text).map(|_| Roll(1)),
            ..sound()
        },
    );
    breaks::<Race>(
        "is described as",
        Answers {
            describe_move: |_, _, _| String::new(),
            ..sound()
        },
    );
    breaks::<Hide>(
        "is told more than they see",
        Answers {
            describe_move: |hide, chosen, _| hide.describe_move(chosen, Viewer::All),
            ..sound()
        },
    );
    breaks::<Race>(
        "seats share a name",
        Answers {
            seat_name: |_, _| "player".into(),
            ..sound()
        },
    );
}

#[test]
fn a_hash_follows_equality() {
    breaks::<Race>(
        "equal states hash differently",
        Answers {
            hash: |race, played, mut hasher| (race, played).hash(&mut hasher),
            ..sound()
        },
    );
}

#[test]
fn looks_decide_moves() {
    // A view shows what is kept from its viewer in imagined states.
    breaks::<Hide>(
        "an imagined state does not look like the view",
        Answers {
            view: |hide, _| hide.view(Viewer::All),
            imagine: |view, who, luck| Hide::imagine(&view.view(who), who, luck),
            ..sound()
        },
    );
    breaks::<Race>(
        "the moves depend on what the mover cannot see",
        Answers {
            view: |race, _| {
                let mut view = race.clone();
                view.roll = view.roll.map(|_| 1);
                view
            },
            ..sound()
        },
    );
    breaks::<Race>(
        "whose turn it is, is public",
        Answers {
            view: |race, _| {
                let mut view = race.clone();
                view.roll = None;
                view
            },
            ..sound()
        },
    );
    // One's own cards are imagined in another hand.
    breaks::<Fair>(
        "is imagined, but no position",
        Answers {
            imagine: |view, who, luck| {
                let mut fair = Fair::imagine(view, who, luck);
                if let (Viewer::Seat(Seat(0)), [own, other, ..]) = (who, &mut fair.hands[..])
                    && own.len() == other.len()
                {
                    *other = *own;
                }
                fair
            },
            ..sound()
        },
    );
}

#[test]
fn symmetry_commutes_with_play() {
    breaks::<Hide>(
        "changes how many moves there are",
        Answers {
            map: |_, _| Hide::read_position("1 1 - -").expect("a small board"),
            ..sound()
        },
    );
    breaks::<Race>(
        "to From(255)",
        Answers {
            map_move: |_, _, _| Move::From(u8::MAX),
            ..sound()
        },
    );
    breaks::<Hide>(
        "does not commute with Hide",
        Answers {
            map_move: |_, _, chosen| *chosen,
            ..sound()
        },
    );
    breaks::<Race>(
        "to Roll(255)",
        Answers {
            map_chance: |_, _, _| Roll(u8::MAX),
            ..sound()
        },
    );
    breaks::<Race>(
        "does not commute with Roll",
        Answers {
            map_chance: |_, _, roll| Roll(2 - roll.0),
            ..sound()
        },
    );
    // Not listed, but drawn.
    breaks::<Fair>(
        "Rename does not commute with Deal",
        Answers {
            map_chance: |_, _, deal| deal.clone(),
            ..sound()
        },
    );
    // The dice favour a seat.
    breaks::<Race>(
        "more or less likely",
        Answers {
            odds: |race| match race.seat {
                Seat(0) => odds(race, |odds| odds[2].1 += 1),
                _ => race.odds(),
            },
            ..sound()
        },
    );
}

#[test]
fn picks_tell_moves_apart() {
    breaks::<Race>(
        "begins like",
        Answers {
            picks: |_, chosen| match chosen {
                Move::From(from) => vec![Pick::new("next"); usize::from(*from) + 1],
                Move::Pass => vec![Pick::new("pass")],
            },
            ..sound()
        },
    );
    breaks::<Race>(
        "a move without picks",
        Answers {
            picks: |_, _| Vec::new(),
            moves: |race| race.moves().into_iter().take(1).collect(),
            ..sound()
        },
    );
}
