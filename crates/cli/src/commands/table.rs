//! A game at one table, line by line: who sits there, what they say, and what
//! they are told.

mod keeping;
mod telling;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use parlour_core::{
    AnyBot, AnyStep, Diagnostic, GameEntry, Limits, Match, Seat, Turn, Viewer, caption,
    did_you_mean, luck,
};

use crate::bots;
use crate::console::Console;
use crate::files;
use crate::output::{Colour, Usage};

const HELP: &str = "\
Type a move, or one of these words:
  moves        the moves you can make
  hint         what the strongest bot would do
  value        what the position is worth
  undo         take your last move back
  save FILE    save the game (save! FILE replaces a file)
  board        show the board again
  describe     tell the board in words
  map          where hidden things can still be, in games that have them
  rules        the rules of the game
  quit         leave";

/// The words of the help, for suggestions.
const WORDS: [&str; 11] = [
    "help", "moves", "hint", "value", "undo", "save", "board", "describe", "map", "rules", "quit",
];

use parlour_tui::Autosave;
pub(crate) use parlour_tui::HUMAN;

/// Who sits in a seat.
enum Player {
    Human,
    Bot(Box<dyn AnyBot>),
}

/// A game in progress, the players around it, and who talks with them.
pub(crate) struct Table {
    game: &'static dyn GameEntry,
    played: Match,
    /// Who sits where, in words.
    kinds: Vec<String>,
    players: Vec<Player>,
    /// The file that it is kept in after every step, once there is one.
    pub(crate) autosave: Option<Autosave>,
    luck: luck::Luck,
    pub(crate) dice: Dice,
    /// Draw with plain ASCII only.
    pub(crate) ascii: bool,
    seed: u64,
    time: Duration,
    console: Console,
    colour: bool,
    /// Where the game was saved last, or came from.
    pub(crate) file: Option<PathBuf>,
    /// Steps that no file has yet.
    unsaved: bool,
    /// The present board is on the screen.
    shown: bool,
    /// Who looks at the screen, where the others must not.
    looking: Option<Seat>,
    /// A person was told what to type.
    greeted: bool,
    /// A player wanted to leave, and was told that the game is not saved.
    warned: bool,
}

/// Where the outcomes of luck come from.
pub(crate) enum Dice {
    /// The program's generator.
    Thrown,
    /// The players, who throw real dice.
    Asked,
    /// A list.
    Listed(std::vec::IntoIter<String>),
}

impl Dice {
    /// `throw`, `ask`, or a file with one outcome a line.
    pub(crate) fn read(text: &str) -> Result<Dice> {
        Ok(match text {
            "throw" => Dice::Thrown,
            "ask" => Dice::Asked,
            file => {
                let list = files::read_text(Path::new(file))?;
                let lines = list.lines().map(str::trim).filter(|line| !line.is_empty());
                let lines: Vec<String> = lines.map(str::to_owned).collect();
                Dice::Listed(lines.into_iter())
            }
        })
    }
}

/// What to do after a player's answer.
enum Next {
    Ask,
    GoOn,
    Leave,
}

impl Table {
    pub(crate) fn new(
        game: &'static dyn GameEntry,
        played: Match,
        seats: &[String],
        seed: u64,
        time: Duration,
        mut console: Console,
        colour: Colour,
    ) -> Result<Self> {
        let count = played.position().seats();
        if seats.len() > usize::from(count) {
            return Err(Usage(format!("--seat: the game has {count} seats")).into());
        }
        let mut players = Vec::new();
        for seat in Seat::all(count) {
            players.push(match seats.get(seat.index()).map(String::as_str) {
                None | Some(HUMAN) => Player::Human,
                Some(kind) => {
                    // Two bots of a kind should not think alike.
                    let bot = bots::bot(game, kind, seed ^ u64::from(seat.0))?;
                    bots::make_ready(game, kind, played.position(), &mut console)?;
                    Player::Bot(bot)
                }
            });
        }
        Ok(Table {
            game,
            played,
            kinds: (0..usize::from(count))
                .map(|seat| seats.get(seat).map_or(HUMAN, String::as_str).to_owned())
                .collect(),
            players,
            autosave: None,
            luck: luck::seeded(seed),
            dice: Dice::Thrown,
            ascii: false,
            seed,
            time,
            console,
            colour: colour.wanted(&io::stdout()),
            file: None,
            unsaved: false,
            shown: false,
            looking: None,
            greeted: false,
            warned: false,
        })
    }

    /// Plays until the players leave. The board is shown when somebody has to
    /// look at it: before a person's move, after every move of bots among
    /// themselves unless it is private, and at the end.
    pub(crate) fn play(&mut self) -> Result<()> {
        let only_bots = self.humans().next().is_none();
        let watched = only_bots && !self.game.is_private();
        loop {
            let turn = self.played.turn();
            let is_humans = match turn {
                Turn::Seat(seat) => matches!(self.players[seat.index()], Player::Human),
                Turn::Chance => matches!(self.dice, Dice::Asked),
                Turn::Over(_) => true,
            };
            if let Turn::Seat(seat) = turn
                && is_humans
                && !self.hand_over(seat)?
            {
                return Ok(());
            }
            if (is_humans || watched && turn != Turn::Chance) && !self.shown {
                self.show_board(false)?;
            }
            let next = match turn {
                Turn::Over(_) => {
                    let result = self.played.result();
                    self.console.say(&result.unwrap_or_default())?;
                    if only_bots {
                        return Ok(());
                    }
                    self.ask("The game is over (save FILE, undo, quit) > ")?
                }
                Turn::Chance => self.turn_of_luck()?,
                Turn::Seat(seat) => self.turn_of(seat)?,
            };
            if matches!(next, Next::Leave) {
                return Ok(());
            }
        }
    }

    /// Where cards are private, lets the last person go and the next one come
    /// before anything is shown; false if nobody comes.
    fn hand_over(&mut self, seat: Seat) -> Result<bool> {
        let is_last = self.looking.replace(seat) == Some(seat);
        if is_last || !self.game.is_private() || self.humans().count() < 2 {
            return Ok(true);
        }
        let name = &self.played.names()[seat.index()];
        let page = format!("Pass to {name}, who presses Enter > ");
        self.console.wipe()?;
        let is_there = self.console.ask(&page)?.is_some();
        self.console.wipe()?;
        self.shown = false;
        Ok(is_there)
    }

    /// Tells a person who moves for the first time what to type.
    fn greet(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.greeted, true) {
            return Ok(());
        }
        let example = self.played.position().moves().into_iter().next();
        let example = example.unwrap_or_default();
        self.console
            .say(&format!("Type a move, such as {example}, or help."))?;
        Ok(())
    }

    fn turn_of_luck(&mut self) -> Result<Next> {
        let outcome = match &mut self.dice {
            Dice::Thrown => {
                let drawn = self.played.position().draw_lot(&mut self.luck);
                drawn.context("luck has nothing to decide")?
            }
            Dice::Asked => {
                let possible = self.played.position().moves().join(", ");
                return self.ask(&format!("What does luck say? ({possible}) > "));
            }
            Dice::Listed(outcomes) => match outcomes.next() {
                Some(outcome) => self
                    .played
                    .position()
                    .read(&outcome)
                    .map_err(Refused::Step)?,
                None => {
                    self.console.say("The list of dice is at its end.")?;
                    return Ok(Next::Leave);
                }
            },
        };
        self.step(outcome)?;
        Ok(Next::GoOn)
    }

    fn turn_of(&mut self, seat: Seat) -> Result<Next> {
        let name = self.played.names()[seat.index()].clone();
        if let Player::Bot(bot) = &mut self.players[seat.index()] {
            let thinking = self
                .console
                .while_waiting(&format!("{name} is thinking..."))?;
            let advice = self.played.ask(&mut **bot, &Limits::time(self.time));
            drop(thinking);
            match advice {
                Ok(advice) => self.step(advice.best)?,
                Err(fault) => {
                    return self.take_over(seat, &format!("{name} cannot go on: {fault}"));
                }
            }
            return Ok(Next::GoOn);
        }
        self.greet()?;
        match self.played.position().only_move() {
            Some(only) => {
                let only = self.played.position().write(&only);
                self.ask(&format!("{name} (Enter: {only}) > "))
            }
            None => self.ask(&format!("{name} > ")),
        }
    }

    /// Lets a person move for a bot that has failed, if there is one.
    fn take_over(&mut self, seat: Seat, why: &str) -> Result<Next> {
        if self.humans().next().is_none() {
            return Err(anyhow!("{why}"));
        }
        self.console
            .say(&format!("{why}. Move for it, or save the game."))?;
        self.players[seat.index()] = Player::Human;
        Ok(Next::GoOn)
    }

    /// Asks a player until there is something to do.
    fn ask(&mut self, prompt: &str) -> Result<Next> {
        loop {
            let Some(answer) = self.console.ask(prompt)? else {
                return Ok(Next::Leave);
            };
            match self.answer(&answer)? {
                Next::Ask => {}
                next => return Ok(next),
            }
        }
    }

    fn answer(&mut self, answer: &str) -> Result<Next> {
        let (word, rest) = answer.split_once(' ').unwrap_or((answer, ""));
        let word = word.to_lowercase();
        let word = word.as_str();
        let leaving = matches!(word, "quit" | "exit" | "q");
        let warned = std::mem::replace(&mut self.warned, leaving);
        match word {
            "" => {
                if let Some(only) = self.played.position().only_move() {
                    self.step(only)?;
                    return Ok(Next::GoOn);
                }
            }
            "help" | "h" | "?" => self.console.say(HELP)?,
            "rules" => self.console.say(self.game.info().rules.trim_end())?,
            "board" => self.show_board(false)?,
            "describe" | "where" => self.describe_board()?,
            "map" => self.show_board(true)?,
            "moves" => self.list_moves()?,
            "hint" => self.hint()?,
            "value" => self.value()?,
            "save" => self.save(rest.trim(), false)?,
            "save!" => self.save(rest.trim(), true)?,
            "undo" => {
                if self.undo() {
                    self.keep();
                    self.unsaved = true;
                    self.shown = false;
                    return Ok(Next::GoOn);
                }
                self.console.say("There is nothing to take back.")?;
            }
            _ if leaving => {
                if self.autosave.is_some() {
                    self.console
                        .say("The game is kept, and can be continued.")?;
                    return Ok(Next::Leave);
                }
                if self.unsaved && self.console.interactive && !warned {
                    self.console
                        .say("The game is not saved. Type save FILE, or quit again.")?;
                } else {
                    return Ok(Next::Leave);
                }
            }
            _ => match self.typed(answer) {
                Ok(()) => return Ok(Next::GoOn),
                Err(Refused::Step(finding)) => {
                    self.console.say(&format!("{}.", finding.message))?;
                    if let Some(meant) = did_you_mean(word, WORDS) {
                        self.console.say(&format!("  did you mean {meant}?"))?;
                    } else if let Some(help) = finding.help {
                        self.console.say(&format!("  {help}"))?;
                    }
                }
                Err(Refused::Console(error)) => return Err(error.into()),
            },
        }
        Ok(Next::Ask)
    }

    /// Takes a step that a player has typed.
    fn typed(&mut self, text: &str) -> Result<(), Refused> {
        let step = self.played.position().read(text).map_err(Refused::Step)?;
        self.step(step)
    }

    /// Takes a step and says what happened.
    fn step(&mut self, step: AnyStep) -> Result<(), Refused> {
        // Everybody at the table hears it.
        let said = caption(
            self.played.names(),
            self.played.position(),
            &step,
            Viewer::Public,
        );
        let is_bots = match self.played.position().turn() {
            Turn::Seat(seat) => matches!(self.players[seat.index()], Player::Bot(_)),
            _ => false,
        };
        self.played
            .take(step)
            .map_err(|illegal| Refused::Step(illegal.at(0..0)))?;
        self.keep();
        self.unsaved = true;
        self.shown = false;
        if is_bots && self.game.is_private() {
            return Ok(());
        }
        self.console.say(&said).map_err(Refused::Console)
    }

    fn humans(&self) -> impl Iterator<Item = Seat> {
        let count = self.players.len() as u8;
        Seat::all(count).filter(|seat| matches!(self.players[seat.index()], Player::Human))
    }

    /// Goes back to where the player who asks can choose again.
    fn undo(&mut self) -> bool {
        if self.humans().count() == self.players.len() {
            return self.played.undo();
        }
        let asking = match self.played.turn() {
            Turn::Seat(seat) => Some(seat),
            _ => self.humans().next(),
        };
        asking.is_some_and(|seat| self.played.take_back(seat))
    }

    /// Who looks at the board: the player to move. Two people at one screen
    /// both see it, so they are shown what is public, unless they look one after
    /// the other.
    fn viewer(&self) -> Viewer {
        match self.played.position().turn() {
            Turn::Seat(_) if self.humans().count() > 1 && !self.game.is_private() => Viewer::Public,
            Turn::Seat(seat) => Viewer::Seat(seat),
            Turn::Chance => Viewer::Public,
            Turn::Over(_) => Viewer::All,
        }
    }

    /// Saves the game. A file that has nothing to do with it is only replaced
    /// when that is asked for.
    fn save(&mut self, name: &str, replace: bool) -> Result<()> {
        let path = match (name, &self.file) {
            ("", Some(file)) => file.clone(),
            ("", None) => {
                self.console.say("Save to which file? Type save FILE.")?;
                return Ok(());
            }
            (name, _) => {
                let mut path = PathBuf::from(name);
                if path.extension().is_none() {
                    path.set_extension(self.game.info().extension);
                }
                path
            }
        };
        let extension = path.extension().and_then(|extension| extension.to_str());
        let other = parlour_catalog::games()
            .iter()
            .map(|game| game.info())
            .find(|info| Some(info.extension) == extension && info.id != self.game.info().id);
        if let Some(other) = other {
            self.console.say(&format!(
                "Files of {} end with .{}; choose another name.",
                other.title, other.extension
            ))?;
            return Ok(());
        }
        let own = self.file.as_ref() == Some(&path);
        let shown = path.display();
        if path.exists() && !own && !replace {
            self.console.say(&format!(
                "{shown} exists already. Type save! {shown} to replace it."
            ))?;
            return Ok(());
        }
        let text = self.game.write_record(&self.played.record());
        match files::write(&path, text.as_bytes()) {
            Ok(()) => {
                self.console.say(&format!("Saved to {shown}."))?;
                self.file = Some(path);
                self.unsaved = false;
            }
            Err(error) => self.console.say(&format!("Not saved: {error:#}."))?,
        }
        Ok(())
    }
}

/// Why a step was not taken, or not told.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("{}", .0.message)]
    Step(Diagnostic),
    #[error(transparent)]
    Console(#[from] io::Error),
}
