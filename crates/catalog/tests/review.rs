//! Luck and skill, in records of real games.

use parlour_catalog::game;
use parlour_core::picture::Look;
use parlour_core::review::{Glyphs, Ledger, Review, ReviewError, Verdict, graph, picture, review};
use parlour_core::{
    Advice, AnyBot, AnyRecord, AnyStep, Fault, GameEntry, Limits, Match, Position, Seat,
    SetupValues, Tables, Turn, luck,
};
use parlour_ur::{
    GameState, Placing, Player, Position as Place, Solution, make_move, possible_moves,
};

/// A game of random moves up to this many steps, or to its end.
fn random_game(id: &str, setup: &[(&str, &str)], seed: u64, most: usize) -> AnyRecord {
    let mut values = SetupValues::new();
    for (name, value) in setup {
        values.set(name, *value);
    }
    let entry = game(id).expect(id);
    let mut luck = luck::seeded(seed);
    let start = entry.start(&values, &mut luck).expect("a sound setup");
    let mut bot = entry
        .bot("random", seed, &Tables::none())
        .expect("every game has it");
    let mut played = Match::new(start, vec!["Amy".to_owned(), "Bill".to_owned()]);
    for _ in 0..most {
        let step = match played.position().turn() {
            Turn::Over(_) => break,
            Turn::Chance => played.position().draw_lot(&mut luck).expect("luck's turn"),
            Turn::Seat(_) => {
                bot.advise(played.position(), &limits())
                    .expect("a move")
                    .best
            }
        };
        played.take(step).expect("a legal step");
    }
    played.record()
}

fn limits() -> Limits {
    Limits::nodes(1 << 24)
}

fn strongest(entry: &dyn GameEntry) -> Box<dyn AnyBot> {
    let name = entry.bots().last().expect("a bot").name;
    entry.bot(name, 0, &Tables::none()).expect(name)
}

fn reviewed(id: &str, record: &AnyRecord) -> Review {
    let entry = game(id).expect(id);
    let mut bot = strongest(entry);
    review(entry, record, &mut *bot, &limits, &mut |_, _| ()).expect("a bot with values")
}

/// The sum of the start, all luck and all losses.
fn sum(review: &Review) -> f64 {
    let lost = |seat| review.skill(seat).lost;
    review.start.expect("a value") + review.luck() - lost(Seat(0)) + lost(Seat(1))
}

fn end(review: &Review) -> f64 {
    review.chances().last().flatten().expect("a value")
}

#[test]
fn the_start_and_luck_and_losses_are_the_result_of_every_game_of_ur() {
    for (pieces, exact, games) in [("1", "no", 40), ("2", "yes", 30), ("3", "no", 20)] {
        for seed in 0..games {
            let setup = [("pieces", pieces), ("exact-home", exact)];
            // Every third game stops early, on a throw or on a move.
            let most = if seed % 3 == 0 {
                3 + seed as usize
            } else {
                usize::MAX
            };
            let record = random_game("ur", &setup, seed, most);
            let review = reviewed("ur", &record);
            assert_eq!(review.steps.len(), record.steps.len());
            assert!(
                (sum(&review) - end(&review)).abs() < 1e-10,
                "{setup:?} {seed}"
            );
            assert!(
                most < usize::MAX || review.outcome.is_some(),
                "{setup:?} {seed}"
            );
            if review.outcome.is_some() {
                assert!([0.0, 1.0].contains(&end(&review)));
            }
        }
    }
}

#[test]
fn throws_are_measured_against_the_solved_game() {
    let solution = Solution::solve(2, false, &|_| ()).expect("two pieces");
    let review = reviewed("ur", &random_game("ur", &[("pieces", "2")], 5, usize::MAX));
    let value = |state: &GameState| {
        let value = solution.value(state).expect("a state of two pieces");
        if state.next == Player::Red {
            value
        } else {
            1.0 - value
        }
    };
    let mut state = GameState::new(Placing::start(2).expect("two pieces"), Player::Red);
    for turn in review.steps.chunks(2) {
        let roll: i64 = turn[0].text["roll ".len()..].parse().expect("a number");
        let mut after: Vec<f64> = possible_moves(&state, roll)
            .into_iter()
            .map(|from| value(&make_move(&state, (roll, from)).expect("a legal move")))
            .collect();
        if after.is_empty() {
            let passed = make_move(&state, (roll, Place::Home)).expect("a pass");
            after.push(value(&passed));
        }
        after.sort_by(f64::total_cmp);
        let best = match state.next {
            Player::Red => after[after.len() - 1],
            Player::Green => after[0],
        };
        let luck = turn[0].luck().expect("a throw");
        assert!((luck - (best - value(&state))).abs() < 1e-10);
        let from = match &*turn[1].text {
            "start" => Place::Start,
            "pass" => Place::Home,
            square => Place::on(square.parse().expect("a number")).expect("a square"),
        };
        state = make_move(&state, (roll, from)).expect("a legal move");
        assert!((turn[1].after.expect("a value") - value(&state)).abs() < 1e-10);
    }
}

#[test]
fn perfect_play_loses_nothing() {
    let entry = game("ur").expect("ur");
    let mut bot = strongest(entry);
    let mut luck = luck::seeded(11);
    let mut values = SetupValues::new();
    values.set("pieces", "2");
    let start = entry.start(&values, &mut luck).expect("two pieces");
    let mut played = Match::new(start, vec!["Amy".to_owned(), "Bill".to_owned()]);
    while !matches!(played.position().turn(), Turn::Over(_)) {
        let step = match bot.advise(played.position(), &limits()) {
            Ok(advice) => advice.best,
            Err(_) => played.position().draw_lot(&mut luck).expect("luck's turn"),
        };
        played.take(step).expect("a legal step");
    }
    let review = reviewed("ur", &played.record());
    for seat in Seat::all(2) {
        let skill = review.skill(seat);
        assert_eq!((skill.lost, skill.accuracy()), (0.0, Some(1.0)));
        assert!(skill.choices() > 0 && skill.count(Verdict::Best) == skill.choices());
    }
}

#[test]
fn a_won_game_of_gridlock_that_is_thrown_away_is_a_blunder() {
    for seed in 0..30 {
        let record = random_game("gridlock", &[("size", "3x3")], seed, usize::MAX);
        let review = reviewed("gridlock", &record);
        assert_eq!(sum(&review), end(&review));
        assert!(!review.has_luck());
        for step in &review.steps {
            let choice = step.choice.as_ref().expect("a small board");
            let expected = match (step.before == step.after, choice.verdict) {
                (true, Verdict::Forced) => Verdict::Forced,
                (true, _) => Verdict::Best,
                (false, _) => Verdict::Blunder,
            };
            assert_eq!(choice.verdict, expected);
        }
    }
}

/// Counts how often a bot is asked, and makes it forget the beginning.
struct Watched {
    bot: Box<dyn AnyBot>,
    asked: usize,
    forgotten: usize,
}

impl AnyBot for Watched {
    fn advise(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
    ) -> Result<Advice<AnyStep>, Fault> {
        self.asked += 1;
        let mut advice = self.bot.advise(position, limits)?;
        if self.asked <= self.forgotten {
            advice.value = None;
        }
        Ok(advice)
    }
}

#[test]
fn the_bot_is_asked_once_for_every_throw_that_was_possible() {
    let entry = game("ur").expect("ur");
    let record = random_game("ur", &[("pieces", "1")], 1, usize::MAX);
    let mut bot = Watched {
        bot: strongest(entry),
        asked: 0,
        forgotten: 0,
    };
    let mut told = Vec::new();
    let mut so_far = None;
    let whole = review(entry, &record, &mut bot, &limits, &mut |done, known| {
        assert_eq!(known.steps.len(), done);
        told.push(done);
        so_far = Some(known.clone());
    });
    assert_eq!(so_far, Some(whole.expect("values")));
    let throws = record.steps.len() / 2;
    assert_eq!(bot.asked, 5 * throws);
    assert!(told.into_iter().eq(1..=record.steps.len()));
}

#[test]
fn what_is_known_of_a_record_grows_until_it_is_all() {
    for id in ["ships", "labyrinth"] {
        let entry = game(id).expect(id);
        let record = random_game(id, &[], 1, 12);
        let mut told: Vec<Ledger> = Vec::new();
        let whole = entry.ledger(&record, &mut |done, known| {
            assert!(known.lines.iter().all(|line| line.step <= done), "{id}");
            told.push(known.clone());
        });
        assert_eq!(told.len(), record.steps.len(), "{id}");
        assert!(told[2].lines.len() < told[11].lines.len(), "{id}");
        assert_eq!(told.pop(), whole, "{id}");
    }
}

#[test]
fn what_the_bot_does_not_know_is_left_out() {
    let entry = game("ur").expect("ur");
    let record = random_game("ur", &[("pieces", "1")], 1, usize::MAX);
    let mut bot = Watched {
        bot: strongest(entry),
        asked: 0,
        forgotten: 12,
    };
    let review = review(entry, &record, &mut bot, &limits, &mut |_, _| ()).expect("some values");
    // Two throws of five outcomes each, and two outcomes of the third.
    let known: Vec<bool> = review.steps.iter().map(|step| step.is_known()).collect();
    assert_eq!(known[..4], [false; 4]);
    assert!(known[6..].iter().all(|known| *known));
    assert_eq!(review.start, None);
    // Its pictures have a gap there.
    assert!(
        graph(&review, 80, Glyphs::Ascii).lines[8][1]
            .text
            .starts_with("     ")
    );
    assert!(
        !picture(&review, &Look::default())
            .document()
            .contains("NaN")
    );
}

#[test]
fn a_bot_without_values_cannot_review() {
    for id in ["ur", "gridlock"] {
        let entry = game(id).expect(id);
        let record = random_game(id, &[], 3, usize::MAX);
        let mut bot = entry
            .bot("random", 0, &Tables::none())
            .expect("every game has it");
        let refused = review(entry, &record, &mut *bot, &limits, &mut |_, _| ());
        assert!(matches!(refused, Err(ReviewError::NoValues)), "{id}");
    }
}
