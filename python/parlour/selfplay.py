"""Games of bots as arrays to learn from.

    arena = parlour.Arena("ur", ["greedy", "greedy"], games=1000, nodes=1, seed=1, records=True)
    open("games.jsonl", "wb").write(arena.play_lines())
    data = parlour.selfplay.arrays(arena.records(["games.jsonl"]))

The games are those of an arena that keeps their records, so they can be played in parts and on many
machines like those of any arena: `parlour arena ... --records --resume FILE` writes the same files,
and `parlour.ray.selfplay` plays them on a cluster.

>>> import parlour.selfplay
>>> arena = parlour.Arena("gridlock", ["easy", "easy"], games=4, nodes=10, seed=1, records=True)
>>> lines = arena.play_lines()
>>> import pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     file = pathlib.Path(folder, "games.jsonl")
...     size = file.write_bytes(lines)
...     records = arena.records([file])
>>> data = parlour.selfplay.arrays(records)
>>> data["obs"].shape[1:], data["mask"].shape[1:], sorted(set(data["game"].tolist()))
((3, 3, 3), (18,), [0, 1, 2, 3])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

import parlour

__all__ = ["arrays"]


def arrays(records: Mapping[int, parlour.Record]) -> dict[str, npt.NDArray[Any]]:
    """Every move of these games, in order: what the player who made it saw (`obs`, `mask`), the
    `action`, the `seat`, what the game brought that seat (`reward`), and the number of the `game`.

    Throws of dice are not moves; the random moves of an opening are. A game
    without a result brings 0 to everybody.
    """
    rows: list[tuple[Any, ...]] = []
    for number in sorted(records):
        record = records[number]
        positions = record.positions
        rewards = positions[-1].rewards if positions[-1].is_over else [0.0] * positions[-1].seats
        for position, step in zip(positions, record.steps):
            if position.seat is None:
                continue
            obs, mask = position.observation(), position.action_mask
            rows.append((number, obs, mask, position.action(step), position.seat,
                         rewards[position.seat]))
    columns = list(zip(*rows)) or [()] * 6
    kinds = {"game": np.int64, "obs": np.int8, "mask": np.int8, "action": np.int64,
             "seat": np.int8, "reward": np.float32}
    return {name: np.array(column, kind)
            for (name, kind), column in zip(kinds.items(), columns)}
