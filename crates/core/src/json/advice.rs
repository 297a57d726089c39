//! A bot's advice: its move, and what it knows about the position.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::bot::{Advice, Figure, Survey};

/// What a bot thinks, with moves as texts: what `parlour best --json` prints.
///
/// ```
/// use parlour_core::json::AdviceForm;
/// let json = r#"{"move":"red 1,0","value":1.0,"moves":[],"reason":null,"nim":3}"#;
/// let advice: AdviceForm = serde_json::from_str(json)?;
/// assert_eq!(advice.best, "red 1,0");
/// assert_eq!(advice.figures["nim"], 3.into());
/// assert_eq!(serde_json::to_string(&advice)?, json);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(
    rename = "Advice",
    description = "What a bot thinks, with moves as texts."
)]
pub struct AdviceForm {
    /// The move to make.
    #[serde(rename = "move")]
    pub best: String,
    /// What the position is worth to the mover, in the game's measure.
    pub value: Option<f64>,
    /// The moves it looked at, best first.
    pub moves: Vec<ConsideredForm>,
    /// The bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Why, in words for a player.
    pub reason: Option<String>,
    /// The line it expects, starting with the best move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// The depth, in moves, that it has searched completely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions it has searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Further figures about the position, by name.
    #[serde(flatten)]
    pub figures: BTreeMap<String, Number>,
}

/// A move that a bot looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Considered")]
pub struct ConsideredForm {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// What it is worth to the mover, in the game's measure.
    pub value: f64,
    /// Further figures about it, by name.
    #[serde(flatten)]
    pub figures: BTreeMap<String, Number>,
}

impl AdviceForm {
    /// Adds a survey: its moves replace those that were only considered.
    #[must_use]
    pub fn surveyed(self, survey: Survey<String>) -> Self {
        let moves = survey.moves.into_iter().map(|surveyed| ConsideredForm {
            chosen: surveyed.chosen,
            value: surveyed.value,
            figures: fields(&surveyed.figures),
        });
        AdviceForm {
            moves: moves.collect(),
            figures: fields(&survey.figures),
            ..self
        }
    }
}

impl From<Advice<String>> for AdviceForm {
    fn from(advice: Advice<String>) -> Self {
        let moves = advice
            .considered
            .into_iter()
            .map(|(chosen, value)| ConsideredForm {
                chosen,
                value,
                figures: BTreeMap::new(),
            });
        AdviceForm {
            best: advice.best,
            value: advice.value,
            moves: moves.collect(),
            bot: None,
            reason: advice.reason,
            line: advice.line,
            depth: advice.depth,
            nodes: advice.nodes,
            figures: BTreeMap::new(),
        }
    }
}

/// Figures as fields, whole numbers without a fraction. JSON has no infinities
/// or NaN, so such figures are left out.
#[must_use]
pub fn fields(figures: &[Figure]) -> BTreeMap<String, Number> {
    let number = |figure: f64| match figure {
        whole if whole.fract() == 0.0 && whole.abs() < 2_f64.powi(53) => {
            Some(Number::from(whole as i64))
        }
        _ => Number::from_f64(figure),
    };
    let fields = figures.iter();
    fields
        .filter_map(|(name, figure)| Some(((*name).to_owned(), number(*figure)?)))
        .collect()
}
