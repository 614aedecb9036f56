"""Keys, by which a container finds its elements.

(5.1)
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Key"]


class Key(NamedTuple):
    """An access key: a position, and the id of its element.

    (5.1)
    """

    index: int  # type: ignore[assignment] # it hides tuple.index, which is not used for keys
    id: int


class FreshKeys(NamedTuple):
    """Keys whose id has not been given out again since they were issued."""

    live: tuple[Key, ...] = ()
    retired: tuple[Key, ...] = ()
