//! Opponents.

use parlour_core::{
    Advice, Bot, BotInfo, Bots, Evaluation, Limits, Seat, Sorting, Tables, below, luck,
};
use parlour_search::Random;

use crate::MEASURE;
use crate::baseline::{Baseline, glance};
use crate::bits::Bits;
use crate::engine::{Engine, Options};
use crate::levels::{self, LEVELS};
use crate::rules::{Kind, Move, Player, Ploy};

impl Bots for Ploy {
    const BOTS: &'static [BotInfo] = &[
        BotInfo {
            name: "random",
            summary: "plays random legal moves",
        },
        BotInfo {
            name: "greedy",
            summary: "takes what it can, and sees only your next reply",
        },
        LEVELS[0].info,
        BotInfo {
            name: "careful",
            summary: "looks two moves of each player ahead, and counts pieces",
        },
        LEVELS[1].info,
        LEVELS[2].info,
        BotInfo {
            name: "baseline",
            summary: "a plain search that never changes, for comparison",
        },
        LEVELS[3].info,
        LEVELS[4].info,
        LEVELS[5].info,
        BotInfo {
            name: "full",
            summary: "the engine at full strength",
        },
    ];

    const OFFERS: Option<[&'static str; 4]> = Some(["beginner", "casual", "strong", "full"]);

    fn bot(name: &str, seed: u64, tables: &Tables) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(seed))),
            "greedy" => Some(Box::new(FixedDepth::new(seed, 2))),
            "careful" => Some(Box::new(FixedDepth::new(seed, 4))),
            "baseline" => Some(Box::new(Baseline::new())),
            spec => {
                let options = levels::options(spec).or_else(|| Options::read(spec))?;
                Some(Box::new(Engine::new(options, seed).with_tables(tables)))
            }
        }
    }

    /// Material and mobility.
    const EVALUATE: Option<Evaluation<Self>> = Some(|ploy, seat| {
        let score = f64::from(glance(ploy));
        let is_mover = seat == ploy.mover().seat();
        MEASURE.chance(if is_mover { score } else { -score })
    });
}

/// Hundredths of a Shield.
type Value = i32;

/// More than all pieces together.
const WON: Value = 100_000;

/// What a piece with these lines is worth. The Commander is worth the game, and
/// pieces of no kind never move.
fn worth(lines: u8) -> Value {
    match Kind::with_lines(lines.count_ones()) {
        Some(Kind::Shield) => 100,
        Some(Kind::Probe) => 200,
        Some(Kind::Lance) => 300,
        Some(Kind::Commander) | None => 0,
    }
}

/// Searches to a fixed depth and counts pieces; plays a random one of equal
/// moves.
#[doc(alias = "alpha-beta")]
struct FixedDepth {
    luck: luck::Luck,
    depth: u32,
}

impl FixedDepth {
    fn new(seed: u64, depth: u32) -> Self {
        FixedDepth {
            luck: luck::seeded(seed),
            depth,
        }
    }
}

impl Bot<Ploy> for FixedDepth {
    fn advise(&mut self, _: Seat, view: &Ploy, moves: &[Move], limits: &Limits) -> Advice<Move> {
        let mut search = DepthSearch {
            bits: Bits::new(view),
            nodes: 0,
            limits,
        };
        let mut considered: Vec<(Move, Value)> = Vec::new();
        for depth in (2..=self.depth).step_by(2) {
            match search.values(moves, depth) {
                Some(values) => considered = values,
                None => break,
            }
        }
        considered.order_by_key(|(_, value)| std::cmp::Reverse(*value));
        let best = considered.first().map_or(0, |(_, value)| *value);
        let equal = considered.partition_point(|(_, value)| *value == best);
        let Some(index) = below(&mut self.luck, equal as u64) else {
            // There was no time to search anything.
            return Advice::unexplained(moves[0]);
        };
        let reason = match best {
            WON.. => "it wins".to_owned(),
            ..=LOST => "every move loses".to_owned(),
            _ => format!("{:+.1} Shields", f64::from(best) / 100.0),
        };
        let chosen = considered[index as usize].0;
        Advice {
            value: Some(best.into()),
            reason: Some(reason),
            considered: considered
                .into_iter()
                .map(|(chosen, value)| (chosen, value.into()))
                .collect(),
            ..Advice::unexplained(chosen)
        }
    }
}

/// The value of a lost game.
const LOST: Value = -WON;

struct DepthSearch<'a> {
    bits: Bits,
    nodes: u64,
    limits: &'a Limits,
}

impl DepthSearch<'_> {
    /// What each of these moves is worth; `None` when out of time.
    fn values(&mut self, moves: &[Move], depth: u32) -> Option<Vec<(Move, Value)>> {
        let balance = self.balance();
        // Just beyond the possible values, so that every value is exact.
        let window = (LOST - i32::from(u8::MAX), WON + i32::from(u8::MAX));
        let value = |&chosen| Some((chosen, self.after(chosen, balance, depth, window)?));
        moves.iter().map(value).collect()
    }

    /// The material balance of the player to move.
    fn balance(&self) -> Value {
        let side = |player: Player| -> Value {
            let squares = self.bits.squares_of(player);
            squares.map(|pos| worth(self.bits.lines(pos))).sum()
        };
        let mover = self.bits.mover();
        side(mover) - side(mover.opponent())
    }

    /// What a move is worth to the player who makes it.
    fn after(
        &mut self,
        chosen: Move,
        balance: Value,
        depth: u32,
        (alpha, beta): (Value, Value),
    ) -> Option<Value> {
        let gain = self.gain(chosen);
        let undo = self.bits.make(chosen);
        let value = self.value(-balance - gain, depth - 1, (-beta, -alpha));
        self.bits.unmake(chosen, undo);
        value.map(|value| -value)
    }

    /// What a move takes.
    fn gain(&self, chosen: Move) -> Value {
        if chosen.from() == chosen.to() {
            return 0;
        }
        worth(self.bits.lines(chosen.to()))
    }

    /// Alpha-beta: what the position is worth to the player to move.
    fn value(
        &mut self,
        balance: Value,
        depth: u32,
        (mut alpha, beta): (Value, Value),
    ) -> Option<Value> {
        self.nodes += 1;
        // Asking the clock at every node would cost more than the node.
        if self.nodes.is_multiple_of(256) && self.limits.reached(self.nodes) {
            return None;
        }
        if self.bits.is_over() {
            // A later loss is better than an earlier one.
            return Some(LOST - depth as Value);
        }
        if depth == 0 {
            return Some(balance);
        }
        let mut moves = Vec::with_capacity(256);
        let is_last = depth == 1;
        self.bits.for_each_move(|chosen| {
            let is_capture = chosen.from() != chosen.to() && self.bits.lines(chosen.to()) != 0;
            // The last move counts only for what it captures.
            if is_capture || !is_last {
                moves.push((is_capture, chosen));
            }
        });
        // Captures first: they cause most cutoffs.
        moves.order_by_key(|(is_capture, _)| !is_capture);
        let mut best = if is_last { balance } else { LOST - WON };
        for (_, chosen) in moves {
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
            best = best.max(self.after(chosen, balance, depth, (alpha, beta))?);
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Game, Notation, Outcome, Turn};

    fn advice(bot: &str, position: &str) -> (Ploy, Advice<Move>) {
        let ploy = Ploy::read_position(position).expect(position);
        let mut bot = Ploy::bot(bot, 1, &Tables::none()).expect("it is listed");
        let limits = Limits::nodes(u64::MAX);
        let advice = bot.advise(ploy.mover().seat(), &ploy, &ploy.moves(), &limits);
        (ploy, advice)
    }

    /// Three pieces each, far apart except for what a test adds.
    const BLACK_LANCE_TAKES: &str = "w170,,,,,,,,w16/,,,,,,,,/,,,,w16,,,,/,,,,,,,,/,,,,b131,,,,/\
                                     ,,,,,,,,/,,,,,,,,/,,,,,,,,/b170,,,,,,,,b1 b";

    #[test]
    fn a_free_piece_is_taken() {
        let (_, greedy) = advice("greedy", BLACK_LANCE_TAKES);
        assert_eq!(greedy.best.to_string(), "e5-e7-0");
        // A Lance and a Shield against a Shield.
        assert_eq!(greedy.value, Some(300.0));
        // A deeper search sees that another capture would end the game.
        let (_, careful) = advice("careful", BLACK_LANCE_TAKES);
        assert!(careful.value > greedy.value);
    }

    #[test]
    fn a_guarded_piece_is_not_taken_for_a_better_one() {
        // The Shield on e7 is guarded from e8.
        let guarded = BLACK_LANCE_TAKES.replacen(",,,,,,,,/", ",,,,w16,,,,/", 1);
        let (_, advice) = advice("greedy", &guarded);
        assert_ne!(advice.best.to_string(), "e5-e7-0");
        let (_, random) = self::advice("random", &guarded);
        assert_eq!(random.value, None);
    }

    #[test]
    fn the_commander_is_taken() {
        let position = BLACK_LANCE_TAKES.replacen("w16,,,,/", "w170,,,,/", 1);
        let (mut ploy, advice) = advice("careful", &position.replacen("w170,,", "w1,,", 1));
        assert_eq!(advice.reason.as_deref(), Some("it wins"));
        ploy.play(&advice.best).expect("legal");
        assert_eq!(ploy.turn(), Turn::Over(Outcome::Win(Seat(0))));
    }

    #[test]
    fn bots_that_look_ahead_beat_those_that_do_not() {
        for (strong, weak, games) in [("greedy", "random", 10), ("careful", "random", 2)] {
            let mut points = 0;
            for game in 0..games {
                let mut ploy = crate::notation::start();
                let mut bots =
                    [weak, strong].map(|name| Ploy::bot(name, game, &Tables::none()).expect(name));
                // The strong one begins every other game.
                let strong_seat = Seat((game % 2) as u8);
                for _ in 0..300 {
                    let Turn::Seat(seat) = ploy.turn() else { break };
                    let bot = &mut bots[usize::from(seat == strong_seat)];
                    let advice = bot.advise(seat, &ploy, &ploy.moves(), &Limits::nodes(100_000));
                    ploy.play(&advice.best).expect("legal");
                }
                points += match ploy.turn() {
                    Turn::Over(Outcome::Win(winner)) if winner == strong_seat => 2,
                    Turn::Over(_) => 0,
                    _ => 1,
                };
            }
            let most = 2 * games as u32;
            assert!(
                points * 3 >= most * 2,
                "{strong} against {weak}: {points} of {most}"
            );
        }
    }
}
