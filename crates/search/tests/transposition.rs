//! The transposition table stores what it should, within its memory, for many
//! threads at once.

use parlour_search::{TableEntry, TranspositionTable};

/// Spreads small numbers over all bits (the finaliser of SplitMix64).
fn mixed(number: u64) -> u64 {
    let z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Stores the deepest search of a position, and replaces shallow ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    depth: u32,
    note: u32,
}

impl TableEntry for Look {
    fn pack(&self) -> u64 {
        u64::from(self.depth) << 32 | u64::from(self.note)
    }

    fn unpack(word: u64) -> Look {
        Look {
            depth: (word >> 32) as u32,
            note: word as u32,
        }
    }

    fn worth(&self, _: &Look) -> i64 {
        self.depth.into()
    }

    fn replacing(self, old: Look) -> Look {
        if old.depth > self.depth { old } else { self }
    }
}

/// 16 bits, which leave room for 48 bits of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Short(u16);

impl TableEntry for Short {
    const WAYS: usize = 1;
    const BITS: u64 = 0xffff;

    fn pack(&self) -> u64 {
        self.0.into()
    }

    fn unpack(word: u64) -> Short {
        Short(word as u16)
    }

    fn worth(&self, _: &Short) -> i64 {
        0
    }
}

fn look(depth: u32, note: u32) -> Look {
    Look { depth, note }
}

/// This many rounds, or few under Miri, which takes a thousand times as long.
const fn rounds(usual: u64) -> u64 {
    if cfg!(miri) { usual / 1000 } else { usual }
}

/// The bytes of a line, with four slots.
const LINE: usize = 64;

#[test]
fn entries_come_back_as_they_were() {
    let table = TranspositionTable::fixed(1 << 16);
    for key in [0, 1, u64::MAX, mixed(7)] {
        assert_eq!(table.get(key), None, "{key} in an empty table");
        table.put(key, look(3, 4));
        assert_eq!(table.get(key), Some(look(3, 4)), "{key}");
    }
    assert_eq!(table.get(mixed(8)), None);
}

#[test]
fn the_lower_half_of_a_key_counts_as_far_as_there_is_room() {
    let table = TranspositionTable::fixed(LINE);
    let key = u128::from(mixed(1)) << 64 | u128::from(mixed(2));
    table.put(key, Short(0));
    assert_eq!(table.get(key), Some(Short(0)), "0 is a value like any");
    assert_eq!(table.get(key ^ 1 << 15), Some(Short(0)));
    for bit in [16, 63, 64, 127] {
        assert_eq!(table.get(key ^ 1 << bit), None, "bit {bit}");
    }
}

#[test]
fn the_least_worth_makes_way() {
    let table = TranspositionTable::fixed(LINE);
    let keys = [0, 1, 2, 3, 4].map(mixed);
    for (key, depth) in keys.into_iter().zip([9, 3, 8, 7, 0]) {
        table.put(key, look(depth, 0));
    }
    let left = keys.map(|key| table.get(key).is_some());
    assert_eq!(left, [true, false, true, true, true]);
}

#[test]
fn an_entry_decides_what_replaces_it() {
    let table = TranspositionTable::fixed(LINE);
    for (depth, note, kept) in [(5, 1, 1), (4, 2, 1), (5, 3, 3), (6, 4, 4)] {
        table.put(mixed(1), look(depth, note));
        assert_eq!(table.get(mixed(1)).map(|look: Look| look.note), Some(kept));
    }
    // There are still three free slots.
    for key in [2, 3, 4].map(mixed) {
        table.put(key, look(0, 0));
    }
    assert!([1, 2, 3, 4].iter().all(|n| table.get(mixed(*n)).is_some()));
}

/// Puts entries under the first `count` keys, growing the table when it is
/// crowded, and counts how many are left.
fn kept(mut table: TranspositionTable<Look>, count: u64) -> usize {
    for number in 0..count {
        table.put(mixed(number), look(0, number as u32));
        if table.is_crowded() {
            table.grow();
            assert!(!table.is_crowded());
        }
    }
    let entries = (0..count).filter_map(|number| Some((number, table.get(mixed(number))?)));
    entries
        .inspect(|(number, look)| assert_eq!(look.note, *number as u32))
        .count()
}

#[test]
#[cfg_attr(miri, ignore = "it is too slow, and has one thread")]
fn a_table_grows_up_to_its_limit_and_no_further() {
    let slot = LINE / 4;
    // Enough room: a few at most were replaced while it was half full.
    let all = kept(TranspositionTable::growing(LINE, 1 << 20), 10_000);
    assert!(all > 9_000, "{all}");
    // Too little room: all of it is used, and no more.
    let most = 3_000 * slot;
    let some = kept(TranspositionTable::growing(LINE, most), 10_000);
    assert!((1_500..=3_000).contains(&some), "{some}");
    // The old and the new slots together never take more than the limit.
    let some = kept(TranspositionTable::growing(2 * LINE, 4 * LINE), 10_000);
    assert_eq!(some, 2 * 4);
    for table in [
        TranspositionTable::fixed(LINE * 5),
        TranspositionTable::growing(LINE * 5, LINE * 5),
        TranspositionTable::growing(LINE * 50, LINE * 5),
    ] {
        assert_eq!(kept(table, 10_000), 20);
    }
    assert_eq!(kept(TranspositionTable::fixed(0), 10_000), 4, "one line");
}

#[test]
fn nobody_reads_what_was_written_by_halves() {
    const THREADS: u64 = 8;
    const ROUNDS: u64 = rounds(200_000);
    // More keys than slots, so that threads constantly overwrite each other's
    // entries; and every entry says which key it belongs to.
    const KEYS: u64 = 16;
    let table = TranspositionTable::fixed(LINE);
    let found: u64 = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| {
                let table = &table;
                scope.spawn(move || {
                    let mut found = 0;
                    for round in 0..ROUNDS {
                        let draw = mixed(round * THREADS + thread);
                        let (own, other) = (draw % KEYS, draw / KEYS % KEYS);
                        table.put(mixed(own), look(draw as u32 >> 16, own as u32));
                        if let Some(look) = table.get(mixed(other)) {
                            assert_eq!(u64::from(look.note), other, "of another position");
                            found += 1;
                        }
                    }
                    found
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("it found its own entries only"))
            .sum()
    });
    assert!(found > ROUNDS / 10, "{found} entries were found");
}
