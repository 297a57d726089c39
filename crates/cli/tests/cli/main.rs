//! The program from outside: what is typed, what is printed, how it ends.

mod arena;
mod bench;
mod bots;
mod files;
mod harmless;
#[path = "../home/mod.rs"]
mod home;
mod kept;
mod labyrinth;
#[cfg(feature = "page")]
mod page;
mod parts;
mod pictures;
mod play;
mod ploy;
mod positions;
mod program;
mod records;
mod review;
mod shards;
mod ships;
#[cfg(unix)]
mod trust;
mod ur;
