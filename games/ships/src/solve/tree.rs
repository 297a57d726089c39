//! A complete strategy for the searcher, as a decision tree.

use std::sync::OnceLock;

use thiserror::Error;

use crate::candidates::Candidates;
use crate::notation::read_fleet;
use crate::rules::{Exchange, Feedback, Fleet, feedback};
use crate::strategy::Tally;

/// What to guess, and how to continue after each answer.
///
/// # Examples
///
/// ```
/// use parlour_ships::Tree;
///
/// let tally = Tree::best().tally();
/// assert_eq!((tally.sum(), tally.worst()), (22_856, 7));
/// ```
#[doc(alias = "decision tree")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    guess: Fleet,
    /// Whether the guess may be right.
    may_be_right: bool,
    /// By the possible answers, except the one that ends the game.
    parts: Vec<(Feedback, Tree)>,
}

/// Why a text is not a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadTree {
    /// A line that is not a guess.
    #[error("line {0} is not a guess of three locations, such as A1,A3,H1")]
    NoGuess(usize),
    /// It ends too soon.
    #[error("there are only {0} guesses; the tree is not complete")]
    TooShort(usize),
    /// There is more than the tree.
    #[error("the tree is complete before line {0}")]
    TooLong(usize),
    /// A guess that splits nothing.
    #[error("the guess in line {0} gives no information")]
    Useless(usize),
}

impl Tree {
    /// The tree for all targets with this first guess.
    pub(super) fn beginning(guess: Fleet, parts: Vec<(Feedback, Tree)>) -> Tree {
        Tree {
            guess,
            may_be_right: true,
            parts,
        }
    }

    /// The best known tree, found by [`solve`](super::solve).
    #[must_use]
    pub fn best() -> &'static Tree {
        static BEST: OnceLock<Tree> = OnceLock::new();
        BEST.get_or_init(|| Tree::read(include_str!("best.tree")).expect("the tree is sound"))
    }

    /// The tree for some targets, at least one, after `depth` guesses. For
    /// three targets or more `choose` makes the guesses.
    pub(super) fn grown<E>(
        candidates: &Candidates,
        depth: usize,
        choose: &mut impl FnMut(&Candidates, usize) -> Result<Fleet, E>,
    ) -> Result<Tree, E> {
        let guess = match candidates.fleets() {
            // Of two, guessing one tells which it is.
            [only] | [only, _] => *only,
            _ => choose(candidates, depth)?,
        };
        let mut tree = Tree {
            guess,
            may_be_right: false,
            parts: Vec::new(),
        };
        for (answer, part) in candidates.split(guess) {
            if answer == Feedback::FOUND {
                tree.may_be_right = true;
            } else {
                tree.parts
                    .push((answer, Tree::grown(&part, depth + 1, choose)?));
            }
        }
        Ok(tree)
    }

    /// Reads a tree for all targets from its text: one guess per line for every
    /// set of three targets or more, a set before its parts, and these in the
    /// order of the answers. Lines that begin with `#` are comments.
    ///
    /// # Errors
    ///
    /// The text is not a tree, or does not find every target.
    pub fn read(text: &str) -> Result<Tree, BadTree> {
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.starts_with('#'));
        let mut read = 0;
        let tree = Tree::grown(&Candidates::all(), 0, &mut |candidates: &Candidates, _| {
            let (number, line) = lines.next().ok_or(BadTree::TooShort(read))?;
            read += 1;
            let guess = read_fleet(line).map_err(|_| BadTree::NoGuess(number))?;
            // It would be asked for ever.
            if candidates.sizes(guess).iter().count() < 2 {
                return Err(BadTree::Useless(number));
            }
            Ok(guess)
        })?;
        match lines.next() {
            Some((number, _)) => Err(BadTree::TooLong(number)),
            None => Ok(tree),
        }
    }

    /// The text of a tree for all targets, which [`Tree::read`] reads.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        self.write_to(&Candidates::all(), &mut text);
        text
    }

    fn write_to(&self, candidates: &Candidates, text: &mut String) {
        if candidates.len() < 3 {
            return;
        }
        text.push_str(&self.guess.to_string());
        text.push('\n');
        for (answer, tree) in &self.parts {
            tree.write_to(&candidates.after(self.guess, *answer), text);
        }
    }

    /// The guess to make.
    #[must_use]
    pub fn guess(&self) -> Fleet {
        self.guess
    }

    /// What follows an answer; `None` if no target has it, and after the end.
    #[must_use]
    pub fn after(&self, answer: Feedback) -> Option<&Tree> {
        let place = self.parts.binary_search_by_key(&answer, |(part, _)| *part);
        Some(&self.parts[place.ok()?].1)
    }

    /// What follows these guesses and answers; `None` if the tree makes other
    /// guesses.
    #[must_use]
    pub fn follow(&self, exchanges: &[Exchange]) -> Option<&Tree> {
        exchanges.iter().try_fold(self, |tree, exchange| {
            (tree.guess == exchange.guess).then_some(())?;
            tree.after(exchange.answer)
        })
    }

    /// How many targets are found with how many guesses, by the tree's own
    /// account.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.count(1, &mut tally);
        tally
    }

    fn count(&self, guesses: usize, tally: &mut Tally) {
        if self.may_be_right {
            tally.add(guesses);
        }
        for (_, tree) in &self.parts {
            tree.count(guesses + 1, tally);
        }
    }

    /// The same, by searching for every target with the answers of the plain
    /// rules; `None` if a target is never found.
    #[must_use]
    pub fn played(&self) -> Option<Tally> {
        let mut tally = Tally::default();
        for target in Fleet::all() {
            let mut tree = self;
            let mut guesses = 1;
            while tree.guess != *target {
                tree = tree.after(feedback(*target, tree.guess))?;
                guesses += 1;
            }
            tally.add(guesses);
        }
        Some(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_tree_finds_every_target() {
        let tree = Tree::best();
        let tally = tree.tally();
        assert_eq!(tree.played().as_ref(), Some(&tally));
        assert_eq!(tally.distribution().iter().sum::<usize>(), Fleet::COUNT);
        assert_eq!(tally.sum(), 22_856);
    }

    #[test]
    fn trees_are_read_as_they_are_written() {
        let text = Tree::best().write();
        assert_eq!(Tree::read(&text).as_ref(), Ok(Tree::best()));
        assert_eq!(Tree::read(""), Err(BadTree::TooShort(0)));
        assert_eq!(Tree::read("A1,A3"), Err(BadTree::NoGuess(1)));
        let lines = text.lines().count();
        let more = format!("# A comment.\n{text}A1,A3,H1\n");
        assert_eq!(Tree::read(&more), Err(BadTree::TooLong(lines + 2)));
        let first = text.lines().next().expect("a tree has a first guess");
        // A second guess equal to the first gives no information.
        assert_eq!(
            Tree::read(&format!("{first}\n{first}\n")),
            Err(BadTree::Useless(2))
        );
    }

    #[test]
    fn a_tree_is_followed_as_long_as_its_guesses_are_made() {
        let tree = Tree::best();
        let answer = Feedback::new(0, 1, 1).expect("an answer");
        let next = tree.after(answer).expect("a possible answer");
        let exchange = |guess| Exchange { guess, answer };
        assert_eq!(tree.follow(&[exchange(tree.guess())]), Some(next));
        assert_eq!(tree.follow(&[exchange(next.guess())]), None);
        assert_eq!(tree.after(Feedback::FOUND), None);
    }
}
