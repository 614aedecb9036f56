"""What a port of version 6 may declare: the options that its container has, and several ways of an operation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from stablelist_conformance.wire.operations import MOST_WAYS, decimal
from stablelist_conformance.wire.protocol import choice, in_word
from stablelist_spec.core.family import Family
from stablelist_spec.core.system import System

__all__ = [
    "Declared",
    "Ways",
    "declarable",
    "nearest",
    "option_fields",
    "read_options",
    "read_ways",
]

Declared = tuple[tuple[str, tuple[object, ...]], ...]
"""Options, each with the values that a container supports."""
Ways = tuple[tuple[str, int], ...]
"""Operations, each with the number of ways in which a port can do it, if these are several."""


def declarable(system: System) -> tuple[str, ...]:
    """The options that a port may declare: those that programs vary, except widths, which have fields of their own.

    >>> from stablelist_spec.systems import SYSTEMS
    >>> declarable(SYSTEMS["vec"]), declarable(SYSTEMS["slotmap"])
    (('capacity', 'removal', 'beyond'), ())
    """
    return tuple(
        name
        for name in system.chosen
        if name in system.choices and name not in system.fields and not name.endswith("_bits")
    )


def read_options(fields: Mapping[str, str], system: System, offered: frozenset[str]) -> Declared:
    """The options that a port declares, which offers some operations.

    Raises:
        ValueError: a value is none of its system, the options contradict each other, or no operation shows one.

    >>> from stablelist_spec.systems import SYSTEMS
    >>> read_options({"capacity": "grows,8"}, SYSTEMS["vec"], frozenset())
    (('capacity', (0, 8)),)
    """
    options = tuple(
        (name, tuple(dict.fromkeys(read(system, name, fields[name]))))
        for name in declarable(system)
        if name in fields
    )
    names = [name for name, _ in options]
    for combined in product(*(values for _, values in options)):
        system.configuration(**dict(zip(names, combined, strict=True)))
    for name in system.witnesses.keys() & names:
        check_shown(f"{name}={fields[name]}", name, system, dict(options), offered)
    return options


def check_shown(
    declared: str,
    name: str,
    system: System,
    options: Mapping[str, tuple[object, ...]],
    offered: frozenset[str],
) -> None:
    """Refuse an option that no operation of a port shows, in any of its configurations.

    Raises:
        ValueError: the port offers none of those that do.
    """
    values = {**system.choices, **options}
    chosen = (
        system.configuration(**dict(zip(values, each, strict=True)))
        for each in product(*values.values())
    )
    showing = [system.witnesses[name](each) for each in chosen]
    if all(names and offered.isdisjoint(names) for names in showing):
        words = " or ".join(dict.fromkeys(word for names in showing for word in names))
        raise ValueError(f"{declared}, which no operation of the port shows; offer {words}")


GROWTH = {"grows": False, "fixed": True}
"""The words for a capacity: of a container that grows, or any other, which is not 0."""


def read(system: System, name: str, text: str) -> Iterator[object]:
    """The values of an option, separated by commas."""
    for word in text.split(","):
        if name == "capacity" and word in GROWTH:
            yield from (each for each in system.choices[name] if bool(each) is GROWTH[word])
        elif name == "capacity" and not word.isdecimal():
            raise ValueError(
                f"its capacity, {word[:40]!r}, is no number; write one, grows or fixed"
            )
        else:
            yield choice(system.configuration, name, word)


def option_fields(options: Declared) -> dict[str, str]:
    """The options as fields of a handshake.

    >>> option_fields((("capacity", (0, 8)), ("universe", (4,))))
    {'capacity': 'grows,8', 'universe': '4'}
    """
    return {
        name: ",".join(
            "grows" if name == "capacity" and not value else in_word(value) for value in values
        )
        for name, values in options
    }


def nearest(wanted: object, values: tuple[object, ...]) -> object:
    """The wanted value if it is supported, otherwise the number that is nearest to it, or the first.

    >>> nearest(5, (0, 8)), nearest("shift", ("swap", "pop"))
    (8, 'swap')
    """
    if wanted in values or not isinstance(wanted, int | None):
        return wanted if wanted in values else values[0]
    return min(values, key=lambda value: abs(int(value or 0) - (wanted or 0)))  # type: ignore[call-overload] # numbers


def read_ways(text: str, family: Family, offered: frozenset[str]) -> Ways:
    """The ways that a port declares, which offers some operations.

    Raises:
        ValueError: one cannot be read, or is of an operation that the port does not offer, or that tries another.

    >>> from stablelist_spec.families.pool import POOL
    >>> read_ways("add:2,extend:3", POOL, frozenset({"add", "extend"}))
    (('add', 2), ('extend', 3))
    """
    ways: dict[str, int] = {}
    for part in filter(None, text.split(",")):
        name, _, count = part.partition(":")
        if name not in offered or name in ways:
            why = "is given twice" if name in ways else "is no operation of the port"
            raise ValueError(f"ways={part}, but {name} {why}")
        if name in family.trying:
            raise ValueError(f"ways={part}, but {name} has the ways of the operation that it tries")
        try:
            ways[name] = decimal(count)
        except ValueError:
            ways[name] = 0
        if not 2 <= ways[name] <= MOST_WAYS:
            raise ValueError(
                f"ways={part}; write an operation and 2 to {MOST_WAYS}, as in {name}:2"
            )
    return tuple(ways.items())
