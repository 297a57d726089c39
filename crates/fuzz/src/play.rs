//! A game in which anything is done at any time.

use std::sync::{Arc, Mutex, PoisonError};

use parlour_core::{Budget, Match, SetupValues, Tables, luck};
use parlour_host::{Answer, Dice, HUMAN, Host, Keeper, Kept, Next, Seating, World, default_names};

/// Where a game is kept.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Option<String>>>);

impl Memory {
    fn with<T>(&self, change: impl FnOnce(&mut Option<String>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Keeper for Memory {
    fn begin(&mut self, text: &str) -> Result<(), String> {
        self.with(|kept| *kept = Some(text.to_owned()));
        Ok(())
    }

    fn append(&mut self, text: &str) -> Result<(), String> {
        self.with(|kept| kept.get_or_insert_default().push_str(text));
        Ok(())
    }

    fn cut(&mut self, length: usize) -> Result<(), String> {
        self.with(|kept| kept.get_or_insert_default().truncate(length));
        Ok(())
    }

    fn finish(&mut self, _: Option<&str>) -> Result<(), String> {
        self.with(|kept| *kept = None);
        Ok(())
    }
}

/// Requests that may take as long as they want.
const LONG: [&str; 5] = ["think", "advise", "prepare", "review", "puzzle"];

/// A page's module answers every request, a line each, whether it makes sense or not.
pub(crate) fn page(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut session = parlour_wasm::Session::new();
    for request in text
        .lines()
        .filter(|line| !LONG.iter().any(|word| line.contains(word)))
    {
        let answer = session.ask(request, &|_| {});
        let answer: Result<serde_json::Value, _> = serde_json::from_str(&answer);
        assert!(answer.is_ok_and(|answer| answer.is_object() || answer.is_array()));
    }
}

/// The first bytes say what is played and by whom; each of the others is an
/// action, whether it makes sense or not.
pub(crate) fn host(bytes: &[u8]) {
    let [game, kinds, seed, actions @ ..] = bytes else {
        return;
    };
    let games = parlour_catalog::games();
    let game = games[usize::from(*game) % games.len()];
    let luck = &mut luck::seeded(u64::from(*seed));
    let mut setup = SetupValues::new();
    // Every answer is compared with all targets: on a small board there are few.
    if game.info().id == "ships" && seed % 8 != 0 {
        setup.set("board", "4x4");
        setup.set("ships", "2");
    }
    let Ok(mut start) = game.start(&setup, luck) else {
        return;
    };
    let is_bot = |seat: u8| kinds >> seat.min(7) & 1 == 1;
    let seats: Vec<bool> = (0..start.seats()).map(is_bot).collect();
    start.seat_bots(&seats);
    let kind = |is_bot: &bool| if *is_bot { "random" } else { HUMAN }.to_owned();
    let kinds: Vec<String> = seats.iter().map(kind).collect();
    let names = default_names(&*start, &kinds);
    let mut host = Host::new(
        Seating {
            game,
            played: Match::new(start, names),
            setup: Some(setup),
            kinds,
            budget: Budget {
                nodes: Some(1),
                ..Budget::default()
            },
            dice: Dice::Thrown,
            seed: u64::from(*seed),
        },
        World::own(Tables::none()),
    );
    let memory = Memory::default();
    host.keep_with(Box::new(memory.clone()));
    for action in actions {
        act(&mut host, *action);
        let _ = host.take_notices();
    }
    // Whatever was done, the kept game is the one that was played, and its record can be read.
    if let Some(text) = memory.with(|kept| kept.clone()) {
        let kept = Kept::read(&text, parlour_catalog::game);
        let kept = kept.unwrap_or_else(|bad| panic!("{bad}:\n{text}"));
        assert_eq!(kept.played.steps(), host.played().steps());
    }
    let record = host.save().text;
    let reading = host.game().read_record(record.as_bytes());
    assert!(reading.is_valid() || reading.unfinished, "{record}");
}

fn act(host: &mut Host, action: u8) {
    let seat = |host: &Host| match host.next() {
        Next::HandOver(seat) | Next::Move(seat) | Next::Think(seat) | Next::Thinking(seat) => {
            Some(seat)
        }
        _ => None,
    };
    match action {
        // Mostly what is right at the moment.
        0..=127 => match host.next() {
            Next::HandOver(seat) => host.arrive(seat),
            Next::Move(_) | Next::Roll => {
                // One of the first, without writing them all: some positions have thousands.
                let index = usize::from(action);
                let mut found = [index, index % 8, 0].into_iter();
                let chosen = found.find_map(|index| host.position().move_at(index));
                let chosen = chosen.expect("there is a move");
                host.take(chosen).expect("a move that was listed");
            }
            Next::Throw => host.throw(),
            Next::Think(_) | Next::Thinking(_) => {
                if let Some(task) = host.think() {
                    host.answer(task.run(None));
                }
            }
            Next::Settle => host.settle(),
            Next::Stuck(_) | Next::Over(_) => {
                host.undo();
            }
        },
        // And anything else.
        128..=143 => {
            host.undo();
        }
        144..=151 => host.throw(),
        152..=159 => host.settle(),
        160..=167 => {
            if let Some(seat) = seat(host) {
                host.arrive(seat);
            }
        }
        168..=175 => {
            let _ = host.play("no such move");
        }
        176..=183 => {
            // A move that was legal once may no longer be.
            let steps = host.played().steps();
            let step = steps
                .get(usize::from(action - 176))
                .map(ToString::to_string);
            let _ = step.map(|step| host.play(&step));
        }
        184..=191 => {
            if let Some(task) = host.think() {
                host.answer(Answer::broken(task.handle(), "it broke down"));
            }
        }
        192..=199 => {
            // An answer that comes too late.
            if let Some(task) = host.think() {
                host.undo();
                host.answer(task.run(None));
            }
        }
        200..=207 => host.hurry(),
        _ => {
            let viewer = host.viewer();
            let _ = host.said(viewer, 0).count();
            let _ = host.position().view_text(viewer);
        }
    }
}
