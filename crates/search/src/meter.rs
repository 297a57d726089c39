//! What a search has spent, against what it may spend.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_core::Limits;

/// Positions that a search looks at which nobody has limited.
const USUAL_NODES: u64 = 100_000;

/// Positions that are looked at for the value of the only move.
const FORCED_NODES: u64 = 2_000;

/// Work between two looks at the clock.
const PATIENCE: usize = 256;

/// Moves that take as long to list as a position to look at.
const MOVES_A_POSITION: usize = 16;

/// Counts positions, and says when there may be no more.
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    /// Set when another thread has the answer.
    halt: Option<&'a AtomicBool>,
    nodes: u64,
    most: u64,
    /// Work since the last look at the clock.
    work: usize,
    is_over: bool,
}

impl<'a> Meter<'a> {
    /// A search that the limits bound by time or nodes, or that ends after a
    /// usual number of positions.
    pub(crate) fn new(limits: &'a Limits) -> Self {
        let usual = match limits.deadline {
            Some(_) => u64::MAX,
            None => USUAL_NODES,
        };
        Meter {
            limits,
            halt: None,
            nodes: 0,
            most: limits.nodes.unwrap_or(usual),
            work: PATIENCE,
            is_over: false,
        }
    }

    /// A search for the best of so many moves. Where there is only one, it only
    /// wants a value, and has that soon.
    pub(crate) fn for_moves(limits: &'a Limits, moves: usize) -> Self {
        let meter = Meter::new(limits);
        match moves {
            1 => meter.at_most(FORCED_NODES),
            _ => meter,
        }
    }

    /// The same, stopped by another thread too.
    pub(crate) fn halted_by(self, halt: &'a AtomicBool) -> Self {
        Meter {
            halt: Some(halt),
            ..self
        }
    }

    /// The same with one of so many equal shares of the positions that are left.
    pub(crate) fn share(self, of: u64) -> Self {
        let most = match self.most {
            u64::MAX => u64::MAX,
            most => self.nodes + most.saturating_sub(self.nodes) / of,
        };
        Meter { most, ..self }
    }

    /// The same for a part that must not look at more than so many positions.
    pub(crate) fn at_most(self, most: u64) -> Self {
        Meter {
            most: self.most.min(most),
            ..self
        }
    }

    /// Goes on counting where a part of the work ended.
    pub(crate) fn after(self, nodes: u64) -> Self {
        Meter { nodes, ..self }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The positions that may be looked at.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// Counts a position; `None` where it is one too many.
    #[must_use]
    pub(crate) fn count(&mut self) -> Option<()> {
        self.work += 1;
        if self.work >= PATIENCE {
            self.look_up();
        }
        if self.is_over || self.nodes >= self.most {
            self.is_over = true;
            return None;
        }
        self.nodes += 1;
        Some(())
    }

    /// Takes note that a list of moves was made, which in some games takes far
    /// longer than a position else.
    pub(crate) fn listed(&mut self, moves: usize) {
        self.work += moves / MOVES_A_POSITION;
    }

    /// Looks at the clock and at who wants an answer now.
    fn look_up(&mut self) {
        self.work = 0;
        let is_halted = self.halt.is_some_and(|halt| halt.load(Ordering::Relaxed));
        self.is_over |= is_halted || self.limits.reached(self.nodes);
    }
}

/// The threads of a search: one, unless more are allowed.
pub(crate) fn threads(limits: &Limits) -> NonZeroUsize {
    limits.threads_of(limits.threads.unwrap_or(NonZeroUsize::MIN))
}
