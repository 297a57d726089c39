//! SVG films, played.

use parlour_core::picture::Theme;
use parlour_film::{Film, Script, rasterise};
use roxmltree::{Document, Node};

use crate::films::difference;
use crate::games::{each, random_game};

/// Whether an element with an animated visibility is visible at a time.
fn is_seen(node: &Node<'_, '_>, time: f64) -> bool {
    let mut children = node.children();
    let animate = children.find(|child| child.attribute("attributeName") == Some("visibility"));
    let Some(animate) = animate else {
        return true;
    };
    let list = |name: &str| -> Vec<String> {
        let values = animate.attribute(name).expect(name).split(';');
        values.map(str::to_owned).collect()
    };
    let (values, times) = (list("values"), list("keyTimes"));
    assert_eq!(values.len(), times.len());
    let times: Vec<f64> = times.iter().map(|t| t.parse().expect("a number")).collect();
    assert!(times[0] == 0.0 && times.is_sorted(), "{times:?}");
    assert_eq!(Some(&*values[0]), node.attribute("visibility"));
    let now = times.iter().rposition(|at| *at <= time).expect("from 0 on");
    values[now] == "visible"
}

/// The document at a time, from 0 to 1, when nothing moves.
fn frozen(node: Node<'_, '_>, time: f64, svg: &mut String) {
    if let Some(text) = node.text().filter(|_| node.is_text()) {
        svg.push_str(&text.replace('&', "&amp;").replace('<', "&lt;"));
    }
    let name = node.tag_name().name();
    if !node.is_element() || name.starts_with("animate") || !is_seen(&node, time) {
        return;
    }
    svg.push_str(&format!("<{name}"));
    if name == "svg" {
        svg.push_str(" xmlns=\"http://www.w3.org/2000/svg\"");
    }
    for attribute in node.attributes().filter(|a| a.name() != "visibility") {
        let value = attribute
            .value()
            .replace('&', "&amp;")
            .replace('"', "&quot;");
        svg.push_str(&format!(
            " {}=\"{}\"",
            attribute.name(),
            value.replace('<', "&lt;")
        ));
    }
    svg.push('>');
    for child in node.children() {
        frozen(child, time, svg);
    }
    svg.push_str(&format!("</{name}>"));
}

#[test]
fn a_film_that_plays_by_itself_shows_every_position_as_it_is() {
    each(|entry| {
        let id = entry.info().id;
        let record = random_game(entry, 11, 24);
        let script = Script {
            theme: Theme::Dark,
            ..Script::default()
        };
        let film = Film::new(&record, &script).expect("a film");
        let svg = film.svg();
        let document = Document::parse(&svg).expect("an SVG document");
        for node in document.descendants() {
            let name = node.tag_name().name();
            assert!(!["script", "style", "foreignObject"].contains(&name));
            if name.starts_with("animate") {
                let expected = format!("{}s", film.duration().as_secs_f64());
                assert_eq!(node.attribute("dur"), Some(&*expected));
                assert_eq!(node.attribute("repeatCount"), Some("indefinite"));
            }
            if let Some(shape) = node.attribute("href") {
                let id = shape.strip_prefix('#');
                assert!(
                    document
                        .descendants()
                        .any(|node| node.attribute("id") == id)
                );
            }
        }
        for (index, (from, direct)) in film.stills().enumerate() {
            let time = (from.as_secs_f64() + 0.01) / film.duration().as_secs_f64();
            let mut still = String::new();
            frozen(document.root_element(), time, &mut still);
            let (shown, direct) = (
                rasterise(&still, 300).expect("a picture"),
                rasterise(&direct, 300).expect("a picture"),
            );
            let (mean, worst) = difference(&shown, &direct);
            assert!(mean < 0.05 && worst < 1.0, "{id} {index}: {mean} {worst}");
        }
        // What does not change is included once.
        let stills: usize = film.stills().map(|(_, svg)| svg.len()).sum();
        assert!(2 * svg.len() < stills, "{id}: {} of {stills}", svg.len());
    });
}

/// A moving thing begins where it was and ends where it is.
#[test]
fn motions_lead_from_picture_to_picture() {
    each(|entry| {
        let record = random_game(entry, 2, 16);
        let film = Film::new(&record, &Script::default()).expect("a film");
        let svg = film.svg();
        let document = Document::parse(&svg).expect("an SVG document");
        let moves = document
            .descendants()
            .filter(|node| node.has_tag_name("animateTransform"));
        for animate in moves {
            let values = animate
                .attribute("values")
                .expect("values")
                .split(';')
                .count();
            let times = animate.attribute("keyTimes").expect("times");
            let times: Vec<f64> = times
                .split(';')
                .map(|t| t.parse().expect("a number"))
                .collect();
            assert_eq!(values, times.len());
            assert_eq!((times[0], times[times.len() - 1]), (0.0, 1.0));
            assert!(times.is_sorted());
        }
    });
}
