//! Many games at once, without a board to look at.
//!
//! A processor waits long for a value of a large table, but can wait for many
//! at once. So many games are played side by side: all throws, then all values
//! that their moves ask for, then all moves.

use parlour_core::Tables;
use parlour_core::luck::{self, Luck};
use rand::Rng;
use rayon::prelude::*;

use crate::board::{Moved, ThrowerBoard};
use crate::numbering::number;
use crate::rules::MOST_PIECES;
use crate::strategy::{Informed, Strategy, any, greedy};
use crate::table::TableError;

/// Games that are played side by side.
const SIDE_BY_SIDE: usize = 64;

/// Games that are played with one generator; what happens in them does not
/// depend on how many processors there are.
const BATCH: u64 = 1024;

/// What was seen in games between two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games that the first of the two won.
    pub won: u64,
    /// Games won by the player who began.
    pub won_by_beginner: u64,
    /// Throws.
    pub rolls: u64,
    /// Turns: one or more throws of a player until the other throws.
    pub turns: u64,
    /// Captures by each player.
    pub captures: [u64; 2],
}

impl Tally {
    fn and(self, other: Tally) -> Tally {
        Tally {
            games: self.games + other.games,
            won: self.won + other.won,
            won_by_beginner: self.won_by_beginner + other.won_by_beginner,
            rolls: self.rolls + other.rolls,
            turns: self.turns + other.turns,
            captures: [0, 1].map(|player| self.captures[player] + other.captures[player]),
        }
    }
}

/// Games to be played by two players, who begin in turns, the first one first.
#[derive(Clone)]
pub struct Simulation {
    players: [Strategy; 2],
    pieces: u8,
    exact_home: bool,
}

impl Simulation {
    /// Games between the bots of these names; `None` where no bot has one of
    /// them.
    ///
    /// ```
    /// use parlour_core::Tables;
    /// use parlour_ur::Simulation;
    /// let names = ["greedy", "random"];
    /// let games = Simulation::between(names, 3, false, &Tables::none()).expect("two bots");
    /// let tally = games.expect("they need no table").run(1000, 1, &|_| ());
    /// assert!(tally.won > 700);
    /// ```
    pub fn between(
        names: [&str; 2],
        pieces: u8,
        exact_home: bool,
        tables: &Tables,
    ) -> Option<Result<Simulation, TableError>> {
        if !(1..=MOST_PIECES).contains(&pieces) {
            return Some(Err(TableError::no_game(pieces, exact_home)));
        }
        let [first, second] = names.map(|name| Strategy::named(name, pieces, exact_home, tables));
        let both = (first?, second?);
        Some(match both {
            (Ok(first), Ok(second)) => Ok(Simulation {
                players: [first, second],
                pieces,
                exact_home,
            }),
            (Err(error), _) | (_, Err(error)) => Err(error),
        })
    }

    /// Plays games on all processors; equal seeds give equal games. Tells
    /// `watch` from time to time how many were played since it was last told.
    #[must_use]
    pub fn run(&self, games: u64, seed: u64, watch: &(dyn Fn(u64) + Sync)) -> Tally {
        (0..games.div_ceil(BATCH))
            .into_par_iter()
            .map(|batch| {
                let first = batch * BATCH;
                let count = BATCH.min(games - first);
                // Far apart, so that the batches of neighbouring seeds differ.
                let luck = luck::seeded(seed ^ batch.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let tally = Batch::new(self, count, luck).run();
                watch(count);
                tally
            })
            .reduce(Tally::default, Tally::and)
    }
}

/// A game being played.
struct Game {
    /// As the player sees it who throws.
    board: ThrowerBoard,
    /// Who throws, and who began.
    player: usize,
    beginner: usize,
    /// What was thrown.
    roll: u8,
}

/// A move whose value is wanted.
struct Candidate {
    from: u8,
    again: bool,
    /// The number of the position it leads to.
    number: usize,
}

/// A choice that waits for the values of its moves.
struct Waiting<'a> {
    game: usize,
    /// How many of the candidates are its moves.
    moves: usize,
    informed: &'a Informed,
}

/// Games that share a generator.
struct Batch<'a> {
    simulation: &'a Simulation,
    luck: Luck,
    dice: Dice,
    to_begin: u64,
    games: Vec<Game>,
    tally: Tally,
    waiting: Vec<Waiting<'a>>,
    candidates: Vec<Candidate>,
    values: Vec<f32>,
}

impl<'a> Batch<'a> {
    fn new(simulation: &'a Simulation, count: u64, luck: Luck) -> Self {
        let mut batch = Batch {
            simulation,
            luck,
            dice: Dice::default(),
            to_begin: count,
            games: Vec::with_capacity(SIDE_BY_SIDE),
            tally: Tally::default(),
            waiting: Vec::new(),
            candidates: Vec::new(),
            values: Vec::new(),
        };
        while batch.games.len() < SIDE_BY_SIDE
            && let Some(game) = batch.begin()
        {
            batch.games.push(game);
        }
        batch
    }

    fn begin(&mut self) -> Option<Game> {
        self.to_begin = self.to_begin.checked_sub(1)?;
        let beginner = (self.tally.games % 2) as usize;
        self.tally.games += 1;
        self.tally.turns += 1;
        Some(Game {
            board: ThrowerBoard::start(self.simulation.pieces),
            player: beginner,
            beginner,
            roll: 0,
        })
    }

    fn run(mut self) -> Tally {
        while !self.games.is_empty() {
            self.throw();
            self.look_up();
            self.decide();
            if self.to_begin == 0 {
                self.games.retain(|game| game.board.other_left > 0);
            }
        }
        self.tally
    }

    /// Throws for every game, and moves where that needs no table.
    fn throw(&mut self) {
        let exact_home = self.simulation.exact_home;
        for place in 0..self.games.len() {
            let game = &mut self.games[place];
            let roll = self.dice.throw(&mut self.luck);
            game.roll = roll;
            self.tally.rolls += 1;
            let movable = match roll {
                0 => 0,
                roll => game.board.movable(roll, exact_home),
            };
            if movable == 0 {
                let passed = Moved::pass(&game.board);
                self.go_on(place, &passed);
                continue;
            }
            let from = if movable & (movable - 1) == 0 {
                movable.trailing_zeros() as u8
            } else {
                match &self.simulation.players[game.player] {
                    Strategy::Random => any(movable, &mut self.luck),
                    Strategy::Greedy => greedy(&game.board, roll, movable),
                    Strategy::Expectimax(search) => search.choose(&game.board, roll, movable),
                    Strategy::Informed(informed) => {
                        self.ask(place, movable, informed);
                        continue;
                    }
                }
            };
            let moved = game.board.moved(from, roll);
            self.go_on(place, &moved);
        }
    }

    /// Notes the moves of a choice, to look their values up. With several pieces
    /// on their way none of the moves ends the game.
    fn ask(&mut self, place: usize, movable: u16, informed: &'a Informed) {
        let game = &self.games[place];
        let before = self.candidates.len();
        let mut rest = movable;
        while rest != 0 {
            let from = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let moved = game.board.moved(from, game.roll);
            self.candidates.push(Candidate {
                from,
                again: moved.again,
                number: number(&moved.next()),
            });
        }
        self.waiting.push(Waiting {
            game: place,
            moves: self.candidates.len() - before,
            informed,
        });
    }

    /// Looks all values up. Nothing here depends on anything else here, so the
    /// processor need not wait for one value to ask for the next.
    fn look_up(&mut self) {
        self.values.clear();
        let mut rest = self.candidates.as_slice();
        for waiting in &self.waiting {
            let chances = waiting.informed.known.table.chances();
            let (own, others) = rest.split_at(waiting.moves);
            rest = others;
            self.values.extend(own.iter().map(|candidate| {
                let chance = chances.at(candidate.number);
                if candidate.again {
                    chance
                } else {
                    1.0 - chance
                }
            }));
        }
    }

    /// Makes the moves that waited for their values.
    fn decide(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let candidates = std::mem::take(&mut self.candidates);
        let mut first = 0;
        for Waiting {
            game,
            moves,
            informed,
        } in &waiting
        {
            let own = first..first + moves;
            first = own.end;
            let origins = candidates[own.clone()]
                .iter()
                .map(|candidate| candidate.from);
            let values = self.values[own].iter().map(|value| f64::from(*value));
            let from = informed.choose(origins.zip(values), &mut self.luck);
            let Game { board, roll, .. } = &self.games[*game];
            let moved = board.moved(from.expect("a choice has moves"), *roll);
            self.go_on(*game, &moved);
        }
        self.waiting = waiting;
        self.waiting.clear();
        self.candidates = candidates;
        self.candidates.clear();
    }

    /// Goes on after a move: with the next throw, or with another game.
    fn go_on(&mut self, place: usize, moved: &Moved) {
        let game = &mut self.games[place];
        game.board = moved.next();
        self.tally.captures[game.player] += u64::from(moved.captures);
        if moved.board.own_left == 0 {
            self.tally.won += u64::from(game.player == 0);
            self.tally.won_by_beginner += u64::from(game.player == game.beginner);
            if let Some(next) = self.begin() {
                self.games[place] = next;
            }
            return;
        }
        if !moved.again {
            game.player = 1 - game.player;
            self.tally.turns += 1;
        }
    }
}

/// Four coins, sixteen throws from one number of the generator.
#[derive(Default)]
struct Dice {
    coins: u64,
    throws: u8,
}

impl Dice {
    fn throw(&mut self, luck: &mut impl Rng) -> u8 {
        if self.throws == 0 {
            self.coins = luck.next_u64();
            self.throws = 16;
        }
        let heads = (self.coins & 0xf).count_ones() as u8;
        self.coins >>= 4;
        self.throws -= 1;
        heads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(names: [&str; 2], pieces: u8, games: u64, seed: u64) -> Tally {
        let simulation = Simulation::between(names, pieces, false, &Tables::none()).expect("bots");
        simulation
            .expect("no table is needed")
            .run(games, seed, &|_| ())
    }

    #[test]
    fn who_begins_wins_as_often_as_the_solution_says() {
        for (pieces, chance) in [(1, 0.552_653_6), (2, 0.520_265_9)] {
            let tally = play(["perfect", "perfect"], pieces, 200_000, 1);
            let rate = tally.won_by_beginner as f64 / tally.games as f64;
            // Four standard deviations.
            assert!((rate - chance).abs() < 0.0045, "{pieces}: {rate}");
        }
    }

    #[test]
    fn equal_seeds_play_equal_games_on_any_number_of_processors() {
        let here = play(["level-3", "random"], 2, 5000, 7);
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let there = alone
            .expect("a thread")
            .install(|| play(["level-3", "random"], 2, 5000, 7));
        assert_eq!(here, there);
        assert_ne!(here, play(["level-3", "random"], 2, 5000, 8));
        assert_eq!(here.games, 5000);
    }

    #[test]
    fn stronger_bots_win_more_often() {
        let ladder = ["random", "greedy", "expectimax-2", "perfect"];
        for pair in ladder.windows(2) {
            let tally = play([pair[1], pair[0]], 3, 4000, 1);
            assert!(tally.won > 2100, "{pair:?}: {tally:?}");
        }
    }

    #[test]
    fn odd_games_and_bots_are_refused() {
        assert!(Simulation::between(["random", "nobody"], 3, false, &Tables::none()).is_none());
        for pieces in [0, 8, 255] {
            let refused = Simulation::between(["random", "random"], pieces, false, &Tables::none());
            assert!(refused.is_some_and(|refused| refused.is_err()));
        }
        assert_eq!(play(["random", "random"], 1, 0, 1), Tally::default());
        assert_eq!(play(["random", "random"], 1, 1, 1).games, 1);
    }
}
