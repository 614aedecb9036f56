# ruff: noqa: ANN401 - it drives containers of any class
"""Factories of Python containers: the options that they take, and the containers that they make."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import fields
from enum import Enum
from typing import Any, Final

from stablelist import Truncate
from stablelist.ids import Counter
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.text import listed
from stablelist_spec.core.operation import Configuration

__all__ = ["Factory"]

IDS: Final = "ids"
"""The option that takes the number of bits of ``id_bits`` in a type of its own."""

NOT_SHOWN: Final[dict[str, Callable[[Any], Any]]] = {"truncate": Truncate, IDS: Counter}
"""The types of the defaults, which a native StableList, or a subclass of it, cannot show."""


class Factory:
    """A class or function that makes containers; it is given the choices of a configuration that it takes.

    A choice from an enumeration is passed as its value, or as a member of the enumeration of the argument's default.
    ``ids`` is the type of its default value, called with a number of bits, or None.
    """

    def __init__(
        self, make: Callable[..., Any], configuration: type[Configuration], name: str
    ) -> None:
        self._make, self._configuration, self.name = make, configuration, name
        self.options = [each.name for each in fields(configuration)]
        self.accepted = accepted_options(make, self.options)

    @property
    def takes(self) -> set[str]:
        """The choices that it takes, under their names in the protocol."""
        return {"id_bits" if name == IDS else name for name in self.accepted}

    def make(self, chosen: Configuration) -> Any:
        """A fresh container."""
        given = {
            name: getattr(chosen, "id_bits" if name == IDS else name) for name in self.accepted
        }
        return self._make(**{name: of(plain(given[name])) for name, of in self.accepted.items()})

    def first(self) -> Any:
        """The first container, which shows what all of them offer.

        Raises:
            UsageError: there is none.
        """
        try:
            return self.make(self._configuration())
        except Exception as error:
            raise UsageError(
                f"{self.name} makes no container ({type(error).__name__}: {error}); name a factory that needs no "
                f"argument but {listed(self.options)}"
            ) from error


def plain(choice: object) -> object:
    """A choice, or the value of a member of an enumeration."""
    return choice.value if isinstance(choice, Enum) else choice


def accepted_options(
    make: Callable[..., Any], options: Iterable[str]
) -> dict[str, Callable[[Any], Any]]:
    """The options that a factory takes, each with a function that converts a value to the wanted type."""
    try:
        parameters = inspect.signature(make).parameters
    except ValueError:
        return {}
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return dict.fromkeys(options, unchanged)
    known = (name for each in options for name in ((each, IDS) if each == "id_bits" else (each,)))
    return {name: wanted(name, parameters[name].default) for name in known if name in parameters}


def wanted(name: str, default: object) -> Callable[[Any], Any]:
    """The function that converts a value to the type of an option's default."""
    if default is ...:
        return NOT_SHOWN.get(name, unchanged)
    return type(default) if isinstance(default, Enum) or hasattr(default, "initial") else unchanged


def unchanged(value: object) -> object:
    """The value."""
    return value
