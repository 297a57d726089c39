"""Positions, matches and records are what they seem, in every game."""

import copy
import pickle
import random
import tracemalloc
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

import parlour


def played(game, steps=40, seed=1, **setup):
    """A match after some random steps."""
    rng = np.random.default_rng(seed)
    match = parlour.Match(game.start(seed, **setup))
    while not match.is_over and len(match) < steps:
        if match.is_chance:
            match.roll(rng)
        else:
            match.play(rng.choice(np.flatnonzero(match.position.action_mask)))
    return match


def test_positions_are_values(game):
    position = played(game).position
    text = position.text
    for other in [
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        game.position(text),
    ]:
        assert other == position and hash(other) == hash(position)
    if not position.is_over:
        after = position.roll(1) if position.is_chance else position.play(position.moves[0])
        assert after != position and position.text == text
    assert position != text and position != game


def test_moves_are_a_sequence(game):
    position = played(game, steps=3).position
    moves = position.moves
    listed = list(moves)
    assert len(moves) == len(listed) > 0
    assert moves[0] == listed[0] and moves[-1] == listed[-1]
    assert moves[1:3] == listed[1:3]
    assert listed[0] in moves and "nonsense" not in moves
    assert random.Random(1).choice(moves) in moves
    assert isinstance(moves, Sequence) and list(reversed(moves)) == listed[::-1]
    assert moves.index(listed[-1]) == len(listed) - 1 and moves.count(listed[0]) == 1
    assert moves.count("nonsense") == 0
    with pytest.raises(ValueError, match="nonsense is not among the moves"):
        moves.index("nonsense")
    with pytest.raises(IndexError):
        moves[len(listed)]


def test_moves_take_anything_for_no_move(game):
    moves = played(game, steps=3).position.moves
    for other in [3, None, 1.5, b"x", ["a"]]:
        assert other not in moves and moves.count(other) == 0
        with pytest.raises(ValueError, match="is not among the moves"):
            moves.index(other)
    assert pickle.loads(pickle.dumps(moves)) == moves == copy.deepcopy(moves)
    assert moves != list(moves)


def test_moves_are_made_when_they_are_looked_at():
    moves = parlour.game("ships").start(seed=1, target="random").moves
    assert len(moves) == 4960

    def bytes_of(work):
        """How many bytes Python needs for it."""
        tracemalloc.start()
        try:
            kept = work()
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert kept
        return peak

    texts = bytes_of(lambda: list(moves))
    assert texts > 4960 * 50
    for look in [lambda: next(iter(moves)), lambda: moves[4000], lambda: random.choice(moves)]:
        assert bytes_of(look) * 100 < texts


def test_outcomes(game):
    match = played(game, steps=1)
    assert match.outcome is None and match.position.outcome is None
    bot = game.bot("medium", seed=1)
    while not match.is_over:
        if match.is_chance:
            match.roll(len(match))
        else:
            match.play(bot.advise(match, nodes=50).move)
    outcome = match.outcome
    assert outcome.rewards == tuple(match.rewards)
    assert outcome.is_draw == (outcome.winner is None) == (not any(outcome.rewards))
    if match.position.is_over:
        assert match.position.outcome == outcome and outcome.winner == match.position.winner
    assert pickle.loads(pickle.dumps(outcome)) == outcome and len({outcome, outcome}) == 1


def test_answers_are_values(tmp_path):
    ploy = parlour.game("ploy")
    advice = ploy.bot("best", seed=1).advise(ploy.start(), nodes=500)
    assert advice == ploy.bot("best", seed=1).advise(ploy.start(), nodes=500)
    assert advice != ploy.bot("best", seed=1).advise(ploy.start(), nodes=2500)
    assert len({advice, copy.deepcopy(advice), pickle.loads(pickle.dumps(advice))}) == 1
    with pytest.raises(AttributeError):
        advice.move = "other"
    ships = parlour.game("ships")
    survey = ships.bot("entropy").survey(ships.start(seed=1, target="random"), nodes=100)
    assert pickle.loads(pickle.dumps(survey)) == survey
    [finding, *_] = parlour.check(b"gridlock?", game="gridlock")
    assert pickle.loads(pickle.dumps(finding)) == finding == copy.deepcopy(finding)
    with pytest.raises(parlour.BadRecord) as caught:
        parlour.Record.read(b"gridlock?", game="gridlock")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.diagnostics == caught.value.diagnostics and str(again) == str(caught.value)


def test_numbers_and_texts_of_moves_agree(game):
    match = played(game, steps=3)
    position = match.position
    while position.is_chance:
        position = position.roll(3)
    numbers = {position.action(text) for text in position.moves}
    assert numbers == set(np.flatnonzero(position.action_mask).tolist())
    number = max(numbers)
    text = position.move_of(np.int32(number))
    assert position.action(text) == number
    assert position.play(number) == position.play(text)


def test_odds_are_exact():
    start = parlour.game("ur").start()
    assert start.odds["roll 2"] == Fraction(3, 8) and sum(start.odds.values()) == 1
    assert start.roll(5) == start.roll(5)
    assert start.roll(np.random.default_rng(5)) == start.roll(np.random.default_rng(5))
    assert {start.roll(seed).text for seed in range(60)} == {start.play(o).text for o in start.odds}


def test_matches_are_copied_and_pickled(game):
    match = played(game)
    for other in [copy.deepcopy(match), pickle.loads(pickle.dumps(match))]:
        assert other.position == match.position and other.steps == match.steps
        other.undo()
        assert len(other) < len(match)


def test_records_are_written_read_and_pickled(game, tmp_path):
    match = played(game, steps=2000, seed=2)
    record = match.record()
    assert pickle.loads(pickle.dumps(record)) == record
    assert record.positions[-1] == match.position
    assert len(record.words) >= 1
    path = tmp_path / f"game.{game.extension}"
    record.write(path)
    again = parlour.Record.read(path)
    # A file of Labyrinth holds a position while the game goes on.
    assert again.positions[-1] == match.position
    assert again.text == record.text
    assert record.to_dict()["moves" if "moves" in record.to_dict() else "steps"]


def test_seats_see_no_more_than_they_may():
    ships = parlour.game("ships").start(seed=1, target="random")
    assert ships.to_dict()["target"] and not ships.to_dict(1).get("target")
    other = parlour.game("ships").start(seed=2, target="random")
    assert ships != other
    assert ships.view(1) == other.view(1) and ships.view(0) != other.view(0)
    assert (ships.observation(1) == other.observation(1)).all()
    assert (ships.observation(0) != other.observation(0)).any()


def test_lookalikes_look_alike(game):
    position = played(game, steps=11).position
    if position.seat is not None:
        other = position.lookalike(9)
        assert other.view(position.seat) == position.view(position.seat)
        assert (other.observation() == position.observation()).all()


def test_pictures(game, tmp_path):
    match = played(game, steps=6)
    position = match.position
    assert position.svg().startswith("<svg") and position._repr_svg_() == position.svg()
    assert position.svg(theme="dark") != position.svg()
    assert position.png(width=120).startswith(b"\x89PNG")
    assert position.words() and str(position)
    page = match.record()._repr_html_()
    assert "<input type=\"range\"" in page and len(page) < 400_000
    assert all(name in page for name in match.names)
    assert match.record().film(width=100).startswith(b"GIF89a")
    match.record().film(tmp_path / "film.svg")
    assert (tmp_path / "film.svg").read_text().startswith("<svg")


def test_seeds_are_strict():
    ur = parlour.game("ur")
    for bad in [1.5, "1", True, None.__class__]:
        with pytest.raises(TypeError):
            ur.start().roll(bad)
    with pytest.raises(parlour.ParlourError):
        ur.start(seed=-1)
    ships = parlour.game("ships")
    assert ships.start(seed=3, target="random") == ships.start(seed=3, target="random")
    assert len({ships.start(seed=s, target="random") for s in range(20)}) > 15
