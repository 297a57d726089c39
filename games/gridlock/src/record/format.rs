//! The format of `.gridlock` records, for the common reader.
//!
//! A move that was refused or could not be read leaves the board in doubt: from
//! then on nothing is said about whether the game is over, but everything that
//! would be wrong in any case is still reported.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use parlour_core::lines::{Body, Format, Header, Heading, Lines, Standing, Who, Words};
use parlour_core::{Diagnostic, Illegal, Records, Seat, Step, quoted};

use crate::notation::{colour_help, unknown_colour};
use crate::rules::{Cell, Colour, Grid, Paint, Palette, Refusal, bounds_help, illegal};

use super::ending::Stage;
use super::explain::{after_name, salvage};
use super::heading::{read_colours, read_grid};
use super::line::{Action, Line, read_line, read_line_of_anyone, read_quickly};

const PLAYERS: usize = 1;
const GRID: usize = 2;
const COLOURS: usize = 3;

/// The format of `.gridlock` files, and what is known besides the board.
pub(super) struct Painting {
    grid_line: Option<Range<usize>>,
    colours_line: Option<Range<usize>>,
    /// Where the first line of the body begins.
    start: usize,
    pub(super) stage: Stage,
    /// The player who must move next, if that is certain.
    pub(super) next: Option<usize>,
    /// The line `A cannot move.`
    pub(super) stuck_line: Option<Range<usize>>,
    /// Findings that should also show where a cell was painted.
    painted: Vec<(usize, Cell)>,
}

impl Format for Painting {
    type Game = Grid;
    type Line<'t> = Line<'t>;

    const HEADERS: &'static [Header<'static>] = &[
        Header::title("GRIDLOCK", "missing-gridlock"),
        Header::PLAYERS,
        Header::needed("Grid", "missing-grid", "Grid: 3x3."),
        Header::needed("Colours", "missing-colours", "Colours: red, green."),
    ];

    const WORDS: Words = Words {
        steps: "moves",
        step: "a move is written like `Amy plays red at (0,1).`",
        record: "a Gridlock record",
        ending: "a record ends with `Bill cannot move.` and `Amy wins!`",
        last: "the winner's line",
    };

    fn begin(lines: &mut Lines<'_>) -> Option<(Self, Heading<Grid>)> {
        let (mut names, mut size, mut palette) = (Vec::new(), None, None);
        let mut places = lines.headers(
            Self::HEADERS,
            |text| read_line(text, &[]).is_some(),
            |header, value| {
                match header {
                    PLAYERS => names = value.players(2..=2, Grid::NOT_IN_NAMES)?,
                    GRID => size = Some(read_grid(value)?),
                    COLOURS => palette = Some(read_colours(value)?),
                    _ => {}
                }
                Ok(())
            },
        )?;
        // A game can only be over if every fifth cell is painted, and a move
        // takes more than twenty bytes: on a larger grid the file cannot reach
        // the end, so its painted cells are kept one by one.
        let most_whole = lines.file.len() as u64 / 4;
        let format = Painting {
            grid_line: places[GRID].take(),
            colours_line: places[COLOURS].take(),
            start: lines.at,
            stage: Stage::Moves,
            next: (!names.is_empty()).then_some(0),
            stuck_line: None,
            painted: Vec::new(),
        };
        let heading = Heading {
            names,
            players_line: places[PLAYERS].take(),
            start: size.map(|size| Grid::empty(size, palette.unwrap_or(Palette::ALL), most_whole)),
            certain: size.is_some() && palette.is_some(),
        };
        Some((format, heading))
    }

    /// Reads moves as long as all is well. Nearly all of a large record is read
    /// here, at a few dozen nanoseconds per move.
    fn hurry(&mut self, body: &mut Body<'_, Grid>) {
        let (Some(grid), true, true) = (
            &mut body.state,
            body.certain && body.names.len() == 2,
            body.lines.findings.is_empty(),
        ) else {
            return;
        };
        let mut mover = 0;
        loop {
            body.lines.skip_blank();
            let at = body.lines.at;
            let text = &body.lines.file[at..];
            let Some(quick) = read_quickly(text, body.names[mover].as_bytes()) else {
                break;
            };
            if grid.is_over() || grid.paint(quick.paint).is_err() {
                break;
            }
            let span = at..at + quick.length;
            if let Some(kept) = &mut body.kept {
                kept.push(Step::Move(quick.paint), span.clone());
            }
            body.lines.at = span.end + quick.line_end;
            body.last = Some(span);
            mover = 1 - mover;
        }
        self.next = Some(mover);
    }

    /// If the names are in doubt anyway, nothing is said about their
    /// characters.
    fn text<'a>(
        &self,
        body: &Body<'a, Grid>,
        line: &Range<usize>,
    ) -> Result<Cow<'a, str>, Diagnostic> {
        body.lines.text(line).map(Cow::Borrowed).or_else(|damage| {
            let text = String::from_utf8_lossy(&body.lines.file[line.clone()]);
            let is_read = body.names.is_empty() && read_line_of_anyone(&text).is_some();
            if is_read { Ok(text) } else { Err(damage) }
        })
    }

    fn shape<'t>(&self, body: &Body<'_, Grid>, text: &'t str) -> Option<Line<'t>> {
        if body.names.is_empty() {
            read_line_of_anyone(text)
        } else {
            read_line(text, &body.names)
        }
    }

    fn judge(&mut self, body: &mut Body<'_, Grid>, line: &Range<usize>, _: &str, said: Line<'_>) {
        let Line { who, action } = said;
        match action {
            Action::Plays(word, cell) => self.play(body, line, who, word, cell),
            Action::CannotMove => self.stuck(body, line, who),
            Action::Wins => self.winner(body, line, who),
        }
    }

    fn slip(&self, body: &Body<'_, Grid>, text: &str) -> Option<Diagnostic> {
        after_name(text, body.names[named(body, text)?].len()).err()
    }

    fn begins_well(&self, body: &Body<'_, Grid>, text: &str) -> bool {
        named(body, text).is_some()
    }

    fn salvage(&mut self, body: &mut Body<'_, Grid>, line: &Range<usize>, text: &str) -> bool {
        let player = named(body, text).filter(|_| self.stage == Stage::Moves);
        let meant = player.and_then(|player| salvage(&text[body.names[player].len()..]));
        let Some((player, (paint, grid))) = player.zip(meant.zip(body.state.as_mut())) else {
            return false;
        };
        if grid.paint(paint).is_err() {
            return false;
        }
        self.next = Some(1 - player);
        body.last = Some(line.clone());
        true
    }

    fn lost(&mut self) {
        self.next = None;
    }

    fn after_the_end(&mut self, body: &Body<'_, Grid>, step: &Range<usize>) -> Diagnostic {
        // The player that the record says is stuck may be the right one.
        self.next = None;
        let message = "a move after the end of the game";
        let finding = Diagnostic::error("game-already-over", step.clone(), message);
        match &self.stuck_line {
            Some(stuck) => finding
                .also(stuck.clone(), "the game ended here")
                .help("remove this move, or the ending before it"),
            None => finding
                .also_where(&body.last, "nobody could move after this")
                .help("no cell can be painted any more: the ending should be here"),
        }
    }

    fn wrong_turn(
        &self,
        body: &Body<'_, Grid>,
        line: &Range<usize>,
        player: Seat,
    ) -> Option<Diagnostic> {
        let next = self.next.filter(|next| *next != player.index())?;
        let (name, other) = (&body.names[player.index()], &body.names[next]);
        let finding = Diagnostic::error(
            "not-your-turn",
            name_span(line, name),
            format!("it is not {}'s turn, but {}'s", quoted(name), quoted(other)),
        )
        .help("the players move in turn");
        Some(match &body.last {
            Some(last) => finding.also(last.clone(), "the move before"),
            None => finding.also_where(&body.players_line, "the first player listed begins"),
        })
    }

    fn unsaid(&self, body: &Body<'_, Grid>, _: Standing) -> (String, String) {
        (
            "the game is over, but the record does not say so".into(),
            self.ending_help(body),
        )
    }

    fn stops_early(&self) -> (String, String) {
        (
            "the record stops before the game is over".into(),
            Self::WORDS.ending.into(),
        )
    }

    fn end_of_file(&mut self, body: &mut Body<'_, Grid>) -> bool {
        self.missing_lines(body)
    }

    /// Adds to the findings about painted cells where they were painted. The
    /// grid does not remember, so the file is read once more.
    fn finish(&mut self, body: &mut Body<'_, Grid>) {
        if self.painted.is_empty() {
            return;
        }
        let mut wanted: HashMap<Cell, Option<Range<usize>>> =
            self.painted.iter().map(|(_, cell)| (*cell, None)).collect();
        let mut again = Lines::new(body.lines.file);
        again.at = self.start;
        while let Some(line) = again.peek_line() {
            again.step_over(&line);
            let Ok(text) = again.text(&line) else {
                continue;
            };
            let cell = match read_line(text, &body.names) {
                Some(Line {
                    action: Action::Plays(_, cell),
                    ..
                }) => Some(cell),
                _ => salvage(text).map(|paint| paint.cell),
            };
            if let Some(painter) = cell.and_then(|cell| wanted.get_mut(&cell)) {
                painter.get_or_insert(line);
            }
        }
        for (finding, cell) in &self.painted {
            if let Some(Some(line)) = wanted.get(cell) {
                let finding = &mut body.lines.findings[*finding];
                if line.start < finding.at.span.start {
                    *finding = finding
                        .clone()
                        .also(line.clone(), format!("{cell} was painted here"));
                }
            }
        }
    }
}

impl Painting {
    /// Judges a move by the first of: player, game over, turn, and what it does
    /// to the board.
    fn play(
        &mut self,
        body: &mut Body<'_, Grid>,
        line: &Range<usize>,
        who: Who<'_>,
        word: &str,
        cell: Cell,
    ) {
        if self.stage != Stage::Moves {
            return self.say_over(body, line);
        }
        let known = (!body.names.is_empty()).then_some(who);
        // If the name is wrong, the move need not be.
        let mover = match who {
            Who::Player(player) => Some(player.index()),
            Who::Stranger(_) => self.next,
        };
        let Some(good) = self.admit(body, line, known) else {
            return;
        };
        // After a wrong turn, either the name is wrong or a line is missing:
        // anyone may be next, and the board is in doubt.
        let wrong_turn = self.next.is_some_and(|next| mover != Some(next));
        self.next = mover.filter(|_| !wrong_turn).map(|mover| 1 - mover);
        self.paint(body, line, word, cell, good);
        body.last = Some(line.clone());
    }

    /// Judges what a move does to the board. `good` if nothing else is wrong
    /// with its line: only a line's first error is reported.
    fn paint(
        &mut self,
        body: &mut Body<'_, Grid>,
        line: &Range<usize>,
        word: &str,
        cell: Cell,
        good: bool,
    ) {
        let Some(colour) = Colour::from_word(word) else {
            if good {
                let span = word_span(body, line);
                body.report(unknown_colour(span, word, Palette::ALL));
            }
            body.certain = false;
            return;
        };
        let paint = Paint { cell, colour };
        let Some(grid) = &mut body.state else { return };
        match grid.paint(paint) {
            Ok(()) => body.keep(Step::Move(paint), line.clone()),
            Err(refusal) => {
                if good {
                    self.refused(body, line, word, paint, refusal);
                }
                body.certain = false;
            }
        }
    }

    fn refused(
        &mut self,
        body: &mut Body<'_, Grid>,
        line: &Range<usize>,
        word: &str,
        paint: Paint,
        refusal: Refusal,
    ) {
        let Some(grid) = &body.state else { return };
        let Illegal { code, message, .. } = illegal(grid, paint, refusal);
        let cell_span = cell_span(body, line);
        let finding = match refusal {
            Refusal::NotListed => Diagnostic::error(code, word_span(body, line), message)
                .help(colour_help(word, grid.palette()))
                .also_where(&self.colours_line, "listed here"),
            Refusal::OutOfBounds => {
                // The number may be too large to represent, so it is not
                // repeated.
                let message = format!("this cell is not on the {} grid", grid.size());
                Diagnostic::error(code, cell_span, message)
                    .help(bounds_help(grid.size()))
                    .also_where(&self.grid_line, "the size of the grid")
            }
            Refusal::Occupied(_) => {
                self.painted.push((body.lines.findings.len(), paint.cell));
                Diagnostic::error(code, cell_span, message).help("every cell is painted once")
            }
            Refusal::Neighbour(neighbour) => {
                self.painted.push((body.lines.findings.len(), neighbour));
                Diagnostic::error(code, line.clone(), message)
                    .help("a cell never gets the colour of a cell beside, above or below it")
            }
        };
        body.report(finding);
    }
}

/// The player whose name a line begins with. One name may be a prefix of the
/// other; then the longer one is meant.
fn named(body: &Body<'_, Grid>, text: &str) -> Option<usize> {
    (0..body.names.len())
        .filter(|&player| text.starts_with(body.names[player].as_str()))
        .max_by_key(|&player| body.names[player].len())
}

/// Where the colour of a well-formed move is.
fn word_span(body: &Body<'_, Grid>, line: &Range<usize>) -> Range<usize> {
    let end = cell_span(body, line).start - " at ".len();
    let before = &body.lines.file[line.start..end];
    let space = before.iter().rposition(|&byte| byte == b' ').unwrap_or(0);
    line.start + space + 1..end
}

/// Where the coordinate of a well-formed move is, in its brackets.
fn cell_span(body: &Body<'_, Grid>, line: &Range<usize>) -> Range<usize> {
    let text = &body.lines.file[line.clone()];
    let bracket = text.iter().rposition(|&byte| byte == b'(').unwrap_or(0);
    line.start + bracket..line.end - 1
}

/// Where the name at the beginning of a line is.
pub(super) fn name_span(line: &Range<usize>, name: &str) -> Range<usize> {
    line.start..line.start + name.len()
}
