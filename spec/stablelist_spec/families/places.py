"""Places: what the user of a container knows of the indices of its elements, if keys are indices and are not shown.

A container puts a new element at any index at which none is live. So a key whose element was removed may find a later
element: the one that is at its index now. A user learns of this only by asking. All keys that are known to have the
same index are at one *place*. Two keys can only be at the same place if

1. it was not taken by two elements at once, and
2. it was not taken while one of the keys found nothing, and
3. they are not two forged keys with different indices.

Times are counted in insertions. Each condition is necessary; so no container is accused of an index that it may choose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from sys import maxsize
from typing import Final, NamedTuple

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName

__all__ = ["Meanings", "Place", "Places", "Span"]

Meanings = tuple[int | None, ...]
"""The live elements that a key may find, by the numbers of their insertions; None for nothing."""
ENDLESS: Final = maxsize
MOST_SPANS: Final = 8
"""The times before the last so many are forgotten, which only permits more."""


class Span(NamedTuple):
    """The time of an element, from the insertions before its own to those before its removal.

    An empty span is a time at which a place was seen to be vacant.
    """

    born: int
    end: int = ENDLESS

    def overlaps(self, other: Span) -> bool:
        """Whether two elements were live at once, or one while the other's place was vacant.

        >>> Span(0, 3).overlaps(Span(2)), Span(0, 3).overlaps(Span(3)), Span(2, 2).overlaps(Span(0, 3))
        (True, False, True)
        """
        return self.born < other.end and other.born < self.end


class Place(NamedTuple):
    """An index that may be unknown.

    Attributes:
        names: the keys that are known to have this index.
        spans: when it is known to have been taken or vacant, in the order of time.
        holder: the live element that is known to be there.
        index: the index itself, known from a forged key.
    """

    names: tuple[KeyName, ...]
    spans: tuple[Span, ...] = ()
    holder: int | None = None
    index: int | None = None  # type: ignore[assignment] # it hides tuple.index, which is not used for places

    @property
    def until(self) -> int:
        """The last time of which something is known."""
        return self.spans[-1].end if self.spans else 0

    def may_be(self, other: Place) -> bool:
        """Whether both may be the same index."""
        if None not in (self.index, other.index) and self.index != other.index:
            return False
        return not any(mine.overlaps(theirs) for mine in self.spans for theirs in other.spans)

    def merged(self, taken: Place) -> Place:
        """This place, which is the same index as that of a live element."""
        return Place(
            self.names + taken.names,
            tuple(sorted(self.spans + taken.spans)[-MOST_SPANS:]),
            taken.holder,
            taken.index if self.index is None else self.index,
        )


@dataclass
class Places:
    """The places of elements of one kind.

    Attributes:
        at: the place of each key that was issued, or used.
        live: the live elements, the earliest first.
    """

    at: dict[KeyName, KeyName] = field(default_factory=dict)
    places: dict[KeyName, Place] = field(default_factory=dict)
    live: dict[int, None] = field(default_factory=dict)

    def __copy__(self) -> Places:
        """An independent copy."""
        return replace(self, at={**self.at}, places={**self.places}, live={**self.live})

    def taken(self, number: int) -> None:
        """An element was inserted, at an index that nobody knows."""
        self.live[number] = None
        self._keep(Place((number,), (Span(number),), number))

    def vacated(self, number: int, now: int) -> None:
        """An element was removed."""
        del self.live[number]
        place = self.of(number)
        ended = (*place.spans[:-1], Span(place.spans[-1].born, now))
        self._keep(place._replace(spans=ended, holder=None))

    def of(self, name: KeyName) -> Place:
        """The place of a key."""
        if name in self.at:
            return self.places[self.at[name]]
        return Place((name,), index=name.index if isinstance(name, Key) else None)

    def meanings(self, name: KeyName) -> Meanings:
        """What a key may find."""
        place = self.of(name)
        if place.holder is not None:
            return (place.holder,)
        return (None, *[n for n in self._since(place.until) if place.may_be(self.of(n))])

    def found(self, name: KeyName, meaning: int | None, now: int) -> None:
        """A key was seen to find an element, or nothing."""
        place = self.of(name)
        if meaning is None:
            taken = tuple(span for span in place.spans if span.born < span.end)
            self._keep(place._replace(spans=(*taken, Span(now, now))[-MOST_SPANS:]))
        elif place.holder is None:
            other = self.places.pop(self.at[meaning])
            self.at |= dict.fromkeys(other.names, place.names[0])
            self._keep(place.merged(other))

    def _since(self, time: int) -> Iterator[int]:
        """The live elements that were inserted at some time or later, the latest first."""
        for number in reversed(self.live):
            if number < time:
                return
            yield number

    def _keep(self, place: Place) -> None:
        """Note what is known of a place, under the first of its names."""
        self.at[place.names[0]] = place.names[0]
        self.places[place.names[0]] = place
