"""The other methods: both statements of each do what the other one does."""

from typing import Any

import pytest

from bench.methods import METHODS, Method, compiled, in_dict, listed, seconds

NAMED = {method.name: method for method in METHODS}


def left(pool: Any) -> list[Any]:
    """The elements that are left, in the order of their keys."""
    return [element for _, element in pool.items()]


@pytest.mark.parametrize("name", NAMED)
def test_both_ways_leave_the_same_elements(name: str) -> None:
    """Where the elements are keys, they are as many."""
    method = NAMED[name]
    (ours, keys), (theirs, numbers) = listed(method, 20), in_dict(method, 20)
    assert left(ours) == left(theirs)
    compiled(method, method.ours)(ours, keys)
    compiled(method, method.theirs)(theirs, numbers)
    assert len(ours) == len(theirs)
    if name not in ("extend", "insert_with"):
        assert left(ours) == left(theirs)


@pytest.mark.parametrize("name", ["keys, in a task", "pop, default"])
def test_time_is_for_each_element(name: str) -> None:
    method: Method = NAMED[name]
    filled = [listed(method, 10) for _ in range(2)]
    assert 0 < seconds(method, compiled(method, method.ours), filled, 10) < 1
