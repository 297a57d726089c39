"""Arenas in process, whole and in parts."""

import copy
import pickle
import subprocess
import sys

import pytest

import parlour

OPTIONS = {"games": 12, "nodes": 60, "seed": 7}


def arena(**more):
    return parlour.Arena("ploy", ["random", "greedy"], **{**OPTIONS, **more})


def test_parts_make_the_same_whole(tmp_path):
    whole = arena().play(threads=2)
    assert whole.games == 12 and whole.is_done
    files = []
    for part in reversed(arena().chunks(5)):
        path = tmp_path / f"{part.start}.jsonl"
        path.write_bytes(arena().play_lines(part))
        files.append(path)
    assert arena().merge(files + files[:2]).to_dict() == whole.to_dict()
    assert not arena().merge(files[1:]).is_done


def test_forged_and_foreign_files_are_refused(tmp_path):
    path, forged = tmp_path / "0.jsonl", tmp_path / "forged.jsonl"
    lines = arena().play_lines(range(0, 4)).decode().splitlines()
    path.write_text("\n".join(lines) + "\n")
    forged.write_text("\n".join([lines[0], "[2,null,1,0,1,[]]"]) + "\n")
    with pytest.raises(parlour.ParlourError, match="its result 2 differs from that in .*0.jsonl"):
        arena().merge([path, forged])
    with pytest.raises(parlour.ParlourError, match="seed was 7, and is 8 now"):
        arena(seed=8).merge([path])
    other = lines[0].replace(arena().fingerprint, "0" * 16)
    forged.write_text("\n".join([other, *lines[1:]]) + "\n")
    with pytest.raises(parlour.ParlourError, match="made by another program"):
        arena().merge([forged])


def test_what_is_asked_for_is_checked(tmp_path):
    with pytest.raises(parlour.ParlourError, match="groups of 2"):
        arena().play(range(1, 4))
    with pytest.raises(parlour.ParlourError, match="there are 12 games"):
        arena().play(range(0, 14))
    with pytest.raises(parlour.ParlourError, match="the step 1"):
        arena().play(range(0, 8, 2))
    with pytest.raises(parlour.BadSetup) as caught:
        parlour.Arena("ur", ["greedy", "random"], pieces=8)
    assert caught.value.option == "pieces"
    with pytest.raises(parlour.ParlourError, match="nobody"):
        parlour.Arena("ploy", ["nobody", "greedy"])
    with pytest.raises(parlour.MissingFile):
        parlour.Arena("ur", ["perfect", "greedy"], data=tmp_path)
    with pytest.raises(parlour.ParlourError, match="between two players"):
        parlour.Arena("ur", ["greedy", "random", "random"], sprt=(0, 10))


def test_tests_stop_by_themselves():
    test = parlour.Arena("gridlock", ["best", "random"], nodes=100, seed=1, sprt=(0, 100))
    results = test.play()
    assert results.verdict == "elo1" and results.is_done and results.games < test.games


def test_games_to_learn_from(tmp_path, game):
    from parlour.selfplay import arrays

    def arena(**more):
        return parlour.Arena(game, ["random", "random"], games=4, nodes=1, seed=3, **more)

    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_bytes(arena(records=True).play_lines(range(0, 2)))
    second.write_bytes(arena(records=True).play_lines())
    records = arena(records=True).records([first, second])
    assert sorted(records) == [0, 1, 2, 3]
    data = arrays(records)
    # Replayed, every action is legal, and the last one ends the game for both.
    rows = range(len(data["action"]))
    assert all(data["mask"][row, data["action"][row]] for row in rows)
    for number, record in records.items():
        of_game = data["game"] == number
        before = record.positions[:-1]
        assert of_game.sum() == sum(position.seat is not None for position in before)
        for seat in range(2):
            rewards = set(data["reward"][of_game & (data["seat"] == seat)].tolist())
            assert rewards <= {record.positions[-1].rewards[seat]}
    start = records[0].positions[0]
    if not start.is_chance:
        assert (data["obs"][0] == start.observation()).all()
    # The same game with another record is another result.
    heading, *lines = second.read_text().splitlines()
    second.write_text("\n".join([heading, *(line.replace("random", "somebody") for line in lines), ""]))
    with pytest.raises(parlour.ParlourError, match="its result 0 differs from that in"):
        arena(records=True).records([first, second])
    with pytest.raises(parlour.ParlourError, match="records was true"):
        arena().merge([first])


def test_results_are_shown_as_a_graph():
    results = parlour.Arena(
        "ur", ["greedy", "random", "random"], games=4, nodes=1, seed=1, pieces=2
    ).play()
    picture = results._repr_svg_()
    assert picture == results.svg() and "Points against each opponent" in picture
    assert results.svg(theme="dark") != picture
    assert results.png(width=300).startswith(b"\x89PNG")


def test_one_call_is_enough(tmp_path):
    whole = arena()
    assert parlour.arena("ploy", ["random", "greedy"], **OPTIONS) == whole.play()
    half = parlour.arena("ploy", ["random", "greedy"], only=range(0, 6), threads=2, **OPTIONS)
    assert half == whole.play(range(0, 6)) and half.games == 6
    with pytest.raises(parlour.BadSetup):
        parlour.arena("ur", ["greedy", "random"], pieces=8)


def test_results_are_values():
    players = ["greedy", "random", "random"]
    results = parlour.arena("ur", players, games=4, nodes=1, seed=1, pieces=2)
    for other in [pickle.loads(pickle.dumps(results)), copy.deepcopy(results)]:
        assert other == results and other.to_dict() == results.to_dict()
        assert other.svg() == results.svg()
    assert results != parlour.arena("ur", players, games=4, nodes=1, seed=2, pieces=2)


def test_games_take_no_memory_unless_they_are_wanted():
    """Two hundred thousand games, in a process of their own."""
    script = """if True:
        import parlour, resource
        def peak():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        parlour.arena("ur", ["random", "random"], games=1000, seed=1, nodes=1)
        before = peak()
        parlour.arena("ur", ["random", "random"], games=200_000, seed=1, nodes=1)
        print(peak() - before)
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # 32 bytes a game, and what a standing takes.
    assert int(done.stdout) < 40_000
