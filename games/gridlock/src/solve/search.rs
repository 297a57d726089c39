//! The search for nim-values.

use parlour_core::Limits;

use super::cells::Cells;
use super::shape::{Canonical, Shape};
use super::table::{Known, Table};

/// The search ended before it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfTime;

/// Nim-values that are told apart, one bit each.
const NIMS: u16 = u128::BITS as u16;

/// With fewer vertices it is faster to compute a nim-value than to ask whether
/// it is a given one.
const SMALL: u32 = 12;

/// Looks for nim-values and remembers them.
pub(super) struct Search<'a, const K: usize> {
    pub(super) table: &'a mut Table,
    pub(super) limits: &'a Limits,
    /// Shapes whose options were looked at.
    pub(super) nodes: u64,
}

/// A connected shape of unknown nim-value.
#[derive(Clone, Copy)]
struct Part<const K: usize> {
    shape: Canonical<K>,
    fingerprint: u128,
    vertices: u32,
}

/// Parts of unknown nim-value, largest last, and the nim-sum of the others.
struct Sum<const K: usize> {
    known: u16,
    parts: Vec<Part<K>>,
}

impl<const K: usize> Search<'_, K> {
    /// The nim-value of a position.
    pub(super) fn nim<W: Cells>(&mut self, position: Shape<W, K>) -> Result<u16, OutOfTime> {
        let sum = self.sum(position);
        sum.parts
            .iter()
            .try_fold(sum.known, |nim, part| Ok(nim ^ self.nim_of(part)?))
    }

    /// Whether a position has this nim-value.
    pub(super) fn is<W: Cells>(
        &mut self,
        position: Shape<W, K>,
        nim: u16,
    ) -> Result<bool, OutOfTime> {
        let mut sum = self.sum(position);
        self.sum_is(&mut sum, nim)
    }

    /// The parts of a position; what is known of them is summed up.
    fn sum<W: Cells>(&self, position: Shape<W, K>) -> Sum<K> {
        let mut sum = Sum {
            known: 0,
            parts: Vec::new(),
        };
        for part in position.parts() {
            match part {
                Canonical::Narrow(shape) => self.add(&mut sum, part, &shape),
                Canonical::Wide(shape) => self.add(&mut sum, part, &shape),
            }
        }
        sum.parts.sort_unstable_by_key(|part| part.vertices);
        sum
    }

    fn add<W: Cells>(&self, sum: &mut Sum<K>, part: Canonical<K>, shape: &Shape<W, K>) {
        let vertices = shape.vertices();
        if vertices <= 2 {
            sum.known ^= 1;
            return;
        }
        let fingerprint = shape.fingerprint();
        if let Known::Nim(nim) = self.table.get(fingerprint) {
            sum.known ^= nim;
            return;
        }
        if shape.is_mirrored() {
            return;
        }
        let same = |part: &Part<K>| part.fingerprint == fingerprint;
        match sum.parts.iter().position(same) {
            // Equal parts have nim-sum 0.
            Some(at) => drop(sum.parts.remove(at)),
            None => sum.parts.push(Part {
                shape: part,
                fingerprint,
                vertices,
            }),
        }
    }

    fn sum_is(&mut self, sum: &mut Sum<K>, nim: u16) -> Result<bool, OutOfTime> {
        let Some(largest) = sum.parts.pop() else {
            return Ok(sum.known == nim);
        };
        // The others are computed once, whatever nim-values are asked for.
        while let Some(part) = sum.parts.pop() {
            sum.known ^= self.nim_of(&part)?;
        }
        sum.parts.push(largest);
        self.part_is(&largest, nim ^ sum.known)
    }

    fn nim_of(&mut self, part: &Part<K>) -> Result<u16, OutOfTime> {
        match self.table.get(part.fingerprint) {
            Known::Nim(nim) => Ok(nim),
            Known::Not(excluded) => self
                .look(part, excluded, None)
                .map(|nim| nim.unwrap_or_default()),
        }
    }

    fn part_is(&mut self, part: &Part<K>, nim: u16) -> Result<bool, OutOfTime> {
        // A nim-value is at most the length of the game, and so the number of
        // cells.
        if nim >= NIMS {
            return Ok(false);
        }
        if part.vertices <= SMALL {
            return Ok(self.nim_of(part)? == nim);
        }
        match self.table.get(part.fingerprint) {
            Known::Nim(known) => Ok(known == nim),
            Known::Not(excluded) if nim < 16 && excluded & (1 << nim) != 0 => Ok(false),
            Known::Not(excluded) => Ok(self.look(part, excluded, Some(nim))? == Some(nim)),
        }
    }

    /// The nim-value of a part. With a wanted one, `None` as soon as it is
    /// known not to be that.
    fn look(
        &mut self,
        part: &Part<K>,
        excluded: u16,
        wanted: Option<u16>,
    ) -> Result<Option<u16>, OutOfTime> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) && self.limits.reached(self.nodes) {
            return Err(OutOfTime);
        }
        let before = self.nodes;
        let mut reached = u128::from(excluded);
        let mut options: Vec<Sum<K>> = Vec::new();
        match part.shape {
            Canonical::Narrow(shape) => self.collect(&shape, wanted, &mut reached, &mut options),
            Canonical::Wide(shape) => self.collect(&shape, wanted, &mut reached, &mut options),
        }
        if wanted.is_some_and(|wanted| reached & (1 << wanted) != 0) {
            self.exclude(part, reached, before);
            return Ok(None);
        }
        options.sort_by_key(|sum| sum.parts.last().map_or(0, |part| part.vertices));
        if let Some(wanted) = wanted
            && self.any_is(&mut options, wanted)?
        {
            self.exclude(part, reached | 1 << wanted, before);
            return Ok(None);
        }
        let mut nim = 0;
        while Some(nim) != wanted
            && (reached & (1 << nim) != 0 || self.any_is(&mut options, nim)?)
        {
            reached |= 1 << nim;
            nim += 1;
        }
        let effort = self.nodes - before + 1;
        self.table.set(part.fingerprint, Known::Nim(nim), effort);
        Ok(Some(nim))
    }

    /// Sorts the options of a shape into nim-values that are known to be reached
    /// and sums that are not known, up to the first that is wanted.
    fn collect<W: Cells>(
        &self,
        shape: &Shape<W, K>,
        wanted: Option<u16>,
        reached: &mut u128,
        unknown: &mut Vec<Sum<K>>,
    ) {
        for option in shape.options() {
            let sum = self.sum(option);
            if !sum.parts.is_empty() {
                unknown.push(sum);
                continue;
            }
            *reached |= 1 << sum.known;
            if wanted == Some(sum.known) {
                return;
            }
        }
    }

    fn exclude(&mut self, part: &Part<K>, reached: u128, before: u64) {
        let effort = self.nodes - before + 1;
        self.table
            .set(part.fingerprint, Known::Not(reached as u16), effort);
    }

    fn any_is(&mut self, options: &mut [Sum<K>], nim: u16) -> Result<bool, OutOfTime> {
        for option in options {
            if self.sum_is(option, nim)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
