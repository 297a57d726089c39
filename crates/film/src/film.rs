//! Films of records.

mod cast;
mod develop;
mod elements;
mod play;
mod strip;

use std::ops::RangeInclusive;
use std::time::Duration;

use parlour_core::picture::{Caption, Frame, Look, Motion, Paints, Picture, Scene, Theme};
use parlour_core::review::Account;
use parlour_core::{AnyRecord, Illegal, Match, Seat, TooLarge, Turn, Viewer, caption};
use thiserror::Error;

use cast::Actor;
pub use develop::{Exposure, Undeveloped};

/// How fast a film is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// From one move to the next, with what moves on the way.
    pub step: Duration,
    /// The same for what luck does.
    pub throw: Duration,
    /// How long something moves; never longer than the step.
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
    /// So many times as fast.
    #[must_use]
    pub fn times(self, speed: f64) -> Pace {
        Pace {
            step: self.step.div_f64(speed),
            throw: self.throw.div_f64(speed),
            motion: self.motion.div_f64(speed),
            end: self.end.div_f64(speed),
        }
    }

    /// Picture by picture, without motions between them.
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
    /// What stands above the board: the game's title.
    pub title: &'a str,
    /// The colours.
    pub theme: Theme,
    /// The viewer.
    pub who: Viewer,
    /// Whose side of the board is below.
    pub below: Option<Seat>,
    /// Where things can still be that the viewer does not see.
    pub map: bool,
    /// The positions after so many steps. What the record does not have is left out.
    pub steps: RangeInclusive<usize>,
    /// What was found out about the record: mistakes are marked, and a graph runs along.
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
pub enum Unfilmable {
    /// The board is too large to be painted.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The record has a step that is not of this game.
    #[error("{}", .0.message)]
    BadStep(Illegal),
    /// There is nothing to be seen.
    #[error("there is no position to film")]
    Nothing,
}

/// A picture, and what moves into it.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    pub(crate) picture: Picture,
    /// What is on the board while something moves; empty where nothing does.
    pub(crate) cast: Vec<Actor>,
    /// How long it moves, and how long the picture then stays.
    pub(crate) moving: Duration,
    pub(crate) still: Duration,
}

/// A record as pictures that follow each other.
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
    pub fn new(record: &AnyRecord, script: &Script<'_>) -> Result<Film, Unfilmable> {
        let mut takes = takes(record, script)?;
        let look = Look {
            paints: Paints::Fixed(script.theme),
            ..Look::default()
        };
        // What stands beside a board may grow: all pictures are as large as the largest.
        let sizes = takes.iter().map(|take| {
            let picture = take.scene.framed(&look, &take.frame);
            (picture.width, picture.height)
        });
        let size = sizes.fold((0.0, 0.0), |most: (f32, f32), size| {
            (most.0.max(size.0), most.1.max(size.1))
        });
        let count = takes.len();
        let mut shots: Vec<Shot> = Vec::with_capacity(count);
        for (index, take) in takes.iter_mut().enumerate() {
            take.frame.least = size;
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
        let last = shots.last().ok_or(Unfilmable::Nothing)?;
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

    /// Every position as it stands when nothing moves, with the time from which it stands,
    /// as an SVG document of its own.
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
fn takes(record: &AnyRecord, script: &Script<'_>) -> Result<Vec<Take>, Unfilmable> {
    let mut takes = Vec::new();
    let mut replayed = Match::new(record.start.clone(), record.names.clone());
    let mut last = Vec::new();
    for step in 0..=record.steps.len() {
        let (mut motions, mut is_throw, mut words) = (Vec::new(), false, String::new());
        if let Some(taken) = step.checked_sub(1).map(|index| &record.steps[index]) {
            let before = replayed.position().boxed_clone();
            is_throw = before.turn() == Turn::Chance;
            words = caption(&record.names, &*before, taken, script.who);
            replayed.take(taken.clone()).map_err(Unfilmable::BadStep)?;
            motions = before.motions(replayed.position(), script.who);
            // The last move stays marked while luck decides.
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
            title: script.title.to_owned(),
            names: record.names.clone(),
            turn: match position.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over(_) => None,
            },
            caption: Caption::Only(told),
            ..Frame::default()
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
