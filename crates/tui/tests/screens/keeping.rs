//! Games that were left: who is asked about them, and who may play them.

use parlour_host::HUMAN;
use parlour_tui::Start;

use crate::driver::{Driver, seating, settings};

const SMALL: (u16, u16) = (80, 24);

fn asked_for(game: &str) -> Start {
    Start::Ask(parlour_catalog::game(game).expect("listed"))
}

/// Begins a game, and plays a move.
fn begun(game: &str, folder: &std::path::Path) -> Driver {
    let seats = seating(game, &[], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seats, settings(folder), SMALL);
    driver.keys(":red 0,0<enter>");
    driver.sees("First paints (0,0) red.");
    driver
}

#[test]
fn asking_for_a_game_offers_the_one_that_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = || settings(folder.path());
    // Nothing was left, so the form asks who plays.
    let mut driver = Driver::new(asked_for("gridlock"), settings(), SMALL);
    driver.sees("Start");
    driver.keys("<enter>");
    driver.sees("First to move");
    drop(driver);
    drop(begun("gridlock", folder.path()));

    let mut driver = Driver::new(asked_for("gridlock"), settings(), SMALL);
    driver.sees("1 unfinished game");
    driver.sees("▸ Continue");
    driver.sees("First, Second; 1 step; Second to");
    driver.keys("<enter>");
    driver.sees("First paints (0,0) red.");
    driver.keys("q");
    assert!(driver.quit, "there is no menu behind it");

    let mut driver = Driver::new(asked_for("gridlock"), settings(), SMALL);
    driver.click("New game");
    driver.sees("Start");
    driver.keys("<enter>");
    driver.sees("First to move");
    driver.does_not_see("paints");

    // An unfinished game of another kind does not count.
    let mut driver = Driver::new(asked_for("ploy"), settings(), SMALL);
    driver.sees("Start");
}

#[test]
fn the_menu_stays_at_the_game_that_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::new(Start::Menu, settings(folder.path()), SMALL);
    driver.keys("<down><down><down><down>");
    driver.sees("▸ Ploy");
    driver.keys("<enter>s:d3-d4-0<enter>q");
    driver.sees("Continue");
    driver.sees("▸ Ploy");
}

#[test]
fn two_programs_do_not_write_the_same_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = || settings(folder.path());
    let kept = || {
        let listed = std::fs::read_dir(folder.path().join("data/unfinished")).expect("kept");
        let mut files: Vec<_> = listed.map(|entry| entry.expect("a file").path()).collect();
        files.retain(|path| {
            path.extension()
                .is_some_and(|extension| extension == "kept")
        });
        files.sort();
        files
    };
    let mut first = begun("gridlock", folder.path());
    let [game] = &kept()[..] else {
        panic!("one game")
    };

    // While it is being played nobody else is asked to continue it.
    let mut second = Driver::new(Start::Menu, settings(), SMALL);
    second.does_not_see("Continue");
    second.keys("o");
    second.sees("played elsewhere");
    let mut second = Driver::new(asked_for("gridlock"), settings(), SMALL);
    second.sees("Start");

    // A player who opens it anyway continues with a copy.
    let mut second = Driver::file(game, settings(), SMALL);
    second.sees("Another Parlour is playing this game; you continue with a copy.");
    second.keys(":green 1,0<enter>");
    second.sees("Second paints (1,0) green.");
    first.keys(":red 2,2<enter>");
    first.sees("Second paints (2,2) red.");
    let files = kept();
    assert_eq!(files.len(), 2);
    let texts = files
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("text"));
    let texts: Vec<String> = texts.collect();
    assert!(
        texts[0].contains("red 2,2") && !texts[0].contains("green 1,0"),
        "{}",
        texts[0]
    );
    assert!(
        texts[1].contains("green 1,0") && !texts[1].contains("red 2,2"),
        "{}",
        texts[1]
    );

    // Leaving it frees it for others.
    drop(first);
    let mut third = Driver::file(&files[0], settings(), SMALL);
    third.sees("Second paints (2,2) red.");
    third.does_not_see("copy");
}

#[test]
fn a_game_that_was_left_can_be_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = || settings(folder.path());
    drop(begun("gridlock", folder.path()));
    let mut driver = Driver::new(asked_for("gridlock"), settings(), SMALL);
    driver.keys("d");
    driver.sees("Press d again to delete this game.");
    driver.keys("<down><up>d");
    driver.sees("Press d again to delete this game.");
    driver.keys("d");
    driver.sees("no unfinished game");
    drop(driver);
    let mut driver = Driver::new(asked_for("gridlock"), settings(), SMALL);
    driver.sees("Start");

    // In the list of files, but not what somebody plays, and nothing of the player's own.
    drop(begun("gridlock", folder.path()));
    std::fs::write(folder.path().join("mine.gridlock"), "GRIDLOCK\n").expect("a file");
    let playing = begun("gridlock", folder.path());
    let mut driver = Driver::new(Start::Menu, settings(), SMALL);
    driver.keys("o");
    driver.sees("played elsewhere");
    driver.keys("dd");
    driver.sees("another Parlour is playing this game");
    drop(playing);
    driver.keys("dd");
    driver.does_not_see("played elsewhere");
    driver.keys("dd");
    driver.does_not_see("not finished");
    driver.keys("<end><up>");
    driver.sees("▸ mine.gridlock");
    driver.keys("d");
    driver.sees("Only games kept by the program can be deleted here.");
}

#[test]
fn resigning_is_asked_once_and_ends_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = begun("gridlock", folder.path());
    driver.keys("R");
    driver.sees("Press R again to resign.");
    driver.keys("uR");
    driver.sees("First to move");
    let mut driver = begun("gridlock", folder.path());
    driver.keys("RR");
    driver.sees("Second resigns. First wins.");
    driver.keys("q");
    let records = std::fs::read_dir(folder.path().join("data/records")).expect("kept");
    assert_eq!(records.count(), 1);
}

#[test]
fn a_form_that_was_left_is_found_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::new(Start::Menu, settings(folder.path()), SMALL);
    driver.keys("<enter><home>");
    driver.keys("<up><up><up><up><up><up>");
    driver.keys("<enter>");
    driver.sees("Enter take it");
    driver.keys("<esc>");
    driver.sees("▸ size");
    driver.keys("<right>");
    let changed = driver.text();
    driver.keys("<esc>");
    driver.does_not_see("▸ size");
    driver.keys("<enter>");
    let size = |text: &str| {
        let lines = text.lines().map(|line| line.replace(['▸', '│'], " "));
        let mut words = lines.filter_map(|line| {
            let mut words = line.split_whitespace();
            (words.next() == Some("size")).then(|| words.next().map(str::to_owned))
        });
        words.next().flatten()
    };
    assert_eq!(size(&driver.text()), size(&changed));
    assert_ne!(size(&changed).as_deref(), Some("3x3"));
}
