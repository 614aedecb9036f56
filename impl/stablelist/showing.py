"""The repr of a list: its first elements, abbreviated, even if their own repr fails.

It uses the standard library's `reprlib`, which limits the length, and shows an object whose repr raises by its type and
address.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from reprlib import Repr
from typing import Final

__all__ = ["SHOWN", "shown", "shown_items"]

SHOWN: Final = 6
"""The number of elements, or of entries of a free list, that are shown."""

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
    """Replace the last of these by `...` if it is one too many."""
    return ", ".join([*texts[:SHOWN], "..."] if len(texts) > SHOWN else texts)
