//! The maze without colours: paths of one line, or corridors between walls where there is room.

use anstyle::Style;
use parlour_core::canvas::{Area, Canvas, Strokes, largest_fitting};
use parlour_core::{Drawing, Room};

use super::board::{put_labels, tile_area, whole};
use super::{Scene, initial, ink, path};
use crate::rules::{Direction, Pawn, Shape, Square, Treasure, Word};

/// The smallest sizes of a tile: of two lines, as in the small drawing, and with walls.
const SIZES: [(usize, usize); 4] = [(5, 2), (7, 2), (7, 3), (10, 5)];

pub(super) fn draw(scene: &Scene<'_>, room: Room) -> Drawing {
    let size = largest_fitting(&SIZES, room, whole);
    let (columns, lines) = whole(size);
    let mut canvas = Canvas::new(columns, lines);
    for square in Square::all() {
        let area = tile_area(square, size);
        match area.lines {
            2 => put_flat(&mut canvas, area, scene, square),
            3 => put_path(&mut canvas, area, scene, square),
            _ => put_walls(&mut canvas, area, scene, square),
        }
        if let Some(name) = scene.square_name(square) {
            canvas.pick(area, name);
        }
    }
    put_labels(&mut canvas, scene, size);
    canvas.drawing()
}

/// Which sides are open: north, east, south, west.
fn open(shape: Shape) -> [bool; 4] {
    let sides = shape.sides();
    [0, 1, 2, 3].map(|side| sides.contains(Direction::ALL[side]))
}

/// The style of paths.
fn way(scene: &Scene<'_>, square: Square) -> Style {
    match scene.reachable.contains(square) {
        true => Style::new().bold(),
        false => Style::new(),
    }
}

/// A tile of three lines, as in the small drawing.
fn put_path(canvas: &mut Canvas, area: Area, scene: &Scene<'_>, square: Square) {
    for part in 0..3 {
        let mut x = area.x;
        for run in scene.tile(square, part) {
            canvas.write(x, area.y + usize::from(part), &run.text, run.style);
            x += run.text.chars().count();
        }
    }
}

/// The extra tile, three lines high.
pub(super) fn put_extra(
    canvas: &mut Canvas,
    scene: &Scene<'_>,
    shape: Shape,
    treasure: Option<Treasure>,
) {
    for part in 0..3 {
        let text = path(shape, part).concat();
        canvas.write(0, usize::from(part), &text, Style::new());
    }
    let printed = scene.printed(treasure);
    canvas.write(0, 0, &printed.text, printed.style);
}

/// A letter with its style.
type Letter = (char, Style);

/// What is printed on a tile; of a home only the letter where there is little room.
fn printed(scene: &Scene<'_>, square: Square, columns: usize) -> Vec<Letter> {
    let run = match scene.home_on(square) {
        Some(colour) if columns < 7 => (initial(colour).to_string(), ink(colour)),
        Some(colour) => (format!("({})", initial(colour)), ink(colour)),
        None => {
            let tile = scene.view.table.tiles[square.index()];
            let run = scene.printed(tile.treasure);
            (run.text.trim().to_owned(), run.style)
        }
    };
    run.0.chars().map(|letter| (letter, run.1)).collect()
}

/// The pawns on a tile, with a mark after those that walked last.
fn standing(scene: &Scene<'_>, square: Square) -> Vec<Letter> {
    let each = |pawn: &Pawn| {
        let letter = initial(pawn.colour).to_ascii_uppercase();
        let walked = scene.options.is_last(pawn.colour.word());
        let mark = walked.then_some(('<', Style::new()));
        std::iter::once((letter, ink(pawn.colour).invert())).chain(mark)
    };
    scene.pawns_on(square).flat_map(each).collect()
}

/// A tile of two lines. Horizontal paths are at the lower edge of the first one, which is the
/// middle of the tile.
fn put_flat(canvas: &mut Canvas, area: Area, scene: &Scene<'_>, square: Square) {
    let [north, east, south, west] = open(scene.view.table.tiles[square.index()].shape);
    let way = way(scene, square);
    let (right, middle) = (area.columns - 2, area.columns / 2);
    let mut is_free = vec![true; 2 * area.columns];
    let mut put = |column: usize, line: usize, letter: char, style: Style| {
        is_free[line * area.columns + column] = false;
        let mut bytes = [0; 4];
        let text = letter.encode_utf8(&mut bytes);
        canvas.write(area.x + column, area.y + line, text, style);
    };
    for column in 0..=right {
        let letter = match column {
            _ if column == middle && north => '|',
            _ if column < middle && west || column > middle && east => '_',
            _ if column == middle && (west || east) => '_',
            _ => continue,
        };
        put(column, 0, letter, way);
    }
    if south {
        put(middle, 1, '|', way);
    }
    if scene.reachable.contains(square) {
        put(right + 1, 0, '*', way);
    }
    // What is printed is on the left, as far as there is room; pawns are on the right of it, and
    // in the end wherever there is room.
    let columns = area.columns;
    let lower = |from: usize| (from..columns).map(|column| (column, 1));
    let upper = (0..columns).map(|column| (column, 0));
    let places: Vec<(usize, usize)> = lower(0).chain(upper.clone()).collect();
    let pawns = standing(scene, square);
    let mut free = places.into_iter().filter(|(x, y)| is_free[y * columns + x]);
    let mut things = Vec::new();
    for letter in printed(scene, square, columns) {
        things.extend(free.next().map(|place| (place, letter)));
    }
    let right_first: Vec<(usize, usize)> = lower(middle).chain(lower(0)).chain(upper).collect();
    let is_taken = |place: &(usize, usize)| things.iter().any(|(taken, _)| taken == place);
    let mut free: Vec<(usize, usize)> = right_first
        .into_iter()
        .filter(|place| is_free[place.1 * columns + place.0] && !is_taken(place))
        .collect();
    free.dedup();
    // Marks go first if there is not enough room.
    let is_pawn = |letter: &&Letter| letter.0 != '<';
    let fits = pawns.len() <= free.len();
    let shown: Vec<&Letter> = pawns.iter().filter(|one| fits || is_pawn(one)).collect();
    things.extend(free.into_iter().zip(shown.into_iter().copied()));
    for ((column, line), (letter, style)) in things {
        let mut bytes = [0; 4];
        let text = letter.encode_utf8(&mut bytes);
        canvas.write(area.x + column, area.y + line, text, style);
    }
}

/// A tile with walls on both sides of its path.
fn put_walls(canvas: &mut Canvas, area: Area, scene: &Scene<'_>, square: Square) {
    let [north, east, south, west] = open(scene.view.table.tiles[square.index()].shape);
    // The last column keeps neighbours apart.
    let (width, height) = (area.columns - 1, area.lines);
    let (aside, apart) = ((width / 6).max(1), (height / 6).max(1));
    let (left, right) = ((width - 1) / 2 - aside, width / 2 + aside);
    let (top, bottom) = ((height - 1) / 2 - apart, height / 2 + apart);
    let mut walls = Strokes::new(width, height);
    for (is_open, y, from, length) in [
        (north, top, 0, top),
        (south, bottom, bottom, height - 1 - bottom),
    ] {
        match is_open {
            true => {
                walls.down(left, from, length);
                walls.down(right, from, length);
            }
            false => walls.across(left, y, right - left),
        }
    }
    for (is_open, x, from, length) in [
        (west, left, 0, left),
        (east, right, right, width - 1 - right),
    ] {
        match is_open {
            true => {
                walls.across(from, top, length);
                walls.across(from, bottom, length);
            }
            false => walls.down(x, top, bottom - top),
        }
    }
    let style = way(scene, square);
    canvas.draw(area.x, area.y, &walls, style);
    let put = |canvas: &mut Canvas, x: usize, y: usize, letters: &[Letter]| {
        for (x, (letter, style)) in (x..).zip(letters) {
            let mut bytes = [0; 4];
            canvas.write(
                area.x + x,
                area.y + y,
                letter.encode_utf8(&mut bytes),
                *style,
            );
        }
    };
    put(canvas, 0, 0, &printed(scene, square, area.columns));
    if scene.reachable.contains(square) {
        put(canvas, width - 1, 0, &[('*', style)]);
    }
    // Pawns stand on the path, or beside it if they are too many.
    let pawns = standing(scene, square);
    let inside = right - left - 1;
    match pawns.len() <= inside {
        true => {
            let x = left + 1 + (inside - pawns.len()) / 2;
            put(canvas, x, (height - 1) / 2, &pawns);
        }
        false => {
            let (first, second) = pawns.split_at(pawns.len().min(left));
            put(canvas, 0, height - 1, first);
            put(canvas, right + 1, height - 1, second);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{DrawOptions, Game, Notation, Signs, Viewer, luck};

    use crate::rules::{Kind, deal};

    fn drawn(players: u8, moves: &[&str], columns: usize, lines: usize) -> String {
        let mut game = deal(players, players, false, &mut luck::seeded(1));
        for text in moves {
            let chosen = game.read_move(text).expect(text);
            game.play(&chosen).expect(text);
        }
        let view = game.view(Viewer::Public);
        let scene = Scene {
            options: DrawOptions {
                signs: Signs::Ascii,
                ..DrawOptions::default()
            },
            ..Scene::of(&view)
        };
        let drawing = draw(&scene, Room { columns, lines });
        drawing.in_ascii().to_plain()
    }

    #[test]
    fn every_shape_looks_different_in_every_size() {
        let mut game = deal(1, 1, false, &mut luck::seeded(1));
        for (columns, lines) in SIZES.into_iter().chain([(14, 7)]) {
            let mut seen: Vec<String> = Vec::new();
            for kind in Kind::ALL {
                for direction in kind.directions() {
                    let square = Square::new(4, 4).expect("on the board");
                    let tile = &mut game.table.tiles[square.index()];
                    tile.shape.kind = *kind;
                    tile.shape.direction = *direction;
                    tile.treasure = None;
                    let view = game.view(Viewer::Public);
                    let scene = Scene::of(&view);
                    let mut canvas = Canvas::new(columns, lines);
                    let area = Area::new(0, 0, columns, lines);
                    match lines {
                        2 => put_flat(&mut canvas, area, &scene, square),
                        3 => put_path(&mut canvas, area, &scene, square),
                        _ => put_walls(&mut canvas, area, &scene, square),
                    }
                    let text = canvas.drawing().to_plain();
                    assert!(!seen.contains(&text), "{text}");
                    seen.push(text);
                }
            }
            assert_eq!(seen.len(), 10);
        }
    }

    #[test]
    fn all_pawns_and_treasures_are_seen_in_every_size() {
        for (columns, lines) in [(37, 16), (57, 16), (57, 23), (80, 37), (160, 60)] {
            let text = drawn(4, &[], columns, lines);
            for letter in ['Y', 'R', 'B', 'G', 'y', 'r', 'b', 'g'] {
                assert!(text.contains(letter), "{letter}\n{text}");
            }
            let numbers: Vec<usize> = text
                .split(|letter: char| !letter.is_ascii_digit())
                .filter_map(|number| number.parse().ok())
                .collect();
            // The extra tile may have one of the treasures.
            let found = (8..=24)
                .filter(|treasure| numbers.contains(treasure))
                .count();
            assert!(found >= 16, "{found}\n{text}");
            assert!(text.lines().all(|line| line.len() <= columns), "{text}");
            assert!(text.lines().count() <= lines, "{text}");
        }
    }

    #[test]
    fn reached_tiles_are_marked_in_every_size() {
        for (columns, lines) in [(37, 16), (57, 16), (57, 23), (80, 37)] {
            assert!(!drawn(1, &[], columns, lines).contains('*'));
            assert!(drawn(1, &["N4 north"], columns, lines).contains('*'));
        }
    }
}
