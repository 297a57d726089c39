//! Arguments of the commands that make pictures.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};
use parlour_core::picture::Theme;

use super::records::OfGame;
use super::{Seed, duration};

pub(super) const DRAW_HELP: &str = "\
POSITION is the game's text or JSON of a position, start, - for standard input,
or @FILE. FILE is a record; - is standard input here, too. Text is drawn unless
--svg, --png or the extension of -o FILE says otherwise.

Examples:
  parlour draw gridlock '3x3 rg r.r/.g./r.r'
  parlour draw mygame.gridlock --after 3
  parlour draw mygame.ploy --after 20 --last -o move20.png
  parlour draw ploy start --hint --theme dark --svg > hint.svg
  parlour draw labyrinth start --seed 7 --seat blue -o blue.png --width 1600
  parlour draw gridlock '5x3 rg r..../..g../.....' --show components";

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("format").args(["svg", "png"])))]
pub(crate) struct Draw {
    /// A game, or a record
    #[arg(value_name = "GAME|FILE")]
    pub(crate) what: String,
    /// The position to draw, if a game was given
    pub(crate) position: Option<String>,
    /// For a record: the position after this many moves and throws
    #[arg(long, value_name = "N")]
    pub(crate) after: Option<usize>,
    /// Make this move or throw first; may be given several times
    #[arg(long = "move", value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// Draw an SVG picture instead of text
    #[arg(long)]
    pub(crate) svg: bool,
    /// Draw a PNG picture instead of text
    #[arg(long)]
    pub(crate) png: bool,
    /// Write to a file; its extension .svg, .png or .txt sets the format
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// How many pixels wide a PNG picture is
    #[arg(long, value_name = "N", default_value_t = 900, value_parser = width())]
    pub(crate) width: u32,
    #[command(flatten)]
    pub(crate) seen: Seen,
    /// Mark the last move of a record, or of --move
    #[arg(long)]
    pub(crate) last: bool,
    /// Mark the move that the strongest bot would make
    #[arg(long)]
    pub(crate) hint: bool,
    /// How long the bot may think about its hint
    #[arg(long, value_parser = duration, default_value = "2s", value_name = "TIME", requires = "hint")]
    pub(crate) time: Duration,
    /// For a picture: the board alone, without names, caption, cards or background
    #[arg(long)]
    pub(crate) bare: bool,
    /// For a picture: leave out the names of rows and columns
    #[arg(long)]
    pub(crate) no_labels: bool,
    /// Draw with plain ASCII only
    #[arg(long, conflicts_with = "format")]
    pub(crate) ascii: bool,
    /// Number rows and columns; pictures always do
    #[arg(long, conflicts_with = "format")]
    pub(crate) coordinates: bool,
    /// Show information about the position; in gridlock: components with their
    /// nim-values, or colours that are still possible
    #[arg(long, value_name = "WHAT")]
    pub(crate) show: Option<String>,
    #[command(flatten)]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) game: OfGame,
}

/// Whose view a picture shows, and in what style.
#[derive(Debug, Args)]
pub(crate) struct Seen {
    /// What this seat sees, with its side at the bottom: a seat's or a player's
    /// name, or public for what everybody sees [default: everything]
    #[arg(long, value_name = "NAME")]
    pub(crate) seat: Option<String>,
    /// Show where hidden things can still be, in games that have them
    #[arg(long)]
    pub(crate) map: bool,
    /// The colours of a picture [default: light]
    #[arg(long, value_parser = themes())]
    pub(crate) theme: Option<Theme>,
}

/// A chart beside other results.
#[derive(Debug, Args)]
pub(crate) struct Plot {
    /// Draw a chart of the results to a file, .svg or .png
    #[arg(long, alias = "svg", value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// The colours of the chart [default: light]
    #[arg(long, value_parser = themes(), requires = "plot")]
    pub(crate) theme: Option<Theme>,
}

pub(super) fn themes() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.map(Theme::name)).map(|name| {
        let mut themes = Theme::ALL.into_iter();
        themes
            .find(|theme| theme.name() == name)
            .unwrap_or_default()
    })
}

/// The widest and the narrowest picture that make sense, in pixels.
fn width() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(16..=8192)
}

#[cfg(feature = "pictures")]
pub(super) const FILM_HELP: &str = "\
An SVG film plays by itself, on a page too (<img src=\"mygame.svg\">), and is
sharp at every size. A move takes 0.8 s, a throw 0.4 s, and the last position
stays for 4 s; --speed 2 is twice as fast. A record that stops early is filmed
as far as it goes. For other formats: ffmpeg -i mygame.gif mygame.mp4

Examples:
  parlour film mygame.ploy -o mygame.gif
  parlour film mygame.ur -o mygame.svg --theme dark
  parlour film mygame.ur -o mygame.gif --review --speed 1.5
  parlour film mygame.ships -o mygame.gif --seat searcher --map
  parlour film mygame.ploy -o end.gif --from 40 --width 480";

#[cfg(feature = "pictures")]
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("format").args(["gif", "svg"])))]
pub(crate) struct Film {
    /// The record; - is standard input
    pub(crate) file: PathBuf,
    /// Write to a file; its extension .gif or .svg sets the format
    #[arg(short, long, value_name = "FILE", required_unless_present = "format")]
    pub(crate) output: Option<PathBuf>,
    /// An animated GIF, whatever the file is called, or on standard output
    #[arg(long)]
    pub(crate) gif: bool,
    /// An SVG document that plays by itself
    #[arg(long)]
    pub(crate) svg: bool,
    /// How many pixels wide a GIF is
    #[arg(long, visible_alias = "size", value_name = "N", default_value_t = 640, value_parser = width())]
    pub(crate) width: u32,
    /// How much faster than usual: 2 is twice as fast
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = speed)]
    pub(crate) speed: f64,
    /// Begin with the position after this many moves and throws
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) from: usize,
    /// End with the position after this many
    #[arg(long, value_name = "N")]
    pub(crate) to: Option<usize>,
    /// Show one picture after another, without animation
    #[arg(long)]
    pub(crate) still: bool,
    #[command(flatten)]
    pub(crate) seen: Seen,
    /// Let a bot mark bad moves (?! ? ??), and add a graph of the chance to win, or of what was
    /// gained
    #[arg(long)]
    pub(crate) review: bool,
    /// The bot that reviews; the strongest if none is given
    #[arg(long, value_name = "SPEC", requires = "review")]
    pub(crate) bot: Option<String>,
    /// How long it may think about a position
    #[arg(long, value_parser = duration, default_value = "1s", value_name = "TIME", requires = "review")]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) game: OfGame,
}

#[cfg(feature = "pictures")]
fn speed(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(speed) if (0.1..=20.0).contains(&speed) => Ok(speed),
        _ => Err("write a number from 0.1 to 20".to_owned()),
    }
}
