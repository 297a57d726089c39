//! What a move costs early and late in a long game: it is made, written to its
//! file and shown. `cargo bench -p parlour-tui --bench steps`.

mod common;

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use parlour_core::{AnyStep, Budget, GameEntry, Match, Position, SetupValues, Turn, below, luck};
use parlour_host::{Dice, Seating};
use parlour_tui::{App, Event, Sitting, Start};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Steps before the measured ones.
const LENGTHS: [usize; 4] = [10, 100, 1_000, 10_000];

/// How many steps are measured at each length.
const MEASURED: usize = 101;

/// Moves between captures: a match without any is drawn after 200.
const QUIET: usize = 150;

/// Shields everywhere, so that there is enough to capture for a long game.
fn board() -> String {
    let row = |colour: char, lines: u8| vec![format!("{colour}{lines}"); 9].join(",");
    let back = |colour: char, lines: u8| {
        let mut fields = vec![format!("{colour}{lines}"); 9];
        fields[4] = format!("{colour}170");
        fields.join(",")
    };
    let mut rows = vec![back('w', 16)];
    rows.extend((0..3).map(|_| row('w', 16)));
    rows.push(",,,,,,,,".to_owned());
    rows.extend((0..3).map(|_| row('b', 1)));
    rows.push(back('b', 1));
    format!("{} b", rows.join("/"))
}

/// A move after which the game goes on: a capture or not, as wanted.
fn step(position: &dyn Position, captures: bool, luck: &mut luck::Luck) -> Option<AnyStep> {
    let moves = position.moves().len();
    let goes_on = |step: &AnyStep| {
        let mut next = position.boxed_clone();
        next.take(step).is_ok()
            && matches!(next.turn(), Turn::Seat(_))
            && (next.progress() != position.progress()) == captures
    };
    let first = below(luck, moves as u64)? as usize;
    let indices = (first..moves).chain(0..first);
    indices
        .filter_map(|index| position.move_at(index))
        .find(goes_on)
}

/// A long game of Ploy, the same in every run.
struct Game {
    played: Match,
    quiet: usize,
    luck: luck::Luck,
}

impl Game {
    fn new(game: &dyn GameEntry) -> Self {
        let mut values = SetupValues::new();
        values.set("board", board());
        let mut luck = luck::seeded(1);
        let start = game.start(&values, &mut luck).expect("a board");
        let names = ["Amy", "Bill"].map(str::to_owned).to_vec();
        Game {
            played: Match::new(start, names),
            quiet: 0,
            luck,
        }
    }

    /// Makes the next move, and gives its text.
    fn go_on(&mut self) -> String {
        let position = self.played.position();
        let wants = self.quiet >= QUIET;
        let captured = match wants {
            true => step(position, true, &mut self.luck),
            false => None,
        };
        self.quiet = if captured.is_some() {
            0
        } else {
            self.quiet + 1
        };
        let step = captured
            .or_else(|| step(position, false, &mut self.luck))
            .expect("there is enough to do");
        let text = position.write(&step);
        self.played.take(step).expect("the match goes on");
        text
    }
}

fn key(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

/// The median time of a move after this many steps.
fn measured(game: &'static dyn GameEntry, steps: usize) -> Duration {
    let mut long = Game::new(game);
    while long.played.len() < steps {
        long.go_on();
    }
    let folder = tempfile::tempdir().expect("a folder");
    let seating = Seating {
        game,
        played: Match::resume(long.played.record()).expect("legal steps"),
        setup: None,
        kinds: Vec::new(),
        budget: Budget::default(),
        dice: Dice::Thrown,
        seed: 1,
    };
    let now = Instant::now();
    let (sender, _events) = channel();
    let start = Start::Play(Box::new(Sitting::new(seating)));
    let mut app = App::new(start, common::settings(folder.path()), sender, now).expect("a game");
    let mut screen = Terminal::new(TestBackend::new(120, 40)).expect("memory");
    let mut times: Vec<Duration> = (0..MEASURED)
        .map(|_| {
            let text = long.go_on();
            app.update(key(KeyCode::Char(':')), now);
            for letter in text.chars() {
                app.update(key(KeyCode::Char(letter)), now);
            }
            let begun = Instant::now();
            app.update(key(KeyCode::Enter), now);
            screen.draw(|frame| app.draw(frame)).expect("memory");
            begun.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

fn main() {
    let game = parlour_catalog::game("ploy").expect("listed");
    println!("a move made, kept and shown in Ploy");
    println!("{:>7}  {:>9}", "steps", "median");
    let times = LENGTHS.map(|steps| {
        let time = measured(game, steps);
        println!("{steps:>7}  {:>6} µs", time.as_micros());
        time
    });
    let [first, .., last] = times;
    let ratio = last.as_secs_f64() / first.as_secs_f64();
    println!("the last to the first: {ratio:.2}");
}
