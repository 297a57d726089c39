//! A bot that plays random legal moves, in any game of Parlour. It knows no rules: it asks for the
//! list of legal moves. Try it with
//!
//! ```text
//! cargo build --examples
//! parlour check-bot gridlock 'exec:target/debug/examples/random_bot'
//! ```
//!
//! and read `docs/protocol.md` for what the lines mean. Standard library only.
#![allow(
    clippy::disallowed_methods,
    reason = "a program reads this, not a person"
)]
#![forbid(unsafe_code)]

use std::io::{self, BufRead, Write};

/// Random numbers, good enough to choose a move: xorshift.
struct Chance(u64);

impl Chance {
    fn seeded(seed: u64) -> Chance {
        // A state of zero would stay zero.
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    // A line that is not flushed is not sent.
    out.flush()
}

fn main() -> io::Result<()> {
    let mut chance = Chance::seeded(0);
    let mut legal: Vec<String> = Vec::new();
    // After `go infinite` the answer waits for `stop`.
    let mut waiting = false;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "parlour" => {
                say("id name Random in Rust")?;
                say("id author The Parlour authors")?;
                say("option name seed type spin default 0")?;
                say("wants legal")?;
                say("parlourok")?;
            }
            "setoption" => {
                if let Some(seed) = rest.strip_prefix("name seed value ") {
                    chance = Chance::seeded(seed.trim().parse().unwrap_or(0));
                }
            }
            "isready" => say("readyok")?,
            "legal" => legal = rest.split(';').map(|text| text.trim().to_owned()).collect(),
            "go" => waiting = true,
            "quit" => return Ok(()),
            _ => {}
        }
        let is_asked = word == "go" && !rest.contains("infinite") || word == "stop";
        if waiting && is_asked {
            waiting = false;
            let chosen = chance.below(legal.len());
            match legal.get(chosen) {
                Some(best) => say(&format!("bestmove {best}"))?,
                None => say("error no legal moves were told")?,
            }
        }
    }
    Ok(())
}
