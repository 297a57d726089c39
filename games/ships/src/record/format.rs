//! The format of `.ships` records, for the common reader.
//!
//! Whether an answer is wrong is best known at the end, which says where the
//! ships were: then all answers are checked again. Only if the ending does not
//! name the ships is it reported with which answer the game became impossible.

mod answers;

use std::ops::Range;

use parlour_core::lines::{Body, Format, Header, Heading, Lines, Standing, Words};
use parlour_core::{Diagnostic, Excerpt, Game, Seal, Step, did_you_mean, quoted};

use crate::notation::{answer_of, fleet_of, read_location};
use crate::rules::{Board, Exchange, Fleet, Move, Setup, Ships, feedback};

use super::explain::slip;
use super::heading::{name, read_board, read_seal, read_target};
use super::line::{Line, List, read_line, salvage};
use super::{ending, spaced};

const HIDER_LINE: usize = 1;
const SEARCHER_LINE: usize = 2;
pub(super) const BOARD: usize = 3;
const TARGET: usize = 4;
const HIDDEN: usize = 5;
const SEALED: usize = 6;
const OPENED: usize = 7;

/// A guess with its answer, and where the answer is.
struct Said {
    exchange: Exchange,
    place: Range<usize>,
}

/// The format of `.ships` files, and what is known besides the position.
pub(super) struct Guesses {
    hider: Option<String>,
    searcher: Option<String>,
    /// The board; the standard one if that is in doubt.
    board: Board,
    /// Where the searcher is named.
    searcher_line: Option<Range<usize>>,
    /// Where the target is named.
    target_line: Option<Range<usize>>,
    /// The target that the hider picked, and where it is.
    hidden: Option<(Fleet, Range<usize>)>,
    /// The commitment of a hider whose ships are not named.
    sealed: Option<Seal>,
    /// Where the key is that opens it.
    key_place: Option<Range<usize>>,
    /// All guesses with answers that could be read.
    said: Vec<Said>,
    /// How many guesses were made; `None` if a line could not be read.
    guesses: Option<usize>,
    /// A guess without its answer, which only the last line may be.
    open_guess: Option<Range<usize>>,
    /// The finding that no target is left, and the place of that answer.
    contradiction: Option<(Diagnostic, Range<usize>)>,
    /// Where the ending says that the ships were.
    revealed: Option<(Fleet, Range<usize>)>,
}

impl Format for Guesses {
    type Game = Ships;
    type Line<'t> = Line<'t>;

    const HEADERS: &'static [Header<'static>] = &[
        Header::title("SHIPS", "missing-ships"),
        Header::needed("Hider", "missing-hider", "Hider: Amy."),
        Header::needed("Searcher", "missing-searcher", "Searcher: Bill."),
        Header::optional("Board", "Board: 8x8, 3 ships."),
        Header::optional("Target", "Target: B2, D3, H1."),
        Header::optional("Hidden", "Hidden: B2, D3, H1."),
        Header::optional("Sealed", "Sealed: 64 hexadecimal digits."),
        Header::optional("Opened", "Opened: 64 hexadecimal digits."),
    ];

    const WORDS: Words = Words {
        steps: "guesses",
        step: "a guess and its answer are written like `B3, C3, H3: 0, 2, 1.`",
        record: "a record of Ships",
        ending: "a record ends with a line like `Bill found B2, D3, H1 in 5 guesses!`",
        last: "the ending",
    };

    fn begin(lines: &mut Lines<'_>) -> Option<(Self, Heading<Ships>)> {
        let (mut hider, mut searcher) = (None, None);
        let (mut board, mut target) = (Ok(Board::STANDARD), Ok(None));
        let mut hidden = None;
        let (mut commitment, mut key) = (None, None);
        let mut places = lines.headers(
            Self::HEADERS,
            |text| read_line(text).is_some(),
            |header, value| match header {
                HIDER_LINE => name(value, searcher.as_deref()).map(|name| hider = Some(name)),
                SEARCHER_LINE => name(value, hider.as_deref()).map(|name| searcher = Some(name)),
                BOARD => {
                    let read = read_board(value);
                    board = read.as_ref().map(|board| *board).map_err(|_| ());
                    read.map(|_| ())
                }
                SEALED => read_seal(value).map(|read| commitment = Some(read)),
                OPENED => read_seal(value).map(|read| key = Some(read)),
                // On a board that could not be read, no target can be checked.
                _ if board.is_err() => Ok(()),
                HIDDEN if value.text.is_empty() => Ok(()),
                HIDDEN => {
                    let place = value.span(0, value.text.len());
                    let read = read_target(board.unwrap_or_default(), value);
                    hidden = read.as_ref().ok().map(|fleet| (*fleet, place));
                    read.map(|_| ())
                }
                _ => {
                    let read = read_target(board.unwrap_or_default(), value);
                    target = read.as_ref().map(|fleet| Some(*fleet)).map_err(|_| ());
                    read.map(|_| ())
                }
            },
        )?;
        let setup = board.ok().zip(target.ok());
        let setup = setup.map(|(board, target)| Setup { board, target });
        let mut start = setup.and_then(|setup| Ships::new(&setup).ok());
        if let (Some(ships), Some(line)) = (&start, &places[HIDDEN]) {
            if ships.target().is_some() {
                let message = "the ships are either at a target or hidden by a player";
                lines.report(
                    Diagnostic::error("syntax", line.clone(), message)
                        .also_where(&places[TARGET], "the target")
                        .help("remove one of the two lines"),
                );
            }
            start = Some(Ships::hiding(ships.board()));
        }
        let sealed = commitment.map(|commitment| Seal { commitment, key });
        if let (Some(seal), Some(line)) = (&sealed, &places[OPENED])
            && !seal.is_kept()
        {
            let message = "the key does not open the seal: something else was sealed";
            lines.report(
                Diagnostic::error("wrong-key", line.clone(), message)
                    .also_where(&places[SEALED], "the seal")
                    .help("the hider may have changed what was hidden"),
            );
        }
        let names = hider.clone().zip(searcher.clone());
        let heading = Heading {
            names: names.map_or(Vec::new(), |(hider, searcher)| vec![hider, searcher]),
            players_line: None,
            certain: start.is_some(),
            start,
        };
        let format = Guesses {
            hider,
            searcher,
            board: board.unwrap_or_default(),
            searcher_line: places[SEARCHER_LINE].take(),
            target_line: places[TARGET].take().or(places[HIDDEN].take()),
            hidden,
            sealed,
            key_place: places[OPENED].take(),
            said: Vec::new(),
            guesses: Some(0),
            open_guess: None,
            contradiction: None,
            revealed: None,
        };
        Some((format, heading))
    }

    fn sealed(&self) -> Option<Seal> {
        self.sealed.clone()
    }

    /// The hider's pick is a step, although it is among the headers.
    fn hurry(&mut self, body: &mut Body<'_, Ships>) {
        if let Some((target, place)) = self.hidden.take() {
            self.take(body, Move::Hide(target), place);
        }
    }

    fn shape<'t>(&self, _: &Body<'_, Ships>, text: &'t str) -> Option<Line<'t>> {
        read_line(text)
    }

    fn judge(&mut self, body: &mut Body<'_, Ships>, line: &Range<usize>, _: &str, said: Line<'_>) {
        match said {
            Line::Guess { guess, answer } => self.guess(body, line, guess, answer),
            Line::Found {
                name,
                fleet,
                guesses,
            } => self.found(body, line, name, &fleet, guesses),
        }
    }

    fn slip(&self, _: &Body<'_, Ships>, text: &str) -> Option<Diagnostic> {
        slip(text)
    }

    fn salvage(&mut self, body: &mut Body<'_, Ships>, line: &Range<usize>, text: &str) -> bool {
        let is_over = body.sure().is_some_and(|ships| ships.found().is_some());
        let board = self.board;
        let meant = salvage(text, board.ships().into()).and_then(|words| {
            let parts = words.into_iter().map(|text| Excerpt { text, start: 0 });
            let parts: Vec<Excerpt<'_>> = parts.collect();
            let (guess, answer) = parts.split_at(board.ships().into());
            Some(Exchange {
                guess: fleet(board, guess, parts[0]).ok()?,
                answer: answer_of(board, answer, parts[0]).ok()?,
            })
        });
        let Some(exchange) = meant.filter(|_| !is_over) else {
            return false;
        };
        self.exchange(body, exchange, line.clone(), line.clone());
        true
    }

    fn lost(&mut self) {
        self.guesses = None;
    }

    fn goes_on(&mut self, body: &mut Body<'_, Ships>) {
        if let Some(guess) = self.open_guess.take() {
            let message =
                "a guess without an answer; only the last line of a record may stop there";
            body.report(
                Diagnostic::error("missing-answer", guess, message)
                    .help("write it after a colon: `B3, C3, H3: 0, 2, 1.`"),
            );
            body.certain = false;
        }
    }

    fn after_the_end(&mut self, body: &Body<'_, Ships>, step: &Range<usize>) -> Diagnostic {
        let message = "a guess after the ships were found";
        let finding = Diagnostic::error("game-already-over", step.clone(), message)
            .help(self.ending_help(body));
        match self.said.last() {
            Some(last) => finding.also(last.place.clone(), "they were found here"),
            None => finding,
        }
    }

    fn unsaid(&self, body: &Body<'_, Ships>, _: Standing) -> (String, String) {
        (
            "the ships are found, but the record does not say so".into(),
            self.ending_help(body),
        )
    }

    fn stops_early(&self) -> (String, String) {
        (
            "the record stops before the ships are found".into(),
            "play it to its end".into(),
        )
    }

    fn finish(&mut self, body: &mut Body<'_, Ships>) {
        self.judge_answers(body);
        // That an answer was wrong may only be known now.
        if let (Some(kept), Some(first)) = (&mut body.kept, body.lines.findings.first()) {
            kept.cut(first.at.span.start);
        }
        self.compare_with_the_key(body);
    }
}

impl Guesses {
    /// Judges a guess by the first of: game over, locations, answer.
    fn guess(
        &mut self,
        body: &mut Body<'_, Ships>,
        line: &Range<usize>,
        guess: List<'_>,
        answer: Option<List<'_>>,
    ) {
        if self.admit(body, line, None).is_none() {
            return;
        }
        if body.sure().is_some_and(Ships::is_hiding) {
            let message = "a guess before the ships are hidden";
            body.report(
                Diagnostic::error("not-your-turn", line.clone(), message)
                    .also_where(&self.target_line, "nothing is hidden here")
                    .help("write where they are: `Hidden: B2, D3, H1.`"),
            );
            body.certain = false;
            return;
        }
        let guess_place = in_file(line, guess.whole);
        let fleet = fleet(self.board, &guess.elements, guess.whole);
        let Some(answer) = answer else {
            self.guesses = self.guesses.map(|count| count + 1);
            match fleet {
                Ok(guess) => {
                    self.open_guess = Some(line.clone());
                    self.take(body, Move::Guess(guess), guess_place);
                }
                Err(finding) => {
                    body.report(finding.shifted(line.start));
                    body.certain = false;
                }
            }
            return;
        };
        let answer_place = in_file(line, answer.whole);
        let read = fleet.and_then(|guess| {
            let answer = answer_of(self.board, &answer.elements, answer.whole)?;
            Ok(Exchange { guess, answer })
        });
        match read {
            Ok(exchange) => self.exchange(body, exchange, guess_place, answer_place),
            Err(finding) => {
                body.report(finding.shifted(line.start));
                self.guesses = self.guesses.map(|count| count + 1);
                body.certain = false;
            }
        }
    }

    /// A guess and its answer, both well formed.
    fn exchange(
        &mut self,
        body: &mut Body<'_, Ships>,
        exchange: Exchange,
        guess: Range<usize>,
        answer: Range<usize>,
    ) {
        self.guesses = self.guesses.map(|count| count + 1);
        self.said.push(Said {
            exchange,
            place: answer.clone(),
        });
        self.take(body, Move::Guess(exchange.guess), guess);
        self.take(body, Move::Answer(exchange.answer), answer);
    }

    /// Makes a move, if the position is certain.
    fn take(&mut self, body: &mut Body<'_, Ships>, chosen: Move, place: Range<usize>) {
        let Some(ships) = body.state.as_mut().filter(|_| body.certain) else {
            return;
        };
        let Err(refused) = ships.play(&chosen) else {
            return body.keep(Step::Move(chosen), place);
        };
        let mut finding = refused.at(place.clone());
        if let (Some(target), Some(guess)) = (ships.target(), ships.asked()) {
            // The right answer is known, and the game continues with it.
            let right = Move::Answer(feedback(target, guess));
            ships.play(&right).expect("the right answer");
            return body.report(finding.also_where(&self.target_line, "the ships are here"));
        }
        if let (Move::Answer(answer), Some(guess)) = (chosen, ships.asked()) {
            for index in ships.in_the_way(Exchange { guess, answer }) {
                // Answers are read in order while the position is certain.
                let other = self.said[index].place.clone();
                finding = finding.also(other, "without this answer it would be possible");
            }
        }
        body.certain = false;
        self.contradiction = Some((finding, place));
    }

    /// Judges the ending by the first of: player, locations, game over, target,
    /// number of guesses.
    fn found(
        &mut self,
        body: &mut Body<'_, Ships>,
        line: &Range<usize>,
        name: &str,
        list: &List<'_>,
        guesses: Excerpt<'_>,
    ) {
        body.has_ended = true;
        let fleet = fleet(self.board, &list.elements, list.whole);
        let place = in_file(line, list.whole);
        if let Ok(fleet) = &fleet {
            self.revealed = Some((*fleet, place.clone()));
        }
        let finding = match (self.searcher.as_deref(), fleet) {
            (Some(searcher), _) if searcher != name => {
                Some(self.not_the_searcher(line, name, searcher))
            }
            (_, Err(finding)) => Some(finding.shifted(line.start)),
            (_, Ok(fleet)) => self.wrong_ending(line, fleet, place, guesses),
        };
        if let Some(finding) = finding {
            body.report(finding);
        }
    }

    fn wrong_ending(
        &self,
        line: &Range<usize>,
        fleet: Fleet,
        place: Range<usize>,
        guesses: Excerpt<'_>,
    ) -> Option<Diagnostic> {
        let last = self.said.last();
        let found = last.filter(|last| last.exchange.answer == self.board.found());
        match found {
            // If a line could not be read, it may have been that one.
            None if self.guesses.is_none() => None,
            None => {
                let message = format!(
                    "the ships were not found: no guess was answered with {}, 0, 0",
                    self.board.ships()
                );
                let finding = Diagnostic::error("game-not-over", line.clone(), message)
                    .help(format!("the last guess should be {}", spaced(fleet)));
                Some(match last {
                    Some(last) => finding.also(last.place.clone(), "the last answer"),
                    None => finding,
                })
            }
            Some(last) if last.exchange.guess != fleet => {
                let guess = last.exchange.guess;
                let message = format!("the ships were found at {}", spaced(guess));
                Some(
                    Diagnostic::error("wrong-target", place, message)
                        .also(last.place.clone(), "they were found here")
                        .help(self.right_ending(guess)),
                )
            }
            Some(_) => self
                .wrong_count(guesses)
                .map(|finding| finding.shifted(line.start)),
        }
    }

    fn wrong_count(&self, written: Excerpt<'_>) -> Option<Diagnostic> {
        // A number too large to represent is too large in any case.
        let count = self
            .guesses
            .filter(|count| written.text.parse() != Ok(*count))?;
        let guesses = if count == 1 { "guess" } else { "guesses" };
        let message = format!("there are {count} {guesses}, not {}", written.text);
        Some(
            written
                .error("wrong-count", message)
                .help(format!("write `{count} {guesses}!`")),
        )
    }

    fn not_the_searcher(&self, line: &Range<usize>, name: &str, searcher: &str) -> Diagnostic {
        let help = if self.hider.as_deref() == Some(name) {
            format!("{} hides; {} searches", quoted(name), quoted(searcher))
        } else if did_you_mean(name, [searcher]).is_some() {
            format!("did you mean `{searcher}`?")
        } else {
            format!("the searcher is {}", quoted(searcher))
        };
        let message = format!("{} is not the searcher", quoted(name));
        Diagnostic::error(
            "unknown-player",
            line.start..line.start + name.len(),
            message,
        )
        .help(help)
        .also_where(&self.searcher_line, "the searcher")
    }

    /// How the record should end according to the game.
    fn ending_help(&self, body: &Body<'_, Ships>) -> String {
        match body.sure().and_then(Ships::found) {
            Some(found) => self.right_ending(found),
            None => Self::WORDS.ending.to_owned(),
        }
    }

    fn right_ending(&self, found: Fleet) -> String {
        match (&self.searcher, self.guesses) {
            (Some(searcher), Some(count)) => {
                format!("the ending is `{}`", ending(searcher, found, count))
            }
            _ => Self::WORDS.ending.to_owned(),
        }
    }
}

/// The fleet of a list.
fn fleet(board: Board, list: &[Excerpt<'_>], whole: Excerpt<'_>) -> Result<Fleet, Diagnostic> {
    let mut locations = Vec::new();
    for part in list {
        locations.push((read_location(board, *part)?, *part));
    }
    fleet_of(board, &locations, whole)
}

/// A part of a line as a span of the file.
fn in_file(line: &Range<usize>, part: Excerpt<'_>) -> Range<usize> {
    let start = line.start + part.start;
    start..start + part.text.len()
}
