import os
import shutil

import pytest

import parlour


@pytest.fixture(params=[game.id for game in parlour.games()])
def game(request):
    """Every game, one after the other."""
    return parlour.game(request.param)


@pytest.fixture(autouse=True)
def no_data(tmp_path, monkeypatch):
    """Nobody's computed files are used."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))


@pytest.fixture
def program():
    """The program of the command line."""
    found = os.environ.get("PARLOUR") or shutil.which("parlour")
    if not found:
        pytest.skip("PARLOUR does not name the program")
    return found


def _refuse(report):
    if report.skipped and os.environ.get("CI"):
        *_, reason = report.longrepr if isinstance(report.longrepr, tuple) else [report.longrepr]
        report.outcome = "failed"
        report.longrepr = f"in CI nothing may be left out: {reason}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    """With `CI` set, a test that is skipped has failed."""
    _refuse((yield).get_result())


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report():
    """The same for a whole file."""
    _refuse((yield).get_result())
