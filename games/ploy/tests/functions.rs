//! The functions of the game's document, on cases from independent
//! implementations.

use std::collections::HashSet;

use parlour_core::{Game, Notation};
use parlour_ploy::{
    Bits, Board, Move, Piece, Player, Ploy, Pos, START, build_board, game_finished, is_valid_move,
    line, list_moves, possible_moves, validate_fen,
};

/// The rows of a file of cases, without the header row.
fn rows(file: &'static str, least: usize) -> Vec<Vec<&'static str>> {
    let rows: Vec<Vec<&str>> = file
        .lines()
        .skip(1)
        .map(|row| row.split('\t').collect())
        .collect();
    assert!(rows.len() >= least, "only {} cases", rows.len());
    rows
}

fn board(fen: &str) -> Board {
    build_board(fen).expect(fen)
}

fn pos(name: &str) -> Pos {
    Pos::named(name).expect(name)
}

fn player(letter: &str) -> Player {
    letter
        .chars()
        .next()
        .and_then(Player::from_letter)
        .expect(letter)
}

fn read_move(text: &str) -> Move {
    let anywhere = Ploy::at(Board::EMPTY, Player::Black);
    anywhere.read_move(text).expect(text)
}

fn joined(moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.join(" ")
}

fn fnv1a64(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[test]
fn validate_fen_and_build_board() {
    for row in rows(include_str!("cases/fen_cases.tsv"), 50) {
        let [id, valid, _, note, fen] = row[..] else {
            panic!("a row of another length: {row:?}");
        };
        let fen = fen.replace("\\n", "\n");
        assert_eq!(validate_fen(&fen).to_string(), valid, "{id}: {note}");
        if let Ok(board) = build_board(&fen) {
            let written = Ploy::at(board, Player::Black).write_position();
            assert_eq!(written, format!("{fen} b"), "{id}: {note}");
        }
    }
}

#[test]
fn build_board_begins_in_the_upper_left_corner() {
    let board = board(START);
    let rows: Vec<_> = board.rows().collect();
    assert_eq!(rows[0][0], (pos("a9"), None));
    assert_eq!(rows[0][8], (pos("i9"), None));
    assert_eq!(rows[0][1], (pos("b9"), Piece::new(Player::White, 84)));
    assert_eq!(rows[8][4], (pos("e1"), Piece::new(Player::Black, 170)));
}

#[test]
fn lines() {
    for row in rows(include_str!("cases/line_cases.tsv"), 1000) {
        let [start, end, expected] = row[..] else {
            panic!("a row of another length: {row:?}");
        };
        let found = line(pos(start), pos(end)).expect(expected);
        let names: Vec<String> = found.iter().map(Pos::to_string).collect();
        assert_eq!(names.join(" "), expected);
    }
    // All pairs of squares that no line joins.
    let mut crooked = 0;
    for start in Pos::all() {
        for end in Pos::all() {
            let across = start.column().abs_diff(end.column());
            let up = start.row().abs_diff(end.row());
            let is_line = across == 0 || up == 0 || across == up;
            assert_eq!(line(start, end).is_ok(), is_line, "{start} {end}");
            crooked += usize::from(!is_line);
        }
    }
    assert_eq!(crooked, 81 * 81 - 81 - 2 * 81 * 8 - 4 * 204);
}

#[test]
fn games_are_finished() {
    for row in rows(include_str!("cases/game_finished.tsv"), 9) {
        let [finished, note, fen] = row[..] else {
            panic!("a row of another length: {row:?}");
        };
        assert_eq!(game_finished(&board(fen)).to_string(), finished, "{note}");
        let bits = Bits::new(&Ploy::at(board(fen), Player::Black));
        assert_eq!(bits.is_over().to_string(), finished, "{note}");
    }
}

#[test]
fn moves_are_valid() {
    for row in rows(include_str!("cases/is_valid_move.tsv"), 200) {
        let [fen, chosen, valid, note] = row[..] else {
            panic!("a row of another length: {row:?}");
        };
        let found = is_valid_move(&board(fen), read_move(chosen));
        assert_eq!(found.to_string(), valid, "{note}: {chosen} in {fen}");
    }
}

#[test]
fn moves_on_an_empty_board() {
    for row in rows(include_str!("cases/possible_moves.tsv"), 2000) {
        let [at, lines, kind, count, hash] = row[..] else {
            panic!("a row of another length: {row:?}");
        };
        let lines = lines.parse().expect(lines);
        for player in Player::ALL {
            let piece = Piece::new(player, lines).expect("it has lines");
            let moves = possible_moves(pos(at), Some(piece));
            assert_eq!(piece.kind().map(|kind| kind.name()), Some(kind));
            assert_eq!(moves.len().to_string(), count, "{piece} on {at}");
            assert_eq!(fnv1a64(&joined(&moves)), hash, "{piece} on {at}");
        }
    }
    assert_eq!(possible_moves(pos("e5"), None), []);
    let block = Piece::new(Player::Black, 31);
    assert_eq!(possible_moves(pos("e5"), block), []);
}

#[test]
fn positions_have_their_moves() {
    for row in rows(include_str!("cases/positions.tsv"), 150) {
        let [
            id,
            fen,
            side,
            finished,
            moves,
            results,
            captures,
            others,
            hash,
        ] = row[..]
        else {
            panic!("a row of another length: {row:?}");
        };
        let (board, player) = (board(fen), player(side));
        assert_eq!(game_finished(&board).to_string(), finished, "{id}");
        let listed = list_moves(&board, player);
        assert_eq!(listed.len().to_string(), moves, "{id}");
        assert_eq!(fnv1a64(&joined(&listed)), hash, "{id}");
        let other_side = list_moves(&board, player.opponent());
        assert_eq!(other_side.len().to_string(), others, "{id}");
        let is_capture =
            |chosen: &&Move| chosen.from() != chosen.to() && board.cell(chosen.to()).is_some();
        let found = listed.iter().filter(is_capture).count();
        assert_eq!(found.to_string(), captures, "{id}");
        let after = |chosen| {
            let mut next = Ploy::at(board, player);
            next.play(chosen).expect("it is listed");
            next
        };
        let found: HashSet<Ploy> = listed.iter().map(after).collect();
        assert_eq!(found.len().to_string(), results, "{id}");
    }
}

#[test]
fn full_lists_of_moves() {
    for row in rows(include_str!("cases/moves60.tsv"), 30) {
        let [id, fen, side, moves] = row[..] else {
            panic!("a row of another length: {row:?}");
        };
        let listed = list_moves(&board(fen), player(side));
        assert_eq!(joined(&listed), moves, "{id}");
    }
}

/// The examples of the document's text.
#[test]
fn turns_are_clockwise() {
    let north = Piece::new(Player::Black, 1).expect("it has a line");
    let names = |piece: Piece| -> Vec<_> { piece.directions().map(|line| line.name()).collect() };
    assert_eq!(names(north.turned(3)), ["SE"]);
    assert_eq!(names(north.turned(7)), ["NW"]);
    // A Commander that turns by one or by three: different moves.
    let commander = Piece::new(Player::White, 85);
    let texts = joined(&possible_moves(pos("e5"), commander));
    assert!(texts.contains("e5-e5-1") && texts.contains("e5-e5-3"));
    assert!(!texts.contains("e5-e5-2"));
}
