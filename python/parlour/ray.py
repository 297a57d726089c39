"""Arenas and games to learn from, on a Ray cluster.

    import parlour.ray
    results = parlour.ray.arena("ploy", ["casual", "careful"], folder="run",
                                games=4000, nodes=600, seed=7)

Games are numbered, and game n is the same wherever it is played. So work that is done twice is
harmless, and work that is lost is done again: a part is finished when its file in the folder has
its name. A driver that is started again looks at the names and goes on.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import pathlib
import tempfile
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np
import ray

import parlour
import parlour.selfplay

__all__ = ["arena", "selfplay"]

_Key = TypeVar("_Key")

_IN_FLIGHT = 4
"""Parts that are under way or wait, for each processor of the cluster."""


def _play(game: str, players: list[str], options: dict[str, Any], first: int, end: int) -> bytes:
    # In this very process: it dies with its worker.
    return parlour.Arena(game, players, **options).play_lines(range(first, end))


def arena(
    game: str,
    players: Sequence[str],
    *,
    folder: str | os.PathLike[str],
    chunks: int | None = None,
    **options: Any,
) -> parlour.Results:
    """Plays an arena on the cluster that Ray is connected to, and returns the standing.

    `options` are those of `parlour.Arena`. The folder, on the driver's disk, keeps what is
    finished; with the same arguments it is taken up again, after whatever happened. `chunks` is
    the number of parts, by default four for each processor; parts of about a minute are best. A
    sequential test (`sprt`) stops at the very pair of games at which one machine would stop.

    Bots look for their files on the machine where they play: give `data`, a folder that all of
    them see.
    """
    whole = parlour.Arena(game, list(players), **options)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    parts = _parts(whole, folder, chunks)
    missing = [part for part in parts if not _file(folder, part).exists()]
    files = [_file(folder, part) for part in parts]
    is_test = options.get("sprt") is not None
    prefix = _prefix(files, 0)
    if is_test and (results := _decided(whole, files[:prefix])):
        return results
    tasks = [(part, (game, list(players), options, part.start, part.stop)) for part in missing]
    with contextlib.closing(_on_cluster(_play, tasks)) as finished:
        for part, lines in finished:
            _commit(_file(folder, part), lines, whole)
            # What comes after the first missing part does not count in a test: only a longer
            # prefix can decide it.
            longer = _prefix(files, prefix) if is_test else prefix
            if longer > prefix:
                prefix = longer
                if results := _decided(whole, files[:prefix]):
                    return results
    return whole.merge(files)


def _on_cluster(
    work: Callable[..., bytes], tasks: Iterable[tuple[_Key, tuple[Any, ...]]]
) -> Generator[tuple[_Key, bytes], None, None]:
    """Results with their keys, as they come. Not all tasks are handed to Ray at once, and when
    nobody wants more results, those under way are cancelled."""
    # A worker or a node may die again and again: those that are left go on.
    remote = ray.remote(max_retries=-1, num_cpus=1)(work)
    waiting = iter(tasks)
    under_way: dict[ray.ObjectRef[bytes], _Key] = {}
    try:
        while True:
            room = _IN_FLIGHT * _processors() - len(under_way)
            for key, arguments in itertools.islice(waiting, max(0, room)):
                under_way[remote.remote(*arguments)] = key
            if not under_way:
                return
            done, _ = ray.wait(list(under_way))
            for task in done:
                yield under_way.pop(task), ray.get(task)
    finally:
        for task in under_way:
            ray.cancel(task, force=True)


def _convert(game: str, players: list[str], options: dict[str, Any], lines: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        part = pathlib.Path(folder, "part.jsonl")
        part.write_bytes(lines)
        records = parlour.Arena(game, players, **options).records([part])
    file = io.BytesIO()
    np.savez_compressed(file, **parlour.selfplay.arrays(records))  # type: ignore[arg-type]
    return file.getvalue()


def selfplay(
    game: str,
    players: Sequence[str],
    *,
    folder: str | os.PathLike[str],
    chunks: int | None = None,
    **options: Any,
) -> list[pathlib.Path]:
    """Plays an arena whose games are data to learn from: a file of arrays for each part, with what
    `parlour.selfplay.arrays` makes of it. Like an arena it can be taken up again.
    """
    options["records"] = True
    arena(game, players, folder=folder, chunks=chunks, **options)
    parts = sorted(pathlib.Path(folder).glob("*.jsonl"))
    missing = (part for part in parts if not part.with_suffix(".npz").exists())
    tasks = ((part, (game, list(players), options, part.read_bytes())) for part in missing)
    for part, arrays in _on_cluster(_convert, tasks):
        _write(part.with_suffix(".npz"), arrays)
    return [part.with_suffix(".npz") for part in parts]


def _processors() -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _parts(whole: parlour.Arena, folder: pathlib.Path, chunks: int | None) -> list[range]:
    """The parts of the arena, as they were decided when it was begun."""
    plan = folder / "arena.json"
    heading = json.loads(whole.heading)
    if plan.exists():
        begun = json.loads(plan.read_text())
        for name, value in begun["heading"].items():
            if heading.get(name) != value:
                raise parlour.ParlourError(
                    f"{plan} is of another arena or another program: "
                    f"{name} was {value}, and is {heading.get(name)} now"
                )
        count = begun["chunks"]
    else:
        count = chunks or _IN_FLIGHT * _processors()
        _write(plan, json.dumps({"chunks": count, "heading": heading}).encode())
    return whole.chunks(count)


def _file(folder: pathlib.Path, part: range) -> pathlib.Path:
    return folder / f"{part.start:012}-{part.stop:012}.jsonl"


def _commit(path: pathlib.Path, lines: bytes, whole: parlour.Arena) -> None:
    if not lines.startswith(whole.heading.encode() + b"\n"):
        raise parlour.ParlourError(
            "a worker has another build of parlour, or other bots, than the driver: "
            f"{lines.splitlines()[0].decode()} instead of {whole.heading}"
        )
    _write(path, lines)


def _write(path: pathlib.Path, content: bytes) -> None:
    """Whole, or not at all."""
    partial = path.with_suffix(".tmp")
    with open(partial, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    partial.rename(path)


def _prefix(files: list[pathlib.Path], known: int) -> int:
    """How many files there are before the first that is missing; that many are known."""
    while known < len(files) and files[known].exists():
        known += 1
    return known


def _decided(whole: parlour.Arena, files: list[pathlib.Path]) -> parlour.Results | None:
    """The standing, if these files decide the test, or are all."""
    results = whole.merge(files) if files else None
    return results if results and results.is_done else None
