//! Opponents.

use parlour_core::{Bot, BotInfo, Bots};
use parlour_search::{Exhaustive, Random};

use crate::rules::Grid;

impl Bots for Grid {
    const BOTS: &'static [BotInfo] = &[
        BotInfo {
            name: "random",
            summary: "plays any legal move",
        },
        BotInfo {
            name: "exhaustive",
            summary: "perfect once it can see the end of the game, random before",
        },
    ];

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(seed))),
            "exhaustive" => Some(Box::new(Exhaustive::new(seed))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Advice, Game, Limits, Notation, Seat};

    use crate::rules::Paint;

    fn advice(position: &str, nodes: u64) -> (Grid, Advice<Paint>) {
        let grid = Grid::read_position(position).expect(position);
        let mut bot = Grid::bot("exhaustive", 1).expect("it is listed");
        let advice = bot.advise(Seat(0), &grid, &grid.moves(), &Limits::nodes(nodes));
        (grid, advice)
    }

    fn value(position: &str) -> f64 {
        advice(position, 1 << 24).1.value.expect("a small board")
    }

    #[test]
    fn one_colour_on_a_strip_is_dawsons_chess() {
        // The second player wins on a strip of n cells exactly where the
        // published nim-value is 0: n = 4, 8, 14 up to 16.
        for n in 1..=16 {
            let strip = format!("{n}x1 r {}", ".".repeat(n));
            let lost = [4, 8, 14].contains(&n);
            assert_eq!(value(&strip), f64::from(u8::from(!lost)), "{strip}");
        }
    }

    #[test]
    fn two_colours_are_won_by_the_first_player_on_odd_boards_only() {
        assert_eq!(value("3x3 rg .../.../..."), 1.0);
        assert_eq!(value("2x2 rg ../.."), 0.0);
        assert_eq!(value("3x2 rg .../..."), 0.0);
    }

    #[test]
    fn out_of_limits_it_still_moves() {
        let (grid, advice) = advice("9x1 rgy .........", 1);
        assert_eq!(advice.value, None);
        assert!(grid.moves().contains(&advice.best));
    }
}
