//! A fast model of a game of several players for rollouts: bits instead of
//! tables, and greedy players.

use parlour_core::{Imagine, Seat, Viewer};
use rand::Rng;

use crate::board::{MazeBits, bit, carry, each, places, ride, tiles_with};
use crate::rules::{Labyrinth, MOST_PLAYERS, Place, Sides, View};

/// A position before a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Race {
    pub(crate) board: MazeBits,
    /// One per seat: where the pawn is, where it must end, and the tiles with
    /// the treasures that the player still needs.
    pub(crate) pawns: [u64; MOST_PLAYERS],
    pub(crate) homes: [u64; MOST_PLAYERS],
    pub(crate) wanted: [u64; MOST_PLAYERS],
    seats: usize,
    pub(crate) mover: usize,
}

/// What one player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) place: Place,
    pub(crate) sides: Sides,
    /// Where the pawn walks.
    pub(crate) to: u64,
}

/// Random numbers for rollouts: a few instructions each, and cheap to seed.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// The winner's share or, after too many turns, the share of the player who is nearest to
/// winning.
pub(crate) type Shares = [f64; MOST_PLAYERS];

impl Race {
    /// A position that fits what a seat sees, with the other hands dealt at
    /// random (a determinisation).
    #[doc(alias = "determinisation")]
    pub(crate) fn imagine(view: &View, seat: Seat, luck: &mut dyn Rng) -> Race {
        let game = Labyrinth::imagine(view, Viewer::Seat(seat), luck);
        let table = game.table();
        let mut race = Race {
            board: MazeBits::of(table),
            pawns: [0; MOST_PLAYERS],
            homes: [0; MOST_PLAYERS],
            wanted: [0; MOST_PLAYERS],
            seats: table.pawns.len(),
            mover: table.mover.index(),
        };
        for (seat, pawn) in table.pawns.iter().enumerate() {
            race.pawns[seat] = bit(pawn.square);
            race.homes[seat] = bit(pawn.colour.home());
            race.wanted[seat] = tiles_with(table, game.hand(Seat(seat as u8)));
        }
        race
    }

    /// Whether no pawn would fall off.
    pub(crate) fn allows(&self, place: Place) -> bool {
        self.pawns
            .iter()
            .all(|pawn| ride(*pawn, place) != 0 || *pawn == 0)
    }

    /// Makes the first half of a turn, and returns what the mover can reach.
    pub(crate) fn insert(&mut self, place: Place, sides: Sides) -> u64 {
        self.board = self.board.push(place).lay(sides);
        for seat in 0..self.seats {
            self.pawns[seat] = ride(self.pawns[seat], place);
            self.wanted[seat] = carry(self.wanted[seat], place);
        }
        let reached = self.board.ways().flood(self.pawns[self.mover]);
        self.wanted[self.mover] &= !reached;
        reached
    }

    /// Makes the second half, and returns whether that wins.
    pub(crate) fn walk(&mut self, to: u64) -> bool {
        self.pawns[self.mover] = to;
        let won = self.wanted[self.mover] == 0 && to == self.homes[self.mover];
        if !won {
            self.mover = (self.mover + 1) % self.seats;
        }
        won
    }

    /// The turn of a greedy player, who takes as much as possible at once.
    fn greedy(&self, draw: &mut Draw) -> Turn {
        let pawn = self.pawns[self.mover];
        let home = self.homes[self.mover];
        let wanted = self.wanted[self.mover];
        let left = wanted.count_ones();
        let mut best: Option<(u32, Turn, u64)> = None;
        // Random choice between equals; one random word is enough for a turn.
        let mut chance = draw.next() | 1;
        for &place in places() {
            if !self.allows(place) {
                continue;
            }
            let pushed = self.board.push(place);
            let wanted = carry(wanted, place);
            pushed.reaches(self.board.spare, ride(pawn, place), |_, sides, reached| {
                let gained = (wanted & reached).count_ones();
                let wins = gained == left && reached & home != 0;
                let merit = if wins {
                    u32::MAX
                } else {
                    gained << 16 | reached.count_ones() << 8
                };
                // Xorshift, so that ties are broken differently each time.
                chance ^= chance << 13;
                chance ^= chance >> 7;
                chance ^= chance << 17;
                let merit = merit | (chance >> 56) as u32;
                if best.is_none_or(|(other, _, _)| merit > other) {
                    let to = if wins { home } else { reached };
                    best = Some((merit, Turn { place, sides, to }, wanted & !reached));
                }
            });
        }
        let Some((_, mut turn, wanted)) = best else {
            // Every insertion would push somebody off, which is impossible with
            // twelve exits and four pawns.
            return Turn {
                place: places()[0],
                sides: self.board.lies()[0].1,
                to: pawn,
            };
        };
        if turn.to.count_ones() > 1 {
            let goal = if wanted == 0 { home } else { wanted };
            let near = nearest(turn.to, goal);
            let skipped = draw.next() as u32 % near.count_ones();
            turn.to = each(near).nth(skipped as usize).unwrap_or(near);
        }
        turn
    }

    /// A rollout: plays on to the end, and returns everybody's share of the
    /// win.
    #[doc(alias = "rollout")]
    #[doc(alias = "playout")]
    pub(crate) fn play_out(mut self, most: usize, draw: &mut Draw) -> Shares {
        let mut shares = [0.0; MOST_PLAYERS];
        for _ in 0..most {
            let turn = self.greedy(draw);
            self.insert(turn.place, turn.sides);
            if self.walk(turn.to) {
                shares[self.mover] = 1.0;
                return shares;
            }
        }
        let fewest = self.wanted[..self.seats]
            .iter()
            .map(|wanted| wanted.count_ones())
            .min();
        let leads = |seat: &usize| Some(self.wanted[*seat].count_ones()) == fewest;
        let leaders: Vec<usize> = (0..self.seats).filter(leads).collect();
        for seat in &leaders {
            shares[*seat] = 1.0 / leaders.len() as f64;
        }
        shares
    }
}

/// The squares of an area that are nearest to a goal, ignoring walls; all of
/// them if no goal is on the board.
pub(crate) fn nearest(area: u64, goal: u64) -> u64 {
    use crate::board::{ON_BOARD, around};
    let mut near = goal & ON_BOARD;
    if near == 0 {
        return area;
    }
    while near & area == 0 {
        near = around(near);
    }
    near & area
}
