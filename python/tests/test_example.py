"""The worked example of learning: a short run of its notebook already beats random moves."""

import json
import pathlib
import shutil
import subprocess
import sys

import pytest

LEARNING = pathlib.Path(__file__).parents[2] / "examples" / "learning"

STEPS = 3000
"""Less than a third of what it needs to play as the documents say."""

GAMES = 20
"""Those of each arena in the notebook after so few steps."""


def test_it_is_short():
    lines = [len((LEARNING / name).read_text().splitlines()) for name in ("learner.py", "bot.py")]
    assert sum(lines) < 200
    for name in ("learner.py", "bot.py"):
        imported = [line for line in (LEARNING / name).read_text().splitlines() if "import" in line]
        assert not any(word in line for line in imported for word in ("torch", "jax", "scipy"))


def measured(program, folder, game, *options):
    """The share of the points that the bot of the example gets in the arena of the command line."""
    bot = f"exec:{sys.executable} bot.py {game}.npz"
    words = [program, "arena", game, bot, "random", "--games", str(GAMES), "--seed", "1", "--json"]
    done = subprocess.run(
        [*words, "--nodes", "100000", *options],
        cwd=folder, capture_output=True, text=True, timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    [player] = [player for player in json.loads(done.stdout)["players"] if player["spec"] == bot]
    assert player["failures"] == 0
    return player["score"] / GAMES


def test_the_notebook_learns(program, tmp_path, monkeypatch):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    monkeypatch.setenv("STEPS", str(STEPS))
    folder = tmp_path / "learning"
    shutil.copytree(LEARNING, folder)
    notebook = nbformat.read(folder / "learning.ipynb", as_version=4)
    told = "import json\nprint(json.dumps({'scores': scores, 'exact': exact}))"
    notebook.cells.append(nbformat.v4.new_code_cell(told))
    nbclient.NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    ).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = [kind for output in outputs for kind in output.get("data", {})]
    # A board, two curves and a review; two tables, and two games with a slider.
    assert shown.count("image/svg+xml") >= 4 and shown.count("text/html") >= 4
    figures = json.loads(outputs[-1]["text"])
    print(figures)
    scores, exact = figures["scores"], figures["exact"]
    assert scores["Gridlock against random, from the empty board"] > 0.7
    assert scores["Ur against random"] > 0.75
    assert exact["gridlock"][0] > 0.85
    best, lost = exact["ur"]
    assert best > 0.7 and lost < 0.01
    # The program, which speaks the line protocol with the same bots, comes to the same.
    options = {"gridlock": ("--size", "3x3", "--opening", "0"), "ur": ("--pieces", "3")}
    shares = {game: measured(program, folder, game, *more) for game, more in options.items()}
    assert shares["gridlock"] == scores["Gridlock against random, from the empty board"]
    assert shares["ur"] == scores["Ur against random"]


def test_the_notebook_shows_what_came_of_it():
    """It was kept as it was run, so that nobody must run it to read it."""
    path = LEARNING / "learning.ipynb"
    cells = json.loads(path.read_text())["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell["outputs"]]
    assert not [output for output in outputs if output["output_type"] == "error"]
    shown = [kind for output in outputs for kind in output.get("data", {})]
    assert shown.count("image/svg+xml") >= 4 and shown.count("text/html") >= 4
    assert path.stat().st_size < 1_000_000
