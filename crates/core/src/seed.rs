//! One number decides everything that luck does, and what is drawn from it tells
//! nothing else.
//!
//! A bot is told the seed of its own choices. That may lead neither to what the
//! others were dealt nor to the next throw, even for somebody who knows this
//! program. So every stream comes from the number by a one-way function of its
//! own: BLAKE3, keyed by the number, of a label. A number that can be guessed, such
//! as 1, is no secret: whoever guesses it knows all luck.

use rand::SeedableRng;

use crate::luck::Luck;

/// What keys are made for. Another text would be other luck everywhere.
const CONTEXT: &str = "Parlour 2 luck";

/// The number behind `--seed`, and everything that is drawn from it.
///
/// ```
/// use parlour_core::Seed;
/// let seed = Seed::new(7);
/// assert_eq!(seed.bot(0), Seed::new(7).bot(0));
/// assert_ne!(seed.bot(0), seed.bot(1));
/// assert_ne!(seed.bot(0), seed.game(1).bot(0));
/// ```
#[derive(Clone)]
pub struct Seed {
    key: [u8; 32],
}

impl Seed {
    /// The seed of a number that somebody chose, or nobody knows.
    #[must_use]
    pub fn new(number: u64) -> Self {
        Seed {
            key: blake3::derive_key(CONTEXT, &number.to_le_bytes()),
        }
    }

    /// What is dealt or hidden before the first move.
    #[must_use]
    pub fn deal(&self) -> Luck {
        Luck::from_seed(self.drawn("deal", 0))
    }

    /// What luck does in the game.
    #[must_use]
    pub fn dice(&self) -> Luck {
        Luck::from_seed(self.drawn("dice", 0))
    }

    /// The moves at the beginning that nobody chooses.
    #[must_use]
    pub fn opening(&self) -> Luck {
        Luck::from_seed(self.drawn("opening", 0))
    }

    /// The seed of a bot's own choices, which may be told to it.
    #[must_use]
    pub fn bot(&self, player: usize) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.drawn("bot", player as u64);
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    /// The seed of one game of many.
    #[must_use]
    pub fn game(&self, number: u64) -> Seed {
        Seed {
            key: self.drawn("game", number),
        }
    }

    /// The seed of what all games of a round share.
    #[must_use]
    pub fn round(&self, number: u64) -> Seed {
        Seed {
            key: self.drawn("round", number),
        }
    }

    fn drawn(&self, label: &str, number: u64) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        hasher.update(&number.to_le_bytes());
        hasher.update(label.as_bytes());
        *hasher.finalize().as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::Rng;

    use super::*;

    /// All that a number decides, as the first number of each stream.
    fn streams(number: u64) -> Vec<u64> {
        let seed = Seed::new(number);
        let inner = [seed.clone(), seed.game(0), seed.game(1), seed.round(0)];
        let first = inner.iter().flat_map(|seed| {
            let luck = [seed.deal(), seed.dice(), seed.opening()];
            let bots = [0, 1].map(|player| seed.bot(player));
            luck.map(|mut luck| luck.next_u64()).into_iter().chain(bots)
        });
        first.collect()
    }

    #[test]
    fn no_two_streams_are_alike() {
        let all: Vec<u64> = [0, 1, 2, u64::MAX].into_iter().flat_map(streams).collect();
        let different: HashSet<&u64> = all.iter().collect();
        assert_eq!(different.len(), all.len());
        assert_eq!(streams(1), streams(1));
    }

    /// What a bot is told starts no generator of luck: neither itself, nor what
    /// the old way of mixing would make of it, nor as a seed of its own.
    #[test]
    fn what_a_bot_is_told_leads_to_nothing_else() {
        for number in 0..50 {
            let told = Seed::new(number).bot(0);
            let luck = streams(number);
            assert!((0..4).all(|seat| told ^ seat != number));
            for guess in (0..4).map(|seat| told ^ seat) {
                let guessed = streams(guess);
                assert!(guessed.iter().all(|drawn| !luck.contains(drawn)));
                let first = crate::luck::seeded(guess).next_u64();
                assert!(!luck.contains(&first));
            }
        }
    }

    /// The numbers of a seed are the same on every machine and in every version.
    #[test]
    fn what_is_drawn_from_a_seed_stays_the_same() {
        let seed = Seed::new(1);
        let drawn = (seed.bot(0), seed.dice().next_u64(), seed.deal().next_u64());
        assert_eq!(
            drawn,
            (
                14_409_020_441_929_698_908,
                12_848_016_181_604_829_374,
                5_993_784_723_347_276_921
            )
        );
    }
}
