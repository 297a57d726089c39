"""How well a network plays: against random moves, and against what is known exactly.

    python examples/learning/measure.py gridlock.npz
"""
from __future__ import annotations

import sys

import numpy as np
from learner import Network, load

import parlour

RANDOM_MOVES = 0.3
"""The share of random moves on the way to the positions that are looked at."""


def against_random(network: Network, game: str, games: int = 2000, seed: int = 3, **setup) -> float:
    """The share of games won against random moves, from both seats."""
    n = 200
    tables = parlour.Tables(game, n, seed=seed, **setup)
    own = np.arange(n) % 2
    won = played = 0
    while played < games:
        best = network.values(tables.obs, tables.mask).argmax(axis=1)
        tables.step(np.where(tables.seat == own, best, tables.sample()))
        won += (tables.reward[np.arange(n), own][tables.done] > 0).sum()
        played += tables.done.sum()
    return float(won / played)


def against_exact(
    network: Network, game: str, positions: int = 400, seed: int = 9, **setup
) -> tuple[float, float]:
    """The share of positions in which it plays a best move, and how much of the chance to win it
    gives away with a move, by the bot that knows the value of every position. Positions with one
    legal move do not count.
    """
    perfect = parlour.game(game).bot("perfect", seed=1)
    tables = parlour.Tables(game, 64, seed=seed, **setup)
    rng = np.random.default_rng(seed)
    best = lost = seen = 0
    while seen < positions:
        chosen = network.values(tables.obs, tables.mask).argmax(axis=1)
        for table in range(0, 64, 8):
            position = tables.position(table)
            if len(position.moves) == 1:
                continue
            advice = perfect.advise(position, nodes=1_000_000, others=len(position.moves))
            # A move that is not in the list wins nothing.
            values = dict(advice.considered) | {advice.move: advice.value}
            loss = advice.value - values.get(position.move_of(chosen[table]), 0.0)
            best, lost, seen = best + (loss < 1e-4), lost + loss, seen + 1
        is_random = rng.random(64) < RANDOM_MOVES
        tables.step(np.where(is_random, tables.sample(), chosen))
    return best / seen, lost / seen


def main() -> None:
    network, about = load(sys.argv[1])
    game, setup = about["game"], about["setup"]
    best, lost = against_exact(network, game, positions=2000, **setup)
    print(f"wins {against_random(network, game, games=10_000, **setup):.1%} against random moves")
    print(f"plays a best move in {best:.1%} of positions, and gives away {lost:.2%} a move")


if __name__ == "__main__":
    main()
