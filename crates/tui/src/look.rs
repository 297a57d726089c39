//! How things look, on every terminal.
//!
//! Pages draw with all colours and characters; whatever a terminal lacks is
//! removed from the finished screen. Colour never carries meaning alone, and
//! backgrounds are left as they are, so that light and dark ones both work.

mod fixed;

use anstyle::{AnsiColor, Effects};
use parlour_core::{Signs, first_harmful, picture};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use rustc_hash::FxHashMap;

use crate::graphics::Cell;
use crate::theme::{ACCENT, BORDER, HINT_TEXT, QUIET, RESULT, Theme, WARNING};

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None at all.
    None,
    /// The sixteen that every terminal has.
    Sixteen,
    /// 256.
    Many,
    /// All of them.
    All,
}

impl Colours {
    /// What the terminal says about itself, if colour is wanted.
    #[must_use]
    pub fn of_terminal(wanted: bool) -> Colours {
        let says =
            |name: &str, part: &str| std::env::var(name).is_ok_and(|value| value.contains(part));
        match wanted {
            false => Colours::None,
            true if says("COLORTERM", "truecolor") || says("COLORTERM", "24bit") => Colours::All,
            true if says("TERM", "direct") => Colours::All,
            true if says("TERM", "256") || says("COLORTERM", "") => Colours::Many,
            true => Colours::Sixteen,
        }
    }
}

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its colours.
    pub colours: Colours,
    /// Only ASCII characters.
    pub ascii: bool,
    /// The colour scheme.
    pub theme: Theme,
    /// Its background is light.
    pub on_light: bool,
    /// The size of its characters, if it shows pictures and boards are to be pictures.
    pub cell: Option<Cell>,
}

impl Look {
    /// Whether boards can be drawn with blocks of colour.
    pub(crate) fn has_blocks(self) -> bool {
        !self.ascii && self.colours != Colours::None
    }

    /// What boards are made of.
    pub(crate) fn signs(self) -> Signs {
        match self.colours {
            _ if self.ascii => Signs::Ascii,
            Colours::None => Signs::Lines,
            Colours::Sixteen => Signs::Sixteen,
            Colours::Many | Colours::All => Signs::Blocks,
        }
    }

    /// The colours of boards.
    pub(crate) fn of_boards(self) -> picture::Theme {
        self.theme.of_boards(self.is_on_light())
    }

    /// Whether what is drawn stands on a light ground.
    pub(crate) fn is_on_light(self) -> bool {
        self.on_light || self.theme == Theme::Light
    }
}

pub(crate) const PLAIN: Style = Style::new();
pub(crate) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
pub(crate) const FAINT: Style = Style::new().fg(QUIET);
/// A chosen line or choice.
pub(crate) const CURSOR: Style = Style::new()
    .fg(ACCENT)
    .add_modifier(Modifier::REVERSED.union(Modifier::BOLD));
pub(crate) const TITLE: Style = Style::new().fg(ACCENT).add_modifier(Modifier::BOLD);
pub(crate) const EDGE: Style = Style::new().fg(BORDER);
pub(crate) const ALARM: Style = Style::new().fg(WARNING).add_modifier(Modifier::BOLD);
pub(crate) const GOOD: Style = Style::new().fg(RESULT).add_modifier(Modifier::BOLD);

/// The hint in words.
pub(crate) const HINTING: Style = Style::new().fg(HINT_TEXT).add_modifier(Modifier::BOLD);

/// Converts a style of a drawing.
pub(crate) fn style(drawn: anstyle::Style) -> Style {
    let mut style = Style::new();
    if let Some(colour) = drawn.get_fg_color() {
        style = style.fg(color(colour));
    }
    if let Some(colour) = drawn.get_bg_color() {
        style = style.bg(color(colour));
    }
    for (effect, modifier) in [
        (Effects::BOLD, Modifier::BOLD),
        (Effects::DIMMED, Modifier::DIM),
        (Effects::ITALIC, Modifier::ITALIC),
        (Effects::UNDERLINE, Modifier::UNDERLINED),
        (Effects::INVERT, Modifier::REVERSED),
    ] {
        if drawn.get_effects().contains(effect) {
            style = style.add_modifier(modifier);
        }
    }
    style
}

fn color(drawn: anstyle::Color) -> Color {
    match drawn {
        anstyle::Color::Ansi(ansi) => match ansi {
            AnsiColor::Black => Color::Black,
            AnsiColor::Red => Color::Red,
            AnsiColor::Green => Color::Green,
            AnsiColor::Yellow => Color::Yellow,
            AnsiColor::Blue => Color::Blue,
            AnsiColor::Magenta => Color::Magenta,
            AnsiColor::Cyan => Color::Cyan,
            AnsiColor::White => Color::Gray,
            AnsiColor::BrightBlack => Color::DarkGray,
            AnsiColor::BrightRed => Color::LightRed,
            AnsiColor::BrightGreen => Color::LightGreen,
            AnsiColor::BrightYellow => Color::LightYellow,
            AnsiColor::BrightBlue => Color::LightBlue,
            AnsiColor::BrightMagenta => Color::LightMagenta,
            AnsiColor::BrightCyan => Color::LightCyan,
            AnsiColor::BrightWhite => Color::White,
        },
        anstyle::Color::Ansi256(index) => Color::Indexed(index.0),
        anstyle::Color::Rgb(rgb) => Color::Rgb(rgb.0, rgb.1, rgb.2),
    }
}

impl Look {
    /// Removes from a finished screen what the terminal lacks.
    pub(crate) fn finish(self, screen: &mut Buffer) {
        let in_sixteen = self.colours == Colours::Sixteen;
        // A screen has many cells, and few colours.
        let mut known: FxHashMap<[u8; 3], Color> = FxHashMap::default();
        for cell in &mut screen.content {
            // A last check: any file may contain characters that a terminal would obey, or that are
            // invisible.
            if first_harmful(cell.symbol()).is_some() {
                cell.set_symbol("\u{fffd}");
            }
            if self.ascii && !cell.symbol().is_ascii() {
                cell.set_symbol(ascii(cell.symbol()));
            }
            for colour in [&mut cell.fg, &mut cell.bg] {
                let shade = self.theme.shade(*colour, in_sixteen, self.on_light);
                *colour = match (self.colours, shade) {
                    (Colours::None, _) => Color::Reset,
                    (Colours::Sixteen, Color::Indexed(index)) => sixteen(index),
                    (Colours::Sixteen, Color::Rgb(red, green, blue)) => nearest(red, green, blue),
                    (Colours::Many, Color::Rgb(red, green, blue)) => {
                        let wanted = [red, green, blue];
                        let nearest = || Color::Indexed(fixed::nearest(wanted));
                        *known.entry(wanted).or_insert_with(nearest)
                    }
                    (_, colour) => colour,
                };
            }
            // Colours that are told apart may be next to each other among the sixteen.
            if in_sixteen && !is_block(cell.symbol()) {
                cell.fg = legible(cell.fg, cell.bg);
            }
        }
    }
}

/// The nearest of the sixteen colours: by hue if there is one, else by brightness.
fn nearest(red: u8, green: u8, blue: u8) -> Color {
    let parts = [red, green, blue];
    let (most, least) = (
        parts.into_iter().max().unwrap_or(0),
        parts.into_iter().min().unwrap_or(0),
    );
    let colourful = most - least;
    // Pale wood and sand are no bright yellow.
    let is_pale = red >= green && green >= blue && u16::from(colourful) * 5 < u16::from(most) * 2;
    if is_pale || u16::from(colourful) * 4 < u16::from(most).max(80) {
        return match most {
            0..=47 => Color::Black,
            48..=142 => Color::DarkGray,
            143..=224 => Color::Gray,
            225.. => Color::White,
        };
    }
    let is_high = parts.map(|part| part >= least + colourful / 2 + colourful / 16);
    let is_bright = most > 200;
    match (is_high, is_bright) {
        ([true, false, false], false) => Color::Red,
        ([true, false, false], true) => Color::LightRed,
        ([false, true, false], false) => Color::Green,
        ([false, true, false], true) => Color::LightGreen,
        // Dark brown is not yellow.
        ([true, true, _], false) if most < 115 => Color::DarkGray,
        ([true, true, _], false) => Color::Yellow,
        ([true, true, _], true) => Color::LightYellow,
        ([false, false, _], false) => Color::Blue,
        ([false, false, _], true) => Color::LightBlue,
        ([true, false, true], false) => Color::Magenta,
        ([true, false, true], true) => Color::LightMagenta,
        ([false, true, true], false) => Color::Cyan,
        ([false, true, true], true) => Color::LightCyan,
    }
}

/// Whether a character is a part of a picture, rather than something to be read.
fn is_block(symbol: &str) -> bool {
    let first = symbol.chars().next();
    first.is_none_or(|letter| matches!(letter, ' ' | '\u{2580}'..='\u{259f}'))
}

/// How bright each of the sixteen colours is, from 0 to 1, as terminals usually show it.
fn brightness(colour: Color) -> Option<f32> {
    Some(match colour {
        Color::Black => 0.0,
        Color::Red => 0.09,
        Color::Green => 0.28,
        Color::Yellow => 0.36,
        Color::Blue => 0.03,
        Color::Magenta => 0.12,
        Color::Cyan => 0.31,
        Color::Gray => 0.53,
        Color::DarkGray => 0.12,
        Color::LightRed => 0.26,
        Color::LightGreen => 0.74,
        Color::LightYellow => 0.93,
        Color::LightBlue => 0.15,
        Color::LightMagenta => 0.33,
        Color::LightCyan => 0.79,
        Color::White => 1.0,
        _ => return None,
    })
}

/// The least contrast of letters and their ground, as WCAG counts it.
const LEGIBLE: f32 = 4.0;

/// Letters that can be read on a ground: of this colour, or black or white.
fn legible(letters: Color, ground: Color) -> Color {
    let (Some(letter), Some(behind)) = (brightness(letters), brightness(ground)) else {
        return letters;
    };
    let contrast = |one: f32| (one.max(behind) + 0.05) / (one.min(behind) + 0.05);
    if contrast(letter) >= LEGIBLE {
        return letters;
    }
    match contrast(0.0) > contrast(1.0) {
        true => Color::Black,
        false => Color::White,
    }
}

/// The nearest of the sixteen colours to one of 256.
fn sixteen(index: u8) -> Color {
    let (r, g, b) = match index {
        0..=15 => return Color::Indexed(index),
        16..=231 => {
            let cube = index - 16;
            (cube / 36, cube / 6 % 6, cube % 6)
        }
        232.. => {
            let grey = (index - 232) / 5;
            (grey, grey, grey)
        }
    };
    match (r >= 2, g >= 2, b >= 2) {
        (false, false, false) if b > 0 => Color::Blue,
        (false, false, false) => Color::Black,
        (true, false, false) => Color::Red,
        (false, true, false) => Color::Green,
        (true, true, false) => Color::Yellow,
        (false, false, true) => Color::Blue,
        (true, false, true) => Color::Magenta,
        (false, true, true) => Color::Cyan,
        (true, true, true) => Color::Gray,
    }
}

/// The ASCII character that looks most like another.
fn ascii(symbol: &str) -> &'static str {
    match symbol.chars().next() {
        Some('─' | '━' | '═' | '┄' | '—' | '–' | '▁' | '▂') => "-",
        Some('▌' | '▐') => "|",
        Some('║') => "|",
        Some('│' | '┃' | '▏') => "|",
        Some('┊') => ":",
        Some('\u{2500}'..='\u{257f}') => "+",
        Some('·' | '░' | '…' | '▃' | '▄') => ".",
        Some('▅' | '▆' | '▒') => ":",
        Some('\u{2580}'..='\u{259f}') => "#",
        Some('▸' | '→' | '›' | '▶') => ">",
        Some('←' | '‹' | '◂') => "<",
        Some('↑' | '▲') => "^",
        Some('↓' | '▼') => "v",
        Some('•' | '●' | '◆') => "*",
        Some('○') => "o",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_colours() {
        assert_eq!(nearest(0xb8, 0x4a, 0x36), Color::Red);
        assert_eq!(nearest(0xfc, 0xe8, 0x60), Color::LightYellow);
        assert_eq!(nearest(0x31, 0x49, 0x2b), Color::Green);
        assert_eq!(nearest(0x12, 0x14, 0x19), Color::Black);
        // An empty cell of Gridlock, on black.
        assert_eq!(nearest(0x2d, 0x35, 0x30), Color::DarkGray);
        assert_eq!(nearest(0xe2, 0xd6, 0xbd), Color::White);
        // Light and dark wood.
        assert_eq!(nearest(0xd3, 0xb5, 0x85), Color::Gray);
        assert_eq!(nearest(0xc1, 0x9c, 0x66), Color::Yellow);
    }

    #[test]
    fn letters_can_be_read_in_sixteen_colours() {
        // White on green and on yellow, dark green on green.
        assert_eq!(legible(Color::White, Color::Green), Color::Black);
        assert_eq!(legible(Color::DarkGray, Color::Green), Color::Black);
        assert_eq!(legible(Color::Yellow, Color::White), Color::Black);
        assert_eq!(legible(Color::Cyan, Color::Blue), Color::Cyan);
        assert_eq!(legible(Color::Black, Color::Blue), Color::White);
        assert_eq!(legible(Color::Reset, Color::Blue), Color::Reset);
        let mut screen = Buffer::with_lines(["G▀"]);
        for x in 0..2 {
            screen[(x, 0)].fg = Color::Rgb(0x0a, 0x80, 0x40);
            screen[(x, 0)].bg = Color::Rgb(0x33, 0x76, 0x55);
        }
        let sixteen = Look {
            colours: Colours::Sixteen,
            ascii: false,
            theme: Theme::Dark,
            on_light: false,
            cell: None,
        };
        sixteen.finish(&mut screen);
        assert_eq!(screen[(0, 0)].fg, Color::Black);
        assert_eq!(screen[(1, 0)].fg, Color::Green);
    }

    #[test]
    fn a_poor_terminal_gets_what_it_can_show() {
        let mut screen = Buffer::with_lines(["╔═║·→é"]);
        screen[(0, 0)].fg = Color::Indexed(160);
        let sixteen = Look {
            colours: Colours::Sixteen,
            ascii: true,
            theme: Theme::Dark,
            on_light: false,
            cell: None,
        };
        sixteen.finish(&mut screen);
        assert_eq!(screen[(0, 0)].fg, Color::Red);
        screen[(0, 0)].fg = Color::Reset;
        assert_eq!(screen, Buffer::with_lines(["+-|.>?"]));
        screen[(1, 0)].bg = Color::Red;
        let none = Look {
            colours: Colours::None,
            ascii: false,
            theme: Theme::Dark,
            on_light: false,
            cell: None,
        };
        none.finish(&mut screen);
        assert_eq!(screen[(1, 0)].bg, Color::Reset);
    }
}
