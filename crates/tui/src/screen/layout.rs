//! Room for everything on a page with a board: the board first, as large as possible.

use std::rc::Rc;

use parlour_core::Room;
use ratatui::layout::Rect;

use crate::picture::Sight;

/// Lines above and below the board, from the most comfortable: a title; news, what to do, keys.
const FRAMES: [(u16, u16); 2] = [(1, 3), (1, 2)];
/// The same for windows in which panels do not fit at all.
const TIGHT: [(u16, u16); 4] = [(1, 3), (1, 2), (0, 2), (0, 1)];

/// In lower windows, the news share a line with what to do; in those between, they have a line of
/// their own beside panels, and panels below a board need that line.
const LOW: u16 = 24;
const TALL: u16 = 30;

/// The limits of the width of panels beside a board, and of the height of those below it.
const NARROWEST: u16 = 22;
const WIDEST: u16 = 44;
const LOWEST: u16 = 6;
const HIGHEST: u16 = 12;

/// The width of a long list in a low window where other panels leave it few lines.
const BROAD: u16 = 41;

/// The lowest panels below a board that have a blank line above them.
const AIRY: u16 = 7;

/// The lines of a foot that stands beside a board as high as the window.
const SIDE_FOOT: u16 = 8;

/// The smallest window in which a part of a board may stand beside panels.
const SCROLLING: (u16, u16) = (52, 16);

/// How many tenths larger a board must be to take the place of another layout.
const BETTER: usize = 12;

/// The same for a layout with a line less below the board.
const WORTH_A_LINE: usize = 13;

/// Where panels are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Panels {
    Beside(Rect),
    Below(Rect),
    Nowhere,
}

/// What a page wants of its panels.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wants {
    /// Rather a part of the board than none of the panels.
    pub(crate) panels: bool,
    /// The fewest lines for them below the board.
    pub(crate) high: u16,
    /// A long list needs every line that it can get.
    pub(crate) long: bool,
}

/// The layout of a page with a board.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    pub(crate) head: Option<Rect>,
    pub(crate) board: Rect,
    /// What is drawn.
    pub(crate) sight: Rc<Sight>,
    pub(crate) panels: Panels,
    pub(crate) foot: Rect,
    /// How wide the first line of the foot is: panels beside the board may reach down beside it.
    pub(crate) first: u16,
    /// The size that would show the whole board, if this one does not.
    pub(crate) needs: Option<(usize, usize)>,
}

fn fits(sight: &Sight, room: Room) -> bool {
    sight.picture.width <= room.columns && sight.picture.height() <= room.lines
}

fn room(width: u16, height: u16) -> Room {
    Room {
        columns: width.into(),
        lines: height.into(),
    }
}

fn body(area: Rect, (head, foot): (u16, u16)) -> Rect {
    Rect {
        y: area.y + head,
        height: area.height.saturating_sub(head + foot),
        ..area
    }
}

fn beside(body: Rect, width: u16) -> Panels {
    Panels::Beside(Rect {
        x: body.right().saturating_sub(width),
        width: width.min(body.width),
        ..body
    })
}

/// Places for panels, from the best, each with the lines above and below the board.
fn wishes(area: Rect, frame: (u16, u16), wants: Wants) -> Vec<((u16, u16), Panels)> {
    let whole = body(area, frame);
    let below_frame = match area.height < TALL {
        true => FRAMES[1],
        false => frame,
    };
    let lower = body(area, below_frame);
    let height = (lower.height / 3).clamp(LOWEST, HIGHEST).max(wants.high);
    let height = height.min(lower.height);
    let below = Panels::Below(Rect {
        y: lower.bottom() - height,
        height,
        ..lower
    });
    let comfortable = (whole.width * 3 / 10).clamp(NARROWEST, WIDEST);
    vec![
        (frame, beside(whole, comfortable)),
        (frame, beside(whole, NARROWEST)),
        (below_frame, below),
    ]
}

/// The layout with the largest board between these lines, and how large that is.
fn largest(
    area: Rect,
    frame: (u16, u16),
    wants: Wants,
    draw: &dyn Fn(Room) -> Rc<Sight>,
) -> Option<(usize, Arrangement)> {
    let mut best: Option<(usize, Arrangement)> = None;
    for (frame, wish) in wishes(area, frame, wants) {
        let body = body(area, frame);
        let left = match wish {
            Panels::Beside(side) => room(body.width.saturating_sub(side.width + 1), body.height),
            Panels::Below(below) => room(body.width, body.height - below.height),
            Panels::Nowhere => room(body.width, body.height),
        };
        let sight = draw(left);
        if !fits(&sight, left) {
            continue;
        }
        let size = sight.picture.width * sight.picture.height();
        let is_better = best
            .as_ref()
            .is_none_or(|(known, _)| 10 * size > BETTER * known);
        if is_better {
            best = Some((size, placed(area, frame, wants.long, wish, sight)));
        }
    }
    best
}

/// A smaller board beside a list of many moves, in a game whose other panels cannot give way.
fn beside_long_list(
    area: Rect,
    wants: Wants,
    draw: &dyn Fn(Room) -> Rc<Sight>,
) -> Option<Arrangement> {
    if !(wants.long && wants.panels && area.height < TALL) {
        return None;
    }
    let frame = FRAMES[1];
    let body = body(area, frame);
    let left = room(body.width.saturating_sub(BROAD + 1), body.height);
    let sight = draw(left);
    let list = beside(body, BROAD);
    fits(&sight, left).then(|| placed(area, frame, false, list, sight))
}

/// Finds room for everything. `draw` draws the board for a room; if it is larger than that, it is
/// as small as can be.
pub(crate) fn arrange(area: Rect, wants: Wants, draw: &dyn Fn(Room) -> Rc<Sight>) -> Arrangement {
    let frames = match area.height < LOW {
        true => &FRAMES[1..],
        false => &FRAMES[..],
    };
    if let Some(found) = beside_long_list(area, wants, draw) {
        return found;
    }
    let mut best: Option<(usize, Arrangement)> = None;
    for &frame in frames {
        best = match (best, largest(area, frame, wants, draw)) {
            (Some(known), Some(other)) if 10 * other.0 <= WORTH_A_LINE * known.0 => Some(known),
            (known, other) => other.or(known),
        };
    }
    if let Some((_, best)) = best {
        return best;
    }
    let left = room(area.width.saturating_sub(NARROWEST + 1), area.height);
    let sight = draw(left);
    if fits(&sight, left) {
        return all_beside(area, sight);
    }
    let (wide, high) = SCROLLING;
    let may_scroll = area.width >= wide && area.height >= high;
    if !(wants.panels && may_scroll) {
        for frame in TIGHT {
            let body = body(area, frame);
            let room = room(body.width, body.height);
            let sight = draw(room);
            if fits(&sight, room) {
                return placed(area, frame, false, Panels::Nowhere, sight);
            }
        }
    }
    let frame = FRAMES[1];
    let body = body(area, frame);
    // Nothing holds it: the smallest drawing shows most.
    let least = room(1, 1);
    let sight = draw(least);
    let panels = match may_scroll {
        true => beside(body, NARROWEST),
        false => Panels::Nowhere,
    };
    placed(area, frame, false, panels, sight)
}

/// A board as high as the window, with everything else beside it.
fn all_beside(area: Rect, sight: Rc<Sight>) -> Arrangement {
    let (width, height) = (sight.picture.width as u16, sight.picture.height() as u16);
    let wide = (area.width - width - 1).clamp(NARROWEST, WIDEST);
    let side = Rect {
        x: area.right() - wide,
        width: wide,
        ..area
    };
    let foot = SIDE_FOOT.min(area.height / 2);
    Arrangement {
        head: Some(Rect { height: 1, ..side }),
        board: Rect {
            x: area.x + (area.width - wide - 1 - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        },
        sight,
        panels: Panels::Beside(body(side, (1, foot))),
        foot: Rect {
            y: side.bottom() - foot,
            height: foot,
            ..side
        },
        first: wide,
        needs: None,
    }
}

/// Puts the board into the middle of what the panels leave, and gives them what it leaves.
fn placed(
    area: Rect,
    (head, mut foot): (u16, u16),
    is_long: bool,
    panels: Panels,
    sight: Rc<Sight>,
) -> Arrangement {
    let mut body = body(area, (head, foot));
    let (full_width, full_height) = (sight.picture.width, sight.picture.height());
    let (mut width, height) = (
        full_width.min(usize::from(body.width)) as u16,
        full_height.min(usize::from(body.height)) as u16,
    );
    let mut first = area.width;
    let (panels, free) = match panels {
        Panels::Beside(side) => {
            let wide = body.width.saturating_sub(width + 3).min(WIDEST);
            let wide = wide.max(side.width);
            let free = Rect {
                width: body.width - wide - 1,
                ..body
            };
            let reaches_down = is_long && foot == FRAMES[0].1 && area.height < TALL;
            if reaches_down {
                first = free.width;
            }
            let side = Rect {
                x: body.right() - wide,
                width: wide,
                height: side.height + u16::from(reaches_down),
                ..side
            };
            width = width.min(free.width);
            (Panels::Beside(side), free)
        }
        Panels::Below(_) => {
            let mut spare = body.height - height;
            if spare > AIRY && foot < FRAMES[0].1 {
                // A line for what happened is worth more than a blank one.
                (foot, spare) = (foot + 1, spare - 1);
                body.height -= 1;
            }
            let gap = u16::from(spare > AIRY);
            let high = (spare - gap).min(HIGHEST);
            let below = Rect {
                y: body.bottom() - high,
                height: high,
                ..body
            };
            let free = Rect {
                height: body.height - high - gap,
                ..body
            };
            (Panels::Below(below), free)
        }
        Panels::Nowhere => (Panels::Nowhere, body),
    };
    let is_whole = full_width <= usize::from(width) && full_height <= usize::from(height);
    Arrangement {
        head: (head > 0).then_some(Rect {
            height: head,
            ..area
        }),
        board: Rect {
            x: free.x + free.width.saturating_sub(width) / 2,
            y: free.y + free.height.saturating_sub(height) / 2,
            width,
            height,
        },
        needs: (!is_whole).then_some((full_width, full_height + 1)),
        sight,
        panels,
        foot: Rect {
            y: area.bottom().saturating_sub(foot),
            height: foot.min(area.height),
            ..area
        },
        first,
    }
}
