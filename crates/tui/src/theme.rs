//! The colours of the program.
//!
//! Pages paint with roles: colours that stand for a meaning and are never shown. The theme gives
//! each role its colour when the screen is finished. Only the terminal's own background is used,
//! except on boards, badges and marks, which bring their own.

#[cfg(test)]
mod apart;

use parlour_core::picture;
use ratatui::style::Color;

/// A colour scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For a dark background.
    #[default]
    Dark,
    /// For a light background.
    Light,
    /// High contrast, on any background.
    Contrast,
    /// Blue and orange only, which the common kinds of colour blindness keep apart.
    Safe,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 4] = [Theme::Dark, Theme::Light, Theme::Contrast, Theme::Safe];

    /// Its name: `dark`, `light`, `contrast`, `safe`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Theme::Dark => "dark",
            Theme::Light => "light",
            Theme::Contrast => "contrast",
            Theme::Safe => "safe",
        }
    }

    /// The theme of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// The theme for a light or a dark background.
    #[must_use]
    pub fn on(is_light: bool) -> Theme {
        match is_light {
            true => Theme::Light,
            false => Theme::Dark,
        }
    }

    /// The next one.
    #[must_use]
    pub fn next(self) -> Theme {
        Theme::ALL[(self as usize + 1) % Theme::ALL.len()]
    }

    /// The colours of boards in this theme, on a light or a dark background.
    pub(crate) fn of_boards(self, is_on_light: bool) -> picture::Theme {
        match self {
            Theme::Safe if is_on_light => picture::Theme::Light,
            Theme::Dark | Theme::Safe => picture::Theme::Dark,
            Theme::Light => picture::Theme::Light,
            Theme::Contrast => picture::Theme::Contrast,
        }
    }
}

/// Whether the terminal tells of a light background.
#[must_use]
pub fn is_light_terminal() -> bool {
    // Some terminals say which of the sixteen colours are letters and background.
    let told = std::env::var("COLORFGBG").unwrap_or_default();
    matches!(told.rsplit(';').next(), Some("7" | "15"))
}

/// Whether a background of that colour is light.
pub(crate) fn is_light([red, green, blue]: [u8; 3]) -> bool {
    3 * u32::from(red) + 6 * u32::from(green) + u32::from(blue) > 10 * 0x80
}

/// A colour that stands for a meaning: almost black, as no theme and no game is.
const fn role(number: u8) -> Color {
    Color::Rgb(0, 0, number)
}

/// Titles, chosen lines, the player to move.
pub(crate) const ACCENT: Color = role(1);
/// Borders.
pub(crate) const BORDER: Color = role(2);
/// Less important text.
pub(crate) const QUIET: Color = role(3);
/// Warnings and errors.
pub(crate) const WARNING: Color = role(4);
/// Results.
pub(crate) const RESULT: Color = role(5);
/// What can be picked, on a dark and on a light ground.
pub(crate) const CAN_ON_DARK: Color = role(6);
pub(crate) const CAN_ON_LIGHT: Color = role(7);
/// What is picked.
pub(crate) const PICKED: Color = role(8);
/// The hint.
pub(crate) const HINT: Color = role(9);
/// What the chosen move would change.
pub(crate) const PREVIEW: Color = role(10);
/// Letters on those three.
pub(crate) const ON_MARK: Color = role(11);
/// The two halves of the cursor.
pub(crate) const CURSOR_LIGHT: Color = role(12);
pub(crate) const CURSOR_DARK: Color = role(13);

/// The hint in words.
pub(crate) const HINT_TEXT: Color = role(14);

const ROLES: usize = 14;

/// A role's colours in the four themes, those of the last two on a light background, and the one of
/// sixteen that is used where there are no others.
type Shades = ([u32; 4], [u32; 2], Color);

/// In the order of the roles.
const SHADES: [Shades; ROLES] = [
    (
        [0xe8b45a, 0x8a5a00, 0xffd21f, 0xf0a030],
        [0x0a2f8f, 0x8a5200],
        Color::Yellow,
    ),
    (
        [0x5a626c, 0xb4bac2, 0x9aa0a8, 0x5a626c],
        [0x4a5058, 0xb4bac2],
        Color::DarkGray,
    ),
    (
        [0x98a0aa, 0x646c76, 0xc8ccd2, 0x98a0aa],
        [0x3a4048, 0x646c76],
        Color::Gray,
    ),
    (
        [0xff7a6b, 0xb3261e, 0xff8a80, 0xffa23a],
        [0x9c0000, 0xa04600],
        Color::LightRed,
    ),
    (
        [0x7ed08c, 0x1e7a34, 0x9df5ae, 0x6db3ff],
        [0x00551c, 0x0a58a8],
        Color::LightGreen,
    ),
    (
        [0x3cc3e1, 0x6fe3ef, 0xa5f4ff, 0x9cc4ff],
        [0xa5f4ff, 0x9cc4ff],
        Color::LightCyan,
    ),
    (
        [0x0000c8, 0x0000c8, 0x0000e6, 0x0000c8],
        [0x0000e6, 0x0000c8],
        Color::Blue,
    ),
    (
        [0xb80088, 0xc4006a, 0xa0006a, 0x2a12c0],
        [0xa0006a, 0x2a12c0],
        Color::LightMagenta,
    ),
    (
        [0x7a35c8, 0x7a35c8, 0x5a00a8, 0x946200],
        [0x5a00a8, 0x946200],
        Color::Magenta,
    ),
    (
        [0x505058, 0x4a5560, 0x444444, 0x505058],
        [0x444444, 0x505058],
        Color::DarkGray,
    ),
    (
        [0xffffff, 0xffffff, 0xffffff, 0xffffff],
        [0xffffff, 0xffffff],
        Color::White,
    ),
    (
        [0xffffff, 0xffffff, 0xffffff, 0xffffff],
        [0xffffff, 0xffffff],
        Color::White,
    ),
    (
        [0x000000, 0x000000, 0x000000, 0x000000],
        [0x000000, 0x000000],
        Color::Black,
    ),
    (
        [0xc9a2ff, 0x6a24b8, 0xdcc0ff, 0xffb454],
        [0x4b0082, 0x8f4a00],
        Color::LightMagenta,
    ),
];

impl Theme {
    /// The colour of a role on a light or a dark background, or the colour itself.
    pub(crate) fn shade(self, colour: Color, in_sixteen: bool, is_on_light: bool) -> Color {
        let Color::Rgb(0, 0, number @ 1..=14) = colour else {
            return colour;
        };
        let (shades, on_light, sixteen) = SHADES[usize::from(number) - 1];
        if in_sixteen {
            let is_mark = [PICKED, HINT, PREVIEW].contains(&colour);
            if is_mark || !is_on_light && self != Theme::Light {
                return sixteen;
            }
            // Bright letters are unreadable on white.
            return match sixteen {
                Color::Yellow => Color::Blue,
                Color::LightRed => Color::Red,
                Color::LightGreen => Color::Green,
                Color::LightMagenta => Color::Magenta,
                Color::Gray => Color::DarkGray,
                colour => colour,
            };
        }
        let shade = match (self, is_on_light) {
            (Theme::Contrast, true) => on_light[0],
            (Theme::Safe, true) => on_light[1],
            _ => shades[self as usize],
        };
        let [_, red, green, blue] = shade.to_be_bytes();
        Color::Rgb(red, green, blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_have_names() {
        for theme in Theme::ALL {
            assert_eq!(Theme::named(theme.name()), Some(theme));
        }
        assert_eq!(Theme::named("pink"), None);
        assert_eq!(Theme::Safe.next(), Theme::Dark);
    }

    #[test]
    fn a_background_is_light_or_dark() {
        for (background, light) in [
            ([0xff, 0xff, 0xff], true),
            ([0xfd, 0xf6, 0xe3], true),
            ([0, 0, 0], false),
            ([0x00, 0x2b, 0x36], false),
            ([0x30, 0x0a, 0x24], false),
        ] {
            assert_eq!(is_light(background), light, "{background:?}");
        }
    }

    /// The contrast of two colours as WCAG counts it.
    fn contrast(a: Color, b: Color) -> f64 {
        let luminance = |colour: Color| {
            let Color::Rgb(red, green, blue) = colour else {
                panic!("a role has a colour");
            };
            let linear = |part: u8| {
                let part = f64::from(part) / 255.0;
                match part <= 0.04 {
                    true => part / 12.92,
                    false => ((part + 0.055) / 1.055).powf(2.4),
                }
            };
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        };
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn texts_can_be_read_on_the_background() {
        let (dark, white) = (Color::Rgb(30, 30, 30), Color::Rgb(255, 255, 255));
        for (theme, ground, least) in [
            (Theme::Dark, dark, 4.5),
            (Theme::Light, white, 4.5),
            (Theme::Contrast, dark, 7.0),
            (Theme::Contrast, white, 7.0),
            (Theme::Safe, dark, 4.5),
            (Theme::Safe, white, 4.5),
        ] {
            for role in [ACCENT, QUIET, WARNING, RESULT, HINT_TEXT] {
                let shade = theme.shade(role, false, ground == white);
                let found = contrast(shade, ground);
                assert!(found >= least, "{} {role}: {found}", theme.name());
            }
        }
    }

    #[test]
    fn marks_differ_in_sixteen_colours() {
        for is_on_light in [false, true] {
            let [picked, hint, preview] =
                [PICKED, HINT, PREVIEW].map(|role| Theme::Dark.shade(role, true, is_on_light));
            assert!(picked != hint && hint != preview && preview != picked);
        }
    }

    #[test]
    fn marks_can_be_read() {
        for (theme, is_on_light) in Theme::ALL
            .into_iter()
            .flat_map(|it| [(it, true), (it, false)])
        {
            for ground in [PICKED, HINT, PREVIEW] {
                let shade = |role| theme.shade(role, false, is_on_light);
                let found = contrast(shade(ground), shade(ON_MARK));
                assert!(found >= 4.5, "{} {ground} {found}", theme.name());
            }
        }
    }
}
