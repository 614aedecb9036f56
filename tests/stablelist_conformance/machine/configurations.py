"""The containers of a machine: made with small parameters that are drawn, or with those that are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.stateful import initialize

from stablelist_conformance.machine.container import ContainerMachine
from stablelist_conformance.python.methods import MethodAnswerer
from stablelist_conformance.wire.configurations import configuration_of, example
from stablelist_conformance.wire.errors import UsageError
from stablelist_spec.core.operation import Configuration
from stablelist_spec.core.system import System
from stablelist_spec.parts.parameters import Truncate

__all__ = ["beginning"]

SMALL: Final[Mapping[str, tuple[object, ...]]] = {
    "minimum": (4, 0, 5, 8),
    "capacity": (0, 4, 8, 12, 13),
    "truncate": (*[Truncate.ITERATION, Truncate.MEMORY] * 2, Truncate.NEVER),
    "id_bits": (32, 8, 3, 2, 1, None),
    "index_bits": (*[32, None] * 2, 5, 4, 3),
    "maximum": (*[None] * 6, 9, 4, 1),
}
"""Small values of usual parameters, the simplest of each first; those of a system are among its choices.

What keeps a container from growing or from truncating is drawn less often than what does not.
"""
LENGTHS: Final = frozenset({"minimum", "capacity"})
"""Parameters that may exceed what the index range can name."""


def beginning(
    answerer: MethodAnswerer, parameters: Configuration | str | None
) -> Callable[[ContainerMachine, Configuration], None]:
    """The rule that creates the container."""
    system, taken = answerer.handshake.system, answerer.factory.takes
    if parameters is None:
        drawn = small_parameters(system, taken if system.exact else taken & {"id_bits"})
    else:
        chosen = configuration_of(system, parameters) if isinstance(parameters, str) else parameters
        refuse_unfit(answerer, chosen)
        drawn = st.just(chosen)
    return initialize(parameters=drawn)(begin)


def begin(machine: ContainerMachine, parameters: Configuration) -> None:
    """Create the container."""
    machine.start(parameters)


def small_parameters(system: System, taken: set[str]) -> st.SearchStrategy[Configuration]:
    """Parameters that the factory takes, from small ranges; the others keep their defaults."""
    known = {name: each for name, each in {**SMALL, **system.choices}.items() if name in taken}
    small = {n: [one for one in SMALL.get(n, ()) if one in each] for n, each in known.items()}
    options = {name: st.sampled_from(small[name] or [*each]) for name, each in known.items()}
    drawn = st.fixed_dictionaries({}, optional=options)
    return drawn.flatmap(lambda chosen: st.just(fitting(system, chosen)))  # printed as it is made


def fitting(system: System, options: Mapping[str, Any]) -> Configuration:
    """Parameters from options; if the element space exceeds the index range, a smaller one is used."""
    try:
        return system.configuration(**options)
    except ValueError:
        return system.configuration(**{n: each for n, each in options.items() if n not in LENGTHS})


def refuse_unfit(answerer: MethodAnswerer, parameters: Configuration) -> None:
    """Refuse numbers that the factory does not take, and parameters that are not those of the system.

    Words, such as an order, say what the containers are: they need not be taken.
    """
    system = answerer.handshake.system
    kind, default = system.configuration, system.configuration()
    if type(parameters) is not kind:
        raise UsageError(
            f"{parameters!r} is no configuration of {system.name}; "
            f"give one as text, such as {example(system)!r}"
        )
    for name in answerer.factory.options:
        value = getattr(parameters, name)
        if isinstance(value, Enum) or name in answerer.factory.takes:
            continue
        if value != getattr(default, name):
            raise UsageError(
                f"{answerer.handshake.name} takes no argument {name}, so that it cannot be {value}; "
                "leave it out of the parameters, or let the class take it"
            )
