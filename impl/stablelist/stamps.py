"""The ids of one list: the next one, and those after it.

Representation invariant: `next_id` is a non-negative int, not a bool; from a counter, it is below the period.

Abstraction function: the sequence of ids that the list will still give out. (R8, R9)
"""

from __future__ import annotations

from typing import Any, Final, final

from .ids import Counter, IdSource

__all__ = ["Stamps", "following", "initial_id"]

INFINITE: Final = float("inf")  # as math.inf, whose module takes a while to load


@final
class Stamps:
    """A source of ids, and the next id. Counters are handled here, because they are used most."""

    __slots__ = ("_counts", "_source", "last", "next_id")

    def __init__(self, source: IdSource, next_id: int) -> None:
        self._source = source
        # A subclass may count differently, so its method is called.
        self._counts = type(source) is Counter
        # The last id of a counter, after which it starts over; -1 if the source has to be called each time.
        self.last: float = -1.0
        if type(source) is Counter:
            self.last = source.period - 1 if source.period else INFINITE
        self.next_id: int = next_id

    def following(self, id: int) -> int:  # noqa: A002 - the field's word
        """The id after *id*.

        Raises:
            TypeError, ValueError: the source returned something that is not an id; nothing has changed.
        """
        if id < self.last:
            return id + 1
        return 0 if self._counts else following(self._source, id)

    def several(self, count: int) -> list[int]:
        """The next *count* ids, and the id after them; none of them is used up."""
        stamps = [self.next_id]
        for _ in range(count):
            stamps.append(self.following(stamps[-1]))
        return stamps


def initial_id(source: IdSource) -> int:
    """The first id that *source* gives.

    >>> from stablelist.ids import u32
    >>> initial_id(u32)
    0
    """
    return lawful_id(source.initial())


def following(source: IdSource, id: int) -> int:  # noqa: A002 - the field's word
    """The id that *source* gives after *id*.

    >>> from stablelist.ids import u8
    >>> following(u8, 255)
    0
    """
    return lawful_id(source.next(id))


def lawful_id(value: Any) -> int:  # noqa: ANN401 - a user's source may return anything
    """Return *value* if it can be an id.

    >>> lawful_id(7)
    7
    """
    if type(value) is not int:
        raise TypeError(f"the id source gave {value!r}; an id is an int")
    if value < 0:
        raise ValueError(f"the id source gave {value}; an id is 0 or more")
    return value
