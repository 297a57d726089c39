"""Arenas in one call."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from random import Random
from typing import Any

import numpy as np

from parlour._parlour import Arena, Game, Results


def arena(
    game: str | Game,
    specs: Sequence[str],
    *,
    games: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    seed: int | np.random.Generator | Random | None = None,
    only: range | None = None,
    threads: int = 1,
    opening: int | None = None,
    sprt: tuple[float, float] | None = None,
    gauntlet: bool = False,
    fixed_seats: bool = False,
    data: str | PathLike[str] | None = None,
    **setup: Any,
) -> Results:
    """Lets bots play against each other, and returns the standing; `only` is a range of games.

    `Arena` has the same keywords, and can do more: parts as files, and their records.

    >>> import parlour
    >>> parlour.arena("ur", ["greedy", "random"], games=10, nodes=1, seed=1, pieces=2).games
    10
    """
    whole = Arena(
        game,
        specs,
        games=games,
        nodes=nodes,
        time=time,
        seed=seed,
        opening=opening,
        sprt=sprt,
        gauntlet=gauntlet,
        fixed_seats=fixed_seats,
        data=data,
        **setup,
    )
    return whole.play(only, threads)
