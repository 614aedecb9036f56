"""Axes: the choices by which containers of one family differ, as short words.

A system that has an axis says what it chose; an axis that it does not have stays empty.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

__all__ = ["AXES", "Axes"]


@dataclass(frozen=True)
class Axes:
    """The choices of a system.

    Attributes:
        stamps: how keys are stamped, and what happens when the stamps run out.
        vacancies: how vacancies are reused.
        elements: how elements are arranged, and in which order they are iterated.
        truncation: what drops cells.
        bulk: what operations on everything do to stamps and vacancies.
        full: what happens when there is no vacancy.

    >>> Axes(stamps="none", vacancies="last in, first out").words()
    {'stamps': 'none', 'vacancies': 'last in, first out'}
    """

    stamps: str = ""
    vacancies: str = ""
    elements: str = ""
    truncation: str = ""
    bulk: str = ""
    full: str = ""

    def words(self) -> dict[str, str]:
        """The choices by axis, without the axes that the system does not have."""
        return {name: word for name in AXES if (word := getattr(self, name))}


AXES = tuple(axis.name for axis in fields(Axes))
"""The names of the axes."""
