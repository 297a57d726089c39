//! Asks a terminal what it can show, and listens to its answers among the keys.
//!
//! Nothing is guessed: what does not answer in time gets text. Nobody waits for the answers
//! either. They come while the first screen is already there, and until the last of them the keys
//! are understood here.

use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{Answers, Protocol};
use crate::event::{Event, plain};

/// How long the answers may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long an escape may stand alone before it is the key.
const ESCAPE: Duration = Duration::from_millis(30);

/// Anything longer is not an answer.
const LONGEST: usize = 256;

/// May kitty's pictures be sent? What is the name of the terminal, and its background? The last
/// question, for its attributes, is answered by every terminal: no answer comes after that.
const QUESTIONS: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[>0q\x1b]11;?\x1b\\\x1b[c";

/// Whether this may be a terminal with pictures. Multiplexers keep pictures to themselves, and
/// some terminals print questions that they do not understand.
pub(crate) fn is_worth_asking() -> bool {
    let says = |name: &str| std::env::var(name).unwrap_or_default();
    let term = says("TERM");
    let is_poor = ["linux", "screen", "tmux", "vt", "dumb"]
        .iter()
        .any(|poor| term.starts_with(poor));
    let is_inside = ["TMUX", "STY", "ZELLIJ"]
        .iter()
        .any(|name| std::env::var_os(name).is_some());
    !is_poor && !is_inside && says("TERM_PROGRAM") != "Apple_Terminal"
}

/// Asks everything at once.
pub(crate) fn ask(out: &mut impl Write) -> io::Result<()> {
    out.write_all(QUESTIONS.as_bytes())?;
    out.flush()
}

/// Listens until the last answer has come, or for as long as that may take. Keys are forwarded.
/// `None` if the terminal is gone.
pub(crate) fn listen(events: &Sender<Event>) -> Option<Answers> {
    let end = Instant::now() + PATIENCE;
    let mut heard = Heard::default();
    let mut bytes = [0; 1024];
    while !heard.is_complete {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        let wait = if heard.rest.is_empty() {
            left
        } else {
            left.min(ESCAPE)
        };
        let count = read(&mut bytes, wait)?;
        heard.hear(&bytes[..count]);
        if count == 0 {
            heard.give_up();
        }
        for event in heard.typed.drain(..) {
            if events.send(event).is_err() {
                return None;
            }
        }
    }
    Some(heard.answers())
}

/// What was typed or answered within that time; `None` if the terminal is gone.
fn read(bytes: &mut [u8], wait: Duration) -> Option<usize> {
    let stdin = rustix::stdio::stdin();
    let mut ready = [PollFd::from_borrowed_fd(stdin, PollFlags::IN)];
    let wait = Timespec::try_from(wait).ok()?;
    match poll(&mut ready, Some(&wait)) {
        Ok(0) | Err(rustix::io::Errno::INTR) => Some(0),
        Ok(_) => match rustix::io::read(stdin, bytes) {
            Ok(0) => None,
            Ok(count) => Some(count),
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => Some(0),
            Err(_) => None,
        },
        Err(_) => None,
    }
}

/// What came from the terminal.
#[derive(Default)]
struct Heard {
    /// The beginning of something whose end is still to come.
    rest: Vec<u8>,
    /// Keys and clicks.
    typed: Vec<Event>,
    has_kitty: bool,
    name: String,
    background: Option<[u8; 3]>,
    has_sixel: bool,
    is_complete: bool,
}

impl Heard {
    fn hear(&mut self, bytes: &[u8]) {
        self.rest.extend(bytes);
        while let Some((length, meaning)) = next(&self.rest) {
            let said: Vec<u8> = self.rest.drain(..length).collect();
            match meaning {
                Meaning::Key(key) => self.typed.push(Event::Key(key)),
                Meaning::Mouse(mouse) => self.typed.push(Event::Mouse(mouse)),
                Meaning::Answer => self.answer(&String::from_utf8_lossy(&said)),
            }
        }
        // Not what we asked for.
        if self.rest.len() > LONGEST {
            self.rest.clear();
        }
    }

    /// Nothing follows: what has begun is an escape key.
    fn give_up(&mut self) {
        if self.rest == b"\x1b" {
            self.typed.push(Event::Key(plain(KeyCode::Esc)));
            self.rest.clear();
        }
    }

    fn answer(&mut self, said: &str) {
        if let Some(kitty) = said.strip_prefix("\x1b_G") {
            self.has_kitty = kitty.contains("i=31;OK");
        } else if let Some(name) = said.strip_prefix("\x1bP>|") {
            self.name = name.trim_end_matches("\x1b\\").to_owned();
        } else if let Some(colour) = said.strip_prefix("\x1b]11;rgb:") {
            let parts = colour.trim_end_matches(['\x07', '\x1b', '\\']).split('/');
            // Two or four digits for each part.
            let parts = parts.map(|part| u8::from_str_radix(part.get(..2)?, 16).ok());
            let parts: Option<Vec<u8>> = parts.collect();
            self.background = parts.and_then(|parts| parts.try_into().ok());
        } else if let Some(attributes) = said
            .strip_prefix("\x1b[?")
            .and_then(|said| said.strip_suffix('c'))
        {
            // The first number is the kind of terminal.
            self.has_sixel = attributes.split(';').skip(1).any(|number| number == "4");
            self.is_complete = true;
        }
    }

    /// What follows from the answers, if all have come.
    fn answers(&self) -> Answers {
        let is_multiplexer = ["tmux", "screen"]
            .iter()
            .any(|name| self.name.starts_with(name));
        let protocol = match self.is_complete && !is_multiplexer {
            false => None,
            true if self.has_kitty => Some(Protocol::Kitty),
            true if self.name.starts_with("iTerm2") => Some(Protocol::ITerm),
            true => self.has_sixel.then_some(Protocol::Sixel),
        };
        Answers {
            protocol,
            background: self.background,
            is_complete: self.is_complete,
        }
    }
}

enum Meaning {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// Of the terminal; or what nothing listens to.
    Answer,
}

/// The first thing in these bytes and its length; `None` if its end is missing.
fn next(bytes: &[u8]) -> Option<(usize, Meaning)> {
    let key = |length, code| Some((length, Meaning::Key(plain(code))));
    let answer = |length| Some((length, Meaning::Answer));
    match bytes {
        [] | [0x1b] => None,
        // Texts, which end with `ESC \` or a bell.
        [0x1b, b'_' | b'P' | b']', ..] => {
            let bell = bytes.iter().position(|byte| *byte == 0x07).map(|at| at + 1);
            let end = bytes.windows(2).position(|pair| pair == b"\x1b\\");
            let end = end.map(|at| at + 2);
            answer(bell.into_iter().chain(end).min()?)
        }
        [0x1b, b'[' | b'O', rest @ ..] => {
            let last = rest.iter().position(|byte| (0x40..=0x7e).contains(byte))?;
            let length = last + 3;
            let code = match (&rest[..last], rest[last]) {
                (b"", b'A') => KeyCode::Up,
                (b"", b'B') => KeyCode::Down,
                (b"", b'C') => KeyCode::Right,
                (b"", b'D') => KeyCode::Left,
                (b"", b'H') => KeyCode::Home,
                (b"", b'F') => KeyCode::End,
                (b"", b'Z') => KeyCode::BackTab,
                (b"", b'P') => KeyCode::F(1),
                (b"3", b'~') => KeyCode::Delete,
                (b"5", b'~') => KeyCode::PageUp,
                (b"6", b'~') => KeyCode::PageDown,
                (mouse, b'M') if mouse.starts_with(b"<") => {
                    return Some((length, pointed(mouse).unwrap_or(Meaning::Answer)));
                }
                _ => return answer(length),
            };
            key(length, code)
        }
        [0x1b, ..] => key(1, KeyCode::Esc),
        [b'\r' | b'\n', ..] => key(1, KeyCode::Enter),
        [b'\t', ..] => key(1, KeyCode::Tab),
        [0x7f | 0x08, ..] => key(1, KeyCode::Backspace),
        [control @ 1..=26, ..] => {
            let letter = char::from(control - 1 + b'a');
            let held = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
            Some((1, Meaning::Key(held)))
        }
        _ => {
            let length = match bytes[0] {
                ..0x80 => 1,
                0xc0..0xe0 => 2,
                0xe0..0xf0 => 3,
                0xf0.. => 4,
                _ => return answer(1),
            };
            let letter = std::str::from_utf8(bytes.get(..length)?);
            match letter.ok().and_then(|letter| letter.chars().next()) {
                Some(letter) => key(length, KeyCode::Char(letter)),
                None => answer(1),
            }
        }
    }
}

/// What the mouse did: `<0;5;7`, a button or a movement, and where.
fn pointed(said: &[u8]) -> Option<Meaning> {
    let numbers = std::str::from_utf8(said.strip_prefix(b"<")?).ok()?;
    let numbers: Result<Vec<u16>, _> = numbers.split(';').map(str::parse).collect();
    let [what, column, row] = numbers.ok()?.try_into().ok()?;
    let kind = match what {
        0 => MouseEventKind::Down(MouseButton::Left),
        2 => MouseEventKind::Down(MouseButton::Right),
        35 => MouseEventKind::Moved,
        64 => MouseEventKind::ScrollUp,
        65 => MouseEventKind::ScrollDown,
        _ => return None,
    };
    Some(Meaning::Mouse(MouseEvent {
        kind,
        column: column.checked_sub(1)?,
        row: row.checked_sub(1)?,
        modifiers: KeyModifiers::NONE,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(bytes: &str) -> Heard {
        let mut heard = Heard::default();
        // However they arrive.
        for byte in bytes.bytes() {
            heard.hear(&[byte]);
        }
        heard
    }

    #[test]
    fn terminals_are_known_by_their_answers() {
        for (said, expected) in [
            ("\x1b_Gi=31;OK\x1b\\\x1b[?62;c", Some(Protocol::Kitty)),
            ("\x1b_Gi=31;ENOTSUPPORTED:no\x1b\\\x1b[?62c", None),
            (
                "\x1bP>|iTerm2 3.5.0\x1b\\\x1b[?64;1;2;4c",
                Some(Protocol::ITerm),
            ),
            (
                "\x1bP>|foot(1.17.2)\x1b\\\x1b[?62;4;22c",
                Some(Protocol::Sixel),
            ),
            ("\x1bP>|tmux 3.5\x1b\\\x1b[?1;2;4c", None),
            // The kind of a terminal is not an attribute.
            ("\x1b[?4;6c", None),
            // Without the last answer there may be others to come.
            ("\x1b_Gi=31;OK\x1b\\", None),
            ("", None),
        ] {
            assert_eq!(heard(said).answers().protocol, expected, "{said:?}");
        }
    }

    #[test]
    fn the_background_is_heard() {
        for said in [
            "\x1b]11;rgb:ffff/8000/0000\x1b\\",
            "\x1b]11;rgb:ff/80/00\x07",
        ] {
            assert_eq!(heard(said).background, Some([0xff, 0x80, 0]));
        }
        assert_eq!(heard("\x1b]11;rgb:f/x\x07").background, None);
    }

    #[test]
    fn keys_among_the_answers_are_keys() {
        let mut heard = heard("q\x1b[A\x1b_Gi=31;OK\x1b\\é\r\x1b[<0;5;7M\x03\x1b[?6c\x1b");
        heard.give_up();
        let (keys, clicks): (Vec<&Event>, Vec<&Event>) = heard
            .typed
            .iter()
            .partition(|event| matches!(event, Event::Key(_)));
        let keys: Vec<String> = keys.into_iter().map(|key| format!("{key:?}")).collect();
        let expected = [
            plain(KeyCode::Char('q')),
            plain(KeyCode::Up),
            plain(KeyCode::Char('é')),
            plain(KeyCode::Enter),
            KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL),
            plain(KeyCode::Esc),
        ];
        assert_eq!(keys, expected.map(|key| format!("{:?}", Event::Key(key))));
        let [Event::Mouse(click)] = clicks[..] else {
            panic!("{clicks:?}");
        };
        assert_eq!(click.kind, MouseEventKind::Down(MouseButton::Left));
        assert_eq!((click.column, click.row), (4, 6));
        assert!(heard.is_complete && heard.has_kitty && !heard.has_sixel);
    }
}
