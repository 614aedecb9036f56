"""The functions that the extension offers to its own Python code are safe whoever calls them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from stablelist import Key, StableAccess, StableList, Truncate
from stablelist.compiled import EXTENSION
from stablelist.pivots import Pivots

native = pytest.mark.native

CALLS: dict[str, Callable[[Any], object]] = {
    "_exchange": lambda pool: pool._exchange(),
    "_begin": lambda pool: pool._begin(),
    "_put_all": lambda pool: pool._put_all(5),
    "_take": lambda pool: pool._take(5),
    "_element": lambda pool: pool._element("ant"),
    "_load": lambda pool: pool._load(4, 4),
}


@native
@pytest.mark.parametrize("call", CALLS)
def test_call_with_wrong_arguments_is_refused(call: str) -> None:
    """Missing arguments are not read."""
    pool = StableList(["ant"])
    with pytest.raises(TypeError):
        CALLS[call](pool)
    pool.check()


@native
@pytest.mark.parametrize("position", [1, 5, 1 << 40, (1 << 64) - 1])
def test_position_that_is_not_live_is_refused(position: int) -> None:
    """This holds for every position."""
    pool: Any = StableList(["ant"])
    for act in (pool._element, pool._vacate, lambda number: pool._exchange(number, "bee")):
        with pytest.raises(IndexError):
            act(position)
    assert pool._key_at(position) is None


@pytest.mark.parametrize("kind", [int, dict, list, object, StableList])
def test_pivots_show_nothing_but_views(kind: Any) -> None:
    """An int does not have the fields of a view."""
    pool = StableList(["ant", "bee"])
    with pytest.raises(TypeError):
        list(Pivots(pool, kind))


@pytest.mark.parametrize("mode", Truncate)
def test_own_view_of_a_list_that_is_not_lent(mode: Truncate) -> None:
    """A view that is created by hand lends nothing. It does not show elements that were removed meanwhile."""
    pool = StableList(range(10_000), truncate=mode)
    for what in ("keys", "values", "items"):
        iterator = iter(getattr(StableAccess(pool, 0), what)())
        next(iterator)
        pool.clear()
        pool.shrink_to_fit()
        assert len([each for each in iterator if each is not None]) <= 20_000
        pool.extend(range(10_000))
    pool.check()


def test_own_view_of_an_empty_list() -> None:
    """Its length is not negative."""
    view = StableAccess(StableList[str](), 0)
    with pytest.raises(ValueError, match="should return >= 0"):
        len(view)


class Sequence(StableList[str]):
    """A list whose `[]` is overridden."""

    def __getitem__(self, key: Key[str]) -> str:
        return super().__getitem__(key)


def test_subclass_with_its_own_brackets_is_not_reversible() -> None:
    """Otherwise Python would treat it as a sequence."""
    with pytest.raises(TypeError, match="not reversible"):
        reversed(Sequence(["ant"]))  # type: ignore[call-overload] # so it says


@native
def test_documentation_is_not_doubled_by_a_second_import() -> None:
    """A type lives longer than the module that sets its docstrings."""
    assert EXTENSION is not None
    before = Key.__doc__, Key.index.__doc__
    EXTENSION.document(Key, {"__doc__": "A key.", "index": "Its index."})
    assert (Key.__doc__, Key.index.__doc__) == before
    assert Key.__text_signature__ == "(index, id)"


INTERPRETER = """
from test.support import run_in_subinterp_with_config
code = "import stablelist; pool = stablelist.StableList([1]); pool.check(); assert not stablelist.__compiled__"
import stablelist
assert stablelist.__compiled__
assert run_in_subinterp_with_config(
    code, use_main_obmalloc=True, allow_fork=True, allow_exec=True, allow_threads=True,
    allow_daemon_threads=True, check_multi_interp_extensions=True, own_gil=False) == 0
stablelist.StableList(range(100)).check()
"""


if sys.version_info >= (3, 12):  # before, an extension could not refuse this

    @native
    def test_other_interpreters_use_the_python_source() -> None:
        """The types of the extension belong to one interpreter."""
        assert subprocess.run([sys.executable, "-c", INTERPRETER], check=False).returncode == 0
