//! Standard output, colours, and the ways in which a command can end.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;

use clap::ValueEnum;
use parlour_core::Diagnostic;

use crate::report;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    // These become help texts if they are doc comments, and the option's own
    // help says it all.
    #[default]
    Auto,
    Always,
    Never,
}

impl Colour {
    /// Whether to colour what goes to a stream.
    pub(crate) fn wanted(self, stream: &impl IsTerminal) -> bool {
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                stream.is_terminal() && !set("NO_COLOR") && !dumb
            }
        }
    }
}

/// The width of a page that nobody looks at through a window.
const PAGE: usize = 80;
/// Wider than this, graphs and lists only get harder to read.
const WIDEST: usize = 100;

/// How many characters a line may have.
pub(crate) fn width() -> usize {
    match terminal_size::terminal_size_of(io::stdout()) {
        Some((terminal_size::Width(columns), _)) => usize::from(columns).min(WIDEST),
        None => PAGE,
    }
}

/// Standard output, written in large pieces.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints a whole text.
pub(crate) fn print(text: &[u8]) -> anyhow::Result<ExitCode> {
    let mut out = stdout();
    out.write_all(text)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Prints one line of JSON.
pub(crate) fn print_json(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
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

/// A text that was given is invalid: exit status 1, after its findings were
/// shown as a compiler would.
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

/// Shows what a reader should know about a text that is good.
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
    let mut stderr = io::stderr().lock();
    writeln!(stderr, "{}", found.render(colour.wanted(&stderr)))
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Invalid {}
