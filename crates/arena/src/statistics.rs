//! All the statistics of the house: means and shares with their intervals, Elo,
//! tests that stop by themselves, ratings of many.
//!
//! What is drawn at random is a *group* of games with the same luck, in which every
//! player has every seat once: groups are independent of each other, the games of
//! one are not. So everything here is reckoned from groups. Games that are not
//! grouped are groups of one.

mod mean;
mod pairs;
mod ratings;
mod sprt;

pub use mean::{Mean, normal};
pub use pairs::{Estimate, Pairs, elo_of, score_of};
pub use ratings::{Group, Rating, ratings};
pub use sprt::{Sprt, Verdict};
