//! Layers of pictures taken apart, to see what two of them share.

use roxmltree::{Document, Node};

/// Attributes that make buttons of a picture's places on a page; films do not need them.
const FOR_PAGES: [&str; 5] = [
    "data-place",
    "data-pick",
    "role",
    "aria-label",
    "pointer-events",
];

/// An element, and the groups around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

    /// The tags that close the groups.
    pub(super) fn closing(&self) -> String {
        "</g>".repeat(self.around.matches("<g").count())
    }
}

/// The elements of a layer. Groups that only translate their elements are opened.
pub(super) fn elements(svg: &str) -> Vec<Element> {
    let whole = format!("<g xmlns=\"http://www.w3.org/2000/svg\">{svg}</g>");
    let mut elements = Vec::new();
    match Document::parse(&whole) {
        Ok(document) => collect(&whole, document.root_element(), "", &mut elements),
        // Then it cannot be taken apart.
        Err(_) => elements.push(Element::new(svg.to_owned())),
    }
    elements
}

fn collect(whole: &str, group: Node<'_, '_>, around: &str, elements: &mut Vec<Element>) {
    for node in group.children().filter(Node::is_element) {
        let mut attributes = node.attributes();
        let only_moves = attributes.all(|attribute| attribute.name() == "transform");
        match node.first_element_child() {
            Some(first) if node.tag_name().name() == "g" && only_moves => {
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
    let mut shorter = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(space) = rest.find(' ') {
        let (before, after) = rest.split_at(space);
        shorter.push_str(before);
        let value = FOR_PAGES.iter().find_map(|name| {
            let value = after[1..].strip_prefix(name)?;
            value.strip_prefix("=\"")
        });
        rest = match value.and_then(|value| value.split_once('"')) {
            Some((_, after)) => after,
            None => {
                shorter.push(' ');
                &after[1..]
            }
        };
    }
    shorter.push_str(rest);
    shorter
}

/// For each of the new things the old one that it equals, as many as keep their order: the longest
/// common subsequence.
pub(super) fn kept<A, B>(
    old: &[A],
    new: &[B],
    is_same: impl Fn(&A, &B) -> bool,
) -> Vec<Option<usize>> {
    let same = old.iter().zip(new);
    let head = same.take_while(|(old, new)| is_same(old, new)).count();
    let same = old[head..].iter().rev().zip(new[head..].iter().rev());
    let tail = same.take_while(|(old, new)| is_same(old, new)).count();
    // What is between is usually short.
    let (rows, columns) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let width = columns.len() + 1;
    let mut longest = vec![0u32; (rows.len() + 1) * width];
    for (i, row) in rows.iter().enumerate().rev() {
        for (j, column) in columns.iter().enumerate().rev() {
            longest[i * width + j] = match is_same(row, column) {
                true => longest[(i + 1) * width + j + 1] + 1,
                false => longest[(i + 1) * width + j].max(longest[i * width + j + 1]),
            };
        }
    }
    let mut kept: Vec<Option<usize>> = (0..head).map(Some).collect();
    let mut i = 0;
    for (j, column) in columns.iter().enumerate() {
        while i < rows.len()
            && !is_same(&rows[i], column)
            && longest[(i + 1) * width + j] == longest[i * width + j]
        {
            i += 1;
        }
        let found = i < rows.len() && is_same(&rows[i], column);
        kept.push(found.then_some(head + i));
        i += usize::from(found);
    }
    kept.extend((old.len() - tail..old.len()).map(Some));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_taken_apart_and_lose_what_only_pages_need() {
        let layer = "<rect x=\"1\"/><g transform=\"translate(2 3)\">\
                     <g data-place=\"a1\" data-pick=\"a1\" role=\"button\" aria-label=\"a1, a role\">\
                     <path d=\"M0 0\" fill=\"red\"/></g><text x=\"4\">the role of a1</text></g>";
        let found = elements(layer);
        let parts: Vec<(&str, &str)> = found.iter().map(|e| (&*e.around, &*e.svg)).collect();
        let moved = "<g transform=\"translate(2 3)\">";
        assert_eq!(
            parts,
            [
                ("", "<rect x=\"1\"/>"),
                (moved, "<g><path d=\"M0 0\" fill=\"red\"/></g>"),
                (moved, "<text x=\"4\">the role of a1</text>"),
            ]
        );
        assert_eq!(found[1].closing(), "</g>");
    }

    #[test]
    fn as_much_as_possible_is_kept() {
        let kept = |old: &str, new: &str| {
            let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
            kept(&old, &new, |old, new| old == new)
        };
        assert_eq!(kept("abc", "abc"), [Some(0), Some(1), Some(2)]);
        assert_eq!(kept("abc", "axc"), [Some(0), None, Some(2)]);
        assert_eq!(kept("abcd", "acbd"), [Some(0), Some(2), None, Some(3)]);
        assert_eq!(kept("abxcd", "bycd"), [Some(1), None, Some(3), Some(4)]);
        assert_eq!(kept("", "ab"), [None, None]);
        assert_eq!(kept("ab", ""), []);
    }
}
