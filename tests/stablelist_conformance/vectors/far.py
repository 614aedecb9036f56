"""Programs that go far, for the vectors: of the classes of the judge, and of one that is for vectors alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

from stablelist_conformance.programs.classes import CLASSES
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.programs.walk import Class
from stablelist_conformance.programs.wander import LONG, SANDWICHES, WIDE, Wander
from stablelist_conformance.programs.writer import Writer
from stablelist_conformance.vectors.answers import Settled
from stablelist_conformance.vectors.choice import Couples
from stablelist_conformance.vectors.magnitudes import all_magnitudes, magnitudes
from stablelist_conformance.vectors.rounds import ROUNDS
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL

__all__ = ["CUT", "Far", "Shows", "far_classes", "far_kinds", "far_rounds"]

Shows = Callable[[System, Settled], Couples]


class Far(NamedTuple):
    """A class of programs.

    Attributes:
        name: of the class.
        turn: a number that tells it from others of that name, if there are any.
        draw: draws a program for a port, by its number.
        shows: what counts of a program.
        candidates: how many programs there are to choose from.
        long: whether a program may be long even where few are.
    """

    name: str
    turn: str
    draw: Callable[[Subject, int], Program]
    shows: Shows = magnitudes
    candidates: int = 80
    long: bool = False


def far_classes(subject: Subject) -> Iterator[Far]:
    """The classes of the judge that suit a port; none if it is no pool."""
    if subject.handshake.system.family is not POOL:
        return
    turns = Counter(each.name for each in CLASSES for _ in range(each.turns))
    for place, each in enumerate(CLASSES):
        if each.suits(subject.abilities()):
            turn = str(place) if turns[each.name] > each.turns else ""
            yield Far(each.name, turn, partial(drawn, each))


def far_rounds(subject: Subject) -> Iterator[Far]:
    """The class that is for vectors alone, if it suits a port."""
    if ROUNDS.suits(subject.abilities()):
        yield Far(ROUNDS.name, "", partial(drawn, ROUNDS), all_magnitudes, long=True)


KINDS: Final = {WIDE: 80, SANDWICHES: 40, LONG: 12}
"""Kinds of programs for what is no pool, and how many are drawn; long ones take the longest."""
CUT: Final = 1_500
"""Words of a program of these kinds, after which only the inside is shown: enough to become large."""


def far_kinds() -> Iterator[Far]:
    """Far-reaching programs for what is no pool."""
    for kind, candidates in KINDS.items():
        yield Far(kind, "", partial(wandered, kind), all_magnitudes, candidates)


def drawn(each: Class, subject: Subject, number: int) -> Program:
    """A program of a class."""
    abilities, draw = subject.abilities(), Random(f"{each.name}/{number}")  # noqa: S311 - to test with
    writer = Writer(abilities, draw, abilities.configuration(**each.choices(abilities, draw)))
    each.write(writer)
    return writer.program()


def wandered(kind: str, subject: Subject, number: int) -> Program:
    """A program of a kind."""
    port = subject.handshake
    wander = Wander(port.profile, port.offered, subject.level, 0)
    program = wander.drawn(kind, Random(f"{kind}/{number}"))  # noqa: S311 - to test with
    shown = [name for name in port.system.shown if name in wander.kinds]
    return program._replace(words=(*program.words[: -len(shown) or None][:CUT], *shown))
