//! The maze with corridors as wide as there is room for.

use anstyle::{Color, RgbColor, Style};
use parlour_core::canvas::{Area, Canvas, Shades, ink, ink_on, largest_fitting};
use parlour_core::{Draw, Drawing, Panel, Pick, Room, Run};

use super::{Scene, capital, capital_first, initial, lined};
use crate::rules::{
    Colour, Direction, Hand, Labyrinth, Pawn, Place, SIDE, Shape, Square, Treasure, Word,
};

/// The smallest sizes of a tile.
const SIZES: [(usize, usize); 5] = [(5, 2), (6, 2), (7, 2), (7, 3), (8, 4)];

/// From this many lines on, things on a tile have the shape of coins and pawns.
const ROOMY: usize = 6;

/// How far a corridor reaches from the middle of a tile, of half its side.
const HALF: f32 = 0.45;

/// Numbers in a line of a panel.
const CARDS_A_LINE: usize = 6;

/// The room for the names of places left and right of the board. Beside the smallest tiles there
/// is one column, for a number above an arrow.
fn margin(columns: usize) -> usize {
    match columns {
        0..6 => 1,
        6..8 => 4,
        _ => 5,
    }
}

pub(super) fn whole((columns, lines): (usize, usize)) -> (usize, usize) {
    let side = usize::from(SIDE);
    (2 * margin(columns) + side * columns, 2 + side * lines)
}

/// The place of a tile.
pub(super) fn tile_area(square: Square, size: (usize, usize)) -> Area {
    Area {
        x: margin(size.0) + usize::from(square.column() - 1) * size.0,
        y: 1 + usize::from(square.row() - 1) * size.1,
        columns: size.0,
        lines: size.1,
    }
}

/// The names around the board.
pub(super) fn put_labels(canvas: &mut Canvas, scene: &Scene<'_>, size: (usize, usize)) {
    for side in Direction::ALL {
        for line in 1..=SIDE {
            put_label(canvas, scene, *side, line, size);
        }
    }
}

pub(super) fn draw(scene: &Scene<'_>, room: Room) -> Drawing {
    if !scene.options.signs.are_blocks() {
        return lined::draw(scene, room);
    }
    let size = largest_fitting(&SIZES, room, whole);
    let (columns, lines) = whole(size);
    let mut canvas = Canvas::new(columns, lines);
    let shades = shades(scene);
    for square in Square::all() {
        let area = tile_area(square, size);
        let tile = scene.view.table.tiles[square.index()];
        let reached = scene.reachable.contains(square);
        let ground = if square.fixed().is_some() {
            "fixed"
        } else {
            "hedge"
        };
        let sand = if reached { "lit" } else { "sand" };
        put_ways(&mut canvas, area, tile.shape, (ground, sand), shades);
        let home = scene.home_on(square);
        let pawns: Vec<&Pawn> = scene.pawns_on(square).collect();
        match area.lines {
            0..3 => {
                let sides = tile.shape.sides();
                let [north, south] =
                    [Direction::North, Direction::South].map(|side| sides.contains(side));
                // What is printed covers a closed side, if there is one.
                let is_low = north && !south;
                let below = shades.get(if north && south { sand } else { ground });
                let printed = (tile.treasure, home);
                put_small(&mut canvas, area, scene, printed, &pawns, (is_low, below));
            }
            _ => put_things(&mut canvas, area, scene, tile.treasure, home, pawns),
        }
        if let Some(name) = scene.square_name(square) {
            canvas.pick(area, name);
        }
    }
    put_labels(&mut canvas, scene, size);
    canvas.drawing()
}

fn shades(scene: &Scene<'_>) -> Shades {
    Shades::new(Labyrinth::SWATCHES, scene.options.theme)
}

/// The hedge of a tile and its corridors.
fn put_ways(
    canvas: &mut Canvas,
    area: Area,
    shape: Shape,
    (ground, sand): (&str, &str),
    shades: Shades,
) {
    let sides = shape.sides();
    let [north, east, south, west] = [0, 1, 2, 3].map(|side| sides.contains(Direction::ALL[side]));
    let sand = shades.get(sand);
    let (hedge, leaf) = (
        shades.get(ground),
        shades.get(if ground == "fixed" {
            "fixed-leaf"
        } else {
            "leaf"
        }),
    );
    canvas.fill(area, hedge);
    canvas.paint(area, |x, y| {
        let (in_column, in_row) = (x.abs() < HALF, y.abs() < HALF);
        let open = in_column && in_row
            || in_column && (north && y < 0.0 || south && y > 0.0)
            || in_row && (west && x < 0.0 || east && x > 0.0);
        // A little light in the corners of large tiles.
        let is_leaf = area.lines > 3 && x.abs() > 0.8 && y.abs() > 0.8;
        match (open, is_leaf) {
            (true, _) => Some(sand),
            (false, true) => Some(leaf),
            (false, false) => None,
        }
    });
}

/// What is on a tile of two lines: what is printed on it on one, the pawns on the other. Letters
/// stand on what is in the outer half of their line, so that open sides can be seen.
fn put_small(
    canvas: &mut Canvas,
    area: Area,
    scene: &Scene<'_>,
    (treasure, home): (Option<Treasure>, Option<Colour>),
    pawns: &[&Pawn],
    (is_low, below): (bool, RgbColor),
) {
    let shades = shades(scene);
    let lines = [area.y, area.y + 1];
    let [printed, standing] = if is_low { [lines[1], lines[0]] } else { lines };
    let half = |y: usize| if y == area.y { 2 * y } else { 2 * y + 1 };
    let on_ground = |ground: RgbColor| {
        let bright = 3 * u32::from(ground.0) + 6 * u32::from(ground.1) + u32::from(ground.2);
        ink(shades.get(if bright > 1250 { "ink" } else { "chalk" })).bold()
    };
    if let Some(colour) = home {
        let line = Area {
            y: printed,
            lines: 1,
            ..area
        };
        let text = format!("({})", initial(colour));
        canvas.label(line, &text, badge(colour, shades).style);
    }
    if let Some(treasure) = treasure {
        let text = treasure.to_string();
        let is_wanted = scene.is_wanted(Some(treasure));
        let width = text.len() + usize::from(is_wanted);
        let x = area.x + (area.columns - width) / 2;
        let shown = on_ground(below).bg_color(Some(below.into()));
        canvas.write(x, printed, &text, shown);
        if is_wanted {
            let mark = ink_on(shades.get("ink"), shades.get("wanted"));
            canvas.write(x + text.len(), printed, "!", mark.bold());
        }
    }
    let x = area.x + (area.columns - pawns.len()) / 2;
    for (x, pawn) in (x..).zip(pawns) {
        let shown = badge(pawn.colour, shades);
        canvas.write(x, standing, &shown.text, shown.style);
    }
    let walked = |pawn: &&Pawn| scene.options.is_last(pawn.colour.word());
    if pawns.iter().any(walked) {
        canvas.write_on_half((x - 1, half(standing)), "‹", on_ground);
        canvas.write_on_half((x + pawns.len(), half(standing)), "›", on_ground);
    }
}

/// A text on a coin, a home or a pawn: with half a line above and below it, if there is room.
fn put_token(canvas: &mut Canvas, area: Area, text: &str, shown: Style, is_round: bool) {
    let Some(Color::Rgb(ground)) = shown.get_bg_color() else {
        return;
    };
    let halves = 2 * area.y..2 * (area.y + area.lines);
    // All of a single line.
    let cut = usize::from(area.lines > 1);
    let (first, last) = (halves.start + cut, halves.end - cut - 1);
    for half in first..=last {
        let is_end = area.lines > 1 && (half == first || half == last);
        let inset = usize::from(is_round && is_end);
        for x in area.x + inset..area.x + area.columns - inset {
            canvas.pixel(x, half, ground);
        }
    }
    canvas.label(area, text, shown);
}

/// The treasure, the home and the pawns of a tile.
fn put_things(
    canvas: &mut Canvas,
    area: Area,
    scene: &Scene<'_>,
    treasure: Option<Treasure>,
    home: Option<Colour>,
    pawns: Vec<&Pawn>,
) {
    let shades = shades(scene);
    // On large tiles, things have three lines, or as many as leave room for others.
    let height = match area.lines {
        0..ROOMY => 1,
        lines => (lines / 2 - 1) / 2 * 2 + 1,
    };
    let around = match (area.columns, height) {
        (0..=7, _) => 0,
        (_, 1) => 1,
        (_, height) => height - 1,
    };
    let middle = area.y + (area.lines - height) / 2;
    let token = |y: usize, width: usize| Area {
        x: area.x + (area.columns - width.min(area.columns)) / 2,
        y,
        columns: width,
        lines: height,
    };
    let upper = match (pawns.is_empty(), area.lines) {
        (true, _) => middle,
        // Above the pawns.
        (false, ROOMY..) => area.y + area.lines / 2 - height,
        (false, lines) => middle.saturating_sub(usize::from(lines < 4)).max(area.y),
    };
    if let Some(treasure) = treasure {
        let (text, ground) = match scene.is_wanted(Some(treasure)) {
            true => (format!("{treasure}!"), "wanted"),
            false => (treasure.to_string(), "coin"),
        };
        let place = token(upper, text.len() + 2 * around);
        let style = ink_on(shades.get("ink"), shades.get(ground)).bold();
        put_token(canvas, place, &text, style, true);
    }
    if let Some(colour) = home {
        let text = format!("({})", initial(colour));
        let place = token(upper, text.len() + 2 * (around / 2));
        put_token(canvas, place, &text, badge(colour, shades).style, false);
    }
    if pawns.is_empty() {
        return;
    }
    let is_alone = treasure.is_none() && home.is_none();
    let below = match area.lines {
        0..4 => middle,
        4..ROOMY => middle + 1,
        _ if is_alone => middle,
        _ => area.y + area.lines / 2,
    };
    // Room around pawns that are alone on a tile, or on a large one.
    let around = match (pawns.len(), height) {
        (1, _) | (2, 3..) => around,
        (_, 3..) => 1,
        _ => 0,
    };
    let each = 1 + 2 * around;
    let width = pawns.len() * each;
    let mut place = Area {
        columns: each,
        ..token(below, width)
    };
    let walked = pawns
        .iter()
        .any(|pawn| scene.options.is_last(pawn.colour.word()));
    if walked {
        let mark = ink(shades.get("ink")).bold();
        canvas.write(place.x - 1, below + height / 2, "‹", mark);
        canvas.write(place.x + width, below + height / 2, "›", mark);
    }
    for pawn in pawns {
        let shown = badge(pawn.colour, shades);
        put_token(canvas, place, &shown.text, shown.style, true);
        place.x += each;
    }
}

/// A letter in the colour of a pawn.
pub(super) fn badge(colour: Colour, shades: Shades) -> Run {
    let letter = initial(colour).to_ascii_uppercase().to_string();
    let written = match colour {
        Colour::Yellow | Colour::Green => shades.get("ink"),
        Colour::Red | Colour::Blue => shades.get("chalk"),
    };
    Run::styled(letter, ink_on(written, shades.get(colour.word())).bold())
}

/// The name of a row or column at a side of the board, with an arrow where a tile can be inserted.
fn put_label(
    canvas: &mut Canvas,
    scene: &Scene<'_>,
    side: Direction,
    line: u8,
    (columns, lines): (usize, usize),
) {
    let shades = shades(scene);
    let (board_columns, board_lines) = whole((columns, lines));
    let margin = margin(columns);
    let along = usize::from(line - 1);
    let middle = 1 + along * lines + (lines - 1) / 2;
    // Five columns hold a name, an arrow, and the marks on both sides of them.
    let across = margin + along * columns + (columns - 5) / 2;
    let area = match side {
        Direction::North => Area::new(across, 0, 5, 1),
        Direction::South => Area::new(across, board_lines - 1, 5, 1),
        Direction::West => Area::new(0, middle, margin, 1),
        Direction::East => Area::new(board_columns - margin, middle, margin, 1),
    };
    let place = Place::all().find(|place| place.side() == side && place.line() == line);
    let is_last = place.is_some_and(|place| scene.options.is_last(&place.to_string()));
    let can_insert = place.filter(|place| scene.places.contains(place));
    // The terminal's own letters can be read on light and on dark.
    let style = match can_insert {
        Some(_) => Style::new().bold(),
        None => shades.beside(),
    };
    let arrow = match side {
        Direction::North => 'v',
        Direction::East => '<',
        Direction::South => '^',
        Direction::West => '>',
    };
    let arrow = match (scene.options.signs.are_blocks(), arrow) {
        (false, arrow) => arrow,
        (true, 'v') => '▾',
        (true, '<') => '◂',
        (true, '^') => '▴',
        (true, _) => '▸',
    };
    let name = place.map_or(line.to_string(), |place| place.to_string());
    let area = match area.columns {
        1 => {
            // An arrow below the number, beside which there is no letter.
            let sign = match (side, is_last, can_insert) {
                (Direction::West, true, _) => "›".to_owned(),
                (_, true, _) => "‹".to_owned(),
                (_, _, Some(_)) => arrow.to_string(),
                _ => " ".to_owned(),
            };
            canvas.write(area.x, area.y, &line.to_string(), style);
            canvas.write(area.x, area.y + 1, &sign, style);
            Area { lines: 2, ..area }
        }
        width => {
            let text = match (can_insert, side) {
                _ if is_last => format!("‹{name}›"),
                (None, _) => line.to_string(),
                (Some(_), _) if width < 5 => name,
                (Some(_), Direction::East) => format!("{arrow}{name}"),
                (Some(_), _) => format!("{name}{arrow}"),
            };
            canvas.label(area, &text, style);
            area
        }
    };
    if let Some(place) = can_insert.filter(|_| scene.options.picks) {
        canvas.pick(area, Pick::new(place.to_string()));
    }
}

pub(super) fn panels(scene: &Scene<'_>) -> Vec<Panel> {
    let shades = shades(scene);
    let table = &scene.view.table;
    let shape = Shape {
        kind: table.extra.kind,
        direction: Direction::North,
    };
    let mut canvas = Canvas::new(7, 3);
    let area = Area::new(0, 0, 7, 3);
    if scene.options.signs.are_blocks() {
        put_ways(&mut canvas, area, shape, ("hedge", "sand"), shades);
        put_things(
            &mut canvas,
            area,
            scene,
            table.extra.treasure,
            None,
            Vec::new(),
        );
    } else {
        lined::put_extra(&mut canvas, scene, shape, table.extra.treasure);
    }
    let mut tile = canvas.drawing().lines;
    if !scene.places.is_empty() {
        for (index, direction) in shape.kind.directions().iter().enumerate() {
            let word = direction.word();
            let run = Run::plain(format!(" {word:<5} "));
            let pick = scene.options.picks.then(|| Pick::new(word));
            let line = &mut tile[index.min(2)];
            // Four words in three lines.
            let gap = if index < 3 { " " } else { "" };
            line.extend([Run::plain(gap), Run { pick, ..run }]);
        }
    }
    let mut cards = Vec::new();
    for (seat, hand) in scene.view.hands.iter().enumerate() {
        let colour = table.pawns[seat].colour;
        let count = hand.count();
        let plural = if count == 1 { "" } else { "s" };
        let shown = badge(colour, shades);
        cards.push(vec![
            Run::styled(format!(" {} ", shown.text), shown.style),
            Run::plain(format!(" {:<6} {count} card{plural}", capital(colour))),
        ]);
        if let Hand::Seen(hand) = hand {
            let lines = hand.chunks(CARDS_A_LINE).map(|line| {
                let numbers: String = line.iter().map(|card| format!("{card:>3}")).collect();
                vec![Run::plain(numbers)]
            });
            cards.extend(lines);
        }
    }
    let mut panels = vec![
        Panel {
            heading: "Extra tile".into(),
            lines: tile,
        },
        Panel {
            heading: capital_first(&scene.status()).into(),
            lines: cards,
        },
    ];
    if table.official.is_some() {
        panels[0].heading = "Published rules".into();
    }
    panels
}
