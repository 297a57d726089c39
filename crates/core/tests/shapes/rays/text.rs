//! Positions and moves of the rays as text.

use std::borrow::Cow;

use parlour_core::{Diagnostic, Notation, Pick, Picks, Seat, Viewer};

use super::super::reading::{Excerpt, ReadsSmall, split, words};
use super::{CELLS, Cell, Move, Piece, Rays, SIDE};

/// An engine's list of moves is as long as this allows.
const MOST_PIECES: usize = 12;

fn cell_name(cell: Cell) -> String {
    format!("{}{}", char::from(b'a' + cell % SIDE), cell / SIDE + 1)
}

fn cell(part: Excerpt<'_>) -> Result<Cell, Diagnostic> {
    match *part.text.as_bytes() {
        [column @ b'a'..=b'i', row @ b'1'..=b'9'] => Ok((row - b'1') * SIDE + column - b'a'),
        _ => Err(part.wrong("expected a cell like `c3`")),
    }
}

/// `e1K55`: where, whose (a capital for the first seat) and what, the rays.
fn piece(part: Excerpt<'_>) -> Result<(Cell, Piece), Diagnostic> {
    let wrong = || part.wrong("expected a piece like `e1K55`");
    let (place, rest) = part.text.split_at_checked(2).ok_or_else(wrong)?;
    let (kind, rays) = rest.split_at_checked(1).ok_or_else(wrong)?;
    let piece = Piece {
        owner: Seat(u8::from(matches!(kind, "k" | "p"))),
        is_king: matches!(kind, "K" | "k"),
        rays: u8::from_str_radix(rays, 16).map_err(|_| wrong())?,
    };
    let has_rays = match kind {
        "K" | "k" => matches!(piece.rays, 0x55 | 0xaa),
        "P" | "p" => (1..=3).contains(&piece.rays.count_ones()),
        _ => false,
    };
    let place = Excerpt {
        text: place,
        ..part
    };
    if has_rays {
        Ok((cell(place)?, piece))
    } else {
        Err(wrong())
    }
}

impl Rays {
    /// Whether each seat has one king, the loser none, and not too much else.
    fn is_sound(&self) -> bool {
        let count = |seat: Seat, is_king: bool| {
            let pieces = self.cells.iter().flatten();
            pieces
                .filter(|piece| piece.owner == seat && piece.is_king == is_king)
                .count()
        };
        let other = Seat(1 - self.seat.0);
        count(other, true) == 1
            && count(self.seat, true) <= 1
            && Seat::all(2).all(|seat| count(seat, false) < MOST_PIECES)
    }
}

impl Notation for Rays {
    /// Who moves, how many moves are left, then the pieces.
    fn write_position(&self) -> String {
        let mut text = format!("{} {}", self.seat.0, self.left);
        for (cell, piece) in (0..).zip(self.cells) {
            let Some(piece) = piece else { continue };
            let kind = match (piece.owner, piece.is_king) {
                (Seat(0), true) => 'K',
                (Seat(0), false) => 'P',
                (_, true) => 'k',
                (_, false) => 'p',
            };
            text += &format!(" {}{kind}{:02x}", cell_name(cell), piece.rays);
        }
        text
    }

    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        let unsound = |message| Diagnostic::error("unsound", 0..text.len(), message);
        let mut parts = split(text, ' ');
        let (Some(seat), Some(left)) = (parts.next(), parts.next()) else {
            return Err(unsound("expected who moves and how many moves are left"));
        };
        let mut rays = Rays {
            cells: [None; CELLS],
            seat: Seat(seat.number()?),
            left: left.number()?,
        };
        if rays.seat.0 > 1 {
            return Err(seat.wrong("expected 0 or 1"));
        }
        for part in parts {
            let (cell, piece) = piece(part)?;
            if rays.cells[usize::from(cell)].replace(piece).is_some() {
                return Err(part.wrong("a second piece on this cell"));
            }
        }
        if rays.is_sound() {
            Ok(rays)
        } else {
            Err(unsound("these are not the pieces of a game"))
        }
    }

    fn write_move(&self, chosen: &Move) -> String {
        match *chosen {
            Move::Slide { from, to } => format!("{} {}", cell_name(from), cell_name(to)),
            Move::Turn { at, by } => format!("{} {by}", cell_name(at)),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, Diagnostic> {
        let [from, what] = words(text)?;
        let from = cell(from)?;
        match what.number() {
            Ok(by) => Ok(Move::Turn { at: from, by }),
            Err(_) => Ok(Move::Slide {
                from,
                to: cell(what)?,
            }),
        }
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        if seat == Seat(0) { "south" } else { "north" }.into()
    }

    fn describe_move(&self, chosen: &Move, _: Viewer) -> String {
        match *chosen {
            Move::Slide { from, to } => {
                format!("slides from {} to {}", cell_name(from), cell_name(to))
            }
            Move::Turn { at, by } => format!("turns {} by {by} eighths", cell_name(at)),
        }
    }
}

impl Picks for Rays {
    fn picks(&self, chosen: &Move) -> Vec<Pick> {
        let (from, what) = match *chosen {
            Move::Slide { from, to } => (from, cell_name(to)),
            Move::Turn { at, by } => (at, by.to_string()),
        };
        vec![Pick::new(cell_name(from)), Pick::new(what)]
    }
}
