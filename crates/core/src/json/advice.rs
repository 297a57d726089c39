//! What a bot thinks.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;

use crate::bot::{Advice, Figure, Survey};

/// What a bot thinks, with moves as texts or in their own form.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Advice")]
pub struct AdviceForm<M> {
    /// The move to make.
    #[serde(rename = "move")]
    pub best: M,
    /// What the position is worth to the mover, in the game's measure.
    pub value: Option<f64>,
    /// The moves it looked at, best first.
    pub moves: Vec<ConsideredForm<M>>,
    /// The bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Why, in words for a player.
    pub reason: Option<String>,
    /// The line it expects, from the best move on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<M>,
    /// How many moves deep it has looked at everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions it has looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// What else there is to tell about the position, by name.
    #[serde(flatten)]
    pub figures: BTreeMap<String, Number>,
}

/// A move that a bot looked at.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Considered")]
pub struct ConsideredForm<M> {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: M,
    /// What it is worth to the mover, in the game's measure.
    pub value: f64,
    /// What else there is to tell about it, by name.
    #[serde(flatten)]
    pub figures: BTreeMap<String, Number>,
}

impl<M> AdviceForm<M> {
    /// With what a survey tells: its moves take the place of those that were
    /// only looked at.
    #[must_use]
    pub fn surveyed(self, survey: Survey<M>) -> Self {
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

impl<M> From<Advice<M>> for AdviceForm<M> {
    fn from(advice: Advice<M>) -> Self {
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

/// Figures as fields, whole ones without a fraction. JSON has no number that is
/// not finite, so such a figure is left out.
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
