//! The laws, for every game of the catalogue.

use parlour_catalog::{Visitor, each, games};
use parlour_core::{Playable, laws};

#[test]
fn the_laws_hold_for_every_game() {
    struct Laws(usize);
    impl Visitor for Laws {
        fn game<G: Playable>(&mut self) {
            println!("the laws for {}", G::INFO.title);
            laws::hold_for::<G>();
            laws::of_bots::<G>(parlour_search::common());
            self.0 += 1;
        }
    }
    let mut laws = Laws(0);
    each(&mut laws);
    assert_eq!(laws.0, games().len());
}

#[test]
fn games_do_not_share_ids_or_extensions() {
    let games = games();
    for (i, game) in games.iter().enumerate() {
        for other in &games[..i] {
            assert_ne!(game.info().id, other.info().id);
            assert_ne!(game.info().extension, other.info().extension);
        }
    }
}
