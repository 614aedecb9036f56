# ruff: noqa: ANN401 - it drives containers of any class
"""Aliases: other Python forms of an operation, such as ``pool[key]`` for ``at`` and ``del pool[key]`` for ``remove``.

The port protocol has one word for each operation. The state machine (`machine`) tries every form that a class has.
"""

from __future__ import annotations

import copy
from typing import Any, Final, NamedTuple

from stablelist_conformance.python.container_run import ContainerRun, Form
from stablelist_spec.core.operation import Operation

__all__ = ["ALIASES", "Alias", "aliases_of", "answer_by"]


class Alias(NamedTuple):
    """Another form of an operation.

    Attributes:
        needs: the method that a class must define.
        form: carries the operation out.
        stale: what it raises for a stale key.
    """

    operation: str
    needs: str
    form: Form
    stale: type[Exception] | tuple[()] = ()


def answer_by(run: ContainerRun, alias: Alias, operation: Operation) -> str:
    """The answer of the port protocol to an operation that is carried out by an alias."""
    try:
        if run.lacks_key(operation):
            return run.nothing(operation)
        return run.read(operation, alias.form(run, operation), len(run.keys))
    except alias.stale:
        return run.nothing(operation)
    except Exception as error:
        return run.failed(error)


def by_del(run: ContainerRun, operation: Operation) -> Any:
    """``del pool[key]``, which does not return the removed element."""
    key = run.key(operation["key"])
    element = run.at(key)
    del run.container[key]
    return element


def by_assignment(run: ContainerRun, operation: Operation) -> bool:
    """``pool[key] = element``."""
    run.container[run.key(operation["key"])] = operation["value"]
    return True


def by_pivots(run: ContainerRun, _: Operation) -> list[str]:
    """``for key, element, others in pool.pivots()``."""
    return [
        f"{pivot}/{len(others)}/{sum(others.values())}"
        for _, pivot, others in run.container.pivots()
    ]


ALIASES: Final = {
    "pop": Alias("remove", "pop", lambda run, it: run.container.pop(run.key(it["key"])), KeyError),
    "del": Alias("remove", "__delitem__", by_del, KeyError),
    "get": Alias("at", "get", lambda run, it: run.container.get(run.key(it["key"]))),
    "subscription": Alias(
        "at", "__getitem__", lambda run, it: run.container[run.key(it["key"])], KeyError
    ),
    "assignment": Alias("replace", "__setitem__", by_assignment, KeyError),
    "contains()": Alias(
        "contains", "contains", lambda run, it: run.container.contains(run.key(it["key"]))
    ),
    "truth": Alias("is_empty", "__bool__", lambda run, _: not run.container),
    "items": Alias("each", "items", lambda run, _: run.container.items()),
    "values": Alias("keys", "values", lambda run, _: run.container.values()),
    "iteration": Alias("keys", "__iter__", lambda run, _: map(run.at, run.container)),
    "pivots": Alias("traverse", "pivots", by_pivots),
    "copy": Alias("reload", "copy", lambda run, _: run.take(run.container.copy())),
    "copy.copy": Alias("reload", "__copy__", lambda run, _: run.take(copy.copy(run.container))),
    "copy.deepcopy": Alias(
        "reload", "__reduce__", lambda run, _: run.take(copy.deepcopy(run.container))
    ),
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
