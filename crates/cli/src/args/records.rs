//! Arguments of the commands about files.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};
use parlour_core::picture::Theme;

use super::{Json, duration, game_ids};

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("judged").args(["marks", "analyse"])))]
pub(crate) struct Replay {
    /// The record; - is standard input
    pub(crate) file: PathBuf,
    /// Print every position in order, even on a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// Describe every position in words instead of drawing it
    #[arg(long)]
    pub(crate) words: bool,
    /// Print each move above the position it leads to, and the result
    #[arg(long)]
    pub(crate) captions: bool,
    /// Let the strongest bot mark bad moves (?! ? ??), and name better ones
    #[arg(long)]
    pub(crate) marks: bool,
    /// Also say what every move did: kept the win, threw it away, was the only
    /// winning move
    #[arg(long)]
    pub(crate) analyse: bool,
    /// How long it may think about a position
    #[arg(long, value_parser = duration, default_value = "1s", value_name = "TIME", requires = "judged")]
    pub(crate) time: Duration,
    /// Draw with plain ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Turn animation off
    #[arg(long)]
    pub(crate) still: bool,
    #[command(flatten)]
    pub(crate) game: OfGame,
}

#[derive(Debug, Args)]
pub(crate) struct Review {
    /// The record; - is standard input
    pub(crate) file: PathBuf,
    /// The bot that judges; the strongest if none is given
    #[arg(long, value_name = "SPEC")]
    pub(crate) bot: Option<String>,
    /// How long it may think about a position: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, default_value = "2s", value_name = "TIME")]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) json: Json,
    /// Draw the chance to win, or what was gained, as an SVG picture
    #[arg(long, conflicts_with = "json")]
    pub(crate) svg: bool,
    /// The same as a PNG picture
    #[arg(long, conflicts_with_all = ["json", "svg"])]
    pub(crate) png: bool,
    /// Draw it to a file, .svg or .png
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) output: Option<PathBuf>,
    /// The colours of the picture [default: light]
    #[arg(long, value_parser = super::pictures::themes())]
    pub(crate) theme: Option<Theme>,
    #[command(flatten)]
    pub(crate) game: OfGame,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files and folders; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Check that all luck follows from a server's key: the key, or a file with the match as JSON
    #[arg(long, value_name = "KEY")]
    pub(crate) luck: Option<String>,
    #[command(flatten)]
    pub(crate) json: Json,
    #[command(flatten)]
    pub(crate) game: OfGame,
}

#[derive(Debug, Args)]
pub(crate) struct OfGame {
    /// The game, if neither the name nor the content of a file shows it
    #[arg(long = "game", value_name = "GAME", id = "of_game", value_parser = game_ids())]
    pub(crate) id: Option<String>,
}
