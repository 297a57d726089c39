//! How things look, on every terminal.
//!
//! Pages draw with all colours and characters; what a terminal does not have is
//! taken out of the finished screen. Colour never carries meaning alone, and
//! backgrounds are left as they are, so light and dark ones both do.

use anstyle::{AnsiColor, Effects};
use parlour_core::first_harmful;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None at all.
    None,
    /// The sixteen that every terminal has.
    Sixteen,
    /// 256, or more.
    Many,
}

impl Colours {
    /// What the terminal says of itself, where colour is wanted.
    #[must_use]
    pub fn of_terminal(wanted: bool) -> Colours {
        let says =
            |name: &str, part: &str| std::env::var(name).is_ok_and(|value| value.contains(part));
        match wanted {
            false => Colours::None,
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
}

pub(crate) const PLAIN: Style = Style::new();
pub(crate) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
pub(crate) const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
pub(crate) const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);
pub(crate) const ALARM: Style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
pub(crate) const GOOD: Style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
/// What can be picked now.
pub(crate) const PICKABLE: Style =
    Style::new().add_modifier(Modifier::BOLD.union(Modifier::UNDERLINED));
/// What was picked already.
pub(crate) const TAKEN: Style = Style::new()
    .fg(Color::White)
    .bg(Color::Blue)
    .add_modifier(Modifier::BOLD);
/// What the hint names.
pub(crate) const HINTED: Style = Style::new()
    .fg(Color::Black)
    .bg(Color::Green)
    .add_modifier(Modifier::BOLD);

/// A style of a drawing.
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
    /// Takes out of a finished screen what the terminal does not have.
    pub(crate) fn finish(self, screen: &mut Buffer) {
        for cell in &mut screen.content {
            // No text has come this far unchecked but what a terminal would obey, or
            // nobody would see, may stand in any file.
            if first_harmful(cell.symbol()).is_some() {
                cell.set_symbol("\u{fffd}");
            }
            if self.ascii && !cell.symbol().is_ascii() {
                cell.set_symbol(ascii(cell.symbol()));
            }
            for colour in [&mut cell.fg, &mut cell.bg] {
                *colour = match (self.colours, *colour) {
                    (Colours::None, _) => Color::Reset,
                    (Colours::Sixteen, Color::Indexed(index)) => sixteen(index),
                    (_, colour) => colour,
                };
            }
        }
    }
}

/// One of the sixteen colours for one of 256.
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
        Some('│' | '┃' | '║' | '▏') => "|",
        Some('\u{2500}'..='\u{257f}') => "+",
        Some('·' | '░' | '…' | '▃' | '▄') => ".",
        Some('▅' | '▆' | '▒') => ":",
        Some('\u{2580}'..='\u{259f}') => "#",
        Some('▸' | '→' | '›' | '▶') => ">",
        Some('←' | '‹' | '◂') => "<",
        Some('↑' | '▲') => "^",
        Some('↓' | '▼') => "v",
        Some('•' | '●') => "*",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poor_terminal_gets_what_it_can_show() {
        let mut screen = Buffer::with_lines(["╔═║·→é"]);
        screen[(0, 0)].fg = Color::Indexed(160);
        let sixteen = Look {
            colours: Colours::Sixteen,
            ascii: true,
        };
        sixteen.finish(&mut screen);
        assert_eq!(screen[(0, 0)].fg, Color::Red);
        screen[(0, 0)].fg = Color::Reset;
        assert_eq!(screen, Buffer::with_lines(["+-|.>?"]));
        screen[(1, 0)].bg = Color::Red;
        let none = Look {
            colours: Colours::None,
            ascii: false,
        };
        none.finish(&mut screen);
        assert_eq!(screen[(1, 0)].bg, Color::Reset);
    }
}
