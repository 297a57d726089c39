//! The board as text and as pictures.
//!
//! A square is two lines high and six characters wide. Its middle is where the
//! two lines meet, so an underscore of the upper one is a line to the west or
//! east, and the other directions are what their strokes look like. A piece
//! without a line to the north shows its middle as `o`:
//!
//! ```text
//!   _\|/_
//!  b /|\
//! ```

mod board;
mod picture;
mod walk;
mod words;

use anstyle::{AnsiColor, Style};
use parlour_core::canvas::Shades;
use parlour_core::picture::{Look, Motion, Scene, Swatch, Theme};
use parlour_core::{Draw, DrawOptions, Drawing, Game, Panel, Run, Seat, TooLarge, Turn};

use crate::notation::square_pick;
use crate::rules::{Cell, Direction, Piece, Player, Ploy};

/// Characters of a square, with the gap before it.
const WIDTH: usize = 6;

const LEGEND: &str = "b, w: whose piece; lines: 1 Shield, 2 Probe, 3 Lance, 4 Commander";

/// How each direction is drawn: line, column and stroke.
const STROKES: [(usize, usize, char); 8] = [
    (0, 3, '|'),
    (0, 4, '/'),
    (0, 5, '_'),
    (1, 4, '\\'),
    (1, 3, '|'),
    (1, 2, '/'),
    (0, 1, '_'),
    (0, 2, '\\'),
];

fn style(player: Player) -> Style {
    let ansi = match player {
        Player::Black => AnsiColor::Magenta,
        Player::White => AnsiColor::Cyan,
    };
    Style::new().fg_color(Some(ansi.into())).bold()
}

/// The two lines of a square, marked if the last moves began or ended there.
fn square(cell: Cell, is_last: bool) -> [String; 2] {
    let mut lines = [[' '; WIDTH]; 2];
    match cell {
        // On the lower edge of its line, which is the middle of the square.
        None => lines[0][3] = if is_last { ':' } else { '.' },
        Some(piece) => {
            if is_last {
                lines[1][0] = '>';
            }
            lines[0][3] = 'o';
            for (line, column, stroke) in
                piece.directions().map(Direction::index).map(|i| STROKES[i])
            {
                lines[line][column] = stroke;
            }
            lines[1][1] = piece.player().letter();
        }
    }
    lines.map(|line| line.iter().collect())
}

/// Whose turn it is, or who won, in plain words.
fn status_words(ploy: &Ploy) -> String {
    status(ploy).iter().map(|run| &*run.text).collect()
}

/// Whose turn it is, or who won.
fn status(ploy: &Ploy) -> Vec<Run> {
    let name = |player: Player| Run::styled(capitalised(player), style(player));
    match ploy.turn() {
        Turn::Over(_) => vec![name(ploy.mover().opponent()), Run::plain(" has won.")],
        _ => vec![name(ploy.mover()), Run::plain(" to move.")],
    }
}

fn capitalised(player: Player) -> &'static str {
    match player {
        Player::Black => "Black",
        Player::White => "White",
    }
}

impl Draw for Ploy {
    fn draw(ploy: &Ploy, options: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        if let Some(room) = options.room {
            return Ok(board::draw(ploy, room, options));
        }
        let margin = usize::from(options.coordinates);
        let mut lines = Vec::new();
        for row in ploy.board().rows() {
            let number = row[0].0.row() + 1;
            let labels = [String::new(), number.to_string()];
            for (half, label) in labels.into_iter().enumerate() {
                let label = if options.coordinates {
                    label
                } else {
                    String::new()
                };
                let mut line = vec![Run::plain(format!("{label:margin$}"))];
                for (pos, cell) in row {
                    let is_last = options.last.contains(&square_pick(pos));
                    let text = square(cell, is_last)[half].clone();
                    let style = cell.map_or(Style::new(), |piece: Piece| style(piece.player()));
                    let run = Run::styled(text, style);
                    line.push(if options.picks {
                        run.pick(square_pick(pos))
                    } else {
                        run
                    });
                }
                lines.push(line);
            }
        }
        if options.coordinates {
            let letters: String = ('a'..='i').map(|letter| format!("{letter:>4}  ")).collect();
            lines.push(vec![Run::plain(format!(" {}", letters.trim_end()))]);
        }
        let mut status = status(ploy);
        if !options.last.is_empty() {
            status.push(Run::plain("   > moved last, from :"));
        }
        lines.push(status);
        lines.push(vec![Run::plain(LEGEND)]);
        Ok(Drawing { lines })
    }

    fn panels(_: &Ploy, options: DrawOptions<'_>) -> Vec<Panel> {
        vec![board::panel(options.signs)]
    }

    fn badge(_: &Ploy, seat: Seat, theme: Theme) -> Run {
        let mut players = Player::ALL.into_iter();
        let player = players.find(|player| player.seat() == seat);
        let shades = Shades::new(Self::SWATCHES, theme);
        board::badge(player.unwrap_or(Player::Black), shades)
    }

    fn paint(ploy: &Ploy, look: &Look<'_>) -> Result<Scene, TooLarge> {
        Ok(picture::scene(ploy, look))
    }

    const SWATCHES: &'static [Swatch] = picture::SWATCHES;
    const APART: &'static [&'static [Swatch]] = picture::APART;

    fn motions(before: &Ploy, after: &Ploy) -> Vec<Motion> {
        picture::motions(before, after)
    }

    fn between(before: &Ploy, after: &Ploy) -> Vec<Ploy> {
        walk::between(before, after)
    }

    fn in_words(ploy: &Ploy) -> Result<String, TooLarge> {
        Ok(words::tell(ploy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    #[test]
    fn every_direction_has_its_stroke() {
        let piece = |lines| square(Piece::new(Player::Black, lines), false);
        assert_eq!(piece(255), [" _\\|/_", " b/|\\ "]);
        assert_eq!(piece(85), [" _ | _", " b |  "]);
        assert_eq!(piece(170), ["  \\o/ ", " b/ \\ "]);
        assert_eq!(square(None, false), ["   .  ", "      "]);
    }

    #[test]
    fn the_last_move_is_marked_where_it_began_and_ended() {
        assert_eq!(
            square(Piece::new(Player::White, 1), true),
            ["   |  ", ">w    "]
        );
        assert_eq!(square(None, true), ["   :  ", "      "]);
        let last = ["d3", "d4", "0"].map(parlour_core::Pick::new);
        let options = DrawOptions {
            last: &last,
            ..DrawOptions::default()
        };
        let start = Ploy::read_position(crate::START).expect("the start");
        let plain = Ploy::draw(&start, options).expect("small").to_plain();
        assert_eq!(plain.matches('>').count(), 1 + 1, "{plain}");
        assert!(
            plain.contains("Black to move.   > moved last, from :"),
            "{plain}"
        );
    }

    #[test]
    fn the_start_fits_a_small_terminal() {
        let start = Ploy::read_position(crate::START).expect("the start");
        let options = DrawOptions {
            map: false,
            coordinates: true,
            picks: true,
            ..DrawOptions::default()
        };
        let drawn = Ploy::draw(&start, options).expect("a small board");
        let text = drawn.to_plain();
        // The document shows the same.
        let document = include_str!("../../../docs/guide/ploy.md");
        let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
        assert!(document.contains(&trimmed.join("\n")), "{text}");
        assert!(text.lines().count() <= 22);
        assert!(text.lines().all(|line| line.chars().count() <= 80));
        let picks = drawn
            .lines
            .iter()
            .flatten()
            .filter(|run| run.pick.is_some());
        assert_eq!(picks.count(), 2 * 81);
    }
}
