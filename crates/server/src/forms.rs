//! The forms of requests and answers. The OpenAPI document is made from these types.

use std::collections::BTreeMap;

use parlour_core::{Pick, Position, Seat, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::clock::Clock;
use crate::people::{Scope, now};
use crate::problem::Problem;
use crate::table::{Status, Table, Told};

/// Legal moves are listed up to this number.
const MOST_MOVES: usize = 1000;

/// What can be picked is listed up to this number.
const MOST_PICKS: usize = 4000;

/// A field that may be null instead of being left out.
pub(crate) fn or_default<'de, T, D>(field: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + Default,
    D: Deserializer<'de>,
{
    Ok(Option::deserialize(field)?.unwrap_or_default())
}

/// The player for a seat.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum SeatForm {
    /// The player who makes the match.
    Me,
    /// The player who follows the link.
    Open,
    /// A bot of the game.
    Bot {
        /// Its name: `easy`, `medium`, `hard`, `best`, or one of the game's own.
        bot: String,
        /// How many positions it may look at for a move.
        #[serde(default)]
        #[schemars(range(min = 1, max = 1_000_000))]
        nodes: Option<u64>,
    },
}

/// A new match.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewForm {
    /// The game: `GET /api/games` lists them.
    pub(crate) game: String,
    /// Its setup options.
    #[serde(default, deserialize_with = "or_default")]
    #[schemars(with = "Option<BTreeMap<String, Value>>")]
    pub(crate) setup: BTreeMap<String, Value>,
    /// One for each seat. If left out, the caller plays against the usual bots.
    #[serde(default, deserialize_with = "or_default")]
    #[schemars(with = "Option<Vec<SeatForm>>")]
    pub(crate) seats: Vec<SeatForm>,
    /// A position to begin with instead of the usual start.
    #[serde(default)]
    pub(crate) position: Option<String>,
    /// How much time the players have, in matches of two.
    #[serde(default)]
    pub(crate) clock: Option<Clock>,
    /// Whether strangers may find it, watch it and take its free seats.
    #[serde(default, deserialize_with = "or_default")]
    #[schemars(with = "Option<bool>")]
    pub(crate) public: bool,
}

/// A match that was made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MadeForm {
    /// Its id.
    pub(crate) id: String,
    /// The page of the match.
    pub(crate) url: String,
    /// For each free seat, a link that takes it.
    pub(crate) join: Vec<String>,
    /// The seats of the caller.
    pub(crate) seats: Vec<String>,
}

/// A new step.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepForm {
    /// The number of the last event that the caller knows.
    #[schemars(range(max = u64::MAX))]
    pub(crate) at: u64,
    /// The text of the step.
    pub(crate) step: String,
}

/// An action other than a move, such as resigning.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AtForm {
    /// The number of the last event that the caller knows. If left out, it does not matter.
    #[serde(default)]
    #[schemars(range(max = u64::MAX))]
    pub(crate) at: Option<u64>,
}

/// What has happened.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct HappenedForm {
    /// The number of the last event.
    pub(crate) seq: u64,
    /// The events since the number that the caller knew.
    pub(crate) steps: Vec<Told>,
}

/// A seat of a match.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SeatView {
    /// The game's name for it.
    pub(crate) seat: String,
    /// The name of its player.
    pub(crate) name: String,
    /// `person`, `bot` or `open`.
    pub(crate) kind: String,
    /// The bot.
    pub(crate) bot: Option<String>,
    /// Whether it is the caller's.
    pub(crate) you: bool,
    /// Milliseconds on its clock.
    pub(crate) left: Option<i64>,
}

/// How a match ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ResultView {
    /// The seat that won; null for a draw.
    pub(crate) winner: Option<String>,
    /// The result in words.
    pub(crate) text: String,
}

/// What can be picked first, where the legal moves are too many to list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct NextView {
    /// What has been picked so far.
    pub(crate) picked: Vec<String>,
    /// What can be picked now.
    pub(crate) can: Vec<String>,
    /// The step, once it is complete.
    pub(crate) step: Option<String>,
    /// How many moves there are.
    pub(crate) moves: usize,
    /// How many picks there are besides those in `can`, where they are too many to list.
    pub(crate) more: usize,
}

/// A match as its viewer sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MatchView {
    /// Its id.
    pub(crate) id: String,
    /// Its game.
    pub(crate) game: String,
    /// Its setup options; empty until the end in games that hide something.
    pub(crate) setup: BTreeMap<String, String>,
    /// Whether it waits for players, is being played, or is over.
    pub(crate) status: Status,
    /// The number of the last event.
    pub(crate) seq: u64,
    /// The seat that is to move, `chance` before a throw, null after the end.
    pub(crate) turn: Option<String>,
    /// The seat of the caller.
    pub(crate) seat: Option<String>,
    /// Whether the caller is to move.
    pub(crate) your_turn: bool,
    /// What the caller sees, in the notation of the game.
    pub(crate) view: String,
    /// The legal moves, if the caller is to move and they are not too many.
    pub(crate) moves: Vec<String>,
    /// What can be picked, where the moves are too many to list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<NextView>,
    /// How it ended.
    pub(crate) result: Option<ResultView>,
    /// Its seats.
    pub(crate) seats: Vec<SeatView>,
    /// How much time the players have.
    pub(crate) clock: Option<Clock>,
    /// What is offered: `draw` or `takeback`, and by which seat.
    pub(crate) offer: Option<OfferView>,
    /// The match that follows.
    pub(crate) rematch: Option<String>,
    /// Whether it is public.
    pub(crate) public: bool,
    /// The tournament that it belongs to.
    pub(crate) tournament: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created: i64,
    /// Whether its maker chose the first position.
    pub(crate) chosen: bool,
    /// The BLAKE3 hash of the key that all luck is drawn from.
    pub(crate) commitment: String,
    /// That key, once every match that uses it is over.
    pub(crate) key: Option<String>,
}

/// Something that is offered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OfferView {
    /// The seat that offers it.
    pub(crate) seat: String,
    /// `draw` or `takeback`.
    pub(crate) what: String,
    /// The seats that have not answered yet.
    pub(crate) waiting: Vec<String>,
}

/// A match in a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ListedView {
    /// Its id.
    pub(crate) id: String,
    /// Its game.
    pub(crate) game: String,
    /// Its setup options.
    pub(crate) setup: BTreeMap<String, String>,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created: i64,
    /// Whether it is over.
    pub(crate) over: bool,
    /// The name of the player who made it.
    pub(crate) name: String,
    /// How much time the players have.
    pub(crate) clock: Option<Clock>,
}

/// A new token.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TokenForm {
    /// What it is for, in the player's own words.
    #[serde(default)]
    #[schemars(length(max = 80))]
    pub(crate) label: String,
    /// What it allows; everything if it is left out.
    #[serde(default)]
    pub(crate) scopes: Option<Vec<Scope>>,
}

/// A token. The server keeps only its hash, so the token itself is shown once.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TokenView {
    /// Its id, by which it is deleted.
    pub(crate) id: String,
    /// The token itself, only in the answer that creates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) token: Option<String>,
    /// What it is for.
    pub(crate) label: String,
    /// What it allows.
    pub(crate) scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created: i64,
}

/// The caller.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MeView {
    /// The player's id.
    pub(crate) player: String,
    /// The name shown to people who play with the player by invitation.
    pub(crate) name: String,
    /// The name that strangers see.
    pub(crate) public_name: String,
    /// A link that makes another browser this player. Anyone who has it is this player.
    pub(crate) recovery: Option<String>,
}

/// A new name for the caller.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NameForm {
    /// At most 40 letters; an empty one restores the made-up name.
    #[schemars(length(max = 40))]
    pub(crate) name: String,
}

impl MatchView {
    /// A match as a player sees it.
    pub(crate) fn of(table: &Table, player: &str) -> MatchView {
        let seat = table.seat_of(player);
        let sight = table.sight(player);
        let status = table.status();
        let to_move = table.to_move();
        let your_turn = status == Status::Playing && seat.is_some() && to_move == seat;
        let moves = match your_turn {
            true => table.position().moves(),
            false => Vec::new(),
        };
        let next = (moves.len() > MOST_MOVES)
            .then(|| NextView::of(table.position(), &[]).ok())
            .flatten();
        MatchView {
            id: table.id.clone(),
            game: table.game.info().id.to_owned(),
            setup: match table.game.is_open() || table.is_revealed() {
                true => table.head.setup.clone(),
                // An option may say what is hidden.
                false => BTreeMap::new(),
            },
            status,
            seq: table.seq(),
            turn: match table.position().turn() {
                _ if status == Status::Over => None,
                Turn::Seat(seat) => Some(table.seat_name(seat)),
                Turn::Chance => Some("chance".to_owned()),
                Turn::Over(_) => None,
            },
            seat: seat.map(|seat| table.seat_name(seat)),
            your_turn,
            view: table.position().view_text(sight.who),
            moves: if next.is_some() { Vec::new() } else { moves },
            next,
            result: result(table, sight.named),
            seats: seats(table, player, sight.named),
            clock: table.head.clock,
            offer: table.offer.as_ref().map(|offer| OfferView {
                seat: table.seat_name(offer.by),
                what: offer.what.clone(),
                waiting: table
                    .to_agree()
                    .into_iter()
                    .map(|seat| table.seat_name(seat))
                    .collect(),
            }),
            rematch: table.rematch.clone(),
            public: table.public,
            tournament: table.head.tournament.clone(),
            created: table.created,
            chosen: table.head.chosen,
            commitment: table.commitment(),
            key: table.is_revealed().then(|| table.head.key.clone()),
        }
    }
}

fn result(table: &Table, named: bool) -> Option<ResultView> {
    let (winner, text) = table.result(named)?;
    Some(ResultView {
        winner: winner.map(|seat| table.seat_name(seat)),
        text,
    })
}

fn seats(table: &Table, player: &str, named: bool) -> Vec<SeatView> {
    let left = table.clocks.as_ref().map(|clocks| clocks.left(now()));
    let seats = Seat::all(table.seats.len() as u8).zip(&table.seats);
    seats
        .map(|(seat, row)| SeatView {
            seat: table.seat_name(seat),
            name: table.names(named)[seat.index()].clone(),
            kind: match (&row.player, &row.bot) {
                (_, Some(_)) => "bot",
                (Some(_), None) => "person",
                (None, None) => "open",
            }
            .to_owned(),
            bot: row.bot.clone(),
            you: row.player.as_deref() == Some(player),
            left: left.as_ref().map(|left| left[seat.index()]),
        })
        .collect()
}

impl NextView {
    /// What can be picked after some picks, by the seat that is to move.
    pub(crate) fn of(position: &dyn Position, picks: &[String]) -> Result<NextView, Problem> {
        use parlour_host::{Picking, Taken};
        let mut picking = Picking::new(position);
        let mut complete = None;
        for pick in picks {
            let refused = || Problem::invalid("pick", format!("{pick} cannot be picked here"));
            match picking.take(&Pick::new(pick)) {
                Taken::No => return Err(refused()),
                Taken::More => {}
                Taken::Move(index) => complete = position.move_at(index),
            }
        }
        let next = match complete {
            Some(_) => &[][..],
            None => picking.next(),
        };
        Ok(NextView {
            picked: picks.to_vec(),
            can: next.iter().take(MOST_PICKS).map(Pick::to_string).collect(),
            more: next.len().saturating_sub(MOST_PICKS),
            step: complete.map(|step| position.write(&step)),
            moves: position.moves().len(),
        })
    }
}
