//! The options with which games are set up: those of all games, as arguments.

use clap::{Arg, ArgMatches};
use parlour_core::{GameEntry, SetupValues};

use crate::output::Usage;

/// The values of an option that means yes when it is given without one.
const YES_OR_NO: &str = "yes|no";

/// Which setup options a help text shows.
#[derive(Clone, Copy)]
pub(super) enum Shown {
    /// Those of all games.
    All,
    /// Those of one game.
    Of(&'static dyn GameEntry),
    /// None: no game is named yet.
    None,
}

/// One argument for every setup option of any game. An option that several
/// games have appears once.
pub(super) fn args(shown: Shown) -> Vec<Arg> {
    let games = parlour_catalog::games();
    let mut args: Vec<Arg> = Vec::new();
    for option in games.iter().flat_map(|game| game.options()) {
        if args.iter().any(|arg| arg.get_id() == option.name) {
            continue;
        }
        let has_it = |game: &&&'static dyn GameEntry| {
            game.options().iter().any(|own| own.name == option.name)
        };
        let told: Vec<&'static dyn GameEntry> = match shown {
            Shown::All => games.iter().filter(has_it).copied().collect(),
            Shown::Of(game) => Some(game)
                .iter()
                .filter(|game| has_it(game))
                .copied()
                .collect(),
            Shown::None => Vec::new(),
        };
        let mut own = told.iter().flat_map(|game| game.options());
        let first = own.find(|own| own.name == option.name).unwrap_or(option);
        let arg = Arg::new(option.name)
            .long(option.name)
            .value_name(first.value)
            .hide(told.is_empty())
            .help(help(option.name, &told))
            .help_heading(heading(&told));
        args.push(if option.value == YES_OR_NO {
            arg.num_args(0..=1).default_missing_value("yes")
        } else {
            arg
        });
    }
    args
}

fn heading(games: &[&'static dyn GameEntry]) -> String {
    let titles: Vec<&str> = games.iter().map(|game| game.info().title).collect();
    format!("Setup of {}", titles.join(" and "))
}

/// What an option does in each of these games.
fn help(name: &str, games: &[&'static dyn GameEntry]) -> String {
    let told = games.iter().flat_map(|game| {
        let own = game.options().iter().filter(|option| option.name == name);
        own.map(|option| {
            let help = format!("{} [default: {}]", option.help, option.default);
            match games.len() {
                1 => help,
                _ => format!("{}: {help}", game.info().title),
            }
        })
    });
    told.collect::<Vec<_>>().join("; ")
}

/// The setup options that were given, if they all belong to this game.
pub(crate) fn setup_values(
    matches: &ArgMatches,
    game: &dyn GameEntry,
) -> Result<SetupValues, Usage> {
    let mut values = SetupValues::new();
    for other in parlour_catalog::games() {
        for option in other.options() {
            let Some(value) = matches.get_one::<String>(option.name) else {
                continue;
            };
            if !game.options().iter().any(|own| own.name == option.name) {
                return Err(Usage(format!(
                    "{} has no option --{}",
                    game.info().title,
                    option.name
                )));
            }
            values.set(option.name, value);
        }
    }
    Ok(values)
}
