"""What is shown of elements by `repr`: a few of them, each abbreviated, whatever their own repr does.

The standard library's `reprlib` does it: it is bounded in length, and shows an object whose repr raises
by its type and address.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from reprlib import Repr
from typing import Final

__all__ = ["SHOWN", "shown", "shown_items"]

SHOWN: Final = 6
"""The number of elements that are shown."""

abbreviation: Final = Repr()
abbreviation.maxlevel = 1


def shown(elements: Iterable[object]) -> str:
    """The first elements, and `...` if there are more.

    >>> shown(range(9))
    '0, 1, 2, 3, 4, 5, ...'
    """
    return abbreviated([abbreviation.repr(element) for element in islice(elements, SHOWN + 1)])


def shown_items(items: Iterable[tuple[object, object]]) -> str:
    """The first items, as in a dict, and `...` if there are more.

    >>> shown_items({"ant": 6}.items())
    "'ant': 6"
    """
    first = islice(items, SHOWN + 1)
    return abbreviated([f"{key!r}: {abbreviation.repr(value)}" for key, value in first])


def abbreviated(texts: list[str]) -> str:
    """These, with `...` in place of the last if it is one too many."""
    return ", ".join([*texts[:SHOWN], "..."] if len(texts) > SHOWN else texts)
