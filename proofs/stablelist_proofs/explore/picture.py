"""The picture of the smallest list: every state of four cells, with ids and free-list order forgotten.

``python -m stablelist_proofs.explore.picture FILE`` draws it. There is a row for each number of elements, and a group
for each number of opened cells. So an insertion leads up one row and a removal down one, and only an insertion into an
untouched cell leads to the next group.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from .expand import Question
from .graph import Drawn, drawn_states
from .scope import Keep, Scope
from .search import searching
from .tie import Transition, ours

__all__ = ["picture"]

CELL: Final = 13
GAP: Final = 3
STEP: Final = (84, 92)
MARGIN: Final = (52, 74)
GROUP_GAP: Final = 22
WIDTH: Final = 4 * CELL + 2 * GAP

STYLE: Final = """
svg { --paper: #ffffff; --ink: #1f2328; --quiet: #59636e; --live: #2563ae; --line: #c8ced6;
      --other: #b3541e }
@media (prefers-color-scheme: dark) {
svg { --paper: #16191d; --ink: #e6e9ed; --quiet: #a3acb6; --live: #6cabf0; --line: #454d57;
      --other: #ef9a62 } }
text { font: 13px system-ui, sans-serif; fill: var(--ink) }
.quiet { fill: var(--quiet) }
.paper { fill: var(--paper); stroke: var(--line) }
.live { fill: var(--live); stroke: var(--live) }
.vacant { fill: var(--paper); stroke: var(--quiet) }
.untouched { fill: none; stroke: var(--line); stroke-dasharray: 2 2 }
.removal { stroke: var(--line); stroke-width: 1.2 }
.insertion { stroke: var(--other); stroke-width: 1.8; marker-end: url(#tip) }
.tip { fill: var(--other) }
"""


class Place(NamedTuple):
    """The centre of a state's picture."""

    x: float
    y: float


def picture() -> str:
    """The picture as SVG, for light and dark colour schemes."""
    scope = Scope(positions=4, keep=Keep.SETS)
    with (
        tempfile.TemporaryDirectory() as folder,
        searching(scope, Question(()), Path(folder)) as search,
    ):
        search.go_on()
        states = drawn_states(search.system, search.run.levels)
        steps = [*ours(search.system, np.array([state.number for state in states]))]
    return "\n".join(drawing(states, steps)) + "\n"


def drawing(states: list[Drawn], steps: list[Transition]) -> Iterator[str]:
    """Lines of SVG."""
    places, width = placed(states)
    height = 2 * MARGIN[1] + 4 * STEP[1] + 20
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">'
    yield "<title>Every state of a list of four cells, and what insertion and removal do</title>"
    yield f"<style>{STYLE}</style>"
    yield '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" '
    yield 'orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>'
    yield f'<rect class="paper" width="{width:g}" height="{height:g}"/>'
    yield from edges(steps, places)
    for state in states:
        yield from cells(state, places[state.number])
    yield from words(states, places, height)
    yield "</svg>"


def placed(states: list[Drawn]) -> tuple[dict[int, Place], float]:
    """Groups by opened cells, rows by elements."""
    groups: dict[int, dict[int, list[Drawn]]] = defaultdict(lambda: defaultdict(list))
    for state in states:
        groups[opened(state)][state.picture.count("#")].append(state)
    places, left = {}, float(MARGIN[0])
    for _, rows in sorted(groups.items()):
        widest = max(map(len, rows.values()))
        for live, row in rows.items():
            ordered = sorted(row, key=lambda state: state.picture)
            for place, state in enumerate(ordered):
                x = left + (place + (widest - len(row)) / 2 + 0.5) * STEP[0]
                places[state.number] = Place(x, MARGIN[1] + (4 - live) * STEP[1])
        left += widest * STEP[0] + GROUP_GAP
    return places, left + 8


def opened(state: Drawn) -> int:
    """How many cells are opened."""
    return sum(cell in "#." for cell in state.picture)


def edges(steps: list[Transition], places: dict[int, Place]) -> Iterator[str]:
    """Removals below, insertions above; clear and loops are left out."""
    for name, css in (("remove", "removal"), ("add", "insertion")):
        for step in steps:
            if step.action.name == name and step.source != step.target:
                (x, y), (to_x, to_y) = places[step.source], places[step.target]
                down = 1 if to_y > y else -1
                y, to_y = y + down * (CELL / 2 + 3), to_y - down * (CELL / 2 + 5)
                yield f'<path class="{css}" d="M{x:g} {y:g} {to_x:g} {to_y:g}"/>'


def cells(state: Drawn, place: Place) -> Iterator[str]:
    """Four cells, with a gap between partitions."""
    x, y = place.x - WIDTH / 2, place.y - CELL / 2
    for cell in state.picture:
        if cell == "|":
            x += GAP
            continue
        css = {"#": "live", ".": "vacant", "_": "untouched"}[cell]
        yield f'<rect class="{css}" x="{x:g}" y="{y:g}" width="{CELL - 2}" height="{CELL - 2}" rx="2"/>'
        if cell == ".":
            middle = (x + CELL / 2 - 1, y + CELL / 2 - 1)
            yield f'<circle class="quiet" cx="{middle[0]:g}" cy="{middle[1]:g}" r="1.8"/>'
        x += CELL


def words(states: list[Drawn], places: dict[int, Place], height: float) -> Iterator[str]:
    """Rows, groups and a legend."""
    for live in range(5):
        y = MARGIN[1] + (4 - live) * STEP[1] + 4
        yield f'<text class="quiet" x="14" y="{y:g}">{live}</text>'
    yield '<text class="quiet" x="14" y="30">elements</text>'
    for count in range(5):
        xs = [places[state.number].x for state in states if opened(state) == count]
        x, y = (min(xs) + max(xs)) / 2, MARGIN[1] + 4 * STEP[1] + 34
        text = "new" if count == 0 else f"{count} opened"
        yield f'<text class="quiet" x="{x:g}" y="{y:g}" text-anchor="middle">{text}</text>'
    yield from legend(height - 22)


def legend(y: float) -> Iterator[str]:
    """The legend."""
    shown = (("#", "live", 52), (".", "vacant", 118), ("_", "untouched", 200))
    for cell, text, x in shown:
        yield from cells(Drawn(0, 0, cell), Place(x + WIDTH / 2, y - 3))
        yield f'<text x="{x + 17}" y="{y:g}">{text}</text>'
    for css, text, x in (("insertion", "add", 310), ("removal", "remove", 392)):
        yield f'<path class="{css}" d="M{x} {y - 4:g} {x + 26} {y - 4:g}"/>'
        yield f'<text x="{x + 33}" y="{y:g}">{text}</text>'
    note = "gaps part q1, q2 and h2; clear, which leads to the left, is left out"
    yield f'<text class="quiet" x="490" y="{y:g}">{note}</text>'


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(picture())
