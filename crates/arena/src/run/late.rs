//! Luck that is drawn from its seed when it is first used.

use std::convert::Infallible;

use parlour_core::luck::Luck;
use rand::{Rng, TryRng};

/// Most games use no luck for the deal, the opening or the dice, and in a short game of fast bots
/// drawing all of it would take a quarter of the time.
pub(super) struct LateLuck<F> {
    draw: F,
    luck: Option<Luck>,
}

impl<F: FnMut() -> Luck> LateLuck<F> {
    pub(super) fn new(draw: F) -> Self {
        LateLuck { draw, luck: None }
    }

    /// Whether any of it was used.
    pub(super) fn is_used(&self) -> bool {
        self.luck.is_some()
    }

    fn luck(&mut self) -> &mut Luck {
        self.luck.get_or_insert_with(&mut self.draw)
    }
}

impl<F: FnMut() -> Luck> TryRng for LateLuck<F> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.luck().next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.luck().next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.luck().fill_bytes(bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use parlour_core::Seed;

    use super::*;

    #[test]
    fn late_luck_is_the_same_luck() {
        let seed = Seed::new(3);
        let (mut late, mut luck) = (LateLuck::new(|| seed.dice()), seed.dice());
        assert!(!late.is_used());
        assert_eq!(late.next_u64(), luck.next_u64());
        assert_eq!(late.next_u32(), luck.next_u32());
        let mut bytes = [[0; 5]; 2];
        late.fill_bytes(&mut bytes[0]);
        luck.fill_bytes(&mut bytes[1]);
        assert_eq!(bytes[0], bytes[1]);
        assert!(late.is_used());
    }
}
