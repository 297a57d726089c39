//! `parlour join`: a bot plays on a server.

mod client;

use std::collections::HashMap;
use std::io::Write;
use std::process::ExitCode;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use parlour_core::{AnyBot, GameEntry, Limits, Seed};
use serde::Deserialize;
use serde_json::{Value, json};
use ureq::http::StatusCode;

use client::{Client, SILENCE, understood};

use crate::args::Join;
use crate::bots;
use crate::commands::verbs::fresh_seed;
use crate::output::{Usage, stdout};

/// How often a server is asked for new matches.
const LOOK: Duration = Duration::from_secs(1);

/// On a clock, a move takes at most this part of what is left.
const SHARE_OF_CLOCK: u32 = 20;

pub(crate) fn run(join: &Join) -> Result<ExitCode> {
    let (base, place) = read_url(&join.url)?;
    let client = Client::new(base, join.token.as_deref());
    let player = Player {
        client,
        bot: join.bot.clone(),
        time: join.time,
    };
    match place {
        Place::Seat { id, secret } => {
            let _: Value = player
                .client
                .post(&format!("/m/{id}/join/{secret}"), &json!({}))?;
            player.play(&id)?;
        }
        Place::Match(id) => player.play(&id)?,
        Place::Tournament(code) => player.take_part(&code, join)?,
        Place::Server => player.play_all(join)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// What an address leads to.
#[derive(Debug, PartialEq)]
enum Place {
    Server,
    Match(String),
    Tournament(String),
    Seat { id: String, secret: String },
}

/// The server of an address, and what is there. The page's own addresses have a `#`.
fn read_url(url: &str) -> Result<(String, Place), Usage> {
    let bad = || {
        Usage(format!(
            "{url} is not the address of a server, a match, a seat or a tournament, such as \
             http://localhost:8080/m/ID/join/SECRET"
        ))
    };
    let (scheme, rest) = url.split_once("://").ok_or_else(bad)?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    if !matches!(scheme, "http" | "https") || host.is_empty() {
        return Err(bad());
    }
    let words: Vec<&str> = path
        .trim_start_matches('#')
        .split('/')
        .filter(|word| !word.is_empty())
        .collect();
    let place = match words[..] {
        [] => Place::Server,
        ["m", id] => Place::Match(id.to_owned()),
        ["t", code] => Place::Tournament(code.to_owned()),
        ["m", id, "join", secret] | ["join", id, secret] => Place::Seat {
            id: id.to_owned(),
            secret: secret.to_owned(),
        },
        _ => return Err(bad()),
    };
    Ok((format!("{scheme}://{host}"), place))
}

/// A match as the server shows it.
#[derive(Deserialize)]
struct Shown {
    game: String,
    seq: u64,
    seat: Option<String>,
    your_turn: bool,
    view: String,
    result: Option<Ended>,
    seats: Vec<Sitting>,
}

#[derive(Deserialize)]
struct Ended {
    text: String,
}

#[derive(Deserialize)]
struct Sitting {
    you: bool,
    left: Option<u64>,
}

/// A match in a list.
#[derive(Deserialize)]
struct Listed {
    id: String,
    game: String,
    over: bool,
}

/// A tournament as the server shows it.
#[derive(Deserialize)]
struct ShownTournament {
    name: String,
    status: String,
    you: Option<usize>,
    to_play: Vec<String>,
    standings: Vec<Standing>,
}

#[derive(Deserialize)]
struct Standing {
    entry: usize,
    place: usize,
    points: f64,
}

/// Matches that are being played, each in a thread of its own.
#[derive(Default)]
struct Playing(HashMap<String, JoinHandle<Result<()>>>);

impl Playing {
    /// Forgets those that are over; an error of one of them ends everything.
    fn tidy(&mut self) -> Result<()> {
        let (done, going): (HashMap<_, _>, _) = std::mem::take(&mut self.0)
            .into_iter()
            .partition(|(_, thread)| thread.is_finished());
        self.0 = going;
        for (_, thread) in done {
            thread
                .join()
                .map_err(|_| anyhow!("the bot's thread failed"))??;
        }
        Ok(())
    }

    /// Begins those that are not being played yet, as long as there is room.
    fn begin(&mut self, player: &Player, ids: Vec<String>, most: u8) {
        for id in ids {
            if self.0.len() < usize::from(most) && !self.0.contains_key(&id) {
                let (player, played) = (player.clone(), id.clone());
                self.0
                    .insert(id, thread::spawn(move || player.play(&played)));
            }
        }
    }
}

/// A bot that plays for us.
#[derive(Clone)]
struct Player {
    client: Client,
    bot: String,
    time: Duration,
}

impl Player {
    /// Plays a match to its end.
    fn play(&self, id: &str) -> Result<()> {
        let path = format!("/api/matches/{id}");
        let mut bot: Option<(&'static dyn GameEntry, Box<dyn AnyBot>)> = None;
        loop {
            let shown: Shown = self.client.get(&path)?;
            if let Some(ended) = &shown.result {
                writeln!(stdout(), "{id}: {}", ended.text)?;
                return Ok(());
            }
            let Some(seat) = &shown.seat else {
                bail!("this player has no seat in the match {id}");
            };
            let (game, bot) = match &mut bot {
                Some(bot) => bot,
                None => {
                    writeln!(stdout(), "{id}: {} as {seat}", shown.game)?;
                    stdout().flush()?;
                    bot.insert(self.bot(&shown.game)?)
                }
            };
            if !shown.your_turn {
                self.client.wait(id, shown.seq);
                continue;
            }
            let step = match self.choose(*game, &mut **bot, &shown) {
                Ok(step) => step,
                Err(error) => {
                    // The others are not kept waiting. Among more than two nobody can resign.
                    let _ = self
                        .client
                        .send(&format!("{path}/resign"), Some(&json!({})));
                    return Err(error.context(format!("{id}: the bot gives up")));
                }
            };
            let body = json!({ "at": shown.seq, "step": step });
            let answer = self.client.send(&format!("{path}/moves"), Some(&body))?;
            // After a conflict, the match is looked at again.
            if answer.0 != StatusCode::CONFLICT {
                let _: Value = understood(answer)?;
            }
        }
    }

    fn bot(&self, game: &str) -> Result<(&'static dyn GameEntry, Box<dyn AnyBot>)> {
        let game = parlour_catalog::game(game)
            .with_context(|| format!("this program is older than the server: {game} is new"))?;
        let is_own = game.all_bots().iter().any(|bot| bot.name == self.bot);
        let spec = match is_own || self.bot.starts_with("exec:") {
            true => self.bot.clone(),
            false => format!("exec:{}", self.bot),
        };
        Ok((game, bots::bot(game, &spec, fresh_seed())?))
    }

    /// Asks the bot for a step.
    fn choose(&self, game: &dyn GameEntry, bot: &mut dyn AnyBot, shown: &Shown) -> Result<String> {
        // What is hidden is imagined: the bot is only told the view.
        let position = game
            .read_view(&shown.view, &mut Seed::new(fresh_seed()).deal())
            .map_err(|finding| anyhow!("{}", finding.message))?;
        let left = shown.seats.iter().find(|seat| seat.you);
        let left = left.and_then(|seat| seat.left).map(Duration::from_millis);
        let time = left.map_or(self.time, |left| self.time.min(left / SHARE_OF_CLOCK));
        let advice = bot
            .advise(&*position, &Limits::time(time))
            .map_err(|fault| anyhow!("{}", fault.0))?;
        Ok(position.write(&advice.best))
    }

    /// Plays all of the player's matches, several at a time.
    fn play_all(&self, join: &Join) -> Result<()> {
        let mut playing = Playing::default();
        let news = self.client.news();
        loop {
            // What is heard from now on may not be in the list.
            while news.try_recv().is_ok() {}
            playing.tidy()?;
            let mut ids = self.open_matches()?;
            if let Some(game) = &join.sit
                && playing.0.len() < usize::from(join.concurrency)
            {
                ids.extend(self.sit_down(game)?);
            }
            playing.begin(self, ids, join.concurrency);
            if join.once && playing.0.is_empty() {
                return Ok(());
            }
            // No event announces free seats, or the end of a match that is played here.
            if join.sit.is_none() && playing.0.is_empty() {
                let _ = news.recv_timeout(SILENCE);
            } else {
                thread::sleep(LOOK);
            }
        }
    }

    /// Takes part in a tournament until it is over.
    fn take_part(&self, code: &str, join: &Join) -> Result<()> {
        let path = format!("/api/tournaments/{code}");
        let name = join
            .name
            .as_deref()
            .map_or(json!({}), |name| json!({ "name": name }));
        let entered: ShownTournament = self.client.post(&format!("{path}/join"), &name)?;
        writeln!(stdout(), "{code}: {}", entered.name)?;
        stdout().flush()?;
        let mut playing = Playing::default();
        loop {
            playing.tidy()?;
            let shown: ShownTournament = self.client.get(&path)?;
            if shown.status == "over" {
                let mut standings = shown.standings.iter();
                if let Some(own) = standings.find(|row| Some(row.entry) == shown.you) {
                    let Standing { place, points, .. } = own;
                    writeln!(stdout(), "{code}: place {place} with {points} points")?;
                }
                return Ok(());
            }
            playing.begin(self, shown.to_play, join.concurrency);
            thread::sleep(LOOK);
        }
    }

    fn open_matches(&self) -> Result<Vec<String>> {
        let listed: Vec<Listed> = self.client.get("/api/matches")?;
        let open = listed.into_iter().filter(|listed| !listed.over);
        Ok(open.map(|listed| listed.id).collect())
    }

    /// Takes one free seat of a public match.
    fn sit_down(&self, game: &str) -> Result<Option<String>> {
        let lobby: Vec<Listed> = self.client.get("/api/lobby")?;
        for Listed { id, .. } in lobby.into_iter().filter(|listed| listed.game == game) {
            let sat = self
                .client
                .send(&format!("/api/matches/{id}/sit"), Some(&json!({})))?;
            // Somebody else may have been faster.
            if sat.0.is_success() {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_servers_matches_and_seats() {
        let seat = |id: &str, secret: &str| Place::Seat {
            id: id.to_owned(),
            secret: secret.to_owned(),
        };
        for (url, base, place) in [
            ("http://a:1", "http://a:1", Place::Server),
            ("https://a/", "https://a", Place::Server),
            ("http://a/m/x", "http://a", Place::Match("x".to_owned())),
            ("http://a/#/m/x", "http://a", Place::Match("x".to_owned())),
            ("http://a/m/x/join/y", "http://a", seat("x", "y")),
            (
                "http://a/t/CODE",
                "http://a",
                Place::Tournament("CODE".to_owned()),
            ),
            ("http://a/#/join/x/y", "http://a", seat("x", "y")),
        ] {
            assert_eq!(read_url(url).ok(), Some((base.to_owned(), place)), "{url}");
        }
        for url in ["a:1", "ftp://a", "http://", "http://a/elsewhere"] {
            assert!(read_url(url).is_err(), "{url}");
        }
    }
}
