//! A result as a line of a file: short, because there may be millions of them.

use serde::{Deserialize, Serialize, Serializer};

use crate::game_result::{End, GameResult, Thinking};
use crate::trouble::Failure;

/// The number of the game, the winner, steps, throws and turns, what the game counts, and only
/// where there is more to say, the rest by name. The players are those of the plan.
#[derive(Deserialize)]
pub(crate) struct Line(
    u64,
    Option<usize>,
    u32,
    u32,
    u32,
    Vec<u32>,
    #[serde(default)] Rest,
);

/// What few games have.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Rest {
    #[serde(skip_serializing_if = "is_usual")]
    end: End,
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<(usize, u32)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    thinking: Vec<Thinking>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
}

fn is_usual(end: &End) -> bool {
    *end == End::default()
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Line(game, winner, steps, throws, turns, feats, rest) = self;
        let usual = (game, winner, steps, throws, turns, feats);
        match *rest == Rest::default() {
            true => usual.serialize(serializer),
            false => (game, winner, steps, throws, turns, feats, rest).serialize(serializer),
        }
    }
}

impl From<GameResult> for Line {
    fn from(result: GameResult) -> Line {
        let rest = Rest {
            end: result.end,
            effort: result.effort,
            thinking: result.thinking,
            failed: result.failed,
            failure: result.failure,
            reason: result.reason,
            record: result.record,
        };
        let GameResult {
            game,
            winner,
            steps,
            throws,
            turns,
            feats,
            ..
        } = result;
        Line(game, winner, steps, throws, turns, feats, rest)
    }
}

impl From<Line> for GameResult {
    fn from(line: Line) -> GameResult {
        let Line(game, winner, steps, throws, turns, feats, rest) = line;
        GameResult {
            game,
            players: Vec::new(),
            winner,
            end: rest.end,
            steps,
            throws,
            turns,
            effort: rest.effort,
            feats,
            thinking: rest.thinking,
            failed: rest.failed,
            failure: rest.failure,
            reason: rest.reason,
            record: rest.record,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short_and_read_back() {
        let mut result = GameResult::short(1_999_999, Vec::new(), Some(1));
        (result.steps, result.throws, result.turns) = (184, 92, 88);
        result.feats = vec![3, 12];
        let line = serde_json::to_string(&result).expect("JSON");
        assert_eq!(line, "[1999999,1,184,92,88,[3,12]]");
        assert_eq!(
            serde_json::from_str::<GameResult>(&line).ok(),
            Some(result.clone())
        );
        result.end = End::Repetition;
        result.winner = None;
        result.effort = Some((0, 7));
        let line = serde_json::to_string(&result).expect("JSON");
        let whole = r#"[1999999,null,184,92,88,[3,12],{"end":"repetition","effort":[0,7]}]"#;
        assert_eq!(line, whole);
        assert_eq!(serde_json::from_str::<GameResult>(&line).ok(), Some(result));
        for bad in [
            "[1,2]",
            "{}",
            "[1,null,1,1,1,[],{\"other\":1}]",
            "[-1,null,1,1,1,[]]",
        ] {
            assert!(serde_json::from_str::<GameResult>(bad).is_err(), "{bad}");
        }
    }
}
