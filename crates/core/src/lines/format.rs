//! What is different from game to game in the lines after the headers.

use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::game::{Game, Seat};
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
    /// The players, one a seat; none where a name is in doubt.
    pub names: Vec<String>,
    /// Where they are named.
    pub players_line: Option<Range<usize>>,
    /// How the game begins, as far as that is known.
    pub start: Option<G>,
    /// Whether it surely begins like this.
    pub certain: bool,
}

/// Who a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who<'t> {
    /// The player in this seat.
    Player(Seat),
    /// Anybody else.
    Stranger(&'t str),
}

/// How the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody knows.
    Doubt,
    /// It goes on.
    Playing,
    /// The player in this seat has won.
    Won(Seat),
    /// It is drawn, by the rules or because it stands still.
    Drawn(Option<Stalled>),
}

/// What is different in the records of a game: the shapes of its lines, what
/// they do, and the words of findings.
pub trait Format: Sized {
    /// The game.
    type Game: Game;
    /// What a line with a known shape says.
    type Line<'t>;

    /// The lines at the head of a file.
    const HEADERS: &'static [Header<'static>];
    /// What findings call the parts of a record.
    const WORDS: Words;
    /// Whether a line that cannot be read may be the remains of the one before,
    /// or the ending. Such lines are not reported twice.
    const LINES_BREAK: bool = true;

    /// Reads the headers; `None` where there is nothing to go on with.
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

    /// What to say at the end of the file where the game is over, but not the
    /// record: the message and the help.
    fn unsaid(&self, body: &Body<'_, Self::Game>, standing: Standing) -> (String, String);

    /// The text of a line, or the finding that it has none.
    fn text<'a>(
        &self,
        body: &Body<'a, Self::Game>,
        line: &Range<usize>,
    ) -> Result<Cow<'a, str>, Diagnostic> {
        body.lines.text(line).map(Cow::Borrowed)
    }

    /// What is wrong in a line that is nearly a step or an ending. Spans count
    /// from the start of the line.
    fn slip(&self, body: &Body<'_, Self::Game>, text: &str) -> Option<Diagnostic> {
        let _ = (body, text);
        None
    }

    /// Whether a line that cannot be read begins well enough to be a fault of
    /// its own, and no remains of the line before.
    fn begins_well(&self, body: &Body<'_, Self::Game>, text: &str) -> bool {
        let _ = (body, text);
        false
    }

    /// Where it is plain what was meant by a line without a shape, goes on as if
    /// that had been written. Its fault has been reported.
    fn salvage(
        &mut self,
        body: &mut Body<'_, Self::Game>,
        line: &Range<usize>,
        text: &str,
    ) -> bool {
        let _ = (body, line, text);
        false
    }

    /// A line was lost: what is known beside the position is in doubt, too.
    fn lost(&mut self) {}

    /// Reads as much as it can in a hurry, before anything else.
    fn hurry(&mut self, body: &mut Body<'_, Self::Game>) {
        let _ = body;
    }

    /// Another line follows: what only the last one may be is a fault now.
    fn goes_on(&mut self, body: &mut Body<'_, Self::Game>) {
        let _ = body;
    }

    /// The finding that it is not this player's turn, where lines say whose it is.
    fn wrong_turn(
        &self,
        body: &Body<'_, Self::Game>,
        line: &Range<usize>,
        player: Seat,
    ) -> Option<Diagnostic> {
        let _ = (body, line, player);
        None
    }

    /// Reports a name at the beginning of a line that is no player's.
    fn stranger(&mut self, body: &mut Body<'_, Self::Game>, line: &Range<usize>, name: &str) {
        body.stranger(line.start..line.start + name.len(), name);
    }

    /// The end of the file. True if nothing is wrong but that the game stops
    /// early.
    fn end_of_file(&mut self, body: &mut Body<'_, Self::Game>) -> bool {
        // A last line that could not be read may have been the ending.
        !body.has_ended && !body.after_unreadable && self.missing_ending(body)
    }

    /// Says that there is no ending. True if nothing else is wrong, and the game
    /// goes on.
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

    /// What to say at the end of the file while the game goes on.
    fn stops_early(&self) -> (String, String) {
        (
            "the record stops before the game is over".into(),
            "play it to its end".into(),
        )
    }

    /// Looks back, when all lines have been read.
    fn finish(&mut self, body: &mut Body<'_, Self::Game>) {
        let _ = body;
    }

    /// Judges a step by the first of: player, game over, turn. Whether all is
    /// well so far; `None` where there is nothing more to say of it.
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

    /// Says once that the game is over already.
    fn say_over(&mut self, body: &mut Body<'_, Self::Game>, step: &Range<usize>) {
        if !std::mem::replace(&mut body.said_over, true) {
            let finding = self.after_the_end(body, step);
            body.report(finding);
        }
    }
}
