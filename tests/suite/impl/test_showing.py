"""What the repr of a list shows of its elements."""

import pytest

from stablelist import SecondaryMap, StableList
from suite.impl.elements import Hostile


def test_first_elements_are_shown() -> None:
    """Up to six of them, and then three dots."""
    pool = StableList(range(6))
    assert repr(pool) == "<StableList of 6 elements in a space of 8: 0, 1, 2, 3, 4, 5>"
    pool.add(6)
    assert repr(pool) == "<StableList of 7 elements in a space of 8: 0, 1, 2, 3, 4, 5, ...>"


def test_long_and_deep_elements_are_cut() -> None:
    """The repr is bounded, for all elements."""
    tall = [[["ant"]] * 1000] * 1000
    pool = StableList(["x" * 10**6, 10**1000, tall, dict.fromkeys(range(10**4), tall)] * 100)
    assert len(repr(pool)) < 1000
    assert len(repr(pool.items())) < 1000
    keyed = SecondaryMap(pool, dict.fromkeys(pool, tall))
    assert len(repr(keyed)) < 1000


def test_list_that_holds_itself_is_shown() -> None:
    """By three dots, as the builtin containers do."""
    pool = StableList[object]()
    pool.add(pool)
    assert repr(pool) == "<StableList of 1 element in a space of 4: <StableList ...>>"
    keyed = SecondaryMap[object](pool)
    keyed[next(iter(pool.keys()))] = keyed
    assert repr(keyed) == "SecondaryMap({Key(index=0, id=0): SecondaryMap(...)})"


def test_element_whose_repr_raises_is_shown() -> None:
    """By its type, so that a debugger can show the list."""
    shown = repr(StableList([Hostile(), 3]))
    assert shown.startswith("<StableList of 2 elements in a space of 4: <Hostile instance at 0x")
    assert shown.endswith(", 3>")


def test_lent_list_is_shown() -> None:
    """Nothing is wrong with looking at it; afterwards it is lent as before."""
    pool = StableList("ab")
    for _ in pool:
        assert repr(pool) == "<StableList of 2 elements in a space of 4: 'a', 'b'>"
    pool.add("c")


def test_list_that_is_being_changed_shows_no_elements() -> None:
    """Cells are not looked into half-way through a change."""
    shown: list[str] = []

    class Telltale:
        """A source of ids that shows the list."""

        def initial(self) -> int:
            """The first id."""
            return 0

        def next(self, id: int) -> int:  # noqa: A002 - the protocol's word
            """The next id, told while the list is being changed."""
            shown.append(repr(pool))
            return id + 1

    pool = StableList[str](ids=Telltale())
    pool.add("ant")
    pool.add("bee")
    assert shown[-1] == "<StableList of 1 element in a space of 4>"


def test_element_may_change_the_list_while_it_is_shown() -> None:
    """The elements are no longer lent when their own repr is called."""

    class Shy:
        """It leaves when it is looked at."""

        def __repr__(self) -> str:
            pool.clear()
            return "shy"

    pool = StableList([Shy(), Shy()])
    assert repr(pool) == "<StableList of 2 elements in a space of 4: shy, shy>"
    assert len(pool) == 0


@pytest.mark.parametrize("which", ["keys", "values", "items"])
def test_view_shows_its_list(which: str) -> None:
    """As the list shows itself."""
    pool = StableList(["ant"])
    shown = repr(getattr(pool, which)())
    assert shown.endswith("View(<StableList of 1 element in a space of 4: 'ant'>)")
