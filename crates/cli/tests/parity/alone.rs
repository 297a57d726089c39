//! The host alone, without a front end.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour_arena::{External, Spec, Timeouts};
use parlour_core::{AnyBot, Budget, Fault, Match, Seed, SetupValues, Tables};
use parlour_host::{Dice, Host, Keeper, Kept, Next, Seating, World, default_names};

use crate::{Action, Front, SEED, Script};

/// A game that is kept in memory.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<String>>);

impl Keeper for Memory {
    fn begin(&mut self, text: &str) -> Result<(), String> {
        text.clone_into(&mut self.0.lock().expect("alive"));
        Ok(())
    }

    fn append(&mut self, text: &str) -> Result<(), String> {
        self.0.lock().expect("alive").push_str(text);
        Ok(())
    }

    fn cut(&mut self, length: usize) -> Result<(), String> {
        self.0.lock().expect("alive").truncate(length);
        Ok(())
    }

    fn finish(&mut self, _: Option<&str>) -> Result<(), String> {
        Ok(())
    }
}

pub(crate) struct Alone {
    host: Host,
    kept: Memory,
    was_called: bool,
}

fn world() -> World {
    World {
        tables: Tables::none(),
        recruiter: Arc::new(|game, kind, seed, tables| {
            let fault = |why: String| Fault(why);
            match Spec::read(game, kind).map_err(|bad| fault(bad.to_string()))? {
                Spec::Own(name) => game
                    .bot(&name, seed, tables)
                    .ok_or_else(|| fault(name.clone())),
                Spec::Exec(command) => External::start(game, &command, patience())
                    .and_then(|mut bot| bot.new_game(seed).map(|()| bot))
                    .map(|bot| Box::new(bot) as Box<dyn AnyBot>)
                    .map_err(|trouble| fault(trouble.to_string())),
            }
        }),
        seals: true,
    }
}

/// Nobody loses on time here.
fn patience() -> Timeouts {
    Timeouts {
        margin: Duration::from_secs(10),
        ..Timeouts::default()
    }
}

fn budget() -> Budget {
    Budget {
        time: Some(Duration::from_secs(2)),
        ..Budget::default()
    }
}

impl Alone {
    pub(crate) fn new(script: &Script, _: &Path) -> Self {
        let game = parlour_catalog::game(script.game).expect("listed");
        let mut values = SetupValues::new();
        for (name, value) in script.setup {
            values.set(name, *value);
        }
        let mut start = game
            .start(&values, &mut Seed::new(SEED).deal())
            .expect("a sound setup");
        let bots: Vec<bool> = script.seats.iter().map(|kind| kind != "human").collect();
        start.seat_bots(&bots);
        let names = default_names(&*start, &script.seats);
        let seating = Seating {
            game,
            played: Match::new(start, names),
            setup: Some(values),
            kinds: script.seats.clone(),
            budget: budget(),
            dice: match script.dice {
                "" => Dice::Thrown,
                dice => Dice::Listed(dice.lines().map(str::to_owned).collect()),
            },
            seed: SEED,
        };
        Alone::with(Host::new(seating, world()), Memory::default())
    }

    fn with(mut host: Host, kept: Memory) -> Self {
        host.keep_with(Box::new(kept.clone()));
        Alone {
            host,
            kept,
            was_called: false,
        }
    }

    /// Does everything that needs no person.
    fn advance(&mut self) {
        loop {
            match self.host.next() {
                Next::HandOver(seat) => {
                    self.host.arrive(seat);
                    self.was_called = true;
                }
                Next::Throw => self.host.throw(),
                Next::Settle => self.host.settle(),
                Next::Think(_) => {
                    let task = self.host.think().expect("a bot is to think");
                    self.host.answer(task.run(None));
                }
                Next::Move(_) | Next::Roll | Next::Over(_) => {
                    assert_eq!(self.host.take_notices(), [""; 0]);
                    return;
                }
                next @ (Next::Thinking(_) | Next::Stuck(_)) => panic!("{next:?}"),
            }
        }
    }

    /// The text of the move that is meant.
    pub(crate) fn chosen(&mut self, action: Action) -> String {
        self.advance();
        let moves = self.host.position().moves();
        let chosen = match action {
            Action::Move(text) => return text.to_owned(),
            Action::First => moves.first(),
            Action::Last => moves.last(),
            Action::Undo | Action::Leave => None,
        };
        chosen.expect("a move").clone()
    }

    /// What the person to move was told last.
    pub(crate) fn said(&mut self) -> String {
        self.advance();
        let said = self.host.said(self.host.viewer(), 0).next_back();
        said.map_or(String::new(), |said| said.text.to_string())
    }
}

impl Front for Alone {
    fn play(&mut self, text: &str, _: &str) {
        self.advance();
        self.host.play(text).expect(text);
    }

    fn undo(&mut self) {
        self.advance();
        assert!(self.host.undo());
    }

    fn leave(&mut self) {
        self.advance();
        let text = self.kept.0.lock().expect("alive").clone();
        let kept = Kept::read(&text, parlour_catalog::game).expect("it was kept");
        let host = Host::new(kept.seating(budget(), SEED), world());
        *self = Alone::with(host, self.kept.clone());
    }

    fn words(&mut self) -> String {
        self.advance();
        let words = self.host.position().in_words(self.host.viewer());
        words.expect("a small board")
    }

    fn was_called(&mut self) -> bool {
        std::mem::take(&mut self.was_called)
    }

    fn record(&mut self) -> String {
        self.advance();
        self.host.save().text
    }
}
