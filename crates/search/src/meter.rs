//! How much of its limits a search has used.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_core::Limits;

/// How many positions a search looks at if nobody limits it.
const USUAL_NODES: u64 = 100_000;

/// How many positions are searched for the value of a forced move.
const FORCED_NODES: u64 = 2_000;

/// Work between two looks at the clock.
const PATIENCE: usize = 256;

/// Listing this many moves takes as long as visiting a position.
const MOVES_A_POSITION: usize = 16;

/// Counts positions, and says when to stop.
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
    /// The meter of a search limited by time or nodes, or else by a default
    /// number of positions.
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

    /// The meter of a search for the best of this many moves. A forced move only
    /// needs a quick value.
    pub(crate) fn for_moves(limits: &'a Limits, moves: usize) -> Self {
        let meter = Meter::new(limits);
        match moves {
            1 => meter.at_most(FORCED_NODES),
            _ => meter,
        }
    }

    /// The same, also stopped by another thread.
    pub(crate) fn halted_by(self, halt: &'a AtomicBool) -> Self {
        Meter {
            halt: Some(halt),
            ..self
        }
    }

    /// The same with one of this many equal shares of the remaining positions.
    pub(crate) fn share(self, of: u64) -> Self {
        let most = match self.most {
            u64::MAX => u64::MAX,
            most => self.nodes + most.saturating_sub(self.nodes) / of,
        };
        Meter { most, ..self }
    }

    /// The same for a part that may visit at most this many positions.
    pub(crate) fn at_most(self, most: u64) -> Self {
        Meter {
            most: self.most.min(most),
            ..self
        }
    }

    /// Continues counting where another part of the work ended.
    pub(crate) fn after(self, nodes: u64) -> Self {
        Meter { nodes, ..self }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many positions may be searched.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// Counts a position; `None` if it is one too many.
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

    /// Notes that a list of moves was made, which in some games takes far
    /// longer than visiting a position.
    pub(crate) fn listed(&mut self, moves: usize) {
        self.work += moves / MOVES_A_POSITION;
    }

    /// Checks the clock and the stop flags.
    fn look_up(&mut self) {
        self.work = 0;
        let is_halted = self.halt.is_some_and(|halt| halt.load(Ordering::Relaxed));
        self.is_over |= is_halted || self.limits.reached(self.nodes);
    }
}

/// The number of threads of a search: one, unless more are allowed.
pub(crate) fn threads(limits: &Limits) -> NonZeroUsize {
    limits.threads_of(limits.threads.unwrap_or(NonZeroUsize::MIN))
}
