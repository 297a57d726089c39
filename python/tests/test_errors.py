"""Errors say what the command line would say."""

import pickle

import pytest

import parlour

EXAMPLES = __import__("pathlib").Path(__file__).parents[2] / "examples"


def test_unknown_games():
    with pytest.raises(KeyError, match="did you mean ur?"):
        parlour.game("urr")
    with pytest.raises(parlour.ParlourError, match="there is no game chess; there are gridlock"):
        parlour.game("chess")


def test_illegal_moves_point_at_the_place():
    position = parlour.game("gridlock").start().play("red 0,0")
    with pytest.raises(parlour.IllegalMove) as caught:
        position.play("red 1,0")
    error = caught.value
    assert error.code == "same-as-neighbour" and error.span == (0, 7)
    assert error.help == "(1,0) can still be green"
    assert str(error).splitlines()[1:3] == ["  red 1,0", "  ^^^^^^^"]
    with pytest.raises(parlour.IllegalMove, match="actions are 0 to 17"):
        position.play(18)
    for beyond in [-1, 2**70]:
        with pytest.raises(parlour.IllegalMove, match=f"action {beyond} is not a move here"):
            position.play(beyond)
    for bad in [1.0, None, True]:
        with pytest.raises(TypeError):
            position.play(bad)


def test_setups():
    with pytest.raises(parlour.BadSetup) as caught:
        parlour.game("ur").start(pieces=8)
    assert caught.value.option == "pieces"
    with pytest.raises(parlour.BadSetup, match="did you mean pieces?"):
        parlour.game("ur").start(peices=3)
    grid = parlour.game("gridlock").start(size="2x2", colours=["red", "blue"])
    assert grid == parlour.game("gridlock").start(size="2x2", colours="red,blue")
    exact = parlour.game("ur").start(exact_home=True)
    assert exact != parlour.game("ur").start()


def test_positions():
    with pytest.raises(parlour.BadPosition) as caught:
        parlour.game("ploy").position("nonsense")
    assert caught.value.help


def test_records():
    with pytest.raises(parlour.BadRecord) as caught:
        parlour.Record.read(EXAMPLES / "mistakes.gridlock")
    first = caught.value.diagnostics[0]
    assert (first.line, first.column, first.code) == (4, 1, "syntax")
    assert first.help and "4:1: error[syntax]" in str(caught.value)
    findings = parlour.check((EXAMPLES / "mistakes.gridlock").read_bytes())
    assert [f.line for f in findings if f.severity == "error"] == [
        f.line for f in caught.value.diagnostics
    ]
    assert parlour.check(EXAMPLES / "amy-and-bill.ur") == []
    with pytest.raises(FileNotFoundError):
        parlour.Record.read("nowhere.ur")
    with pytest.raises(parlour.ParlourError, match="not a record of any game"):
        parlour.check(b"hello")


def test_bots_that_lack_a_file(tmp_path):
    ur = parlour.game("ur")
    with pytest.raises(parlour.MissingFile, match="solve ur") as caught:
        ur.bot("perfect", data=tmp_path).advise(ur.start().play("roll 2"), nodes=10)
    assert caught.value.file == "ur-7.table" and caught.value.command == "parlour solve ur"
    assert caught.type is parlour.Lacks is parlour.MissingFile
    assert pickle.loads(pickle.dumps(caught.value)).command == "parlour solve ur"
    with pytest.raises(parlour.ParlourError, match="nobody"):
        ur.bot("nobody")


def test_questions_without_an_answer():
    ur = parlour.game("ur")
    with pytest.raises(parlour.ParlourError, match="no seat is to move"):
        ur.bot("greedy").advise(ur.start(), nodes=10)
    with pytest.raises(parlour.ParlourError, match="a bot for ur"):
        ur.bot("greedy").advise(parlour.game("ploy").start(), nodes=10)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range(seed):
    with pytest.raises(parlour.ParlourError, match="from 0 to"):
        parlour.game("ur").start(seed)
    with pytest.raises(parlour.ParlourError, match="from 0 to"):
        parlour.Tables("ur", 2, seed=seed)


def test_arguments_of_the_wrong_kind():
    """The message says what is wanted, in words of this package."""
    start = parlour.game("gridlock").start()
    with pytest.raises(parlour.ParlourError, match="there is no seat -1: seats are 0 to 1"):
        start.view(-1)
    with pytest.raises(TypeError, match="a seat is a number or a name"):
        start.view(1.5)
    with pytest.raises(TypeError, match="a Position or a Match"):
        parlour.game("gridlock").bot("random").advise("start")
    with pytest.raises(TypeError, match="moves are counted by integers"):
        start.moves["red 0,0"]
    with pytest.raises(parlour.ParlourError, match="at least one pixel"):
        start.png(width=0)


def test_missing_files_are_named():
    with pytest.raises(FileNotFoundError, match="No such file or directory: 'nowhere.ur'") as caught:
        parlour.Record.read("nowhere.ur")
    assert caught.value.filename == "nowhere.ur"


def test_tables_that_do_not_fit_are_refused_before_there_are_any():
    for n in (10**12, 2**62, 10**7):
        with pytest.raises(parlour.ParlourError, match="would not fit into memory"):
            parlour.Tables("gridlock", n)
    with pytest.raises(parlour.ParlourError, match="at least one table"):
        parlour.Tables("gridlock", -1)
    tables = parlour.Tables("gridlock", 4)
    with pytest.raises(IndexError, match="no table -1"):
        tables.position(-1)
    with pytest.raises(TypeError, match="one dimension"):
        tables.step([[0, 1], [2, 3]])


def test_arenas_without_games_or_parts():
    with pytest.raises(parlour.ParlourError, match="at least one game"):
        parlour.Arena("ur", ["greedy", "random"], games=0)
    arena = parlour.Arena("ur", ["greedy", "random"], games=4, nodes=1)
    with pytest.raises(parlour.ParlourError, match="at least one part"):
        arena.chunks(0)


def test_pictures_without_pixels():
    record = parlour.Record.read(EXAMPLES / "amy-and-bill.gridlock")
    for draw in [record.film, record.start.png]:
        with pytest.raises(parlour.ParlourError, match="at least one pixel wide"):
            draw(width=0)
