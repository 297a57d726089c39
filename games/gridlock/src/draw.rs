//! The grid as text and as SVG.

mod words;

use anstyle::{AnsiColor, Style};
use parlour_core::svg::Svg;
use parlour_core::{Draw, DrawOptions, Drawing, Run, TooLarge};

use crate::notation::cell_pick;
use crate::rules::{Colour, Grid, Size};

/// The most characters of a text drawing, borders included: a thousand by a
/// thousand cells, and long boards without cells within reason.
const MOST_CHARACTERS: u128 = 1 << 21;

/// The most cells of an SVG drawing; browsers give up on more.
const MOST_SVG_CELLS: u128 = 1 << 16;

/// The grid as the game's document draws it: a border of `-`, `|` and `+`,
/// every painted cell its capital letter on its colour, every empty cell a
/// space.
///
/// A grid that is too large to be looked at is an error, not a flood.
pub fn draw_grid(grid: &Grid) -> Result<String, TooLarge> {
    Ok(Grid::draw(grid, DrawOptions::default())?.to_ansi())
}

/// The capital letter of a colour.
fn letter(colour: Colour) -> &'static str {
    ["R", "G", "Y", "B", "M", "C"][colour as usize]
}

fn background(colour: Colour) -> Style {
    let ansi = match colour {
        Colour::Red => AnsiColor::Red,
        Colour::Green => AnsiColor::Green,
        Colour::Yellow => AnsiColor::Yellow,
        Colour::Blue => AnsiColor::Blue,
        Colour::Magenta => AnsiColor::Magenta,
        Colour::Cyan => AnsiColor::Cyan,
    };
    Style::new().bg_color(Some(ansi.into()))
}

/// Fill and text colour in an SVG, light enough and dark enough to be read.
fn fill(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::Red => ("#d9433f", "#ffffff"),
        Colour::Green => ("#3f9b4f", "#ffffff"),
        Colour::Yellow => ("#f2cb3c", "#3a2f00"),
        Colour::Blue => ("#3b6fd4", "#ffffff"),
        Colour::Magenta => ("#b546ad", "#ffffff"),
        Colour::Cyan => ("#4cc3d0", "#00333a"),
    }
}

fn too_large(size: Size) -> TooLarge {
    TooLarge(format!("a {size} grid is too large to draw"))
}

impl Draw for Grid {
    fn draw(grid: &Grid, options: DrawOptions) -> Result<Drawing, TooLarge> {
        let size = grid.size();
        if (u128::from(size.width) + 3) * (u128::from(size.height) + 2) > MOST_CHARACTERS {
            return Err(too_large(size));
        }
        // Both sides are small from here on.
        let width = size.width as usize;
        let margin = if options.coordinates {
            digits(size.height) + 1
        } else {
            0
        };
        let border = format!("{:margin$}+{}+", "", "-".repeat(width));
        let mut lines = Vec::new();
        if options.coordinates {
            lines.extend(column_numbers(size.width, margin + 1));
        }
        lines.push(vec![Run::plain(border.clone())]);
        let mut cells = grid.cells();
        for y in 0..size.height {
            let mut line = Vec::with_capacity(width + 2);
            line.push(Run::plain(if options.coordinates {
                format!("{y:>0$} |", margin - 1)
            } else {
                "|".to_owned()
            }));
            for cell in cells.by_ref().take(width) {
                let run = match grid.colour(cell) {
                    Some(colour) => Run::styled(letter(colour), background(colour)),
                    None => Run::plain(" "),
                };
                line.push(if options.picks {
                    run.pick(cell_pick(cell))
                } else {
                    run
                });
            }
            line.push(Run::plain("|"));
            lines.push(line);
        }
        lines.push(vec![Run::plain(border)]);
        Ok(Drawing { lines })
    }

    fn draw_svg(grid: &Grid) -> Result<String, TooLarge> {
        const SIDE: u64 = 40;
        const MARGIN: u64 = 30;
        let size = grid.size();
        // A board without cells is drawn as an empty frame, however long.
        if size.cells() > MOST_SVG_CELLS {
            return Err(too_large(size));
        }
        let (columns, rows) = if size.cells() == 0 {
            (1, 1)
        } else {
            (size.width, size.height)
        };
        let mut svg = Svg::new(
            columns * SIDE + 2 * MARGIN,
            rows * SIDE + 2 * MARGIN,
            &format!("Gridlock, {size}, colours {}", grid.palette()),
        );
        svg.element("rect width=\"100%\" height=\"100%\" fill=\"#f4f1ea\"");
        let number = "font-size=\"13\" fill=\"#6b6558\" text-anchor=\"middle\"";
        if size.cells() == 0 {
            svg.text(
                format_args!("x=\"{0}\" y=\"{0}\" {number}", MARGIN + SIDE / 2),
                &size.to_string(),
            );
        } else {
            for x in 0..size.width {
                let middle = MARGIN + x * SIDE + SIDE / 2;
                svg.text(
                    format_args!("x=\"{middle}\" y=\"20\" {number}"),
                    &x.to_string(),
                );
            }
            for y in 0..size.height {
                let base = MARGIN + y * SIDE + SIDE / 2 + 5;
                svg.text(
                    format_args!("x=\"15\" y=\"{base}\" {number}"),
                    &y.to_string(),
                );
            }
        }
        for cell in grid.cells() {
            let (x, y) = (MARGIN + cell.x * SIDE, MARGIN + cell.y * SIDE);
            svg.open(&cell_pick(cell));
            let painted = grid.colour(cell);
            let paint = painted.map_or("#ffffff", |colour| fill(colour).0);
            svg.element(format_args!(
                "rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" rx=\"5\" \
                 fill=\"{paint}\" stroke=\"#cfc8b8\"",
                x + 2,
                y + 2,
                SIDE - 4
            ));
            if let Some(colour) = painted {
                svg.text(
                    format_args!(
                        "x=\"{}\" y=\"{}\" font-size=\"18\" font-weight=\"bold\" \
                         text-anchor=\"middle\" fill=\"{}\"",
                        x + SIDE / 2,
                        y + SIDE / 2 + 6,
                        fill(colour).1
                    ),
                    letter(colour),
                );
            }
            svg.close();
        }
        Ok(svg.finish())
    }

    fn in_words(grid: &Grid) -> Result<String, TooLarge> {
        words::tell(grid)
    }
}

/// How many digits the largest index below `count` has.
fn digits(count: u64) -> usize {
    count.saturating_sub(1).to_string().len()
}

/// The numbers of the columns, written downwards, one line a digit.
fn column_numbers(width: u64, indent: usize) -> Vec<Vec<Run>> {
    let most = digits(width);
    (0..most)
        .map(|line| {
            let row: String = (0..width)
                .map(|x| {
                    let number = format!("{x:>most$}");
                    char::from(number.as_bytes()[line])
                })
                .collect();
            vec![Run::plain(format!("{:indent$}{row}", ""))]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    fn grid(text: &str) -> Grid {
        Grid::read_position(text).expect(text)
    }

    #[test]
    fn the_final_grid_of_the_example() {
        let (r, g) = ("\x1b[41mR\x1b[0m", "\x1b[42mG\x1b[0m");
        assert_eq!(
            draw_grid(&grid("3x3 rg r.r/.g./r.r")).expect("small"),
            format!("+---+\n|{r} {r}|\n| {g} |\n|{r} {r}|\n+---+")
        );
    }

    #[test]
    fn all_six_colours_have_their_own_background() {
        let drawn = draw_grid(&grid("6x1 rgybmc rgybmc")).expect("small");
        for (letter, code) in ["R", "G", "Y", "B", "M", "C"].iter().zip(41..) {
            assert!(drawn.contains(&format!("\x1b[{code}m{letter}\x1b[0m")));
        }
    }

    #[test]
    fn boards_without_cells() {
        let drawn = |text| draw_grid(&grid(text)).expect("small");
        assert_eq!(drawn("0x0 r -"), "++\n++");
        assert_eq!(drawn("0x2 r -"), "++\n||\n||\n++");
        assert_eq!(drawn("3x0 r -"), "+---+\n+---+");
    }

    #[test]
    fn what_is_too_large_to_draw_is_refused() {
        for text in ["99999999999x0 r -", "0x99999999999 r -"] {
            assert!(draw_grid(&grid(text)).is_err());
            assert!(Grid::draw_svg(&grid(text)).is_ok());
        }
    }

    #[test]
    fn coordinates_for_those_who_type() {
        let options = DrawOptions {
            coordinates: true,
            ..DrawOptions::default()
        };
        let drawing = Grid::draw(&grid("11x2 r r........../..........."), options);
        assert_eq!(
            drawing.expect("small").to_plain(),
            [
                "             1",
                "   01234567890",
                "  +-----------+",
                "0 |R          |",
                "1 |           |",
                "  +-----------+",
            ]
            .join("\n")
        );
    }
}
