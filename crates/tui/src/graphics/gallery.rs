//! What the terminal shows of a picture: tiles, each of which is sent again only if it changed.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use ratatui::buffer::{Buffer, Cell as Letter};
use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::queue;
use ratatui::crossterm::style::{Attribute, SetAttribute};
use ratatui::layout::Rect;
use rustc_hash::FxHasher;

use super::pixels::{Edges, paint_cursor};
use super::protocol::{DELETE_ALL, Protocol};
use super::{Cell, Paint, Pixels, Rasteriser, Shown};
use crate::event::Event;

/// The size of a tile in characters: small, so that a cursor that moves changes little.
const COLUMNS: u16 = 8;
const LINES: u16 = 4;

/// How many finished pictures are kept, for moves that are looked at in turn.
const MOST_KEPT: usize = 6;

/// A picture of more pixels is painted roughly while the window changes its size.
const LARGE: u32 = 300_000;

/// After this long in one size it is painted again.
const AT_REST: Duration = Duration::from_millis(120);

/// What a finished picture depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    svg: u64,
    area: (u16, u16),
    cell: Cell,
}

impl Key {
    fn of(shown: &Shown, cell: Cell) -> Self {
        let mut hasher = FxHasher::default();
        shown.svg.hash(&mut hasher);
        Key {
            svg: hasher.finish(),
            area: (shown.area.width, shown.area.height),
            cell,
        }
    }
}

/// A finished picture.
struct Painted {
    key: Key,
    /// The pixels for a character: fewer than there are on the screen if it is rough.
    cell: Cell,
    pixels: Pixels,
    tiles: Vec<Tile>,
}

/// A part of one.
struct Tile {
    /// Where it is in the picture, in characters.
    place: Rect,
    hash: u64,
    /// What shows it; nothing if there is nothing to see.
    sent_as: Option<String>,
}

/// What the worker is asked for.
struct Request {
    key: Key,
    svg: String,
    size: (f32, f32),
    /// With a quarter of the pixels first, which the terminal enlarges.
    is_rough: bool,
}

impl Request {
    fn cell(&self) -> Cell {
        let Cell { width, height } = self.key.cell;
        match self.is_rough {
            true => Cell {
                width: width.div_ceil(2),
                height: height.div_ceil(2),
            },
            false => self.key.cell,
        }
    }
}

/// What a tile of the screen shows: the hash of its pixels, and the cursor on it.
type Look = (u64, Option<Edges>);

/// The pictures of a terminal.
pub(crate) struct Gallery {
    protocol: Protocol,
    rasteriser: Rasteriser,
    requests: Sender<Request>,
    results: Receiver<Painted>,
    kept: Vec<Painted>,
    asked: Option<Key>,
    /// Where a picture is, in a window of which size, with which cells.
    place: Option<(Rect, Rect, Cell)>,
    /// What was sent, by the number of the tile.
    sent: HashMap<usize, (Look, Rect)>,
    /// What to send once the text is there.
    ready: Vec<u8>,
}

impl Gallery {
    /// Pictures for a terminal with this background; `events` hears when one is finished.
    pub(crate) fn new(
        protocol: Protocol,
        rasteriser: Rasteriser,
        background: Option<[u8; 3]>,
        events: Sender<Event>,
    ) -> Self {
        let (requests, orders) = channel::<Request>();
        let (finished, results) = channel();
        // Sixel knows no half-transparent pixels.
        let ground = background.filter(|_| protocol == Protocol::Sixel);
        thread::spawn(move || {
            let mut next = orders.recv().ok();
            while let Some(mut request) = next {
                // Only what is on the screen now matters.
                while let Ok(newer) = orders.try_recv() {
                    request = newer;
                }
                if let Some(painted) = paint(&request, protocol, rasteriser, ground)
                    && (finished.send(painted).is_err() || events.send(Event::Redraw).is_err())
                {
                    return;
                }
                next = match request.is_rough {
                    false => orders.recv().ok(),
                    true => match orders.recv_timeout(AT_REST) {
                        Ok(newer) => Some(newer),
                        Err(RecvTimeoutError::Timeout) => Some(Request {
                            is_rough: false,
                            ..request
                        }),
                        Err(RecvTimeoutError::Disconnected) => None,
                    },
                };
            }
        });
        Gallery {
            protocol,
            rasteriser,
            requests,
            results,
            kept: Vec::new(),
            asked: None,
            place: None,
            sent: HashMap::new(),
            ready: Vec::new(),
        }
    }

    /// The screen was cleared.
    pub(crate) fn forget(&mut self) {
        self.place = None;
        self.sent.clear();
    }

    /// Removes what is no longer wanted, before the text is sent, and prepares what is.
    pub(crate) fn prepare(
        &mut self,
        shown: Option<(&Shown, Cell)>,
        screen: &Buffer,
        out: &mut impl Write,
    ) -> io::Result<()> {
        self.ready.clear();
        while let Ok(painted) = self.results.try_recv() {
            self.kept.retain(|known| known.key != painted.key);
            if self.kept.len() >= MOST_KEPT {
                self.kept.remove(0);
            }
            self.kept.push(painted);
        }
        let place = shown.map(|(shown, cell)| (shown.area, screen.area, cell));
        if place != self.place {
            self.clear(screen.area, out)?;
            self.place = place;
        }
        let Some((shown, cell)) = shown else {
            return Ok(());
        };
        let key = Key::of(shown, cell);
        let painted = self.kept.iter().find(|painted| painted.key == key);
        if painted.is_none_or(|painted| painted.cell != cell) {
            if self.asked != Some(key) {
                self.asked = Some(key);
                let request = Request {
                    key,
                    svg: shown.svg.clone(),
                    size: shown.size,
                    is_rough: painted.is_none() && self.is_resized(key),
                };
                // Without a worker there are no pictures.
                let _ = self.requests.send(request);
            }
        } else {
            self.asked = None;
        }
        let Some(painted) = painted else {
            return Ok(());
        };
        let cell = painted.cell;
        let cursor = cursor(shown, cell);
        for (number, tile) in painted.tiles.iter().enumerate() {
            let area = Rect {
                x: shown.area.x + tile.place.x,
                y: shown.area.y + tile.place.y,
                ..tile.place
            };
            let is_covered = area.positions().any(|at| screen[at] != Letter::EMPTY);
            let cursor = cursor.filter(|edges| touches(*edges, tile.place, cell));
            let look = (tile.hash, cursor);
            let old = self.sent.get(&number).map(|(look, _)| *look);
            if is_covered {
                // Text takes the place of a picture by itself, unless that is on another layer.
                if self.sent.remove(&number).is_some() && self.protocol.has_layers() {
                    out.write_all(Protocol::delete(number).as_bytes())?;
                }
                continue;
            }
            if old == Some(look) {
                continue;
            }
            if !self.protocol.has_layers() && old.is_some() {
                blank(area, &mut self.ready)?;
            }
            let with_cursor = cursor.map(|edges| {
                let part = &tile.place;
                let (x, y) = pixel(part.x, part.y, cell);
                let (width, height) = pixel(part.width, part.height, cell);
                let mut pixels = painted.pixels.part(x, y, width, height);
                let (x, y) = (i64::from(x), i64::from(y));
                let (left, top, right, bottom) = edges;
                paint_cursor(&mut pixels, (left - x, top - y, right - x, bottom - y));
                self.protocol.encode(&pixels, number, area, self.rasteriser)
            });
            match with_cursor.as_ref().or(tile.sent_as.as_ref()) {
                Some(picture) => {
                    queue!(self.ready, MoveTo(area.x, area.y))?;
                    self.ready.extend(picture.as_bytes());
                }
                None if self.protocol.has_layers() && old.is_some() => {
                    self.ready.extend(Protocol::delete(number).as_bytes());
                }
                None => {}
            }
            self.sent.insert(number, (look, area));
        }
        Ok(())
    }

    /// Whether this is the first picture of a new size, and large. Sixel does not enlarge.
    fn is_resized(&self, key: Key) -> bool {
        let (width, height) = pixel(key.area.0, key.area.1, key.cell);
        let same = |known: &Painted| (known.key.area, known.key.cell) == (key.area, key.cell);
        self.protocol != Protocol::Sixel
            && width * height > LARGE
            && !self.kept.is_empty()
            && !self.kept.iter().any(same)
    }

    /// Sends what was prepared, after the text.
    pub(crate) fn send(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.ready)?;
        self.ready.clear();
        Ok(())
    }

    /// Removes everything that was sent.
    fn clear(&mut self, window: Rect, out: &mut impl Write) -> io::Result<()> {
        if self.sent.is_empty() {
            return Ok(());
        }
        if self.protocol.has_layers() {
            out.write_all(DELETE_ALL.as_bytes())?;
        } else {
            for (_, area) in self.sent.values() {
                blank(area.intersection(window), out)?;
            }
        }
        self.sent.clear();
        Ok(())
    }
}

/// Blanks a part of the screen, as it is before text is drawn there.
fn blank(area: Rect, out: &mut impl Write) -> io::Result<()> {
    queue!(out, SetAttribute(Attribute::Reset))?;
    let spaces = " ".repeat(area.width.into());
    for y in area.top()..area.bottom() {
        queue!(out, MoveTo(area.x, y))?;
        out.write_all(spaces.as_bytes())?;
    }
    Ok(())
}

/// Characters in pixels.
fn pixel(columns: u16, lines: u16, cell: Cell) -> (u32, u32) {
    (
        u32::from(columns) * u32::from(cell.width),
        u32::from(lines) * u32::from(cell.height),
    )
}

/// How many pixels wide a picture is that fills a place, and where its first pixel is.
fn fitted(size: (f32, f32), room: (u32, u32)) -> (u32, (u32, u32)) {
    let (width, height) = (room.0 as f32, room.1 as f32);
    let scale = (width / size.0).min(height / size.1);
    let (wide, high) = (size.0 * scale, size.1 * scale);
    let margin = (
        ((width - wide) / 2.0) as u32,
        ((height - high) / 2.0) as u32,
    );
    (wide as u32, margin)
}

/// The cursor in pixels.
fn cursor(shown: &Shown, cell: Cell) -> Option<Edges> {
    let (x, y, reach) = shown.cursor?;
    let room = pixel(shown.area.width, shown.area.height, cell);
    let (wide, margin) = fitted(shown.size, room);
    let scale = wide as f32 / shown.size.0;
    let at = |middle: f32, by: f32, margin: u32| {
        (middle + by) as f64 * f64::from(scale) + f64::from(margin)
    };
    Some((
        at(x, -reach, margin.0).round() as i64,
        at(y, -reach, margin.1).round() as i64,
        at(x, reach, margin.0).round() as i64,
        at(y, reach, margin.1).round() as i64,
    ))
}

fn touches((left, top, right, bottom): Edges, place: Rect, cell: Cell) -> bool {
    let (x, y) = pixel(place.x, place.y, cell);
    let (end, foot) = pixel(place.right(), place.bottom(), cell);
    left < i64::from(end) && right > i64::from(x) && top < i64::from(foot) && bottom > i64::from(y)
}

/// A document in the middle of this many pixels.
fn rasterised(svg: &str, size: (f32, f32), room: (u32, u32), with: Paint) -> Option<Pixels> {
    let (wide, margin) = fitted(size, room);
    let board = with(svg, wide)?;
    let mut pixels = Pixels::clear(room.0, room.1);
    pixels.put(&board, margin.0, margin.1);
    Some(pixels)
}

impl Shown {
    /// All its pixels, with the cursor; `None` if it cannot be painted.
    #[must_use]
    pub fn pixels(&self, cell: Cell, with: Paint) -> Option<Pixels> {
        let room = pixel(self.area.width, self.area.height, cell);
        let mut pixels = rasterised(&self.svg, self.size, room, with)?;
        if let Some(edges) = cursor(self, cell) {
            paint_cursor(&mut pixels, edges);
        }
        Some(pixels)
    }
}

/// Paints a picture and cuts it into tiles.
fn paint(
    request: &Request,
    protocol: Protocol,
    rasteriser: Rasteriser,
    ground: Option<[u8; 3]>,
) -> Option<Painted> {
    let (key, cell) = (request.key, request.cell());
    let room = pixel(key.area.0, key.area.1, cell);
    let mut pixels = rasterised(&request.svg, request.size, room, rasteriser.paint)?;
    if let Some(ground) = ground {
        pixels.on(ground);
    }
    let rows = (0..key.area.1).step_by(LINES.into());
    let places = rows.flat_map(|y| {
        let columns = (0..key.area.0).step_by(COLUMNS.into());
        columns.map(move |x| Rect {
            x,
            y,
            width: COLUMNS.min(key.area.0 - x),
            height: LINES.min(key.area.1 - y),
        })
    });
    let places: Vec<(usize, Rect)> = places.enumerate().collect();
    let tile = &|&(number, place): &(usize, Rect)| {
        let (left, top) = pixel(place.x, place.y, cell);
        let (width, height) = pixel(place.width, place.height, cell);
        let part = pixels.part(left, top, width, height);
        let mut hasher = FxHasher::default();
        part.bytes.hash(&mut hasher);
        let encoded = || protocol.encode(&part, number, place, rasteriser);
        Tile {
            place,
            hash: hasher.finish(),
            sent_as: (!part.is_clear()).then(encoded),
        }
    };
    // Compressing takes as long as painting, and tiles can be compressed side by side.
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = places.len().div_ceil(workers).max(1);
    let tiles = thread::scope(|scope| {
        let shares = places.chunks(share);
        let working: Vec<_> = shares
            .map(|share| scope.spawn(move || share.iter().map(tile).collect::<Vec<Tile>>()))
            .collect();
        let done = working.into_iter().map(|worker| worker.join().ok());
        done.collect::<Option<Vec<_>>>()
    })?;
    let tiles = tiles.into_iter().flatten().collect();
    Some(Painted {
        key,
        cell,
        pixels,
        tiles,
    })
}
