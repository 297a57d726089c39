//! Puzzles: win alone in the fewest turns.

use parlour_core::learn::{Judged, Judgement, Puzzles};
use parlour_core::{Game, Limits, Sorting, Turn, below};

use crate::rules::{Labyrinth, Move, Phase};
use crate::solve::{Effort, puzzle, solve};

/// Enough to find the best plan of so few turns nearly always; the proof finds the rest.
const EFFORT: Effort = Effort {
    width: 200,
    prove: true,
};

pub(crate) const PUZZLES: Puzzles<Labyrinth> = Puzzles {
    task: "Collect all treasures and come home in as few turns as possible.",
    is_whole: true,
    most_right: 4,
    margin: 1.0,
    naive: Some("greedy"),
    source: |luck, _, limits| {
        let turns = 2 + u32::from(below(luck, 3)? == 0);
        Some(puzzle(turns, None, limits, luck)?.0)
    },
    judge: |game, _, limits| judge(game, limits),
    words: |_, turns| match turns {
        ..=1.0 => "it takes one turn".to_owned(),
        _ => format!("it takes {turns:.0} turns"),
    },
    #[cfg(not(target_arch = "wasm32"))]
    shipped: include_str!("puzzles.tsv"),
};

/// By the turns to the end, including the present one.
fn judge(game: &Labyrinth, limits: &Limits) -> Option<Judgement<Move>> {
    let done = f64::from(u8::from(game.table().phase == Phase::Walk));
    let mut turns: Vec<(Move, f64)> = Vec::new();
    for chosen in game.moves() {
        let mut after = game.clone();
        after.play(&chosen).ok()?;
        let later = match after.turn() {
            Turn::Over(_) => 0.0,
            _ => f64::from(solve(&after, EFFORT, limits, &|_, _| ()).ok()?.turns),
        };
        turns.push((chosen, done + later));
    }
    turns.order_by(|(_, a), (_, b)| a.total_cmp(b));
    let fewest = turns.first()?.1;
    let moves = turns.into_iter().map(|(chosen, value)| Judged {
        chosen,
        value,
        is_right: value == fewest,
    });
    Some(Judgement {
        moves: moves.collect(),
        gap: 1.0,
    })
}
