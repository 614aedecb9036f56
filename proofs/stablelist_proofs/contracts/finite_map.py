"""A finite map from keys to elements: what every public method must answer, and do, on a list of a few elements.

The contract of a method has one shape. Its answer and the elements afterwards are those of a dict, the list's own check
finds no broken clause of the invariant, and truncations have visited at most one free-list entry for each removal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count as counting
from typing import NamedTuple, Protocol, TypeVar

from stablelist import Key, StableList

from . import domain

__all__ = [
    "MOST",
    "Contract",
    "Elements",
    "Given",
    "added",
    "assigned",
    "in_order",
    "seen",
    "stated",
    "vacant",
]

MOST = 5
"""The most elements: a fresh list has room for four, so one of five has grown."""
WHOLE = domain.is_whole()
"""If not, the list is empty, or had five elements, of which the first or the last was removed."""

Elements = dict[Key[int], int]


class Given(NamedTuple):
    """What CrossHair has chosen for a method."""

    inserted: int
    at: int
    new: int
    keys: list[Key[int]]

    @property
    def key(self) -> Key[int]:
        """The key of one of the first elements, which may have been removed."""
        return self.keys[self.at]


class After(NamedTuple):
    """A method's answer, and the elements and the balance of costs afterwards."""

    answer: object
    items: list[tuple[Key[int], int]]
    balanced: bool


class Both(NamedTuple):
    """What the method did, and what the dict says."""

    found: After
    expected: After


class Subject(Protocol):
    """A list or a secondary map."""

    def items(self) -> Iterable[tuple[Key[int], int]]:
        """Keys and elements."""


S = TypeVar("S", bound=Subject)
Contract = Callable[[int, int, int, int, int], Both]
Pure = Callable[[Elements, Given], object]


def stated(
    begun: Callable[[StableList[int], list[Key[int]], int], S],
    method: Callable[[S, Given], object],
    pure: Pure,
    fewest: int = 0,
) -> Contract:
    """The contract of a method, which must do what *pure* does to a dict.

    Args:
        begun: makes the object of the method from a list, before one of its elements is removed.
        method: calls it.
        pure: does the same to a dict of keys and elements.
        fewest: how many elements the list has at least; five, if it matters which key is given.
    """

    def contract(count: int, gone: int, at: int, first: int, new: int) -> Both:
        """Up to 5 elements, of which one may have been removed.

        raises: domain.OutsideError
        post: _.found == _.expected
        """
        domain.within(fewest <= count <= MOST, 0 <= gone <= count)
        if not WHOLE:
            domain.within(count in {0, MOST}, gone in {0, count - 1})
        if fewest:
            domain.within(0 <= at < MOST, at in {0, gone, MOST - 1})
        pool = StableList[int]()
        keys = pool.extend([first + each for each in range(count)])
        subject = begun(pool, keys, first)
        if gone < count:
            pool.remove(keys[gone])
        answer = answered(method, subject, Given(count, at, new, keys))
        pool.check()
        stats = pool.stats()
        found = After(answer, [*subject.items()], stats.visits <= stats.removals)
        return Both(found, expected(pure, count, gone, at, first, new))

    return contract


def expected(pure: Pure, count: int, gone: int, at: int, first: int, new: int) -> After:
    """The answer and the elements by the dict."""
    keys = [Key[int](each, each) for each in range(count)]
    elements = {key: first + key.index for key in keys if key.index != gone}
    answer = answered(pure, elements, Given(count, at, new, keys))
    return After(answer, in_order(elements), True)


def in_order(elements: Elements) -> list[tuple[Key[int], int]]:
    """Keys and elements in ascending order of position."""
    return sorted(elements.items(), key=lambda item: item[0].index)


def answered(method: Callable[[S, Given], object], subject: S, given: Given) -> object:
    """The answer, which is an error if nothing was found."""
    try:
        return method(subject, given)
    except LookupError:
        return LookupError


def added(elements: Elements, given: Given, *new: int) -> list[Key[int]]:
    """New elements take the lowest vacant positions; ids count insertions."""
    keys = []
    for stamp, element in enumerate(new, given.inserted):
        keys.append(Key[int](vacant(elements), stamp))
        elements[keys[-1]] = element
    return keys


def vacant(elements: Elements) -> int:
    """The lowest vacant position."""
    taken = {key.index for key in elements}
    return next(at for at in counting() if at not in taken)


def assigned(elements: Elements, given: Given) -> None:
    """Give an element of the dict a new value; a key that is not there is an error."""
    del elements[given.key]
    elements[given.key] = given.new


def seen(
    visit: Callable[[Callable[..., None]], object], show: Callable[..., object]
) -> list[object]:
    """What a method shows to a callback."""
    shown: list[object] = []
    visit(lambda *each: shown.append(show(*each)))
    return shown
