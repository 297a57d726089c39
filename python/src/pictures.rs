//! Positions as pictures.

use parlour_core::picture::{Caption, Frame, Look, Paints, Theme};
use parlour_core::{Turn, Viewer};
use pyo3::prelude::*;

use crate::errors::wrong;
use crate::position::PyPosition;

/// What a picture shall show.
pub(crate) struct Wanted {
    pub(crate) who: Viewer,
    pub(crate) theme: Theme,
    /// With title, names and whose turn it is.
    pub(crate) framed: bool,
}

/// The theme of that name.
pub(crate) fn theme(py: Python<'_>, name: &str) -> PyResult<Theme> {
    let mut all = Theme::ALL.into_iter();
    all.find(|theme| theme.name() == name).ok_or_else(|| {
        let names = Theme::ALL.map(Theme::name).join(", ");
        wrong(py, format!("there is no theme {name}; there are {names}"))
    })
}

/// A position as an SVG document.
pub(crate) fn svg(py: Python<'_>, shown: &PyPosition, wanted: &Wanted) -> PyResult<String> {
    let position = &*shown.position;
    let look = Look {
        paints: Paints::Fixed(wanted.theme),
        below: match wanted.who {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::All => None,
        },
        ..Look::default()
    };
    let scene = position.paint(wanted.who, &look);
    let scene = scene.map_err(|too_large| wrong(py, too_large.to_string()))?;
    if !wanted.framed {
        return Ok(scene.board.document());
    }
    let frame = Frame {
        title: shown.game.0.info().title.to_owned(),
        turn: match position.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        },
        caption: Caption::Status,
        ..Frame::default()
    };
    Ok(scene.framed(&look, &frame).document())
}

/// Refuses a picture without pixels.
pub(crate) fn check_width(py: Python<'_>, width: u32) -> PyResult<()> {
    match width {
        0 => Err(wrong(py, "a picture is at least one pixel wide")),
        _ => Ok(()),
    }
}

/// An SVG document as PNG.
pub(crate) fn png(py: Python<'_>, svg: &str, width: u32) -> PyResult<Vec<u8>> {
    check_width(py, width)?;
    let image = py.detach(|| parlour_film::rasterise(svg, width));
    let image = image.map_err(|why| wrong(py, why.to_string()))?;
    Ok(parlour_film::png(&image))
}
