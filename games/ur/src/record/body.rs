//! The turns and the ending of a record, judged by the rules.
//!
//! After an error the reader goes on with what is still certain. A turn that
//! was refused or could not be read leaves the board in doubt: from then on
//! only that is reported which would be wrong on any board.

use std::ops::Range;

use parlour_core::lines::Lines;
use parlour_core::{Diagnostic, Game, Step, did_you_mean, quoted};

use crate::notation::{bad_roll, read_deed, read_roll};
use crate::rules::{
    IllegalMove, Move, Player, Position, Refusal, Roll, Ur, can_move, game_over, opponent,
};

use super::explain::explain;
use super::heading::Heading;
use super::line::{Deed, Line, Who, read_line, salvage};

pub(super) struct Body<'r, 'a, F> {
    lines: &'r mut Lines<'a>,
    heading: Heading,
    on_step: F,
    /// The position; `None` where it is in doubt.
    ur: Option<Ur>,
    /// The last line with a turn, and whether it ended on a rosette.
    last_turn: Option<(Range<usize>, bool)>,
    /// A throw whose move has not come, which only the last line may be.
    open_throw: Option<Range<usize>>,
    /// The winner's line has been read.
    has_ended: bool,
    /// The line before could not be read.
    after_unreadable: bool,
    /// It was said that the game is over already.
    said_over: bool,
    /// It was said of these players that their lines begin with the colour.
    said_name: [bool; 2],
}

impl<'r, 'a, F: FnMut(Step<Ur>, Range<usize>)> Body<'r, 'a, F> {
    pub(super) fn new(lines: &'r mut Lines<'a>, heading: Heading, on_step: F) -> Self {
        Body {
            ur: heading.start,
            lines,
            heading,
            on_step,
            last_turn: None,
            open_throw: None,
            has_ended: false,
            after_unreadable: false,
            said_over: false,
            said_name: [false; 2],
        }
    }

    /// Reads to the end of the file. True if the file is the good beginning of
    /// a game.
    pub(super) fn read(mut self) -> bool {
        while !self.lines.is_full() {
            let Some(line) = self.lines.peek_line() else {
                return self.end_of_file();
            };
            self.lines.step_over(&line);
            if self.has_ended {
                self.lines.report(
                    Diagnostic::error(
                        "trailing-text",
                        line,
                        "nothing may follow the winner's line",
                    )
                    .help("remove everything from here on; a file holds one game"),
                );
                break;
            }
            if let Some(throw) = self.open_throw.take() {
                self.missing_move(throw);
            }
            self.read_any_line(line);
        }
        false
    }

    fn read_any_line(&mut self, line: Range<usize>) {
        let text = match self.lines.text(&line) {
            Ok(text) => text,
            Err(finding) => return self.unreadable(finding, false),
        };
        match read_line(text) {
            None => self.read_misshapen(line, text),
            Some(Line { who, deed }) => {
                self.after_unreadable = false;
                match deed {
                    Deed::Turn { roll, chosen } => self.read_turn(&line, text, who, roll, chosen),
                    Deed::Wins => self.read_winner(&line, who),
                }
            }
        }
    }

    /// A line without a shape. Where it is plain which turn was meant, and it
    /// is legal, the reader goes on as if it had been written well.
    fn read_misshapen(&mut self, line: Range<usize>, text: &str) {
        let player = Player::ALL
            .into_iter()
            .find(|player| text.starts_with(player.title()));
        let meant = player
            .and_then(|player| Some((player, salvage(&text[player.title().len()..])?)))
            .and_then(|(player, (roll, chosen))| self.after(player, read_roll(roll)?, chosen));
        self.unreadable(explain(text).shifted(line.start), player.is_some());
        if let Some((ur, on_rosette)) = meant {
            self.ur = Some(ur);
            self.after_unreadable = false;
            self.last_turn = Some((line, on_rosette));
        }
    }

    /// The position after a turn and whether it ended on a rosette, if it is
    /// certain and the turn legal.
    fn after(&self, player: Player, roll: Roll, chosen: Move) -> Option<(Ur, bool)> {
        let mut ur = self.ur.filter(|ur| ur.state().next == player)?;
        ur.resolve(&roll).ok()?;
        let on_rosette = ur.landing(chosen).is_some_and(Position::is_rosette);
        ur.play(&chosen).ok()?;
        Some((ur, on_rosette))
    }

    /// A line that cannot be read. The remains of a line that was broken in
    /// two are not reported again.
    fn unreadable(&mut self, finding: Diagnostic, begins_with_a_player: bool) {
        if !self.after_unreadable || begins_with_a_player {
            self.lines.report(finding);
        }
        self.after_unreadable = true;
        self.ur = None;
    }

    /// Judges a turn by the first of: player, game over, turn, roll, move.
    fn read_turn(
        &mut self,
        line: &Range<usize>,
        text: &str,
        who: Who<'_>,
        roll: Range<usize>,
        chosen: Option<Range<usize>>,
    ) {
        let mut good = true;
        if let Who::Stranger(name) = who {
            self.stranger(line, name);
            good = false;
        }
        if let Some(winner) = self.ur.and_then(|ur| game_over(ur.state())) {
            if good {
                self.already_over(line, winner);
            }
            return;
        }
        if let (Who::Player(player), Some(ur)) = (who, self.ur)
            && ur.state().next != player
        {
            self.not_your_turn(line, player);
            good = false;
            // Either the name is wrong, or a line is missing.
            self.ur = None;
        }
        let in_file = |span: &Range<usize>| line.start + span.start..line.start + span.end;
        let Some(thrown) = read_roll(&text[roll.clone()]) else {
            if good {
                let span = in_file(&roll);
                self.lines.report(bad_roll(span, &text[roll]));
            }
            self.ur = None;
            return;
        };
        let throw_span = line.start..line.start + roll.end;
        let Some(chosen_span) = chosen else {
            self.throw(thrown, throw_span, line, good);
            return;
        };
        let chosen = match read_deed(&text[chosen_span.clone()]) {
            Ok(chosen) => chosen,
            Err(finding) => {
                if good {
                    self.lines
                        .report(finding.shifted(line.start + chosen_span.start));
                }
                self.ur = None;
                return;
            }
        };
        let spans = [throw_span, in_file(&chosen_span)];
        let on_rosette = self.play(thrown, chosen, spans, good);
        self.last_turn = Some((line.clone(), on_rosette));
    }

    /// A throw without its move.
    fn throw(&mut self, roll: Roll, span: Range<usize>, line: &Range<usize>, good: bool) {
        // One complaint a line.
        self.open_throw = good.then(|| line.clone());
        if let Some(ur) = &mut self.ur
            && ur.resolve(&roll).is_ok()
            && good
            && self.lines.findings.is_empty()
        {
            (self.on_step)(Step::Chance(roll), span);
        }
    }

    fn missing_move(&mut self, throw: Range<usize>) {
        let help = match &self.ur {
            Some(ur) => can_move(ur),
            None => "write it after the roll: `Red 2 start.`".to_owned(),
        };
        self.lines.report(
            Diagnostic::error(
                "missing-move",
                throw,
                "a roll without a move; only the last line of a record may stop there",
            )
            .help(help),
        );
        self.ur = None;
    }

    /// Judges what a roll and a move do to the board; true if the move ends on
    /// a rosette. `good` if nothing else is wrong with the line: only its first
    /// error is reported.
    fn play(&mut self, roll: Roll, chosen: Move, spans: [Range<usize>; 2], good: bool) -> bool {
        let [throw_span, chosen_span] = spans;
        let Some(before) = self.ur else {
            if good {
                self.play_in_doubt(roll, chosen, chosen_span);
            }
            return false;
        };
        if let Some((after, on_rosette)) = self.after(before.state().next, roll, chosen) {
            self.ur = Some(after);
            if good && self.lines.findings.is_empty() {
                (self.on_step)(Step::Chance(roll), throw_span);
                (self.on_step)(Step::Move(chosen), chosen_span);
            }
            return on_rosette;
        }
        let mut thrown = before;
        // The game is not over and nothing was thrown, so this is accepted.
        let _ = thrown.resolve(&roll);
        if let Err(refused) = thrown.play(&chosen)
            && good
        {
            let mut finding = Diagnostic::error(refused.code, chosen_span, refused.message);
            finding.help = refused.help.map(Into::into);
            if refused.code == "illegal-move"
                && let Some((turn, _)) = &self.last_turn
            {
                finding = finding.also(turn.clone(), "the turn before");
            }
            self.lines.report(finding);
        }
        // Where nothing can move the turn passes whatever is written.
        self.ur = thrown.play(&Move::Pass).is_ok().then_some(thrown);
        false
    }

    /// What is wrong with a move on any board.
    fn play_in_doubt(&mut self, roll: Roll, chosen: Move, span: Range<usize>) {
        let Move::From(from) = chosen else { return };
        let refusal = match (from, roll.number()) {
            (Position::Home, _) => Refusal::AtHome,
            (_, 0) => Refusal::NoStep,
            _ => return,
        };
        let illegal = IllegalMove {
            // Neither refusal names the player.
            player: Player::Red,
            roll,
            from,
            refusal,
        };
        self.lines.report(
            Diagnostic::error("illegal-move", span, illegal.to_string())
                .help("a turn without a move is written `pass`"),
        );
    }

    fn already_over(&mut self, line: &Range<usize>, winner: Player) {
        if std::mem::replace(&mut self.said_over, true) {
            return;
        }
        let finding = Diagnostic::error(
            "game-already-over",
            line.clone(),
            "a turn after the end of the game",
        )
        .help(format!(
            "end the record here with `{} wins!`",
            winner.title()
        ));
        self.lines.report(match &self.last_turn {
            Some((last, _)) => finding.also(
                last.clone(),
                format!("{winner}'s last piece went home here"),
            ),
            None => finding,
        });
    }

    fn not_your_turn(&mut self, line: &Range<usize>, player: Player) {
        let next = opponent(player);
        let finding = Diagnostic::error(
            "not-your-turn",
            line.start..line.start + player.title().len(),
            format!("it is not {player}'s turn, but {next}'s"),
        );
        self.lines.report(match &self.last_turn {
            None => finding.help("Red begins"),
            Some((last, true)) => finding
                .also(last.clone(), "this move ended on a rosette")
                .help(format!("{} rolls again after a rosette", next.title())),
            Some((last, false)) => finding.also(last.clone(), "the turn before").help(format!(
                "a turn without a move is written too: `{} 0 pass.`",
                next.title()
            )),
        });
    }

    /// Reports a name that is neither `Red` nor `Green`.
    fn stranger(&mut self, line: &Range<usize>, name: &str) {
        let players = self.heading.players.iter().flatten();
        let owner = players
            .zip(Player::ALL)
            .find_map(|(known, player)| (known == name).then_some(player));
        // Who writes names does so in every line.
        if owner.is_some_and(|player| std::mem::replace(&mut self.said_name[player as usize], true))
        {
            return;
        }
        let help = match (owner, did_you_mean(name, Player::ALL.map(Player::title))) {
            (Some(player), _) => format!(
                "{} plays {player}: write `{}`",
                quoted(name),
                player.title()
            ),
            (None, Some(meant)) if meant.to_lowercase() == name.to_lowercase() => {
                format!("did you mean `{meant}`? capital letters count")
            }
            (None, Some(meant)) => format!("did you mean `{meant}`?"),
            (None, None) => "a line begins with `Red` or `Green`".to_owned(),
        };
        let finding = Diagnostic::error(
            "unknown-player",
            line.start..line.start + name.len(),
            format!("{} is neither `Red` nor `Green`", quoted(name)),
        )
        .help(help);
        self.lines
            .report(match (&self.heading.players_line, owner) {
                (Some(players), Some(_)) => finding.also(players.clone(), "the players, Red first"),
                _ => finding,
            });
    }

    fn read_winner(&mut self, line: &Range<usize>, who: Who<'_>) {
        self.has_ended = true;
        let at = line.start..line.start + who.name().len();
        let player = match who {
            Who::Stranger(name) => return self.stranger(line, name),
            Who::Player(player) => player,
        };
        let Some(ur) = self.ur else { return };
        match game_over(ur.state()) {
            None => {
                let side = ur.state().placing.side(player);
                self.lines.report(
                    Diagnostic::error(
                        "game-not-over",
                        line.clone(),
                        format!("{player} has not won: the game is not over"),
                    )
                    .help(format!(
                        "{} of {player}'s {} pieces are home",
                        side.home,
                        side.pieces()
                    )),
                );
            }
            Some(winner) if winner != player => {
                let finding =
                    Diagnostic::error("wrong-winner", at, format!("{player} did not win"))
                        .help(format!("{winner} is the winner"));
                self.lines.report(match &self.last_turn {
                    Some((last, _)) => finding.also(
                        last.clone(),
                        format!("{winner}'s last piece went home here"),
                    ),
                    None => finding,
                });
            }
            Some(_) => {}
        }
    }

    /// True if nothing is wrong but that the game stops early.
    fn end_of_file(&mut self) -> bool {
        // A last line that could not be read may have been the ending.
        if self.has_ended || self.after_unreadable {
            return false;
        }
        let is_good = self.lines.findings.is_empty();
        let winner = self.ur.map(|ur| game_over(ur.state()));
        let (message, help) = match winner {
            Some(Some(winner)) => (
                format!("{winner} has won, but the record does not say so"),
                format!("add the line `{} wins!`", winner.title()),
            ),
            Some(None) => (
                "the record stops before the game is over".to_owned(),
                "play it to its end".to_owned(),
            ),
            None => (
                "the record has no ending".to_owned(),
                super::explain::ENDING.to_owned(),
            ),
        };
        let end = self.lines.end();
        self.lines
            .report(Diagnostic::error("missing-ending", end, message).help(help));
        is_good && winner == Some(None)
    }
}
