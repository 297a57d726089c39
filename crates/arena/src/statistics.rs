//! All statistics of the project: means and shares with their intervals, Elo,
//! sequential tests, ratings.
//!
//! The sampling unit is a *group* of games with the same luck, in which every player has every seat
//! once: groups are independent, the games within one are not. So everything here is computed from
//! groups. Ungrouped games are groups of one.

mod mean;
mod pairs;
mod ratings;
mod sprt;
mod strengths;

pub use mean::{Mean, normal};
pub use pairs::{Estimate, Pairs, elo_of, score_of};
pub use ratings::{Group, Rating, ratings};
pub use sprt::{Sprt, Verdict};
pub use strengths::{Strength, strengths};
