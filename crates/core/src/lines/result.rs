//! The ending of a record in one line: `Amy wins!` or `Draw.`

use std::ops::Range;

use crate::diagnostic::{Diagnostic, did_you_mean, quoted};
use crate::game::Game;
use crate::stall::Stalled;

use super::body::key;
use super::{Body, Standing};

const WINS: &str = " wins!";
const DRAW: &str = "Draw.";

/// A line that ends a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<'t> {
    /// The player of this name wins.
    Wins(&'t str),
    /// Nobody does.
    Draw,
}

/// What to say about a wrong ending.
#[derive(Clone, Copy, Debug)]
pub struct EndingHelp {
    /// When the game is over.
    pub not_over: &'static str,
    /// When it is drawn.
    pub not_drawn: &'static str,
    /// Why somebody has won, after the name.
    pub wins: &'static str,
}

impl<'t> Ending<'t> {
    /// The ending that a line states, if any.
    ///
    /// ```
    /// use parlour_core::lines::Ending;
    /// assert_eq!(Ending::of("Mary Ann wins!"), Some(Ending::Wins("Mary Ann")));
    /// assert_eq!(Ending::of("Draw."), Some(Ending::Draw));
    /// assert_eq!(Ending::of("wins!"), None);
    /// ```
    #[must_use]
    pub fn of(line: &'t str) -> Option<Self> {
        if line == DRAW {
            return Some(Ending::Draw);
        }
        let name = line.strip_suffix(WINS)?;
        (!name.is_empty()).then_some(Ending::Wins(name))
    }

    /// What is wrong with a line that is nearly an ending and not a header.
    /// Spans count from the start of the line.
    #[must_use]
    pub fn slip(line: &str) -> Option<Diagnostic> {
        let misspelt = |start: usize, meant: &str| {
            let message = format!("{} is misspelt", quoted(&line[start..]));
            Diagnostic::error("syntax", start..line.len(), message)
                .help(format!("did you mean `{meant}`?"))
        };
        if key(line).is_some() {
            return None;
        }
        if did_you_mean(line, [DRAW]).is_some() {
            return Some(misspelt(0, DRAW));
        }
        let wins = WINS.trim_start();
        let (_, last_word) = line.rsplit_once(' ')?;
        did_you_mean(last_word, [wins])?;
        Some(misspelt(line.len() - last_word.len(), wins))
    }
}

impl<G: Game> Body<'_, G> {
    /// Judges an ending by the first of: player, game over, winner.
    pub fn judge_ending(&mut self, line: &Range<usize>, ending: Ending<'_>, help: &EndingHelp) {
        self.has_ended = true;
        let finding = match ending {
            Ending::Wins(name) => self.wrong_winner(line, name, help),
            Ending::Draw => self.wrong_draw(line, help),
        };
        if let Some(finding) = finding {
            self.report(finding.also_where(&self.last, "the last move"));
        }
    }

    fn wrong_winner(
        &mut self,
        line: &Range<usize>,
        name: &str,
        help: &EndingHelp,
    ) -> Option<Diagnostic> {
        let span = line.start..line.start + name.len();
        // If the names are in doubt anyway, say nothing about them.
        let Some(named) = self.names.iter().position(|player| player == name) else {
            if !self.names.is_empty() {
                self.stranger(span, name);
            }
            return None;
        };
        Some(match self.standing() {
            Standing::Doubt => return None,
            Standing::Won(winner) if winner.index() == named => return None,
            Standing::Won(winner) => {
                let message = format!("{} did not win", quoted(name));
                let winner = quoted(&self.names[winner.index()]);
                Diagnostic::error("wrong-winner", span, message)
                    .help(format!("{winner} {}", help.wins))
            }
            Standing::Drawn(why) => {
                let message = "nobody won: the game is drawn";
                Diagnostic::error("wrong-winner", line.clone(), message)
                    .help(because::<G>(why, "write `Draw.`"))
            }
            Standing::Playing => {
                Diagnostic::error("game-not-over", line.clone(), "the game is not over")
                    .help(help.not_over)
            }
        })
    }

    fn wrong_draw(&self, line: &Range<usize>, help: &EndingHelp) -> Option<Diagnostic> {
        let finding = |message| Diagnostic::error("no-draw", line.clone(), message);
        match self.standing() {
            Standing::Doubt | Standing::Drawn(_) => None,
            Standing::Won(winner) => {
                let finding = finding("the game is not drawn, but won");
                Some(match self.names.get(winner.index()) {
                    Some(name) => finding.help(format!("{name} {}", help.wins)),
                    None => finding,
                })
            }
            Standing::Playing => Some(finding("the game is not drawn").help(help.not_drawn)),
        }
    }

    /// What is missing at the end of the record of a game that is won or drawn:
    /// the message and the help.
    #[must_use]
    pub fn missing_result(&self, standing: Standing) -> (String, String) {
        let so = "but the record does not say so";
        match standing {
            Standing::Drawn(why) => (
                format!("the game is drawn, {so}"),
                because::<G>(why, "add the line `Draw.`"),
            ),
            Standing::Won(winner) => (
                format!("the game is won, {so}"),
                format!("add the line {}", self.winners_line(winner.index())),
            ),
            Standing::Doubt | Standing::Playing => Default::default(),
        }
    }

    /// The line that names the winner, in quotes.
    #[must_use]
    pub fn winners_line(&self, winner: usize) -> String {
        let name = self.names.get(winner).map_or("...", String::as_str);
        quoted(&format!("{name}{WINS}"))
    }
}

/// What to do about a draw, and why it is one if not by the rules of the game.
#[must_use]
pub fn because<G: Game>(why: Option<Stalled>, help: &str) -> String {
    match why {
        Some(stalled) => format!("{}: {help}", stalled.explain(G::PROGRESS)),
        None => help.to_owned(),
    }
}
