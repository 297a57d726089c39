//! A bot that sometimes plays a random move.

use parlour_core::luck::{self, Luck};
use parlour_core::{Advice, Bot, Game, Limits, Remark, Seat, Seed, Survey, below};

use crate::random::Random;

/// Plays like another bot, but now and then a random legal move.
#[derive(Debug)]
pub struct Slipping<B> {
    bot: B,
    percent: u8,
    luck: Luck,
    random: Random,
}

impl<B> Slipping<B> {
    /// This percentage of moves is random; equal seeds give equal slips.
    #[must_use]
    pub fn new(bot: B, percent: u8, seed: u64) -> Self {
        Slipping {
            bot,
            percent,
            luck: luck::seeded(seed),
            // The decision to slip and the choice of the move need separate
            // streams.
            random: Random::new(Seed::new(seed).bot(0)),
        }
    }
}

impl<G: Game, B: Bot<G>> Bot<G> for Slipping<B> {
    fn advise(
        &mut self,
        seat: Seat,
        view: &G::View,
        moves: &[G::Move],
        limits: &Limits,
    ) -> Advice<G::Move> {
        match below(&mut self.luck, 100) {
            Some(lot) if lot < u64::from(self.percent) => {
                Bot::<G>::advise(&mut self.random, seat, view, moves, limits)
            }
            _ => self.bot.advise(seat, view, moves, limits),
        }
    }

    fn recall(&mut self, past: Vec<G::View>) {
        self.bot.recall(past);
    }

    fn recalls(&self) -> bool {
        self.bot.recalls()
    }

    fn survey(
        &mut self,
        seat: Seat,
        view: &G::View,
        moves: &[G::Move],
        limits: &Limits,
    ) -> Option<Survey<G::Move>> {
        self.bot.survey(seat, view, moves, limits)
    }

    fn remark(&mut self, view: &G::View, limits: &Limits) -> Option<Remark> {
        self.bot.remark(view, limits)
    }
}
