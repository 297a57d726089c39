//! Results in few bytes: an arena may have millions of games.

use std::collections::BTreeMap;

use crate::game_result::{End, GameResult};
use crate::plan::Plan;

/// The results of a plan's games, by their numbers.
#[derive(Default)]
pub(crate) struct Rows {
    rows: Vec<Row>,
    /// Results that do not fit into a row: of games in which somebody failed, or was timed.
    whole: BTreeMap<u64, GameResult>,
    count: u64,
}

/// The most seats whose feats fit into a row.
const SEATS: usize = 4;

/// Nobody, where a player is meant.
const NOBODY: u16 = u16::MAX;

/// What is known of a game.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kept {
    #[default]
    Nothing,
    Here,
    Whole,
}

#[derive(Clone, Copy, Default)]
struct Row {
    steps: u32,
    throws: u32,
    turns: u32,
    effort: u32,
    feats: [u16; SEATS],
    winner: u16,
    effort_of: u16,
    end: End,
    feat_count: u8,
    kept: Kept,
}

impl Row {
    /// The result without its number and players; `None` where it has more than fits.
    fn of(result: &GameResult) -> Option<Row> {
        let player = |player: Option<usize>| match player {
            None => Some(NOBODY),
            Some(player) => u16::try_from(player)
                .ok()
                .filter(|player| *player != NOBODY),
        };
        let is_plain = result.thinking.is_empty()
            && result.failed.is_none()
            && result.failure.is_none()
            && result.reason.is_none();
        if !is_plain || result.feats.len() > SEATS {
            return None;
        }
        let mut feats = [0; SEATS];
        for (small, feat) in feats.iter_mut().zip(&result.feats) {
            *small = u16::try_from(*feat).ok()?;
        }
        Some(Row {
            steps: result.steps,
            throws: result.throws,
            turns: result.turns,
            effort: result.effort.map_or(0, |(_, effort)| effort),
            feats,
            winner: player(result.winner)?,
            effort_of: player(result.effort.map(|(whose, _)| whose))?,
            end: result.end,
            feat_count: result.feats.len() as u8,
            kept: Kept::Here,
        })
    }

    fn result(&self, game: u64, plan: &Plan) -> GameResult {
        let player = |player: u16| (player != NOBODY).then_some(usize::from(player));
        let feats = &self.feats[..usize::from(self.feat_count)];
        GameResult {
            game,
            players: plan.players(game).collect(),
            winner: player(self.winner),
            end: self.end,
            steps: self.steps,
            throws: self.throws,
            turns: self.turns,
            effort: player(self.effort_of).map(|whose| (whose, self.effort)),
            feats: feats.iter().map(|feat| u32::from(*feat)).collect(),
            thinking: Vec::new(),
            failed: None,
            failure: None,
            reason: None,
            record: None,
        }
    }
}

/// Rows that there is room for from the start. Growing later would leave holes of the same size in
/// memory; room that is never used costs nothing.
const ROOM: u64 = 1 << 22;

impl Rows {
    /// Rows for this many games.
    pub(crate) fn new(games: u64) -> Self {
        Rows {
            rows: Vec::with_capacity(games.min(ROOM) as usize),
            ..Rows::default()
        }
    }

    /// Keeps a result, whose players are those of the plan.
    pub(crate) fn set(&mut self, result: GameResult) {
        let game = result.game as usize;
        if self.rows.len() <= game {
            self.rows.resize(game + 1, Row::default());
        }
        self.count += u64::from(self.rows[game].kept == Kept::Nothing);
        self.rows[game] = Row::of(&result).unwrap_or_else(|| {
            self.whole.insert(result.game, result);
            Row {
                kept: Kept::Whole,
                ..Row::default()
            }
        });
    }

    /// Whether the result of a game is there.
    pub(crate) fn has(&self, game: u64) -> bool {
        self.row(game).is_some()
    }

    /// The result of a game.
    pub(crate) fn get(&self, game: u64, plan: &Plan) -> Option<GameResult> {
        let row = self.row(game)?;
        match row.kept {
            Kept::Whole => self.whole.get(&game).cloned(),
            Kept::Here | Kept::Nothing => Some(row.result(game, plan)),
        }
    }

    fn row(&self, game: u64) -> Option<&Row> {
        let row = self.rows.get(usize::try_from(game).ok()?)?;
        (row.kept != Kept::Nothing).then_some(row)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// One more than the largest number of a game that is there.
    pub(crate) fn end(&self) -> u64 {
        self.rows.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_result::Thinking;
    use crate::plan::{Seating, Shape};

    #[test]
    fn what_is_kept_is_the_result() {
        let plan = Plan::new(2, 2, Shape::RoundRobin, Seating::Exchanged, 10).expect("sound");
        let usual = |game: u64| GameResult::short(game, plan.players(game).collect(), Some(1));
        let mut results = vec![usual(0), usual(1), usual(2), usual(3), usual(6)];
        results[1].winner = None;
        results[1].end = End::Repetition;
        results[2].feats = vec![3, 70_000];
        results[2].effort = Some((1, 9));
        results[3].feats = vec![3, 7];
        results[3].effort = Some((0, 12));
        results[4].failed = Some(0);
        results[4].reason = Some("late".to_owned());
        results[4].thinking = vec![Thinking::default(); 2];
        let mut rows = Rows::new(plan.games());
        for result in &results {
            rows.set(result.clone());
        }
        for result in &results {
            assert_eq!(rows.get(result.game, &plan).as_ref(), Some(result));
        }
        assert!(!rows.has(4) && rows.get(4, &plan).is_none() && rows.get(99, &plan).is_none());
        assert_eq!((rows.count(), rows.end()), (5, 7));
    }

    /// Two million games take less than 100 MB.
    #[test]
    fn a_row_is_small() {
        assert!(size_of::<Row>() <= 32);
    }
}
