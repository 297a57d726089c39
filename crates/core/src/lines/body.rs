//! The lines after the headers: steps and an ending, judged by the rules.
//!
//! [`read`] and [`check`] walk over them with a [`Format`]. After an error the reader continues
//! with what is still certain. A step that was refused or could not be read leaves the position in
//! doubt: from then on only errors that would be wrong in any position are reported.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, did_you_mean, quoted};
use crate::game::{Game, Outcome, Step, Turn};
use crate::record::{Reading, Record};
use crate::stall::{Stall, Stalled};

use super::{Format, Heading, Lines, Standing, Words, odd_space};

/// Reads a record.
#[must_use]
pub fn read<F: Format>(file: &[u8]) -> Reading<F::Game> {
    examine::<F>(file, true)
}

/// Checks a record, without keeping its steps.
#[must_use]
pub fn check<F: Format>(file: &[u8]) -> Vec<Diagnostic> {
    examine::<F>(file, false).diagnostics
}

fn examine<F: Format>(file: &[u8], keep: bool) -> Reading<F::Game> {
    let mut lines = Lines::new(file);
    let begun = if lines.is_text() {
        F::begin(&mut lines)
    } else {
        None
    };
    let Some((mut format, heading)) = begun else {
        return Reading {
            record: None,
            spans: Vec::new(),
            diagnostics: lines.findings,
            unfinished: false,
        };
    };
    let mut record = None;
    if let Some(start) = &heading.start
        && keep
        && heading.certain
        && !heading.names.is_empty()
    {
        record = Some(Record {
            names: heading.names.clone(),
            start: start.clone(),
            steps: Vec::new(),
            sealed: format.sealed(),
        });
    }
    let mut body = Body::new(lines, heading, keep);
    let unfinished = walk(&mut format, &mut body);
    let Kept { steps, spans } = body.kept.unwrap_or_default();
    if let Some(record) = &mut record {
        record.steps = steps;
    }
    Reading {
        record,
        spans,
        diagnostics: body.lines.findings,
        unfinished,
    }
}

/// Reads to the end of the file. True if the file is a valid beginning of a
/// game.
fn walk<F: Format>(format: &mut F, body: &mut Body<'_, F::Game>) -> bool {
    format.hurry(body);
    let mut unfinished = false;
    while !body.lines.is_full() {
        let Some(line) = body.lines.peek_line() else {
            unfinished = format.end_of_file(body);
            break;
        };
        body.lines.step_over(&line);
        if body.has_ended {
            let message = format!("nothing may follow {}", F::WORDS.last);
            body.report(
                Diagnostic::error("trailing-text", line, message)
                    .help("remove everything from here on; a file holds one game"),
            );
            break;
        }
        format.goes_on(body);
        read_line(format, body, line);
    }
    format.finish(body);
    unfinished
}

fn read_line<F: Format>(format: &mut F, body: &mut Body<'_, F::Game>, line: Range<usize>) {
    let text = match format.text(body, &line) {
        Ok(text) => text,
        Err(finding) => return unreadable(format, body, finding, None),
    };
    match format.shape(body, &text) {
        Some(said) => {
            format.judge(body, &line, &text, said);
            body.after_unreadable = false;
        }
        None => {
            let finding = explain(format, body, &text).shifted(line.start);
            unreadable(format, body, finding, Some((&line, &text)));
        }
    }
}

/// Explains a line of no known shape. Spans count from the start of the line,
/// which has no control characters.
fn explain<F: Format>(format: &F, body: &Body<'_, F::Game>, text: &str) -> Diagnostic {
    odd_space(text)
        .or_else(|| format.slip(body, text))
        .or_else(|| key(text).map(|key| stray_header::<F>(text, key)))
        .unwrap_or_else(|| no_line::<F>(text))
}

/// The word before the colon at the beginning of a line.
pub(super) fn key(line: &str) -> Option<&str> {
    line.split(' ').next()?.strip_suffix(':')
}

/// A header line after the headers.
#[must_use]
pub fn stray_header<F: Format>(text: &str, key: &str) -> Diagnostic {
    let message = if F::HEADERS[1..].iter().any(|header| header.word == key) {
        let steps = F::WORDS.steps;
        format!("a second `{key}:` line; the headers come once, before the {steps}")
    } else {
        format!("a record has no {} line", quoted(&format!("{key}:")))
    };
    Diagnostic::error("syntax", 0..text.len(), message).help("remove this line")
}

/// A line that cannot be recognised.
#[must_use]
pub fn no_line<F: Format>(text: &str) -> Diagnostic {
    let Words {
        step,
        record,
        ending,
        ..
    } = F::WORDS;
    let message = format!("this is not a line of {record}");
    Diagnostic::error("syntax", 0..text.len(), message).help(format!("{step}; {ending}"))
}

/// A line that cannot be read. The remains of a line that was broken in two are
/// not reported again.
fn unreadable<F: Format>(
    format: &mut F,
    body: &mut Body<'_, F::Game>,
    finding: Diagnostic,
    text: Option<(&Range<usize>, &str)>,
) {
    let begins_well = text.is_some_and(|(_, text)| format.begins_well(body, text));
    if !body.after_unreadable || begins_well {
        body.report(finding);
    }
    if text.is_some_and(|(line, text)| format.salvage(body, line, text)) {
        body.after_unreadable = false;
    } else {
        body.after_unreadable = F::LINES_BREAK;
        body.certain = false;
        format.lost();
    }
}

/// Steps, and where they are in the file.
#[derive(Clone, Debug)]
pub struct Kept<G: Game> {
    steps: Vec<Step<G>>,
    spans: Vec<Range<usize>>,
}

impl<G: Game> Default for Kept<G> {
    fn default() -> Self {
        Kept {
            steps: Vec::new(),
            spans: Vec::new(),
        }
    }
}

impl<G: Game> Kept<G> {
    /// Adds a step.
    #[inline]
    pub fn push(&mut self, step: Step<G>, span: Range<usize>) {
        self.steps.push(step);
        self.spans.push(span);
    }

    /// Drops the steps after a place.
    pub fn cut(&mut self, place: usize) {
        let good = self.spans.partition_point(|span| span.start < place);
        self.steps.truncate(good);
        self.spans.truncate(good);
    }
}

/// What is known while the lines after the headers are read.
#[derive(Debug)]
pub struct Body<'a, G: Game> {
    /// The file, and what was found in it.
    pub lines: Lines<'a>,
    /// The players, one per seat; empty if a name is in doubt.
    pub names: Vec<String>,
    /// Where they are named.
    pub players_line: Option<Range<usize>>,
    /// The position, as far as the game could be followed.
    pub state: Option<G>,
    /// Whether the position is certainly what the record means.
    pub certain: bool,
    /// Where the last step is.
    pub last: Option<Range<usize>>,
    /// The ending has been read.
    pub has_ended: bool,
    /// The previous line could not be read.
    pub after_unreadable: bool,
    /// The steps up to the first error, if wanted.
    pub kept: Option<Kept<G>>,
    stall: Stall<G>,
    stalled: Option<Stalled>,
    /// The end of the game was already reported.
    pub(super) said_over: bool,
    /// Names already reported as unknown.
    strangers: Vec<String>,
}

impl<'a, G: Game> Body<'a, G> {
    fn new(lines: Lines<'a>, heading: Heading<G>, keep: bool) -> Self {
        let mut body = Body {
            lines,
            names: heading.names,
            players_line: heading.players_line,
            state: heading.start,
            certain: heading.certain,
            last: None,
            has_ended: false,
            after_unreadable: false,
            kept: keep.then(Kept::default),
            stall: Stall::new(),
            stalled: None,
            said_over: false,
            strangers: Vec::new(),
        };
        body.see();
        body
    }

    /// Checks whether the match is drawn by repetition or lack of progress.
    fn see(&mut self) {
        if let Some(state) = &self.state
            && let Some(progress) = state.progress()
        {
            self.stalled = self.stall.see(progress, state.clone());
        }
    }

    /// Adds a finding.
    pub fn report(&mut self, finding: Diagnostic) {
        self.lines.report(finding);
    }

    /// The position, if it is certain.
    #[must_use]
    pub fn sure(&self) -> Option<&G> {
        self.state.as_ref().filter(|_| self.certain)
    }

    /// How the game stands.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let Some(state) = self.sure() else {
            return Standing::Doubt;
        };
        match state.turn() {
            Turn::Over(Outcome::Win(seat)) => Standing::Won(seat),
            Turn::Over(Outcome::Draw) => Standing::Drawn(None),
            _ if self.stalled.is_some() => Standing::Drawn(self.stalled),
            Turn::Seat(_) | Turn::Chance => Standing::Playing,
        }
    }

    /// Keeps a step that was taken. After an error it is not part of a legal
    /// game.
    pub fn keep(&mut self, step: Step<G>, span: Range<usize>) {
        if let Some(kept) = &mut self.kept
            && self.lines.findings.is_empty()
        {
            kept.push(step, span);
        }
    }

    /// Takes a step, if the position is certain; reports what the rules refuse.
    pub fn take(&mut self, step: Step<G>, span: Range<usize>) {
        let Some(state) = self.state.as_mut().filter(|_| self.certain) else {
            return;
        };
        if let Err(refused) = step.take(state) {
            self.report(refused.at(span));
            self.certain = false;
            return;
        }
        self.see();
        self.last = Some(span.clone());
        self.keep(step, span);
    }

    /// Reports a name that belongs to no player. One that is misspelt
    /// throughout is one fault.
    pub fn stranger(&mut self, span: Range<usize>, name: &str) {
        if self.strangers.iter().any(|known| known == name) {
            return;
        }
        self.strangers.push(name.to_owned());
        let help = match did_you_mean(name, self.names.iter().map(String::as_str)) {
            Some(meant) if meant.eq_ignore_ascii_case(name) => {
                format!("did you mean {}? capital letters count", quoted(meant))
            }
            Some(meant) => format!("did you mean {}?", quoted(meant)),
            None => format!("the players are {}", listed(&self.names)),
        };
        let message = format!("{} is not one of the players", quoted(name));
        let finding = Diagnostic::error("unknown-player", span, message).help(help);
        self.report(finding.also_where(&self.players_line, "the players"));
    }
}

/// Names joined for a sentence.
fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
