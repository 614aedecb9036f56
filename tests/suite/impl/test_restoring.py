"""Restoring: a retired key is valid again, with an element (R16); cells are compared with the model's elsewhere."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from stablelist import (
    BorrowError,
    CapacityError,
    Key,
    RestoreError,
    SecondaryMap,
    StableList,
    Truncate,
    ids,
)
from suite.impl.elements import Pool, filled, observed

SOURCES = [ids.u8, ids.u32, ids.u64, ids.unbounded, ids.uuid4, ids.uuid7]
by_source = pytest.mark.parametrize("source", SOURCES, ids=repr)


@by_source
@pytest.mark.parametrize("back", [True, False], ids=["last first", "first first"])
@pytest.mark.parametrize("forth", [True, False], ids=["ascending", "descending"])
def test_undo_brings_every_key_back(source: ids.IdSource, back: bool, forth: bool) -> None:
    """Truncation in between makes no difference, nor does the order of removals and of their undoing."""
    pool = Pool(ids=source)
    keys = filled(pool, 100)
    before, following = list(pool.items()), pool._next_id
    undo = [(key, pool.pop(key)) for key in (keys[30:] if forth else keys[:29:-1])]
    assert pool.space < 100
    for key, element in reversed(undo) if back else undo:
        pool.insert_at(key, element)
        pool.check()
    assert list(pool.items()) == before
    assert (pool.space, pool._next_id) == (128, following)


def test_undo_of_what_was_removed_last_passes_no_vacancy() -> None:
    """So the last 100,000 are back at once; a walk through the free list each time would take minutes."""
    pool = StableList(range(200_000))
    gone = list(pool.items())[100_000:]
    for key, _ in gone:
        pool.remove(key)
    for key, element in reversed(gone):
        pool.insert_at(key, element)
    assert list(pool.values()) == list(range(200_000))
    pool.check()


def test_restored_key_is_retired_and_restored_again() -> None:
    pool = StableList[str]()
    ant, bee = pool.extend(["ant", "bee"])
    for element in ("cat", "dog"):
        assert pool.remove(ant) is not None
        assert ant not in pool
        pool.insert_at(ant, element)
        assert (pool[ant], pool[bee], len(pool)) == (element, "bee", 2)
    assert pool.add("eel") == Key[str](2, 2)


def test_cleared_keys_are_restored() -> None:
    """The cells before it are opened, and the highest of a partition is reused first."""
    pool = Pool(range(6), capacity=16)
    key = list(pool)[3]
    pool.clear()
    pool.insert_at(key, 9)
    pool.check()
    assert list(pool.items()) == [(key, 9)]
    assert [pool.add(n).index for n in range(4)] == [2, 1, 0, 4]


def refused(pool: Pool, key: Key[Any], error: type[Exception], match: str) -> None:
    """It changes nothing."""
    before = observed(pool)
    with pytest.raises(error, match=match):
        pool.insert_at(key, 9)
    assert observed(pool) == before
    pool.check()


REFUSED: dict[str, tuple[Callable[[Pool], Key[Any]], str]] = {
    "live": (lambda pool: next(iter(pool)), "it is not retired; remove that element first"),
    "taken": (
        lambda pool: Key(1, 0),
        r"its cell holds the element of Key\(index=1, id=1\); remove that element first",
    ),
    "id to come": (
        lambda pool: Key(4, 5),
        r"the next id is 5, so its own is still to come; .* ids.Counter\(64, start=6\) or more",
    ),
    "negative id": (lambda pool: Key(4, -1), "the next id is 5, so its own is still to come"),
    "huge id": (lambda pool: Key(4, 1 << 80), "still to come"),
    "negative index": (lambda pool: Key(-1, 0), "no index of this list is -1"),
    "huge index": (
        lambda pool: Key(1 << 80, 0),
        "no index of this list is 1208925819614629174706176",
    ),
    "beyond the indices": (lambda pool: Key(16, 0), "no index of this list is 16"),
    "beyond memory": (
        lambda pool: Key(8, 0),
        r"the list has memory for 8 cells; call reserve\(5\) first",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusal_says_why_and_what_to_do(case: str) -> None:
    """The list has 4 elements, memory for 8, and indices of 4 bits."""
    pool = Pool(range(5), index_bits=4)
    pool.remove(list(pool)[4])
    key, match = REFUSED[case]
    refused(pool, key(pool), RestoreError, match)


def test_error_has_fields() -> None:
    with pytest.raises(RestoreError) as caught:
        Pool().insert_at(Key(0, 0), 9)
    assert caught.value.key == Key(0, 0)
    assert caught.value.reason.startswith("the next id is 0")
    assert isinstance(caught.value, ValueError)


def test_memory_is_reserved_for_it() -> None:
    """As the message says; in mode MEMORY, none is kept (R6)."""
    pool = Pool(range(5), truncate=Truncate.MEMORY)
    key = list(pool)[4]
    pool.remove(key)
    refused(pool, key, RestoreError, r"memory for 4 cells; call reserve\(1\) first")
    pool.reserve(1)
    pool.insert_at(key, 9)
    pool.check()
    assert (pool[key], pool.space) == (9, 8)


def test_maximum_holds() -> None:
    pool = Pool(range(2), maximum=2)
    key = next(iter(pool))
    pool.remove(key)
    pool.add(3)
    pool.remove(list(pool)[1])
    pool.insert_at(Key(1, 1), 1)
    refused(pool, Key(2, 0), CapacityError, "insert_at refused: the list holds at most 2 elements")


def test_what_is_no_key_is_refused() -> None:
    """Also while elements are lent."""
    pool = Pool(range(2))
    for _ in pool:
        with pytest.raises(TypeError, match="'ant' is not a Key"):
            pool.insert_at("ant", 1)  # type: ignore[arg-type]


def lent(pool: Pool) -> Iterator[None]:
    """Elements are lent until the loop is over."""
    yield from (None for _ in pool)


def test_lent_elements_refuse_it() -> None:
    pool = Pool(range(2))
    key = next(iter(pool))
    pool.remove(key)
    for _ in lent(pool):
        refused(pool, key, BorrowError, "insert_at refused")
    pool.insert_at(key, 0)


def test_list_is_loaded_above_its_ids() -> None:
    """The keys of an earlier run are valid, and none of them is issued again."""
    saved = [(Key[str](5, 7), "ant"), (Key[str](2, 40), "bee")]
    pool = StableList[str](ids=ids.Counter(64, start=41))
    pool.reserve(6)
    for key, element in saved:
        pool.insert_at(key, element)
    pool.check()
    assert dict(pool.items()) == dict(saved)
    assert [pool.add("cat").id for _ in range(5)] == [41, 42, 43, 44, 45]


@by_source
def test_restored_list_is_copied_and_saved(source: ids.IdSource) -> None:
    """A forged key may have the id of another; a counter without end is checked as far as it can be."""
    pool = Pool(ids=source)
    keys = filled(pool, 3)
    pool.remove(keys[1])
    pool.insert_at(Key(1, keys[0].id), 9)
    twin = pool.copy()
    twin.check()
    loaded = Pool()
    loaded.__setstate__(pool.__reduce__()[2])
    assert list(twin.items()) == list(loaded.items()) == list(pool.items())


def test_further_value_is_found_again_unless_it_was_dropped() -> None:
    """A map drops the values of removed elements when its length is asked, at the latest."""
    pool = StableList[str]()
    ant = pool.add("ant")
    legs = SecondaryMap[int](pool, {ant: 6})
    pool.remove(ant)
    assert (legs.get(ant), len(legs)) == (None, 0)
    pool.insert_at(ant, "ant")
    assert ant not in legs
    legs[ant] = 6
    assert list(legs.items()) == [(ant, 6)]
