"""Arenas on a real cluster of two nodes on this machine, in which what can die is killed."""

import contextlib
import pathlib
import subprocess
import sys
import time

import pytest

import parlour

ray = pytest.importorskip("ray")
psutil = pytest.importorskip("psutil")

from ray.cluster_utils import Cluster  # noqa: E402

import parlour.ray  # noqa: E402

GAME, PLAYERS = "ploy", ["casual", "greedy"]
OPTIONS = {"games": 64, "nodes": 1500, "seed": 7}
CHUNKS = 16

DRIVER = f"""
import sys, ray, parlour.ray
ray.init(address=sys.argv[1], log_to_driver=False)
parlour.ray.arena({GAME!r}, {PLAYERS!r}, folder=sys.argv[2], chunks={CHUNKS}, **{OPTIONS!r})
"""


@pytest.fixture(scope="module")
def expected():
    return parlour.Arena(GAME, PLAYERS, **OPTIONS).play().to_dict()


@pytest.fixture
def cluster():
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def drive(cluster, folder):
    words = [sys.executable, "-c", DRIVER, cluster.address, str(folder)]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def finished(folder):
    return len(list(pathlib.Path(folder).glob("*.jsonl")))


def wait_until(is_so, seconds=120):
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def players_at_work(cluster):
    """The worker processes of this cluster in which a part is played: other clusters on this machine
    are nobody's business here."""
    found = []
    for node in cluster.list_all_nodes():
        for started in node.all_processes.get("raylet", []):
            with contextlib.suppress(psutil.Error):
                found += psutil.Process(started.process.pid).children(recursive=True)
    return [process for process in found if is_player(process)]


def is_player(process):
    try:
        return "ray::_play" in " ".join(process.cmdline())
    except psutil.Error:
        return False


def lines(folder):
    """All results, in order."""
    files = sorted(pathlib.Path(folder).glob("*.jsonl"))
    return [line for file in files for line in file.read_text().splitlines()[1:]]


def test_whoever_is_killed_the_result_is_the_same(cluster, expected, tmp_path):
    folder = tmp_path / "run"
    driver = drive(cluster, folder)
    # A worker.
    killed = []

    def kill_one():
        for process in players_at_work(cluster)[:1]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
                killed.append(process)
        return killed

    wait_until(lambda: finished(folder) >= 2 and kill_one())
    # The driver.
    wait_until(lambda: finished(folder) >= 4)
    driver.kill()
    driver.wait()
    before = {file: file.stat().st_mtime_ns for file in folder.glob("*.jsonl")}
    assert 4 <= len(before) < CHUNKS
    # A node, while a second driver goes on.
    driver = drive(cluster, folder)
    wait_until(lambda: finished(folder) >= len(before) + 2)
    node = next(node for node in cluster.list_all_nodes() if node is not cluster.head_node)
    cluster.remove_node(node, allow_graceful=False)
    _, said = driver.communicate(timeout=240)
    assert driver.returncode == 0, said.decode()
    # What was finished was not played again, and nothing was lost.
    assert all(file.stat().st_mtime_ns == when for file, when in before.items())
    assert finished(folder) == CHUNKS and not list(folder.glob("*.tmp"))
    whole = parlour.Arena(GAME, PLAYERS, **OPTIONS)
    assert whole.merge(sorted(folder.glob("*.jsonl"))).to_dict() == expected
    assert lines(folder) == whole.play_lines().decode().splitlines()[1:]


def test_a_test_stops_where_one_machine_would(cluster, tmp_path):
    from parlour.ray import arena

    ray.init(address=cluster.address, log_to_driver=False)
    options = {"games": 400, "nodes": 100, "seed": 1, "sprt": (0, 100)}
    alone = parlour.Arena("gridlock", ["best", "random"], **options).play()
    results = arena("gridlock", ["best", "random"], folder=tmp_path, chunks=40, **options)
    assert results.to_dict() == alone.to_dict() and results.verdict == "elo1"
    # Another arena is not mixed in.
    options["seed"] = 2
    with pytest.raises(parlour.ParlourError, match="seed was 1, and is 2 now"):
        arena("gridlock", ["best", "random"], folder=tmp_path, chunks=40, **options)


def test_a_worker_with_another_build_is_refused(tmp_path):
    whole = parlour.Arena(GAME, PLAYERS, **OPTIONS)
    lines = whole.play_lines(range(0, 2))
    other = lines.replace(whole.fingerprint.encode(), b"0" * 16)
    path = tmp_path / "part.jsonl"
    with pytest.raises(parlour.ParlourError, match="a worker has another build of parlour"):
        parlour.ray._commit(path, other, whole)
    assert not list(tmp_path.iterdir())
    parlour.ray._commit(path, lines, whole)
    assert path.read_bytes() == lines


def test_parts_are_put_together_no_more_than_needed(cluster, tmp_path, monkeypatch):
    """Without a test once, at the end; with one, when the parts before the first missing one grow."""
    ray.init(address=cluster.address, log_to_driver=False)
    merged = []

    class Counted:
        def __init__(self, *args, **options):
            self.arena = parlour.Arena(*args, **options)

        def __getattr__(self, name):
            return getattr(self.arena, name)

        def merge(self, files):
            merged.append(len(files))
            return self.arena.merge(files)

    class Package:
        Arena = Counted
        ParlourError = parlour.ParlourError

    monkeypatch.setattr("parlour.ray.parlour", Package)
    options = {"games": 12, "nodes": 1, "seed": 1, "pieces": 1}
    players = ["greedy", "random"]
    parlour.ray.arena("ur", players, folder=tmp_path / "all", chunks=6, **options)
    assert merged == [6]
    merged.clear()
    options["sprt"] = (0, 1)
    parlour.ray.arena("ur", players, folder=tmp_path / "test", chunks=6, **options)
    assert merged == sorted(set(merged)) and merged[-1] == 6


def test_games_to_learn_from(cluster, tmp_path):
    import numpy as np

    from parlour.ray import selfplay
    from parlour.selfplay import arrays

    ray.init(address=cluster.address, log_to_driver=False)
    options = {"games": 12, "nodes": 50, "seed": 1}
    players = ["greedy", "random"]
    files = selfplay("ur", players, folder=tmp_path / "run", chunks=3, pieces=2, **options)
    assert len(files) == 3
    alone = parlour.Arena("ur", players, records=True, pieces=2, **options)
    whole = tmp_path / "whole.jsonl"
    whole.write_bytes(alone.play_lines())
    expected = arrays(alone.records([whole]))
    parts = [dict(np.load(file)) for file in files]
    for name, column in expected.items():
        assert (np.concatenate([part[name] for part in parts]) == column).all(), name
