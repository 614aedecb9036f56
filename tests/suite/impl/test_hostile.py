"""Elements that raise, call back or are deleted: the list never uses them, and does not keep them alive."""

from __future__ import annotations

import weakref
from collections.abc import Callable

import pytest

from stablelist import CapacityError, Key, StableList, Truncate
from suite.impl.elements import Hostile, Mourner, TroubleError


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
