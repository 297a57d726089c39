//! What must be on the screen, however small the window is.

use parlour_core::{Match, Turn, below, luck};
use parlour_host::{HUMAN, Seating};
use parlour_tui::Start;
use ratatui::style::Color;

use crate::driver::{Driver, NEAR, example, seating, settings};

const SIZES: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A game after this many random moves, or just before its end; and the texts of the moves.
fn in_the_middle(game: &str, setup: &[(&str, &str)], count: usize) -> (Seating, Vec<String>) {
    let mut seating = seating(game, setup, &[HUMAN, HUMAN]);
    let mut luck = luck::seeded(5);
    let mut moves = Vec::new();
    while moves.len() < count {
        let played = &seating.played;
        let step = match played.turn() {
            Turn::Over(_) => break,
            Turn::Chance => played.position().draw_lot(&mut luck).expect("a lot"),
            Turn::Seat(_) => {
                let all = played.position().moves();
                let index = below(&mut luck, all.len() as u64).expect("a move") as usize;
                moves.push(all[index].clone());
                played.position().read(&all[index]).expect("legal")
            }
        };
        let mut next = Match::resume(played.record()).expect("sound");
        next.take(step).expect("legal");
        if matches!(next.turn(), Turn::Over(_)) {
            moves.pop();
            break;
        }
        seating.played = next;
    }
    (seating, moves)
}

/// No game of Ships is that long.
#[test]
fn forty_moves_fit_beside_a_board() {
    for (game, setup) in [
        ("gridlock", &[("size", "9x9")][..]),
        ("ur", &[]),
        ("labyrinth", &[]),
        ("ploy", &[]),
    ] {
        let folder = folder();
        let (seating, moves) = in_the_middle(game, setup, 44);
        assert!(moves.len() >= 40, "{game}: {}", moves.len());
        let mut driver = Driver::play(seating, settings(folder.path()), (80, 24));
        // Behind the page between two players, in a game with secrets.
        if driver.text().contains("Pass to") {
            driver.keys("<enter>");
        }
        let screen = driver.text();
        for text in &moves[moves.len() - 40..] {
            assert!(
                screen.contains(&**text),
                "{game}: {text} is not on\n{screen}"
            );
        }
    }
}

/// The end of a game: its winner, the worst moves, and what to do next.
#[test]
fn the_end_of_a_game_is_whole_at_every_size() {
    for size in SIZES {
        let ploy = seating("ploy", &[("board", NEAR)], &[HUMAN, HUMAN]);
        let gridlock = seating("gridlock", &[], &["random", "random"]);
        let ur = seating("ur", &[("pieces", "1")], &["random", "random"]);
        let labyrinth = seating("labyrinth", &[], &["random", "random"]);
        for (seating, keys) in [
            (ploy, ":a8-a9-0<enter>"),
            (gridlock, ""),
            (ur, ""),
            (labyrinth, ""),
        ] {
            let folder = folder();
            let mut driver = Driver::play(seating, settings(folder.path()), size);
            driver.keys(keys);
            for text in [
                "The end",
                " wins!",
                "n again",
                "e swap",
                "s save",
                "x explore",
            ] {
                driver.sees(text);
            }
            driver.sees("? keys");
            driver.sees("q leave");
        }
    }
}

/// Whatever is to be done, the keys for help and for leaving are there.
#[test]
fn a_choice_leaves_room_for_the_keys() {
    for size in SIZES {
        let folder = folder();
        let labyrinth = seating("labyrinth", &[], &[HUMAN, "random"]);
        let mut driver = Driver::play(labyrinth, settings(folder.path()), size);
        driver.sees("Extra tile");
        driver.keys("<enter>");
        driver.sees("preview");
        driver.sees("[1 north]");
        driver.sees("4 west");
        driver.sees("Esc back");
        driver.sees("? keys");
    }
}

/// Whatever page it is: how to get help and how to get away.
#[test]
fn every_page_tells_how_to_get_help_and_how_to_leave() {
    for size in SIZES.into_iter().chain([(40, 12)]) {
        let folder = folder();
        let check = |driver: &mut Driver, page: &str| {
            let screen = driver.text();
            let last = screen.lines().last().unwrap_or_default();
            let has = |key: &str| last.contains(key);
            assert!(has("? keys"), "{page} at {size:?}:\n{screen}");
            let leaves = ["Esc back", "q leave", "q quit"].into_iter().any(has);
            assert!(leaves, "{page} at {size:?}:\n{screen}");
        };
        let mut driver = Driver::new(Start::Menu, settings(folder.path()), size);
        check(&mut driver, "the menu");
        for game in parlour_catalog::games() {
            let id = game.info().id;
            for (page, keys) in [
                ("rules", "r"),
                ("form", "<enter>"),
                ("lesson", "l"),
                ("puzzle", "p"),
            ] {
                driver.keys(keys);
                check(&mut driver, &format!("{id}: {page}"));
                driver.keys("<esc>");
            }
            driver.keys("<down>");
        }
        driver.keys("o");
        check(&mut driver, "files");
        let record = example("amy-and-bill.gridlock");
        let mut driver = Driver::file(&record, settings(folder.path()), size);
        check(&mut driver, "a record");
        for (page, keys) in [("the graph", "g"), ("a branch", "<esc>b")] {
            driver.keys(keys);
            check(&mut driver, page);
        }
        for game in parlour_catalog::games() {
            let id = game.info().id;
            let seating = seating(id, &[], &[HUMAN, "random"]);
            let mut driver = Driver::play(seating, settings(folder.path()), size);
            check(&mut driver, id);
            for (page, keys) in [("moves", "l"), ("words", "<esc>w")] {
                driver.keys(keys);
                check(&mut driver, &format!("{id}: {page}"));
            }
        }
    }
}

/// Smaller than it is drawn anywhere else, if need be.
#[test]
fn the_menu_and_the_forms_show_a_board_in_every_window() {
    for size in SIZES {
        let folder = folder();
        let mut driver = Driver::new(Start::Menu, settings(folder.path()), size);
        for game in parlour_catalog::games() {
            let id = game.info().id;
            let shows = |driver: &mut Driver, page: &str| {
                driver.text();
                let cells = driver.buffer().content.iter();
                let painted =
                    cells.filter(|cell| matches!(cell.bg, Color::Indexed(_) | Color::Rgb(..)));
                assert!(
                    painted.count() > 20,
                    "{id}, {page} at {size:?}:\n{}",
                    driver.text()
                );
            };
            shows(&mut driver, "menu");
            // In the smallest windows, a form needs all the room.
            if size != SIZES[0] {
                driver.keys("<enter>");
                shows(&mut driver, "form");
                driver.keys("<esc>");
            }
            driver.keys("<down>");
        }
    }
}

/// The key for help closes what it has opened.
#[test]
fn help_is_a_page_and_not_a_pile_of_them() {
    let folder = folder();
    let mut driver = Driver::new(Start::Menu, settings(folder.path()), (80, 24));
    driver.keys("r?");
    driver.sees("Keys that work now");
    driver.keys("?");
    driver.sees("the rules");
    driver.keys("?<esc><esc>");
    driver.sees("Quit");
}

/// Answers that no panel has room for are in the line below the board.
#[test]
fn a_list_without_room_is_chosen_from_in_a_line() {
    let folder = folder();
    let ships = seating("ships", &[("target", "open")], &[HUMAN, HUMAN]);
    let mut driver = Driver::play(ships, settings(folder.path()), (60, 20));
    driver.keys(":A1,B1,C1<enter>");
    driver.text();
    driver.sees("[");
    driver.sees("? keys");
}
