//! Sorting with little generated code, for the WebAssembly module.

use std::cmp::Ordering;

/// Sorting as the standard library has it. That one is compiled for every type and every
/// order, which makes dozens of copies. In the module that a page loads, one copy sorts the numbers
/// of the elements instead, and the elements then follow.
///
/// # Examples
///
/// ```
/// use parlour_core::Sorting;
///
/// let mut names = ["Bill", "Amy"];
/// names.order();
/// assert_eq!(names, ["Amy", "Bill"]);
/// ```
pub trait Sorting<T> {
    /// Sorts elements whose equal values are indistinguishable (an unstable sort).
    fn order(&mut self)
    where
        T: Ord;

    /// Sorts by a comparison; equal elements stay as they were.
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by a key; elements with equal keys stay as they were.
    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.order_by(|a, b| key(a).cmp(&key(b)));
    }
}

impl<T> Sorting<T> for [T] {
    #[cfg(not(target_arch = "wasm32"))]
    fn order(&mut self)
    where
        T: Ord,
    {
        self.sort_unstable();
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        self.sort_by(compare);
    }

    #[cfg(target_arch = "wasm32")]
    fn order(&mut self)
    where
        T: Ord,
    {
        by_numbers(self, Ord::cmp);
    }

    #[cfg(target_arch = "wasm32")]
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        by_numbers(self, compare);
    }
}

#[cfg(any(target_arch = "wasm32", test))]
fn by_numbers<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if list.len() < 2 {
        return;
    }
    let order = numbers(list.len(), &mut |a, b| compare(&list[a], &list[b]));
    arrange(order, &mut |a, b| list.swap(a, b));
}

/// The numbers of this many elements, in order.
#[cfg(any(target_arch = "wasm32", test))]
fn numbers(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

/// Brings each element to its place, cycle by cycle.
#[cfg(any(target_arch = "wasm32", test))]
fn arrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for first in 0..order.len() {
        let mut at = first;
        while order[at] != first {
            let from = std::mem::replace(&mut order[at], at);
            swap(at, from);
            at = from;
        }
        order[at] = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::luck;
    use rand::Rng;

    #[test]
    fn numbers_lead_to_the_same_order() {
        let luck = &mut luck::seeded(1);
        for length in 0..200 {
            let given: Vec<(u32, usize)> = (0..length)
                .map(|place| (luck.next_u32() % 10, place))
                .collect();
            let (mut expected, mut found) = (given.clone(), given);
            expected.sort_by_key(|(key, _)| *key);
            by_numbers(&mut found, |a, b| a.0.cmp(&b.0));
            assert_eq!(found, expected);
        }
    }
}
