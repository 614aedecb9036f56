"""A program that was answered rightly, retold: every operation, its answer, and what it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_conformance.protocol import Level
from stablelist_conformance.replay import CONTAINER, Passed
from stablelist_conformance.verdict import Answered
from stablelist_spec.stable_list import NAMES, Has, State, free_lists

from . import picture
from .plain import COLUMNS, count, field, plain, wrapped
from .playback import Moment, Snapshot, initial, playback
from .words import parameter_words, step

__all__ = ["retold", "strip"]

INDENT: Final = " " * 7


def retold(passed: Passed) -> str:
    """The program line by line, the container at its end, and the verdict."""
    first, moments = initial(passed.answered), list(playback(passed.answered))
    last = moments[-1].after if moments else first
    blocks = [
        title(passed.answered),
        [*left_behind(first), *(line for each in numbered(moments) for line in each)],
        ["at the end:", *picture.lines(last, costs=passed.answered.level is Level.COST)],
        wrapped(verdict(passed)),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def title(answered: Answered) -> list[str]:
    """Who answered what."""
    shake, program = answered.handshake, answered.program
    port = "the bundled container" if answered.port == CONTAINER else answered.port
    return [
        *field("port", port),
        *field("profile", f"{shake.profile}, level {answered.level.word}"),
        *field("container", parameter_words(program.parameters, shake)),
        *field("program", count(len(program.words), "operation")),
    ]


def numbered(moments: list[Moment]) -> Iterator[list[str]]:
    """Each operation, and what it leaves if that is something new."""
    for number, moment in enumerate(moments, 1):
        changed = moment.before != moment.after
        yield [*step(moment, f" {number:>4}. "), *(left_behind(moment.after) if changed else ())]


def left_behind(snapshot: Snapshot) -> list[str]:
    """A list as one line; at contract level there is nothing to see."""
    return wrapped(strip(snapshot), INDENT) if isinstance(snapshot, State) else []


def strip(state: State) -> str:
    """The cells of each partition: an element, a point for a vacancy, a line for what is untouched.

    Where a free list has an order, it is told; a long list is only counted.
    """
    shown = " | ".join(f"{name} {cells(state, which)}" for which, name in enumerate(NAMES))
    if len(shown) > COLUMNS - len(INDENT):
        parts = zip(NAMES, state.partitions, strict=True)
        return " | ".join(f"{name} {p.live} of {p.size}, {p.opened} opened" for name, p in parts)
    lists = zip(NAMES, free_lists(state), strict=True)
    orders = (f"; {name} {picture.free_list_words(free)}" for name, free in lists if len(free) > 1)
    return shown + "".join(orders)


def cells(state: State, which: int) -> str:
    """The cells of a partition."""
    start, size = state.partitions[which].start, state.partitions[which].size
    return " ".join(cell(state, position) for position in range(start, start + size))


def cell(state: State, position: int) -> str:
    """One of them."""
    if position >= state.opened:
        return "_"
    here = state.cells[position]
    return str(here.element) if isinstance(here, Has) else "."


SHOWN: Final = {"layout": "layout", "cost": "costs"}


def verdict(passed: Passed) -> str:
    """What was seen, and what was not."""
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
