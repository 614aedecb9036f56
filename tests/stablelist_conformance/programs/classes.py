"""Classes: the kinds of programs, as data. Each class but the everyday one goes far in one direction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from stablelist_conformance.programs import far, loops
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.brought import STEERED, steered, suits_steering
from stablelist_conformance.programs.configurations import (
    WIDTHS,
    Wanted,
    any_numbers,
    any_widths,
    bounded,
    fillable,
    roomy,
    small,
    without_room,
)
from stablelist_conformance.programs.second import SECOND, second, suits
from stablelist_conformance.programs.walk import COINCIDENCE, walk
from stablelist_conformance.programs.writer import Writer

__all__ = ["CLASSES", "EVERYDAY", "Class"]


class Class(NamedTuple):
    """A kind of program.

    Attributes:
        name: what it goes far in.
        wanted: draws its configuration.
        write: writes the program.
        turns: how many there are among the programs that the classes share.
        suits: whether it has something to say to a port.
    """

    name: str
    wanted: Wanted
    write: Callable[[Writer], None]
    turns: int = 1
    suits: Callable[[Abilities], bool] = lambda _: True


EVERYDAY: Final = Class("everyday", small, walk)
"""Small programs about small containers."""

CLASSES: Final = (
    Class(far.SIZE, roomy, far.size, 3),
    Class("memory", roomy, far.memory, 3),
    Class("life", small, far.life),
    Class("life", without_room, far.reuse, 2),
    Class("forged", any_widths, far.forged, 3, lambda abilities: abilities.forge),
    Class(WIDTHS, any_widths, far.widths, 4, lambda abilities: abilities.has_widths),
    Class("parameters", any_numbers, walk, 4),
    Class("values", roomy, far.values, 3),
    Class(COINCIDENCE, any_widths, far.coincidence, 2, lambda able: bool(able.usual.questions)),
    Class(STEERED, roomy, steered, 3, suits_steering),
    Class("capacity", bounded, far.capacity, 4, fillable),
    Class(SECOND, small, second, 8, suits),
    Class(loops.TURNS, any_widths, loops.turning, 3, loops.suits),
)
"""The classes that go far."""
