//! Rules with diagrams, guided first games and puzzles on the screen.

use parlour_core::GameEntry;
use parlour_core::learn::{Accepted, Lesson};
use parlour_tui::{Settings, Start};

use crate::driver::{Driver, settings};

const SIZE: (u16, u16) = (80, 24);

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The first words of a text, as they are seen in a narrow column.
fn begin(text: &str) -> String {
    text.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

fn script(game: &dyn GameEntry) -> Lesson {
    Lesson::read(game.lesson().expect("a lesson")).expect("sound")
}

#[test]
fn every_lesson_is_played_to_its_end_by_typing_and_by_hints() {
    for &game in parlour_catalog::games() {
        let folder = folder();
        let mut driver = Driver::new(Start::Learn(game), settings(folder.path()), SIZE);
        let lesson = script(game);
        let of = lesson.steps.len();
        for (number, step) in lesson.steps.iter().enumerate() {
            driver.sees(&format!("Step {} of {of}", number + 1));
            driver.sees(&begin(&step.says));
            match &step.accepted {
                Accepted::Nothing => driver.keys("<enter>"),
                Accepted::These(moves) => {
                    driver.keys("h");
                    driver.sees("Here: ");
                    driver.keys(&format!(":{}<enter>", moves[0]));
                }
                Accepted::Any => driver.keys(":start<enter>"),
            }
        }
        driver.sees("Well done");
        driver.keys("<enter>");
        driver.sees("Start");
    }
}

#[test]
fn another_move_is_explained_and_b_goes_back() {
    let folder = folder();
    let game = parlour_catalog::game("gridlock").expect("listed");
    let mut driver = Driver::new(Start::Learn(game), settings(folder.path()), SIZE);
    driver.keys(":green 0,0<enter>");
    driver.sees("That is allowed");
    driver.sees("Step 1 of 7");
    driver.keys(":red 1,1<enter>");
    driver.sees("Step 2 of 7");
    driver.keys(":red 0,0<enter>");
    driver.sees("already");
    driver.keys("b");
    driver.sees("Step 1 of 7");
    driver.keys("<esc>");
    assert!(driver.quit);
}

/// Where the board leaves no room, the text comes first.
#[test]
fn on_a_small_screen_the_text_comes_before_the_board() {
    let folder = folder();
    let game = parlour_catalog::game("ploy").expect("listed");
    let mut driver = Driver::new(Start::Learn(game), settings(folder.path()), (40, 20));
    driver.sees("You are Black");
    driver.sees("Enter to the board");
    driver.keys("<enter>");
    driver.does_not_see("You are Black");
    driver.keys("t");
    driver.sees("You are Black");
}

#[test]
fn a_lesson_is_offered_once() {
    let folder = folder();
    let offering = || Settings {
        offer_lessons: true,
        ..settings(folder.path())
    };
    let mut driver = Driver::new(Start::Menu, offering(), SIZE);
    driver.keys("<enter>");
    driver.sees("Your first time?");
    driver.keys("l");
    driver.sees("Step 1 of");
    driver.keys("<esc>");
    driver.does_not_see("Your first time?");
    driver.keys("<esc><enter>");
    driver.does_not_see("Your first time?");
    // Another game is offered, and this one is not, by a program that starts again.
    let mut driver = Driver::new(Start::Menu, offering(), SIZE);
    driver.keys("<enter>");
    driver.does_not_see("Your first time?");
    driver.keys("<esc><down><enter>");
    driver.sees("Your first time?");
    // Nobody is asked who does not want to be.
    let elsewhere = self::folder();
    let mut driver = Driver::new(Start::Menu, settings(elsewhere.path()), SIZE);
    driver.keys("<enter>");
    driver.does_not_see("Your first time?");
}

/// Also the first time: the offer of a lesson is a line of the form, not a page before it.
#[test]
fn a_game_starts_in_two_keys() {
    let folder = folder();
    let offering = Settings {
        offer_lessons: true,
        ..settings(folder.path())
    };
    let mut driver = Driver::new(Start::Menu, offering, SIZE);
    driver.keys("<enter><enter>");
    driver.sees("First to move");
}

#[test]
fn puzzles_are_judged_and_lead_to_the_next() {
    for (number, &game) in parlour_catalog::games().iter().enumerate() {
        let folder = folder();
        let mut driver = Driver::new(Start::Menu, settings(folder.path()), SIZE);
        for _ in 0..number {
            driver.keys("<down>");
        }
        driver.keys("p");
        driver.sees("Puzzle ");
        driver.keys("h");
        let screen = driver.text();
        let hint = screen.lines().find_map(|line| line.split_once("Here: "));
        // The keys may stand behind it in the same line.
        let hint = hint.expect("a hint").1.trim_start();
        let hint = hint.split("  ").next().expect("a word").to_owned();
        driver.keys("y");
        driver.sees("Why");
        driver.keys(&format!(":{hint}<enter>"));
        let is_whole = game.puzzles().expect("some").is_whole();
        driver.sees(if is_whole { "Right, go on" } else { "Solved" });
        driver.keys("n");
        driver.does_not_see("Solved");
    }
}

#[test]
fn rules_are_drawn_with_diagrams_of_a_size_that_fits() {
    for size in [(60, 20), (80, 24), (120, 40), (200, 60)] {
        let folder = folder();
        let mut driver = Driver::new(Start::Menu, settings(folder.path()), size);
        for &game in parlour_catalog::games() {
            driver.keys("r");
            driver.sees("the rules");
            let rules = parlour_core::learn::rules(game);
            let caption = rules.iter().find_map(|block| match block {
                parlour_core::learn::Block::Board(diagram) => Some(begin(&diagram.caption)),
                _ => None,
            });
            let caption = caption.expect("a diagram");
            let mut pages = 0;
            while !driver.text().contains(&caption) {
                driver.keys("<down>");
                pages += 1;
                assert!(pages < 200, "{caption} is nowhere");
            }
            driver.keys("<esc><down>");
        }
    }
}
