//! A game at one table, line by line: what the players say, and what they are
//! told. The host plays it.

mod telling;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use parlour_core::{AnyStep, Diagnostic, Save, Seat, Throw, Viewer, did_you_mean};
use parlour_host::{Dice, Host, Next, Seating, Task};
use parlour_tui::Autosave;

use crate::bots;
use crate::commands::learning::rules_text;
use crate::console::Console;
use crate::data;
use crate::files;
use crate::output::{Colour, Usage};

const HELP: &str = "\
Type a move, or one of these words:
  moves        the moves you can make
  hint         what the strongest bot would do
  value        what the position is worth
  undo         take back your last move
  resign       give up, in games for two
  save FILE    save the game (save! FILE replaces a file)
  board        show the board again
  describe     describe the board in words
  map          where hidden things can still be, in games that have them
  again        play again when the game is over (exchange: with seats swapped)
  rules        the rules of the game
  quit         leave";

/// The words of the help, for suggestions.
const WORDS: [&str; 14] = [
    "help", "moves", "hint", "value", "undo", "resign", "save", "board", "describe", "map",
    "again", "exchange", "rules", "quit",
];

/// Reads where luck comes from: `throw`, `ask`, or a file with one outcome per
/// line.
pub(crate) fn read_dice(text: &str) -> Result<Dice> {
    Ok(match text {
        "throw" => Dice::Thrown,
        "ask" => Dice::Asked,
        "-" => {
            let why = "--dice: the players type on standard input; name a file instead";
            return Err(Usage(why.to_owned()).into());
        }
        file => {
            let list = files::read_text(Path::new(file))?;
            let lines = list.lines().map(str::trim).filter(|line| !line.is_empty());
            Dice::Listed(lines.map(str::to_owned).collect::<VecDeque<String>>())
        }
    })
}

/// A game in progress, and the conversation about it.
pub(crate) struct PlainTable {
    host: Host,
    console: Console,
    colour: bool,
    /// Draw with plain ASCII only.
    ascii: bool,
    /// Where the game was last saved, or came from.
    file: Option<PathBuf>,
    /// Steps that no file has yet.
    unsaved: bool,
    /// The present board is on the screen.
    shown: bool,
    /// Steps that have been told.
    told: usize,
    /// How many steps had been made when each seat last looked.
    looked: Vec<usize>,
    /// A person has been told what to type.
    greeted: bool,
    /// A player wanted to leave, and was told that the game is not saved.
    warned: bool,
    /// The last forced move.
    forced: Option<String>,
}

/// The settings of the table.
pub(crate) struct Setting {
    pub(crate) console: Console,
    pub(crate) colour: Colour,
    pub(crate) ascii: bool,
    /// The file that the game came from; saving there replaces it.
    pub(crate) file: Option<PathBuf>,
    /// The file that the game was kept in when it was left.
    pub(crate) kept: Option<PathBuf>,
}

/// What to do after a player's answer.
enum Then {
    Ask,
    GoOn,
    Leave,
}

impl PlainTable {
    /// Seats the players. Bots that need something or cannot be started are
    /// reported before the game begins.
    pub(crate) fn new(seating: Seating, setting: Setting) -> Result<Self> {
        let Setting {
            mut console,
            colour,
            ascii,
            file,
            kept,
        } = setting;
        let mut host = Host::new(seating, bots::world());
        for (seat, kind) in Seat::all(host.position().seats()).zip(host.kinds()) {
            if !host.is_human(seat) {
                let bot = bots::bot(host.game(), &kind, host.bot_seed(seat))?;
                bots::make_ready(host.game(), &kind, host.position(), &mut console)?;
                host.seat_bot(seat, bot);
            }
        }
        let continued = kept
            .as_deref()
            .map(|path| Autosave::at(&data::folder(), path));
        if matches!(continued, Some(None)) {
            console.say("Another Parlour is playing this game; you continue with a copy.")?;
        }
        let mut table = PlainTable {
            told: host.played().len(),
            looked: vec![0; host.kinds().len()],
            host,
            console,
            colour: colour.on_stdout(),
            ascii,
            file,
            unsaved: false,
            shown: false,
            greeted: false,
            warned: false,
            forced: None,
        };
        table.keep(continued.flatten());
        Ok(table)
    }

    /// Keeps the game while it is played. Input from a pipe is a script, which
    /// keeps what it wants.
    fn keep(&mut self, autosave: Option<Autosave>) {
        if self.console.interactive {
            let autosave = autosave.unwrap_or_else(|| {
                let extension = self.host.game().info().extension;
                Autosave::new(&data::folder(), &self.host.kinds(), extension)
            });
            self.host.keep_with(Box::new(autosave));
        }
    }

    /// Plays until the players leave. The board is shown when somebody has to
    /// look at it: before a person's move, after every move of bots among
    /// themselves unless it is private, and at the end.
    pub(crate) fn play(&mut self) -> Result<()> {
        loop {
            let then = match self.host.next() {
                Next::HandOver(seat) => self.hand_over(seat)?,
                next => {
                    self.tell_news()?;
                    if self.is_shown_at(next) && !self.shown {
                        self.show_board(false)?;
                    }
                    self.turn(next)?
                }
            };
            if matches!(then, Then::Leave) {
                return Ok(());
            }
        }
    }

    fn turn(&mut self, next: Next) -> Result<Then> {
        match next {
            Next::Over(_) => {
                let result = self.host.result();
                self.console.say(&result.unwrap_or_default())?;
                if self.host.humans().next().is_none() {
                    return Ok(Then::Leave);
                }
                return self.ask("The game is over (save FILE, undo, again, quit) > ");
            }
            Next::Move(seat) => return self.turn_of(seat),
            Next::Roll => {
                let question = match self.host.asked_throw() {
                    Some((name, Throw { least, most, .. })) => {
                        format!("Enter {name}'s roll ({least}-{most}) > ")
                    }
                    None => {
                        let possible = self.host.position().moves().join(", ");
                        format!("What was the result? ({possible}) > ")
                    }
                };
                return self.ask(&question);
            }
            Next::Throw => self.host.throw(),
            Next::Settle => {
                if let (true, Some(step)) = (self.host.is_forced(), self.host.decided()) {
                    self.forced = Some(self.host.position().write(step));
                    self.shown = false;
                    self.unsaved = true;
                }
                self.host.settle();
            }
            Next::Think(seat) => {
                let name = &self.host.played().names()[seat.index()];
                let waiting = format!("{name} is thinking...");
                if let Some(task) = self.host.think() {
                    self.run(task, &waiting)?;
                }
            }
            Next::Stuck(_) => {
                let why = self.host.take_notices().join(" ");
                return Err(anyhow!("{}", why.trim_end_matches('.')));
            }
            // Bots do not think while players are asked, and nobody is asked
            // here before the hand-over.
            Next::Thinking(_) | Next::HandOver(_) => {}
        }
        Ok(Then::GoOn)
    }

    /// Lets a bot think, here and now.
    fn run(&mut self, task: Task, waiting: &str) -> Result<()> {
        let thinking = self.console.while_waiting(waiting)?;
        let answer = task.run(None);
        drop(thinking);
        self.host.answer(answer);
        Ok(())
    }

    fn is_shown_at(&self, next: Next) -> bool {
        let watched = self.host.humans().next().is_none() && !self.host.game().is_private();
        match next {
            Next::Move(_) | Next::Roll | Next::Over(_) => true,
            Next::Think(_) => watched,
            // A player with secrets looks at them, and may never be asked to move.
            Next::Settle => {
                let is_secret = !self.host.game().is_open();
                is_secret && self.host.is_forced() && matches!(self.host.viewer(), Viewer::Seat(_))
            }
            _ => false,
        }
    }

    /// Lets the last person go and the next one come before anything is shown.
    fn hand_over(&mut self, seat: Seat) -> Result<Then> {
        let name = &self.host.played().names()[seat.index()];
        let page = format!("Pass to {name}, then press Enter > ");
        self.console.wipe()?;
        let is_there = self.console.ask(&page)?.is_some();
        self.console.wipe()?;
        if !is_there {
            return Ok(Then::Leave);
        }
        self.host.arrive(seat);
        self.shown = false;
        // What happened since this player looked away was told to others.
        self.told = self.looked[seat.index()];
        Ok(Then::GoOn)
    }

    /// Tells a person who moves for the first time what to type.
    fn greet(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.greeted, true) {
            return Ok(());
        }
        let example = self.host.position().moves().into_iter().next();
        let example = example.unwrap_or_default();
        self.console
            .say(&format!("Type a move, such as {example}, or help."))?;
        Ok(())
    }

    fn turn_of(&mut self, seat: Seat) -> Result<Then> {
        self.greet()?;
        let name = &self.host.played().names()[seat.index()];
        let then = self.ask(&format!("{name} > "))?;
        self.looked[seat.index()] = self.host.played().len();
        Ok(then)
    }

    /// Asks a player until there is something to do.
    fn ask(&mut self, prompt: &str) -> Result<Then> {
        loop {
            let Some(answer) = self.console.ask(prompt)? else {
                return Ok(Then::Leave);
            };
            match self.answer(&answer)? {
                Then::Ask => {}
                then => return Ok(then),
            }
        }
    }

    fn answer(&mut self, answer: &str) -> Result<Then> {
        let (word, rest) = answer.split_once(' ').unwrap_or((answer, ""));
        let word = word.to_lowercase();
        let word = word.as_str();
        let leaving = matches!(word, "quit" | "exit" | "q");
        let warned = std::mem::replace(&mut self.warned, leaving);
        let over = matches!(self.host.next(), Next::Over(_));
        match word {
            "" => {}
            "help" | "h" | "?" => self.console.say(HELP)?,
            "rules" => {
                let rules = rules_text(self.host.game(), self.ascii, self.colour);
                self.console.show(rules.trim_end())?;
            }
            "board" => self.show_board(false)?,
            "describe" | "where" => self.describe_board()?,
            "map" => self.show_board(true)?,
            "moves" => self.list_moves()?,
            "hint" => self.hint()?,
            "value" => self.value()?,
            "save" => self.save(rest.trim(), false)?,
            "save!" => self.save(rest.trim(), true)?,
            "again" if over => return self.again(false),
            "exchange" if over => return self.again(true),
            "undo" => {
                if self.host.undo() {
                    self.told = self.told.min(self.host.played().len());
                    return Ok(self.stepped());
                }
                self.console.say("There is nothing to take back.")?;
            }
            "resign" => return self.resign(),
            _ if leaving => return self.leave(warned),
            _ => match self.host.play(answer) {
                Ok(()) => return Ok(self.stepped()),
                Err(finding) => match self.abbreviated(answer) {
                    Some(step) => {
                        self.host.take(step)?;
                        return Ok(self.stepped());
                    }
                    None if self.forced.as_deref() == Some(answer) => {
                        let made =
                            format!("{answer} was the only move, and has already been made.");
                        self.console.say(&made)?;
                    }
                    None => self.refuse(word, &finding)?,
                },
            },
        }
        Ok(Then::Ask)
    }

    /// The one of a few legal steps that begins like this.
    fn abbreviated(&self, begun: &str) -> Option<AnyStep> {
        const FEW: usize = 10;
        let steps = self.host.position().moves();
        let begins = |step: &&String| {
            let head = step.get(..begun.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(begun))
        };
        let mut fitting = steps.iter().filter(begins);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) if steps.len() <= FEW => self.host.position().read(only).ok(),
            _ => None,
        }
    }

    fn refuse(&mut self, word: &str, finding: &Diagnostic) -> Result<()> {
        self.console.say(&format!("{}.", finding.message))?;
        if let Some(meant) = did_you_mean(word, WORDS) {
            self.console.say(&format!("  did you mean {meant}?"))?;
        } else if let Some(help) = &finding.help {
            self.console.say(&format!("  {help}"))?;
        }
        Ok(())
    }

    /// Ends the game, if that is confirmed.
    fn resign(&mut self) -> Result<Then> {
        if self.host.resigner().is_none() {
            self.console.say("There is nobody to resign to.")?;
            return Ok(Then::Ask);
        }
        match self.console.confirm("Do you resign?", Some(false))? {
            Some(true) => {
                self.host.resign();
                Ok(self.stepped())
            }
            Some(false) => Ok(Then::Ask),
            None => Ok(Then::Leave),
        }
    }

    fn leave(&mut self, warned: bool) -> Result<Then> {
        if self.host.is_kept() {
            self.console
                .say("The game is kept, and can be continued.")?;
            return Ok(Then::Leave);
        }
        if self.unsaved && self.console.interactive && !warned {
            self.console
                .say("The game is not saved. Type save FILE, or quit again.")?;
            return Ok(Then::Ask);
        }
        Ok(Then::Leave)
    }

    /// The match is at another position.
    fn stepped(&mut self) -> Then {
        self.forced = None;
        self.unsaved = true;
        self.shown = false;
        Then::GoOn
    }

    /// The same players once more.
    fn again(&mut self, exchanged: bool) -> Result<Then> {
        self.host = Host::new(self.host.again(exchanged), bots::world());
        self.keep(None);
        self.told = 0;
        self.looked.fill(0);
        self.file = None;
        self.unsaved = false;
        self.shown = false;
        Ok(Then::GoOn)
    }

    /// Saves the game. An unrelated file is only replaced if that is asked for.
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
                    path.set_extension(self.host.game().info().extension);
                }
                path
            }
        };
        if let Some(other) = parlour_catalog::other_owner(&path, self.host.game()) {
            self.console.say(&format!(
                "Files of {} end with .{}; choose another name.",
                other.title, other.extension
            ))?;
            return Ok(());
        }
        let own = self.file.as_ref() == Some(&path);
        let shown = files::shown_name(&path);
        if path.exists() && !own && !replace {
            self.console.say(&format!(
                "{shown} already exists. Type save! {shown} to replace it."
            ))?;
            return Ok(());
        }
        let Save { text, remark } = self.host.save();
        match files::write(&path, text.as_bytes()) {
            Ok(()) => {
                // Without it, bots would only hide something else when the file is opened again,
                // and the table says so then.
                let _ = parlour_tui::keep_seal(&data::folder(), &self.host);
                self.console.say(&format!("Saved to {shown}."))?;
                if let Some(remark) = remark {
                    self.console.say(&remark)?;
                }
                self.file = Some(path);
                self.unsaved = false;
            }
            Err(error) => self.console.say(&format!("Not saved: {error:#}."))?,
        }
        Ok(())
    }
}
