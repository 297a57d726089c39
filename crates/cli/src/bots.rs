//! Bots by name, and what they need before they can play.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use parlour_arena::{External, Spec, Timeouts};
use parlour_core::{AnyBot, Fault, GameEntry, MissingFile, Position};
use parlour_host::World;

use crate::console::{Bar, Console};
use crate::data;
use crate::files;
use crate::output::{Usage, stderr};

/// How long a table waits for another program: nobody there wins on time.
const AT_THE_TABLE: Timeouts = Timeouts {
    ready: Duration::from_secs(10),
    margin: Duration::from_secs(1),
    untimed: Duration::from_secs(60),
};

/// The world of games in this program: our bots and other programs, and the
/// tables in the user's data.
pub(crate) fn world() -> World {
    World {
        tables: data::tables().clone(),
        recruiter: Arc::new(|game, kind, seed, _| {
            bot(game, kind, seed).map_err(|error| Fault(format!("{error:#}")))
        }),
        seals: true,
    }
}

/// The bot of a spec: a name, or `exec:` and a command, which is started.
pub(crate) fn bot(game: &dyn GameEntry, spec: &str, seed: u64) -> Result<Box<dyn AnyBot>> {
    let command = match Spec::read(game, spec).map_err(|bad| Usage(bad.to_string()))? {
        Spec::Own(name) => return Ok(own(game, &name, seed)?),
        Spec::Exec(command) => command,
    };
    let external = External::start(game, &command, AT_THE_TABLE)
        .and_then(|mut external| external.new_game(seed).map(|()| external))
        .map_err(|trouble| anyhow!("{spec}: {trouble}"))?;
    Ok(Box::new(external))
}

/// The bot of that name, or an error with the names there are.
pub(crate) fn own(game: &dyn GameEntry, name: &str, seed: u64) -> Result<Box<dyn AnyBot>, Usage> {
    game.bot(name, seed, data::tables()).ok_or_else(|| {
        let names: Vec<_> = game.all_bots().iter().map(|bot| bot.name).collect();
        Usage(format!(
            "{} has no bot {name}; there are {}",
            game.info().title,
            names.join(", ")
        ))
    })
}

/// The name of the bot to ask: the requested one, if it has everything it
/// needs, else the strongest that can play from here. Mentions what the best of
/// all needs.
pub(crate) fn to_ask<'a>(
    game: &dyn GameEntry,
    wanted: Option<&'a str>,
    position: &dyn Position,
) -> Result<&'a str> {
    if let Some(name) = wanted {
        match game.missing_file(name, position, data::tables()) {
            Some(missing) if missing.optional => {
                writeln!(stderr(), "note: {}", told(name, &missing))?
            }
            Some(missing) => bail!(told(name, &missing)),
            None => {}
        }
        return Ok(name);
    }
    if let Some(best) = game.bots().last()
        && let Some(missing) = game.missing_file(best.name, position, data::tables())
    {
        writeln!(stderr(), "note: {}", told(best.name, &missing))?;
    }
    Ok(strongest(game, position))
}

/// The name of the strongest bot that has everything it needs to play from
/// here.
pub(crate) fn strongest(game: &dyn GameEntry, position: &dyn Position) -> &'static str {
    parlour_host::strongest(game, position, data::tables()).unwrap_or("random")
}

/// The message about what a bot needs.
fn told(name: &str, missing: &MissingFile) -> String {
    match missing.optional {
        true => format!("{name} is not at full strength: {}", missing.reason),
        false => format!("{name} cannot play yet: {}", missing.reason),
    }
}

/// Offers a person to make what a bot needs; nobody else is asked.
pub(crate) fn make_ready(
    game: &dyn GameEntry,
    name: &str,
    position: &dyn Position,
    console: &mut Console,
) -> Result<()> {
    let Some(missing) = game.missing_file(name, position, data::tables()) else {
        return Ok(());
    };
    if !console.interactive {
        return match missing.optional {
            true => Ok(()),
            false => bail!(told(name, &missing)),
        };
    }
    console.say(&told(name, &missing))?;
    match console.confirm("Make it now? It may take a minute.", None)? {
        Some(true) => {}
        _ if missing.optional => return Ok(()),
        _ => bail!("{name} cannot play; choose another bot"),
    }
    let path = data::folder().join(&missing.file);
    files::finish_writing_before_stopping()?;
    files::prepare_ours(&path)?;
    let bar = Bar::new("computing");
    let content = (missing.compute)(&|share| bar.show(share));
    drop(bar);
    files::write(&path, &content)?;
    console.say(&format!("{} is ready.", files::shown_name(&path)))?;
    Ok(())
}
