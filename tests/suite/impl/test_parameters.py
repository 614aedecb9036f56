"""Parameters: what the constructor rounds, and a maximum, which refuses one element more (R9)."""

import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from stablelist import CapacityError, Key, StableList, Truncate, ids
from stablelist.parameters import lawful
from stablelist.saving import loaded, saved
from suite.impl.elements import Pool, filled


class Eight:
    """A number of another class, as libraries have them."""

    def __index__(self) -> int:
        return 8


@pytest.mark.parametrize("name", ["minimum", "capacity", "index_bits"])
def test_whatever_is_an_index_is_a_number(name: str) -> None:
    """A number of another library is accepted if it has `__index__`."""
    eight: dict[str, Any] = {name: Eight()}
    assert StableList[int](**eight).layout().space in (4, 8)
    assert StableList[int](index_bits=Eight()).pack(Key(1, 1)) == 0x101


@pytest.mark.interpreted
def test_defaults_are_the_documented_ones() -> None:
    """A list of four cells that truncates its iteration, with keys of 96 bits (R1, R6, R9)."""
    parameters = inspect.signature(StableList).parameters
    assert {name: parameter.default for name, parameter in parameters.items()} == {
        "elements": (),
        "minimum": 4,
        "capacity": 0,
        "truncate": Truncate.ITERATION,
        "ids": ids.u64,
        "index_bits": 32,
        "maximum": None,
        "lend": "refuse",
    }


def test_choices_cannot_be_changed_afterwards() -> None:
    """A list shares its parameters with its copies."""
    with pytest.raises(AttributeError):
        StableList[int]()._parameters.least_space = 8  # type: ignore[misc] # frozen


def test_native_list_is_told_numbers() -> None:
    """The native list gets the last id of a counter, or None if ids are not counted, and the number of the mode."""

    class Other(ids.Counter):
        """A subclass of Counter, which may count differently."""

    sources: list[ids.IdSource] = [ids.u8, ids.u64, ids.unbounded, ids.uuid4, Other(8)]
    chosen = [lawful(4, 0, Truncate.MEMORY, source, 8) for source in sources]
    assert [each.last_id for each in chosen] == [255, 2**64 - 1, None, None, None]
    assert [lawful(4, 0, mode, ids.u8, 8).mode_number for mode in Truncate] == [0, 1, 2]


REFUSED: dict[str, Callable[[Pool], object]] = {
    "add": lambda pool: pool.add(1),
    "extend": lambda pool: pool.extend([1]),
    "insert_with": lambda pool: pool.insert_with(lambda _: pytest.fail("it was called")),
    "reserve": lambda pool: pool.reserve(1),
}


@pytest.mark.parametrize("operation", REFUSED)
@pytest.mark.parametrize("maximum", [1, 2, 3, 4, 5, 8, 9])
def test_one_element_more_is_refused_and_nothing_changes(operation: str, maximum: int) -> None:
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
    assert pool.insert_with(lambda key: key.index) == Key(0, maximum)
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
