//! What the evaluation counts besides which piece is where: lines, threats,
//! protection, and the surroundings of the Commanders.

use fearless_simd::Simd;

use crate::bits::{BOARD, Bits, Rays, shifted};
use crate::rules::{Kind, Player};

/// The names of the terms, each a count for the player to move less the
/// opponent's.
pub(crate) const NAMES: [&str; COUNT] = [
    "reach of Shields",
    "reach of Probes",
    "reach of Lances",
    "reach of Commander",
    "safe squares in reach",
    "Shields threaten Shields",
    "Shields threaten Probes",
    "Shields threaten Lances",
    "Probes threaten Shields",
    "Probes threaten Probes",
    "Probes threaten Lances",
    "Lances threaten Shields",
    "Lances threaten Probes",
    "Lances threaten Lances",
    "Commander threatens Shields",
    "Commander threatens Probes",
    "Commander threatens Lances",
    "loose Shields in reach",
    "loose Probes in reach",
    "loose Lances in reach",
    "guarded Shields",
    "guarded Probes",
    "guarded Lances",
    "Shields reach around the Commander",
    "Probes reach around the Commander",
    "Lances reach around the Commander",
    "weak squares around the Commander",
    "Commander in reach",
    "ways out for the Commander",
    "company of the Commander",
    "to move",
];

/// How many terms there are.
pub(crate) const COUNT: usize = 31;

/// The terms of a position.
pub(crate) type Terms = [i16; COUNT];

/// What a side attacks: the squares its lines reach, with pieces of either side
/// on them, by kind.
struct Sight {
    kinds: [u128; 4],
    by: [u128; 4],
    all: u128,
}

impl Sight {
    #[inline(always)]
    fn of(rays: &Rays, empty: u128) -> Sight {
        let mut sight = Sight {
            kinds: [0; 4],
            by: [0; 4],
            all: 0,
        };
        let [n, ne, e, se, s, sw, w, nw] = rays;
        sight.add::<1>(n, empty);
        sight.add::<11>(ne, empty);
        sight.add::<10>(e, empty);
        sight.add::<9>(se, empty);
        sight.add::<-1>(s, empty);
        sight.add::<-11>(sw, empty);
        sight.add::<-10>(w, empty);
        sight.add::<-9>(nw, empty);
        sight.by = sight.by.map(|set| set & BOARD);
        let [shields, probes, lances, commanders] = sight.by;
        sight.all = shields | probes | lances | commanders;
        sight
    }

    #[inline(always)]
    fn add<const STRIDE: i32>(&mut self, rays: &[u128; 5], empty: u128) {
        let [shields, probes, lances, commanders, _] = *rays;
        for (kind, set) in self.kinds.iter_mut().zip(rays) {
            *kind |= set;
        }
        self.by[0] |= shifted::<STRIDE>(shields);
        let near = shifted::<STRIDE>(probes);
        self.by[1] |= near | shifted::<STRIDE>(near & empty);
        let near = shifted::<STRIDE>(lances);
        let far = shifted::<STRIDE>(near & empty);
        self.by[2] |= near | far | shifted::<STRIDE>(far & empty);
        self.by[3] |= shifted::<STRIDE>(commanders);
    }
}

/// These squares and their neighbours.
#[inline(always)]
fn around(set: u128) -> u128 {
    let column = set | set << 1 | set >> 1;
    (column | column << 10 | column >> 10) & BOARD
}

#[inline(always)]
fn count(set: u128) -> i16 {
    set.count_ones() as i16
}

/// The terms of a position, from the view of the player to move.
#[inline(always)]
pub(crate) fn terms<S: Simd>(_: S, bits: &Bits) -> Terms {
    let mover = bits.mover();
    let other = mover.opponent();
    let (own, others) = (bits.side(mover), bits.side(other));
    let empty = BOARD & !(own | others);
    let here = Sight::of(bits.rays(mover), empty);
    let there = Sight::of(bits.rays(other), empty);
    let mine = side(bits, mover, &here, &there);
    let theirs = side(bits, other, &there, &here);
    let mut terms = [0; COUNT];
    for (term, (mine, theirs)) in terms.iter_mut().zip(mine.iter().zip(&theirs)) {
        *term = mine - theirs;
    }
    terms[COUNT - 1] = 1;
    terms
}

/// One side's counts.
#[inline(always)]
fn side(bits: &Bits, player: Player, own: &Sight, other: &Sight) -> Terms {
    let free = !bits.side(player);
    let mut terms = [0; COUNT];
    for (term, reached) in terms.iter_mut().zip(own.by) {
        *term = count(reached & free);
    }
    terms[4] = count(own.all & free & !other.all);
    for attacker in 0..4 {
        for victim in 0..3 {
            terms[5 + 3 * attacker + victim] = count(own.by[attacker] & other.kinds[victim]);
        }
    }
    for kind in 0..3 {
        terms[17 + kind] = count(own.all & other.kinds[kind] & !other.all);
        terms[20 + kind] = count(own.all & own.kinds[kind]);
    }
    let commander = Kind::Commander as usize;
    let target = other.kinds[commander];
    let ring = around(target) & !target;
    for kind in 0..3 {
        terms[23 + kind] = count(own.by[kind] & ring);
    }
    let attacking = own.by[0] | own.by[1] | own.by[2];
    let guarding = other.by[0] | other.by[1] | other.by[2];
    terms[26] = count(attacking & ring & !guarding);
    terms[27] = count(own.all & target);
    terms[28] = count(own.by[commander] & free & !other.all);
    let home = own.kinds[commander];
    terms[29] = count(around(home) & !home & bits.side(player));
    terms
}
