//! Parlour with one more game.

use std::process::ExitCode;

use four_in_a_row::FourInARow;
use parlour_core::Entry;
use parlour_search::common;

fn main() -> ExitCode {
    static GAME: Entry<FourInARow> = Entry::with(common());
    parlour_catalog::add(&GAME);
    parlour::main()
}
