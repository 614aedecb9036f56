"""Covering programs: those that are written by hand, those that are made from a scope, and those that go far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from stablelist_conformance.judging.coverage import (
    WIDER,
    Reachable,
    labelled_answer,
    reachable_labels,
)
from stablelist_conformance.programs.boundaries import boundaries, crowded
from stablelist_conformance.programs.brought import brought
from stablelist_conformance.programs.configurations import WIDTHS
from stablelist_conformance.programs.cover import crafted, explored_programs
from stablelist_conformance.programs.exact import exact
from stablelist_conformance.programs.far import SIZE
from stablelist_conformance.programs.fates import contract_programs
from stablelist_conformance.programs.loops import TURNS, filled, turned
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program

__all__ = ["COVER", "SHARE", "covering", "made", "reachable", "sized", "written"]

COVER: Final = "cover"
USUAL: Final = Options().operations
SHARE: Final = 3
"""One of so many operations of a budget may be for programs that go to exact sizes."""


def covering(target: Target) -> Sequence[Program]:
    """The covering programs for a port."""
    return (*written(target), *made(target), *sized(target))


def written(target: Target) -> Sequence[Program]:
    """The covering programs that are written by hand, and so are available at once; also those of a contract alone."""
    excluded = target.excluded_class == COVER or not target.covered_by
    names = () if excluded else dict.fromkeys((target.covered_by, target.handshake.system_name))
    return [program for name in names for program in crafted(name)]


def made(target: Target) -> Sequence[Program]:
    """The covering programs that may take seconds to make, and those that go far."""
    excluded = target.excluded_class == COVER or not target.covered_by
    explored = () if excluded else explored_programs(target.covered_by)
    fates = () if target.exact else contract_programs(target.abilities())
    return (*explored, *fates, *far(target))


def reachable(port: Handshake, level: Level) -> Reachable:
    """The labels that programs for a port can reach; if it declares options, those that its covering programs meet."""
    found = reachable_labels(port, level)
    if not port.options or (level is Level.CONTRACT and not port.system.determined):
        return found
    target, met = Target("", port, level, 0.0), set[str]()
    for program in (*crafted(port.system_name), *explored_programs(port.system_name)):
        met |= labelled_answer(port.system, target.fitted(program), level)[1]
    unmet = {label for label in found.labels if label.removesuffix(WIDER) not in met}
    reason = "not with the options that the port declares"
    return Reachable(found.labels - unmet, found.unreachable | dict.fromkeys(unmet, reason))


def far(target: Target) -> Iterator[Program]:
    """The covering programs that go far: to the ends of wide ranges, and in a large container."""
    abilities = target.abilities()
    if target.excluded_class != WIDTHS:
        yield from boundaries(abilities)
    if target.excluded_class not in (SIZE, COVER):
        yield from crowded(abilities)
    if target.excluded_class not in (TURNS, COVER):
        yield from (*turned(abilities), *filled(abilities))


def sized(target: Target, operations: int = USUAL) -> Sequence[Program]:
    """The covering programs that go to exact sizes, as many as have a share of the budget of the run.

    If a class of programs is left out, so are these, which may find what that class is needed for.
    """
    if target.excluded_class not in ("", COVER):
        return ()
    ways = max((count for _, count in target.handshake.ways), default=1)  # each is asked everything
    left, abilities, chosen = operations // SHARE // ways, target.abilities(), list[Program]()
    large = operations >= USUAL
    for program in chain(brought(abilities), exact(abilities, large=large)):
        if len(program.words) <= left:
            left -= len(program.words)
            chosen.append(program)
    return chosen
