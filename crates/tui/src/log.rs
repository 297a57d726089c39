//! The steps of a match in words.

use parlour_core::{AnyRecord, Match, Seat, Turn, Viewer, caption};

/// A step in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    /// The steps up to this one, itself included.
    pub(crate) step: usize,
    /// Who did it; `None` for luck.
    pub(crate) seat: Option<Seat>,
    pub(crate) text: String,
}

/// Tells the steps of a record as `who` may hear of them; those of some seats
/// are not told of at all.
pub(crate) fn told(record: &AnyRecord, who: Viewer, secret: impl Fn(Seat) -> bool) -> Vec<Said> {
    let mut position = record.start.clone();
    let mut said = Vec::with_capacity(record.steps.len());
    for (index, step) in record.steps.iter().enumerate() {
        let seat = match position.turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        };
        if !seat.is_some_and(&secret) {
            said.push(Said {
                step: index + 1,
                seat,
                text: caption(&record.names, &*position, step, who),
            });
        }
        // The record is of a match, whose steps were all legal.
        if position.take(step).is_err() {
            break;
        }
    }
    said
}

/// Who is to do something, in words; `None` at the end.
pub(crate) fn next(played: &Match) -> Option<String> {
    match played.turn() {
        Turn::Seat(seat) => Some(format!("{} to move", played.names()[seat.index()])),
        Turn::Chance => Some("luck decides".to_owned()),
        Turn::Over(_) => None,
    }
}
