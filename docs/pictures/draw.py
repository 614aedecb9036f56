"""Draws the pictures of `truncation.md` from real lists, as `layout()` shows them.

`python docs/pictures/draw.py` writes them beside itself; a test compares. They follow the reader's
choice of light or dark, and bring their own background, so that they can be read on any page.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from stablelist import Key, Layout, PartitionLayout, StableList, Truncate

HERE: Final = Path(__file__).parent

CELL: Final = 25
"""Narrow enough that 16 of them can be read on a phone."""
MARGIN: Final = 14
HEAD: Final = 26
ROW: Final = HEAD + CELL + 60

STYLE: Final = """
svg { --paper: #ffffff; --ink: #1f2328; --quiet: #59636e; --live: #2563ae; --on-live: #ffffff;
      --vacant: #fff4d6; --edge: #a8700a; --line: #c8ced6; --other: #b3541e }
@media (prefers-color-scheme: dark) {
svg { --paper: #16191d; --ink: #e6e9ed; --quiet: #a3acb6; --live: #6cabf0; --on-live: #0c1117;
      --vacant: #3a2f14; --edge: #d9a441; --line: #454d57; --other: #ef9a62 } }
text { font: 13px system-ui, sans-serif; fill: var(--ink) }
.mid { text-anchor: middle } .end { text-anchor: end }
.caption { font-weight: 600 } .quiet { fill: var(--quiet) }
.paper { fill: var(--paper); stroke: var(--line) }
.live { fill: var(--live); stroke: var(--live) }
.on-live { fill: var(--on-live); font-weight: 600 }
.vacant { fill: var(--vacant); stroke: var(--edge) }
.untouched { fill: none; stroke: var(--line); stroke-dasharray: 3 3 }
.bracket { fill: none; stroke: var(--quiet) }
.axis { stroke: var(--line) }
.curve { fill: none; stroke: var(--live); stroke-width: 2.5 }
.curve.never { stroke: var(--other); stroke-dasharray: 7 4 }
.curve.elements { stroke: var(--quiet); stroke-width: 1.5 }
"""


@dataclass(frozen=True)
class Row:
    """An element space to be drawn, with what is to be said about it."""

    caption: str
    layout: Layout
    live: frozenset[int]

    @classmethod
    def of(cls, caption: str, pool: StableList[str]) -> Row:
        """A list as it is now."""
        return cls(caption, pool.layout(), frozenset(key.index for key in pool))

    def kind(self, position: int) -> str:
        """What lies at a position."""
        if position in self.live:
            return "live"
        opened = any(
            part.start <= position < part.start + part.opened for part in self.layout.partitions
        )
        return "vacant" if opened else "untouched"


# --- element spaces ------------------------------------------------------------------------------


def cell(x: float, y: float, kind: str, position: int) -> str:
    """A square with the number of the position."""
    label = "on-live" if kind == "live" else "quiet"
    return (
        f'<rect class="{kind}" x="{x + 1}" y="{y}" width="{CELL - 2}" height="{CELL - 4}" rx="4"/>'
        f'<text class="mid {label}" x="{x + CELL / 2}" y="{y + 15}">{position}</text>'
    )


def partition(part: PartitionLayout, y: float) -> str:
    """A bracket below the cells, with the partition's name and its free list, head first."""
    left, right = MARGIN + part.start * CELL + 4, MARGIN + (part.start + part.size) * CELL - 4
    middle = (left + right) / 2
    free = "→".join(map(str, part.free))
    return (
        f'<path class="bracket" d="M{left} {y}v5H{right}v-5"/>'
        f'<text class="mid quiet" x="{middle}" y="{y + 20}">{part.name}</text>'
        f'<text class="mid" x="{middle}" y="{y + 38}">{free}</text>'
    )


def row(what: Row, top: float) -> str:
    """An element space, its partitions, their free lists."""
    y = top + HEAD
    cells = (
        cell(MARGIN + position * CELL, y, what.kind(position), position)
        for position in range(what.layout.space)
    )
    parts = (partition(part, y + CELL) for part in what.layout.partitions)
    caption = f'<text class="caption" x="{MARGIN + 2}" y="{top + 16}">{escape(what.caption)}</text>'
    return "\n".join([caption, *cells, *parts])


def legend(y: float) -> str:
    """What the squares mean."""
    marks = []
    for n, word in enumerate(("live", "vacant", "untouched")):
        x = MARGIN + 2 + n * 100
        marks.append(f'<rect class="{word}" x="{x}" y="{y}" width="14" height="14" rx="3"/>')
        marks.append(f'<text class="quiet" x="{x + 20}" y="{y + 12}">{word}</text>')
    marks.append(
        f'<text class="quiet" x="{MARGIN + 2}" y="{y + 36}">under a partition: its free list, head first</text>'
    )
    return "\n".join(marks)


def rows(title: str, what: list[Row]) -> str:
    """One element space below the other."""
    width = 2 * MARGIN + 16 * CELL
    height = MARGIN + len(what) * ROW + 54
    drawn = [row(each, MARGIN + n * ROW) for n, each in enumerate(what)]
    return svg(title, width, height, [*drawn, legend(height - 52)])


def svg(title: str, width: int, height: int, parts: Iterable[str]) -> str:
    """A picture on its own paper."""
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    paper = f'x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="paper" {paper}/>',
            *parts,
            "</svg>\n",
        ]
    )


# --- the lists that are drawn --------------------------------------------------------------------


def filled(count: int, minimum: int = 4) -> tuple[StableList[str], list[Key[str]]]:
    """A list of *count* elements, and their keys."""
    pool: StableList[str] = StableList(minimum=minimum)
    return pool, pool.extend("x" * count)


def without(pool: StableList[str], keys: list[Key[str]], *positions: int) -> None:
    """Remove the elements at these positions, in this order."""
    for position in positions:
        pool.remove(keys[position])


def element_space() -> str:
    """The three kinds of cells, three partitions, a free list in each."""
    pool, keys = filled(13)
    without(pool, keys, 2, 0, 6, 12, 9)
    return rows(
        "An element space of 16 cells",
        [Row.of("8 elements in 16 cells, of which 13 are opened", pool)],
    )


def growth() -> str:
    """A full list, and one element more."""
    pool, _ = filled(8)
    before = Row.of("full: every cell of a space of 8 is live", pool)
    pool.add("x")
    return rows("Growth", [before, Row.of("after one more add: the space has doubled", pool)])


def step() -> str:
    """A truncation step, of the free list that ruling R5 shows."""
    pool, keys = filled(9)
    without(pool, keys, 0, 2, 1, 3)
    before = Row.of("h2 holds its last element, at position 8", pool)
    pool.remove(keys[8])
    return rows("One truncation step", [before, Row.of("after its removal", pool)])


def cascade() -> str:
    """The same removals in lists that may shrink to 8 and to 4 cells: so each step can be seen."""
    drawn = [Row.of("two elements are left, at 0 and 8", two_left(minimum=4)[0])]
    for minimum in (8, 4):
        pool, last = two_left(minimum)
        pool.remove(last)
        drawn.append(Row.of(f"the one at 8 removed, with minimum={minimum}", pool))
    return rows("A cascade of two steps", drawn)


def two_left(minimum: int) -> tuple[StableList[str], Key[str]]:
    """A list with elements at 0 and 8 alone, and the key of the latter."""
    pool, keys = filled(9, minimum=minimum)
    without(pool, keys, 7, 3, 6, 2, 4, 1, 5)
    return pool, keys[8]


def straggler() -> str:
    """One element far up keeps the space long."""
    pool, keys = filled(16)
    without(pool, keys, *(position for position in range(2, 16) if position != 13))
    before = Row.of("three elements, but one of them lies in h2", pool)
    pool.remove(keys[13])
    return rows("A straggler", [before, Row.of("after the removal of the one at 13", pool)])


# --- a burst over time ---------------------------------------------------------------------------

STEPS: Final = 120
BURST_AT: Final = 20
PLOT_WIDTH, PLOT_HEIGHT, LEFT, TOP = 330, 190, 50, 40


def history(mode: Truncate) -> list[Layout]:
    """20 lasting elements, a burst of 1000 that live for 10 to 60 steps: a picture of each step."""
    dice = random.Random(1)
    pool: StableList[int] = StableList(truncate=mode)
    pool.extend([STEPS + 1] * 20)
    pictures = []
    for now in range(STEPS):
        if now == BURST_AT:
            pool.extend(now + dice.randint(10, 60) for _ in range(1000))
        for key in [key for key, end in pool.items() if end <= now]:
            pool.remove(key)
        pictures.append(pool.layout())
    return pictures


def curve(kind: str, pictures: list[Layout], height: Callable[[Layout], int]) -> str:
    """A quantity over the steps."""
    points = " ".join(
        f"{LEFT + n * PLOT_WIDTH / STEPS:.1f},{TOP + PLOT_HEIGHT * (1 - height(each) / 1100):.1f}"
        for n, each in enumerate(pictures)
    )
    return f'<polyline class="curve {kind}" points="{points}"/>'


def axes() -> Iterable[str]:
    """Cells upwards, steps to the right."""
    for cells in (0, 500, 1000):
        y = TOP + PLOT_HEIGHT * (1 - cells / 1100)
        yield f'<path class="axis" d="M{LEFT} {y:.1f}h{PLOT_WIDTH}"/>'
        yield f'<text class="end quiet" x="{LEFT - 8}" y="{y + 4:.1f}">{cells}</text>'
    for steps in range(0, STEPS + 1, 40):
        x = LEFT + steps * PLOT_WIDTH / STEPS
        yield f'<text class="mid quiet" x="{x:.1f}" y="{TOP + PLOT_HEIGHT + 20}">{steps}</text>'
    yield f'<text class="end quiet" x="{LEFT + PLOT_WIDTH}" y="{TOP + PLOT_HEIGHT + 38}">steps</text>'
    yield f'<text class="caption" x="{MARGIN + 2}" y="26">cells that an iteration visits</text>'


def names() -> Iterable[str]:
    """What the curves are."""
    words = (
        ("never", "without truncation (Truncate.NEVER)"),
        ("", "with truncation (Truncate.ITERATION)"),
        ("elements", "elements in the list"),
    )
    for number, (kind, word) in enumerate(words):
        x, y = LEFT, TOP + PLOT_HEIGHT + 62 + 22 * number
        yield f'<path class="curve {kind}" d="M{x} {y - 4}h26"/>'
        yield f'<text x="{x + 34}" y="{y}">{word}</text>'


def burst() -> str:
    """What an iteration costs before, during and after a burst, with and without truncation."""
    truncated = history(Truncate.ITERATION)
    curves = [
        curve("never", history(Truncate.NEVER), lambda layout: layout.opened),
        curve("", truncated, lambda layout: layout.opened),
        curve("elements", truncated, lambda layout: layout.live),
    ]
    width, height = LEFT + PLOT_WIDTH + MARGIN + 8, TOP + PLOT_HEIGHT + 122
    return svg("A burst", width, height, [*axes(), *curves, *names()])


PICTURES: Final[dict[str, Callable[[], str]]] = {
    "element-space.svg": element_space,
    "growth.svg": growth,
    "truncation-step.svg": step,
    "cascade.svg": cascade,
    "straggler.svg": straggler,
    "burst.svg": burst,
}


def main() -> None:
    """Write all pictures."""
    for name, draw in PICTURES.items():
        (HERE / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
