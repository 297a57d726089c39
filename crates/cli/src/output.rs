//! Standard output and standard error: everything printed goes through here.
//! And the ways in which a command can end.
#![allow(
    clippy::disallowed_methods,
    reason = "this is the one place that may use them"
)]

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StderrLock, StdoutLock, Write};
use std::process::ExitCode;

use clap::ValueEnum;
use parlour_core::{Diagnostic, harmless_lines};
use serde_json::ser::Formatter;

use crate::report;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    // Doc comments here would become help texts, and the option's own help says
    // it all.
    #[default]
    Auto,
    Always,
    Never,
}

impl Colour {
    /// Whether to colour standard output.
    pub(crate) fn on_stdout(self) -> bool {
        self.wanted(&io::stdout())
    }

    /// Whether to colour standard error.
    pub(crate) fn on_stderr(self) -> bool {
        self.wanted(&io::stderr())
    }

    fn wanted(self, stream: &impl IsTerminal) -> bool {
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
                let term = std::env::var("TERM").unwrap_or_default();
                stream.is_terminal() && !set("NO_COLOR") && has_colours(&term)
            }
        }
    }
}

/// Whether a kind of terminal has colours, judging by its name: DEC's VT series and the monochrome
/// variants of others have none.
fn has_colours(term: &str) -> bool {
    let is_vt = term
        .strip_prefix("vt")
        .is_some_and(|model| model.starts_with(|c: char| c.is_ascii_digit()));
    !(term == "dumb" || is_vt || term.ends_with("-m") || term.ends_with("-mono"))
}

/// Whether standard output is a terminal.
pub(crate) fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard error is a terminal.
pub(crate) fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// The width of a page without a terminal.
const PAGE: usize = 80;
/// Beyond this width, graphs and lists only get harder to read.
const WIDEST: usize = 100;

/// How many characters a line may have.
pub(crate) fn width() -> usize {
    match terminal_size::terminal_size_of(io::stdout()) {
        Some((terminal_size::Width(columns), _)) => usize::from(columns).min(WIDEST),
        None => PAGE,
    }
}

/// A stream that people read. What is written to it may come from anywhere: a record, a bot, a file
/// name. So control characters and invisible ones are escaped.
pub(crate) struct Out<W>(W);

/// Standard output, written in large pieces.
pub(crate) fn stdout() -> Out<BufWriter<StdoutLock<'static>>> {
    Out(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
}

/// Standard error.
pub(crate) fn stderr() -> Out<StderrLock<'static>> {
    Out(io::stderr().lock())
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(harmless_lines(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write> Out<W> {
    /// Writes a text with our colours. Anything from outside was made harmless
    /// when it was coloured; nothing but colours passes in any case.
    pub(crate) fn styled(&mut self, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some(at) = rest.find('\x1b') {
            self.write_all(&rest.as_bytes()[..at])?;
            let (escape, after) = rest[at..].split_at(colour_length(&rest[at..]).unwrap_or(1));
            match escape.len() {
                1 => self.write_all(escape.as_bytes())?,
                _ => self.0.write_all(escape.as_bytes())?,
            }
            rest = after;
        }
        self.write_all(rest.as_bytes())
    }

    /// Writes a text of ours unchanged: a shell script, or what moves the cursor.
    pub(crate) fn own(&mut self, text: &[u8]) -> io::Result<()> {
        self.0.write_all(text)
    }
}

/// The length of the escape sequence at the beginning of a text, if it sets a
/// colour.
fn colour_length(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\x1b[")?;
    let end = parameters.find(|c: char| !(c.is_ascii_digit() || c == ';'))?;
    parameters[end..].starts_with('m').then_some(2 + end + 1)
}

/// Prints a whole text of ours.
pub(crate) fn print(text: &[u8]) -> anyhow::Result<ExitCode> {
    let mut out = stdout();
    out.own(text)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Prints one line of JSON.
pub(crate) fn print_json(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, SeenJson);
    value.serialize(&mut serializer)?;
    writeln!(out)
}

/// JSON in which invisible characters are written as numbers, which means the same.
struct SeenJson;

impl Formatter for SeenJson {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        let shown = harmless_lines(fragment);
        if shown == fragment {
            return writer.write_all(fragment.as_bytes());
        }
        let mut units = [0; 2];
        for c in fragment.chars() {
            if harmless_lines(c.encode_utf8(&mut [0; 4])).len() == c.len_utf8() {
                write!(writer, "{c}")?;
                continue;
            }
            for unit in c.encode_utf16(&mut units) {
                write!(writer, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }
}

/// The command line asks for something that does not exist: exit status 2.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// A text is invalid: exit status 1, after its findings were shown as a
/// compiler would.
#[derive(Debug)]
pub(crate) struct Invalid {
    /// What the text is called.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: Vec<u8>,
    /// What is wrong with it.
    pub(crate) findings: Vec<Diagnostic>,
}

impl Invalid {
    /// One thing is wrong.
    pub(crate) fn one(name: impl Into<String>, text: &str, finding: Diagnostic) -> Self {
        Invalid {
            name: name.into(),
            text: text.as_bytes().to_vec(),
            findings: vec![finding],
        }
    }

    /// All findings, ready to print.
    pub(crate) fn render(&self, colour: bool) -> String {
        let shown: Vec<String> = self
            .findings
            .iter()
            .map(|finding| report::render(&self.name, &self.text, finding, colour))
            .collect();
        shown.join("\n\n")
    }
}

/// Shows notices about a valid text.
pub(crate) fn remark(
    name: String,
    text: impl Into<Vec<u8>>,
    findings: Vec<Diagnostic>,
    colour: Colour,
) -> io::Result<()> {
    if findings.is_empty() {
        return Ok(());
    }
    let text = text.into();
    let found = Invalid {
        name,
        text,
        findings,
    };
    stderr().styled(&format!("{}\n", found.render(colour.on_stderr())))
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Invalid {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_terminals_have_no_colours() {
        for term in ["dumb", "vt100", "vt220", "xterm-mono", "linux-m"] {
            assert!(!has_colours(term), "{term}");
        }
        for term in [
            "",
            "xterm",
            "xterm-256color",
            "vte-256color",
            "linux",
            "screen",
        ] {
            assert!(has_colours(term), "{term}");
        }
    }

    #[test]
    fn only_colours_of_ours_reach_a_terminal() {
        let mut out = Out(Vec::new());
        write!(out, "a\x1b[31mb\x1b]0;t\x07\u{202e}\n\tc").expect("memory");
        assert_eq!(
            String::from_utf8_lossy(&out.0),
            "a\\u{1b}[31mb\\u{1b}]0;t\\u{7}\\u{202e}\n\tc"
        );
        let mut out = Out(Vec::new());
        out.styled("\x1b[1;31mred\x1b[0m \x1b[2J\x1b[31\x1b\u{200b}")
            .expect("memory");
        assert_eq!(
            String::from_utf8_lossy(&out.0),
            "\x1b[1;31mred\x1b[0m \\u{1b}[2J\\u{1b}[31\\u{1b}\\u{200b}"
        );
    }

    #[test]
    fn json_means_the_same_and_can_be_seen() {
        let names = [
            "Zoë",
            "\x1b[2J",
            "\u{202e}B\u{200b}ill\u{e0042}",
            "👨\u{200d}👩",
        ];
        let mut line = Vec::new();
        print_json(&mut line, &names).expect("memory");
        let line = String::from_utf8(line).expect("text");
        assert_eq!(
            line,
            "[\"Zoë\",\"\\u001b[2J\",\"\\u202eB\\u200bill\\udb40\\udc42\",\"👨\u{200d}👩\"]\n"
        );
        let read: Vec<String> = serde_json::from_str(&line).expect("JSON");
        assert_eq!(read, names);
    }
}
