//! The board with pieces whose lines are drawn, as large as there is room for.

use anstyle::{RgbColor, Style};
use parlour_core::canvas::{Area, Canvas, Dots, Shades, ink, ink_on, largest_fitting};
use parlour_core::{Draw, DrawOptions, Drawing, Panel, Room, Run, Signs};

use super::{square, style};
use crate::notation::square_pick;
use crate::rules::{Cell, Direction, Piece, Player, Ploy, SIDE};

/// The smallest sizes of a square, with and without colours. In these, a piece with few lines is a
/// row of arrows: drawn lines would run into those of the next piece.
const SIZES: [(usize, usize); 2] = [(6, 1), (6, 2)];

/// The most lines of a piece for which there are arrows enough.
const MOST_ARROWS: usize = 4;

/// The numbers of the rows.
const MARGIN: usize = 2;

const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];

/// The same as on a number pad.
const DIGITS: [char; 8] = ['8', '9', '6', '3', '2', '1', '4', '7'];

/// By how much each direction goes to the right and down.
const WAYS: [(f32, f32); 8] = [
    (0.0, -1.0),
    (1.0, -1.0),
    (1.0, 0.0),
    (1.0, 1.0),
    (0.0, 1.0),
    (-1.0, 1.0),
    (-1.0, 0.0),
    (-1.0, -1.0),
];

fn whole((columns, lines): (usize, usize)) -> (usize, usize) {
    let side = usize::from(SIDE);
    (MARGIN + side * columns, side * lines + 1)
}

pub(super) fn draw(ploy: &Ploy, room: Room, options: DrawOptions<'_>) -> Drawing {
    let is_simple = |piece: Piece| piece.directions().count() <= MOST_ARROWS;
    let arrows = ploy.board().pieces().all(|(_, piece)| is_simple(piece));
    let sizes = if arrows { &SIZES[..] } else { &SIZES[1..] };
    let (columns, lines) = largest_fitting(sizes, room, whole);
    let (width, height) = whole((columns, lines));
    let mut canvas = Canvas::new(width, height);
    let shades = Shades::new(Ploy::SWATCHES, options.theme);
    let faint = shades.beside();
    // Arrows are on the lower line of two.
    let middle = match options.signs.are_blocks() && lines == 2 {
        true => 1,
        false => (lines - 1) / 2,
    };
    for (down, row) in ploy.board().rows().enumerate() {
        let y = down * lines;
        let number = (row[0].0.row() + 1).to_string();
        canvas.write(0, y + middle, &number, faint);
        for (across, (pos, cell)) in row.into_iter().enumerate() {
            let area = Area::new(MARGIN + across * columns, y, columns, lines);
            let is_last = options.last.contains(&square_pick(pos));
            if !options.signs.are_blocks() {
                put_lined(&mut canvas, area, cell, is_last, options.signs);
            } else {
                let is_light = (across + down) % 2 == 0;
                canvas.fill(area, shades.get(if is_light { "maple" } else { "oak" }));
                if let Some(piece) = cell {
                    put_piece(&mut canvas, area, piece, shades);
                }
                if is_last {
                    let mark = ink(shades.get("ebony")).bold();
                    canvas.write(area.x, y + middle, "‹", mark);
                    canvas.write(area.x + columns - 1, y + middle, "›", mark);
                }
            }
            if options.picks {
                canvas.pick(area, square_pick(pos));
            }
        }
    }
    for (across, name) in ('a'..='i').enumerate() {
        let area = Area::new(MARGIN + across * columns, height - 1, columns, 1);
        canvas.label(area, &name.to_string(), faint);
    }
    canvas.drawing()
}

/// A square without colours: the letter of a piece, and strokes for its lines.
fn put_lined(canvas: &mut Canvas, area: Area, cell: Cell, is_last: bool, signs: Signs) {
    let style = cell.map_or(Style::new(), |piece: Piece| style(piece.player()));
    // A line is left free between pieces above each other.
    let reach = area.lines.saturating_sub(2) / 2;
    let (x, y) = (area.x + (area.columns - 1) / 2, area.y + reach);
    let Some(piece) = cell.filter(|_| area.lines == 1 || area.lines > 3) else {
        if area.lines == 1 || area.lines > 3 {
            canvas.write(x, y, if is_last { ":" } else { "." }, style);
            return;
        }
        for (y, line) in (area.y..).zip(square(cell, is_last)) {
            canvas.write(area.x, y, &line, style);
        }
        return;
    };
    let letter = piece.player().letter();
    let ways = piece.directions().map(Direction::index);
    if is_last {
        canvas.write(area.x, y, ">", style);
    }
    if area.lines == 1 {
        let names = if signs == Signs::Ascii {
            DIGITS
        } else {
            ARROWS
        };
        let text: String = std::iter::once(letter)
            .chain(ways.map(|way| names[way]))
            .collect();
        canvas.write(area.x + 1, y, &text, style);
        return;
    }
    for way in ways {
        let (right, down) = WAYS[way];
        let stroke = match (right as i8, down as i8) {
            (0, _) => "|",
            (_, 0) => "-",
            (right, down) if right == down => "\\",
            _ => "/",
        };
        // Characters are twice as high as wide.
        let steps = if down == 0.0 { 2 * reach } else { reach };
        for step in 1..=steps as isize {
            let to = |at: usize, by: f32| at.saturating_add_signed(by as isize * step);
            canvas.write(to(x, right), to(y, down), stroke, style);
        }
    }
    let hub = match piece.player() {
        _ if reach < 2 => letter.to_string(),
        Player::Black => format!("[{letter}]"),
        Player::White => format!("({letter})"),
    };
    canvas.write(x - hub.len() / 2, y, &hub, style);
}

/// The name of a player's material.
fn material(player: Player) -> &'static str {
    match player {
        Player::Black => "ebony",
        Player::White => "ivory",
    }
}

/// A piece: white ones are round, black ones square.
fn put_piece(canvas: &mut Canvas, square: Area, piece: Piece, shades: Shades) {
    let material = material(piece.player());
    let body = shades.get(material);
    let ray = shades.get(&format!("{material}-ray"));
    let is_large = square.lines > 3;
    // The columns at both sides are for marks.
    let sides = square.within(1, 0);
    if square.lines < 3 && piece.directions().count() <= MOST_ARROWS {
        return put_arrows(canvas, sides, piece, ink_on(ray, body), body);
    }
    // The halves of lines that it covers: the others keep pieces apart. Dots need whole lines, and
    // leave large pieces a rim.
    let (halves, area) = match square.lines {
        0..=2 => (0..3, sides),
        3 => (0..4, Area { lines: 2, ..sides }),
        lines => (1..2 * lines - 1, square.within(2, 1)),
    };
    let place = |at: usize, count: usize| (2 * at + 1) as f32 / count as f32 - 1.0;
    for (row, half) in halves.clone().enumerate() {
        for column in 0..sides.columns {
            let (x, y) = (place(column, sides.columns), place(row, halves.len()));
            let inside = match piece.player() {
                Player::White if is_large => x * x + y * y <= 1.15,
                Player::White => x.abs() < 0.75 || y.abs() < 0.75,
                Player::Black => true,
            };
            if inside {
                canvas.pixel(sides.x + column, 2 * square.y + half, body);
            }
        }
    }
    let mut dots = Dots::new(area.columns, area.lines);
    let (width, height) = dots.size();
    let middle = ((width - 1) as f32 / 2.0, (height - 1) as f32 / 2.0);
    // Lines side by side must not touch on small pieces.
    let thick = match is_large {
        true => (height as f32 / 8.0).clamp(1.5, 3.0),
        false => 1.05,
    };
    for way in piece.directions().map(Direction::index) {
        let (right, down) = WAYS[way];
        let end = (middle.0 + right * middle.0, middle.1 + down * middle.1);
        dots.line(middle, end, thick);
    }
    // A square: a round one of few dots would look like the head of an arrow.
    let hub = thick * 0.8;
    dots.mark(|x, y| (x - middle.0).abs().max((y - middle.1).abs()) <= hub);
    canvas.stamp(area.x, area.y, &dots, ink_on(ray, body));
}

/// A piece as a row of arrows, with half a line above it in the shape of the piece if there is room.
fn put_arrows(canvas: &mut Canvas, area: Area, piece: Piece, letters: Style, body: RgbColor) {
    let arrows: String = piece.directions().map(|way| ARROWS[way.index()]).collect();
    let lowest = Area {
        y: area.y + area.lines - 1,
        lines: 1,
        ..area
    };
    if area.lines > 1 {
        // The other half keeps pieces apart.
        let cut = usize::from(piece.player() == Player::White);
        for x in area.x + cut..area.x + area.columns - cut {
            canvas.pixel(x, 2 * lowest.y - 1, body);
        }
    }
    canvas.fill(lowest, body);
    canvas.label(lowest, &arrows, letters.bold());
}

/// A letter in the colours of a player's pieces.
pub(super) fn badge(player: Player, shades: Shades) -> Run {
    let material = material(player);
    let ray = shades.get(&format!("{material}-ray"));
    let letter = player.letter().to_ascii_uppercase().to_string();
    Run::styled(letter, ink_on(ray, shades.get(material)).bold())
}

/// What a piece is called, by the number of its lines, and what the letters mean.
pub(super) fn panel(signs: Signs) -> Panel {
    let mut lines = vec!["1 Shield 3 Lance", "2 Probe  4 Commander"];
    if !signs.are_blocks() {
        lines.push("b, w: whose piece");
    }
    if signs == Signs::Ascii {
        lines.push("digits: as on a keypad");
    }
    Panel {
        heading: "Lines".into(),
        lines: lines
            .into_iter()
            .map(|line| vec![Run::plain(line)])
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    fn drawn(columns: usize, lines: usize, signs: Signs) -> Drawing {
        let start = Ploy::read_position(crate::START).expect("the start");
        let options = DrawOptions {
            signs,
            ..DrawOptions::default()
        };
        draw(&start, Room { columns, lines }, options)
    }

    #[test]
    fn the_bodies_of_a_player_have_one_colour() {
        let shades = Shades::new(Ploy::SWATCHES, DrawOptions::default().theme);
        let known = ["maple", "oak", "ebony", "ivory"].map(|name| shades.get(name).into());
        for (columns, lines) in [(60, 12), (60, 20), (70, 30), (160, 50)] {
            let drawing = drawn(columns, lines, Signs::Blocks);
            let runs = drawing.lines.iter().flatten();
            for ground in runs.filter_map(|run| run.style.get_bg_color()) {
                assert!(known.contains(&ground), "{ground:?}");
            }
        }
    }

    #[test]
    fn pieces_without_colours() {
        let text = |columns, lines| drawn(columns, lines, Signs::Ascii).to_plain();
        let compact = text(60, 10);
        assert_eq!(compact.lines().count(), 10, "{compact}");
        assert!(compact.contains("w"), "{compact}");
        let large = text(120, 55);
        assert!(large.contains("(w)") && large.contains("[b]"), "{large}");
        for text in [compact, text(60, 20), large] {
            assert!(text.is_ascii(), "{text}");
        }
        assert!(drawn(60, 10, Signs::Lines).to_plain().contains('↑'));
    }
}
