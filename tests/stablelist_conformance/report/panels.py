"""Panels: the container before and after the operation in question, with the changes marked.

They are the same in text and in drawings. At contract level there is no picture, because cells are not visible there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Final, NamedTuple

from stablelist_conformance.judging.verdict import Answered, Counterexample
from stablelist_conformance.report.excerpt import cell_words
from stablelist_conformance.report.playback import Live, Moment, Snapshot
from stablelist_conformance.wire.protocol import Level
from stablelist_spec.core.picture import Picture

__all__ = ["UNMARKED", "Marks", "Panel", "Shown", "changes", "panels", "shown"]

Shown = Picture | Live
"""What is shown: a picture, or at contract level the live keys."""

Marks = Mapping[int, Collection[int]]
"""The cells that are marked in each row, by the row's number; live keys are one row."""

UNMARKED: Final[Marks] = {}


class Panel(NamedTuple):
    """A picture with its name."""

    name: str
    shown: Shown
    marks: Marks = UNMARKED


def panels(counterexample: Counterexample, moment: Moment) -> list[Panel]:
    """Before and after, or one panel if they are equal; none if there is nothing to show."""
    return [panel for panel in of_moment(counterexample, moment) if panel.shown != Picture()]


def of_moment(counterexample: Counterexample, moment: Moment) -> list[Panel]:
    """Before and after an operation."""
    before, after = shown(counterexample, moment.before), shown(counterexample, moment.after)
    if counterexample.at is None:
        return [Panel("at the end of the program", after)]
    number, marks = moment.number + 1, changes(before, after) or named(after, moment)
    if moment.before == moment.after:
        return [Panel(f"before and after operation {number}", after, marks)]
    return [
        Panel(f"before operation {number}", before, marks),
        Panel(f"after operation {number}, as the model has it", after, marks),
    ]


def named(shown: Shown, moment: Moment) -> Marks:
    """The existing cells or live keys that an operation names."""
    there = contents(shown)
    return {0: moment.named & there[0].keys()} if there else UNMARKED


def shown(answered: Answered, snapshot: Snapshot) -> Shown:
    """What is shown at the program's level; an empty picture if the system draws nothing."""
    if isinstance(snapshot, Live):
        return snapshot
    system = answered.handshake.system
    picture = Picture() if system.picture is None else system.picture(snapshot)
    return picture if answered.level is Level.COST else replace(picture, costs={})


def changes(before: Shown, after: Shown) -> Marks:
    """The cells that differ, for each row that has such cells."""
    marks, nothing = dict[int, set[int]](), dict[int, object]()
    rows = zip_longest(contents(before), contents(after), fillvalue=nothing)
    for number, (old, new) in enumerate(rows):
        changed = {at for at in old.keys() | new.keys() if old.get(at) != new.get(at)}
        if changed:
            marks[number] = changed
    return marks


def contents(shown: Shown) -> list[Mapping[int, object]]:
    """The contents of each opened cell, or of each live key."""
    if isinstance(shown, Live):
        return [shown.elements]
    return [{at: cell_words(row, at) for at in range(len(row.cells))} for row in shown.rows]
