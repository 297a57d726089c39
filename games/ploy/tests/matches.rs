//! Matches that go round in circles: drawn, and resumed by going back.

use parlour_core::{Entry, GameEntry, Match, Outcome, Seat, Stalled, Tables, Turn};
use parlour_ploy::Ploy;

const QUIET: &str = "w170,,,,,,,,w16/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/\
                     ,,,,,,,,/b170,,,,,,,,b1 b";

/// Both Commanders turn, which repeats the position after four moves.
const CIRCLE: [&str; 4] = ["a1-a1-1", "a9-a9-1", "a1-a1-1", "a9-a9-1"];

fn quiet() -> Match {
    let start = Entry::<Ploy>::new().read_position(QUIET).expect("sound");
    Match::new(start, vec!["Amy".to_owned(), "Bill".to_owned()])
}

#[test]
fn the_third_repetition_ends_a_match_until_it_is_taken_back() {
    let mut game = quiet();
    for step in CIRCLE.iter().chain(&CIRCLE) {
        assert!(matches!(game.turn(), Turn::Seat(_)));
        game.play(step).expect("legal");
    }
    assert_eq!(game.stalled(), Some(Stalled::Repetition));
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    // The rules alone know nothing of it.
    assert_eq!(game.position().turn(), Turn::Seat(Seat(0)));
    let refused = game.play("a1-a1-1").expect_err("it is drawn");
    assert_eq!(refused.code, "game-already-over");
    let resumed = Match::resume(game.record()).expect("it is legal up to the draw");
    assert_eq!(resumed.stalled(), Some(Stalled::Repetition));

    assert!(game.undo());
    assert_eq!(game.turn(), Turn::Seat(Seat(1)));
    game.play("i9-i9-1").expect("another way to go on");
    assert_eq!(game.turn(), Turn::Seat(Seat(0)));
    assert!(game.go_to(0));
    assert_eq!(game.stalled(), None);
}

#[test]
fn a_bot_of_the_untyped_layer_plays_a_match() {
    let entry = Entry::<Ploy>::new();
    let mut game = quiet();
    let mut bot = entry
        .bot("greedy", 1, &Tables::none())
        .expect("it is listed");
    let limits = parlour_core::Limits::nodes(100_000);
    let advice = bot.advise(game.position(), &limits).expect("a move");
    game.take(advice.best).expect("legal");
    assert_eq!(game.turn(), Turn::Seat(Seat(1)));
}
