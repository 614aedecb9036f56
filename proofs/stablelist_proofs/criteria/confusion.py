"""Confusions: the shortest programs after which a key finds what a user does not expect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from stablelist_spec.core.system import System

from .search import Meeting, Moment, Words, turns

__all__ = ["Confusion", "Severity", "confusion", "confusions", "narrow_confusion", "narrowest"]

NARROW: Final = 8
"""How often one element is added and removed, with the narrowest ids."""
WIDEST: Final = 4
"""Ids of fewer bits than this are narrow."""


class Severity(StrEnum):
    """What a key can find."""

    IMMUNE = "immune"
    """Its own element, or nothing after that was removed."""
    SHIFT = "shift-N"
    """Another element or nothing although its own one still exists, because elements have moved."""
    REINSERT = "rM-rI"
    """Another element, after its own was removed and the space was reused."""


class Confusion(NamedTuple):
    """A key that finds something unexpected, after the shortest such program."""

    severity: Severity
    program: str
    number: int
    found: object


def confusions(played_moments: Iterable[Moment], words: Words) -> Iterator[Confusion]:
    """The shortest confusion of each severity."""
    met = set[Severity]()
    for found in confused(played_moments, words):
        if found.severity not in met:
            met.add(found.severity)
            yield found
        if len(met) == len(Severity) - 1:
            return


def confused(played_moments: Iterable[Moment], words: Words) -> Iterator[Confusion]:
    """Every confusion, those of shorter programs first."""
    for moment in played_moments:
        for meeting in moment.meetings(words):
            if not meeting.right:
                yield confusion(moment, meeting)


def confusion(moment: Moment, meeting: Meeting) -> Confusion:
    """A meeting that is not right."""
    severity = Severity.REINSERT if meeting.retired else Severity.SHIFT
    return Confusion(severity, " ".join(moment.program), meeting.number, meeting.found)


def narrow_confusion(system: System) -> Confusion | None:
    """The shortest confusion with the narrowest ids. They wrap soonest if there is one element at a time."""
    configuration = narrowest(system.configuration())
    if configuration is None:
        return None
    return next(confused(turns(system, configuration, NARROW), Words(system)), None)


def narrowest(usual: Any) -> Any:  # noqa: ANN401 - as `System.initial`
    """The configuration with the narrowest ids; None if ids have no width."""
    if not hasattr(usual, "id_bits"):
        return None
    for bits in range(1, WIDEST):
        with suppress(ValueError):
            return replace(usual, id_bits=bits)
    return None
