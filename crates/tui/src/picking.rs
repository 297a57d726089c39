//! A move in the making: picks narrow the legal moves until one is left.

use std::collections::HashSet;

use parlour_core::{Pick, Position, Turn};

/// More choices than this are not laid out in a line.
const MOST_IN_A_STRIP: usize = 12;

/// The legal moves as paths, and what was picked of one so far.
#[derive(Clone, Debug)]
pub(crate) struct Picking {
    paths: Vec<(String, Vec<Pick>)>,
    any_order: bool,
    taken: Vec<Pick>,
    /// What can be picked next, in the order of the moves.
    next: Vec<Pick>,
    known: HashSet<Pick>,
    is_strip: bool,
}

/// What came of a pick.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// It cannot be picked now.
    No,
    /// More is to be picked.
    More,
    /// The move is complete.
    Move(String),
}

impl Picking {
    /// The moves of a position; at luck's turn its outcomes.
    pub(crate) fn new(position: &dyn Position) -> Self {
        let paths = match position.turn() {
            Turn::Chance => {
                let outcomes = position.moves().into_iter();
                let path = |outcome: String| (outcome.clone(), vec![Pick::new(outcome)]);
                outcomes.map(path).collect()
            }
            _ => position.picks(),
        };
        let mut picking = Picking {
            paths,
            any_order: position.picks_in_any_order(),
            taken: Vec::new(),
            next: Vec::new(),
            known: HashSet::new(),
            is_strip: false,
        };
        picking.look_ahead();
        picking
    }

    pub(crate) fn taken(&self) -> &[Pick] {
        &self.taken
    }

    pub(crate) fn next(&self) -> &[Pick] {
        &self.next
    }

    pub(crate) fn can_take(&self, pick: &Pick) -> bool {
        self.known.contains(pick)
    }

    /// Whether what is next is better laid out in a line than found on the
    /// board: a few ways to finish a move that has begun.
    pub(crate) fn is_strip(&self) -> bool {
        self.is_strip
    }

    /// The move that a pick would complete.
    pub(crate) fn completed_by(&self, pick: &Pick) -> Option<&str> {
        let length = self.taken.len() + 1;
        let mut candidates = self.candidates();
        let found = candidates.find(|(_, path)| {
            path.len() == length
                && self
                    .rest(path)
                    .is_some_and(|mut rest| rest.any(|p| p == pick))
        });
        found.map(|(text, _)| text.as_str())
    }

    /// How many moves begin with what was picked and this.
    pub(crate) fn count_with(&self, pick: &Pick) -> usize {
        let offered = |path: &Vec<Pick>| match self.any_order {
            true => path.contains(pick),
            false => path.get(self.taken.len()) == Some(pick),
        };
        self.candidates().filter(|(_, path)| offered(path)).count()
    }

    /// Picks something. What then has no alternative is picked too.
    pub(crate) fn take(&mut self, pick: &Pick) -> Taken {
        if !self.can_take(pick) {
            return Taken::No;
        }
        self.taken.push(pick.clone());
        self.look_ahead();
        loop {
            let length = self.taken.len();
            let done = self.candidates().find(|(_, path)| path.len() == length);
            if let Some((text, _)) = done {
                return Taken::Move(text.clone());
            }
            match &self.next[..] {
                [only] => {
                    self.taken.push(only.clone());
                    self.look_ahead();
                }
                _ => return Taken::More,
            }
        }
    }

    /// Takes the last pick back that had an alternative; false where there is
    /// none.
    pub(crate) fn back(&mut self) -> bool {
        let mut any = false;
        while self.taken.pop().is_some() {
            any = true;
            self.look_ahead();
            if self.next.len() > 1 {
                break;
            }
        }
        any
    }

    /// What is left of a path, if it goes with what was picked.
    fn rest<'a>(&'a self, path: &'a [Pick]) -> Option<Box<dyn Iterator<Item = &'a Pick> + 'a>> {
        if self.any_order {
            let all = self.taken.iter().all(|taken| path.contains(taken));
            let rest = path.iter().filter(|pick| !self.taken.contains(pick));
            all.then(|| Box::new(rest) as Box<dyn Iterator<Item = &Pick>>)
        } else {
            let rest = path.strip_prefix(&self.taken[..])?;
            Some(Box::new(rest.iter().take(1)))
        }
    }

    fn candidates(&self) -> impl Iterator<Item = &(String, Vec<Pick>)> {
        self.paths.iter().filter(|(_, path)| match self.any_order {
            true => self.taken.iter().all(|taken| path.contains(taken)),
            false => path.starts_with(&self.taken),
        })
    }

    fn look_ahead(&mut self) {
        let mut known = HashSet::new();
        let mut next = Vec::new();
        for (_, path) in self.candidates() {
            for pick in self.rest(path).into_iter().flatten() {
                // Most boards list the moves of a place one after the other.
                if next.last() != Some(pick) && !known.contains(pick) {
                    known.insert(pick.clone());
                    next.push(pick.clone());
                }
            }
        }
        self.known = known;
        self.next = next;
        // Asked for every place that is drawn, and there may be many moves.
        let length = self.taken.len() + 1;
        self.is_strip = !self.taken.is_empty()
            && !self.any_order
            && self.next.len() <= MOST_IN_A_STRIP
            && self.candidates().all(|(_, path)| path.len() == length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{SetupValues, luck};

    fn picking(game: &str, moves: &[&str]) -> Picking {
        let game = parlour_catalog::game(game).expect("listed");
        let mut position = game
            .start(&SetupValues::new(), &mut luck::seeded(1))
            .expect("the usual setup");
        for step in moves {
            position.apply(step).expect(step);
        }
        Picking::new(&*position)
    }

    fn pick(text: &str) -> Pick {
        Pick::new(text.to_owned())
    }

    #[test]
    fn a_cell_then_a_colour() {
        let mut picking = picking("gridlock", &["red 0,0"]);
        assert!(!picking.can_take(&pick("0,0")));
        assert!(!picking.is_strip());
        assert_eq!(picking.take(&pick("2,2")), Taken::More);
        assert!(picking.is_strip());
        assert_eq!(picking.next(), [pick("red"), pick("green")]);
        assert_eq!(picking.completed_by(&pick("red")), Some("red 2,2"));
        assert!(picking.back());
        assert!(!picking.back());
        // Beside red only green is left, so that is not asked.
        assert_eq!(
            picking.take(&pick("1,0")),
            Taken::Move("green 1,0".to_owned())
        );
    }

    #[test]
    fn locations_in_any_order() {
        let mut picking = picking("ships", &[]);
        assert_eq!(picking.next().len(), 32);
        assert_eq!(picking.take(&pick("H3")), Taken::More);
        assert_eq!(picking.next().len(), 31);
        assert_eq!(picking.take(&pick("H3")), Taken::No);
        assert_eq!(picking.take(&pick("B3")), Taken::More);
        assert_eq!(picking.completed_by(&pick("C3")), Some("B3,C3,H3"));
        assert_eq!(
            picking.take(&pick("C3")),
            Taken::Move("B3,C3,H3".to_owned())
        );
    }

    #[test]
    fn what_has_no_alternative_is_picked_and_taken_back_with_it() {
        let mut picking = picking("ploy", &[]);
        // A Probe that moves does not turn.
        assert_eq!(picking.take(&pick("c2")), Taken::More);
        assert!(!picking.is_strip());
        let moved = picking.take(&pick("c3"));
        assert_eq!(moved, Taken::Move("c2-c3-0".to_owned()));
        assert!(picking.back());
        assert_eq!(picking.taken(), [pick("c2")]);
        assert_eq!(picking.take(&pick("c2")), Taken::More);
        assert!(picking.is_strip());
    }

    #[test]
    fn outcomes_of_luck_can_be_picked() {
        let mut picking = picking("ur", &[]);
        assert_eq!(picking.next().len(), 5);
        assert_eq!(
            picking.take(&pick("roll 2")),
            Taken::Move("roll 2".to_owned())
        );
    }
}
