//! The plain table, in a terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::terminal::Terminal;
use crate::{Front, Script, arguments, start};

const SIZE: (u16, u16) = (200, 120);
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Plain {
    folder: PathBuf,
    game: &'static str,
    terminal: Terminal,
    /// How much has been answered.
    heard: usize,
    was_called: bool,
}

impl Plain {
    pub(crate) fn new(script: &Script, folder: &Path) -> Self {
        let mut arguments = arguments(script, folder);
        arguments.push("--plain".to_owned());
        Plain {
            terminal: started(folder, &arguments),
            folder: folder.to_owned(),
            game: script.game,
            heard: 0,
            was_called: false,
        }
    }

    /// What was printed up to the next question.
    fn asked(&mut self) -> String {
        let begun = Instant::now();
        loop {
            let raw = self.terminal.raw();
            if raw.len() > self.heard && raw.ends_with("> ") {
                let said = raw[self.heard..].to_owned();
                self.heard = raw.len();
                return said;
            }
            assert!(begun.elapsed() < PATIENCE, "no question:\n{raw}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn says(&mut self, line: &str) {
        self.terminal.types(&format!("{line}\r"));
    }

    /// Answers, and confirms hand-overs.
    fn answers(&mut self, line: &str) -> String {
        self.says(line);
        self.settle()
    }

    fn settle(&mut self) -> String {
        let mut said = self.asked();
        while said
            .trim_end()
            .lines()
            .last()
            .is_some_and(|line| line.contains("Pass to"))
        {
            self.was_called = true;
            self.says("");
            said = self.asked();
        }
        said
    }
}

fn started(folder: &Path, arguments: &[String]) -> Terminal {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    start(folder, &words, SIZE)
}

impl Front for Plain {
    fn play(&mut self, text: &str, said: &str) {
        let told = self.answers(text);
        assert!(told.contains(said), "{told}\nlacks {said}");
    }

    fn undo(&mut self) {
        self.answers("undo");
    }

    fn leave(&mut self) {
        self.says("quit");
        self.terminal.sees("The game is kept");
        assert_eq!(self.terminal.ends(), 0);
        let arguments = ["play", self.game, "--plain"].map(str::to_owned);
        self.terminal = started(&self.folder, &arguments);
        self.heard = 0;
        self.terminal.sees("Continue it?");
        self.asked();
        self.answers("");
    }

    fn words(&mut self) -> String {
        if self.heard == 0 {
            self.settle();
        }
        self.answers("describe")
    }

    fn was_called(&mut self) -> bool {
        std::mem::take(&mut self.was_called)
    }

    fn record(&mut self) -> String {
        let path = self.folder.join("saved.record");
        self.answers(&format!("save {}", path.display()));
        fs::read_to_string(path).expect("saved")
    }
}
