//! A board as lines of styled text.

use std::borrow::Cow;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Color, Style};

use crate::error::TooLarge;
use crate::game::Game;
use crate::harmless::harmless;
use crate::notation::Pick;
use crate::picture::{Look, Motion, Scene, Swatch};

/// Yellow: as a background, since yellow letters cannot be read on a white one.
pub const YELLOW: Style = Style::new()
    .fg_color(Some(Color::Ansi(AnsiColor::Black)))
    .bg_color(Some(Color::Ansi(AnsiColor::Yellow)));

/// A stretch of text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The text; no line ends.
    pub text: Cow<'static, str>,
    /// How it looks. Colour never carries meaning alone.
    pub style: Style,
    /// What a player points at when pointing here.
    pub pick: Option<Pick>,
}

impl Run {
    /// Text in the default style.
    pub fn plain(text: impl Into<Cow<'static, str>>) -> Self {
        Run::styled(text, Style::new())
    }

    /// Text in a style.
    pub fn styled(text: impl Into<Cow<'static, str>>, style: Style) -> Self {
        Run {
            text: text.into(),
            style,
            pick: None,
        }
    }

    /// The same run, standing for a pick.
    #[must_use]
    pub fn pick(mut self, pick: Pick) -> Self {
        self.pick = Some(pick);
        self
    }
}

/// A picture made of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Its lines from the top.
    pub lines: Vec<Vec<Run>>,
}

impl Drawing {
    /// The lines joined by newlines, without any colour.
    #[must_use]
    pub fn to_plain(&self) -> String {
        self.render(false)
    }

    /// The lines joined by newlines, with ANSI escapes for the styles.
    #[must_use]
    pub fn to_ansi(&self) -> String {
        self.render(true)
    }

    /// The same picture without a line of more than plain ASCII: what boxes
    /// are drawn with becomes `-`, `|` and `+`.
    #[must_use]
    pub fn in_ascii(mut self) -> Drawing {
        for run in self.lines.iter_mut().flatten() {
            if !run.text.is_ascii() {
                run.text = run.text.chars().map(ascii).collect::<String>().into();
            }
        }
        self
    }

    /// With or without colour.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        let mut text = String::new();
        for (i, line) in self.lines.iter().enumerate() {
            if i > 0 {
                text.push('\n');
            }
            for run in line {
                let shown = harmless(&run.text);
                if colour && !run.style.is_plain() {
                    // Writing to a string cannot fail.
                    let _ = write!(text, "{}{}{:#}", run.style, shown, run.style);
                } else {
                    text.push_str(&shown);
                }
            }
        }
        text
    }
}

/// The ASCII character that looks most like one of a picture.
fn ascii(drawn: char) -> char {
    match drawn {
        '─' | '━' | '═' => '-',
        '│' | '┃' | '║' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        _ if drawn.is_ascii() => drawn,
        _ => '?',
    }
}

/// What a drawing should show besides the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawOptions<'a> {
    /// The names of rows and columns, for players who type their moves.
    pub coordinates: bool,
    /// What each run stands for, for front ends with a cursor or a mouse.
    pub picks: bool,
    /// Where things can still be that the viewer does not see, in games with
    /// secrets.
    pub map: bool,
    /// What the last moves changed, to be marked: see
    /// [`Picks::trace`](crate::Picks::trace).
    pub last: &'a [Pick],
}

impl DrawOptions<'_> {
    /// Whether the last moves changed what this names.
    #[must_use]
    pub fn is_last(&self, name: &str) -> bool {
        self.last.iter().any(|pick| pick.as_str() == name)
    }
}

/// Something known of a position that can be shown on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// What it is called.
    pub name: &'static str,
    /// What it shows.
    pub summary: &'static str,
}

/// A game that can be seen. What is drawn is a view, so nothing hidden shows.
pub trait Draw: Game {
    /// The board as text.
    fn draw(view: &Self::View, options: DrawOptions<'_>) -> Result<Drawing, TooLarge>;

    /// The board as pictures.
    fn paint(view: &Self::View, look: &Look<'_>) -> Result<Scene, TooLarge>;

    /// The colours of its pictures.
    const SWATCHES: &'static [Swatch] = &[];

    /// What moved between two views of one viewer, for pictures to show. Made of views, so
    /// it tells no secret.
    fn motions(before: &Self::View, after: &Self::View) -> Vec<Motion> {
        let _ = (before, after);
        Vec::new()
    }

    /// What can be shown on the board besides what lies there.
    const OVERLAYS: &'static [Overlay] = &[];

    /// The board as text with one of [`OVERLAYS`](Self::OVERLAYS) on it.
    fn draw_over(
        view: &Self::View,
        _overlay: &Overlay,
        options: DrawOptions<'_>,
    ) -> Result<Drawing, TooLarge> {
        Self::draw(view, options)
    }

    /// The board in words, for players who do not see it: lines that make sense
    /// when they are read aloud. The picture itself, where a game has no better
    /// words.
    fn in_words(view: &Self::View) -> Result<String, TooLarge> {
        let options = DrawOptions {
            coordinates: true,
            ..DrawOptions::default()
        };
        Ok(Self::draw(view, options)?.in_ascii().to_plain())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstyle::AnsiColor;

    #[test]
    fn styled_runs_are_wrapped_in_escapes_one_by_one() {
        let red = Style::new().bg_color(Some(AnsiColor::Red.into()));
        let drawing = Drawing {
            lines: vec![
                vec![Run::styled("R", red), Run::styled("R", red)],
                vec![Run::plain("-")],
            ],
        };
        assert_eq!(drawing.to_plain(), "RR\n-");
        assert_eq!(drawing.to_ansi(), "\x1b[41mR\x1b[0m\x1b[41mR\x1b[0m\n-");
    }

    #[test]
    fn boxes_can_be_drawn_in_ascii() {
        let drawing = Drawing {
            lines: vec![vec![Run::plain("╔═╦┐ ║│ é")]],
        };
        assert_eq!(drawing.in_ascii().to_plain(), "+-++ || ?");
    }
}
