//! A conversation with a player, line by line.

use std::io::{self, BufRead, IsTerminal, Read, StdinLock, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use parlour_core::harmless;
use parlour_tui::wrapped;

use crate::output::{self, stderr, stdout, stdout_is_terminal};

/// The longest line that is read.
const LONGEST: u64 = 1 << 20;

/// Standard input and output, taking turns.
pub(crate) struct Console {
    input: StdinLock<'static>,
    /// A person is typing, and sees what they type.
    pub(crate) interactive: bool,
}

impl Console {
    pub(crate) fn new() -> Self {
        Console {
            input: io::stdin().lock(),
            interactive: io::stdin().is_terminal() && stdout_is_terminal(),
        }
    }

    /// Prints a line; for a person, wrapped between words if it is too long.
    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        let mut out = stdout();
        match self.interactive {
            true => {
                for line in wrapped(text, output::width()) {
                    writeln!(out, "{line}")?;
                }
                if text.is_empty() {
                    writeln!(out)?;
                }
            }
            false => writeln!(out, "{text}")?,
        }
        out.flush()
    }

    /// Prints a picture with its colours.
    pub(crate) fn show(&mut self, picture: &str) -> io::Result<()> {
        let mut out = stdout();
        out.styled(picture)?;
        writeln!(out)?;
        out.flush()
    }

    /// Clears a person's screen and scrollback.
    pub(crate) fn wipe(&mut self) -> io::Result<()> {
        if !self.interactive {
            return Ok(());
        }
        let mut out = stdout();
        out.own(b"\x1b[H\x1b[2J\x1b[3J")?;
        out.flush()
    }

    /// Shows a person that something is going on, until the result is dropped.
    pub(crate) fn while_waiting(&self, text: &str) -> io::Result<Waiting> {
        let shown = self.interactive;
        if shown {
            write!(stderr(), "{text}")?;
        }
        Ok(Waiting { shown })
    }

    /// Asks, and returns the answer without its line end; `None` at the end of
    /// the input.
    pub(crate) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let mut out = stdout();
        write!(out, "{prompt}")?;
        out.flush()?;
        let Some(answer) = read_line(&mut self.input)? else {
            writeln!(out)?;
            out.flush()?;
            return Ok(None);
        };
        if !io::stdin().is_terminal() {
            // Echo the answer, which nobody saw being typed, so that the output
            // reads like a conversation.
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
        Ok(Some(answer))
    }
}

impl Console {
    /// Asks until the answer is yes or no; an empty one is `usual`, if given.
    /// `None` at the end of the input.
    pub(crate) fn confirm(
        &mut self,
        question: &str,
        usual: Option<bool>,
    ) -> io::Result<Option<bool>> {
        let choice = match usual {
            Some(true) => "[yes]/no",
            Some(false) => "yes/[no]",
            None => "yes/no",
        };
        loop {
            let Some(answer) = self.ask(&format!("{question} ({choice}) > "))? else {
                return Ok(None);
            };
            match &*answer.to_lowercase() {
                "y" | "yes" => return Ok(Some(true)),
                "n" | "no" => return Ok(Some(false)),
                "" if usual.is_some() => return Ok(usual),
                _ => self.say("Please answer yes or no.")?,
            }
        }
    }
}

/// Reads a line without its end and the spaces around it; of one that is too
/// long, the beginning. `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.take(LONGEST).read_until(b'\n', &mut line)?;
    if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST {
        input.skip_until(b'\n')?;
    }
    let text = || String::from_utf8_lossy(&line).trim().to_owned();
    Ok((!line.is_empty()).then(text))
}

/// A line on the terminal that disappears when this is dropped.
pub(crate) struct Waiting {
    shown: bool,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.shown {
            // Nothing is lost if the line stays.
            let _ = stderr().own(b"\r\x1b[K");
        }
    }
}

/// The progress of long work, and the time left: on a terminal only.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// The steps of a bar.
    const STEPS: f64 = 1e6;

    pub(crate) fn new(message: &'static str) -> Bar {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} % {eta:>4} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(Bar::STEPS as u64).with_style(style);
        bar.set_message(message);
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar(bar)
    }

    /// For work of unknown length.
    pub(crate) fn endless(message: &'static str) -> Bar {
        let style = ProgressStyle::with_template("{msg} {spinner} {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style);
        bar.set_message(message);
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar(bar)
    }

    /// Says what is going on.
    pub(crate) fn say(&self, message: String) {
        self.0.set_message(harmless(&message).into_owned());
    }

    /// Shows a share from 0 to 1.
    pub(crate) fn show(&self, share: f64) {
        self.0.set_position((share * Bar::STEPS) as u64);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
