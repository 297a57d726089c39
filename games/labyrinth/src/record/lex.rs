//! Words and numbers of a saved game, with their places.

use std::ops::Range;

use parlour_core::{Diagnostic, did_you_mean, quoted};

use crate::rules::{Colour, Control, Direction, Kind, Word};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Words that the document's grammar does not have.
pub(super) const OFFICIAL: &str = "official";
pub(super) const WALK: &str = "walk";

/// A number; `None` if it is larger than any that can be meant.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) value: Option<u8>,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Colour(Colour),
    Control(Control),
    Kind(Kind),
    Direction(Direction),
    Number(Option<u8>),
    Official,
    Walk,
}

impl Token {
    fn read(word: &str) -> Option<Token> {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let digits = word.trim_start_matches('0');
            let value = if digits.is_empty() { "0" } else { digits };
            return Some(Token::Number(value.parse().ok()));
        }
        match word {
            OFFICIAL => Some(Token::Official),
            WALK => Some(Token::Walk),
            _ => Colour::of_word(word)
                .map(Token::Colour)
                .or_else(|| Control::of_word(word).map(Token::Control))
                .or_else(|| Kind::of_word(word).map(Token::Kind))
                .or_else(|| Direction::of_word(word).map(Token::Direction)),
        }
    }

    /// What it is, in words.
    pub(super) fn named(self) -> &'static str {
        match self {
            Token::Colour(_) => "a colour",
            Token::Control(_) => "a control",
            Token::Kind(_) => "a kind of tile",
            Token::Direction(_) => "a direction",
            Token::Number(_) => "a number",
            Token::Official | Token::Walk => "a remark on the game",
        }
    }
}

/// The tokens of a file, one after the other.
pub(super) struct Tokens<'a> {
    file: &'a [u8],
    at: usize,
    mark: bool,
    /// The first carriage return.
    carriage_return: Option<usize>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(file: &'a [u8]) -> Self {
        let mark = file.starts_with(BYTE_ORDER_MARK);
        Tokens {
            file,
            at: if mark { BYTE_ORDER_MARK.len() } else { 0 },
            mark,
            carriage_return: None,
        }
    }

    /// The next token; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<(Token, Range<usize>)>, Diagnostic> {
        let rest = &self.file[self.at..];
        let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
        if self.carriage_return.is_none() {
            let found = rest[..blanks].iter().position(|byte| *byte == b'\r');
            self.carriage_return = found.map(|place| self.at + place);
        }
        let word = &rest[blanks..];
        let length = word.iter().take_while(|byte| !is_blank(**byte)).count();
        let start = self.at + blanks;
        let span = start..start + length;
        self.at = span.end;
        if span.is_empty() {
            return Ok(None);
        }
        let word = &self.file[span.clone()];
        if let Some(place) = word.iter().position(|byte| !byte.is_ascii_alphanumeric()) {
            return Err(bad_character(word, place).shifted(start));
        }
        let word = String::from_utf8_lossy(word);
        match Token::read(&word) {
            Some(token) => Ok(Some((token, span))),
            None => Err(bad_word(&word, span)),
        }
    }

    /// The end of the file as a reader sees it.
    pub(super) fn end(&self) -> Range<usize> {
        self.file.len()..self.file.len()
    }

    /// What was accepted although the grammar does not have it, as far as was
    /// read.
    pub(super) fn notices(&self) -> Vec<Diagnostic> {
        let notice = |code, span, message: &str, help: &str| {
            Diagnostic::notice(code, span, message).help(help)
        };
        let mark = self.mark.then(|| {
            notice(
                "byte-order-mark",
                0..BYTE_ORDER_MARK.len(),
                "the file begins with a byte-order mark, which is ignored",
                "save it as plain UTF-8 or ASCII text",
            )
        });
        let carriage_return = self.carriage_return.map(|place| {
            notice(
                "carriage-return",
                place..place + 1,
                "carriage returns are taken as blanks",
                "lines of a saved game end with a line feed alone",
            )
        });
        mark.into_iter().chain(carriage_return).collect()
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn bad_character(word: &[u8], place: usize) -> Diagnostic {
    let near = &word[place..word.len().min(place + 4)];
    let shown = String::from_utf8_lossy(near).chars().next();
    let (shown, length) = match shown {
        Some(char::REPLACEMENT_CHARACTER) | None => (format!("byte {:#04x}", word[place]), 1),
        Some(character) => (quoted(&character.to_string()), character.len_utf8()),
    };
    Diagnostic::error(
        "E_CHAR",
        place..(place + length).min(word.len()),
        format!("{shown} is not allowed in a saved game"),
    )
    .help("a saved game has small letters, digits and blanks only")
}

fn bad_word(word: &str, span: Range<usize>) -> Diagnostic {
    let finding = Diagnostic::error(
        "E_WORD",
        span,
        format!("{} is not a word of a saved game", quoted(word)),
    );
    let known = words();
    let glued = known.iter().find(|known| {
        let rest = word
            .strip_prefix(**known)
            .or_else(|| word.strip_suffix(**known));
        rest.is_some_and(|rest| Token::read(rest).is_some())
    });
    if let Some(known) = glued {
        return finding.help(format!("put a blank between `{known}` and what touches it"));
    }
    match did_you_mean(word, known) {
        Some(meant) => finding.help(format!("did you mean `{meant}`?")),
        None => finding.help(
            "colours are yellow, red, blue, green; controls human, ai; kinds corner, tshape, \
             line; directions north, east, south, west",
        ),
    }
}

/// All words of the document's grammar.
fn words() -> Vec<&'static str> {
    fn of<W: Word>() -> impl Iterator<Item = &'static str> {
        W::ALL.iter().map(|each| each.word())
    }
    of::<Colour>()
        .chain(of::<Control>())
        .chain(of::<Kind>())
        .chain(of::<Direction>())
        .collect()
}
