//! Solves all stages of a game, each as soon as the stages it depends on are
//! solved.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use fearless_simd::Level;

use crate::numbering;

use super::Progress;
use super::geometry::{Geometry, SHARED, entries_up_to};
use super::plan::{Plan, Source};
use super::stage::{Key, ON_13, ON_14, Progression, Stage};
use super::sweep::{Beyond, Sweeper};

/// A stage is solved when a sweep changes no value by more than this. The
/// remaining error after the sweep is less.
const TOLERANCE: f64 = 5e-13;

/// The stages of a game that are stored.
pub(super) struct Stages {
    level: Level,
    exact_home: bool,
    geometry: Geometry,
    /// By the number of their keys; not all numbers have one.
    slots: Vec<Option<Slot>>,
}

/// A stage, solved or to be solved.
struct Slot {
    key: Key,
    stage: OnceLock<Stage>,
    /// How many of its dependencies are not solved yet.
    missing: AtomicUsize,
    /// The stages that depend on it.
    followers: Vec<Key>,
}

impl Stages {
    /// Solves all stages with up to this many pieces, and reports to `watch` after each.
    pub(super) fn solve(
        level: Level,
        pieces: u8,
        exact_home: bool,
        watch: &(dyn Fn(Progress) + Sync),
    ) -> Stages {
        let mut stages = Stages {
            level,
            exact_home,
            geometry: Geometry::new(),
            slots: (0..Key::NUMBERS).map(|_| None).collect(),
        };
        stages.schedule(pieces);
        let positions = numbering::positions(pieces) as u64;
        let solved = AtomicU64::new(0);
        let watch = |key: Key| {
            let count = stages.positions_of(key);
            let solved = count + solved.fetch_add(count, Ordering::Relaxed);
            watch(Progress { solved, positions });
        };
        let slots = stages.slots.iter().flatten();
        let ready = slots.filter(|slot| slot.missing.load(Ordering::Relaxed) == 0);
        stages.run_all(ready.collect(), &watch);
        stages
    }

    /// Makes a slot for every stage that is stored.
    fn schedule(&mut self, pieces: u8) {
        let keys: Vec<Key> = Progression::all(pieces)
            .flat_map(|red| Progression::all(pieces).map(move |green| Key { red, green }))
            .filter(|key| key.is_kept())
            .collect();
        for key in &keys {
            self.slots[key.number()] = Some(Slot {
                key: *key,
                stage: OnceLock::new(),
                missing: AtomicUsize::new(0),
                followers: Vec::new(),
            });
        }
        for key in keys {
            let needed = needs(key);
            *self.slot_mut(key).missing.get_mut() = needed.len();
            for needed in needed {
                self.slot_mut(needed).followers.push(key);
            }
        }
    }

    fn slot(&self, key: Key) -> &Slot {
        self.slots[key.number()]
            .as_ref()
            .expect("there is a slot for every stage that is kept")
    }

    fn slot_mut(&mut self, key: Key) -> &mut Slot {
        self.slots[key.number()]
            .as_mut()
            .expect("there is a slot for every stage that is kept")
    }

    /// Solves these stages and all that follow from them.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    fn run_all(&self, ready: Vec<&Slot>, watch: &(dyn Fn(Key) + Sync)) {
        rayon::scope(|scope| {
            for slot in ready {
                scope.spawn(|scope| self.run_in(scope, slot, watch));
            }
        });
    }

    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    fn run_in<'a>(
        &'a self,
        scope: &rayon::Scope<'a>,
        slot: &'a Slot,
        watch: &'a (dyn Fn(Key) + Sync),
    ) {
        for slot in self.run(slot, watch) {
            scope.spawn(|scope| self.run_in(scope, slot, watch));
        }
    }

    /// Solves these stages and all that follow from them. A page that is not isolated has one thread.
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    fn run_all<'a>(&'a self, mut ready: Vec<&'a Slot>, watch: &(dyn Fn(Key) + Sync)) {
        while let Some(slot) = ready.pop() {
            ready.extend(self.run(slot, watch));
        }
    }

    /// Solves a stage, and returns the stages that lacked only this one.
    fn run<'a>(&'a self, slot: &Slot, watch: &(dyn Fn(Key) + Sync)) -> Vec<&'a Slot> {
        slot.stage.get_or_init(|| self.solve_stage(slot.key));
        watch(slot.key);
        let followers = slot.followers.iter().map(|key| self.slot(*key));
        // The thread that counts down to zero starts the stage; by then it
        // sees the results of all others.
        followers
            .filter(|follower| follower.missing.fetch_sub(1, Ordering::AcqRel) == 1)
            .collect()
    }

    fn solve_stage(&self, key: Key) -> Stage {
        let red = self.beyond(moves_on(key.red).map(|(source, red)| (source, Key { red, ..key })));
        let green =
            self.beyond(moves_on(key.green).map(|(source, green)| (source, Key { green, ..key })));
        let mut stage = self.first_guess(key);
        let sweeper = Sweeper {
            level: self.level,
            plan: &Plan::of(&self.geometry, key, self.exact_home),
            red: borrowed(&red),
            green: borrowed(&green),
            tolerance: TOLERANCE,
        };
        while sweeper.sweep(&mut stage) > TOLERANCE {}
        stage
    }

    /// Starts from the stage with one piece less for both players, which
    /// differs little.
    fn first_guess(&self, key: Key) -> Stage {
        let fewer = |progression: Progression| {
            (progression.behind() > 0 && progression.left > 1).then(|| progression.home())
        };
        let known = fewer(key.red)
            .zip(fewer(key.green))
            .map(|(red, green)| Key { red, green });
        match known {
            Some(known) => Stage::guessed(&self.geometry, key, &self.get(known)),
            None => Stage::of(&self.geometry, key, 0.5),
        }
    }

    fn beyond(
        &self,
        moves: impl Iterator<Item = (Source, Key)>,
    ) -> [Option<Cow<'_, Stage>>; Source::COUNT] {
        let mut beyond = [const { None }; Source::COUNT];
        for (source, key) in moves {
            beyond[source as usize] = Some(self.get(key));
        }
        beyond
    }

    /// A stage that is solved, or won.
    fn get(&self, key: Key) -> Cow<'_, Stage> {
        if key.red.left == 0 {
            Cow::Owned(Stage::of(&self.geometry, key, 1.0))
        } else if key.green.left == 0 {
            Cow::Owned(Stage::of(&self.geometry, key, 0.0))
        } else if key.is_kept() {
            Cow::Borrowed(self.kept(key))
        } else {
            Cow::Owned(self.kept(key.exchanged()).exchanged(&self.geometry))
        }
    }

    pub(super) fn kept(&self, key: Key) -> &Stage {
        let solved = self.slot(key).stage.get();
        solved.expect("a stage is solved after those it depends on")
    }

    /// The positions of a stage and, if it is a different one, of the swapped
    /// stage.
    fn positions_of(&self, key: Key) -> u64 {
        let shape = key.shape(&self.geometry);
        let count: usize = (0..SHARED)
            .filter_map(|shared| self.geometry.left(shape.red, shape.green, shared))
            .map(|(red, green)| entries_up_to(red) * entries_up_to(green))
            .sum();
        let both = if key == key.exchanged() { 1 } else { 2 };
        both * count as u64
    }

    pub(super) fn geometry(&self) -> &Geometry {
        &self.geometry
    }
}

fn borrowed<'a>(beyond: &'a [Option<Cow<'a, Stage>>; Source::COUNT]) -> Beyond<'a> {
    beyond.each_ref().map(|stage| stage.as_deref())
}

/// What a player's moves to, from and beyond squares 13 and 14 make of a progression.
fn moves_on(progression: Progression) -> impl Iterator<Item = (Source, Progression)> {
    let (on_13, on_14) = (progression.last & ON_13 != 0, progression.last & ON_14 != 0);
    let is_behind = progression.behind() > 0;
    [
        (is_behind && !on_13).then(|| (Source::To13, progression.joined(ON_13))),
        (is_behind && !on_14).then(|| (Source::To14, progression.joined(ON_14))),
        is_behind.then(|| (Source::Home, progression.home())),
        (on_13 && !on_14).then_some((
            Source::From13To14,
            Progression {
                last: ON_14,
                ..progression
            },
        )),
        on_13.then(|| (Source::HomeFrom13, progression.home_from(ON_13))),
        on_14.then(|| (Source::HomeFrom14, progression.home_from(ON_14))),
    ]
    .into_iter()
    .flatten()
}

/// The stages that must be solved before this one.
fn needs(key: Key) -> Vec<Key> {
    let reds = moves_on(key.red).map(|(_, red)| Key { red, ..key });
    let greens = moves_on(key.green).map(|(_, green)| Key { green, ..key });
    let mut needed: Vec<Key> = Vec::new();
    for key in reds.chain(greens) {
        let kept = if key.is_kept() { key } else { key.exchanged() };
        if kept.red.left > 0 && kept.green.left > 0 && !needed.contains(&kept) {
            needed.push(kept);
        }
    }
    needed
}
