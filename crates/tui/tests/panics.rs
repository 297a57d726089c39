//! After a panic the terminal is as it was before.
#![cfg(unix)]

use std::io::{Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use parlour_core::{Budget, Match, SetupValues, Tables, luck};
use parlour_host::{Dice, Seating, World};
use parlour_tui::{Colours, Look, Settings, Sitting, Start};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// Set in the process that is to panic.
const IN_TERMINAL: &str = "PARLOUR_TEST_IN_TERMINAL";

/// Nothing takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Not a test by itself: this runs in the terminal of the test below.
#[test]
fn breaks_down_while_saving() {
    let Some(folder) = std::env::var_os(IN_TERMINAL).map(PathBuf::from) else {
        return;
    };
    let game = parlour_catalog::game("gridlock").expect("listed");
    let start = game
        .start(&SetupValues::new(), &mut luck::seeded(1))
        .expect("the usual setup");
    let seating = Seating {
        game,
        played: Match::new(start, vec!["Amy".to_owned(), "Bill".to_owned()]),
        setup: None,
        kinds: Vec::new(),
        budget: Budget::default(),
        dice: Dice::Thrown,
        seed: 1,
    };
    let settings = Settings {
        look: Look {
            colours: Colours::Sixteen,
            ascii: false,
            theme: parlour_tui::Theme::Dark,
            on_light: false,
            cell: None,
        },
        time: Duration::from_secs(1),
        look_at_records: None,
        seed: None,
        data: folder.join("data"),
        world: World::own(Tables::none()),
        folder,
        motion: false,
        offer_lessons: false,
        rasteriser: None,
        zone: jiff::tz::TimeZone::UTC,
        write: |_, _| panic!("the disk is on fire"),
    };
    parlour_tui::run(Start::Play(Box::new(Sitting::new(seating))), settings).expect("a terminal");
}

#[test]
fn the_terminal_is_given_back_after_a_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    let pair = native_pty_system()
        .openpty(PtySize {
            rows: 24,
            cols: 80,
            pixel_width: 0,
            pixel_height: 0,
        })
        .expect("a terminal");
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", "breaks_down_while_saving", "--nocapture"]);
    command.env(IN_TERMINAL, folder.path());
    command.env("RUST_BACKTRACE", "0");
    let mut child = pair.slave.spawn_command(command).expect("it starts");
    drop(pair.slave);
    let mut keyboard = pair.master.take_writer().expect("a keyboard");
    // Whatever happens, this ends.
    let mut killer = child.clone_killer();
    std::thread::spawn(move || {
        std::thread::sleep(PATIENCE);
        let _ = killer.kill();
    });
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let mut shown = Vec::new();
    let mut bytes = [0; 4096];
    // Save under the suggested name.
    let mut typed = [("Amy to move", "s"), ("Save as", "\r")]
        .into_iter()
        .peekable();
    while let Ok(count @ 1..) = reader.read(&mut bytes) {
        shown.extend(&bytes[..count]);
        let text = String::from_utf8_lossy(&shown);
        if let Some((_, keys)) = typed.next_if(|(wanted, _)| text.contains(wanted)) {
            keyboard.write_all(keys.as_bytes()).expect("typed");
        }
    }
    assert!(!child.wait().expect("a child").success());
    let shown = String::from_utf8_lossy(&shown);
    let given_back = shown.rfind("\x1b[?1049l").expect("left");
    let told = shown.find("the disk is on fire").expect("told");
    assert!(shown.find("\x1b[?1049h").expect("entered") < given_back);
    assert!(given_back < told, "what broke is told where it can be read");
    // The panic message is not followed by another screen.
    assert!(!shown[told..].contains("\x1b[?1049h"));
}
