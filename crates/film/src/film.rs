//! Films of records.

mod cast;
mod develop;
mod elements;
mod play;
mod strip;

use std::ops::RangeInclusive;
use std::time::Duration;

use parlour_core::picture::{Caption, Frame, Look, Motion, Paints, Picture, Scene, Theme, align};
use parlour_core::review::Account;
use parlour_core::{AnyRecord, Illegal, Match, Seat, TooLarge, Turn, Viewer, caption};
use thiserror::Error;

use cast::Actor;
pub use develop::{DevelopError, Exposure};

/// The pace of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// From one move to the next, including the animation.
    pub step: Duration,
    /// The same for a chance event.
    pub throw: Duration,
    /// How long an animation takes; never longer than the step.
    pub motion: Duration,
    /// How long the last picture stays.
    pub end: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Pace {
            step: Duration::from_millis(800),
            throw: Duration::from_millis(400),
            motion: Duration::from_millis(200),
            end: Duration::from_secs(4),
        }
    }
}

impl Pace {
    /// This many times as fast.
    #[must_use]
    pub fn times(self, speed: f64) -> Pace {
        Pace {
            step: self.step.div_f64(speed),
            throw: self.throw.div_f64(speed),
            motion: self.motion.div_f64(speed),
            end: self.end.div_f64(speed),
        }
    }

    /// Picture by picture, without animation.
    #[must_use]
    pub fn without_motions(self) -> Pace {
        Pace {
            motion: Duration::ZERO,
            ..self
        }
    }
}

/// How a record is filmed.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    /// The line above the board: the game's title.
    pub title: &'a str,
    /// The colours.
    pub theme: Theme,
    /// The viewer.
    pub who: Viewer,
    /// The seat whose side of the board is at the bottom.
    pub below: Option<Seat>,
    /// Show where hidden things may still be.
    pub map: bool,
    /// The range of positions, by number of steps. Those beyond the record are left out.
    pub steps: RangeInclusive<usize>,
    /// The review of the record: mistakes are marked, and a graph runs along.
    pub account: Option<&'a Account>,
    /// How fast it is.
    pub pace: Pace,
}

impl Default for Script<'_> {
    fn default() -> Self {
        Script {
            title: "",
            theme: Theme::default(),
            who: Viewer::All,
            below: None,
            map: false,
            steps: 0..=usize::MAX,
            account: None,
            pace: Pace::default(),
        }
    }
}

/// Why a record cannot be filmed.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum FilmError {
    /// The board is too large to be painted.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The record has a step that is not of this game.
    #[error("{}", .0.message)]
    BadStep(Illegal),
    /// There is nothing to show.
    #[error("there is no position to film")]
    Nothing,
}

/// A picture, and the animation that leads to it.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    pub(crate) picture: Picture,
    /// What is on the board during the animation; empty if there is none.
    pub(crate) cast: Vec<Actor>,
    /// How long the animation takes, and how long the picture then stays.
    pub(crate) moving: Duration,
    pub(crate) still: Duration,
}

/// A record as a sequence of pictures.
///
/// An example is in the [crate's documentation](crate#examples).
#[derive(Clone, Debug)]
pub struct Film {
    width: f32,
    height: f32,
    shots: Vec<Shot>,
}

/// A scene before it is framed.
struct Take {
    scene: Scene,
    frame: Frame,
    motions: Vec<Motion>,
    last: Vec<Motion>,
    step: usize,
    is_throw: bool,
}

impl Film {
    /// Films a record.
    ///
    /// # Errors
    ///
    /// A step of the record is illegal, or a board is too large to be drawn.
    pub fn new(record: &AnyRecord, script: &Script<'_>) -> Result<Film, FilmError> {
        let mut takes = takes(record, script)?;
        let look = Look {
            paints: Paints::Fixed(script.theme),
            ..Look::default()
        };
        align(
            &look,
            takes.iter_mut().map(|take| (&take.scene, &mut take.frame)),
        );
        let count = takes.len();
        let mut shots: Vec<Shot> = Vec::with_capacity(count);
        for (index, take) in takes.iter().enumerate() {
            let mut picture = take.scene.framed(&look, &take.frame);
            if let Some(account) = script.account {
                strip::mark(&mut picture, &look, account, take.step, &take.last);
                let steps = record.steps.len();
                strip::add(&mut picture, &look, account, take.step, steps);
            }
            let cast = match shots.last() {
                Some(before) if !script.pace.motion.is_zero() => {
                    cast::cast(&before.picture, &picture, &take.motions)
                }
                _ => Vec::new(),
            };
            let whole = match take.is_throw {
                _ if index + 1 == count => script.pace.end,
                true => script.pace.throw,
                false => script.pace.step,
            };
            let moving = match cast.is_empty() {
                true => Duration::ZERO,
                false => script.pace.motion.min(whole / 2),
            };
            shots.push(Shot {
                picture,
                cast,
                moving,
                still: whole - moving,
            });
        }
        let last = shots.last().ok_or(FilmError::Nothing)?;
        Ok(Film {
            width: last.picture.width,
            height: last.picture.height,
            shots,
        })
    }

    /// How many positions it shows.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.shots.len()
    }

    /// How long it is.
    #[must_use]
    pub fn duration(&self) -> Duration {
        let shots = self.shots.iter();
        shots.map(|shot| shot.moving + shot.still).sum()
    }

    /// Every position without animation, with the time from which it is shown, as an SVG document
    /// of its own.
    pub fn stills(&self) -> impl Iterator<Item = (Duration, String)> {
        let mut now = Duration::ZERO;
        self.shots.iter().map(move |shot| {
            let arrival = now + shot.moving;
            now = arrival + shot.still;
            (arrival, shot.picture.document())
        })
    }
}

/// Replays the record and paints every position that is wanted.
fn takes(record: &AnyRecord, script: &Script<'_>) -> Result<Vec<Take>, FilmError> {
    let mut takes = Vec::new();
    let mut replayed = Match::new(record.start.clone(), record.names.clone());
    let mut last = Vec::new();
    for step in 0..=record.steps.len() {
        let (mut motions, mut is_throw, mut words) = (Vec::new(), false, String::new());
        if let Some(taken) = step.checked_sub(1).map(|index| &record.steps[index]) {
            let before = replayed.position().boxed_clone();
            is_throw = before.turn() == Turn::Chance;
            words = caption(&record.names, &*before, taken, script.who);
            replayed.take(taken.clone()).map_err(FilmError::BadStep)?;
            motions = before.motions(replayed.position(), script.who);
            // The last move stays marked during a chance event.
            if !is_throw || !motions.is_empty() {
                last.clone_from(&motions);
            }
        }
        if !script.steps.contains(&step) {
            continue;
        }
        let position = replayed.position();
        let look = Look {
            paints: Paints::Fixed(script.theme),
            below: script.below,
            map: script.map,
            last: &last,
            ..Look::default()
        };
        let scene = position.paint(script.who, &look)?;
        let mut told = match step {
            0 => scene.status.clone(),
            _ => format!("{step}. {words}"),
        };
        if let Some(result) = replayed.result() {
            told = format!("{told} {result}");
        }
        let frame = Frame {
            caption: Caption::Only(told),
            ..Frame::of(position, script.title, &record.names)
        };
        takes.push(Take {
            scene,
            frame,
            motions,
            last: last.clone(),
            step,
            is_throw,
        });
    }
    Ok(takes)
}
