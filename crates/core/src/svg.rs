//! A small writer of SVG documents.

use std::fmt::{Display, Write as _};

use crate::notation::Pick;

/// An SVG document under construction.
#[derive(Clone, Debug)]
pub struct Svg {
    text: String,
    size: (f32, f32),
}

impl Svg {
    /// An empty picture of that size in user units, with a title for readers
    /// who do not see it.
    #[must_use]
    pub fn new(width: u64, height: u64, title: &str) -> Self {
        let mut svg = Svg {
            text: String::new(),
            size: (width as f32, height as f32),
        };
        svg.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" \
             font-family=\"system-ui, 'DejaVu Sans', sans-serif\">"
        ));
        svg.line(format_args!("<title>{}</title>", escaped(title)));
        svg
    }

    /// One element, given as its name and attributes: `rect x="1" y="2"`.
    pub fn element(&mut self, element: impl Display) {
        self.line(format_args!("<{element}/>"));
    }

    /// An element with text inside.
    pub fn text(&mut self, attributes: impl Display, content: &str) {
        self.line(format_args!(
            "<text {attributes}>{}</text>",
            escaped(content)
        ));
    }

    /// Opens a group that stands for a pick; all that follows belongs to it
    /// until [`Svg::close`].
    pub fn open(&mut self, pick: &Pick) {
        self.line(format_args!("<g data-pick=\"{}\">", escaped(pick.as_str())));
    }

    /// Closes the innermost group.
    pub fn close(&mut self) {
        self.line("</g>");
    }

    /// The same as a scene without places.
    #[must_use]
    pub fn into_scene(self) -> crate::picture::Scene {
        let elements = self
            .text
            .split_once("</title>")
            .map_or("", |(_, rest)| rest);
        crate::picture::Scene {
            board: crate::picture::Picture {
                width: self.size.0,
                height: self.size.1,
                ground: elements.to_owned(),
                ..crate::picture::Picture::default()
            },
            panels: Vec::new(),
            status: String::new(),
        }
    }

    /// The finished document.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>");
        self.text
    }

    fn line(&mut self, line: impl Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }
}

/// Text that means itself inside an element or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_picks_are_escaped() {
        let mut svg = Svg::new(1, 2, "a < b & \"c\"");
        svg.open(&Pick::new("\"<"));
        svg.element("rect x=\"0\"");
        svg.close();
        let text = svg.finish();
        assert!(text.contains("<title>a &lt; b &amp; &quot;c&quot;</title>"));
        assert!(text.contains("<g data-pick=\"&quot;&lt;\">\n<rect x=\"0\"/>\n</g>"));
    }
}
