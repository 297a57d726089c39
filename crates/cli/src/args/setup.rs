//! The options with which games are set up: those of all games, as arguments.

use clap::{Arg, ArgMatches};
use parlour_core::{GameEntry, SetupValues};

use crate::output::Usage;

/// The values of an option that can be given without one, for yes.
const YES_OR_NO: &str = "yes|no";

/// One argument for every setup option of any game; an option that several
/// games have appears once, with what it does in each.
pub(super) fn args() -> Vec<Arg> {
    let mut args: Vec<Arg> = Vec::new();
    for game in parlour_catalog::games() {
        let title = game.info().title;
        for option in game.options() {
            let help = format!("{} [default: {}]", option.help, option.default);
            if let Some(shared) = args.iter_mut().find(|arg| arg.get_id() == option.name) {
                let others = shared.get_help().map(ToString::to_string);
                let both = format!("{}; {title}: {help}", others.unwrap_or_default());
                *shared = shared.clone().help(both);
                continue;
            }
            let arg = Arg::new(option.name)
                .long(option.name)
                .value_name(option.value)
                .help(help)
                .help_heading(format!("Setup of {title}"));
            args.push(if option.value == YES_OR_NO {
                arg.num_args(0..=1).default_missing_value("yes")
            } else {
                arg
            });
        }
    }
    args
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
