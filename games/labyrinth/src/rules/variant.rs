//! The published rules, as a variant.

use super::square::Place;

/// The published rules: a pawn that is pushed off re-enters on the new tile, no
/// shift may undo the last one, and only the top card of a hand is hunted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(deny_unknown_fields)
)]
pub struct Official {
    /// Where the last tile was inserted.
    pub last: Option<Place>,
}
