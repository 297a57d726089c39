//! One number decides every chance event, and what is drawn from it reveals
//! nothing else.
//!
//! A bot is told the seed of its own choices. That must lead neither to what others were dealt nor
//! to the next throw, even for someone who knows this program. So every stream is derived from the
//! number by its own one-way function: BLAKE3 of a label, keyed by the number. A number that can be
//! guessed, such as 1, is no secret: anyone who guesses it knows all luck.

use std::fmt;

use rand::SeedableRng;

use crate::luck::Luck;

/// The context of the keys. Changing it would change all luck.
const CONTEXT: &str = "Parlour 2 luck";

/// The length of `opening`.
const LONGEST_LABEL: usize = 7;

/// The number behind `--seed`, and everything drawn from it.
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

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seed").finish_non_exhaustive()
    }
}

impl Seed {
    /// The seed of a chosen or secret number.
    #[must_use]
    pub fn new(number: u64) -> Self {
        Seed {
            key: blake3::derive_key(CONTEXT, &number.to_le_bytes()),
        }
    }

    /// The seed of a key that nobody can guess.
    #[must_use]
    pub fn from_key(key: [u8; 32]) -> Self {
        Seed { key }
    }

    /// The seed of a key in 64 hexadecimal digits.
    #[must_use]
    pub fn from_digits(digits: &str) -> Option<Self> {
        let key = blake3::Hash::from_hex(digits).ok()?;
        Some(Seed::from_key(*key.as_bytes()))
    }

    /// A commitment to this seed, to be published before it is used. It reveals nothing: it is the
    /// BLAKE3 hash, in hexadecimal digits.
    #[must_use]
    pub fn commitment(&self) -> String {
        blake3::hash(&self.key).to_hex().to_string()
    }

    /// Whether a text may be a [commitment](Self::commitment): 64 hexadecimal digits in lower
    /// case.
    #[must_use]
    pub fn is_commitment(text: &str) -> bool {
        text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    }

    /// The commitment alone, for a game that goes on.
    #[must_use]
    pub fn seal(&self) -> Seal {
        Seal {
            commitment: self.commitment(),
            key: None,
        }
    }

    /// The commitment with what it was made to, for a game that is over.
    #[must_use]
    pub fn opened(&self) -> Seal {
        Seal {
            key: Some(blake3::Hash::from(self.key).to_hex().to_string()),
            ..self.seal()
        }
    }

    /// What is dealt or hidden before the first move.
    #[must_use]
    pub fn deal(&self) -> Luck {
        Luck::from_seed(self.drawn("deal", 0))
    }

    /// The chance events of the game.
    #[must_use]
    pub fn dice(&self) -> Luck {
        Luck::from_seed(self.drawn("dice", 0))
    }

    /// The chance event that is the step with this number, in a match whose luck can be checked:
    /// a throw that was taken back and comes again is the same throw.
    #[must_use]
    pub fn throw(&self, number: u64) -> Luck {
        self.game(number).dice()
    }

    /// The random opening moves.
    #[must_use]
    pub fn opening(&self) -> Luck {
        Luck::from_seed(self.drawn("opening", 0))
    }

    /// The seed of a bot's own choices, which the bot may know.
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
        // In one piece: BLAKE3's incremental hasher costs several times as much, and an arena
        // draws many streams for every short game.
        let mut text = [0; 8 + LONGEST_LABEL];
        text[..8].copy_from_slice(&number.to_le_bytes());
        let end = 8 + label.len();
        text[8..end].copy_from_slice(label.as_bytes());
        *blake3::keyed_hash(&self.key, &text[..end]).as_bytes()
    }
}

/// A [commitment](Seed::commitment) to a seed and, once the game is over, what it was made to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    /// The commitment, in 64 hexadecimal digits.
    pub commitment: String,
    /// The key of the seed, in 64 hexadecimal digits.
    pub key: Option<String>,
}

impl Seal {
    /// Whether the key, if there is one, is what the commitment was made to.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        let seed = self.key.as_deref().map(Seed::from_digits);
        seed.is_none_or(|seed| seed.is_some_and(|seed| seed.commitment() == self.commitment))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::Rng;

    use super::*;

    /// Everything a number decides, as the first number of each stream.
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

    /// The seed a bot knows leads to no other stream: neither directly, nor by
    /// an older way of mixing, nor used as a seed itself.
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

    #[test]
    fn a_seal_is_opened_by_its_own_key_alone() {
        let (seed, other) = (Seed::new(7), Seed::new(8));
        let opened = seed.opened();
        assert!(seed.seal().is_kept() && opened.is_kept());
        let digits = opened.key.clone().expect("the key");
        let again = Seed::from_digits(&digits).expect("64 digits");
        assert_eq!(again.bot(0), seed.bot(0));
        for key in [other.opened().key, Some("F00D".to_owned())] {
            assert!(!Seal { key, ..seed.seal() }.is_kept());
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
