//! No text gets lost.

use parlour_core::picture::{Caption, Frame, Look, Paints, Theme};
use parlour_core::{Seat, Viewer};
use parlour_film::{Fonts, Image, Sheet, png, rasterise};
use resvg::usvg;
use roxmltree::{Document, Node};
use xxhash_rust::xxh3::xxh3_64;

use crate::games::{each, random_game};

/// Texts that would be visible, as in the document: those of a definition wherever it is used.
fn written(svg: &str) -> Vec<String> {
    fn seek(node: Node<'_, '_>, found: &mut Vec<String>) {
        if node.has_tag_name("text") {
            let parts = node.descendants().filter(Node::is_text);
            found.push(parts.filter_map(|part| part.text()).collect());
        } else if let Some(id) = node.attribute("href").and_then(|id| id.strip_prefix('#')) {
            let mut all = node.document().descendants();
            let used = all.find(|node| node.attribute("id") == Some(id));
            seek(used.expect("a definition"), found);
        } else if !node.has_tag_name("defs") {
            node.children().for_each(|child| seek(child, found));
        }
    }
    let document = Document::parse(svg).expect("an SVG document");
    let mut found = Vec::new();
    seek(document.root(), &mut found);
    found.retain(|text| !text.trim().is_empty());
    found
}

/// How many glyph outlines there are in the texts of a picture, text by text.
fn set(group: &usvg::Group, texts: &mut Vec<usize>) {
    for node in group.children() {
        match node {
            usvg::Node::Text(text) => {
                let spans = text.layouted().iter();
                texts.push(spans.map(|span| span.positioned_glyphs.len()).sum());
            }
            usvg::Node::Group(group) => set(group, texts),
            usvg::Node::Path(_) | usvg::Node::Image(_) => {}
        }
    }
}

/// Every text of a document is set in our own fonts, letter by letter.
fn assert_nothing_lost(svg: &str) {
    let sheet = Sheet::read_with(svg, Fonts::Own).expect("a picture");
    assert!(sheet.lost().0.is_empty(), "{}: {svg}", sheet.lost());
    let mut lengths = Vec::new();
    set(sheet.tree().root(), &mut lengths);
    let written: Vec<usize> = written(svg)
        .iter()
        .map(|text| text.chars().filter(|c| !c.is_whitespace()).count())
        .collect();
    assert_eq!(written.len(), lengths.len(), "a text is not set: {svg}");
    for (letters, outlines) in written.iter().zip(&lengths) {
        assert!(
            outlines >= letters,
            "{outlines} of {letters} letters: {svg}"
        );
    }
}

#[test]
fn no_text_of_any_game_is_lost() {
    each(|entry| {
        for seed in 0..3 {
            let record = random_game(entry, seed, 40);
            let mut position = record.start.clone();
            for (index, step) in record.steps.iter().enumerate() {
                let before = position.clone();
                position.take(step).expect("a legal step");
                let seats = Seat::all(position.seats()).map(Viewer::Seat);
                let viewers: Vec<Viewer> = seats.chain([Viewer::All]).collect();
                let who = viewers[index % viewers.len()];
                let motions = before.motions(&*position, who);
                let look = Look {
                    paints: Paints::Fixed(Theme::ALL[index % 3]),
                    map: index % 2 == 0,
                    last: &motions,
                    ..Look::default()
                };
                let scene = position.paint(who, &look).expect("a small board");
                let frame = Frame {
                    title: entry.info().title.to_owned(),
                    names: record.names.clone(),
                    turn: Some(Seat(0)),
                    caption: Caption::With(before.describe(step, who)),
                    ..Frame::default()
                };
                assert_nothing_lost(&scene.framed(&look, &frame).document());
            }
        }
    });
}

/// A document with a text.
fn document(text: &str, attributes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"120\" height=\"40\">\
         <rect width=\"120\" height=\"40\" fill=\"#fffaf0\"/>\
         <text x=\"4\" y=\"26\" font-size=\"20\" {attributes}>{text}</text></svg>"
    )
}

fn picture(text: &str, attributes: &str) -> Image {
    rasterise(&document(text, attributes), 240).expect("a picture")
}

#[test]
fn every_family_gives_the_same_letters() {
    let ours = picture("Amy 3–1", "");
    for family in ["DejaVu Sans", "system-ui", "serif", "No Such Font", ""] {
        let attributes = format!("font-family=\"{family}\"");
        assert_eq!(picture("Amy 3–1", &attributes), ours, "{family}");
    }
    assert_ne!(picture("Amy 3–1", "font-weight=\"bold\""), ours);
    assert_ne!(picture("", ""), ours);
}

/// Letters, arrows and shapes that games and players use.
#[test]
fn our_fonts_have_what_is_needed() {
    let letters = "ABCxyz 0123456789 ?! ÄÖÜäöüß éèñçøåÆ ŁłŠšŽžĐđİı Ωαβγ ЯБВгд «» “” ‘’ – — … ‹› \
                   ×÷±−≤≥≠√∞∅ ½¼¾ ²³₀₁ ←↑→↓↔↻↺⇄ ■□▲△▶▷▼▽◀◁◆◇○●★☆ ♔♕♖♗♘♙ ♠♣♥♦ ⚀⚁⚂⚃⚄⚅ ✓✗ €";
    for weight in ["normal", "bold"] {
        let svg = document(letters, &format!("font-weight=\"{weight}\""));
        let sheet = Sheet::read_with(&svg, Fonts::Own).expect("a picture");
        assert!(sheet.lost().0.is_empty(), "{weight}: {}", sheet.lost());
    }
}

#[test]
fn letters_of_other_scripts_are_told_or_found_elsewhere() {
    let svg = document("王 plays ♔", "");
    let own = Sheet::read_with(&svg, Fonts::Own).expect("a picture");
    assert_eq!(own.lost().to_string(), "no font has 王");
    // A box stands in its place.
    let boxed = own.image(240).expect("a picture");
    assert_ne!(boxed, picture("   plays ♔", "xml:space=\"preserve\""));
    // Whatever the system has, nothing else changes.
    let sheet = Sheet::read(&svg).expect("a picture");
    assert!(sheet.lost().0.len() <= 1);
}

/// The same pixels on every machine. After a change of fonts or rasteriser, look at the picture,
/// and then change these numbers.
#[test]
fn pictures_are_the_same_everywhere() {
    let shapes = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"64\">\
         <defs><linearGradient id=\"g\" x2=\"0\" y2=\"1\"><stop stop-color=\"#d9a34a\"/>\
         <stop offset=\"1\" stop-color=\"#5b3a1e\"/></linearGradient></defs>\
         <rect width=\"64\" height=\"64\" rx=\"9\" fill=\"url(#g)\"/>\
         <path d=\"M12 50C20 8 44 8 52 50\" fill=\"none\" stroke=\"#f5f0e6\" stroke-width=\"5\" \
         stroke-linecap=\"round\" stroke-dasharray=\"0 9\"/>\
         <g transform=\"translate(32 32) rotate(30)\" opacity=\"0.6\">\
         <circle r=\"11\" fill=\"#1d7f8c\" stroke=\"#ffffff\" stroke-width=\"2\"/></g></svg>";
    let pictures = [
        ("shapes", shapes.to_owned()),
        ("regular", document("Übel 7→■", "fill=\"#2b241b\"")),
        ("bold", document("Ploy ?? Ω", "font-weight=\"bold\"")),
    ];
    let hashes = pictures.map(|(name, svg)| {
        let image = rasterise(&svg, 180).expect("a picture");
        if let Some(folder) = std::env::var_os("PARLOUR_PICTURES") {
            let path = std::path::Path::new(&folder).join(format!("{name}.png"));
            std::fs::write(path, png(&image)).expect("a folder to look into");
        }
        (name, xxh3_64(image.bytes()))
    });
    let known = [
        ("shapes", 7_562_873_704_323_093_801),
        ("regular", 2_622_651_693_479_862_307),
        ("bold", 17_220_227_809_428_428_454),
    ];
    assert_eq!(hashes, known);
}
