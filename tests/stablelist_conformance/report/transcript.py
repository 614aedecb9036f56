"""The report of a program that was answered rightly: every operation, its answer, and the resulting container."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from stablelist_conformance.judging.verdict import Answered, Passed
from stablelist_conformance.report.excerpt import Segment, cell_words, segments, share
from stablelist_conformance.report.panels import drawn
from stablelist_conformance.report.picture import facts, free_list_words, lines
from stablelist_conformance.report.steps import with_answer
from stablelist_conformance.report.trace import Snapshot, Trace
from stablelist_conformance.report.words import fields, what_ran
from stablelist_conformance.wire.text import COLUMNS, count, plain, wrapped
from stablelist_spec.core.picture import Picture, Row

__all__ = ["strip", "transcript"]

INDENT: Final = " " * 7


def transcript(passed: Passed, trace: Trace) -> str:
    """The program line by line, the container at its end, and the verdict; of its trace, all states are shown."""
    answered = passed.answered
    end = lines(drawn(answered, trace.states[len(trace.steps)]))
    blocks = [
        fields(what_ran(answered)),
        [*left_behind(answered, trace.states[0]), *numbered(trace)],
        ["at the end:", *end] if end else [],
        wrapped(verdict(passed)),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def numbered(trace: Trace) -> Iterator[str]:
    """Each operation, and the resulting container if it changed."""
    for step in trace.steps:
        yield from with_answer(step, f" {step.number + 1:>4}. ")
        if trace.before(step) != trace.after(step):
            yield from left_behind(trace.answered, trace.after(step))


def left_behind(answered: Answered, snapshot: Snapshot) -> list[str]:
    """A picture in one line; empty at contract level."""
    line = "" if answered.by_contract else strip(drawn(answered, snapshot))
    return wrapped(line, INDENT) if line else []


def strip(picture: Picture) -> str:
    """The cells of each group: an element, a point for a vacancy, an underscore for an untouched cell.

    Chains with an order are listed; a long row is only counted. Without cells, only the counts are shown.
    """
    rows, room = picture.rows, COLUMNS - len(INDENT)
    if not rows:
        return ", ".join(facts(picture))
    least = 2 * sum(row.length for row in rows) - 1  # a letter for each cell, and spaces
    told = parted(rows, cells) if least <= room else ""
    if not told or len(told) > room:
        return parted(rows, counted)
    chains = (chain for row in rows for chain in row.chains if len(chain.positions) > 1)
    orders = (f"; {chain.name or 'free'} {free_list_words(chain.positions)}" for chain in chains)
    return told + "".join(orders)


def parted(rows: Iterable[Row], words: Callable[[Row, Segment], str]) -> str:
    """The groups of all rows, with words for each."""
    parts = ((row, part) for row in rows for part in segments(row, 0, row.length))
    return " | ".join(f"{named(row, part)}{words(row, part)}" for row, part in parts)


def named(row: Row, part: Segment) -> str:
    """The name of a group, before its contents."""
    return "".join(f"{name} " for name in (row.name, part.group.name) if name)


def cells(row: Row, part: Segment) -> str:
    """The cells of a group."""
    return " ".join(cell_words(row, at)[0] or "_" for at in range(part.start, part.end))


def counted(row: Row, part: Segment) -> str:
    """The counts of a group."""
    size, opened, live = share(row, part)
    return f"{live} of {size}, {opened} opened"


SHOWN: Final = {"layout": "layout", "cost": "costs"}


def verdict(passed: Passed) -> str:
    """The verdict, which says what was checked and what was not."""
    shake = passed.answered.handshake
    name = plain(f"{shake.name} {shake.version}")
    looks = " and ".join(SHOWN[look] for look in passed.looks)
    looked = f", with the model's {looks} at every step" if looks else ""
    if passed.breach is not None:
        after, names = passed.breach
        return (
            f"refuted: after {count(after, 'operation')} the model breaks {', '.join(names)}; {name} answers this "
            f"program as the model does{looked}"
        )
    kept = "; no invariant of the model is broken on the way" if passed.modelled else ""
    return f"passes: {name} answers this program rightly{looked}{kept}"
