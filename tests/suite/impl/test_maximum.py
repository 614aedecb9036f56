"""A list that holds no more elements than its user allows (R9)."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from stablelist import CapacityError, Key
from stablelist.saving import loaded, saved
from suite.impl.elements import Pool, filled

REFUSED: dict[str, Callable[[Pool], object]] = {
    "add": lambda pool: pool.add(1),
    "extend": lambda pool: pool.extend([1]),
    "insert_with": lambda pool: pool.insert_with(lambda _: pytest.fail("it was called")),
    "reserve": lambda pool: pool.reserve(1),
}


@pytest.mark.parametrize("operation", REFUSED)
@pytest.mark.parametrize("maximum", [1, 2, 3, 4, 5, 8, 9])
def test_one_element_more_is_refused_and_nothing_changes(operation: str, maximum: int) -> None:
    """This holds in every partition, and where the list would grow."""
    pool = Pool(maximum=maximum)
    keys = filled(pool, maximum)
    before = pool.layout(), pool.stats()
    with pytest.raises(
        CapacityError, match=f"{operation} refused: the list holds at most {maximum}"
    ) as caught:
        REFUSED[operation](pool)
    assert caught.value.args == (operation, maximum, 32, maximum)
    assert (pool.layout(), pool.stats()) == before
    pool.remove(keys[0])
    assert pool.add(7) == Key(0, maximum)
    pool.check()


def test_growth_may_overshoot_the_index_range() -> None:
    """12 cells double to 24 where 16 can be named: h2 takes four elements, not twelve (R9)."""
    pool = Pool(index_bits=4, capacity=12)
    keys = filled(pool, 16)
    assert pool.layout().space == 24
    with pytest.raises(CapacityError):
        pool.add(16)
    pool.remove(keys[13])
    assert pool.add(16).index == 13


def test_copies_keep_the_maximum() -> None:
    pool = Pool(range(2), maximum=2)
    for twin in (pool.copy(), pickle.loads(pickle.dumps(pool))):
        with pytest.raises(CapacityError, match="at most 2"):
            twin.add(2)


def test_pickle_of_more_elements_than_its_maximum_is_refused() -> None:
    """No list has saved such a state."""
    state: Any = saved(Pool(range(3), maximum=3))
    state["parameters"] = state["parameters"]._replace(maximum=2)
    with pytest.raises(ValueError, match="3 elements are more than 2"):
        loaded(state)


def test_huge_maximum_is_no_maximum() -> None:
    """A number that exceeds any memory is never reached."""
    pool = Pool(index_bits=None, maximum=10**30)
    assert filled(pool, 5)[4] == Key(4, 4)
