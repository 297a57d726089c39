//! Whole arenas of the games' own bots.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use parlour_arena::statistics::{Sprt, Verdict};
use parlour_arena::{
    Arena, GameResult, Plan, Scoreboard, Seating, Shape, Spec, Standing, Timeouts, labels,
};
use parlour_core::{Budget, GameEntry, Series, SetupValues, Tables};

fn game(id: &str) -> &'static dyn GameEntry {
    parlour_catalog::game(id).expect("it is listed")
}

fn setup(values: &[(&str, &str)]) -> SetupValues {
    let mut setup = SetupValues::new();
    for (name, value) in values {
        setup.set(name, *value);
    }
    setup
}

fn arena<'a>(
    game: &'a dyn GameEntry,
    players: &[&str],
    values: &[(&str, &str)],
    games: u64,
    seed: u64,
) -> Arena<'a> {
    let setup = setup(values);
    let luck = &mut parlour_core::luck::seeded(0);
    let seats = game.start(&setup, luck).expect("sound").seats();
    let specs: Vec<String> = players.iter().map(ToString::to_string).collect();
    Arena {
        game,
        players: specs
            .iter()
            .map(|spec| Spec::read(game, spec).expect(spec))
            .collect(),
        results_with_records: false,
        tables: Tables::none(),
        labels: labels(&specs),
        plan: Plan::new(
            players.len(),
            seats.into(),
            Shape::RoundRobin,
            Seating::Exchanged,
            games,
        )
        .expect("sound"),
        setup,
        seed,
        budget: Budget {
            nodes: Some(100),
            ..Budget::default()
        },
        opening: 0,
        most_steps: 20_000,
        patience: Timeouts::default(),
        records: true,
        times: false,
    }
}

/// Plays an arena to its end, or to the verdict of a test.
fn played(arena: &Arena<'_>, threads: usize, sprt: Option<Sprt>) -> (Standing, Vec<GameResult>) {
    let mut board = Scoreboard::new(arena.plan.clone(), arena.players.len(), sprt);
    let run = arena.run(threads, 0..u64::MAX, &|_| true, |finished| {
        board.add(finished.result);
        match board.is_done() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    assert_eq!(run, Ok(()));
    let results = board.counted().collect();
    (board.standing(), results)
}

/// The records of an arena, by the number of the game.
fn records(arena: &Arena<'_>) -> BTreeMap<u64, String> {
    let mut records = BTreeMap::new();
    let run = arena.run(1, 0..u64::MAX, &|_| true, |finished| {
        records.insert(finished.result.game, finished.record.expect("wanted"));
        ControlFlow::Continue(())
    });
    assert_eq!(run, Ok(()));
    records
}

#[test]
fn results_do_not_depend_on_how_many_games_are_played_at_once() {
    for (id, players, values) in [
        (
            "gridlock",
            &["casual", "random"][..],
            &[("size", "4x4")][..],
        ),
        ("ur", &["greedy", "random", "random"], &[]),
        (
            "ships",
            &["consistent", "consistent"],
            &[("target", "random")],
        ),
        (
            "labyrinth",
            &["greedy", "random", "greedy"],
            &[("players", "3")],
        ),
        ("ploy", &["greedy", "random"], &[]),
    ] {
        let game = game(id);
        let [one, many] = [1, 4].map(|threads| {
            let arena = arena(game, players, values, 12, 7);
            played(&arena, threads, None)
        });
        assert_eq!(one, many, "{id}");
        assert_eq!(one.0.games, one.1.len() as u64);
        let other = arena(game, players, values, 12, 8);
        assert_ne!(one.1, played(&other, 1, None).1, "{id}: another seed");
    }
}

#[test]
fn every_game_is_a_record_that_is_valid() {
    for (id, players, values) in [
        ("gridlock", &["casual", "random"][..], &[][..]),
        ("ur", &["greedy", "random"], &[]),
        (
            "ships",
            &["consistent", "expected"],
            &[("target", "random")],
        ),
        ("labyrinth", &["greedy", "greedy"], &[]),
        ("ploy", &["greedy", "random"], &[]),
    ] {
        let game = game(id);
        let records = records(&arena(game, players, values, 4, 3));
        assert_eq!(records.len(), 4, "{id}");
        for record in records.values() {
            let found = game.check_record(record.as_bytes());
            assert!(found.is_empty(), "{id}: {found:?}\n{record}");
        }
    }
}

/// What stands in the lines of a record that contain `word`, as far as `words`
/// goes.
fn column(record: &str, word: &str, place: usize) -> Vec<String> {
    record
        .lines()
        .filter(|line| line.contains(word))
        .filter_map(|line| line.split_whitespace().nth(place))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_same_dice_are_thrown_with_the_seats_exchanged() {
    let game = game("ur");
    let records = records(&arena(game, &["greedy", "random"], &[], 6, 3));
    // `Greedy 2 start.`: all lines of turns, in either order of players.
    let throws = |number: u64| {
        let turns = records[&number]
            .lines()
            .filter(|line| !line.starts_with("Players"));
        let throws = turns.filter_map(|line| line.split_whitespace().nth(1));
        let throws = throws.filter(|throw| throw.parse::<u8>().is_ok());
        throws.map(str::to_owned).collect::<Vec<_>>()
    };
    for pair in 0..3 {
        let [first, second] = [throws(2 * pair), throws(2 * pair + 1)];
        let common = first.len().min(second.len());
        assert!(common > 40, "{first:?}");
        assert_eq!(first[..common], second[..common]);
    }
    assert_ne!(throws(0)[..40], throws(2)[..40], "other pairs, other dice");
    let players = |number: u64| records[&number].lines().nth(1).map(str::to_owned);
    assert_eq!(players(0).as_deref(), Some("Players: greedy, random."));
    assert_eq!(players(1).as_deref(), Some("Players: random, greedy."));
}

#[test]
fn the_same_ships_are_searched_by_both() {
    let game = game("ships");
    let values = [("target", "random")];
    let records = records(&arena(game, &["consistent", "expected"], &values, 6, 3));
    let found = |number: u64| {
        let line = records[&number]
            .lines()
            .find(|line| line.contains(" found "));
        let line = line.expect("they are found");
        let at = line
            .split(" found ")
            .nth(1)
            .and_then(|rest| rest.split(" in ").next());
        at.map(str::to_owned)
    };
    for pair in 0..3 {
        assert_eq!(found(2 * pair), found(2 * pair + 1));
    }
    assert_ne!(found(0), found(2));
    assert_eq!(column(&records[&0], "Searcher", 1), ["expected."]);
    assert_eq!(column(&records[&1], "Searcher", 1), ["consistent."]);
}

#[test]
fn the_same_deal_is_played_from_every_seat() {
    let game = game("labyrinth");
    let arena = arena(
        game,
        &["greedy", "random", "random"],
        &[("players", "3")],
        6,
        3,
    );
    let text = |round| arena.start(round).expect("sound").text();
    assert_eq!(text(0), text(0));
    assert_ne!(text(0), text(1));
    // All games of a group are of one round.
    let rounds: Vec<u64> = (0..6).map(|game| arena.plan.fixture(game).round).collect();
    assert_eq!(rounds, [0, 0, 0, 1, 1, 1]);
}

#[test]
fn openings_are_played_from_both_sides() {
    let game = game("ploy");
    let mut arena = arena(game, &["random", "random"], &[], 6, 3);
    assert!(arena.begins_alike().expect("sound"));
    arena.opening = 4;
    let records = records(&arena);
    let opening = |number: u64| {
        let moves = records[&number].split_whitespace().filter(|word| {
            let bytes = word.as_bytes();
            bytes.len() == 7 && bytes[2] == b'-'
        });
        moves.take(5).map(str::to_owned).collect::<Vec<_>>()
    };
    for pair in 0..3 {
        let [first, second] = [opening(2 * pair), opening(2 * pair + 1)];
        assert_eq!(first[..4], second[..4]);
        // The bots of the two games are not the same ones.
        assert_ne!(first[4], second[4]);
    }
    assert_ne!(opening(0)[..4], opening(2)[..4]);
    for (id, values) in [("ur", &[][..]), ("ships", &[("target", "random")])] {
        let game = self::game(id);
        let arena = self::arena(game, &["random", "random"], values, 2, 3);
        assert!(!arena.begins_alike().expect("sound"), "{id}");
    }
}

/// A game that cannot have this many moves has a shorter opening, and a long opening can be
/// stopped.
#[test]
fn an_opening_without_an_end_is_given_up() {
    for (id, values) in [("gridlock", &[("size", "3x3")][..]), ("ur", &[])] {
        let mut arena = arena(game(id), &["random", "random"], values, 2, 3);
        arena.opening = u32::MAX;
        let (_, results) = played(&arena, 1, None);
        assert_eq!(results.len(), 2, "{id}");
    }
    let mut arena = arena(game("ploy"), &["random", "random"], &[], 2, 3);
    (arena.opening, arena.most_steps) = (u32::MAX, u32::MAX);
    let stop = std::sync::Arc::clone(&arena.budget.stop);
    std::thread::scope(|scope| {
        let playing = scope.spawn(|| arena.run(1, 0..2, &|_| true, |_| ControlFlow::Continue(())));
        std::thread::sleep(std::time::Duration::from_millis(50));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(playing.join().expect("no panic"), Ok(()));
    });
}

/// Pairs with the same luck separate two players with fewer games: the variance
/// of a pair's score is less than that of two unrelated games.
#[test]
fn paired_luck_makes_results_less_random() {
    let game = game("ships");
    let values = [("target", "random")];
    let (standing, results) = played(
        &arena(game, &["consistent", "expected"], &values, 400, 11),
        2,
        None,
    );
    assert_eq!(results.len(), 400);
    let (pairs, estimate) = standing.pairs.expect("two players");
    assert!(estimate.interval[1] < 0.0, "{pairs:?} {estimate:?}");
}

/// An arena of two equal bots must not find one of them better more often than stated.
#[test]
fn equal_bots_are_found_equal_as_often_as_stated() {
    let game = game("gridlock");
    let test = Sprt::new(0.0, 120.0);
    let arenas: u32 = 300;
    let mut wrong = 0;
    for seed in 0..arenas {
        let mut arena = arena(game, &["random", "random"], &[], 5000, seed.into());
        arena.opening = 1;
        arena.records = false;
        let (standing, _) = played(&arena, 1, Some(test));
        let (_, _, verdict) = standing.test.expect("a test");
        assert!(verdict.is_some(), "{standing:?}");
        wrong += u32::from(verdict == Some(Verdict::Second));
    }
    // 5 of 100 are stated; 9 would be three standard deviations more.
    assert!(wrong <= 27, "{wrong} of {arenas}");
}

/// A game's own simulator plays exactly the games that are played one by one, move for move as far
/// as can be observed.
#[test]
fn a_game_s_own_simulator_plays_the_same_games() {
    for (players, pieces) in [
        (&["random", "greedy"][..], "7"),
        (&["perfect", "level-3", "expectimax-2", "random"], "2"),
    ] {
        let game = game("ur");
        let values = [("pieces", pieces)];
        let [one_by_one, simulated] = [true, false].map(|records| {
            let mut arena = arena(game, players, &values, 60, 4);
            arena.records = records;
            played(&arena, 2, None)
        });
        assert_eq!(one_by_one, simulated, "{players:?}");
        assert!(simulated.0.players.iter().all(|player| player.feats > 0));
    }
}

/// The test above says nothing if there is no simulator.
#[test]
fn ur_has_a_simulator() {
    let game = game("ur");
    let start = game
        .start(&SetupValues::new(), &mut parlour_core::luck::seeded(0))
        .expect("sound");
    let played = |name| {
        let series = Series {
            bots: &[name],
            tables: &Tables::none(),
            luck: &[parlour_core::luck::seeded(1)],
            seats: &[(0, 1), (0, 2)],
            most_steps: 10_000,
        };
        game.simulate(&*start, &series).map(|played| played.len())
    };
    assert_eq!(played("random"), Some(1));
    // Seven pieces need a table that is not there.
    assert_eq!(played("perfect"), None);
}

#[test]
fn fixed_seats_show_what_a_seat_is_worth() {
    let game = game("ur");
    let mut arena = arena(game, &["perfect", "perfect"], &[("pieces", "1")], 1, 2);
    arena.plan = Plan::new(2, 2, Shape::RoundRobin, Seating::Fixed, 20_000).expect("sound");
    arena.records = false;
    let (standing, results) = played(&arena, 2, None);
    assert!(results.iter().all(|result| result.players == [0, 1]));
    // 55.265 % by the solution; four standard deviations are 1.4 %.
    let share = standing.players[0].share.value();
    assert!((share - 0.5527).abs() < 0.014, "{share}");
    assert_eq!(standing.won_from[0], standing.players[0].won);
    let [low, high] = standing.players[0].share.share_interval();
    assert!(low < share && share < high && high - low < 0.015);
}

#[test]
fn alone_turns_are_counted_and_compared() {
    let game = game("labyrinth");
    let values = [("players", "1")];
    let alone = |players: &[&str]| {
        let arena = arena(game, players, &values, 20, 5);
        played(&arena, 2, None)
    };
    let (one, results) = alone(&["two-turn"]);
    assert_eq!((one.games, results.len()), (20, 20));
    let efforts = &one.players[0].efforts;
    assert_eq!(efforts.values().sum::<u64>(), 20);
    let mean = one.players[0].effort().value();
    assert!((5.0..10.0).contains(&mean), "{mean}");
    // Each turn is an insertion and a walk, and nobody else has one.
    assert!(
        results
            .iter()
            .all(|game| game.effort == Some((0, game.steps / 2)))
    );
    let (two, _) = alone(&["two-turn", "greedy"]);
    assert_eq!(two.games, 20);
    assert_eq!(two.players[0].games, 10);
    // The player who needs fewer turns for the same deal wins.
    let (pairs, estimate) = two.pairs.expect("two players");
    assert_eq!(pairs.count(), 10);
    assert!(estimate.score > 0.8, "{two:?}");
    assert_eq!(two.players[0].points, 10.0 * estimate.score);
    assert!(two.players[1].effort().value() > 12.0);
}

#[test]
fn it_is_told_how_long_bots_think() {
    let game = game("ploy");
    let mut arena = arena(game, &["greedy", "random"], &[], 2, 5);
    arena.times = true;
    let (standing, results) = played(&arena, 1, None);
    for result in &results {
        let moves: u64 = result.thinking.iter().map(|seat| seat.moves).sum();
        assert_eq!(moves, u64::from(result.steps));
    }
    let [greedy, random] = [0, 1].map(|player| standing.players[player].thinking);
    assert!(greedy.total > random.total && greedy.longest <= greedy.total);
    assert!(standing.players[0].feats > 0, "captures are counted");
}
