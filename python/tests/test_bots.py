"""Bots, surveys and reviews."""

import pathlib
import sys

import parlour

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


def test_every_bot_answers(game):
    position = game.start(seed=1)
    while position.is_chance:
        position = position.roll(2)
    for name in ["random", "medium"]:
        advice = game.bot(name, seed=4).advise(position, nodes=200)
        assert advice.move in position.moves
        assert game.bot(name, seed=4).advise(position, nodes=200).move == advice.move


def test_advice_has_reasons_and_lines():
    ploy = parlour.game("ploy")
    advice = ploy.bot("best").advise(ploy.start(), nodes=5000)
    assert advice.line[0] == advice.move and advice.depth >= 1 and advice.nodes > 0
    assert isinstance(advice.value, float)


def test_surveys():
    ships = parlour.game("ships").start(seed=1, target="random")
    survey = parlour.game("ships").bot("entropy").survey(ships, nodes=1000)
    assert survey.moves[0][0] in ships.moves and survey.moves[0][2]


def test_bots_of_other_programs():
    grid = parlour.game("gridlock")
    script = EXAMPLES / "bots" / "random_bot.py"
    bot = grid.bot(f"exec:{sys.executable} {script}", seed=3)
    assert bot.advise(grid.start(), nodes=10).move in grid.start().moves


def test_reviews():
    record = parlour.Record.read(EXAMPLES / "amy-and-bill.ur")
    review = record.review("lookahead" if "lookahead" in record.game.bots else None, time=0.01)
    assert "accurately" in review.headline and review.unit == "chance"
    assert len(review.steps) == len(record) and review._repr_svg_().startswith("<svg")
    assert all(0 <= accuracy <= 1 for accuracy in review.accuracy)
    ships = parlour.Record.read(EXAMPLES / "amy-and-bill.ships").review()
    assert ships.unit == "bits" and ships.svg().startswith("<svg")
