//! Opponents.

use parlour_core::{
    Advice, Bot, BotInfo, Bots, Evaluation, Game, Limits, Remark, Seat, Sorting, Tables,
};
use parlour_search::{Random, Slipping};

use crate::outlook::outlook;
use crate::rules::{Colour, Grid, Paint};
use crate::solve::{Component, Solver, Unsolved};
use crate::strategy::{Strategy, Verdict, verdict};

impl Bots for Grid {
    const BOTS: &'static [BotInfo] = &[
        BotInfo {
            name: "random",
            summary: "plays random legal moves",
        },
        BotInfo {
            name: "glance",
            summary: "takes a win that is one move away, otherwise random",
        },
        BotInfo {
            name: "casual",
            summary: "plays perfectly when few moves are left, otherwise random",
        },
        BotInfo {
            name: "fallible",
            summary: "plays like perfect, but makes one move in ten at random",
        },
        BotInfo {
            name: "perfect",
            summary: "knows every strategy, and solves other positions if there is time",
        },
    ];

    const OFFERS: Option<[&'static str; 4]> = Some(["glance", "casual", "fallible", "perfect"]);

    fn bot(name: &str, seed: u64, _: &Tables) -> Option<Box<dyn Bot<Self>>> {
        let player = |foresight, memory| Player {
            solver: Solver::new(memory),
            foresight,
            random: Random::new(seed),
        };
        match name {
            "random" => Some(Box::new(Random::new(seed))),
            "glance" => Some(Box::new(Glance(Random::new(seed)))),
            "casual" => Some(Box::new(player(Foresight::Moves(CASUAL_MOVES), 1 << 20))),
            "fallible" => {
                let perfect = player(Foresight::Full, 256 << 20);
                Some(Box::new(Slipping::new(perfect, SLIPS, seed)))
            }
            "perfect" => Some(Box::new(player(Foresight::Full, 256 << 20))),
            _ => None,
        }
    }

    /// By the cells that will certainly be painted, and those that may not be.
    const EVALUATE: Option<Evaluation<Self>> = Some(|grid, seat| {
        let chance = outlook(grid)?;
        Some(match u64::from(seat.0) == grid.painted() % 2 {
            true => chance,
            false => 1.0 - chance,
        })
    });
}

/// With more moves to choose from, the casual player does not think.
const CASUAL_MOVES: usize = 8;

/// The percentage of moves that the fallible player makes without looking.
const SLIPS: u8 = 10;

/// If a strategy gives a good move, the others are judged only if that takes no
/// more than this many positions.
const POSITIONS_BESIDE_A_STRATEGY: u64 = 10_000;

/// Whether a move, one of this many, leaves no other.
fn is_last(grid: &Grid, moves: usize, paint: &Paint) -> bool {
    /// A move takes away its cell's colours, and its own colour from four
    /// neighbours: with more moves than that, none is the last.
    const MOST_TAKEN: usize = Colour::ALL.len() + 4;
    if moves > MOST_TAKEN {
        return false;
    }
    let mut after = grid.clone();
    after.play(paint).is_ok() && after.moves().is_empty()
}

/// Looks whether it can end the game at once, and no further.
struct Glance(Random);

impl Bot<Grid> for Glance {
    fn advise(
        &mut self,
        seat: Seat,
        grid: &Grid,
        moves: &[Paint],
        limits: &Limits,
    ) -> Advice<Paint> {
        match moves.iter().find(|paint| is_last(grid, moves.len(), paint)) {
            Some(last) => Advice {
                value: Some(1.0),
                reason: Some("it is the last move".to_owned()),
                ..Advice::unexplained(*last)
            },
            None => Bot::<Grid>::advise(&mut self.0, seat, grid, moves, limits),
        }
    }
}

/// A position whose every move is known.
struct Solved {
    components: Vec<Component>,
    /// The moves, and whether they win.
    judged: Vec<(Paint, bool)>,
}

enum Foresight {
    /// Searches if there are at most this many moves.
    Moves(usize),
    Full,
}

/// Plays by strategies and by Grundy values.
#[doc(alias = "Grundy value")]
#[doc(alias = "nim-value")]
struct Player {
    solver: Solver,
    foresight: Foresight,
    random: Random,
}

impl Player {
    fn solve(&mut self, grid: &Grid, limits: &Limits) -> Result<Solved, Unsolved> {
        let components = self.solver.components(grid, limits)?;
        let judged = self.solver.judge(grid, &components, limits)?;
        Ok(Solved { components, judged })
    }

    fn any(&mut self, grid: &Grid, moves: &[Paint], limits: &Limits) -> Paint {
        let seat = Seat((grid.painted() % 2) as u8);
        Bot::<Grid>::advise(&mut self.random, seat, grid, moves, limits).best
    }
}

impl Bot<Grid> for Player {
    fn advise(&mut self, _: Seat, grid: &Grid, moves: &[Paint], limits: &Limits) -> Advice<Paint> {
        if matches!(self.foresight, Foresight::Moves(most) if moves.len() > most) {
            return Advice::unexplained(self.any(grid, moves, limits));
        }
        let proved = verdict(grid);
        let beside = Limits {
            nodes: Some(POSITIONS_BESIDE_A_STRATEGY),
            ..limits.clone()
        };
        let limits = if proved.is_some() { &beside } else { limits };
        let settles_all = |proved: &Verdict| {
            matches!(proved, Verdict::Lost(_)) || proved.strategy() == Strategy::Parity
        };
        let solved = match proved.filter(settles_all) {
            // All moves are worth the same: they lose, or the number of open cells decides.
            Some(proved) => {
                let wins = matches!(proved, Verdict::Won(..));
                Ok(Solved {
                    components: Vec::new(),
                    judged: moves.iter().map(|paint| (*paint, wins)).collect(),
                })
            }
            None => self.solve(grid, limits),
        };
        match (proved, solved) {
            (proved, Ok(Solved { components, judged })) => {
                let winning: Vec<Paint> = judged
                    .iter()
                    .filter(|(_, wins)| *wins)
                    .map(|(paint, _)| *paint)
                    .collect();
                let best = match proved {
                    Some(Verdict::Won(paint, _)) => paint,
                    _ if winning.is_empty() => self.any(grid, moves, limits),
                    _ => self.any(grid, &winning, limits),
                };
                let why = match proved {
                    _ if is_last(grid, moves.len(), &best) => "it is the last move".to_owned(),
                    Some(proved) => proof(proved),
                    None => answers(&components),
                };
                let mut considered: Vec<_> = judged
                    .into_iter()
                    .map(|(paint, wins)| (paint, f64::from(u8::from(wins))))
                    .collect();
                considered.order_by(|(_, a), (_, b)| b.total_cmp(a));
                Advice {
                    value: Some(f64::from(u8::from(!winning.is_empty()))),
                    reason: Some(format!("{}: {why}", choice(winning.len(), moves.len()))),
                    considered,
                    ..Advice::unexplained(best)
                }
            }
            (Some(won @ Verdict::Won(best, _)), Err(_)) => Advice {
                value: Some(1.0),
                reason: Some(format!("this wins: {}", proof(won))),
                considered: vec![(best, 1.0)],
                ..Advice::unexplained(best)
            },
            (Some(Verdict::Lost(why)), Err(_)) => Advice {
                value: Some(0.0),
                reason: Some(format!("every move loses against best play: {why}")),
                considered: Vec::new(),
                ..Advice::unexplained(self.any(grid, moves, limits))
            },
            (None, Err(unsolved)) => Advice {
                reason: Some(unsolved.to_string()),
                ..Advice::unexplained(self.any(grid, moves, limits))
            },
        }
    }

    /// The Grundy value.
    fn remark(&mut self, grid: &Grid, limits: &Limits) -> Option<Remark> {
        let nim = match verdict(grid) {
            Some(Verdict::Lost(_)) => 0,
            _ => self.solver.nim(grid, limits).ok()?,
        };
        Some(Remark {
            words: format!("nim-value {nim}"),
            figures: vec![("nim", nim.into())],
        })
    }
}

fn proof(verdict: Verdict) -> String {
    match verdict {
        Verdict::Lost(strategy) => strategy.to_string(),
        Verdict::Won(_, strategy) => format!("after it, {strategy}"),
    }
}

fn choice(winning: usize, moves: usize) -> String {
    match winning {
        0 => "every move loses against best play".to_owned(),
        1 if moves == 1 => "the only move wins".to_owned(),
        1 => "the only winning move".to_owned(),
        n if n == moves => "every move wins".to_owned(),
        n => format!("one of {n} winning moves out of {moves}"),
    }
}

/// Why a position without a strategy is won or lost: in words, and then by the
/// Grundy values of its parts and their nim-sum.
fn answers(components: &[Component]) -> String {
    const MOST_SHOWN: usize = 12;
    let sum = components.iter().fold(0, |sum, part| sum ^ part.nim);
    let numbers = match components.len() {
        1 => format!("nim-value {sum}"),
        2..=MOST_SHOWN => {
            let terms: Vec<String> = components.iter().map(|part| part.nim.to_string()).collect();
            format!("nim-values of the parts {} = {sum}", terms.join(" + "))
        }
        count => format!("nim-sum of {count} parts {sum}"),
    };
    match sum {
        0 => format!("each of them can be answered ({numbers})"),
        _ => format!("after it, every move can be answered ({numbers}; then 0)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Game, Notation};

    fn advice(position: &str, nodes: u64) -> (Grid, Advice<Paint>) {
        let grid = Grid::read_position(position).expect(position);
        let mut bot = Grid::bot("perfect", 1, &Tables::none()).expect("it is listed");
        let advice = bot.advise(Seat(0), &grid, &grid.moves(), &Limits::nodes(nodes));
        (grid, advice)
    }

    #[test]
    fn reasons_name_the_strategy_or_the_nim_sum() {
        let reason = |position| advice(position, 1 << 20).1.reason.expect(position);
        assert_eq!(
            reason("3x3 rg .../.../..."),
            "one of 2 winning moves out of 18: after it, every move can be answered at the place opposite the centre, in the same colour"
        );
        assert_eq!(
            reason("6x1 r ......"),
            "one of 4 winning moves out of 6: after it, every move can be answered (nim-value 1; then 0)"
        );
        assert_eq!(
            reason("13x1 r ...r........."),
            "one of 6 winning moves out of 10: after it, every move can be answered \
             (nim-values of the parts 1 + 0 = 1; then 0)"
        );
        assert_eq!(reason("1x1 r ."), "the only move wins: it is the last move");
        assert_eq!(
            reason("8x1 r ........"),
            "every move loses against best play: each of them can be answered (nim-value 0)"
        );
    }

    /// With more colours than neighbours every cell will be painted, so no search is needed.
    #[test]
    fn where_parity_decides_every_move_is_judged_at_once() {
        let row = ".".repeat(15);
        let board = vec![row; 15].join("/");
        let (_, first) = advice(&format!("15x15 rgybmc {board}"), 1);
        assert_eq!(
            (first.value, first.considered.len()),
            (Some(1.0), 15 * 15 * 6)
        );
        let (_, second) = advice(&format!("15x15 rgybmc r{}", &board[1..]), 1);
        assert_eq!(second.value, Some(0.0));
        assert!(second.considered.iter().all(|(_, value)| *value == 0.0));
    }

    #[test]
    fn where_every_move_can_be_answered_all_are_judged_at_once() {
        let row = ".".repeat(20);
        let board = vec![row; 20].join("/");
        let (_, lost) = advice(&format!("20x20 rgy {board}"), 1);
        assert_eq!(
            (lost.value, lost.considered.len()),
            (Some(0.0), 20 * 20 * 3)
        );
    }

    /// Otherwise every move of a large board would cost as much as the search for the best.
    #[test]
    fn beside_a_strategy_all_other_moves_together_cost_little() {
        let board = ["........."; 9].join("/");
        let grid = Grid::read_position(&format!("9x9 rgy {board}")).expect("a board");
        let mut player = Player {
            solver: Solver::new(1 << 20),
            foresight: Foresight::Full,
            random: Random::new(1),
        };
        let advice = player.advise(Seat(0), &grid, &grid.moves(), &Limits::default());
        assert_eq!(advice.value, Some(1.0));
        let looked_at = player.solver.positions();
        assert!(looked_at <= 3 * POSITIONS_BESIDE_A_STRATEGY, "{looked_at}");
    }

    #[test]
    fn out_of_limits_it_still_moves() {
        let (grid, advice) = advice("5x6 rgy ...../...../...../...../...../.....", 1);
        assert_eq!(advice.value, None);
        assert!(grid.moves().contains(&advice.best));
    }

    #[test]
    fn the_largest_board_is_played_by_strategy_at_once() {
        let row = ".".repeat(999);
        let rows = vec![row; 999].join("/");
        let (_, advice) = advice(&format!("999x999 rgy {rows}"), 1 << 20);
        assert_eq!(advice.value, Some(1.0));
        assert_eq!((advice.best.cell.x, advice.best.cell.y), (499, 499));
    }
}
