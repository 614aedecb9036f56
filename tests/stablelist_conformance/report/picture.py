"""The element space as text: what is where, and which vacancy is reused next.

A live cell shows its element and its id, a vacant one a point and the next vacancy of its free
list, an untouched one nothing. At contract level there are no cells, only live keys.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from stablelist_spec.stable_list import NAMES, State, free_lists

from .excerpt import Run, cell_words, gap_words, keys_worth_showing, runs, segments, worth_showing
from .plain import COLUMNS, count, wrapped
from .playback import Live, Snapshot

__all__ = ["facts", "free_list_words", "lines"]

_LABEL: Final = 9
_LEAST_CELL: Final = 4
_PER_ROW: Final = (16, 8, 4)
_LISTED: Final = 12


def lines(snapshot: Snapshot, touched: Collection[int] = (), *, costs: bool = False) -> list[str]:
    """The picture, with a mark below every *touched* cell or key, and the *costs* if asked."""
    shown = [f"  {fact}" for fact in facts(snapshot, costs=costs)]
    if isinstance(snapshot, Live):
        return shown + _live_rows(snapshot, touched)
    width = cell_width(snapshot)
    per_row = cells_per_row(width)
    for run in runs(snapshot.space, per_row, worth_showing(snapshot, touched)):
        shown += _row(snapshot, run, width, touched) if run.shown else [_gap(snapshot, run)]
    for name, free in zip(NAMES, free_lists(snapshot), strict=True):
        shown += wrapped(free_list_words(free), f"  free in {name}: ")
    return shown


def facts(snapshot: Snapshot, *, costs: bool = False) -> list[str]:
    """The numbers of the whole, and on a line of their own the *costs* so far."""
    if isinstance(snapshot, Live):
        live = count(len(snapshot.elements), "live key")
        return [f"{live}, {len(snapshot.retired):,} retired"]
    told = (
        f"space {snapshot.space:,}, opened {snapshot.opened:,}, "
        f"live {snapshot.live:,}, next id {snapshot.next_id}"
    )
    spent = snapshot.cost
    words = (
        f"cost so far: {spent.visits:,} visits, {spent.moved:,} moved, "
        f"{spent.dropped:,} dropped, {spent.cells:,} cells iterated"
    )
    return [told, words] if costs else [told]


def free_list_words(free: Sequence[int]) -> str:
    """A free list from its head on.

    >>> free_list_words((3, 1)), free_list_words(())
    ('3 -> 1 -> end', 'end')
    """
    shown = [str(position) for position in free[:_LISTED]]
    if len(free) > _LISTED:
        shown.append(f"({len(free) - _LISTED:,} more)")
    return " -> ".join([*shown, "end"])


def cell_width(state: State) -> int:
    """A cell is wide enough for whatever is in one, and the smallest partition for its heading."""
    words = (word for position in range(state.opened) for word in cell_words(state, position))
    longest = max(map(len, (*words, str(state.space - 1))))
    quarter = state.space // 4
    return max(_LEAST_CELL, longest + 1, -(-len(_heading(state, 0)) // quarter))


def cells_per_row(width: int) -> int:
    """As many as fit a terminal: 16, 8 or 4, so that rows end where partitions do."""
    fitting = (COLUMNS - len("  ") - _LABEL - len("||||")) // width
    return next((number for number in _PER_ROW if number <= fitting), _PER_ROW[-1])


def _heading(state: State, which: int) -> str:
    """A partition with its live cells and its size."""
    partition = state.partitions[which]
    return f" {NAMES[which]} {partition.live}/{partition.size} "


def _gap(state: State, run: Run) -> str:
    """In place of rows that are not shown."""
    return f"  {'...':<{_LABEL}}{gap_words(state, run)}"


def _row(state: State, run: Run, width: int, touched: Collection[int]) -> list[str]:
    """A row of cells: heading, position, element, id or next, and a mark where it is touched."""
    parts = segments(state, run)
    headings = [_ruled(state, which, (end - start) * width) for which, start, end in parts]
    positions = range(run.start, run.end)
    words = {position: cell_words(state, position) for position in positions}
    rows = [
        f"  {'':<{_LABEL}}+{'+'.join(headings)}+",
        _cells("position", parts, {position: str(position) for position in positions}, width),
        _cells("element", parts, {position: words[position][0] for position in positions}, width),
        _cells("id, next", parts, {position: words[position][1] for position in positions}, width),
    ]
    return rows + _marks([part[1:] for part in parts], touched, width)


def _ruled(state: State, which: int, width: int) -> str:
    """The heading of a part of a partition, shortened where the part is small."""
    heading = _heading(state, which)
    if len(heading) > width:
        heading = f" {NAMES[which]} "
    return f"{heading if len(heading) <= width else '':-^{width}}"


def _cells(label: str, parts: list[tuple[int, int, int]], words: dict[int, str], width: int) -> str:
    """One line of a row of cells."""
    shown = (
        "".join(f"{words[position]:>{width}}" for position in range(start, end))
        for _, start, end in parts
    )
    return f"  {label:<{_LABEL}}|{'|'.join(shown)}|"


def _marks(parts: Sequence[tuple[int, ...]], touched: Collection[int], width: int) -> list[str]:
    """A mark below every touched cell, if there is one."""
    shown = (
        "".join(f"{'^' if position in touched else '':>{width}}" for position in range(start, end))
        for start, end in parts
    )
    line = " ".join(shown).rstrip()
    return [f"  {'':<{_LABEL}} {line}"] if line else []


# --- At contract level ----------------------------------------------------------------------------


def _live_rows(live: Live, touched: Collection[int]) -> list[str]:
    """The live keys by the number of their insertion, with their elements."""
    numbers = sorted(live.elements)
    width = max((len(str(number)) for number in numbers), default=0) + 2
    shown = []
    for run in runs(len(numbers), cells_per_row(width), keys_worth_showing(numbers, touched)):
        row = numbers[run.start : run.end]
        if run.shown:
            shown += _live_row(live, row, width, touched)
        else:
            shown.append(f"  {'...':<{_LABEL}} {count(len(row), 'live key')} more")
    return shown


def _live_row(live: Live, row: list[int], width: int, touched: Collection[int]) -> list[str]:
    """A row of keys: insertion, element, and a mark where it is touched."""
    marks = "".join(f"{'^' if number in touched else '':>{width}}" for number in row).rstrip()
    return [
        f"  {'insertion':<{_LABEL}}{''.join(f'{number:>{width}}' for number in row)}",
        f"  {'element':<{_LABEL}}{''.join(f'{live.elements[number]:>{width}}' for number in row)}",
        *([f"  {'':<{_LABEL}}{marks}"] if marks else []),
    ]
