//! Saved games: those of the cases, and what damage does to them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parlour_core::{Diagnostic, Game, Notation, Outcome, Place, Records, Seat, Severity, Turn};
use parlour_labyrinth::{Control, Labyrinth, read_save, write_save};

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

fn case(name: &str) -> Vec<u8> {
    fs::read(cases().join(name)).expect(name)
}

fn errors(file: &[u8]) -> Vec<Diagnostic> {
    let (labyrinth, findings) = read_save(file);
    let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
    let errors: Vec<Diagnostic> = findings.into_iter().filter(is_error).collect();
    assert_eq!(labyrinth.is_none(), !errors.is_empty());
    errors
}

fn read(file: &[u8]) -> Labyrinth {
    let (labyrinth, findings) = read_save(file);
    labyrinth.unwrap_or_else(|| panic!("{findings:?}"))
}

/// The words of a save without leading zeros in numbers.
fn words(file: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(file);
    let plain = |word: &str| match word.parse::<u8>() {
        Ok(number) => number.to_string(),
        Err(_) => word.to_owned(),
    };
    text.split_ascii_whitespace().map(plain).collect()
}

#[test]
fn every_case_is_judged_as_listed() {
    let manifest = String::from_utf8(case("manifest.tsv")).expect("text");
    let mut seen = 0;
    for row in manifest.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [name, verdict, _, code, line, _] = columns[..] else {
            panic!("{row}");
        };
        let file = case(name);
        let errors = errors(&file);
        seen += 1;
        if matches!(verdict, "valid" | "policy-accept") {
            assert_eq!(errors, [], "{name}");
            // Written as read, word by word, and unchanged from then on.
            let written = write_save(&read(&file));
            assert_eq!(words(written.as_bytes()), words(&file), "{name}");
            assert_eq!(write_save(&read(written.as_bytes())), written, "{name}");
            assert!(
                Labyrinth::recognises(&file[..file.len().min(4096)]),
                "{name}"
            );
            continue;
        }
        let first = errors.first().unwrap_or_else(|| panic!("{name} is taken"));
        assert_eq!(first.code, code.trim_start_matches("strict:"), "{name}");
        let line: usize = line.parse().expect("a number");
        if line > 0 {
            let place = Place::of(&file, first.at.span.start);
            assert_eq!(place.line, line, "{name}: {first:?}");
        }
    }
    assert!(seen >= 75, "{seen} cases");
}

#[test]
fn carriage_returns_are_taken_with_a_notice() {
    let (labyrinth, findings) = read_save(&case("policy/crlf.txt"));
    assert!(labyrinth.is_some());
    let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["carriage-return"]);
    let marked = [b"\xef\xbb\xbf", &case("valid/01_fresh_1_human.txt")[..]].concat();
    let (labyrinth, findings) = read_save(&marked);
    assert!(labyrinth.is_some());
    assert_eq!(findings[0].code, "byte-order-mark");
}

#[test]
fn a_game_that_was_won_is_over() {
    let won = read(&case("policy/already_won_first.txt"));
    assert_eq!(won.turn(), Turn::Over(Outcome::Win(Seat(0))));
    assert!(won.moves().is_empty());
}

#[test]
fn the_first_player_of_a_save_moves_and_the_others_follow() {
    let game = read(&case("valid/23_order_blue_yellow_red.txt"));
    let Turn::Seat(mover) = game.turn() else {
        panic!("a game in progress");
    };
    let order: Vec<_> = (0..3)
        .map(|step| game.seat_name(Seat((mover.0 + step) % 3)))
        .collect();
    assert_eq!(order, ["blue", "yellow", "red"]);
    let bot = read(&case("valid/25_ai_to_move.txt"));
    let mover = bot.table().mover.index();
    assert_eq!(bot.table().pawns[mover].control, Control::Ai);
}

#[test]
fn errors_say_what_was_expected() {
    for (name, message, help) in [
        (
            "invalid/35_syn_no_extra.txt",
            "the extra tile's treasure, or the kind of the first tile",
            "",
        ),
        (
            "invalid/27_syn_players_only.txt",
            "the kind of the extra tile",
            "",
        ),
        (
            "invalid/31_syn_control_first.txt",
            "expected a player's colour",
            "",
        ),
        (
            "invalid/43_syn_trailing_number.txt",
            "expected the end of the file, found a number",
            "",
        ),
        (
            "invalid/09_lex_glued_kind.txt",
            "is not a word",
            "put a blank between",
        ),
        (
            "invalid/07_lex_case_color.txt",
            "is not a word",
            "did you mean `",
        ),
        (
            "invalid/73_sem_kind_count.txt",
            "21 corners, 18 tshapes and 11 lines",
            "20 corners, 18 tshapes and 12 lines",
        ),
        (
            "invalid/77_sem_bar_dialect.txt",
            "every fixed fork faces the wrong way",
            "--closed-side",
        ),
        (
            "policy/extra_zero.txt",
            "no such treasure",
            "labyrinth import",
        ),
    ] {
        let first = errors(&case(name)).remove(0);
        assert!(first.message.contains(message), "{name}: {first:?}");
        assert!(
            first.help.as_deref().unwrap_or("").contains(help),
            "{name}: {first:?}"
        );
    }
}

#[test]
fn every_truncation_and_every_changed_byte_gets_a_verdict() {
    let file = case("valid/19_mid_4p_23t.txt");
    let points_into = |file: &[u8]| {
        for finding in Labyrinth::read_record(file).diagnostics {
            assert!(finding.at.span.end <= file.len(), "{finding:?}");
        }
    };
    for length in 0..file.len() {
        points_into(&file[..length]);
    }
    for place in 0..file.len() {
        let mut damaged = file.clone();
        for byte in 0..=255 {
            damaged[place] = byte;
            points_into(&damaged);
        }
    }
}

#[test]
fn long_files_take_little_time_and_few_words() {
    let save = String::from_utf8(case("valid/01_fresh_1_human.txt")).expect("text");
    let blanks = " ".repeat(1 << 20) + &save + &"\n".repeat(1 << 20);
    let numbers = "yellow human ".to_owned() + &"7 ".repeat(1 << 19);
    let digits = format!("yellow human {} 1", "9".repeat(1 << 20));
    let tiles = format!("yellow human 1 1 line {}", "line 99 north ".repeat(1 << 16));
    let letters = "x".repeat(1 << 20);
    let start = Instant::now();
    assert_eq!(errors(blanks.as_bytes()), []);
    assert_eq!(errors(numbers.as_bytes())[0].code, "E_EOF");
    assert_eq!(errors(digits.as_bytes())[0].code, "E_EOF");
    let many = errors(tiles.as_bytes());
    assert!(
        many[0].code == "E_TILE_COUNT" && many.len() <= 20,
        "{many:?}"
    );
    assert_eq!(errors(letters.as_bytes())[0].code, "E_WORD");
    assert!(
        start.elapsed() < Duration::from_secs(1),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn numbers_of_any_length_are_out_of_range() {
    let save = String::from_utf8(case("valid/01_fresh_1_human.txt")).expect("text");
    let long = "1".repeat(1000);
    let changed = save.replacen(" 1 1 ", &format!(" 1 {long} "), 1);
    assert_eq!(errors(changed.as_bytes())[0].code, "E_POS_RANGE");
    let zeros = save.replacen(" 1 1 ", &format!(" 1 {}1 ", "0".repeat(1000)), 1);
    assert_eq!(read(zeros.as_bytes()), read(save.as_bytes()));
}

/// A number that only another way of counting has names its switch.
#[test]
fn other_ways_of_counting_are_explained() {
    let save = String::from_utf8(case("valid/01_fresh_1_human.txt")).expect("text");
    let card = save.split(' ').nth(4).expect("a card");
    for (changed, code, switch) in [
        (
            save.replacen(" 1 1 ", " 0 0 ", 1),
            "E_POS_RANGE",
            "--zero-based",
        ),
        (
            save.replacen(&format!(" 1 1 {card} "), " 1 1 0 ", 1),
            "E_CARD_RANGE",
            "--treasures-from-0",
        ),
    ] {
        let first = &errors(changed.as_bytes())[0];
        let help = first.help.as_deref().unwrap_or("");
        assert!(first.code == code && help.contains(switch), "{first:?}");
    }
}

/// What the grammar has no words for is kept after the tiles.
#[test]
fn half_a_turn_and_the_published_rules_can_be_saved() {
    let mut game = read(&case("valid/03_fresh_2_hh.txt"));
    let insertion = game.read_move("N4 east").expect("a move");
    game.play(&insertion).expect("nobody is in the way");
    let text = write_save(&game);
    assert!(text.ends_with("\nwalk\n"), "{text}");
    assert_eq!(read(text.as_bytes()), game);
    let official = format!(
        "{}official north 4\nwalk\n",
        text.trim_end_matches("walk\n")
    );
    assert_eq!(write_save(&read(official.as_bytes())), official);
    let bad = official.replace("north 4", "north 5");
    assert_eq!(errors(bad.as_bytes())[0].code, "E_PLACE");
}
