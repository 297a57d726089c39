//! What an engine does, and how well.

/// The parts of the search that can be left out, so that what each gains can
/// be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Features {
    /// Remembers positions.
    pub(crate) table: bool,
    /// Tries what was too good elsewhere early: at the same depth, or as an
    /// answer to the same move.
    pub(crate) killers: bool,
    /// Tries quiet moves by how good they were elsewhere.
    pub(crate) history: bool,
    /// Leaves out what is good enough even when the other moves twice.
    pub(crate) null: bool,
    /// Looks less deeply at late moves.
    pub(crate) reduce: bool,
    /// Looks deeper where the Commander is threatened.
    pub(crate) extend: bool,
    /// Begins with a narrow window around the last score.
    pub(crate) aspire: bool,
    /// Counts exchanges to see which captures are bad.
    pub(crate) exchange: bool,
    /// Leaves out what cannot matter shortly before the end of a line.
    pub(crate) prune: bool,
    /// Tuned weights instead of material and mobility.
    pub(crate) tuned: bool,
}

/// The name of a feature, and where it is.
type Named = (&'static str, fn(&mut Features) -> &mut bool);

/// The features by name, in the order in which they were added.
pub(crate) const FEATURES: [Named; 10] = [
    ("table", |features| &mut features.table),
    ("killers", |features| &mut features.killers),
    ("history", |features| &mut features.history),
    ("null", |features| &mut features.null),
    ("reduce", |features| &mut features.reduce),
    ("extend", |features| &mut features.extend),
    ("exchange", |features| &mut features.exchange),
    ("prune", |features| &mut features.prune),
    ("aspire", |features| &mut features.aspire),
    ("tuned", |features| &mut features.tuned),
];

impl Features {
    /// All of them, or none.
    pub(crate) const fn all(on: bool) -> Features {
        Features {
            table: on,
            killers: on,
            history: on,
            null: on,
            reduce: on,
            extend: on,
            aspire: on,
            exchange: on,
            prune: on,
            tuned: on,
        }
    }
}

/// What an engine does, and how well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) features: Features,
    /// Positions it looks at for a move, at most.
    pub(crate) nodes: Option<u64>,
    /// How far its estimates are wrong on average, in hundredths of a Shield.
    pub(crate) noise: i32,
    pub(crate) threads: usize,
    /// The size of the table in megabytes.
    pub(crate) memory: usize,
}

impl Options {
    /// Everything it has, in one thread.
    pub(crate) const FULL: Options = Options {
        features: Features::all(true),
        nodes: None,
        noise: 0,
        threads: 1,
        memory: 64,
    };

    /// Options as text: `full` or `plain` (no feature at all), then after a
    /// colon a list of what differs: `+reduce`, `-null`, `upto=reduce` (all
    /// features as far as that), `threads=2`, `memory=16`, `nodes=1000`,
    /// `noise=50`.
    pub(crate) fn read(text: &str) -> Option<Options> {
        let (base, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut options = Options {
            features: Features::all(match base {
                "full" => true,
                "plain" => false,
                _ => return None,
            }),
            ..Options::FULL
        };
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            options.change(part)?;
        }
        Some(options)
    }

    /// Takes one part of the list into account; `None` where it is unknown.
    fn change(&mut self, part: &str) -> Option<()> {
        if let Some((name, value)) = part.split_once('=') {
            match name {
                "upto" => {
                    let last = FEATURES.iter().position(|(other, _)| *other == value)?;
                    for (_, feature) in &FEATURES[..=last] {
                        *feature(&mut self.features) = true;
                    }
                }
                "threads" => self.threads = value.parse().ok().filter(|n| (1..=256).contains(n))?,
                "memory" => self.memory = value.parse().ok().filter(|n| (1..=65536).contains(n))?,
                "nodes" => self.nodes = Some(value.parse().ok()?),
                "noise" => self.noise = value.parse().ok().filter(|n| (0..=5000).contains(n))?,
                _ => return None,
            }
            return Some(());
        }
        let (on, name) = match part.split_at_checked(1)? {
            ("+", name) => (true, name),
            ("-", name) => (false, name),
            _ => return None,
        };
        let (_, feature) = FEATURES.iter().find(|(other, _)| *other == name)?;
        *feature(&mut self.features) = on;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        assert_eq!(Options::read("full"), Some(Options::FULL));
        let read = Options::read("plain:upto=null,-history,threads=2").expect("sound");
        assert!(read.features.table && read.features.null && !read.features.history);
        assert!(!read.features.reduce);
        assert_eq!(read.threads, 2);
        for wrong in [
            "",
            "fool",
            "full:",
            "full:+x",
            "full:threads=0",
            "full:upto=",
        ] {
            assert_eq!(Options::read(wrong).is_some(), wrong == "full:", "{wrong}");
        }
    }
}
