//! An arithmetic coder for bits whose probabilities are known (a range coder).

/// How likely a bit is one, in parts of 65,536; never 0.
pub(crate) type Chance = u16;

const BITS: u32 = 16;
/// The range never falls below this.
const LEAST: u32 = 1 << 24;

/// Writes bits.
#[derive(Default)]
pub(crate) struct Encoder {
    /// Up to 33 bits, as a carry may follow.
    low: u64,
    range: u32,
    /// The last byte, and how many bytes of ones after it: a carry could still change them.
    held: Option<u8>,
    ones: usize,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new() -> Encoder {
        Encoder {
            range: u32::MAX,
            ..Encoder::default()
        }
    }

    #[inline]
    pub(crate) fn put(&mut self, bit: bool, chance: Chance) {
        let part = (self.range >> BITS) * u32::from(chance);
        if bit {
            self.range = part;
        } else {
            self.low += u64::from(part);
            self.range -= part;
        }
        while self.range < LEAST {
            self.range <<= 8;
            self.shift();
        }
    }

    /// Moves the highest byte out.
    fn shift(&mut self) {
        let carry = self.low >> 32 != 0;
        let byte = (self.low >> 24) as u8;
        if carry || byte != u8::MAX {
            // The first byte of all has none before it, and is never carried over.
            if let Some(held) = self.held {
                self.bytes.push(held.wrapping_add(u8::from(carry)));
            }
            let later = u8::MAX.wrapping_add(u8::from(carry));
            self.bytes.extend(std::iter::repeat_n(later, self.ones));
            self.ones = 0;
            self.held = Some(byte);
        } else {
            self.ones += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// What was written. Zeros at the end are left out: the decoder reads as many as it wants.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads them again, with the same chances.
pub(crate) struct Decoder<'a> {
    code: u32,
    range: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder {
            code: 0,
            range: u32::MAX,
            bytes: bytes.iter(),
        };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    #[inline]
    pub(crate) fn get(&mut self, chance: Chance) -> bool {
        let part = (self.range >> BITS) * u32::from(chance);
        let bit = self.code < part;
        if bit {
            self.range = part;
        } else {
            self.code -= part;
            self.range -= part;
        }
        while self.range < LEAST {
            self.range <<= 8;
            self.shift();
        }
        bit
    }

    fn shift(&mut self) {
        let byte = self.bytes.next().copied().unwrap_or(0);
        self.code = self.code << 8 | u32::from(byte);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::luck;
    use rand::Rng;

    #[test]
    fn bits_come_back() {
        let mut luck = luck::seeded(1);
        for length in [0, 1, 2, 9, 1000, 20_000] {
            let bits: Vec<(bool, Chance)> = (0..length)
                .map(|_| {
                    // Likely and unlikely ones, so that ranges become small and carries long.
                    let chance = match luck.next_u32() % 4 {
                        0 => 1,
                        1 => Chance::MAX,
                        _ => luck.next_u32().max(1) as Chance | 1,
                    };
                    (luck.next_u32() as u16 <= chance, chance)
                })
                .collect();
            let mut encoder = Encoder::new();
            for (bit, chance) in &bits {
                encoder.put(*bit, *chance);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for (bit, chance) in &bits {
                assert_eq!(decoder.get(*chance), *bit);
            }
        }
    }

    #[test]
    fn what_is_likely_takes_little_room() {
        let mut encoder = Encoder::new();
        for number in 0..8000 {
            encoder.put(number % 100 == 0, 655);
        }
        // 8000 bits at 0.081 bits each.
        assert!((78..86).contains(&encoder.finish().len()));
    }
}
