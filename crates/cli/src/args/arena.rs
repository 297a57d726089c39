//! Arguments of the commands about bots against bots.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::shards::{Bounds, range};
use super::{Game, Json, Plot, Seed, duration};

#[derive(Debug, Args)]
pub(crate) struct Arena {
    #[command(flatten)]
    pub(crate) game: Game,
    /// The players: bots of the game, or exec:COMMAND for another program; a one-player game
    /// needs only one
    #[arg(required = true, num_args = 1.., value_name = "SPEC")]
    pub(crate) specs: Vec<String>,
    /// Games per pairing, rounded up so that everyone sits in each seat equally often [default: 100, or 40000 with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: Option<u64>,
    /// The first player meets all others, who do not meet each other
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// Never swap seats: players sit in the order given
    #[arg(long)]
    pub(crate) fixed_seats: bool,
    #[command(flatten)]
    pub(crate) concurrency: Concurrency,
    /// How long a bot may think about a move: 50ms, 2s
    /// [default: 100ms, unless --nodes is given]
    #[arg(long, value_parser = duration, value_name = "TIME")]
    pub(crate) time: Option<Duration>,
    /// How many positions a bot may search per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Stop when it is clear whether the first of two players is ELO0 or ELO1
    /// better
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub(crate) sprt: Option<Vec<f64>>,
    /// Also print how long bots think, which varies from run to run
    #[arg(long)]
    pub(crate) times: bool,
    /// Random moves at the beginning of each pair of games [default: 2 if games
    /// would otherwise be alike, else 0]
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) opening: Option<u32>,
    /// Call a game a draw after this many moves and throws
    #[arg(long, value_name = "N", default_value_t = parlour_arena::USUAL_MOST_STEPS)]
    pub(crate) most_steps: u32,
    /// How long an external bot may overrun its time before it loses
    #[arg(long, value_parser = duration, value_name = "TIME", default_value = "0ms")]
    pub(crate) margin: Duration,
    /// How long an external bot may take for a move with --nodes alone
    #[arg(long, value_parser = duration, value_name = "TIME", default_value = "60s")]
    pub(crate) patience: Duration,
    #[command(flatten)]
    pub(crate) seed: Seed,
    /// Keep the results in this file, and continue if it already has some
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Also keep the record of every game in that file
    #[arg(long, requires = "resume")]
    pub(crate) records: bool,
    /// Play only these games, by their numbers from 0: 40..80 is 40 to 79
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub(crate) only: Option<Bounds>,
    /// Print the standings from these files, without playing; with
    /// --resume, put them together into that file
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["only", "out"])]
    pub(crate) merge: Vec<PathBuf>,
    /// Print ranges of games for this many machines, without playing
    #[arg(long, value_name = "N", conflicts_with_all = ["only", "merge"],
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) chunks: Option<u64>,
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
    /// How many games to play at a time; more than the number of processors distorts time limits
    #[arg(long, alias = "jobs", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
}

pub(super) const ARENA_HELP: &str = "\
Luck is paired: the same dice, hidden fleets or deal are played again with the
seats swapped, or rotated if there are more than two; games without luck begin
with random moves, each opening played from all seats. Elo and its interval come
from these groups of games. With --seed and --nodes the same command gives the
same results, whatever --concurrency is.

If one seat always wins, less effort wins: fewer guesses, or fewer turns in a
game for one. --fixed-seats turns pairing off: the first player always has the
first seat.

An external bot that crashes, is late, prints garbage or makes an illegal move
loses that game; the arena continues. It is restarted for every game with the
same luck. How to write one: docs/protocol.md.

Examples:
  parlour arena ploy greedy careful --games 200 --nodes 10000 --seed 1
  parlour arena ur perfect greedy random --games 1000 --concurrency 2
  parlour arena ploy 'exec:./mybot' careful --sprt 0 10 --time 50ms
  parlour arena labyrinth greedy greedy random --players 3 --out results/
  parlour arena labyrinth master --players 1 --games 1000
  parlour arena ur perfect perfect --fixed-seats --games 100000
  parlour arena ships best entropy --resume long.jsonl --games 10000

On more than one machine (docs/scale.md):
  parlour arena ploy casual best --games 4000 --nodes 600 --seed 7 --only 0..1000 --resume 1.jsonl
  parlour arena ploy casual best --games 4000 --nodes 600 --seed 7 --merge 1.jsonl 2.jsonl

Games to learn from:
  parlour arena ploy best best --games 1000 --nodes 2000 --seed 7 --records --resume games.jsonl";

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
docs/protocol.md describes the lines.

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
The checks: it starts and shakes hands, gets ready, makes legal moves in many
positions, one for each go, in time, stops when told to, plays the same moves
with the same seed, does not depend on what its seat cannot see, plays whole
games from every seat, and ends when told to. The exit status is 1 if a check
fails.

Examples:
  parlour check-bot gridlock 'exec:python3 examples/bots/random_bot.py'
  parlour check-bot labyrinth 'exec:./mybot' --players 3 --json";
