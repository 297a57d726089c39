//! What every board of a page has: a move being made, marks, and what moved last.

use parlour_core::picture::{Look, Motion, Paints, Scene, Theme};
use parlour_core::{AnyStep, GameEntry, Match, Overlay, Pick, Position, Seat, Turn, Viewer};
use parlour_host::{Picking, Taken};
use serde_json::Value;

use crate::drags;
use crate::json;
use crate::pictures;
use crate::request::{Complaint, Request};

/// A board that shows positions to a viewer.
///
/// ```
/// let game = parlour_catalog::game("gridlock").expect("a game");
/// let position = game.read_position("2x1 rg ..").expect("a position");
/// let mut board = parlour_wire::Board::default();
/// board.arrive(&*position, true);
/// assert!(board.pick(&*position, "0,0").is_ok_and(|step| step.is_none()));
/// let step = board.pick(&*position, "red").expect("it can be picked").expect("it is complete");
/// assert_eq!(position.write(&step), "red 0,0");
/// ```
#[derive(Debug, Default)]
pub struct Board {
    /// `Some` if something can be picked.
    picking: Option<Picking>,
    /// A step that is hinted at.
    hint: Option<String>,
    map: bool,
    /// Whether there is one, once that is known for a viewer.
    has_map: Option<(Viewer, bool)>,
    overlay: Option<&'static Overlay>,
    /// The seat whose side is at the bottom, if a person has chosen it.
    below: Option<Seat>,
    /// What moved last, for the marks.
    last: Vec<Motion>,
    /// What moved since the page last got a picture.
    news: Vec<Motion>,
    /// The last picture that the page got.
    shown: Option<Scene>,
}

impl Board {
    /// A step was taken, as `who` saw it.
    pub fn moved(&mut self, before: &dyn Position, after: &dyn Position, who: Viewer) {
        let motions = before.motions(after, who);
        if !motions.is_empty() {
            self.last.clone_from(&motions);
            self.news = motions;
        }
    }

    /// Shows another position: marks what led to it, and what can be picked, if anything.
    pub fn arrive(&mut self, position: &dyn Position, pickable: bool) {
        self.hint = None;
        self.picking = pickable.then(|| Picking::new(position));
    }

    /// Finds what moved last in a match that was not followed step by step.
    pub fn look_back(&mut self, played: &Match, who: Viewer) {
        let record = played.record();
        let mut position = record.start;
        self.last.clear();
        self.news.clear();
        // Replaying costs little, but finding what moved does not.
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

    /// Picks something, and returns the move that it completes. Picking something again takes it
    /// back, and picking another thing begins with that instead.
    ///
    /// # Errors
    ///
    /// Nothing can be picked, or not this.
    pub fn pick(
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

    /// How much is picked, including what had no alternative.
    #[must_use]
    pub fn picked(&self) -> usize {
        let picking = self.picking.as_ref();
        picking.map_or(0, |picking| picking.taken().len())
    }

    /// Takes the last pick back.
    pub fn back(&mut self) {
        if let Some(picking) = &mut self.picking {
            picking.back();
        }
    }

    /// Changes how the board is shown.
    pub fn look(&mut self, request: &Request, position: &dyn Position) {
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
    pub fn preview(&self, position: &dyn Position, pick: &str, who: Viewer) -> Value {
        let picking = self.picking.as_ref();
        let index = picking.and_then(|picking| picking.completed_by(&Pick::new(pick)));
        let Some(step) = index.and_then(|index| position.move_at(index)) else {
            return json!({ "words": Value::Null, "scene": Value::Null });
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

    /// Whether there is a map of what is hidden to look at. Finding out takes as long as drawing one,
    /// so it is found out once for each viewer.
    pub fn has_map(&mut self, game: &dyn GameEntry, position: &dyn Position, who: Viewer) -> bool {
        let paint = |map| {
            let look = self.plain_look(who);
            position.paint(who, &Look { map, ..look }).ok()
        };
        let known = self.has_map.filter(|(viewer, _)| *viewer == who);
        let find = || !game.is_open() && paint(true) != paint(false);
        let found = known.map_or_else(find, |(_, found)| found);
        self.has_map = Some((who, found));
        found
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

    /// Everything that can be seen of a position, and what moved on the way to it.
    pub fn show(&mut self, position: &dyn Position, who: Viewer) -> Value {
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
            "drags": self.drags(position, who, &scene),
            "words": position.in_words(who).ok(),
            "overlays": overlays(position),
            "overlay": self.overlay.map(|overlay| overlay.name),
            "map": self.map,
        });
        self.shown = Some(scene);
        shown
    }

    /// What can be dragged where in a scene, and the picks that this stands for.
    fn drags(&self, position: &dyn Position, who: Viewer, scene: &Scene) -> Vec<Value> {
        let paths = self.picking.as_ref().map_or(&[][..], Picking::paths);
        let Turn::Seat(_) = position.turn() else {
            return Vec::new();
        };
        drags::all(position, who, scene, paths)
            .into_iter()
            .map(|drag| {
                json!({
                    "thing": drag.thing.as_str(),
                    "to": drag.to.as_str(),
                    "picks": texts(drag.picks),
                })
            })
            .collect()
    }

    /// The page must show nothing of this, and has to forget what it showed.
    pub fn hide(&mut self) {
        self.shown = None;
        self.news.clear();
    }

    /// The board as a picture for a file.
    ///
    /// # Errors
    ///
    /// The board is too large to be drawn.
    pub fn file(
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
pub fn theme(request: &Request) -> Theme {
    let wanted = request.0["theme"].as_str();
    let mut themes = Theme::ALL.into_iter();
    themes
        .find(|theme| Some(theme.name()) == wanted)
        .unwrap_or_default()
}
