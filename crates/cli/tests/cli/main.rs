//! The program from outside: what is typed, what is printed, how it ends.

mod labyrinth;
mod play;
mod positions;
mod program;
mod records;
mod review;
mod ships;
mod ur;
