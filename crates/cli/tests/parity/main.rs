//! The same scripted games through the host alone, the plain table and the full
//! screen: each gives the same record, and tells each seat the same.
#![cfg(unix)]

mod alone;
mod full;
mod plain;
#[path = "../screen/terminal.rs"]
#[allow(dead_code)]
mod terminal;

use std::path::Path;

use alone::Alone;
use full::Full;
use plain::Plain;
use terminal::Terminal;

/// What a person does.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// Makes this move, or enters what the dice show.
    Move(&'static str),
    /// Makes the first legal move.
    First,
    /// Makes the last legal move.
    Last,
    Undo,
    /// Leaves the game, and continues it with a new program.
    Leave,
}

/// A scripted game.
struct Script {
    game: &'static str,
    setup: &'static [(&'static str, &'static str)],
    seats: Vec<String>,
    /// A list of dice; empty to have them thrown.
    dice: &'static str,
    actions: &'static [Action],
}

const SEED: u64 = 11;

/// A game in some front end. Whatever it is asked, it first lets bots and
/// chance do their part and the right person come to the screen.
trait Front {
    /// Makes a move of the person to move; `said` is what must be told then.
    fn play(&mut self, text: &str, said: &str);
    fn undo(&mut self);
    fn leave(&mut self);
    /// The board in words, as the person to move may know it.
    fn words(&mut self) -> String;
    /// Whether the person had to be called to the screen since this was last
    /// asked.
    fn was_called(&mut self) -> bool;
    /// The record so far, as it is saved.
    fn record(&mut self) -> String;
}

/// Words without regard to line breaks and to the border of a page.
fn flattened(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| *word != "│");
    words.collect::<Vec<_>>().join(" ")
}

fn check(script: &Script) {
    let folder = || tempfile::tempdir().expect("a folder");
    let folders = [folder(), folder(), folder()];
    let mut alone = Alone::new(script, folders[0].path());
    let mut others: [(&str, Box<dyn Front>); 2] = [
        ("plain", Box::new(Plain::new(script, folders[1].path()))),
        ("full", Box::new(Full::new(script, folders[2].path()))),
    ];
    for (number, action) in script.actions.iter().enumerate() {
        let words = flattened(&alone.words());
        let called = alone.was_called();
        for (name, front) in &mut others {
            let seen = flattened(&front.words());
            assert!(
                seen.contains(&words),
                "{} {name}, before action {number}:\n{seen}\nlacks\n{words}",
                script.game
            );
            let also = front.was_called();
            assert_eq!(
                also, called,
                "{} {name}, before action {number}",
                script.game
            );
        }
        match action {
            Action::Undo => {
                alone.undo();
                others.iter_mut().for_each(|(_, front)| front.undo());
            }
            Action::Leave => {
                alone.leave();
                others.iter_mut().for_each(|(_, front)| front.leave());
            }
            Action::Move(_) | Action::First | Action::Last => {
                let text = alone.chosen(*action);
                alone.play(&text, "");
                let said = alone.said();
                others
                    .iter_mut()
                    .for_each(|(_, front)| front.play(&text, &said));
            }
        }
    }
    let record = alone.record();
    assert!(!record.is_empty());
    for (name, front) in &mut others {
        assert_eq!(front.record(), record, "{} {name}", script.game);
    }
}

fn program(arguments: &str) -> String {
    format!("exec:{} {arguments}", env!("CARGO_BIN_EXE_parlour"))
}

fn human() -> String {
    "human".to_owned()
}

fn random() -> String {
    "random".to_owned()
}

#[test]
fn gridlock_against_another_program() {
    use Action::{First, Last, Leave, Undo};
    check(&Script {
        game: "gridlock",
        setup: &[("size", "4x3")],
        seats: vec![human(), program("engine gridlock --bot random")],
        dice: "",
        actions: &[First, Last, Undo, First, Leave, Last],
    });
}

#[test]
fn ur_with_a_list_of_dice_against_a_bot() {
    use Action::{First, Leave, Undo};
    check(&Script {
        game: "ur",
        setup: &[("pieces", "2")],
        seats: vec![human(), "greedy".to_owned()],
        dice: "2\n3\n1\n2\n4\n1\n2\n3\n1\n1\n2\n2\n3\n1\n2\n3\n1\n2\n3\n2\n1\n3\n2\n2\n1\n3\n2\n",
        actions: &[First, First, Undo, First, Leave, Undo],
    });
}

#[test]
fn ships_between_two_people_of_whom_one_has_a_secret() {
    use Action::{Leave, Move, Undo};
    check(&Script {
        game: "ships",
        setup: &[("target", "hider")],
        seats: vec![human(), human()],
        dice: "",
        actions: &[
            Move("H1,B2,D3"),
            Move("B3,C3,H3"),
            Move("A1,A2,A3"),
            Undo,
            Move("A2,A4,G4"),
            Leave,
            Move("H1,B2,D3"),
        ],
    });
}

#[test]
fn ships_that_only_a_bot_knows() {
    use Action::{Leave, Move, Undo};
    check(&Script {
        game: "ships",
        setup: &[],
        seats: vec!["honest".to_owned(), human()],
        dice: "",
        actions: &[
            Move("B3,C3,H3"),
            Move("A1,A2,A3"),
            Undo,
            Leave,
            Move("A2,A4,G4"),
        ],
    });
}

#[test]
fn labyrinth_between_two_people_with_cards() {
    use Action::{First, Last, Leave, Undo};
    check(&Script {
        game: "labyrinth",
        setup: &[("players", "2"), ("humans", "2")],
        seats: vec![human(), human()],
        dice: "",
        actions: &[First, Last, First, Undo, Last, First, Leave, First],
    });
}

#[test]
fn ploy_against_a_bot() {
    use Action::{First, Last, Leave, Undo};
    check(&Script {
        game: "ploy",
        setup: &[],
        seats: vec![human(), random()],
        dice: "",
        actions: &[First, Last, Undo, First, Leave, Undo],
    });
}

/// Starts `parlour` with its data in a folder.
fn start(folder: &Path, arguments: &[&str], size: (u16, u16)) -> Terminal {
    Terminal::run(env!("CARGO_BIN_EXE_parlour"), folder, arguments, size)
}

/// The arguments that begin a script's game.
fn arguments(script: &Script, folder: &Path) -> Vec<String> {
    let mut arguments = vec!["play".to_owned(), script.game.to_owned()];
    let mut add = |words: &[&str]| arguments.extend(words.iter().map(|word| (*word).to_owned()));
    for (name, value) in script.setup {
        add(&[&format!("--{name}"), value]);
    }
    for seat in &script.seats {
        add(&["--seat", seat]);
    }
    if !script.dice.is_empty() {
        std::fs::write(folder.join("dice"), script.dice).expect("written");
        add(&["--dice", "dice"]);
    }
    add(&["--seed", &SEED.to_string(), "--time", "2s"]);
    arguments
}
