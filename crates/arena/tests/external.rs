//! External bots that misbehave.
#![cfg(unix)]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parlour_arena::{
    Arena, End, External, ExternalError, Failure, Finished, Found, GameResult, Plan, Seating,
    Shape, Spec, Timeouts, check_bot, labels,
};
use parlour_core::{AnyBot, Budget, Fault, GameEntry, Limits, SetupValues, Tables, luck};

/// A bot that does the handshake, and then this when it is asked for a move.
fn script(folder: &Path, name: &str, on_go: &str) -> PathBuf {
    let path = folder.join(format!("{name}.sh"));
    let text = format!(
        "while read -r word rest; do\n\
         case \"$word\" in\n\
         parlour) echo 'id name {name}'; echo 'wants legal'; echo parlourok;;\n\
         isready) echo readyok;;\n\
         legal) first=\"${{rest%%;*}}\";;\n\
         go) {on_go};;\n\
         quit) exit 0;;\n\
         esac\n\
         done\n"
    );
    std::fs::write(&path, text).expect("written");
    path
}

fn gridlock() -> &'static dyn GameEntry {
    parlour_catalog::game("gridlock").expect("it is listed")
}

const PATIENCE: Timeouts = Timeouts {
    ready: Duration::from_secs(10),
    margin: Duration::from_millis(300),
    untimed: Duration::from_millis(500),
};

/// What a bot does instead of moving, and what is reported.
const MISDEEDS: [(&str, &str, &str, Failure); 7] = [
    (
        "crasher",
        "echo 'oh dear' >&2; exit 3",
        "it ended (exit status: 3), and said: oh dear",
        Failure::Crash,
    ),
    ("sleeper", "sleep 4711", "no move after", Failure::Time),
    // Whatever it says, its time is over.
    (
        "talker",
        "while :; do echo info string just a moment; done",
        "no move after",
        Failure::Time,
    ),
    (
        "babbler",
        "echo hello there",
        "it said `hello there` instead of a move",
        Failure::Protocol,
    ),
    (
        "cheat",
        "echo bestmove purple 9,9",
        "illegal move `purple 9,9`",
        Failure::Illegal,
    ),
    (
        "mute",
        "echo bestmove",
        "it said `bestmove` instead of a move",
        Failure::Protocol,
    ),
    (
        "endless",
        "while :; do printf %09999d 0; done",
        "it said a line of more than 65536 bytes",
        Failure::Protocol,
    ),
];

/// Whether there is such a process, even a zombie.
fn exists(id: u32) -> bool {
    Path::new(&format!("/proc/{id}")).exists()
}

#[test]
fn a_bot_that_fails_is_told_why_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = gridlock();
    let start = game
        .start(&SetupValues::new(), &mut luck::seeded(1))
        .expect("sound");
    for (name, misdeed, reason, failure) in MISDEEDS {
        let path = script(folder.path(), name, misdeed).display().to_string();
        let command = ["sh".to_owned(), path];
        let mut bot = External::start(game, &command, PATIENCE).expect(name);
        bot.new_game(1).expect(name);
        let id = bot.id().expect("it runs");
        let begun = Instant::now();
        let advice = bot.advise(&*start, &Limits::time(Duration::from_millis(20)));
        let Fault(fault) = advice.expect_err(name);
        assert!(begun.elapsed() < Duration::from_secs(4), "{name}");
        assert!(fault.starts_with(reason), "{name}: {fault}");
        assert_eq!(bot.failure(), Some(failure), "{name}");
        assert!(!exists(id), "{name} is killed, and waited for");
        // It can be started again.
        bot.new_game(2).expect(name);
        let again = bot.id().expect("it runs");
        assert_ne!(id, again);
        drop(bot);
        assert!(!exists(again), "{name} ends with its owner");
    }
}

#[test]
fn what_a_bot_started_ends_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = gridlock();
    let note = folder.path().join("child");
    let on_go = format!("sleep 4712 & echo $! > {}; wait", note.display());
    let path = script(folder.path(), "parent", &on_go)
        .display()
        .to_string();
    let start = game
        .start(&SetupValues::new(), &mut luck::seeded(1))
        .expect("sound");
    let mut bot = External::start(game, &["sh".to_owned(), path], PATIENCE).expect("starts");
    bot.new_game(1).expect("ready");
    let _ = bot.advise(&*start, &Limits::time(Duration::from_millis(20)));
    let child: u32 = std::fs::read_to_string(&note)
        .expect("a note")
        .trim()
        .parse()
        .expect("a number");
    // Only the system waits for the child of a process that is gone.
    let end = Instant::now() + Duration::from_secs(5);
    let is_running = || {
        let stat = std::fs::read_to_string(format!("/proc/{child}/stat"));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    };
    while is_running() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!is_running(), "the child of a bot still runs");
}

fn results(
    game: &dyn GameEntry,
    players: &[String],
    games: u64,
    threads: usize,
) -> Vec<GameResult> {
    let finished = arena(game, &SetupValues::new(), players, games, threads);
    finished
        .into_iter()
        .map(|finished| finished.result)
        .collect()
}

fn arena(
    game: &dyn GameEntry,
    setup: &SetupValues,
    players: &[String],
    games: u64,
    threads: usize,
) -> Vec<Finished> {
    let arena = Arena {
        game,
        setup: setup.clone(),
        players: players
            .iter()
            .map(|spec| Spec::read(game, spec).expect(spec))
            .collect(),
        tables: Tables::none(),
        results_with_records: false,
        labels: labels(players),
        plan: Plan::new(players.len(), 2, Shape::Gauntlet, Seating::Exchanged, games)
            .expect("sound"),
        seed: 1,
        budget: Budget {
            time: Some(Duration::from_millis(20)),
            ..Budget::default()
        },
        opening: 0,
        most_steps: 60,
        patience: PATIENCE,
        records: true,
        times: false,
    };
    let mut all = Vec::new();
    let played = arena.run(threads, 0..u64::MAX, &|_| true, |finished| {
        all.push(finished);
        ControlFlow::Continue(())
    });
    assert_eq!(played, Ok(()));
    all.sort_by_key(|finished| finished.result.game);
    all
}

#[test]
fn a_bot_that_fails_loses_that_game_and_the_arena_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = gridlock();
    let mut players = vec!["random".to_owned()];
    for (name, misdeed, ..) in MISDEEDS {
        let path = script(folder.path(), name, misdeed);
        players.push(format!("exec:sh {}", path.display()));
    }
    let results = results(game, &players, 4, 2);
    assert_eq!(results.len(), 4 * MISDEEDS.len());
    for result in &results {
        let bad = result.players.iter().copied().max().expect("two players");
        assert_eq!(result.winner, Some(0), "{result:?}");
        assert_eq!(result.failed, Some(bad), "{result:?}");
        let reason = result.reason.as_deref().expect("a reason");
        let (.., said, failure) = MISDEEDS[bad - 1];
        assert!(reason.starts_with(said), "{result:?}");
        assert_eq!(result.failure, Some(failure), "{result:?}");
        // The other player's clock is of no interest.
        let seat = result.players.iter().position(|player| *player == bad);
        let thought = |(at, seat): (usize, bool)| (result.thinking[at].moves > 0) == seat;
        let seats = (0..2).map(|at| (at, Some(at) == seat));
        assert!(seats.into_iter().all(thought), "{result:?}");
        assert_eq!(result.end, End::Forfeit);
    }
}

#[test]
fn a_bot_that_behaves_plays_whole_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = gridlock();
    let path = script(
        folder.path(),
        "first",
        "echo info depth 3 score 0.75; echo info nodes 42; echo \"bestmove $first\"",
    );
    let players = ["random".to_owned(), format!("exec:sh {}", path.display())];
    for finished in arena(game, &SetupValues::new(), &players, 6, 1) {
        let result = &finished.result;
        assert_eq!(
            (result.end.word(), result.failed),
            ("rules", None),
            "{result:?}"
        );
        // Every move is noted, with what the bot says about it.
        assert_eq!(finished.moves.len() as u32, result.steps);
        for noted in &finished.moves {
            let is_ours = result.players[noted.seat.index()] == 0;
            let said = (noted.depth, noted.nodes, noted.value);
            let expected = match is_ours {
                true => (None, None, None),
                false => (Some(3), Some(42), Some(0.75)),
            };
            assert_eq!(said, expected, "{noted:?}");
            assert!(noted.text.contains(','), "{noted:?}");
        }
    }
}

/// The games of a pair have the same luck: what a process saw in the first it must not know in the
/// second.
#[test]
fn nobody_meets_the_same_luck_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = parlour_catalog::game("ships").expect("it is listed");
    // As the hider it sees the target, and as the searcher it guesses that.
    let path = script(
        folder.path(),
        "elephant",
        "echo \"bestmove ${target:-$first}\"",
    );
    let text = std::fs::read_to_string(&path).expect("there");
    let text = text.replace(
        "legal) first=",
        "position) case \"$rest\" in target=*) t=\"${rest%%;*}\"; known=\"${t#target=}\"; target=;; \
         *) target=\"$known\";; esac;;\nlegal) first=",
    );
    std::fs::write(&path, text).expect("written");
    let mut setup = SetupValues::new();
    setup.set("target", "random");
    let players = [format!("exec:sh {}", path.display()), "best".to_owned()];
    let finished = arena(game, &setup, &players, 6, 1);
    assert_eq!(finished.len(), 6);
    for finished in &finished {
        let result = &finished.result;
        assert_eq!(result.failed, None, "{result:?}");
        assert_ne!(
            result.effort,
            Some((0, 1)),
            "it knew the target: {result:?}"
        );
    }
}

/// The output before a game is bounded, too.
#[test]
fn a_handshake_without_an_end_is_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    for (said, reason) in [
        (
            "echo option name o type spin",
            "it has more than 256 options",
        ),
        ("echo id name n", "it said more than"),
        (
            "printf %09999d 0",
            "it said a line of more than 65536 bytes",
        ),
    ] {
        let path = folder.path().join("endless.sh");
        std::fs::write(&path, format!("while :; do {said}; done\n")).expect("written");
        let command = ["sh".to_owned(), path.display().to_string()];
        let begun = Instant::now();
        let Err(trouble) = External::start(gridlock(), &command, PATIENCE) else {
            panic!("{said} is not a handshake");
        };
        assert!(trouble.to_string().starts_with(reason), "{trouble}");
        assert!(begun.elapsed() < PATIENCE.ready, "{said}");
    }
    // A bot that keeps talking is still late.
    let path = folder.path().join("slow.sh");
    std::fs::write(&path, "while :; do echo id name n; sleep 0.01; done\n").expect("written");
    let command = ["sh".to_owned(), path.display().to_string()];
    let patience = Timeouts {
        ready: Duration::from_millis(300),
        ..PATIENCE
    };
    let Err(trouble) = External::start(gridlock(), &command, patience) else {
        panic!("it never shakes hands");
    };
    let late = ExternalError::Bot {
        failure: Failure::Time,
        reason: "it is not ready after 0.30 s".to_owned(),
    };
    assert_eq!(trouble, late);
}

#[test]
fn a_program_that_cannot_be_started_is_told_of() {
    let game = gridlock();
    for (command, reason) in [
        (vec!["/no/such/program"], "cannot be started"),
        (vec!["true"], "it ended (exit status: 0)"),
        (
            vec!["sh", "-c", "read x; echo what; cat"],
            "it said `what` before parlourok",
        ),
        (
            vec!["sh", "-c", "read x; echo error only chess; cat"],
            "it refuses: only chess",
        ),
    ] {
        let command: Vec<String> = command.into_iter().map(str::to_owned).collect();
        let Err(trouble) = External::start(game, &command, PATIENCE) else {
            panic!("{command:?} shakes hands");
        };
        assert!(trouble.to_string().contains(reason), "{trouble}");
    }
}

/// The points that are wrong with a bot, and why.
fn wrongs(game: &str, path: &Path) -> Vec<(&'static str, String)> {
    let game = parlour_catalog::game(game).expect("it is listed");
    let command = ["sh".to_owned(), path.display().to_string()];
    let points = check_bot(game, &SetupValues::new(), &command, 1, &mut |_| {});
    let wrong = points.into_iter().filter_map(|point| match point.found {
        Found::Wrong(wrong) => Some((point.rule, wrong.why)),
        Found::Right(_) | Found::Untested(_) => None,
    });
    wrong.collect()
}

#[test]
fn a_check_names_each_misdeed() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, on_go, rule, why) in [
        (
            "cheat",
            "echo bestmove purple 9,9",
            "its moves are legal",
            "illegal move",
        ),
        (
            "double",
            "echo \"bestmove $first\"; echo \"bestmove $first\"",
            "its moves are legal",
            "",
        ),
        (
            "slow",
            "case \"$rest\" in *100) ;; *) sleep 1.6;; esac; echo \"bestmove $first\"",
            "it keeps to its time",
            "ms for a move of",
        ),
        (
            "eager",
            "echo \"bestmove $first\"",
            "it stops when it is told to",
            "before `stop`",
        ),
    ] {
        let path = script(folder.path(), name, on_go);
        let wrongs = wrongs("gridlock", &path);
        let expected = match name {
            // Whichever comes first: a second answer is taken for the next one.
            "double" => wrongs.iter().any(|(rule, _)| rule.contains("move")),
            _ => wrongs
                .iter()
                .any(|(other, found)| *other == rule && found.contains(why)),
        };
        assert!(expected, "{name}: {wrongs:?}");
    }
}

#[test]
fn a_check_finds_out_who_is_not_repeatable() {
    let folder = tempfile::tempdir().expect("a folder");
    // Every other process plays the last move instead of the first.
    let count = folder.path().join("count");
    let on_go = "case \"$rest\" in *infinite*) ;; *) echo \"bestmove $chosen\";; esac";
    let path = script(folder.path(), "fickle", on_go);
    let text = std::fs::read_to_string(&path).expect("there");
    let text = text.replace(
        "legal) ",
        "stop) echo \"bestmove $chosen\";; legal) chosen=\"${rest##*; }\"; \
         [ $((n % 2)) = 0 ] && chosen=\"${rest%%;*}\"; ",
    );
    let count = count.display();
    let counting = format!("n=$(cat {count} || echo 0)\necho $((n + 1)) > {count}\n");
    std::fs::write(&path, counting + &text).expect("written");
    for game in ["labyrinth", "gridlock"] {
        let wrongs = wrongs(game, &path);
        let rules: Vec<&str> = wrongs.iter().map(|(rule, _)| *rule).collect();
        assert!(
            rules.contains(&"equal seeds give equal moves"),
            "{game}: {wrongs:?}"
        );
    }
}
