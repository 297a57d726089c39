//! A move being made: picks narrow the legal moves until one is left.

use parlour_core::{Pick, Position, Turn};
use rustc_hash::FxHashSet;

/// More choices than this are not laid out in a line.
const MOST_IN_A_STRIP: usize = 12;

/// The legal moves as paths, and the picks made so far.
///
/// # Examples
///
/// ```
/// use parlour_core::Pick;
/// use parlour_host::{Picking, Taken};
///
/// let game = parlour_catalog::game("gridlock").expect("it is in the catalogue");
/// let position = game.read_position("2x1 rg ..").expect("a position");
/// let mut picking = Picking::new(&*position);
/// assert_eq!(picking.take(&Pick::new("0,0")), Taken::More);
/// assert!(matches!(picking.take(&Pick::new("red")), Taken::Move(_)));
/// ```
#[derive(Clone, Debug)]
pub struct Picking {
    /// In the order of the moves. Their texts are not stored: of thousands of moves few are ever
    /// looked at.
    paths: Vec<Vec<Pick>>,
    any_order: bool,
    taken: Vec<Pick>,
    /// The possible next picks, in the order of the moves.
    next: Vec<Pick>,
    known: FxHashSet<Pick>,
    is_strip: bool,
}

/// The result of a pick.
#[derive(Debug, PartialEq, Eq)]
pub enum Taken {
    /// It cannot be picked now.
    No,
    /// There is more to pick.
    More,
    /// The move is complete; its index.
    Move(usize),
}

/// The digits that pick a few choices; `None` if there are too many. A number
/// has its own digit, or its last one, as long as no other choice has it.
#[must_use]
pub fn digits(choices: &[Pick]) -> Option<Vec<char>> {
    const DIGITS: [char; 10] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];
    if choices.len() > DIGITS.len() {
        return None;
    }
    let last_word = |pick: &Pick| pick.as_str().rsplit(' ').next().unwrap_or("").to_owned();
    let numbers: Vec<Option<String>> = choices
        .iter()
        .map(last_word)
        .map(|word| {
            word.bytes()
                .all(|byte| byte.is_ascii_digit())
                .then_some(word)
        })
        .collect();
    let mut keys: Vec<Option<char>> = vec![None; choices.len()];
    for is_alone in [true, false] {
        for (index, number) in numbers.iter().enumerate() {
            let number = number
                .as_deref()
                .filter(|number| (number.len() == 1) == is_alone);
            let digit = number.and_then(|number| number.chars().next_back());
            if digit.is_some() && !keys.contains(&digit) {
                keys[index] = digit;
            }
        }
    }
    for index in 0..keys.len() {
        if keys[index].is_none() {
            keys[index] = DIGITS
                .into_iter()
                .find(|digit| !keys.contains(&Some(*digit)));
        }
    }
    keys.into_iter().collect()
}

impl Picking {
    /// The moves of a position; at a chance event its outcomes.
    #[must_use]
    pub fn new(position: &dyn Position) -> Self {
        let paths = match position.turn() {
            Turn::Chance => {
                let outcomes = position.moves().into_iter();
                outcomes.map(|outcome| vec![Pick::new(outcome)]).collect()
            }
            _ => position.picks(),
        };
        let mut picking = Picking {
            paths,
            any_order: position.picks_in_any_order(),
            taken: Vec::new(),
            next: Vec::new(),
            known: FxHashSet::default(),
            is_strip: false,
        };
        picking.look_ahead();
        picking
    }

    /// What was picked so far.
    #[must_use]
    pub fn taken(&self) -> &[Pick] {
        &self.taken
    }

    /// The possible next picks, in the order of the moves.
    #[must_use]
    pub fn next(&self) -> &[Pick] {
        &self.next
    }

    /// Whether this can be picked next.
    #[must_use]
    pub fn can_take(&self, pick: &Pick) -> bool {
        self.known.contains(pick)
    }

    /// All moves as paths, in the order of the moves; none if their picks may come in any order.
    #[must_use]
    pub fn paths(&self) -> &[Vec<Pick>] {
        if self.any_order { &[] } else { &self.paths }
    }

    /// Whether the next picks are better laid out in a line than found on the
    /// board: a few ways to finish a move that has begun.
    #[must_use]
    pub fn is_strip(&self) -> bool {
        self.is_strip
    }

    /// The move that a pick would complete, by index.
    #[must_use]
    pub fn completed_by(&self, pick: &Pick) -> Option<usize> {
        let length = self.taken.len() + 1;
        let mut candidates = self.candidates();
        let found =
            candidates.find(|(_, path)| path.len() == length && self.rest(path).any(|p| p == pick));
        found.map(|(index, _)| index)
    }

    /// How many moves begin with the picks so far and this one.
    #[must_use]
    pub fn count_with(&self, pick: &Pick) -> usize {
        let offered = |path: &[Pick]| match self.any_order {
            true => path.contains(pick),
            false => path.get(self.taken.len()) == Some(pick),
        };
        self.candidates().filter(|(_, path)| offered(path)).count()
    }

    /// Picks something. Picks without an alternative follow automatically.
    pub fn take(&mut self, pick: &Pick) -> Taken {
        if !self.can_take(pick) {
            return Taken::No;
        }
        self.taken.push(pick.clone());
        self.look_ahead();
        loop {
            let length = self.taken.len();
            let done = self.candidates().find(|(_, path)| path.len() == length);
            if let Some((index, _)) = done {
                return Taken::Move(index);
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

    /// Takes back the last pick that had an alternative; false if there is
    /// none.
    pub fn back(&mut self) -> bool {
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

    /// The next picks of a path that fits the picks so far.
    fn rest<'a>(&'a self, path: &'a [Pick]) -> impl Iterator<Item = &'a Pick> {
        let (from, most) = match self.any_order {
            true => (0, path.len()),
            false => (self.taken.len(), 1),
        };
        let is_gone = |pick: &Pick| self.any_order && self.taken.contains(pick);
        let rest = path.iter().skip(from).take(most);
        rest.filter(move |pick| !is_gone(pick))
    }

    /// The moves that fit the picks so far.
    fn candidates(&self) -> impl Iterator<Item = (usize, &[Pick])> {
        let paths = self.paths.iter().map(Vec::as_slice).enumerate();
        paths.filter(|(_, path)| match self.any_order {
            true => self.taken.iter().all(|taken| path.contains(taken)),
            false => path.starts_with(&self.taken),
        })
    }

    fn look_ahead(&mut self) {
        let mut known = FxHashSet::default();
        let mut next = Vec::new();
        for (_, path) in self.candidates() {
            for pick in self.rest(path) {
                // Most boards list the moves of a place one after another.
                if next.last() != Some(pick) && !known.contains(pick) {
                    known.insert(pick.clone());
                    next.push(pick.clone());
                }
            }
        }
        self.known = known;
        self.next = next;
        // Called for every place that is drawn, and there may be many moves.
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

    fn position(game: &str, moves: &[&str]) -> Box<dyn Position> {
        let game = parlour_catalog::game(game).expect("listed");
        let mut position = game
            .start(&SetupValues::new(), &mut luck::seeded(1))
            .expect("the usual setup");
        for step in moves {
            position.apply(step).expect(step);
        }
        position
    }

    fn moved(position: &dyn Position, text: &str) -> Taken {
        let moves = position.moves();
        Taken::Move(moves.iter().position(|legal| legal == text).expect(text))
    }

    fn pick(text: &str) -> Pick {
        Pick::new(text)
    }

    #[test]
    fn a_cell_then_a_colour() {
        let position = position("gridlock", &["red 0,0"]);
        let mut picking = Picking::new(&*position);
        assert!(!picking.can_take(&pick("0,0")));
        assert!(!picking.is_strip());
        assert_eq!(picking.take(&pick("2,2")), Taken::More);
        assert!(picking.is_strip());
        assert_eq!(picking.next(), [pick("red"), pick("green")]);
        let completed = picking.completed_by(&pick("red")).map(Taken::Move);
        assert_eq!(completed, Some(moved(&*position, "red 2,2")));
        assert!(picking.back());
        assert!(!picking.back());
        // Next to red only green is left, so it is picked automatically.
        let taken = picking.take(&pick("1,0"));
        assert_eq!(taken, moved(&*position, "green 1,0"));
    }

    #[test]
    fn locations_in_any_order() {
        let position = position("ships", &[]);
        let mut picking = Picking::new(&*position);
        assert_eq!(picking.next().len(), 32);
        assert_eq!(picking.take(&pick("H3")), Taken::More);
        assert_eq!(picking.next().len(), 31);
        assert_eq!(picking.take(&pick("H3")), Taken::No);
        assert_eq!(picking.take(&pick("B3")), Taken::More);
        let completed = picking.completed_by(&pick("C3")).map(Taken::Move);
        assert_eq!(completed, Some(moved(&*position, "B3,C3,H3")));
        let taken = picking.take(&pick("C3"));
        assert_eq!(taken, moved(&*position, "B3,C3,H3"));
    }

    #[test]
    fn what_has_no_alternative_is_picked_and_taken_back_with_it() {
        let position = position("ploy", &[]);
        let mut picking = Picking::new(&*position);
        // A Probe that moves does not turn.
        assert_eq!(picking.take(&pick("c2")), Taken::More);
        assert!(!picking.is_strip());
        let taken = picking.take(&pick("c3"));
        assert_eq!(taken, moved(&*position, "c2-c3-0"));
        assert!(picking.back());
        assert_eq!(picking.taken(), [pick("c2")]);
        assert_eq!(picking.take(&pick("c2")), Taken::More);
        assert!(picking.is_strip());
    }

    #[test]
    fn few_choices_have_digits() {
        for (choices, keys) in [
            (&["roll 0", "roll 1", "roll 4"][..], "014"),
            (&["red", "green", "blue"], "123"),
            (&["start", "4", "8", "12"], "1482"),
            (&["4", "14", "24", "start"], "4123"),
            (&["0,0", "1,0"], "12"),
            (
                &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
                "0123456789",
            ),
            (
                &["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"],
                "1234567890",
            ),
        ] {
            let picks: Vec<Pick> = choices.iter().map(|text| pick(text)).collect();
            let digits: String = digits(&picks).expect("few").into_iter().collect();
            assert_eq!(digits, keys, "{choices:?}");
        }
        let many: Vec<Pick> = (0..11).map(|number| pick(&number.to_string())).collect();
        assert_eq!(digits(&many), None);
    }

    #[test]
    fn outcomes_of_luck_can_be_picked() {
        let position = position("ur", &[]);
        let mut picking = Picking::new(&*position);
        assert_eq!(picking.next().len(), 5);
        let taken = picking.take(&pick("roll 2"));
        assert_eq!(taken, moved(&*position, "roll 2"));
    }
}
