"""Aliases: other Python forms of an operation, such as ``pool[key]`` for ``at`` and ``del pool[key]`` for ``remove``.

The port protocol has one word for each operation. The state machine (`machine`) tries every form that a class has. With
a stale key, each of these forms raises a ``KeyError``.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Final, NamedTuple

from stablelist_conformance.python.container_run import ContainerRun
from stablelist_conformance.wire.protocol import Level, list_word
from stablelist_spec.core.operation import Operation

__all__ = ["ALIASES", "Alias", "aliases_of"]


class Alias(NamedTuple):
    """Another form of an operation.

    Attributes:
        needs: the method that a class must define.
        answer: carries out the operation, and returns the answer of the port protocol.
    """

    operation: str
    needs: str
    answer: Callable[[ContainerRun, Operation], str]


def by_pop(run: ContainerRun, operation: Operation) -> str:
    """``pool.pop(key)``."""
    try:
        return str(run.container.pop(run.key(operation["key"])))
    except KeyError:
        return "none"


def by_del(run: ContainerRun, operation: Operation) -> str:
    """``del pool[key]``, which does not return the removed element."""
    key = run.key(operation["key"])
    element = run.at(key)
    try:
        del run.container[key]
    except KeyError:
        return "none"
    return str(element)


def by_get(run: ContainerRun, operation: Operation) -> str:
    """``pool.get(key)``."""
    element = run.container.get(run.key(operation["key"]))
    return "none" if element is None else str(element)


def by_subscription(run: ContainerRun, operation: Operation) -> str:
    """``pool[key]``."""
    try:
        return str(run.container[run.key(operation["key"])])
    except KeyError:
        return "none"


def by_assignment(run: ContainerRun, operation: Operation) -> str:
    """``pool[key] = element``."""
    try:
        run.container[run.key(operation["key"])] = operation["value"]
    except KeyError:
        return "no"
    return "yes"


def by_contains(run: ContainerRun, operation: Operation) -> str:
    """``pool.contains(key)``, beside ``key in pool``."""
    return "yes" if run.container.contains(run.key(operation["key"])) else "no"


def by_truth(run: ContainerRun, _: Operation) -> str:
    """``bool(pool)``."""
    return "no" if run.container else "yes"


def by_items(run: ContainerRun, _: Operation) -> str:
    """``for key, element in pool.items()``."""
    pairs = list(run.container.items())
    if run.level is Level.CONTRACT:
        return list_word(str(element) for _, element in pairs)
    return list_word(f"{key.index}.{key.id}={element}" for key, element in pairs)


def by_values(run: ContainerRun, _: Operation) -> str:
    """``for element in pool.values()``, the elements of `keys`."""
    return list_word(map(str, run.container.values()))


def by_iteration(run: ContainerRun, _: Operation) -> str:
    """``for key in pool``."""
    return list_word(str(run.at(key)).lower() for key in run.container)


def by_pivots(run: ContainerRun, _: Operation) -> str:
    """``for key, element, others in pool.pivots()``."""
    return list_word(
        f"{pivot}/{len(others)}/{sum(others.values())}"
        for _, pivot, others in run.container.pivots()
    )


def by_copy_method(run: ContainerRun, _: Operation) -> str:
    """``pool.copy()``."""
    run.take(run.container.copy())
    return "ok"


def by_copy(run: ContainerRun, _: Operation) -> str:
    """``copy.copy(pool)``."""
    run.take(copy.copy(run.container))
    return "ok"


def by_deepcopy(run: ContainerRun, _: Operation) -> str:
    """``copy.deepcopy(pool)``."""
    run.take(copy.deepcopy(run.container))
    return "ok"


ALIASES: Final = {
    "pop": Alias("remove", "pop", by_pop),
    "del": Alias("remove", "__delitem__", by_del),
    "get": Alias("at", "get", by_get),
    "subscription": Alias("at", "__getitem__", by_subscription),
    "assignment": Alias("replace", "__setitem__", by_assignment),
    "contains()": Alias("contains", "contains", by_contains),
    "truth": Alias("is_empty", "__bool__", by_truth),
    "items": Alias("each", "items", by_items),
    "values": Alias("keys", "values", by_values),
    "iteration": Alias("keys", "__iter__", by_iteration),
    "pivots": Alias("traverse", "pivots", by_pivots),
    "copy": Alias("reload", "copy", by_copy_method),
    "copy.copy": Alias("reload", "__copy__", by_copy),
    "copy.deepcopy": Alias("reload", "__reduce__", by_deepcopy),
}
"""Every alias by its name."""


def aliases_of(container: object) -> dict[str, Alias]:
    """The aliases that a container has methods for, except those that every object has.

    >>> sorted(aliases_of([]))
    ['assignment', 'copy', 'del', 'iteration', 'pop', 'subscription']
    """
    kind = type(container)
    return {
        name: alias
        for name, alias in ALIASES.items()
        if getattr(kind, alias.needs, None) is not getattr(object, alias.needs, None)
    }
