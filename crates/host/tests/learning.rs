//! What every game owes its learners: rules whose diagrams can be drawn, a guided first game that
//! runs to its end whatever the learner does, and puzzles that the solver confirms.

use std::time::{Duration, Instant};

use parlour_catalog::games;
use parlour_core::learn::{Accepted, Block, Lesson, plain_rules, read_rules, shipped};
use parlour_core::picture::Look;
use parlour_core::{DrawOptions, GameEntry, Limits, Room, Tables, Turn};
use parlour_host::{Guide, Heard, Judged, PuzzleSession};

/// Where a lesson's board and text stand beside each other at 80x24.
const TEXT_COLUMNS: usize = 30;
const TEXT_LINES: usize = 14;

#[test]
fn every_rules_page_has_diagrams_that_read_and_draw() {
    for &game in games() {
        let info = game.info();
        let blocks = read_rules(game).unwrap_or_else(|bad| panic!("{}: {bad}", info.id));
        let mut boards = 0;
        for block in &blocks {
            let Block::Board(diagram) = block else {
                continue;
            };
            boards += 1;
            assert!(!diagram.caption.is_empty(), "{}", info.id);
            for room in [
                None,
                Some(Room {
                    columns: 78,
                    lines: 18,
                }),
            ] {
                let options = DrawOptions {
                    coordinates: true,
                    room,
                    ..DrawOptions::default()
                };
                diagram.draw(options).expect(info.id);
            }
            let scene = diagram.paint(&Look::default()).expect(info.id);
            assert!(scene.board.document().starts_with("<svg"), "{}", info.id);
        }
        assert!(boards >= 3, "{} has {boards} diagrams", info.id);
        assert!(!plain_rules(info.rules).contains('['), "{}", info.id);
        assert!(matches!(blocks[0], Block::Heading(_)), "{}", info.id);
    }
}

fn guide(game: &'static dyn GameEntry) -> Guide {
    let id = game.info().id;
    let guide = Guide::new(game).unwrap_or_else(|| panic!("{id} has no lesson"));
    guide.unwrap_or_else(|bad| panic!("{id}: {bad}"))
}

#[test]
fn lessons_have_six_to_ten_short_steps() {
    for &game in games() {
        let id = game.info().id;
        let lesson = Lesson::read(game.lesson().expect(id)).expect(id);
        assert!((6..=10).contains(&lesson.steps.len()), "{id}");
        let texts = lesson
            .steps
            .iter()
            .flat_map(|step| [&step.says, &step.otherwise]);
        for text in texts.chain([&lesson.end]) {
            let lines = lines(text, TEXT_COLUMNS);
            assert!(lines <= TEXT_LINES, "{id}: {lines} lines: {text}");
        }
        for step in &lesson.steps {
            let is_explained = step.accepted == Accepted::Nothing || !step.otherwise.is_empty();
            assert!(is_explained, "{id}: {}", step.says);
        }
    }
}

/// How many lines a text takes in a column.
fn lines(text: &str, width: usize) -> usize {
    let mut lines = 1;
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines += 1;
            used = length;
        } else {
            used += length + usize::from(used > 0);
        }
    }
    lines
}

/// Walks through a lesson with every accepted move of every step. The first of them leads on.
#[test]
fn every_lesson_runs_to_its_end_whatever_is_accepted() {
    for &game in games() {
        let id = game.info().id;
        let lesson = Lesson::read(game.lesson().expect(id)).expect(id);
        let mut done: Vec<Option<String>> = Vec::new();
        for (number, step) in lesson.steps.iter().enumerate() {
            let here = walked(game, &done);
            assert_eq!(here.progress(), (number + 1, lesson.steps.len()), "{id}");
            assert_eq!(here.says(), step.says, "{id}");
            let moves = match &step.accepted {
                Accepted::Nothing => {
                    assert!(!here.is_asked(), "{id}");
                    done.push(None);
                    continue;
                }
                Accepted::Any => here.position().moves(),
                Accepted::These(moves) => moves.clone(),
            };
            assert_eq!(
                here.position().turn(),
                Turn::Seat(here.seat()),
                "{id}: {}",
                step.says
            );
            for chosen in &moves {
                let mut again = walked(game, &done);
                let length = again.played().len();
                let heard = again.play(chosen);
                let heard = heard.unwrap_or_else(|bad| panic!("{id}: {chosen}: {bad}"));
                assert_eq!(heard, Heard::Right, "{id}: {chosen}");
                let next = lesson.steps.get(number + 1);
                if next.is_none_or(|next| next.start.is_none()) {
                    let made = again.played().len() - length;
                    assert_eq!(made, 1 + step.replies.len(), "{id}: after {chosen}");
                }
            }
            done.push(moves.first().cloned());
        }
        let end = walked(game, &done);
        assert!(end.is_over() && !end.is_asked(), "{id}");
        assert_eq!(end.says(), lesson.end, "{id}");
    }
}

/// A lesson after some steps: a move each, or none where it is only read.
fn walked(game: &'static dyn GameEntry, done: &[Option<String>]) -> Guide {
    let mut guide = guide(game);
    for chosen in done {
        match chosen {
            Some(chosen) => {
                guide.play(chosen).expect(chosen);
            }
            None => assert!(guide.go_on()),
        }
    }
    guide
}

#[test]
fn another_legal_move_is_explained_and_changes_nothing() {
    for &game in games() {
        let id = game.info().id;
        let mut guide = guide(game);
        let mut explained = 0;
        while !guide.is_over() {
            if !guide.is_asked() {
                guide.go_on();
                continue;
            }
            let hint = guide.hint().expect(id);
            let before = guide.position().text();
            for text in guide.position().moves().iter().take(40) {
                let chosen = guide.position().read(text).expect(text);
                let mut other = walked_like(&guide);
                match other.take(chosen).expect("legal") {
                    Heard::Other(words) => {
                        assert!(!words.is_empty(), "{id}");
                        assert_eq!(other.position().text(), before, "{id}");
                        explained += 1;
                    }
                    Heard::Right => {}
                }
            }
            assert_eq!(guide.take(hint).expect(id), Heard::Right, "{id}");
        }
        assert!(explained > 0, "{id}");
        // And back again to the first step.
        let (_, steps) = guide.progress();
        for _ in 0..steps {
            assert!(guide.back(), "{id}");
        }
        assert!(!guide.back(), "{id}");
        assert_eq!(guide.says(), self::guide(game).says(), "{id}");
    }
}

/// The same step of the same lesson, reached by the hints.
fn walked_like(guide: &Guide) -> Guide {
    let mut other = self::guide(guide.game());
    while other.progress() != guide.progress() {
        match other.hint() {
            Some(hint) => {
                other.take(hint).expect("the hint is right");
            }
            None => {
                other.go_on();
            }
        }
    }
    other
}

/// Plans and engines take their time: the puzzles of a game are judged again for this long, and at
/// least this many of them. With `PUZZLES=all`, all are.
const TIME: Duration = Duration::from_secs(10);
const FEWEST: usize = 6;

/// A prime number that does not divide the length of any list.
const SPREAD: usize = 7919;

#[test]
fn shipped_puzzles_are_confirmed_by_the_solver() {
    for &game in games() {
        let id = game.info().id;
        let puzzles = game
            .puzzles()
            .unwrap_or_else(|| panic!("{id} has no puzzles"));
        let all: Vec<_> = shipped(puzzles.shipped()).collect();
        assert!(all.len() >= 40, "{id} ships {}", all.len());
        let begun = Instant::now();
        let is_patient = std::env::var_os("PUZZLES").is_some_and(|which| which == "all");
        for number in 0..all.len() {
            if number >= FEWEST && begun.elapsed() > TIME && !is_patient {
                break;
            }
            // Spread over the list, wherever the time ends.
            let puzzle = &all[number * SPREAD % all.len()];
            let position = puzzle.position(game).expect(puzzle.position);
            let mut session = PuzzleSession::new(game, position).expect(id);
            while !session.is_solved() {
                assert!(
                    session.judge(&Tables::none(), &Limits::default()),
                    "{}",
                    puzzle.seed
                );
                assert!(session.why().is_some());
                let right = session.right();
                let wrong = session.position().moves();
                let wrong = wrong.into_iter().find(|text| !right.contains(text));
                if let Some(wrong) = wrong {
                    let heard = session.play(&wrong).expect("legal");
                    assert!(matches!(heard, Judged::Wrong(_)), "{id} {}", puzzle.seed);
                }
                let heard = session.play(&right[0]).expect("legal");
                assert!(!matches!(heard, Judged::Wrong(_)), "{id} {}", puzzle.seed);
            }
        }
    }
}

#[test]
fn a_number_makes_the_same_puzzle_every_time() {
    for &game in games() {
        let id = game.info().id;
        let puzzles = game.puzzles().expect(id);
        let first = shipped(puzzles.shipped()).next().expect(id);
        let made = puzzles.make(first.seed, &Tables::none(), &Limits::default(), &mut |_| ());
        let made = made.expect("no limit stops it");
        let known = first.position(game).expect(id);
        assert!(made.position.same_as(&*known), "{id} {}", first.seed);
        assert!(!made.right.is_empty(), "{id}");
    }
}
