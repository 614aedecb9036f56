"""Spans of time, in the unit in which they are easy to read."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["Unit", "in_words", "unit_of"]


class Unit(NamedTuple):
    """A unit of time.

    Attributes:
        name: its plural.
        sign: its abbreviation.
        seconds: its length.
    """

    name: str
    sign: str
    seconds: int


UNITS: Final = (Unit("hours", "h", 3600), Unit("minutes", "min", 60), Unit("seconds", "s", 1))
SHORT: Final = 10
"""Below this number of units, there is a decimal place, unless they are seconds."""


def unit_of(seconds: float) -> Unit:
    """The largest unit of which a span has two or more; seconds, if there is none.

    >>> unit_of(90).name, unit_of(120).name, unit_of(7200).name
    ('seconds', 'minutes', 'hours')
    """
    return next((each for each in UNITS if seconds >= 2 * each.seconds), UNITS[-1])


def in_words(seconds: float) -> str:
    """A span in words.

    >>> in_words(1), in_words(76.4), in_words(150), in_words(28_000), in_words(4_000_000)
    ('1 second', '76 seconds', '2.5 minutes', '7.8 hours', '1,111 hours')
    """
    unit = unit_of(seconds)
    amount = seconds / unit.seconds
    told = f"{amount:.1f}" if amount < SHORT and unit.seconds > 1 else f"{amount:,.0f}"
    return f"{told} {unit.name if told != '1' else unit.name[:-1]}"
