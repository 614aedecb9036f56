"""Panels: the container before and after the operation in question, with the changes marked.

They are the same in text and in drawings. At contract level there is no picture, because cells are not visible there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Final, NamedTuple

from stablelist_conformance.judging.verdict import Answered
from stablelist_conformance.report.trace import Live, Snapshot, Step, Trace
from stablelist_conformance.wire.protocol import Level
from stablelist_spec.core.picture import Picture

__all__ = ["UNMARKED", "Drawn", "Marks", "Panel", "changes", "drawn", "panels"]

Drawn = Picture | Live
"""What is shown: a picture, or at contract level the live keys."""

Marks = Mapping[int, Collection[int]]
"""The cells that are marked in each row, by the row's number; live keys are one row."""

UNMARKED: Final[Marks] = {}
UNCHAINED: Final = -1
"""Stands for the next vacancy of a cell that is in no chain."""


class Panel(NamedTuple):
    """A picture with its name."""

    name: str
    drawn: Drawn
    marks: Marks = UNMARKED


def panels(trace: Trace) -> list[Panel]:
    """Before and after the last step, or one panel if they are equal; none if there is nothing to show."""
    step = trace.last
    return [panel for panel in of_step(trace, step) if panel.drawn != Picture()] if step else []


def of_step(trace: Trace, step: Step) -> list[Panel]:
    """Before and after an operation."""
    answered = trace.answered
    before, after = drawn(answered, trace.before(step)), drawn(answered, trace.after(step))
    if answered.at is None:
        return [Panel("at the end of the program", after)]
    number, marks = step.number + 1, changes(before, after) or named(after, step)
    if trace.before(step) == trace.after(step):
        return [Panel(f"before and after operation {number}", after, marks)]
    return [
        Panel(f"before operation {number}", before, marks),
        Panel(f"after operation {number}, as the model has it", after, marks),
    ]


def named(shown: Drawn, step: Step) -> Marks:
    """The existing cells or live keys that an operation names."""
    there = contents(shown)
    return {0: step.named & there[0].keys()} if there else UNMARKED


def drawn(answered: Answered, snapshot: Snapshot) -> Drawn:
    """What is shown at the program's level; an empty picture if the system draws nothing."""
    if isinstance(snapshot, Live):
        return snapshot
    system = answered.handshake.system
    picture = Picture() if system.picture is None else system.picture(snapshot)
    return picture if answered.level is Level.COST else replace(picture, costs={})


def changes(before: Drawn, after: Drawn) -> Marks:
    """The cells that differ, for each row that has such cells."""
    marks, nothing = dict[int, set[int]](), dict[int, object]()
    rows = zip_longest(contents(before), contents(after), fillvalue=nothing)
    for number, (old, new) in enumerate(rows):
        changed = {at for at in old.keys() | new.keys() if old.get(at) != new.get(at)}
        if changed:
            marks[number] = changed
    return marks


def contents(shown: Drawn) -> list[Mapping[int, object]]:
    """The contents of each opened cell, or of each live key."""
    if isinstance(shown, Live):
        return [shown.elements]
    return [
        {
            at: (cell.word or ".", cell.second, row.following.get(at, UNCHAINED))
            for at, cell in enumerate(row.cells)
        }
        for row in shown.rows
    ]
