//! The sea with ships and guesses, as large as there is room for, and what the guesses revealed.

use anstyle::{AnsiColor, RgbColor, Style};
use parlour_core::canvas::{Area, Canvas, Shades, Strokes, ink, ink_on, largest_fitting};
use parlour_core::picture::{Swatch, Theme};
use parlour_core::{Draw, DrawOptions, Drawing, Panel, Pick, Room, Run, Signs};

use super::{Heat, Spot, answers, cell, guesses, listed, location_pick, map_legend, status};
use crate::candidates::Candidates;
use crate::rules::{Feedback, Location, Ships};

/// The smallest sizes of a location.
const SIZES: [(usize, usize); 3] = [(4, 1), (5, 2), (6, 3)];

/// The smallest sizes of a location with the line before it.
const LINED: [(usize, usize); 2] = [(4, 1), (4, 2)];

/// Where somebody has guessed. White would look like the cursor, and the colours of answers have
/// a meaning of their own.
const FLOAT: Swatch = Swatch::new("float", ["#6e1f4f", "#d97fb0", "#8a0050"]);
const FLOAT_INK: Swatch = Swatch::new("float-ink", ["#ffffff", "#14261a", "#ffffff"]);
/// The last guess.
const FLOAT_LAST: Swatch = Swatch::new("float-last", ["#4f9a1e", "#8fe04f", "#3fa800"]);
const FLOAT_LAST_INK: Swatch = Swatch::same("float-last-ink", "#0c1a10");

/// The searcher; the hider has the colours of ships.
const SEARCHER: Swatch = Swatch::new("searcher", ["#3d4a9c", "#8f9bf0", "#20208a"]);
const SEARCHER_INK: Swatch = Swatch::new("searcher-ink", ["#ffffff", "#10122e", "#ffffff"]);

/// The numbers of the rows.
const MARGIN: usize = 3;

/// Guesses in their panel.
const MOST_LISTED: usize = 12;

/// Characters of a line in a panel.
const WIDTH: usize = 20;

pub(super) fn draw(
    ships: &Ships,
    room: Room,
    possible: Option<&Candidates>,
    options: DrawOptions<'_>,
) -> Drawing {
    let board = ships.board();
    let (across, down) = (usize::from(board.columns()), usize::from(board.rows()));
    let has_lines = !options.signs.are_blocks();
    let whole = |(columns, lines)| match (has_lines, lines) {
        (false, _) => (MARGIN + across * columns, 1 + down * lines),
        // Lines between columns only.
        (true, 1) => (MARGIN + across * columns + 1, 1 + down),
        (true, _) => (MARGIN + across * columns + 1, 2 + down * lines),
    };
    let sizes = if has_lines { &LINED[..] } else { &SIZES };
    let size = largest_fitting(sizes, room, whole);
    let (width, height) = whole(size);
    let shades = Shades::new(Ships::SWATCHES, options.theme);
    let mut canvas = Canvas::new(width, height);
    let faint = shades.beside();
    let heat = possible.map(Heat::of);
    let line = usize::from(has_lines && size.1 > 1);
    let area = |location: Location| Area {
        x: MARGIN + usize::from(has_lines) + usize::from(location.column()) * size.0,
        y: 1 + line + usize::from(location.row()) * size.1,
        columns: size.0 - usize::from(has_lines),
        lines: size.1 - line,
    };
    if has_lines {
        let mut strokes = Strokes::new(width - MARGIN, height - 1);
        match line {
            0 => (0..=across).for_each(|column| strokes.down(column * size.0, 0, down)),
            _ => strokes.grid(0, 0, (across, down), size),
        }
        canvas.draw(MARGIN, 1, &strokes, Style::new());
    }
    for location in board.locations() {
        let place = area(location);
        if location.row() == 0 {
            let letter = char::from(b'A' + location.column()).to_string();
            let head = Area {
                y: 0,
                lines: 1,
                ..place
            };
            canvas.label(head, &letter, faint);
        }
        if location.column() == 0 {
            let number = format!("{:>2}", location.row() + 1);
            canvas.write(0, place.y + (place.lines - 1) / 2, &number, faint);
        }
        match &heat {
            Some(heat) if has_lines => {
                let run = heat.run(board.place(location));
                canvas.label(place, &run.text, run.style);
            }
            Some(heat) => put_heat(&mut canvas, place, heat, board.place(location), shades),
            None if has_lines => put_lined(&mut canvas, place, ships, location, options),
            None => put_water(&mut canvas, place, ships, location, options),
        }
        if let (Some(pick), true) = (location_pick(ships, location), options.picks) {
            canvas.pick(place, pick);
        }
    }
    canvas.drawing()
}

/// How many possible targets have a ship there.
fn put_heat(canvas: &mut Canvas, area: Area, heat: &Heat, place: usize, shades: Shades) {
    let level = heat.level(place);
    let ground = shades.get(&format!("depth-{level}"));
    let written = match level {
        0..=2 => "sounding",
        _ => "sounding-deep",
    };
    canvas.fill(area, ground);
    let text = heat.run(place).text;
    canvas.label(
        area,
        text.trim(),
        ink_on(shades.get(written), ground).bold(),
    );
}

/// A location without colours: letters and numbers, and a ship if there is room for it.
fn put_lined(
    canvas: &mut Canvas,
    area: Area,
    ships: &Ships,
    location: Location,
    options: DrawOptions<'_>,
) {
    let run = cell(ships, location, options);
    let spot = Spot::of(ships, location);
    if !spot.ship || area.lines < 3 {
        match spot.guess {
            Some(_) => canvas.framed(area, run.text.trim(), run.style),
            None => canvas.label(area, &run.text, run.style),
        }
        return;
    }
    // A mast with a sail, and the hull.
    let middle = area.x + area.columns / 2;
    let deck = area.y + area.lines - 1;
    for (row, y) in (area.y..deck).enumerate() {
        canvas.write(middle, y, "|", run.style);
        let sail = middle + 1 + row.min(area.columns / 2 - 2);
        canvas.write(sail, y, "\\", run.style);
    }
    let planks = "_".repeat(area.columns - 4);
    canvas.write(area.x + 1, deck, &format!("\\{planks}/"), run.style);
    canvas.write(middle, deck, "S", run.style);
    if let Some(number) = spot.guess {
        canvas.write(area.x + 1, area.y, &number.to_string(), run.style);
    }
}

/// Water, a ship, a buoy where somebody has guessed.
fn put_water(
    canvas: &mut Canvas,
    area: Area,
    ships: &Ships,
    location: Location,
    options: DrawOptions<'_>,
) {
    let shades = Shades::new(Ships::SWATCHES, options.theme);
    let (column, row) = (usize::from(location.column()), usize::from(location.row()));
    let is_second = (column + row) % 2 == 1;
    let tone = |number: usize| shades.get(&format!("depth-{number}"));
    canvas.fill(area, tone(1 + usize::from(is_second)));
    let mut wave = ink(tone(3));
    if options.signs == Signs::Sixteen {
        // All tones of the sea would become one.
        let water = Style::new()
            .fg_color(Some(AnsiColor::Cyan.into()))
            .bg_color(Some(AnsiColor::Blue.into()));
        let letter = if is_second { "░" } else { " " };
        for y in area.y..area.y + area.lines {
            canvas.write(area.x, y, &letter.repeat(area.columns), water);
        }
        wave = Style::new().fg_color(Some(AnsiColor::BrightCyan.into()));
    }
    let spot = Spot::of(ships, location);
    let is_last = spot.guess.is_some() && spot.guess == Some(guesses(ships).count());
    let (ground, written) = match is_last {
        true => (FLOAT_LAST, FLOAT_LAST_INK),
        false => (FLOAT, FLOAT_INK),
    };
    let colour = ground.rgb(options.theme);
    match (spot.ship, spot.guess) {
        (false, None) => {
            // A wave here and there.
            if area.lines > 1 {
                let x = area.x + 1 + (column * 5 + row * 3) % (area.columns - 2);
                let y = area.y + (column * 3 + row * 7) % area.lines;
                canvas.write(x, y, "~", wave);
            }
        }
        (true, _) => put_ship(canvas, area, shades),
        (false, Some(_)) => put_buoy(canvas, area, colour, is_last),
    }
    if let Some(number) = spot.guess {
        let sign = match is_last {
            true => format!("‹{number}›"),
            false => number.to_string(),
        };
        let mut place = area;
        if spot.ship && area.lines > 2 {
            // Below the ship.
            place.y += area.lines - 1;
            place.lines = 1;
        }
        let style = ink_on(written.rgb(options.theme), colour);
        canvas.label(place, &sign, style.bold());
    }
}

/// Round; that of the last guess has corners.
fn put_buoy(canvas: &mut Canvas, area: Area, colour: RgbColor, is_last: bool) {
    if area.lines < 3 {
        return;
    }
    let (columns, rows) = (area.columns as f32, 2.0 * area.lines as f32);
    let side = columns.min(rows) / 2.0;
    let radius = match area.lines {
        0..6 => (side - 0.6).max(1.0),
        _ => 0.7 * side,
    };
    canvas.paint(area, |x, y| {
        let (right, down) = (x * columns / 2.0, y * rows / 2.0);
        let distance = match is_last {
            true => right.abs() + down.abs(),
            false => right.hypot(down),
        };
        (distance <= radius).then_some(colour)
    });
}

/// A hull with a sail; where there is no room for it, a letter.
fn put_ship(canvas: &mut Canvas, area: Area, shades: Shades) {
    let (hull, sail) = (shades.get("hull"), shades.get("sail"));
    if area.lines < 3 {
        let place = area.within(1, 0);
        canvas.fill(place, hull);
        canvas.label(place, "S", ink_on(sail, hull).bold());
        return;
    }
    let inner = area.within(1, 0);
    canvas.paint(inner, |x, y| {
        let is_hull = (0.15..0.6).contains(&y) && x.abs() <= 1.0 - (y - 0.15).max(0.0) * 0.9;
        let is_sail = (-0.95..0.1).contains(&y) && x > -0.15 && x < 0.1 + (y + 0.95) * 0.7;
        match (is_hull, is_sail) {
            (true, _) => Some(hull),
            (false, true) => Some(sail),
            (false, false) => None,
        }
    });
    let deck = inner.y + (2 * inner.lines) * 2 / 3 / 2;
    let middle = Area {
        y: deck,
        lines: 1,
        ..inner
    };
    canvas.label(middle, "S", ink_on(sail, hull).bold());
}

/// A letter in the colours of a player.
pub(super) fn badge(is_searcher: bool, theme: Theme) -> Run {
    let shades = Shades::new(Ships::SWATCHES, theme);
    let (letter, ground, written) = match is_searcher {
        true => ("S", SEARCHER.rgb(theme), SEARCHER_INK.rgb(theme)),
        false => ("H", shades.get("hull"), shades.get("sail")),
    };
    Run::styled(letter, ink_on(written, ground).bold())
}

/// The three numbers of an answer on their colours.
fn told(answer: Feedback, shades: Shades) -> Vec<Run> {
    let numbers = answer.to_string();
    let names = ["hit", "one-away", "two-away"];
    let runs = numbers.split(',').zip(names).map(|(number, name)| {
        let style = ink_on(shades.get(&format!("{name}-ink")), shades.get(name));
        Run::styled(format!(" {number} "), style.bold())
    });
    runs.collect()
}

pub(super) fn panels(
    ships: &Ships,
    possible: Option<&Candidates>,
    options: DrawOptions<'_>,
) -> Vec<Panel> {
    let shades = Shades::new(Ships::SWATCHES, options.theme);
    let mut lines = Vec::new();
    let legend = [
        ("hit", " hit "),
        ("one-away", " 1 off "),
        ("two-away", " 2 off "),
    ];
    lines.push(
        legend
            .map(|(name, text)| {
                let written = shades.get(&format!("{name}-ink"));
                Run::styled(text, ink_on(written, shades.get(name)))
            })
            .into(),
    );
    for (number, guess, answer) in listed(ships, MOST_LISTED) {
        let places: String = guess.to_string().replace(',', " ");
        let mut line = vec![Run::plain(format!("{number} {places} "))];
        match answer {
            Some(answer) => line.extend(told(answer, shades)),
            None => line.push(Run::styled("?", Style::new().bold())),
        }
        lines.push(line);
    }
    let mut panels = vec![Panel {
        heading: "Guesses".into(),
        lines,
    }];
    let picks: Vec<Pick> = answers(ships);
    if !picks.is_empty() && options.picks {
        let each = picks.iter().map(|pick| pick.as_str().len() + 2).max();
        let in_line = (WIDTH / each.unwrap_or(WIDTH)).max(1);
        let lines = picks.chunks(in_line).map(|chunk| {
            let runs = chunk.iter().map(|pick| {
                let text = format!(" {pick} ");
                Run::plain(text).pick(pick.clone())
            });
            runs.collect()
        });
        panels.push(Panel {
            heading: "Your answer".into(),
            lines: lines.collect(),
        });
    }
    let words = match possible {
        Some(possible) => map_legend(possible),
        None => status(ships),
    };
    let heading = if possible.is_some() { "Map" } else { "Now" };
    panels.push(Panel {
        heading: heading.into(),
        lines: vec![vec![Run::plain(words)]],
    });
    panels
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;
    use parlour_core::laws::colours::are_apart;

    fn drawn(text: &str, columns: usize, lines: usize, signs: Signs) -> Drawing {
        let ships = Ships::read_position(text).expect(text);
        let options = DrawOptions {
            signs,
            ..DrawOptions::default()
        };
        draw(&ships, Room { columns, lines }, None, options)
    }

    #[test]
    fn guesses_and_players_have_colours_of_their_own() {
        are_apart(&[&FLOAT, &FLOAT_LAST]);
        are_apart(&[&FLOAT, &FLOAT_INK]);
        are_apart(&[&FLOAT_LAST, &FLOAT_LAST_INK]);
        are_apart(&[&SEARCHER, &SEARCHER_INK]);
        for theme in Theme::ALL {
            let shades = Shades::new(Ships::SWATCHES, theme);
            let known = ["hit", "one-away", "two-away", "hull"].map(|name| shades.get(name));
            for own in [FLOAT, FLOAT_LAST, SEARCHER] {
                assert!(!known.contains(&own.rgb(theme)), "{}", own.name);
            }
        }
    }

    #[test]
    fn the_sea_without_colours() {
        let text = "target=H1,B2,D3;B3,C3,H3=0,2,1;A1,B2,H4";
        let compact = drawn(text, 36, 9, Signs::Lines).to_plain();
        assert!(compact.contains(" 1 │ 2 │   │"), "{compact}");
        assert!(compact.contains(" 2 │   │S 2│   │"), "{compact}");
        let small = drawn(text, 36, 10, Signs::Ascii).in_ascii().to_plain();
        assert_eq!(small.lines().count(), 10, "{small}");
        assert!(small.contains(" 2 |   |S 2|   |"), "{small}");
        let large = drawn(text, 90, 30, Signs::Ascii).in_ascii().to_plain();
        assert!(large.contains("|  | 2 |  |"), "{large}");
        assert_eq!(large.matches('S').count(), 3, "{large}");
    }

    #[test]
    fn sixteen_colours_have_two_tones_of_water() {
        let plain = drawn("start", 60, 16, Signs::Sixteen).to_plain();
        assert!(plain.contains('░'), "{plain}");
    }
}
