"""Elements that make trouble, and what else the tests of the container share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

from stablelist import Key, StableList

T = TypeVar("T")


class TroubleError(Exception):
    """What the elements and callbacks of these tests raise."""


class Hostile:
    """An element that raises whenever the list so much as looks at it."""

    def _refuse(self, *_: object) -> NoReturn:
        raise TroubleError("the list looked at its element")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __hash__ = __bool__ = __len__ = __iter__ = __repr__ = __str__ = _refuse


class Mourner:
    """An element that calls back when it dies."""

    def __init__(self, last_words: Callable[[], object]) -> None:
        self.last_words = last_words

    def __del__(self) -> None:
        self.last_words()


def filled(pool: StableList[int], count: int) -> list[Key[int]]:
    """Add 0, 1, 2 … to *pool*, and return the keys."""
    return [pool.add(number) for number in range(count)]


def positions(pool: StableList[T]) -> list[int]:
    """Where the elements of *pool* live."""
    return [key.index for key in pool]


def raise_trouble(*_: object) -> NoReturn:
    """A callback that raises."""
    raise TroubleError
