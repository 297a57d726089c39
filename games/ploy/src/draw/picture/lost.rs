//! Trays with the pieces that the players have lost.

use parlour_core::picture::{Look, Painter, Panel, Swatch, Unit};

use super::{Layout, capitalised, piece};
use parlour_core::Sorting;

use crate::notation::{kind_name, start};
use crate::rules::{Piece, Player, Ploy};

pub(super) const TRAY: Swatch = Swatch::new("tray", ["#6b4226", "#3a2617", "#d8d8d8"]);
/// The bottom of a well in a tray, on which the pieces of both players show.
pub(super) const WELL: Swatch = Swatch::new("well", ["#a27d4c", "#6a5438", "#8c8c8c"]);

/// The height of a tray, and the size of a piece in it, which leaves a rim of its well free.
const HEIGHT: f32 = 40.0;
const SCALE: f32 = 0.52;

/// The trays of both players, once a piece is lost. With any other set than the usual one there is
/// no telling what was lost.
pub(super) fn panels(ploy: &Ploy, look: &Look<'_>, layout: Layout) -> Vec<Panel> {
    let lost = Player::ALL.map(|player| Some((player, lost(ploy, player)?)));
    let [Some(black), Some(white)] = lost else {
        return Vec::new();
    };
    if black.1.is_empty() && white.1.is_empty() {
        return Vec::new();
    }
    let trays = [black, white].into_iter();
    trays
        .map(|(player, pieces)| tray(player, &pieces, look, layout))
        .collect()
}

/// What a player has lost of the usual set, the strongest first; `None` if there is a piece that is
/// not in the set.
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
    set.order_by_key(|piece| (std::cmp::Reverse(piece.kind()), shape(*piece)));
    Some(set)
}

/// A number that stands for the lines of a piece however it is turned.
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
    // Without marks, since nothing can be picked here.
    let plain = Look {
        paints: look.paints,
        ..Look::default()
    };
    let width = layout.side();
    let mut painter = Painter::new(&plain, "ploy", (width, HEIGHT), title);
    piece::define(&mut painter);
    let (wood, hollow) = (painter.paint(&TRAY), painter.paint(&WELL));
    painter.element(format_args!(
        "rect width=\"{}\" height=\"{HEIGHT}\" rx=\"10\" fill=\"{wood}\"",
        Unit(width)
    ));
    let slots = start().board().pieces().count() / 2;
    let pitch = (width - HEIGHT) / (slots - 1) as f32;
    let middle = |slot: usize| Unit(HEIGHT / 2.0 + slot as f32 * pitch);
    let down = Unit(HEIGHT / 2.0);
    // Wells are round ends of lines that are too short to see.
    let wells = (0..slots).map(|slot| format!("M{} {down}h.01", middle(slot)));
    painter.element(format_args!(
        "path d=\"{}\" stroke=\"{hollow}\" stroke-width=\"30\" stroke-linecap=\"round\"",
        wells.collect::<String>()
    ));
    for (slot, piece) in lost.iter().enumerate() {
        let at = format!("translate({} {down})scale({SCALE})", middle(slot));
        painter.group(format_args!("transform=\"{at}\""), |painter| {
            piece::paint(painter, layout.seen(*piece));
        });
    }
    Panel {
        name: "lost",
        title: String::new(),
        seat: Some(player.seat()),
        picture: painter.finish(),
    }
}
