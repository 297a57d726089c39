//! What is beside the board: the extra tile, and a hand of cards for every seat.

use parlour_core::picture::{Look, Painter, Panel, Place, Unit, common};
use parlour_core::{Pick, Seat};

use super::super::Scene;
use super::art::{self, Face};
use super::{TILE, capital};
use crate::rules::{Direction, Hand, Shape, Treasure, Word};

const GAP: f32 = 10.0;
/// In the tray of the extra tile, around the tiles and between two: so narrow that two panels stand
/// side by side below the board.
const RIM: f32 = 4.5;
const SEAM: f32 = 3.0;
const WIDTH: f32 = 4.0 * TILE + 3.0 * SEAM + 2.0 * RIM;
/// Room below the extra tile for the word for its direction.
const WORD: f32 = 14.0;
pub(super) const CARD: (f32, f32) = (32.0, 42.0);
/// From one card to the next, face up, and at most that face down.
const STEP: f32 = CARD.0 + 4.0;
const BACKS: f32 = 15.0;
const CARDS_A_LINE: usize = 6;

pub(super) fn all(scene: &Scene<'_>, look: &Look<'_>) -> Vec<Panel> {
    let hands = (0..).zip(&scene.view.hands);
    let hands = hands.map(|(seat, cards)| hand(scene, look, Seat(seat), cards));
    std::iter::once(extra(scene, look)).chain(hands).collect()
}

/// The place of the extra tile in a direction.
pub(super) fn lying(direction: Direction) -> Place {
    Place::new(direction.word())
}

/// The place of a visible card.
pub(super) fn card_place(card: Treasure) -> Place {
    Place::new(format!("card-{card}"))
}

/// The extra tile: in every direction while it is to be inserted, otherwise once.
fn extra(scene: &Scene<'_>, look: &Look<'_>) -> Panel {
    let extra = scene.view.table.extra;
    let wanted = scene.is_wanted(extra.treasure);
    let inserts = !scene.places.is_empty();
    let directions = match inserts {
        true => extra.kind.directions(),
        false => &[Direction::North],
    };
    let words = inserts && !look.bare;
    let height = TILE + 2.0 * RIM + if words { WORD } else { 0.0 };
    let width = directions.len() as f32 * (TILE + SEAM) - SEAM + 2.0 * RIM;
    let mut painter = Painter::new(look, "labyrinth", (WIDTH, height), "The extra tile");
    art::define_tiles(&mut painter);
    art::tray(&mut painter, (width, height));
    for (index, direction) in (0u8..).zip(directions) {
        let x = RIM + TILE / 2.0 + f32::from(index) * (TILE + SEAM);
        let y = RIM + TILE / 2.0;
        let pick = inserts.then(|| Pick::new(direction.word()));
        let mut label = match inserts {
            true => format!("extra tile, facing {}", direction.word()),
            false => "extra tile".to_owned(),
        };
        if let Some(treasure) = extra.treasure {
            label.push_str(&format!(", treasure {treasure}"));
        }
        painter.place(
            lying(*direction),
            pick,
            label,
            (x, y, TILE / 2.0),
            |painter| {
                painter.element(format_args!(
                    "rect x=\"{}\" y=\"0\" width=\"{}\" height=\"{}\" fill=\"none\" \
                 pointer-events=\"all\"",
                    Unit(x - TILE / 2.0),
                    Unit(TILE),
                    Unit(height)
                ));
                if words {
                    let ink = painter.paint(&art::FAINT);
                    painter.text(
                    format_args!(
                        "x=\"{}\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\" fill=\"{ink}\"",
                        Unit(x),
                        Unit(height - 5.0)
                    ),
                    direction.word(),
                );
                }
            },
        );
        let shape = Shape {
            kind: extra.kind,
            direction: *direction,
        };
        painter.thing(lying(*direction), (x, y), |painter| {
            Face::beside(shape, extra.treasure, wanted).paint(painter);
        });
    }
    Panel {
        name: "extra",
        title: "Extra tile".to_owned(),
        seat: None,
        picture: painter.finish(),
    }
}

/// A player's cards, as far as they are visible, beside the pawn.
fn hand(scene: &Scene<'_>, look: &Look<'_>, seat: Seat, hand: &Hand) -> Panel {
    let colour = scene.view.table.pawns[seat.index()].colour;
    let (count, left) = (hand.count(), 2.0 * GAP + 2.0 * art::PAWN);
    let rows = match hand {
        Hand::Seen(cards) => cards.len().div_ceil(CARDS_A_LINE).max(1),
        Hand::Hidden(_) => 1,
    };
    let height = rows as f32 * (CARD.1 + 4.0);
    let plural = if count == 1 { "" } else { "s" };
    let title = format!("{}, {count} card{plural}", capital(colour));
    let mut painter = Painter::new(look, "labyrinth", (WIDTH, height), title.clone());
    art::define_hands(&mut painter, scene);
    art::pawn(&mut painter, colour, (GAP + art::PAWN, CARD.1 / 2.0));
    match hand {
        Hand::Seen(cards) => {
            for (index, card) in cards.iter().enumerate() {
                let (row, column) = (index / CARDS_A_LINE, index % CARDS_A_LINE);
                let x = left + column as f32 * STEP;
                let y = 2.0 + row as f32 * (CARD.1 + 4.0);
                let wanted = scene.is_wanted(Some(*card));
                let spot = (x + CARD.0 / 2.0, y + CARD.1 / 2.0, CARD.0 / 2.0);
                let label = format!("card {card}");
                painter.place(card_place(*card), None, label, spot, |painter| {
                    art::card(painter, (x, y), *card, wanted);
                });
            }
        }
        Hand::Hidden(count) => {
            let room = WIDTH - left - CARD.0;
            let step = BACKS.min((room / count.saturating_sub(1).max(1) as f32).floor());
            for index in 0..*count {
                art::back(&mut painter, (left + index as f32 * step, 2.0));
            }
        }
    }
    if count == 0 {
        let ink = painter.common(&common::INK);
        painter.text(
            format_args!(
                "x=\"{}\" y=\"{}\" font-size=\"15\" fill=\"{ink}\"",
                Unit(left),
                Unit(CARD.1 / 2.0 + 5.0)
            ),
            "all found: on the way home",
        );
    }
    Panel {
        name: "hand",
        title,
        seat: Some(seat),
        picture: painter.finish(),
    }
}
