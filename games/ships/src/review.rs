//! What a game was like: the bits that every guess gained.
//!
//! An answer that leaves half of the targets tells a bit. What a guess can be
//! expected to tell is the mean over all targets that are possible, its entropy;
//! the best guess is the one with the most.

use parlour_core::review::{Ledger, LedgerLine, Verdict};
use parlour_core::{Figure, Game, Record, Step};

use crate::candidates::Candidates;
use crate::ranking;
use crate::rules::{Feedback, Fleet, Move, SEARCHER, Ships};
use crate::strategy::Rule;

/// Luck of so many bits is worth a word.
const LUCKY: f64 = 1.0;

/// The game as the searcher's account of bits.
pub(crate) fn ledger(record: &Record<Ships>, progress: &mut dyn FnMut(usize, &Ledger)) -> Ledger {
    let mut ships = record.start.clone();
    let board = ships.board();
    let mut possible = Candidates::on(board, ships.possible().collect());
    let mut ledger = told(&record.names, Vec::new());
    ledger.outcome = ships.turn().outcome();
    let mut steps = record.steps.iter().enumerate().peekable();
    while let Some((index, step)) = steps.next() {
        let Step::Move(chosen) = step else { continue };
        // A record that was read is legal, and begins anywhere.
        let asked = ships.asked();
        if ships.play(chosen).is_err() {
            break;
        }
        match (*chosen, asked) {
            (Move::Guess(guess), _) => {
                let answer = match steps.peek() {
                    Some((_, Step::Move(Move::Answer(answer)))) => Some(*answer),
                    _ => None,
                };
                ledger.lines.push(line(index + 1, &possible, guess, answer));
                ledger = told(&record.names, ledger.lines);
            }
            (Move::Answer(answer), Some(guess)) => possible = possible.after(guess, answer),
            (Move::Answer(_), None) | (Move::Hide(_), _) => {}
        }
        ledger.outcome = ships.turn().outcome();
        progress(index + 1, &ledger);
    }
    ledger
}

/// These guesses and what there is to tell about them together.
fn told(names: &[String], lines: Vec<LedgerLine>) -> Ledger {
    Ledger {
        names: names.to_vec(),
        unit: "bits",
        headline: headline(&names[SEARCHER.index()], &lines),
        figures: sums(&lines),
        lines,
        outcome: None,
    }
}

fn line(step: usize, possible: &Candidates, guess: Fleet, answer: Option<Feedback>) -> LedgerLine {
    let count = possible.len();
    let sizes = possible.sizes(guess);
    let (expected, may_be_it) = (sizes.bits(), sizes.found() > 0);
    let guesses = possible.board().fleets_to_read();
    let ranked = ranking::best(Rule::Entropy, possible, &guesses).guess;
    let ranked_sizes = possible.sizes(ranked);
    // Where targets were sampled, the guess that was made may be better.
    let best = ranked_sizes.bits().max(expected);
    let loss = best - expected;
    let might_have_been_it = ranked_sizes.found() > 0 && !may_be_it;
    let (verdict, note) = match (verdict(loss), might_have_been_it) {
        (_, true) if count == 1 => {
            let note = "no other target was possible";
            (Verdict::Blunder, Some(note))
        }
        (Verdict::Best, true) => {
            let note = "that tells as much, and might have been it";
            (Verdict::Good, Some(note))
        }
        (verdict, _) => (verdict, None),
    };
    let left = answer.map(|answer| sizes.of(answer));
    let gained = left.map(|left| (count as f64 / left as f64).log2());
    let luck = gained.map(|gained| gained - expected);
    let mut figures: Vec<Figure> = vec![("candidates", count as f64)];
    figures.extend(left.map(|left| ("left", left as f64)));
    figures.extend(gained.map(|gained| ("bits", gained)));
    figures.push(("expected_bits", expected));
    figures.push(("best_bits", best));
    figures.extend(luck.map(|luck| ("luck", luck)));
    figures.push(("loss", loss));
    let is_better = verdict != Verdict::Best;
    LedgerLine {
        step,
        seat: SEARCHER,
        text: guess.to_string(),
        reply: answer.map(|answer| answer.to_string()).unwrap_or_default(),
        gained,
        expected,
        best,
        better: (is_better && ranked != guess).then(|| ranked.to_string()),
        verdict,
        figures,
        note: note.or(luck.and_then(lucky)).map(str::to_owned),
    }
}

/// Bits are no chances to win, and have limits of their own.
fn verdict(loss: f64) -> Verdict {
    match loss {
        loss if loss < 0.02 => Verdict::Best,
        loss if loss < 0.25 => Verdict::Good,
        loss if loss < 0.5 => Verdict::Inaccuracy,
        loss if loss < 1.0 => Verdict::Mistake,
        _ => Verdict::Blunder,
    }
}

fn lucky(luck: f64) -> Option<&'static str> {
    match luck {
        luck if luck >= LUCKY => Some("a lucky answer"),
        luck if luck <= -LUCKY => Some("an unlucky answer"),
        _ => None,
    }
}

fn sums(lines: &[LedgerLine]) -> Vec<Figure> {
    let count = |wanted: fn(f64) -> bool| {
        let lucks = lines.iter().filter_map(LedgerLine::luck);
        lucks.filter(|luck| wanted(*luck)).count() as f64
    };
    vec![
        ("guesses", lines.len() as f64),
        ("bits", lines.iter().filter_map(|line| line.gained).sum()),
        (
            "expected_bits",
            lines.iter().map(|line| line.expected).sum(),
        ),
        ("best_bits", lines.iter().map(|line| line.best).sum()),
        ("luck", lines.iter().filter_map(LedgerLine::luck).sum()),
        ("loss", lines.iter().map(LedgerLine::loss).sum()),
        ("lucky", count(|luck| luck >= LUCKY)),
        ("unlucky", count(|luck| luck <= -LUCKY)),
    ]
}

fn headline(searcher: &str, lines: &[LedgerLine]) -> String {
    let guesses = match lines.len() {
        1 => "1 guess".to_owned(),
        count => format!("{count} guesses"),
    };
    let gained: f64 = lines.iter().filter_map(|line| line.gained).sum();
    let luck: f64 = lines.iter().filter_map(LedgerLine::luck).sum();
    let loss: f64 = lines.iter().map(LedgerLine::loss).sum();
    let luck = match luck {
        luck if luck.abs() < 0.05 => "luck favoured nobody".to_owned(),
        luck if luck > 0.0 => format!("luck gave {luck:.1}"),
        luck => format!("luck took {:.1}", -luck),
    };
    let loss = match loss {
        loss if loss < 0.05 => "no better guess was missed".to_owned(),
        loss => format!("better guesses would have told {loss:.1} more"),
    };
    format!("{searcher} gained {gained:.1} bits with {guesses}; {luck}, and {loss}.")
}
