//! Codes that no record of a game has: those of other files, of positions as text or JSON, and of
//! calls that only programs make.

use std::fs;
use std::path::Path;
use std::process::Command;

use parlour_core::learn::Lesson;
use parlour_core::{Diagnostic, Game, Illegal, Match, Notation, Seed};
use parlour_gridlock::Grid;
use parlour_host::{Guide, Heard, default_names, kept_match};
use parlour_ur::Ur;

/// A message and its help.
pub(crate) struct Said {
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// A code and an example of it.
pub(crate) struct Shown {
    pub(crate) code: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) example: String,
    pub(crate) said: Said,
}

/// Code, meaning and the arguments of a command that prints it.
type Printed = (&'static str, &'static str, &'static [&'static str]);

const FILES: [Printed; 6] = [
    (
        "unknown-game",
        "not a record of a known game",
        &["check", "notes.txt"],
    ),
    (
        "unreadable",
        "the file cannot be opened",
        &["check", "missing.ur"],
    ),
    (
        "not-over",
        "an unfinished game, kept while it was played",
        &["check", "kept"],
    ),
    (
        "other-game",
        "a kept game, but not of the game that `--game` names",
        &["check", "--game", "ur", "kept"],
    ),
    (
        "damaged",
        "a kept game with a line that makes no sense",
        &["check", "torn"],
    ),
    (
        "luck",
        "a throw that does not follow from the server's key",
        &["check", "game.ur", "--luck", KEY],
    ),
];

const KEY: &str = "0000000000000000000000000000000000000000000000000000000000000000";

const POSITIONS: [Printed; 5] = [
    (
        "bad-json",
        "not JSON",
        &["status", "gridlock", "{\"size\":"],
    ),
    (
        "bad-value",
        "JSON of the wrong form, or an impossible value",
        &["status", "gridlock", "{\"size\":3}"],
    ),
    (
        "square-taken",
        "Ur: two pieces on one square",
        &["status", "ur", "5/4,4/0 7/-/0 red"],
    ),
    (
        "wrong-board",
        "Ships: a guess that this board does not have",
        &[
            "apply",
            "ships",
            "start",
            "{\"guess\":[\"A1\",\"A2\",\"P1\"]}",
        ],
    ),
    (
        "another-tile",
        "Labyrinth: a move in JSON names a tile other than the extra one",
        &[
            "apply",
            "labyrinth",
            "@maze.labyrinth",
            "{\"insert\":{\"place\":{\"side\":\"north\",\"line\":2},\
             \"shape\":{\"kind\":\"line\",\"direction\":\"north\"}}}",
        ],
    ),
];

/// An unfinished game of Gridlock, as the program keeps it.
fn kept() -> String {
    let game = parlour_catalog::game("gridlock").expect("a game");
    let start = game.read_position("2x1 rg ..").expect("a position");
    let names = default_names(&*start, &[]);
    let mut played = Match::new(start, names);
    played.play("red 0,0").expect("a legal move");
    kept_match(game, &played)
}

fn files(root: &Path, folder: &Path) {
    let write = |name: &str, content: &str| {
        fs::write(folder.join(name), content).expect("a file");
    };
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a file");
    write("notes.txt", "milk, eggs\n");
    write("kept", &kept());
    write("torn", &kept().replace("red 0,0", "red 9,9"));
    write("game.ur", &read("examples/amy-and-bill.ur"));
    write(
        "maze.labyrinth",
        &read("games/labyrinth/tests/cases/valid/03_fresh_2_hh.txt"),
    );
}

/// A word as it is typed in a shell.
fn typed(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./@".contains(c);
    match word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{word}'"),
    }
}

/// Runs the command, and finds the code in what it prints.
fn printed(folder: &Path, (code, meaning, words): &Printed) -> Shown {
    let ran = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(*words)
        .current_dir(folder)
        .env("PARLOUR_DATA", folder)
        .output()
        .expect("it runs");
    let mut text = String::from_utf8_lossy(&ran.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&ran.stderr));
    let head = format!("error[{code}]: ");
    let mut lines = text.lines();
    let message = lines.find_map(|line| line.strip_prefix(&head));
    let message = message.unwrap_or_else(|| panic!("{words:?} does not print {head}: {text}"));
    let help = lines
        .take_while(|line| !line.starts_with("error["))
        .find_map(|line| line.trim_start().strip_prefix("= help: "));
    let shown: Vec<String> = words.iter().map(|word| typed(word)).collect();
    Shown {
        code,
        meaning,
        example: format!("`parlour {}`", shown.join(" ")).replace(KEY, "0000..."),
        said: Said {
            message: message.to_owned(),
            help: help.map(str::to_owned),
        },
    }
}

pub(crate) fn of_files(root: &Path) -> Vec<Shown> {
    all(root, &FILES)
}

pub(crate) fn of_positions(root: &Path) -> Vec<Shown> {
    all(root, &POSITIONS)
}

fn all(root: &Path, printed_ones: &[Printed]) -> Vec<Shown> {
    let folder = tempfile::tempdir().expect("a folder");
    files(root, folder.path());
    let shown = printed_ones.iter().map(|one| printed(folder.path(), one));
    shown.collect()
}

/// A code that a function gives.
struct Given {
    code: &'static str,
    said: Said,
}

impl From<Diagnostic> for Given {
    fn from(finding: Diagnostic) -> Given {
        Given {
            code: finding.code,
            said: Said {
                message: finding.message,
                help: finding.help.map(String::from),
            },
        }
    }
}

impl From<Illegal> for Given {
    fn from(illegal: Illegal) -> Given {
        let Illegal {
            code,
            message,
            help,
        } = illegal;
        Given {
            code,
            said: Said { message, help },
        }
    }
}

fn given(
    code: &'static str,
    meaning: &'static str,
    example: &str,
    given: impl Into<Given>,
) -> Shown {
    let given = given.into();
    assert_eq!(given.code, code, "{example}");
    Shown {
        code,
        meaning,
        example: example.to_owned(),
        said: given.said,
    }
}

fn ur(text: &str) -> Ur {
    text.parse().expect("a position")
}

/// Calls that only programs using the crates make.
pub(crate) fn of_programs(root: &Path) -> Vec<Shown> {
    let early = ur("7/-/0 7/-/0 red")
        .play(&"start".parse().expect("a move"))
        .expect_err("nobody has thrown");
    let late = ur("7/-/0 7/-/0 red 2")
        .resolve(&"roll 1".parse().expect("a throw"))
        .expect_err("the roll was another one");
    let grid: Grid = "2x1 rg ..".parse().expect("a position");
    let luckless = grid.read_chance("roll 2").expect_err("it has no dice");
    let lesson = Lesson::read("say: Welcome.\n").expect_err("it has no start");

    let ships = parlour_catalog::game("ships").expect("a game");
    let mut guide = Guide::new(ships)
        .expect("it has a lesson")
        .expect("it fits");
    assert_eq!(guide.play("A1,A3,H1"), Ok(Heard::Right));
    let unasked = guide.play("A2,E1,G3").expect_err("this step is only read");

    let maze = root.join("games/labyrinth/tests/cases/valid/03_fresh_2_hh.txt");
    let maze = fs::read_to_string(maze).expect("a file");
    let labyrinth = parlour_catalog::game("labyrinth").expect("a game");
    let maze = labyrinth.read_position(&maze).expect("a position");
    let (before, after) = maze
        .view_text(maze.turn().viewer())
        .split_once("hidden ")
        .map(|(before, after)| (before.to_owned(), after.to_owned()))
        .expect("the other hand is hidden");
    let (_, rest) = after.split_once(' ').expect("a number and the rest");
    let view = labyrinth
        .read_view(
            &format!("{before}hidden many {rest}"),
            &mut Seed::new(1).deal(),
        )
        .expect_err("that is not a number");
    vec![
        given(
            "no-roll",
            "Ur: a move before the throw",
            "`start` before `roll 2`",
            early,
        ),
        given(
            "already-rolled",
            "Ur: a throw before the move",
            "`roll 1` after `roll 2`",
            late,
        ),
        given(
            "no-luck",
            "a throw in a game without luck",
            "`roll 2` in Gridlock",
            luckless,
        ),
        given(
            "E_HIDDEN",
            "Labyrinth: a view with a bad number of hidden cards",
            "`red ai 1 7 hidden many`",
            view,
        ),
        given(
            "not-asked",
            "a guided first game or a puzzle does not ask for a move now",
            "a move in a step that is only read",
            unasked,
        ),
        given(
            "bad-lesson",
            "the script of a guided first game is malformed",
            "`say: Welcome.` before `start:`",
            lesson,
        ),
    ]
}
