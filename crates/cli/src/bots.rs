//! Bots by their names, and what they need before they can play.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use parlour_arena::{External, Patience, Spec};
use parlour_core::{AnyBot, Fault, GameEntry, Lack, Position};
use parlour_host::World;

use crate::console::{Bar, Console};
use crate::data;
use crate::files;
use crate::output::{Usage, stderr};

/// How long somebody at the table waits for another program: nobody is there to win
/// by the clock.
const AT_THE_TABLE: Patience = Patience {
    ready: Duration::from_secs(10),
    margin: Duration::from_secs(1),
    untimed: Duration::from_secs(60),
};

/// What games are played in here: bots of ours and other programs, and the
/// tables among the user's data.
pub(crate) fn world() -> World {
    World {
        tables: data::tables().clone(),
        recruiter: Arc::new(|game, kind, seed, _| {
            bot(game, kind, seed).map_err(|error| Fault(format!("{error:#}")))
        }),
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

/// The bot of that name, or which names there are.
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

/// The name of the bot to ask: the one that is wanted, if it lacks nothing, else
/// the strongest one that can play on from here. Mentions what the best of all
/// lacks.
pub(crate) fn to_ask<'a>(
    game: &dyn GameEntry,
    wanted: Option<&'a str>,
    position: &dyn Position,
) -> Result<&'a str> {
    if let Some(name) = wanted {
        match game.lacks(name, position, data::tables()) {
            Some(lack) if lack.optional => writeln!(stderr(), "note: {}", told(name, &lack))?,
            Some(lack) => bail!(told(name, &lack)),
            None => {}
        }
        return Ok(name);
    }
    if let Some(best) = game.bots().last()
        && let Some(lack) = game.lacks(best.name, position, data::tables())
    {
        writeln!(stderr(), "note: {}", told(best.name, &lack))?;
    }
    Ok(strongest(game, position))
}

/// The name of the strongest bot that lacks nothing to play on from here.
pub(crate) fn strongest(game: &dyn GameEntry, position: &dyn Position) -> &'static str {
    parlour_host::strongest(game, position, data::tables()).unwrap_or("random")
}

/// What a bot lacks.
fn told(name: &str, lack: &Lack) -> String {
    match lack.optional {
        true => format!("{name} plays less well than it could: {}", lack.reason),
        false => format!("{name} cannot play yet: {}", lack.reason),
    }
}

/// Offers a person to make what a bot lacks; nobody else is asked.
pub(crate) fn make_ready(
    game: &dyn GameEntry,
    name: &str,
    position: &dyn Position,
    console: &mut Console,
) -> Result<()> {
    let Some(lack) = game.lacks(name, position, data::tables()) else {
        return Ok(());
    };
    if !console.interactive {
        return match lack.optional {
            true => Ok(()),
            false => bail!(told(name, &lack)),
        };
    }
    console.say(&told(name, &lack))?;
    match console.confirm("Make it now? It may take a minute.", None)? {
        Some(true) => {}
        _ if lack.optional => return Ok(()),
        _ => bail!("{name} cannot play; choose another bot"),
    }
    let path = data::folder().join(&lack.file);
    files::finish_writing_before_stopping()?;
    files::prepare_ours(&path)?;
    let bar = Bar::new("computing");
    let content = (lack.compute)(&|share| bar.show(share));
    drop(bar);
    files::write(&path, &content)?;
    console.say(&format!("{} is there now.", files::shown_name(&path)))?;
    Ok(())
}
