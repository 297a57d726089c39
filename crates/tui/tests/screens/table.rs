//! Playing: by keys, by mouse, by typing; undo, saves, and what is kept.

use std::fs;

use parlour_host::{Dice, HUMAN};
use parlour_tui::{Colours, Settings, Start};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use ratatui::style::Color;

use crate::driver::{Driver, NEAR, seating, settings};

const SMALL: (u16, u16) = (80, 24);

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_game_by_mouse_alone() {
    let folder = folder();
    let mut driver = Driver::new(Start::Menu, settings(folder.path()), SMALL);
    driver.click("▸ Gridlock");
    driver.sees("colours");
    // Two people: the bot of the second seat becomes human.
    driver.click("second");
    driver.click("at this keyboard");
    driver.sees("second    human");
    driver.click("Start");
    driver.sees("First to move");
    let (column, row) = driver.find("•");
    driver.mouse(MouseEventKind::Moved, column, row);
    driver.sees("0,0: 2 moves");
    driver.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    // A right click takes the pick back.
    driver.sees("[1 red]");
    driver.mouse(MouseEventKind::Down(MouseButton::Right), column, row);
    driver.does_not_see("[1 red]");
    driver.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    driver.click("2 green");
    driver.sees("First paints (0,0) green.");
    driver.click("u undo");
    driver.sees("Taken back.");
    driver.click("q leave");
    driver.sees("Continue");
}

#[test]
fn where_the_board_leaves_one_line_messages_are_seen_all_the_same() {
    let folder = folder();
    let seats = seating("labyrinth", &[], &[HUMAN, "random"]);
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.keys("<enter>");
    driver.sees("[1 north]");
    driver.keys("u");
    driver.sees("There is nothing to take back.");
    driver.keys("<right>");
    driver.sees("[2 east]");
    driver.keys(":nowhere<enter>");
    driver.sees("Move: nowhere");
    driver.sees("`nowhere` is not a move");
}

#[test]
fn advice_without_room_beside_the_board_is_told_with_the_words() {
    let folder = folder();
    let seats = seating("labyrinth", &[("players", "1")], &[HUMAN]);
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.keys("vh");
    driver.sees("Hint: ");
    driver.does_not_see("if nobody changes the path; the game");
    driver.keys("w");
    driver.sees("if nobody changes the path; the game");
    driver.sees("Value: Yellow");
}

#[test]
fn a_line_of_a_form_is_explained_beside_it() {
    let folder = folder();
    for width in [60, 75] {
        let mut driver = Driver::new(Start::Menu, settings(folder.path()), (width, 24));
        driver.click("Ships");
        driver.keys("<up><up><up><up><up>");
        driver.sees("▸ target");
        driver.sees("where the ships are");
        driver.keys("<esc>");
    }
}

#[test]
fn opponents_are_chosen_from_a_list_and_remembered() {
    let folder = folder();
    let mut driver = Driver::new(Start::Menu, settings(folder.path()), SMALL);
    driver.click("▸ Gridlock");
    driver.sees("second    medium");
    // From Start over the time and the names to the second player.
    driver.keys("<up><up><up><right>");
    driver.sees("second    hard");
    driver.sees("fallible: ");
    driver.keys("<enter>");
    driver.sees("Who plays second?");
    driver.sees("▸ hard");
    driver.sees("  perfect ");
    driver.keys("<end>");
    driver.sees("▸ alpha-beta");
    driver.keys("<esc>");
    driver.sees("second    hard");
    driver.sees("fallible: ");
    driver.keys("<enter><home><down><enter>");
    driver.sees("second    easy");
    driver.sees("glance: ");
    driver.sees("First, Second (easy)");
    driver.keys("s<enter><enter>");
    driver.sees("First paints");
    driver.keys("q");
    driver.sees("▸ Gridlock");
    driver.keys("<enter>");
    driver.sees("second    easy");
    driver.keys("<esc>");
    // Every game has its own memory.
    driver.click("Ships");
    driver.sees("hider     medium");
}

#[test]
fn a_move_is_typed_completed_and_mended() {
    let folder = folder();
    let seats = seating("gridlock", &[], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.keys(":gr<tab>");
    driver.sees("Move: green ");
    driver.keys("1,1<enter>");
    driver.sees("First paints (1,1) green.");
    driver.keys(":green 1,0<enter>");
    driver.sees("(1,0) cannot be green: its neighbour (1,1) is green");
    driver.sees("Move: green 1,0");
    driver
        .keys("<home><right><right><right><right><right><back><back><back><back><back>red<enter>");
    driver.sees("Second paints (1,0) red.");
}

#[test]
fn picks_narrow_and_are_taken_back() {
    let folder = folder();
    let seats = seating("ploy", &[], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.keys("<enter><up><enter>");
    driver.sees("d3 [0]  1   2   3   4   5   6   7");
    driver.keys("<right><right>");
    driver.sees("d3-d4-2: moves the Shield from d3 to d4 and turns it");
    driver.keys("<esc>");
    driver.sees("picked d3");
    driver.keys("<esc>");
    driver.does_not_see("picked");
    // What cannot be picked says so.
    driver.keys("<up><up><enter>");
    driver.sees("d5 cannot be picked now");
}

#[test]
fn undo_goes_back_over_the_bot() {
    let folder = folder();
    let seats = seating("gridlock", &[], &[HUMAN, "random"]);
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.keys("<enter><enter>");
    driver.sees("First paints (0,0) red.");
    driver.sees("Second paints");
    driver.keys("u");
    driver.sees("Taken back.");
    driver.does_not_see("paints (0,0)");
    driver.keys("u");
    driver.sees("There is nothing to take back.");
}

#[test]
fn saves_replace_nothing_unless_told_twice() {
    let folder = folder();
    let seats = seating("gridlock", &[], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.keys("<enter><enter>s<enter>");
    driver.sees("Saved to gridlock-1.gridlock.");
    let saved = folder.path().join("gridlock-1.gridlock");
    let text = fs::read_to_string(&saved).expect("saved");
    assert!(text.contains("First plays red at (0,0)."), "{text}");
    let other = folder.path().join("other.gridlock");
    fs::write(&other, "mine").expect("written");
    let clear = "<back>".repeat("gridlock-1.gridlock".len());
    driver.keys(&format!("s{clear}other<enter>"));
    driver.sees("other.gridlock already exists: Enter replaces it.");
    driver.keys("<esc>");
    assert_eq!(fs::read_to_string(&other).expect("kept"), "mine");
    driver.keys(&format!("s{clear}other<enter><enter>"));
    driver.sees("Saved to other.gridlock.");
    assert_eq!(fs::read_to_string(&other).expect("replaced"), text);
    let clear = "<back>".repeat("other.gridlock".len());
    driver.keys(&format!("s{clear}game.ur<enter>"));
    driver.sees("Not saved: files of The Royal Game of Ur end with .ur.");
}

#[test]
fn what_is_left_is_continued_where_it_was() {
    for game in parlour_catalog::games() {
        let folder = folder();
        let id = game.info().id;
        let seats = seating(id, &[], &[HUMAN, HUMAN]);
        let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
        // A few moves of whatever comes first.
        for _ in 0..8 {
            driver.keys("<enter>");
        }
        driver.keys("<esc><esc>");
        let before = board(&mut driver);
        // The program is killed; the next one finds the game.
        drop(driver);
        let mut driver = Driver::new(Start::Menu, settings(folder.path()), SMALL);
        driver.sees("▸ Continue");
        driver.keys("<enter>");
        if driver.text().contains("Pass to") {
            driver.keys("<enter>");
        }
        assert_eq!(board(&mut driver), before, "{id}");
    }
}

/// The board, without marks, messages and news.
fn board(driver: &mut Driver) -> String {
    if driver.text().contains("Pass to") {
        driver.keys("<enter>");
    }
    driver.keys("w");
    let words = driver.text();
    driver.keys("<esc>");
    words
}

#[test]
fn a_finished_game_is_kept_as_a_record() {
    let folder = folder();
    let seats = seating("gridlock", &[("size", "2x1")], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.keys("<enter><enter><enter>");
    driver.sees("Second wins!");
    let records: Vec<_> = fs::read_dir(folder.path().join("data/records"))
        .expect("a folder")
        .flatten()
        .collect();
    assert_eq!(records.len(), 1);
    let text = fs::read_to_string(records[0].path()).expect("a record");
    assert!(text.ends_with("Second wins!\n"), "{text}");
    let left = fs::read_dir(folder.path().join("data/unfinished")).expect("a folder");
    assert_eq!(left.count(), 0);
    // And once more from the start.
    driver.keys("n");
    driver.sees("First to move");
}

#[test]
fn own_dice_are_asked_for_and_entered_by_a_digit() {
    let folder = folder();
    let mut seats = seating("ur", &[], &[HUMAN, HUMAN]);
    seats.dice = Dice::Asked;
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.sees("Red rolls: 0 to 4");
    // The only move is made automatically and announced.
    driver.press(KeyCode::Char('2'));
    driver.sees("Red enters a piece on 2. There is no other move.");
    driver.settle();
    driver.sees("Green rolls: 0 to 4");
    driver.sees("Red enters a piece on 2.");
    driver.keys("0");
    driver.sees("Green passes.");
    driver.sees("Red rolls: 0 to 4");
    // An Enter that ends the number does not make a move.
    driver.press(KeyCode::Char('1'));
    driver.press(KeyCode::Enter);
    driver.settle();
    driver.sees("Red to move");
    driver.sees("1 start  2");
    driver.keys("2");
    driver.sees("Red moves from 2 to 3.");
}

#[test]
fn dice_are_seen_in_the_air() {
    let folder = folder();
    let seats = seating("ur", &[], &[HUMAN, HUMAN]);
    let moving = Settings {
        motion: true,
        ..settings(folder.path())
    };
    let mut driver = Driver::play(seats, moving, SMALL);
    driver.sees("Red has rolled");
    driver.press(KeyCode::Enter);
    driver.sees("Throwing...");
    // Nothing is told before they lie.
    driver.does_not_see("has rolled");
    driver.does_not_see("no piece can move");
    // A key makes them land at once.
    driver.press(KeyCode::Right);
    driver.does_not_see("Throwing...");
}

#[test]
fn dice_land_at_once_if_nothing_is_to_move() {
    let folder = folder();
    let seats = seating("ur", &[], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.press(KeyCode::Enter);
    driver.does_not_see("Throwing...");
}

#[test]
fn bots_play_each_other_to_the_end() {
    for game in parlour_catalog::games() {
        let folder = folder();
        let id = game.info().id;
        let (setup, kinds): (&[(&str, &str)], &[&str]) = match id {
            "ur" => (&[("pieces", "2")], &["random", "random"]),
            "labyrinth" => (&[("players", "1"), ("humans", "0")], &["greedy"]),
            "ships" => (&[], &["honest", "best"]),
            "ploy" => (&[("board", NEAR)], &["greedy", "greedy"]),
            _ => (&[], &["random", "random"]),
        };
        let seats = seating(id, setup, kinds);
        let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
        driver.sees("wins!");
    }
}

#[test]
fn escape_makes_a_bot_move_at_once() {
    let folder = folder();
    // Nobody solves this in an hour.
    let mut seats = seating(
        "gridlock",
        &[("size", "9x8"), ("colours", "red,green,blue")],
        &[HUMAN, "perfect"],
    );
    seats.budget.time = Some(std::time::Duration::from_secs(3600));
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.press(KeyCode::Enter);
    driver.press(KeyCode::Enter);
    driver.sees("Second is thinking");
    driver.press(KeyCode::Esc);
    driver.settle();
    driver.sees("First to move");
}

#[test]
fn a_board_that_is_too_large_scrolls_with_the_cursor() {
    let folder = folder();
    let seats = seating("gridlock", &[("size", "150x90")], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.sees("would show all of it");
    driver.sees("0,0: 2 moves");
    driver.keys(&"<down>".repeat(60));
    driver.keys(&"<right>".repeat(120));
    driver.sees("120,60: 2 moves");
    driver.keys("<enter><enter>");
    driver.sees("paints (120,60) red.");
}

#[test]
fn a_board_with_too_many_places_is_played_by_typing() {
    let folder = folder();
    let seats = seating("gridlock", &[("size", "400x300")], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.keys("<enter>:red 2,2<enter>");
    driver.sees("First paints (2,2) red.");
    // And one that cannot even be drawn.
    let seats = seating("gridlock", &[("size", "1000000x1")], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seats, settings(folder.path()), SMALL);
    driver.sees("type your moves with :");
    driver.keys(":red 777777,0<enter>");
    driver.sees("First paints (777777,0) red.");
}

#[test]
fn small_windows_scroll_and_tiny_ones_say_what_they_need() {
    let folder = folder();
    let seats = seating("labyrinth", &[], &[HUMAN, "random"]);
    let mut driver = Driver::play(seats, settings(folder.path()), (60, 15));
    driver.sees("would show all of it");
    driver.sees("N2");
    driver.keys("<enter><enter>");
    driver.resize(30, 8);
    driver.sees("40x12 is needed");
    driver.resize(80, 24);
    driver.sees("Yellow walks");
    driver.resize(200, 60);
    driver.sees("Yellow inserts the tile at N2");
}

#[test]
fn without_colour_and_in_ascii_nothing_is_lost() {
    for game in parlour_catalog::games() {
        let folder = folder();
        let mut settings = settings(folder.path());
        settings.look.colours = Colours::None;
        settings.look.ascii = true;
        let seats = seating(game.info().id, &[], &[HUMAN, HUMAN]);
        let mut driver = Driver::play(seats, settings, SMALL);
        driver.keys("<enter><enter>");
        let buffer = driver.buffer();
        for cell in &buffer.content {
            assert!(cell.symbol().is_ascii(), "{cell:?}");
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
        }
        // Nothing had to be replaced by a question mark: the only one is a key.
        assert!(driver.text().matches('?').count() <= 1, "{}", driver.text());
    }
}

#[test]
fn sixteen_colours_are_enough() {
    let folder = folder();
    let mut settings = settings(folder.path());
    settings.look.colours = Colours::Sixteen;
    let seats = seating("ships", &[], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seats, settings, SMALL);
    driver.keys("m");
    for cell in &driver.buffer().content {
        for colour in [cell.fg, cell.bg] {
            assert!(!matches!(colour, Color::Indexed(16..) | Color::Rgb(..)));
        }
    }
}

#[test]
fn a_form_that_is_wrong_says_so_and_starts_nothing() {
    let folder = folder();
    let mut driver = Driver::new(Start::Menu, settings(folder.path()), SMALL);
    driver.keys("<enter><home><down><enter>");
    // The first line after the last is the size.
    let clear = "<back>".repeat(8);
    driver.keys(&format!("{clear}huge<enter>"));
    driver.sees("is not a size");
    driver.keys("s");
    driver.sees("size");
    driver.keys("<esc>q");
    assert!(driver.quit);
}

#[test]
fn every_game_tells_what_a_position_is_worth() {
    let folder = folder();
    for (game, setup, kinds, value) in [
        ("gridlock", &[][..], [HUMAN, "random"], "nim-value"),
        ("ur", &[("pieces", "3")], [HUMAN, HUMAN], "chance: "),
        ("ploy", &[], [HUMAN, "random"], "Shields"),
        ("ships", &[], ["random", HUMAN], "guesses on average"),
        ("labyrinth", &[], [HUMAN, "random"], "turns to the next"),
    ] {
        let seats = seating(game, setup, &kinds);
        let mut driver = Driver::play(seats, settings(folder.path()), (120, 40));
        driver.keys("v");
        driver.sees("─ Value ─");
        driver.sees(value);
        driver.keys("h");
        driver.sees("Hint: ");
    }
}

#[test]
fn the_bar_of_a_value_is_about_the_player_named_below() {
    let folder = folder();
    let setup = [("size", "5x1"), ("colours", "red")];
    let seats = seating("gridlock", &setup, &[HUMAN, HUMAN]);
    let mut driver = Driver::play(seats, settings(folder.path()), (120, 40));
    let bar = |driver: &mut Driver| {
        let text = driver.text();
        let mut lines = text.lines().skip_while(|line| !line.contains("─ Value ─"));
        let line = lines.nth(1).expect("a line below the heading");
        line.rsplit('│').nth(1).expect("a panel").to_owned()
    };
    driver.keys("v");
    driver.sees("First wins");
    let shown = bar(&mut driver);
    assert!(!shown.contains('░'), "{shown}");
    // The middle leaves two equal parts.
    driver.keys(":red 2,0<enter>");
    driver.sees("Second loses");
    let shown = bar(&mut driver);
    assert!(!shown.contains('█'), "{shown}");
}

#[test]
fn a_piece_is_seen_on_its_way_if_that_is_wanted() {
    for (motion, is_seen) in [(true, true), (false, false)] {
        let folder = folder();
        let mut settings = settings(folder.path());
        settings.motion = motion;
        let seats = seating("ploy", &[], &[HUMAN, HUMAN]);
        let mut driver = Driver::play(seats, settings, SMALL);
        driver.keys(":d3-d4-3");
        driver.press(KeyCode::Enter);
        let on_its_way = driver.text();
        driver.settle();
        assert_eq!(on_its_way != driver.text(), is_seen, "{on_its_way}");
        // A key ends the motion at once.
        driver.keys(":d7-d6-3");
        driver.press(KeyCode::Enter);
        driver.press(KeyCode::Null);
        let after = driver.text();
        driver.settle();
        assert_eq!(after, driver.text());
    }
}

/// How long something moves on the board after these keys, and what is seen meanwhile.
fn moving(game: &str, kinds: &[&str], keys: &[KeyCode]) -> Vec<Buffer> {
    let folder = folder();
    let mut settings = settings(folder.path());
    settings.motion = true;
    let mut driver = Driver::play(seating(game, &[], kinds), settings, (100, 34));
    for key in &keys[..keys.len() - 1] {
        driver.press(*key);
        driver.settle();
    }
    driver.press(keys[keys.len() - 1]);
    let begun = driver.now();
    let mut seen = vec![driver.buffer().clone()];
    while driver.now().duration_since(begun) < std::time::Duration::from_millis(250) {
        driver.pass(std::time::Duration::from_millis(20));
        seen.push(driver.buffer().clone());
    }
    seen.dedup();
    driver.settle();
    let last = seen.last();
    assert_eq!(Some(driver.buffer()), last, "something moves for too long");
    seen
}

#[test]
fn the_maze_shifts_and_a_guess_settles() {
    use KeyCode::{Enter, Right};
    // Six tiles, one after the other.
    let shifted = moving("labyrinth", &[HUMAN, "random"], &[Enter, Enter]);
    assert!(shifted.len() >= 6, "{}", shifted.len());
    let guessed = moving(
        "ships",
        &[HUMAN, HUMAN],
        &[Enter, Right, Enter, Right, Enter],
    );
    assert!(guessed.len() >= 4, "{}", guessed.len());
}
