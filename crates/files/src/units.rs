//! Parts of numbered work, for more than one machine.

use std::ops::Range;

use thiserror::Error;

/// Numbered work: how much there is, and how much of it must stay together.
///
/// # Examples
///
/// ```
/// use parlour_files::Units;
///
/// let games = Units { count: 100, group: 2, name: "games" };
/// assert_eq!(games.chunks(2), [0..50, 50..100]);
/// // Games 0 and 1 belong together.
/// assert!(games.only(Some(1), None).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// How many there are, numbered from 0.
    pub count: u64,
    /// How many consecutive ones must stay together.
    pub group: u64,
    /// What they are called.
    pub name: &'static str,
}

/// A range that does not belong to this work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadRange {
    /// It begins or ends within what must stay together.
    #[error(
        "{name} with the same luck come in groups of {group}, which must stay together: \
         write for example {}..{} instead",
        near.0, near.1
    )]
    Splits {
        /// What they are called.
        name: &'static str,
        /// How many are in a group.
        group: u64,
        /// The nearest range that is sound.
        near: (u64, u64),
    },
    /// It is empty, or goes beyond the last number.
    #[error("there are {count} {name}: ranges end at {count} at most, and begin before their end")]
    Outside {
        /// What they are called.
        name: &'static str,
        /// How many there are.
        count: u64,
    },
}

impl Units {
    /// Those from `first` up to but without `end`, if they are whole groups.
    ///
    /// # Errors
    ///
    /// The range is empty, goes beyond the last number, or splits a group.
    pub fn only(&self, first: Option<u64>, end: Option<u64>) -> Result<Range<u64>, BadRange> {
        let Units { count, group, name } = *self;
        let (first, end) = (first.unwrap_or(0), end.unwrap_or(count));
        if first >= end || end > count {
            return Err(BadRange::Outside { name, count });
        }
        if !first.is_multiple_of(group) || !end.is_multiple_of(group) {
            let near = (first - first % group, end.next_multiple_of(group));
            return Err(BadRange::Splits { name, group, near });
        }
        Ok(first..end)
    }

    /// This many ranges of about the same size, or fewer where there are not enough groups.
    #[must_use]
    pub fn chunks(&self, chunks: u64) -> Vec<Range<u64>> {
        let groups = self.count / self.group;
        let chunks = chunks.clamp(1, groups.max(1));
        let start = |chunk: u64| {
            let group = u128::from(groups) * u128::from(chunk) / u128::from(chunks);
            group as u64 * self.group
        };
        (0..chunks)
            .map(|chunk| start(chunk)..start(chunk + 1))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(count: u64) -> Units {
        Units {
            count,
            group: 2,
            name: "games",
        }
    }

    #[test]
    fn chunks_are_whole_groups_and_all_of_them() {
        let all = pairs(24);
        for count in [1, 2, 5, 11, 12, 1000] {
            let chunks = all.chunks(count);
            assert!(chunks.len() as u64 <= count);
            assert_eq!(chunks.first().map(|chunk| chunk.start), Some(0));
            assert_eq!(chunks.last().map(|chunk| chunk.end), Some(all.count));
            assert!(chunks.windows(2).all(|pair| pair[0].end == pair[1].start));
            for chunk in chunks {
                assert_eq!(all.only(Some(chunk.start), Some(chunk.end)), Ok(chunk));
            }
        }
    }

    #[test]
    fn groups_are_not_split() {
        let all = pairs(10);
        assert_eq!(all.only(None, None), Ok(0..10));
        assert_eq!(all.only(Some(4), None), Ok(4..10));
        let splits = all.only(Some(3), Some(7)).expect_err("odd");
        assert!(
            splits
                .to_string()
                .ends_with("write for example 2..8 instead")
        );
        for (first, end) in [(4, 4), (6, 4), (0, 12), (10, 12)] {
            let refused = all.only(Some(first), Some(end)).expect_err("outside");
            assert!(
                refused.to_string().starts_with("there are 10 games:"),
                "{first}..{end}"
            );
        }
    }
}
