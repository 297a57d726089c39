//! The laws, for every game of the catalogue.

use parlour_catalog::{Visitor, each, games};
use parlour_core::{AnyStep, Encoder, Playable, Position, Seat, SetupValues, Turn, laws, luck};
use rand::RngExt;
use xxhash_rust::xxh3::Xxh3;

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

/// Every game of the list is encoded, and a change of its sizes shows here.
#[test]
fn every_game_is_encoded() {
    for (id, version, actions, shape) in [
        ("gridlock", 1, 18, vec![3, 3, 3]),
        ("ur", 1, 16, vec![38]),
        ("ships", 1, 5009, vec![52, 8, 4]),
        ("labyrinth", 1, 97, vec![23, 7, 7]),
        ("ploy", 1, 7047, vec![17, 9, 9]),
    ] {
        let game = parlour_catalog::game(id).expect(id);
        let encoder = parlour_catalog::encoder(id).expect(id);
        let start = game
            .start(&SetupValues::new(), &mut luck::seeded(1))
            .expect(id);
        assert_eq!(encoder.version(), version, "{id}");
        assert_eq!(encoder.actions(&*start), actions, "{id}");
        assert_eq!(encoder.shape(&*start), shape, "{id}");
    }
    assert!(
        games()
            .iter()
            .all(|game| parlour_catalog::encoder(game.info().id).is_some())
    );
}

/// If the meaning of a number or of a place of an observation has changed, the version of the
/// encoding must change too: networks that learned the old one would play nonsense.
#[test]
fn numbers_keep_their_meaning() {
    let found: Vec<String> = games()
        .iter()
        .map(|game| {
            let id = game.info().id;
            let encoder = parlour_catalog::encoder(id).expect(id);
            let start = game
                .start(&SetupValues::new(), &mut luck::seeded(1))
                .expect(id);
            let version = encoder.version();
            format!("{id} {version} {:016x}", meanings_of(encoder, start))
        })
        .collect();
    assert_eq!(
        found,
        [
            "gridlock 1 b62938133927d22f",
            "ur 1 3cdbe0aa48d8d981",
            "ships 1 923f888bc40d2fce",
            "labyrinth 1 c59b002a59a6197a",
            "ploy 1 db343c1a1f69bae1",
        ]
    );
}

/// A hash of what numbers and observations mean in a game of random moves: of the text and number
/// of every legal move, of the masks, and of what each seat observes.
fn meanings_of(encoder: &dyn Encoder, mut position: Box<dyn Position>) -> u64 {
    const STEPS: usize = 60;
    let mut luck = luck::seeded(2);
    let mut hasher = Xxh3::new();
    let mut mask = vec![0; encoder.actions(&*position)];
    let mut seen = vec![0; encoder.shape(&*position).iter().product()];
    let hash_all = |hasher: &mut Xxh3, values: &[i8]| {
        let bytes: Vec<u8> = values.iter().map(|value| value.cast_unsigned()).collect();
        hasher.update(&bytes);
    };
    for _ in 0..STEPS {
        let step = match position.turn() {
            Turn::Over(_) => break,
            Turn::Chance => position
                .draw_lot(&mut luck)
                .expect("a chance event is next"),
            Turn::Seat(_) => {
                let texts = position.moves();
                let steps: Vec<AnyStep> = texts
                    .iter()
                    .map(|text| {
                        position
                            .read(text)
                            .expect("a move is read as it is written")
                    })
                    .collect();
                for (text, step) in texts.iter().zip(&steps) {
                    let number = encoder.number(&*position, step).expect("it is legal");
                    hasher.update(format!("{text} {number}\n").as_bytes());
                }
                steps[luck.random_range(..steps.len())].clone()
            }
        };
        encoder.mask(&*position, &mut mask);
        hash_all(&mut hasher, &mask);
        for seat in Seat::all(position.seats()) {
            encoder.observe(&*position, seat, &mut seen);
            hash_all(&mut hasher, &seen);
        }
        position.take(&step).expect("it is legal");
    }
    hasher.digest()
}

/// A name may contain what the game's files can hold.
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
