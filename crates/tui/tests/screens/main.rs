//! What the program shows and does, without a terminal.

mod driver;
mod explore;
mod foresight;
mod graphics;
#[path = "../../../cli/tests/home/mod.rs"]
mod home;
mod keeping;
mod learning;
mod monkey;
mod pictures;
mod room;
mod secrets;
mod table;
