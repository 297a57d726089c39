//! The lines of the protocol between a bot and a program. `docs/protocol.md`
//! explains them.

use std::fmt::Write as _;
use std::time::Duration;

use parlour_core::{Limits, Thought};

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The separator between two moves.
const BETWEEN: char = ';';

/// The word between a position and the moves made from it.
const MOVES: &str = "moves";

/// Moves in one line.
#[must_use]
pub fn write_moves<T: AsRef<str>>(moves: &[T]) -> String {
    let moves: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
    moves.join("; ")
}

/// The moves of a line.
#[must_use]
pub fn read_moves(text: &str) -> Vec<&str> {
    let moves = text.split(BETWEEN).map(str::trim);
    moves.filter(|text| !text.is_empty()).collect()
}

/// The line that sends a position.
#[must_use]
pub fn write_position<T: AsRef<str>>(text: &str, moves: &[T]) -> String {
    match moves {
        [] => format!("position {text}"),
        moves => format!("position {text} {MOVES} {}", write_moves(moves)),
    }
}

/// The text and the moves of a position; `rest` is what follows the first word.
///
/// ```
/// use parlour_arena::protocol::read_position;
/// let (text, moves) = read_position("7/-/0 7/-/0 red moves roll 2; start");
/// assert_eq!(text, "7/-/0 7/-/0 red");
/// assert_eq!(moves, ["roll 2", "start"]);
/// ```
#[must_use]
pub fn read_position(rest: &str) -> (&str, Vec<&str>) {
    let rest = rest.trim();
    let separator = rest.match_indices(MOVES).find(|&(at, word)| {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        before.ends_with(char::is_whitespace)
            && (after.is_empty() || after.starts_with(char::is_whitespace))
    });
    match separator {
        Some((at, word)) => (rest[..at].trim(), read_moves(&rest[at + word.len()..])),
        None => (rest, Vec::new()),
    }
}

/// How long a bot is to think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// A time.
    pub movetime: Option<Duration>,
    /// A number of positions.
    pub nodes: Option<u64>,
    /// Moves to look ahead.
    pub depth: Option<u32>,
    /// Until it is told to stop.
    pub infinite: bool,
}

impl Go {
    /// The line for these limits, now.
    #[must_use]
    pub fn of(limits: &Limits) -> Go {
        Go {
            movetime: limits.deadline.map(|deadline| whole(deadline.left())),
            nodes: limits.nodes,
            depth: limits.depth,
            infinite: limits.deadline.is_none() && limits.nodes.is_none() && limits.depth.is_none(),
        }
    }

    /// The line.
    #[must_use]
    pub fn write(&self) -> String {
        let mut line = "go".to_owned();
        if let Some(time) = self.movetime {
            let _ = write!(line, " movetime {}", whole(time).as_millis());
        }
        if let Some(nodes) = self.nodes {
            let _ = write!(line, " nodes {nodes}");
        }
        if let Some(depth) = self.depth {
            let _ = write!(line, " depth {depth}");
        }
        if self.infinite {
            line.push_str(" infinite");
        }
        line
    }

    /// Reads what follows `go`; the error says which word is wrong. Without any
    /// limit a bot thinks until it is told to stop.
    ///
    /// # Errors
    ///
    /// Which word is wrong.
    pub fn read(rest: &str) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            let mut number = || {
                let given = words.next().unwrap_or("nothing");
                let number: Result<u64, _> = given.parse();
                number.map_err(|_| format!("{word} needs a number, not {given}"))
            };
            match word {
                "movetime" => go.movetime = Some(Duration::from_millis(number()?)),
                "nodes" => go.nodes = Some(number()?),
                "depth" => go.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
                "infinite" => go.infinite = true,
                _ => return Err(format!("go does not take {word}")),
            }
        }
        go.infinite |= go == Go::default();
        Ok(go)
    }
}

/// Milliseconds, rounded up: a time of 0 is no time to think.
fn whole(time: Duration) -> Duration {
    let milliseconds = time.as_micros().div_ceil(1000).max(1);
    Duration::from_millis(u64::try_from(milliseconds).unwrap_or(u64::MAX))
}

/// The line that sends a thought.
#[must_use]
pub fn write_info(thought: &Thought) -> String {
    let Thought {
        depth,
        nodes,
        value,
        line,
    } = thought;
    let mut info = format!("info depth {depth} score {value} nodes {nodes}");
    if !line.is_empty() {
        let _ = write!(info, " pv {}", write_moves(line));
    }
    info
}

/// What a bot says while it thinks, as far as it says it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// The depth it has searched, in moves.
    pub depth: Option<u32>,
    /// The positions it has searched.
    pub nodes: Option<u64>,
    /// What the position is worth to it.
    pub score: Option<f64>,
    /// The line it expects.
    pub line: Vec<String>,
}

impl Info {
    /// Takes over later values.
    pub fn hear(&mut self, later: Info) {
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
        self.score = later.score.or(self.score);
        if !later.line.is_empty() {
            self.line = later.line;
        }
    }

    /// The same as a thought, with everything filled in.
    #[must_use]
    pub fn thought(&self) -> Thought {
        Thought {
            depth: self.depth.unwrap_or(0),
            nodes: self.nodes.unwrap_or(0),
            value: self.score.unwrap_or(0.0),
            line: self.line.clone(),
        }
    }
}

/// Reads what follows `info`. Missing or unknown parts are left out: info is for people, and no
/// game depends on it.
#[must_use]
pub fn read_info(rest: &str) -> Info {
    let mut info = Info::default();
    let (numbers, line) = match rest.split_once("pv ") {
        Some((numbers, line)) => (numbers, line),
        None => (rest, ""),
    };
    info.line = read_moves(line).into_iter().map(str::to_owned).collect();
    let mut words = numbers.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || words.next().unwrap_or_default();
        match word {
            "depth" => info.depth = number().parse().ok(),
            "nodes" => info.nodes = number().parse().ok(),
            "score" => {
                info.score = number()
                    .parse()
                    .ok()
                    .filter(|score: &f64| score.is_finite())
            }
            // The rest is a remark.
            "string" => break,
            _ => {}
        }
    }
    info
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for (text, moves) in [
            ("start", vec![]),
            ("3x3 rg .../.../...", vec!["red 0,0", "green 1,1"]),
            ("A1,B1,C1=0,0,1;A2,B2,C2", vec![]),
        ] {
            let line = write_position(text, &moves);
            let rest = line.strip_prefix("position ").expect("the first word");
            assert_eq!(read_position(rest), (text, moves));
        }
        assert_eq!(read_position("start moves"), ("start", vec![]));
        assert_eq!(read_position("removes moves\t a"), ("removes", vec!["a"]));
        // The first word `moves` ends the position, whatever white space is around it.
        let twice = read_position("start moves\t\t moves a");
        assert_eq!(twice, ("start", vec!["moves a"]));
        let go = Go {
            movetime: Some(Duration::from_millis(250)),
            nodes: Some(7),
            depth: Some(3),
            infinite: false,
        };
        assert_eq!(go.write(), "go movetime 250 nodes 7 depth 3");
        assert_eq!(Go::read("movetime 250 nodes 7 depth 3"), Ok(go));
        assert!(Go::read("").is_ok_and(|go| go.infinite));
        assert!(Go::read("nodes many").is_err());
        assert!(Go::read("fast").is_err());
        let thought = Thought {
            depth: 4,
            nodes: 1000,
            value: -0.25,
            line: vec!["N2 east".to_owned(), "3 5".to_owned()],
        };
        let line = write_info(&thought);
        assert_eq!(line, "info depth 4 score -0.25 nodes 1000 pv N2 east; 3 5");
        let mut info = read_info(&line["info ".len()..]);
        assert_eq!(info.thought(), thought);
        info.hear(read_info("depth 5 score nan"));
        assert_eq!((info.depth, info.score), (Some(5), Some(-0.25)));
        assert_eq!(read_info("string depth of despair").depth, None);
    }
}
