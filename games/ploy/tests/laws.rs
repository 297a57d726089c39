//! Ploy obeys the laws of all games.

#[test]
fn ploy_obeys_the_laws() {
    parlour_core::laws::hold_for::<parlour_ploy::Ploy>();
}

#[test]
fn symmetry_commutes_with_play() {
    parlour_core::laws::of_symmetry::<parlour_ploy::Ploy>();
}
