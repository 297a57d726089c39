//! Rules as paragraphs and diagrams.
//!
//! A line of its own such as `[board: POSITION | after MOVE; MOVE | caption]` stands for a diagram,
//! which the game draws itself. `after` is optional: those steps are taken first, and the last of
//! them is highlighted. A position that several diagrams share is given a name once, with
//! `[let NAME: POSITION]`.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, quoted};
#[cfg(not(target_arch = "wasm32"))]
use crate::drawing::{DrawOptions, Drawing};
use crate::entry::GameEntry;
use crate::error::TooLarge;
use crate::game::Viewer;
use crate::notation::Pick;
use crate::picture::{Look, Scene};
use crate::position::Position;

/// A part of the rules.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph, in one line.
    Paragraph(String),
    /// Lines that stay as they are, such as a table.
    Lines(String),
    /// A board.
    Board(Diagram),
}

/// A board in the rules. It hides nothing.
///
/// # Examples
///
/// ```
/// use parlour_core::learn::{Block, rules};
/// use parlour_core::{DrawOptions, Entry};
/// use parlour_gridlock::Grid;
///
/// let blocks = rules(&Entry::<Grid>::new());
/// let mut boards = blocks.iter().filter_map(|block| match block {
///     Block::Board(diagram) => Some(diagram),
///     _ => None,
/// });
/// let first = boards.next().expect("the rules have diagrams");
/// assert!(first.draw(DrawOptions::default()).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    /// What it shows.
    pub position: Box<dyn Position>,
    /// What to say about it.
    pub caption: String,
    /// The position before the last step, if a step is to be highlighted.
    before: Option<Box<dyn Position>>,
    /// What that step changed.
    last: Vec<Pick>,
}

impl Diagram {
    /// The board as text. `options` say how; what is highlighted is the diagram's own.
    ///
    /// # Errors
    ///
    /// The board is too large to be drawn.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn draw(&self, options: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        let options = DrawOptions {
            last: &self.last,
            ..options
        };
        self.position.draw(Viewer::All, options)
    }

    /// The board as a picture. `look` says how; what is highlighted is the diagram's own.
    ///
    /// # Errors
    ///
    /// The board is too large to be drawn.
    pub fn paint(&self, look: &Look<'_>) -> Result<Scene, TooLarge> {
        let before = self.before.as_ref();
        let motions = before.map(|before| before.motions(&*self.position, Viewer::All));
        let look = Look {
            last: motions.as_deref().unwrap_or(&[]),
            ..*look
        };
        self.position.paint(Viewer::All, &look)
    }

    /// What is highlighted.
    #[must_use]
    pub fn last(&self) -> &[Pick] {
        &self.last
    }
}

/// The rules of a game in parts. A diagram that cannot be read is left out.
#[must_use]
pub fn rules(game: &dyn GameEntry) -> Vec<Block> {
    let mut blocks = Vec::new();
    // Every game of the catalogue is tested to have none that fails.
    read(game, &mut |block| blocks.extend(block.ok()));
    blocks
}

/// The rules of a game in parts.
///
/// # Errors
///
/// A diagram cannot be read: the first finding, with its place in the rules.
pub fn read_rules(game: &dyn GameEntry) -> Result<Vec<Block>, Diagnostic> {
    let mut blocks = Vec::new();
    let mut first = None;
    read(game, &mut |block| match block {
        Ok(block) => blocks.push(block),
        Err(finding) => {
            first.get_or_insert(finding);
        }
    });
    match first {
        Some(finding) => Err(finding),
        None => Ok(blocks),
    }
}

/// Rules without their diagrams, for readers that cannot show any.
#[must_use]
pub fn plain_rules(rules: &str) -> String {
    let mut plain = String::with_capacity(rules.len());
    let mut was_empty = true;
    for line in rules.lines().filter(|line| directive(line).is_none()) {
        // A diagram between paragraphs leaves one empty line, not two.
        if line.is_empty() && was_empty {
            continue;
        }
        was_empty = line.is_empty();
        plain.push_str(line);
        plain.push('\n');
    }
    plain
}

/// The word and the rest of a line in brackets.
fn directive(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix('[')?.strip_suffix(']')?.split_once(':')
}

fn read(game: &dyn GameEntry, take: &mut dyn FnMut(Result<Block, Diagnostic>)) {
    let text = game.info().rules;
    let mut named: HashMap<&str, &str> = HashMap::new();
    let mut open: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        let is_directive = directive(line);
        if line.is_empty() || is_directive.is_some() {
            if !open.is_empty() {
                take(Ok(block(&open)));
                open.clear();
            }
        } else {
            open.push(line);
        }
        let Some((word, rest)) = is_directive else {
            continue;
        };
        let at = rest.as_ptr().addr() - text.as_ptr().addr();
        let wrong =
            |message: String| Diagnostic::error("bad-diagram", at..at + rest.len(), message);
        match word.split_once(' ') {
            None if word == "board" => {
                take(diagram(game, &named, rest).map_err(|finding| wrong(finding.message)));
            }
            Some(("let", name)) => {
                named.insert(name, rest.trim());
            }
            _ => take(Err(wrong(format!("there is no {}", quoted(word))))),
        }
    }
}

/// Consecutive lines of text.
fn block(lines: &[&str]) -> Block {
    let is_heading = |line: &str| !line.chars().any(char::is_lowercase);
    match lines {
        [line] if is_heading(line) => Block::Heading((*line).to_owned()),
        _ if lines.iter().all(|line| line.starts_with(' ')) => Block::Lines(lines.join("\n")),
        _ => Block::Paragraph(lines.join(" ")),
    }
}

fn diagram(
    game: &dyn GameEntry,
    named: &HashMap<&str, &str>,
    text: &str,
) -> Result<Block, Diagnostic> {
    let mut fields = text.split('|').map(str::trim);
    let position = fields.next().unwrap_or_default();
    let position = named.get(position).unwrap_or(&position);
    let mut position = game.read_position(position)?;
    let (mut before, mut last) = (None, Vec::new());
    let mut caption = String::new();
    for field in fields {
        let Some(steps) = field.strip_prefix("after ") else {
            field.clone_into(&mut caption);
            continue;
        };
        for step in steps.split(';').map(str::trim) {
            let earlier = position.boxed_clone();
            let step = position.apply(step)?;
            let trace = earlier.trace_of(&step);
            // A throw changes nothing that could be pointed at.
            if !trace.is_empty() {
                last = trace;
                before = Some(earlier);
            }
        }
    }
    Ok(Block::Board(Diagram {
        position,
        caption,
        before,
        last,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_vanish_from_plain_rules() {
        let rules = "HEAD\n\n[let a: b]\nOne.\n\n[board: a | Two.]\n\nThree.\n";
        assert_eq!(plain_rules(rules), "HEAD\n\nOne.\n\nThree.\n");
    }

    #[test]
    fn lines_become_headings_paragraphs_and_tables() {
        assert!(matches!(block(&["HEAD"]), Block::Heading(text) if text == "HEAD"));
        assert!(matches!(block(&["One", "two."]), Block::Paragraph(text) if text == "One two."));
        assert!(matches!(block(&["  1  a", "  2  b"]), Block::Lines(text) if text.len() == 13));
    }
}
