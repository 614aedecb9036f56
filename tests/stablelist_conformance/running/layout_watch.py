"""Looks inside: what a port shows of its layout before the first operation of a counterexample, and after each one.

A wrong answer is often the late consequence of a layout that was already wrong. A program that was shrunk does not ask
for it, so the program is run once more, with a look at every step.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.replay import interleaved, may_be_watched
from stablelist_conformance.wire.errors import KitError
from stablelist_conformance.wire.protocol import Level, Program

__all__ = ["with_layouts"]

LAYOUT: Final = "layout"


def with_layouts(target: Target, found: Counterexample) -> Counterexample:
    """The counterexample with the port's layouts, if the port shows them and answers the same program with them."""
    program = found.program
    level = max(found.level, Level.LAYOUT)
    looking = replace(target, level=level)
    if found.kind != "answer" or found.inside or not can_show_layouts(looking, program):
        return found
    asked = program._replace(words=interleaved(program.words, (LAYOUT,)))
    try:
        words = looking.process().answer_alone(looking.line(asked), greeted=True).split(" ")
    except KitError:
        return found
    if len(words) != len(asked.words):
        return found
    return replace(found, inside=tuple(words[::2]))


def can_show_layouts(target: Target, program: Program) -> bool:
    """Whether the port shows its layout, and the answer is not too long."""
    system = target.handshake.system
    shows = system.exact and LAYOUT in system.shown and target.handshake.level >= target.level
    return shows and target.offers(LAYOUT, program.parameters) and may_be_watched(program)
