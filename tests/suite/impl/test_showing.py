"""The repr of a list, and the elements in it."""

from stablelist import SecondaryMap, StableList
from suite.impl.elements import Hostile


def test_long_and_deep_elements_are_cut() -> None:
    """The length of the repr is bounded, whatever the elements."""
    tall = [[["ant"]] * 1000] * 1000
    pool = StableList(["x" * 10**6, 10**1000, tall, dict.fromkeys(range(10**4), tall)] * 100)
    assert len(repr(pool)) < 1000
    assert len(repr(pool.items())) < 1000
    keyed = SecondaryMap(pool, dict.fromkeys(pool, tall))
    assert len(repr(keyed)) < 1000


def test_element_whose_repr_raises_is_shown() -> None:
    """Its type is shown, so that a debugger can show the list."""
    shown = repr(StableList([Hostile(), 3]))
    assert shown.startswith("<StableList of 2 elements in a space of 4: <Hostile instance at 0x")
    assert shown.endswith(", 3>")


def test_list_that_is_being_changed_shows_no_elements() -> None:
    """Cells are not read in the middle of a change."""
    shown: list[str] = []

    class Telltale:
        """An id source that uses the repr of the list."""

        def initial(self) -> int:
            return 0

        def next(self, id: int) -> int:  # noqa: A002 - the protocol's word
            """The next id. The repr is read during a change."""
            shown.append(repr(pool))
            return id + 1

    pool = StableList[str](ids=Telltale())
    pool.add("ant")
    pool.add("bee")
    assert shown[-1] == "<StableList of 1 element in a space of 4>"


def test_element_may_change_the_list_while_it_is_shown() -> None:
    """The elements are not lent while their own repr is called."""

    class Shy:
        """An element that removes itself when its repr is called."""

        def __repr__(self) -> str:
            pool.clear()
            return "shy"

    pool = StableList([Shy(), Shy()])
    assert repr(pool) == "<StableList of 2 elements in a space of 4: shy, shy>"
    assert len(pool) == 0
