//! The preview of a move is what the move does, and reveals no secret.

use parlour_core::{
    DrawOptions, GameEntry, Position, Seat, SetupValues, Turn, Viewer, below, luck,
};

fn start(game: &dyn GameEntry, values: &[(&str, &str)]) -> Box<dyn Position> {
    let mut setup = SetupValues::new();
    for (name, value) in values {
        setup.set(name, *value);
    }
    game.start(&setup, &mut luck::seeded(3)).expect("sound")
}

fn drawn(position: &dyn Position, who: Viewer) -> String {
    let options = DrawOptions::default();
    position.draw(who, options).expect("small").to_plain()
}

#[test]
fn own_moves_can_be_foreseen() {
    for &game in parlour_catalog::games() {
        let mut luck = luck::seeded(5);
        let mut position = start(game, &[]);
        for _ in 0..40 {
            let step = match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => position.draw_lot(&mut luck).expect("luck decides"),
                Turn::Seat(_) => {
                    let moves = position.moves().len();
                    let chosen = below(&mut luck, moves as u64).expect("a move");
                    position.move_at(chosen as usize).expect("listed")
                }
            };
            let before = position.boxed_clone();
            position.take(&step).expect("legal");
            if let Turn::Seat(seat) = before.turn() {
                let who = Viewer::Seat(seat);
                let foreseen = before.foresee(&step, who).expect("nothing is revealed");
                assert_eq!(drawn(&*foreseen, who), drawn(&*position, who));
            }
        }
    }
}

#[test]
fn what_would_tell_a_secret_cannot_be_foreseen() {
    let ships = parlour_catalog::game("ships").expect("listed");
    let mut position = start(ships, &[("target", "A1,B1,C1")]);
    position.apply("A1,B1,C1").expect("a guess");
    // The hider sees the answer coming. A searcher imagines other ships, for
    // which any answer could come, so none is shown as certain.
    let foresees = |answer: &str| {
        let answer = position.read(answer).expect("an answer");
        position.foresee(&answer, Viewer::Seat(Seat(0))).is_some()
    };
    assert!(foresees("3,0,0"));
    assert!(!foresees("0,0,0"));
}

#[test]
fn the_seats_that_hold_secrets() {
    for (game, values, expected) in [
        ("gridlock", &[][..], [false, false]),
        ("ur", &[], [false, false]),
        ("ploy", &[], [false, false]),
        ("ships", &[], [false, false]),
        ("ships", &[("target", "random")], [true, false]),
        ("labyrinth", &[], [true, true]),
    ] {
        let position = start(parlour_catalog::game(game).expect("listed"), values);
        let secrets = [0, 1].map(|seat| position.has_secrets(Seat(seat)));
        assert_eq!(secrets, expected, "{game}");
    }
}
