"""The compiled container does what the interpreted one does, documented exceptions apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from suite.wheels.installed import Installed

TOP = Path(__file__).parents[3]

DIFFERENCES = {
    "annotations": (True, False),
    "functions": (True, False),
    "properties": (True, False),
    "default": ("<Truncate.ITERATION: 'iteration'>", "Ellipsis"),
    "subclass of Key": ("value", "TypeError"),
    "words": (
        "StableList.add() missing 1 required positional argument: 'element'",
        "add() missing required argument 'element' (pos 1)",
    ),
}
"""What docs/builds.md tells: pure, compiled."""


@pytest.mark.parametrize(
    ("what", "least"),
    [
        ("documentation", 100),
        ("signatures", 60),
        ("expressions", 100),
        ("clumsy", 20),
        ("subclasses", 7),
        ("references", 5),
        ("refusals", 7),
    ],
)
def test_builds_behave_alike(installations: dict[str, Installed], what: str, least: int) -> None:
    """To the last letter; and there is something to compare."""
    pure, compiled = (installed.observe(what) for installed in installations.values())
    assert len(pure) >= least
    assert compiled == pure


def test_what_is_compared_is_as_it_should_be(installed: Installed) -> None:
    """The builds could also be wrong alike."""
    references = installed.observe("references")
    assert references["alive"] == references["gone"] == [True, True]
    assert sorted(references["ended"]) == ["herd", "pool"]
    assert references["left"] == 0
    documentation = installed.observe("documentation")
    assert [name for name, doc in documentation.items() if not doc] == []
    outcomes = {ended[0] for ended in installed.observe("expressions").values()}
    assert {"value", "TypeError", "ValueError", "StaleKeyError", "BorrowError"} <= outcomes


def test_builds_differ_as_documented(installations: dict[str, Installed]) -> None:
    """An exception that is none any more is to be struck out."""
    pure, compiled = (installed.observe("differences") for installed in installations.values())
    assert {name: (pure[name], compiled[name]) for name in pure} == DIFFERENCES


def test_what_one_build_saves_the_other_loads(installations: dict[str, Installed]) -> None:
    """A pickle does not tell who made it."""
    continuations = [
        loader.observe("loaded", json.dumps(saver.observe("saved")))
        for saver in installations.values()
        for loader in installations.values()
    ]
    assert continuations[0]["at"] == "b"
    assert continuations == continuations[:1] * 4
