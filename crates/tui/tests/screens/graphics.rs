//! Boards as pictures, as far as a page decides about them.

use parlour_host::HUMAN;
use parlour_tui::{Cell, Colours, Settings, Shown, Start};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};

use crate::driver::{Driver, seating, settings};

const CELL: Cell = Cell {
    width: 10,
    height: 20,
};

fn with_pictures(folder: &std::path::Path) -> Settings {
    let mut settings = settings(folder);
    settings.look.cell = Some(CELL);
    settings
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The picture on the screen, whose place must be blank.
#[track_caller]
fn picture(driver: &mut Driver) -> Shown {
    let screen = driver.buffer().clone();
    let Some(shown) = driver.picture().cloned() else {
        panic!("no picture:\n{}", driver.text());
    };
    assert!(screen.area.union(shown.area) == screen.area, "{shown:?}");
    for at in shown.area.positions() {
        assert_eq!(screen[at].symbol(), " ", "{at}");
    }
    shown
}

/// The character at a point of a picture.
fn at(shown: &Shown, (x, y): (f32, f32)) -> (u16, u16) {
    let (wide, high) = (
        f32::from(shown.area.width * CELL.width),
        f32::from(shown.area.height * CELL.height),
    );
    let scale = (wide / shown.size.0).min(high / shown.size.1);
    let left = (wide - shown.size.0 * scale) / 2.0 + x * scale;
    let top = (high - shown.size.1 * scale) / 2.0 + y * scale;
    (
        shown.area.x + (left / f32::from(CELL.width)) as u16,
        shown.area.y + (top / f32::from(CELL.height)) as u16,
    )
}

#[test]
fn every_game_is_played_on_its_picture() {
    for game in parlour_catalog::games() {
        for size in [(80, 24), (120, 40), (200, 60)] {
            let folder = folder();
            let id = game.info().id;
            let seating = seating(id, &[], &[HUMAN, HUMAN]);
            let mut driver = Driver::play(seating, with_pictures(folder.path()), size);
            driver.keys("<enter>");
            let mut cursors = Vec::new();
            for _ in 0..24 {
                // A page between two players has no board.
                driver.keys("<enter>");
                if driver.text().contains("Pass to") {
                    continue;
                }
                let shown = picture(&mut driver);
                assert!(shown.svg.starts_with("<svg "), "{id}");
                cursors.extend(shown.cursor.map(|cursor| format!("{cursor:?}")));
                driver.keys("<tab>");
            }
            cursors.sort();
            cursors.dedup();
            assert!(cursors.len() > 1, "{id} {size:?}: {cursors:?}");
        }
    }
}

#[test]
fn a_click_on_a_picture_picks_what_is_there() {
    let folder = folder();
    let seating = seating("gridlock", &[("size", "4x3")], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seating, with_pictures(folder.path()), (100, 30));
    driver.keys("<right><right><down>");
    let shown = picture(&mut driver);
    let (x, y, _) = shown.cursor.expect("a cursor");
    driver.keys("<home><left><left><up>");
    let (column, row) = at(&shown, (x, y));
    driver.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    driver.keys("<enter>");
    driver.sees("(2,1)");
}

#[test]
fn marks_are_part_of_the_picture() {
    let folder = folder();
    let seating = seating("ploy", &[], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seating, with_pictures(folder.path()), (100, 34));
    let before = picture(&mut driver);
    driver.keys("<enter>");
    let picked = picture(&mut driver);
    assert_ne!(before.svg, picked.svg);
    // A cursor that moves needs no other picture.
    driver.keys("<right>");
    let moved = picture(&mut driver);
    assert_eq!(moved.svg, picked.svg);
    assert_ne!(moved.cursor, picked.cursor);
}

#[test]
fn pictures_are_left_out_where_they_would_be_of_no_use() {
    let folder = folder();
    let shown = |settings: Settings, setup: &[(&str, &str)], size| {
        let seating = seating("gridlock", setup, &[HUMAN, HUMAN]);
        let mut driver = Driver::play(seating, settings, size);
        driver.text();
        driver.picture().is_some()
    };
    let usual = || with_pictures(folder.path());
    assert!(shown(usual(), &[], (80, 24)));
    // Places lower than a line, and far too many of them.
    assert!(!shown(usual(), &[("size", "30x30")], (80, 24)));
    assert!(!shown(usual(), &[("size", "100x100")], (200, 60)));
    let mut ascii = usual();
    ascii.look.ascii = true;
    assert!(!shown(ascii, &[], (80, 24)));
    let mut mono = usual();
    mono.look.colours = Colours::None;
    assert!(!shown(mono, &[], (80, 24)));
}

#[test]
fn a_key_switches_between_picture_and_text() {
    let folder = folder();
    let begin = || {
        let seating = seating("gridlock", &[], &[HUMAN, HUMAN]);
        let mut driver = Driver::play(seating, with_pictures(folder.path()), (80, 24));
        driver.text();
        driver
    };
    let mut driver = begin();
    picture(&mut driver);
    driver.keys("P");
    driver.sees("Boards are text.");
    driver.sees("•");
    assert!(driver.picture().is_none());
    // The next time too.
    let mut driver = begin();
    assert!(driver.picture().is_none());
    driver.keys("P");
    picture(&mut driver);
    // Another page has none.
    driver.keys("?");
    driver.text();
    assert!(driver.picture().is_none());
}

#[test]
fn a_switch_says_what_it_did_until_the_next_key() {
    let folder = folder();
    let mut driver = Driver::new(Start::Menu, settings(folder.path()), (60, 20));
    for (key, told) in [
        ("T", "Theme: light"),
        ("A", "Animation is on."),
        ("A", "Animation is off."),
        ("M", "The mouse selects text."),
        ("M", "The mouse picks and scrolls."),
        ("P", "This terminal shows no pictures."),
    ] {
        driver.keys(key);
        driver.sees(told);
    }
    driver.keys("<down>");
    assert!(!driver.text().contains("shows no pictures"));
}
