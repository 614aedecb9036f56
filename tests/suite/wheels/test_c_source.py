"""How the C of mypyc is completed: what is not found exactly once stops the build."""

from __future__ import annotations

import ast
import doctest

import pytest

from stablelist_build import c_source
from stablelist_build.c_source import IncompleteError, completed, literal, replaced, signature


def test_examples_are_true() -> None:
    """The doctests of the module."""
    results = doctest.testmod(c_source)
    assert results.attempted
    assert not results.failed


@pytest.mark.parametrize("c", ["", "int a; int a;"])
def test_what_is_not_there_exactly_once_is_not_replaced(c: str) -> None:
    """Another version of mypyc may write otherwise."""
    with pytest.raises(IncompleteError):
        replaced(c, "int a;", "int b;")


def test_missing_place_for_a_docstring_stops_the_build() -> None:
    """A module that has one, and C that has none."""
    with pytest.raises(IncompleteError):
        completed("int main() {}", {"key": '"""Keys."""'})


@pytest.mark.parametrize(
    ("parameters", "shown"),
    [
        ("self", "($self)"),
        ("self, key: Key[T], default: object = MISSING", "($self, key, default=...)"),
        ("self, *, minimum: int = 4, ids: IdSource = u32", "($self, *, minimum=4, ids=...)"),
        ("self, id: int, /, *rest: int, **named: int", "($self, id, /, *rest, **named)"),
    ],
)
def test_signature_shows_literals_alone(parameters: str, shown: str) -> None:
    """`inspect` must be able to read it."""
    function = ast.parse(f"def f({parameters}): ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert signature(function, bound=True) == shown


def test_literal_is_c() -> None:
    """Quotes, line ends, backslashes, and letters beyond ASCII, which never swallow a digit."""
    assert literal('"\n\\é1').replace("\\\\", "\\") == r'"\"\n\\\303\2511"'
