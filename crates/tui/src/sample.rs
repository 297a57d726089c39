//! Boards to look at: beside the menu, the form and the rules.

use std::path::Path;

use parlour_core::{GameEntry, Match, Position, Room, SetupValues, Turn, Viewer, luck};
use parlour_host::{Kept, is_journal};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use crate::board::{BoardView, Showing};
use crate::event::Hits;
use crate::look::{FAINT, Look};
use crate::screen::{draw_pane, draw_words, wrapped};

/// Larger files are not read for a board.
const MOST_READ: u64 = 1 << 17;

/// Steps of the games that are shown.
const SAMPLE_STEPS: usize = 9;

/// A game after a few moves, always the same.
pub(crate) fn opening(game: &dyn GameEntry) -> Option<Box<dyn Position>> {
    let mut luck = luck::seeded(3);
    let mut position = game.start(&SetupValues::new(), &mut luck).ok()?;
    for number in 0..SAMPLE_STEPS {
        let step = match position.turn() {
            Turn::Over(_) => break,
            Turn::Chance => position.draw_lot(&mut luck)?,
            Turn::Seat(_) => {
                let moves = position.moves();
                let text = moves.get(number * 7919 % moves.len().max(1))?;
                position.read(text).ok()?
            }
        };
        let mut next = position.boxed_clone();
        next.take(&step).ok()?;
        // A finished game shows less.
        if matches!(next.turn(), Turn::Over(_)) {
            break;
        }
        position = next;
    }
    Some(position)
}

/// A board on which nothing can be picked.
pub(crate) fn board(position: &dyn Position, who: Viewer) -> BoardView {
    let mut board = BoardView::blank(position);
    let showing = Showing {
        who,
        pickable: false,
        map: false,
    };
    board.show(position, showing, &[]);
    board
}

/// Draws a board into the middle of an area, if there is room for it.
pub(crate) fn draw(
    board: &BoardView,
    area: Rect,
    room: Room,
    screen: &mut Buffer,
    look: Look,
) -> bool {
    let Ok(sight) = board.sight(room, look) else {
        return false;
    };
    let (width, height) = (sight.picture.width, sight.picture.height());
    if width > room.columns || height > room.lines {
        return false;
    }
    let place = Rect {
        x: area.x + (room.columns - width) as u16 / 2,
        y: area.y + (room.lines - height) as u16 / 2,
        width: width as u16,
        height: height as u16,
    };
    board.draw(&sight, place, screen, look, &mut Hits::default());
    true
}

/// How many times smaller than drawn a board may be shown.
const SMALLEST: usize = 3;

/// Draws a board for which a room is too small: its colours, without its letters.
fn draw_smaller(
    board: &BoardView,
    area: Rect,
    room: Room,
    screen: &mut Buffer,
    look: Look,
) -> bool {
    if !look.has_blocks() {
        return false;
    }
    for times in 2..=SMALLEST {
        let larger = Room {
            columns: times * room.columns,
            lines: times * room.lines,
        };
        let Ok(sight) = board.sight(larger, look) else {
            return false;
        };
        let (width, height) = (sight.picture.width, sight.picture.height());
        if width <= larger.columns && height <= larger.lines {
            let place = Rect::new(0, 0, width as u16, height as u16);
            let mut drawn = Buffer::empty(place);
            board.draw(&sight, place, &mut drawn, look, &mut Hits::default());
            let (columns, lines) = (width.div_ceil(times), height.div_ceil(times));
            let place = Rect {
                x: area.x + (room.columns - columns) as u16 / 2,
                y: area.y + (room.lines - lines) as u16 / 2,
                width: columns as u16,
                height: lines as u16,
            };
            shrink(&drawn, times, place, screen);
            return true;
        }
    }
    false
}

/// Puts a drawing into a place, so many times smaller.
fn shrink(drawn: &Buffer, times: usize, place: Rect, screen: &mut Buffer) {
    for at in place.positions() {
        let (x, y) = (usize::from(at.x - place.x), usize::from(at.y - place.y));
        let [above, below] = [2 * y, 2 * y + 1].map(|half| mean(drawn, times, x, half));
        let (letter, style) = match (above, below) {
            (None, None) => continue,
            (Some(above), None) => ('▀', Style::new().fg(above)),
            (None, Some(below)) => ('▄', Style::new().fg(below)),
            (Some(above), Some(below)) => ('▀', Style::new().fg(above).bg(below)),
        };
        screen[at].set_char(letter).set_style(style);
    }
}

/// The mean colour of a square of pixels, each half a character; `None` if most have none.
fn mean(drawn: &Buffer, times: usize, x: usize, half: usize) -> Option<Color> {
    let (mut sums, mut count) = ([0; 3], 0);
    for row in times * half..times * (half + 1) {
        for column in times * x..times * (x + 1) {
            let cell = drawn.cell((column as u16, (row / 2) as u16));
            let colour = cell.map(|cell| match (cell.symbol(), row % 2) {
                ("▀", 0) | ("▄", 1) => cell.fg,
                _ => cell.bg,
            });
            if let Some(Color::Rgb(red, green, blue)) = colour {
                for (sum, part) in sums.iter_mut().zip([red, green, blue]) {
                    *sum += usize::from(part);
                }
                count += 1;
            }
        }
    }
    let [red, green, blue] = sums.map(|sum| (sum / count.max(1)) as u8);
    (2 * count >= times * times).then_some(Color::Rgb(red, green, blue))
}

/// A board of a file, if it holds a game: as it stands, or as it ended.
pub(crate) fn of_file(path: &Path) -> Option<BoardView> {
    let bytes = parlour_files::read_ordinary(path, MOST_READ).ok()?;
    let played = if is_journal(&bytes) {
        Kept::read(&String::from_utf8_lossy(&bytes), parlour_catalog::game)
            .ok()?
            .played
    } else {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let game = parlour_catalog::game_of_file(extension, &bytes)?;
        Match::resume(game.read_record(&bytes).record?).ok()?
    };
    Some(board(played.position(), Viewer::Public))
}

/// Draws a pane about something: its board, as large as it can be, and words below it.
pub(crate) fn draw_about(
    area: Rect,
    heading: &str,
    board: Option<&BoardView>,
    about: &str,
    screen: &mut Buffer,
    look: Look,
) {
    let inner = draw_pane(area, screen, heading);
    let words = wrapped(about, usize::from(inner.width)).len() as u16;
    let words = words.min(inner.height);
    let room = Room {
        columns: inner.width.into(),
        lines: inner.height.saturating_sub(words + 1).into(),
    };
    let is_drawn = board.is_some_and(|board| {
        draw(board, inner, room, screen, look) || draw_smaller(board, inner, room, screen, look)
    });
    let text = match is_drawn {
        true => Rect {
            y: inner.bottom() - words,
            height: words,
            ..inner
        },
        false => inner,
    };
    draw_words(text, screen, about, FAINT);
}
