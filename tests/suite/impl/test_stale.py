"""Stale keys: the error names the key, says what is in its cell, and what to do (R11)."""

from collections.abc import Callable

import pytest

from stablelist import Key, StaleKeyError, Truncate
from suite.impl.elements import Pool, filled

REMEDY = (
    "its element was removed, or it is another list's key:"
    " look it up by at or get where an element may be gone"
)

REQUIRING: dict[str, Callable[[Pool, Key[int]], object]] = {
    "[]": lambda pool, key: pool[key],
    "[]=": lambda pool, key: pool.__setitem__(key, 9),
    "del": lambda pool, key: pool.__delitem__(key),
    "pop": lambda pool, key: pool.pop(key),
    "view[]": lambda pool, key: pool.apply(
        next(iter(list(pool))), lambda _, others: print(others[key])
    ),
    "view[]=": lambda pool, key: pool.apply(
        next(iter(list(pool))), lambda _, others: others.__setitem__(key, 9)
    ),
}

by_every_way = pytest.mark.parametrize("way", REQUIRING)


def refusal(pool: Pool, key: Key[int], way: str) -> StaleKeyError:
    """The error that is raised where an element is required."""
    with pytest.raises(StaleKeyError) as caught:
        REQUIRING[way](pool, key)
    return caught.value


@by_every_way
def test_key_of_a_removed_element(way: str) -> None:
    pool = Pool()
    key = filled(pool, 2)[1]
    pool.remove(key)
    error = refusal(pool, key, way)
    assert error.key is key
    assert error.reason == f"cell 1 is vacant; {REMEDY}"
    assert str(error) == f"Key(index=1, id=1) names no element: cell 1 is vacant; {REMEDY}"


@by_every_way
def test_key_whose_cell_is_in_use_again(way: str) -> None:
    """The message shows the key that is valid there."""
    pool = Pool()
    key = filled(pool, 2)[1]
    pool.remove(key)
    pool.add(7)
    assert refusal(pool, key, way).reason == (
        f"cell 1 holds the element of Key(index=1, id=2); {REMEDY}"
    )


@by_every_way
def test_key_of_a_cell_that_was_given_back(way: str) -> None:
    """The cell was truncated, cleared or never opened; the message does not say which (R4, R7)."""
    pool = Pool(truncate=Truncate.MEMORY)
    keys = filled(pool, 5)
    pool.remove(keys[4])
    for key in (keys[4], Key[int](3, 99), Key[int](2**70, 0), Key[int](-1, 0)):
        if key.index != 3:
            expected = f"no cell {key.index} is open; {REMEDY}"
            assert refusal(pool, key, way).reason == expected
    pool.clear()
    pool.add(0)
    assert refusal(pool, keys[3], way).reason == f"no cell 3 is open; {REMEDY}"
