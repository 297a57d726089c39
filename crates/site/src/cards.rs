//! The first page has a card for each game, with its board.

use parlour_core::picture::{Look, Paints, Theme};
use parlour_core::{GameEntry, Match, SetupValues, Turn, Viewer, luck};

/// How many steps are played before the picture is made: an empty board says
/// little.
const STEPS: usize = 14;

/// The cards of all games.
pub(crate) fn all(games: &[&'static dyn GameEntry]) -> String {
    games.iter().map(|game| card(*game)).collect()
}

fn card(game: &dyn GameEntry) -> String {
    let info = game.info();
    let (id, title) = (info.id, escaped(info.title));
    format!(
        "<li class=\"card\"><a href=\"#/quick/{id}\" tabindex=\"-1\" aria-hidden=\"true\">\
         <img src=\"boards/{id}.svg\" alt=\"\" width=\"400\" height=\"300\"></a>\
         <div><h2>{title}</h2><p>{}</p><div class=\"actions\">\
         <a class=\"main-action\" href=\"#/quick/{id}\" aria-label=\"Play {title}\">Play</a>\
         <a class=\"button\" href=\"#/new/{id}\" aria-label=\"{title}: choose an opponent, rules, options\">Choose</a>\
         </div></div></li>\n",
        escaped(info.summary)
    )
}

/// A board in the middle of a game, as the public sees it.
pub(crate) fn board(game: &'static dyn GameEntry) -> Option<(&'static str, String)> {
    let luck = &mut luck::seeded(4);
    let start = game.start(&SetupValues::new(), luck).ok()?;
    let names = vec![String::new(); usize::from(start.seats())];
    let mut bot = game.bot("random", 4, &parlour_core::Tables::none())?;
    let mut played = Match::new(start, names);
    for _ in 0..STEPS {
        let step = match played.turn() {
            Turn::Chance => played.position().draw_lot(luck)?,
            Turn::Seat(_) => {
                played
                    .ask(&mut *bot, &parlour_core::Limits::nodes(1))
                    .ok()?
                    .best
            }
            Turn::Over(_) => break,
        };
        played.take(step).ok()?;
    }
    let look = Look {
        paints: Paints::Fixed(Theme::Light),
        bare: true,
        ..Look::default()
    };
    let scene = played.position().paint(Viewer::Public, &look).ok()?;
    Some((game.info().id, scene.board.document()))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
