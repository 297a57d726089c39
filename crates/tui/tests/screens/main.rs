//! What the program shows and does, without a terminal.

mod driver;
mod explore;
mod foresight;
#[path = "../../../cli/tests/home/mod.rs"]
mod home;
mod keeping;
mod monkey;
mod pictures;
mod secrets;
mod table;
