//! Tournaments: for a class, a club, or an afternoon.
//!
//! A tournament is one document of the store. Its pairings name their matches before these are
//! made, so any process can make those that are missing, and count those that are over: nothing
//! has to happen at once, and nothing is lost when a process is killed in between.

mod forms;
mod pairing;
mod statistics;
mod tournament;

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::response::{IntoResponse, Redirect};
use axum::{Extension, Json};
use parlour_store::Document;

use crate::app::{Shared, form};
use crate::clock::Clock;
use crate::making::{Made, check_nodes, texts};
use crate::names::{self, one_line};
use crate::people::{Caller, is_word, now, random_code, random_key};
use crate::problem::Problem;
use crate::registry::Registry;
pub(crate) use forms::{EntryForm, TournamentForm, TournamentView};
use pairing::System;
pub(crate) use statistics::{StatisticsView, statistics};
use tournament::{End, Standing};
pub(crate) use tournament::{Entry, Meeting, Tournament};

pub(crate) const KIND: &str = "tournament";
const LONGEST_NAME: usize = 80;
/// A round robin of more would take all day.
const MOST_IN_ROUND_ROBIN: usize = 64;
const MOST_ENTRIES: usize = 500;
const MOST_ROUNDS: u32 = 50;
const MOST_MINUTES: u32 = 24 * 60;

/// The default clock, so that nobody waits for ever.
const USUAL_CLOCK: Clock = Clock::Game {
    time: 600,
    increment: 5,
};

/// Attempts to write what another process may be writing.
const TRIES: usize = 20;

fn no_tournament() -> Problem {
    Problem::missing("there is no such tournament")
}

/// A code as it is stored: people type them in small letters, too.
fn typed(code: &str) -> Result<String, Problem> {
    match is_word(code) {
        true => Ok(code.to_ascii_uppercase()),
        false => Err(no_tournament()),
    }
}

/// A tournament and the number of its last change.
struct Kept {
    id: String,
    owner: String,
    seq: u64,
    tournament: Tournament,
}

impl Kept {
    async fn load(registry: &Arc<Registry>, id: &str) -> Result<Kept, Problem> {
        let id = typed(id)?;
        let wanted = id.clone();
        let found = registry
            .read(move |database| database.get(KIND, &wanted))
            .await?;
        let found = found.ok_or_else(no_tournament)?;
        let tournament = serde_json::from_str(&found.body)
            .map_err(|error| Problem::internal(format!("tournament {id}: {error}")))?;
        Ok(Kept {
            id,
            owner: found.owner,
            seq: found.seq,
            tournament,
        })
    }

    /// Writes the next version; false if another process was faster.
    async fn write(&mut self, registry: &Arc<Registry>) -> Result<bool, Problem> {
        self.seq += 1;
        let document = Document {
            kind: KIND.to_owned(),
            id: self.id.clone(),
            owner: self.owner.clone(),
            seq: self.seq,
            body: serde_json::to_string(&self.tournament).unwrap_or_default(),
            due: None,
        };
        registry.put(KIND, document).await
    }
}

/// Changes a tournament, even if another process is changing it.
async fn change(
    registry: &Arc<Registry>,
    id: &str,
    mut act: impl FnMut(&mut Kept) -> Result<(), Problem>,
) -> Result<Kept, Problem> {
    for _ in 0..TRIES {
        let mut kept = Kept::load(registry, id).await?;
        act(&mut kept)?;
        if kept.write(registry).await? {
            return Ok(kept);
        }
    }
    Err(Problem::untimely(
        "busy",
        "too many people are changing it at the same time; try again",
    ))
}

/// Counts the matches that are over, and pairs those who are free. Any process may do that at
/// any time: when somebody looks, and when a match ends.
async fn go_on(registry: &Arc<Registry>, id: &str) -> Result<Kept, Problem> {
    for _ in 0..TRIES {
        let mut kept = Kept::load(registry, id).await?;
        let mut has_changed = false;
        for pairing in kept.tournament.played.iter_mut().flatten() {
            for meeting in pairing
                .matches
                .iter_mut()
                .filter(|meeting| meeting.end.is_none())
            {
                // A match that is not there yet is not over.
                if let Ok(Some(end)) = end_of(registry, &meeting.id).await {
                    meeting.end = Some(end);
                    has_changed = true;
                }
            }
        }
        if kept.tournament.is_running() {
            has_changed |= kept.tournament.pair(now());
        }
        if !has_changed || kept.write(registry).await? {
            make_matches(registry, &kept).await?;
            return Ok(kept);
        }
    }
    Err(Problem::untimely(
        "busy",
        "too many want to change it at the same time",
    ))
}

async fn end_of(registry: &Arc<Registry>, id: &str) -> Result<Option<End>, Problem> {
    registry
        .with(id, true, async |table| {
            Ok(table.result(false).map(|(winner, _)| End::won_by(winner)))
        })
        .await
}

/// Makes the matches that are not there yet.
async fn make_matches(registry: &Arc<Registry>, kept: &Kept) -> Result<(), Problem> {
    let Kept { id, tournament, .. } = kept;
    let open: Vec<String> = tournament
        .played
        .iter()
        .flatten()
        .flat_map(|pairing| &pairing.matches)
        .filter(|meeting| meeting.end.is_none())
        .map(|meeting| meeting.id.clone())
        .collect();
    if open.is_empty() {
        return Ok(());
    }
    let there = registry.read(move |database| database.seqs(&open)).await?;
    for pairing in tournament.played.iter().flatten() {
        for (number, meeting) in pairing.matches.iter().enumerate() {
            let is_there = there.iter().any(|(id, _)| *id == meeting.id);
            if meeting.end.is_some() || is_there {
                continue;
            }
            let players = pairing
                .seats(number)
                .map(|entry| &tournament.entries[entry]);
            // A tournament of an older version has the key at the pairing.
            let mut meeting = meeting.clone();
            if meeting.key.is_empty() {
                meeting.key.clone_from(&pairing.key);
            }
            let twins = tournament.twins(&meeting);
            let made = Made::paired(tournament, id, &meeting, twins, players)?;
            // Another process may have made it meanwhile.
            made.write_once(registry).await?;
        }
    }
    Ok(())
}

/// Whether there is such a tournament; the code as it is stored.
pub(crate) async fn exists(registry: &Arc<Registry>, id: &str) -> Result<String, Problem> {
    Ok(Kept::load(registry, id).await?.id)
}

/// A tournament as a player sees it.
pub(crate) async fn seen(
    registry: &Arc<Registry>,
    id: &str,
    base: &str,
    caller: &Caller,
) -> Result<TournamentView, Problem> {
    let kept = Kept::load(registry, id).await?;
    Ok(TournamentView::of(&kept, base, caller))
}

/// A match of a tournament is over, or it is time to look for free players.
pub(crate) fn look_after(registry: &Arc<Registry>, id: String) {
    let registry = Arc::clone(registry);
    tokio::spawn(async move {
        // The next request for the tournament will try again.
        let _ = go_on(&registry, &id).await;
    });
}

pub(crate) async fn create(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<(StatusCode, Json<TournamentView>), Problem> {
    let wanted: TournamentForm = form(&body)?;
    let in_range = |number: Option<u32>, most: u32| number.is_none_or(|n| (1..=most).contains(&n));
    if !in_range(wanted.rounds, MOST_ROUNDS)
        || !in_range(wanted.minutes, MOST_MINUTES)
        || !in_range(wanted.games, 2)
        || wanted.name.chars().count() > LONGEST_NAME
    {
        let message = format!(
            "a tournament has 1 to {MOST_ROUNDS} rounds or 1 to {MOST_MINUTES} minutes, one or \
             two games a pairing, and a name of at most {LONGEST_NAME} letters"
        );
        return Err(Problem::invalid("tournament", message));
    }
    let clock = wanted.clock.unwrap_or(USUAL_CLOCK);
    if !clock.is_sensible() {
        return Err(Problem::invalid("clock", "this clock is not possible"));
    }
    let has_luck = parlour_catalog::game(&wanted.game).is_some_and(|game| game.has_luck());
    let name = one_line(&wanted.name);
    let mut kept = Kept {
        id: random_code(),
        owner: caller.player.clone(),
        seq: 0,
        tournament: Tournament {
            name: if name.is_empty() {
                "Tournament".to_owned()
            } else {
                name
            },
            game: wanted.game,
            setup: texts(&wanted.setup)?,
            system: wanted.system,
            rounds: wanted.rounds.unwrap_or(0),
            minutes: wanted.minutes.unwrap_or(45),
            games: wanted.games.unwrap_or(if has_luck { 2 } else { 1 }),
            clock: Some(clock),
            started: None,
            ended: None,
            entries: Vec::new(),
            played: Vec::new(),
        },
    };
    // Whether such a match can be made is found out now, not when thirty people wait for it.
    let players = ["One", "Other"].map(|name| Entry::person(name, name));
    let players = players.each_ref();
    Made::paired(&kept.tournament, &kept.id, &trial(), Vec::new(), players)?;
    if !kept.write(&app.registry).await? {
        return Err(Problem::internal("two tournaments have the same code"));
    }
    let view = TournamentView::of(&kept, &app.base(&headers), &caller);
    Ok((StatusCode::CREATED, Json(view)))
}

pub(crate) async fn show(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<TournamentView>, Problem> {
    let kept = go_on(&app.registry, &id).await?;
    Ok(Json(TournamentView::of(
        &kept,
        &app.base(&headers),
        &caller,
    )))
}

pub(crate) async fn act(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path((id, what)): Path<(String, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<TournamentView>, Problem> {
    let registry = &app.registry;
    let wanted: EntryForm = form(&body)?;
    check_nodes(wanted.nodes)?;
    names::check(wanted.name.as_deref().unwrap_or_default().trim())?;
    let own_name = names::of(registry, &caller.player).await?;
    let own_name = wanted.bot.clone().unwrap_or(own_name);
    let name = wanted.name.map(|name| one_line(&name));
    let name = name.filter(|name| !name.is_empty()).unwrap_or(own_name);
    let new = match &wanted.bot {
        None => Entry::person(&caller.player, &name),
        Some(bot) => Entry::bot(&name, bot, wanted.nodes),
    };
    let owner_only = |kept: &Kept| match kept.owner == caller.player {
        true => Ok(()),
        false => Err(Problem::forbidden(
            "not-yours",
            "only its creator can do that",
        )),
    };
    // What the last round still lacks is made before it can become too late for that: the key of a
    // match stays secret until all that share it are over.
    if what == "end" {
        go_on(registry, &id).await?;
    }
    change(registry, &id, |kept| match &*what {
        "join" if new.bot.is_some() => {
            owner_only(kept)?;
            check_entry(registry, &kept.tournament, &new)?;
            enter(&mut kept.tournament, &new)
        }
        "join" => enter(&mut kept.tournament, &new),
        "leave" => leave(&mut kept.tournament, &caller.player),
        "start" => owner_only(kept).and_then(|()| start(&mut kept.tournament)),
        "end" => owner_only(kept).and_then(|()| end(&mut kept.tournament)),
        _ => Err(Problem::missing(
            "players can only join or leave; only its creator can start or end it",
        )),
    })
    .await?;
    let kept = go_on(registry, &id).await?;
    Ok(Json(TournamentView::of(
        &kept,
        &app.base(&headers),
        &caller,
    )))
}

/// A match that is only made to see whether it can be.
fn trial() -> Meeting {
    Meeting {
        id: "test".to_owned(),
        key: random_key(),
        end: None,
    }
}

/// Whether a bot can play the matches of a tournament.
fn check_entry(registry: &Registry, tournament: &Tournament, entry: &Entry) -> Result<(), Problem> {
    let players = [entry, entry];
    let made = Made::paired(tournament, "", &trial(), Vec::new(), players)?;
    made.check_bots(registry)
}

fn enter(tournament: &mut Tournament, new: &Entry) -> Result<(), Problem> {
    if let Some(entry) = tournament.entry_of(&new.player) {
        tournament.entries[entry].left = false;
        return Ok(());
    }
    let may_enter = match tournament.system {
        System::Arena => tournament.ended.is_none(),
        System::RoundRobin | System::Swiss => tournament.started.is_none(),
    };
    if !may_enter {
        return Err(Problem::untimely("too-late", "it has begun without you"));
    }
    let most = match tournament.system {
        System::RoundRobin => MOST_IN_ROUND_ROBIN,
        System::Swiss | System::Arena => MOST_ENTRIES,
    };
    if tournament.entries.len() >= most {
        let message = format!("the tournament is full: it takes {most} players");
        return Err(Problem::invalid("full", message));
    }
    // The wall tells players apart by their names.
    let is_taken = |name: &str| tournament.entries.iter().any(|entry| entry.name == name);
    let mut own = new.name.clone();
    let mut count = 1;
    while is_taken(&own) {
        count += 1;
        own = format!("{} {count}", new.name);
    }
    tournament.entries.push(Entry {
        name: own,
        ..new.clone()
    });
    Ok(())
}

fn leave(tournament: &mut Tournament, player: &str) -> Result<(), Problem> {
    let entry = tournament
        .entry_of(player)
        .ok_or_else(|| Problem::untimely("not-in", "you are not in this tournament"))?;
    match tournament.started {
        None => drop(tournament.entries.remove(entry)),
        Some(_) => tournament.entries[entry].left = true,
    }
    Ok(())
}

fn start(tournament: &mut Tournament) -> Result<(), Problem> {
    if tournament.started.is_some() {
        return Err(Problem::untimely("started", "it has begun already"));
    }
    let players = tournament.entries.len();
    if players < 2 {
        return Err(Problem::untimely(
            "too-few",
            "a tournament needs at least two players",
        ));
    }
    if tournament.rounds == 0 {
        // With a winner of every match, that many rounds leave one player without a loss.
        tournament.rounds = players.next_power_of_two().ilog2();
    }
    tournament.started = Some(now());
    Ok(())
}

/// Ends a tournament. What is still being played does not count.
fn end(tournament: &mut Tournament) -> Result<(), Problem> {
    if tournament.ended.is_some() {
        return Err(Problem::untimely("over", "it is over already"));
    }
    let meetings = tournament.played.iter_mut().flatten();
    for meeting in meetings.flat_map(|pairing| &mut pairing.matches) {
        meeting.end.get_or_insert(End::Void);
    }
    tournament.started.get_or_insert(now());
    tournament.ended = Some(now());
    Ok(())
}

/// The results as a table for spreadsheets.
pub(crate) async fn csv(
    State(app): Shared,
    Path(id): Path<String>,
) -> Result<Response<Body>, Problem> {
    let kept = go_on(&app.registry, &id).await?;
    let mut text = "place,name,points,wins,draws,losses,tiebreak\n".to_owned();
    for row in kept.tournament.standings() {
        let Standing {
            place,
            points,
            wins,
            draws,
            losses,
            tiebreak,
            ..
        } = row;
        let name = parlour_core::csv_field(&row.name);
        text += &format!("{place},{name},{points},{wins},{draws},{losses},{tiebreak}\n");
    }
    let name = format!("attachment; filename=\"{}.csv\"", kept.id);
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// The link that lets others in.
pub(crate) async fn page(Path(id): Path<String>) -> Result<Redirect, Problem> {
    Ok(Redirect::to(&format!("/#/t/{}", typed(&id)?)))
}

/// That link as a code for cameras.
pub(crate) async fn code(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let link = format!("{}/t/{}", app.base(&headers), typed(&id)?);
    crate::page::code_of(&link)
}
