//! The review of a game: the treasures that every move brought.
//!
//! A move is measured by what it and the player's next turn can bring if nobody else moves, and the
//! best move is the one that can bring the most. Coming home with no card left counts as one more
//! treasure.

use parlour_core::review::{Ledger, LedgerLine, Verdict};
use parlour_core::{Figure, Game, Notation, Outcome, Record, Seat, Step, Turn};

use crate::bots::{Merit, merit};
use crate::notation::listed;
use crate::rules::{Labyrinth, Move, Treasure};

/// Everybody's ledger of treasures.
pub(crate) fn ledger(
    record: &Record<Labyrinth>,
    progress: &mut dyn FnMut(usize, &Ledger),
) -> Ledger {
    let mut game = record.start.clone();
    let mut lines = Vec::new();
    let mut finds = Vec::new();
    let mut ledger = told(&record.names, &lines, &finds, game.turn().outcome());
    for (index, step) in record.steps.iter().enumerate() {
        let Step::Move(chosen) = step else { continue };
        let before = game.clone();
        if game.play(chosen).is_err() {
            break;
        }
        let found = found(&before, &game);
        finds.push(Find {
            seat: before.table.mover,
            ends_turn: matches!(chosen, Move::Walk(_)),
            came_home: matches!(game.turn(), Turn::Over(_)),
            treasures: found.len(),
        });
        lines.push(line(index + 1, &before, chosen, &found));
        ledger = told(&record.names, &lines, &finds, game.turn().outcome());
        progress(index + 1, &ledger);
    }
    ledger
}

/// These moves with what came of each, and a summary of them.
fn told(
    names: &[String],
    lines: &[LedgerLine],
    finds: &[Find],
    outcome: Option<Outcome>,
) -> Ledger {
    let mut lines = lines.to_vec();
    for (index, line) in lines.iter_mut().enumerate() {
        line.gained = gained(&finds[index..], outcome.is_some()).map(|count| count as f64);
        let gained = line.gained.map(|gained| ("treasures", gained));
        line.figures.splice(0..0, gained);
    }
    let turns = finds.iter().filter(|find| find.ends_turn).count();
    let treasures: usize = finds.iter().map(|find| find.treasures).sum();
    Ledger {
        names: names.to_vec(),
        unit: "treasures",
        headline: headline(names, &lines, finds),
        figures: vec![
            ("turns", turns as f64),
            ("treasures", treasures as f64),
            ("loss", lines.iter().map(LedgerLine::loss).sum()),
        ],
        lines,
        outcome,
    }
}

/// What a move brought at once.
struct Find {
    seat: Seat,
    ends_turn: bool,
    came_home: bool,
    treasures: usize,
}

/// What a move, the rest of its turn and the player's next turn brought; `None`
/// if the record stops before.
fn gained(from_here: &[Find], is_over: bool) -> Option<usize> {
    let seat = from_here.first()?.seat;
    let mut turns = 0;
    let mut count = 0;
    for find in from_here.iter().filter(|find| find.seat == seat) {
        count += find.treasures + usize::from(find.came_home);
        turns += usize::from(find.ends_turn);
        if turns == 2 {
            return Some(count);
        }
    }
    is_over.then_some(count)
}

/// The treasures that the mover found.
fn found(before: &Labyrinth, after: &Labyrinth) -> Vec<Treasure> {
    let seat = before.table.mover;
    let left = after.hand(seat);
    let cards = before.hand(seat).iter().copied();
    cards.filter(|card| !left.contains(card)).collect()
}

/// What two turns can bring, including coming home.
fn prospect(merit: Merit) -> u32 {
    merit.gained + u32::from(merit.wins_now || merit.wins_next)
}

fn line(step: usize, before: &Labyrinth, chosen: &Move, found: &[Treasure]) -> LedgerLine {
    let seat = before.table.mover;
    let hand = before.hand(seat);
    let measured = |chosen: &Move| merit(&before.table, hand, chosen);
    let moves = before.moves();
    let own = measured(chosen);
    // The first of equals, so that a record always gets the same review.
    let ranked = moves.iter().rev().max_by_key(|other| measured(other));
    let best = ranked.map_or(own, measured);
    let verdict = match moves.len() {
        1 => Verdict::Forced,
        _ => verdict(own, best, before.seats() == 1),
    };
    let (expected, most) = (prospect(own), prospect(best).max(prospect(own)));
    let (expected, most) = (f64::from(expected), f64::from(most));
    let figures: Vec<Figure> = vec![
        ("expected", expected),
        ("best", most),
        ("loss", most - expected),
    ];
    LedgerLine {
        step,
        seat,
        text: before.write_move(chosen),
        reply: listed(found).unwrap_or_default(),
        gained: None,
        expected,
        best: most,
        better: ranked
            .filter(|_| verdict.is_fault() || verdict == Verdict::Good)
            .map(|best| before.write_move(best)),
        verdict,
        figures,
        note: (best.wins_now && !own.wins_now).then(|| "that would have won".to_owned()),
    }
}

/// How good a move is compared with the best. A strong player sees what a turn can bring, and plans
/// the next one; but others may change the paths, so what only the next turn would have brought
/// counts for one treasure less.
fn verdict(own: Merit, best: Merit, alone: bool) -> Verdict {
    let missed = prospect(best).saturating_sub(prospect(own));
    let certain = alone || best.gained_now > own.gained_now;
    match missed.saturating_sub(u32::from(!certain)) {
        _ if own.wins_now => Verdict::Best,
        _ if best.wins_now => Verdict::Blunder,
        3.. => Verdict::Blunder,
        2 => Verdict::Mistake,
        1 => Verdict::Inaccuracy,
        _ if missed > 0 || best.gained_now > own.gained_now => Verdict::Good,
        _ => Verdict::Best,
    }
}

/// What each player made of the game.
fn headline(names: &[String], lines: &[LedgerLine], finds: &[Find]) -> String {
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let told = (0..).map(Seat).zip(names).map(|(seat, name)| {
        let finds = || finds.iter().filter(|find| find.seat == seat);
        let treasures = finds().map(|find| find.treasures).sum();
        let turns = finds().filter(|find| find.ends_turn).count();
        let lines = lines.iter().filter(|line| line.seat == seat);
        let faults = lines.filter(|line| line.verdict.is_fault()).count();
        format!(
            "{name} found {} in {}; {} could have been better",
            counted(treasures, "treasure"),
            counted(turns, "turn"),
            counted(faults, "move"),
        )
    });
    told.collect::<Vec<_>>().join(". ") + "."
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::deal;
    use parlour_core::{Bots, Limits, Tables, Viewer, luck};

    /// A game of one bot, to its end or for this many steps.
    fn played(bot: &str, seats: u8, most: usize) -> Record<Labyrinth> {
        let start = deal(seats, 0, false, &mut luck::seeded(5));
        let mut game = start.clone();
        let mut bot = Labyrinth::bot(bot, 3, &Tables::none()).expect("listed");
        let mut steps = Vec::new();
        while let Turn::Seat(seat) = game.turn()
            && steps.len() < most
        {
            let view = game.view(Viewer::Seat(seat));
            let chosen = bot.advise(seat, &view, &game.moves(), &Limits::nodes(100));
            game.play(&chosen.best).expect("legal");
            steps.push(Step::Move(chosen.best));
        }
        let names = ["Amy", "Bill", "Cleo", "Dan"];
        Record {
            names: names[..usize::from(seats)]
                .iter()
                .map(|name| (*name).to_owned())
                .collect(),
            start,
            steps,
            sealed: None,
        }
    }

    #[test]
    fn looking_two_turns_ahead_makes_no_mistake_by_this_measure() {
        let record = played("two-turn", 2, usize::MAX);
        let mut done = 0;
        let ledger = ledger(&record, &mut |step, _| done = step);
        assert_eq!(
            (done, ledger.lines.len()),
            (record.steps.len(), record.steps.len())
        );
        assert!(ledger.outcome.is_some());
        // A bot does not repeat a choice in a position, however good it is.
        let faults = ledger.lines.iter().filter(|line| line.verdict.is_fault());
        assert!(faults.count() * 10 < ledger.lines.len());
        let found = ledger.figures.iter().find(|(name, _)| *name == "treasures");
        assert!(
            found.is_some_and(|(_, count)| (12.0..=24.0).contains(count)),
            "{found:?}"
        );
    }

    #[test]
    fn a_fair_player_is_marked_now_and_then() {
        let record = played("greedy", 2, usize::MAX);
        let ledger = ledger(&record, &mut |_, _| ());
        let faults = ledger.lines.iter().filter(|line| line.verdict.is_fault());
        let share = faults.count() as f64 / ledger.lines.len() as f64;
        assert!((0.0..0.3).contains(&share), "{share}");
    }

    #[test]
    fn random_moves_are_told_what_would_have_been_better() {
        let record = played("random", 3, 60);
        let ledger = ledger(&record, &mut |_, _| ());
        assert_eq!(ledger.outcome, None);
        assert!(
            ledger
                .lines
                .iter()
                .any(|line| line.verdict == Verdict::Blunder)
        );
        let mut game = record.start.clone();
        for (line, step) in ledger.lines.iter().zip(&record.steps) {
            assert!(line.best >= line.expected, "{line:?}");
            if let Some(better) = &line.better {
                let better = game.read_move(better).expect("a move");
                let hand = game.hand(game.table.mover);
                let promised = prospect(merit(&game.table, hand, &better));
                assert_eq!(f64::from(promised), line.best, "{line:?}");
            }
            step.take(&mut game).expect("legal");
        }
        // The last turn of each player is followed by none.
        let open = ledger.lines.iter().filter(|line| line.gained.is_none());
        assert!(open.count() >= 3);
    }
}
