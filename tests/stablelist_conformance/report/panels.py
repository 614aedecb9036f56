"""Panels: the container before and after the operation in question, with the changes marked.

At contract level cells are not visible; the live keys are in their place, or what a container without keys answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from stablelist_conformance.judging.verdict import Answered
from stablelist_conformance.report.trace import Live, Observed, Snapshot, Step, Trace
from stablelist_conformance.wire.protocol import Level
from stablelist_conformance.wire.text import clip
from stablelist_spec.core.picture import Cell, Picture, Row
from stablelist_spec.core.second import Pair

__all__ = ["UNMARKED", "Marks", "amount", "changes", "drawn", "named", "panels"]

Marks = Mapping[int, Collection[int]]
"""The cells that are marked in each row, by the row's number; live keys are one row."""

UNMARKED: Final[Marks] = {}
_MOST_SHOWN: Final = 400
"""Characters of an answer that is shown."""
UNCHAINED: Final = -1
"""Stands for the next vacancy of a cell that is in no chain."""


def panels(trace: Trace) -> Iterator[tuple[str, Picture, Marks]]:
    """Before and after the last step, or one panel if they are equal; none if there is nothing to show."""
    answered, step = trace.answered, trace.last
    if step is None:
        return
    before, after = drawn(answered, trace.before(step)), drawn(answered, trace.after(step))
    number, marks = step.number + 1, changes(before, after) or named(after, step)
    if answered.at is None:
        shown = [("at the end of the program", after, UNMARKED)]
    elif trace.before(step) == trace.after(step):
        shown = [(f"before and after operation {number}", after, marks)]
    else:
        shown = [
            (f"before operation {number}", before, marks),
            (f"after operation {number}, as the model has it", after, marks),
        ]
    yield from (panel for panel in shown if panel[1] != Picture())


def named(shown: Picture, step: Step) -> Marks:
    """The existing cells or live keys that an operation names."""
    there = contents(shown)
    row = len(there) - 1 if step.operation and step.operation.on > 1 else 0
    return {row: step.named & there[row].keys()} if there else UNMARKED


def drawn(answered: Answered, snapshot: Snapshot) -> Picture:
    """What is shown at the program's level; an empty picture if the system draws nothing."""
    if isinstance(snapshot, Live):
        return live_keys(snapshot)
    if isinstance(snapshot, Observed):
        return Picture({name: clip(word, _MOST_SHOWN) for name, word in snapshot.answers.items()})
    if isinstance(snapshot, Pair):
        first, second = (drawn(answered, state) for state in snapshot[:2])
        return first if first == second == Picture() else side_by_side(first, second)
    system = answered.handshake.system
    picture = Picture() if system.picture is None else system.picture(snapshot)
    return picture if answered.level is Level.COST else replace(picture, costs={})


def side_by_side(first: Picture, second: Picture) -> Picture:
    """Two containers in one picture: the facts of both, and rows that are named after each."""
    told = {"the first": first, "the second": second}
    facts = {
        name: [amount(of.facts[name]) if name in of.facts else "none" for of in (first, second)]
        for name in {**first.facts, **second.facts}
    }
    return Picture(
        {name: " and ".join(of_both) for name, of_both in facts.items()},
        {
            f"{name} in {which}": cost
            for which, of in told.items()
            for name, cost in of.costs.items()
        },
        [
            replace(row, name=" of ".join(filter(None, (row.name, which))))
            for which, of in told.items()
            for row in of.rows
        ],
    )


def amount(fact: int | str) -> str:
    """A fact as it is shown."""
    return f"{fact:,}" if isinstance(fact, int) else fact


def live_keys(live: Live) -> Picture:
    """The elements by the numbers of their insertions, in the place of cells.

    >>> [cell.word for cell in live_keys(Live({1: 7}, frozenset({0}))).rows[0].cells]
    ['', '7']
    """
    end = max((*live.elements, *live.retired), default=-1) + 1
    words = [str(live.elements.get(number, "")) for number in range(end)]
    cells = [Cell(bool(word), word) for word in words]
    facts = {"live keys": len(live.elements), "retired": len(live.retired)}
    return Picture(facts, rows=[Row(end, cells, name="insertions")] if cells else ())


def changes(before: Picture, after: Picture) -> Marks:
    """The cells that differ, for each row that has such cells."""
    marks, nothing = dict[int, set[int]](), dict[int, object]()
    rows = zip_longest(contents(before), contents(after), fillvalue=nothing)
    for number, (old, new) in enumerate(rows):
        changed = {at for at in old.keys() | new.keys() if old.get(at) != new.get(at)}
        if changed:
            marks[number] = changed
    return marks


def contents(shown: Picture) -> list[Mapping[int, object]]:
    """The contents of each opened cell, or of each live key."""
    return [
        {
            at: (cell.word or ".", cell.second, row.following.get(at, UNCHAINED))
            for at, cell in enumerate(row.cells)
        }
        for row in shown.rows
    ]
