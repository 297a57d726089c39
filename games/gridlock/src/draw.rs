//! The grid as text and as pictures.

mod board;
mod layer;
mod picture;
mod words;

use anstyle::{AnsiColor, Style};
use parlour_core::picture::{Look, Motion, Scene, Swatch};
use parlour_core::{Draw, DrawOptions, Drawing, Overlay, Panel, Run, TooLarge};

use crate::notation::cell_pick;
use crate::rules::{Colour, Grid, Size};
use layer::Layer;

/// The most characters of a text drawing, including borders: a thousand by a
/// thousand cells, and reasonably long boards without cells.
const MOST_CHARACTERS: u128 = 1 << 21;

/// The most cells of a picture; browsers give up on more.
const MOST_PAINTED_CELLS: u128 = 1 << 16;

/// The grid as the game's document draws it: a border of `-`, `|` and `+`,
/// every painted cell as its capital letter on its colour, every empty cell as
/// a space.
///
/// A grid too large to look at is an error, not a flood of output.
///
/// # Errors
///
/// The grid is too large to be looked at.
pub fn draw_grid(grid: &Grid) -> Result<String, TooLarge> {
    Ok(Grid::draw(grid, DrawOptions::default())?.to_ansi())
}

/// The capital letter of a colour.
fn letter(colour: Colour) -> &'static str {
    ["R", "G", "Y", "B", "M", "C"][colour as usize]
}

/// The style of a cell of this colour, as in the document.
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

fn too_large(size: Size) -> TooLarge {
    TooLarge(format!("a {size} grid is too large to draw"))
}

impl Draw for Grid {
    const OVERLAYS: &'static [Overlay] = &[layer::COMPONENTS, layer::COLOURS];

    fn draw(grid: &Grid, options: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        let large = options
            .room
            .and_then(|room| board::draw(grid, room, options));
        if let Some(large) = large {
            return Ok(large);
        }
        fits_text(grid.size())?;
        Ok(text(grid, options, &Layer::default()))
    }

    fn panels(grid: &Grid, options: DrawOptions<'_>) -> Vec<Panel> {
        vec![board::panel(grid, options)]
    }

    fn paint(grid: &Grid, look: &Look<'_>) -> Result<Scene, TooLarge> {
        if grid.size().cells() > MOST_PAINTED_CELLS {
            return Err(too_large(grid.size()));
        }
        let layer = look.overlay.map(|overlay| Layer::of(grid, overlay));
        Ok(picture::scene(grid, &layer.unwrap_or_default(), look))
    }

    const SWATCHES: &'static [Swatch] = picture::SWATCHES;
    const APART: &'static [&'static [Swatch]] = picture::APART;

    fn motions(before: &Grid, after: &Grid) -> Vec<Motion> {
        picture::motions(before, after)
    }

    fn draw_over(
        grid: &Grid,
        overlay: &Overlay,
        options: DrawOptions<'_>,
    ) -> Result<Drawing, TooLarge> {
        fits_text(grid.size())?;
        Ok(text(grid, options, &Layer::of(grid, overlay)))
    }

    fn in_words(grid: &Grid) -> Result<String, TooLarge> {
        words::tell(grid)
    }
}

fn fits_text(size: Size) -> Result<(), TooLarge> {
    let characters = (u128::from(size.width) + 3) * (u128::from(size.height) + 2);
    match characters > MOST_CHARACTERS {
        true => Err(too_large(size)),
        false => Ok(()),
    }
}

/// The board as text, for small grids.
fn text(grid: &Grid, options: DrawOptions<'_>, layer: &Layer) -> Drawing {
    let size = grid.size();
    let width = size.width as usize;
    // Texts of several letters need a space between them.
    let column = if layer.width > 1 { layer.width + 1 } else { 1 };
    let inside = (width * column).saturating_sub(usize::from(column > 1));
    let margin = if options.coordinates {
        digits(size.height) + 1
    } else {
        0
    };
    let border = format!("{:margin$}+{}+", "", "-".repeat(inside));
    let mut lines = Vec::new();
    if options.coordinates {
        lines.extend(column_numbers(size.width, margin + 1, column));
    }
    lines.push(vec![Run::plain(border.clone())]);
    let is_last = |cell| !options.last.is_empty() && options.last.contains(&cell_pick(cell));
    let mut cells = grid.cells();
    for y in 0..size.height {
        let mut line = Vec::with_capacity(width + 2);
        line.push(Run::plain(if options.coordinates {
            format!("{y:>0$} |", margin - 1)
        } else {
            "|".to_owned()
        }));
        for cell in cells.by_ref().take(width) {
            let run = match (grid.colour(cell), layer.text(cell)) {
                // A small letter marks the last move when picks are shown.
                (Some(colour), _) if is_last(cell) => Run::styled(
                    letter(colour).to_ascii_lowercase(),
                    background(colour).bold().underline(),
                ),
                (Some(colour), _) => Run::styled(letter(colour), background(colour)),
                (None, Some(known)) => Run::plain(known.text.clone()),
                (None, None) => Run::plain(" "),
            };
            let is_last = cell.x + 1 == size.width;
            let end = column - usize::from(is_last && column > 1);
            let gap = " ".repeat(end - run.text.len());
            line.push(if options.picks {
                run.pick(cell_pick(cell))
            } else {
                run
            });
            if !gap.is_empty() {
                line.push(Run::plain(gap));
            }
        }
        line.push(Run::plain("|"));
        lines.push(line);
    }
    lines.push(vec![Run::plain(border)]);
    lines.extend(
        layer
            .legend
            .iter()
            .map(|line| vec![Run::plain(line.clone())]),
    );
    Drawing { lines }
}

/// How many digits the largest index below `count` has.
fn digits(count: u64) -> usize {
    count.saturating_sub(1).to_string().len()
}

/// The numbers of the columns, written downwards, one line per digit.
fn column_numbers(width: u64, indent: usize, column: usize) -> Vec<Vec<Run>> {
    let most = digits(width);
    (0..most)
        .map(|line| {
            let row: String = (0..width)
                .map(|x| {
                    let number = format!("{x:>most$}");
                    let digit = char::from(number.as_bytes()[line]);
                    format!("{digit:<column$}")
                })
                .collect();
            let row = row.trim_end();
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
            assert!(<Grid as Draw>::paint(&grid(text), &Look::default()).is_ok());
        }
    }

    #[test]
    fn the_last_move_is_a_small_letter() {
        let last = [
            parlour_core::Pick::new("1,0"),
            parlour_core::Pick::new("green"),
        ];
        let options = DrawOptions {
            last: &last,
            ..DrawOptions::default()
        };
        let drawing = Grid::draw(&grid("3x1 rg rg."), options).expect("small");
        assert_eq!(drawing.to_plain(), "+---+\n|Rg |\n+---+");
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
