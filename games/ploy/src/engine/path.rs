//! The positions that led to the present one, to detect repetition.

/// Moves without a capture that make a match drawn.
pub(crate) const MOST_IDLE: usize = 200;

/// The keys of a match since its last capture, followed by those of the line
/// being searched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    keys: Vec<u64>,
    /// For each of them, how many quiet moves came before it.
    idle: Vec<usize>,
    /// The index of the root.
    root: usize,
}

impl Path {
    /// The path to a position, given those before it since the last capture.
    pub(crate) fn new(past: &[u64], here: u64) -> Path {
        let keys: Vec<u64> = past.iter().copied().chain([here]).collect();
        Path {
            idle: (0..keys.len()).collect(),
            root: past.len(),
            keys,
        }
    }

    /// Adds a position. After a capture or a null move, nothing from before can
    /// be repeated.
    #[inline]
    pub(crate) fn push(&mut self, key: u64, is_new: bool) {
        let idle = match self.idle.last() {
            Some(idle) if !is_new => idle + 1,
            _ => 0,
        };
        self.keys.push(key);
        self.idle.push(idle);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.keys.pop();
        self.idle.pop();
    }

    /// How many moves before this position took nothing.
    pub(crate) fn idle(&self) -> usize {
        self.idle.last().copied().unwrap_or(0)
    }

    /// Whether the position is drawn: too long without a capture, or it
    /// occurred before in this line (a player who can repeat once can do so again),
    /// or twice in the match.
    #[inline]
    pub(crate) fn is_drawn(&self) -> bool {
        let (Some(&key), Some(&idle)) = (self.keys.last(), self.idle.last()) else {
            return false;
        };
        if idle >= MOST_IDLE {
            return true;
        }
        let here = self.keys.len() - 1;
        let mut times = 0;
        // The same player is to move at every second position.
        for back in (4..=idle.min(here)).step_by(2) {
            if self.keys[here - back] == key {
                times += 1;
                if here - back >= self.root || times == 2 {
                    return true;
                }
            }
        }
        false
    }
}
