//! Snapshots of every screen of every game, in four sizes.
//!
//! Bots grow stronger with every version, and their names and words change;
//! they are kept out of these snapshots, except where the game is solved.

use std::path::Path;
use std::time::Duration;

use parlour_core::{Budget, Measure};
use parlour_host::{HUMAN, Seating};
use parlour_tui::{Settings, Start};

use crate::driver::{Driver, NEAR, example, seating, settings};
use crate::home::pass_in_any_home;

const SIZES: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];

/// Compares the screen with the approved one.
fn picture(driver: &mut Driver, name: &str, (width, height): (u16, u16)) {
    let text = driver.text();
    let shown: Vec<String> = text.lines().map(lasting).collect();
    insta::assert_snapshot!(format!("{name}-{width}x{height}"), shown.join("\n"));
}

/// What takes the place of the time at which a game was kept.
const WHEN: &str = "20YY-MM-DD HH:MM";

/// A line as it is every time: test folders have different names, and games are kept at different
/// times.
fn lasting(line: &str) -> String {
    if line.starts_with("── Open a file") {
        return "── Open a file".to_owned();
    }
    let is_time = |text: &str| {
        text.len() == WHEN.len()
            && text
                .chars()
                .zip(WHEN.chars())
                .all(|(found, like)| match like {
                    'Y' | 'M' | 'D' | 'H' => found.is_ascii_digit(),
                    like => found == like,
                })
    };
    let starts = line.char_indices().map(|(at, _)| at);
    let mut times = starts.filter(|at| line.get(*at..at + WHEN.len()).is_some_and(is_time));
    match times.next() {
        Some(at) => format!("{}{WHEN}{}", &line[..at], &line[at + WHEN.len()..]),
        None => line.to_owned(),
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn the_menu_the_rules_and_the_keys() {
    for size in SIZES {
        let folder = folder();
        let mut driver = Driver::new(Start::Menu, settings(folder.path()), size);
        picture(&mut driver, "menu", size);
        driver.keys("?");
        picture(&mut driver, "menu-keys", size);
        driver.keys("<esc>");
        for game in parlour_catalog::games() {
            driver.keys("r");
            picture(&mut driver, &format!("{}-rules", game.info().id), size);
            driver.keys("<esc><down>");
        }
        std::fs::copy(example("amy-and-bill.ur"), folder.path().join("one.ur")).expect("copied");
        std::fs::copy(
            example("mistakes.gridlock"),
            folder.path().join("two.gridlock"),
        )
        .expect("copied");
        driver.keys("o");
        picture(&mut driver, "files", size);
    }
}

#[test]
fn the_forms() {
    for size in SIZES {
        let folder = folder();
        let mut driver = Driver::new(Start::Menu, settings(folder.path()), size);
        for game in parlour_catalog::games() {
            driver.keys("<enter>");
            // From Start over the time and the names to the last seat.
            driver.keys("<up><up><up><right>");
            picture(&mut driver, &format!("{}-setup", game.info().id), size);
            driver.keys("<enter>");
            picture(&mut driver, &format!("{}-opponents", game.info().id), size);
            driver.keys("<esc><esc><down>");
        }
    }
}

/// The table at the start, in the middle of a pick, and after it.
fn at_the_table(game: &str, setup: &[(&str, &str)], kinds: &[&str], picks: [&str; 3]) {
    for size in SIZES {
        let folder = folder();
        let seating = seating(game, setup, kinds);
        let mut driver = Driver::play(seating, settings(folder.path()), size);
        picture(&mut driver, &format!("{game}-start"), size);
        for (name, keys) in ["pick", "choice", "moved"].iter().zip(picks) {
            driver.keys(keys);
            picture(&mut driver, &format!("{game}-{name}"), size);
        }
        driver.keys("?");
        picture(&mut driver, &format!("{game}-keys"), size);
        driver.keys("<esc>l");
        picture(&mut driver, &format!("{game}-list"), size);
        driver.keys("<esc>w");
        picture(&mut driver, &format!("{game}-words"), size);
        driver.keys("<esc>s");
        picture(&mut driver, &format!("{game}-save"), size);
        driver.keys("<esc>:");
        picture(&mut driver, &format!("{game}-typing"), size);
    }
}

#[test]
fn gridlock() {
    let picks = ["<right><down>", "<enter><right>", "<enter>"];
    at_the_table("gridlock", &[], &[HUMAN, HUMAN], picks);
}

#[test]
fn ur() {
    let picks = ["<tab>", "h", "<enter>"];
    at_the_table("ur", &[("pieces", "3")], &[HUMAN, HUMAN], picks);
}

#[test]
fn ships() {
    let picks = ["<enter><right><enter>", "<down><down>", "<enter>m"];
    at_the_table("ships", &[], &[HUMAN, HUMAN], picks);
}

#[test]
fn labyrinth() {
    let picks = ["<down>", "<enter><right>", "<enter>"];
    at_the_table("labyrinth", &[], &[HUMAN, "random"], picks);
}

#[test]
fn ploy() {
    let picks = ["<enter>", "<up><enter><right><right>", "<enter>"];
    at_the_table("ploy", &[], &[HUMAN, HUMAN], picks);
}

#[test]
fn the_page_between_two_players() {
    for size in SIZES {
        let folder = folder();
        let labyrinth = seating("labyrinth", &[("humans", "2")], &[HUMAN, HUMAN]);
        let mut driver = Driver::play(labyrinth, settings(folder.path()), size);
        picture(&mut driver, "labyrinth-page", size);
        let ships = seating("ships", &[("target", "hider")], &[HUMAN, HUMAN]);
        let mut driver = Driver::play(ships, settings(folder.path()), size);
        driver.keys("<enter><enter><enter>");
        picture(&mut driver, "ships-hider", size);
        driver.keys("<enter>");
        picture(&mut driver, "ships-page", size);
        driver.keys("<enter>:A1,B1,C1<enter>");
        picture(&mut driver, "ships-end", size);
    }
}

/// Games and positions in which the adviser finishes by itself, so that the
/// clock does not matter.
#[test]
fn values_and_hints() {
    for size in SIZES {
        for seating in [
            seating("gridlock", &[], &[HUMAN, HUMAN]),
            seating("ur", &[("pieces", "3")], &[HUMAN, HUMAN]),
            seating("ships", &[], &["honest", HUMAN]),
            seating("labyrinth", &[("players", "1")], &[HUMAN]),
            seating("ploy", &[("board", NEAR)], &[HUMAN, HUMAN]),
        ] {
            let folder = folder();
            let name = format!("{}-hint", seating.game.info().id);
            let mut driver = Driver::play(
                Seating {
                    budget: Budget {
                        time: Some(Duration::from_secs(20)),
                        ..Budget::default()
                    },
                    ..seating
                },
                settings(folder.path()),
                size,
            );
            driver.keys("vh");
            driver.does_not_see("Looking for");
            picture(&mut driver, &name, size);
        }
    }
}

#[test]
fn the_end_of_a_game() {
    for size in SIZES {
        let folder = folder();
        let gridlock = seating("gridlock", &[("size", "2x1")], &[HUMAN, HUMAN]);
        let mut driver = Driver::play(gridlock, settings(folder.path()), size);
        driver.keys("<enter><enter><enter>");
        picture(&mut driver, "gridlock-end", size);
        let ur = seating("ur", &[("pieces", "1")], &["random", "random"]);
        let mut driver = Driver::play(ur, settings(folder.path()), size);
        picture(&mut driver, "ur-end", size);
        let labyrinth = won_labyrinth(folder.path());
        let mut driver = Driver::file(&labyrinth, settings(folder.path()), size);
        picture(&mut driver, "labyrinth-end", size);
        let ploy = seating("ploy", &[("board", NEAR)], &[HUMAN, HUMAN]);
        let mut driver = Driver::play(ploy, settings(folder.path()), size);
        driver.keys(":a8-a9-0<enter>");
        picture(&mut driver, "ploy-end", size);
    }
}

#[test]
fn a_game_that_was_left() {
    for size in SIZES {
        let folder = folder();
        let left = seating("gridlock", &[], &[HUMAN, HUMAN]);
        let mut driver = Driver::play(left, settings(folder.path()), size);
        driver.keys("<enter><enter>");
        drop(driver);
        let asked = Start::Ask(parlour_catalog::game("gridlock").expect("listed"));
        let mut driver = Driver::new(asked, settings(folder.path()), size);
        picture(&mut driver, "left", size);
    }
}

/// A saved game whose first player is home, with no card left.
fn won_labyrinth(folder: &Path) -> std::path::PathBuf {
    let start = seating("labyrinth", &[], &[HUMAN, HUMAN]);
    let text = start.played.position().text();
    let (first, rest) = text.split_once('\n').expect("a line a player");
    let home: Vec<&str> = first.split(' ').take(4).collect();
    let path = folder.join("won.labyrinth");
    std::fs::write(&path, format!("{}\n{rest}", home.join(" "))).expect("written");
    path
}

/// A record of every game, explored: its start, its end, a branch.
#[test]
fn records() {
    let folder = folder();
    for size in SIZES {
        for game in parlour_catalog::games() {
            let id = game.info().id;
            let path = record(id, folder.path());
            let mut settings = settings(folder.path());
            let is_estimated = matches!(game.info().measure, Measure::Score { .. });
            if is_estimated {
                settings.look_at_records = None;
            }
            let saved = folder.path().join(saved_name(id));
            if saved.exists() {
                let mut driver = Driver::file(&saved, settings.clone(), size);
                picture(&mut driver, &format!("{id}-file"), size);
            }
            let mut driver = Driver::file(&path, settings, size);
            picture(&mut driver, &format!("{id}-record"), size);
            driver.keys("<end>");
            picture(&mut driver, &format!("{id}-record-end"), size);
            if !is_estimated {
                driver.keys("<home>n");
                picture(&mut driver, &format!("{id}-record-mistake"), size);
                driver.keys("g");
                picture(&mut driver, &format!("{id}-record-graph"), size);
                driver.keys("<esc>");
            }
            driver.keys("<home><right>b");
            picture(&mut driver, &format!("{id}-record-branch"), size);
        }
        let blunder = folder.path().join("blunder.ploy");
        std::fs::write(&blunder, BLUNDER).expect("written");
        let mut driver = Driver::file(&blunder, settings(folder.path()), size);
        driver.keys("<home>n");
        picture(&mut driver, "ploy-record-mistake", size);
        driver.keys("g");
        picture(&mut driver, "ploy-record-graph", size);
        let broken = example("mistakes.gridlock");
        let mut driver = Driver::file(&broken, settings(folder.path()), size);
        picture(&mut driver, "broken-record", size);
        driver.keys("e");
        picture(&mut driver, "broken-record-errors", size);
    }
}

/// A game of Ploy in which either player can win at once, so that the engine is
/// certain of every value however long it may think.
const BLUNDER: &str = "\
PLOY
Players: Amy, Bill.
Board: w170,,,,,,,,/b7,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,w16/,,,,,,,,b170 b.
a8-a8-1 i2-i1-0
Bill wins!
";

/// A short game between random players, always the same.
fn record(id: &str, folder: &Path) -> std::path::PathBuf {
    let game = parlour_catalog::game(id).expect("listed");
    let mut luck = parlour_core::luck::seeded(11);
    let mut values = parlour_core::SetupValues::new();
    if id == "ur" {
        values.set("pieces", "2");
    }
    let start = game.start(&values, &mut luck).expect("sound");
    let names = parlour_core::Seat::all(start.seats())
        .map(|seat| {
            format!(
                "{}{}",
                &start.seat_name(seat)[..1].to_uppercase(),
                &start.seat_name(seat)[1..]
            )
        })
        .collect();
    let mut played = parlour_core::Match::new(start, names);
    for _ in 0..12 {
        let step = match played.turn() {
            parlour_core::Turn::Over(_) => break,
            parlour_core::Turn::Chance => played.position().draw_lot(&mut luck),
            parlour_core::Turn::Seat(_) => {
                let moves = played.position().moves().len();
                let chosen = parlour_core::below(&mut luck, moves as u64);
                chosen.and_then(|index| played.position().move_at(index as usize))
            }
        };
        played.take(step.expect("a step")).expect("legal");
    }
    let text = game.write_record(&played.record());
    let path = folder.join(format!("{id}.{}", game.info().extension));
    std::fs::write(&path, text).expect("written");
    if let Some(save) = played.position().save() {
        std::fs::write(folder.join(saved_name(id)), save.text).expect("written");
    }
    path
}

/// The file of a game that is saved without its history.
fn saved_name(id: &str) -> String {
    format!("{id}-saved.{id}")
}

/// Nothing of the user's own is in the snapshots.
#[test]
fn pictures_are_the_same_in_any_home() {
    pass_in_any_home(&["pictures::the_", "keeping::"]);
}

#[test]
fn the_first_time_and_the_puzzles() {
    for size in SIZES {
        let folder = folder();
        let offering = Settings {
            offer_lessons: true,
            ..settings(folder.path())
        };
        let mut driver = Driver::new(Start::Menu, offering, size);
        for game in parlour_catalog::games() {
            let id = game.info().id;
            driver.keys("<enter>");
            picture(&mut driver, &format!("{id}-first"), size);
            driver.keys("<esc>p");
            picture(&mut driver, &format!("{id}-puzzle"), size);
            driver.keys("<esc><down>");
        }
    }
}

#[test]
fn the_first_games() {
    for size in SIZES {
        for &game in parlour_catalog::games() {
            let folder = folder();
            let id = game.info().id;
            let mut driver = Driver::new(Start::Learn(game), settings(folder.path()), size);
            picture(&mut driver, &format!("{id}-lesson"), size);
            // Where there is little room, the text comes first, and then the board.
            driver.keys("<enter>h");
            picture(&mut driver, &format!("{id}-lesson-hint"), size);
        }
    }
}
