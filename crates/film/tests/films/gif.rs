//! GIF files, read again.

use std::time::Duration;

use gif::{ColorOutput, DecodeOptions, Decoder};
use parlour_film::{Gif, Image, Tally};

/// A frame of a file as it is to be seen, and when it begins.
pub(crate) struct Seen {
    pub(crate) from: Duration,
    pub(crate) image: Image,
    /// The pixels that the file has for this frame.
    pub(crate) pixels: u64,
}

/// What a viewer of a file sees, and how long the film is.
pub(crate) fn played(file: &[u8]) -> (Vec<Seen>, Duration) {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder: Decoder<&[u8]> = options.read_info(file).expect("a GIF file");
    let (width, height) = (decoder.width(), decoder.height());
    let mut canvas = vec![0; 4 * usize::from(width) * usize::from(height)];
    let mut now = Duration::ZERO;
    let mut seen = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert!(frame.delay > 0, "a frame that nobody sees");
        for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            if pixel[3] != 0 {
                let x = usize::from(frame.left) + index % usize::from(frame.width);
                let y = usize::from(frame.top) + index / usize::from(frame.width);
                let at = 4 * (y * usize::from(width) + x);
                canvas[at..at + 4].copy_from_slice(pixel);
            }
        }
        seen.push(Seen {
            from: now,
            image: Image::new(width.into(), height.into(), canvas.clone()).expect("a canvas"),
            pixels: u64::from(frame.width) * u64::from(frame.height),
        });
        now += Duration::from_millis(10 * u64::from(frame.delay));
    }
    (seen, now)
}

/// An image of letters: each stands for a grey.
fn image(rows: &[&str]) -> Image {
    let pixels = rows.iter().flat_map(|row| row.bytes());
    let pixels = pixels.flat_map(|grey| [grey, grey, grey, 0xff]);
    Image::new(rows[0].len() as u32, rows.len() as u32, pixels.collect()).expect("equal rows")
}

#[test]
fn only_what_changes_is_in_a_frame() {
    let first = image(&["....", "....", "...."]);
    let patch = image(&[".a", ".."]);
    let whole = image(&["....", "..a.", "...b"]);
    let mut tally = Tally::default();
    tally.count(&first);
    tally.count(&whole);
    let mut gif = Gif::new(Vec::new(), (4, 3), tally.palette()).expect("a small film");
    let third = Duration::from_millis(333);
    let [first_again, whole_again] = [first.clone(), whole.clone()];
    gif.show(&[(first_again, (0, 0))], third).expect("memory");
    // The same again only lasts longer.
    gif.show(&[(first.clone(), (0, 0))], third).expect("memory");
    gif.show(&[(patch, (1, 1))], third).expect("memory");
    gif.show(&[(whole_again, (0, 0))], third).expect("memory");
    let file = gif.finish().expect("memory");
    let (seen, end) = played(&file);
    assert_eq!(seen.len(), 3);
    assert_eq!(seen[0].image, first);
    assert_eq!(seen[1].image, image(&["....", "..a.", "...."]));
    assert_eq!(seen[2].image, whole);
    assert_eq!([seen[0].pixels, seen[1].pixels, seen[2].pixels], [12, 1, 1]);
    // Hundredths of a second: what one frame lacks, the next one gets.
    let times: Vec<u128> = seen.iter().map(|seen| seen.from.as_millis()).collect();
    assert_eq!(times, [0, 670, 1000]);
    assert_eq!(end.as_millis(), 1330);
}

#[test]
fn a_film_that_no_file_can_hold_is_refused() {
    let gif = Gif::new(Vec::new(), (70_000, 2), Tally::default().palette());
    let error = gif.expect_err("too wide").to_string();
    assert_eq!(error, "a GIF file cannot have 70000 x 2 pixels");
}
