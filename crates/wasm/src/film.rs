//! A game as pictures one after the other. The page makes a film of them: taking pictures apart to
//! find what they share is work that every browser can do already.

use parlour_core::picture::{Caption, Frame, Look, Paints, Scene, Theme, align};
use parlour_core::{AnyRecord, GameEntry, Match, Turn, Viewer, caption};
use serde_json::Value;

use parlour_wire::{Complaint, json};

/// How long pictures stay, in milliseconds.
const STEP: u32 = 800;
const THROW: u32 = 400;
const END: u32 = 4000;

/// Every position of a record, all of one size, each with the time that it stays.
pub(crate) fn frames(
    game: &dyn GameEntry,
    record: &AnyRecord,
    theme: Theme,
) -> Result<Value, Complaint> {
    let look = Look {
        paints: Paints::Fixed(theme),
        ..Look::default()
    };
    let mut replayed = Match::new(record.start.clone(), record.names.clone());
    let mut taken = vec![take(game, &replayed, None, &look)?];
    for (number, step) in (1..).zip(&record.steps) {
        let before = replayed.position().boxed_clone();
        let words = caption(&record.names, &*before, step, Viewer::All);
        replayed.take(step.clone())?;
        let motions = before.motions(replayed.position(), Viewer::All);
        let look = Look {
            last: &motions,
            ..look
        };
        let told = match replayed.result() {
            Some(result) => format!("{number}. {words} {result}"),
            None => format!("{number}. {words}"),
        };
        let (scene, frame, _) = take(game, &replayed, Some(told), &look)?;
        let hold = if before.turn() == Turn::Chance {
            THROW
        } else {
            STEP
        };
        taken.push((scene, frame, hold));
    }
    if let Some((.., hold)) = taken.last_mut() {
        *hold = END;
    }
    align(
        &look,
        taken.iter_mut().map(|(scene, frame, _)| (&*scene, frame)),
    );
    let size = taken
        .first()
        .map_or((0.0, 0.0), |(_, frame, _)| frame.least);
    let frames = taken.iter().map(|(scene, frame, hold)| {
        json!({ "svg": scene.framed(&look, frame).document(), "hold": hold })
    });
    Ok(json!({ "width": size.0, "height": size.1, "frames": frames.collect::<Vec<_>>() }))
}

fn take(
    game: &dyn GameEntry,
    played: &Match,
    told: Option<String>,
    look: &Look<'_>,
) -> Result<(Scene, Frame, u32), Complaint> {
    let scene = played.position().paint(Viewer::All, look);
    let scene = scene.map_err(|too_large| Complaint::new(too_large.to_string()))?;
    let frame = Frame {
        caption: Caption::Only(told.unwrap_or_else(|| scene.status.clone())),
        ..Frame::of(played.position(), game.info().title, played.names())
    };
    Ok((scene, frame, STEP))
}
