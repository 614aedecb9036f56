"""What is shown of a program: the container before and after the operation that matters, and what it changes.

The same for text and drawing. At contract level there is no picture, because nobody sees cells there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Final, NamedTuple

from stablelist_conformance.protocol import Level
from stablelist_conformance.verdict import Answered, Counterexample
from stablelist_spec.core.picture import Picture

from .excerpt import cell_words
from .playback import Live, Moment, Snapshot

__all__ = ["UNMARKED", "Marks", "Panel", "Shown", "changes", "panels", "shown"]

Shown = Picture | Live
"""What there is to see: a picture, or at contract level the live keys."""

Marks = Mapping[int, Collection[int]]
"""The cells that are marked in each row, by the row's number; live keys are one row."""

UNMARKED: Final[Marks] = {}


class Panel(NamedTuple):
    """A picture with its name."""

    name: str
    shown: Shown
    marks: Marks = UNMARKED


def panels(counterexample: Counterexample, moment: Moment) -> list[Panel]:
    """Before and after, or one panel where they are the same; none if there is nothing to see."""
    return [panel for panel in of_moment(counterexample, moment) if panel.shown != Picture()]


def of_moment(counterexample: Counterexample, moment: Moment) -> list[Panel]:
    """Before and after, whatever there is to see."""
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
    """The cells or live keys that an operation names, of those that are there."""
    there = contents(shown)
    return {0: moment.named & there[0].keys()} if there else UNMARKED


def shown(answered: Answered, snapshot: Snapshot) -> Shown:
    """What there is to see at the program's level; a system that draws nothing is an empty picture."""
    if isinstance(snapshot, Live):
        return snapshot
    system = answered.handshake.system
    picture = Picture() if system.picture is None else system.picture(snapshot)
    return picture if answered.level is Level.COST else replace(picture, costs={})


def changes(before: Shown, after: Shown) -> Marks:
    """The cells that differ, of each row in which some do."""
    marks, nothing = dict[int, set[int]](), dict[int, object]()
    rows = zip_longest(contents(before), contents(after), fillvalue=nothing)
    for number, (old, new) in enumerate(rows):
        changed = {at for at in old.keys() | new.keys() if old.get(at) != new.get(at)}
        if changed:
            marks[number] = changed
    return marks


def contents(shown: Shown) -> list[Mapping[int, object]]:
    """What each opened cell, or each live key, holds."""
    if isinstance(shown, Live):
        return [shown.elements]
    return [{at: cell_words(row, at) for at in range(len(row.cells))} for row in shown.rows]
