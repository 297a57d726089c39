//! Bots that play on a server.

use std::time::Duration;

use clap::Args;

use super::duration;

pub(super) const JOIN_HELP: &str = "\
URL is a link that somebody sent you: to a free seat, to a match in which you
have a seat, to a tournament, or to a server. In a tournament the bot takes part
until it is over. With the address of a server, it plays all matches of the
token's owner, and waits for more.

Make a token on your page of the server; without one, the bot is a new player.

Examples:
  parlour join http://192.168.1.7:8080/m/7aMx/join/Jr2k --bot 'python3 mine.py'
  parlour join http://localhost:8080 --token plr_… --bot './mybot --level 3'
  parlour join http://localhost:8080/t/K7QW2M9X --name 'Mine 2' --bot ./mybot
  parlour join http://localhost:8080 --sit ploy --bot 'parlour engine ploy'";

#[derive(Debug, Args)]
pub(crate) struct Join {
    /// A seat's link, a match, a tournament, or a server
    pub(crate) url: String,
    /// The command of the bot, which speaks the line protocol; a name is one of the game's own bots
    #[arg(long, value_name = "COMMAND")]
    pub(crate) bot: String,
    /// The token of the player the bot plays for
    #[arg(long, env = "PARLOUR_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Take free seats in public matches of this game
    #[arg(long, value_name = "GAME", value_parser = super::game_ids())]
    pub(crate) sit: Option<String>,
    /// What the bot is called in a tournament
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// How long the bot may think about a move: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, default_value = "1s", value_name = "TIME")]
    pub(crate) time: Duration,
    /// How many matches it plays at the same time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) concurrency: u8,
    /// Stop when there are no matches left to play
    #[arg(long)]
    pub(crate) once: bool,
}
