//! The compact board compared with the plainest one: a list of pieces, each
//! with its player and its steps, and the rules as the game's document states
//! them.

use parlour_core::{Game, Turn, below, luck};
use parlour_ur::{
    GameState, Move, Placing, Player, Position, Roll, Setup, Ur, game_over, make_move, opponent,
    placing, possible_moves,
};

const HOME: u8 = 15;

#[derive(Clone, Debug, PartialEq)]
struct Plain {
    /// Steps made: 0 at the start, 15 at home.
    pieces: Vec<(Player, u8)>,
    next: Player,
    exact: bool,
}

impl Plain {
    fn new(pieces: u8, exact: bool) -> Plain {
        let side = |player| (0..pieces).map(move |_| (player, 0));
        Plain {
            pieces: side(Player::Red).chain(side(Player::Green)).collect(),
            next: Player::Red,
            exact,
        }
    }

    fn has(&self, player: Player, steps: u8) -> bool {
        self.pieces.contains(&(player, steps))
    }

    fn is_valid(&self, roll: i64, from: u8) -> bool {
        if !(0..=4).contains(&roll) || from == HOME || !self.has(self.next, from) {
            return false;
        }
        let beyond = from + roll as u8;
        let to = beyond.min(HOME);
        let is_own = to != HOME && self.has(self.next, to);
        let is_safe = to == 8 && self.has(opponent(self.next), 8);
        let is_too_far = self.exact && beyond > HOME;
        !is_own && !is_safe && !is_too_far
    }

    fn moves(&self, roll: i64) -> Vec<u8> {
        if self.winner().is_some() {
            return Vec::new();
        }
        (0..HOME)
            .filter(|from| self.is_valid(roll, *from))
            .collect()
    }

    fn play(&mut self, roll: i64, from: u8) -> bool {
        let (mover, other) = (self.next, opponent(self.next));
        if self.moves(roll).is_empty() {
            self.next = other;
            return true;
        }
        if !self.is_valid(roll, from) {
            return false;
        }
        let to = (from + roll as u8).min(HOME);
        let piece = self.pieces.iter().position(|piece| *piece == (mover, from));
        self.pieces[piece.expect("a valid move has a piece")].1 = to;
        if (5..=12).contains(&to) {
            for piece in &mut self.pieces {
                if *piece == (other, to) {
                    piece.1 = 0;
                }
            }
        }
        if ![4, 8, 14].contains(&to) {
            self.next = other;
        }
        true
    }

    fn winner(&self) -> Option<Player> {
        Player::ALL.into_iter().find(|player| {
            self.pieces
                .iter()
                .all(|(owner, steps)| owner != player || *steps == HOME)
        })
    }

    fn agrees(&self, state: &GameState) {
        assert_eq!(self.next, state.next);
        assert_eq!(self.winner(), game_over(state));
        for player in Player::ALL {
            for steps in 0..=HOME {
                let count = self
                    .pieces
                    .iter()
                    .filter(|piece| **piece == (player, steps));
                assert_eq!(
                    count.count() as u32,
                    placing(&state.placing, position(steps), player),
                    "{self:?} {state:?}"
                );
            }
        }
        // Whatever was reached by moves can be set up as well.
        let [red, green] = Player::ALL.map(|player| state.placing.side(player));
        assert_eq!(Placing::new(red, green), Ok(state.placing));
    }
}

fn position(steps: u8) -> Position {
    match steps {
        0 => Position::Start,
        HOME => Position::Home,
        square => Position::on(square).expect("a square"),
    }
}

#[test]
fn the_compact_board_agrees_with_the_plain_one() {
    let mut luck = luck::seeded(2600);
    let mut number = |bound: u64| below(&mut luck, bound).unwrap_or(0);
    let mut wins = [0; 2];
    for _ in 0..300 {
        let setup = Setup {
            pieces: 1 + number(7) as u8,
            exact_home: number(2) == 0,
        };
        let mut state = *Ur::new(&setup).expect("a sound setup").state();
        let mut plain = Plain::new(setup.pieces, setup.exact_home);
        while plain.winner().is_none() {
            plain.agrees(&state);
            for roll in -1..=5 {
                let expected: Vec<Position> = plain.moves(roll).into_iter().map(position).collect();
                assert_eq!(possible_moves(&state, roll), expected, "{plain:?} {roll}");
            }
            // A throw of four coins, and any position at all.
            let roll = (number(2) + number(2) + number(2) + number(2)) as i64;
            let from = number(u64::from(HOME) + 1) as u8;
            let was_played = plain.play(roll, from);
            match make_move(&state, (roll, position(from))) {
                Ok(after) => {
                    assert!(was_played, "{plain:?} {roll} {from}");
                    state = after;
                }
                Err(_) => assert!(!was_played, "{plain:?} {roll} {from}"),
            }
        }
        plain.agrees(&state);
        wins[plain.winner().map_or(0, |winner| winner as usize)] += 1;
    }
    assert!(wins.iter().all(|count| *count > 100), "{wins:?}");
}

#[test]
fn throw_and_move_are_one_turn_of_the_document() {
    let mut luck = luck::seeded(14);
    for _ in 0..100 {
        let mut ur = Ur::new(&Setup::default()).expect("a sound setup");
        let mut state = *ur.state();
        while let Turn::Chance = ur.turn() {
            let roll = ur.odds().sample(&mut luck).expect("a throw");
            ur.resolve(&roll).expect("the dice's turn");
            let moves = ur.moves();
            let chosen = moves[below(&mut luck, moves.len() as u64).unwrap_or(0) as usize];
            ur.play(&chosen).expect("legal");
            let from = match chosen {
                Move::From(from) => from,
                Move::Pass => Position::Home,
            };
            state = make_move(&state, (i64::from(roll.number()), from)).expect("legal");
            assert_eq!(ur.state(), &state);
        }
        assert!(game_over(&state).is_some());
    }
}

#[test]
fn the_dice_are_four_coins() {
    let mut heads = [0; 5];
    for throw in 0u32..16 {
        heads[throw.count_ones() as usize] += 1;
    }
    assert_eq!(heads, Roll::WEIGHTS);
}
