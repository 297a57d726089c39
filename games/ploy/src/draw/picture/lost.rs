//! Trays with the pieces that the players have lost.

use parlour_core::picture::{Look, Painter, Panel, Unit};

use super::{Layout, WALNUT, capitalised, piece, wheel};
use crate::notation::{kind_name, start};
use crate::rules::{Piece, Player, Ploy};

/// The height of a tray, and how large a piece is in it.
const HEIGHT: f32 = 40.0;
const SCALE: f32 = 0.62;

/// The trays of both players, if all pieces are of the usual set: nobody knows what was
/// lost from another.
pub(super) fn panels(ploy: &Ploy, look: &Look<'_>, layout: Layout) -> Vec<Panel> {
    let lost = Player::ALL.map(|player| Some((player, lost(ploy, player)?)));
    let [Some(black), Some(white)] = lost else {
        return Vec::new();
    };
    let trays = [black, white].into_iter();
    trays
        .map(|(player, pieces)| tray(player, &pieces, look, layout))
        .collect()
}

/// What a player has lost of the usual set, the strongest first; `None` if it has something
/// that the set lacks.
fn lost(ploy: &Ploy, player: Player) -> Option<Vec<Piece>> {
    let own = |ploy: &Ploy| -> Vec<Piece> {
        let pieces = ploy.board().pieces().map(|(_, piece)| piece);
        pieces.filter(|piece| piece.player() == player).collect()
    };
    let mut set = own(&start());
    for piece in own(ploy) {
        let same = set.iter().position(|other| shape(*other) == shape(piece))?;
        set.remove(same);
    }
    set.sort_by_key(|piece| (std::cmp::Reverse(piece.kind()), shape(*piece)));
    Some(set)
}

/// The lines of a piece however it is turned.
fn shape(piece: Piece) -> u8 {
    let turned = (0..8).map(|turn| piece.turned(turn).lines());
    turned.min().unwrap_or_default()
}

fn tray(player: Player, lost: &[Piece], look: &Look<'_>, layout: Layout) -> Panel {
    let kinds: Vec<&str> = lost.iter().map(|piece| kind_name(*piece)).collect();
    let title = match kinds.is_empty() {
        true => format!("{} has lost nothing", capitalised(player)),
        false => format!("{} has lost: {}", capitalised(player), kinds.join(", ")),
    };
    // Without marks: nothing can be picked here.
    let plain = Look {
        paints: look.paints,
        ..Look::default()
    };
    let width = layout.side();
    let mut painter = Painter::new(&plain, "ploy", (width, HEIGHT), title);
    piece::define(&mut painter);
    let (wood, hollow) = (painter.paint(&WALNUT), painter.paint(&wheel::DIAL));
    painter.element(format_args!(
        "rect width=\"{}\" height=\"{HEIGHT}\" rx=\"10\" fill=\"{wood}\"",
        Unit(width)
    ));
    let slots = start().board().pieces().count() / 2;
    let pitch = (width - HEIGHT) / (slots - 1) as f32;
    for slot in 0..slots {
        let at = format!(
            "transform=\"translate({} {})\"",
            Unit(HEIGHT / 2.0 + slot as f32 * pitch),
            Unit(HEIGHT / 2.0)
        );
        painter.group(at, |painter| {
            painter.element(format_args!("circle r=\"15\" fill=\"{hollow}\""));
            if let Some(piece) = lost.get(slot) {
                painter.group(format_args!("transform=\"scale({SCALE})\""), |painter| {
                    piece::paint(painter, layout.seen(*piece));
                });
            }
        });
    }
    Panel {
        name: "lost",
        title: String::new(),
        seat: Some(player.seat()),
        picture: painter.finish(),
    }
}
