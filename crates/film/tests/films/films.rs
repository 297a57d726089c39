//! Films of all games: the files show what the pictures show.

use std::time::Duration;

use parlour_core::picture::Theme;
use parlour_core::review::{Account, Choice, Review, ReviewedStep, Verdict};
use parlour_core::{AnyRecord, Seat, Turn, Viewer};
use parlour_film::{Film, Image, Pace, Script, rasterise};

use crate::games::{each, random_game};
use crate::gif::played;

/// How much two images differ: on average, and at most in a square of eight by eight pixels. A
/// missing piece shows up there, edges of other colours do not.
pub(crate) fn difference(one: &Image, other: &Image) -> (f64, f64) {
    const SIDE: u32 = 8;
    assert_eq!((one.width(), one.height()), (other.width(), other.height()));
    let columns = one.width().div_ceil(SIDE);
    let mut squares = vec![0u64; (columns * one.height().div_ceil(SIDE)) as usize];
    for y in 0..one.height() {
        for x in 0..one.width() {
            let parts = one.pixel(x, y).into_iter().zip(other.pixel(x, y));
            let most = parts.map(|(a, b)| u64::from(a.abs_diff(b))).max();
            squares[(y / SIDE * columns + x / SIDE) as usize] += most.unwrap_or(0);
        }
    }
    let worst = squares.iter().max().map_or(0, |&worst| worst);
    let pixels = f64::from(one.width() * one.height());
    let sum: u64 = squares.iter().sum();
    (sum as f64 / pixels, worst as f64 / f64::from(SIDE * SIDE))
}

fn assert_alike(one: &Image, other: &Image, what: &str) {
    let (mean, worst) = difference(one, other);
    assert!(mean < 1.5 && worst < 8.0, "{what}: {mean:.3}, {worst:.3}");
}

fn script(theme: Theme) -> Script<'static> {
    Script {
        title: "A game",
        theme,
        ..Script::default()
    }
}

#[test]
fn a_gif_shows_every_position_as_it_is() {
    each(|entry| {
        let id = entry.info().id;
        let record = random_game(entry, 7, 30);
        for theme in [Theme::Light, Theme::Dark] {
            let film = Film::new(&record, &script(theme)).expect("a film");
            assert_eq!(film.positions(), record.steps.len() + 1);
            let (file, _) = film.gif(Vec::new(), 320, &|_| ()).expect("memory");
            let (seen, end) = played(&file);
            let rounding = end.abs_diff(film.duration());
            assert!(rounding < Duration::from_millis(10), "{id}: {end:?}");
            for (index, (from, svg)) in film.stills().enumerate() {
                let direct = rasterise(&svg, 320).expect("a picture");
                let shown = seen
                    .iter()
                    .rfind(|seen| seen.from <= from + Duration::from_millis(20));
                let shown = shown.expect("a frame");
                assert_alike(&shown.image, &direct, &format!("{id} {theme:?} {index}"));
            }
        }
    });
}

#[test]
fn exposures_add_up_to_the_pictures_on_the_way_too() {
    each(|entry| {
        let record = random_game(entry, 3, 12);
        let film = Film::new(&record, &script(Theme::Light)).expect("a film");
        let exposures = film.exposures(300).expect("a small film");
        let total: Duration = exposures.iter().map(|exposure| exposure.hold).sum();
        assert!(total.abs_diff(film.duration()) < Duration::from_micros(10));
        let whole = &exposures[0].patches[0].0;
        for (image, (x, y)) in exposures.iter().flat_map(|exposure| &exposure.patches) {
            assert!(x + image.width() <= whole.width() && y + image.height() <= whole.height());
        }
    });
}

#[test]
fn a_film_can_be_of_a_part_faster_and_without_motions() {
    each(|entry| {
        let record = random_game(entry, 1, 20);
        let whole = Film::new(&record, &Script::default()).expect("a film");
        // The start, every step but the last, and the end.
        let (mut position, mut expected) = (record.start.clone(), Pace::default().step);
        for (index, step) in record.steps.iter().enumerate() {
            expected += match position.turn() {
                _ if index + 1 == record.steps.len() => Pace::default().end,
                Turn::Chance => Pace::default().throw,
                _ => Pace::default().step,
            };
            position.take(step).expect("a legal step");
        }
        assert_eq!(whole.duration(), expected, "{}", entry.info().id);
        let fast = Script {
            pace: Pace::default().times(2.0).without_motions(),
            steps: 3..=9,
            ..Script::default()
        };
        let part = Film::new(&record, &fast).expect("a film");
        assert_eq!(part.positions(), 7);
        let exposures = part.exposures(200).expect("a small film");
        assert_eq!(exposures.len(), 7);
        let end = exposures.last().expect("a picture").hold;
        assert_eq!(end, Duration::from_secs(2));
    });
}

#[test]
fn a_film_of_no_position_is_refused() {
    each(|entry| {
        let record = random_game(entry, 1, 2);
        let script = Script {
            steps: 5..=9,
            ..Script::default()
        };
        let Err(error) = Film::new(&record, &script) else {
            panic!("a film of nothing");
        };
        assert_eq!(error.to_string(), "there is no position to film");
    });
}

/// A review in which the first seat's chance changes only with the last move, a blunder.
fn account(record: &AnyRecord, last: f64) -> Account {
    let steps = record.steps.len();
    let chance = |after: usize| if after < steps { 0.5 } else { last };
    let step = |index: usize| ReviewedStep {
        text: String::new(),
        seat: Some(Seat(0)),
        before: Some(chance(index)),
        after: Some(chance(index + 1)),
        choice: Some(Choice {
            best: String::new(),
            best_chance: 0.5,
            chance: 0.5,
            worst_chance: 0.0,
            only: false,
            verdict: if index + 1 < steps {
                Verdict::Best
            } else {
                Verdict::Blunder
            },
        }),
    };
    Account::Chances(Review {
        names: record.names.clone(),
        start: Some(0.5),
        steps: (0..steps).map(step).collect(),
        outcome: None,
    })
}

#[test]
fn the_graph_tells_nothing_of_moves_to_come() {
    let gridlock = parlour_catalog::game("gridlock").expect("a game");
    let record = random_game(gridlock, 7, 5);
    let films = [0.0, 0.5, 1.0].map(|last| {
        let account = account(&record, last);
        let script = Script {
            account: Some(&account),
            ..Script::default()
        };
        let film = Film::new(&record, &script).expect("a film");
        let pictures = film.stills().map(|(_, svg)| rasterise(&svg, 640));
        let pictures: Result<Vec<Image>, _> = pictures.collect();
        pictures.expect("pictures")
    });
    let end = record.steps.len();
    for film in &films[1..] {
        assert!(film[..end] == films[0][..end], "the end shows before");
        assert!(film[end] != films[0][end]);
    }
}

/// Two hundred moves of Ploy: nothing is in the file twice.
#[test]
fn a_long_film_is_a_small_file() {
    let ploy = parlour_catalog::game("ploy").expect("a game");
    let record = random_game(ploy, 7, 200);
    let film = Film::new(&record, &Script::default()).expect("a film");
    assert!(film.positions() > 150, "{}", film.positions());
    let (file, _) = film.gif(Vec::new(), 640, &|_| ()).expect("memory");
    let kilobytes = file.len() / 1000;
    assert!(kilobytes < 3000, "{kilobytes} kB");
    assert!(film.svg().len() < 1_000_000);
}

/// A film for one seat is made from what that seat sees.
#[test]
fn a_film_for_a_seat_tells_no_secret() {
    each(|entry| {
        let record = random_game(entry, 5, 10);
        for seat in Seat::all(record.start.seats()) {
            let script = Script {
                who: Viewer::Seat(seat),
                below: Some(seat),
                ..Script::default()
            };
            let film = Film::new(&record, &script).expect("a film");
            let mut position = record.start.clone();
            let mut stills = film.stills();
            for step in [None].into_iter().chain(record.steps.iter().map(Some)) {
                if let Some(step) = step {
                    position.take(step).expect("a legal step");
                }
                let (_, svg) = stills.next().expect("a still for every position");
                let look = parlour_core::picture::Look {
                    below: Some(seat),
                    ..Default::default()
                };
                let scene = position.paint(Viewer::Seat(seat), &look).expect("a board");
                for thing in &scene.board.things {
                    assert!(svg.contains(&thing.svg), "{}", entry.info().id);
                }
                let count =
                    |svg: &str| svg.matches("<g pointer-events=\"none\" transform=").count();
                let panels = scene.panels.iter().map(|panel| panel.picture.things.len());
                let things = scene.board.things.len() + panels.sum::<usize>();
                assert_eq!(count(&svg), things, "{}", entry.info().id);
            }
        }
    });
}
