"""Configurations for programs, drawn from the choices and ranges of a system, as far as the port has them.

A field without a range has one of its choices. One with a range may have any number within it in programs that go far.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.numbers import near_powers_of_two
from stablelist_conformance.wire.handshake import UNDECLARED

__all__ = [
    "WIDTHS",
    "Wanted",
    "any_numbers",
    "any_widths",
    "bounded",
    "fillable",
    "roomy",
    "small",
    "without_room",
]

Wanted = Callable[[Abilities, Random], dict[str, Any]]
"""Draws the fields of a configuration."""
WIDTHS: Final = "widths"
"""The class of programs at unusual widths."""
AT_THE_END: Final = 0.15
"""The share of numbers that are the largest of their range, or a few less."""
RESERVED: Final = 0.3
"""The share of long-lived containers that may have memory from the beginning."""
MOST_BOUND: Final = 4_000
"""The largest bound that is drawn."""


def small(abilities: Abilities, draw: Random) -> dict[str, Any]:
    """One of the choices for each field, so that full containers and ids that start over are frequent."""
    return {name: draw.choice(values) for name, values in abilities.choices.items()}


def any_widths(abilities: Abilities, draw: Random) -> dict[str, Any]:
    """The same at any width that the port declares, unless that class of programs is left out."""
    port, wanted = abilities.port, small(abilities, draw)
    if abilities.excluded_class != WIDTHS:
        wanted |= {name: draw.choice(getattr(port, name).all) for name in UNDECLARED}
    return wanted


def without_room(abilities: Abilities, draw: Random) -> dict[str, Any]:
    """The same, mostly with the least of whatever has a range."""
    least = {name: least for name, (least, _) in abilities.ranges.items() if least == 0}
    return any_widths(abilities, draw) | (least if draw.random() > RESERVED else {})


def any_numbers(abilities: Abilities, draw: Random) -> dict[str, Any]:
    """Any number in each range, at usual widths; a bound that need not be there is often left out."""
    wanted = roomy(abilities, draw)
    for name, (least, most) in abilities.ranges.items():
        if draw.choice(abilities.choices[name]) is not None:
            at_the_end = draw.random() < AT_THE_END
            drawn = near_powers_of_two(draw, least, most)
            wanted[name] = most - draw.randrange(4) if at_the_end else drawn
    return wanted


def roomy(abilities: Abilities, draw: Random) -> dict[str, Any]:
    """Choices that leave room for as many elements as a program can add."""
    return {name: draw.choice(values) for name, values in abilities.roomy.items()}


def bounded(abilities: Abilities, draw: Random) -> dict[str, Any]:
    """A configuration of a container that a program can fill, if there is one: only one of its fields is a bound."""
    wanted, bounds = small(abilities, draw), abilities.bounds
    for name, (least, most) in abilities.ranges.items():
        wanted[name] = near_powers_of_two(draw, max(1, least), min(most, MOST_BOUND))
    bound = draw.choice([*bounds]) if bounds else ""
    for name, values in bounds.items():
        if name != bound:
            wanted[name] = draw.choice(abilities.roomy[name])
        elif name not in abilities.ranges:
            wanted[name] = draw.choice(values)
    return wanted


def fillable(abilities: Abilities) -> bool:
    """Whether a program can fill any container of the port."""
    return abilities.holds(bounded(abilities, Random(0))) <= abilities.most_filled  # noqa: S311 - to test with
