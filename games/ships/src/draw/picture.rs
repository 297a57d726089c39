//! The board as a sea chart: buoys for the guesses, ships where they are known, and with a map
//! deeper water where a ship is likelier.

use parlour_core::Pick;
use parlour_core::picture::{
    Look, Motion, Painter, Paints, Panel, Picture, Place, Scene, Swatch, Unit,
};

use crate::candidates::Candidates;
use crate::notation::in_words;
use crate::rules::{Board, Feedback, Fleet, Location, Ships};

use super::{Spot, answers, guesses, listed, location_pick, status};

/// The side of a location, the border of the chart, and room for the names of rows and
/// columns.
const SIDE: f32 = 64.0;
const BORDER: f32 = 12.0;
const NAMES: f32 = 24.0;

const CHART: Swatch = Swatch::new("chart", ["#efe6cf", "#0c1c28", "#ffffff"]);
const BORDER_INK: Swatch = Swatch::new("border", ["#31566a", "#5d8ba1", "#000000"]);
const NAME_INK: Swatch = Swatch::new("name", ["#3d5665", "#9fc0cf", "#000000"]);
const LINE: Swatch = Swatch::new("line", ["#8aa9b4", "#2d5568", "#5a5a5a"]);
const WATER: Swatch = Swatch::new("water", ["#dce9e6", "#12303f", "#ffffff"]);
/// Water by how likely a ship is there, from impossible to most likely.
const DEPTHS: [Swatch; 6] = [
    Swatch::new("depth-0", ["#f3ecd9", "#0e2431", "#ffffff"]),
    Swatch::new("depth-1", ["#d3e4e4", "#123444", "#e3eef6"]),
    Swatch::new("depth-2", ["#aacfd8", "#17485c", "#c2dbec"]),
    Swatch::new("depth-3", ["#7fb6c8", "#1d5f78", "#97c0de"]),
    Swatch::new("depth-4", ["#5297b3", "#267a97", "#609fcd"]),
    Swatch::new("depth-5", ["#2f7799", "#3597b6", "#2a76ad"]),
];
const DEPTH_INK: [Swatch; 2] = [
    Swatch::new("sounding", ["#24475a", "#b9d7e2", "#000000"]),
    Swatch::new("sounding-deep", ["#ffffff", "#ffffff", "#ffffff"]),
];
const ROSE: Swatch = Swatch::new("rose", ["#b9c9c4", "#1b4254", "#d0d0d0"]);
const BUOY: Swatch = Swatch::new("buoy", ["#ffffff", "#f3f6f4", "#ffffff"]);
const BUOY_LAST: Swatch = Swatch::new("buoy-last", ["#f2b632", "#f2b632", "#ffc400"]);
const BUOY_INK: Swatch = Swatch::new("buoy-ink", ["#14364a", "#14364a", "#000000"]);
const HULL: Swatch = Swatch::new("hull", ["#7a3b1e", "#a8552c", "#5a2300"]);
const HULL_EDGE: Swatch = Swatch::new("hull-edge", ["#3c1a0b", "#2a1207", "#000000"]);
const SAIL: Swatch = Swatch::new("sail", ["#fdf7e7", "#f3ead2", "#ffffff"]);
const PENNANT: Swatch = Swatch::new("pennant", ["#c4472d", "#e0654a", "#b00020"]);
const CARD: Swatch = Swatch::new("card", ["#fffaf0", "#16303f", "#ffffff"]);
const CARD_EDGE: Swatch = Swatch::new("card-edge", ["#d8cdb8", "#2d5568", "#000000"]);
const CARD_INK: Swatch = Swatch::new("card-ink", ["#14364a", "#dcebf1", "#000000"]);
const CARD_FAINT: Swatch = Swatch::new("card-faint", ["#6d7f86", "#86a6b4", "#444444"]);
/// The colours of an answer's counts: hits, one away, two away.
const COUNTS: [Swatch; 3] = [
    Swatch::new("hit", ["#a32a1c", "#b83a26", "#9c0000"]),
    Swatch::new("one-away", ["#f2b632", "#f2b632", "#ffc400"]),
    Swatch::new("two-away", ["#7fb5c8", "#3a7d96", "#8fb9dd"]),
];
const COUNT_INK: [Swatch; 3] = [
    Swatch::same("hit-ink", "#ffffff"),
    Swatch::same("one-away-ink", "#14364a"),
    Swatch::new("two-away-ink", ["#14364a", "#ffffff", "#000000"]),
];

pub(super) const SWATCHES: &[Swatch] = &[
    CHART,
    BORDER_INK,
    NAME_INK,
    LINE,
    WATER,
    DEPTHS[0],
    DEPTHS[1],
    DEPTHS[2],
    DEPTHS[3],
    DEPTHS[4],
    DEPTHS[5],
    DEPTH_INK[0],
    DEPTH_INK[1],
    ROSE,
    BUOY,
    BUOY_LAST,
    BUOY_INK,
    HULL,
    HULL_EDGE,
    SAIL,
    PENNANT,
    CARD,
    CARD_EDGE,
    CARD_INK,
    CARD_FAINT,
    COUNTS[0],
    COUNTS[1],
    COUNTS[2],
    COUNT_INK[0],
    COUNT_INK[1],
    COUNT_INK[2],
];

/// Guesses, and the last one; the counts of an answer, and their numbers; ships, and the water. The
/// depths are a scale, on which neighbours are alike.
pub(super) const APART: &[&[Swatch]] = &[
    &[BUOY, BUOY_LAST],
    &[BUOY, BUOY_INK],
    &[BUOY_LAST, BUOY_INK],
    &COUNTS,
    &[COUNTS[0], COUNT_INK[0]],
    &[COUNTS[1], COUNT_INK[1]],
    &[COUNTS[2], COUNT_INK[2]],
    &[HULL, WATER],
    &[HULL, SAIL],
    &[DEPTHS[0], DEPTHS[3], DEPTHS[5]],
];

/// The layout.
struct Layout {
    board: Board,
    /// The upper left corner of the water.
    left: f32,
    top: f32,
}

impl Layout {
    fn of(board: Board, look: &Look<'_>) -> Layout {
        let names = if look.bare { 0.0 } else { NAMES };
        Layout {
            board,
            left: BORDER + names,
            top: BORDER + names,
        }
    }

    fn water(&self) -> (f32, f32) {
        (
            f32::from(self.board.columns()) * SIDE,
            f32::from(self.board.rows()) * SIDE,
        )
    }

    fn size(&self) -> (f32, f32) {
        let (width, height) = self.water();
        (self.left + width + BORDER, self.top + height + BORDER)
    }

    fn middle(&self, location: Location) -> (f32, f32) {
        (
            self.left + (f32::from(location.column()) + 0.5) * SIDE,
            self.top + (f32::from(location.row()) + 0.5) * SIDE,
        )
    }
}

fn water_place(location: Location) -> Place {
    Place::new(location.to_string())
}

fn ship_place(location: Location) -> Place {
    Place::new(format!("ship {location}"))
}

pub(super) fn paint(ships: &Ships, look: &Look<'_>) -> Scene {
    let possible = look
        .map
        .then(|| Candidates::on(ships.board(), ships.possible().collect()));
    let mut panels = Vec::new();
    if guesses(ships).next().is_some() {
        panels.push(Panel {
            name: "guesses",
            title: String::new(),
            seat: None,
            picture: guess_list(ships, look),
        });
    }
    let answers = answers(ships);
    // Buttons are for those who can press them.
    let is_played = look.paints == Paints::Variables || !look.can.is_empty();
    if is_played && !answers.is_empty() {
        panels.push(Panel {
            name: "answers",
            title: "The answer".to_owned(),
            seat: Some(crate::rules::HIDER),
            picture: answer_buttons(ships, look, &answers),
        });
    }
    let mut status = status(ships);
    if let Some(possible) = &possible {
        let count = possible.len();
        let targets = possible.board().targets();
        let are = if count == 1 { "is" } else { "are" };
        status = format!("{status} {count} of {targets} targets {are} possible.");
    }
    Scene {
        board: chart(ships, look, possible.as_ref()),
        panels,
        status,
    }
}

fn chart(ships: &Ships, look: &Look<'_>, possible: Option<&Candidates>) -> Picture {
    let layout = &Layout::of(ships.board(), look);
    let mut painter = Painter::new(look, "ships", layout.size(), "Ships: the sea chart");
    paper(&mut painter, layout);
    let depths = possible.map(Depths::of);
    for location in ships.board().locations() {
        water(&mut painter, layout, ships, location, depths.as_ref());
    }
    if depths.is_none() {
        rose(&mut painter, layout);
    }
    for location in ships.board().locations() {
        things(&mut painter, layout, ships, location);
    }
    painter.finish()
}

/// The sheet with a chart's border: a scale of bars, one per half location, and the names of rows
/// and columns.
fn paper(painter: &mut Painter<'_>, layout: &Layout) {
    let (width, height) = layout.size();
    let (chart, ink) = (painter.paint(&CHART), painter.paint(&BORDER_INK));
    painter.element(format_args!(
        "rect width=\"{}\" height=\"{}\" rx=\"10\" fill=\"{chart}\"",
        Unit(width),
        Unit(height)
    ));
    let (wide, high) = layout.water();
    let (x, y) = (layout.left, layout.top);
    painter.element(format_args!(
        "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{ink}\"",
        Unit(x - 7.0),
        Unit(y - 7.0),
        Unit(wide + 14.0),
        Unit(high + 14.0),
    ));
    let (right, bottom) = (x + wide + 4.0, y + high + 4.0);
    painter.element(format_args!(
        "path d=\"M{x} {}h{wide}M{x} {bottom}h{wide}M{} {y}v{high}M{right} {y}v{high}\" \
         stroke=\"{ink}\" stroke-width=\"4\" stroke-dasharray=\"32\"",
        Unit(y - 4.0),
        Unit(x - 4.0),
        x = Unit(x),
        y = Unit(y),
        wide = Unit(wide),
        high = Unit(high),
        right = Unit(right),
        bottom = Unit(bottom),
    ));
    if painter.look().bare {
        return;
    }
    let fill = painter.paint(&NAME_INK);
    let attributes = format!("font-size=\"15\" text-anchor=\"middle\" fill=\"{fill}\"");
    painter.group(attributes, |painter| {
        for column in 0..layout.board.columns() {
            let middle = x + (f32::from(column) + 0.5) * SIDE;
            let at = format!("x=\"{}\" y=\"{}\"", Unit(middle), Unit(y - 13.0));
            painter.text(at, char::from(b'A' + column));
        }
        for row in 0..layout.board.rows() {
            let middle = y + (f32::from(row) + 0.5) * SIDE;
            let at = format!("x=\"{}\" y=\"{}\"", Unit(x - 19.0), Unit(middle + 5.0));
            painter.text(at, row + 1);
        }
    });
}

/// How deep the water is drawn, and the numbers on it.
struct Depths {
    levels: Vec<usize>,
    soundings: Vec<String>,
}

impl Depths {
    fn of(possible: &Candidates) -> Depths {
        let counts = possible.ships_at();
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let deepest = DEPTHS.len() - 1;
        let percent = |count: usize| match 100.0 * count as f64 / possible.len().max(1) as f64 {
            0.0 => String::new(),
            small if small < 1.0 => "<1".to_owned(),
            percent => format!("{percent:.0}"),
        };
        Depths {
            levels: counts
                .iter()
                .map(|count| (count * deepest).div_ceil(most))
                .collect(),
            soundings: counts.iter().map(|count| percent(*count)).collect(),
        }
    }
}

/// What is at a location, in words.
fn label(ships: &Ships, location: Location) -> String {
    let spot = Spot::of(ships, location);
    let mut label = location.to_string();
    if spot.ship {
        label.push_str(", a ship");
    }
    if let Some(number) = spot.guess {
        label.push_str(&format!(", guess {number}"));
    }
    label
}

fn water(
    painter: &mut Painter<'_>,
    layout: &Layout,
    ships: &Ships,
    location: Location,
    depths: Option<&Depths>,
) {
    let (x, y) = layout.middle(location);
    let index = layout.board.place(location);
    let level = depths.map(|depths| depths.levels[index]);
    let fill = painter.paint(level.map_or(&WATER, |level| &DEPTHS[level]));
    let line = painter.paint(&LINE);
    painter.place(
        water_place(location),
        location_pick(ships, location),
        label(ships, location),
        (x, y, SIDE / 2.0),
        |painter| {
            painter.element(format_args!(
                "path d=\"M{} {}h64v64h-64z\" fill=\"{fill}\" stroke=\"{line}\" \
                 stroke-width=\".8\"",
                Unit(x - SIDE / 2.0),
                Unit(y - SIDE / 2.0),
            ));
            if let (Some(depths), Some(level)) = (depths, level) {
                let ink = painter.paint(&DEPTH_INK[usize::from(level > 3)]);
                let sounding = &depths.soundings[index];
                // A hull would hide it.
                if !sounding.is_empty() && !Spot::of(ships, location).ship {
                    painter.text(
                        format_args!(
                            "x=\"{}\" y=\"{}\" font-size=\"13\" text-anchor=\"end\" \
                             fill=\"{ink}\"",
                            Unit(x + 28.0),
                            Unit(y + 27.0),
                        ),
                        sounding,
                    );
                }
            }
        },
    );
}

/// A faint compass rose in the middle of the sea.
fn rose(painter: &mut Painter<'_>, layout: &Layout) {
    let (wide, high) = layout.water();
    let (x, y) = (layout.left + wide / 2.0, layout.top + high / 2.0);
    let size = wide.min(high) / 2.0;
    let ink = painter.paint(&ROSE);
    let at = format!(
        "transform=\"translate({} {}) scale({})\" fill=\"{ink}\" stroke=\"{ink}\" \
         opacity=\".55\" pointer-events=\"none\"",
        Unit(x),
        Unit(y),
        Unit(size / 100.0)
    );
    painter.group(at, |painter| {
        for (r, width) in [(62, 1), (56, 3)] {
            painter.element(format_args!(
                "circle r=\"{r}\" fill=\"none\" stroke-width=\"{width}\""
            ));
        }
        for (turn, long) in [
            (45, 50),
            (135, 50),
            (225, 50),
            (315, 50),
            (0, 88),
            (90, 74),
            (180, 74),
            (270, 74),
        ] {
            // One half of each point is filled and the other open, as engravers do it.
            painter.element(format_args!(
                "path d=\"M0 0L9 -14L0 -{long}z\" transform=\"rotate({turn})\""
            ));
            painter.element(format_args!(
                "path d=\"M0 0L-9 -14L0 -{long}z\" fill=\"none\" transform=\"rotate({turn})\""
            ));
        }
    });
}

fn things(painter: &mut Painter<'_>, layout: &Layout, ships: &Ships, location: Location) {
    let spot = Spot::of(ships, location);
    let (x, y) = layout.middle(location);
    if spot.ship {
        let place = ship_place(location);
        painter.place(place.clone(), None, "", (x, y, SIDE / 2.0), |_| ());
        painter.thing(place, (x, y), ship);
    }
    if let Some(number) = spot.guess {
        let is_last = number == guesses(ships).count();
        // Beside a ship there is room in the corner.
        let (at, size) = match spot.ship {
            true => ((x - 19.0, y - 18.0), 11.0),
            false => ((x, y - 1.0), 17.0),
        };
        painter.thing(water_place(location), at, |painter| {
            if is_last && !spot.ship {
                ring(painter, size);
            }
            buoy(painter, number, size, is_last);
        });
    }
}

/// A brig under sail.
fn ship(painter: &mut Painter<'_>) {
    let (hull, edge) = (painter.paint(&HULL), painter.paint(&HULL_EDGE));
    let (sail, pennant) = (painter.paint(&SAIL), painter.paint(&PENNANT));
    let line = format!("stroke=\"{edge}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"");
    painter.element(format_args!(
        "path d=\"M-1 10V-24M-1 -24l10 3l-10 3\" fill=\"{pennant}\" {line}"
    ));
    painter.element(format_args!(
        "path d=\"M-4 6C-4 -6 -6 -14 -10 -18C-18 -12 -22 -2 -22 6zM2 6C4 -6 4 -14 2 -18C14 -14 \
         22 -4 23 6z\" fill=\"{sail}\" {line}"
    ));
    painter.element(format_args!(
        "path d=\"M-26 10H26C24 18 19 24 14 24H-15C-21 24 -25 18 -26 10z\" fill=\"{hull}\" {line}"
    ));
    painter.element(format_args!(
        "path d=\"M-22 15H22\" stroke=\"{sail}\" stroke-width=\"1.4\" stroke-opacity=\".8\""
    ));
}

/// The rings that spread from a buoy of the last guess.
fn ring(painter: &mut Painter<'_>, size: f32) {
    let ring = painter.paint(&PENNANT);
    painter.element(format_args!(
        "circle r=\"{}\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"1.8\" \
         stroke-dasharray=\"3 4\"",
        Unit(size + 6.0)
    ));
}

/// The number of a guess; the last one is bright.
fn buoy(painter: &mut Painter<'_>, number: usize, size: f32, is_last: bool) {
    let ink = painter.paint(&BUOY_INK);
    let fill = painter.paint(if is_last { &BUOY_LAST } else { &BUOY });
    painter.element(format_args!(
        "circle r=\"{}\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"2.2\"",
        Unit(size)
    ));
    // Long numbers are smaller, to fit on the buoy.
    let letter = size * if number < 100 { 1.05 } else { 0.7 };
    painter.text(
        format_args!(
            "y=\"{}\" font-size=\"{}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{ink}\"",
            Unit(letter * 0.36),
            Unit(letter),
        ),
        number,
    );
}

/// How many guesses are listed; of more, the last ones.
const MOST_LISTED: usize = 9;
const ROW: f32 = 34.0;
const COUNT: f32 = 34.0;

/// The guesses with their answers.
fn guess_list(ships: &Ships, look: &Look<'_>) -> Picture {
    let board = ships.board();
    let name = if board.rows() < 10 { 31.0 } else { 41.0 };
    let counts = 46.0 + name * f32::from(board.ships()) + 14.0;
    let rows = guesses(ships).count().min(MOST_LISTED);
    let size = (counts + 3.0 * COUNT + 14.0, 34.0 + ROW * rows as f32 + 8.0);
    let plain = Look {
        paints: look.paints,
        ..Look::default()
    };
    let mut painter = Painter::new(&plain, "ships", size, "Guesses and answers");
    card(&mut painter, size);
    let (ink, faint) = (painter.paint(&CARD_INK), painter.paint(&CARD_FAINT));
    let heading = format!("y=\"23\" font-size=\"13\" fill=\"{faint}\"");
    painter.text(format_args!("x=\"46\" {heading}"), "guess");
    for (index, word) in (0..).zip(["hit", "1", "2"]) {
        let x = counts + COUNT * (f32::from(index as u8) + 0.5);
        painter.text(
            format_args!("x=\"{}\" text-anchor=\"middle\" {heading}", Unit(x)),
            word,
        );
    }
    let last = guesses(ships).count();
    for (line, (number, guess, answer)) in (0u8..).zip(listed(ships, MOST_LISTED)) {
        let y = 34.0 + ROW * (f32::from(line) + 0.5);
        let at = format!("transform=\"translate(24 {})\"", Unit(y));
        painter.group(at, |painter| buoy(painter, number, 11.0, number == last));
        painter.text(
            format_args!(
                "x=\"46\" y=\"{}\" font-size=\"17\" fill=\"{ink}\"",
                Unit(y + 6.0)
            ),
            guess.to_string().replace(',', " "),
        );
        match answer {
            Some(answer) => badges(&mut painter, counts, y, answer),
            None => painter.text(
                format_args!(
                    "x=\"{}\" y=\"{}\" font-size=\"17\" text-anchor=\"middle\" fill=\"{faint}\"",
                    Unit(counts + 1.5 * COUNT),
                    Unit(y + 6.0)
                ),
                "?",
            ),
        }
    }
    painter.finish()
}

fn card(painter: &mut Painter<'_>, (width, height): (f32, f32)) {
    let (fill, edge) = (painter.paint(&CARD), painter.paint(&CARD_EDGE));
    painter.element(format_args!(
        "rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"10\" fill=\"{fill}\" \
         stroke=\"{edge}\"",
        Unit(width - 1.0),
        Unit(height - 1.0)
    ));
}

/// The three numbers of an answer: hits in a square, one away in a disc, two away in a diamond, so
/// that colour is not needed.
fn badges(painter: &mut Painter<'_>, left: f32, y: f32, answer: Feedback) {
    let (exact, one_away, two_away) = answer.counts();
    for (index, count) in [exact, one_away, two_away].into_iter().enumerate() {
        let x = left + COUNT * (index as f32 + 0.5);
        let ink = if count > 0 {
            let fill = painter.paint(&COUNTS[index]);
            let (px, py) = (Unit(x), Unit(y));
            painter.element(match index {
                0 => format!(
                    "rect x=\"{}\" y=\"{}\" width=\"24\" height=\"24\" rx=\"4\" fill=\"{fill}\"",
                    Unit(x - 12.0),
                    Unit(y - 12.0)
                ),
                1 => format!("circle cx=\"{px}\" cy=\"{py}\" r=\"13\" fill=\"{fill}\""),
                _ => format!(
                    "path d=\"M{px} {}l15 15l-15 15l-15 -15z\" fill=\"{fill}\"",
                    Unit(y - 15.0)
                ),
            });
            painter.paint(&COUNT_INK[index])
        } else {
            painter.paint(&CARD_FAINT)
        };
        painter.text(
            format_args!(
                "x=\"{}\" y=\"{}\" font-size=\"15\" text-anchor=\"middle\" fill=\"{ink}\"",
                Unit(x),
                Unit(y + 5.5)
            ),
            count,
        );
    }
}

/// The answers that can be given.
fn answer_buttons(ships: &Ships, look: &Look<'_>, answers: &[Pick]) -> Picture {
    const WIDTH: f32 = 3.0 * COUNT + 12.0;
    // As large as a finger needs on a phone.
    const HEIGHT: f32 = 64.0;
    const GAP: f32 = 8.0;
    let (width, _) = Layout::of(ships.board(), look).size();
    let a_line = ((width + GAP) / (WIDTH + GAP)).max(1.0) as usize;
    let lines = answers.len().div_ceil(a_line);
    let size = (width, lines as f32 * (HEIGHT + GAP) - GAP);
    let mut painter = Painter::new(look, "ships", size, "Answers that can be given");
    for (index, pick) in answers.iter().enumerate() {
        let x = (index % a_line) as f32 * (WIDTH + GAP);
        let y = (index / a_line) as f32 * (HEIGHT + GAP);
        let Some(answer) = read_answer(ships.board(), pick) else {
            continue;
        };
        let spot = (x + WIDTH / 2.0, y + HEIGHT / 2.0, HEIGHT / 2.0);
        painter.place(
            Place::from(pick),
            Some(pick.clone()),
            in_words(ships.board(), answer),
            spot,
            |painter| {
                let at = format!("transform=\"translate({} {})\"", Unit(x), Unit(y));
                painter.group(at, |painter| {
                    card(painter, (WIDTH, HEIGHT));
                    badges(painter, 6.0, HEIGHT / 2.0, answer);
                });
            },
        );
    }
    painter.finish()
}

/// The answer that a pick stands for.
fn read_answer(board: Board, pick: &Pick) -> Option<Feedback> {
    let counts: Vec<u8> = pick
        .as_str()
        .split(',')
        .filter_map(|count| count.parse().ok())
        .collect();
    let [exact, one_away, two_away] = counts[..] else {
        return None;
    };
    board.answer(exact, one_away, two_away)
}

/// A guess sets buoys, which settle with its answer; ships that are found appear.
pub(super) fn motions(before: &Ships, after: &Ships) -> Vec<Motion> {
    let mut motions = Vec::new();
    if guesses(before).count() != guesses(after).count() || before.asked() != after.asked() {
        let last: Option<Fleet> = guesses(after).last();
        let locations = last
            .into_iter()
            .flat_map(|guess| guess.locations().collect::<Vec<_>>());
        motions.extend(locations.map(|location| Motion::appear(water_place(location))));
    }
    let known = |ships: &Ships| ships.target().or(ships.found());
    if known(before) != known(after) {
        let fleet = known(after).into_iter();
        let locations = fleet.flat_map(|fleet| fleet.locations().collect::<Vec<_>>());
        motions.extend(locations.map(|location| Motion::appear(ship_place(location)).following()));
    }
    motions
}
