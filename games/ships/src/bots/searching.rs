//! How the searching bots choose a guess.

use std::ops::ControlFlow;
use std::time::Duration;

use parlour_core::clock::Moment;
use parlour_core::{Advice, Figure, Limits, Sorting, Survey, Surveyed};

use crate::candidates::{Candidates, Sizes};
use crate::rules::{Board, Fleet, Move, Ships};
use crate::solve::{Task, Tree, Width, searched};
use crate::strategy::{Rule, Tally};

/// How many guesses are compared.
const MOST: usize = 10;

/// Targets times guesses up to which a guess can be tried to the end of the
/// game in some hundredths of a second.
const WORTH_TRYING: usize = 30_000_000;

/// The most a search by [`Width::INSTANT`] takes, with some to spare.
const SEARCH_TIME: Duration = Duration::from_millis(900);

/// Positions that such a search visits, roughly.
const SEARCH_NODES: u64 = 1_000_000;

/// The guess of the best tree; `None` if the game has left it.
pub(super) fn from_tree(ships: &Ships) -> Option<Advice<Move>> {
    let tree = tree(ships)?;
    let guess = tree.guess();
    let sizes = Sizes::counted(ships.board(), ships.possible(), guess);
    let value = tree.tally().mean();
    Some(Advice {
        value: Some(value),
        reason: Some(reason(&sizes)),
        considered: vec![(Move::Guess(guess), value)],
        ..Advice::unexplained(Move::Guess(guess))
    })
}

fn tree(ships: &Ships) -> Option<&'static Tree> {
    match ships.board() {
        Board::STANDARD => Tree::best().follow(ships.exchanges()),
        _ => None,
    }
}

/// Guesses with how many are needed on average, counting this one.
pub(super) struct Comparison {
    possible: Candidates,
    /// Best first, or in the order of the rule; at least one.
    guesses: Vec<(Fleet, f64)>,
}

impl Comparison {
    /// A rule's best guesses, tried to the end of the game as far as the limits
    /// allow. If not even one is, the numbers are estimates.
    pub(super) fn tried(rule: Rule, ships: &Ships, limits: &Limits) -> Comparison {
        let possible = Candidates::on(ships.board(), ships.possible().collect());
        let all = possible.len() == possible.board().targets();
        let guesses = match possible.board() {
            // The opening was found by trying all guesses.
            Board::STANDARD if all => vec![rule.opening()],
            _ => rule.best(&possible, MOST),
        };
        let guesses = match tries(rule, &possible, &guesses, limits) {
            tried if tried.is_empty() => estimates(&possible, &guesses),
            tried => tried,
        };
        Comparison { possible, guesses }
    }

    /// The guess of the best tree or of a search, and others to compare it
    /// with.
    pub(super) fn searched(ships: &Ships, limits: &Limits) -> Comparison {
        let begun = Moment::now();
        let mut compared = Comparison::tried(Rule::Entropy, ships, limits);
        let so_far = begun.elapsed();
        let found = match tree(ships) {
            Some(tree) => Some((tree.guess(), tree.tally().mean())),
            None if ships.board() == Board::STANDARD && has_time(limits, so_far) => {
                let task = Task::fewest(Width::INSTANT);
                let tree = searched(&compared.possible, task, ships.exchanges().len());
                tree.map(|tree| (tree.guess(), tree.tally().mean()))
            }
            None => None,
        };
        if let Some((guess, value)) = found {
            compared.guesses.retain(|(other, _)| *other != guess);
            // Before others that are equally good.
            compared.guesses.insert(0, (guess, value));
            compared.guesses.order_by(|(_, a), (_, b)| a.total_cmp(b));
        }
        compared
    }

    pub(super) fn advice(&self) -> Advice<Move> {
        let (best, value) = self.guesses[0];
        Advice {
            value: Some(value),
            reason: Some(reason(&self.possible.sizes(best))),
            considered: self
                .guesses
                .iter()
                .map(|(guess, value)| (Move::Guess(*guess), *value))
                .collect(),
            ..Advice::unexplained(Move::Guess(best))
        }
    }

    pub(super) fn survey(&self) -> Survey<Move> {
        let moves = self.guesses.iter().map(|(guess, value)| Surveyed {
            chosen: Move::Guess(*guess),
            value: *value,
            figures: figures(&self.possible.sizes(*guess)),
        });
        Survey {
            figures: vec![("candidates", self.possible.len() as f64)],
            moves: moves.collect(),
        }
    }
}

/// Whether there is time to finish a search. It takes about twice as long as
/// the tries before it, which shows when a machine is busy.
fn has_time(limits: &Limits, tries: Duration) -> bool {
    let needed = SEARCH_TIME.max(3 * tries);
    limits.deadline.is_none_or(|end| end.left() >= needed) && !limits.reached(SEARCH_NODES)
}

/// The guesses that there is time to try to the end of the game, with how many
/// are needed then, best first.
fn tries(
    rule: Rule,
    possible: &Candidates,
    guesses: &[Fleet],
    limits: &Limits,
) -> Vec<(Fleet, f64)> {
    if possible.len() * possible.board().targets() > WORTH_TRYING {
        return Vec::new();
    }
    let mut nodes = 0;
    let mut tried: Vec<(Fleet, f64)> = Vec::new();
    let mut watch = |size: usize| {
        nodes += size as u64;
        match limits.reached(nodes) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    for guess in guesses {
        if watch(possible.len()).is_break() {
            break;
        }
        let Some(tally) = Tally::watched(rule, possible, *guess, &mut watch) else {
            break;
        };
        tried.push((*guess, tally.mean()));
    }
    // The rule's order breaks ties.
    tried.order_by(|(_, a), (_, b)| a.total_cmp(b));
    tried
}

/// How many guesses will be needed, estimated from the sizes of what is left
/// after the first. Estimates are not good enough to overrule a rule, so its
/// order stays.
fn estimates(possible: &Candidates, guesses: &[Fleet]) -> Vec<(Fleet, f64)> {
    let estimate = |guess: &Fleet| (*guess, possible.sizes(*guess).guesses_to_come());
    guesses.iter().map(estimate).collect()
}

/// What a guess does to the possible targets.
fn reason(sizes: &Sizes) -> String {
    let count = sizes.total();
    if count == 1 {
        return "no other target is possible".to_owned();
    }
    let may_be = if sizes.found() > 0 {
        "may be the target"
    } else {
        "cannot be the target"
    };
    format!(
        "it leaves at most {} of {count} possible targets, and gives {:.1} bits on average; it {may_be}",
        sizes.worst(),
        sizes.bits(),
    )
}

fn figures(sizes: &Sizes) -> Vec<Figure> {
    vec![
        ("expected_size", sizes.expected()),
        ("bits", sizes.bits()),
        ("worst", sizes.worst() as f64),
    ]
}
