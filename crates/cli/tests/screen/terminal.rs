//! A program in its own terminal: what is typed, what is seen.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Nothing that is waited for takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often the screen is checked.
const GLANCE: Duration = Duration::from_millis(5);

/// What the terminal shows, and everything ever sent to it.
struct Shown {
    screen: vt100::Parser,
    raw: Vec<u8>,
    closed: bool,
}

/// The program in its terminal.
pub(crate) struct Terminal {
    keyboard: Box<dyn Write + Send>,
    shown: Arc<Mutex<Shown>>,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    /// Starts a program with its data in a folder.
    pub(crate) fn run(program: &str, folder: &Path, args: &[&str], size: (u16, u16)) -> Terminal {
        Terminal::run_inside(program, folder, args, size, &[])
    }

    /// The same with more in its environment.
    pub(crate) fn run_inside(
        program: &str,
        folder: &Path,
        args: &[&str],
        (width, height): (u16, u16),
        environment: &[(&str, &str)],
    ) -> Terminal {
        let size = pty_size(width, height);
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.cwd(folder);
        command.env("PARLOUR_DATA", folder.join("data"));
        command.env("TERM", "xterm-256color");
        // The tests may be run inside another terminal program.
        for name in [
            "NO_COLOR",
            "COLORFGBG",
            "TMUX",
            "STY",
            "ZELLIJ",
            "TERM_PROGRAM",
        ] {
            command.env_remove(name);
        }
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("it starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let shown = Arc::new(Mutex::new(Shown {
            screen: vt100::Parser::new(cells(height), cells(width), 0),
            raw: Vec::new(),
            closed: false,
        }));
        let seen = Arc::clone(&shown);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let count = reader.read(&mut bytes).unwrap_or(0);
                let mut shown = seen.lock().expect("nobody panics with it");
                if count == 0 {
                    shown.closed = true;
                    return;
                }
                shown.screen.process(&bytes[..count]);
                shown.raw.extend(&bytes[..count]);
            }
        });
        Terminal {
            keyboard: pair.master.take_writer().expect("a keyboard"),
            shown,
            child,
            master: pair.master,
        }
    }

    pub(crate) fn text(&self) -> String {
        self.shown.lock().expect("alive").screen.screen().contents()
    }

    /// All that was ever sent to the terminal.
    pub(crate) fn raw(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().expect("alive").raw).into_owned()
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.shown.lock().expect("alive").closed
    }

    /// Types something.
    pub(crate) fn types(&mut self, keys: &str) {
        self.sends(keys.as_bytes());
    }

    /// Sends bytes as if they were typed.
    pub(crate) fn sends(&mut self, bytes: &[u8]) {
        // A program that has just ended hears nothing any more.
        let _ = self.keyboard.write_all(bytes);
        let _ = self.keyboard.flush();
    }

    /// Waits until the screen is as wanted, and gives it.
    #[track_caller]
    pub(crate) fn wait(&self, wanted: &str, is_so: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if is_so(&text) {
                return text;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "{wanted} does not come:\n{text}"
            );
            thread::sleep(GLANCE);
        }
    }

    #[track_caller]
    pub(crate) fn sees(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Types something, and waits for the screen to change.
    pub(crate) fn types_and_looks(&mut self, keys: &str) -> String {
        let before = self.raw().len();
        self.types(keys);
        let begun = Instant::now();
        while self.raw().len() == before && begun.elapsed() < Duration::from_secs(2) {
            thread::sleep(GLANCE);
        }
        // What follows from it comes at once.
        thread::sleep(GLANCE);
        self.text()
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        let mut shown = self.shown.lock().expect("alive");
        shown
            .screen
            .screen_mut()
            .set_size(cells(height), cells(width));
        drop(shown);
        let size = pty_size(width, height);
        self.master.resize(size).expect("resized");
    }

    /// Sends the program a signal.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("running").to_string();
        let sent = std::process::Command::new("kill")
            .args(["-s", name, &id])
            .status();
        assert!(sent.expect("there is kill").success());
    }

    /// The letter that the system uses for the state of the program.
    #[cfg(target_os = "linux")]
    pub(crate) fn state(&self) -> char {
        let id = self.child.process_id().expect("running");
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("running");
        let after = stat.rsplit_once(") ").expect("as always").1;
        after.chars().next().expect("a letter")
    }

    /// Waits for the end of the program, and gives its exit status.
    pub(crate) fn ends(&mut self) -> u32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                while !self.is_closed() && begun.elapsed() < PATIENCE {
                    thread::sleep(GLANCE);
                }
                return status.exit_code();
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "it does not end:\n{}",
                self.text()
            );
            thread::sleep(GLANCE);
        }
    }
}

/// The size of a character in pixels.
pub(crate) const CELL: (u16, u16) = (10, 20);

fn pty_size(width: u16, height: u16) -> PtySize {
    PtySize {
        rows: height,
        cols: width,
        pixel_width: width * CELL.0,
        pixel_height: height * CELL.1,
    }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a window has lines")
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed leaves nothing running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
