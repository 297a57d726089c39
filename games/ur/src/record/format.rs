//! The format of `.ur` records, for the common reader.

use std::ops::Range;

use parlour_core::lines::{Body, Format, Header, Heading, Lines, Standing, Value, Who, Words};
use parlour_core::{Diagnostic, Game, Records, Seat, Step, did_you_mean, quoted};

use crate::notation::{EXACT, bad_roll, read_action, read_pieces, read_roll};
use crate::rules::{
    IllegalMove, MOST_PIECES, Move, Player, Position, Refusal, Roll, Setup, Ur, can_move, opponent,
};

use super::line::{Action, Line, after_name, named, read_line, salvage};

const PLAYERS: usize = 1;
const PIECES: usize = 2;
const HOME: usize = 3;

/// The format of `.ur` files, and what is known besides the position.
#[derive(Default)]
pub(super) struct Turns {
    /// The last turn ended on a rosette.
    on_rosette: bool,
    /// A throw without its move, which only the last line may be.
    open_throw: Option<Range<usize>>,
    /// Players about whom it was reported that their lines must begin with the
    /// colour.
    said_name: [bool; 2],
}

impl Format for Turns {
    type Game = Ur;
    type Line<'t> = Line<'t>;

    const HEADERS: &'static [Header<'static>] = &[
        Header::title("UR", "missing-ur"),
        Header::PLAYERS,
        Header::optional("Pieces", "Pieces: 7."),
        Header::optional("Home", "Home: exact."),
    ];

    const WORDS: Words = Words {
        steps: "turns",
        record: "a record of Ur",
        step: "a turn is written like `Red 2 start.` or `Green 0 pass.`",
        ending: "a record ends with `Red wins!` or `Green wins!`",
        last: "the winner's line",
    };

    fn begin(lines: &mut Lines<'_>) -> Option<(Self, Heading<Ur>)> {
        let mut names = Vec::new();
        let mut setup = Setup::default();
        let mut certain = true;
        let mut places = lines.headers(
            Self::HEADERS,
            |text| read_line(text).is_some(),
            |header, value| {
                let result = match header {
                    PLAYERS => {
                        let read = value.players(2..=2, Ur::NOT_IN_NAMES);
                        read.map(|read| names = read)
                    }
                    PIECES => pieces(value).map(|number| setup.pieces = number),
                    HOME => exact(value).map(|()| setup.exact_home = true),
                    _ => Ok(()),
                };
                certain &= result.is_ok() || header == PLAYERS;
                result
            },
        )?;
        let start = Ur::new(&setup).ok().filter(|_| certain);
        let heading = Heading {
            names,
            players_line: places[PLAYERS].take(),
            start,
            certain: start.is_some(),
        };
        Some((Turns::default(), heading))
    }

    fn shape<'t>(&self, _: &Body<'_, Ur>, text: &'t str) -> Option<Line<'t>> {
        read_line(text)
    }

    fn judge(&mut self, body: &mut Body<'_, Ur>, line: &Range<usize>, text: &str, said: Line<'_>) {
        match said.action {
            Action::Turn { roll, chosen } => self.turn(body, line, text, said.who, roll, chosen),
            Action::Wins => self.winner(body, line, said.who),
        }
    }

    fn slip(&self, _: &Body<'_, Ur>, text: &str) -> Option<Diagnostic> {
        after_name(text, named(text)?.title().len()).err()
    }

    fn begins_well(&self, _: &Body<'_, Ur>, text: &str) -> bool {
        named(text).is_some()
    }

    fn salvage(&mut self, body: &mut Body<'_, Ur>, line: &Range<usize>, text: &str) -> bool {
        let meant = named(text).and_then(|player| {
            let (roll, chosen) = salvage(&text[player.title().len()..])?;
            let ur = body.sure().filter(|ur| ur.state().next == player)?;
            after(ur, read_roll(roll)?, chosen)
        });
        let Some((ur, on_rosette)) = meant else {
            return false;
        };
        body.state = Some(ur);
        body.last = Some(line.clone());
        self.on_rosette = on_rosette;
        true
    }

    fn goes_on(&mut self, body: &mut Body<'_, Ur>) {
        let Some(throw) = self.open_throw.take() else {
            return;
        };
        let help = match body.sure() {
            Some(ur) => can_move(ur),
            None => "write it after the roll: `Red 2 start.`".to_owned(),
        };
        let message = "a roll without a move; only the last line of a record may stop there";
        body.report(Diagnostic::error("missing-move", throw, message).help(help));
        body.certain = false;
    }

    fn after_the_end(&mut self, body: &Body<'_, Ur>, step: &Range<usize>) -> Diagnostic {
        let message = "a turn after the end of the game";
        let finding = Diagnostic::error("game-already-over", step.clone(), message);
        match winner(body.standing()) {
            Some(winner) => went_home(body, finding, winner).help(format!(
                "end the record here with `{} wins!`",
                winner.title()
            )),
            None => finding,
        }
    }

    fn wrong_turn(
        &self,
        body: &Body<'_, Ur>,
        line: &Range<usize>,
        player: Seat,
    ) -> Option<Diagnostic> {
        let player = Player::ALL[player.index()];
        let next = opponent(player);
        body.sure().filter(|ur| ur.state().next == next)?;
        let finding = Diagnostic::error(
            "not-your-turn",
            line.start..line.start + player.title().len(),
            format!("it is not {player}'s turn, but {next}'s"),
        );
        Some(match &body.last {
            None => finding.help("Red begins"),
            Some(last) if self.on_rosette => finding
                .also(last.clone(), "this move ended on a rosette")
                .help(format!("{} rolls again after a rosette", next.title())),
            Some(last) => finding.also(last.clone(), "the turn before").help(format!(
                "a turn without a move is written too: `{} 0 pass.`",
                next.title()
            )),
        })
    }

    /// Reports a name that is neither `Red` nor `Green`.
    fn stranger(&mut self, body: &mut Body<'_, Ur>, line: &Range<usize>, name: &str) {
        let players = body.names.iter().zip(Player::ALL);
        let mut owners = players.filter_map(|(known, player)| (known == name).then_some(player));
        let owner = owners.next();
        // A file with names has them in every line.
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
            (None, Some(meant)) if meant.eq_ignore_ascii_case(name) => {
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
        body.report(match owner {
            Some(_) => finding.also_where(&body.players_line, "the players, Red first"),
            None => finding,
        });
    }

    fn unsaid(&self, _: &Body<'_, Ur>, standing: Standing) -> (String, String) {
        let Some(winner) = winner(standing) else {
            return Default::default();
        };
        (
            format!("{winner} has won, but the record does not say so"),
            format!("add the line `{} wins!`", winner.title()),
        )
    }
}

impl Turns {
    /// Judges a turn by the first of: player, game over, turn, roll, move.
    fn turn(
        &mut self,
        body: &mut Body<'_, Ur>,
        line: &Range<usize>,
        text: &str,
        who: Who<'_>,
        roll: Range<usize>,
        chosen: Option<Range<usize>>,
    ) {
        let Some(good) = self.admit(body, line, Some(who)) else {
            return;
        };
        let in_file = |span: &Range<usize>| line.start + span.start..line.start + span.end;
        let Some(thrown) = read_roll(&text[roll.clone()]) else {
            if good {
                body.report(bad_roll(in_file(&roll), &text[roll]));
            }
            body.certain = false;
            return;
        };
        let throw_span = line.start..line.start + roll.end;
        let Some(chosen_span) = chosen else {
            self.throw(body, thrown, throw_span, line, good);
            return;
        };
        let chosen = match read_action(&text[chosen_span.clone()]) {
            Ok(chosen) => chosen,
            Err(finding) => {
                if good {
                    body.report(finding.shifted(line.start + chosen_span.start));
                }
                body.certain = false;
                return;
            }
        };
        let spans = [throw_span, in_file(&chosen_span)];
        self.on_rosette = play(body, thrown, chosen, spans, good);
        body.last = Some(line.clone());
    }

    /// A throw without its move.
    fn throw(
        &mut self,
        body: &mut Body<'_, Ur>,
        roll: Roll,
        span: Range<usize>,
        line: &Range<usize>,
        good: bool,
    ) {
        // One error per line.
        self.open_throw = good.then(|| line.clone());
        if body.certain
            && let Some(ur) = &mut body.state
            && ur.resolve(&roll).is_ok()
            && good
        {
            body.keep(Step::Chance(roll), span);
        }
    }

    fn winner(&mut self, body: &mut Body<'_, Ur>, line: &Range<usize>, who: Who<'_>) {
        body.has_ended = true;
        let player = match who {
            Who::Stranger(name) => return self.stranger(body, line, name),
            Who::Player(seat) => Player::ALL[seat.index()],
        };
        let Some(ur) = body.sure() else { return };
        let finding = match winner(body.standing()) {
            None => {
                let side = ur.state().placing.side(player);
                Diagnostic::error(
                    "game-not-over",
                    line.clone(),
                    format!("{player} has not won: the game is not over"),
                )
                .help(format!(
                    "{} of {player}'s {} pieces are home",
                    side.home,
                    side.pieces()
                ))
            }
            Some(winner) if winner != player => {
                let at = line.start..line.start + player.title().len();
                let message = format!("{player} did not win");
                let finding = Diagnostic::error("wrong-winner", at, message);
                went_home(body, finding, winner).help(format!("{winner} is the winner"))
            }
            Some(_) => return,
        };
        body.report(finding);
    }
}

/// The winner of a game that is over.
fn winner(standing: Standing) -> Option<Player> {
    match standing {
        Standing::Won(seat) => Some(Player::ALL[seat.index()]),
        _ => None,
    }
}

/// Points at the turn that won the game.
fn went_home(body: &Body<'_, Ur>, finding: Diagnostic, winner: Player) -> Diagnostic {
    finding.also_where(&body.last, format!("{winner}'s last piece went home here"))
}

/// The position after a turn and whether it ended on a rosette, if it is legal.
fn after(before: &Ur, roll: Roll, chosen: Move) -> Option<(Ur, bool)> {
    let mut ur = *before;
    ur.resolve(&roll).ok()?;
    let on_rosette = ur.landing(chosen).is_some_and(Position::is_rosette);
    ur.play(&chosen).ok()?;
    Some((ur, on_rosette))
}

/// Judges what a roll and a move do to the board; true if the move ends on a
/// rosette. `good` if nothing else is wrong with the line: only its first error
/// is reported.
fn play(
    body: &mut Body<'_, Ur>,
    roll: Roll,
    chosen: Move,
    spans: [Range<usize>; 2],
    good: bool,
) -> bool {
    let [throw_span, chosen_span] = spans;
    let Some(before) = body.sure().copied() else {
        if good {
            play_in_doubt(body, roll, chosen, chosen_span);
        }
        return false;
    };
    if let Some((after, on_rosette)) = after(&before, roll, chosen) {
        body.state = Some(after);
        if good {
            body.keep(Step::Chance(roll), throw_span);
            body.keep(Step::Move(chosen), chosen_span);
        }
        return on_rosette;
    }
    let mut thrown = before;
    // The game is not over and nothing was thrown, so this is accepted.
    let _ = thrown.resolve(&roll);
    if let Err(refused) = thrown.play(&chosen)
        && good
    {
        let is_illegal = refused.code == "illegal-move";
        let finding = refused.at(chosen_span);
        body.report(match is_illegal {
            true => finding.also_where(&body.last, "the turn before"),
            false => finding,
        });
    }
    // If nothing can move, the turn passes whatever is written.
    body.certain = thrown.play(&Move::Pass).is_ok();
    body.state = Some(thrown);
    false
}

/// What is wrong with a move on any board.
fn play_in_doubt(body: &mut Body<'_, Ur>, roll: Roll, chosen: Move, span: Range<usize>) {
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
    body.report(
        Diagnostic::error("illegal-move", span, illegal.to_string())
            .help("a turn without a move is written `pass`"),
    );
}

fn pieces(value: Value<'_>) -> Result<u8, Diagnostic> {
    let (content, at) = value.content()?;
    read_pieces(content).ok_or_else(|| {
        Diagnostic::error(
            "bad-pieces",
            value.span(at, at + content.len()),
            format!("{} is not a number of pieces", quoted(content)),
        )
        .help(format!(
            "a player has 1 to {MOST_PIECES} pieces: `Pieces: {MOST_PIECES}.`"
        ))
    })
}

/// The only value of the `Home:` line.
fn exact(value: Value<'_>) -> Result<(), Diagnostic> {
    let (content, at) = value.content()?;
    if content == EXACT {
        return Ok(());
    }
    let finding = Diagnostic::error(
        "bad-home",
        value.span(at, at + content.len()),
        format!("{} is not a way to go home", quoted(content)),
    );
    Err(match did_you_mean(content, [EXACT]) {
        Some(_) => finding.help("did you mean `exact`?"),
        None => finding.help("write `Home: exact.`, or leave the line out for the usual rule"),
    })
}
