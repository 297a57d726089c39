//! What tells one build of the players from another: results of different ones must not be mixed.

use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use parlour_core::{Advice, AnyBot, AnyStep, Limits, Match, Seed, Turn};
use parlour_files::MOST_READ;

use crate::run::Arena;
use crate::spec::Spec;

/// Decisions that are looked at, and positions that a bot may look at for each: the first ones of
/// a game, and later ones, for which it thinks longer.
const EARLY: Bench = Bench {
    decisions: 12,
    nodes: 300,
};
const LATE: Bench = Bench {
    decisions: 3,
    nodes: 3000,
};

/// The later position is two thirds through a game of random moves, which is no longer than this.
const LONGEST: usize = 90;

/// The seed of these games.
const SEED: u64 = 1;

#[derive(Clone, Copy)]
struct Bench {
    decisions: usize,
    nodes: u64,
}

impl Arena<'_> {
    /// A hash of what the players do: of what our own bots think in two short games from this
    /// setup, and of the files that other programs consist of.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let (start, later) = (self.start_match(), self.later_match());
        for player in &self.players {
            match player {
                Spec::Own(name) => {
                    hasher.update(name.as_bytes());
                    for (from, bench) in [(&start, EARLY), (&later, LATE)] {
                        for thought in from.iter().flat_map(|from| self.think(name, from, bench)) {
                            hasher.update(b"\n");
                            hasher.update(thought.as_bytes());
                        }
                    }
                }
                Spec::Exec(command) => {
                    for file in files_of(command) {
                        // A file that cannot be read fails when the bot is started.
                        hasher.update(hash_of(&file).unwrap_or(NO_FILE).as_bytes());
                    }
                }
            }
            hasher.update(b"\0");
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// A game at its start.
    fn start_match(&self) -> Option<Match> {
        let mut start = self
            .game
            .start(&self.setup, &mut Seed::new(SEED).deal())
            .ok()?;
        let seats = usize::from(start.seats());
        start.seat_bots(&vec![true; seats]);
        Some(Match::new(start, vec![String::new(); seats]))
    }

    /// The same game in the middle.
    fn later_match(&self) -> Option<Match> {
        let mut played = self.start_match()?;
        self.go_on(
            &mut played,
            "random",
            LONGEST,
            &Limits::default(),
            |_, _| true,
        );
        let mut record = played.record();
        record.steps.truncate(record.steps.len() * 2 / 3);
        Match::resume(record).ok()
    }

    /// What a bot thinks while it plays on against itself.
    fn think(&self, name: &str, from: &Match, bench: Bench) -> Vec<String> {
        let mut thoughts = Vec::new();
        let Ok(mut played) = Match::resume(from.record()) else {
            return thoughts;
        };
        let limits = Limits {
            threads: Some(NonZeroUsize::MIN),
            ..Limits::nodes(bench.nodes)
        };
        self.go_on(&mut played, name, usize::MAX, &limits, |played, advice| {
            let chosen = played.position().write(&advice.best);
            // Not to the last digit, in which machines may differ.
            let value = advice.value.map(|value| format!("{value:.3e}"));
            let value = value.unwrap_or_default();
            let nodes = advice.nodes.unwrap_or_default();
            thoughts.push(format!("{chosen}\t{value}\t{nodes}"));
            thoughts.len() < bench.decisions
        });
        thoughts
    }

    /// Plays on with this bot at every seat, for at most this many steps, and as long as `each`
    /// wants more of its advice.
    fn go_on(
        &self,
        played: &mut Match,
        name: &str,
        most: usize,
        limits: &Limits,
        mut each: impl FnMut(&Match, &Advice<AnyStep>) -> bool,
    ) {
        let seed = Seed::new(SEED);
        let mut dice = seed.dice();
        let mut bots: Vec<Option<Box<dyn AnyBot>>> = (0..played.names().len())
            .map(|seat| self.game.bot(name, seed.bot(seat), &self.tables))
            .collect();
        while played.len() < most {
            let step = match played.turn() {
                Turn::Over(_) => break,
                Turn::Chance => played.position().draw_lot(&mut dice),
                Turn::Seat(seat) => {
                    let bot = bots[seat.index()].as_mut();
                    let advice = bot.and_then(|bot| played.ask(&mut **bot, limits).ok());
                    let wanted = advice.filter(|advice| each(played, advice));
                    wanted.map(|advice| advice.best)
                }
            };
            if step.is_none_or(|step| played.take(step).is_err()) {
                break;
            }
        }
    }
}

/// Stands for a file that cannot be read.
const NO_FILE: blake3::Hash = blake3::Hash::from_bytes([0; 32]);

/// The hash of a file's content, and of its length where that is too large to be read whole.
fn hash_of(path: &Path) -> io::Result<blake3::Hash> {
    let mut file = parlour_files::open_ordinary(path)?;
    let mut hasher = blake3::Hasher::new();
    let length = file.metadata()?.len();
    if length > MOST_READ {
        hasher.update(&length.to_le_bytes());
    }
    let mut chunk = vec![0; 1 << 16];
    let mut left = MOST_READ;
    loop {
        let read = file.read(&mut chunk)?;
        if read == 0 || left == 0 {
            return Ok(hasher.finalize());
        }
        hasher.update(&chunk[..read]);
        left = left.saturating_sub(read as u64);
    }
}

/// The program of a command, and its arguments that are files.
fn files_of(command: &[String]) -> Vec<PathBuf> {
    let mut words = command.iter();
    let program = words.next().map(|program| {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let mut places = std::env::split_paths(&folders).map(|folder| folder.join(program));
        match Path::new(program).components().count() {
            1 => places.find(|place| place.is_file()),
            _ => None,
        }
        .unwrap_or_else(|| PathBuf::from(program))
    });
    let rest = words.map(PathBuf::from).filter(|path| path.is_file());
    program.into_iter().chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use parlour_core::{GameEntry, Tables};

    use super::*;
    use crate::job::Job;

    fn arena(game: &'static dyn GameEntry, players: &[&str]) -> Arena<'static> {
        let players = players.iter().map(ToString::to_string).collect();
        let job = Job::new(game, players, 1);
        job.arena(Tables::none(), Arc::default()).expect("sound")
    }

    #[test]
    fn every_bot_is_asked_early_and_late() {
        for game in parlour_catalog::games() {
            let id = game.info().id;
            for bot in game.all_bots() {
                let begun = Instant::now();
                let arena = arena(*game, &[bot.name, bot.name]);
                let later = arena.later_match().expect(id);
                assert!(later.len() > 1, "{id}");
                let early = arena.think(bot.name, &arena.start_match().expect(id), EARLY);
                let late = arena.think(bot.name, &later, LATE);
                assert!(early.len() > 1 && !late.is_empty(), "{id} {}", bot.name);
                assert_eq!(late, arena.think(bot.name, &later, LATE), "{id}");
                println!("{id} {}: {:?} {:?}", bot.name, late[0], begun.elapsed());
            }
        }
    }

    #[test]
    fn what_a_bot_thinks_is_hashed_with_its_move() {
        let ploy = parlour_catalog::game("ploy").expect("it is listed");
        let arena = arena(ploy, &["best", "random"]);
        let thoughts = arena.think("best", &arena.start_match().expect("a game"), LATE);
        let parts: Vec<&str> = thoughts[0].split('\t').collect();
        assert!(parts[1].parse::<f64>().is_ok(), "{thoughts:?}");
        assert!(parts[2].parse::<u64>().is_ok_and(|nodes| nodes > 0));
        let print = arena.fingerprint();
        assert_eq!(print, arena.fingerprint());
        assert_ne!(print, self::arena(ploy, &["best", "greedy"]).fingerprint());
    }
}
