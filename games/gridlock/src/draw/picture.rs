//! The grid as pictures: enamel tiles in a tray.

mod enamel;
mod petals;

use std::fmt::Write as _;

use parlour_core::picture::{Look, Motion, Painter, Panel, Place, Scene, Swatch, Unit, common};
use parlour_core::{Game, Notation, Outcome, Seat, Turn};

use super::layer::{Layer, Text};
use crate::notation::cell_pick;
use crate::rules::{Cell, Grid};
use enamel::Enamel;

const TRAY: Swatch = Swatch::new("tray", ["#c9bfae", "#1b201d", "#d9d9d9"]);
const TRAY_LIT: Swatch = Swatch::new("tray-lit", ["#ddd5c6", "#272d2a", "#d9d9d9"]);
const TRAY_EDGE: Swatch = Swatch::new("tray-edge", ["#9b907c", "#3d4540", "#000000"]);
const NAME: Swatch = Swatch::new("name", ["#5e5545", "#9aa39d", "#000000"]);

/// A cell that can still be painted, and the shade of its upper edge.
const WELL: Swatch = Swatch::new("well", ["#fdfbf6", "#2d3530", "#ffffff"]);
const WELL_SHADE: Swatch = Swatch::new("well-shade", ["#d5ccbb", "#121513", "#ffffff"]);
/// A cell that can no longer be painted.
const DEAD: Swatch = Swatch::new("dead", ["#a49a89", "#0b0d0c", "#9a9892"]);
const DEAD_SHADE: Swatch = Swatch::new("dead-shade", ["#7d7463", "#000000", "#989898"]);
const DEAD_SIGN: Swatch = Swatch::new("dead-sign", ["#776e5d", "#3d4540", "#000000"]);

/// The text in a cell.
const NOTE: Swatch = Swatch::new("note", ["#3a362c", "#e6ebe7", "#000000"]);

pub(super) const SWATCHES: &[Swatch] = &[
    TRAY,
    TRAY_LIT,
    TRAY_EDGE,
    NAME,
    WELL,
    WELL_SHADE,
    DEAD,
    DEAD_SHADE,
    DEAD_SIGN,
    NOTE,
    enamel::SHADOW,
    enamel::GLOSS,
    enamel::ALL[0].body,
    enamel::ALL[0].letter,
    enamel::ALL[1].body,
    enamel::ALL[1].letter,
    enamel::ALL[2].body,
    enamel::ALL[2].letter,
    enamel::ALL[3].body,
    enamel::ALL[3].letter,
    enamel::ALL[4].body,
    enamel::ALL[4].letter,
    enamel::ALL[5].body,
    enamel::ALL[5].letter,
];

/// The colours, and the cells without one.
pub(super) const APART: &[&[Swatch]] = &[&[
    enamel::ALL[0].body,
    enamel::ALL[1].body,
    enamel::ALL[2].body,
    enamel::ALL[3].body,
    enamel::ALL[4].body,
    enamel::ALL[5].body,
    WELL,
    DEAD,
]];

/// Boards with more cells are painted without patterns and shades, which would be invisible.
const MOST_CELLS_IN_DETAIL: u128 = 1024;

/// The layout.
#[derive(Clone, Copy)]
struct Layout {
    /// Columns and rows; one of each for a board without cells.
    columns: u64,
    rows: u64,
    /// The side of a cell.
    side: f32,
    /// The rim of the tray, with the numbers.
    rim: f32,
    /// The height of a number; 0 without numbers.
    number: f32,
    in_detail: bool,
}

impl Layout {
    fn of(grid: &Grid, look: &Look<'_>) -> Layout {
        let size = grid.size();
        let (columns, rows) = match size.cells() {
            // An empty tray, however long.
            0 => (1, 1),
            _ => (size.width, size.height),
        };
        let most = columns.max(rows) as f32;
        let side = (440.0 / most).clamp(20.0, 120.0).round();
        // Numbers must be legible on a large board, too.
        let number = (side * 0.2)
            .max(columns as f32 * side * 0.02)
            .clamp(11.0, 200.0);
        Layout {
            columns,
            rows,
            side,
            rim: match look.bare {
                true => (side * 0.1).max(6.0).round(),
                false => (number * 1.7).round(),
            },
            number: if look.bare { 0.0 } else { number },
            in_detail: size.cells() <= MOST_CELLS_IN_DETAIL,
        }
    }

    fn size(self) -> (f32, f32) {
        let length = |count: u64| count as f32 * self.side + 2.0 * self.rim;
        (length(self.columns), length(self.rows))
    }

    /// The middle of a cell.
    fn middle(self, cell: Cell) -> (f32, f32) {
        let at = |count: u64| self.rim + (count as f32 + 0.5) * self.side;
        (at(cell.x), at(cell.y))
    }

    /// Half of a well or a tile.
    fn half(self) -> f32 {
        self.side * 0.455
    }

    /// The radius of its corners.
    fn corner(self) -> f32 {
        self.side * 0.16
    }

    /// The radius of the tray's corners.
    fn round(self) -> f32 {
        self.rim + self.corner() * 0.5
    }
}

/// The place of a cell.
fn place(cell: Cell) -> Place {
    Place::from(&cell_pick(cell))
}

/// The board with its layer of information.
pub(super) fn scene(grid: &Grid, layer: &Layer, look: &Look<'_>) -> Scene {
    let layout = Layout::of(grid, look);
    let title = format!("Gridlock, {}, colours {}", grid.size(), grid.palette());
    let mut painter = Painter::new(look, "gridlock", layout.size(), title);
    paint_tray(&mut painter, layout);
    if grid.size().cells() == 0 {
        let (x, y) = layout.middle(Cell { x: 0, y: 0 });
        let text = write_at(&painter, &NAME, (x, y), layout.side * 0.3);
        painter.text(text, grid.size());
    } else if !look.bare {
        paint_numbers(&mut painter, layout);
    }
    if layout.in_detail {
        enamel::define(&mut painter, grid.palette(), layout.side);
        define_wells(&mut painter);
    }
    for cell in grid.cells() {
        paint_cell(&mut painter, layout, grid, cell, layer.text(cell));
    }
    paint_parts(&mut painter, layout, grid, layer);
    for cell in grid.cells() {
        if let Some(colour) = grid.colour(cell) {
            painter.thing(place(cell), layout.middle(cell), |painter| {
                enamel::paint_tile(painter, layout, Enamel::of(colour));
            });
        }
    }
    petals::offer(&mut painter, layout, grid);
    Scene {
        board: painter.finish(),
        panels: legend(layer, look).into_iter().collect(),
        status: status(grid),
    }
}

/// What was painted between two grids.
pub(super) fn motions(before: &Grid, after: &Grid) -> Vec<Motion> {
    let changed = after
        .cells()
        .filter(|cell| before.colour(*cell) != after.colour(*cell));
    changed
        .map(|cell| match after.colour(cell) {
            Some(_) => Motion::appear(place(cell)),
            None => Motion::vanish(place(cell)),
        })
        .collect()
}

fn status(grid: &Grid) -> String {
    let player = |seat: Seat| format!("The {} player", grid.seat_name(seat));
    match grid.turn() {
        Turn::Over(Outcome::Win(seat)) => format!("{} has won.", player(seat)),
        Turn::Seat(seat) => format!("{} is to move.", player(seat)),
        _ => String::new(),
    }
}

fn paint_tray(painter: &mut Painter<'_>, layout: Layout) {
    let (lit, tray, edge) = (
        painter.paint(&TRAY_LIT),
        painter.paint(&TRAY),
        painter.paint(&TRAY_EDGE),
    );
    let (width, height) = layout.size();
    let line = (layout.rim * 0.1).min(2.0);
    // Light falls along its edge.
    for (inset, fill, stroke) in [(0.5, &*tray, edge), (1.5, "none", lit)] {
        painter.element(format_args!(
            "rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\" rx=\"{3}\" fill=\"{fill}\" \
             stroke=\"{stroke}\" stroke-width=\"{4}\"",
            Unit(inset * line),
            Unit(width - 2.0 * inset * line),
            Unit(height - 2.0 * inset * line),
            Unit(layout.round() - inset * line),
            Unit(line),
        ));
    }
}

/// Attributes of a short text around a point.
fn write_at(painter: &Painter<'_>, ink: &Swatch, (x, y): (f32, f32), size: f32) -> String {
    let fill = painter.paint(ink);
    format!(
        "x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{fill}\"",
        Unit(x),
        Unit(y + size * 0.36),
        Unit(size)
    )
}

/// The numbers of columns and rows in the rim; only some of them if cells are small.
fn paint_numbers(painter: &mut Painter<'_>, layout: Layout) {
    let room = |count: u64| {
        let digits = count.saturating_sub(1).to_string().len() as f32;
        let wide = layout.number * (0.65 * digits + 0.4);
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|step| step * 10_u64.pow(power)));
        steps
            .take(40)
            .find(|step| *step as f32 * layout.side >= wide)
            .unwrap_or(u64::MAX)
    };
    let fill = painter.paint(&NAME);
    let group = format!(
        "font-size=\"{}\" text-anchor=\"middle\" fill=\"{fill}\"",
        Unit(layout.number)
    );
    let down = layout.number * 0.36;
    painter.group(group, |painter| {
        for x in (0..layout.columns).step_by(room(layout.columns) as usize) {
            let (x_at, _) = layout.middle(Cell { x, y: 0 });
            let y_at = layout.rim * 0.5 + down;
            painter.text(format_args!("x=\"{}\" y=\"{}\"", Unit(x_at), Unit(y_at)), x);
        }
        for y in (0..layout.rows).step_by(room(layout.rows) as usize) {
            let (_, y_at) = layout.middle(Cell { x: 0, y });
            let x_at = layout.rim * 0.5;
            let y_at = y_at + down;
            painter.text(format_args!("x=\"{}\" y=\"{}\"", Unit(x_at), Unit(y_at)), y);
        }
    });
}

/// Wells are shaded at their upper edge: they are sunk into the tray, dead ones deeper.
fn define_wells(painter: &mut Painter<'_>) {
    for (name, shade, ground, depth) in [
        ("well", &WELL_SHADE, &WELL, ".14"),
        ("dead", &DEAD_SHADE, &DEAD, ".4"),
    ] {
        let id = painter.id(name);
        let (shade, ground) = (painter.paint(shade), painter.paint(ground));
        painter.define(format_args!(
            "<linearGradient id=\"{id}\" x2=\"0\" y2=\"1\"><stop stop-color=\"{shade}\"/>\
             <stop offset=\"{depth}\" stop-color=\"{ground}\"/></linearGradient>"
        ));
    }
}

fn paint_cell(
    painter: &mut Painter<'_>,
    layout: Layout,
    grid: &Grid,
    cell: Cell,
    known: Option<&Text>,
) {
    let (x, y) = layout.middle(cell);
    let colour = grid.colour(cell);
    let is_dead = colour.is_none() && grid.allowed(cell).is_empty();
    let what = match (colour, is_dead) {
        (Some(colour), _) => colour.word(),
        (None, true) => "dead",
        (None, false) => "empty",
    };
    let label = format!("column {}, row {}, {what}", cell.x, cell.y);
    let pick = Some(cell_pick(cell));
    let spot = (x, y, layout.side / 2.0);
    painter.place(place(cell), pick, label, spot, |painter| {
        // Wells that are joined have no shade between them.
        let shaded = layout.in_detail && (is_dead || known.is_none());
        let fill = match (is_dead, shaded) {
            (true, false) => painter.paint(&DEAD).into_owned(),
            (false, false) => painter.paint(&WELL).into_owned(),
            (true, true) => format!("url(#{})", painter.id("dead")),
            (false, true) => format!("url(#{})", painter.id("well")),
        };
        let half = layout.half();
        painter.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" rx=\"{3}\" fill=\"{fill}\"",
            Unit(x - half),
            Unit(y - half),
            Unit(2.0 * half),
            Unit(layout.corner()),
        ));
        match known {
            Some(known) if colour.is_none() => {
                // Long texts are smaller, to fit into the cell.
                let most = if known.text.len() > 3 { 0.2 } else { 0.32 };
                let text = write_at(painter, &NOTE, (x, y), layout.side * most);
                painter.text(text, &known.text);
            }
            _ if is_dead => {
                let (sign, arm) = (painter.paint(&DEAD_SIGN), layout.side * 0.11);
                painter.element(format_args!(
                    "path d=\"M{0} {1}l{2} {2}m0-{2}l-{2} {2}\" stroke=\"{sign}\" \
                     stroke-width=\"{3}\" stroke-linecap=\"round\"",
                    Unit(x - arm),
                    Unit(y - arm),
                    Unit(2.0 * arm),
                    Unit(layout.side * 0.05),
                ));
            }
            _ => {}
        }
    });
}

/// Joins the wells of each part, so that its shape shows what belongs together.
fn paint_parts(painter: &mut Painter<'_>, layout: Layout, grid: &Grid, layer: &Layer) {
    let (half, corner) = (layout.half(), layout.corner());
    let gap = layout.side - 2.0 * half;
    let mut joints = String::new();
    for cell in grid.cells() {
        let (x, y) = layout.middle(cell);
        let [right, below, across] = [(1, 0), (0, 1), (1, 1)].map(|(dx, dy)| Cell {
            x: cell.x + dx,
            y: cell.y + dy,
        });
        let long = gap + 2.0 * corner;
        let joined = [
            (
                layer.joins(&[cell, right]),
                (x + half - corner, y - half, long, 2.0 * half),
            ),
            (
                layer.joins(&[cell, below]),
                (x - half, y + half - corner, 2.0 * half, long),
            ),
            (
                layer.joins(&[cell, right, below, across]),
                (x + half, y + half, gap, gap),
            ),
        ];
        for (_, (x, y, width, height)) in joined.into_iter().filter(|(joins, _)| *joins) {
            let _ = write!(
                joints,
                "M{} {}h{width}v{}h-{width}z",
                Unit(x),
                Unit(y),
                Unit(height),
                width = Unit(width),
            );
        }
    }
    if !joints.is_empty() {
        let fill = painter.paint(&WELL);
        painter.element(format_args!(
            "path d=\"{joints}\" fill=\"{fill}\" pointer-events=\"none\""
        ));
    }
}

/// What the texts on the board mean.
fn legend(layer: &Layer, look: &Look<'_>) -> Option<Panel> {
    const LINE: f32 = 22.0;
    let longest = layer.legend.iter().map(|line| line.chars().count()).max()?;
    let plain = Look {
        paints: look.paints,
        ..Look::default()
    };
    let size = (longest as f32 * 8.6, layer.legend.len() as f32 * LINE);
    let mut painter = Painter::new(&plain, "gridlock", size, "What the letters mean");
    let ink = painter.common(&common::INK);
    for (line, text) in (1..).zip(&layer.legend) {
        let base = line as f32 * LINE - 6.0;
        painter.text(
            format_args!("y=\"{}\" font-size=\"14\" fill=\"{ink}\"", Unit(base)),
            text,
        );
    }
    Some(Panel {
        name: "legend",
        title: String::new(),
        seat: None,
        picture: painter.finish(),
    })
}
