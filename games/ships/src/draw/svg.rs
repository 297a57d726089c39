//! The board as an SVG document.

use parlour_core::svg::Svg;
use parlour_core::{Notation, Pick};

use crate::rules::{Feedback, Location, Ships, Waters};

use super::{Spot, answers, guesses, listed, location_pick, status};

/// The side of a location.
const SIDE: u32 = 68;
const LEFT: u32 = 50;
const TOP: u32 = 50;
/// Guesses listed beside the board; of more than these, the last ones.
const MOST_LISTED: u32 = 9;
/// The height of one of them.
const LINE: u32 = 30;
/// The width of an answer that can be given, and of a location in a guess.
const ANSWER: u32 = 42;
const NAME: u32 = 31;

const INK: &str = "#12324a";
const PALE_INK: &str = "#5d7f95";

/// How large everything is.
struct Layout {
    board: Waters,
    board_width: u32,
    /// The height of the board, or of the list beside it.
    height: u32,
    /// Where the list of guesses begins.
    panel: u32,
    /// Where their answers begin.
    answers: u32,
    width: u32,
}

impl Layout {
    fn of(board: Waters) -> Layout {
        let board_width = u32::from(board.columns()) * SIDE;
        let panel = LEFT + board_width + 28;
        // Three short names have room enough before the answers; more have not.
        let name = NAME + if board.rows() < 10 { 0 } else { 10 };
        let answers = panel + (40 + name * u32::from(board.ships()) + 21).max(154);
        Layout {
            board,
            board_width,
            height: (u32::from(board.rows()) * SIDE).max(MOST_LISTED * LINE),
            panel,
            answers,
            width: answers + 114,
        }
    }

    fn answers_a_line(&self) -> u32 {
        (self.width - LEFT) / ANSWER
    }
}

pub(super) fn draw(ships: &Ships) -> parlour_core::picture::Scene {
    let layout = &Layout::of(ships.board());
    let title = format!("Ships: {}", ships.write_position());
    let answers = answers(ships);
    let lines = (answers.len() as u32)
        .div_ceil(layout.answers_a_line())
        .max(1);
    let height = TOP + layout.height + 76 + (lines - 1) * 28;
    let mut svg = Svg::new(layout.width.into(), height.into(), &title);
    svg.element("rect width=\"100%\" height=\"100%\" fill=\"#eef5f8\"");
    frame(&mut svg, layout);
    for location in ships.board().locations() {
        place(&mut svg, ships, location);
    }
    panel(&mut svg, layout, ships);
    foot(&mut svg, layout, ships, &answers);
    svg.into_scene()
}

/// The sea, and the names of columns and rows.
fn frame(svg: &mut Svg, layout: &Layout) {
    let board = layout.board;
    svg.element(format_args!(
        "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"10\" fill=\"#0f4c75\"",
        LEFT - 7,
        TOP - 7,
        layout.board_width + 14,
        u32::from(board.rows()) * SIDE + 14,
    ));
    for column in 0..board.columns() {
        let x = LEFT + u32::from(column) * SIDE + SIDE / 2;
        let letter = char::from(b'A' + column);
        label(svg, x, TOP - 16, 18, "middle", INK, &letter.to_string());
    }
    for row in 0..board.rows() {
        let y = TOP + u32::from(row) * SIDE + SIDE / 2 + 6;
        label(svg, LEFT - 26, y, 18, "middle", INK, &(row + 1).to_string());
    }
}

fn label(svg: &mut Svg, x: u32, y: u32, size: u32, anchor: &str, fill: &str, text: &str) {
    svg.text(
        format_args!(
            "x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"bold\" \
             text-anchor=\"{anchor}\" fill=\"{fill}\""
        ),
        text,
    );
}

/// A location with what is there: water, a ship, the buoy of a guess.
fn place(svg: &mut Svg, ships: &Ships, location: Location) {
    let x = LEFT + u32::from(location.column()) * SIDE;
    let y = TOP + u32::from(location.row()) * SIDE;
    let pick = location_pick(ships, location);
    if let Some(pick) = &pick {
        svg.open(pick);
    }
    let is_dark = (location.column() + location.row()) % 2 == 1;
    let fill = if is_dark { "#a9d3e8" } else { "#bfe0ef" };
    svg.element(format_args!(
        "rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" rx=\"5\" fill=\"{fill}\"",
        x + 1,
        y + 1,
        SIDE - 2,
    ));
    waves(svg, x, y);
    let spot = Spot::of(ships, location);
    if spot.ship {
        ship(svg, x, y);
    }
    if let Some(number) = spot.guess {
        let is_last = number == guesses(ships).count();
        let (across, down) = if spot.ship { (15, 15) } else { (34, 33) };
        let radius = if spot.ship { 12 } else { 17 };
        buoy(svg, x + across, y + down, radius, number, is_last);
    }
    if pick.is_some() {
        svg.close();
    }
}

fn waves(svg: &mut Svg, x: u32, y: u32) {
    for (across, down) in [(9, 56), (34, 61)] {
        svg.element(format_args!(
            "path d=\"M{} {} q6 -6 12 0 t12 0\" fill=\"none\" stroke=\"#8fc2dc\" \
             stroke-width=\"2\" stroke-linecap=\"round\"",
            x + across,
            y + down,
        ));
    }
}

/// A small steamer, from the side.
fn ship(svg: &mut Svg, x: u32, y: u32) {
    svg.element(format_args!(
        "path d=\"M{} {} h48 l-8 14 h-31 Z\" fill=\"#7a1f2b\" stroke=\"#3f0d14\" \
         stroke-width=\"2\" stroke-linejoin=\"round\"",
        x + 10,
        y + 40,
    ));
    svg.element(format_args!(
        "path d=\"M{} {} v-9 h30 v9 Z\" fill=\"#fffaf0\" stroke=\"#3f0d14\" stroke-width=\"2\" \
         stroke-linejoin=\"round\"",
        x + 20,
        y + 40,
    ));
    svg.element(format_args!(
        "path d=\"M{} {} v-14 h9 v14 Z\" fill=\"#e2873b\" stroke=\"#3f0d14\" stroke-width=\"2\" \
         stroke-linejoin=\"round\"",
        x + 34,
        y + 31,
    ));
    for port in 0..3 {
        svg.element(format_args!(
            "circle cx=\"{}\" cy=\"{}\" r=\"2.5\" fill=\"#f6d9a8\"",
            x + 25 + 10 * port,
            y + 47,
        ));
    }
}

/// The number of a guess; the last one is brighter.
fn buoy(svg: &mut Svg, x: u32, y: u32, radius: u32, number: usize, is_last: bool) {
    let (fill, ink) = if is_last {
        ("#ffc531", INK)
    } else {
        ("#f4fafc", INK)
    };
    svg.element(format_args!(
        "circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{INK}\" \
         stroke-width=\"2\""
    ));
    let size = if number < 100 { radius } else { radius * 2 / 3 };
    label(
        svg,
        x,
        y + size * 9 / 25,
        size,
        "middle",
        ink,
        &number.to_string(),
    );
}

/// The columns of an answer: heading, place and paint.
const COUNTS: [(&str, u32, &str); 3] = [
    ("hit", 14, "#b3261e"),
    ("1", 50, "#e07b1f"),
    ("2", 86, "#6f97ad"),
];

/// The guesses with their answers.
fn panel(svg: &mut Svg, layout: &Layout, ships: &Ships) {
    let heading = TOP - 16;
    let left = layout.panel;
    label(svg, left + 40, heading, 14, "start", PALE_INK, "guess");
    for (word, x, _) in COUNTS {
        label(
            svg,
            layout.answers + x,
            heading,
            14,
            "middle",
            PALE_INK,
            word,
        );
    }
    let count = guesses(ships).count();
    for (line, (number, guess, answer)) in (0..).zip(listed(ships, MOST_LISTED as usize)) {
        let y = TOP + line * LINE + LINE / 2;
        buoy(svg, left + 14, y, 12, number, number == count);
        let text = guess.to_string().replace(',', " ");
        label(svg, left + 40, y + 6, 17, "start", INK, &text);
        match answer {
            Some(answer) => badges(svg, layout.answers, y, answer),
            None => {
                let x = layout.answers + COUNTS[1].1;
                label(svg, x, y + 6, 17, "middle", PALE_INK, "?");
            }
        }
    }
}

/// The three numbers of an answer.
fn badges(svg: &mut Svg, left: u32, y: u32, answer: Feedback) {
    let (exact, one_away, two_away) = answer.counts();
    for (count, (_, x, paint)) in [exact, one_away, two_away].into_iter().zip(COUNTS) {
        let (fill, ink) = if count > 0 {
            (paint, "#ffffff")
        } else {
            ("none", PALE_INK)
        };
        svg.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"28\" height=\"24\" rx=\"7\" fill=\"{fill}\"",
            left + x - 14,
            y - 12,
        ));
        label(svg, left + x, y + 6, 16, "middle", ink, &count.to_string());
    }
}

/// Whose turn it is and, where an answer is due, what it can be.
fn foot(svg: &mut Svg, layout: &Layout, ships: &Ships, answers: &[Pick]) {
    let y = TOP + layout.height + 34;
    label(svg, LEFT, y, 18, "start", INK, &status(ships));
    for (index, pick) in (0..).zip(answers) {
        let x = LEFT + ANSWER * (index % layout.answers_a_line());
        let y = y + 28 * (index / layout.answers_a_line());
        svg.open(pick);
        svg.element(format_args!(
            "rect x=\"{x}\" y=\"{}\" width=\"38\" height=\"22\" rx=\"6\" fill=\"#ffffff\" \
             stroke=\"{PALE_INK}\"",
            y + 12,
        ));
        label(svg, x + 19, y + 27, 12, "middle", INK, pick.as_str());
        svg.close();
    }
}
