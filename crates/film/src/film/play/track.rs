//! Elements with the times at which they are to be seen.

use std::fmt::Write as _;
use std::ops::Range;
use std::time::Duration;

use roxmltree::{Document, Node};

use super::{seconds, share};

/// What a page needs to make buttons of a picture's places; here they are none.
const FOR_PAGES: [&str; 5] = [
    "data-place",
    "data-pick",
    "role",
    "aria-label",
    "pointer-events",
];

/// An element, and the groups around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    /// The tags that open the groups.
    pub(super) around: String,
    pub(super) svg: String,
}

impl Element {
    pub(super) fn new(svg: String) -> Element {
        let around = String::new();
        Element { around, svg }
    }
}

/// The elements of a layer, each as small as it can be without taking it apart.
pub(super) fn elements(svg: &str) -> Vec<Element> {
    let whole = format!("<g xmlns=\"http://www.w3.org/2000/svg\">{svg}</g>");
    let mut elements = Vec::new();
    match Document::parse(&whole) {
        Ok(document) => collect(&whole, document.root_element(), "", &mut elements),
        // Not to be taken apart, then.
        Err(_) => elements.push(Element::new(svg.to_owned())),
    }
    elements
}

/// The elements inside a group. Groups that only move their elements elsewhere are opened.
fn collect(whole: &str, group: Node<'_, '_>, around: &str, elements: &mut Vec<Element>) {
    for node in group.children().filter(Node::is_element) {
        let mut attributes = node.attributes();
        let moves = attributes.all(|attribute| attribute.name() == "transform");
        let inner = node.first_element_child();
        match inner {
            Some(first) if node.has_tag_name(("http://www.w3.org/2000/svg", "g")) && moves => {
                let opening = &whole[node.range().start..first.range().start];
                collect(whole, node, &format!("{around}{opening}"), elements);
            }
            _ => elements.push(Element {
                around: around.to_owned(),
                svg: without_attributes(&whole[node.range()]),
            }),
        }
    }
}

/// The same without what only pages need.
fn without_attributes(svg: &str) -> String {
    let mut svg = svg.to_owned();
    for name in FOR_PAGES {
        let start = format!(" {name}=\"");
        let mut shorter = String::with_capacity(svg.len());
        let mut rest = &*svg;
        while let Some((before, value)) = rest.split_once(&start) {
            shorter.push_str(before);
            rest = value.split_once('"').map_or("", |(_, after)| after);
        }
        shorter.push_str(rest);
        svg = shorter;
    }
    svg
}

/// The elements of a layer over time, from the bottom to the top.
#[derive(Debug, Default)]
pub(super) struct Track {
    items: Vec<Item>,
    /// The elements to be seen last, by their places among the items.
    seen: Vec<usize>,
}

#[derive(Debug)]
struct Item {
    element: Element,
    times: Vec<Range<Duration>>,
}

impl Track {
    /// Shows these elements, and no others, for that time.
    pub(super) fn show(&mut self, elements: Vec<Element>, time: Range<Duration>) {
        if time.is_empty() {
            return;
        }
        let kept = self.kept(&elements);
        let mut seen = Vec::with_capacity(elements.len());
        // Items that were put in, and so moved those above them.
        let mut added = 0;
        let mut from = 0;
        for (index, element) in elements.into_iter().enumerate() {
            let at = match kept[index] {
                Some(at) => at + added,
                None => {
                    let next = kept[index..].iter().flatten().next();
                    let to = next.map_or(self.items.len(), |at| at + added);
                    // One that was there before, or a new one.
                    let hidden = self.items[from..to].iter();
                    match hidden.clone().position(|item| item.element == element) {
                        Some(place) => from + place,
                        None => {
                            let times = Vec::new();
                            self.items.insert(from, Item { element, times });
                            added += 1;
                            from
                        }
                    }
                }
            };
            self.items[at].show(&time);
            seen.push(at);
            from = at + 1;
        }
        self.seen = seen;
    }

    /// For each element the item that is to be seen already, as many as can stay in order.
    fn kept(&self, elements: &[Element]) -> Vec<Option<usize>> {
        let seen = &self.seen;
        let is = |seen: &usize, element: &Element| self.items[*seen].element == *element;
        let same = seen.iter().zip(elements);
        let head = same.take_while(|(seen, element)| is(seen, element)).count();
        let (old, new) = (&seen[head..], &elements[head..]);
        let same = old.iter().rev().zip(new.iter().rev());
        let tail = same.take_while(|(seen, element)| is(seen, element)).count();
        let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
        // The longest common subsequence of what is between.
        let width = new.len() + 1;
        let mut longest = vec![0u32; (old.len() + 1) * width];
        for (i, seen) in old.iter().enumerate().rev() {
            for (j, element) in new.iter().enumerate().rev() {
                longest[i * width + j] = match is(seen, element) {
                    true => longest[(i + 1) * width + j + 1] + 1,
                    false => longest[(i + 1) * width + j].max(longest[i * width + j + 1]),
                };
            }
        }
        let mut kept: Vec<Option<usize>> = seen[..head].iter().copied().map(Some).collect();
        let mut i = 0;
        for (j, element) in new.iter().enumerate() {
            while i < old.len()
                && !is(&old[i], element)
                && longest[(i + 1) * width + j] == longest[i * width + j]
            {
                i += 1;
            }
            let found = i < old.len() && is(&old[i], element);
            kept.push(found.then(|| old[i]));
            i += usize::from(found);
        }
        kept.extend(seen[seen.len() - tail..].iter().copied().map(Some));
        kept
    }

    /// Writes all elements with their times.
    pub(super) fn write(&self, svg: &mut String, whole: Duration) {
        let same_times = self.items.chunk_by(|a, b| a.times == b.times);
        for items in same_times {
            let always = items[0].times == [Duration::ZERO..whole];
            if !always {
                svg.push_str(&shown_at(&items[0].times, whole));
            }
            for items in items.chunk_by(|a, b| a.element.around == b.element.around) {
                let around = &items[0].element.around;
                svg.push_str(around);
                for item in items {
                    svg.push_str(&item.element.svg);
                }
                svg.push_str(&"</g>".repeat(around.matches("<g").count()));
            }
            if !always {
                svg.push_str("</g>");
            }
        }
    }
}

impl Item {
    fn show(&mut self, time: &Range<Duration>) {
        match self.times.last_mut() {
            Some(last) if last.end == time.start => last.end = time.end,
            _ => self.times.push(time.clone()),
        }
    }
}

/// Opens a group that is to be seen at these times only.
fn shown_at(times: &[Range<Duration>], whole: Duration) -> String {
    let first = times.first().is_some_and(|time| time.start.is_zero());
    let states = ["hidden", "visible"];
    let (mut values, mut keys) = (states[usize::from(first)].to_owned(), "0".to_owned());
    let mut change = |at: Duration, to: &str| {
        if !at.is_zero() && at < whole {
            let _ = write!(values, ";{to}");
            let _ = write!(keys, ";{}", share(at, whole));
        }
    };
    for time in times {
        change(time.start, "visible");
        change(time.end, "hidden");
    }
    let state = states[usize::from(first)];
    let dur = seconds(whole);
    format!(
        "<g visibility=\"{state}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" \
         values=\"{values}\" keyTimes=\"{keys}\" dur=\"{dur}\" repeatCount=\"indefinite\"/>"
    )
}
