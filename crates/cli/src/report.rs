//! Findings for people: the place, the line, a caret, a second place if one
//! matters, and what to do.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use parlour_core::{Diagnostic, Label, Place, Severity, harmless, harmless_lines};

/// Places no further apart than this many bytes share one picture; the lines
/// between them are folded.
const NEAR: usize = 20_000;

/// How much of a span is marked.
const LONGEST_MARK: usize = 100;

/// A finding in a text, ready to print. `name` is what the text is called: a
/// file's path, or `position`.
pub(crate) fn render(name: &str, text: &[u8], finding: &Diagnostic, colour: bool) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Notice => Level::NOTE,
    };
    let (near, far): (Vec<&Label>, Vec<&Label>) = finding
        .also
        .iter()
        .partition(|label| label.span.start.abs_diff(finding.at.span.start) < NEAR);
    let title = harmless(&finding.message).into_owned();
    let mut group = Group::with_title(level.primary_title(title).id(finding.code))
        .element(picture(name, text, Some(&finding.at), &near));
    for label in far {
        group = group.element(picture(name, text, None, &[label]));
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(harmless_lines(help).into_owned()));
    }
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.render(&[group])
}

/// The lines around some places, with the places marked.
fn picture(
    name: &str,
    text: &[u8],
    primary: Option<&Label>,
    others: &[&Label],
) -> Snippet<'static, Annotation<'static>> {
    let labels = || primary.into_iter().chain(others.iter().copied());
    let starts = || labels().map(|label| label.span.start.min(text.len()));
    let first = starts().min().unwrap_or(0);
    let last = starts().max().unwrap_or(0);
    let lines = Lines::around(text, first..last);
    let mut snippet = Snippet::source(lines.shown.clone())
        .line_start(Place::of(text, lines.bytes.start).line)
        .path(harmless(name).into_owned());
    for label in labels() {
        let is_primary = primary.is_some_and(|primary| std::ptr::eq(primary, label));
        let kind = if is_primary {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        let mark = kind.span(lines.shown_at(&label.span));
        snippet = snippet.annotation(if label.text.is_empty() {
            mark
        } else {
            mark.label(harmless(&label.text).into_owned())
        });
    }
    snippet
}

/// Whole lines of a text.
struct Lines<'a> {
    text: &'a [u8],
    bytes: Range<usize>,
    shown: String,
}

impl<'a> Lines<'a> {
    fn around(text: &'a [u8], span: Range<usize>) -> Lines<'a> {
        let start = text[..span.start]
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |newline| newline + 1);
        let end = text[span.end..]
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(text.len(), |newline| span.end + newline);
        Lines {
            text,
            bytes: start..end,
            shown: String::from_utf8_lossy(&text[start..end]).into_owned(),
        }
    }

    /// Where a span of the text is in what is shown; very long spans are cut.
    fn shown_at(&self, span: &Range<usize>) -> Range<usize> {
        let from = self.place(span.start);
        let until = self.place(span.end.min(span.start + LONGEST_MARK));
        from..until.max(from)
    }

    /// Where a byte of the text is in what is shown. Invalid bytes are shown as
    /// a sign that is longer than they are.
    fn place(&self, offset: usize) -> usize {
        let offset = offset.clamp(self.bytes.start, self.bytes.end);
        let before = &self.text[self.bytes.start..offset];
        let length = String::from_utf8_lossy(before).len().min(self.shown.len());
        (0..=length)
            .rev()
            .find(|&place| self.shown.is_char_boundary(place))
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(span: Range<usize>) -> Diagnostic {
        Diagnostic::error("some-code", span, "what is wrong").help("what to do")
    }

    #[test]
    fn the_place_the_line_and_the_help_are_shown() {
        let text = b"one\ntwo three\nfour\n";
        let finding = finding(8..13).label("here").also(0..3, "there");
        let shown = render("a.txt", text, &finding, false);
        for part in [
            "error[some-code]: what is wrong",
            "--> a.txt:2:5",
            "2 | two three",
            "^^^^^ here",
            "1 | one",
            "--- there",
            "help: what to do",
        ] {
            assert!(shown.contains(part), "{part} is not in\n{shown}");
        }
    }

    #[test]
    fn every_place_in_every_text_can_be_shown() {
        let long = "x".repeat(100_000);
        for text in [
            &b""[..],
            b"\n",
            b"a",
            b"\xff\xfe\xff\n\xff",
            "Zo\u{eb} \u{1f98a}\u{1b}[2J\r\tz\n".as_bytes(),
            long.as_bytes(),
        ] {
            for start in (0..=text.len().min(40)).chain([text.len()]) {
                for end in [start, start + 1, text.len()] {
                    let end = end.clamp(start, text.len());
                    let finding = finding(start..end).also(0..text.len(), "all of it");
                    let shown = render("f", text, &finding, false);
                    assert!(shown.len() < 4000, "{} bytes", shown.len());
                    assert!(!shown.contains('\u{1b}'));
                }
            }
        }
    }
}
