//! Bots that are other programs, and do what they should not.
#![cfg(unix)]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parlour_arena::{
    Arena, End, External, GameResult, Patience, Plan, Seating, Shape, Spec, check_bot, labels,
};
use parlour_core::{AnyBot, Budget, Fault, GameEntry, Limits, SetupValues, Tables, luck};

/// A bot that shakes hands, and then does this when it is asked for a move.
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

const PATIENCE: Patience = Patience {
    ready: Duration::from_secs(10),
    margin: Duration::from_millis(300),
    untimed: Duration::from_millis(500),
};

/// What a bot does with its moves, and what is said of it.
const MISDEEDS: [(&str, &str, &str); 5] = [
    (
        "crasher",
        "echo 'oh dear' >&2; exit 3",
        "it ended (exit status: 3), and said: oh dear",
    ),
    ("sleeper", "sleep 4711", "no move after"),
    (
        "babbler",
        "echo hello there",
        "it said `hello there` instead of a move",
    ),
    (
        "cheat",
        "echo bestmove purple 9,9",
        "illegal move `purple 9,9`",
    ),
    (
        "mute",
        "echo bestmove",
        "it said `bestmove` instead of a move",
    ),
];

/// Whether there is such a process, be it only to be waited for.
fn exists(id: u32) -> bool {
    Path::new(&format!("/proc/{id}")).exists()
}

#[test]
fn who_fails_is_told_why_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = gridlock();
    let start = game
        .start(&SetupValues::new(), &mut luck::seeded(1))
        .expect("sound");
    for (name, misdeed, reason) in MISDEEDS {
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
    // Nobody waits for the child of a process that is gone but the system.
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

fn arena(game: &dyn GameEntry, players: &[String], games: u64, threads: usize) -> Vec<GameResult> {
    let arena = Arena {
        game,
        setup: SetupValues::new(),
        players: players
            .iter()
            .map(|spec| Spec::read(game, spec).expect(spec))
            .collect(),
        tables: Tables::none(),
        labels: labels(players),
        plan: Plan::new(players.len(), 2, Shape::Gauntlet, Seating::Exchanged, games)
            .expect("sound"),
        seed: 1,
        budget: Budget {
            time: Some(Duration::from_millis(20)),
            ..Budget::default()
        },
        opening: 0,
        most_steps: 1000,
        patience: PATIENCE,
        records: true,
        times: false,
    };
    let mut results = Vec::new();
    arena.run(threads, &|_| true, |finished| {
        results.push(finished.result);
        ControlFlow::Continue(())
    });
    results.sort_by_key(|result| result.game);
    results
}

#[test]
fn who_fails_loses_that_game_and_the_arena_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = gridlock();
    let mut players = vec!["random".to_owned()];
    for (name, misdeed, _) in MISDEEDS {
        let path = script(folder.path(), name, misdeed);
        players.push(format!("exec:sh {}", path.display()));
    }
    let results = arena(game, &players, 4, 2);
    assert_eq!(results.len(), 20);
    for result in &results {
        let bad = result.players.iter().copied().max().expect("two players");
        assert_eq!(result.winner, Some(0), "{result:?}");
        assert_eq!(result.failed, Some(bad), "{result:?}");
        let reason = result.reason.as_deref().expect("a reason");
        assert!(reason.starts_with(MISDEEDS[bad - 1].2), "{result:?}");
        assert_eq!(result.end, End::Forfeit);
    }
}

#[test]
fn a_bot_that_behaves_plays_whole_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = gridlock();
    let path = script(folder.path(), "first", "echo \"bestmove $first\"");
    let players = ["random".to_owned(), format!("exec:sh {}", path.display())];
    for result in arena(game, &players, 6, 1) {
        assert_eq!(
            (result.end.word(), result.failed),
            ("rules", None),
            "{result:?}"
        );
    }
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
        let Err(fault) = External::start(game, &command, PATIENCE) else {
            panic!("{command:?} shakes hands");
        };
        assert!(fault.contains(reason), "{fault}");
    }
}

/// The points that are wrong with a bot, and why.
fn wrongs(game: &str, path: &Path) -> Vec<(&'static str, String)> {
    let game = parlour_catalog::game(game).expect("it is listed");
    let command = ["sh".to_owned(), path.display().to_string()];
    let points = check_bot(game, &SetupValues::new(), &command, 1, &mut |_| {});
    let wrong = points.into_iter().filter_map(|point| {
        let wrong = point.found.err()?;
        Some((point.rule, wrong.why))
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
            "it keeps the time",
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
            rules.contains(&"equal seeds play equal moves"),
            "{game}: {wrongs:?}"
        );
    }
}
