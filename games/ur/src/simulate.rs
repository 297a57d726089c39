//! Many games at once, without drawing a board.
//!
//! A processor waits long for a value of a large table, but can wait for many
//! at once. So many games are played side by side: all throws, then all lookups
//! that their moves need, then all moves.
//!
//! Every game has its own luck, and so has every bot in it: they draw the same
//! numbers as in a game played alone, so it is the same game.

use parlour_core::luck::{self, Luck};
use parlour_core::{Ending, Game as _, Outcome, Played, Seat, Series, Turn};
use rand::Rng;

use crate::board::{Moved, ThrowerBoard};
use crate::numbering::number;
use crate::rules::Ur;
use crate::strategy::{Informed, Strategy, any, greedy};

/// How many games are played side by side.
const SIDE_BY_SIDE: usize = 64;

/// The roll for a random number below 16, by the weights of the rolls in order.
const THROWS: [u8; 16] = [0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4];

/// Nothing moves with a roll of 0.
const MOVING: [u16; 5] = [0, u16::MAX, u16::MAX, u16::MAX, u16::MAX];

/// Plays games that begin with a throw; `None` if a bot is unknown, or lacks the table it needs.
pub(crate) fn simulate(start: &Ur, series: &Series<'_>) -> Option<Vec<Played>> {
    if start.turn() != Turn::Chance {
        return None;
    }
    let state = start.state();
    let named = |name: &&str| {
        let strategy = Strategy::named(
            name,
            state.placing.pieces(),
            state.exact_home,
            series.tables,
        );
        strategy.and_then(Result::ok)
    };
    let strategies: Option<Vec<Strategy>> = series.bots.iter().map(named).collect();
    let batch = Batch {
        series,
        strategies: &strategies?,
        start: ThrowerBoard::of(state),
        beginner: state.next.seat().index(),
        exact_home: state.exact_home,
        next: 0,
        games: Vec::with_capacity(SIDE_BY_SIDE),
        played: vec![None; series.luck.len()],
        waiting: Vec::new(),
        candidates: Vec::new(),
        values: Vec::new(),
    };
    batch.run().into_iter().collect()
}

/// A game being played.
struct Game<'a> {
    /// Its index in the series.
    index: usize,
    /// From the point of view of the player who throws.
    board: ThrowerBoard,
    /// The seat that throws.
    seat: usize,
    roll: u8,
    dice: Luck,
    players: [&'a Strategy; 2],
    bots: [Luck; 2],
    /// Throws and moves together.
    steps: u32,
    turns: u32,
    /// Whether the next move begins a turn.
    is_new_turn: bool,
    captures: [u32; 2],
    is_over: bool,
}

impl Game<'_> {
    /// Continues after a move; returns whether it has won.
    fn go_on(&mut self, moved: &Moved) -> bool {
        self.steps += 2;
        self.turns += u32::from(self.is_new_turn);
        self.is_new_turn = !moved.again;
        self.captures[self.seat] += u32::from(moved.captures);
        self.board = moved.next();
        if moved.board.own_left == 0 {
            return true;
        }
        self.seat ^= usize::from(!moved.again);
        false
    }
}

/// A move whose value is needed.
struct Candidate {
    from: u8,
    again: bool,
    /// The number of the position after it.
    number: usize,
}

/// A choice that waits for the values of its moves.
struct Waiting<'a> {
    /// The index of its game.
    place: usize,
    /// How many of the candidates are its moves.
    moves: usize,
    informed: &'a Informed,
}

struct Batch<'a> {
    series: &'a Series<'a>,
    strategies: &'a [Strategy],
    start: ThrowerBoard,
    beginner: usize,
    exact_home: bool,
    /// The first game that has not begun.
    next: usize,
    games: Vec<Game<'a>>,
    played: Vec<Option<Played>>,
    waiting: Vec<Waiting<'a>>,
    candidates: Vec<Candidate>,
    values: Vec<f64>,
}

impl<'a> Batch<'a> {
    fn begin(&mut self) -> Option<Game<'a>> {
        let index = self.next;
        let dice = self.series.luck.get(index)?.clone();
        self.next += 1;
        let seats = &self.series.seats[2 * index..2 * index + 2];
        Some(Game {
            index,
            board: self.start,
            seat: self.beginner,
            roll: 0,
            dice,
            players: [0, 1].map(|seat| &self.strategies[seats[seat].0]),
            bots: [0, 1].map(|seat| luck::seeded(seats[seat].1)),
            steps: 0,
            turns: 0,
            is_new_turn: true,
            captures: [0; 2],
            is_over: false,
        })
    }

    fn run(mut self) -> Vec<Option<Played>> {
        while self.games.len() < SIDE_BY_SIDE
            && let Some(game) = self.begin()
        {
            self.games.push(game);
        }
        while !self.games.is_empty() {
            self.throw();
            self.look_up();
            self.decide();
            if self.next == self.played.len() {
                self.games.retain(|game| !game.is_over);
            }
        }
        self.played
    }

    /// Throws for every game, and makes the moves that need no table.
    fn throw(&mut self) {
        for place in 0..self.games.len() {
            let game = &mut self.games[place];
            // There must be room for a throw and a move.
            if game.steps.saturating_add(1) >= self.series.most_steps {
                game.steps = self.series.most_steps;
                self.end(place, Outcome::Draw, Ending::TooLong);
                continue;
            }
            let roll = THROWS[(game.dice.next_u64() >> 60) as usize];
            game.roll = roll;
            let strategy = game.players[game.seat];
            let luck = &mut game.bots[game.seat];
            let movable = game.board.movable(roll, self.exact_home) & MOVING[usize::from(roll)];
            let is_choice = movable & movable.wrapping_sub(1) != 0;
            let from = match strategy {
                // It draws a number even without a choice.
                Strategy::Random => any(movable, luck),
                Strategy::Greedy if is_choice => greedy(&game.board, roll, movable),
                Strategy::Expectimax(search) if is_choice => {
                    search.choose(&game.board, roll, movable)
                }
                Strategy::Informed(informed) if is_choice => {
                    self.ask(place, movable, informed);
                    continue;
                }
                Strategy::Informed(informed) if informed.errs() => {
                    // So does a bot that makes mistakes.
                    luck.next_u32();
                    movable.trailing_zeros() as u8
                }
                _ => movable.trailing_zeros() as u8,
            };
            let moved = match movable {
                0 => Moved::pass(&game.board),
                _ => game.board.moved(from, roll),
            };
            if game.go_on(&moved) {
                self.won(place);
            }
        }
    }

    /// Notes the moves of a choice, whose values will be looked up. With
    /// several pieces on their way none of the moves ends the game.
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
            place,
            moves: self.candidates.len() - before,
            informed,
        });
    }

    /// Looks up all values. They are independent, so the processor need not
    /// wait for one value to ask for the next.
    fn look_up(&mut self) {
        self.values.clear();
        let mut rest = self.candidates.as_slice();
        for waiting in &self.waiting {
            let (own, others) = rest.split_at(waiting.moves);
            rest = others;
            let values = own
                .iter()
                .map(|candidate| waiting.informed.value_at(candidate.number, candidate.again));
            self.values.extend(values);
        }
    }

    /// Makes the moves that waited for their values.
    fn decide(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        let mut candidates = std::mem::take(&mut self.candidates);
        let mut values = std::mem::take(&mut self.values);
        let mut first = 0;
        for &Waiting {
            place,
            moves,
            informed,
        } in &waiting
        {
            let own = first..first + moves;
            first = own.end;
            let origins = candidates[own.clone()].iter();
            let options = origins
                .map(|candidate| candidate.from)
                .zip(values[own].iter().copied());
            let Game {
                board,
                roll,
                bots,
                seat,
                ..
            } = &mut self.games[place];
            let luck = &mut bots[*seat];
            let from = if informed.errs() {
                // It looks at the best move first, and draws in that order.
                let mut sorted: Vec<(u8, f64)> = options.collect();
                sorted.sort_by(|(_, a), (_, b)| b.total_cmp(a));
                informed.choose(sorted, luck)
            } else {
                informed.choose(options, luck)
            };
            let moved = board.moved(from.expect("a choice has moves"), *roll);
            if self.games[place].go_on(&moved) {
                self.won(place);
            }
        }
        waiting.clear();
        candidates.clear();
        values.clear();
        self.waiting = waiting;
        self.candidates = candidates;
        self.values = values;
    }

    /// Ends a game that the last move has won.
    fn won(&mut self, place: usize) {
        let winner = Seat(self.games[place].seat as u8);
        self.end(place, Outcome::Win(winner), Ending::Rules);
    }

    fn end(&mut self, place: usize, outcome: Outcome, ending: Ending) {
        let game = &mut self.games[place];
        game.is_over = true;
        self.played[game.index] = Some(Played {
            outcome,
            ending,
            steps: game.steps,
            throws: game.steps.div_ceil(2),
            turns: game.turns,
            effort: None,
            feats: game.captures.to_vec(),
            clocks: Vec::new(),
            record: None,
            moves: Vec::new(),
        });
        if let Some(next) = self.begin() {
            self.games[place] = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Roll, Setup};
    use crate::strategy::BOTS;
    use parlour_core::{Budget, Contestant, Entry, GameEntry, SetupValues, Tables, Terms, below};

    /// Games between two bots, which take turns to begin.
    fn play(names: [&str; 2], pieces: u8, games: u64, seed: u64) -> Vec<Played> {
        play_at_most(names, pieces, false, games, seed, u32::MAX)
    }

    fn seats(games: u64, seed: u64) -> Vec<(usize, u64)> {
        let seat = |number: u64| ((number / 2 + number) as usize % 2, seed ^ number << 20);
        (0..2 * games).map(seat).collect()
    }

    fn play_at_most(
        names: [&str; 2],
        pieces: u8,
        exact_home: bool,
        games: u64,
        seed: u64,
        most_steps: u32,
    ) -> Vec<Played> {
        let start = Ur::new(&Setup { pieces, exact_home }).expect("a game");
        let series = Series {
            bots: &names,
            tables: &Tables::none(),
            // Two games in a row with the same dice.
            luck: &(0..games)
                .map(|game| luck::seeded(seed ^ ((game / 2) << 40)))
                .collect::<Vec<_>>(),
            seats: &seats(games, seed),
            most_steps,
        };
        simulate(&start, &series).expect("these bots are known")
    }

    #[test]
    fn throws_are_those_of_luck() {
        let listed = Roll::all().flat_map(|roll| vec![roll.number(); roll.weight() as usize]);
        assert!(listed.eq(THROWS));
        let mut one = luck::seeded(3);
        let mut other = one.clone();
        for _ in 0..100 {
            assert_eq!(below(&mut one, 16), Some(other.next_u64() >> 60));
        }
    }

    /// All bots, with both rules.
    #[test]
    fn games_are_the_same_as_when_they_are_played_one_by_one() {
        let entry = Entry::<Ur>::new();
        let budget = Budget::default();
        for (number, bot) in BOTS.iter().enumerate() {
            let names = [bot.name, BOTS[number / 2].name];
            let (games, seed) = (6, number as u64);
            let pieces = 1 + number as u8 % 3;
            let exact_home = number % 3 == 0;
            let mut setup = SetupValues::new();
            setup.set("pieces", pieces.to_string());
            if exact_home {
                setup.set("exact-home", "yes");
            }
            let start = entry.start(&setup, &mut luck::seeded(0)).expect("sound");
            // Odd limits end games between a throw and its move.
            for most_steps in [10_000, 0, 1, 40, 41] {
                let simulated = play_at_most(names, pieces, exact_home, games, seed, most_steps);
                let seats = seats(games, seed);
                for (game, simulated) in (0..games).zip(simulated) {
                    let own = &seats[2 * game as usize..][..2];
                    let contestants = own.iter().map(|(bot, seed)| Contestant::Own {
                        name: names[*bot],
                        seed: *seed,
                    });
                    let terms = Terms {
                        contestants: contestants.collect(),
                        tables: &Tables::none(),
                        opening: 0,
                        opening_luck: &mut luck::seeded(0),
                        luck: &mut luck::seeded(seed ^ ((game / 2) << 40)),
                        budget: &budget,
                        most_steps,
                        names: None,
                        is_timed: false,
                    };
                    let played = entry.bout(&*start, terms).expect("two bots");
                    assert_eq!(simulated, played, "{names:?} {pieces} game {game}");
                }
            }
        }
    }

    fn won_by_first(played: &[Played]) -> usize {
        let games = played.iter().enumerate();
        games
            .filter(|(game, played)| played.outcome == Outcome::Win(Seat((game % 2) as u8)))
            .count()
    }

    #[test]
    fn the_first_player_wins_as_often_as_the_solution_says() {
        for (pieces, chance) in [(1, 0.552_653_6), (2, 0.520_265_9)] {
            let played = play(["perfect", "perfect"], pieces, 200_000, 1);
            let won = played
                .iter()
                .filter(|game| game.outcome == Outcome::Win(Seat(0)));
            let rate = won.count() as f64 / played.len() as f64;
            // Four standard deviations, and pairs of games have the same dice.
            assert!((rate - chance).abs() < 0.0065, "{pieces}: {rate}");
        }
    }

    #[test]
    fn stronger_bots_win_more_often() {
        let ladder = ["random", "greedy", "expectimax-2", "perfect"];
        for pair in ladder.windows(2) {
            let played = play([pair[1], pair[0]], 3, 4000, 1);
            let won = won_by_first(&played);
            assert!(won > 2100, "{pair:?}: {won}");
        }
    }

    #[test]
    fn what_is_not_known_is_not_simulated() {
        let start = Ur::new(&Setup::default()).expect("a game");
        let simulated = |start: &Ur, names: &[&str]| {
            let series = Series {
                bots: names,
                tables: &Tables::none(),
                luck: &[luck::seeded(1)],
                seats: &[(0, 1), (1, 2)],
                most_steps: 100,
            };
            simulate(start, &series).is_some()
        };
        assert!(simulated(&start, &["random", "greedy"]));
        assert!(!simulated(&start, &["random", "nobody"]));
        let mut thrown = start;
        thrown
            .resolve(&Roll::all().nth(2).expect("a two"))
            .expect("legal");
        assert!(!simulated(&thrown, &["random", "greedy"]));
        assert!(play(["random", "random"], 1, 0, 1).is_empty());
        assert_eq!(play(["random", "random"], 1, 1, 1).len(), 1);
    }
}
