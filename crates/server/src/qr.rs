//! Links as QR codes: for the terminal in which the server runs, and for pages.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

/// The light rim that cameras need, in modules.
const RIM: i32 = 4;

/// A code as text: two modules a character, dark on a light ground.
#[must_use]
pub fn text(link: &str) -> Option<String> {
    let code = QrCode::encode_text(link, QrCodeEcc::Low).ok()?;
    // Less of a rim is enough on a screen.
    let (from, to) = (-2, code.size() + 2);
    let mut lines = String::new();
    for y in (from..to).step_by(2) {
        for x in from..to {
            let dark = (code.get_module(x, y), code.get_module(x, y + 1));
            // Terminals are dark as a rule: what is light is drawn.
            lines.push(match dark {
                (false, false) => '█',
                (false, true) => '▀',
                (true, false) => '▄',
                (true, true) => ' ',
            });
        }
        lines.push('\n');
    }
    Some(lines)
}

/// A code as a picture.
pub(crate) fn svg(link: &str) -> Option<String> {
    let code = QrCode::encode_text(link, QrCodeEcc::Medium).ok()?;
    let size = code.size() + 2 * RIM;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            // Writing to a string cannot fail.
            let _ = write!(path, "M{} {}h1v1h-1z", x + RIM, y + RIM);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{size}v{size}h-{size}z\"/>\
         <path d=\"{path}\"/></svg>"
    ))
}
