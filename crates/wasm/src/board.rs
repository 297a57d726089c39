//! What every board of a page has: a move in the making, marks, and what moved last.

use parlour_core::picture::{Look, Motion, Paints, Scene, Theme};
use parlour_core::{AnyStep, Match, Overlay, Pick, Position, Seat, Turn, Viewer};
use parlour_host::{Picking, Taken};
use serde_json::{Value, json};

use crate::pictures;
use crate::request::{Complaint, Request};
use crate::session::null_or;

/// A board that shows positions to somebody.
#[derive(Default)]
pub(crate) struct Board {
    /// Where something can be picked.
    picking: Option<Picking>,
    /// A step that is hinted at.
    hint: Option<String>,
    map: bool,
    overlay: Option<&'static Overlay>,
    /// The seat that looks from below, where a person has chosen it.
    below: Option<Seat>,
    /// What moved last, for the marks.
    last: Vec<Motion>,
    /// What moved since the page was shown a picture.
    news: Vec<Motion>,
    /// The last picture that the page was shown.
    shown: Option<Scene>,
}

impl Board {
    /// A step was taken, as `who` saw it.
    pub(crate) fn moved(&mut self, before: &dyn Position, after: &dyn Position, who: Viewer) {
        let motions = before.motions(after, who);
        if !motions.is_empty() {
            self.last.clone_from(&motions);
            self.news = motions;
        }
    }

    /// Another position is shown: marks what led to it, and what can be picked, if it can.
    pub(crate) fn arrive(&mut self, position: &dyn Position, pickable: bool) {
        self.hint = None;
        self.picking = pickable.then(|| Picking::new(position));
    }

    /// Finds what moved last in a match that was not followed step by step.
    pub(crate) fn look_back(&mut self, played: &Match, who: Viewer) {
        let record = played.record();
        let mut position = record.start;
        self.last.clear();
        self.news.clear();
        // Replaying costs little, but looking for what moved does.
        let quiet = record.steps.len().saturating_sub(2);
        for (number, step) in record.steps.iter().enumerate() {
            let before = (number >= quiet).then(|| position.boxed_clone());
            if position.take(step).is_err() {
                break;
            }
            let motions = before.map_or(Vec::new(), |before| before.motions(&*position, who));
            if !motions.is_empty() {
                self.last = motions;
            }
        }
    }

    /// Picks something, and gives the move that is complete with it. What was picked before
    /// can be picked again to take it back, and another thing to begin with that instead.
    pub(crate) fn pick(
        &mut self,
        position: &dyn Position,
        pick: &str,
    ) -> Result<Option<AnyStep>, Complaint> {
        let refused = || Complaint::new(format!("{pick} cannot be picked now"));
        let pick = &Pick::new(pick);
        let picking = self.picking.as_mut().ok_or_else(refused)?;
        let mut taken = picking.take(pick);
        if taken == Taken::No && picking.taken().contains(pick) {
            picking.back();
            return Ok(None);
        }
        if taken == Taken::No {
            let mut anew = Picking::new(position);
            taken = anew.take(pick);
            if taken == Taken::No {
                return Err(refused());
            }
            *picking = anew;
        }
        Ok(match taken {
            Taken::Move(index) => position.move_at(index),
            Taken::No | Taken::More => None,
        })
    }

    /// Takes the last pick back.
    pub(crate) fn back(&mut self) {
        if let Some(picking) = &mut self.picking {
            picking.back();
        }
    }

    /// Changes how the board is looked at.
    pub(crate) fn look(&mut self, request: &Request, position: &dyn Position) {
        let wanted = &request.0;
        if let Some(map) = wanted["map"].as_bool() {
            self.map = map;
        }
        if let Some(hint) = wanted.get("hint") {
            self.hint = hint.as_str().map(str::to_owned);
        }
        if let Some(below) = wanted.get("below") {
            self.below = below.as_u64().map(|seat| Seat(seat as u8));
        }
        if let Some(overlay) = wanted.get("overlay") {
            let mut overlays = position.overlays().iter();
            self.overlay = overlays.find(|known| overlay.as_str() == Some(known.name));
        }
    }

    /// What the move that a pick would complete does, in words, and the board after it.
    pub(crate) fn preview(&self, position: &dyn Position, pick: &str, who: Viewer) -> Value {
        let picking = self.picking.as_ref();
        let index = picking.and_then(|picking| picking.completed_by(&Pick::new(pick)));
        let Some(step) = index.and_then(|index| position.move_at(index)) else {
            return json!({ "words": null, "scene": null });
        };
        let words = match position.turn() {
            Turn::Seat(_) => position.describe(&step, who),
            Turn::Chance | Turn::Over(_) => position.write(&step),
        };
        let scene = position.foresee(&step, who).and_then(|after| {
            let motions = position.motions(&*after, who);
            let look = Look {
                preview: &motions,
                ..self.plain_look(who)
            };
            after.paint(who, &look).ok()
        });
        json!({ "words": words, "scene": scene.map(|scene| pictures::scene(&scene)) })
    }

    fn plain_look(&self, who: Viewer) -> Look<'static> {
        Look {
            paints: Paints::Variables,
            below: self.below.or(match who {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Public | Viewer::All => None,
            }),
            map: self.map,
            overlay: self.overlay,
            ..Look::default()
        }
    }

    /// All that is to be seen of a position, and what moved to it.
    pub(crate) fn show(&mut self, position: &dyn Position, who: Viewer) -> Value {
        let step = self.hint.as_ref().map(|hint| position.read(hint));
        let hint = match step {
            Some(Ok(step)) => position
                .foresee(&step, who)
                .map_or(Vec::new(), |after| position.motions(&*after, who)),
            _ => Vec::new(),
        };
        let (picked, can) = self.picking.as_ref().map_or((&[][..], &[][..]), |picking| {
            (picking.taken(), picking.next())
        });
        let look = Look {
            picked,
            can,
            last: &self.last,
            hint: &hint,
            ..self.plain_look(who)
        };
        let scene = match position.paint(who, &look) {
            Ok(scene) => scene,
            Err(too_large) => return json!({ "too_large": too_large.to_string() }),
        };
        let news = std::mem::take(&mut self.news);
        let motions: Vec<Value> = match &self.shown {
            Some(before) => news
                .iter()
                .filter_map(|motion| pictures::motion(motion, before, &scene))
                .collect(),
            None => Vec::new(),
        };
        let shown = json!({
            "scene": pictures::scene(&scene),
            "motions": motions,
            "picked": texts(picked),
            "can": texts(can),
            "words": null_or(position.in_words(who).ok()),
            "overlays": overlays(position),
            "overlay": self.overlay.map(|overlay| overlay.name),
            "map": self.map,
        });
        self.shown = Some(scene);
        shown
    }

    /// The page is to be shown nothing of this, and has forgotten what it was shown.
    pub(crate) fn hide(&mut self) {
        self.shown = None;
        self.news.clear();
    }

    /// The board as a picture for a file.
    pub(crate) fn file(
        &self,
        position: &dyn Position,
        who: Viewer,
        theme: Theme,
    ) -> Result<Value, Complaint> {
        let look = Look {
            paints: Paints::Fixed(theme),
            last: &self.last,
            ..self.plain_look(who)
        };
        let scene = position.paint(who, &look);
        let scene = scene.map_err(|too_large| Complaint::new(too_large.to_string()))?;
        let whole = scene.framed(&look, &parlour_core::picture::Frame::default());
        Ok(pictures::picture(&whole))
    }
}

fn texts(picks: &[Pick]) -> Vec<&str> {
    picks.iter().map(Pick::as_str).collect()
}

fn overlays(position: &dyn Position) -> Vec<Value> {
    let overlays = position.overlays().iter();
    overlays
        .map(|overlay| json!({ "name": overlay.name, "summary": overlay.summary }))
        .collect()
}

/// The theme of that name.
pub(crate) fn theme(request: &Request) -> Theme {
    let wanted = request.0["theme"].as_str();
    let mut themes = Theme::ALL.into_iter();
    themes
        .find(|theme| Some(theme.name()) == wanted)
        .unwrap_or_default()
}
