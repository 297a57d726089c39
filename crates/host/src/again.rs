//! Starting the same game again.

use parlour_core::{Match, Seed};

use crate::host::Host;
use crate::seating::{Dice, HUMAN, Seating, default_names, values_for};

impl Host {
    /// The same players once more, with new luck; with `exchanged`, everybody
    /// moves to the next seat.
    #[must_use]
    pub fn again(&self, exchanged: bool) -> Seating {
        let seed = self.seed.wrapping_add(1);
        let mut kinds = self.kinds();
        let mut names = self.played.names().to_vec();
        let unnamed = names == default_names(self.played.start(), &kinds);
        if exchanged {
            kinds.rotate_right(1);
            names.rotate_right(1);
        }
        // If the start was dealt, it is dealt again.
        let dealt = self.setup.as_ref().and_then(|setup| {
            let setup = values_for(self.game, setup, &kinds);
            self.game.start(&setup, &mut Seed::new(seed).deal()).ok()
        });
        let mut start = dealt.unwrap_or_else(|| self.played.start().boxed_clone());
        if unnamed {
            names = default_names(&*start, &kinds);
        }
        let bots: Vec<bool> = kinds.iter().map(|kind| kind != HUMAN).collect();
        start.seat_bots(&bots);
        Seating {
            game: self.game,
            played: Match::new(start, names),
            setup: self.setup.clone(),
            kinds,
            budget: self.budget.clone(),
            dice: match self.dice {
                Dice::Asked => Dice::Asked,
                Dice::Thrown | Dice::Listed(_) => Dice::Thrown,
            },
            seed,
        }
    }
}
