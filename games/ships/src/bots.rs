//! Opponents, for both seats.
//!
//! A bot that is made for one seat can take the other one too: those that search
//! hide honestly, those that hide search as well as is known. The strongest, which
//! gives the hints, does both as well as it can.

use std::cmp::Reverse;

use parlour_core::{Advice, Bot, BotInfo, Bots, Limits, Seat, below, luck};
use parlour_search::Random;

use crate::candidates::Candidates;
use crate::rules::{Feedback, Fleet, HIDER, Move, Ships, feedback};
use crate::solve::{Task, Tree, Width, searched};
use crate::strategy::{Rule, Tally};

impl Bots for Ships {
    const BOTS: &'static [BotInfo] = &[
        BotInfo {
            name: "random",
            summary: "guesses anything, answers anything that is possible",
        },
        BotInfo {
            name: "honest",
            summary: "hides: chooses a target at the start and answers truly",
        },
        BotInfo {
            name: "evasive",
            summary: "hides: fixes no target and gives the answer that leaves the most",
        },
        BotInfo {
            name: "consistent",
            summary: "searches: guesses any target that is still possible",
        },
        BotInfo {
            name: "expected",
            summary: "searches: guesses the possible target that leaves the fewest on average",
        },
        BotInfo {
            name: "entropy",
            summary: "searches: guesses what tells most",
        },
        BotInfo {
            name: "best",
            summary: "searches: needs the fewest guesses that are known; hides like evasive",
        },
    ];

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        let seated = |search: Search, hide: Hide| -> Option<Box<dyn Bot<Self>>> {
            let order = shuffled(seed);
            Some(Box::new(Player {
                search,
                hide,
                order,
            }))
        };
        match name {
            "random" => Some(Box::new(Random::new(seed))),
            "consistent" => seated(Search::Consistent, Hide::Honestly),
            "expected" => seated(Search::By(Rule::Expected), Hide::Honestly),
            "entropy" => seated(Search::By(Rule::Entropy), Hide::Honestly),
            "honest" => seated(Search::Best, Hide::Honestly),
            "evasive" | "best" => seated(Search::Best, Hide::Evasively),
            _ => None,
        }
    }
}

/// A bot with a way to play either seat.
struct Player {
    search: Search,
    hide: Hide,
    /// All fleets in the bot's own order. The first of them that fits the
    /// answers is its target, and stays that as long as it answers truly; so
    /// the target is chosen at the start, and nothing need be kept of it.
    order: Vec<Fleet>,
}

#[derive(Clone, Copy)]
enum Search {
    /// Any possible target.
    Consistent,
    By(Rule),
    /// By the best tree, or a search where the game has left it.
    Best,
}

#[derive(Clone, Copy)]
enum Hide {
    Honestly,
    Evasively,
}

/// All fleets in an order that the seed decides.
fn shuffled(seed: u64) -> Vec<Fleet> {
    let mut luck = luck::seeded(seed);
    let mut fleets = Fleet::all().to_vec();
    for last in (1..fleets.len()).rev() {
        let other = below(&mut luck, last as u64 + 1).unwrap_or(0);
        fleets.swap(last, other as usize);
    }
    fleets
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
            (HIDER, Some(guess)) => match self.hide {
                Hide::Honestly => Advice::unexplained(Move::Answer(feedback(
                    // The hider sees the target of a game that has one.
                    ships.target().unwrap_or_else(|| self.first_possible(ships)),
                    guess,
                ))),
                Hide::Evasively => evade(ships, guess, moves),
            },
            _ => match self.search {
                Search::Consistent => Advice::unexplained(Move::Guess(self.first_possible(ships))),
                Search::By(rule) => search(rule, ships, limits),
                Search::Best => best(ships, limits),
            },
        }
    }
}

impl Player {
    fn first_possible(&self, ships: &Ships) -> Fleet {
        let mut possible = self.order.iter().filter(|target| ships.fits(**target));
        *possible.next().expect("some target fits legal answers")
    }
}

/// The answer that leaves the most targets, the end of the game last of all.
fn evade(ships: &Ships, guess: Fleet, moves: &[Move]) -> Advice<Move> {
    let sizes = Candidates::new(ships.possible().collect()).sizes(guess);
    let mut left: Vec<(Move, usize, Feedback)> = moves
        .iter()
        .filter_map(|chosen| match chosen {
            Move::Answer(answer) => Some((*chosen, sizes.of(*answer), *answer)),
            Move::Guess(_) => None,
        })
        .collect();
    left.sort_by_key(|(_, size, answer)| (Reverse(*size), *answer));
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

fn targets(count: usize) -> String {
    match count {
        1 => "1 target".to_owned(),
        _ => format!("{count} targets"),
    }
}

/// Guesses that are tried to the end of the game.
const MOST_TRIED: usize = 10;

/// The guess of the rule or, where there is time to try its best guesses to the
/// end of the game, the one of them that needs the fewest guesses.
fn search(rule: Rule, ships: &Ships, limits: &Limits) -> Advice<Move> {
    let possible = Candidates::new(ships.possible().collect());
    let first = rule.guess(&possible);
    let others = match possible.len() {
        // The opening was found by trying all guesses.
        Fleet::COUNT => Vec::new(),
        _ => rule.best(&possible, MOST_TRIED),
    };
    let mut tried: Vec<(Fleet, f64)> = Vec::new();
    let mut nodes = 0;
    for guess in [first].into_iter().chain(others) {
        if tried.iter().any(|(other, _)| *other == guess) {
            continue;
        }
        nodes += possible.len() as u64;
        if limits.reached(nodes) {
            break;
        }
        tried.push((guess, Tally::after(rule, &possible, guess).mean()));
    }
    // The order of the rule decides among equals.
    tried.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let best = tried.first().map_or(first, |(guess, _)| *guess);
    Advice {
        value: tried.first().map(|(_, value)| *value),
        reason: Some(reason(&possible, best)),
        considered: tried
            .into_iter()
            .map(|(guess, value)| (Move::Guess(guess), value))
            .collect(),
        ..Advice::unexplained(Move::Guess(best))
    }
}

/// The guess of the best tree or, where the game has left it, of a search.
fn best(ships: &Ships, limits: &Limits) -> Advice<Move> {
    let possible = Candidates::new(ships.possible().collect());
    let (guess, value) = match Tree::best().follow(ships.exchanges()) {
        Some(tree) => (tree.guess(), tree.tally().mean()),
        None => {
            let task = Task::fewest(Width::INSTANT);
            let tree = searched(&possible, task, ships.exchanges().len());
            let tree = tree.expect("without a limit there is a tree");
            (tree.guess(), tree.tally().mean())
        }
    };
    // Others to compare it with.
    let mut considered = search(Rule::Entropy, ships, limits).considered;
    considered.retain(|(chosen, _)| *chosen != Move::Guess(guess));
    considered.insert(0, (Move::Guess(guess), value));
    considered.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let (best, value) = considered[0];
    let guess = match best {
        Move::Guess(better) => better,
        Move::Answer(_) => guess,
    };
    Advice {
        value: Some(value),
        reason: Some(reason(&possible, guess)),
        considered,
        ..Advice::unexplained(best)
    }
}

/// What a guess does to the targets that are possible.
fn reason(possible: &Candidates, guess: Fleet) -> String {
    let count = possible.len();
    if count == 1 {
        return "no other target is possible".to_owned();
    }
    let sizes = possible.sizes(guess);
    let most = sizes.iter().map(|(_, size)| size).max().unwrap_or(0);
    let bits: f64 = sizes
        .iter()
        .map(|(_, size)| size as f64 / count as f64)
        .map(|chance| -chance * chance.log2())
        .sum();
    let may_be = if sizes.of(Feedback::FOUND) > 0 {
        "may be it"
    } else {
        "cannot be it"
    };
    format!(
        "of {count} possible targets it leaves at most {most}, and tells {bits:.1} bits; it \
         {may_be}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{SEARCHER, Setup};
    use parlour_core::{Game, Notation, Turn, Viewer};

    fn advise(name: &str, seed: u64, ships: &Ships, limits: &Limits) -> Advice<Move> {
        let Turn::Seat(seat) = ships.turn() else {
            panic!("nobody is to move");
        };
        let mut bot = Ships::bot(name, seed).expect("it is listed");
        bot.advise(
            seat,
            &ships.view(Viewer::Seat(seat)),
            &ships.moves(),
            limits,
        )
    }

    /// How many guesses one bot needs to find what another hides. A new bot is
    /// asked at every turn: they keep nothing in mind.
    fn guesses(hider: &str, searcher: &str, seed: u64, target: Option<Fleet>) -> usize {
        let mut ships = Ships::new(&Setup { target }).expect("sound");
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
                let target = shuffled(seed)[0];
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
        // Any answer but the end, where there is another.
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
        let advice = advise("best", 1, &off, &Limits::nodes(1));
        let entropy = advise("entropy", 1, &off, &Limits::nodes(u64::MAX));
        let [value, other] = [advice, entropy].map(|advice| advice.value.expect("a value"));
        assert!(value <= other, "{value} {other}");
    }

    #[test]
    fn values_are_guesses_to_come() {
        let ships = Ships::read_position("A1,A3,H1=0,2,0;A2,A4,G4=0,2,1").expect("sound");
        let limits = Limits::nodes(u64::MAX);
        let advice = advise("entropy", 1, &ships, &limits);
        assert!(advice.considered.len() >= MOST_TRIED);
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
