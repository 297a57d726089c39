//! How long it takes from a key to the redrawn screen, and from a start to the
//! first one: `cargo bench -p parlour-tui`.
//!
//! Everything but the terminal itself is measured: the state changes, the
//! screen is drawn, and the changes are written as escapes into memory.

mod common;

use std::hint::black_box;
use std::sync::mpsc::channel;
use std::time::Instant;

use common::settings;
use criterion::{Criterion, criterion_group, criterion_main};
use parlour_core::{Budget, Match, SetupValues, luck};
use parlour_host::{Dice, Seating};
use parlour_tui::{App, Event, Sitting, Start};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

/// Options of a setup.
type Options = &'static [(&'static str, &'static str)];

/// A game after this many moves, the same in every run.
fn seating(id: &str, setup: Options, moves: usize) -> Seating {
    let game = parlour_catalog::game(id).expect("listed");
    let mut values = SetupValues::new();
    for (name, value) in setup {
        values.set(name, *value);
    }
    let start = game
        .start(&values, &mut luck::seeded(1))
        .expect("a sound setup");
    let names = ["Amy", "Bill"].map(str::to_owned).to_vec();
    let mut played = Match::new(start, names);
    for number in 0..moves {
        let choice = played.position().moves();
        let some = &choice[number * 7919 % choice.len()];
        played.play(some).expect("a move of the list");
    }
    Seating {
        game,
        played,
        setup: None,
        kinds: Vec::new(),
        budget: Budget::default(),
        dice: Dice::Asked,
        seed: 1,
    }
}

/// A terminal of that size in memory.
fn terminal(width: u16, height: u16) -> Terminal<CrosstermBackend<Vec<u8>>> {
    let area = Rect::new(0, 0, width, height);
    let options = TerminalOptions {
        viewport: Viewport::Fixed(area),
    };
    Terminal::with_options(CrosstermBackend::new(Vec::new()), options).expect("memory")
}

fn key(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn keys(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let boards: [(&str, &str, Options); 6] = [
        ("gridlock", "gridlock 3x3", &[]),
        ("gridlock", "gridlock 100x100", &[("size", "100x100")]),
        ("ur", "ur", &[]),
        ("ships", "ships", &[]),
        ("labyrinth", "labyrinth", &[("humans", "2")]),
        ("ploy", "ploy", &[]),
    ];
    for (width, height) in [(80, 24), (120, 40)] {
        for (id, name, setup) in boards {
            let (sender, _events) = channel();
            let now = Instant::now();
            let start = Start::Play(Box::new(Sitting::new(seating(id, setup, 0))));
            let mut app = App::new(start, settings(folder.path()), sender, now).expect("a game");
            let mut terminal = terminal(width, height);
            // Behind the page between the players.
            app.update(key(KeyCode::Enter), now);
            let mut right = true;
            criterion.bench_function(&format!("a key, {name}, {width}x{height}"), |bencher| {
                bencher.iter(|| {
                    let code = if right { KeyCode::Right } else { KeyCode::Left };
                    right = !right;
                    app.update(key(code), now);
                    terminal.draw(|frame| app.draw(frame)).expect("memory");
                });
            });
        }
    }
}

/// A window of another size, for which nothing was drawn before.
fn resizes(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let boards: [(&str, &str, Options); 3] = [
        ("gridlock", "gridlock 100x100", &[("size", "100x100")]),
        ("labyrinth", "labyrinth", &[("humans", "2")]),
        ("ploy", "ploy", &[]),
    ];
    for (id, name, setup) in boards {
        let (sender, _events) = channel();
        let now = Instant::now();
        let start = Start::Play(Box::new(Sitting::new(seating(id, setup, 0))));
        let mut app = App::new(start, settings(folder.path()), sender, now).expect("a game");
        app.update(key(KeyCode::Enter), now);
        let mut width = 80;
        criterion.bench_function(&format!("a resize, {name}"), |bencher| {
            bencher.iter(|| {
                width = if width < 200 { width + 1 } else { 80 };
                app.update(Event::Redraw, now);
                let mut terminal = terminal(width, 60);
                terminal.draw(|frame| app.draw(frame)).expect("memory");
            });
        });
    }
}

fn moves(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let boards: [(&str, &str, Options, usize); 7] = [
        ("gridlock", "gridlock 3x3", &[], 0),
        ("gridlock", "gridlock 100x100", &[("size", "100x100")], 0),
        (
            "gridlock",
            "gridlock 100x100, late",
            &[("size", "100x100")],
            1000,
        ),
        ("ships", "ships", &[], 0),
        ("labyrinth", "labyrinth", &[], 0),
        ("ploy", "ploy", &[], 0),
        ("ploy", "ploy, late", &[], 150),
    ];
    for (id, name, setup, before) in boards {
        let now = Instant::now();
        let mut terminal = terminal(80, 24);
        criterion.bench_function(&format!("a move made and kept, {name}"), |bencher| {
            bencher.iter_batched(
                || {
                    let (sender, events) = channel();
                    let start = Start::Play(Box::new(Sitting::new(seating(id, setup, before))));
                    let app = App::new(start, settings(folder.path()), sender, now);
                    let mut app = app.expect("a game");
                    app.update(key(KeyCode::Enter), now);
                    app.update(key(KeyCode::Enter), now);
                    (app, events)
                },
                |(mut app, events)| {
                    // The last pick of a move, in most of these games.
                    app.update(key(KeyCode::Enter), now);
                    terminal.draw(|frame| app.draw(frame)).expect("memory");
                    (app, events)
                },
                criterion::BatchSize::SmallInput,
            );
        });
    }
}

fn start(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    criterion.bench_function("the menu, from nothing to its first screen", |bencher| {
        bencher.iter(|| {
            let (sender, _events) = channel();
            let now = Instant::now();
            let app = App::new(Start::Menu, settings(folder.path()), sender, now);
            let mut app = app.expect("the menu");
            let mut terminal = terminal(80, 24);
            terminal.draw(|frame| app.draw(frame)).expect("memory");
            black_box(app.wake())
        });
    });
}

criterion_group!(benches, keys, resizes, moves, start);
criterion_main!(benches);
