//! `parlour json` and `parlour schema`

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::ArgMatches;
use parlour_core::json::Form;

use crate::args::{InJson, Schema};
use crate::commands::verbs;
use crate::files;
use crate::output::{Invalid, Usage, print_json, stdout};

pub(crate) fn run(wanted: &InJson, options: &ArgMatches) -> Result<ExitCode> {
    if wanted.position.is_none() && parlour_catalog::game(&wanted.what).is_none() {
        return record(wanted);
    }
    let game = files::game(&wanted.what)?;
    let text = wanted.position.as_deref().unwrap_or("start");
    let position = verbs::position(game, text, options, None)?;
    let forms = game.json();
    let lines = match &wanted.view {
        _ if wanted.moves => forms.write_moves(&*position),
        None => vec![forms.write_position(&*position)],
        Some(name) => vec![forms.write_view(&*position, verbs::viewer(&*position, name)?)],
    };
    let mut out = stdout();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A record, finished or not.
fn record(wanted: &InJson) -> Result<ExitCode> {
    if wanted.moves || wanted.view.is_some() {
        let message = "--moves and --view are about a position, not a record";
        return Err(Usage(message.to_owned()).into());
    }
    let path = Path::new(&wanted.what);
    let name = files::shown_name(path);
    let bytes = files::read(path).with_context(|| match parlour_catalog::nearest_id(&name) {
        Some(game) => format!("there is no game and no file {name}; did you mean {game}?"),
        None => format!("cannot read {name}"),
    })?;
    let game = files::game_of(path, &bytes, wanted.game.id.as_deref())?;
    let reading = files::read_record(game, &bytes);
    let sound = reading.is_valid() || reading.unfinished;
    let Some(record) = reading.record.filter(|_| sound) else {
        return Err(Invalid {
            name,
            text: bytes,
            findings: reading.diagnostics,
        }
        .into());
    };
    let mut out = stdout();
    writeln!(out, "{}", game.json().write_record(&record))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn schema(wanted: &Schema) -> Result<ExitCode> {
    let game = files::game(&wanted.game.game)?;
    let mut forms = Form::ALL.into_iter();
    let form = forms.find(|form| form.word() == wanted.form);
    let form = form.with_context(|| format!("there is no form {}", wanted.form))?;
    let mut out = stdout();
    print_json(&mut out, &game.json().schema(form))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
