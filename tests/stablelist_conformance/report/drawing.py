"""The element space as a standalone SVG: before above after, with what changes framed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from stablelist_conformance.protocol import Level
from stablelist_conformance.verdict import Counterexample
from stablelist_spec.stable_list import NAMES, Has, Partition, State, free_lists

from .excerpt import Run, gap_words, keys_worth_showing, runs, segments, worth_showing
from .picture import facts, free_list_words
from .plain import clip, count
from .playback import Live, Moment, Snapshot, played
from .sheet import (
    CELL,
    CELL_HEIGHT,
    CELLS_PER_ROW,
    LIVE,
    MARGIN,
    QUIET,
    UNTOUCHED,
    VACANT,
    Number,
    Sheet,
)
from .words import headline, sentence

__all__ = ["svg"]

_DEEPEST_ARC: Final = 30
_WORD: Final = 120
_ARROW: Final = "\N{RIGHTWARDS ARROW}"


def svg(counterexample: Counterexample) -> str:
    """The drawing of a counterexample, as a document of its own."""
    sheet = Sheet(headline(counterexample))
    sheet.paragraph(headline(counterexample), 18, font_weight="bold")
    moment = played(counterexample)
    if moment is None or counterexample.at is None:
        sheet.paragraph(clip(counterexample.detail, 3 * _WORD), 14)
    else:
        _difference(sheet, counterexample, moment)
    if moment is not None:
        _panels(sheet, counterexample, moment)
        _legend(sheet, moment.after)
    return sheet.finish()


def _difference(sheet: Sheet, counterexample: Counterexample, moment: Moment) -> None:
    """What was done, and what was wrong with the answer."""
    expected = clip(counterexample.expected or moment.answer, _WORD)
    answered = clip(counterexample.answered or "nothing", _WORD)
    sheet.paragraph(sentence(moment), 14)
    sheet.paragraph(f"expected {expected}, answered {answered}", 14)
    sheet.told.append(f"{sentence(moment)}: expected {expected}, answered {answered}.")


def _panels(sheet: Sheet, counterexample: Counterexample, moment: Moment) -> None:
    """Before and after, or one panel where they are the same."""
    number, costs = moment.number + 1, counterexample.level is Level.COST
    if counterexample.at is None:
        _panel(sheet, "at the end of the program", moment.after, (), costs=costs)
        return
    name = f"after operation {number}, as the model has it"
    if moment.before == moment.after:
        name = f"before and after operation {number}"
    else:
        _panel(sheet, f"before operation {number}", moment.before, moment.touched, costs=costs)
    _panel(sheet, name, moment.after, moment.touched, costs=costs)


def _panel(
    sheet: Sheet, name: str, snapshot: Snapshot, touched: Collection[int], *, costs: bool
) -> None:
    """A snapshot with its name."""
    sheet.y += 22
    sheet.paragraph(name, 15, font_weight="bold")
    for fact in facts(snapshot, costs=costs):
        sheet.paragraph(fact, fill=QUIET)
        sheet.told.append(f"{name}: {fact}.")
    if isinstance(snapshot, Live):
        _live(sheet, snapshot, touched)
    else:
        _layout(sheet, snapshot, touched)


def _legend(sheet: Sheet, snapshot: Snapshot) -> None:
    """What the boxes mean."""
    sheet.y += 26
    if isinstance(snapshot, Live):
        x = sheet.swatch(MARGIN, LIVE, "live: element")
    else:
        x = sheet.swatch(MARGIN, LIVE, "live: element, id")
        x = sheet.swatch(x, VACANT, "vacant: next vacancy")
        x = sheet.swatch(x, UNTOUCHED, "untouched")
    sheet.framed_swatch(x, "changes, or is named by the operation")
    sheet.y += 14


# --- At contract level ----------------------------------------------------------------------------


def _live(sheet: Sheet, live: Live, touched: Collection[int]) -> None:
    """Rows of live keys."""
    numbers = sorted(live.elements)
    for run in runs(len(numbers), CELLS_PER_ROW, keys_worth_showing(numbers, touched)):
        if run.shown:
            _live_row(sheet, live, numbers[run.start : run.end], touched)
        else:
            sheet.gap(f"{count(run.end - run.start, 'live key')} more")


def _live_row(sheet: Sheet, live: Live, row: Sequence[int], touched: Collection[int]) -> None:
    """A row of live keys: the key above the element."""
    sheet.y += 24
    top = sheet.y + 6
    places = {number: MARGIN + place * CELL for place, number in enumerate(row)}
    for number, x in places.items():
        sheet.centred(f"key {number}", x + CELL / 2, sheet.y, 10.5, fill=QUIET)
        sheet.box(x, top, LIVE, str(live.elements[number]))
    for number in places.keys() & set(touched):
        sheet.frame(places[number], top)
    sheet.y = top + CELL_HEIGHT + 8


# --- At layout level ------------------------------------------------------------------------------


def _layout(sheet: Sheet, state: State, touched: Collection[int]) -> None:
    """Rows of cells, then the free lists."""
    for run in runs(state.space, CELLS_PER_ROW, worth_showing(state, touched)):
        if run.shown:
            _Row(sheet, state, run).draw(touched)
        else:
            sheet.gap(gap_words(state, run))
    sheet.y += 4
    for name, free in zip(NAMES, free_lists(state), strict=True):
        words = f"free in {name}: {free_list_words(free)}"
        sheet.paragraph(words.replace("->", _ARROW))
        sheet.told.append(f"{words}.")


class _Row:
    """A row of cells."""

    def __init__(self, sheet: Sheet, state: State, run: Run) -> None:
        self.sheet, self.state, self.run = sheet, state, run
        self.top = sheet.y + 52

    def draw(self, touched: Collection[int]) -> None:
        """Partitions above, cells, arrows of the free lists below."""
        for which, start, end in segments(self.state, self.run):
            self._bracket(NAMES[which], self.state.partitions[which], start, end)
        positions = range(self.run.start, self.run.end)
        for position in positions:
            self._cell(position)
        for position in set(touched) & set(positions):
            self.sheet.frame(self._left(position), self.top)
        depth = max(self._arrow(position) for position in positions)
        self.sheet.y = self.top + CELL_HEIGHT + depth

    def _left(self, position: int) -> int:
        """The left edge of a cell."""
        return MARGIN + (position - self.run.start) * CELL

    def _bracket(self, name: str, partition: Partition, start: int, end: int) -> None:
        """A partition's name and numbers over a bracket, open where another row goes on."""
        left, right, y = self._left(start) + 3, self._left(end) - 3, self.top - 22
        begin = f"M{left} {y + 6} V{y}" if start == partition.start else f"M{left} {y}"
        self.sheet.curve(f"{begin} H{right}" + (f" V{y + 6}" if end == partition.end else ""))
        words = f"{name}: {partition.live} of {partition.size} live"
        if len(words) * 7.4 > right - left:
            words = f"{name} {partition.live}/{partition.size}"
        self.sheet.centred(words, (left + right) / 2, y - 6, 12.5, font_weight="bold")

    def _cell(self, position: int) -> None:
        """A cell under its position."""
        x, state, sheet = self._left(position), self.state, self.sheet
        sheet.centred(str(position), x + CELL / 2, self.top - 6, 10.5, fill=QUIET)
        if position >= state.opened:
            sheet.box(x, self.top, UNTOUCHED)
            return
        cell = state.cells[position]
        if isinstance(cell, Has):
            sheet.box(x, self.top, LIVE, str(cell.element), f"id {cell.id}")
            return
        sheet.box(x, self.top, VACANT, "", "end" if cell.next is None else f"{_ARROW} {cell.next}")
        if position in {partition.head for partition in state.partitions}:
            sheet.centred("head", x + CELL / 2, self.top + 13, 10, fill=QUIET)

    def _arrow(self, position: int) -> Number:
        """The arrow from a vacancy to the next one, if that is in this row; how deep it reaches."""
        following = self._following(position)
        if following is None or not self.run.start <= following < self.run.end:
            return 8
        depth = min(_DEEPEST_ARC, 12 + 3 * abs(following - position))
        ahead = 1 if following > position else -1
        start = self._left(position) + CELL // 2 + 12 * ahead
        end = self._left(following) + CELL // 2 - 4 * ahead
        y = self.top + CELL_HEIGHT + 1
        self.sheet.curve(
            f"M{start} {y:g} C{start} {y + depth:g}, {end} {y + depth:g}, {end} {y + 3:g}",
            marker_end="url(#stablelist-arrow)",
        )
        return depth

    def _following(self, position: int) -> int | None:
        """The next vacancy after the one at *position*, if it is one."""
        if position >= self.state.opened:
            return None
        cell = self.state.cells[position]
        return None if isinstance(cell, Has) else cell.next
