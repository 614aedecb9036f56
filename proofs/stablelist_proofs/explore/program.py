"""Programs: a path through the model in the words of the port protocol, as ``stablelist replay`` takes them.

The conformance kit implements the whole language, but this package may not import it. Here are the operations that an
explorer performs. A test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import NamedTuple

from stablelist_spec.core.explore import Action
from stablelist_spec.core.history import History
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label
from stablelist_spec.parts.cells import Has
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import STABLE_LIST

__all__ = ["Performed", "performed", "program_line", "replay"]


class Performed(NamedTuple):
    """A path, carried out by the model.

    Attributes:
        operations: the path as a program, in which elements are named by their insertion.
        history: the list at the end.
        labels: the labels of the last step.
    """

    operations: tuple[Operation, ...]
    history: History
    labels: tuple[Label, ...]


def performed(parameters: Parameters, way: Iterable[Action]) -> Performed | None:
    """Carry out a path; None if the model has no element where the path has one.

    >>> done = performed(Parameters(), [Action("add"), Action("remove", 0)])
    >>> done.operations[1]["key"], done.labels[0]
    (0, 'remove_live')
    """
    history, followed, operations = History(STABLE_LIST, parameters), -1, list[Operation]()
    labels: tuple[Label, ...] = ()
    for action in way:
        if action.name == "add" and action.followed:
            followed = len(history.issued)
        key = followed if action.followed and action.name != "add" else None
        if action.position is not None:
            cell = history.state.cells[action.position : action.position + 1]
            if not cell or not isinstance(cell[0], Has):
                return None
            key = cell[0].element
        operations.append(action.operation(STABLE_LIST.family, *(() if key is None else (key,))))
        labels = history.perform(operations[-1]).labels
    return Performed(tuple(operations), history, labels)


def program_line(
    parameters: Parameters, operations: Sequence[Operation], level: str = "layout"
) -> str:
    """A program as one line of the protocol.

    >>> program_line(Parameters(), [Operation("add"), Operation("remove", key=0), Operation("reserve", count=3)])
    'layout : add remove:0 reserve:3'
    """
    chosen = {each.name: getattr(parameters, each.name) for each in fields(parameters)}
    usual = Parameters()
    named = (f"{n}={choice(value)}" for n, value in chosen.items() if value != getattr(usual, n))
    return " ".join((level, *named, ":", *map(word, operations)))


def choice(value: Truncate | int | None) -> str:
    """A choice as a word of the protocol; unbounded is 0."""
    return str(value.value if isinstance(value, Truncate) else value or 0)


def word(operation: Operation) -> str:
    """One operation as a word of the protocol."""
    return ":".join((operation.name, *map(str, operation.operands.values())))


def replay(program: str) -> str:
    """The command that runs a program again, to be pasted into a shell.

    >>> replay("layout : add")
    'stablelist replay "layout : add"'
    """
    return f'stablelist replay "{program}"'
