//! Numbered work in parts.

use std::path::PathBuf;

use clap::Args;

/// Where a range begins and ends, if given.
pub(crate) type Bounds = (Option<u64>, Option<u64>);

/// Numbered work that is kept in a file and can be done in parts.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Shards {
    /// Keep the results in this file, and continue if it already has some
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Do only the part with these numbers, from 0: 40..80 is 40 to 79
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub(crate) only: Option<Bounds>,
    /// Use the results in these files, without computing anything; with --journal, put
    /// them together into that file
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "only")]
    pub(crate) merge: Vec<PathBuf>,
    /// Print ranges for this many machines, and stop
    #[arg(long, value_name = "N", conflicts_with_all = ["only", "merge"],
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) chunks: Option<u64>,
}

impl Shards {
    /// Whether any of this is asked for.
    pub(crate) fn is_asked_for(&self) -> bool {
        self.journal.is_some()
            || self.only.is_some()
            || !self.merge.is_empty()
            || self.chunks.is_some()
    }
}

/// A range such as `40..80`, `..80` or `40..`.
pub(super) fn range(text: &str) -> Result<Bounds, String> {
    let number = |text: &str| match text {
        "" => Ok(None),
        digits => digits.parse().map(Some),
    };
    let bounds = text.split_once("..");
    let bounds = bounds.map(|(first, end)| (number(first), number(end)));
    match bounds {
        Some((Ok(first), Ok(end))) => Ok((first, end)),
        _ => Err("write a range, such as 40..80".to_owned()),
    }
}
