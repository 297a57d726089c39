//! A game in progress without any front end.

use std::sync::{Arc, Mutex};

use parlour_core::{
    Advice, AnyBot, AnyStep, Budget, Fault, Limits, Match, Outcome, Position, Seat, SetupValues,
    Tables, Viewer, luck,
};
use parlour_host::{Answer, Dice, HUMAN, Host, Keeper, Kept, Next, Seating, World, default_names};

/// What was kept, and whether it may be.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<(String, Option<String>)>>);

impl Memory {
    fn text(&self) -> String {
        self.0.lock().expect("alive").0.clone()
    }
}

impl Keeper for Memory {
    fn begin(&mut self, text: &str) -> Result<(), String> {
        text.clone_into(&mut self.0.lock().expect("alive").0);
        Ok(())
    }

    fn append(&mut self, text: &str) -> Result<(), String> {
        self.0.lock().expect("alive").0.push_str(text);
        Ok(())
    }

    fn cut(&mut self, length: usize) -> Result<(), String> {
        self.0.lock().expect("alive").0.truncate(length);
        Ok(())
    }

    fn finish(&mut self, record: Option<&str>) -> Result<(), String> {
        *self.0.lock().expect("alive") = (String::new(), record.map(str::to_owned));
        Ok(())
    }
}

fn seating(game: &str, setup: &[(&str, &str)], kinds: &[&str]) -> Seating {
    let game = parlour_catalog::game(game).expect("listed");
    let mut values = SetupValues::new();
    for (name, value) in setup {
        values.set(name, *value);
    }
    let start = game
        .start(&values, &mut luck::seeded(3))
        .expect("a sound setup");
    let kinds: Vec<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    let names = default_names(&*start, &kinds);
    Seating {
        game,
        played: Match::new(start, names),
        setup: Some(values),
        kinds,
        budget: Budget {
            nodes: Some(100),
            ..Budget::default()
        },
        dice: Dice::Thrown,
        seed: 3,
    }
}

fn host(game: &str, setup: &[(&str, &str)], kinds: &[&str]) -> Host {
    Host::new(seating(game, setup, kinds), World::own(Tables::none()))
}

fn kept(memory: &Memory) -> Kept {
    Kept::read(&memory.text(), parlour_catalog::game).unwrap_or_else(|bad| panic!("{bad}"))
}

/// Makes the bot that is to move decide, here and now.
fn think(host: &mut Host) {
    let task = host.think().expect("a bot is to think");
    host.answer(task.run(None));
}

#[test]
fn a_game_is_kept_line_by_line_and_continued() {
    let memory = Memory::default();
    let mut game = host("gridlock", &[("size", "4x4")], &[HUMAN, HUMAN]);
    game.keep_with(Box::new(memory.clone()));
    assert_eq!(
        memory.text(),
        "",
        "nobody misses a game that was only looked at"
    );
    for step in ["red 0,0", "green 1,0", "red 3,3"] {
        game.play(step).expect(step);
        assert_eq!(kept(&memory).played.steps(), game.played().steps());
    }
    assert!(game.undo() && game.undo());
    assert_eq!(kept(&memory).played.steps(), ["red 0,0"]);
    game.play("green 3,3").expect("another move");
    let again = kept(&memory);
    assert_eq!(again.played.steps(), ["red 0,0", "green 3,3"]);
    assert_eq!(again.kinds, [HUMAN, HUMAN]);
    assert_eq!(again.setup.expect("it was set up").get("size"), Some("4x4"));

    // A program that is killed in the middle of a line loses only that line.
    let mut keeper = memory.clone();
    keeper.append("red 2,").expect("kept");
    assert_eq!(kept(&memory).played.len(), 2);
    // Anything but a game is refused with the line number.
    keeper.append("9\n").expect("kept");
    let bad = Kept::read(&memory.text(), parlour_catalog::game).err();
    assert_eq!(bad.expect("red 2,9 is not a cell").line, 13);
}

/// Lets bots play until this many steps are made, or to the end.
fn play_on(game: &mut Host, steps: usize) {
    while game.played().len() < steps && !matches!(game.next(), Next::Over(_)) {
        think(game);
        game.settle();
    }
}

#[test]
fn an_honest_hider_keeps_its_ships_when_a_game_is_left() {
    let players = ["honest", "consistent"];
    let mut through = host("ships", &[], &players);
    play_on(&mut through, usize::MAX);
    let memory = Memory::default();
    let mut left = host("ships", &[], &players);
    left.keep_with(Box::new(memory.clone()));
    // Two guesses and their answers.
    play_on(&mut left, 4);
    let kept = kept(&memory);
    assert_eq!(kept.played.len(), 4);
    let fresh = 99;
    let seating = kept.seating(Budget::default(), fresh);
    let mut continued = Host::new(seating, World::own(Tables::none()));
    play_on(&mut continued, usize::MAX);
    assert_eq!(continued.played().steps(), through.played().steps());

    // A game kept by an earlier version continues with a fresh seed.
    let earlier = memory.text().replace("\nseed 3\n", "\n");
    let kept = Kept::read(&earlier, parlour_catalog::game).expect("a kept game");
    assert_eq!(kept.seating(Budget::default(), fresh).seed, fresh);
    let damaged = memory.text().replace("\nseed 3\n", "\nseed three\n");
    let bad = Kept::read(&damaged, parlour_catalog::game).err();
    assert_eq!(
        bad.expect("three is not a number").message,
        "this is not a seed"
    );
}

#[test]
fn dice_go_on_where_they_were_left() {
    /// Throws, and makes the first legal move.
    fn play_on(game: &mut Host, steps: usize) {
        while game.played().len() < steps {
            match game.next() {
                Next::Throw => game.throw(),
                Next::Settle => game.settle(),
                _ => {
                    let step = game.position().move_at(0).expect("a move");
                    game.take(step).expect("a legal move");
                }
            }
        }
    }
    let memory = Memory::default();
    let mut game = host("ur", &[], &[HUMAN, HUMAN]);
    game.keep_with(Box::new(memory.clone()));
    play_on(&mut game, 20);
    let seating = kept(&memory).seating(Budget::default(), 99);
    let mut continued = Host::new(seating, World::own(Tables::none()));
    for game in [&mut game, &mut continued] {
        play_on(game, 60);
    }
    assert_eq!(continued.played().steps(), game.played().steps());
}

#[test]
fn a_finished_game_becomes_a_record_and_goes_on_after_an_undo() {
    let memory = Memory::default();
    let mut game = host("gridlock", &[("size", "2x1")], &[HUMAN, HUMAN]);
    game.keep_with(Box::new(memory.clone()));
    game.play("red 0,0").expect("a move");
    // There is no other move.
    assert!(game.is_forced());
    game.settle();
    assert!(matches!(game.next(), Next::Over(_)));
    let record = memory.0.lock().expect("alive").1.clone();
    assert!(record.expect("a record").ends_with("Second wins!\n"));
    // Nor is there after an undo.
    assert!(game.undo());
    assert_eq!(game.next(), Next::Move(Seat(0)));
}

#[test]
fn what_has_no_alternative_is_decided() {
    let mut game = host("gridlock", &[("size", "3x1")], &[HUMAN, HUMAN]);
    game.play("red 1,0").expect("a move");
    assert_eq!(
        (game.next(), game.is_forced()),
        (Next::Move(Seat(1)), false)
    );
    game.play("green 0,0").expect("a move");
    assert_eq!((game.next(), game.is_forced()), (Next::Settle, true));
    assert!(!game.is_asked());
    // A person need not wait for it.
    game.play("green 2,0").expect("the only move");
    assert!(matches!(game.next(), Next::Over(_)));
    assert!(game.undo());
    assert_eq!(game.played().steps(), ["red 1,0"]);
    // If there never was a choice, there is nothing to take back.
    let mut only = host(
        "gridlock",
        &[("size", "1x1"), ("colours", "red")],
        &[HUMAN, HUMAN],
    );
    only.settle();
    assert!(matches!(only.next(), Next::Over(_)));
    assert!(!only.undo());
    assert_eq!(only.played().len(), 1);
}

#[test]
fn hiding_is_a_move_that_others_do_not_see() {
    let mut game = host("ships", &[("target", "hider")], &[HUMAN, HUMAN]);
    assert_eq!(game.next(), Next::HandOver(Seat(0)));
    game.arrive(Seat(0));
    game.play("H1,B2,D3").expect("a place");
    assert_eq!(game.next(), Next::HandOver(Seat(1)));
    let told = |game: &Host, who| {
        game.said(who, 0)
            .map(|said| said.text.to_string())
            .collect()
    };
    let own: Vec<String> = told(&game, Viewer::Seat(Seat(0)));
    assert_eq!(own, ["Hider hides the ships at B2,D3,H1."]);
    let others: Vec<String> = told(&game, Viewer::Seat(Seat(1)));
    assert_eq!(others, ["Hider hides the ships."]);
    game.arrive(Seat(1));
    game.play("B3,C3,H3").expect("a guess");
    // The answer follows from the target; the searcher need not hand over.
    assert!(game.is_forced());
    game.settle();
    assert_eq!(game.next(), Next::Move(Seat(1)));
    assert_eq!(game.played().steps(), ["B2,D3,H1", "B3,C3,H3", "0,2,1"]);
}

/// A bot that has no answer.
struct Silent;

impl AnyBot for Silent {
    fn advise(&mut self, _: &dyn Position, _: &Limits) -> Result<Advice<AnyStep>, Fault> {
        Err(Fault("it has lost its voice".to_owned()))
    }
}

#[test]
fn a_person_moves_for_a_bot_that_fails() {
    let mut game = host("gridlock", &[], &["random", HUMAN]);
    game.seat_bot(Seat(0), Box::new(Silent));
    think(&mut game);
    assert_eq!(game.next(), Next::Move(Seat(0)));
    let [notice] = &game.take_notices()[..] else {
        panic!("one notice")
    };
    assert!(notice.contains("it has lost its voice"), "{notice}");
    assert_eq!(game.kinds(), [HUMAN, HUMAN]);

    let mut game = host("gridlock", &[], &["random", "random"]);
    game.seat_bot(Seat(0), Box::new(Silent));
    think(&mut game);
    assert_eq!(game.next(), Next::Stuck(Seat(0)));
}

#[test]
fn an_answer_that_nobody_waits_for_changes_nothing() {
    let mut game = host("gridlock", &[], &[HUMAN, "random"]);
    game.play("red 0,0").expect("a move");
    let late = game.think().expect("a question");
    assert_eq!(game.next(), Next::Thinking(Seat(1)));
    assert!(game.undo());
    game.answer(late.run(None));
    assert_eq!(game.next(), Next::Move(Seat(0)));
    // The bot is asked again, and if its worker breaks down a person moves for
    // it.
    game.play("red 1,1").expect("a move");
    let task = game.think().expect("a question");
    game.answer(Answer::broken(task.handle(), "the worker is gone"));
    assert_eq!(game.next(), Next::Move(Seat(1)));
}

#[test]
fn two_people_with_secrets_look_one_after_the_other() {
    let mut game = host("ships", &[("target", "H1,B2,D3")], &[HUMAN, HUMAN]);
    assert_eq!(game.next(), Next::HandOver(Seat(1)));
    assert_eq!(game.viewer(), Viewer::Public);
    assert!(!game.may_advise() && game.advise().is_none());
    let refused = game.play("B3,C3,H3").expect_err("nobody has come");
    assert_eq!(refused.code, "not-asked");
    game.arrive(Seat(1));
    assert_eq!(game.viewer(), Viewer::Seat(Seat(1)));
    game.play("B3,C3,H3").expect("a guess");
    assert_eq!(game.next(), Next::Settle, "there is one answer only");
    assert_eq!(game.viewer(), Viewer::Public);
    game.settle();
    assert_eq!(game.next(), Next::Move(Seat(1)));
    // One person against a bot is never asked to hand over.
    let alone = host("ships", &[("target", "H1,B2,D3")], &[HUMAN, "random"]);
    assert_eq!(alone.viewer(), Viewer::Seat(Seat(0)));
    assert_eq!(alone.next(), Next::Think(Seat(1)));
}

#[test]
fn a_list_of_dice_is_followed_until_it_ends_or_goes_wrong() {
    for (list, rolled) in [(&["2"][..], 1), (&["9"], 0), (&[], 0)] {
        let mut seating = seating("ur", &[], &[HUMAN, HUMAN]);
        seating.dice = Dice::Listed(list.iter().map(|roll| (*roll).to_owned()).collect());
        let mut game = Host::new(seating, World::own(Tables::none()));
        game.throw();
        game.settle();
        assert_eq!(game.played().len(), rolled, "{list:?}");
        if rolled == 1 {
            // The only move.
            game.settle();
            game.throw();
        }
        assert_eq!(game.next(), Next::Roll, "{list:?}");
        assert_eq!(game.take_notices().len(), 1, "{list:?}");
        game.play("1").expect("the players throw real dice");
    }
}

#[test]
fn the_next_game_can_exchange_the_seats() {
    let mut game = host("gridlock", &[("size", "2x1")], &[HUMAN, "random"]);
    game.play("red 0,0").expect("a move");
    think(&mut game);
    game.settle();
    assert!(matches!(game.next(), Next::Over(_)));
    let same = game.again(false);
    assert_eq!(same.kinds, [HUMAN, "random"]);
    let exchanged = game.again(true);
    assert_eq!(exchanged.kinds, ["random", HUMAN]);
    assert_eq!(exchanged.played.names(), ["First (random)", "Second"]);
    assert_eq!(exchanged.played.start().text(), "2x1 rg ..");
}

#[test]
fn advice_is_found_once_and_forgotten_with_the_position() {
    let mut game = host("gridlock", &[], &[HUMAN, HUMAN]);
    let task = game.advise().expect("a question");
    assert!(game.advise().is_none(), "it is under way");
    game.answer(task.run(None));
    let found = game.adviser().found().expect("advice");
    assert_eq!(found.seat, Seat(0));
    let best = found.advice.best.clone();
    game.take(best).expect("a legal move");
    assert!(game.adviser().found().is_none());
}

#[test]
fn a_kept_game_of_the_future_is_refused_and_so_are_names_that_look_alike() {
    let memory = Memory::default();
    let mut game = host("gridlock", &[], &[HUMAN, HUMAN]);
    game.keep_with(Box::new(memory.clone()));
    game.play("red 0,0").expect("a move");
    let text = memory.text();
    let refused = |text: &str| match Kept::read(text, parlour_catalog::game) {
        Ok(_) => panic!("accepted"),
        Err(bad) => bad.to_string(),
    };
    let future = text.replacen("PARLOUR GAME 1", "PARLOUR GAME 2", 1);
    assert_eq!(
        refused(&future),
        "line 1: it was kept by a newer version of this program"
    );
    assert!(parlour_host::is_journal(future.as_bytes()));
    assert_eq!(parlour_host::kept_game(future.as_bytes()), Some("gridlock"));
    let alike = text.replacen("\nname ", "\nname \u{200b}", 1);
    assert_ne!(alike, text);
    assert!(refused(&alike).contains("is not the name of a player"));
    // No record can tell them apart, or begin in the middle.
    let twice = text.replace("\nname First\n", "\nname Second\n");
    assert_ne!(twice, text);
    let middle = text.replace(" .../.../...\n", " ..r/.../...\n");
    assert_ne!(middle, text);
    for text in [twice, middle] {
        assert_eq!(refused(&text), "line 1: no record can hold this game");
    }
}

#[test]
fn a_game_that_nobody_moved_in_is_not_kept() {
    let memory = Memory::default();
    let mut game = host("ur", &[], &[HUMAN, "random"]);
    game.keep_with(Box::new(memory.clone()));
    game.throw();
    game.settle();
    assert!(!game.played().is_empty(), "the dice were thrown");
    assert_eq!(memory.text(), "");
    let mut game = host("gridlock", &[], &["random", HUMAN]);
    game.keep_with(Box::new(memory.clone()));
    think(&mut game);
    game.settle();
    assert_eq!(game.next(), Next::Move(Seat(1)));
    assert_eq!(memory.text(), "");
    let chosen = game.position().moves().remove(0);
    game.play(&chosen).expect("legal");
    assert_eq!(kept(&memory).played.steps(), game.played().steps());
    // No person plays: it is kept at once.
    let memory = Memory::default();
    let mut watched = host("gridlock", &[], &["random", "random"]);
    watched.keep_with(Box::new(memory.clone()));
    think(&mut watched);
    watched.settle();
    assert_eq!(kept(&memory).played.len(), 1);
}

#[test]
fn a_person_resigns_and_may_think_again() {
    let memory = Memory::default();
    let mut game = host("gridlock", &[], &[HUMAN, HUMAN]);
    game.keep_with(Box::new(memory.clone()));
    assert_eq!(game.resigner(), None, "nothing has begun");
    game.play("red 0,0").expect("a move");
    assert_eq!(game.resigner(), Some(Seat(1)));
    game.resign();
    assert_eq!(game.next(), Next::Over(Outcome::Win(Seat(0))));
    assert_eq!(
        game.result().as_deref(),
        Some("Second resigns. First wins.")
    );
    assert!(game.play("red 2,2").is_err(), "it is over");
    let (open, record) = memory.0.lock().expect("alive").clone();
    assert_eq!(open, "", "there is nothing to continue");
    assert!(
        record
            .expect("a record")
            .contains("First plays red at (0,0).")
    );
    assert!(game.undo());
    assert_eq!(game.next(), Next::Move(Seat(1)));
    assert_eq!(kept(&memory).played.steps(), ["red 0,0"]);
    // Against a bot the person resigns, whoever is to move; of three, nobody does.
    let mut against = host("gridlock", &[], &[HUMAN, "random"]);
    against.play("red 0,0").expect("a move");
    assert_eq!(against.resigner(), Some(Seat(0)));
    let three = host("labyrinth", &[("players", "3")], &[HUMAN, HUMAN, HUMAN]);
    assert_eq!(three.resigner(), None);
}
