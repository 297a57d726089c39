//! Bots at the table: their games end, alone and together, and they give
//! reasons.

use parlour_core::{Advice, Bot, Bots, Game, Limits, Notation, Seat, Tables, Turn, Viewer, luck};
use parlour_labyrinth::{Labyrinth, Move, Phase, deal};

fn bot(name: &str, seed: u64) -> Box<dyn Bot<Labyrinth>> {
    Labyrinth::bot(name, seed, &Tables::none()).expect("a bot of that name")
}

fn ask(bot: &mut dyn Bot<Labyrinth>, game: &Labyrinth, nodes: u64) -> Advice<Move> {
    let Turn::Seat(seat) = game.turn() else {
        panic!("nobody is to move");
    };
    let view = game.view(Viewer::Seat(seat));
    bot.advise(seat, &view, &game.moves(), &Limits::nodes(nodes))
}

/// Plays to the end and counts the turns of all players.
fn turns(mut game: Labyrinth, bots: &mut [Box<dyn Bot<Labyrinth>>], nodes: u64) -> u32 {
    let mut turns = 0;
    while let Turn::Seat(seat) = game.turn() {
        turns += u32::from(game.table().phase == Phase::Insert);
        assert!(turns < 2000, "no end");
        let advice = ask(&mut *bots[seat.index()], &game, nodes);
        game.play(&advice.best).expect("a legal move");
    }
    turns
}

#[test]
fn every_bot_comes_home_alone() {
    for (name, games, mean) in [
        ("greedy", 300, 20.0),
        ("two-turn", 300, 8.0),
        ("master", 20, 6.2),
    ] {
        let counts = (0..games).map(|seed| {
            let game = deal(1, 0, false, &mut luck::seeded(seed));
            turns(game, &mut [bot(name, seed)], 2000)
        });
        let total: u32 = counts.sum();
        let found = f64::from(total) / games as f64;
        assert!(found < mean, "{name}: {found}");
    }
}

#[test]
fn the_published_rules_are_played_to_the_end_alone_too() {
    for name in ["greedy", "two-turn", "master"] {
        for seed in 0..20 {
            let game = deal(1, 0, true, &mut luck::seeded(seed));
            turns(game, &mut [bot(name, seed)], 100);
        }
    }
}

#[test]
fn games_between_bots_end() {
    let names = ["greedy", "two-turn", "master"];
    for seed in 0..60 {
        let players = 2 + seed % 3;
        let game = deal(players as u8, 0, seed % 5 == 0, &mut luck::seeded(seed));
        let seat = |at: u64| bot(names[(seed + at) as usize % 3], seed + at);
        let mut bots: Vec<_> = (0..players).map(seat).collect();
        turns(game, &mut bots, 100);
    }
}

#[test]
fn two_that_undo_each_others_pushes_come_to_an_end() {
    // Both would rather have everything in the next turn than something in this
    // one, and each takes away what the other hopes for.
    for seed in 0..150 {
        let game = deal(2, 0, false, &mut luck::seeded(seed));
        turns(
            game,
            &mut [bot("two-turn", seed), bot("two-turn", seed + 1)],
            0,
        );
    }
}

#[test]
fn the_master_beats_those_who_plan_alone() {
    let mut won = 0;
    for game in 0..40 {
        let dealt = deal(2, 0, false, &mut luck::seeded(game / 2));
        let master = (game % 2) as usize;
        let mut bots = [bot("two-turn", game), bot("two-turn", game)];
        bots[master] = bot("master", game);
        let mut state = dealt;
        while let Turn::Seat(seat) = state.turn() {
            let advice = ask(&mut *bots[seat.index()], &state, 400);
            state.play(&advice.best).expect("a legal move");
        }
        let winner = Turn::Over(parlour_core::Outcome::Win(Seat(master as u8)));
        won += u32::from(state.turn() == winner);
    }
    assert!(won > 22, "{won} of 40");
}

/// The same seed, the same limits, the same moves.
#[test]
fn what_bots_do_depends_on_their_seed_only() {
    for name in ["greedy", "two-turn", "master"] {
        let mut game = deal(3, 0, false, &mut luck::seeded(4));
        let mut twins = [bot(name, 9), bot(name, 9)];
        for _ in 0..6 {
            let advice = twins.each_mut().map(|twin| ask(&mut **twin, &game, 150));
            assert_eq!(advice[0], advice[1], "{name}");
            game.play(&advice[0].best).expect("a legal move");
        }
    }
}

/// A bot's answer does not depend on cards that it cannot see.
#[test]
fn other_hands_make_no_difference() {
    let game = deal(2, 0, false, &mut luck::seeded(11));
    let text = game.write_position();
    let mut lines: Vec<&str> = text.lines().collect();
    let red: Vec<&str> = lines[1].split(' ').collect();
    let mut cards = red[4..].to_vec();
    cards.reverse();
    let other = format!("{} {}", red[..4].join(" "), cards.join(" "));
    lines[1] = &other;
    let other = Labyrinth::read_position(&lines.join("\n")).expect("the same cards, reversed");
    for info in Labyrinth::BOTS {
        let mine = ask(&mut *bot(info.name, 3), &game, 200);
        assert_eq!(
            mine,
            ask(&mut *bot(info.name, 3), &other, 200),
            "{}",
            info.name
        );
    }
}

#[test]
fn hints_say_what_a_move_reaches() {
    let game = deal(1, 1, false, &mut luck::seeded(1));
    let advice = ask(&mut *bot("master", 1), &game, 10_000);
    let reason = advice.reason.expect("a reason");
    assert!(
        reason.contains("reaches treasures 19 and 20")
            && reason.ends_with("the game can end in 6 turns"),
        "{reason}"
    );
    assert_eq!(advice.value, Some(1.0), "turns to the next treasure");
    assert_eq!(advice.line.len(), 12, "six turns to the end");
    let game = deal(2, 1, false, &mut luck::seeded(1));
    let advice = ask(&mut *bot("master", 1), &game, 1000);
    let reason = advice.reason.expect("a reason");
    assert!(reason.contains("% of the games it played out"), "{reason}");
}
