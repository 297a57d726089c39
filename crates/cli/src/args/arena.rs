//! Arguments of the commands about bots against bots.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{Game, Json, Plot, Seed, duration};

#[derive(Debug, Args)]
pub(crate) struct Arena {
    #[command(flatten)]
    pub(crate) game: Game,
    /// The players: bots of the game, or exec:COMMAND for another program; one is
    /// enough where the game is set up for one
    #[arg(required = true, num_args = 1.., value_name = "SPEC")]
    pub(crate) specs: Vec<String>,
    /// Games of every pairing, rounded up so that all have each seat as often
    /// [default: 100, or 40000 with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: Option<u64>,
    /// The first player meets all others, who do not meet each other
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// Players keep the seats in the order in which they are given
    #[arg(long)]
    pub(crate) fixed_seats: bool,
    #[command(flatten)]
    pub(crate) concurrency: Concurrency,
    /// How long a bot may think about a move: 50ms, 2s
    /// [default: 100ms, unless --nodes is given]
    #[arg(long, value_parser = duration, value_name = "TIME")]
    pub(crate) time: Option<Duration>,
    /// How many positions a bot may look at for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Stop when it is clear whether the first of two players is ELO0 or ELO1
    /// better
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub(crate) sprt: Option<Vec<f64>>,
    /// Tell how long bots think, which is never the same twice
    #[arg(long)]
    pub(crate) times: bool,
    /// Random moves at the beginning of each pair of games
    /// [default: 2 where neither luck nor a secret makes games differ, else 0]
    #[arg(long, value_name = "MOVES")]
    pub(crate) opening: Option<u32>,
    /// A game with more moves and throws than this is drawn
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) most_steps: u32,
    /// How much longer than its time an external bot may take for a move before it
    /// has lost
    #[arg(long, value_parser = duration, value_name = "TIME", default_value = "0ms")]
    pub(crate) margin: Duration,
    /// How long an external bot may take for a move with --nodes alone
    #[arg(long, value_parser = duration, value_name = "TIME", default_value = "60s")]
    pub(crate) patience: Duration,
    #[command(flatten)]
    pub(crate) seed: Seed,
    /// Keep the results in this file, and go on if it has some already
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Write results, records and a picture into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write the games as a table of comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) plot: Plot,
    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Concurrency {
    /// How many games at a time; more than there are processors distort limits of
    /// time
    #[arg(long, alias = "jobs", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
}

pub(super) const ARENA_HELP: &str = "\
Luck is paired: the same dice, hidden fleets or deal are played again with the
seats exchanged, or moved on where there are more than two; games without luck
begin with random moves, each opening played from all seats. Elo and its
interval come from these groups of games. With --seed and --nodes the same
command gives the same results, whatever --concurrency is.

Where one seat always wins, less effort wins: fewer guesses, or fewer turns in a
game for one. --fixed-seats pairs nothing: the first player always has the first
seat.

An external bot that crashes, is late, prints garbage or makes an illegal move
loses that game, and the arena goes on. It is started anew for every game with
the same luck. How to write one: docs/protocol.md.

Examples:
  parlour arena ploy greedy careful --games 200 --nodes 10000 --seed 1
  parlour arena ur perfect greedy random --games 1000 --concurrency 2
  parlour arena ploy 'exec:./mybot' careful --sprt 0 10 --time 50ms
  parlour arena labyrinth greedy greedy random --players 3 --out results/
  parlour arena labyrinth master --players 1 --games 1000
  parlour arena ur perfect perfect --fixed-seats --games 100000
  parlour arena ships best entropy --resume long.jsonl --games 10000";

#[derive(Debug, Args)]
pub(crate) struct Engine {
    #[command(flatten)]
    pub(crate) game: Game,
    /// The bot; the strongest that can play if none is given
    #[arg(long, value_name = "NAME")]
    pub(crate) bot: Option<String>,
    #[command(flatten)]
    pub(crate) seed: Seed,
}

pub(super) const ENGINE_HELP: &str = "\
The lines are told in docs/protocol.md.

Examples:
  parlour engine ploy --bot careful
  printf 'position 7/-/0 7/-/0 red 2\\ngo depth 4\\n' | parlour engine ur
  parlour arena ploy careful 'exec:parlour engine ploy --bot greedy'";

#[derive(Debug, Args)]
pub(crate) struct CheckBot {
    #[command(flatten)]
    pub(crate) game: Game,
    /// exec:COMMAND, or a bot of the game
    #[arg(value_name = "SPEC")]
    pub(crate) bot: String,
    #[command(flatten)]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) json: Json,
}

pub(super) const CHECK_BOT_HELP: &str = "\
The points: it starts and shakes hands, gets ready, makes legal moves in many
positions, one for each go, in time, stops when told to, plays the same moves
with the same seed, does not depend on what its seat cannot see, plays whole
games from every seat, and ends when told to. The exit status is 1 if a point is
wrong.

Examples:
  parlour check-bot gridlock 'exec:python3 examples/bots/random_bot.py'
  parlour check-bot labyrinth 'exec:./mybot' --players 3 --json";
