//! Puzzles: few targets are left, and one more guess can tell all of them apart.

use parlour_core::learn::{Judged, Judgement, Puzzles, after_bots};
use parlour_core::{Game, Sorting, Viewer};

use crate::bots::targets;
use crate::candidates::Sizes;
use crate::rules::{Fleet, Move, SEARCHER, Ships};

/// So few that one can list them, and so many that a guess at random fails.
const POSSIBLE: std::ops::RangeInclusive<usize> = 4..=9;

pub(crate) const PUZZLES: Puzzles<Ships> = Puzzles {
    task: "Find a guess after which you know where the ships are, whatever the answer.",
    is_whole: false,
    most_right: 120,
    margin: 1.0,
    naive: Some("consistent"),
    source: |luck, tables, _| {
        let setups: &[&[_]] = &[&[("target", "random")]];
        let played: Ships = after_bots(luck, tables, setups, "consistent", 1, 4..=8)?;
        // The puzzle is about what the searcher knows.
        let open = played.view(Viewer::Seat(SEARCHER));
        let count = open.possible().take(POSSIBLE.end() + 1).count();
        (open.asked().is_none() && POSSIBLE.contains(&count)).then_some(open)
    },
    judge: |ships, _, _| judge(ships),
    words: |_, left| match left {
        ..=1.0 => "every answer leaves one target".to_owned(),
        _ => format!("one of the answers leaves {}", targets(left as usize)),
    },
    #[cfg(not(target_arch = "wasm32"))]
    shipped: include_str!("puzzles.tsv"),
};

/// By the most targets that an answer may leave.
fn judge(ships: &Ships) -> Option<Judgement<Move>> {
    let possible: Vec<Fleet> = ships.possible().collect();
    if ships.is_hiding() || ships.asked().is_some() || possible.len() > *POSSIBLE.end() {
        return None;
    }
    let board = ships.board();
    let mut guesses: Vec<(Fleet, usize, bool)> = board
        .fleets()
        .map(|guess| {
            let sizes = Sizes::counted(board, possible.iter().copied(), guess);
            (guess, sizes.worst(), sizes.found() == 0)
        })
        .collect();
    // Of equal guesses, one that may be the target first.
    guesses.order_by_key(|(_, worst, is_impossible)| (*worst, *is_impossible));
    let moves = guesses.into_iter().map(|(guess, worst, _)| Judged {
        chosen: Move::Guess(guess),
        value: worst as f64,
        is_right: worst == 1,
    });
    Some(Judgement {
        moves: moves.collect(),
        gap: 1.0,
    })
}
