//! The four lines at the head of a record: `GRIDLOCK`, `Players:`, `Grid:`,
//! `Colours:`.

use std::ops::Range;

use parlour_core::{BadName, Diagnostic, check_name, did_you_mean, quoted};

use crate::notation::{BadSize, colour_help, read_size};
use crate::rules::{Colour, Palette, Setup, Size};

use super::line::read_line;
use super::reader::Reader;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Header {
    Title,
    Players,
    Grid,
    Colours,
}

impl Header {
    const ALL: [Header; 4] = [
        Header::Title,
        Header::Players,
        Header::Grid,
        Header::Colours,
    ];

    fn word(self) -> &'static str {
        ["GRIDLOCK", "Players", "Grid", "Colours"][self as usize]
    }

    fn missing_code(self) -> &'static str {
        [
            "missing-gridlock",
            "missing-players",
            "missing-grid",
            "missing-colours",
        ][self as usize]
    }

    /// The line as a message calls it.
    fn called(self) -> String {
        match self {
            Header::Title => "`GRIDLOCK`".to_owned(),
            other => format!("`{}:`", other.word()),
        }
    }

    fn example(self) -> &'static str {
        [
            "GRIDLOCK",
            "Players: Amy, Bill.",
            "Grid: 3x3.",
            "Colours: red, green.",
        ][self as usize]
    }
}

/// What the headers said, as far as they could be read.
#[derive(Default)]
pub(super) struct Headers {
    pub(super) players: Option<[String; 2]>,
    pub(super) size: Option<Size>,
    pub(super) palette: Option<Palette>,
    /// Where each header stands, the title first.
    lines: [Option<Range<usize>>; 4],
}

impl Headers {
    /// Players and setup, where nothing is missing.
    pub(super) fn heading(&self) -> Option<([String; 2], Setup)> {
        let setup = Setup {
            size: self.size?,
            palette: self.palette?,
        };
        Some((self.players.clone()?, setup))
    }

    pub(super) fn players_line(&self) -> Option<Range<usize>> {
        self.lines[Header::Players as usize].clone()
    }

    pub(super) fn grid_line(&self) -> Option<Range<usize>> {
        self.lines[Header::Grid as usize].clone()
    }

    pub(super) fn colours_line(&self) -> Option<Range<usize>> {
        self.lines[Header::Colours as usize].clone()
    }
}

/// What a line at the head of a file seems to be.
enum Kind {
    /// This header, spelt right.
    Exact(Header),
    /// This header with a slip.
    Near(Header),
    /// A line with a colon, but none of ours.
    Unknown,
    /// A move or an ending: the headers are over.
    Body,
    /// Anything else.
    Other,
}

fn kind(text: &str) -> Kind {
    if text == Header::Title.word() {
        return Kind::Exact(Header::Title);
    }
    let key = text.split_once(':').map(|(key, _)| key);
    if let Some(header) = Header::ALL[1..]
        .iter()
        .find(|header| key == Some(header.word()))
    {
        return Kind::Exact(*header);
    }
    if read_line(text, &[]).is_some() {
        return Kind::Body;
    }
    let trimmed = text.trim_start();
    let end = trimmed
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(trimmed.len());
    let meant = did_you_mean(&trimmed[..end], Header::ALL.map(Header::word));
    match Header::ALL
        .into_iter()
        .find(|header| meant == Some(header.word()))
    {
        Some(header) => Kind::Near(header),
        None if key.is_some() => Kind::Unknown,
        None => Kind::Other,
    }
}

impl Reader<'_> {
    /// Reads the headers and stops before the first line after them. `None`
    /// where there is nothing to go on with.
    pub(super) fn headers(&mut self) -> Option<Headers> {
        let mut headers = Headers::default();
        // The header that should come next, and those whose absence was said.
        let mut next = 0;
        let mut said = [false; 4];
        loop {
            let Some(line) = self.peek_line() else {
                if next == Header::ALL.len() {
                    break;
                }
                self.end_in_headers(Header::ALL[next], said[next]);
                return None;
            };
            let text = match self.text(&line) {
                Ok(text) => text,
                Err(finding) => {
                    // A damaged line stands for the header that should be here.
                    if next == Header::ALL.len() {
                        break;
                    }
                    self.report(finding);
                    headers.lines[next] = Some(line.clone());
                    next += 1;
                    self.step_over(&line);
                    let begins_well = next > 1 || self.file[line].starts_with(b"GRIDLOCK");
                    if !begins_well || self.peek_line().is_none() {
                        return None;
                    }
                    continue;
                }
            };
            let expected = Header::ALL.get(next).copied();
            let (header, near) = match (kind(text), expected) {
                (Kind::Exact(header), _) => (header, false),
                (Kind::Near(header), Some(_)) => (header, true),
                (Kind::Unknown, Some(expected)) if next > 0 => {
                    self.report(not_this_header(&line, expected));
                    self.step_over(&line);
                    continue;
                }
                (Kind::Unknown | Kind::Other, Some(Header::Title)) => {
                    self.report(missing(Header::Title, line, None));
                    return None;
                }
                (Kind::Unknown | Kind::Other, Some(expected)) => {
                    self.report(not_this_header(&line, expected));
                    headers.lines[next] = Some(line.clone());
                    next += 1;
                    self.step_over(&line);
                    continue;
                }
                (Kind::Body, _) | (_, None) => break,
            };
            let index = header as usize;
            if headers.lines[index].is_some() {
                // A second one. Once all four are there it is the body's line.
                let Some(expected) = expected else { break };
                if !said[next] {
                    said[next] = true;
                    let first = headers.lines[index].clone().unwrap_or_default();
                    self.report(
                        missing(expected, line.clone(), Some(header)).also(first, "the first one"),
                    );
                }
                self.step_over(&line);
                continue;
            }
            if expected.is_none() && !said[index] {
                break;
            }
            if let Some(expected) = expected.filter(|expected| *expected < header)
                && !said[next]
            {
                said[next] = true;
                self.report(missing(expected, line.clone(), Some(header)));
            }
            self.step_over(&line);
            if near {
                self.report(misspelt(text, line.start, header));
            }
            let findings = self.findings.len();
            self.read_value(header, text, line.start, &mut headers);
            if near {
                // One complaint a line; the value was only looked at to go on.
                self.findings.truncate(findings);
            }
            headers.lines[index] = Some(line);
            next = next.max(index + 1);
        }
        let line = self.peek_line().unwrap_or(self.at..self.at);
        for header in Header::ALL {
            if headers.lines[header as usize].is_none() && !said[header as usize] {
                self.report(missing(header, line.clone(), None));
            }
        }
        Some(headers)
    }

    /// The file ends where `next` should stand.
    fn end_in_headers(&mut self, next: Header, said: bool) {
        let end = self.file.len()..self.file.len();
        if next == Header::Title && self.findings.is_empty() {
            self.report(
                Diagnostic::error("empty-file", 0..0, "there is nothing in this file")
                    .help("a record begins with the line `GRIDLOCK`"),
            );
        } else if next != Header::Title && !said {
            self.report(
                Diagnostic::error(
                    next.missing_code(),
                    end,
                    format!("the file ends before its {} line", next.called()),
                )
                .help(format!("write it like `{}`", next.example())),
            );
        }
    }

    fn read_value(&mut self, header: Header, text: &str, start: usize, headers: &mut Headers) {
        let key_end = text
            .find(|c: char| !c.is_alphabetic() && c != ' ')
            .unwrap_or(text.len());
        // Without a colon the value begins after the first word.
        let value_at = match text.find(':') {
            Some(colon) => colon + 1,
            None => text.find(' ').unwrap_or(key_end),
        };
        let value = Value {
            text: &text[value_at..],
            start: start + value_at,
        };
        let result = match header {
            Header::Title => Ok(()),
            Header::Players => value
                .players()
                .map(|players| headers.players = Some(players)),
            Header::Grid => value.size().map(|size| headers.size = Some(size)),
            Header::Colours => value
                .palette()
                .map(|palette| headers.palette = Some(palette)),
        };
        if let Err(finding) = result {
            self.report(finding);
        }
    }
}

/// A header that is not where it should be.
fn missing(header: Header, line: Range<usize>, found: Option<Header>) -> Diagnostic {
    let message = match (header, found) {
        (Header::Title, _) => "a record begins with the line `GRIDLOCK`".to_owned(),
        (_, Some(found)) => format!(
            "the {} line should be here, not the {} line",
            header.called(),
            found.called()
        ),
        (_, None) => format!("there is no {} line before the moves", header.called()),
    };
    Diagnostic::error(header.missing_code(), line, message)
        .label(format!("expected {} before this", header.called()))
        .help(format!("write it like `{}`", header.example()))
}

fn not_this_header(line: &Range<usize>, expected: Header) -> Diagnostic {
    Diagnostic::error(
        "syntax",
        line.clone(),
        format!("expected the {} line", expected.called()),
    )
    .help(format!("write it like `{}`", expected.example()))
}

fn misspelt(text: &str, start: usize, header: Header) -> Diagnostic {
    let word = header.word();
    let lead = text.len() - text.trim_start().len();
    let end = text[lead..]
        .find(|c: char| !c.is_alphabetic())
        .map_or(text.len(), |end| lead + end);
    let (span, message) = if lead > 0 {
        (0..lead, "a stray space before the line".to_owned())
    } else if &text[..end] != word {
        (0..end, format!("{} is misspelt", quoted(&text[..end])))
    } else if header == Header::Title {
        (
            end..text.len(),
            "the first line is only `GRIDLOCK`".to_owned(),
        )
    } else {
        (end..end, format!("`{word}` must be followed by a colon"))
    };
    let help = match header {
        Header::Title => "did you mean `GRIDLOCK`?".to_owned(),
        _ => format!("did you mean `{word}:`?"),
    };
    Diagnostic::error("syntax", start + span.start..start + span.end, message).help(help)
}

/// What stands after the colon of a header.
struct Value<'a> {
    text: &'a str,
    /// Where it begins in the file.
    start: usize,
}

impl<'a> Value<'a> {
    fn span(&self, from: usize, to: usize) -> Range<usize> {
        self.start + from..self.start + to
    }

    /// The text between the space after the colon and the full stop at the
    /// end, and where it begins. An empty value needs no space.
    fn content(&self) -> Result<(&'a str, usize), Diagnostic> {
        let Some(inner) = self.text.strip_suffix('.') else {
            let end = self.text.trim_end().len();
            let (span, message) = if self.text[..end].ends_with('.') {
                (
                    self.span(end, self.text.len()),
                    "a stray space at the end of the line",
                )
            } else {
                (
                    self.span(end, end),
                    "the full stop at the end of the line is missing",
                )
            };
            return Err(Diagnostic::error("syntax", span, message)
                .help("end the line with a full stop and nothing after it"));
        };
        if inner.is_empty() {
            return Ok(("", 0));
        }
        match inner.strip_prefix(' ') {
            Some(content) => Ok((content, 1)),
            None => Err(Diagnostic::error(
                "syntax",
                self.span(0, 0),
                "a space is missing after the colon",
            )
            .help("write one space after the colon")),
        }
    }

    /// The elements of a list, one optional space after each comma, with where
    /// they begin.
    fn list(&self) -> Result<Vec<(&'a str, usize)>, Diagnostic> {
        let (content, mut at) = self.content()?;
        let mut elements = Vec::new();
        for (i, part) in content.split(',').enumerate() {
            let element = match part.strip_prefix(' ') {
                Some(element) if i > 0 => element,
                _ => part,
            };
            elements.push((element, at + part.len() - element.len()));
            at += part.len() + 1;
        }
        Ok(elements)
    }

    /// A finding about spaces around an element.
    fn stray_space(&self, element: &str, at: usize) -> Option<Diagnostic> {
        let trimmed = element.trim();
        if trimmed.len() == element.len() || trimmed.is_empty() {
            return None;
        }
        let lead = element.len() - element.trim_start().len();
        let span = if lead > 0 {
            self.span(at, at + lead)
        } else {
            self.span(at + element.trim_end().len(), at + element.len())
        };
        Some(
            Diagnostic::error("syntax", span, "a stray space")
                .help("one space after a comma or colon is enough, and none before"),
        )
    }

    fn players(&self) -> Result<[String; 2], Diagnostic> {
        let elements = self.list()?;
        for (name, at) in &elements {
            if let Some(finding) = self.stray_space(name, *at) {
                return Err(finding);
            }
        }
        let whole = self.span(0, self.text.len());
        for (name, at) in &elements {
            if let Err(bad) = check_name(name) {
                let span = match bad {
                    BadName::Empty | BadName::OuterSpace => whole.clone(),
                    _ => self.span(*at, at + name.len()),
                };
                return Err(Diagnostic::error("bad-players", span, bad.to_string())
                    .help("name the two players, separated by a comma: `Players: Amy, Bill.`"));
            }
        }
        let [(first, _), (second, second_at)] = elements[..] else {
            return Err(Diagnostic::error(
                "bad-players",
                whole,
                match elements.len() {
                    1 => "only one player here; the game has two".to_owned(),
                    more => format!("{more} players here; the game has two"),
                },
            )
            .help("name the two players, separated by a comma: `Players: Amy, Bill.`"));
        };
        if first == second {
            return Err(Diagnostic::error(
                "duplicate-player",
                self.span(second_at, second_at + second.len()),
                format!("both players are called {}", quoted(first)),
            )
            .help("give them different names, in the whole record"));
        }
        Ok([first.to_owned(), second.to_owned()])
    }

    fn size(&self) -> Result<Size, Diagnostic> {
        let (content, at) = self.content()?;
        let span = self.span(at, at + content.len());
        read_size(content).map_err(|bad| match bad {
            BadSize::TooLarge => Diagnostic::error(
                "grid-too-large",
                span,
                format!(
                    "the grid is too large: a side may be at most {}",
                    Size::LONGEST
                ),
            ),
            BadSize::Shape => Diagnostic::error(
                "bad-grid",
                span,
                format!("{} is not the size of a grid", quoted(content)),
            )
            .help("write columns, a small `x` and rows, in whole numbers: `Grid: 3x3.`"),
        })
    }

    fn palette(&self) -> Result<Palette, Diagnostic> {
        let elements = self.list()?;
        if let [(only, _)] = elements[..]
            && only.trim().is_empty()
        {
            return Err(Diagnostic::error(
                "no-colours",
                self.span(0, self.text.len()),
                "there are no colours to play with",
            )
            .help("list at least one: `Colours: red, green.`"));
        }
        for (word, at) in &elements {
            let span = self.span(*at, at + word.len());
            if word.is_empty() {
                return Err(
                    Diagnostic::error("syntax", span, "a comma without a colour")
                        .help("remove the comma, or name a colour"),
                );
            }
            if let Some(finding) = self.stray_space(word, *at) {
                return Err(finding);
            }
            if word.contains(char::is_whitespace) {
                return Err(Diagnostic::error(
                    "syntax",
                    span,
                    "a comma is missing between colours",
                )
                .help("separate colours by commas: `Colours: red, green.`"));
            }
        }
        elements
            .iter()
            .map(|(word, at)| {
                Colour::from_word(word).ok_or_else(|| {
                    Diagnostic::error(
                        "unknown-colour",
                        self.span(*at, at + word.len()),
                        format!("{} is not a colour", quoted(word)),
                    )
                    .help(colour_help(word, Palette::ALL))
                })
            })
            .collect()
    }
}
