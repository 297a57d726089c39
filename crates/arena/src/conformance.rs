//! Checks a bot against the protocol, point by point.

use std::thread;
use std::time::{Duration, Instant};

use parlour_core::clock::Moment;
use parlour_core::{
    AnyBot, Budget, Contestant, Ending, GameEntry, Limits, Position, Seed, SetupValues, Tables,
    Terms, Turn, below,
};

use crate::external::{External, Timeouts};

/// A point that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// What a bot must do.
    pub rule: &'static str,
    /// What was observed.
    pub found: Found,
}

/// What was observed about a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// It is right, with what was observed.
    Right(String),
    /// It is wrong.
    Wrong(Wrong),
    /// It could not be tested, and why not.
    Untested(String),
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// What was observed.
    pub why: String,
    /// What to do about it.
    pub help: &'static str,
}

/// In how many positions moves are asked for.
const POSITIONS: u64 = 24;
/// In how many of these it is asked twice.
const ASKED_TWICE: usize = 6;
/// The most moves and throws before a position.
const STEPS: u64 = 40;
/// Time for a move.
const TIME: Duration = Duration::from_millis(100);
/// How much longer a bot may take: programs share a machine.
const MARGIN: Duration = Duration::from_secs(1);
/// The node limit for a move that must be repeatable.
const NODES: u64 = 500;
/// A whole game is abandoned after this many steps.
const MOST_STEPS: u32 = 600;

/// How long to wait for anything before it counts as wrong.
const PATIENCE: Timeouts = Timeouts {
    ready: Duration::from_secs(10),
    margin: Duration::from_secs(5),
    untimed: Duration::from_secs(30),
};

/// A bot being checked.
struct Check<'a> {
    game: &'a dyn GameEntry,
    command: &'a [String],
    seed: u64,
    positions: Vec<Box<dyn Position>>,
}

/// Checks a program that plays games of this setup. `watch` gets every point as it is settled;
/// points that depend on a wrong one are skipped.
pub fn check_bot(
    game: &dyn GameEntry,
    setup: &SetupValues,
    command: &[String],
    seed: u64,
    watch: &mut dyn FnMut(&Point),
) -> Vec<Point> {
    let check = Check {
        game,
        command,
        seed,
        positions: positions(game, setup, seed),
    };
    let mut points = Vec::new();
    let mut look = |rule, found: Result<Found, Wrong>| {
        let found = found.unwrap_or_else(Found::Wrong);
        let is_right = !matches!(found, Found::Wrong(_));
        let point = Point { rule, found };
        watch(&point);
        points.push(point);
        is_right
    };
    if !look("it starts and shakes hands", check.handshake())
        || !look("it gets ready for a game", check.ready())
    {
        return points;
    }
    if look("its moves are legal", check.legal_moves()) {
        look("it answers each go with one move", check.one_move());
        look("it keeps to its time", check.time_kept());
        look("it stops when it is told to", check.stops());
        look("equal seeds give equal moves", check.repeatable(setup));
        look("it uses no hidden information", check.nothing_hidden(setup));
        look("it plays whole games", check.whole_games(setup));
    }
    look("it quits when it is told to", check.quits());
    points
}

/// Positions with a seat to move, from the beginning of random games on.
fn positions(game: &dyn GameEntry, setup: &SetupValues, seed: u64) -> Vec<Box<dyn Position>> {
    let mut positions = Vec::new();
    for number in 0..POSITIONS {
        let seed = Seed::new(seed).game(number);
        let mut luck = seed.dice();
        let Ok(mut position) = game.start(setup, &mut seed.deal()) else {
            continue;
        };
        position.seat_bots(&vec![true; usize::from(position.seats())]);
        let wanted = STEPS * number / POSITIONS;
        let mut last = None;
        for _ in 0..=wanted {
            let step = match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => position.draw_lot(&mut luck),
                Turn::Seat(_) => {
                    last = Some(position.clone());
                    let moves = position.moves().len();
                    let chosen = below(&mut luck, moves as u64).unwrap_or(0);
                    position.move_at(chosen as usize)
                }
            };
            if step.is_none_or(|step| position.take(&step).is_err()) {
                break;
            }
        }
        positions.extend(last);
    }
    positions
}

/// Positions late in a game in which there is a choice.
fn choices(positions: &[Box<dyn Position>]) -> impl Iterator<Item = &dyn Position> {
    let late = positions.iter().rev().map(|position| &**position);
    let choices = late.filter(|position| position.only_move().is_none());
    choices.take(ASKED_TWICE)
}

fn right(seen: impl Into<String>) -> Found {
    Found::Right(seen.into())
}

/// Nothing could be asked.
fn no_move() -> Found {
    Found::Untested("there is no position with a move".to_owned())
}

fn wrong(why: impl Into<String>, help: &'static str) -> Wrong {
    let why = why.into();
    Wrong { why, help }
}

impl Check<'_> {
    fn start(&self) -> Result<External, Wrong> {
        External::start(self.game, self.command, PATIENCE).map_err(|trouble| {
            wrong(
                trouble.to_string(),
                "after `parlour 1 GAME` say `id name NAME`, your options, and `parlourok`; \
                 flush standard output after every line",
            )
        })
    }

    /// A bot that is ready for a game.
    fn begin(&self) -> Result<External, Wrong> {
        let mut bot = self.start()?;
        match bot.new_game(Seed::new(self.seed).bot(0)) {
            Ok(()) => Ok(bot),
            Err(trouble) => Err(wrong(
                trouble.to_string(),
                "say `readyok` to every `isready`, and nothing to `newgame` and `setoption`",
            )),
        }
    }

    fn handshake(&self) -> Result<Found, Wrong> {
        let bot = self.start()?;
        let about = bot.about();
        let name = about.name.as_deref().ok_or_else(|| {
            let help = "say `id name NAME` before `parlourok`";
            wrong("it does not give its name", help)
        })?;
        let options = match about.options.len() {
            0 => "no options".to_owned(),
            _ => format!("options: {}", about.options.join(", ")),
        };
        let legal = match about.wants_legal {
            true => ", wants the legal moves",
            false => "",
        };
        Ok(right(format!("{name}, {options}{legal}")))
    }

    fn ready(&self) -> Result<Found, Wrong> {
        self.begin().map(|_| right(""))
    }

    /// Asks for a move, and checks that it is legal.
    fn ask(
        &self,
        bot: &mut External,
        position: &dyn Position,
        limits: &Limits,
    ) -> Result<String, Wrong> {
        match bot.advise(position, limits) {
            Ok(advice) => Ok(position.write(&advice.best)),
            Err(fault) => Err(wrong(
                format!(
                    "{fault}, after `position {}`",
                    position.view_text(position.turn().viewer())
                ),
                "answer `go` with `bestmove MOVE`, a legal move as `parlour moves` writes it; \
                 `info string` is for remarks",
            )),
        }
    }

    fn legal_moves(&self) -> Result<Found, Wrong> {
        let mut bot = self.begin()?;
        for position in &self.positions {
            self.ask(&mut bot, &**position, &Limits::time(TIME))?;
        }
        Ok(match self.positions.len() {
            0 => no_move(),
            positions => right(format!("{positions} positions")),
        })
    }

    fn one_move(&self) -> Result<Found, Wrong> {
        let mut bot = self.begin()?;
        for position in self.positions.iter().take(ASKED_TWICE) {
            self.ask(&mut bot, &**position, &Limits::time(TIME))?;
            // A second answer would come before this.
            bot.is_ready().map_err(|why| {
                let help = "say `bestmove` once for each `go`, and nothing after it";
                wrong(format!("after a move, {why}"), help)
            })?;
        }
        Ok(match self.positions.is_empty() {
            true => no_move(),
            false => right(""),
        })
    }

    fn time_kept(&self) -> Result<Found, Wrong> {
        let mut bot = self.begin()?;
        let mut longest = Duration::ZERO;
        for (number, position) in self.positions.iter().take(ASKED_TWICE).enumerate() {
            let time = [TIME / 2, TIME * 2][number % 2];
            let begun = Instant::now();
            self.ask(&mut bot, &**position, &Limits::time(time))?;
            let over = begun.elapsed().saturating_sub(time);
            longest = longest.max(over);
            if over > MARGIN {
                return Err(wrong(
                    format!(
                        "{} ms for a move of {} ms",
                        begun.elapsed().as_millis(),
                        time.as_millis()
                    ),
                    "look at the clock while thinking, and answer before `movetime` has passed",
                ));
            }
        }
        if self.positions.is_empty() {
            return Ok(no_move());
        }
        Ok(right(match longest {
            Duration::ZERO => "never over".to_owned(),
            _ => format!(
                "at most {:.1} ms over; the arena allows for that with --margin",
                longest.as_secs_f64() * 1000.0
            ),
        }))
    }

    fn stops(&self) -> Result<Found, Wrong> {
        let mut bot = self.begin()?;
        let Some(position) = self.positions.first() else {
            return Ok(no_move());
        };
        bot.tell(&**position);
        bot.say("go infinite");
        // Nothing but thoughts may come until it is told to stop.
        let end = Instant::now() + TIME * 3;
        while Instant::now() < end {
            thread::sleep(TIME / 4);
            if let Some(line) = bot.overhear()
                && !line.starts_with("info")
            {
                return Err(wrong(
                    format!("it said `{line}` before `stop`"),
                    "after `go infinite` keep the move until `stop`",
                ));
            }
        }
        let begun = Moment::now();
        bot.say("stop");
        let best = bot.best_move(&Limits::default(), begun + PATIENCE.margin);
        let help = "after `stop` say `bestmove MOVE` at once; read standard input while thinking";
        let best = best
            .map_err(|trouble| wrong(trouble.to_string(), help))?
            .text;
        if begun.elapsed() > MARGIN {
            let why = format!("it took {} ms to stop", begun.elapsed().as_millis());
            return Err(wrong(why, help));
        }
        match position.boxed_clone().apply(&best) {
            Ok(_) => Ok(right(format!("within {} ms", begun.elapsed().as_millis()))),
            Err(finding) => Err(wrong(
                format!("illegal move {best}: {}", finding.message),
                help,
            )),
        }
    }

    /// Two bots that were told the same.
    fn two_answers(
        &self,
        first: &dyn Position,
        second: &dyn Position,
        help: &'static str,
    ) -> Result<(), Wrong> {
        let answer = |position: &dyn Position| {
            let mut bot = self.begin()?;
            self.ask(&mut bot, position, &Limits::nodes(NODES))
        };
        let answers = [answer(first)?, answer(second)?];
        match &answers {
            [one, other] if one != other => Err(wrong(
                format!(
                    "{one} and then {other}, after `position {}`",
                    first.view_text(first.turn().viewer())
                ),
                help,
            )),
            _ => Ok(()),
        }
    }

    fn repeatable(&self, setup: &SetupValues) -> Result<Found, Wrong> {
        // In the requested setup there may be nothing to choose.
        let usual = match setup == &SetupValues::new() {
            true => Vec::new(),
            false => positions(self.game, &SetupValues::new(), self.seed),
        };
        let wanted: Vec<&dyn Position> = choices(&self.positions).collect();
        let wanted = match wanted.is_empty() {
            true => choices(&usual).collect(),
            false => wanted,
        };
        for position in &wanted {
            let position = *position;
            self.two_answers(
                position,
                position,
                "say `option name seed type spin default 0`, draw all random numbers from \
                 that seed, and count positions, not time, after `go nodes`",
            )?;
        }
        Ok(match wanted.len() {
            0 => Found::Untested("no position with a choice came up".to_owned()),
            positions => right(format!("{positions} positions, each asked about twice")),
        })
    }

    fn nothing_hidden(&self, setup: &SetupValues) -> Result<Found, Wrong> {
        if self.game.is_open() {
            return Ok(right("nothing is hidden in this game"));
        }
        // In the requested setup there may be nothing to hide.
        let mut comparable = setup.clone();
        for (name, value) in self.game.comparable() {
            comparable.set(name, *value);
        }
        let mut luck = Seed::new(self.seed).deal();
        let mut pairs: Vec<(Box<dyn Position>, Box<dyn Position>)> = Vec::new();
        for setup in [setup, &comparable, &SetupValues::new()] {
            let positions = positions(self.game, setup, self.seed);
            for position in choices(&positions) {
                let other = self.game.lookalike(position, &mut luck);
                if other.text() != position.text() {
                    pairs.push((position.boxed_clone(), other));
                }
            }
            if !pairs.is_empty() {
                break;
            }
        }
        for (position, other) in &pairs {
            self.two_answers(
                &**position,
                &**other,
                "choose only by `position` and the seed",
            )?;
        }
        Ok(match pairs.len() {
            0 => Found::Untested("no two states that look the same to a seat came up".to_owned()),
            pairs => right(format!("{pairs} pairs of different states that look alike")),
        })
    }

    /// A game from every seat, against random moves.
    fn whole_games(&self, setup: &SetupValues) -> Result<Found, Wrong> {
        let mut steps = 0;
        let seed = Seed::new(self.seed);
        let Ok(start) = self.game.start(setup, &mut seed.deal()) else {
            return Ok(Found::Untested(
                "no game can start from this setup".to_owned(),
            ));
        };
        let random = self.game.bots().first().map_or("random", |bot| bot.name);
        for seat in 0..usize::from(start.seats()) {
            let mut bot = self.begin()?;
            let others = (1..start.seats()).map(|other| Contestant::Own {
                name: random,
                seed: seed.bot(other.into()),
            });
            let mut contestants: Vec<Contestant<'_>> = others.collect();
            contestants.insert(seat, Contestant::Outside(&mut bot));
            let played = self.game.bout(
                &*start,
                Terms {
                    contestants,
                    tables: &Tables::none(),
                    opening: 0,
                    opening_luck: &mut seed.opening(),
                    luck: &mut seed.dice(),
                    budget: &Budget {
                        time: Some(TIME / 10),
                        nodes: Some(NODES),
                        ..Budget::default()
                    },
                    most_steps: MOST_STEPS,
                    names: None,
                    is_timed: false,
                },
            );
            let Some(played) = played else { continue };
            steps += played.steps;
            if let Ending::Forfeit { reason, .. } = played.ending {
                return Err(wrong(
                    format!(
                        "{reason}, in a game as {}",
                        start.seat_name(parlour_core::Seat(seat as u8))
                    ),
                    "answer positions from whole games like any others",
                ));
            }
        }
        Ok(match steps {
            0 => no_move(),
            steps => right(format!("{steps} moves and throws")),
        })
    }

    fn quits(&self) -> Result<Found, Wrong> {
        let mut bot = self.begin()?;
        bot.say("quit");
        let begun = Instant::now();
        match bot.ends_within(MARGIN) {
            true => Ok(right(format!("within {} ms", begun.elapsed().as_millis()))),
            false => Err(wrong(
                "it still runs a second after `quit`",
                "end the process on `quit`, and at the end of standard input",
            )),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A game may have no position to ask about: then nothing was tested, which is not a success.
    #[test]
    fn what_was_never_asked_is_untested() {
        let bot = "while read -r word rest; do case \"$word\" in \
                   parlour) echo 'id name n'; echo parlourok;; isready) echo readyok;; \
                   quit) exit;; esac; done";
        let command = ["sh", "-c", bot].map(str::to_owned);
        let check = Check {
            game: parlour_catalog::game("gridlock").expect("it is listed"),
            command: &command,
            seed: 1,
            positions: Vec::new(),
        };
        for found in [
            check.legal_moves(),
            check.one_move(),
            check.time_kept(),
            check.stops(),
        ] {
            assert_eq!(found, Ok(no_move()));
        }
    }
}
