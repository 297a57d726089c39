//! `parlour film`

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use parlour_core::review::Account;
use parlour_core::{AnyRecord, GameEntry, Viewer};
use parlour_film::{Film, Pace, Script};

use crate::args;
use crate::bots;
use crate::commands::pictures::{self, Made};
use crate::commands::review;
use crate::console::Bar;
use crate::files;
use crate::output::{Usage, stderr};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Gif,
    Svg,
}

pub(crate) fn run(args: &args::Film) -> Result<ExitCode> {
    let output = args.output.as_deref();
    let formats = [
        (Format::Gif, "gif", args.gif),
        (Format::Svg, "svg", args.svg),
    ];
    let format = pictures::format(&formats, output)?.unwrap_or(Format::Gif);
    if format == Format::Gif {
        pictures::refuse_terminal("GIF film", output)?;
    }
    if args.to.is_some_and(|to| to < args.from) {
        return Err(Usage("--to is before --from".to_owned()).into());
    }
    let wanted = args.to.or((args.from > 0).then_some(args.from));
    let found = pictures::record(&args.file, args.game.id.as_deref(), wanted)?;
    let (name, game, record) = (found.name, found.game, found.record);
    if record.steps.is_empty() {
        bail!("{name} has no moves: there is nothing to film; parlour draw makes a picture of it");
    }
    if let Some(path) = output {
        files::prepare(path)?;
    }
    let who = pictures::viewer(&*record.start, &record.names, args.seen.seat.as_deref())?;
    let account = match args.review {
        true => Some(account(args, game, &record)?),
        false => None,
    };
    let pace = Pace::default().times(args.speed);
    let script = Script {
        title: game.info().title,
        theme: args.seen.theme.unwrap_or_default(),
        who,
        below: match who {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::All => None,
        },
        map: args.seen.map,
        steps: args.from..=args.to.unwrap_or(usize::MAX),
        account: account.as_ref(),
        pace: match args.still {
            true => pace.without_motions(),
            false => pace,
        },
    };
    let film = Film::new(&record, &script)?;
    let made = match format {
        Format::Svg => Made::Text(film.svg() + "\n"),
        Format::Gif => {
            let bar = Bar::new("filming");
            let positions = film.positions() as f64;
            let (gif, lost) = film.gif(Vec::new(), args.width, &|done| {
                bar.show(done as f64 / positions);
            })?;
            drop(bar);
            pictures::mention(&lost)?;
            Made::Bytes(gif)
        }
    };
    pictures::put(&made, output)?;
    if let Some(path) = output {
        let positions = film.positions();
        let seconds = film.duration().as_secs_f64();
        writeln!(
            stderr(),
            "{}: {positions} position{}, {seconds:.1} s",
            files::shown_name(path),
            if positions == 1 { "" } else { "s" },
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The review of the record, by a bot or in the game's own unit.
fn account(args: &args::Film, game: &dyn GameEntry, record: &AnyRecord) -> Result<Account> {
    if let Some(ledger) = review::keep(game, record)? {
        if args.bot.is_some() {
            return Err(Usage(format!(
                "records of {} are reviewed without a bot",
                game.info().title
            ))
            .into());
        }
        return Ok(Account::Ledger(ledger));
    }
    let bot = bots::to_ask(game, args.bot.as_deref(), &*record.start)?;
    Ok(Account::Chances(review::look(
        args.time,
        bot,
        game,
        record,
        &mut |_| Ok(()),
    )?))
}
