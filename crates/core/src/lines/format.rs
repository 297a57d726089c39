//! What differs from game to game in the lines after the headers.

use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::game::{Game, Seat};
use crate::seed::Seal;
use crate::stall::Stalled;

use super::{Body, Header, Lines};

/// What findings call the parts of a record.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The steps: `moves`.
    pub steps: &'static str,
    /// How a step is written, in a sentence.
    pub step: &'static str,
    /// The whole: `a record of Ur`.
    pub record: &'static str,
    /// How a record ends, in a sentence.
    pub ending: &'static str,
    /// The last line: `the ending`.
    pub last: &'static str,
}

/// What the headers said, as far as they could be read.
#[derive(Clone, Debug)]
pub struct Heading<G> {
    /// The players, one per seat; empty if a name is in doubt.
    pub names: Vec<String>,
    /// Where they are named.
    pub players_line: Option<Range<usize>>,
    /// How the game begins, as far as that is known.
    pub start: Option<G>,
    /// Whether it certainly begins like this.
    pub certain: bool,
}

/// The person a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who<'t> {
    /// The player in this seat.
    Player(Seat),
    /// A name that belongs to no player.
    Stranger(&'t str),
}

/// How the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Unknown.
    Doubt,
    /// It goes on.
    Playing,
    /// The player in this seat has won.
    Won(Seat),
    /// It is drawn, by the rules or because it makes no progress.
    Drawn(Option<Stalled>),
}

/// What is particular to a game's records: the shapes of its lines, what they
/// do, and the words of findings.
///
/// The shortest real ones are those of Ploy (`games/ploy/src/record/format.rs`) and of the default
/// format (`crates/core/src/lines/plain.rs`).
///
/// # Examples
///
/// Files of Gridlock with a title, the players, the board at the start, a move on each line, and the
/// result.
///
/// ```
/// use std::ops::Range;
///
/// use parlour_core::lines::{
///     Body, Ending, EndingHelp, Format, Header, Heading, Lines, Standing, Words, check,
/// };
/// use parlour_core::{Diagnostic, Notation, Step};
/// use parlour_gridlock::{Grid, Paint};
///
/// struct Moves;
///
/// enum Line<'t> {
///     Move(Paint),
///     Ending(Ending<'t>),
/// }
///
/// const HELP: EndingHelp = EndingHelp {
///     not_over: "leave this line out to continue later",
///     not_drawn: "this game is never drawn",
///     wins: "made the last move and wins",
/// };
///
/// impl Format for Moves {
///     type Game = Grid;
///     type Line<'t> = Line<'t>;
///
///     const HEADERS: &'static [Header<'static>] = &[
///         Header::title("MOVES", "missing-title"),
///         Header::PLAYERS,
///         Header::needed("Board", "missing-board", "Board: 3x1 r ...."),
///     ];
///
///     const WORDS: Words = Words {
///         steps: "moves",
///         step: "a move is written like `red 1,0`",
///         record: "this file",
///         ending: "the last line is like `Amy wins!`",
///         last: "the ending",
///     };
///
///     fn begin(lines: &mut Lines<'_>) -> Option<(Self, Heading<Grid>)> {
///         let (mut names, mut start) = (Vec::new(), None);
///         let is_move = |text: &str| text.ends_with(|last: char| last.is_ascii_digit());
///         let mut places = lines.headers(
///             Self::HEADERS,
///             |text| Ending::of(text).is_some() || is_move(text),
///             |header, value| {
///                 match header {
///                     1 => names = value.players(2..=2, &[',', '.'])?,
///                     2 => start = Some(value.position()?),
///                     _ => {}
///                 }
///                 Ok(())
///             },
///         )?;
///         let heading = Heading {
///             names,
///             players_line: places[1].take(),
///             certain: start.is_some(),
///             start,
///         };
///         Some((Moves, heading))
///     }
///
///     fn shape<'t>(&self, body: &Body<'_, Grid>, text: &'t str) -> Option<Line<'t>> {
///         if let Some(ending) = Ending::of(text) {
///             return Some(Line::Ending(ending));
///         }
///         let chosen = body.state.as_ref()?.read_move(text).ok()?;
///         Some(Line::Move(chosen))
///     }
///
///     fn judge(&mut self, body: &mut Body<'_, Grid>, line: &Range<usize>, _: &str, said: Line<'_>) {
///         match said {
///             Line::Move(chosen) if self.admit(body, line, None).is_some() => {
///                 body.take(Step::Move(chosen), line.clone());
///             }
///             Line::Move(_) => {}
///             Line::Ending(ending) => body.judge_ending(line, ending, &HELP),
///         }
///     }
///
///     fn after_the_end(&mut self, body: &Body<'_, Grid>, step: &Range<usize>) -> Diagnostic {
///         Diagnostic::error("game-already-over", step.clone(), "a move after the end of the game")
///             .also_where(&body.last, "the game ended with this move")
///     }
///
///     fn unsaid(&self, body: &Body<'_, Grid>, standing: Standing) -> (String, String) {
///         body.missing_result(standing)
///     }
/// }
///
/// let file = "MOVES\nPlayers: Amy, Bill.\nBoard: 3x1 r ....\nred 1,0\nAmy wins!\n";
/// assert!(check::<Moves>(file.as_bytes()).is_empty());
///
/// let found = check::<Moves>(file.replace("Amy wins", "Bill wins").as_bytes());
/// assert_eq!(found[0].code, "wrong-winner");
/// assert_eq!(found[0].help.as_deref(), Some("`Amy` made the last move and wins"));
/// ```
pub trait Format: Sized {
    /// The game.
    type Game: Game;
    /// What a line with a known shape says.
    type Line<'t>;

    /// The lines at the head of a file.
    const HEADERS: &'static [Header<'static>];
    /// What findings call the parts of a record.
    const WORDS: Words;
    /// Whether an unreadable line may be the remains of the one before, or the
    /// ending. Such lines are not reported twice.
    const LINES_BREAK: bool = true;

    /// Reads the headers; `None` if the reader cannot go on.
    fn begin(lines: &mut Lines<'_>) -> Option<(Self, Heading<Self::Game>)>;

    /// What a line says, if it has a known shape.
    fn shape<'t>(&self, body: &Body<'_, Self::Game>, text: &'t str) -> Option<Self::Line<'t>>;

    /// Judges a line with a known shape.
    fn judge(
        &mut self,
        body: &mut Body<'_, Self::Game>,
        line: &Range<usize>,
        text: &str,
        said: Self::Line<'_>,
    );

    /// The finding about a step after the end of the game.
    fn after_the_end(&mut self, body: &Body<'_, Self::Game>, step: &Range<usize>) -> Diagnostic;

    /// What to say at the end of the file if the game is over but the record
    /// has no ending: the message and the help.
    fn unsaid(&self, body: &Body<'_, Self::Game>, standing: Standing) -> (String, String);

    /// The text of a line, or the finding that it is not text.
    ///
    /// # Errors
    ///
    /// The line is not UTF-8.
    fn text<'a>(
        &self,
        body: &Body<'a, Self::Game>,
        line: &Range<usize>,
    ) -> Result<Cow<'a, str>, Diagnostic> {
        body.lines.text(line).map(Cow::Borrowed)
    }

    /// The commitment among the headers: see [`Record::sealed`](crate::Record::sealed).
    fn sealed(&self) -> Option<Seal> {
        None
    }

    /// What is wrong in a line that is nearly a step or an ending. Spans count
    /// from the start of the line.
    fn slip(&self, body: &Body<'_, Self::Game>, text: &str) -> Option<Diagnostic> {
        let _ = (body, text);
        None
    }

    /// Whether an unreadable line begins well enough to be an error of its own,
    /// rather than the remains of the line before.
    fn begins_well(&self, body: &Body<'_, Self::Game>, text: &str) -> bool {
        let _ = (body, text);
        false
    }

    /// If it is clear what a malformed line meant, goes on as if that had been
    /// written. Its error has been reported.
    fn salvage(
        &mut self,
        body: &mut Body<'_, Self::Game>,
        line: &Range<usize>,
        text: &str,
    ) -> bool {
        let _ = (body, line, text);
        false
    }

    /// A line was lost, so whatever else the format tracks is in doubt, too.
    fn lost(&mut self) {}

    /// A fast path that reads as much as it can before anything else.
    fn hurry(&mut self, body: &mut Body<'_, Self::Game>) {
        let _ = body;
    }

    /// Another line follows: what only the last line may be is an error now.
    fn goes_on(&mut self, body: &mut Body<'_, Self::Game>) {
        let _ = body;
    }

    /// The finding that it is not this player's turn, in formats that name the player.
    fn wrong_turn(
        &self,
        body: &Body<'_, Self::Game>,
        line: &Range<usize>,
        player: Seat,
    ) -> Option<Diagnostic> {
        let _ = (body, line, player);
        None
    }

    /// Reports a name at the beginning of a line that belongs to no player.
    fn stranger(&mut self, body: &mut Body<'_, Self::Game>, line: &Range<usize>, name: &str) {
        body.stranger(line.start..line.start + name.len(), name);
    }

    /// The end of the file. True if nothing is wrong except that the game stops
    /// early.
    fn end_of_file(&mut self, body: &mut Body<'_, Self::Game>) -> bool {
        // A last line that could not be read may have been the ending.
        !body.has_ended && !body.after_unreadable && self.missing_ending(body)
    }

    /// Reports that there is no ending. True if nothing else is wrong and the
    /// game goes on.
    fn missing_ending(&self, body: &mut Body<'_, Self::Game>) -> bool {
        let good = body.lines.findings.is_empty();
        let standing = body.standing();
        let (message, help) = match standing {
            Standing::Doubt => ("the record has no ending".into(), Self::WORDS.ending.into()),
            Standing::Playing => self.stops_early(),
            Standing::Won(_) | Standing::Drawn(_) => self.unsaid(body, standing),
        };
        let end = body.lines.end();
        body.report(Diagnostic::error("missing-ending", end, message).help(help));
        good && standing == Standing::Playing
    }

    /// What to say at the end of the file if the game is not over.
    fn stops_early(&self) -> (String, String) {
        (
            "the record stops before the game is over".into(),
            "play it to its end".into(),
        )
    }

    /// A last look back, after all lines have been read.
    fn finish(&mut self, body: &mut Body<'_, Self::Game>) {
        let _ = body;
    }

    /// Judges a step by the first of: player, game over, turn. Returns whether
    /// all is well so far; `None` if there is nothing more to say about it.
    fn admit(
        &mut self,
        body: &mut Body<'_, Self::Game>,
        line: &Range<usize>,
        who: Option<Who<'_>>,
    ) -> Option<bool> {
        let mut good = true;
        if let Some(Who::Stranger(name)) = who {
            self.stranger(body, line, name);
            good = false;
        }
        if let Standing::Won(_) | Standing::Drawn(_) = body.standing() {
            if good {
                self.say_over(body, line);
            }
            return None;
        }
        if let Some(Who::Player(player)) = who
            && let Some(finding) = self.wrong_turn(body, line, player)
        {
            body.report(finding);
            good = false;
            // Either the name is wrong, or a line is missing.
            body.certain = false;
        }
        Some(good)
    }

    /// Reports once that the game is already over.
    fn say_over(&mut self, body: &mut Body<'_, Self::Game>, step: &Range<usize>) {
        if !std::mem::replace(&mut body.said_over, true) {
            let finding = self.after_the_end(body, step);
            body.report(finding);
        }
    }
}
