"""The example bots in Python, with the program of the command line."""

import contextlib
import json
import pathlib
import subprocess
import sys
import urllib.request

import pytest


BOTS = pathlib.Path(__file__).parents[2] / "examples" / "bots"
BOT = f"exec:{sys.executable} {BOTS / 'random_bot.py'}"


def test_the_bot_passes_the_check(program, game):
    done = subprocess.run(
        [program, "check-bot", game.id, BOT], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_bot_plays_in_the_arena(program, game):
    other = "consistent" if game.id == "ships" else "random"
    words = ["arena", game.id, BOT, other, "--games", "2", "--nodes", "10", "--seed", "1"]
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=120)
    # Nobody failed.
    assert (done.returncode, done.stderr) == (0, "")


@contextlib.contextmanager
def serving(program, data):
    """The address of a server."""
    words = [program, "serve", "--listen", "127.0.0.1:0", "--limit", "0", "--data", str(data)]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            yield server.stdout.readline().removeprefix("listening on ").strip()
        finally:
            server.kill()


@pytest.mark.parametrize("game", ["gridlock", "ur", "ships"])
def test_the_bot_plays_online_by_http_alone(program, game, tmp_path):
    with serving(program, tmp_path) as url:
        seats = [{"kind": "open"}, {"kind": "bot", "bot": "easy"}]
        # In Ships the second seat guesses, and its moves are too many to list.
        wanted = {"game": game, "seats": seats[::-1] if game == "ships" else seats}
        asked = urllib.request.Request(
            f"{url}/api/matches",
            json.dumps(wanted).encode(),
            {"Content-Type": "application/json", "Accept": "application/json"},
        )
        with urllib.request.urlopen(asked, timeout=60) as answer:
            made = json.load(answer)
        [link] = made["join"]
        done = subprocess.run(
            [sys.executable, str(BOTS / "online_bot.py"), link],
            capture_output=True,
            text=True,
            timeout=900,
        )
        assert done.returncode == 0, done.stderr
        assert "wins" in done.stdout or "draw" in done.stdout
