"""Configurations on the command line, and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any, Final

from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import LEVELS, from_names
from stablelist_spec.core.operation import Configuration
from stablelist_spec.core.system import System

__all__ = ["choice_words", "configuration_of", "example", "scope_words"]


def configuration_of(system: System, text: str) -> object:
    """A configuration from ``name=value,name=value``, or from the words before the operations of a program.

    Raises:
        UsageError: it is none.
    """
    words = text.replace(",", " ").split()
    if words and words[0] in LEVELS:
        words = words[1 : -1 if words[-1] == ":" else None]
    return read(system, text, lambda: from_names(system, words))


def read(system: System, text: str, make: Callable[[], object]) -> object:
    """A configuration, unless it cannot be read.

    Raises:
        UsageError: it is none.
    """
    try:
        return make()
    except ValueError as error:
        raise UsageError(
            f"{text[:80]!r} is no configuration of {system.name} ({error}); write one such as "
            f"{example(system)!r}"
        ) from error


def example(system: System) -> str:
    """The usual configuration of a system, as `configuration_of` reads it."""
    usual = system.configuration()
    return ",".join(f"{each.name}={plain_choice(usual, each.name)}" for each in fields(usual))


def plain_choice(configuration: object, name: str) -> str:
    """A choice as it is written; unbounded is 0."""
    chosen = getattr(configuration, name)
    return str(getattr(chosen, "value", chosen) or 0)


def scope_words(system: System, configuration: object) -> str:
    """A configuration in words."""
    return ", ".join(choice_words(configuration, system.chosen)) or "no choices"


def choice_words(configuration: Configuration, names: Iterable[str]) -> list[str]:
    """Some choices of a configuration in words; one that is not made is left out.

    >>> from stablelist_spec.parts.parameters import Parameters
    >>> choice_words(Parameters(capacity=8, id_bits=None), ("capacity", "id_bits", "maximum"))
    ['capacity 8', 'unbounded ids']
    """
    chosen = {name: getattr(configuration, name) for name in names}
    return [
        f"unbounded {plain_name(name)}"
        if unbounded(configuration, name)
        else _CHOICES.get(name, _choice)(name, value)
        for name, value in chosen.items()
        if name in _CHOICES or value is not None
    ]


def unbounded(configuration: Configuration, name: str) -> bool:
    """Whether a number is 0 for no bound: if it were 1, the container could hold fewer elements.

    >>> from stablelist_spec.systems import SYSTEMS
    >>> ring, sizes = SYSTEMS["ring"].configuration(), SYSTEMS["stablelist"].configuration()
    >>> unbounded(ring, "capacity"), unbounded(sizes, "capacity")
    (True, False)
    """
    most = getattr(configuration, "most_live", None)
    if getattr(configuration, name) != 0 or not hasattr(configuration, "most_live"):
        return False
    with suppress(ValueError):
        less = replace(configuration, **{name: 1}).most_live
        return less is not None and (most is None or less < most)
    return False


def plain_name(name: str) -> str:
    """The name of a choice in words."""
    return name.replace("_", " ")


def _choice(name: str, chosen: object) -> str:
    """A chosen value, as a port is told it.

    >>> from stablelist_spec.families.sequence import Removal
    >>> _choice("removal", Removal.SHIFTS), _choice("most_edges", 2)
    ('removal shifts', 'most edges 2')
    """
    return f"{plain_name(name)} {getattr(chosen, 'value', chosen)}"


def _bits(name: str, bits: int | None) -> str:
    """A width."""
    of = {"id_bits": "ids", "index_bits": "indices"}[name]
    return f"{'unbounded' if bits is None else f'{bits}-bit'} {of}"


_CHOICES: Final[dict[str, Callable[[str, Any], str]]] = {
    "id_bits": _bits,
    "index_bits": _bits,
    "truncate": lambda _, mode: f"truncation mode {mode.value}",
}
"""Parameters that have words of their own."""
