//! What the program shows and does, without a terminal.

mod driver;
mod explore;
mod foresight;
mod keeping;
mod pictures;
mod secrets;
mod table;
