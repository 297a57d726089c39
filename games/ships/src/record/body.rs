//! The guesses and the ending of a record, judged by the rules.
//!
//! After an error the reader goes on with what is still certain. Whether an
//! answer is wrong is best known at the end, where the ships are: it is looked
//! at again then. Only where they are not named is it said with which answer it
//! became impossible that there are any.

use std::ops::Range;

use parlour_core::lines::Lines;
use parlour_core::{Diagnostic, Game, Step, did_you_mean, quoted};

use crate::notation::{Part, answer_of, fleet_of, read_location};
use crate::rules::{Exchange, Fleet, Move, Ships, feedback};

use super::explain::{ENDING, explain};
use super::heading::Heading;
use super::line::{Line, List, read_line, salvage};
use super::{ending, spaced};

/// Wrong answers reported of one file.
const MOST_WRONG: usize = 100;

/// A guess with its answer, and where the answer stands.
struct Said {
    exchange: Exchange,
    place: Range<usize>,
}

pub(super) struct Body<'r, 'a, F> {
    lines: &'r mut Lines<'a>,
    heading: Heading,
    on_step: F,
    /// The position; `None` where it is in doubt.
    ships: Option<Ships>,
    /// All guesses with answers that could be read.
    said: Vec<Said>,
    /// How many guesses were made; `None` where a line could not be read.
    guesses: Option<usize>,
    /// A guess whose answer has not come, which only the last line may be.
    open_guess: Option<Range<usize>>,
    /// The finding that no target is left, and the place of that answer.
    contradiction: Option<(Diagnostic, Range<usize>)>,
    /// Where the ending says that the ships were.
    revealed: Option<(Fleet, Range<usize>)>,
    /// The ending has been read.
    has_ended: bool,
    /// The line before could not be read.
    after_unreadable: bool,
    /// It was said that the game is over already.
    said_over: bool,
}

impl<'r, 'a, F: FnMut(Step<Ships>, Range<usize>)> Body<'r, 'a, F> {
    pub(super) fn new(lines: &'r mut Lines<'a>, heading: Heading, on_step: F) -> Self {
        Body {
            ships: heading.start.clone(),
            lines,
            heading,
            on_step,
            said: Vec::new(),
            guesses: Some(0),
            open_guess: None,
            contradiction: None,
            revealed: None,
            has_ended: false,
            after_unreadable: false,
            said_over: false,
        }
    }

    /// Reads to the end of the file. True if the file is the good beginning of
    /// a game.
    pub(super) fn read(mut self) -> bool {
        let mut unfinished = false;
        while !self.lines.is_full() {
            let Some(line) = self.lines.peek_line() else {
                unfinished = self.end_of_file();
                break;
            };
            self.lines.step_over(&line);
            if self.has_ended {
                self.lines.report(
                    Diagnostic::error("trailing-text", line, "nothing may follow the ending")
                        .help("remove everything from here on; a file holds one game"),
                );
                break;
            }
            if let Some(guess) = self.open_guess.take() {
                self.lines.report(
                    Diagnostic::error(
                        "missing-answer",
                        guess,
                        "a guess without an answer; only the last line of a record may stop there",
                    )
                    .help("write it after a colon: `B3, C3, H3: 0, 2, 1.`"),
                );
                self.ships = None;
            }
            self.read_any_line(line);
        }
        self.judge_answers();
        unfinished
    }

    fn read_any_line(&mut self, line: Range<usize>) {
        let text = match self.lines.text(&line) {
            Ok(text) => text,
            Err(finding) => return self.unreadable(finding),
        };
        match read_line(text) {
            None => self.read_misshapen(line, text),
            Some(shape) => {
                self.after_unreadable = false;
                match shape {
                    Line::Guess { guess, answer } => self.read_guess(&line, guess, answer),
                    Line::Found {
                        name,
                        fleet,
                        guesses,
                    } => self.read_found(&line, name, &fleet, guesses),
                }
            }
        }
    }

    /// A line without a shape. Where it is plain what was meant, the reader
    /// goes on as if it had been written well.
    fn read_misshapen(&mut self, line: Range<usize>, text: &str) {
        let board = self.heading.board;
        let meant = salvage(text, board.ships().into()).and_then(|words| {
            let parts = words.into_iter().map(|text| Part { text, start: 0 });
            let parts: Vec<Part<'_>> = parts.collect();
            let (guess, answer) = parts.split_at(board.ships().into());
            let locations: Result<Vec<_>, _> = guess
                .iter()
                .map(|part| read_location(board, *part).map(|location| (location, *part)))
                .collect();
            let guess = fleet_of(board, &locations.ok()?, parts[0]).ok()?;
            let answer = answer_of(board, answer, parts[0]).ok()?;
            Some(Exchange { guess, answer })
        });
        let is_over = self.ships.as_ref().is_some_and(|s| s.found().is_some());
        let before = (self.ships.take(), self.guesses);
        self.unreadable(explain(text).shifted(line.start));
        if let Some(exchange) = meant.filter(|_| !is_over) {
            (self.ships, self.guesses) = before;
            self.after_unreadable = false;
            self.exchange(exchange, line.clone(), line);
        }
    }

    /// A line that cannot be read. The remains of a line that was broken in
    /// two are not reported again.
    fn unreadable(&mut self, finding: Diagnostic) {
        if !self.after_unreadable {
            self.lines.report(finding);
        }
        self.after_unreadable = true;
        self.ships = None;
        self.guesses = None;
    }

    /// Judges a guess by the first of: game over, locations, answer.
    fn read_guess(&mut self, line: &Range<usize>, guess: List<'_>, answer: Option<List<'_>>) {
        if self.is_over(line) {
            return;
        }
        let guess_place = in_file(line, guess.whole);
        let guess = self.fleet(line, &guess);
        let Some(answer) = answer else {
            self.guesses = self.guesses.map(|count| count + 1);
            match guess {
                Some(guess) => {
                    self.open_guess = Some(line.clone());
                    self.take(Move::Guess(guess), guess_place);
                }
                None => self.ships = None,
            }
            return;
        };
        let answer_place = in_file(line, answer.whole);
        let read = answer_of(self.heading.board, &answer.elements, answer.whole);
        let (guess, answer) = match (guess, read) {
            (Some(guess), Ok(answer)) => (guess, answer),
            (guess, read) => {
                // One complaint a line.
                if let (Some(_), Err(finding)) = (guess, read) {
                    self.lines.report(finding.shifted(line.start));
                }
                self.guesses = self.guesses.map(|count| count + 1);
                self.ships = None;
                return;
            }
        };
        self.exchange(Exchange { guess, answer }, guess_place, answer_place);
    }

    /// A guess and its answer, both well written.
    fn exchange(&mut self, exchange: Exchange, guess: Range<usize>, answer: Range<usize>) {
        self.guesses = self.guesses.map(|count| count + 1);
        self.said.push(Said {
            exchange,
            place: answer.clone(),
        });
        self.take(Move::Guess(exchange.guess), guess);
        self.take(Move::Answer(exchange.answer), answer);
    }

    /// Makes a move, if the position is certain.
    fn take(&mut self, chosen: Move, place: Range<usize>) {
        let Some(ships) = &mut self.ships else { return };
        let Err(refused) = ships.play(&chosen) else {
            if self.lines.findings.is_empty() {
                (self.on_step)(Step::Move(chosen), place);
            }
            return;
        };
        let mut finding = Diagnostic::error(refused.code, place.clone(), refused.message);
        finding.help = refused.help.map(Into::into);
        if let (Some(target), Some(guess)) = (ships.target(), ships.asked()) {
            // The right answer is known, and the game goes on with it.
            let right = Move::Answer(feedback(target, guess));
            ships.play(&right).expect("the right answer");
            self.lines.report(match &self.heading.target_line {
                Some(target) => finding.also(target.clone(), "the ships are here"),
                None => finding,
            });
            return;
        }
        if let (Move::Answer(answer), Some(guess)) = (chosen, ships.asked()) {
            for index in ships.in_the_way(Exchange { guess, answer }) {
                // Answers are read in order while the position is certain.
                let other = self.said[index].place.clone();
                finding = finding.also(other, "without this answer it would be possible");
            }
        }
        self.ships = None;
        self.contradiction = Some((finding, place));
    }

    /// Whether the ships have been found already, which is said once.
    fn is_over(&mut self, line: &Range<usize>) -> bool {
        let Some(found) = self.ships.as_ref().and_then(Ships::found) else {
            return false;
        };
        if !std::mem::replace(&mut self.said_over, true) {
            let finding = Diagnostic::error(
                "game-already-over",
                line.clone(),
                "a guess after the ships were found",
            )
            .help(self.ending_help(found));
            self.lines.report(match self.said.last() {
                Some(last) => finding.also(last.place.clone(), "they were found here"),
                None => finding,
            });
        }
        true
    }

    /// The fleet of a list; what is wrong with it is reported.
    fn fleet(&mut self, line: &Range<usize>, list: &List<'_>) -> Option<Fleet> {
        let board = self.heading.board;
        let locations: Result<Vec<_>, _> = list
            .elements
            .iter()
            .map(|part| read_location(board, *part).map(|location| (location, *part)))
            .collect();
        let fleet = locations.and_then(|locations| fleet_of(board, &locations, list.whole));
        fleet
            .map_err(|finding| self.lines.report(finding.shifted(line.start)))
            .ok()
    }

    /// Judges the ending by the first of: player, locations, game over, target,
    /// number of guesses.
    fn read_found(&mut self, line: &Range<usize>, name: &str, list: &List<'_>, guesses: Part<'_>) {
        self.has_ended = true;
        let is_searcher = self
            .heading
            .searcher
            .as_deref()
            .is_none_or(|searcher| searcher == name);
        if !is_searcher {
            self.not_the_searcher(line, name);
        }
        let findings = self.lines.findings.len();
        let fleet = self.fleet(line, list);
        if !is_searcher {
            // One complaint a line.
            self.lines.findings.truncate(findings);
        }
        let Some(fleet) = fleet else { return };
        let place = in_file(line, list.whole);
        self.revealed = Some((fleet, place.clone()));
        if !is_searcher {
            return;
        }
        let last = self.said.last();
        let found = last.filter(|last| last.exchange.answer == self.heading.board.found());
        match found {
            // Where a line could not be read, that may have been it.
            None if self.guesses.is_none() => {}
            None => {
                let finding = Diagnostic::error(
                    "game-not-over",
                    line.clone(),
                    format!(
                        "the ships were not found: no guess was answered with {}, 0, 0",
                        self.heading.board.ships()
                    ),
                )
                .help(format!("the last guess should be {}", spaced(fleet)));
                let finding = match last {
                    Some(last) => finding.also(last.place.clone(), "the last answer"),
                    None => finding,
                };
                self.lines.report(finding);
            }
            Some(last) if last.exchange.guess != fleet => {
                let finding = Diagnostic::error(
                    "wrong-target",
                    place,
                    format!("the ships were found at {}", spaced(last.exchange.guess)),
                )
                .also(last.place.clone(), "they were found here")
                .help(self.ending_help(last.exchange.guess));
                self.lines.report(finding);
            }
            Some(_) => self.count_guesses(line, guesses),
        }
    }

    fn count_guesses(&mut self, line: &Range<usize>, written: Part<'_>) {
        let Some(count) = self.guesses else { return };
        // A number that is too large to be read is too large in any case.
        if written.text.parse() == Ok(count) {
            return;
        }
        let guesses = if count == 1 { "guess" } else { "guesses" };
        self.lines.report(
            written
                .error(
                    "wrong-count",
                    format!("there are {count} {guesses}, not {}", written.text),
                )
                .help(format!("write `{count} {guesses}!`"))
                .shifted(line.start),
        );
    }

    fn not_the_searcher(&mut self, line: &Range<usize>, name: &str) {
        let searcher = self.heading.searcher.as_deref().unwrap_or_default();
        let help = if self.heading.hider.as_deref() == Some(name) {
            format!("{} hides; {} searches", quoted(name), quoted(searcher))
        } else if did_you_mean(name, [searcher]).is_some() {
            format!("did you mean `{searcher}`?")
        } else {
            format!("the searcher is {}", quoted(searcher))
        };
        let finding = Diagnostic::error(
            "unknown-player",
            line.start..line.start + name.len(),
            format!("{} is not the searcher", quoted(name)),
        )
        .help(help);
        self.lines.report(match &self.heading.searcher_line {
            Some(place) => finding.also(place.clone(), "the searcher"),
            None => finding,
        });
    }

    fn ending_help(&self, found: Fleet) -> String {
        match (&self.heading.searcher, self.guesses) {
            (Some(searcher), Some(count)) => {
                format!("the ending is `{}`", ending(searcher, found, count))
            }
            _ => ENDING.to_owned(),
        }
    }

    /// Looks at all answers again, now that it may be known where the ships
    /// were.
    fn judge_answers(&mut self) {
        // With a target in the heading every answer was judged in its place.
        if self.heading.target_line.is_some() {
            return;
        }
        let found = self
            .said
            .iter()
            .find(|said| said.exchange.answer == self.heading.board.found())
            .map(|said| (said.exchange.guess, said.place.clone()))
            .map(|found| (found, "the ships were found here"));
        let revealed = self.revealed.take();
        let revealed = revealed.map(|revealed| (revealed, "the ships were here"));
        let impossible = self.contradiction.take();
        let Some(((target, place), words)) = found.or(revealed) else {
            if let Some((finding, _)) = impossible {
                self.report_in_order(vec![finding]);
            }
            return;
        };
        let wrong = self.said.iter().filter(|said| !said.exchange.fits(target));
        let findings = wrong.map(|said| {
            let Exchange { guess, answer } = said.exchange;
            let right = feedback(target, guess);
            let finding = Diagnostic::error(
                "wrong-answer",
                said.place.clone(),
                format!("the answer to {guess} is {right}, not {answer}"),
            )
            .also(place.clone(), words);
            match &impossible {
                Some((_, place)) if *place != said.place => {
                    finding.also(place.clone(), "with this answer no target was left")
                }
                _ => finding,
            }
        });
        let findings = findings.take(MOST_WRONG).collect();
        self.report_in_order(findings);
    }

    /// Adds findings about lines that have been read before.
    fn report_in_order(&mut self, findings: Vec<Diagnostic>) {
        self.lines.findings.extend(findings);
        self.lines
            .findings
            .sort_by_key(|finding| finding.at.span.start);
    }

    /// True if nothing is wrong but that the game stops early.
    fn end_of_file(&mut self) -> bool {
        // A last line that could not be read may have been the ending.
        if self.has_ended || self.after_unreadable {
            return false;
        }
        let is_good = self.lines.findings.is_empty() && self.contradiction.is_none();
        let found = self.ships.as_ref().map(Ships::found);
        let (message, help) = match found {
            Some(Some(found)) => (
                "the ships are found, but the record does not say so",
                self.ending_help(found),
            ),
            Some(None) => (
                "the record stops before the ships are found",
                "play it to its end".to_owned(),
            ),
            None => ("the record has no ending", ENDING.to_owned()),
        };
        let end = self.lines.end();
        self.lines
            .report(Diagnostic::error("missing-ending", end, message).help(help));
        is_good && found == Some(None)
    }
}

/// A part of a line as a place in the file.
fn in_file(line: &Range<usize>, part: Part<'_>) -> Range<usize> {
    let start = line.start + part.start;
    start..start + part.text.len()
}
