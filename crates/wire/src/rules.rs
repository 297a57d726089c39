//! Rules with diagrams, as a page wants them.

use parlour_core::GameEntry;
use parlour_core::learn::{self, Block};
use parlour_core::picture::{Look, Paints};
use serde_json::Value;

use crate::json;
use crate::pictures;

/// The rules of a game in parts: headings, paragraphs, tables and boards.
#[must_use]
pub fn rules(game: &dyn GameEntry) -> Value {
    let look = Look {
        paints: Paints::Variables,
        ..Look::default()
    };
    let blocks = learn::rules(game).into_iter().map(|block| match block {
        Block::Heading(text) => json!({ "kind": "heading", "text": text }),
        Block::Paragraph(text) => json!({ "kind": "text", "text": text }),
        Block::Lines(text) => json!({ "kind": "lines", "text": text }),
        Block::Board(diagram) => {
            let scene = diagram.paint(&look).ok();
            json!({
                "kind": "board",
                "position": diagram.position.text(),
                "caption": diagram.caption,
                "picture": scene.map(|scene| pictures::picture(&scene.board)),
                "words": diagram.position.in_words(parlour_core::Viewer::All).ok(),
            })
        }
    });
    json!({
        "game": game.info().id,
        "title": game.info().title,
        "blocks": blocks.collect::<Vec<_>>(),
        "lesson": game.lesson().is_some(),
        "puzzles": game.puzzles().map(|puzzles| puzzles.task()),
    })
}
