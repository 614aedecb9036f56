"""What calls back, is copied, or fails at the worst moment: the list stays in order."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from stablelist import BorrowError, Key, StableAccess, StableList
from stablelist.element_space import ElementSpace
from stablelist.lending import CHANGING, Loan
from stablelist.pivots import Pivots
from suite.impl.elements import Mourner
from suite.impl.moments import LENDING

DEPRECATED = pytest.mark.filterwarnings("ignore:Pickle, copy, and deepcopy:DeprecationWarning")
"""From 3.14 on, Python's own iterators will refuse it."""


REPLACING: dict[str, Callable[[StableList[Any], Key[Any]], object]] = {
    "replace": lambda pool, key: pool.replace(key, "new"),
    "[] =": lambda pool, key: pool.__setitem__(key, "new"),
    "at_mut": lambda pool, key: pool.at_mut(key, lambda _: "new"),
    "each_mut": lambda pool, key: pool.each_mut(lambda _, __: "new"),
    "view": lambda pool, key: pool.apply(
        pool.add("pivot"), lambda _, others: print(others.replace(key, "new"))
    ),
    "view's [] =": lambda pool, key: pool.apply(
        pool.add("pivot"), lambda _, others: others.__setitem__(key, "new")
    ),
    "pivot": lambda pool, key: pool.apply(key, lambda _, others: others.replace_pivot("new")),
}


@pytest.mark.parametrize("how", REPLACING)
def test_replaced_element_dies_once_and_finds_the_new_one(how: str) -> None:
    """Its cell holds the other one by then, which may be looked up, and replaced again."""
    pool: StableList[Any] = StableList()
    found: list[object] = []

    def at_end() -> None:
        found.append(pool.at(key))
        pool.replace(key, "newer")

    key = pool.add(Mourner(at_end))
    REPLACING[how](pool, key)
    assert found == ["new"]
    assert pool.at(key) == "newer"
    pool.check()


MADE: dict[str, Callable[[StableList[Any]], object]] = {
    "items": lambda pool: pool.items(),
    "keys": lambda pool: pool.keys(),
    "values": lambda pool: pool.values(),
    "items, begun": lambda pool: iter(pool.items()),
    "values, begun": lambda pool: iter(pool.values()),
    "pivots": lambda pool: pool.pivots(),
    "iter": iter,
}


@DEPRECATED
@pytest.mark.parametrize("how", MADE)
@pytest.mark.parametrize("copied", [copy.deepcopy, pickle.dumps], ids=["deepcopy", "pickle"])
def test_iterator_is_not_copied(how: str, copied: Callable[[object], object]) -> None:
    """It would not be lent what it yields."""
    pool = StableList[str]()
    pool.extend(["ant", "bee"])
    with pytest.raises(TypeError, match=r"take list\(\) of what it yields"):
        copied(MADE[how](pool))
    gc.collect()
    pool.add("cat")


@DEPRECATED
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_view_and_its_iterators_are_not_copied(copied: Callable[[object], object]) -> None:
    """A copy would outlive its callback."""
    pool = StableList[str]()
    ant, _ = pool.extend(["ant", "bee"])

    def tried(_: str, others: StableAccess[str]) -> None:
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            copied(others)

    pool.apply(ant, tried)

    def iterated(_: str, others: StableAccess[str]) -> None:
        for of_the_view in (others.values(), iter(others.values())):
            with pytest.raises(TypeError, match="neither copied nor pickled"):
                copy.deepcopy(of_the_view)

    pool.apply(ant, iterated)


@pytest.mark.parametrize("kind", [Loan, Pivots])
def test_loan_without_an_owner_is_none(
    kind: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", said.append)
    with pytest.raises(TypeError, match=r"missing|takes"):
        kind()
    gc.collect()
    assert said == []


class Watching(list[int]):
    """Links that note whether the list lets anyone in while one is changed."""

    def __init__(self, pool: StableList[str], seen: list[int]) -> None:
        super().__init__(pool._space.links)
        self.pool, self.seen = pool, seen

    def __setitem__(self, position: Any, link: Any) -> None:
        """Note what the list lets in meanwhile."""
        self.seen.append(self.pool._open)
        super().__setitem__(position, link)


@pytest.mark.interpreted
def test_removal_lets_nobody_in() -> None:
    """From the look-up until the cell is vacant, no other change is possible."""
    pool = StableList[str]()
    ant = pool.add("ant")
    seen: list[int] = []
    pool._space.links = Watching(pool, seen)
    assert pool.remove(ant) == "ant"
    assert seen == [CHANGING]


def test_stack_that_ends_in_an_insertion_leaves_no_trace() -> None:
    """Wherever that is (R9)."""
    pool = StableList[int]()

    def deeper(depth: int) -> None:
        pool.add(depth)
        deeper(depth + 1)

    with pytest.raises(RecursionError):
        deeper(0)
    pool.check()
    assert list(pool.values()) == list(range(len(pool)))


class Snapshots(StableList[str]):
    """A list whose loops may remove."""

    def items(self) -> Any:
        """Collected before the first is yielded."""
        return list(super().items())


def test_list_lends_whatever_a_subclass_makes_of_its_items() -> None:
    """Callbacks of the list's own methods make no structural change."""
    pool = Snapshots()
    ant, _ = pool.extend(["ant", "bee"])
    with pytest.raises(BorrowError):
        pool.retain(lambda key, element: pool.remove(ant) is None)
    with pytest.raises(BorrowError):
        pool.each_mut(lambda key, element: pool.remove(ant))
    pool.check()
    assert list(pool.values()) == ["ant", "bee"]


KEEPING: dict[str, Callable[[StableList[str], list[object]], object]] = {
    "retain": lambda pool, kept: pool.retain(lambda *_: bool(kept.__iadd__([iter(pool.items())]))),
    "insert_with": lambda pool, kept: pool.insert_with(
        lambda key: repr(kept.__iadd__([iter(pool.items())]))
    ),
}


@pytest.mark.parametrize("lending", KEEPING)
def test_what_is_still_lent_after_the_callback_refuses_the_change(lending: str) -> None:
    """An iterator that the callback has kept; nothing was changed."""
    pool = StableList[str]()
    pool.extend(["ant", "bee"])
    before, kept = pool.layout(), list[object]()
    with pytest.raises(BorrowError, match=f"{lending} refused"):
        KEEPING[lending](pool, kept)
    kept.clear()
    assert pool.layout() == before
    pool.check()
    assert list(pool.values()) == ["ant", "bee"]
    pool.add("cat")


def test_list_and_view_are_not_reversible() -> None:
    """Their keys are no indices."""
    pool = StableList[str]()
    ant, _ = pool.extend(["ant", "bee"])
    with pytest.raises(TypeError, match="not reversible"):
        reversed(pool)  # type: ignore[call-overload] # so it says
    refused: list[str] = []

    def turned(_: str, others: StableAccess[str]) -> None:
        with pytest.raises(TypeError, match="not reversible") as caught:
            reversed(others)  # type: ignore[call-overload] # so it says
        refused.append(str(caught.value))

    pool.apply(ant, turned)
    assert len(refused) == 1


class Empty(StableList[str]):
    """Pickled without its elements."""

    def __reduce__(self) -> Any:
        return Empty, ()


def test_copy_is_a_copy_however_it_is_pickled() -> None:
    """`copy` does not use the pickle methods."""
    pool = Empty()
    pool.add("ant")
    assert list(pool.copy().values()) == ["ant"]
    assert not pickle.loads(pickle.dumps(pool))


class Watched(ElementSpace[Any]):
    """An element space that records whether it is lent when it is called."""

    __slots__ = ()
    seen: ClassVar[list[int]] = []
    pool: ClassVar[StableList[Any]]

    def find(self, key: Key[Any]) -> int:
        """For one element."""
        self.seen.append(self.pool._open)
        return super().find(key)

    def opened(self) -> int:
        """For all of them."""
        self.seen.append(self.pool._open)
        return super().opened()


@pytest.mark.interpreted
@pytest.mark.parametrize("how", ["at_mut", "apply", "inspect", "keys", "values", "items", "pivots"])
def test_it_is_lent_before_anything_is_looked_at(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no finaliser changes in between what was seen."""
    pool = StableList[str]()
    pool.add("ant")
    monkeypatch.setattr(Watched, "seen", [])
    monkeypatch.setattr(Watched, "pool", pool, raising=False)
    pool._space.__class__ = Watched
    LENDING[how](pool, lambda: None)
    assert set(Watched.seen) == {1}
