//! Opponents, for both seats.
//!
//! A bot that is made for one seat can take the other one too: searching bots hide honestly, and
//! hiding bots search with the best known strategy. The strongest, which gives the hints, does both as well as it
//! can.

mod searching;

use std::cmp::Reverse;

use parlour_core::{
    Advice, Bot, BotInfo, Bots, Limits, Seat, Sorting, Survey, Surveyed, Tables, below, luck,
};
use parlour_search::Random;

use crate::candidates::Sizes;
use crate::rules::{Board, Feedback, Fleet, HIDER, Move, Ships, feedback};
use crate::solve::Tree;
use crate::strategy::Rule;

use searching::Comparison;

impl Bots for Ships {
    const BOTS: &'static [BotInfo] = &[
        BotInfo {
            name: "random",
            summary: "guesses anything, answers anything that is possible",
        },
        BotInfo {
            name: "honest",
            summary: "hides: chooses a target at the start and answers truthfully",
        },
        BotInfo {
            name: "evasive",
            summary: "hides: fixes no target, and gives whatever answer leaves the most possibilities",
        },
        BotInfo {
            name: "consistent",
            summary: "searches: guesses any target that is still possible",
        },
        BotInfo {
            name: "expected",
            summary: "searches: guesses the possible target that leaves the fewest others on average",
        },
        BotInfo {
            name: "entropy",
            summary: "searches: guesses what gives the most information",
        },
        BotInfo {
            name: "best",
            summary: "searches: needs the fewest guesses known; hides like evasive",
        },
    ];

    const OFFERS: Option<[&'static str; 4]> = Some(["consistent", "expected", "entropy", "best"]);

    fn bot(name: &str, seed: u64, _: &Tables) -> Option<Box<dyn Bot<Self>>> {
        let seated = |guessing: Guessing, hide: Hide| -> Option<Box<dyn Bot<Self>>> {
            if let Guessing::Best = guessing {
                // Reading the tree takes some milliseconds, a guess from it
                // none.
                let _ = Tree::best();
            }
            Some(Box::new(Player {
                guessing,
                hide,
                seed,
                order: None,
                compared: None,
            }))
        };
        match name {
            "random" => Some(Box::new(Random::new(seed))),
            "consistent" => seated(Guessing::Consistent, Hide::Honestly),
            "expected" => seated(Guessing::By(Rule::Expected), Hide::Honestly),
            "entropy" => seated(Guessing::By(Rule::Entropy), Hide::Honestly),
            "honest" => seated(Guessing::Best, Hide::Honestly),
            "evasive" | "best" => seated(Guessing::Best, Hide::Evasively),
            _ => None,
        }
    }
}

/// A bot with a way to play each seat.
struct Player {
    guessing: Guessing,
    hide: Hide,
    seed: u64,
    /// All fleets of a board in the bot's own order. The first of them that
    /// fits the answers is its target, and stays so while it answers
    /// truthfully; so the target is chosen at the start without being stored.
    order: Option<(Board, Vec<Fleet>)>,
    /// Its last comparison, in case the same position is asked about again.
    compared: Option<(Ships, Comparison)>,
}

#[derive(Clone, Copy)]
enum Guessing {
    /// Any possible target.
    Consistent,
    By(Rule),
    /// By the best tree, or by a search if the game has left it.
    Best,
}

#[derive(Clone, Copy)]
enum Hide {
    Honestly,
    Evasively,
}

/// All fleets of a board in an order given by the seed.
fn shuffled(board: Board, seed: u64) -> Vec<Fleet> {
    let mut luck = luck::seeded(seed);
    let mut fleets: Vec<Fleet> = board.fleets().collect();
    for last in (1..fleets.len()).rev() {
        let other = below(&mut luck, last as u64 + 1).unwrap_or(0);
        fleets.swap(last, other as usize);
    }
    fleets
}

/// The ships of an honest bot with this seed.
pub(crate) fn hidden_by(board: Board, seed: u64) -> Option<Fleet> {
    shuffled(board, seed).into_iter().next()
}

impl Bot<Ships> for Player {
    fn advise(
        &mut self,
        seat: Seat,
        ships: &Ships,
        moves: &[Move],
        limits: &Limits,
    ) -> Advice<Move> {
        match (seat, ships.asked()) {
            (HIDER, None) if ships.is_hiding() => Advice {
                reason: Some("it was chosen at random".to_owned()),
                ..Advice::unexplained(Move::Hide(self.first_possible(ships)))
            },
            (HIDER, Some(guess)) => match self.hide {
                Hide::Honestly => Advice::unexplained(Move::Answer(feedback(
                    // The hider sees the target, if the game has one.
                    ships.target().unwrap_or_else(|| self.first_possible(ships)),
                    guess,
                ))),
                Hide::Evasively => evade(ships, guess, moves),
            },
            _ => match self.guessing {
                Guessing::Consistent => {
                    Advice::unexplained(Move::Guess(self.first_possible(ships)))
                }
                Guessing::By(rule) => self.compared(rule, ships, limits).advice(),
                Guessing::Best => match searching::from_tree(ships) {
                    Some(advice) => advice,
                    None => self.compared(Rule::Entropy, ships, limits).advice(),
                },
            },
        }
    }

    fn survey(
        &mut self,
        seat: Seat,
        ships: &Ships,
        moves: &[Move],
        limits: &Limits,
    ) -> Option<Survey<Move>> {
        match (seat, ships.asked()) {
            (HIDER, Some(guess)) => Some(survey_of_answers(ships, guess, moves)),
            _ if ships.is_hiding() => None,
            _ => {
                let rule = match self.guessing {
                    Guessing::By(rule) => rule,
                    Guessing::Consistent | Guessing::Best => Rule::Entropy,
                };
                Some(self.compared(rule, ships, limits).survey())
            }
        }
    }
}

impl Player {
    fn first_possible(&mut self, ships: &Ships) -> Fleet {
        let board = ships.board();
        let order = match self.order.take() {
            Some((own, order)) if own == board => order,
            _ => shuffled(board, self.seed),
        };
        let first = order.iter().copied().find(|target| ships.fits(*target));
        self.order = Some((board, order));
        first.expect("some target fits legal answers")
    }

    /// Compares the best guesses, once per position.
    fn compared(&mut self, rule: Rule, ships: &Ships, limits: &Limits) -> &Comparison {
        let compared = match self.compared.take() {
            Some((before, compared)) if before == *ships => compared,
            _ => match self.guessing {
                Guessing::Best => Comparison::searched(ships, limits),
                _ => Comparison::tried(rule, ships, limits),
            },
        };
        &self.compared.insert((ships.clone(), compared)).1
    }
}

/// The answer that leaves the most targets; the end of the game comes last.
fn evade(ships: &Ships, guess: Fleet, moves: &[Move]) -> Advice<Move> {
    let left = left_by_answers(ships, guess, moves);
    let (best, size, _) = *left.first().expect("a bot is asked when it can move");
    Advice {
        value: Some(size as f64),
        reason: Some(format!("it leaves {}", targets(size))),
        considered: left
            .into_iter()
            .map(|(chosen, size, _)| (chosen, size as f64))
            .collect(),
        ..Advice::unexplained(best)
    }
}

/// The answers with the number of targets that each leaves, the most first.
fn left_by_answers(ships: &Ships, guess: Fleet, moves: &[Move]) -> Vec<(Move, usize, Feedback)> {
    let sizes = Sizes::counted(ships.board(), ships.possible(), guess);
    let mut left: Vec<(Move, usize, Feedback)> = moves
        .iter()
        .filter_map(|chosen| match chosen {
            Move::Answer(answer) => Some((*chosen, sizes.of(*answer), *answer)),
            Move::Guess(_) | Move::Hide(_) => None,
        })
        .collect();
    left.order_by_key(|(_, size, answer)| (Reverse(*size), *answer));
    left
}

fn survey_of_answers(ships: &Ships, guess: Fleet, moves: &[Move]) -> Survey<Move> {
    let possible = ships.possible().count() as f64;
    let answers = left_by_answers(ships, guess, moves).into_iter();
    let moves = answers.map(|(chosen, size, _)| Surveyed {
        chosen,
        value: size as f64,
        figures: vec![("bits", (possible / (size as f64)).log2())],
    });
    Survey {
        figures: vec![("candidates", possible)],
        moves: moves.collect(),
    }
}

pub(crate) fn targets(count: usize) -> String {
    match count {
        1 => "1 target".to_owned(),
        _ => format!("{count} targets"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{SEARCHER, Setup};
    use parlour_core::{Game, Notation, Turn, Viewer};
    use std::sync::atomic::Ordering;

    fn advise(name: &str, seed: u64, ships: &Ships, limits: &Limits) -> Advice<Move> {
        let Turn::Seat(seat) = ships.turn() else {
            panic!("nobody is to move");
        };
        let mut bot = Ships::bot(name, seed, &Tables::none()).expect("it is listed");
        bot.advise(
            seat,
            &ships.view(Viewer::Seat(seat)),
            &ships.moves(),
            limits,
        )
    }

    /// How many guesses one bot needs to find what another hides. A new bot is
    /// asked at every turn: they remember nothing.
    fn guesses(hider: &str, searcher: &str, seed: u64, target: Option<Fleet>) -> usize {
        let mut ships = Ships::new(&Setup {
            target,
            ..Setup::default()
        })
        .expect("sound");
        while let Turn::Seat(seat) = ships.turn() {
            let name = if seat == SEARCHER { searcher } else { hider };
            let advice = advise(name, seed, &ships, &Limits::nodes(1));
            ships.play(&advice.best).expect("bots play by the rules");
        }
        ships.exchanges().len()
    }

    #[test]
    fn an_honest_hider_keeps_its_target() {
        let targets: Vec<Fleet> = (0..20)
            .map(|seed| {
                let mut ships = Ships::new(&Setup::default()).expect("sound");
                let target = shuffled(Board::STANDARD, seed)[0];
                for guess in Fleet::all().iter().step_by(700).chain([&target]) {
                    ships.play(&Move::Guess(*guess)).expect("any guess");
                    let answer = advise("honest", seed, &ships, &Limits::nodes(1)).best;
                    assert_eq!(answer, Move::Answer(feedback(target, *guess)));
                    ships.play(&answer).expect("a true answer");
                }
                assert_eq!(ships.found(), Some(target));
                target
            })
            .collect();
        let different = targets.iter().filter(|other| **other == targets[0]);
        assert_eq!(different.count(), 1, "every seed hides elsewhere");
    }

    #[test]
    fn an_honest_hider_goes_on_from_any_answers() {
        let ships = Ships::read_position("A1,A3,H1=0,1,1;C2,F2,G4").expect("sound");
        for seed in 0..20 {
            let answer = advise("honest", seed, &ships, &Limits::nodes(1)).best;
            assert!(ships.moves().contains(&answer));
        }
    }

    #[test]
    fn an_evasive_hider_leaves_the_most_and_gives_up_last() {
        let ships = Ships::read_position("B3,C3,H3").expect("sound");
        let advice = advise("evasive", 1, &ships, &Limits::nodes(1));
        let left: Vec<f64> = advice.considered.iter().map(|(_, left)| *left).collect();
        assert!(left.is_sorted_by(|a, b| a >= b));
        assert_eq!(left.iter().sum::<f64>(), Fleet::COUNT as f64);
        assert_eq!(advice.value, Some(left[0]));
        // Any answer but the end, if there is another.
        let mut ships = Ships::read_position("A1,A3,H1=0,2,0;A2,A4,G4=0,2,1").expect("sound");
        let target = ships.possible().next().expect("one");
        assert!(ships.possible().count() > 1);
        ships.play(&Move::Guess(target)).expect("any guess");
        let advice = advise("evasive", 1, &ships, &Limits::nodes(1));
        assert_ne!(advice.best, Move::Answer(Feedback::FOUND));
        // A game with a target leaves no choice.
        assert_eq!(
            guesses("evasive", "consistent", 3, Some(target)),
            guesses("honest", "consistent", 3, Some(target))
        );
    }

    #[test]
    fn searchers_are_as_good_as_they_should_be() {
        let mean = |searcher| {
            let targets = Fleet::all().iter().step_by(31);
            let count = targets.clone().count() as f64;
            let sum: usize = (0..)
                .zip(targets)
                .map(|(seed, target)| guesses("honest", searcher, seed, Some(*target)))
                .sum();
            sum as f64 / count
        };
        let means = ["consistent", "expected", "entropy", "best"].map(mean);
        assert!((means[0] - 5.86).abs() < 0.25, "{means:?}");
        assert!((means[1] - 4.886).abs() < 0.1, "{means:?}");
        assert!((means[2] - 4.654).abs() < 0.1, "{means:?}");
        assert!((means[3] - 4.608).abs() < 0.1, "{means:?}");
        assert!(guesses("evasive", "best", 1, None) >= 5);
    }

    #[test]
    fn the_best_searcher_goes_on_where_its_tree_ends() {
        let off = Ships::read_position("B3,C3,H3=0,2,1;A2,A4,G4=0,1,1").expect("sound");
        let advice = advise("best", 1, &off, &Limits::nodes(u64::MAX));
        let entropy = advise("entropy", 1, &off, &Limits::nodes(u64::MAX));
        let [value, other] = [advice, entropy].map(|advice| advice.value.expect("a value"));
        assert!(value <= other, "{value} {other}");
        // Without time for a search it plays a rule's guess.
        let [hurried, rule] = ["best", "entropy"].map(|name| {
            let limits = Limits::nodes(1);
            advise(name, 1, &off, &limits)
        });
        assert_eq!(hurried.best, rule.best);
        let stopped = Limits::default();
        stopped.stop.store(true, Ordering::Relaxed);
        assert_eq!(advise("best", 1, &off, &stopped).best, rule.best);
    }

    #[test]
    fn values_are_guesses_to_come() {
        let ships = Ships::read_position("A1,A3,H1=0,2,0;A2,A4,G4=0,2,1").expect("sound");
        let limits = Limits::nodes(u64::MAX);
        let advice = advise("entropy", 1, &ships, &limits);
        assert!(advice.considered.len() >= 10);
        assert!(advice.considered.is_sorted_by(|(_, a), (_, b)| a <= b));
        assert_eq!(advice.value, Some(advice.considered[0].1));
        // The end is one guess away, and so is the value.
        let sure = ships.possible().next().expect("one");
        let mut last = ships.clone();
        last.play(&Move::Guess(sure)).expect("any guess");
        last.play(&last.moves()[0].clone()).expect("listed");
        while last.possible().count() > 1 {
            let advice = advise("entropy", 1, &last, &limits);
            last.play(&advice.best).expect("legal");
            let evasive = advise("evasive", 1, &last, &limits).best;
            last.play(&evasive).expect("legal");
        }
        let advice = advise("entropy", 1, &last, &limits);
        assert_eq!(advice.value, Some(1.0));
        assert_eq!(
            advice.reason.as_deref(),
            Some("no other target is possible")
        );
    }
}
