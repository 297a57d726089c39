//! Four in a Row: two players drop discs into seven columns, and the first with
//! four in a line wins. A whole game for Parlour in one file; with it come all
//! commands, the full screen, records, bots and the arena.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use anstyle::{AnsiColor, Style};
use parlour_core::picture::{Look, Motion, Painter, Place, Scene, Swatch};
use parlour_core::{
    Bots, Configure, Diagnostic, Draw, DrawOptions, Drawing, Evaluation, Game, GameInfo, Illegal,
    Measure, Never, Notation, Open, Outcome, Pick, Picks, Playable, Records, Run, Seat, SetupError,
    SetupOption, SetupValues, TooLarge, Turn, Viewer, quoted,
};
use rand::Rng;

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;

/// Bits from one cell to the next in each direction of a line: up, to the right, and along both
/// diagonals. A column has one more bit than cells, which stays empty, so that no line goes from
/// the top of one to the foot of the next.
const DIRECTIONS: [u8; 4] = [1, ROWS + 1, ROWS, ROWS + 2];

/// A column, from 0 on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column(u8);

impl Column {
    fn letter(self) -> char {
        char::from(b'a' + self.0)
    }

    fn all() -> impl Iterator<Item = Column> {
        (0..COLUMNS).map(Column)
    }
}

/// The discs of both players, one bit per cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FourInARow {
    discs: [u64; 2],
}

fn cell(column: Column, row: u8) -> u64 {
    1 << (column.0 * (ROWS + 1) + row)
}

fn has_four(discs: u64) -> bool {
    DIRECTIONS.iter().any(|step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl FourInARow {
    fn count(&self) -> u32 {
        (self.discs[0] | self.discs[1]).count_ones()
    }

    fn mover(&self) -> Seat {
        Seat((self.count() % 2) as u8)
    }

    fn owner(&self, column: Column, row: u8) -> Option<Seat> {
        Seat::all(2).find(|seat| self.discs[seat.index()] & cell(column, row) != 0)
    }

    /// The row that a disc falls to, if there is room for it.
    fn landing(&self, column: Column) -> Option<u8> {
        (0..ROWS).find(|row| self.owner(column, *row).is_none())
    }
}

impl Game for FourInARow {
    type Move = Column;
    type Chance = Never;
    type View = Self;

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        let winner = Seat::all(2).find(|seat| has_four(self.discs[seat.index()]));
        match winner {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            None if self.count() == u32::from(COLUMNS * ROWS) => Turn::Over(Outcome::Draw),
            None => Turn::Seat(self.mover()),
        }
    }

    fn moves(&self) -> Vec<Column> {
        match self.turn() {
            Turn::Over(_) => Vec::new(),
            _ => Column::all()
                .filter(|column| self.landing(*column).is_some())
                .collect(),
        }
    }

    fn play(&mut self, chosen: &Column) -> Result<(), Illegal> {
        if let Turn::Over(_) = self.turn() {
            return Err(Illegal::new("game-already-over", "the game is over"));
        }
        let Some(row) = self.landing(*chosen) else {
            let message = format!("column {} is full", chosen.letter());
            return Err(Illegal::new("column-full", message).help("choose another column"));
        };
        self.discs[self.mover().index()] |= cell(*chosen, row);
        Ok(())
    }

    fn view(&self, _: Viewer) -> Self {
        *self
    }
}

impl Open for FourInARow {}

impl Configure for FourInARow {
    const OPTIONS: &'static [SetupOption] = &[];

    fn start(_: &SetupValues, _: &mut dyn Rng) -> Result<Self, SetupError> {
        Ok(FourInARow::default())
    }
}

/// Rows from the top, `x` for the first player, `o` for the second, `.` for an
/// empty cell; a move is the letter of a column.
impl Notation for FourInARow {
    fn write_position(&self) -> String {
        let letter = |column, row| match self.owner(column, row) {
            Some(Seat(0)) => 'x',
            Some(_) => 'o',
            None => '.',
        };
        let row = |row: u8| Column::all().map(|column| letter(column, row)).collect();
        let rows: Vec<String> = (0..ROWS).rev().map(row).collect();
        rows.join("/")
    }

    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        let wrong = |span, message: &str| Diagnostic::error("syntax", span, message);
        let whole = 0..text.len();
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(ROWS) || rows.iter().any(|row| row.chars().count() != 7) {
            return Err(wrong(whole, "a board is six rows of seven cells")
                .help("write rows from the top, such as ......./.../...xo.."));
        }
        let mut state = FourInARow::default();
        let rows = rows.into_iter().zip((0..ROWS).rev());
        let mut at = 0;
        for (text, row) in rows {
            for (letter, column) in text.chars().zip(Column::all()) {
                let span = at..at + letter.len_utf8();
                let holds_up = state.owner(column, row + 1).is_some();
                match letter {
                    '.' if holds_up => {
                        return Err(wrong(span, "a disc would hang in the air here"));
                    }
                    '.' => {}
                    'x' => state.discs[0] |= cell(column, row),
                    'o' => state.discs[1] |= cell(column, row),
                    _ => return Err(wrong(span, "a cell is x, o or .")),
                }
                at += letter.len_utf8();
            }
            at += 1;
        }
        let [first, second] = state.discs.map(u64::count_ones);
        if first != second && first != second + 1 {
            return Err(wrong(whole, "x has as many discs as o, or one more"));
        }
        if state.discs.iter().all(|discs| has_four(*discs)) {
            return Err(wrong(whole, "both have four in a row"));
        }
        Ok(state)
    }

    fn write_move(&self, chosen: &Column) -> String {
        chosen.letter().to_string()
    }

    fn read_move(&self, text: &str) -> Result<Column, Diagnostic> {
        let word = text.trim().to_lowercase();
        Column::all()
            .find(|column| word == column.letter().to_string())
            .ok_or_else(|| {
                let message = format!("{} is not a column", quoted(text));
                Diagnostic::error("syntax", 0..text.len(), message)
                    .help("write a letter from a to g")
            })
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        ["x", "o"][seat.index()].into()
    }

    fn describe_move(&self, chosen: &Column, _: Viewer) -> String {
        format!("drops a disc into column {}", chosen.letter())
    }
}

impl Picks for FourInARow {
    fn picks(&self, chosen: &Column) -> Vec<Pick> {
        vec![Pick::new(chosen.letter().to_string())]
    }
}

const BOARD: Swatch = Swatch::new("board", ["#2b5fa8", "#1d3f70", "#00337a"]);
const HOLE: Swatch = Swatch::new("hole", ["#f4f1e8", "#171a18", "#ffffff"]);
const RED: Swatch = Swatch::same("red", "#c8442e");
const YELLOW: Swatch = Swatch::same("yellow", "#eebc22");
const INK: Swatch = Swatch::same("ink", "#1c1712");

/// The place of a hole in a picture.
fn hole(column: Column, row: u8) -> Place {
    Place::new(format!("{}{}", column.letter(), row + 1))
}

impl Draw for FourInARow {
    fn draw(view: &Self, options: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        let letters = Column::all().map(|column| Run::plain(format!(" {}", column.letter())));
        let mut lines = vec![letters.collect::<Vec<Run>>()];
        for row in (0..ROWS).rev() {
            let runs = Column::all().map(|column| {
                let (disc, colour) = match view.owner(column, row) {
                    Some(Seat(0)) => (" X", Some(AnsiColor::Red)),
                    Some(_) => (" O", Some(AnsiColor::Yellow)),
                    None => (" ·", None),
                };
                let run = Run::styled(disc, Style::new().fg_color(colour.map(Into::into)));
                match options.picks {
                    true => run.pick(Pick::new(column.letter().to_string())),
                    false => run,
                }
            });
            lines.push(runs.collect());
        }
        if !options.coordinates {
            lines.remove(0);
        }
        Ok(Drawing { lines })
    }

    fn paint(view: &Self, look: &Look<'_>) -> Result<Scene, TooLarge> {
        const SIDE: f32 = 48.0;
        let size = (f32::from(COLUMNS) * SIDE, f32::from(ROWS) * SIDE);
        let mut painter = Painter::new(look, "four-in-a-row", size, "Four in a Row");
        let board = painter.paint(&BOARD);
        for column in Column::all() {
            let pick = Pick::new(column.letter().to_string());
            let left = f32::from(column.0) * SIDE;
            let spot = (left + SIDE / 2.0, size.1 / 2.0, SIDE / 2.0);
            let label = format!("column {}", column.letter());
            painter.place(Place::from(&pick), Some(pick), label, spot, |painter| {
                painter.element(format_args!(
                    "rect x=\"{left}\" y=\"0\" width=\"{SIDE}\" height=\"{}\" fill=\"{board}\"",
                    size.1
                ));
            });
            for row in 0..ROWS {
                let (letter, swatch) = match view.owner(column, row) {
                    Some(Seat(0)) => ("X", &RED),
                    Some(_) => ("O", &YELLOW),
                    None => ("", &HOLE),
                };
                let (x, y) = (spot.0, f32::from(ROWS - 1 - row) * SIDE + SIDE / 2.0);
                let place = hole(column, row);
                let disc = |painter: &mut Painter<'_>| {
                    let fill = painter.paint(swatch);
                    painter.element(format_args!("circle r=\"19\" fill=\"{fill}\""));
                    let ink = painter.paint(&INK);
                    let attributes = format!("y=\"6\" text-anchor=\"middle\" fill=\"{ink}\"");
                    painter.text(attributes, letter);
                };
                // An empty hole stays where it is; a disc falls.
                painter.place(place.clone(), None, "", (x, y, 19.0), |painter| {
                    if letter.is_empty() {
                        let fill = painter.paint(swatch);
                        painter.element(format_args!(
                            "circle cx=\"{x}\" cy=\"{y}\" r=\"19\" fill=\"{fill}\" \
                             pointer-events=\"none\""
                        ));
                    }
                });
                if !letter.is_empty() {
                    painter.thing(place, (x, y), disc);
                }
            }
        }
        Ok(Scene {
            board: painter.finish(),
            panels: Vec::new(),
            status: match view.turn() {
                Turn::Over(Outcome::Win(seat)) => format!("{} has won.", view.seat_name(seat)),
                Turn::Over(Outcome::Draw) => "A draw.".to_owned(),
                _ => format!("{} to move.", view.seat_name(view.mover())),
            },
        })
    }

    const SWATCHES: &'static [Swatch] = &[BOARD, HOLE, RED, YELLOW, INK];

    const APART: &'static [&'static [Swatch]] = &[&[BOARD, HOLE, RED, YELLOW]];

    fn motions(before: &Self, after: &Self) -> Vec<Motion> {
        let holes = Column::all().flat_map(|column| (0..ROWS).map(move |row| (column, row)));
        holes
            .filter(|&(column, row)| before.owner(column, row) != after.owner(column, row))
            .map(|(column, row)| match after.owner(column, row) {
                // It falls from the top.
                Some(_) => Motion::go(hole(column, ROWS - 1), hole(column, row)),
                None => Motion::vanish(hole(column, row)),
            })
            .collect()
    }
}

/// Files in the default format.
impl Records for FourInARow {}

/// The common bots play it with this static evaluation: discs in the middle are
/// part of more lines.
impl Bots for FourInARow {
    const EVALUATE: Option<Evaluation<Self>> = Some(|state, seat| {
        let weight = |seat: Seat| -> u32 {
            let discs = state.discs[seat.index()];
            let column = |column: Column| {
                let cells = (0..ROWS).map(|row| cell(column, row)).sum::<u64>();
                (discs & cells).count_ones() * u32::from(3 - column.0.abs_diff(3))
            };
            Column::all().map(column).sum()
        };
        let ahead = f64::from(weight(seat)) - f64::from(weight(Seat(1 - seat.0)));
        Some(1.0 / (1.0 + (-ahead / 8.0).exp()))
    });
}

impl Playable for FourInARow {
    const INFO: GameInfo = GameInfo {
        id: "four-in-a-row",
        title: "Four in a Row",
        summary: "Drop discs into columns; the first with four in a line wins.",
        seats: 2..=2,
        extension: "four",
        measure: Measure::Chance,
        rules: "Two players take turns. A disc falls to the lowest free cell of its column.\n\
                The first player with four discs in a line, straight or diagonal, wins.\n\
                When the board is full, the game is a draw.\n",
    };
}
