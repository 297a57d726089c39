//! A player of an arena: a bot of the game, or another program.

use std::fmt;

use parlour_core::{GameEntry, Tables};
use thiserror::Error;

/// A player of an arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A bot of the game, by name.
    Own(String),
    /// Another program: its name and arguments.
    Exec(Vec<String>),
}

/// What stands before the command of another program.
const EXEC: &str = "exec:";

/// A text that does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadSpec {
    /// The game has no such bot.
    #[error("{game} has no bot {name}; there are {known}, and exec:COMMAND for another program")]
    Unknown {
        /// The game's title.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// The bots that there are.
        known: String,
    },
    /// There is no command after `exec:`.
    #[error("exec: needs a command, such as 'exec:./mybot --level 3'")]
    NoCommand,
    /// A quote in a command is not closed.
    #[error("a quote is not closed in {0}")]
    OpenQuote(String),
}

impl Spec {
    /// Reads a player: a bot's name, with options if the game knows some, or
    /// `exec:` and a command. In a command, words are separated by spaces, and
    /// either kind of quote keeps words together.
    ///
    /// # Errors
    ///
    /// There is no such bot, or it has no such option.
    ///
    /// # Examples
    ///
    /// ```
    /// use parlour_arena::Spec;
    /// let ploy = parlour_catalog::game("ploy").expect("it is listed");
    /// let spec = Spec::read(&*ploy, "exec:./bot --name 'Big Bot'").expect("a command");
    /// let words = ["./bot", "--name", "Big Bot"].map(String::from);
    /// assert_eq!(spec, Spec::Exec(words.to_vec()));
    /// assert!(Spec::read(&*ploy, "full:threads=2").is_ok());
    /// assert!(Spec::read(&*ploy, "no such bot").is_err());
    /// ```
    pub fn read(game: &dyn GameEntry, text: &str) -> Result<Spec, BadSpec> {
        if let Some(command) = text.strip_prefix(EXEC) {
            let words = words(command).ok_or_else(|| BadSpec::OpenQuote(text.to_owned()))?;
            return match words.is_empty() {
                true => Err(BadSpec::NoCommand),
                false => Ok(Spec::Exec(words)),
            };
        }
        // Bots may take options after their names, which only the game can
        // read.
        if game.bot(text, 0, &Tables::none()).is_some() {
            return Ok(Spec::Own(text.to_owned()));
        }
        let known: Vec<_> = game.all_bots().iter().map(|bot| bot.name).collect();
        Err(BadSpec::Unknown {
            game: game.info().title,
            name: text.to_owned(),
            known: known.join(", "),
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Own(name) => f.write_str(name),
            Spec::Exec(words) => write!(f, "{EXEC}{}", words.join(" ")),
        }
    }
}

/// The words of a command; `None` if a quote is not closed.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        end if end == letter => break,
                        inside => word.push(inside),
                    }
                }
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_like_in_a_shell() {
        let split = |text| words(text).map(|words| words.join("|"));
        assert_eq!(split("./bot"), Some("./bot".to_owned()));
        assert_eq!(split(" a  'b c'\"d e\" '' "), Some("a|b cd e|".to_owned()));
        assert_eq!(split("a 'b"), None);
        assert_eq!(split("  "), Some(String::new()));
    }
}
