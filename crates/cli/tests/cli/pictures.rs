//! `draw` and `film`: pictures, into files and pipes.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::program::{guessed_twice, parlour, run, run_with_input};

fn example(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("examples").join(name).display().to_string()
}

/// A folder, and the name of a file in it.
fn room(name: &str) -> (TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    let text = path.display().to_string();
    (folder, path, text)
}

/// What a successful run wrote to its standard output.
fn piped(args: &[&str]) -> Vec<u8> {
    let output = parlour(args).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
    output.stdout
}

fn svg(args: &[&str]) -> String {
    let args: Vec<&str> = [&["draw"], args, &["--svg"]].concat();
    String::from_utf8(piped(&args)).expect("text")
}

/// The width and height that a PNG file names.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("4 bytes"));
    (number(16), number(20))
}

#[test]
fn a_png_goes_into_a_file_or_a_pipe() {
    let (_folder, path, file) = room("board.png");
    let said = run(&["draw", "ploy", "start", "-o", &file]);
    assert_eq!(
        (said.status, &*said.stdout, &*said.stderr),
        (Some(0), "", "")
    );
    let written = fs::read(&path).expect("a file");
    assert_eq!(size(&written).0, 900);
    assert_eq!(piped(&["draw", "ploy", "start", "--png"]), written);
    let small = piped(&["draw", "ploy", "start", "--png", "--width", "120"]);
    assert_eq!(size(&small).0, 120);
    assert_ne!(
        piped(&["draw", "ploy", "start", "--png", "--theme", "dark"]),
        written
    );
}

#[test]
fn the_ending_of_a_name_tells_the_format() {
    for (name, start) in [
        ("board.svg", &b"<svg "[..]),
        ("board.PNG", b"\x89PNG"),
        ("board.txt", b"+---"),
    ] {
        let (_folder, path, file) = room(name);
        let said = run(&["draw", "gridlock", "start", "-o", &file]);
        assert_eq!(said.status, Some(0), "{}", said.stderr);
        let written = fs::read(&path).expect("a file");
        assert!(written.starts_with(start), "{name}");
    }
}

#[test]
fn names_and_turn_and_result_stand_around_a_record() {
    let file = example("amy-and-bill.ploy");
    let picture = svg(&[&file, "--after", "2"]);
    for words in [">Amy (black)<", ">Bill (white)<", ">Ploy<"] {
        assert!(picture.contains(words), "{words}");
    }
    assert_ne!(picture, svg(&[&file, "--after", "3"]));
    let last = svg(&[&file, "--after", "3", "--last"]);
    assert!(last.contains(">Amy turns the Lance on f1"), "{last}");
    // The same, from standard input.
    let bytes = fs::read(&file).expect("the example");
    let from_input = run_with_input(
        &mut parlour(&["draw", "-", "--svg", "--after", "2"]),
        &bytes,
    );
    assert_eq!(from_input.stdout, picture);
}

/// An arrow cannot say which colour.
#[test]
fn a_hint_is_told_in_words_too() {
    let hint = svg(&["gridlock", "2x1 rg r.", "--hint"]);
    assert!(
        hint.contains(">Hint: Second paints (1,0) green.<"),
        "{hint}"
    );
}

#[test]
fn a_position_can_be_moved_on_from() {
    let by_move = svg(&[
        "gridlock",
        "start",
        "--move",
        "red 0,0",
        "--move",
        "green 1,1",
    ]);
    let after = run(&["apply", "gridlock", "start", "red 0,0", "green 1,1"]).stdout;
    assert_eq!(by_move, svg(&["gridlock", after.trim_end()]));
    let marked = svg(&["gridlock", "start", "--move", "red 0,0", "--last"]);
    assert_ne!(marked, svg(&["gridlock", "start", "--move", "red 0,0"]));
    let illegal = run(&["draw", "gridlock", "start", "--move", "red 9,9"]);
    assert_eq!(illegal.status, Some(1));
    assert!(
        illegal.stderr.contains("--> move 1:1:1\n"),
        "{}",
        illegal.stderr
    );
}

#[test]
fn a_hint_is_marked() {
    let plain = svg(&["gridlock", "3x3 rg r../.../..."]);
    let hint = svg(&["gridlock", "3x3 rg r../.../...", "--hint"]);
    assert!(hint.len() > plain.len());
    let over = run(&["draw", &example("amy-and-bill.ploy"), "--hint", "--svg"]);
    assert_eq!(over.status, Some(1));
    assert_eq!(over.stderr, "error: the game is over: there is no hint\n");
    let luck = run(&["draw", "ur", "start", "--hint", "--svg"]);
    assert_eq!(luck.status, Some(1));
}

#[test]
fn a_seat_sees_its_own_side_and_no_secret() {
    let secret = "target=H1,B2,D3;B3,C3,H3=0,2,1";
    let all = svg(&["ships", secret]);
    let searcher = svg(&["ships", secret, "--seat", "searcher"]);
    assert_ne!(all, searcher);
    // Another target that fits the answers looks the same.
    let other = "target=A1,B2,C2;B3,C3,H3=0,2,1";
    let answers = run(&["ships", "feedback", "A1,B2,C2", "B3,C3,H3"]).stdout;
    if answers.trim() == "0,2,1" {
        assert_eq!(svg(&["ships", other, "--seat", "searcher"]), searcher);
    }
    // A player's name works like a seat's.
    let file = example("amy-and-bill.ploy");
    let (seat, name) = (
        svg(&[&file, "--seat", "white"]),
        svg(&[&file, "--seat", "Bill"]),
    );
    assert_eq!(seat, name);
    assert_ne!(seat, svg(&[&file]));
}

#[test]
fn a_board_can_stand_alone() {
    let whole = svg(&["ploy", "start"]);
    let bare = svg(&["ploy", "start", "--bare"]);
    assert!(whole.contains(">Ploy<") && !bare.contains(">Ploy<"));
    assert!(svg(&["ploy", "start", "--no-labels"]).len() < whole.len());
    assert_eq!(
        svg(&["labyrinth", "start", "--seed", "4"]),
        svg(&["labyrinth", "start", "--seed", "4"])
    );
}

#[test]
fn what_is_asked_for_wrongly_is_refused() {
    let ploy = example("amy-and-bill.ploy");
    let (_folder, path, file) = room("x.jpg");
    let (_svg_folder, _, svg_file) = room("x.svg");
    for (args, why) in [
        (
            vec!["draw", "ploy", "start", "-o", &file],
            "its name should end in .svg or .png or .txt",
        ),
        (
            vec!["draw", "ploy", "start", "--png", "-o", &svg_file],
            "does not go with a file named .svg",
        ),
        (
            vec!["draw", "ploy", "start", "--theme", "dark"],
            "--theme is for pictures",
        ),
        (
            vec!["draw", "ploy", "start", "--svg", "--png"],
            "cannot be used with",
        ),
        (
            vec!["draw", "ploy", "start", "--png", "--width", "9"],
            "9 is not in 16..=8192",
        ),
        (
            vec!["draw", "ploy", "start", "--svg", "--theme", "pink"],
            "light, dark, contrast",
        ),
        (
            vec!["draw", "ploy", "start", "--svg", "--seat", "red"],
            "there are black, white, and public",
        ),
        (
            vec!["film", &ploy, "-o", &file],
            "its name should end in .gif or .svg",
        ),
        (vec!["film", &ploy], "--output <FILE>"),
        (
            vec!["film", &ploy, "-o", &svg_file, "--from", "5", "--to", "4"],
            "--to is before --from",
        ),
        (
            vec!["film", &ploy, "-o", &svg_file, "--speed", "0"],
            "a number from 0.1 to 20",
        ),
        (
            vec!["film", &ploy, "-o", &svg_file, "--time", "1s"],
            "--review",
        ),
    ] {
        let refused = run(&args);
        assert_eq!(refused.status, Some(2), "{args:?}: {}", refused.stderr);
        assert!(refused.stderr.contains(why), "{args:?}: {}", refused.stderr);
        assert_eq!(refused.stdout, "");
    }
    assert!(!path.exists());
    let nothing_last = run(&["draw", "ploy", "start", "--svg", "--last"]);
    assert_eq!(nothing_last.status, Some(1));
    assert!(
        nothing_last.stderr.contains("--move MOVE"),
        "{}",
        nothing_last.stderr
    );
}

/// A terminal would beep and blink at the bytes of a picture.
#[cfg(unix)]
#[test]
fn a_png_never_goes_to_a_terminal() {
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::io::Read;
    let ploy = example("amy-and-bill.ploy");
    for args in [
        &["draw", "ploy", "start", "--png"][..],
        &["film", &ploy, "--gif"],
    ] {
        let pair = native_pty_system()
            .openpty(PtySize::default())
            .expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_parlour"));
        command.args(args);
        command.env(
            "PARLOUR_DATA",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("nowhere"),
        );
        let mut child = pair.slave.spawn_command(command).expect("it starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let mut shown = Vec::new();
        // If the other end is gone, a terminal gives an error instead of an end.
        let _ = reader.read_to_end(&mut shown);
        let status = child.wait().expect("it ends");
        let shown = String::from_utf8(shown).expect("text");
        assert_eq!(status.exit_code(), 2, "{shown}");
        assert!(shown.contains("write it to a file with -o FILE"), "{shown}");
    }
}

#[test]
fn a_record_becomes_a_film() {
    let ploy = example("amy-and-bill.ploy");
    let (_folder, path, file) = room("film.gif");
    let args = ["film", &ploy, "-o", &file, "--to", "4", "--width", "200"];
    let said = run(&args);
    assert_eq!(
        (said.status, &*said.stdout),
        (Some(0), ""),
        "{}",
        said.stderr
    );
    // The start, three moves, and the last position.
    assert_eq!(said.stderr, format!("{file}: 5 positions, 7.2 s\n"));
    let written = fs::read(&path).expect("a file");
    assert!(written.starts_with(b"GIF89a"));
    // The same bytes each time, in a pipe too.
    let again = piped(&["film", &ploy, "--gif", "--to", "4", "--width", "200"]);
    assert_eq!(again, written);
    let fast = run(&[
        "film", &ploy, "-o", &file, "--to", "4", "--width", "200", "--speed", "2",
    ]);
    assert_eq!(fast.stderr, format!("{file}: 5 positions, 3.6 s\n"));
}

#[test]
fn a_record_becomes_a_document_that_plays_by_itself() {
    let bytes = fs::read(example("amy-and-bill.ur")).expect("the example");
    let mut film = parlour(&[
        "film", "-", "--svg", "--theme", "dark", "--from", "3", "--to", "9",
    ]);
    let played = run_with_input(&mut film, &bytes);
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    assert!(played.stdout.starts_with("<svg ") && played.stdout.ends_with("</svg>\n"));
    assert!(played.stdout.contains("repeatCount=\"indefinite\""));
    let still = run_with_input(
        &mut parlour(&["film", "-", "--svg", "--from", "3", "--to", "9", "--still"]),
        &bytes,
    );
    assert!(!still.stdout.contains("<animateTransform"));
}

#[test]
fn a_review_runs_along() {
    let (_folder, path, ships) = room("twice.ships");
    fs::write(path, guessed_twice()).expect("a file");
    let film = |args: &[&str]| {
        let args = [&["film", &ships, "--svg"], args].concat();
        String::from_utf8(piped(&args)).expect("text")
    };
    let (plain, reviewed) = (film(&[]), film(&["--review"]));
    assert!(!plain.contains("??") && reviewed.contains("??"));
    assert!(reviewed.contains("What every move gained, in bits"));
    let bot = run(&["film", &ships, "--svg", "--review", "--bot", "random"]);
    assert_eq!(bot.status, Some(2));
}

#[test]
fn a_bad_record_is_explained_and_an_old_film_is_kept() {
    let mistakes = example("mistakes.gridlock");
    let (_folder, path, file) = room("old.gif");
    fs::write(&path, "an old film").expect("a file");
    let refused = run(&["film", &mistakes, "-o", &file]);
    assert_eq!(refused.status, Some(1));
    assert!(
        refused.stderr.contains("mistakes.gridlock:"),
        "{}",
        refused.stderr
    );
    assert_eq!(fs::read(&path).expect("a file"), b"an old film");
    // The valid part of one can be filmed.
    let (_folder, half, half_file) = room("half.gridlock");
    let moves = "Amy plays red at (0,0).\nBill plays red at (1,0).\n";
    let head = "GRIDLOCK\nPlayers: Amy, Bill.\nGrid: 3x3.\nColours: red, green.\n";
    fs::write(half, format!("{head}{moves}")).expect("a file");
    let good = run(&[
        "film", &half_file, "-o", &file, "--to", "1", "--width", "100",
    ]);
    assert_eq!(good.stderr, format!("{file}: 2 positions, 4.8 s\n"));
    for (args, why) in [
        (
            vec!["film", "/no/such.ur", "-o", &file],
            "cannot read /no/such.ur",
        ),
        (
            vec![
                "film",
                &half_file,
                "-o",
                "/no/such/folder/x.gif",
                "--to",
                "1",
            ],
            "/no/such/folder",
        ),
        (
            vec![
                "draw",
                &mistakes,
                "--after",
                "0",
                "-o",
                "/no/such/folder/x.png",
            ],
            "/no/such/folder",
        ),
    ] {
        let refused = run(&args);
        assert_eq!(refused.status, Some(1), "{args:?}");
        assert!(refused.stderr.contains(why), "{args:?}: {}", refused.stderr);
    }
    let ploy = example("amy-and-bill.ploy");
    let beyond = run(&["film", &ploy, "-o", &file, "--to", "999"]);
    assert_eq!(beyond.status, Some(1));
    assert!(
        beyond.stderr.contains("no position after 999"),
        "{}",
        beyond.stderr
    );
}

#[test]
fn a_saved_position_is_no_film() {
    let (_folder, _, file) = room("x.gif");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let save = root.join("games/labyrinth/tests/cases/valid/15_mid_3p_7t.txt");
    let refused = run(&["film", &save.display().to_string(), "-o", &file]);
    assert_eq!(refused.status, Some(1));
    assert!(
        refused.stderr.contains("there is nothing to film"),
        "{}",
        refused.stderr
    );
}

/// Names in other scripts are shown as well as the machine can, and never lost silently.
#[test]
fn letters_that_no_font_has_are_mentioned() {
    let record = fs::read_to_string(example("amy-and-bill.ploy")).expect("the example");
    let record = record.replace("Amy", "\u{10ffff}");
    let drawn = parlour(&["draw", "-", "--png", "--after", "1"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .and_then(|mut child| {
            use std::io::Write;
            child
                .stdin
                .take()
                .expect("a pipe")
                .write_all(record.as_bytes())?;
            child.wait_with_output()
        })
        .expect("the program runs");
    let said = String::from_utf8_lossy(&drawn.stderr);
    assert!(drawn.status.success(), "{said}");
    assert_eq!(
        said,
        "note: no font has \u{10ffff}; boxes are shown instead\n"
    );
}
