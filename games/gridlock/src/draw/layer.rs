//! Information about unpainted cells, to be shown on the board.

use std::collections::HashMap;

use parlour_core::{Limits, Overlay};

use crate::rules::{Cell, Grid};
use crate::solve::{Solver, open_parts};

/// The independent parts of the board.
pub(super) const COMPONENTS: Overlay = Overlay {
    name: "components",
    summary: "the independent parts, with their nim-values",
};

/// The colours that are still possible.
pub(super) const COLOURS: Overlay = Overlay {
    name: "colours",
    summary: "the colours still possible in each cell",
};

/// A cell that can no longer be painted.
const DEAD: &str = "#";

/// The memory and positions that a picture is worth.
const MEMORY: usize = 64 << 20;
const POSITIONS: u64 = 20_000;

/// A text for each unpainted cell, and lines below the board.
#[derive(Default)]
pub(super) struct Layer {
    texts: HashMap<Cell, Text>,
    pub(super) legend: Vec<String>,
    /// The length of the longest text.
    pub(super) width: usize,
}

/// What an unpainted cell shows.
pub(super) struct Text {
    pub(super) text: String,
    /// The part of the board to which the cell is shown to belong.
    part: Option<usize>,
}

impl Layer {
    pub(super) fn of(grid: &Grid, overlay: &Overlay) -> Layer {
        if *overlay == COLOURS {
            Layer::colours(grid)
        } else {
            Layer::components(grid)
        }
    }

    pub(super) fn text(&self, cell: Cell) -> Option<&Text> {
        self.texts.get(&cell)
    }

    /// Whether all these cells belong to the same part.
    pub(super) fn joins(&self, cells: &[Cell]) -> bool {
        let mut parts = cells.iter().map(|cell| self.text(*cell)?.part);
        let first = parts.next().flatten();
        first.is_some() && parts.all(|part| part == first)
    }

    fn colours(grid: &Grid) -> Layer {
        let mut layer = Layer::default();
        for cell in unpainted(grid) {
            let letters: String = grid
                .allowed(cell)
                .iter()
                .map(|colour| super::letter(colour).to_ascii_lowercase())
                .collect();
            layer.put(cell, letters, None);
        }
        layer.finish(grid)
    }

    fn components(grid: &Grid) -> Layer {
        let mut layer = Layer::default();
        let mut solver = Solver::new(MEMORY);
        let parts = open_parts(grid);
        let mut sum = Some(0);
        for (number, cells) in parts.iter().enumerate() {
            let name = name(number);
            let left = POSITIONS.saturating_sub(solver.positions());
            let nim = solver.part_nim(grid, cells, &Limits::nodes(left));
            let told = match nim {
                Ok(nim) => nim.to_string(),
                Err(unsolved) => format!("? ({unsolved})"),
            };
            sum = sum.zip(nim.ok()).map(|(sum, nim)| sum ^ nim);
            let count = match cells.len() {
                1 => "1 cell".to_owned(),
                count => format!("{count} cells"),
            };
            layer
                .legend
                .push(format!("{name}: {count}, nim-value {told}"));
            for cell in cells {
                layer.put(*cell, name.clone(), Some(number));
            }
        }
        if let Some(sum) = sum {
            layer.legend.push(match sum {
                0 => "nim-sum 0: the player to move loses".to_owned(),
                sum => format!("nim-sum {sum}: the player to move wins"),
            });
        }
        for cell in unpainted(grid) {
            if !layer.texts.contains_key(&cell) {
                layer.put(cell, String::new(), None);
            }
        }
        layer.finish(grid)
    }

    fn put(&mut self, cell: Cell, text: String, part: Option<usize>) {
        let text = if text.is_empty() {
            DEAD.to_owned()
        } else {
            text
        };
        self.width = self.width.max(text.len());
        self.texts.insert(cell, Text { text, part });
    }

    fn finish(mut self, grid: &Grid) -> Layer {
        if unpainted(grid).any(|cell| self.texts[&cell].text == DEAD) {
            self.legend.push(format!("{DEAD}: no colour is left"));
        }
        self
    }
}

fn unpainted(grid: &Grid) -> impl Iterator<Item = Cell> {
    grid.cells().filter(|cell| grid.colour(*cell).is_none())
}

/// a to z, then aa, ab and so on.
fn name(number: usize) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", name(more - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Draw, DrawOptions, Notation};

    fn shown(position: &str, overlay: &Overlay) -> String {
        let grid = Grid::read_position(position).expect(position);
        let drawing = Grid::draw_over(&grid, overlay, DrawOptions::default());
        drawing.expect("small").to_plain()
    }

    #[test]
    fn components_have_names_and_nim_values() {
        let expected = [
            "+-------+",
            "|aa#R#bb|",
            "|aaa#bbb|",
            "+-------+",
            "a: 5 cells, nim-value 3",
            "b: 5 cells, nim-value 3",
            "nim-sum 0: the player to move loses",
            "#: no colour is left",
        ];
        let drawn = shown("7x2 r ...r.../.......", &COMPONENTS);
        assert_eq!(drawn, expected.join("\n"));
    }

    #[test]
    fn colours_that_are_left_are_listed() {
        let expected = [
            "+--------+",
            "|R  #  rg|",
            "|#  G  r |",
            "+--------+",
            "#: no colour is left",
        ];
        let drawn = shown("3x2 rg r../.g.", &COLOURS);
        assert_eq!(drawn, expected.join("\n"));
    }

    #[test]
    fn what_cannot_be_solved_is_said() {
        let rows = vec![".".repeat(17); 16].join("/");
        let drawn = shown(&format!("17x16 rgy {rows}"), &COMPONENTS);
        let last = drawn.lines().last().expect("a legend");
        let reason = "a connected part of 17x16 is too large to solve; up to 256 cells fit";
        assert_eq!(last, format!("a: 272 cells, nim-value ? ({reason})"));
    }

    #[test]
    fn parts_beyond_the_alphabet_have_names() {
        let names = [0, 25, 26, 27, 52, 701, 702].map(name);
        assert_eq!(names, ["a", "z", "aa", "ab", "ba", "zz", "aaa"]);
    }

    #[test]
    fn pictures_show_the_same() {
        let grid = Grid::read_position("7x2 r ...r.../.......").expect("a position");
        let look = parlour_core::picture::Look {
            overlay: Some(&COMPONENTS),
            ..Default::default()
        };
        let scene = <Grid as Draw>::paint(&grid, &look).expect("small");
        let board = scene.board.document();
        assert_eq!(board.matches(">a</text>").count(), 5, "{board}");
        // Each part has five joints and a filled middle, and nothing joins the two parts.
        let joints = board
            .split("<path d=\"")
            .find(|path| path.contains("pointer-events"));
        let joints = joints
            .and_then(|path| path.split('"').next())
            .expect("joints");
        assert_eq!(joints.matches('M').count(), 2 * 6, "{joints}");
        let legend = scene.panels[0].picture.document();
        assert!(
            legend.contains(">b: 5 cells, nim-value 3</text>"),
            "{legend}"
        );
    }
}
