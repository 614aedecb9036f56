"""Each criterion of chapter 3, decided for a system from its behaviour.

- Insertion, removal, random access: in every short program, a new key finds its element, and removing by it hands the
  element out.
- Reuse of space: the space stays small under many insertions, each of which is followed by the removal of its element.
- ABA immunity: the shortest program after which a key finds what a user does not expect.
- Truncation: the space after a burst whose elements are removed again, all but one.
- Sorting: the order of iteration after an operation that changes nothing else, and what keys find then.

Ids are as wide as the system's default, so that no short program makes them start over; `narrow_confusion` looks at the
narrowest ids instead. (chapter 3)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import System

from .confusion import Confusion, Severity, confusions, narrow_confusion
from .search import Meeting, Moment, Words, fresh, moments, played, turns
from .sorting import Sorting, sorting

__all__ = ["Burst", "Findings", "findings"]

LENGTH: Final = 8
"""The length of the longest programs; all programs up to this length are run."""
BURST: Final = 64
"""The elements of a burst."""
ROUNDS: Final = 64
"""The number of insertions, each followed by the removal of its element."""


class Burst(NamedTuple):
    """The number of cells at the height of a burst, and when one element is left, in three orders.

    Attributes:
        peak: the cells with all elements.
        oldest_left: the cells after all but the oldest were removed, oldest first.
        reversed: the same, youngest first.
        youngest_left: the cells after all but the youngest were removed.
        visited: the cells that an iteration visits when the oldest is left; None if costs are not counted.
    """

    peak: int
    oldest_left: int
    reversed: int
    youngest_left: int
    visited: int | None

    @property
    def truncates(self) -> bool:
        """Whether removals alone shorten the space."""
        return min(self.oldest_left, self.reversed) < self.peak


class Findings(NamedTuple):
    """The criteria of one system.

    Attributes:
        programs: how many programs were played, all of at most `LENGTH` operations.
        accesses: whether insertion, removal and random access work in all of them.
        reuses: whether the space stays bounded under insertions and removals; None if no space is shown.
        confusions: the shortest one of each severity that occurs.
        narrow: the shortest confusion with the narrowest ids; None if there is none, or if ids have no width.
        burst: what truncates; None if no space is shown.
        sorting: what sorting does; None if there is no operation for it.
    """

    system: System
    programs: int
    accesses: bool
    reuses: bool | None
    confusions: tuple[Confusion, ...]
    narrow: Confusion | None
    burst: Burst | None
    sorting: Sorting | None

    @property
    def severity(self) -> str:
        """The severities that occur, as in table 3.2."""
        return ", ".join(each.severity for each in self.confusions) or Severity.IMMUNE


def findings(system: System, configuration: object | None = None) -> Findings:
    """Decide every criterion for a system, by default in its default configuration with room for a burst.

    >>> from stablelist_spec.systems import SYSTEMS
    >>> slab = findings(SYSTEMS["lifo-slab"])
    >>> slab.severity, slab.confusions[0].program, slab.reuses
    ('rM-rI', 'add remove:0 add', True)
    """
    chosen = roomy(system.configuration()) if configuration is None else configuration
    all_moments = list(moments(system, chosen, LENGTH))
    return Findings(
        system,
        len(all_moments),
        accesses(all_moments, Words(system)),
        reuses(system, chosen),
        tuple(confusions(all_moments, Words(system))),
        narrow_confusion(system),
        burst(system, chosen),
        sorting([fresh(system, chosen), *all_moments], Words(system)),
    )


def roomy(usual: Any) -> object:  # noqa: ANN401 - as `System.initial`
    """The configuration, with as large a capacity as a burst needs if it would be full before."""
    most: int | None = getattr(usual, "most_live", None)
    full: bool = most is not None and most < BURST
    return replace(usual, capacity=BURST) if full else usual


def accesses(played_moments: Iterable[Moment], words: Words) -> bool:
    """Whether each new key finds its element, and removing by it returns the element."""
    return all(
        newest(moment, words).right
        and moment.removed(moment.live[-1], words).answer == moment.live[-1]
        for moment in played_moments
        if moment.program[-1].partition(":")[0] == words.insertion
    )


def newest(moment: Moment, words: Words) -> Meeting:
    """What the last key finds."""
    *_, meeting = moment.meetings(words)
    return meeting


# --- Space ----------------------------------------------------------------------------------------


def space(moment: Moment) -> int | None:
    """The cells of the element space, as ``layout`` shows them; without a layout, those that an iteration visits."""
    shown = moment.system.shown.get("layout")
    extent = None if shown is None else moment.system.extent(shown(moment.state))
    return visited(moment) if extent is None else extent[0]


def reuses(system: System, configuration: object) -> bool | None:
    """Whether the space stays below the number of insertions if each element is removed before the next is added."""
    after = space(last(turns(system, configuration, ROUNDS)).added(Words(system)))
    return None if after is None else after < ROUNDS


def burst(system: System, configuration: object) -> Burst | None:
    """The space at the height of a burst, and when one element is left of it."""
    orders = ((), range(1, BURST), range(BURST - 1, 0, -1), range(BURST - 1))
    ends = [last(played(system, configuration, list(removals), BURST)) for removals in orders]
    spaces = [cells for end in ends if (cells := space(end)) is not None]
    if len(spaces) < len(ends):
        return None
    peak, oldest, backwards, youngest = spaces
    return Burst(peak, oldest, backwards, youngest, visited(ends[1]))


def last(played_moments: Iterable[Moment]) -> Moment:
    """The state at the end of a program."""
    *_, moment = played_moments
    return moment


def visited(moment: Moment) -> int | None:
    """The cells that an iteration visits."""
    assert moment.system.step is not None
    step = moment.system.step(moment.state, Operation(Words(moment.system).iteration))
    before, after = counted(moment.state), counted(step.state)
    return None if before is None or after is None else after - before


def counted(state: Any) -> int | None:  # noqa: ANN401 - as `System.initial`
    """The cells that iterations have visited so far, if the state counts costs."""
    cells: int | None = getattr(getattr(state, "cost", None), "cells", None)
    return cells
