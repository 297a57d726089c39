//! The laws of all games, for this one.

#[test]
fn the_laws_hold() {
    parlour_core::laws::hold_for::<parlour_labyrinth::Labyrinth>();
}

#[test]
fn symmetry_commutes_with_play() {
    parlour_core::laws::of_symmetry::<parlour_labyrinth::Labyrinth>();
}
