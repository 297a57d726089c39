//! Depth-first proof-number search for Grundy values.
//!
//! The question is always whether a part has a given Grundy value. It does
//! unless a move, in the part or in a heap of that size next to it, leads to a
//! position for which the same question is answered with yes. For every
//! question the search keeps proof and disproof numbers, the effort that a yes
//! and a no would still take, and always continues where the answer is nearest.
//! The depth-first form (df-pn) works with limits: it leaves a question as soon
//! as another one is nearer.

use std::sync::atomic::{AtomicBool, Ordering};

use parlour_core::Limits;

use super::cells::Cells;
use super::known::Known;
use super::memory::Tables;
use super::open::Efforts;
use super::options::{OpenPart, Options, Sum};
use super::shape::{Canonical, Shape, in_any_word};

/// Why the search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    /// The limits were reached, or another thread has the answer, or a Grundy
    /// value is larger than was thought possible.
    OutOfTime,
    /// The tables must grow. What was found is in them, so a new search soon
    /// catches up.
    Crowded,
}

/// How many Grundy values are distinguished, one bit each. A board with larger
/// ones is beyond any machine: the boards solved so far have values up to 20.
const NIMS: u16 = u128::BITS as u16;

/// Up to this many vertices it is faster to compute a Grundy value than to ask
/// whether it is a given one.
pub(super) const SMALL: u32 = 12;

/// Searches for Grundy values and stores them.
#[doc(alias = "proof-number search")]
#[doc(alias = "df-pn")]
pub(super) struct NimSearch<'a, const K: usize> {
    pub(super) tables: &'a Tables,
    pub(super) limits: &'a Limits,
    /// Set when another thread has the answer.
    pub(super) done: &'a AtomicBool,
    /// Threads with different numbers take different ways.
    pub(super) thread: u32,
    /// The Grundy values of parts of up to this many vertices are computed by
    /// definition.
    pub(super) small: u32,
    /// Whether to use that parts with a pairing are lost for the player to
    /// move.
    pub(super) pairings: bool,
    /// Shapes whose options were generated.
    pub(super) nodes: u64,
}

impl<const K: usize> NimSearch<'_, K> {
    /// The Grundy value of a position.
    pub(super) fn nim<W: Cells>(&mut self, position: Shape<W, K>) -> Result<u16, Stopped> {
        let mut options = Options::default();
        options.add(position, &self.tables.known, self.pairings);
        let mut nim = 0;
        for sum in options.sums {
            nim ^= self.sum_of(sum.known, &options.parts[sum.parts()])?;
        }
        Ok(nim)
    }

    /// Whether a position has this Grundy value.
    pub(super) fn is<W: Cells>(
        &mut self,
        position: Shape<W, K>,
        nim: u16,
    ) -> Result<bool, Stopped> {
        let mut options = Options::default();
        options.add(position, &self.tables.known, self.pairings);
        let [sum] = &mut options.sums[..] else {
            return Ok(nim == 0);
        };
        match self.only_part(&options.parts, sum)? {
            None => Ok(sum.known == nim),
            Some(part) => self.part_is(&part, nim ^ sum.known),
        }
    }

    /// Computes all parts of a sum except the largest, which is returned if
    /// there is one.
    fn only_part(
        &mut self,
        parts: &[OpenPart<K>],
        sum: &mut Sum,
    ) -> Result<Option<OpenPart<K>>, Stopped> {
        while sum.count > 1 {
            sum.count -= 1;
            sum.known ^= self.nim_of(&parts[sum.first + sum.count])?;
        }
        Ok(parts[sum.parts()].first().copied())
    }

    fn nim_of(&mut self, part: &OpenPart<K>) -> Result<u16, Stopped> {
        if part.vertices <= self.small {
            return match self.tables.known.get(part.fingerprint) {
                Known::Nim(nim) => Ok(nim),
                Known::Not(_) => self.mex(part),
            };
        }
        let mut nim = 0;
        while !self.part_is(part, nim)? {
            nim += 1;
        }
        Ok(nim)
    }

    fn part_is(&mut self, part: &OpenPart<K>, nim: u16) -> Result<bool, Stopped> {
        if nim >= NIMS {
            return Err(Stopped::OutOfTime);
        }
        if part.vertices <= self.small {
            return Ok(self.nim_of(part)? == nim);
        }
        match self.tables.known.get(part.fingerprint).is(nim) {
            Some(answer) => Ok(answer),
            None => Ok(self.pursue(part, nim, Efforts::UNBOUNDED)?.yes == 0),
        }
    }

    /// The Grundy value of a part by definition: the least that no option has
    /// (mex, the minimum excludant).
    #[doc(alias = "minimum excludant")]
    fn mex(&mut self, part: &OpenPart<K>) -> Result<u16, Stopped> {
        self.count()?;
        let before = self.nodes;
        let options = self.options(part, None);
        let mut reached = options.reached;
        for sum in &options.sums {
            reached |= 1 << self.sum_of(sum.known, &options.parts[sum.parts()])?;
        }
        let nim = reached.trailing_ones() as u16;
        if nim >= NIMS {
            return Err(Stopped::OutOfTime);
        }
        let effort = self.nodes - before + 1;
        self.tables
            .known
            .set(part.fingerprint, Known::Nim(nim), effort);
        Ok(nim)
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if !self.nodes.is_multiple_of(256) {
            return Ok(());
        }
        if self.limits.reached(self.nodes) || self.done.load(Ordering::Relaxed) {
            return Err(Stopped::OutOfTime);
        }
        if self.tables.are_crowded() {
            return Err(Stopped::Crowded);
        }
        Ok(())
    }

    fn options(&self, part: &OpenPart<K>, wanted: Option<u16>) -> Options<K> {
        in_any_word!(&part.shape, shape => {
            Options::of(shape, wanted, &self.tables.known, self.pairings)
        })
    }

    /// Computes the options that have only small parts, up to one with the
    /// wanted Grundy value. Asked about one by one in turn, they would mislead
    /// the search for a long time: by a factor of 900 on 26x3 with one colour.
    fn compute_small(&mut self, options: &mut Options<K>, wanted: u16) -> Result<(), Stopped> {
        let Options {
            reached,
            sums,
            parts,
        } = options;
        let mut at = 0;
        while at < sums.len() && *reached & (1 << wanted) == 0 {
            let parts = &parts[sums[at].parts()];
            if parts.iter().any(|part| part.vertices > self.small) {
                at += 1;
                continue;
            }
            *reached |= 1 << self.sum_of(sums[at].known, parts)?;
            sums.swap_remove(at);
        }
        Ok(())
    }

    /// The nim-sum of parts and what is known.
    fn sum_of(&mut self, known: u16, parts: &[OpenPart<K>]) -> Result<u16, Stopped> {
        let mut nim = known;
        for part in parts {
            nim ^= self.nim_of(part)?;
        }
        Ok(nim)
    }

    /// Asks whether a part has a Grundy value, until that is known or one of
    /// the answers would take more effort than `most`.
    fn pursue(&mut self, part: &OpenPart<K>, nim: u16, most: Efforts) -> Result<Efforts, Stopped> {
        self.count()?;
        let before = self.nodes;
        let mut options = self.options(part, Some(nim));
        self.compute_small(&mut options, nim)?;
        let found = options.reached & (1 << nim) != 0;
        let known =
            self.tables
                .known
                .exclude(part.fingerprint, options.reached, self.nodes - before + 1);
        if found {
            return Ok(Efforts::NO);
        }
        // Another thread may have been faster.
        if let Some(answer) = known.is(nim) {
            return Ok(Efforts::known(answer));
        }
        // A move in the heap leaves the part next to a smaller one.
        let lower = (0..nim).filter(|lower| known.is(*lower).is_none());
        options.add_heaps(part, lower.map(|lower| nim ^ lower));
        for sum in &mut options.sums {
            sum.efforts = self.efforts(&options.parts, sum, nim);
        }
        loop {
            let Some(outlook) = Outlook::of(&mut options.sums) else {
                let effort = self.nodes - before + 1;
                self.tables
                    .known
                    .set(part.fingerprint, Known::Nim(nim), effort);
                return Ok(Efforts::YES);
            };
            if outlook.efforts.no == 0 {
                let effort = self.nodes - before + 1;
                self.tables
                    .known
                    .exclude(part.fingerprint, 1 << nim, effort);
                return Ok(Efforts::NO);
            }
            if outlook.efforts.exceed(most) {
                self.tables.open.set(part.fingerprint, nim, outlook.efforts);
                return Ok(outlook.efforts);
            }
            let sum = &mut options.sums[outlook.nearest];
            let limits = outlook.limits(sum.efforts, most);
            sum.efforts = match self.only_part(&options.parts, sum)? {
                None => Efforts::known(sum.known == nim),
                Some(part) => self.pursue_further(&part, nim ^ sum.known, limits)?,
            };
        }
    }

    /// The same, for parts whose answer is neither known nor computed at once.
    fn pursue_further(
        &mut self,
        part: &OpenPart<K>,
        nim: u16,
        most: Efforts,
    ) -> Result<Efforts, Stopped> {
        if part.vertices <= self.small || nim >= NIMS {
            return Ok(Efforts::known(self.part_is(part, nim)?));
        }
        let efforts = self.part_efforts(part, nim);
        if efforts.exceed(most) {
            return Ok(efforts);
        }
        self.pursue(part, nim, most)
    }

    fn efforts(&self, parts: &[OpenPart<K>], sum: &Sum, nim: u16) -> Efforts {
        match &parts[sum.parts()] {
            [] => Efforts::known(sum.known == nim),
            [part] => self.part_efforts(part, nim ^ sum.known),
            [largest, others @ ..] => {
                // The others need to be known exactly.
                let others = others.iter().map(|part| guess(part.vertices, 0).yes);
                let others: u32 = others.sum();
                let largest = guess(largest.vertices, 0);
                Efforts {
                    no: largest.no + others,
                    yes: largest.yes + others,
                }
            }
        }
    }

    fn part_efforts(&self, part: &OpenPart<K>, nim: u16) -> Efforts {
        let known = self.tables.known.get(part.fingerprint);
        if let Some(answer) = known.is(nim) {
            return Efforts::known(answer);
        }
        let noted = self.tables.open.get(part.fingerprint, nim);
        noted.unwrap_or_else(|| {
            // A Grundy value requires options with all smaller ones.
            let missing = (0..nim).filter(|lower| known.is(*lower).is_none()).count();
            let mut efforts = guess(part.vertices, missing as u32);
            if self.thread > 0 {
                efforts.yes += efforts.yes * (part.fingerprint as u32 % (self.thread + 3)) / 8;
            }
            efforts
        })
    }
}

/// The initial proof numbers of a question about which nothing is known. By
/// measurement, larger numbers make the search go deep before it goes wide.
fn guess(vertices: u32, missing: u32) -> Efforts {
    let yes = 1 + vertices;
    Efforts {
        no: 1 + vertices * 3 / 10,
        yes: yes + yes * missing * 3 / 10,
    }
}

/// What the options of a question say about it.
struct Outlook {
    efforts: Efforts,
    /// The option that is nearest to a yes, and what the next one takes.
    nearest: usize,
    second: u32,
    /// How many options must be answered with no for a yes.
    others: u32,
}

impl Outlook {
    /// Drops options that are answered with no; `None` if none is left.
    fn of(sums: &mut Vec<Sum>) -> Option<Self> {
        sums.retain(|sum| sum.efforts.no > 0);
        let (mut least, mut second, mut nearest) = (u32::MAX, u32::MAX, 0);
        let (mut hardest, mut all) = (0, 0_u32);
        for (at, sum) in sums.iter().enumerate() {
            let Efforts { no, yes } = sum.efforts;
            if yes < least {
                (second, least, nearest) = (least, yes, at);
            } else {
                second = second.min(yes);
            }
            hardest = hardest.max(no);
            all = all.saturating_add(no);
        }
        let others = sums.len().checked_sub(1)? as u32;
        // Options have much in common, which the sum of their efforts would count repeatedly:
        // besides the hardest, three tenths of it count.
        let shared = (all - hardest).saturating_sub(others) / 10 * 3;
        let yes = hardest.saturating_add(others).saturating_add(shared);
        let yes = yes.min(Efforts::NEVER - 1);
        Some(Outlook {
            efforts: Efforts { no: least, yes },
            nearest,
            second,
            others,
        })
    }

    /// How far to continue with the nearest option: a little further than the
    /// next one, or the search would jump to and fro; and always further than
    /// now, even at the largest numbers, or the search would stand still.
    fn limits(&self, nearest: Efforts, most: Efforts) -> Efforts {
        let second = self.second.saturating_add(self.second / 10 + 1);
        Efforts {
            no: most.yes.saturating_sub(self.others).max(nearest.no + 1),
            yes: most.no.min(second).max(nearest.yes + 1),
        }
    }
}
