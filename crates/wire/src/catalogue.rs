//! The list of games, as JSON.

use parlour_core::learn::plain_rules;
use parlour_core::picture::Look;
use parlour_core::{GameEntry, OFFERED, Seat, SetupValues, USUAL_OPPONENT, Viewer, luck};
use serde_json::Value;

use crate::json;

/// All games, with their options and opponents.
#[must_use]
pub fn games() -> Value {
    let all = parlour_catalog::games().iter();
    json!({
        "games": all.map(|game| one(*game)).collect::<Vec<_>>(),
        "offered": OFFERED,
        "usual": USUAL_OPPONENT,
    })
}

/// The seat whose side is usually at the bottom, in a game whose board looks different from every
/// side.
fn usually_below(game: &dyn GameEntry) -> Option<Seat> {
    let start = game.start(&SetupValues::new(), &mut luck::seeded(0)).ok()?;
    let seen = |below| {
        let look = Look {
            below,
            ..Look::default()
        };
        let scene = start.paint(Viewer::Public, &look);
        scene.ok().map(|scene| scene.board)
    };
    let usual = seen(None);
    let seats = || (0..start.seats()).map(Seat);
    let differs = seats().any(|seat| seen(Some(seat)) != usual);
    let mut same = seats().filter(|seat| differs && seen(Some(*seat)) == usual);
    same.next()
}

fn one(game: &dyn GameEntry) -> Value {
    let info = game.info();
    let options = game.options().iter();
    let offers = game.offers();
    json!({
        "id": info.id,
        "title": info.title,
        "summary": info.summary,
        "seats": [info.seats.start(), info.seats.end()],
        "extension": info.extension,
        "rules": plain_rules(info.rules),
        "lesson": game.lesson().is_some(),
        "puzzles": game.puzzles().map(|puzzles| puzzles.task()),
        "luck": game.has_luck(),
        "solo": game.solo().0,
        "below": usually_below(game).map(|seat| seat.0),
        "offers": offers.iter().map(|offer| json!({
            "name": offer.name,
            "summary": offer.bot.summary,
        })).collect::<Vec<_>>(),
        "bots": game.all_bots().iter().map(|bot| bot.name).collect::<Vec<_>>(),
        "options": options.map(|option| json!({
            "name": option.name,
            "value": option.value,
            "default": option.default,
            "help": option.help,
            "examples": option.examples,
        })).collect::<Vec<_>>(),
    })
}
