//! Which techniques an engine uses, and with what limits.

use std::num::NonZeroUsize;

/// The search techniques, each of which can be switched off to measure what it
/// gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Features {
    /// The transposition table.
    pub(crate) table: bool,
    /// Killer moves and countermoves: tries early what caused a cutoff at the
    /// same ply, or in answer to the same move.
    pub(crate) killers: bool,
    /// The history heuristic: orders quiet moves by their success elsewhere.
    pub(crate) history: bool,
    /// Null-move pruning: cuts off positions that are good enough even if the
    /// opponent moves twice.
    pub(crate) null: bool,
    /// Late move reductions: searches late moves less deeply.
    pub(crate) reduce: bool,
    /// Check extensions: searches deeper if the Commander is threatened.
    pub(crate) extend: bool,
    /// Aspiration windows: begins with a narrow window around the last score.
    pub(crate) aspire: bool,
    /// Static exchange evaluation, to recognise bad captures.
    pub(crate) exchange: bool,
    /// Futility pruning and late move pruning: skips moves that cannot matter
    /// near the leaves.
    pub(crate) prune: bool,
    /// Tuned weights instead of material and mobility.
    pub(crate) tuned: bool,
}

/// The name of a feature, and its field.
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
    /// The most positions it searches per move.
    pub(crate) nodes: Option<u64>,
    /// The standard deviation of its evaluation errors, in hundredths of a
    /// Shield.
    pub(crate) noise: i32,
    /// As many as it is allowed if nothing is said here, which is one if nobody allows more.
    pub(crate) threads: Option<NonZeroUsize>,
    /// The size of the transposition table in megabytes.
    pub(crate) memory: usize,
    /// Whether to use the tables of endings that there are.
    pub(crate) endings: bool,
}

impl Options {
    /// All features.
    pub(crate) const FULL: Options = Options {
        features: Features::all(true),
        nodes: None,
        noise: 0,
        threads: None,
        memory: 64,
        endings: true,
    };

    /// Options as text: `full` or `plain` (no feature at all), then after a
    /// colon a list of differences: `+reduce`, `-null`, `upto=reduce` (all
    /// features up to that one), `threads=2`, `memory=16`, `nodes=1000`,
    /// `noise=50`.
    pub(crate) fn read(text: &str) -> Option<Options> {
        let (base, rest) = text.split_once(':').unwrap_or((text, ""));
        let whole = match base {
            "full" => true,
            "plain" => false,
            _ => return None,
        };
        let mut options = Options {
            features: Features::all(whole),
            endings: whole,
            ..Options::FULL
        };
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            options.change(part)?;
        }
        Some(options)
    }

    /// Applies one part of the list; `None` if it is unknown.
    fn change(&mut self, part: &str) -> Option<()> {
        if let Some((name, value)) = part.split_once('=') {
            match name {
                "upto" => {
                    let last = FEATURES.iter().position(|(other, _)| *other == value)?;
                    for (_, feature) in &FEATURES[..=last] {
                        *feature(&mut self.features) = true;
                    }
                }
                "threads" => {
                    let count = value.parse().ok().filter(|n| (1..=256).contains(n))?;
                    self.threads = NonZeroUsize::new(count);
                }
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
        if name == "endings" {
            self.endings = on;
            return Some(());
        }
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
        assert!(!read.features.reduce && !read.endings);
        assert_eq!(read.threads, NonZeroUsize::new(2));
        let read = Options::read("full:-endings").expect("sound");
        assert!(!read.endings && read.features == Options::FULL.features);
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
