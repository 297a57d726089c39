"""Many games at once."""

import copy
import pickle
import sys
import threading
import time

import numpy as np
import pytest

import parlour


def step_all(tables, steps):
    """What comes of random play, as one array."""
    seen = []
    for _ in range(steps):
        tables.step(tables.sample())
        seen.append(tables.obs.reshape(tables.n, -1).astype(np.int64).sum(axis=1))
    return np.array(seen)


def test_a_table_is_the_same_however_many_there_are(game):
    many = parlour.Tables(game, 6, seed=5)
    few = parlour.Tables(game, 2, seed=5, first=3)
    assert (step_all(many, 60)[:, 3:5] == step_all(few, 60)).all()
    assert many.position(3) == few.position(0)


def test_arrays_tell_of_the_positions(game):
    tables = parlour.Tables(game, 3, seed=2)
    for _ in range(30):
        tables.step(tables.sample())
    for table in range(3):
        position = tables.position(table)
        assert position.seat == tables.seat[table]
        assert (position.action_mask == tables.mask[table]).all()
        assert (position.observation() == tables.obs[table]).all()


def test_games_end_and_begin_again():
    tables = parlour.Tables("gridlock", 8, seed=1, size="3x3")
    ended = 0
    for _ in range(100):
        before = tables.obs
        tables.step(tables.sample())
        assert tables.obs is before
        ended += int(tables.done.sum())
        winners = tables.reward[tables.done]
        assert (winners.sum(axis=1) == 0).all() and (np.abs(winners) == 1).all()
        assert (tables.reward[~tables.done] == 0).all()
        assert (tables.obs[tables.done][:, :-1] == 0).all()
    assert ended > 50


def test_illegal_actions_are_told_and_change_nothing():
    tables = parlour.Tables("gridlock", 3, seed=1)
    tables.step([0, 0, 0])
    before = tables.obs.copy()
    with pytest.raises(parlour.IllegalAction, match="table 1: .*already painted") as caught:
        tables.step([5, 0, 5])
    assert (caught.value.table, caught.value.action) == (1, 0)
    assert (tables.obs == before).all()
    for bad in [[5, 5], [1.0, 5.0, 5.0], [5, 5, -1], [5, 5, 10**6]]:
        with pytest.raises((parlour.ParlourError, TypeError)):
            tables.step(bad)
    assert (tables.obs == before).all()
    # What a user does to the mask allows nothing.
    tables.mask[:] = 1
    with pytest.raises(parlour.IllegalAction):
        tables.step([0, 0, 0])


def test_reset_and_copies(game):
    tables = parlour.Tables(game, 2, seed=7)
    first = step_all(tables, 20)
    other = copy.deepcopy(tables)
    assert (step_all(tables, 20) == step_all(other, 20)).all()
    tables.reset()
    assert (step_all(tables, 20) == first).all()


def test_samples_are_uniform():
    tables = parlour.Tables("gridlock", 6000, seed=3, size="1x3")
    counts = np.bincount(tables.sample(), minlength=6)
    assert (np.abs(counts - 1000) < 150).all()


def test_setups_that_are_over_at_once_are_refused():
    with pytest.raises(parlour.BadSetup, match="over before the first move"):
        parlour.Tables("gridlock", 1, size="0x0")


def test_they_say_that_they_cannot_be_pickled():
    with pytest.raises(TypeError, match="copy"):
        pickle.dumps(parlour.Tables("ur", 2, seed=1))


def test_other_threads_run_while_tables_are_stepped():
    tables = parlour.Tables("ships", 256, seed=1)
    actions = tables.sample()
    turns = 0
    is_over = threading.Event()

    def run():
        nonlocal turns
        while not is_over.is_set():
            turns += 1
            time.sleep(0)

    interval = sys.getswitchinterval()
    other = threading.Thread(target=run)
    other.start()
    try:
        # From here on, a thread that does not let go of the lock keeps it.
        sys.setswitchinterval(60)
        time.sleep(0.01)
        before = turns
        tables.step(actions)
        after = turns
    finally:
        sys.setswitchinterval(interval)
        is_over.set()
        other.join()
    assert after > before
