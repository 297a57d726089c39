//! Pairings of tournaments: round robin and Swiss.

use std::collections::HashSet;

/// How the players of a tournament meet.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum System {
    /// Everybody meets everybody.
    RoundRobin,
    /// Players with about the same score meet, and nobody twice.
    Swiss,
    /// Players who are free are paired again, until time is up.
    Arena,
}

/// Two players, by their numbers; one without an opponent has a bye.
pub(crate) type Pair = (usize, Option<usize>);

/// A round of a round robin, from 0, by the circle method: one player stays where they are,
/// the others move on by one seat each round.
pub(super) fn circle(players: usize, round: usize) -> Vec<Pair> {
    let seats = players.next_multiple_of(2);
    let turning = seats.saturating_sub(1);
    if turning == 0 {
        return Vec::new();
    }
    let player = |seat: usize| match seat {
        0 => 0,
        seat => (seat - 1 + round) % turning + 1,
    };
    (0..seats / 2)
        .map(|board| {
            let (one, other) = (player(board), player(seats - 1 - board));
            // The first seat changes from round to round, also for the player who stays.
            let swapped = if board == 0 {
                round % 2 == 1
            } else {
                board % 2 == 1
            };
            let (first, second) = if swapped { (other, one) } else { (one, other) };
            match (first < players, second < players) {
                (true, true) => (first, Some(second)),
                (true, false) => (first, None),
                (false, _) => (second, None),
            }
        })
        .collect()
}

/// Attempts before players may meet again: a search among many players could take for ever.
const MOST_TRIES: u32 = 100_000;

/// A round of a Swiss tournament. `order` has the players from the first place to the last,
/// `met` those who have met, in either order, `rested` those who have had a bye.
pub(super) fn swiss(
    order: &[usize],
    met: &HashSet<(usize, usize)>,
    rested: &HashSet<usize>,
) -> Vec<Pair> {
    let mut free = order.to_vec();
    let mut pairs = Vec::new();
    if free.len() % 2 == 1 {
        let last = free.iter().rposition(|player| !rested.contains(player));
        let player = free.remove(last.unwrap_or(free.len() - 1));
        pairs.push((player, None));
    }
    let mut tries = MOST_TRIES;
    let mut found = Vec::new();
    if !pair_up(&free, met, &mut found, &mut tries) {
        // Everybody left has met everybody left: neighbours meet again.
        found = free.chunks_exact(2).map(|two| (two[0], two[1])).collect();
    }
    pairs.extend(found.into_iter().map(|(one, other)| (one, Some(other))));
    // The bye is last on every list.
    pairs.sort_by_key(|(_, other)| other.is_none());
    pairs
}

/// Pairs the first free player with the nearest one whom they have not met, and so on.
fn pair_up(
    free: &[usize],
    met: &HashSet<(usize, usize)>,
    pairs: &mut Vec<(usize, usize)>,
    tries: &mut u32,
) -> bool {
    let Some((first, rest)) = free.split_first() else {
        return true;
    };
    for (number, other) in rest.iter().enumerate() {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        if met.contains(&(*first, *other)) || met.contains(&(*other, *first)) {
            continue;
        }
        let mut left = rest.to_vec();
        left.remove(number);
        pairs.push((*first, *other));
        if pair_up(&left, met, pairs, tries) {
            return true;
        }
        pairs.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once_and_begins_about_as_often() {
        for players in 2..=31_usize {
            let rounds = players.next_multiple_of(2) - 1;
            let mut met = HashSet::new();
            let mut firsts = vec![0_i32; players];
            for round in 0..rounds {
                let mut busy = HashSet::new();
                for (one, other) in circle(players, round) {
                    assert!(busy.insert(one));
                    let Some(other) = other else { continue };
                    assert!(busy.insert(other));
                    firsts[one] += 1;
                    firsts[other] -= 1;
                    assert!(met.insert((one.min(other), one.max(other))), "{players}");
                }
                assert_eq!(busy.len(), players, "everybody is somewhere");
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert!(
                firsts.iter().all(|more| more.abs() <= 3),
                "{players}: {firsts:?}"
            );
        }
    }

    #[test]
    fn nobody_meets_twice_or_rests_twice_while_that_is_possible() {
        for players in [4_usize, 7, 12, 30] {
            let (mut met, mut rested) = (HashSet::new(), HashSet::new());
            let mut points = vec![0; players];
            for round in 0..5.min(players - 2) {
                let mut order: Vec<usize> = (0..players).collect();
                order.sort_by_key(|player| std::cmp::Reverse(points[*player]));
                let mut busy = HashSet::new();
                for (one, other) in swiss(&order, &met, &rested) {
                    assert!(busy.insert(one));
                    points[one] += 1;
                    match other {
                        Some(other) => {
                            assert!(busy.insert(other));
                            assert!(met.insert((one, other)), "{players} in round {round}");
                        }
                        None => assert!(rested.insert(one)),
                    }
                }
                assert_eq!(busy.len(), players);
            }
        }
        // Two who have met and nobody else: they meet again.
        let met = HashSet::from([(1, 0)]);
        assert_eq!(swiss(&[0, 1], &met, &HashSet::new()), [(0, Some(1))]);
        // The leader has met the second: the third is next.
        let met = HashSet::from([(0, 1)]);
        let pairs = swiss(&[0, 1, 2, 3], &met, &HashSet::new());
        assert_eq!(pairs, [(0, Some(2)), (1, Some(3))]);
    }
}
