//! Elements with the times at which they are visible.

use std::fmt::Write as _;
use std::ops::Range;
use std::time::Duration;

use super::super::elements::{Element, kept};
use super::{seconds, share};

/// The elements of a layer over time, from bottom to top.
#[derive(Debug, Default)]
pub(super) struct Track {
    items: Vec<Item>,
    /// The elements visible last, by index.
    seen: Vec<usize>,
}

#[derive(Debug)]
struct Item {
    element: Element,
    times: Vec<Range<Duration>>,
}

impl Track {
    /// Shows exactly these elements for that time.
    pub(super) fn show(&mut self, elements: Vec<Element>, time: Range<Duration>) {
        if time.is_empty() {
            return;
        }
        let items = &self.items;
        let kept = kept(&self.seen, &elements, |seen, element| {
            items[*seen].element == *element
        });
        let kept: Vec<Option<usize>> = kept
            .into_iter()
            .map(|kept| kept.map(|index| self.seen[index]))
            .collect();
        let mut seen = Vec::with_capacity(elements.len());
        // Inserted items, which shift those above them.
        let mut added = 0;
        let mut from = 0;
        for (index, element) in elements.into_iter().enumerate() {
            let at = match kept[index] {
                Some(at) => at + added,
                None => {
                    let next = kept[index..].iter().flatten().next();
                    let to = next.map_or(self.items.len(), |at| at + added);
                    // One that was there before, or a new one.
                    let mut hidden = self.items[from..to].iter();
                    match hidden.position(|item| item.element == element) {
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

    /// Writes all elements with their times.
    pub(super) fn write(&self, svg: &mut String, whole: Duration) {
        let same_times = self.items.chunk_by(|a, b| a.times == b.times);
        for items in same_times {
            let always = items[0].times == [Duration::ZERO..whole];
            if !always {
                svg.push_str(&shown_at(&items[0].times, whole));
            }
            for items in items.chunk_by(|a, b| a.element.around == b.element.around) {
                let first = &items[0].element;
                svg.push_str(&first.around);
                for item in items {
                    svg.push_str(&item.element.svg);
                }
                svg.push_str(&first.closing());
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

/// Opens a group that is visible only at these times.
fn shown_at(times: &[Range<Duration>], whole: Duration) -> String {
    let first = match times.first() {
        Some(time) if time.start.is_zero() => "visible",
        _ => "hidden",
    };
    let (mut values, mut keys) = (first.to_owned(), "0".to_owned());
    let mut change = |at: Duration, to: &str| {
        if !at.is_zero() && at < whole {
            // Writing to a string cannot fail.
            let _ = write!(values, ";{to}");
            let _ = write!(keys, ";{}", share(at, whole));
        }
    };
    for time in times {
        change(time.start, "visible");
        change(time.end, "hidden");
    }
    let dur = seconds(whole);
    format!(
        "<g visibility=\"{first}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" \
         values=\"{values}\" keyTimes=\"{keys}\" dur=\"{dur}\" repeatCount=\"indefinite\"/>"
    )
}
