"""The graph of a small scope, for other programs to draw: DOT (Graphviz) and GraphML."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np

from .expand import UNSEEN, Levels
from .resources import writing
from .scope import ScopeError
from .system import System
from .tie import Transition, by_block, ours

__all__ = ["Drawn", "check_writable", "drawn_states", "export"]

MOST: Final = 5_000
"""The most states that a layout program can handle."""


class Drawn(NamedTuple):
    """A state as text: ``#`` live, ``.`` vacant, ``_`` untouched, a bar between partitions."""

    number: int
    level: int
    picture: str


def export(system: System, levels: Levels, file: Path) -> int:
    """Write the graph in the format of the file's suffix; return how many states it has.

    Raises:
        ScopeError: the suffix is neither, or the graph is too large.
        ResourceError: the file cannot be written.
    """
    check_writable(file)
    states = drawn_states(system, levels)
    numbers = np.array([state.number for state in states])
    lines = WRITERS[file.suffix](states, ours(system, numbers))
    with writing(file):
        file.write_text("".join(f"{line}\n" for line in lines))
    return len(states)


def check_writable(file: Path) -> None:
    """Check that the file has a known suffix and can be written; its contents stay.

    Raises:
        ScopeError: its suffix is unknown.
        ResourceError: it cannot be written.
    """
    if file.suffix not in WRITERS:
        raise ScopeError(f"{file} ends in neither .dot nor .graphml; give it one of these suffixes")
    new = not file.exists()
    with writing(file):
        file.open("a", encoding="utf-8").close()
        if new:
            file.unlink()


def drawn_states(system: System, levels: Levels) -> list[Drawn]:
    """Every state that was met.

    Raises:
        ScopeError: there are too many.
    """
    met = np.flatnonzero(levels != UNSEEN)
    if len(met) > MOST:
        raise ScopeError(f"a graph of {len(met):,} states is too large to draw; lower positions")
    drawn = []
    for states in by_block(system, met):
        masks = system.mask(states)
        for number, mask in zip(states.numbers, masks, strict=True):
            cells = "".join(
                "_" if position >= states.block.opened else ".#"[~int(mask) >> position & 1]
                for position in range(states.block.space)
            )
            _, second, third = states.block.starts
            picture = f"{cells[:second]}|{cells[second:third]}|{cells[third:]}"
            drawn.append(Drawn(int(number), int(levels[number]), picture))
    return drawn


def dot(states: list[Drawn], transitions: Iterator[Transition]) -> Iterator[str]:
    """The graph for Graphviz; loops are left out."""
    yield "digraph {"
    yield '  node [shape=box, fontname="monospace"]; rankdir=LR;'
    for state in states:
        yield f'  {state.number} [label="{state.picture}"];'
    for step in transitions:
        if step.source != step.target:
            yield f'  {step.source} -> {step.target} [label="{step.action}"];'
    yield "}"


def graphml(states: list[Drawn], transitions: Iterator[Transition]) -> Iterator[str]:
    """The graph as GraphML, with every transition."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for key, kind in (("cells", "node"), ("level", "node"), ("action", "edge"), ("labels", "edge")):
        value = "int" if key == "level" else "string"
        yield f'<key id="{key}" for="{kind}" attr.name="{key}" attr.type="{value}"/>'
    yield '<graph edgedefault="directed">'
    for state in states:
        data = f'<data key="cells">{state.picture}</data><data key="level">{state.level}</data>'
        yield f'<node id="s{state.number}">{data}</node>'
    for step in transitions:
        data = f'<data key="action">{step.action}</data><data key="labels">{" ".join(step.labels)}</data>'
        ends = f"source={quoteattr(f's{step.source}')} target={quoteattr(f's{step.target}')}"
        yield f"<edge {ends}>{data}</edge>"
    yield "</graph></graphml>"


WRITERS: Final = {".dot": dot, ".graphml": graphml}
