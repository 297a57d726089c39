//! The board with its inlays and pieces, as large as there is room for.

use anstyle::{RgbColor, Style};
use parlour_core::canvas::{Area, Canvas, Shades, Strokes, ink, ink_on, largest_fitting};
use parlour_core::{Draw, DrawOptions, Drawing, Game, Panel, Room, Run, Signs};

use super::{Row, Spot, colour, is_last, letter, pick, sign, status, waiting_sign, with_pick};
use crate::rules::{Move, Player, Position, Square, Ur};

/// The smallest size of a square with the gap or the line after it.
const SIZES: [(usize, usize); 1] = [(6, 3)];

/// Columns of the board, and the first of the two without squares.
const COLUMNS: usize = 8;
const GAP: usize = 4;

fn whole((columns, lines): (usize, usize)) -> (usize, usize) {
    (COLUMNS * columns + 3, 3 * lines + 1)
}

#[derive(Clone, Copy)]
struct Layout {
    square: (usize, usize),
}

impl Layout {
    fn area(self, row: usize, column: usize) -> Area {
        let (columns, lines) = self.square;
        Area {
            x: 2 + column * columns,
            y: 1 + row * lines,
            columns: columns - 1,
            lines,
        }
    }
}

pub(super) fn draw(ur: &Ur, room: Room, options: DrawOptions<'_>) -> Drawing {
    if !options.signs.are_blocks() {
        return draw_lines(ur, room, options);
    }
    let square = largest_fitting(&SIZES, room, whole);
    let (columns, lines) = whole(square);
    let layout = Layout { square };
    let shades = Shades::new(Ur::SWATCHES, options.theme);
    let mut canvas = Canvas::new(columns, lines);
    body(&mut canvas, layout, shades);
    for (index, row) in Row::ALL.into_iter().enumerate() {
        for (column, square) in row.squares().into_iter().enumerate() {
            if let Some(square) = square {
                let area = layout.area(index, column);
                put_square(&mut canvas, area, ur, row, square, options, shades);
            }
        }
        if let Row::Own(player) = row {
            put_stacks(&mut canvas, layout, index, ur, player, options, shades);
        }
    }
    canvas.drawing()
}

/// The board without colours: squares with lines around them, and letters.
fn draw_lines(ur: &Ur, room: Room, options: DrawOptions<'_>) -> Drawing {
    let whole = |(columns, lines)| (COLUMNS * columns + 1, 3 * lines + 1);
    let size = largest_fitting(&SIZES, room, whole);
    let (width, height) = whole(size);
    let mut canvas = Canvas::new(width, height);
    let mut strokes = Strokes::new(width, height);
    let square_area = |row: usize, column: usize| {
        let (columns, lines) = size;
        Area::new(column * columns, row * lines, columns + 1, lines + 1)
    };
    for (index, row) in Row::ALL.into_iter().enumerate() {
        for (column, _) in squares(row) {
            strokes.around(square_area(index, column));
        }
    }
    canvas.draw(0, 0, &strokes, Style::new());
    for (index, row) in Row::ALL.into_iter().enumerate() {
        for (column, square) in squares(row) {
            let area = square_area(index, column).within(1, 1);
            put_lined_square(&mut canvas, area, ur, row, square, options);
        }
        if let Row::Own(player) = row {
            let side = ur.state().placing.side(player);
            let spot = Spot::waiting(ur, player);
            let came = is_last(options, player, Position::Home);
            let home = format!("{}{} <-", if came { ">" } else { "" }, side.home);
            let start = waiting_sign(&spot, side.start);
            for (stack, (word, text)) in [("start", start), ("home", home)].into_iter().enumerate()
            {
                let area = square_area(index, GAP + stack).within(1, 1);
                let upper = Area {
                    lines: area.lines - 1,
                    ..area
                };
                let lower = Area {
                    y: area.y + 1,
                    ..upper
                };
                canvas.label(upper, word, Style::new());
                canvas.label(lower, &text, colour(player));
                let can_pick = options.picks && stack == 0 && side.start > 0;
                if let (Some(pick), true) = (spot.pick.clone(), can_pick) {
                    canvas.pick(area, pick);
                }
            }
        }
    }
    canvas.drawing()
}

/// The squares of a row with their columns.
fn squares(row: Row) -> impl Iterator<Item = (usize, Square)> {
    let squares = row.squares().into_iter().enumerate();
    squares.filter_map(|(column, square)| Some((column, square?)))
}

fn put_lined_square(
    canvas: &mut Canvas,
    area: Area,
    ur: &Ur,
    row: Row,
    square: Square,
    options: DrawOptions<'_>,
) {
    let spot = Spot::of(ur, row, square);
    canvas.write(area.x, area.y, &square.number().to_string(), Style::new());
    if square.is_rosette() {
        // In each corner that is free, if there is room for it.
        let (right, below) = (area.x + area.columns - 1, area.y + area.lines - 1);
        let places = [(right, area.y), (area.x, below), (right, below)];
        let shown = if area.lines > 2 { 3 } else { 1 };
        for (x, y) in places.into_iter().take(shown) {
            canvas.write(x, y, "*", parlour_core::YELLOW);
        }
    }
    let lower = Area {
        y: area.y + 1,
        lines: area.lines - 1,
        ..area
    };
    let style = spot.owner.map(colour).unwrap_or_default();
    let sign = sign(&spot, row, square, options);
    match spot.owner {
        Some(_) => canvas.framed(lower, &sign, style),
        None => canvas.label(lower, &sign, style),
    }
    if let (Some(pick), true) = (spot.pick, options.picks) {
        canvas.pick(area, pick);
    }
}

/// The dark wood around the squares, with the gaps.
fn body(canvas: &mut Canvas, layout: Layout, shades: Shades) {
    let wood = shades.get("bitumen");
    let (columns, lines) = whole(layout.square);
    let (width, height) = layout.square;
    let gap = layout.area(0, GAP);
    let is_gap = |x: usize, half: usize| {
        let beside = x < gap.x + 1 || x + 2 >= gap.x + 2 * width;
        let between = half > 2 * height && half <= 4 * height + 1;
        !beside && !between
    };
    for half in 1..2 * lines {
        for x in 0..columns {
            if !is_gap(x, half) {
                canvas.pixel(x, half, wood);
            }
        }
    }
}

/// Where a piece goes next.
fn arrow(row: Row, square: Square) -> &'static str {
    match (square.number(), row) {
        (4, Row::Own(Player::Red)) => "↓",
        (4, Row::Own(Player::Green)) => "↑",
        (12, _) => "↕",
        (5..=11, _) => "→",
        _ => "←",
    }
}

fn put_square(
    canvas: &mut Canvas,
    area: Area,
    ur: &Ur,
    row: Row,
    square: Square,
    options: DrawOptions<'_>,
    shades: Shades,
) {
    let spot = Spot::of(ur, row, square);
    // Half a line is left to the wood.
    let tile = Area {
        lines: area.lines - 1,
        ..area
    };
    let shell = shades.get("shell");
    canvas.fill(tile, shell);
    for x in area.x..area.x + area.columns {
        canvas.pixel(x, 2 * (area.y + area.lines) - 2, shell);
    }
    if square.is_rosette() {
        rosette(canvas, area, shades);
    }
    let faint = ink_on(shades.get("cedar"), shell);
    let last_column = area.x + area.columns - 1;
    canvas.write(area.x, area.y, &square.number().to_string(), faint);
    canvas.write(last_column, area.y, arrow(row, square), faint.bold());
    if let Some(owner) = spot.owner {
        put_piece(canvas, area.within(1, 0), owner, shades);
    }
    let there = Position::OnBoard(square);
    let moved = |player: &Player| {
        (row == Row::Shared || row == Row::Own(*player)) && is_last(options, *player, there)
    };
    if Player::ALL.iter().any(moved) {
        mark_last(canvas, area, shades);
    }
    if let (Some(pick), true) = (spot.pick, options.picks) {
        canvas.pick(area, pick);
    }
}

/// The signs of the last move: where it began and where it ended.
fn mark_last(canvas: &mut Canvas, area: Area, shades: Shades) {
    let (middle, style) = (area.y + (area.lines - 1) / 2, ink(shades.get("rim")).bold());
    canvas.write(area.x, middle, "‹", style);
    canvas.write(area.x + area.columns - 1, middle, "›", style);
}

/// The radius, in pixels, below which petals are lines.
const SMALL_ROSETTE: f32 = 5.0;

/// Eight petals, blue along the sides and red between them.
fn rosette(canvas: &mut Canvas, area: Area, shades: Shades) {
    let (lapis, carnelian) = (shades.get("lapis"), shades.get("carnelian"));
    // A whole number of pixels on either side of the middle.
    let (columns, rows) = (area.columns as f32, (2 * area.lines - 1) as f32);
    let scale = columns.min(rows) / 2.0;
    let is_small = scale < SMALL_ROSETTE;
    canvas.paint(area, |x, y| {
        let right = x * columns / 2.0;
        let down = (y + 1.0) * area.lines as f32 - rows / 2.0;
        let radius = right.hypot(down) / scale;
        if radius > 1.03 {
            return None;
        }
        if radius < 0.2 {
            return Some(carnelian);
        }
        let (long, short) = (right.abs().max(down.abs()), right.abs().min(down.abs()));
        // How far from the nearest axis or diagonal, in petals. An even number of columns has two
        // in the middle.
        let slope = short / long;
        let aside = right.abs() - down.abs();
        let is_diagonal = match is_small {
            // One pixel in every row, also where halves are not exact.
            true => (-0.1..0.9).contains(&aside),
            false => slope > 0.59 && radius < 0.98,
        };
        if slope < 0.27 || short <= 0.5 {
            Some(lapis)
        } else {
            is_diagonal.then_some(carnelian)
        }
    });
}

fn coat(player: Player) -> &'static str {
    match player {
        Player::Red => "red",
        Player::Green => "green",
    }
}

/// A round piece with the letter of its player.
fn put_piece(canvas: &mut Canvas, area: Area, owner: Player, shades: Shades) {
    let coat = coat(owner);
    let (body, rim) = (shades.get(coat), shades.get(&format!("{coat}-side")));
    let (columns, rows) = (area.columns as f32, (2 * area.lines - 1) as f32);
    let scale = columns.min(rows) / 2.0;
    let is_large = area.lines >= 4;
    canvas.paint(area, |x, y| {
        let right = x * columns / 2.0;
        let down = (y + 1.0) * area.lines as f32 - rows / 2.0;
        let radius = right.hypot(down) / scale;
        match radius {
            _ if is_large && radius > 0.78 && radius <= 1.0 => Some(rim),
            _ if radius <= 1.0 => Some(body),
            _ => None,
        }
    });
    let pip = shades.get(&format!("{coat}-pip"));
    canvas.label(area, letter(owner), ink_on(pip, body).bold());
}

/// How many pieces wait and how many are home, in the gap.
fn put_stacks(
    canvas: &mut Canvas,
    layout: Layout,
    index: usize,
    ur: &Ur,
    player: Player,
    options: DrawOptions<'_>,
    shades: Shades,
) {
    let side = ur.state().placing.side(player);
    let spot = Spot::waiting(ur, player);
    let faint = shades.beside();
    for (stack, (word, count, place)) in [
        ("start", side.start, Position::Start),
        ("home", side.home, Position::Home),
    ]
    .into_iter()
    .enumerate()
    {
        let mut area = layout.area(index, GAP + stack);
        area.lines -= 1;
        if area.columns < word.len() + 2 {
            // With what is left free on both sides, the word has room for marks.
            (area.x, area.columns) = (area.x - 1, area.columns + 2);
        }
        let middle = area.y + (area.lines - 1) / 2;
        let line = |y| Area {
            y,
            lines: 1,
            ..area
        };
        canvas.label(line(middle), word, faint);
        let shown = badge(player, shades);
        // The first and the last column are for marks.
        let (text, width) = match area.columns {
            0..7 => (shown.text.to_string(), 1),
            _ => (format!(" {} ", shown.text), 3),
        };
        let x = area.x + (area.columns - width - 2) / 2;
        canvas.write(x, middle + 1, &text, shown.style);
        let number = shades.beside().bold();
        canvas.write(x + width + 1, middle + 1, &count.to_string(), number);
        if is_last(options, player, place) {
            let mark = ink(shades.get("last")).bold();
            canvas.write(x - 1, middle + 1, "‹", mark);
            canvas.write(x + width, middle + 1, "›", mark);
        }
        if let Some(pick) = spot.pick.clone().filter(|_| stack == 0 && count > 0)
            && options.picks
        {
            canvas.pick(area, pick);
        }
    }
}

/// A letter in the colours of a player's pieces.
pub(super) fn badge(player: Player, shades: Shades) -> Run {
    let coat = coat(player);
    let pip: RgbColor = shades.get(&format!("{coat}-pip"));
    Run::styled(letter(player), ink_on(pip, shades.get(coat)).bold())
}

/// The four dice, and what to do.
pub(super) fn panel(ur: &Ur, options: DrawOptions<'_>) -> Panel {
    let dice = match ur.roll() {
        Some(roll) => {
            let marked = usize::from(roll.number());
            let (up, down) = match options.signs {
                Signs::Ascii => ("*", "o"),
                _ => ("▲", "△"),
            };
            let faces: Vec<&str> = (0..4)
                .map(|die| if die < marked { up } else { down })
                .collect();
            format!("{}   {marked}", faces.join(" "))
        }
        None => ". . . .".to_owned(),
    };
    let passes = options.picks && ur.moves() == [Move::Pass];
    let pass = passes.then(|| pick(ur, Move::Pass));
    let words = status(ur);
    let (first, second) = words.split_once(": ").unwrap_or((&words, ""));
    let mut lines = vec![
        vec![Run::styled(dice, anstyle::Style::new().bold())],
        vec![Run::plain(first.to_owned())],
    ];
    if !second.is_empty() {
        lines.push(vec![with_pick(Run::plain(second.to_owned()), pass)]);
    }
    Panel {
        heading: "Dice".into(),
        lines,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    fn drawn(columns: usize, lines: usize, signs: Signs) -> Drawing {
        let ur = Ur::read_position("3/4,8,12/1 4/7,9/1 red 1").expect("sound");
        let options = DrawOptions {
            signs,
            picks: true,
            ..DrawOptions::default()
        };
        draw(&ur, Room { columns, lines }, options)
    }

    #[test]
    fn the_board_without_colours() {
        let small = [
            "┌─────┬─────┬─────┬─────┐           ┌─────┬─────┐",
            "│4   *│3    │2    │1    │start home │14  *│13   │",
            "│ (R) │     │     │     │<(3)  1 <- │     │     │",
            "├─────┼─────┼─────┼─────┼─────┬─────┼─────┼─────┤",
            "│5    │6    │7    │8   *│9    │10   │11   │12   │",
            "│     │     │  G  │ (R) │  G  │     │     │ (R) │",
        ];
        let plain = drawn(49, 10, Signs::Lines).to_plain();
        let lines: Vec<&str> = plain.lines().take(small.len()).collect();
        assert_eq!(lines.join("\n"), small.join("\n"));
        let large = drawn(100, 40, Signs::Ascii).in_ascii().to_plain();
        assert!(large.lines().all(|line| line.len() == 97), "{large}");
        assert!(large.contains("| (R) |"), "{large}");
        assert_eq!(large.matches('*').count(), 5 * 3, "{large}");
    }

    #[test]
    fn counts_leave_room_for_marks() {
        let sizes = [(51, 10), (59, 12), (67, 14)];
        let drawings = sizes.map(|(columns, lines)| drawn(columns, lines, Signs::Blocks));
        for line in drawings.into_iter().flat_map(|drawing| drawing.lines) {
            let text: String = line
                .iter()
                .filter(|run| {
                    run.pick
                        .as_ref()
                        .is_some_and(|pick| pick.as_str() == "start")
                })
                .map(|run| &*run.text)
                .collect();
            let is_free = |c: Option<char>| matches!(c, None | Some(' ' | '▀' | '▄'));
            assert!(is_free(text.chars().next()), "{text}");
            assert!(is_free(text.chars().last()), "{text}");
        }
    }
}
