//! The three ways in which terminals are sent pictures.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ratatui::layout::Rect;

use super::{Pixels, Rasteriser};

/// How a terminal wants pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// The graphics protocol of kitty: numbered PNG files on a layer of their own.
    Kitty,
    /// The inline images of iTerm2: PNG files in place of text.
    #[cfg_attr(
        not(unix),
        allow(dead_code, reason = "terminals are only asked on Unix")
    )]
    ITerm,
    /// Sixel, as DEC's terminals had it: rows of six pixels, in place of text.
    Sixel,
}

/// Removes all pictures of kitty's protocol, and forgets them.
pub(crate) const DELETE_ALL: &str = "\x1b_Ga=d,d=A,q=2\x1b\\";

/// The number of the first tile: any that other programs are unlikely to use.
const FIRST_ID: usize = 0x00b0_a4d0;

/// The most bytes that kitty's protocol allows in one piece.
const PIECE: usize = 4096;

/// The most colours of a Sixel picture.
const MOST_COLOURS: usize = 256;

impl Protocol {
    /// Whether pictures are on a layer of their own, which text does not remove.
    pub(crate) fn has_layers(self) -> bool {
        self == Protocol::Kitty
    }

    /// A picture, ready to be sent to the tile of that number.
    pub(crate) fn encode(
        self,
        pixels: &Pixels,
        tile: usize,
        area: Rect,
        with: Rasteriser,
    ) -> String {
        let (columns, lines) = (area.width, area.height);
        match self {
            Protocol::Kitty => {
                let id = FIRST_ID + tile;
                // In front of the text, of which there is none: to put pictures behind it, some
                // versions of kitty do not wipe off what was written before.
                let head = format!("a=T,q=2,f=100,i={id},p=1,c={columns},r={lines},z=0,C=1");
                in_pieces(&head, &STANDARD.encode((with.png)(pixels)))
            }
            Protocol::ITerm => {
                let file = (with.png)(pixels);
                format!(
                    "\x1b]1337;File=inline=1;size={};width={columns};height={lines};\
                     preserveAspectRatio=0;doNotMoveCursor=1:{}\x07",
                    file.len(),
                    STANDARD.encode(file)
                )
            }
            Protocol::Sixel => sixel(pixels),
        }
    }

    /// Removes a picture that has a layer of its own.
    pub(crate) fn delete(tile: usize) -> String {
        format!("\x1b_Ga=d,d=I,i={},q=2\x1b\\", FIRST_ID + tile)
    }
}

/// A command of kitty's protocol with a long payload.
fn in_pieces(head: &str, payload: &str) -> String {
    let mut text = String::with_capacity(payload.len() + 256);
    let mut rest = payload;
    let mut head = format!("{head},");
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.len().min(PIECE));
        let more = u8::from(!after.is_empty());
        let _ = write!(text, "\x1b_G{head}m={more};{piece}\x1b\\");
        head.clear();
        rest = after;
    }
    text
}

/// A picture as Sixel. What is not opaque keeps the colour that is there.
fn sixel(pixels: &Pixels) -> String {
    let (colours, indices) = reduced(pixels);
    let (width, height) = (pixels.width as usize, pixels.height as usize);
    let mut text = format!("\x1bP0;1;0q\"1;1;{width};{height}");
    for (number, colour) in colours.iter().enumerate() {
        // In percent.
        let [red, green, blue] = colour.map(|part| (u32::from(part) * 100 + 127) / 255);
        let _ = write!(text, "#{number};2;{red};{green};{blue}");
    }
    for band in indices.chunks(6 * width) {
        let mut rows: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
        for (row, line) in band.chunks(width).enumerate() {
            for (x, index) in line.iter().enumerate() {
                if let Some(index) = index {
                    rows.entry(*index).or_insert_with(|| vec![0; width])[x] |= 1 << row;
                }
            }
        }
        for (number, row) in rows {
            let _ = write!(text, "#{number}");
            for run in row.chunk_by(|a, b| a == b) {
                // Six pixels above each other, as a letter from `?`.
                let letter = char::from(b'?' + run[0]);
                match run.len() {
                    count @ 0..4 => text.extend(std::iter::repeat_n(letter, count)),
                    count => {
                        let _ = write!(text, "!{count}{letter}");
                    }
                }
            }
            // Back to the first column.
            text.push('$');
        }
        text.push('-');
    }
    text.push_str("\x1b\\");
    text
}

/// At most [`MOST_COLOURS`] colours, and the number of each opaque pixel's. Similar colours become
/// their mean.
fn reduced(pixels: &Pixels) -> (Vec<[u8; 3]>, Vec<Option<u8>>) {
    let opaque = |pixel: &[u8]| (pixel[3] >= 0x80).then(|| [pixel[0], pixel[1], pixel[2]]);
    for dropped in 0..8 {
        let group = |colour: [u8; 3]| colour.map(|part| part >> dropped);
        let mut groups: BTreeMap<[u8; 3], ([u64; 3], u64)> = BTreeMap::new();
        for colour in pixels.bytes.chunks_exact(4).filter_map(opaque) {
            let (sums, count) = groups.entry(group(colour)).or_default();
            for (sum, part) in sums.iter_mut().zip(colour) {
                *sum += u64::from(part);
            }
            *count += 1;
            if groups.len() > MOST_COLOURS {
                break;
            }
        }
        if groups.len() > MOST_COLOURS {
            continue;
        }
        let means = groups.values();
        let means = means.map(|(sums, count)| sums.map(|sum| (sum / count) as u8));
        let numbers: BTreeMap<[u8; 3], u8> = groups.keys().copied().zip(0..=u8::MAX).collect();
        let indices = pixels.bytes.chunks_exact(4);
        let indices = indices
            .map(|pixel| opaque(pixel).and_then(|colour| numbers.get(&group(colour)).copied()));
        return (means.collect(), indices.collect());
    }
    (Vec::new(), vec![None; pixels.bytes.len() / 4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixels_are_columns_of_six() {
        // Two red columns over seven rows, one clear column, one blue pixel.
        let mut pixels = Pixels::clear(4, 7);
        pixels.fill((0, 0, 2, 7), [0xff, 0, 0]);
        pixels.fill((3, 0, 4, 1), [0, 0, 0xff]);
        let expected = "\x1bP0;1;0q\"1;1;4;7#0;2;0;0;100#1;2;100;0;0\
                        #0???@$#1~~??$-#1@@??$-\x1b\\";
        assert_eq!(sixel(&pixels), expected);
    }

    #[test]
    fn many_colours_become_few() {
        let mut pixels = Pixels::clear(64, 64);
        for y in 0..64u8 {
            for x in 0..64u8 {
                let (left, top) = (i64::from(x), i64::from(y));
                pixels.fill((left, top, left + 1, top + 1), [4 * x, 4 * y, x ^ y]);
            }
        }
        let (colours, indices) = reduced(&pixels);
        assert!(colours.len() <= MOST_COLOURS && colours.len() > 16);
        for (pixel, index) in pixels.bytes.chunks_exact(4).zip(indices) {
            let shown = colours[usize::from(index.expect("opaque"))];
            let far = pixel.iter().zip(shown).map(|(a, b)| a.abs_diff(b)).max();
            assert!(far <= Some(64), "{pixel:?} is shown as {shown:?}");
        }
    }

    #[test]
    fn long_pictures_are_sent_in_pieces() {
        let text = in_pieces("a=T", &"A".repeat(PIECE + 4));
        let pieces: Vec<&str> = text.split("\x1b\\").collect();
        assert_eq!(pieces.len(), 3);
        assert!(pieces[0].starts_with("\x1b_Ga=T,m=1;AAAA"));
        assert_eq!(pieces[1], "\x1b_Gm=0;AAAA");
    }
}
