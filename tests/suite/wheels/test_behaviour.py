"""The native container behaves as the interpreted one does, except for documented differences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stablelist import StableList
from suite.wheels.installed import Installed

TOP = Path(__file__).parents[3]

NOT_COPIED = (
    "an iterator or a view of a list can be neither copied nor pickled;"
    " take list() of what it yields, or copy the list"
)

DIFFERENCES = {
    "Signatures that `inspect` shows": (
        "<Signature (self, element: 'T', /) -> 'Key[T]'>",
        "<Signature (self, element, /)>",
    ),
    "`type(StableList.add)`": ("<class 'function'>", "<class 'method_descriptor'>"),
    '`vars(Key)["index"]`': ("<class 'property'>", "<class 'getset_descriptor'>"),
    "The class of an iterator": (
        "<class 'itertools.chain'>",
        "<class 'stablelist.views.KeyIterator'>",
    ),
    "`copy.copy` of an iterator over the list or a view": (
        "<itertools.chain object at 0x...>",
        f"TypeError: {NOT_COPIED}",
    ),
    "The key that an iteration yields": ("True", "False"),
    "The hash of a key, and so the order of a set of keys": ("True", "False"),
    "`typing.Generic` is a base class": ("True", "False"),
    "`StableList[int, str]`": (
        f"TypeError: Too many arguments for {StableList}; actual 2, expected 1",
        "stablelist.stable_list.StableList[int, str]",
    ),
    "A subclass of `Key` or of a view, which are final": (
        "Key(index=0, id=1)",
        "TypeError: type 'stablelist.key.Key' is not an acceptable base type",
    ),
    "Setting an attribute of the class `Key`": (
        "None",
        "TypeError: cannot set 'name' attribute of immutable type 'stablelist.key.Key'",
    ),
    "A list whose `__init__` was not called": ("AttributeError", "0"),
    "A method of the class, called with something that is not a list": (
        "AttributeError",
        "TypeError: descriptor 'add' for 'StableList' objects doesn't apply to a 'int' object",
    ),
    "The message of a `TypeError` that Python itself raises, as for a missing argument": (
        "TypeError: Pool.add() missing 1 required positional argument: 'element'",
        "TypeError: StableList.add() takes exactly one argument (0 given)",
    ),
    "The name of a view's class in such a message": (
        "TypeError: 'ValuesView' object is not reversible",
        "TypeError: 'stablelist.views.ValuesView' object is not reversible",
    ),
}
"""The two columns of the table in docs/builds.md: pure, native."""


@pytest.mark.parametrize(
    ("what", "least"),
    [
        ("documentation", 100),
        ("signatures", 60),
        ("expressions", 220),
        ("others", 50),
        ("clumsy", 70),
        ("subclasses", 7),
        ("overriding", 50),
        ("references", 5),
        ("refusals", 7),
    ],
)
def test_builds_behave_alike(installations: dict[str, Installed], what: str, least: int) -> None:
    """All results are equal to the last character, and are not empty."""
    pure, native = (installed.observe(what) for installed in installations.values())
    assert len(pure) >= least
    assert native == pure


def test_what_is_compared_is_as_it_should_be(installed: Installed) -> None:
    """Otherwise both builds could be wrong in the same way."""
    references = installed.observe("references")
    assert references["alive"] == references["gone"] == [True, True]
    assert sorted(references["ended"]) == ["herd", "pool"]
    assert references["left"] == 0
    documentation = installed.observe("documentation")
    assert [name for name, doc in documentation.items() if not doc] == []
    asked = [installed.observe(what) for what in ("expressions", "others", "clumsy", "overriding")]
    outcomes = {ended[0] for answers in asked for ended in answers.values()}
    assert {"value", "TypeError", "ValueError", "StaleKeyError", "BorrowError"} <= outcomes
    assert "NameError" not in outcomes
    assert {ended[0] for ended in asked[3].values()} == {"value"}


def test_builds_differ_as_documented(installations: dict[str, Installed]) -> None:
    """A row whose difference no longer exists must be removed."""
    pure, native = (installed.observe("differences") for installed in installations.values())
    assert {name: (pure[name], native[name]) for name in pure} == DIFFERENCES


def test_what_one_build_saves_the_other_loads(installations: dict[str, Installed]) -> None:
    """The pickle does not depend on the build."""
    continuations = [
        loader.observe("loaded", json.dumps(saver.observe("saved")))
        for saver in installations.values()
        for loader in installations.values()
    ]
    assert continuations[0]["at"] == "b"
    assert continuations == continuations[:1] * 4


def test_package_can_be_imported_twice(installed: Installed) -> None:
    """The docstrings are kept, although native classes are created only once."""
    program = (
        "import stablelist, sys; before = stablelist.StableList.add.__doc__, stablelist.Key.__doc__;"
        "[sys.modules.pop(name) for name in list(sys.modules) if name.startswith('stablelist')];"
        "import stablelist; after = stablelist.StableList.add.__doc__, stablelist.Key.__doc__;"
        "assert after == before; assert [*stablelist.StableList('ab').values()] == ['a', 'b']"
    )
    installed.run("-c", program)
