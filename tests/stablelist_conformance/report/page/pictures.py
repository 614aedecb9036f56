"""Scenes: the container between two operations, as data that the page draws.

Each scene is stored once and is known by its number, because most steps begin with the scene that the one before ended
with. Of a long row only the cells worth showing are in a scene.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any, Final

from stablelist_conformance.report.excerpt import (
    Segment,
    Stretch,
    gap_words,
    next_word,
    segments,
    share,
    stretches,
    worth_showing,
)
from stablelist_conformance.report.panels import Marks
from stablelist_conformance.report.picture import NO_CELLS, chain_name, facts, free_list_words
from stablelist_spec.core.picture import Picture, Row

__all__ = ["Pictures", "picture_data"]

_PER_RUN: Final = 16
_ARROW: Final = "\N{RIGHTWARDS ARROW}"

Data = dict[str, Any]
"""An object of JSON."""


class Pictures:
    """The scenes of a page, each of them once."""

    def __init__(self) -> None:
        self.all: list[Data] = []
        self._numbers: dict[str, int] = {}

    def number(self, shown: Picture, marks: Marks) -> int:
        """The number of a scene, which is added if it is new."""
        drawn = picture_data(shown, marks)
        text = json.dumps(drawn)
        if text not in self._numbers:
            self._numbers[text] = len(self.all)
            self.all.append(drawn)
        return self._numbers[text]


def picture_data(shown: Picture, marks: Marks) -> Data:
    """A picture as data; empty if there is nothing to show.

    >>> picture_data(Picture({"count": 3}), {})
    {'facts': ['count 3'], 'rows': []}
    """
    rows = [_row(row, marks.get(number, ())) for number, row in enumerate(shown.rows)]
    return {"facts": facts(shown), "rows": rows} if shown != Picture() else {}


# --- Rows of cells --------------------------------------------------------------------------------


def _row(row: Row, marks: Collection[int]) -> Data:
    """The parts of a row, and the order in which its vacancies are reused."""
    chains = (f"{chain_name(c)}: {free_list_words(c.positions)}" for c in row.chains if c.positions)
    return {
        "name": row.name,
        "word": row.word,
        "second": row.second,
        "parts": list(_parts(row, marks)),
        "chains": [words.replace("->", _ARROW) for words in chains],
    }


def _parts(row: Row, marks: Collection[int]) -> Iterator[Data]:
    """Groups of cells; of a long row, some of their cells, and gaps between them."""
    if row.length == 0:
        yield {"gap": NO_CELLS}
        return
    found = stretches(row.length, _PER_RUN, worth_showing(row, marks))
    if all(run.shown for run in found):
        found = [Stretch(0, row.length, shown=True)]
    for run in found:
        if not run.shown:
            yield {"gap": gap_words(row, run)}
            continue
        for part in segments(row, run.start, run.end):
            yield {
                "name": _heading(row, part),
                "cells": [_cell(row, at) for at in range(*part[1:])],
            }


def _heading(row: Row, part: Segment) -> str:
    """The name of a group, and how many of its cells are live."""
    if not part.group.name:
        return ""
    size, _, live = share(row, part.group)
    return f"{part.group.name}: {live} of {size} live"


def _cell(row: Row, position: int) -> list[int | str]:
    """Position, kind, word, second word."""
    if position >= len(row.cells):
        return [position, "untouched", "", ""]
    live, word, second = row.cells[position]
    if live:
        return [position, "live", word, f"{row.second} {second}" if second else ""]
    return [position, "vacant", word, f"{second} {next_word(row, position, _ARROW)}".strip()]
