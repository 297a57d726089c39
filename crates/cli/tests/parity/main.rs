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
enum Deed {
    /// Makes this move, or says what the dice show.
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
    /// A list of dice, or nothing to have them thrown.
    dice: &'static str,
    deeds: &'static [Deed],
}

const SEED: u64 = 11;

/// A game in the hands of some front end. Whatever it is asked, it first lets
/// bots and luck do their part and the right person come to the screen.
trait Front {
    /// Makes a move of the person who is asked; `said` is what must be told
    /// then.
    fn play(&mut self, text: &str, said: &str);
    fn undo(&mut self);
    fn leave(&mut self);
    /// The board in words, as the person who is asked may know it.
    fn words(&mut self) -> String;
    /// Whether the person had to be called to the screen since this was asked
    /// last.
    fn was_called(&mut self) -> bool;
    /// The record so far, as it is saved.
    fn record(&mut self) -> String;
}

/// Words without regard to where lines are broken.
fn flattened(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn check(script: &Script) {
    let folder = || tempfile::tempdir().expect("a folder");
    let folders = [folder(), folder(), folder()];
    let mut alone = Alone::new(script, folders[0].path());
    let mut others: [(&str, Box<dyn Front>); 2] = [
        ("plain", Box::new(Plain::new(script, folders[1].path()))),
        ("full", Box::new(Full::new(script, folders[2].path()))),
    ];
    for (number, deed) in script.deeds.iter().enumerate() {
        let words = flattened(&alone.words());
        let called = alone.was_called();
        for (name, front) in &mut others {
            let seen = flattened(&front.words());
            assert!(
                seen.contains(&words),
                "{} {name}, before deed {number}:\n{seen}\nlacks\n{words}",
                script.game
            );
            let also = front.was_called();
            assert_eq!(also, called, "{} {name}, before deed {number}", script.game);
        }
        match deed {
            Deed::Undo => {
                alone.undo();
                others.iter_mut().for_each(|(_, front)| front.undo());
            }
            Deed::Leave => {
                alone.leave();
                others.iter_mut().for_each(|(_, front)| front.leave());
            }
            Deed::Move(_) | Deed::First | Deed::Last => {
                let text = alone.chosen(*deed);
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
    use Deed::{First, Last, Undo};
    check(&Script {
        game: "gridlock",
        setup: &[("size", "4x3")],
        seats: vec![human(), program("engine gridlock --bot random")],
        dice: "",
        deeds: &[First, Last, Undo, First, Last],
    });
}

#[test]
fn ur_with_a_list_of_dice_against_a_bot() {
    use Deed::{First, Leave, Undo};
    check(&Script {
        game: "ur",
        setup: &[("pieces", "2")],
        seats: vec![human(), "greedy".to_owned()],
        dice: "2\n3\n1\n2\n4\n1\n2\n3\n1\n1\n2\n2\n3\n1\n2\n3\n1\n2\n3\n2\n1\n3\n2\n2\n1\n3\n2\n",
        deeds: &[First, First, Undo, First, Leave, Undo],
    });
}

#[test]
fn ships_between_two_people_of_whom_one_has_a_secret() {
    use Deed::{Leave, Move, Undo};
    check(&Script {
        game: "ships",
        setup: &[("target", "hider")],
        seats: vec![human(), human()],
        dice: "",
        deeds: &[
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
fn labyrinth_between_two_people_with_cards() {
    use Deed::{First, Last, Leave, Undo};
    check(&Script {
        game: "labyrinth",
        setup: &[("players", "2"), ("humans", "2")],
        seats: vec![human(), human()],
        dice: "",
        deeds: &[First, Last, First, Undo, Last, First, Leave, First],
    });
}

#[test]
fn ploy_against_a_bot() {
    use Deed::{First, Last, Leave, Undo};
    check(&Script {
        game: "ploy",
        setup: &[],
        seats: vec![human(), random()],
        dice: "",
        deeds: &[First, Last, Undo, First, Leave, Undo],
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
