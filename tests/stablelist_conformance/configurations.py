"""Configurations on the command line, and in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from stablelist_spec.core.system import System

from .errors import UsageError
from .protocol import LEVELS, from_names
from .report.words import choice_words

__all__ = ["configuration_of", "scope_words"]


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
        usual = system.configuration()
        pairs = (f"{each.name}={plain_choice(usual, each.name)}" for each in fields(usual))
        raise UsageError(
            f"{text[:80]!r} is no configuration of {system.name} ({error}); write one such as "
            f"'{','.join(pairs)}'"
        ) from error


def plain_choice(configuration: object, name: str) -> str:
    """A choice as it is written; unbounded is 0."""
    chosen = getattr(configuration, name)
    return str(getattr(chosen, "value", chosen) or 0)


def scope_words(system: System, configuration: object) -> str:
    """A configuration in words."""
    chosen = {name: getattr(configuration, name) for name in system.chosen}
    return ", ".join(choice_words(chosen)) or "no choices"
