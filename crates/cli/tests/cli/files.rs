//! Files: where they may be, how large, and that nothing is lost.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use super::program::{parlour, run};

const ARENA: [&str; 7] = [
    "arena", "ur", "greedy", "random", "--games", "2", "--seed=1",
];

/// The arena with more arguments.
fn arena<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ARENA.iter().copied().chain(more.iter().copied()).collect()
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a name")
}

#[cfg(unix)]
#[test]
fn results_go_where_a_link_leads_and_the_mode_stays() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let [target, link] = ["target.csv", "link.csv"].map(|name| folder.path().join(name));
    fs::write(&target, "old").expect("written");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("a mode");
    symlink("target.csv", &link).expect("a link");
    let played = run(&arena(&["--csv", name(&link)]));
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    assert!(link.is_symlink());
    let written = fs::read_to_string(&target).expect("there");
    assert!(written.starts_with("game,players,"), "{written}");
    let mode = fs::metadata(&target).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn results_are_told_though_a_file_fails_and_a_device_stays_one() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("ratings.svg");
    let played = run(&arena(&["--csv", "/dev/full", "--svg", name(&picture)]));
    assert_eq!(played.status, Some(1));
    assert!(played.stdout.contains("greedy"), "{}", played.stdout);
    let said = "error: cannot write /dev/full: No space left on device";
    assert!(played.stderr.starts_with(said), "{}", played.stderr);
    assert!(picture.exists(), "the other one is written");
    let device = fs::metadata("/dev/full").expect("there");
    assert!(device.file_type().is_char_device());
}

#[cfg(unix)]
#[test]
fn what_is_written_to_standard_output_stands_beside_what_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all");
    let file = File::create(&path).expect("a file");
    let status = parlour(&arena(&["--csv", "/dev/stdout"]))
        .stdout(file)
        .status();
    assert!(status.expect("it ends").success());
    let all = fs::read_to_string(&path).expect("text");
    assert!(all.starts_with("The Royal Game of Ur: 2 games"), "{all}");
    assert!(all.contains("\ngame,players,winner"), "{all}");
}

#[test]
fn a_place_that_takes_no_file_is_told_before_the_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "x").expect("written");
    let below = file.join("results.csv");
    for (option, place) in [
        ("--csv", name(&below)),
        ("--plot", name(&file.join("results.svg"))),
        ("--csv", name(folder.path())),
        ("--out", name(&file)),
    ] {
        let refused = run(&arena(&[option, place]));
        assert_eq!(refused.status, Some(1), "{option}");
        assert_eq!(refused.stdout, "", "{option}");
        assert!(
            refused.stderr.starts_with("error: cannot"),
            "{}",
            refused.stderr
        );
    }
}

/// Otherwise the file written last would be all that is left, even of hours of results.
#[cfg(unix)]
#[test]
fn no_file_is_to_hold_two_things() {
    let folder = tempfile::tempdir().expect("a folder");
    let [results, link] = ["results.svg", "link.svg"].map(|name| folder.path().join(name));
    let (results, out) = (name(&results), name(folder.path()));
    let first = run(&arena(&["--resume", results]));
    assert_eq!(first.status, Some(0), "{}", first.stderr);
    let before = fs::read(results).expect("there");
    std::os::unix::fs::symlink("results.svg", &link).expect("a link");
    let [table, summary] =
        ["csv", "json"].map(|ending| folder.path().join("results").with_extension(ending));
    for more in [
        &["--resume", results, "--csv", results][..],
        &["--resume", results, "--plot", name(&link)],
        &["--merge", results, "--csv", results],
        &["--csv", "both.svg", "--plot", "./both.svg"],
        &["--out", out, "--csv", name(&summary)],
    ] {
        let refused = run(&arena(more));
        assert_eq!(refused.status, Some(2), "{more:?}");
        let said = "cannot hold both the ";
        assert!(refused.stderr.contains(said), "{}", refused.stderr);
    }
    assert_eq!(fs::read(results).expect("there"), before);
    // The same table twice is none the worse for it.
    let twice = run(&arena(&["--out", out, "--csv", name(&table)]));
    assert_eq!(twice.status, Some(0), "{}", twice.stderr);
}

/// What takes hours finds out at once that its result has no place.
#[test]
fn a_place_that_takes_no_file_is_told_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("missing/result.svg");
    let record = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/amy-and-bill.ploy"
    );
    for work in [
        &["review", record, "--time", "1h", "-o"][..],
        &["ploy", "tune", "--out"],
    ] {
        let refused = run(&[work, &[name(&path)]].concat());
        assert_eq!(refused.status, Some(1), "{work:?}");
        assert_eq!(refused.stdout, "", "{work:?}");
        assert!(
            refused.stderr.contains("there is no folder"),
            "{}",
            refused.stderr
        );
    }
}

/// A bot that never moves.
#[cfg(unix)]
const SLEEPER: &str =
    "exec:sh -c 'read a; echo parlourok; read b; read c; echo readyok; cat >/dev/null'";

#[cfg(unix)]
#[test]
fn two_arenas_do_not_write_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.jsonl");
    let args = [
        "arena",
        "ploy",
        SLEEPER,
        "random",
        "--nodes",
        "1",
        "--resume",
        name(&path),
    ];
    let mut first = parlour(&args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let begun = std::time::Instant::now();
    while fs::read(&path).map_or(0, |bytes| bytes.len()) == 0 {
        assert!(begun.elapsed().as_secs() < 60, "it does not begin");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let second = run(&args);
    first.kill().expect("it runs");
    first.wait().expect("it ends");
    assert_eq!(second.status, Some(1));
    assert!(
        second
            .stderr
            .contains("another program is writing it; wait"),
        "{}",
        second.stderr
    );
    assert_eq!(second.stdout, "");
}

#[test]
fn a_proof_leaves_other_files_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("letter");
    for letter in ["Dear Anna", "Dear Anna,\nhow are you?\n"] {
        fs::write(&path, letter).expect("written");
        for more in [&["--time", "0s"][..], &["--sample", "1"]] {
            let args = ["solve", "ships", "--prove", "--journal", name(&path)];
            let refused = run(&[&args[..], more].concat());
            assert_eq!(refused.status, Some(1));
            let said = refused.stderr;
            assert!(
                said.contains("this is not a results file of a proof"),
                "{said}"
            );
            assert_eq!(fs::read_to_string(&path).expect("there"), letter);
        }
    }
}

#[test]
fn lines_of_a_proof_can_be_proved_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ships.proof");
    let whole = include_str!("../../../../docs/ships.proof");
    // The guesses that look worst take no time.
    let lines: Vec<&str> = whole.lines().collect();
    let text = [&lines[..1], &lines[1239..], &[""]].concat().join("\n");
    fs::write(&path, &text).expect("written");
    let args = [
        "solve",
        "ships",
        "--prove",
        "--journal",
        name(&path),
        "--sample",
        "5",
    ];
    let again = run(&args);
    assert_eq!(again.status, Some(0), "{}", again.stderr);
    assert!(
        again
            .stdout
            .starts_with("proved again  2 lines, all true\n"),
        "{}",
        again.stdout
    );
    assert_eq!(fs::read_to_string(&path).expect("there"), text);
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let left = folder.path().join(".parlour-1-0.tmp");
    fs::write(&left, "half a table").expect("written");
    let solved = parlour(&["solve", "ur", "--pieces", "1", "--table"])
        .env("PARLOUR_DATA", folder.path())
        .status();
    assert!(solved.expect("it ends").success());
    assert!(!left.exists());
    assert!(folder.path().join("ur-1.table").exists());
}

#[test]
fn no_file_takes_all_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sparse.ur");
    let file = File::create(&path).expect("a file");
    file.set_len(12 << 30).expect("a sparse file");
    drop(file);
    let [path, named] = [name(&path).to_owned(), format!("@{}", name(&path))];
    for args in [
        &["check", &path][..],
        &["replay", &path],
        &["review", &path],
        &["draw", &path],
        &["json", "ur", &named],
        &["play", "ur", "--load", &path],
        &["play", "ur", "--dice", &path],
        &["apply", "ur", &named],
        &["ur", "winner", &path],
        &["labyrinth", "import", &path],
        &["arena", "ur", "greedy", "random", "--resume", &path],
        &["solve", "ships", "--prove", "--journal", &path],
    ] {
        let refused = run(args);
        assert_eq!(refused.status, Some(1), "{args:?}");
        let said = format!("{}{}", refused.stdout, refused.stderr);
        assert!(
            said.contains("it is too large: at most 256 MiB are read")
                || said.contains("it has a line of more than 1 MiB"),
            "{args:?}: {said}"
        );
    }
}

/// A pipe that nobody writes to is refused where results are put together.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_results_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let good = folder.path().join("good.jsonl");
    let played = run(&arena(&["--resume", name(&good)]));
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    let merged = run(&arena(&["--merge", name(&good), name(&pipe)]));
    assert_eq!(merged.status, Some(1), "{}", merged.stdout);
    assert!(
        merged.stderr.contains("it is not a regular file"),
        "{}",
        merged.stderr
    );
}

/// A backup is read line by line, and a line without an end is refused.
#[cfg(unix)]
#[test]
fn a_backup_without_an_end_of_line_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let sparse = folder.path().join("sparse");
    let file = fs::File::create(&sparse).expect("created");
    file.set_len(3 << 30).expect("sparse");
    let data = folder.path().join("data");
    let restored = run(&["serve", "--data", name(&data), "--restore", name(&sparse)]);
    assert_eq!(restored.status, Some(1), "{}", restored.stderr);
    assert!(
        restored.stderr.contains("it is too large: at most 64 MiB"),
        "{}",
        restored.stderr
    );
}

#[test]
fn a_folder_without_records_is_a_mistake() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("notes.txt"), "x").expect("written");
    let checked = run(&["check", name(folder.path())]);
    assert_eq!(checked.status, Some(1));
    assert!(
        checked.stdout.contains("error[no-records]: "),
        "{}",
        checked.stdout
    );
    let json = run(&["check", "--json", name(folder.path())]);
    assert_eq!(json.status, Some(1));
    assert!(
        json.stdout.contains("\"code\":\"no-records\""),
        "{}",
        json.stdout
    );
}

#[cfg(unix)]
#[test]
fn help_that_cannot_be_printed_is_an_error() {
    for args in [
        &["--help"][..],
        &["play", "--help"],
        &["--version"],
        &["man"],
        &["games"],
    ] {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("there");
        let status = parlour(args).stdout(full).stderr(Stdio::null()).status();
        assert_eq!(status.expect("it ends").code(), Some(1), "{args:?}");
    }
}
