//! One palette for a whole film (colour quantisation).
//!
//! Most of a board is in a few named colours; those are kept exactly, so that no background shifts
//! or flickers. The rest of the palette is for gradients and for the mixed colours along edges,
//! grouped by how similar they look.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::image::Image;

/// Red, green and blue.
pub type Colour = [u8; 3];

/// As many as a GIF file has besides the transparent one.
const MOST: usize = 255;
/// How many named colours are kept exactly.
const MOST_NAMED: usize = 160;
/// With more colours than this, indistinguishable ones are counted together.
const MANY: usize = 1 << 15;
/// Rounds of k-means. More make no visible difference.
const ROUNDS: usize = 4;

/// Collects the colours of a film.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    named: BTreeSet<Colour>,
    counts: FxHashMap<Colour, u64>,
}

impl Tally {
    /// Puts every `#rrggbb` of an SVG document into the palette unchanged.
    pub fn name_all(&mut self, svg: &str) {
        let codes = svg.split('#').skip(1).filter_map(|rest| rest.get(..6));
        for code in codes {
            if let Ok(colour) = u32::from_str_radix(code, 16) {
                let [_, red, green, blue] = colour.to_be_bytes();
                self.named.insert([red, green, blue]);
            }
        }
    }

    /// Counts the pixels of an image.
    pub fn count(&mut self, image: &Image) {
        // Neighbours are usually equal.
        let mut run = (None, 0);
        for [red, green, blue, _] in image.pixels() {
            let colour = Some([red, green, blue]);
            if run.0 != colour {
                self.add(run);
                run = (colour, 0);
            }
            run.1 += 1;
        }
        self.add(run);
    }

    fn add(&mut self, (colour, count): (Option<Colour>, u64)) {
        if let Some(colour) = colour {
            *self.counts.entry(colour).or_default() += count;
        }
    }

    /// Adds what another has counted.
    pub fn merge(&mut self, other: Tally) {
        self.named.extend(other.named);
        for (colour, count) in other.counts {
            self.add((Some(colour), count));
        }
    }

    /// The palette of all that was counted.
    #[must_use]
    pub fn palette(&self) -> Palette {
        let all = self.named.iter().chain(self.counts.keys()).copied();
        let all: BTreeSet<Colour> = all.collect();
        if all.len() <= MOST {
            return Palette::new(all.into_iter().collect());
        }
        // Of too many named colours, the most frequent are kept.
        let count = |colour: &Colour| self.counts.get(colour).copied().unwrap_or(0);
        let mut named: Vec<Colour> = self.named.iter().copied().collect();
        named.sort_by_key(|colour| std::cmp::Reverse(count(colour)));
        named.truncate(MOST_NAMED);
        let is_named = |colour: &Colour| named.contains(colour);
        let others = all.iter().filter(|colour| !is_named(colour));
        let counted: Vec<(Colour, u64)> = others.map(|c| (*c, count(c).max(1))).collect();
        let mixed = dots(counted);
        let groups = groups(mixed.clone(), MOST - named.len());
        let mut colours = named.clone();
        colours.extend(settled(&named, groups, &mixed));
        Palette::new(colours)
    }
}

/// A colour in a perceptual colour space, and its weight.
#[derive(Clone, Copy)]
struct Dot {
    at: Lab,
    weight: f32,
}

type Lab = [f32; 3];

fn dots(mut counted: Vec<(Colour, u64)>) -> Vec<Dot> {
    if counted.len() > MANY {
        let mut coarse: FxHashMap<Colour, u64> = FxHashMap::default();
        for (colour, count) in &counted {
            // The middle of four steps.
            let colour = colour.map(|part| part & !3 | 2);
            *coarse.entry(colour).or_default() += count;
        }
        counted = coarse.into_iter().collect();
        counted.sort_unstable();
    }
    let counted = counted.iter();
    counted
        .map(|(colour, count)| Dot {
            at: lab(*colour),
            // Thin lines count, too.
            weight: (*count as f32).sqrt(),
        })
        .collect()
}

/// The colours in this many groups: the group with the largest variance is split again and again.
fn groups(dots: Vec<Dot>, most: usize) -> Vec<Lab> {
    let mut groups = vec![Group::new(dots)];
    while groups.len() < most {
        let widest =
            (0..groups.len()).max_by(|&a, &b| groups[a].spread.total_cmp(&groups[b].spread));
        let Some(widest) = widest.filter(|&widest| groups[widest].spread > 0.0) else {
            break;
        };
        let (low, high) = groups.swap_remove(widest).divided();
        groups.push(low);
        groups.push(high);
    }
    groups.into_iter().map(|group| group.mean).collect()
}

struct Group {
    dots: Vec<Dot>,
    mean: Lab,
    /// The axis along which it is widest.
    axis: usize,
    spread: f32,
}

impl Group {
    fn new(dots: Vec<Dot>) -> Group {
        let mean = mean(dots.iter().copied());
        let mut variance = [0.0; 3];
        for dot in &dots {
            for (axis, variance) in variance.iter_mut().enumerate() {
                *variance += dot.weight * (dot.at[axis] - mean[axis]).powi(2);
            }
        }
        let axis = (0..3).max_by(|&a, &b| variance[a].total_cmp(&variance[b]));
        let spread = if dots.len() < 2 {
            0.0
        } else {
            variance.iter().sum()
        };
        Group {
            dots,
            mean,
            axis: axis.unwrap_or(0),
            spread,
        }
    }

    /// Split at its mean.
    fn divided(self) -> (Group, Group) {
        let (axis, middle) = (self.axis, self.mean[self.axis]);
        let (low, high) = self.dots.into_iter().partition(|dot| dot.at[axis] < middle);
        (Group::new(low), Group::new(high))
    }
}

fn mean(dots: impl Iterator<Item = Dot>) -> Lab {
    let (mut sum, mut weight) = ([0.0; 3], 0.0);
    for dot in dots {
        for (sum, at) in sum.iter_mut().zip(dot.at) {
            *sum += dot.weight * at;
        }
        weight += dot.weight;
    }
    sum.map(|sum| sum / f32::max(weight, f32::MIN_POSITIVE))
}

/// The groups' colours, refined by k-means. Named colours stay where they are.
fn settled(named: &[Colour], mut centres: Vec<Lab>, dots: &[Dot]) -> Vec<Colour> {
    let fixed: Vec<Lab> = named.iter().map(|colour| lab(*colour)).collect();
    for _ in 0..ROUNDS {
        let mut nearest = vec![Vec::new(); centres.len()];
        for dot in dots {
            let all = fixed.iter().chain(&centres);
            let distances = all.map(|at| distance(*at, dot.at)).enumerate();
            let closest = distances.min_by(|a, b| a.1.total_cmp(&b.1));
            let own = closest.and_then(|(index, _)| index.checked_sub(fixed.len()));
            if let Some(own) = own {
                nearest[own].push(*dot);
            }
        }
        for (centre, dots) in centres.iter_mut().zip(nearest) {
            if !dots.is_empty() {
                *centre = mean(dots.into_iter());
            }
        }
    }
    centres.into_iter().map(colour).collect()
}

/// The colours of a film.
#[derive(Clone, Debug)]
pub struct Palette {
    colours: Vec<Colour>,
    places: Vec<Lab>,
    known: FxHashMap<Colour, u8>,
}

impl Palette {
    /// A palette of at most 255 colours.
    fn new(colours: Vec<Colour>) -> Palette {
        let places = colours.iter().map(|colour| lab(*colour)).collect();
        let numbered = colours.iter().copied().zip(0..);
        Palette {
            places,
            known: numbered.collect(),
            colours,
        }
    }

    /// All of them.
    #[must_use]
    pub fn colours(&self) -> &[Colour] {
        &self.colours
    }

    /// The index of the most similar colour.
    pub fn nearest(&mut self, colour: Colour) -> u8 {
        let Palette { places, known, .. } = self;
        *known.entry(colour).or_insert_with(|| {
            let wanted = lab(colour);
            let distances = places.iter().map(|at| distance(*at, wanted)).zip(0..);
            let closest = distances.min_by(|a, b| a.0.total_cmp(&b.0));
            closest.map_or(0, |(_, index)| index)
        })
    }
}

fn distance(a: Lab, b: Lab) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum()
}

/// A colour in OKLab, in which equal distances look equal.
fn lab(colour: Colour) -> Lab {
    let [r, g, b] = colour.map(|part| {
        let part = f32::from(part) / 255.0;
        match part {
            ..=0.04045 => part / 12.92,
            _ => ((part + 0.055) / 1.055).powf(2.4),
        }
    });
    let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    [
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ]
}

fn colour([lightness, a, b]: Lab) -> Colour {
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    let linear = [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ];
    linear.map(|part| {
        let part = match part {
            ..=0.003_130_8 => 12.92 * part,
            _ => 1.055 * part.powf(1.0 / 2.4) - 0.055,
        };
        // Clamp colours outside the gamut.
        (part * 255.0).round().clamp(0.0, 255.0) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(colours: impl Iterator<Item = Colour>) -> Image {
        let pixels: Vec<u8> = colours.flat_map(|[r, g, b]| [r, g, b, 0xff]).collect();
        Image::new(pixels.len() as u32 / 4, 1, pixels).expect("a row")
    }

    #[test]
    fn a_colour_comes_back_from_where_it_was_placed() {
        for red in (0..=255).step_by(17) {
            for green in (0..=255).step_by(15) {
                for blue in (0..=255).step_by(51) {
                    let there = [red, green, blue];
                    assert_eq!(colour(lab(there)), there);
                }
            }
        }
    }

    #[test]
    fn few_colours_are_kept_exactly() {
        let mut tally = Tally::default();
        tally.count(&image((0..200).map(|i| [i, 255 - i, 7])));
        let mut palette = tally.palette();
        assert_eq!(palette.colours().len(), 200);
        for i in 0..200 {
            let nearest = palette.nearest([i, 255 - i, 7]);
            assert_eq!(palette.colours()[usize::from(nearest)], [i, 255 - i, 7]);
        }
    }

    #[test]
    fn of_many_colours_the_named_ones_are_kept_and_none_is_far_away() {
        let mut tally = Tally::default();
        tally.name_all("<rect fill=\"#0a0b0c\" stroke=\"url(#x)\"/><g fill=\"#FEDCBA\"/>#12");
        // All mixtures of blue and white, and of black and orange.
        let ramp = |i: u32, a: Colour, b: Colour| {
            std::array::from_fn(|part| {
                let (a, b) = (u32::from(a[part]), u32::from(b[part]));
                ((a * (999 - i) + b * i) / 999) as u8
            })
        };
        let first = (0..1000).map(|i| ramp(i, [10, 20, 200], [255, 255, 255]));
        let second = (0..1000).map(|i| ramp(i, [0, 0, 0], [255, 150, 0]));
        let all: Vec<Colour> = first.chain(second).collect();
        tally.count(&image(all.iter().copied()));
        let mut palette = tally.palette();
        assert!(palette.colours().len() <= MOST);
        assert!(palette.colours().contains(&[0x0a, 0x0b, 0x0c]));
        assert!(palette.colours().contains(&[0xfe, 0xdc, 0xba]));
        for colour in all {
            let nearest = palette.nearest(colour);
            let error = distance(lab(palette.colours()[usize::from(nearest)]), lab(colour));
            assert!(100.0 * error.sqrt() < 1.0, "{colour:?}");
        }
    }

    #[test]
    fn the_order_of_counting_does_not_matter() {
        let some = image((0..250).map(|i| [i, i, i]));
        let others = image((0..250).map(|i| [i, 0, 255 - i]));
        let palette = |images: [&Image; 2]| {
            let mut whole = Tally::default();
            for image in images {
                let mut tally = Tally::default();
                tally.count(image);
                whole.merge(tally);
            }
            whole.palette().colours().to_vec()
        };
        assert_eq!(palette([&some, &others]), palette([&others, &some]));
    }
}
