//! A monkey at the keyboard: keys, clicks, pastes and windows of any size, in any order and faster
//! than anything is drawn. The program does not break, and never shows what a terminal would obey.

use std::path::Path;
use std::time::Duration;

use parlour_core::first_harmful;
use parlour_host::HUMAN;
use parlour_tui::{Event, Settings, Sitting, Start};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::driver::{Driver, example, seating, settings};

/// How many actions a monkey takes. More are tried by hand with MONKEY=100000.
const ACTIONS: usize = 400;

/// Pseudo-random numbers, the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        // Xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

const CODES: [KeyCode; 19] = [
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::Insert,
    KeyCode::F(1),
    KeyCode::Null,
    KeyCode::Char('?'),
];

/// What people copy from somewhere.
const PASTES: [&str; 8] = [
    ":d3-d4-0\n",
    ":red 0,0\r\n",
    "B3,C3,H3 0,2,1",
    "N2 east\n3 5\n",
    "\u{1b}[2J\u{1b}]0;title\u{7}\u{202e}B\u{200b}ill",
    "Zoë 王小明 👨\u{200d}👩\u{200d}👧 e\u{301}",
    "99999999999999999999x99999999999999999999",
    "----------------------------------------------------------------------------------------------------",
];

/// Window sizes: none, the smallest that is drawn, usual ones, and huge ones.
const SIZES: [(u16, u16); 10] = [
    (0, 0),
    (1, 1),
    (1, 200),
    (200, 1),
    (39, 11),
    (40, 12),
    (41, 13),
    (80, 24),
    (132, 43),
    (400, 120),
];

/// One action, as it reaches the program.
fn events(chance: &mut Chance) -> Vec<Event> {
    let key = |code, modifiers| Event::Key(KeyEvent::new(code, modifiers));
    match chance.below(20) {
        0..8 => vec![key(chance.of(&CODES), KeyModifiers::NONE)],
        8..13 => {
            let letter = char::from(b' ' + chance.below(95) as u8);
            vec![key(KeyCode::Char(letter), KeyModifiers::NONE)]
        }
        13 => {
            let letter = chance.of(&['a', 'e', 'j', 'k', 'l', 'u', 'w', 'z']);
            vec![key(KeyCode::Char(letter), KeyModifiers::CONTROL)]
        }
        14 | 15 => {
            let paste = chance.of(&PASTES);
            let code = |letter| match letter {
                '\n' | '\r' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                letter => KeyCode::Char(letter),
            };
            let keys = paste.chars().map(code);
            keys.map(|code| key(code, KeyModifiers::NONE)).collect()
        }
        _ => {
            let kind = chance.of(&[
                MouseEventKind::Moved,
                MouseEventKind::Down(MouseButton::Left),
                MouseEventKind::Down(MouseButton::Left),
                MouseEventKind::Down(MouseButton::Right),
                MouseEventKind::Down(MouseButton::Middle),
                MouseEventKind::Drag(MouseButton::Left),
                MouseEventKind::Up(MouseButton::Left),
                MouseEventKind::ScrollDown,
                MouseEventKind::ScrollUp,
            ]);
            vec![Event::Mouse(MouseEvent {
                kind,
                column: chance.below(140) as u16,
                row: chance.below(50) as u16,
                modifiers: KeyModifiers::NONE,
            })]
        }
    }
}

/// The settings of a monkey. It may save, but nothing is written outside its
/// folder.
fn cage(folder: &Path) -> Settings {
    Settings {
        time: Duration::from_millis(1),
        look_at_records: Some(Duration::from_millis(1)),
        write: |_, _| Ok(()),
        ..settings(folder)
    }
}

/// Lets a monkey at the program, which starts anew whenever it is left.
fn play(seed: u64, start: impl Fn() -> Start) {
    let actions = match std::env::var("MONKEY") {
        Ok(wanted) => wanted.parse().expect("a number"),
        Err(_) => ACTIONS,
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15 ^ (seed + 1));
    let mut size = (80, 24);
    let mut driver = Driver::begin(start(), cage(folder.path()), size);
    for action in 0..actions {
        for event in events(&mut chance) {
            driver.hear(event);
        }
        if chance.below(40) == 0 {
            size = chance.of(&SIZES);
            driver.resize(size.0, size.1);
        }
        // Often several things happen before anything is drawn.
        if chance.below(3) > 0 {
            continue;
        }
        driver.catch_up();
        for cell in &driver.buffer().content {
            let harm = first_harmful(cell.symbol());
            assert_eq!(harm, None, "seed {seed}, action {action}");
        }
        // That would take minutes, and is the same for every monkey.
        if driver.text().contains("Something is missing") {
            driver.press(KeyCode::Esc);
        }
        if driver.quit {
            driver = Driver::begin(start(), cage(folder.path()), size);
        }
    }
    driver.resize(80, 24);
    driver.text();
}

#[test]
fn a_monkey_does_not_break_the_menu() {
    for seed in 0..2 {
        play(seed, || Start::Menu);
    }
}

#[test]
fn a_monkey_does_not_break_a_game() {
    for (seed, game) in (10..).zip(parlour_catalog::games()) {
        let seats = usize::from(*game.info().seats.start()).max(2);
        let id = game.info().id;
        for kinds in [
            vec![HUMAN; seats],
            [vec![HUMAN], vec!["random"; seats - 1]].concat(),
        ] {
            let sitting = || Sitting::new(seating(id, &[], &kinds));
            play(seed, || Start::Play(Box::new(sitting())));
        }
    }
}

#[test]
fn a_monkey_does_not_break_the_explorer() {
    for (seed, name) in (20..).zip(["gridlock", "ploy", "ships", "ur"]) {
        let path = example(&format!("amy-and-bill.{name}"));
        let bytes = std::fs::read(&path).expect("a record");
        play(seed, || Start::File {
            path: path.clone(),
            bytes: bytes.clone(),
            game: parlour_catalog::game(name).expect("listed"),
        });
    }
}

#[test]
fn two_keys_before_a_page_is_drawn_do_no_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::new(Start::Menu, settings(folder.path()), (80, 24));
    for code in [KeyCode::Down, KeyCode::PageDown, KeyCode::Char(' ')] {
        driver.press(KeyCode::Char('?'));
        driver.press(KeyCode::End);
        driver.press(code);
        driver.sees("Ctrl-C ends the program");
        driver.press(KeyCode::Esc);
    }
}

#[test]
fn names_of_files_are_shown_not_obeyed() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "\u{1b}[2J\u{202e}B\u{200b}ill.ur";
    std::fs::write(folder.path().join(name), "UR\n").expect("written");
    let mut driver = Driver::new(Start::Menu, settings(folder.path()), (100, 30));
    driver.keys("o");
    driver.sees("\\u{1b}[2J\\u{202e}B\\u{200b}ill.ur");
}
