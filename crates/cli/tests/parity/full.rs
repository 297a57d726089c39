//! The full screen, in a terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::terminal::Terminal;
use crate::{Front, Script, arguments, start};

const SIZE: (u16, u16) = (200, 120);

pub(crate) struct Full {
    folder: PathBuf,
    terminal: Terminal,
    was_called: bool,
}

impl Full {
    pub(crate) fn new(script: &Script, folder: &Path) -> Self {
        let arguments = arguments(script, folder);
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        Full {
            terminal: start(folder, &words, SIZE),
            folder: folder.to_owned(),
            was_called: false,
        }
    }

    /// Waits until the screen is as wanted, and confirms hand-overs.
    fn until(&mut self, wanted: &str, is_so: impl Fn(&str) -> bool) {
        let is_call = |screen: &str| screen.contains("Pass to");
        while is_call(
            &self
                .terminal
                .wait(wanted, |screen| is_so(screen) || is_call(screen)),
        ) {
            self.was_called = true;
            self.terminal.types("\r");
            self.terminal.wait("the board", |screen| !is_call(screen));
        }
    }

    /// Waits until somebody is asked.
    fn settle(&mut self) {
        self.until("a turn", |screen| {
            let mut signs = ["to move", "the result?", "wins!"].iter();
            signs.any(|sign| screen.contains(sign))
        });
    }

    /// The screen once it is stable for a while.
    fn at_rest(&self) -> String {
        let mut before = self.terminal.text();
        loop {
            thread::sleep(Duration::from_millis(100));
            let now = self.terminal.text();
            if now == before {
                return now;
            }
            before = now;
        }
    }
}

impl Front for Full {
    fn play(&mut self, text: &str, said: &str) {
        self.settle();
        self.terminal.types(&format!(":{text}\r"));
        let flat = |text: &str| text.replace(char::is_whitespace, "");
        self.until(said, |screen| {
            !screen.contains("Move: ") && flat(screen).contains(&flat(said))
        });
        self.settle();
    }

    fn undo(&mut self) {
        self.settle();
        self.terminal.types("u");
        self.until("the undo", |screen| screen.contains("Taken back."));
    }

    fn leave(&mut self) {
        self.settle();
        self.terminal.types("q");
        assert_eq!(self.terminal.ends(), 0);
        self.terminal = start(&self.folder, &[], SIZE);
        self.terminal.sees("▸ Continue");
        self.terminal.types("\r");
        self.terminal
            .wait("the game", |screen| !screen.contains("▸ Continue"));
        self.settle();
    }

    fn words(&mut self) -> String {
        self.settle();
        self.terminal.types("w");
        self.terminal.sees("The board in words");
        let words = self.at_rest();
        self.terminal.types("\x1b");
        self.terminal
            .wait("the board", |screen| !screen.contains("The board in words"));
        words
    }

    fn was_called(&mut self) -> bool {
        std::mem::take(&mut self.was_called)
    }

    fn record(&mut self) -> String {
        self.settle();
        let path = self.folder.join("saved.record");
        // Ctrl-U clears the suggested name.
        self.terminal.types(&format!("s\x15{}\r", path.display()));
        self.terminal.sees("Saved to");
        fs::read_to_string(path).expect("saved")
    }
}
