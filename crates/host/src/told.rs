//! What happened in a match, in words, as each viewer may hear of it.

use std::sync::Arc;

use parlour_core::{AnyRecord, AnyStep, GameEntry, Position, Seat, Turn, Viewer, caption};

/// A step in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The number of steps up to and including this one.
    pub step: usize,
    /// The seat that took it; `None` for a chance event.
    pub seat: Option<Seat>,
    /// What happened, as a sentence.
    pub text: Arc<str>,
}

/// All steps of a record in words, as a viewer may hear of them.
#[must_use]
pub fn told(record: &AnyRecord, who: Viewer) -> Vec<Said> {
    let mut told = Told {
        lines: Vec::with_capacity(record.steps.len()),
        viewers: vec![who],
    };
    told.catch_up(record);
    told.heard(who, 0, |_| false).collect()
}

/// One step for all viewers: a single text if all hear the same.
struct Line {
    seat: Option<Seat>,
    texts: Vec<Arc<str>>,
}

/// All steps of a match in words. Each is put into words once, when it is
/// taken: repeating it costs nothing.
pub(crate) struct Told {
    lines: Vec<Line>,
    viewers: Vec<Viewer>,
}

impl Told {
    pub(crate) fn new(game: &dyn GameEntry, seats: u8) -> Self {
        let viewers = match game.is_open() {
            true => vec![Viewer::All],
            false => Seat::all(seats)
                .map(Viewer::Seat)
                .chain([Viewer::Public, Viewer::All])
                .collect(),
        };
        Told {
            lines: Vec::new(),
            viewers,
        }
    }

    /// Puts everything that has happened into words.
    pub(crate) fn catch_up(&mut self, record: &AnyRecord) {
        let mut position = record.start.clone();
        self.lines.clear();
        for step in &record.steps {
            self.tell(&record.names, &*position, step);
            // A record holds legal steps.
            if position.take(step).is_err() {
                break;
            }
        }
    }

    /// Describes a step that is about to be taken.
    pub(crate) fn tell(&mut self, names: &[String], position: &dyn Position, step: &AnyStep) {
        let texts = self
            .viewers
            .iter()
            .map(|who| Arc::from(caption(names, position, step, *who)));
        self.lines.push(Line {
            seat: match position.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over(_) => None,
            },
            texts: texts.collect(),
        });
    }

    /// Drops all but the first steps.
    pub(crate) fn truncate(&mut self, steps: usize) {
        self.lines.truncate(steps);
    }

    /// What a viewer is told of the steps from one on, oldest first, leaving
    /// out the steps of some seats.
    pub(crate) fn heard(
        &self,
        who: Viewer,
        from: usize,
        is_secret: impl Fn(Seat) -> bool,
    ) -> impl DoubleEndedIterator<Item = Said> {
        let viewer = self.viewers.iter().position(|viewer| *viewer == who);
        let viewer = viewer.unwrap_or(0);
        let lines = self.lines.iter().enumerate().skip(from);
        lines
            .filter(move |(_, line)| !line.seat.is_some_and(&is_secret))
            .map(move |(index, line)| Said {
                step: index + 1,
                seat: line.seat,
                text: Arc::clone(&line.texts[viewer]),
            })
    }
}
