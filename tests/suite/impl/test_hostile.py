"""What raises, calls back, is copied or fails at the worst moment: the list stays in order, and keeps nothing alive."""

import copy
import gc
import pickle
import sys
import weakref
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from stablelist import BorrowError, CapacityError, Key, StableAccess, StableList, Truncate
from stablelist.element_space import ElementSpace
from stablelist.lending import CHANGING, Loan
from stablelist.pivots import Pivots
from suite.impl.elements import Hostile, Mourner, TroubleError
from suite.impl.moments import LENDING


def test_list_never_looks_at_its_elements() -> None:
    """Elements are never compared, hashed or tested for truth; their repr is used only in the repr of the list."""
    pool = StableList[Hostile]()
    keys = [pool.add(Hostile()) for _ in range(9)]
    assert all(pool.at(key) is not None for key in keys)
    pool.traverse(lambda _, element, others: others.replace_pivot(element))
    pool.each_mut(lambda _, element: element)
    pool.at_mut(keys[0], lambda element: element)
    pool.apply(keys[0], lambda _, others: others.each_mut(lambda _, element: element))
    pool.inspect(keys[0], lambda _, others: [*others.values(), *others.items(), repr(others)])
    assert [len(others) for _, _, others in pool.pivots()] == [8] * 9
    pool.check()
    assert len(list(pool.values())) == len(pool) == 9
    repr(pool)
    assert len(list(pool.copy().items())) == 9
    keys += pool.extend([Hostile()])
    keys.append(pool.insert_with(lambda _: Hostile()))
    assert pool.replace(keys[0], Hostile())
    pool[keys[0]] = Hostile()
    assert pool.get(keys[0], None) is pool[keys[0]]
    for key in keys[:3]:
        assert pool.remove(key) is not None
    assert pool.pop(keys[3]) is not None
    del pool[keys[4]]
    assert len(pool.retain(lambda key, _: key.index != 5)) == 1
    assert len(pool.drain()) == 5
    pool.add(Hostile())
    pool.shrink_to_fit()
    pool.clear()


@pytest.mark.parametrize("method", ["__eq__", "__hash__", "__bool__"])
def test_hostile_elements_raise_when_touched(method: str) -> None:
    """Otherwise the test above could not fail."""
    with pytest.raises(TroubleError):
        getattr(Hostile(), method)()


LEAVINGS: dict[str, Callable[[StableList[Mourner], Key[Mourner]], object]] = {
    "remove": StableList.remove,
    "pop": lambda pool, key: pool.pop(key),
    "clear": lambda pool, _: pool.clear(),
    "drain": lambda pool, _: pool.drain(),
    "retain": lambda pool, key: pool.retain(lambda other, _: other != key),
    "replace": lambda pool, key: pool.replace(key, Mourner(list)),
    "at_mut": lambda pool, key: pool.at_mut(key, lambda _: Mourner(list)),
}


@pytest.mark.parametrize("leaving", LEAVINGS)
@pytest.mark.parametrize("mode", Truncate)
def test_reference_is_dropped_at_removal(leaving: str, mode: Truncate) -> None:
    """No cell, used or not, keeps an element alive."""
    pool = StableList[Mourner](truncate=mode)
    key = pool.add(Mourner(list))
    element = weakref.ref(pool.at(key) or pytest.fail("not found"))
    LEAVINGS[leaving](pool, key)
    assert element() is None


def test_dropped_cells_hold_no_reference() -> None:
    """The elements of a truncated h2 are released, although the memory is kept (R6)."""
    pool = StableList[Mourner]()
    keys = [pool.add(Mourner(list)) for _ in range(9)]
    elements = [weakref.ref(element) for element in pool.values()]
    for key in reversed(keys):
        pool.remove(key)
    assert pool.layout().allocated == 16
    assert [element() for element in elements] == [None] * 9


@pytest.mark.parametrize(
    ("leaving", "lengths"),
    [
        ("remove", [4]),
        ("pop", [4]),
        ("retain", [4]),
        ("replace", [5]),
        ("clear", [0, 1, 2, 3, 4]),
        ("drain", [0, 1, 2, 3, 4]),
    ],
)
def test_dying_element_finds_the_list_in_order(leaving: str, lengths: list[int]) -> None:
    """Its `__del__` may check, read and change the list."""
    pool = StableList[Mourner]()
    witnessed: list[int] = []

    def last_words() -> None:
        pool.check()
        witnessed.append(len(pool))
        pool.add(Mourner(list))

    keys = [pool.add(Mourner(last_words)) for _ in range(5)]
    LEAVINGS[leaving](pool, keys[4])
    assert witnessed == lengths
    for element in pool.values():
        element.last_words = list


def test_refused_element_finds_the_list_in_order() -> None:
    """An element that `extend` could not add is deleted after the change, in both builds (R9)."""
    pool = StableList[Mourner](index_bits=3)
    keys = pool.extend(Mourner(list) for _ in range(8))
    witnessed: list[int] = []

    def last_words() -> None:
        pool.remove(keys[len(witnessed)])
        witnessed.append(len(pool))

    with pytest.raises(CapacityError):
        pool.extend(Mourner(last_words) for _ in range(2))
    assert witnessed == [7, 6]


def test_extension_whose_elements_die_at_once() -> None:
    """A full list takes none, and the elements find it unchanged, even while the traceback is kept."""
    pool = StableList[Mourner](index_bits=3)
    lengths: list[int] = []

    def last_words() -> None:
        pool.check()
        lengths.append(len(pool))

    with pytest.raises(CapacityError) as caught:
        pool.extend(Mourner(last_words) for _ in range(9))
    assert caught.traceback
    assert lengths == [0] * 9


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
