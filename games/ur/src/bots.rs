//! Opponents.

use parlour_core::luck::{self, Luck};
use parlour_core::{
    Advice, Bot, BotInfo, Bots, Evaluation, Limits, MissingFile, Seat, Sorting, Tables,
};
use parlour_search::Random;

use crate::board::{Moved, ThrowerBoard};
use crate::expectimax::{Expectimax, guess};
use crate::rules::{Move, Position, Ur};
use crate::solve::Solution;
use crate::strategy::{BOTS, SOLVED_AT_ONCE, Strategy};
use crate::table::{TableError, WinTable, table_name};

impl Bots for Ur {
    const BOTS: &'static [BotInfo] = BOTS;

    const OFFERS: Option<[&'static str; 4]> =
        Some(["greedy", "expectimax-1", "level-9", "perfect"]);

    fn bot(name: &str, seed: u64, tables: &Tables) -> Option<Box<dyn Bot<Self>>> {
        let name = BOTS.iter().find(|bot| bot.name == name)?.name;
        Some(match name {
            "random" => Box::new(Random::new(seed)),
            "greedy" => Box::new(Greedy),
            name => Box::new(ValueBot {
                name,
                luck: luck::seeded(seed),
                tables: tables.clone(),
            }),
        })
    }

    /// By where the pieces are.
    const EVALUATE: Option<Evaluation<Self>> = Some(|ur, seat| {
        let state = ur.state();
        let chance = f64::from(guess(&ThrowerBoard::of(state)));
        Some(match seat == Seat(state.next as u8) {
            true => chance,
            false => 1.0 - chance,
        })
    });

    fn missing_file(&self, name: &str, tables: &Tables) -> Option<MissingFile> {
        let exact_home = self.state().exact_home;
        let pieces = self.state().placing.pieces();
        if pieces <= SOLVED_AT_ONCE {
            return None;
        }
        let error = Strategy::named(name, pieces, exact_home, tables)?.err()?;
        Some(MissingFile {
            reason: error.to_string(),
            command: error.command(),
            file: table_name(pieces, exact_home),
            optional: false,
            bytes: WinTable::bytes(pieces),
            error: Some(ERROR_WITHOUT_TABLE),
            compute: Box::new(move |watch| {
                let solution = Solution::solve(pieces, exact_home, &|progress| {
                    watch(progress.solved as f64 / progress.positions as f64);
                });
                WinTable::of(&solution.expect("a game has 1 to 7 pieces")).into_file()
            }),
        })
    }
}

/// Looks at where each piece would land, and no further.
struct Greedy;

/// What a greedy player likes about a move, the most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct GreedyRank {
    captures: bool,
    takes_rosette: bool,
    /// How far the piece has come.
    progress: u8,
}

impl GreedyRank {
    fn of(ur: &Ur, chosen: Move) -> GreedyRank {
        let landing = ur.landing(chosen);
        GreedyRank {
            captures: landing.is_some_and(|to| ur.captures_on(to)),
            takes_rosette: landing.is_some_and(Position::is_rosette),
            progress: match chosen {
                Move::From(from) => from.steps(),
                Move::Pass => 0,
            },
        }
    }

    fn reason(self, chosen: Move) -> &'static str {
        match chosen {
            Move::Pass => "no piece can move",
            Move::From(_) if self.captures => "it captures",
            Move::From(_) if self.takes_rosette => "it takes a rosette",
            Move::From(_) => "it is the most advanced piece that can move",
        }
    }
}

impl Bot<Ur> for Greedy {
    fn advise(&mut self, _: Seat, ur: &Ur, moves: &[Move], _: &Limits) -> Advice<Move> {
        // No two pieces are equally advanced, so there is always one best.
        let best = moves
            .iter()
            .copied()
            .max_by_key(|chosen| GreedyRank::of(ur, *chosen))
            .expect("a bot is asked when it can move");
        Advice {
            reason: Some(GreedyRank::of(ur, best).reason(best).to_owned()),
            ..Advice::unexplained(best)
        }
    }
}

/// A bot that values every move.
struct ValueBot {
    name: &'static str,
    luck: Luck,
    tables: Tables,
}

/// How far the chances of [`WITHOUT_TABLE`] are from perfect play on average, with seven pieces:
/// `cargo run --release -p parlour-ur --example fit FOLDER` measures it.
const ERROR_WITHOUT_TABLE: f64 = 0.0295;

/// How a bot plays without its table.
const WITHOUT_TABLE: Expectimax = Expectimax {
    depth: 4,
    exact_home: false,
};

impl ValueBot {
    /// How this bot plays this game, and what it needs to play as it should.
    fn strategy(&self, ur: &Ur) -> (Strategy, Option<TableError>) {
        let state = ur.state();
        let without = Strategy::Expectimax(Expectimax {
            exact_home: state.exact_home,
            ..WITHOUT_TABLE
        });
        let pieces = state.placing.pieces();
        match Strategy::named(self.name, pieces, state.exact_home, &self.tables) {
            Some(Ok(strategy)) => (strategy, None),
            Some(Err(error)) => (without, Some(error)),
            None => (without, None),
        }
    }
}

impl Bot<Ur> for ValueBot {
    fn advise(&mut self, _: Seat, ur: &Ur, moves: &[Move], _: &Limits) -> Advice<Move> {
        let (strategy, missing) = self.strategy(ur);
        let board = ThrowerBoard::of(ur.state());
        let moved = |chosen: &Move| match (chosen, ur.roll()) {
            (Move::From(from), Some(roll)) => board.moved(from.steps(), roll.number()),
            _ => Moved::pass(&board),
        };
        let value = |chosen: &Move| match &strategy {
            Strategy::Informed(informed) => informed.value(&moved(chosen)),
            Strategy::Expectimax(search) => f64::from(search.after(&moved(chosen))),
            Strategy::Random | Strategy::Greedy => 0.5,
        };
        let mut values: Vec<(Move, f64)> = moves
            .iter()
            .map(|chosen| (*chosen, value(chosen)))
            .collect();
        values.order_by(|(_, a), (_, b)| b.total_cmp(a));
        let chosen = match &strategy {
            Strategy::Informed(informed) => {
                let places = values.iter().enumerate();
                informed.choose(
                    places.map(|(place, (_, value))| (place, *value)),
                    &mut self.luck,
                )
            }
            _ => None,
        }
        .unwrap_or_default();
        let percent = |place: usize| 100.0 * values[place].1;
        let mut reason = match (chosen, values.len()) {
            (0, 1) => format!("the only move; it wins {:.1} % of games", percent(0)),
            (0, _) => format!(
                "it wins {:.1} % of games, the next best {:.1} %",
                percent(0),
                percent(1)
            ),
            _ => format!(
                "it wins {:.1} % of games, the best {:.1} %",
                percent(chosen),
                percent(0)
            ),
        };
        match (&strategy, missing) {
            (_, Some(error)) => {
                reason.push_str(&format!(" (estimated, without the table: {error})"))
            }
            (Strategy::Expectimax(_), None) => reason.push_str(" (estimated)"),
            _ => {}
        }
        let (best, value) = values[chosen];
        Advice {
            value: Some(value),
            reason: Some(reason),
            considered: values,
            ..Advice::unexplained(best)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbering::blocks;
    use crate::rules::Roll;
    use crate::strategy::greedy;
    use parlour_core::{Game, Notation};

    #[test]
    fn captures_then_rosettes_then_the_leader() {
        for (position, best) in [
            // 3 captures on 5, 6 lands on the rosette 8, 12 on 14.
            ("4/3,6,12/0 6/5/0 red 2", "3"),
            ("4/3,6,12/0 7/-/0 red 2", "12"),
            ("4/3,6,13/0 7/-/0 red 2", "6"),
            ("5/3,9/0 7/-/0 red 3", "9"),
            // Two captures: the more advanced piece makes it.
            ("5/3,9/0 5/5,11/0 red 2", "9"),
            // A green piece on the same number, but on green's own square.
            ("5/1,9/0 6/3/0 red 2", "9"),
            ("7/-/0 7/-/0 red 0", "pass"),
        ] {
            let ur = Ur::read_position(position).expect(position);
            let mut bot = Ur::bot("greedy", 1, &Tables::none()).expect("it is listed");
            let advice = bot.advise(Seat(0), &ur, &ur.moves(), &Limits::nodes(1));
            assert_eq!(ur.write_move(&advice.best), best, "{position}");
        }
    }

    #[test]
    fn the_greedy_move_in_bits_is_the_same() {
        for board in blocks(2).flat_map(|block| block.boards().collect::<Vec<_>>()) {
            let state = board.state(2, false).expect("a position");
            for roll in Roll::all().skip(1) {
                let ur = Ur::at(state, Some(roll)).expect("a position");
                let moves = ur.moves();
                let movable = board.movable(roll.number(), false);
                let bits = greedy(&board, roll.number(), movable);
                let best = Greedy.advise(Seat(0), &ur, &moves, &Limits::nodes(1)).best;
                if let Move::From(from) = best {
                    assert_eq!(from.steps(), bits, "{board:?} {roll}");
                }
            }
        }
    }

    fn advise(name: &str, seed: u64, position: &str) -> Advice<Move> {
        let ur = Ur::read_position(position).expect(position);
        let mut bot = Ur::bot(name, seed, &Tables::none()).expect("it is listed");
        bot.advise(Seat(0), &ur, &ur.moves(), &Limits::nodes(1))
    }

    #[test]
    fn a_perfect_player_values_every_move() {
        // Home at once, or a step towards it.
        let advice = advise("perfect", 1, "0/11,14/0 2/-/0 red 2");
        assert_eq!(advice.considered.len(), 2);
        assert_eq!(advice.value, Some(advice.considered[0].1));
        assert!(advice.considered[0].1 > advice.considered[1].1);
        assert_eq!(advise("perfect", 1, "0/14/0 1/-/0 red 1").value, Some(1.0));
        let pass = advise("perfect", 1, "1/-/0 1/-/0 red 0");
        let exact = 1.0 - 0.552653561514;
        assert!(
            pass.value
                .is_some_and(|value| (value - exact).abs() < 1e-11)
        );
    }

    #[test]
    fn every_bot_plays_and_equal_seeds_play_equal_moves() {
        let positions = ["0/5,6,11/0 0/1,9,13/0 red 2", "1/5,11/0 0/1,9,13/0 green 1"];
        for bot in BOTS {
            for position in positions {
                let answers = [7, 7].map(|seed| advise(bot.name, seed, position));
                assert_eq!(answers[0], answers[1], "{}", bot.name);
            }
        }
        assert!(Ur::bot("level-0", 1, &Tables::none()).is_none());
    }

    #[test]
    fn a_level_does_not_always_choose_the_best_move() {
        let position = "0/5,6,11/0 0/1,9,13/0 red 2";
        let answers: Vec<_> = (0..50)
            .map(|seed| advise("level-1", seed, position).best)
            .collect();
        assert!(answers.iter().any(|answer| *answer != answers[0]));
    }
}
