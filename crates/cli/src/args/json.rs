//! Arguments of the commands about JSON forms.

use clap::Args;
use clap::builder::PossibleValuesParser;
use parlour_core::json::Form;

use super::Game;
use super::records::OfGame;

pub(super) const JSON_HELP: &str = "\
POSITION is the game's text or JSON of a position, start, - for standard input,
or @FILE. Every command that takes a POSITION takes its JSON, too.

Examples:
  parlour json gridlock start --size 2x1
  parlour json ships 'target=H1,B2,D3;B3,C3,H3=0,2,1' --view searcher
  parlour json ur '3/4,8,12/1 4/7,9/1 green 3' --moves
  parlour json mygame.ploy | jq '.steps | length'";

pub(super) const SCHEMA_HELP: &str = "\
Examples:
  parlour schema gridlock > position.schema.json
  parlour schema ur record | jq .properties";

#[derive(Debug, Args)]
pub(crate) struct InJson {
    /// A game, or the file of a record
    pub(crate) what: String,
    /// A position's text or JSON, start, - for standard input, or @FILE
    pub(crate) position: Option<String>,
    /// Only what this seat, or the public, sees
    #[arg(long, value_name = "SEAT", conflicts_with = "moves")]
    pub(crate) view: Option<String>,
    /// The legal moves instead, one per line
    #[arg(long)]
    pub(crate) moves: bool,
    #[command(flatten)]
    pub(crate) game: OfGame,
}

#[derive(Debug, Args)]
pub(crate) struct Schema {
    #[command(flatten)]
    pub(crate) game: Game,
    /// What to describe
    #[arg(default_value = Form::Position.word(), value_parser = forms())]
    pub(crate) form: String,
}

fn forms() -> PossibleValuesParser {
    PossibleValuesParser::new(Form::ALL.map(Form::word))
}
