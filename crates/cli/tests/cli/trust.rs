//! External bots that try to learn or do what they must not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{Run, parlour, run};

/// Nothing that is waited for takes longer, even on a busy machine.
const A_LONG_TIME: Duration = Duration::from_secs(60);

/// A bot that knows no rules and does this when it is sent the legal moves and
/// asked for one. `$seed` is the seed it was last sent, `$first` the first
/// legal move, `$position` what it sees.
fn bot(folder: &Path, name: &str, on_go: &str) -> String {
    let path: PathBuf = folder.join(name);
    let text = format!(
        "while read -r word rest; do\n\
         case \"$word\" in\n\
         parlour) echo 'id name {name}'; echo 'option name seed type spin default 0'\n\
         echo 'wants legal'; echo parlourok;;\n\
         setoption) seed=\"${{rest##* }}\";;\n\
         isready) echo readyok;;\n\
         position) position=\"$rest\";;\n\
         legal) first=\"${{rest%%;*}}\";;\n\
         go) {on_go};;\n\
         quit) exit 0;;\n\
         esac\n\
         done\n"
    );
    fs::write(&path, text).expect("written");
    format!("exec:sh {}", path.display())
}

/// The seeds that a bot was sent, game by game.
fn told(folder: &Path) -> Vec<u64> {
    let text = fs::read_to_string(folder.join("told")).expect("a note");
    let mut seeds: Vec<u64> = text.lines().filter_map(|line| line.parse().ok()).collect();
    seeds.dedup();
    seeds
}

/// What the seed of a bot could be made of: the seed of all luck, the number of a seat, and
/// reversible mixing.
fn guesses(told: u64) -> impl Iterator<Item = u64> {
    let unmixed = std::iter::successors(Some(told), |number| Some(unmix(*number)));
    unmixed
        .take(6)
        .flat_map(|number| (0..4).map(move |seat| number ^ seat))
}

/// Inverts SplitMix64.
fn unmix(mut z: u64) -> u64 {
    z ^= z >> 31 ^ z >> 62;
    z = z.wrapping_mul(0x3196_42b2_d24d_8ec3);
    z ^= z >> 27 ^ z >> 54;
    z = z.wrapping_mul(0x96de_1b17_3f11_9089);
    z ^= z >> 30 ^ z >> 60;
    z.wrapping_sub(0x9e37_79b9_7f4a_7c15)
}

#[test]
fn the_seed_of_a_bot_tells_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("told");
    // It is only interested in the seed.
    let spy = format!("echo \"$seed\" >> {}; exit 0", note.display());
    let spy = bot(folder.path(), "spy", &spy);
    let hidden = |seed: u64| {
        let seed = seed.to_string();
        let new = run(&["new", "ships", "--target", "random", "--seed", &seed]);
        assert_eq!(new.status, Some(0), "{}", new.stderr);
        new.stdout
    };
    let seats = [["random", &spy], [&spy, "random"]];
    for (seed, seats) in (40..44).zip(seats.iter().cycle()) {
        let _ = fs::remove_file(&note);
        let number = seed.to_string();
        let played = run(&[
            "play", "ships", "--plain", "--target", "random", "--seed", &number, "--seat",
            seats[0], "--seat", seats[1],
        ]);
        assert!(played.stderr.contains("cannot go on"), "{}", played.stderr);
        let told = told(folder.path());
        assert_eq!(told.len(), 1, "one game, one seed");
        let target = hidden(seed);
        for guess in guesses(told[0]) {
            assert_ne!(guess, seed);
            assert_ne!(hidden(guess), target, "seed {seed}, told {}", told[0]);
        }
    }
    // In the arena, the same for every game of it.
    let _ = fs::remove_file(&note);
    let played = run(&[
        "arena", "ships", &spy, "random", "--games", "4", "--seed", "44", "--nodes", "1",
    ]);
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    let told = told(folder.path());
    assert_eq!(told.len(), 4, "every game has its seed");
    assert!(
        told.iter()
            .flat_map(|seed| guesses(*seed))
            .all(|guess| guess != 44)
    );
}

#[test]
fn a_seed_deals_the_same_game_everywhere() {
    let best = |seed: &str| {
        let args = [
            "best",
            "labyrinth",
            "start",
            "--bot",
            "greedy",
            "--seed",
            seed,
        ];
        let best = run(&args);
        assert_eq!(best.status, Some(0), "{}", best.stderr);
        best.stdout
    };
    let first = best("3");
    for _ in 0..3 {
        assert_eq!(best("3"), first);
    }
    assert!((4..12).any(|seed| best(&seed.to_string()) != first));
    // It is the game that `new` deals.
    let dealt = run(&["new", "labyrinth", "--seed", "3"]).stdout;
    let args = [
        "best",
        "labyrinth",
        dealt.trim_end(),
        "--bot",
        "greedy",
        "--seed",
        "3",
    ];
    assert_eq!(run(&args).stdout, first);
}

/// Whether there is such a process that is not a zombie.
fn is_running(id: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

/// The processes that a bot has noted, once there are this many.
fn noted(note: &Path, wanted: usize) -> Vec<u32> {
    let end = Instant::now() + A_LONG_TIME;
    loop {
        let text = fs::read_to_string(note).unwrap_or_default();
        let whole = text.ends_with('\n');
        let ids: Vec<u32> = text.lines().filter_map(|id| id.parse().ok()).collect();
        if whole && ids.len() >= wanted {
            return ids;
        }
        assert!(Instant::now() < end, "only {ids:?} of {wanted}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether this process ignores a signal, and so its children do.
#[cfg(target_os = "linux")]
fn is_ignored(signal: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("a Linux system");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.expect("a mask") >> (signal - 1) & 1 == 1
}

/// However the program ends, bots end with it, and so does everything they started: even what has
/// left its parent's group and ignores signals.
#[cfg(target_os = "linux")]
#[test]
fn nothing_outlives_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("processes");
    let deaf = "trap '' INT TERM HUP QUIT; echo $$ >> NOTE; while :; do sleep 4715; done";
    let on_go = "trap '' INT TERM HUP QUIT; echo $$ >> NOTE\n\
                 sh -c \"DEAF\" &\n\
                 setsid sh -c \"DEAF\" &\n\
                 (setsid sh -c \"DEAF\" &) \n\
                 while :; do sleep 4716; done";
    let deaf = deaf.replace("$$", "\\$\\$");
    let on_go = on_go.replace("DEAF", &deaf);
    let on_go = on_go.replace("NOTE", &note.display().to_string());
    let parent = bot(folder.path(), "parent", &on_go);
    let arena = ["arena", "gridlock", &parent, "random", "--time", "1h"];
    let play = [
        "play", "gridlock", "--plain", "--seat", &parent, "--seat", "random", "--time", "1h",
    ];
    let mut signals = vec!["INT", "TERM", "HUP", "KILL"];
    // If a shell runs the tests in the background, they and their children ignore QUIT.
    if !is_ignored(3) {
        signals.push("QUIT");
    }
    let arenas = signals.iter().map(|signal| (&arena[..], *signal));
    for (args, signal) in arenas.chain([(&play[..], "KILL"), (&play, "TERM")]) {
        let _ = fs::remove_file(&note);
        let mut command = parlour(args);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        // A core dump would be of no use.
        command.current_dir(folder.path());
        let mut child = command.spawn().expect("it starts");
        let ids = noted(&note, 4);
        assert!(ids.iter().all(|id| is_running(*id)));
        let told = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(told.is_ok_and(|status| status.success()));
        let end = Instant::now() + A_LONG_TIME;
        while child.try_wait().expect("a state").is_none() {
            assert!(Instant::now() < end, "{signal}: the program goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
        while ids.iter().any(|id| is_running(*id)) {
            assert!(Instant::now() < end, "{signal} {}: some live on", args[0]);
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Everything that a failing bot has started ends with it, while the arena goes
/// on.
#[cfg(target_os = "linux")]
#[test]
fn nothing_outlives_a_bot() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("processes");
    let on_go = format!(
        "(setsid sh -c 'echo $$ >> {}; exec sleep 4717' &); sleep 0.2; exit 3",
        note.display()
    );
    let parent = bot(folder.path(), "parent", &on_go);
    let args = [
        "arena", "gridlock", &parent, "random", "--games", "2", "--time", "20s",
    ];
    let played = run(&args);
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    assert!(
        played.stderr.contains("it ended (exit status: 3)"),
        "{}",
        played.stderr
    );
    let ids = noted(&note, 2);
    assert!(ids.iter().all(|id| !is_running(*id)), "{ids:?}");
    assert!(
        played
            .stdout
            .contains("time losses 0, crashes 2, illegal moves 0, protocol errors 0"),
        "{}",
        played.stdout
    );
}

/// A bot with the rights of its user can end or stop its guard. It does not outlive the program by
/// that, and what it started does not either.
#[cfg(target_os = "linux")]
#[test]
fn nothing_outlives_a_guard() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("processes");
    for signal in ["KILL", "STOP"] {
        // The first game is played on without the guard, if the program allows it.
        let on_go = format!(
            "[ -e {note} ] || {{ (setsid sh -c \"trap '' INT TERM HUP QUIT; echo \\$\\$ >> {note}; \
             kill -{signal} $PPID; exec sleep 4718\" <&- >&- 2>&- &); echo $$ >> {note}; \
             sleep 0.3; }}; echo \"bestmove $first\"",
            note = note.display()
        );
        let rebel = bot(folder.path(), "rebel", &on_go);
        let args = [
            "arena", "gridlock", &rebel, "random", "--games", "2", "--time", "5s",
        ];
        let _ = fs::remove_file(&note);
        let played = run(&args);
        assert_eq!(played.status, Some(0), "{}", played.stderr);
        let ids = noted(&note, 2);
        assert!(ids.iter().all(|id| !is_running(*id)), "{signal}: {ids:?}");

        // Killed in the middle of a game, the program cannot clean up; a guard that was stopped
        // still does.
        if signal == "STOP" {
            let _ = fs::remove_file(&note);
            let waiting = on_go.replace("sleep 0.3", "sleep 4719");
            let rebel = bot(folder.path(), "rebel", &waiting);
            let args = ["arena", "gridlock", &rebel, "random", "--time", "1h"];
            let mut command = parlour(&args);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().expect("it starts");
            let ids = noted(&note, 2);
            std::thread::sleep(Duration::from_millis(100));
            child.kill().expect("it runs");
            let _ = child.wait();
            let end = Instant::now() + A_LONG_TIME;
            while ids.iter().any(|id| is_running(*id)) {
                assert!(Instant::now() < end, "{ids:?} live on");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

/// A host without room for another thread says so, and loses no game.
#[cfg(target_os = "linux")]
#[test]
fn a_host_without_threads_plays_no_games() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    // Only the administrator can become another user, whose threads are counted.
    if fs::metadata("/proc/self").map_or(1, |data| data.uid()) != 0 {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).expect("shared");
    let program = folder.path().join("parlour");
    fs::copy(env!("CARGO_BIN_EXE_parlour"), &program).expect("copied");
    let command = format!(
        "ulimit -u 4; exec {} arena ploy random random --games 2000 --nodes 1 --concurrency 16",
        program.display()
    );
    let mut limited = Command::new("bash");
    limited
        .args(["-c", &command])
        .stdin(Stdio::null())
        .uid(61_234);
    limited.env("PARLOUR_DATA", folder.path().join("data"));
    let played = Run::from(limited.output().expect("it runs"));
    assert_eq!(played.status, Some(1), "{}", played.stderr);
    assert!(
        played
            .stderr
            .contains("this machine cannot run another bot now:"),
        "{}",
        played.stderr
    );
}

/// A machine without room for another process has not beaten a bot.
#[test]
fn what_the_machine_cannot_do_is_no_loss_of_a_bot() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = bot(folder.path(), "first", "echo \"bestmove $first\"");
    let results = folder.path().join("results.jsonl");
    let command = format!(
        "ulimit -n 24; exec '{}' arena gridlock '{first}' '{first}' --games 400 --nodes 1 \
         --concurrency 16 --resume '{}'",
        env!("CARGO_BIN_EXE_parlour"),
        results.display()
    );
    let mut limited = Command::new("sh");
    limited.args(["-c", &command]).stdin(Stdio::null());
    limited.env("PARLOUR_DATA", folder.path().join("data"));
    let played = Run::from(limited.output().expect("it runs"));
    assert_eq!(played.status, Some(1), "{}", played.stdout);
    assert!(
        played
            .stderr
            .contains("this machine cannot run another bot now: Too many open files"),
        "{}",
        played.stderr
    );
    assert!(
        played.stderr.contains("continue with --resume"),
        "{}",
        played.stderr
    );
    let kept = fs::read_to_string(&results).expect("there");
    assert!(!kept.contains("failed"), "{kept}");
    assert!(!played.stdout.contains("(failed"), "{}", played.stdout);
}

#[test]
fn times_and_failures_of_bots_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let out = out.to_str().expect("a name");
    let slow = bot(
        folder.path(),
        "slow",
        "echo info depth 2 score 0.5 nodes 7; sleep 0.3; echo \"bestmove $first\"",
    );
    let args = [
        "arena", "gridlock", &slow, "random", "--games", "2", "--seed", "1", "--time",
    ];
    // Without a margin it is late; with one it is not.
    let late = run(&[&args[..], &["100ms", "--json"]].concat());
    let line: serde_json::Value = serde_json::from_str(&late.stdout).expect("JSON");
    let player = &line["players"][0];
    assert_eq!(
        (&player["time_losses"], &player["failures"]),
        (&2.into(), &2.into())
    );
    assert_eq!(line["players"][1]["time_losses"], 0);
    assert!(line["players"][1]["milliseconds"].is_null(), "{line}");
    let margin = ["100ms", "--margin", "20s", "--out", out];
    let played = run(&[&args[..], &margin].concat());
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    let told = "time losses 0, crashes 0, illegal moves 0, protocol errors 0";
    assert!(played.stdout.contains(told), "{}", played.stdout);
    assert!(played.stdout.contains("slow took "), "{}", played.stdout);
    let summary = fs::read_to_string(Path::new(out).join("results.json")).expect("there");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    let player = &summary["players"][0];
    assert!(player["milliseconds"].as_f64() >= Some(300.0), "{player}");
    assert!(
        player["total"].as_f64() >= player["milliseconds"].as_f64(),
        "{player}"
    );
    let csv = fs::read_to_string(Path::new(out).join("results.csv")).expect("there");
    let heading = csv.lines().next().expect("a heading");
    assert!(
        heading.ends_with(",failed,reason,failure,milliseconds"),
        "{csv}"
    );
    let moves = fs::read_to_string(Path::new(out).join("moves/000001.jsonl")).expect("there");
    let first = moves.lines().next().expect("a move");
    let first: serde_json::Value = serde_json::from_str(first).expect("JSON");
    // Two moves are the opening that both players get.
    assert_eq!((&first["seat"], &first["step"]), (&0.into(), &2.into()));
    assert_eq!((&first["depth"], &first["nodes"]), (&2.into(), &7.into()));
    assert_eq!(first["score"], 0.5);
    assert!(first["milliseconds"].as_f64() >= Some(300.0), "{first}");
    assert!(
        first["move"]
            .as_str()
            .is_some_and(|text| text.contains(',')),
        "{first}"
    );
}

#[test]
fn a_check_tests_what_is_hidden_where_something_is() {
    let checked = |args: &[&str]| run(&[&["check-bot"], args].concat()).stdout;
    // If only the hider knows the target, the game itself hides nothing.
    let ships = checked(&["ships", "consistent"]);
    assert!(
        ships.contains("ok     it uses no hidden information (6 pairs of different states"),
        "{ships}"
    );
    let alone = checked(&["labyrinth", "greedy", "--players", "1"]);
    assert!(!alone.contains("(0 pairs"), "{alone}");
    assert!(
        alone.contains("pairs of different states that look alike)"),
        "{alone}"
    );
}

/// Where nothing can be chosen, nothing is tested: then it is asked about in the usual setup.
#[test]
fn a_check_says_in_how_many_positions_it_tested() {
    for size in ["1x1", "3x3"] {
        let checked = run(&["check-bot", "gridlock", "random", "--size", size]).stdout;
        let said = "ok     equal seeds give equal moves (6 positions, each asked about twice)";
        assert!(checked.contains(said), "{size}: {checked}");
    }
}

#[test]
fn more_games_than_can_be_played_are_refused() {
    for games in [
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
    ] {
        let refused = run(&["arena", "gridlock", "random", "random", "--games", games]);
        assert_eq!(refused.status, Some(2), "{games}: {}", refused.stdout);
        assert!(refused.stderr.contains("--games"), "{}", refused.stderr);
        assert!(!refused.stderr.contains("panicked"), "{}", refused.stderr);
    }
}

#[test]
fn nothing_else_is_read_from_where_players_type() {
    is_refused_at_once(&["play", "ur", "--plain", "--dice", "-"], "--dice");
    is_refused_at_once(&["play", "ur", "--plain", "--load", "-"], "--load");
}

/// The command does not wait for a standard input that has no end.
#[track_caller]
fn is_refused_at_once(args: &[&str], option: &str) {
    let mut command = parlour(args);
    // A pipe that nobody closes.
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let open = child.stdin.take();
    let end = Instant::now() + A_LONG_TIME;
    while child.try_wait().expect("a state").is_none() {
        if Instant::now() > end {
            let _ = child.kill();
            panic!("it hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(open);
    let refused = Run::from(child.wait_with_output().expect("it ended"));
    assert_eq!(refused.status, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains(option), "{}", refused.stderr);
}
