"""The container as its users see it: a map whose keys it chooses itself."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablelist import CapacityError, Key, StableList, Truncate
from suite.impl.elements import filled

NEVER_ISSUED: list[Any] = [
    Key(-1, 0),
    Key(-1, -1),
    Key(0, -1),
    Key(2, -1),
    Key(4, 0),
    Key(2**70, 0),
    Key(0, 2**70),
    Key(0, 1),
    Key(1, 0),
    Key(True, 1),
    Key(False, 0),
    Key(1, True),
    Key(0.0, 0),  # type: ignore[arg-type] # as from unchecked code
    Key(0, 0.0),  # type: ignore[arg-type]
    Key(float("nan"), 0),  # type: ignore[arg-type]
    Key(None, None),  # type: ignore[arg-type]
    Key("0", "0"),  # type: ignore[arg-type]
    Key([], {}),  # type: ignore[arg-type]
    None,
    True,
    0,
    0.0,
    (0, 0),
    "Key(index=0, id=0)",
    object(),
    Key,
]


@pytest.mark.parametrize(
    "key", NEVER_ISSUED, ids=lambda key: repr(key) if type(key) is not object else "an object"
)
def test_key_never_issued_is_not_found(key: Key[int]) -> None:
    """Nothing wraps around, nothing raises, nothing changes (R10)."""
    pool = StableList[int]()
    filled(pool, 2)
    before = pool.layout(), pool.stats()
    assert pool.at(key) is None
    assert pool.remove(key) is None
    assert not pool.contains(key)
    assert key not in pool
    assert not pool.apply(key, lambda *_: pytest.fail("called with a key that was never issued"))
    assert (pool.layout(), pool.stats()) == before


def test_key_of_another_list_hits_only_by_coincidence() -> None:
    """It does if index and id are both the same, as the thesis warns (4.1; R10)."""
    ours, theirs = StableList[int](), StableList[int]()
    filled(ours, 2)
    keys = filled(theirs, 3)
    assert [ours.at(key) for key in keys] == [0, 1, None]


def test_stale_key_resolves_to_nothing() -> None:
    """Not even when its position is in use again (5.1, the ABA problem)."""
    pool = StableList[str]()
    old = pool.add("old")
    assert pool.remove(old) == "old"
    new = pool.add("new")
    assert new.index == old.index
    assert (pool.at(old), pool.remove(old), old in pool, pool.at(new)) == (None, None, False, "new")


def test_key_resolves_again_after_its_id_has_come_round() -> None:
    """With ids of one bit, two insertions later (R8)."""
    pool = StableList[str](id_bits=1)
    old = pool.add("old")
    pool.remove(old)
    pool.remove(pool.add("between"))
    assert pool.add("new") == old
    assert pool.at(old) == "new"


def test_none_is_a_legal_element() -> None:
    """`contains` tells it from an absence (R11)."""
    pool = StableList[None]()
    key = pool.add(None)
    assert pool.at(key) is None
    assert pool.contains(key)
    assert len(pool) == 1
    pool.remove(key)
    assert not pool.contains(key)


def test_length_counts_live_elements() -> None:
    """`len`, `bool` and `is_empty` agree (4.2)."""
    pool = StableList[int]()
    assert (len(pool), bool(pool), pool.is_empty()) == (0, False, True)
    keys = filled(pool, 9)
    assert (len(pool), bool(pool), pool.is_empty()) == (9, True, False)
    pool.remove(keys[3])
    assert len(pool) == 8
    pool.clear()
    assert (len(pool), bool(pool), pool.is_empty()) == (0, False, True)


def collected(pool: StableList[int]) -> list[tuple[Key[int], int]]:
    """What `each` shows."""
    seen: list[tuple[Key[int], int]] = []
    pool.each(lambda key, element: seen.append((key, element)))
    return seen


ITERATIONS: list[Callable[[StableList[int]], object]] = [
    collected,
    lambda pool: list(pool.items()),
    lambda pool: list(zip(pool.keys(), pool.values(), strict=True)),
    lambda pool: [(key, pool.at(key)) for key in pool],
]


@pytest.mark.parametrize("iteration", ITERATIONS)
def test_iteration_is_in_ascending_position(iteration: Callable[[StableList[int]], object]) -> None:
    """Vacancies are skipped, wherever they are (R12)."""
    pool = StableList[int](capacity=16)
    keys = filled(pool, 10)
    for number in (0, 4, 5, 9):
        pool.remove(keys[number])
    late = pool.add(99)
    live = {late: 99} | {keys[number]: number for number in (1, 2, 3, 6, 7, 8)}
    assert iteration(pool) == sorted(live.items(), key=lambda item: item[0].index)


def test_iteration_costs_the_opened_cells() -> None:
    """Each, keys, values and items pay when they start; apply and traverse do not (R12)."""
    pool = StableList[int](capacity=16)
    keys = filled(pool, 10)
    for key in keys[1:]:
        pool.remove(key)
    opened = pool.layout().opened
    for runs, walk in enumerate((pool.keys, pool.values, pool.items, pool.__iter__), start=1):
        assert len(list(walk())) == 1
        assert pool.stats().cells == runs * opened
    collected(pool)
    pool.apply(keys[0], lambda _, others: list(others))
    pool.traverse(lambda _, __, others: list(others))
    pool.keys()  # never started
    assert pool.stats().cells == 5 * opened


def test_layout_is_a_copy() -> None:
    """The picture does not change when the list does, and cannot be changed itself (5.2)."""
    pool = StableList[int]()
    before = pool.layout()
    pool.add(1)
    assert (before.opened, pool.layout().opened) == (0, 1)
    with pytest.raises(AttributeError):
        before.space = 8  # type: ignore[misc] # frozen


def test_list_says_what_it_holds() -> None:
    """The repr does not look at the elements."""
    pool = StableList[int]()
    filled(pool, 5)
    assert repr(pool) == "<StableList of 5 elements in a space of 8>"


def test_lists_are_distinct_objects() -> None:
    """A list is itself and no other, so it can be a member of a set."""
    pool = StableList[int]()
    assert len({pool, pool, StableList[int]()}) == 2


@settings(max_examples=150, deadline=None)
@given(
    mode=st.sampled_from(Truncate),
    minimum=st.sampled_from([0, 8]),
    capacity=st.sampled_from([0, 12, 40]),
    index_bits=st.sampled_from([None, 6]),
    program=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 10**6)), max_size=200),
)
def test_any_program_agrees_with_a_dict(
    mode: Truncate,
    minimum: int,
    capacity: int,
    index_bits: int | None,
    program: list[tuple[int, int]],
) -> None:
    """A dict that is told the keys holds the same elements, and the invariant always does."""
    pool = StableList[int](minimum=minimum, capacity=capacity, truncate=mode, index_bits=index_bits)
    oracle: dict[Key[int], int] = {}
    retired: list[Key[int]] = []
    for choice, number in program:
        step(pool, oracle, retired, choice, number)
        pool.check()
        assert dict(pool.items()) == oracle
        assert len(pool) == len(oracle)
        assert not any(key in pool for key in retired)
        assert pool.stats().visits <= pool.stats().removals or capacity


def step(
    pool: StableList[int],
    oracle: dict[Key[int], int],
    retired: list[Key[int]],
    choice: int,
    number: int,
) -> None:
    """Fill by eights, drain from the top or at random, and sometimes clear."""
    if choice < 4:
        add_eight(pool, oracle)
    elif choice < 9 and oracle:
        ascending = sorted(oracle, key=lambda key: key.index)
        for key in ascending[number % len(ascending) :][:10]:
            assert pool.remove(key) == oracle.pop(key)
            retired.append(key)
    elif choice == 9 and number % 5 == 0:
        pool.clear()
        retired.extend(oracle)
        oracle.clear()


def add_eight(pool: StableList[int], oracle: dict[Key[int], int]) -> None:
    """Add eight elements, as far as the index range allows."""
    for element in range(8):
        try:
            oracle[pool.add(element)] = element
        except CapacityError:
            assert len(pool) == 64


def test_shallow_copy_is_refused() -> None:
    """A copy that shared its cells would hand out the same keys again; a deep one has its own."""
    pool = StableList[str]()
    ant = pool.add("ant")
    with pytest.raises(TypeError, match=r"copy\.deepcopy"):
        copy.copy(pool)
    twin = copy.deepcopy(pool)
    assert twin.remove(ant) == "ant"
    assert pool.at(ant) == "ant"
