"""Lists that are made without arguments share their parameters, and in the native build all that is empty."""

import sys
import tracemalloc
from typing import Any

import pytest

from stablelist import StableList, Truncate, ids
from stablelist.compiled import EXTENSION
from stablelist.parameters import STANDARD, Parameters, chosen, lawful

native = pytest.mark.native


def test_default_parameters_are_made_once() -> None:
    """Also if they are spelled out; any other value is checked, even one that is equal to a default."""
    assert StableList[int]()._parameters is STANDARD
    assert StableList[int]([7], minimum=4, ids=ids.u64)._parameters is STANDARD
    assert chosen(4, 0, Truncate.ITERATION, ids.u64, 32, 8, "refuse") == STANDARD._replace(
        maximum=8
    )
    with pytest.raises(TypeError, match=r"capacity is False; pass a number of elements"):
        StableList[int](capacity=False)
    assert lawful(4, 0, Truncate.ITERATION, ids.u64, 32) == STANDARD


def test_lists_without_arguments_are_independent() -> None:
    """Whatever is done first with one of them, the others stay empty."""
    firsts: list[Any] = [
        lambda pool: pool.add("ant"),
        lambda pool: pool.extend(["ant"]),
        lambda pool: pool.insert_with(lambda _: "ant"),
        lambda pool: pool.reserve(9),
        lambda pool: pool.clear(),
        lambda pool: pool.shrink_to_fit(),
        lambda pool: [*pool, *pool.values()],
        lambda pool: pool.copy().add("ant"),
        lambda pool: pool.__setstate__(StableList(["ant"])._state()),
        lambda pool: pool.__init__(["ant"]),
    ]
    for first in firsts:
        pool, other = StableList[str](), StableList[str]()
        before = str(other.layout()), other.stats()
        first(pool)
        pool.check()
        other.check()
        assert (str(other.layout()), other.stats()) == before
        assert (str(StableList[str]().layout()), len(other)) == (before[0], 0)


def test_class_is_called_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A subclass has its own `__init__`, and so has the class itself, if somebody replaces it."""

    class Counted(StableList[str]):
        made = 0

        def __init__(self) -> None:
            super().__init__(["ant"])
            Counted.made += 1

    assert [*Counted().values()] == ["ant"]
    assert Counted.made == 1
    assert [*StableList(["ant"], minimum=8).values()] == ["ant"]
    with pytest.raises(TypeError, match="unexpected keyword argument 'ant'"):
        StableList(ant=1)  # type: ignore[call-arg]
    called: list[object] = []

    def init(pool: StableList[Any]) -> None:
        called.append(pool)

    monkeypatch.setattr(StableList, "__init__", init)
    made: Any = StableList()
    assert called == [made]


@native
def test_empty_list_takes_few_bytes() -> None:
    """The cells come with the first element."""
    StableList()
    tracemalloc.start()
    kept = [StableList[int]() for _ in range(100)]
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / len(kept) <= 200
    assert sys.getsizeof(kept[0]) <= 200
    kept[0].add(1)
    assert sys.getsizeof(kept[0]) > 300


@native
def test_standard_is_set_once() -> None:
    """A second import of the package has another class, which is not made cheap; and nothing else can be one."""
    assert EXTENSION is not None

    class Other(StableList[int]):
        """Would be given the parameters."""

    EXTENSION.standardise(Other, STANDARD._replace(maximum=1))
    assert Other()._parameters is StableList()._parameters is STANDARD
    for wrong in (int, Parameters):
        with pytest.raises(TypeError, match="is not a pool"):
            EXTENSION.standardise(wrong, STANDARD)
    with pytest.raises(TypeError):
        EXTENSION.standardise()
