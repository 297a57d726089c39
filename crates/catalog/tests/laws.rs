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

/// A name may hold what the files of the game have a place for.
#[test]
fn names_are_checked_by_the_game() {
    for game in games() {
        let id = game.info().id;
        assert!(game.check_name("Mary Ann").is_ok(), "{id}");
        assert!(game.check_name("Amy ").is_err(), "{id}");
        for name in ["J. Smith", "Smith, J"] {
            assert!(game.check_name(name).is_err(), "{id}: {name}");
        }
    }
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
