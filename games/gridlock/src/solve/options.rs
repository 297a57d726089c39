//! The options of a shape: what its moves lead to.

use std::ops::Range;

use parlour_core::Sorting;

use super::cells::Cells;
use super::known::{Known, KnownShapes};
use super::open::Efforts;
use super::shape::{Canonical, Shape, in_any_word};

/// A connected shape of unknown Grundy value.
#[derive(Clone, Copy)]
pub(super) struct OpenPart<const K: usize> {
    pub(super) shape: Canonical<K>,
    pub(super) fingerprint: u128,
    pub(super) vertices: u32,
}

/// Parts of unknown Grundy value, largest first, and the nim-sum of the others.
pub(super) struct Sum {
    pub(super) known: u16,
    /// Where its parts begin among those of all options, and how many there
    /// are.
    pub(super) first: usize,
    pub(super) count: usize,
    /// The effort to find out whether the sum has the wanted Grundy value.
    pub(super) efforts: Efforts,
}

impl Sum {
    pub(super) fn parts(&self) -> Range<usize> {
        self.first..self.first + self.count
    }
}

/// The options of a shape.
#[derive(Default)]
pub(super) struct Options<const K: usize> {
    /// Grundy values that options are known to have, one bit each.
    pub(super) reached: u128,
    /// Options of unknown Grundy value.
    pub(super) sums: Vec<Sum>,
    /// The parts of these.
    pub(super) parts: Vec<OpenPart<K>>,
}

/// How many options are looked up together, so that the processor does not wait
/// for memory again and again.
const TOGETHER: usize = 8;

impl<const K: usize> Options<K> {
    /// All options, or those up to the first that is known to have the wanted
    /// Grundy value.
    pub(super) fn of<W: Cells>(
        shape: &Shape<W, K>,
        wanted: Option<u16>,
        table: &KnownShapes,
        pairings: bool,
    ) -> Self {
        let mut options = Options::default();
        let mut moves = shape.options();
        loop {
            let fresh = options.sums.len();
            for option in moves.by_ref().take(TOGETHER) {
                options.split(option);
            }
            if options.sums.len() == fresh {
                return options;
            }
            options.look_up(fresh, table, pairings);
            let reached = options.reached;
            if wanted.is_some_and(|wanted| reached & (1 << wanted) != 0) {
                return options;
            }
        }
    }

    /// Adds a position, even if its Grundy value is known.
    pub(super) fn add<W: Cells>(
        &mut self,
        position: Shape<W, K>,
        table: &KnownShapes,
        pairings: bool,
    ) {
        let first = self.sums.len();
        self.split(position);
        self.simplify(first, table, pairings);
    }

    /// Adds a part next to heaps of known size.
    pub(super) fn add_heaps(&mut self, part: &OpenPart<K>, heaps: impl Iterator<Item = u16>) {
        let first = self.parts.len();
        self.parts.push(*part);
        self.sums.extend(heaps.map(|heap| Sum {
            known: heap,
            first,
            count: 1,
            efforts: Efforts::UNBOUNDED,
        }));
    }

    fn split<W: Cells>(&mut self, option: Shape<W, K>) {
        let first = self.parts.len();
        let mut known = 0;
        for shape in option.parts() {
            let (vertices, fingerprint) =
                in_any_word!(&shape, shape => (shape.vertices(), shape.fingerprint()));
            if vertices <= 2 {
                known ^= 1;
                continue;
            }
            self.parts.push(OpenPart {
                shape,
                fingerprint,
                vertices,
            });
        }
        self.sums.push(Sum {
            known,
            first,
            count: self.parts.len() - first,
            efforts: Efforts::UNBOUNDED,
        });
    }

    /// Looks up what is known about the sums from `fresh` on, and drops those
    /// that are known or duplicates.
    fn look_up(&mut self, fresh: usize, table: &KnownShapes, pairings: bool) {
        let mut kept = fresh;
        for at in fresh..self.sums.len() {
            self.simplify(at, table, pairings);
            let sum = &self.sums[at];
            if sum.count == 0 {
                self.reached |= 1 << sum.known;
            } else if !self.sums[..kept].iter().any(|old| self.is_same(old, sum)) {
                self.sums.swap(kept, at);
                kept += 1;
            }
        }
        self.sums.truncate(kept);
    }

    fn is_same(&self, a: &Sum, b: &Sum) -> bool {
        let parts = |sum: &Sum| self.parts[sum.parts()].iter().map(|part| part.fingerprint);
        a.known == b.known && a.count == b.count && parts(a).eq(parts(b))
    }

    /// Adds up the parts of a sum whose Grundy values are known.
    fn simplify(&mut self, at: usize, table: &KnownShapes, pairings: bool) {
        let sum = &mut self.sums[at];
        let mut kept = sum.first;
        for read in sum.parts() {
            let part = self.parts[read];
            if let Known::Nim(nim) = table.get(part.fingerprint) {
                sum.known ^= nim;
                continue;
            }
            if pairings && part.is_mirrored() {
                continue;
            }
            let same = |old: &OpenPart<K>| old.fingerprint == part.fingerprint;
            match self.parts[sum.first..kept].iter().position(same) {
                // Equal parts have nim-sum 0.
                Some(twin) => {
                    kept -= 1;
                    self.parts.swap(sum.first + twin, kept);
                }
                None => {
                    self.parts.swap(kept, read);
                    kept += 1;
                }
            }
        }
        sum.count = kept - sum.first;
        self.parts[sum.first..kept].order_by_key(|part| {
            // The fingerprint makes the order unique.
            (std::cmp::Reverse(part.vertices), part.fingerprint)
        });
    }
}

impl<const K: usize> OpenPart<K> {
    fn is_mirrored(&self) -> bool {
        in_any_word!(&self.shape, shape => shape.is_mirrored())
    }
}
