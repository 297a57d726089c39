//! Whole turns: those of the cases, and single points of the rules.

use std::fs;
use std::path::Path;

use parlour_core::{
    Bots, Configure, Game, Imagine, Limits, Notation, Outcome, Seat, SetupValues, Tables, Turn,
    Viewer, luck,
};
use parlour_labyrinth::{
    Colour, Hand, Kind, Labyrinth, Move, Square, Treasure, Word, deal, write_save,
};

fn transitions() -> Vec<[String; 7]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/transitions.tsv");
    let table = fs::read_to_string(path).expect("the cases");
    let rows = table.lines().skip(1).map(|row| {
        let columns: Vec<String> = row.split('\t').map(str::to_owned).collect();
        columns.try_into().expect("seven columns")
    });
    rows.collect()
}

fn position(text: &str) -> Labyrinth {
    Labyrinth::read_position(text).unwrap_or_else(|finding| panic!("{finding:?}"))
}

#[track_caller]
fn play(game: &mut Labyrinth, text: &str) {
    let chosen = game.read_move(text).expect(text);
    game.play(&chosen).expect(text);
}

fn numbers(cards: &[Treasure]) -> Vec<u8> {
    let mut numbers: Vec<u8> = cards.iter().map(|card| card.number()).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn every_turn_of_the_cases_goes_as_listed() {
    let rows = transitions();
    assert!(rows.len() >= 170);
    for [before, place, direction, destination, gathered, won, after] in rows {
        let mut game = position(&before);
        let Turn::Seat(mover) = game.turn() else {
            panic!("over: {before}");
        };
        let hand = game.hand(mover).to_vec();
        play(&mut game, &format!("{place} {direction}"));
        assert_eq!(
            game.turn(),
            Turn::Seat(mover),
            "the walk is of the same turn"
        );
        let left = game.hand(mover);
        let revealed: Vec<Treasure> = hand
            .iter()
            .copied()
            .filter(|card| !left.contains(card))
            .collect();
        let listed: Vec<u8> = gathered
            .split(',')
            .filter_map(|card| card.parse().ok())
            .collect();
        assert_eq!(numbers(&revealed), listed, "{before}");
        play(&mut game, &destination);
        assert_eq!(
            game.turn() == Turn::Over(Outcome::Win(mover)),
            won == "won",
            "{before}"
        );
        let written = write_save(&game);
        assert_eq!(
            written
                .split_ascii_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            after
        );
    }
}

#[test]
fn a_new_game_is_laid_out_as_the_document_says() {
    for players in 1..=4 {
        for seed in 0..50 {
            let game = deal(players, 0, false, &mut luck::seeded(seed));
            // All rules about tiles, treasures and cards are those of a save.
            assert_eq!(position(&game.write_position()), game);
            assert_eq!(game.seats(), players);
            let cards: Vec<Treasure> = Seat::all(players)
                .flat_map(|seat| game.hand(seat).to_vec())
                .collect();
            assert_eq!(numbers(&cards), (1..=24).collect::<Vec<u8>>());
            for (seat, pawn) in Seat::all(4).zip(&game.table().pawns) {
                assert_eq!(game.hand(seat).len(), 24 / usize::from(players));
                assert_eq!(pawn.square, pawn.colour.home());
            }
            let printed = game.table().tiles.iter().filter_map(|tile| tile.treasure);
            assert_eq!(printed.chain(game.table().extra.treasure).count(), 24);
        }
    }
}

/// Each of 46 tiles has a treasure in 24 of 46 games, and so does the extra
/// tile.
#[test]
fn treasures_lie_on_all_tiles_but_the_starts_alike() {
    let mut found = [0; 50];
    for seed in 0..2000 {
        let game = deal(4, 4, false, &mut luck::seeded(seed));
        for (square, tile) in game.table().tiles.iter().enumerate() {
            found[square] += u32::from(tile.treasure.is_some());
        }
        found[49] += u32::from(game.table().extra.treasure.is_some());
    }
    for (square, count) in found.iter().enumerate() {
        let is_start = matches!(square, 0 | 6 | 42 | 48);
        let expected = if is_start { 0 } else { 2000 * 24 / 46 };
        assert!(count.abs_diff(expected) < 100, "{square}: {count}");
    }
}

#[test]
fn no_tile_is_inserted_where_a_pawn_would_fall_off() {
    let [before, ..] = &transitions()[1];
    // The yellow pawn of this case stands at 2 2: put it at an end of row 2.
    let at_end = before.replacen("ai 2 2 ", "ai 2 7 ", 1);
    let game = position(&at_end);
    let listed: Vec<String> = game
        .moves()
        .iter()
        .map(|chosen| game.write_move(chosen))
        .collect();
    assert!(!listed.iter().any(|text| text.starts_with("W2")));
    assert!(listed.iter().any(|text| text.starts_with("E2")));
    let pushed = game.read_move("W2 north").expect("a move");
    assert_eq!(
        game.clone().play(&pushed).map_err(|no| no.code),
        Err("pawn-falls")
    );
    // By the published rules it re-enters at the other end.
    let mut official = position(&format!("{at_end} official"));
    play(&mut official, "W2 north");
    assert_eq!(
        official.table().pawns[0].square,
        Square::new(2, 1).expect("on the board")
    );
    let last = official.table().official.and_then(|official| official.last);
    assert_eq!(last.map(|place| place.to_string()), Some("W2".to_owned()));
    play(&mut official, "2 1");
    let undoing = official.read_move("E2 north").expect("a move");
    assert_eq!(
        official.play(&undoing).map_err(|no| no.code),
        Err("undoes-last")
    );
}

#[test]
fn the_published_rules_hunt_the_top_card_only() {
    let rows = transitions();
    let several = rows.iter().find(|row| row[4].split(',').count() > 2);
    let [before, place, direction, _, gathered, ..] = several.expect("a case with many cards");
    let mut official = position(&format!("{before} official"));
    let mover = official.table().mover;
    let hand = official.hand(mover).to_vec();
    play(&mut official, &format!("{place} {direction}"));
    let reached = gathered.split(',').any(|card| card == hand[0].to_string());
    let left = &hand[usize::from(reached)..];
    assert_eq!(official.hand(mover), left);
}

#[test]
fn lines_are_listed_by_two_directions_and_read_by_four() {
    let rows = transitions();
    let game = rows.iter().map(|row| position(&row[0]));
    let mut with_line = game.filter(|game| game.table().extra.kind == Kind::Line);
    let game = with_line.next().expect("a case with an extra line");
    let texts: Vec<String> = game
        .moves()
        .iter()
        .map(|chosen| game.write_move(chosen))
        .collect();
    assert!(
        !texts
            .iter()
            .any(|text| text.ends_with("south") || text.ends_with("west"))
    );
    let place = texts[0].split(' ').next().expect("a place");
    let [north, south, east] = ["north", "south", "east"].map(|direction| {
        game.read_move(&format!("{place} {direction}"))
            .expect("a move")
    });
    assert_eq!(north, south);
    assert_ne!(north, east);
    assert!(game.moves().contains(&south));
}

#[test]
fn refused_moves_say_why() {
    let mut game = deal(2, 2, false, &mut luck::seeded(1));
    for (text, code) in [("3 5", "not-now"), ("1 1", "not-now")] {
        let chosen = game.read_move(text).expect(text);
        assert_eq!(
            game.play(&chosen).map_err(|no| no.code),
            Err(code),
            "{text}"
        );
    }
    for text in [
        "", "N2", "N3 east", "N2 up", "0 1", "1 8", "1 2 3", "north", "999999 1", "é 3",
    ] {
        assert_eq!(
            game.read_move(text).expect_err(text).code,
            "bad-move",
            "{text}"
        );
    }
    assert_eq!(
        game.read_move("n2,EAST").ok(),
        game.read_move("N2 east").ok()
    );
    play(&mut game, "N2 east");
    let again = game.read_move("N2 east").expect("a move");
    assert_eq!(game.play(&again).map_err(|no| no.code), Err("not-now"));
    let reachable = game.table().reachable();
    let far = Square::all().find(|square| !reachable.contains(*square));
    let far = far.expect("not all can be reached");
    assert_eq!(
        game.play(&Move::Walk(far)).map_err(|no| no.code),
        Err("not-reachable")
    );
}

#[test]
fn players_see_their_own_cards_and_count_the_others() {
    let game = deal(3, 3, false, &mut luck::seeded(5));
    let who = Viewer::Seat(Seat(1));
    let view = game.view(who);
    assert_eq!(
        view.hands,
        [
            Hand::Hidden(8),
            Hand::Seen(game.hand(Seat(1)).to_vec()),
            Hand::Hidden(8)
        ]
    );
    let mut luck = luck::seeded(2);
    let mut dealt = || {
        Labyrinth::imagine(&view, who, &mut luck)
            .hand(Seat(0))
            .to_vec()
    };
    assert_ne!(dealt(), dealt());
}

#[test]
fn setups_are_refused_with_the_option_at_fault() {
    for (name, value) in [
        ("players", "0"),
        ("players", "5"),
        ("humans", "3"),
        ("humans", "x"),
        ("official", "maybe"),
    ] {
        let mut values = SetupValues::new();
        values.set(name, value);
        let refused = Labyrinth::start(&values, &mut luck::seeded(1)).expect_err(value);
        assert_eq!(refused.option, name);
    }
}

fn turns_to_win(players: u8, bot: &str, seed: u64) -> u32 {
    let mut game = deal(players, 0, false, &mut luck::seeded(seed));
    let mut bots: Vec<_> = (0..players)
        .map(|seat| Labyrinth::bot(bot, seed * 4 + u64::from(seat), &Tables::none()).expect(bot))
        .collect();
    for half_turns in 0.. {
        let Turn::Seat(seat) = game.turn() else {
            return half_turns / 2;
        };
        assert!(half_turns < 20_000, "game {seed} of {players} does not end");
        let view = game.view(Viewer::Seat(seat));
        let advice = bots[seat.index()].advise(seat, &view, &game.moves(), &Limits::nodes(1));
        game.play(&advice.best).expect("a listed move");
    }
    unreachable!("the loop has no end of its own")
}

#[test]
fn greedy_bots_finish_their_games() {
    for players in 1..=4 {
        let total: u32 = (0..60)
            .map(|seed| turns_to_win(players, "greedy", seed))
            .sum();
        assert!(
            total < 60 * 60,
            "{players} players: {total} turns in 60 games"
        );
    }
}

#[test]
fn colours_start_in_their_corners() {
    let homes: Vec<String> = Colour::ALL
        .iter()
        .map(|colour| colour.home().to_string())
        .collect();
    assert_eq!(homes, ["1 1", "1 7", "7 7", "7 1"]);
}
