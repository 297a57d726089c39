//! The values of the lines at the head of a record.

use parlour_core::lines::Value;
use parlour_core::{Diagnostic, quoted};

use crate::notation::{BadSize, read_size, unknown_colour};
use crate::rules::{Colour, Palette, Size};

pub(super) fn read_grid(value: Value<'_>) -> Result<Size, Diagnostic> {
    let (content, at) = value.content()?;
    let span = value.span(at, at + content.len());
    read_size(content).map_err(|bad| match bad {
        BadSize::TooLarge => Diagnostic::error(
            "grid-too-large",
            span,
            format!(
                "the grid is too large: a side may be at most {}",
                Size::LONGEST
            ),
        ),
        BadSize::Shape => Diagnostic::error(
            "bad-grid",
            span,
            format!("{} is not the size of a grid", quoted(content)),
        )
        .help("write columns, a small `x` and rows, in whole numbers: `Grid: 3x3.`"),
    })
}

pub(super) fn read_colours(value: Value<'_>) -> Result<Palette, Diagnostic> {
    let elements = value.list()?;
    if let [(only, _)] = elements[..]
        && only.trim().is_empty()
    {
        return Err(Diagnostic::error(
            "no-colours",
            value.span(0, value.text.len()),
            "there are no colours to play with",
        )
        .help("list at least one: `Colours: red, green.`"));
    }
    for (word, at) in &elements {
        let span = value.span(*at, at + word.len());
        if word.is_empty() {
            return Err(
                Diagnostic::error("syntax", span, "a comma without a colour")
                    .help("remove the comma, or name a colour"),
            );
        }
        if let Some(finding) = value.stray_space(word, *at) {
            return Err(finding);
        }
        if word.contains(char::is_whitespace) {
            return Err(
                Diagnostic::error("syntax", span, "a comma is missing between colours")
                    .help("separate colours by commas: `Colours: red, green.`"),
            );
        }
    }
    elements
        .iter()
        .map(|(word, at)| {
            Colour::from_word(word)
                .ok_or_else(|| unknown_colour(value.span(*at, at + word.len()), word, Palette::ALL))
        })
        .collect()
}
