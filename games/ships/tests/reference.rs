//! The rules compared with the plainest ones: distances by walking over the
//! board, and a game that tries every target for every answer.

use std::collections::BTreeSet;

use parlour_core::{Game, Notation, Turn, Viewer, below, luck};
use parlour_ships::{Feedback, Fleet, Location, Move, SEARCHER, Setup, Ships, feedback};

/// Steps from the nearest ship to every location, by walking from the ships.
fn steps(target: Fleet) -> Vec<u8> {
    let mut steps = vec![u8::MAX; Location::COUNT];
    for ship in target.locations() {
        steps[ship.index()] = 0;
    }
    for step in 0..8 {
        for from in Location::all()
            .filter(|from| steps[from.index()] == step)
            .collect::<Vec<_>>()
        {
            for column in from.column().saturating_sub(1)..=from.column() + 1 {
                for row in from.row().saturating_sub(1)..=from.row() + 1 {
                    if let Some(to) = Location::new(column, row) {
                        let known = &mut steps[to.index()];
                        *known = (*known).min(step + 1);
                    }
                }
            }
        }
    }
    steps
}

#[test]
fn answers_count_steps_from_the_nearest_ship() {
    for target in Fleet::all().iter().step_by(7) {
        let steps = steps(*target);
        for guess in Fleet::all().iter().step_by(11) {
            let count = |wanted| {
                let near = guess.locations().map(|place| steps[place.index()]);
                near.into_iter().filter(|steps| *steps == wanted).count() as u8
            };
            let plain = (count(0), count(1), count(2));
            assert_eq!(
                feedback(*target, *guess).counts(),
                plain,
                "{target} {guess}"
            );
        }
    }
}

#[test]
fn answers_are_possible_where_a_target_has_all_of_them() {
    let mut luck = luck::seeded(4960);
    let mut number = |bound: usize| below(&mut luck, bound as u64).unwrap_or(0) as usize;
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..40 {
        let mut ships = Ships::new(&Setup::default()).expect("a sound setup");
        let mut possible: Vec<Fleet> = Fleet::all().to_vec();
        while ships.turn() == Turn::Seat(SEARCHER) {
            assert_eq!(ships.possible().collect::<Vec<_>>(), possible);
            assert_eq!(ships.moves().len(), Fleet::COUNT);
            let guess = if number(4) == 0 {
                possible[number(possible.len())]
            } else {
                Fleet::all()[number(Fleet::COUNT)]
            };
            ships.play(&Move::Guess(guess)).expect("any guess is legal");
            let answers: BTreeSet<Feedback> = possible
                .iter()
                .map(|target| feedback(*target, guess))
                .collect();
            let listed: Vec<Move> = answers.iter().copied().map(Move::Answer).collect();
            assert_eq!(ships.moves(), listed);
            // Any counts at all, until some are accepted.
            loop {
                let counts = [number(4), number(4), number(4)].map(|count| count as u8);
                let Some(answer) = Feedback::new(counts[0], counts[1], counts[2]) else {
                    continue;
                };
                let before = ships.clone();
                if ships.play(&Move::Answer(answer)).is_ok() {
                    assert!(answers.contains(&answer));
                    possible.retain(|target| feedback(*target, guess) == answer);
                    accepted += 1;
                    break;
                }
                assert!(!answers.contains(&answer));
                assert_eq!(ships, before);
                refused += 1;
            }
            if ships.exchanges().len() > 30 {
                break;
            }
        }
        if let Some(found) = ships.found() {
            assert_eq!(possible, [found]);
        }
    }
    assert!(refused > 100 && accepted > 100, "{refused} {accepted}");
}

#[test]
fn with_a_target_only_its_answer_is_possible() {
    for target in Fleet::all().iter().step_by(1234) {
        for guess in Fleet::all().iter().step_by(17) {
            let setup = Setup {
                target: Some(*target),
                ..Setup::default()
            };
            let mut ships = Ships::new(&setup).expect("a sound setup");
            ships
                .play(&Move::Guess(*guess))
                .expect("any guess is legal");
            assert_eq!(ships.moves(), [Move::Answer(feedback(*target, *guess))]);
        }
    }
}

#[test]
fn the_searcher_does_not_see_the_target() {
    let read = |text: &str| Ships::read_position(text).expect(text);
    let one = read("target=B2,D3,H1;B3,C3,H3=0,2,1");
    let other = read("target=B2,D4,H1;B3,C3,H3=0,2,1");
    let open = read("B3,C3,H3=0,2,1");
    assert_ne!(one, other);
    for who in [Viewer::Seat(SEARCHER), Viewer::Public] {
        assert_eq!(one.view(who), open);
        assert_eq!(other.view(who), open);
    }
    for who in [Viewer::Seat(parlour_ships::HIDER), Viewer::All] {
        assert_eq!(one.view(who), one);
    }
}
