//! The first line of a journal.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use super::JournalError;

/// Everything that decides what the results of numbered work are.
#[derive(Clone, Debug)]
pub struct Heading {
    job: &'static str,
    text: String,
    told: &'static [&'static str],
}

impl Heading {
    /// The heading of work that is called `job`, such as "arena", from a structure whose fields
    /// decide its results. Two of them have a meaning of their own: `program` is the version of
    /// the program, and `fingerprint` tells what works in one build from what works in another.
    #[must_use]
    pub fn new(job: &'static str, fields: &impl Serialize) -> Heading {
        Heading {
            job,
            text: serde_json::to_string(fields).expect("numbers and texts are JSON"),
            told: &[],
        }
    }

    /// The same, with fields that may differ.
    #[must_use]
    pub fn told(self, told: &'static [&'static str]) -> Heading {
        Heading { told, ..self }
    }

    pub(super) fn job(&self) -> &'static str {
        self.job
    }

    /// Whether this is the beginning of this very heading, which was never finished. Anything else
    /// is somebody else's, even if it begins with the same name.
    pub(super) fn begins_with(&self, begun: &[u8]) -> bool {
        self.text.as_bytes().starts_with(begun)
    }

    /// Whether a line has the name that this begins with.
    fn is_named_in(&self, line: &[u8]) -> bool {
        let name = self.text.find(':').map_or(0, |end| end + 1);
        line.starts_with(&self.text.as_bytes()[..name])
    }

    /// Compares it with that of a file, field by field.
    pub(super) fn check(&self, line: &[u8]) -> Result<(), JournalError> {
        let fields = |text: &[u8]| serde_json::from_slice::<Map<String, Value>>(text);
        let is = fields(self.text.as_bytes()).unwrap_or_default();
        let was = fields(line).map_err(|_| JournalError::NoHeading(self.job))?;
        // The first name is that of the format.
        if !self.is_named_in(line) || is.keys().any(|name| !was.contains_key(name)) {
            return Err(JournalError::NoHeading(self.job));
        }
        let differs = |(name, value): &(&String, &Value)| {
            is.get(*name) != Some(*value) && !self.told.contains(&name.as_str())
        };
        // Other work has another fingerprint too: what was asked for comes first.
        let of_program = |name: &str| name == "program" || name == "fingerprint";
        let asked = was.iter().filter(|(name, _)| !of_program(name));
        let program = was.iter().filter(|(name, _)| of_program(name));
        match asked.chain(program).find(differs) {
            None => Ok(()),
            Some((name, value)) if of_program(name) => {
                let told = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                Err(JournalError::AnotherProgram {
                    what: match name.as_str() {
                        "program" => "its version",
                        _ => "its fingerprint",
                    },
                    was: told(value),
                    is: is.get(name).map(told).unwrap_or_default(),
                })
            }
            Some((name, value)) => Err(JournalError::Another {
                job: self.job,
                field: name.clone(),
                was: value.to_string(),
                is: is.get(name).map(ToString::to_string).unwrap_or_default(),
            }),
        }
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
