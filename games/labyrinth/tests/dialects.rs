//! Saved games of programs that read the document differently.

use std::fs;
use std::path::Path;

use parlour_labyrinth::{Habit, Import, Labyrinth, import, read_save, write_save};

fn case(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(name);
    fs::read_to_string(path).expect(name)
}

/// A save as a program with these habits writes it. `none_as_0`: a tile without
/// a treasure has the number 0.
fn written(game: &Labyrinth, habits: &[Habit], none_as_0: bool) -> String {
    let has = |habit| habits.contains(&habit);
    let less = |word: &str, by_one: bool| {
        let number: u8 = word.parse().expect(word);
        (number - u8::from(by_one)).to_string()
    };
    let treasure = |word: &str| less(word, has(Habit::TreasuresFrom0));
    let named = |kind: &str, direction: &str| match (kind, direction) {
        ("tshape", "north") if has(Habit::ClosedSide) => "south".to_owned(),
        ("tshape", "south") if has(Habit::ClosedSide) => "north".to_owned(),
        ("tshape", "east") if has(Habit::ClosedSide) => "west".to_owned(),
        ("tshape", "west") if has(Habit::ClosedSide) => "east".to_owned(),
        _ => direction.to_owned(),
    };
    let none = if none_as_0 { " 0" } else { "" };
    let text = write_save(game);
    let lines = text.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            [colour, control, row, column, ref cards @ ..] => {
                let mut place = [row, column].map(|word| less(word, has(Habit::ZeroBased)));
                if has(Habit::ColumnFirst) {
                    place.reverse();
                }
                let cards: String = cards.iter().map(|c| format!(" {}", treasure(c))).collect();
                format!("{colour} {control} {}{cards}", place.join(" "))
            }
            [kind, number, direction] => {
                format!("{kind} {} {}", treasure(number), named(kind, direction))
            }
            [kind, word] if word.parse::<u8>().is_ok() => format!("{kind} {}", treasure(word)),
            [kind, direction] => format!("{kind}{none} {}", named(kind, direction)),
            _ => format!("{line}{none}"),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn read(text: &str) -> Labyrinth {
    let (game, findings) = read_save(text.as_bytes());
    game.unwrap_or_else(|| panic!("{findings:?}"))
}

fn imported(text: &str, known: &[(Habit, bool)]) -> Import {
    import(text.as_bytes(), known).unwrap_or_else(|bad| panic!("{bad:?}\n{text}"))
}

fn every_set() -> impl Iterator<Item = Vec<Habit>> {
    (0..16u8).map(|bits| {
        let habits = Habit::ALL.into_iter().enumerate();
        let chosen = habits.filter(|(place, _)| bits & (1 << place) != 0);
        chosen.map(|(_, habit)| habit).collect()
    })
}

const GAMES: [&str; 5] = [
    "valid/01_fresh_1_human.txt",
    "policy/dialect_a.canon.txt",
    "policy/dialect_b.canon.txt",
    "valid/05_fresh_3_haa.txt",
    "valid/19_mid_4p_23t.txt",
];

#[test]
fn every_dialect_is_read_when_it_is_named() {
    for name in GAMES {
        let game = read(&case(name));
        for habits in every_set() {
            for none_as_0 in [false, true] {
                if none_as_0 && habits.contains(&Habit::TreasuresFrom0) {
                    continue;
                }
                let text = written(&game, &habits, none_as_0);
                let known = Habit::ALL.map(|habit| (habit, habits.contains(&habit)));
                let found = imported(&text, &known);
                assert_eq!(found.readings.len(), 1, "{name} {habits:?}");
                assert_eq!(found.readings[0].game, game, "{name} {habits:?}");
            }
        }
    }
}

/// Whatever a file is, its own game is among the readings; and if there is only
/// one, that is it.
#[test]
fn nothing_is_guessed() {
    let mut alone = 0;
    for name in GAMES {
        let game = read(&case(name));
        for habits in every_set() {
            let text = written(&game, &habits, false);
            let found = imported(&text, &[]);
            let is_there = |found: &Import| found.readings.iter().any(|read| read.game == game);
            assert!(is_there(&found), "{name} {habits:?}");
            assert_eq!(found.is_settled, found.readings.len() == 1);
            alone += u32::from(found.is_settled);
            // What is known about a file is obeyed, and the rest is still
            // reported.
            for habit in habits.iter().copied() {
                let found = imported(&text, &[(habit, true)]);
                assert!(is_there(&found), "{name} {habits:?}");
                let first = &found.readings[0].dialect;
                assert!(first.has(habit), "{name} {habits:?}");
            }
        }
    }
    assert!(alone >= 8, "{alone} files have one reading only");
}

/// One player at the top left, at the bottom right and in between.
#[test]
fn numbers_tell_their_dialect_where_they_can() {
    let text = case("valid/01_fresh_1_human.txt");
    let game = read(&text);
    // Row 1, column 1 in both orders: one game.
    let found = imported(&text, &[]);
    assert_eq!((found.readings.len(), found.is_settled), (2, false));
    assert_eq!(found.open, [Habit::ZeroBased, Habit::ColumnFirst]);
    let zero = written(&game, &[Habit::ZeroBased, Habit::TreasuresFrom0], false);
    let found = imported(&zero, &[]);
    assert_eq!((found.readings.len(), found.is_settled), (1, true));
    assert_eq!(found.readings[0].game, game);
    assert_eq!(found.open, [Habit::ColumnFirst]);
    // Asked for one way, it mentions the other.
    let found = imported(&text, &[(Habit::ColumnFirst, true)]);
    assert_eq!((found.readings.len(), found.is_settled), (2, true));
    assert_eq!(found.readings[0].game, game);
    let found = imported(&text, &[(Habit::ZeroBased, false)]);
    assert_eq!((found.readings.len(), found.is_settled), (1, true));
}

#[test]
fn what_no_dialect_can_read_says_what_is_least_wrong() {
    let text = case("valid/19_mid_4p_23t.txt");
    let closed = written(&read(&text), &[Habit::ClosedSide], false);
    // Two corners too many.
    let broken = closed.replacen("line ", "corner ", 2);
    let bad = import(broken.as_bytes(), &[]).expect_err("broken");
    assert!(bad.dialect.has(Habit::ClosedSide), "{bad:?}");
    assert_eq!(bad.findings[0].code, "E_KIND_COUNT");
    let bad = import(b"yellow human 1", &[]).expect_err("cut off");
    assert_eq!(bad.findings[0].code, "E_EOF");
}
