//! The moves and the ending of a record, judged by the rules.
//!
//! After an error the reader goes on with what is still certain. A move that
//! was refused or could not be read leaves the board in doubt: from then on
//! nothing is said about whether the game is over, but everything that would
//! be wrong in any case still is.

mod ending;

use std::collections::HashMap;
use std::ops::Range;

use parlour_core::lines::Lines;
use parlour_core::{Diagnostic, Illegal, did_you_mean, quoted};

use crate::notation::{colour_help, unknown_colour};
use crate::rules::{Cell, Colour, Grid, Paint, Palette, Refusal, bounds_help, illegal};

use super::explain::{explain, salvage};
use super::heading::Heading;
use super::line::{Deed, Line, Who, read_line, read_line_of_anyone, read_quickly};

use ending::Stage;

pub(super) struct Body<'r, 'a, F> {
    lines: &'r mut Lines<'a>,
    heading: Heading,
    players: Vec<String>,
    on_move: F,
    /// Where the first line of the body begins.
    start: usize,
    stage: Stage,
    /// The grid, where its size is known.
    grid: Option<Grid>,
    /// Whether the grid is surely as the record means it.
    certain: bool,
    /// Who must move next, where that is certain.
    next: Option<usize>,
    /// The last line with a move.
    last_move: Option<Range<usize>>,
    /// The line `A cannot move.`
    stuck_line: Option<Range<usize>>,
    /// The line before could not be read.
    after_unreadable: bool,
    /// It was said that the game is over already.
    said_over: bool,
    /// Names that were said to be neither player's.
    strangers: Vec<String>,
    /// Findings that should also show where a cell was painted.
    painted: Vec<(usize, Cell)>,
}

impl<'r, 'a, F: FnMut(Paint, Range<usize>)> Body<'r, 'a, F> {
    pub(super) fn new(lines: &'r mut Lines<'a>, heading: Heading, on_move: F) -> Self {
        // A game can only be over if every fifth cell is painted, and a move
        // takes more than twenty bytes: on a larger grid the file cannot reach
        // its end, and what it paints is kept cell by cell.
        let most_whole = lines.file.len() as u64 / 4;
        let palette = heading.palette.unwrap_or(Palette::ALL);
        let players: Vec<String> = heading.players.iter().flatten().cloned().collect();
        Body {
            start: lines.at,
            stage: Stage::Moves,
            grid: heading
                .size
                .map(|size| Grid::empty(size, palette, most_whole)),
            certain: heading.size.is_some() && heading.palette.is_some(),
            next: heading.players.is_some().then_some(0),
            last_move: None,
            stuck_line: None,
            after_unreadable: false,
            said_over: false,
            strangers: Vec::new(),
            painted: Vec::new(),
            players,
            heading,
            lines,
            on_move,
        }
    }

    /// Reads to the end of the file. True if only the ending is missing.
    pub(super) fn read(mut self) -> bool {
        self.read_good_moves();
        let unfinished = self.read_other_lines();
        self.show_painters();
        unfinished
    }

    /// Reads moves as long as all is well. Nearly all of a large record is
    /// read here, at a few dozen nanoseconds a move.
    fn read_good_moves(&mut self) {
        let (Some(grid), true, true) = (
            &mut self.grid,
            self.certain && self.players.len() == 2,
            self.lines.findings.is_empty(),
        ) else {
            return;
        };
        let mut mover = 0;
        loop {
            self.lines.skip_blank();
            let at = self.lines.at;
            let text = &self.lines.file[at..];
            let Some(quick) = read_quickly(text, self.players[mover].as_bytes()) else {
                break;
            };
            if grid.is_over() || grid.paint(quick.paint).is_err() {
                break;
            }
            let span = at..at + quick.length;
            (self.on_move)(quick.paint, span.clone());
            self.lines.at = span.end + quick.line_end;
            self.last_move = Some(span);
            mover = 1 - mover;
        }
        self.next = Some(mover);
    }

    /// Reads what is left with an eye for every fault.
    fn read_other_lines(&mut self) -> bool {
        while !self.lines.is_full() {
            let Some(line) = self.lines.peek_line() else {
                return self.end_of_file();
            };
            self.lines.step_over(&line);
            if self.stage == Stage::Over {
                self.trailing_text(line);
                break;
            }
            self.read_any_line(line);
        }
        false
    }

    fn read_any_line(&mut self, line: Range<usize>) {
        let file = self.lines.file;
        let text = String::from_utf8_lossy(&file[line.clone()]);
        let damage = self.lines.text(&line).err();
        // Where the names are in doubt anyway, nothing is said of them.
        let read = match &damage {
            _ if self.players.is_empty() => read_line_of_anyone(&text),
            Some(_) => None,
            None => read_line(&text, &self.players),
        };
        let Some(Line { who, deed }) = read else {
            return match damage {
                Some(finding) => self.unreadable(finding, false),
                None => self.read_misshapen(line, &text),
            };
        };
        match deed {
            Deed::Plays(word, cell) => self.read_move(&line, who, word, cell),
            Deed::CannotMove => self.read_stuck(line, who),
            Deed::Wins => self.read_winner(line, who),
        }
        self.after_unreadable = false;
    }

    /// A line without a shape. Where it is plain which move was meant, the
    /// reader goes on as if it had been made.
    fn read_misshapen(&mut self, line: Range<usize>, text: &str) {
        // A name may begin with the other one; then the longer one is meant.
        let player = (0..self.players.len())
            .filter(|&player| text.starts_with(self.players[player].as_str()))
            .max_by_key(|&player| self.players[player].len());
        let name = player.map(|player| self.players[player].as_str());
        let finding = explain(text, name).shifted(line.start);
        let certain = self.certain;
        self.unreadable(finding, player.is_some());
        let Some(player) = player.filter(|_| self.stage == Stage::Moves) else {
            return;
        };
        let meant = salvage(&text[self.players[player].len()..]);
        if let Some((paint, grid)) = meant.zip(self.grid.as_mut())
            && grid.paint(paint).is_ok()
        {
            self.after_unreadable = false;
            self.certain = certain;
            self.next = Some(1 - player);
            self.last_move = Some(line);
        }
    }

    /// A line that cannot be read. The remains of a line that was broken in
    /// two are not reported again.
    fn unreadable(&mut self, finding: Diagnostic, begins_with_a_player: bool) {
        if !self.after_unreadable || begins_with_a_player {
            self.lines.report(finding);
        }
        self.after_unreadable = true;
        self.certain = false;
        self.next = None;
    }

    fn read_move(&mut self, line: &Range<usize>, who: Who<'_>, word: &str, cell: Cell) {
        if self.stage != Stage::Moves {
            return self.move_after_the_end(line);
        }
        let strange = match who {
            Who::Stranger(name) if !self.players.is_empty() => {
                self.stranger(line, name);
                true
            }
            _ => false,
        };
        if self.certain && self.grid.as_ref().is_some_and(Grid::is_over) {
            if !strange {
                self.move_after_the_end(line);
            }
            return;
        }
        // Where the name is wrong, the move need not be.
        let mover = match who {
            Who::Player(player) => Some(player),
            Who::Stranger(_) => self.next,
        };
        let mut good = !strange;
        let wrong_turn = self
            .next
            .zip(mover)
            .is_some_and(|(next, mover)| next != mover);
        if wrong_turn {
            self.not_your_turn(line, mover.unwrap_or_default());
            good = false;
            self.certain = false;
        }
        // After a wrong turn either the name is wrong, or a line is missing:
        // whoever comes next may be right, and the board is in doubt.
        self.next = match mover {
            Some(mover) if !wrong_turn => Some(1 - mover),
            _ => None,
        };
        self.paint(line, word, cell, good);
        self.last_move = Some(line.clone());
    }

    /// Judges what a move does to the board. `good` if nothing else is wrong
    /// with its line: only the first error of a line is reported.
    fn paint(&mut self, line: &Range<usize>, word: &str, cell: Cell, good: bool) {
        let Some(colour) = Colour::from_word(word) else {
            if good {
                let span = self.word_span(line);
                self.lines.report(unknown_colour(span, word, Palette::ALL));
            }
            self.certain = false;
            return;
        };
        let paint = Paint { cell, colour };
        let Some(grid) = &mut self.grid else { return };
        match grid.paint(paint) {
            Ok(()) => {
                if self.lines.findings.is_empty() {
                    (self.on_move)(paint, line.clone());
                }
            }
            Err(refusal) => {
                if good {
                    self.refused(line, word, paint, refusal);
                }
                self.certain = false;
            }
        }
    }

    fn refused(&mut self, line: &Range<usize>, word: &str, paint: Paint, refusal: Refusal) {
        let Some(grid) = &self.grid else { return };
        let Illegal { code, message, .. } = illegal(grid, paint, refusal);
        let cell_span = self.cell_span(line);
        let finding = match refusal {
            Refusal::NotListed => {
                let finding = Diagnostic::error(code, self.word_span(line), message)
                    .help(colour_help(word, grid.palette()));
                also(finding, &self.heading.colours_line, "listed here")
            }
            Refusal::OutOfBounds => {
                // The number may be beyond counting, so it is not repeated.
                let message = format!("this cell is not on the {} grid", grid.size());
                let finding =
                    Diagnostic::error(code, cell_span, message).help(bounds_help(grid.size()));
                also(finding, &self.heading.grid_line, "the size of the grid")
            }
            Refusal::Occupied(_) => {
                self.painted.push((self.lines.findings.len(), paint.cell));
                Diagnostic::error(code, cell_span, message).help("every cell is painted once")
            }
            Refusal::Neighbour(neighbour) => {
                self.painted.push((self.lines.findings.len(), neighbour));
                Diagnostic::error(code, line.clone(), message)
                    .help("a cell never gets the colour of a cell beside, above or below it")
            }
        };
        self.lines.report(finding);
    }

    fn move_after_the_end(&mut self, line: &Range<usize>) {
        // Whoever is stuck by the record's own account may be right.
        self.next = None;
        if std::mem::replace(&mut self.said_over, true) {
            return;
        }
        let finding = Diagnostic::error(
            "game-already-over",
            line.clone(),
            "a move after the end of the game",
        );
        let finding = match &self.stuck_line {
            Some(stuck) => finding
                .also(stuck.clone(), "the game ended here")
                .help("remove this move, or the ending before it"),
            None => also(finding, &self.last_move, "nobody could move after this")
                .help("no cell can be painted any more: the ending should be here"),
        };
        self.lines.report(finding);
    }

    fn not_your_turn(&mut self, line: &Range<usize>, mover: usize) {
        let (name, other) = (&self.players[mover], &self.players[1 - mover]);
        let finding = Diagnostic::error(
            "not-your-turn",
            name_span(line, name),
            format!("it is not {}'s turn, but {}'s", quoted(name), quoted(other)),
        );
        let finding = match &self.last_move {
            Some(last) => finding.also(last.clone(), "the move before"),
            None => also(
                finding,
                &self.heading.players_line,
                "the first player listed begins",
            ),
        };
        self.lines.report(finding.help("the players move in turn"));
    }

    /// Reports a name that is neither player's.
    fn stranger(&mut self, line: &Range<usize>, name: &str) {
        // A name that is misspelt throughout is one fault.
        if self.strangers.iter().any(|known| known == name) {
            return;
        }
        self.strangers.push(name.to_owned());
        let help = match did_you_mean(name, self.players.iter().map(String::as_str)) {
            Some(meant) if meant.to_lowercase() == name.to_lowercase() => {
                format!("did you mean {}? capital letters count", quoted(meant))
            }
            Some(meant) => format!("did you mean {}?", quoted(meant)),
            None => format!(
                "the players are {} and {}",
                quoted(&self.players[0]),
                quoted(&self.players[1])
            ),
        };
        let finding = Diagnostic::error(
            "unknown-player",
            name_span(line, name),
            format!("{} is not one of the players", quoted(name)),
        )
        .help(help);
        self.lines
            .report(also(finding, &self.heading.players_line, "the players"));
    }

    /// Adds to the findings about painted cells where they were painted. The
    /// grid does not remember, so the file is read again, once for all.
    fn show_painters(&mut self) {
        if self.painted.is_empty() {
            return;
        }
        let mut wanted: HashMap<Cell, Option<Range<usize>>> =
            self.painted.iter().map(|(_, cell)| (*cell, None)).collect();
        let mut again = Lines::new(self.lines.file);
        again.at = self.start;
        while let Some(line) = again.peek_line() {
            again.step_over(&line);
            let Ok(text) = again.text(&line) else {
                continue;
            };
            let cell = match read_line(text, &self.players) {
                Some(Line {
                    deed: Deed::Plays(_, cell),
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
                let finding = &mut self.lines.findings[*finding];
                if line.start < finding.at.span.start {
                    *finding = finding
                        .clone()
                        .also(line.clone(), format!("{cell} was painted here"));
                }
            }
        }
    }

    /// Where the colour of a well-formed move stands.
    fn word_span(&self, line: &Range<usize>) -> Range<usize> {
        let end = self.cell_span(line).start - " at ".len();
        let before = &self.lines.file[line.start..end];
        let space = before.iter().rposition(|&byte| byte == b' ').unwrap_or(0);
        line.start + space + 1..end
    }

    /// Where the coordinate of a well-formed move stands, in its brackets.
    fn cell_span(&self, line: &Range<usize>) -> Range<usize> {
        let text = &self.lines.file[line.clone()];
        let bracket = text.iter().rposition(|&byte| byte == b'(').unwrap_or(0);
        line.start + bracket..line.end - 1
    }
}

/// Where the name at the beginning of a line stands.
fn name_span(line: &Range<usize>, name: &str) -> Range<usize> {
    line.start..line.start + name.len()
}

/// The finding with another place, where there is one.
fn also(finding: Diagnostic, span: &Option<Range<usize>>, text: &str) -> Diagnostic {
    match span {
        Some(span) => finding.also(span.clone(), text),
        None => finding,
    }
}
