"""The examples of the documents do what they say."""

import doctest
import importlib
import inspect
import pathlib

import pytest

import parlour

ROOT = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize(("document", "examples"), [("docs/python.md", 40), ("python/README.md", 6)])
def test_documents_are_true(document, examples, monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / document), module_relative=False)
    assert failed == 0 and tried >= examples


@pytest.mark.parametrize(
    "name",
    ["parlour", "parlour.pettingzoo", "parlour.gym", "parlour.openspiel", "parlour.selfplay"],
)
def test_examples_in_modules_are_true(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0 and tried > 2


def everything():
    """Every public class and function, and what the classes have."""
    for name in parlour.__all__:
        thing = getattr(parlour, name)
        if name == "__version__":
            continue
        yield name, thing
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for inner in vars(thing):
                if not inner.startswith("_") and inner != "metadata":
                    yield f"{name}.{inner}", getattr(thing, inner)


@pytest.mark.parametrize(("name", "thing"), list(everything()), ids=lambda part: str(part)[:40])
def test_everything_says_what_it_does(name, thing):
    assert thing.__doc__, name
    what, _, _ = thing.__doc__.partition("\n\n")
    assert what.endswith(".")
    examples = doctest.DocTestFinder(recurse=False).find(thing, name, globs={})
    for example in examples:
        assert doctest.DocTestRunner().run(example).failed == 0
