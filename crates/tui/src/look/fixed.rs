//! The colours of terminals that have 256: a cube of six by six by six, and 24 greys.

use std::sync::LazyLock;

use crate::oklab::{Rgb, seen};

/// Colours that the nearest of 256 would not tell from their neighbour, or would make too loud: the
/// two woods of a board, hedges, and the sand between them.
const BY_HAND: [(Rgb, u8); 7] = [
    ([0xd3, 0xb5, 0x85], 180),
    ([0xc1, 0x9c, 0x66], 137),
    ([0x7a, 0x62, 0x42], 137),
    ([0x6a, 0x54, 0x38], 94),
    ([0x4e, 0x70, 0x44], 64),
    ([0x64, 0x88, 0x55], 107),
    ([0xb0, 0x9c, 0x6e], 179),
];

/// Below this many units of chroma a colour is almost grey.
const GREYISH: f64 = 3.0;

/// Colours darker than this are almost black: there a wrong hue is worse than none.
const DARK: f64 = 24.0;

/// A colour by lightness, chroma and hue.
#[derive(Clone, Copy)]
struct Shade {
    light: f64,
    chroma: f64,
    hue: f64,
}

impl Shade {
    fn of(colour: Rgb) -> Shade {
        let [light, red, yellow] = seen(colour);
        Shade {
            light,
            chroma: red.hypot(yellow),
            hue: yellow.atan2(red),
        }
    }

    /// How badly another colour stands for this one. There are few dark colours that are not grey,
    /// and all of them are vivid: the hue counts most, so that wood stays brown and hedges green.
    fn misses(self, other: Shade) -> f64 {
        use std::f64::consts::{PI, TAU};
        let apart = (other.hue - self.hue + PI).rem_euclid(TAU) - PI;
        if self.chroma < GREYISH || self.light < DARK {
            let (across, along) = (other.chroma * apart.sin(), other.chroma * apart.cos());
            return (other.light - self.light).powi(2)
                + (along - self.chroma).powi(2)
                + across.powi(2);
        }
        if other.chroma < GREYISH {
            return f64::INFINITY;
        }
        let colourful = self.chroma.clamp(6.0, 12.0);
        (0.7 * (other.light - self.light)).powi(2)
            + (0.5 * (other.chroma - self.chroma)).powi(2)
            + (1.5 * apart * colourful).powi(2)
    }
}

/// The number of the colour that looks most like this one.
pub(super) fn nearest(colour: Rgb) -> u8 {
    static ALL: LazyLock<Vec<(u8, Shade)>> = LazyLock::new(|| {
        let all = 16..=u8::MAX;
        all.map(|number| (number, Shade::of(shown(number))))
            .collect()
    });
    if let Some((_, number)) = BY_HAND.iter().find(|(by_hand, _)| *by_hand == colour) {
        return *number;
    }
    let wanted = Shade::of(colour);
    let misses = |(_, shade): &&(u8, Shade)| wanted.misses(*shade);
    let nearest = ALL.iter().min_by(|a, b| misses(a).total_cmp(&misses(b)));
    nearest.map_or(16, |(number, _)| *number)
}

/// What a terminal shows for a number from 16 on.
fn shown(number: u8) -> Rgb {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match number {
        232.. => [8 + 10 * (number - 232); 3],
        _ => {
            let cube = number.saturating_sub(16);
            [cube / 36, cube / 6 % 6, cube % 6].map(|level| LEVELS[usize::from(level)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::picture::Theme;

    #[test]
    fn a_colour_that_is_there_is_taken() {
        for number in 16..=u8::MAX {
            let again = nearest(shown(number));
            assert_eq!(shown(again), shown(number), "{number}");
        }
    }

    #[test]
    fn greys_stay_grey_and_colours_keep_their_hue() {
        assert_eq!(nearest([128, 128, 128]), 244);
        // The felt of a board that is nearly black, and green.
        assert!(nearest([0x1b, 0x1f, 0x1c]) >= 232);
        assert_eq!(shown(nearest([0x33, 0x76, 0x55])), [0, 0x87, 0x5f]);
        // Walnut, cedar and a hedge.
        for dark in [[0x3a, 0x26, 0x17], [0x4a, 0x34, 0x21], [0x31, 0x49, 0x2b]] {
            let [wanted, found] = [dark, shown(nearest(dark))].map(Shade::of);
            assert!(found.chroma > GREYISH, "{dark:x?} is grey");
            let apart = (wanted.hue - found.hue).abs();
            assert!(apart < 0.8, "{dark:x?} has another hue: {apart}");
        }
    }

    /// What is chosen by hand must be a colour of a game, and differ from the others of its theme.
    #[test]
    fn colours_chosen_by_hand_are_in_use() {
        let games = parlour_catalog::games();
        let mut unused: Vec<Rgb> = BY_HAND.iter().map(|(colour, _)| *colour).collect();
        for theme in Theme::ALL {
            for game in games {
                let swatches = game.swatches().iter().map(|swatch| swatch.rgb(theme));
                let used = swatches.filter_map(|rgb| {
                    let colour = [rgb.0, rgb.1, rgb.2];
                    BY_HAND.iter().find(|(by_hand, _)| *by_hand == colour)
                });
                let mut used: Vec<_> = used.collect();
                used.sort_unstable();
                used.dedup();
                unused.retain(|colour| used.iter().all(|(by_hand, _)| by_hand != colour));
                let mut numbers: Vec<u8> = used.iter().map(|(_, number)| *number).collect();
                numbers.sort_unstable();
                numbers.dedup();
                assert_eq!(numbers.len(), used.len(), "{}", game.info().id);
            }
        }
        assert!(unused.is_empty(), "{unused:x?}");
    }
}
