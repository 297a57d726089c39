//! Nobody sees another player's secrets.

use parlour_host::HUMAN;

use crate::driver::{Driver, seating, settings};

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (60, 15)];

/// All pages of a table, one after the other.
const PAGES: [&str; 6] = ["", "l", "w", "?", "m", "v"];

/// What a seat sees on all its pages.
fn all_pages(driver: &mut Driver) -> String {
    let mut seen = String::new();
    for page in PAGES {
        driver.keys(page);
        seen.push_str(&driver.text());
        match page {
            "l" | "w" | "?" => driver.keys("<esc>"),
            "m" | "v" => driver.keys(page),
            _ => {}
        }
    }
    seen
}

#[test]
fn the_searcher_never_sees_the_fleet() {
    for size in SIZES {
        let folder = tempfile::tempdir().expect("a folder");
        let seats = seating("ships", &[("target", "hider")], &[HUMAN, HUMAN]);
        let mut driver = Driver::play(seats, settings(folder.path()), size);
        // Nobody watches while the ships are hidden.
        driver.sees("Pass to Hider.");
        driver.keys("<enter>");
        driver.wiped = false;
        driver.keys(":A4,D4,H4<enter>");
        // The page between the players shows nothing at all.
        driver.sees("Pass to Searcher.");
        assert!(driver.wiped, "the hider's screen is wiped");
        driver.does_not_see("+---+");
        driver.does_not_see("A4");
        driver.keys("<enter>");
        for guess in ["A1,B1,C1", "F1,G1,H1"] {
            let seen = all_pages(&mut driver);
            for secret in ["A4,D4", "A4, D4", "S |", "| S", "The ships are"] {
                assert!(!seen.contains(secret), "{secret} in\n{seen}");
            }
            // The answer follows from the target: nobody is called for it.
            driver.keys(&format!(":{guess}<enter>"));
            driver.sees("Hider answers");
            driver.sees("is next.");
        }
    }
}

#[test]
fn cards_are_seen_by_their_player_only() {
    for size in SIZES {
        let folder = tempfile::tempdir().expect("a folder");
        let seats = seating("labyrinth", &[("humans", "2")], &[HUMAN, HUMAN]);
        let start = seats.played.position().text();
        let hand = |line: usize| -> String {
            let words: Vec<&str> = start
                .lines()
                .nth(line)
                .expect("a player")
                .split(' ')
                .collect();
            words[4..].join(", ")
        };
        let (yellow, red) = (hand(0), hand(1));
        let mut driver = Driver::play(seats, settings(folder.path()), size);
        driver.sees("Pass to Yellow.");
        driver.does_not_see("cards");
        driver.keys("<enter>");
        let seen = all_pages(&mut driver);
        // Without the border of a page.
        let words = |seen: &str| {
            let words = seen.split_whitespace().filter(|word| *word != "│");
            words.collect::<Vec<_>>().join(" ")
        };
        assert!(
            words(&seen).contains(&format!("cards {yellow}")),
            "{yellow} in\n{seen}"
        );
        assert!(!words(&seen).contains(&red), "{red} in\n{seen}");
        driver.keys("<enter><enter>");
        driver.sees("Yellow inserts the");
        driver.wiped = false;
        driver.keys("<enter>");
        driver.sees("Pass to Red.");
        assert!(driver.wiped);
        driver.does_not_see("inserts");
        driver.keys("<enter>");
        let seen = all_pages(&mut driver);
        assert!(
            words(&seen).contains(&format!("cards {red}")),
            "{red} in\n{seen}"
        );
        assert!(!words(&seen).contains(&yellow), "{yellow} in\n{seen}");
        // What was done openly may be told.
        assert!(words(&seen).contains("Yellow inserts the tile"), "{seen}");
    }
}

#[test]
fn what_bots_do_with_their_cards_is_not_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let seats = seating("labyrinth", &[], &[HUMAN, "random"]);
    let mut driver = Driver::play(seats, settings(folder.path()), (120, 40));
    driver.keys("<enter><enter><enter>");
    driver.sees("Yellow to move");
    for page in ["", "l"] {
        driver.keys(page);
        driver.does_not_see("Red inserts");
        driver.does_not_see("Red walks");
    }
    driver.sees("Yellow inserts the tile");
}

#[test]
fn a_lone_player_is_not_asked_to_pass_the_screen() {
    for game in parlour_catalog::games() {
        let folder = tempfile::tempdir().expect("a folder");
        let seats = seating(game.info().id, &[], &[HUMAN, "random"]);
        let mut driver = Driver::play(seats, settings(folder.path()), (80, 24));
        driver.does_not_see("Pass to");
    }
}
