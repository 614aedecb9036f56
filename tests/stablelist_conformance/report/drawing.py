"""Pictures as a standalone SVG: the container before and after the operation, with changes framed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report.excerpt import (
    Segment,
    Stretch,
    gap_words,
    keys_worth_showing,
    next_word,
    segments,
    share,
    stretches,
    worth_showing,
)
from stablelist_conformance.report.panels import Drawn, Panel, panels
from stablelist_conformance.report.picture import NO_CELLS, chain_name, facts, free_list_words
from stablelist_conformance.report.sheet import (
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
from stablelist_conformance.report.trace import Live, Step, Trace
from stablelist_conformance.report.words import headline, sentence
from stablelist_conformance.wire.text import clip, count
from stablelist_spec.core.picture import Picture, Row

__all__ = ["svg"]

_DEEPEST_ARC: Final = 30
_LETTER: Final = 7.4
_BETWEEN: Final = 6
_WORD: Final = 120
_ARROW: Final = "\N{RIGHTWARDS ARROW}"


def svg(trace: Trace) -> str:
    """The drawing of a counterexample, as a document of its own."""
    found, step = trace.counterexample, trace.last
    sheet = Sheet(headline(found))
    sheet.paragraph(headline(found), 18, font_weight="bold")
    if step is None or found.at is None:
        sheet.paragraph(clip(found.detail, 3 * _WORD), 14)
    else:
        _difference(sheet, found, step)
    shown = panels(trace)
    for panel in shown:
        _panel(sheet, panel)
    for panel in shown[-1:]:
        _legend(sheet, panel.drawn)
    return sheet.finish()


def _difference(sheet: Sheet, found: Counterexample, step: Step) -> None:
    """The operation, and what is wrong with its answer."""
    expected = clip(found.expected or step.answer, _WORD)
    answered = clip(found.answered or "nothing", _WORD)
    sheet.paragraph(sentence(step), 14)
    sheet.paragraph(f"expected {expected}, answered {answered}", 14)
    sheet.told.append(f"{sentence(step)}: expected {expected}, answered {answered}.")


def _panel(sheet: Sheet, panel: Panel) -> None:
    """A picture with its title."""
    name, shown, marks = panel
    sheet.y += 22
    sheet.paragraph(name, 15, font_weight="bold")
    for fact in facts(shown):
        sheet.paragraph(fact, fill=QUIET)
        sheet.told.append(f"{name}: {fact}.")
    if isinstance(shown, Live):
        _live(sheet, shown, marks.get(0, ()))
    else:
        for number, row in enumerate(shown.rows):
            _row(sheet, row, marks.get(number, ()))


def _legend(sheet: Sheet, shown: Drawn) -> None:
    """The legend of the boxes, if there are any."""
    if isinstance(shown, Picture) and not shown.rows:
        return
    sheet.y += 26
    if isinstance(shown, Live):
        x = sheet.swatch(MARGIN, LIVE, "live: element")
    else:
        words = dict.fromkeys(word for row in shown.rows for word in (row.word, row.second) if word)
        x = sheet.swatch(MARGIN, LIVE, f"live: {', '.join(words)}")
        x = sheet.swatch(x, VACANT, ": ".join(filter(None, ("vacant", _of_a_vacancy(shown.rows)))))
        x = sheet.swatch(x, UNTOUCHED, "untouched")
    sheet.framed_swatch(x, "changes, or is named by the operation")
    sheet.y += 14


def _of_a_vacancy(rows: Sequence[Row]) -> str:
    """The words in the vacant cells of a picture."""
    seconds = (
        row.second for row in rows if any(cell.second and not cell.live for cell in row.cells)
    )
    chained = ["next vacancy"] * any(row.chains for row in rows)
    return ", ".join([*dict.fromkeys(seconds), *chained])


# --- At contract level ----------------------------------------------------------------------------


def _live(sheet: Sheet, live: Live, touched: Collection[int]) -> None:
    """Rows of live keys."""
    numbers = sorted(live.elements)
    for run in stretches(len(numbers), CELLS_PER_ROW, keys_worth_showing(numbers, touched)):
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


# --- Rows of cells --------------------------------------------------------------------------------


def _row(sheet: Sheet, row: Row, marks: Collection[int]) -> None:
    """The cells of a row under its name, then its chains."""
    if row.name:
        sheet.y += 8
        sheet.paragraph(row.name, font_weight="bold")
    if row.length == 0:
        sheet.gap(NO_CELLS)
    for run in stretches(row.length, CELLS_PER_ROW, worth_showing(row, marks)):
        if run.shown:
            _Line(sheet, row, run).draw(marks)
        else:
            sheet.gap(gap_words(row, run))
    sheet.y += 4
    for chain in row.chains:
        words = f"{chain_name(chain)}: {free_list_words(chain.positions)}"
        sheet.paragraph(words.replace("->", _ARROW))
        sheet.told.append(f"{words}.")


class _Line:
    """The cells of a row that fit side by side."""

    def __init__(self, sheet: Sheet, row: Row, run: Stretch) -> None:
        self.sheet, self.row, self.run = sheet, row, run
        self.top = sheet.y + (52 if row.groups else 24)

    def draw(self, marks: Collection[int]) -> None:
        """Groups above, cells, arrows along the chains below."""
        if self.row.groups:
            for part in segments(self.row, self.run.start, self.run.end):
                self._bracket(part)
        positions = range(self.run.start, self.run.end)
        for position in positions:
            self._cell(position)
        for position in set(marks) & set(positions):
            self.sheet.frame(self._left(position), self.top)
        depth = max(self._arrow(position) for position in positions)
        self.sheet.y = self.top + CELL_HEIGHT + depth

    def _left(self, position: int) -> int:
        """The left edge of a cell."""
        return MARGIN + (position - self.run.start) * CELL

    def _bracket(self, part: Segment) -> None:
        """A group's name and numbers above a bracket, which is open if the group continues on another line."""
        group, start, end = part
        left, right, y = self._left(start) + 3, self._left(end) - 3, self.top - 22
        begin = f"M{left} {y + 6} V{y}" if start == group.start else f"M{left} {y}"
        self.sheet.curve(f"{begin} H{right}" + (f" V{y + 6}" if end == group.end else ""))
        words = self._heading(part, right - left)
        self.sheet.centred(words, (left + right) / 2, y - 6, 12.5, font_weight="bold")

    def _heading(self, part: Segment, room: int) -> str:
        """A group's name and numbers, shortened if there is too little room."""
        name, whole = part.group.name, part[1:] == part.group[1:]
        size, _, live = share(self.row, part.group)
        words = f"{name}: {live} of {size} live"
        if len(words) * _LETTER > room:
            words = f"{name} {live}/{size}"
        if len(words) * _LETTER > room + _BETWEEN and whole:
            words = name if len(name) * _LETTER <= room + _BETWEEN else f"{live}/{size}"
        return words

    def _cell(self, position: int) -> None:
        """A cell below its position."""
        x, row, sheet = self._left(position), self.row, self.sheet
        sheet.centred(str(position), x + CELL / 2, self.top - 6, 10.5, fill=QUIET)
        if position >= len(row.cells):
            sheet.box(x, self.top, UNTOUCHED)
            return
        live, word, second = row.cells[position]
        if live:
            sheet.box(x, self.top, LIVE, word, f"{row.second} {second}" if second else "")
            return
        following = next_word(row, position, f"{_ARROW} ")
        sheet.box(x, self.top, VACANT, word, f"{second} {following}".strip())
        if any(position in chain.positions[:1] for chain in row.chains):
            sheet.centred("head", x + CELL / 2, self.top + 13, 10, fill=QUIET)

    def _arrow(self, position: int) -> Number:
        """Draw the arrow from a vacancy to the next one, if that is in this line; return its depth."""
        following = self.row.following.get(position)
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
