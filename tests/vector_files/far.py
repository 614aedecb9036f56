"""Programs that go far, for the vectors: of the classes of the judge, and of one that is for vectors alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

from stablelist_conformance.programs.classes import CLASSES, Class
from stablelist_conformance.programs.far import SIZE
from stablelist_conformance.programs.swarm import drawn
from stablelist_conformance.programs.target import Target
from stablelist_conformance.programs.walk import COINCIDENCE
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.system import System

from .answers import AnsweredProgram
from .choice import Couples
from .magnitudes import all_magnitudes, magnitudes
from .rounds import ROUNDS

__all__ = ["CUT", "Far", "Shows", "far_classes", "far_kinds", "far_rounds"]

Shows = Callable[[System, AnsweredProgram], Couples]


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
    draw: Callable[[Target, int], Program]
    shows: Shows = magnitudes
    candidates: int = 80
    long: bool = False


def far_classes(target: Target) -> Iterator[Far]:
    """The classes of the judge that suit a port."""
    turns = Counter(each.name for each in CLASSES for _ in range(each.turns))
    for place, each in enumerate(CLASSES):
        if each.suits(target.abilities()):
            turn = str(place) if turns[each.name] > each.turns else ""
            yield Far(each.name, turn, partial(of_class, each))


def far_rounds(target: Target) -> Iterator[Far]:
    """The class that is for vectors alone, if it suits a port."""
    if ROUNDS.suits(target.abilities()):
        yield Far(ROUNDS.name, "", partial(of_class, ROUNDS), all_magnitudes, long=True)


KINDS: Final = {"parameters": 80, COINCIDENCE: 40, SIZE: 12}
"""Classes of programs for containers without tiers, and how many are drawn; long ones take the longest."""
CUT: Final = 1_500
"""Words of a program of these classes, after which only the inside is shown: enough to become large."""


def far_kinds() -> Iterator[Far]:
    """Far-reaching programs for containers without tiers."""
    for name, candidates in KINDS.items():
        each = next(each for each in CLASSES if each.name == name)
        yield Far(name, "", partial(cut, each), all_magnitudes, candidates)


def of_class(each: Class, target: Target, number: int) -> Program:
    """A program of a class."""
    return drawn(each, target.abilities(), Random(f"{each.name}/{number}"))  # noqa: S311 - to test with


def cut(each: Class, target: Target, number: int) -> Program:
    """The beginning of a program of a class."""
    program, shown = of_class(each, target, number), target.handshake.system.shown
    last = [name for name in shown if name in target.abilities().operations]
    return program._replace(words=(*program.words[: -len(last) or None][:CUT], *last))
