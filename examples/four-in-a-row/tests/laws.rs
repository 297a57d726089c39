//! The laws of all games hold for the example.

use four_in_a_row::FourInARow;

#[test]
fn the_laws_hold() {
    parlour_core::laws::hold_for::<FourInARow>();
}
