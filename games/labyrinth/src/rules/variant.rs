//! The published rules, as a variant.

use super::square::Place;

/// The game by its published rules: a pawn that is pushed off comes in again on
/// the new tile, no shift may undo the last one, and only the top card of a
/// hand is hunted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(deny_unknown_fields)
)]
pub struct Official {
    /// Where a tile was inserted last.
    pub last: Option<Place>,
}
