"""A Hypothesis state machine for authors of containers in Python.

`state_machine` takes the class and returns a ``RuleBasedStateMachine``, which performs one operation at a time on a
fresh container and on the model. The rules follow from the family of the system (`rules`); pools have some more
(`pools`). The right answer comes from the model if the container shows its layout, otherwise from the rules of its
system (`container`). Keys are named by the number of their insertion and never leave their bundle, so that stale ones
are tried as often as live ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from hypothesis.stateful import RuleBasedStateMachine

from stablelist_conformance.machine import pools
from stablelist_conformance.machine.configurations import beginning
from stablelist_conformance.machine.container import ContainerMachine
from stablelist_conformance.machine.rules import bundles, operation_rules
from stablelist_conformance.python.aliases import ALIASES
from stablelist_conformance.python.answerers import ContainerAnswerer, answerer_of
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.operation import Configuration
from stablelist_spec.systems import STABLE_LIST

__all__ = ["state_machine"]

KEYS: Final = frozenset({"forge", "negative"})
"""Kinds of keys that can be left out, too."""


def state_machine(
    factory: Callable[..., Any],
    *,
    parameters: Configuration | str | None = None,
    system: str = STABLE_LIST.name,
    without: Collection[str] = (),
) -> type[RuleBasedStateMachine]:
    """A state machine that drives containers made by *factory* beside the model.

    A step performs one operation on the container and on the model, and checks the invariants.

    Args:
        factory: a class or function; it is given whichever choices of the system's configuration it takes, such as
            ``minimum`` and ``capacity`` of a pool or ``universe`` of a set, as keyword arguments.
        parameters: what every container is made with, also as text, such as ``capacity=4 order=use full=evicts``;
            drawn from small ranges if left out. Only numbers have to be arguments of the factory.
        system: the kind of container, or ``module:ATTRIBUTE`` for one of your own.
        without: operations, or aliases (`stablelist_conformance.python.aliases`), that the container has a method
            for, but that mean something else there.

    Raises:
        UsageError: no such system or operation, or a factory that makes no container, or not with these parameters.

    >>> from stablelist import StableList
    >>> TestStableList = state_machine(StableList).TestCase
    """
    kind = system_named(system)
    if unknown := sorted(set(without) - kind.family.kinds.keys() - ALIASES.keys() - KEYS):
        raise UsageError(
            f"{unknown[0]!r} is no operation; choose among {', '.join(kind.family.kinds)}"
        )
    name = str(getattr(factory, "__name__", type(factory).__name__))
    excluded = frozenset(without) - ALIASES.keys()
    answerer = answerer_of(factory, name=name, system_name=system, without=excluded)
    keys = bundles(kind.family)
    rules = operation_rules(kind.family, answerer.handshake.offered, keys)
    if isinstance(answerer, ContainerAnswerer):
        rules |= pools.rules(answerer, without, keys[kind.family.plain])
    members = {
        "answerer": answerer,
        "begin": beginning(answerer, parameters),
        # an operation may be called like a method of the machine
        **{f"rule_{name}": each for name, each in rules.items()},
        "__doc__": f"Drives {name} beside the model.",
        "__module__": __name__,
    }
    return type(f"{name}Machine", (ContainerMachine,), members)
