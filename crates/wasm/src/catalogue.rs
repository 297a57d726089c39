//! What there is to play.

use parlour_core::{GameEntry, OFFERED, USUAL_OPPONENT};
use serde_json::{Value, json};

/// All games.
pub(crate) fn all() -> Value {
    let games = parlour_catalog::games().iter();
    json!({
        "games": games.map(|game| one(*game)).collect::<Vec<_>>(),
        "offered": OFFERED,
        "usual": USUAL_OPPONENT,
    })
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
        "rules": info.rules,
        "luck": game.has_luck(),
        "solo": game.solo().0,
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
