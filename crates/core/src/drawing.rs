//! A board as lines of styled text.

use std::borrow::Cow;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Color, Style};

use crate::error::TooLarge;
use crate::game::{Game, Seat};
use crate::harmless::harmless;
use crate::notation::Pick;
use crate::picture::{Look, Motion, Scene, Swatch, Theme};

/// Yellow, as a background: yellow letters are unreadable on white.
pub const YELLOW: Style = Style::new()
    .fg_color(Some(Color::Ansi(AnsiColor::Black)))
    .bg_color(Some(Color::Ansi(AnsiColor::Yellow)));

/// A run of text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The text; no line ends.
    pub text: Cow<'static, str>,
    /// How it looks. Colour never carries meaning alone.
    pub style: Style,
    /// What a player selects by pointing here.
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

    /// The same drawing in plain ASCII: box-drawing characters become `-`, `|`
    /// and `+`.
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

/// The ASCII character that looks most like a box-drawing character.
fn ascii(drawn: char) -> char {
    match drawn {
        '─' | '━' | '═' => '-',
        '│' | '┃' | '║' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        '·' => '.',
        '‹' => '<',
        '›' => '>',
        _ if drawn.is_ascii() => drawn,
        _ => '?',
    }
}

/// What a drawing should show besides the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawOptions<'a> {
    /// Show the names of rows and columns, for players who type their moves.
    pub coordinates: bool,
    /// Mark what each run stands for, for front ends with a cursor or a mouse.
    pub picks: bool,
    /// Show where hidden things may still be, in games with secrets.
    pub map: bool,
    /// What the last moves changed, to be highlighted: see
    /// [`Picks::trace`](crate::Picks::trace).
    pub last: &'a [Pick],
    /// Draw the board alone, as large as fits into this room; what stands beside it are
    /// [`Draw::panels`]. `None`: the small drawing, with everything in it. A game that has no such
    /// board draws the small one.
    pub room: Option<Room>,
    /// What such a board is made of.
    pub signs: Signs,
    /// The colours of such a board.
    pub theme: Theme,
    /// Name every place of such a board, not only what can be picked now, so that a front end can
    /// mark any of them.
    pub places: bool,
}

/// What a board for a room is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signs {
    /// Blocks of colour, with any characters.
    #[default]
    Blocks,
    /// The same where only the sixteen usual colours are seen: similar tones become one there.
    Sixteen,
    /// Lines and letters, which show everything without colour.
    Lines,
    /// The same with characters that have a look-alike in ASCII, see [`Drawing::in_ascii`].
    Ascii,
}

impl Signs {
    /// All of them.
    pub const ALL: [Signs; 4] = [Signs::Blocks, Signs::Sixteen, Signs::Lines, Signs::Ascii];

    /// Whether there are blocks of colour.
    #[must_use]
    pub fn are_blocks(self) -> bool {
        matches!(self, Signs::Blocks | Signs::Sixteen)
    }
}

/// The room for a drawing, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// How many characters fit side by side.
    pub columns: usize,
    /// How many lines there are.
    pub lines: usize,
}

/// What stands beside a board: the cards, the dice, the guesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panel {
    /// What it shows, in a word or two.
    pub heading: Cow<'static, str>,
    /// Its lines, which may carry picks.
    pub lines: Vec<Vec<Run>>,
}

impl DrawOptions<'_> {
    /// Whether the last moves changed what this name stands for.
    #[must_use]
    pub fn is_last(&self, name: &str) -> bool {
        self.last.iter().any(|pick| pick.as_str() == name)
    }
}

/// Information about a position that can be shown on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// What it is called.
    pub name: &'static str,
    /// What it shows.
    pub summary: &'static str,
}

/// A game that can be drawn. Only a view is drawn, so nothing hidden shows.
///
/// # Examples
///
/// ```
/// use parlour_core::{Draw, DrawOptions};
/// use parlour_gridlock::Grid;
///
/// let grid: Grid = "3x1 rg r.g".parse()?;
/// let drawing = Grid::draw(&grid, DrawOptions::default()).expect("a small board");
/// assert_eq!(drawing.to_plain(), "+---+\n|R G|\n+---+");
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
pub trait Draw: Game {
    /// The board as text.
    ///
    /// # Errors
    ///
    /// The board is too large to be drawn.
    fn draw(view: &Self::View, options: DrawOptions<'_>) -> Result<Drawing, TooLarge>;

    /// The board as pictures.
    ///
    /// # Errors
    ///
    /// The board is too large to be drawn.
    fn paint(view: &Self::View, look: &Look<'_>) -> Result<Scene, TooLarge>;

    /// What stands beside a board that is drawn to fill a [room](DrawOptions::room), in lines of
    /// at most 20 characters.
    fn panels(view: &Self::View, options: DrawOptions<'_>) -> Vec<Panel> {
        let _ = (view, options);
        Vec::new()
    }

    /// A sign of a seat: a letter in its colours.
    fn badge(view: &Self::View, seat: Seat, theme: Theme) -> Run {
        let _ = (view, theme);
        Run::plain((seat.index() + 1).to_string())
    }

    /// The colours of its pictures.
    const SWATCHES: &'static [Swatch] = &[];

    /// Those of them that mean different things, in groups: any two of a group can be told apart in
    /// every theme and with any colour vision, which is a law. A game with two colours or more has
    /// a group.
    const APART: &'static [&'static [Swatch]] = &[];

    /// What moved between two views of the same viewer, for animation. It is derived from views, so
    /// it reveals no secret.
    fn motions(before: &Self::View, after: &Self::View) -> Vec<Motion> {
        let _ = (before, after);
        Vec::new()
    }

    /// Views on the way between two views of the same viewer, to be drawn one after the other for
    /// a moment: a piece on each square that it passes. None where the change needs no
    /// explanation.
    fn between(before: &Self::View, after: &Self::View) -> Vec<Self::View> {
        let _ = (before, after);
        Vec::new()
    }

    /// What can be shown on the board besides its pieces.
    const OVERLAYS: &'static [Overlay] = &[];

    /// The board as text with one of [`OVERLAYS`](Self::OVERLAYS) on it.
    ///
    /// # Errors
    ///
    /// The board is too large to be drawn.
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
    ///
    /// # Errors
    ///
    /// The board is too large to be drawn.
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
