//! The laws hold for games of every shape, and every law can be broken.

mod broken;
mod shapes;

use parlour_core::laws;
use shapes::{cards::Fair, hide::Hide, race::Race, rays::Rays, stairs::Stairs};

#[test]
fn the_laws_hold_for_dice_and_extra_turns() {
    laws::hold_for::<Race>();
}

#[test]
fn the_laws_hold_for_a_hidden_placement() {
    laws::of_play::<Hide>();
}

#[test]
fn the_laws_hold_for_private_cards_and_four_seats() {
    laws::of_play::<Fair>();
}

#[test]
fn the_laws_hold_for_a_hundred_moves_a_turn() {
    laws::of_play::<Rays>();
}

#[test]
fn the_laws_hold_for_a_game_that_may_stand_still() {
    laws::hold_for::<Stairs>();
}

#[test]
fn symmetry_is_kept_by_games_of_every_shape() {
    laws::of_symmetry::<Race>();
    laws::of_symmetry::<Hide>();
    laws::of_symmetry::<Fair>();
    laws::of_symmetry::<Rays>();
}
