//! The review of a game: the information that every guess gained, in bits.
//!
//! An answer that halves the number of possible targets gives one bit. The
//! expected information of a guess is the mean over all possible targets, its
//! entropy; the best guess is the one with the highest.

use parlour_core::review::{Ledger, LedgerLine, Tolerance, Verdict};
use parlour_core::{Figure, Game, Record, Step};

use crate::candidates::Candidates;
use crate::ranking;
use crate::rules::{Feedback, Fleet, Move, SEARCHER, Ships};
use crate::strategy::Rule;

/// Luck of this many bits is worth mentioning.
const LUCKY: f64 = 1.0;

/// A guess is judged by how many more guesses it makes necessary on average, which bits do not show
/// near the end. A careful player guesses possible targets, and nine of ten such guesses cost less
/// than a third of another guess.
const TOLERANCE: Tolerance = Tolerance {
    inaccuracy: 0.33,
    mistake: 0.5,
    blunder: 1.0,
};

/// The searcher's ledger of bits.
pub(crate) fn ledger(record: &Record<Ships>, progress: &mut dyn FnMut(usize, &Ledger)) -> Ledger {
    let mut ships = record.start.clone();
    let board = ships.board();
    let mut possible = Candidates::on(board, ships.possible().collect());
    let mut ledger = told(&record.names, Vec::new());
    ledger.outcome = ships.turn().outcome();
    let mut steps = record.steps.iter().enumerate().peekable();
    while let Some((index, step)) = steps.next() {
        let Step::Move(chosen) = step else { continue };
        // A record that was read is legal, and may begin anywhere.
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

/// These guesses and a summary of them.
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
    // If targets were sampled, the guess that was made may be better.
    let best = ranked_sizes.bits().max(expected);
    let loss = best - expected;
    let might_have_been_it = ranked_sizes.found() > 0 && !may_be_it;
    let is_found = answer == Some(possible.board().found());
    let longer = sizes.guesses_to_come() - ranked_sizes.guesses_to_come();
    let verdict = match TOLERANCE.verdict(longer) {
        _ if is_found || guess == ranked => Verdict::Best,
        verdict => verdict,
    };
    let (verdict, note) = match (verdict, might_have_been_it) {
        (_, true) if count == 1 => {
            let note = "no other target was possible";
            (Verdict::Blunder, Some(note))
        }
        (Verdict::Best, true) => {
            let note = "that gives as much information, and might have been the target";
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
        luck if luck.abs() < 0.05 => "luck was even".to_owned(),
        luck if luck > 0.0 => format!("luck was worth {luck:.1}"),
        luck => format!("luck took {:.1}", -luck),
    };
    let loss = match loss {
        loss if loss < 0.05 => "there was no better guess".to_owned(),
        loss => format!("better guesses would have gained {loss:.1} more"),
    };
    format!("{searcher} gained {gained:.1} bits with {guesses}; {luck}, and {loss}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{HIDER, Setup};
    use parlour_core::{Bots, Limits, Tables, Turn, Viewer};

    /// The game of a bot that searches for a target, as a record.
    fn played(searcher: &str, target: Fleet, seed: u64) -> Record<Ships> {
        let start = Ships::new(&Setup {
            target: Some(target),
            ..Setup::default()
        })
        .expect("sound");
        let mut ships = start.clone();
        let mut bots = ["honest", searcher].map(|name| {
            let bot = Ships::bot(name, seed, &Tables::none());
            bot.expect("listed")
        });
        let mut steps = Vec::new();
        while let Turn::Seat(seat) = ships.turn() {
            let view = ships.view(Viewer::Seat(seat));
            let bot = &mut bots[usize::from(seat != HIDER)];
            let advice = bot.advise(seat, &view, &ships.moves(), &Limits::nodes(1));
            ships.play(&advice.best).expect("legal");
            steps.push(Step::Move(advice.best));
        }
        Record {
            names: vec!["Amy".to_owned(), "Bill".to_owned()],
            start,
            steps,
            sealed: None,
        }
    }

    fn verdicts(searcher: &str, games: usize) -> Vec<Verdict> {
        let targets = Fleet::all().iter().step_by(Fleet::COUNT / games);
        let records = (0..).zip(targets);
        records
            .flat_map(|(seed, target)| {
                let ledger = ledger(&played(searcher, *target, seed), &mut |_, _| ());
                let last = ledger.lines.last().expect("a guess");
                // It found the ships, whatever the answer would have revealed.
                assert!(!last.verdict.is_fault(), "{last:?}");
                ledger.lines.into_iter().map(|line| line.verdict)
            })
            .collect()
    }

    #[test]
    fn a_careful_player_is_marked_now_and_then_and_a_good_one_never() {
        let share = |searcher| {
            let verdicts = verdicts(searcher, 40);
            let faults = verdicts.iter().filter(|verdict| verdict.is_fault());
            faults.count() as f64 / verdicts.len() as f64
        };
        let careful = share("consistent");
        assert!((0.05..0.25).contains(&careful), "{careful}");
        assert_eq!(share("entropy"), 0.0);
        assert_eq!(share("best"), 0.0);
    }
}
