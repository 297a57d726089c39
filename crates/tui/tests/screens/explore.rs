//! Records: step by step, mistakes, branches, broken files.

use parlour_tui::Start;
use ratatui::crossterm::event::KeyCode;

use crate::driver::{Driver, example, seating, settings};

const SMALL: (u16, u16) = (80, 24);

#[test]
fn steps_jumps_and_autoplay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = example("amy-and-bill.gridlock");
    let mut driver = Driver::file(&path, settings(folder.path()), SMALL);
    driver.sees("step 0 of 5");
    driver.keys("<right><right>");
    driver.sees("step 2 of 5");
    driver.sees("Bill paints (2,0) red.");
    driver.keys("<left>");
    driver.sees("step 1 of 5");
    driver.keys(":4<enter>");
    driver.sees("step 4 of 5");
    driver.keys("<home>");
    driver.sees("step 0 of 5");
    // Autoplay goes to the end by itself.
    driver.keys(" ");
    driver.sees("step 5 of 5");
    driver.sees("Amy wins!");
    driver.click("3 Amy paints");
    driver.sees("step 3 of 5");
}

#[test]
fn the_graph_fills_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = example("amy-and-bill.ur");
    let mut heights = Vec::new();
    for size in [(60, 20), (80, 24), (200, 60)] {
        let mut driver = Driver::file(&path, settings(folder.path()), size);
        driver.keys("g");
        let screen = driver.text();
        let axis = screen.lines().filter(|line| line.contains(" |"));
        heights.push(axis.count());
        // Nothing is wrapped, and nothing is out of sight.
        driver.sees("  0 % |");
        driver.sees("accurately");
    }
    assert!(heights.is_sorted_by(|a, b| a < b), "{heights:?}");
}

/// A list that is longer than its panel.
#[test]
fn the_list_of_steps_shows_the_present_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = example("amy-and-bill.ur");
    let mut driver = Driver::file(&path, settings(folder.path()), SMALL);
    driver.sees("step 0 of 42");
    driver.sees("  1 Red rolls");
    driver.keys("<end>");
    driver.sees(" 42 ");
    driver.does_not_see("  1 Red rolls");
    driver.keys(":20<enter>b");
    driver.sees(" 20 ");
    driver.keys("<esc><home>");
    driver.sees("  1 Red rolls");
}

#[test]
fn mistakes_are_marked_and_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = example("amy-and-bill.gridlock");
    let mut driver = Driver::file(&path, settings(folder.path()), SMALL);
    driver.sees("mistakes");
    driver.keys("n");
    driver.sees("blunder: 100.0 points lost; better was");
    driver.sees("better: red");
    driver.keys("nnnnn");
    driver.sees("There are no more mistakes.");
    driver.keys("N");
    driver.sees("blunder");
    driver.keys("g");
    driver.sees("Amy's chance to win");
    driver.sees("accurately");
}

#[test]
fn mistakes_are_shown_as_they_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = example("amy-and-bill.gridlock");
    let mut driver = Driver::file_just_opened(&path, settings(folder.path()), SMALL);
    driver.sees("step 0 of 5  0 of 5 reviewed");
    driver.press(KeyCode::Char('n'));
    driver.sees("None found yet: 0 of 5 steps are reviewed.");
    driver.press(KeyCode::Left);
    driver.wait_for("2 mistakes  2 of 5 reviewed");
    driver.sees("better: red");
    driver.press(KeyCode::Char('n'));
    driver.sees("blunder: 100.0 points lost; better was");
    driver.press(KeyCode::Char('g'));
    driver.sees("Only 2 of 5 steps are reviewed so far.");
    driver.press(KeyCode::Esc);
    driver.settle();
    driver.does_not_see("reviewed");
}

#[test]
fn counts_become_chances_where_a_game_says_how() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("short.ploy");
    std::fs::write(&path, "PLOY\nPlayers: Amy, Bill.\nd3-d4-0 d7-d6-0\n").expect("written");
    let mut driver = Driver::file(&path, settings(folder.path()), SMALL);
    driver.keys("<right>");
    driver.sees("Amy's chance: ");
    driver.keys("g");
    driver.sees("Amy's chance to win");
}

/// Looks for mistakes in what is explored, and at the graph.
fn finds_mistakes_and_a_graph(driver: &mut Driver, subject: &str) {
    driver.keys("<home>n");
    driver.sees(" lost; better was ");
    driver.sees("better:");
    driver.keys("g");
    driver.sees(subject);
    driver.keys("<esc>");
}

#[test]
fn games_without_chances_have_mistakes_and_a_graph_too() {
    let folder = tempfile::tempdir().expect("a folder");
    // The same guess again gives no information.
    let record = std::fs::read_to_string(example("amy-and-bill.ships")).expect("text");
    let guess = "B3, C3, H3: 0, 2, 1.\n";
    let record = record
        .replace(guess, &guess.repeat(2))
        .replace("in 4 guesses", "in 5 guesses");
    let path = folder.path().join("twice.ships");
    std::fs::write(&path, record).expect("written");
    let mut driver = Driver::file(&path, settings(folder.path()), SMALL);
    finds_mistakes_and_a_graph(&mut driver, "What every move gained, in bits");

    let setup = [("players", "3"), ("humans", "0")];
    let seats = seating("labyrinth", &setup, &["greedy", "random", "random"]);
    let mut driver = Driver::play(seats, settings(folder.path()), (120, 40));
    driver.sees("wins!");
    driver.keys("x");
    driver.sees("the game just played");
    finds_mistakes_and_a_graph(&mut driver, "What every move gained, in treasures");
}

#[test]
fn a_branch_leads_off_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = example("amy-and-bill.gridlock");
    let mut driver = Driver::file(&path, settings(folder.path()), SMALL);
    driver.keys("<right>b:green 2,2<enter>");
    driver.sees("branch from step 1, 1 further");
    driver.sees("> Bill paints (2,2) green.");
    driver.keys(":red 1,1<enter><esc>");
    driver.sees("step 1 of 5");
    driver.keys("<end>");
    driver.sees("step 5 of 5");
    driver.sees("Amy wins!");
    // Following the record is not a branch.
    driver.keys("<home>b:red 0,0<enter>");
    driver.sees("step 1 of 5");
}

#[test]
fn a_record_is_played_on_against_a_bot() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = example("amy-and-bill.gridlock");
    let mut driver = Driver::file(&path, settings(folder.path()), SMALL);
    driver.keys("<right><right>p");
    driver.sees("Start");
    driver.keys("<enter>");
    driver.sees("red 0,0");
    driver.sees("Amy to move");
    driver.keys("q");
    driver.sees("step 2 of 5");
}

#[test]
fn the_valid_part_of_a_broken_file_can_be_explored() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string(example("amy-and-bill.gridlock")).expect("text");
    let path = folder.path().join("broken.gridlock");
    let broken = text.replace("Bill plays red at (0,2)", "Bill plays red at (0,9)");
    std::fs::write(&path, broken).expect("written");
    let mut driver = Driver::file(&path, settings(folder.path()), SMALL);
    driver.sees("e shows more; the first 3 steps are valid.");
    driver.keys("<end>");
    driver.sees("step 3 of 3");
    driver.keys("e");
    driver.sees("Line 8, column");
    driver.sees("this cell is not on the 3x3 grid");
    driver.sees("^^^^^");
}

#[test]
fn files_are_found_and_told_about() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("deeper")).expect("a folder");
    let copied = folder.path().join("deeper/evening.gridlock");
    std::fs::copy(example("amy-and-bill.gridlock"), copied).expect("copied");
    std::fs::write(folder.path().join("notes.txt"), "no record").expect("written");
    let mut driver = Driver::new(Start::Menu, settings(folder.path()), SMALL);
    driver.keys("o");
    driver.does_not_see("notes.txt");
    driver.click("deeper/");
    driver.sees("evening.gridlock");
    driver.keys("<down>");
    driver.sees("Gridlock: Amy, Bill; 5 steps; Amy wins!");
    driver.click("▸ evening.gridlock");
    driver.sees("step 0 of 5");
    driver.keys("qqq");
    driver.sees("Quit");
}

#[test]
fn branches_are_kept_with_the_record_and_found_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = example("amy-and-bill.gridlock");
    let open = || Driver::file(&path, settings(folder.path()), SMALL);
    let mut driver = open();
    driver.keys("B");
    driver.sees("Nothing has been tried yet");
    driver.keys("<right>b:green 2,2<enter>:red 0,2<enter>");
    driver.sees("branch from step 1, 2 further");
    driver.keys("<esc>");
    drop(driver);
    let mut driver = open();
    driver.sees("~ a branch of 2 steps, tried");
    driver.keys("B");
    driver.sees("branch from step 1, 1 further");
    driver.keys("<right>");
    driver.sees("branch from step 1, 2 further");
    driver.keys("<esc>");
    driver.sees("step 1 of");
}
