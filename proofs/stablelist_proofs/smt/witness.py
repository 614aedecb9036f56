"""A shortest program that breaks a property, found in the model; what is shown when a proof fails that should not.

A solver's counterexample is a state, and nothing says that a list ever gets there. So the model is searched for a way
to one: if there is any, the model is at fault as well as the formula.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stablelist_spec import stable_list as model
from stablelist_spec.explore import Action, explore
from stablelist_spec.history import History
from stablelist_spec.operation import Operation
from stablelist_spec.parameters import Parameters, Truncate
from stablelist_spec.tracked_key import TrackedKey

__all__ = ["LIMIT", "program", "shortest"]

LIMIT: Final = 20_000
"""How many states of each mode are searched."""

SCOPES: Final = tuple(Parameters(truncate=mode, id_bits=1, index_bits=3) for mode in Truncate)


def shortest(sentence: str) -> str:
    """A program that breaks the property, as `stablelist replay` reads it; empty if there is none in scope.

    >>> shortest("free_lists_are_acyclic")
    ''
    """
    for parameters in SCOPES:
        found = explore(parameters, TrackedKey(), limit=LIMIT)
        if sentence in found.violations:
            return program(parameters, operations(parameters, found.violations[sentence]))
    return ""


def operations(parameters: Parameters, way: Sequence[Action]) -> list[Operation]:
    """A way through the model as a program: elements are named by their insertion."""
    history, followed, done = History(parameters), None, list[Operation]()
    for action in way:
        name = followed if action.followed and action.name != "add" else None
        if action.position is not None:
            lies = {key.index: element for key, element in model.items(history.state)}
            name = lies[action.position]
        if action.followed and action.name == "add":
            followed = len(history.issued)
        done.append(action.operation(name))
        history.perform(done[-1])
    return done


def program(parameters: Parameters, steps: Sequence[Operation]) -> str:
    """The program in the words of the port protocol.

    >>> program(Parameters(), [Operation("add"), Operation("remove", 0)])
    'layout,4,0,iteration,32,32 add remove:0'
    """
    p = parameters
    first = (
        f"layout,{p.minimum},{p.capacity},{p.truncate.value},{p.id_bits or 0},{p.index_bits or 0}"
    )
    return " ".join((first, *map(word, steps)))


def word(operation: Operation) -> str:
    """One operation in the words of the port protocol."""
    if operation.name == "retain":
        return f"retain:{operation.modulus}:{operation.residue}"
    if operation.name == "reserve":
        return f"reserve:{operation.count}"
    return operation.name if operation.key is None else f"{operation.name}:{operation.key}"
