//! Running the program and looking at what it did.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a run of the program printed, and how it ended.
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: Option<i32>,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
            status: output.status.code(),
        }
    }
}

/// The program, with arguments and without a user's data. A test that writes data writes it
/// elsewhere.
pub(crate) fn parlour(args: &[&str]) -> Command {
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nowhere");
    assert!(!nowhere.exists(), "a test wrote into {}", nowhere.display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(args).stdin(Stdio::null());
    command.env("PARLOUR_DATA", nowhere);
    command
}

/// Runs the program to its end.
pub(crate) fn run(args: &[&str]) -> Run {
    parlour(args).output().expect("the program starts").into()
}

/// Runs the program with something on its standard input.
pub(crate) fn run_with_input(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that has heard enough may close its input first.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends").into()
}

/// A record of Ships in which the first guess is repeated, which gives no information.
pub(crate) fn guessed_twice() -> String {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/amy-and-bill.ships"
    );
    let record = std::fs::read_to_string(path).expect("the example");
    let guess = "B3, C3, H3: 0, 2, 1.\n";
    record
        .replace(guess, &guess.repeat(2))
        .replace("in 4 guesses", "in 5 guesses")
}
